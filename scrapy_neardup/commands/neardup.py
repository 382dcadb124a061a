"""`scrapy neardup`.

Scrapy loads this module at each of its commands, `scrapy list` included, and would fail with it:
nothing that can be missing or slow is imported here.
"""

from __future__ import annotations

import argparse
import os
import signal
import sys
from typing import TYPE_CHECKING, Any, ClassVar

from scrapy.commands import ScrapyCommand
from scrapy.exceptions import UsageError

from scrapy_neardup.platforms import unsupported

if TYPE_CHECKING:
    from collections.abc import Callable

FAILED, WRONG_USAGE = 1, 2
INTERRUPTED, NOT_READ, HUNG_UP, TERMINATED = 130, 141, 129, 143
"""As a shell tells of the signals SIGINT, SIGPIPE, SIGHUP and SIGTERM."""


_EXIT_CODES = (
    f"Exit codes: 0 done, {FAILED} bad input or a failed check, {WRONG_USAGE} wrong usage, "
    f"{HUNG_UP} the terminal was closed, {INTERRUPTED} interrupted, {NOT_READ} output that is read no "
    f"further, {TERMINATED} terminated."
)


class Command(ScrapyCommand):
    """Dispatches to the subcommands of :mod:`.registry`."""

    requires_project = False
    requires_crawler_process = False
    default_settings: ClassVar[dict[str, Any]] = {"LOG_ENABLED": False}

    def syntax(self) -> str:
        return "[options] SUBCOMMAND ..."

    def short_desc(self) -> str:
        return "Find near-duplicate articles; inspect an index of them"

    def long_desc(self) -> str:
        return f"{self.short_desc()}. {_EXIT_CODES}"

    def add_options(self, parser: argparse.ArgumentParser) -> None:
        from scrapy_neardup.commands import registry

        if problem := unsupported():
            parser.error(problem)
        super().add_options(parser)
        parser.add_argument("--version", action=_Version, help="tell what is installed")
        subparsers = parser.add_subparsers(
            title="Subcommands",
            dest="subcommand",
            metavar="SUBCOMMAND",
            prog="scrapy neardup",
            parser_class=_Subparser,
        )
        try:
            modules = {name: registry.load(name) for name in registry.MODULES}
        except KeyboardInterrupt:
            # Loading them takes a third of the time of a short command.
            raise SystemExit(_interrupted()) from None
        for name, subcommand in modules.items():
            subparser = subparsers.add_parser(
                name,
                help=subcommand.SUMMARY,
                description=subcommand.DESCRIPTION,
                formatter_class=argparse.RawDescriptionHelpFormatter,
            )
            subcommand.add_arguments(subparser)
            subparser.set_defaults(run=subcommand.run, parser=subparser)

    def run(self, args: list[str], opts: argparse.Namespace) -> None:
        if opts.subcommand is None:
            # Scrapy prints the help then, which lists the subcommands.
            raise UsageError
        if args:
            hint = ""
            if any(one.startswith(("-s", "--set")) for one in args):
                hint = (
                    "; -s NAME=VALUE stands before the subcommand: scrapy neardup -s NAME=VALUE "
                    f"{opts.subcommand}"
                )
            opts.parser.error(f"unrecognized arguments: {' '.join(args)}{hint}")
        from scrapy_neardup.commands.project import Project
        from scrapy_neardup.commands.terminal import write_line

        assert self.settings is not None
        opts.project = Project(self.settings)
        for remark in opts.project.unknown_options:
            write_line(f"scrapy neardup: {remark}", sys.stderr)
        self.exitcode = run_guarded(opts.run, opts)


class _Subparser(argparse.ArgumentParser):
    """Takes options before arguments that may be left out too, as in ``query INDEX --json URL``."""

    _mixes = True

    def parse_known_args(  # type: ignore[override]
        self, args: Any = None, namespace: Any = None
    ) -> tuple[argparse.Namespace, list[str]]:
        may_be_left_out = any(
            not action.option_strings and action.nargs in ("?", "*") for action in self._actions
        )
        if not (self._mixes and may_be_left_out):
            return super().parse_known_args(args, namespace)
        # argparse alone takes such an argument for left out as soon as it has met those before it.
        # It calls this method again for its two passes.
        self._mixes = False
        try:
            return self.parse_known_intermixed_args(args, namespace)
        finally:
            self._mixes = True


class _Version(argparse.Action):
    """Prints what is installed and exits, as argparse's own does with a line."""

    def __init__(self, option_strings: list[str], dest: str, help: str) -> None:
        super().__init__(option_strings, dest, nargs=0, help=help)

    def __call__(self, parser: argparse.ArgumentParser, *details: object) -> None:
        from scrapy_neardup.commands.terminal import write_table
        from scrapy_neardup.commands.version import installed

        write_table(installed())
        parser.exit()


def run_guarded(function: Callable[[argparse.Namespace], int], options: argparse.Namespace) -> int:
    """The exit code of *function*; the user is told of expected errors in a line."""
    from scrapy_neardup.commands.terminal import sound_output

    with sound_output():
        return _run_guarded(function, options)


def _run_guarded(
    function: Callable[[argparse.Namespace], int], options: argparse.Namespace
) -> int:
    from scrapy_neardup.commands.errors import CommandError, OutputError, UsageProblem
    from scrapy_neardup.commands.terminal import flush_output
    from scrapy_neardup.core.errors import NearDupError

    # By default they would end the process without closing the index or removing temporary files.
    before = {number: signal.getsignal(number) for number in (signal.SIGHUP, signal.SIGTERM)}
    for number, handler in before.items():
        # `nohup` has one ignored.
        if handler is not signal.SIG_IGN:
            signal.signal(number, _terminate)
    try:
        code = function(options)
        flush_output()
        return code
    except OutputError as error:
        _give_output_up()
        return _fail(str(error))
    except UsageProblem as error:
        return _fail(str(error), WRONG_USAGE)
    except CommandError as error:
        return _fail(str(error))
    except NearDupError as error:
        from scrapy_neardup.plugin.settings import with_settings

        return _fail(with_settings(error))
    except ImportError as error:
        return _fail(f"{error}; install scrapy-neardup with all that it depends on")
    except BrokenPipeError:
        _give_output_up()
        return NOT_READ
    except KeyboardInterrupt:
        return _interrupted()
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _interrupted() -> int:
    sys.stderr.write("\ninterrupted\n")
    # Python takes an interrupt for unhandled that passed through the `exec` of a string, as an import
    # of a dataclass makes, and would die of the signal under `-m`. The next such call undoes it.
    exec("")  # noqa: S102
    return INTERRUPTED


def _give_output_up() -> None:
    # Python would complain again when it flushes at exit.
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _fail(message: str, code: int = FAILED) -> int:
    from scrapy_neardup.commands.terminal import write_line

    write_line(f"scrapy neardup: {message}", sys.stderr)
    return code


def _terminate(number: int, frame: object) -> None:
    raise SystemExit(HUNG_UP if number == signal.SIGHUP else TERMINATED)
