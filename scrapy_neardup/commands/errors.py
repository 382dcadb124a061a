"""What a command tells its user instead of a traceback."""

from __future__ import annotations


class CommandError(Exception):
    """Bad input or a failed check: printed to standard error, exit code 1."""


class UsageProblem(CommandError):
    """A value of an option that means nothing: wrong usage, exit code 2."""


class OutputError(CommandError):
    """Standard output can't be written, as on a full disk. The rest of the output is given up."""
