"""What the settings of a project, and ``-s``, say to the commands: verdicts are to be a crawl's."""

from __future__ import annotations

import os
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from scrapy_neardup.commands.errors import CommandError
from scrapy_neardup.counting import listed

if TYPE_CHECKING:
    from scrapy.settings import BaseSettings
    from scrapy.spiderloader import SpiderLoaderProtocol

    from scrapy_neardup.core.criteria import Criteria
    from scrapy_neardup.core.scheme import Scheme
    from scrapy_neardup.core.verdict.election import Policy
    from scrapy_neardup.core.verdict.thresholds import Thresholds
    from scrapy_neardup.extract import Extractor
    from scrapy_neardup.plugin.settings import NearDupSettings


class PlaceOfCrawls(str):
    """The directory or URL where crawls keep an index, by their settings, if they have made one yet."""

    __slots__ = ()


class Project:
    """The project that a command runs in, with its *settings*; it may be none at all.

    Everything raises CommandError for wrong ``NEARDUP_*`` settings.
    """

    def __init__(self, settings: BaseSettings) -> None:
        self._settings = settings

    @property
    def unknown_options(self) -> list[str]:
        """A line for each ``-s`` that looks like a setting of the plugin, and is none."""
        from scrapy.settings import SETTINGS_PRIORITIES

        priority = SETTINGS_PRIORITIES["cmdline"]
        given = [name for name in self._settings if self._settings.getpriority(name) == priority]
        if not given:
            return []
        # They take a while to load.
        from scrapy_neardup.plugin.setting_names import unknown_settings
        from scrapy_neardup.plugin.settings import setting_names

        _, remarks = unknown_settings(given, setting_names())
        return remarks

    @property
    def thresholds(self) -> Thresholds:
        """The least scores of copies."""
        return self._checked.thresholds

    def criteria_on(self, host: str) -> Criteria:
        """By what the articles of *host* are judged."""
        return self._checked.criteria_on(host)

    @property
    def policy(self) -> Policy:
        """Which article of a story is its original."""
        return self._checked.policy

    @property
    def expected_documents(self) -> int:
        """For how many documents a new index on Redis is laid out."""
        return self._checked.expected_documents

    @property
    def extractor(self) -> Extractor:
        """What reads the articles of pages."""
        return self._checked.extractor

    @property
    def scheme(self) -> Scheme:
        """The parameters of a new index."""
        return self._checked.scheme

    @property
    def wanted_scheme(self) -> Scheme | None:
        """The parameters that an index has to have, None where the settings say nothing of them."""
        from scrapy_neardup.plugin.settings import SCHEME_SETTINGS

        said = any(self._settings.get(name) is not None for name in SCHEME_SETTINGS.values())
        return self.scheme if said else None

    @property
    def known_scheme(self) -> Scheme | None:
        """The parameters that crawls give an index, None where there is no project to tell them."""
        from scrapy.utils.project import inside_project

        return self.scheme if inside_project() else self.wanted_scheme

    def locate(self, location: str) -> str:
        """The directory or URL of the index that *location* names: its own, or a spider's.

        A URL, a path with a separator and a file stand for themselves; but a scope may have a
        separator in its name, if that is not the path of a file or an index here, and a spider, if
        nothing is at that path. The name of a spider, of the scope, or of an index that is in the
        project's directory of indexes, stands for that index, not for a folder of that name, as a
        project often has a package of the spider's name; from then on, that spider's own settings
        hold. Any other name is a path. Raises CommandError for a name that stands for an index in
        this folder as well.
        """
        from scrapy_neardup.core.stores.engines import engine_in

        if not location:
            raise CommandError("an index without a name: give its directory, URL or spider")
        path = Path(location)
        if not (_is_bare(location) or self._is_name(location)) or path.is_file():
            return location
        self._take_settings_of(location)
        place = self._place_of(location)
        if place is None:
            return location
        if engine_in(path):
            self._require_one(place, path)
            return location
        return place

    def _is_name(self, location: str) -> bool:
        """Whether *location*, which has a separator, is the name of the scope or of a spider all the same."""
        from scrapy_neardup.core.stores.engines import engine_in

        path = Path(location)
        if location == self._settings.get("NEARDUP_SCOPE"):
            return not engine_in(path)
        if "://" in location or path.is_absolute() or os.path.exists(path):
            return False
        # What is plainly a path is none the less so where spiders can't be loaded.
        with suppress(CommandError):
            return location in self._spiders()
        return False

    @staticmethod
    def _require_one(place: str, path: Path) -> None:
        """Raise CommandError if there is an index of the project at *place* besides the one in *path*:
        the name of *path* stands for both.
        """
        from scrapy_neardup.core.locations import is_shared, without_password
        from scrapy_neardup.core.stores.engines import engine_in, read_location

        if not is_shared(place):
            directory, _ = read_location(place)
            if engine_in(directory) is None or directory.samefile(path):
                return
        raise CommandError(
            f"{path} is an index in this folder, and the name of one of the project, which is "
            f"{without_password(place)}: write .{os.sep}{path} for the first, or the whole of that "
            "for the second"
        )

    def locate_to_fill(self, location: str) -> str:
        """As :meth:`locate`, of an index that is made if missing.

        In a project, a bare name that is neither one of the project's nor that of a folder here is more
        likely a misspelled spider than a new index, which no crawl would find: raises CommandError.
        """
        from scrapy.utils.project import inside_project

        place = self.locate(location)
        is_new = inside_project() and _is_bare(location) and not Path(location).exists()
        if is_new and place == location:
            # A project without a data directory has no place for the index of its spider.
            self.require_no_spider(location)
            raise CommandError(
                f"{location} is no spider of this project, and no index is there yet: write "
                f".{os.sep}{location} for a new one, which no crawl will look for; the spiders are "
                f"{listed(self._spiders()) or 'none yet'}"
            )
        return place

    def require_no_spider(self, location: str) -> None:
        """Raise CommandError if *location*, of a new index, is the bare name of a spider or of the
        scope.

        A folder of that name would not be where crawls look for their index.
        """
        if not _is_bare(location):
            return
        if location in self._spiders():
            what = "a spider"
        elif location == self._checked.shared_scope:
            what = "NEARDUP_SCOPE"
        else:
            return
        raise CommandError(
            f"{location} is the name of {what}, and crawls would not look for an index in a "
            f"folder of that name here: write .{os.sep}{location} if you mean the folder"
        )

    def _take_settings_of(self, name: str) -> None:
        """Go by what the spider *name*, if there is one, has in its ``custom_settings``, too, as its
        crawls do.
        """
        try:
            spider = _loader(self._settings).load(name)
        except KeyError:
            return
        settings = self._settings.copy()
        try:
            spider.update_settings(settings)
        except Exception as error:
            raise CommandError(
                f"the spider {name} can't say what its settings are: {_said(error)}; give this command what "
                "its crawls have, such as variables of the environment, or name the index by its path"
            ) from error
        self._settings = settings
        for read in ("_placed", "_checked"):
            self.__dict__.pop(read, None)

    def _place_of(self, name: str) -> str | None:
        """The directory or URL of the project's index called *name*, None if it has none."""
        from scrapy_neardup.core.locations import is_shared
        from scrapy_neardup.core.opening import location_below
        from scrapy_neardup.core.stores.engines import engine_in, read_location
        from scrapy_neardup.plugin.settings import safe_name

        of_crawls = name == self._checked.shared_scope or name in self._spiders()
        settings = self._placed
        if settings is None:
            return None
        # Another project, a former spider, or this one before there was a scope may have an index there.
        other = location_below(str(settings.base), safe_name(name))
        is_there = not is_shared(other) and engine_in(read_location(other)[0]) is not None
        if not of_crawls:
            return other if is_there else None
        own = settings.index_location(name)
        if is_there and own != other:
            raise CommandError(
                f"{name} may mean the index that crawls use, {own}, or {other}, which is there, too: "
                "write the whole path of one"
            )
        return PlaceOfCrawls(own)

    def _spiders(self) -> list[str]:
        return spiders_of(self._settings)

    @cached_property
    def _placed(self) -> NearDupSettings | None:
        """The settings with the place of indexes, None in a project without a data directory to
        which that place is relative.
        """
        from scrapy_neardup.plugin.exceptions import SettingsError
        from scrapy_neardup.plugin.settings import NearDupSettings

        try:
            return NearDupSettings.from_settings(self._settings)
        except SettingsError as error:
            if has_data_directory():
                raise CommandError(str(error)) from error
            return None

    @cached_property
    def _checked(self) -> NearDupSettings:
        """The settings, read without a place: a command may run outside of a project."""
        from scrapy_neardup.plugin.exceptions import SettingsError
        from scrapy_neardup.plugin.settings import NearDupSettings

        settings = self._settings.copy()
        settings.setdict({"NEARDUP_INDEX": None, "NEARDUP_DIR": str(Path.cwd())}, "cmdline")
        try:
            return NearDupSettings.from_settings(settings)
        except SettingsError as error:
            raise CommandError(str(error)) from error


def _is_bare(location: str) -> bool:
    """Whether *location* is a mere name, which may be one of the project."""
    return bool(location) and "://" not in location and os.sep not in location


def spiders_of(settings: BaseSettings) -> list[str]:
    """The names of the project's spiders. Raises CommandError where one can't be imported."""
    return _loader(settings).list()


def _loader(settings: BaseSettings) -> SpiderLoaderProtocol:
    from scrapy.spiderloader import get_spider_loader

    try:
        return get_spider_loader(settings)
    except Exception as error:
        raise CommandError(
            f"the spiders of this project can't be loaded: {_said(error)}; `scrapy list` shows where, and "
            "an index can be named by its path"
        ) from error


def _said(error: Exception) -> str:
    """What *error*, raised by code of the project, says; a mere KeyError says no more than a name."""
    return str(error) if isinstance(error, ImportError) else f"{type(error).__name__}: {error}"


def has_data_directory() -> bool:
    """Whether there is a directory to which a relative NEARDUP_DIR is relative."""
    from scrapy.exceptions import NotConfigured
    from scrapy.utils.project import data_path

    try:
        data_path("")
    except NotConfigured:
        return False
    return True
