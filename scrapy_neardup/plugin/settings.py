"""The ``NEARDUP_*`` settings: a table of their names, parsers and defaults, checked once."""

# ruff: noqa: RUF009 - setting() makes a dataclass field, as field() does
from __future__ import annotations

from dataclasses import dataclass, field, fields, replace
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any

from scrapy.exceptions import NotConfigured
from scrapy.utils.project import data_path

from scrapy_neardup.core.criteria import EVERYTHING, Compare, Criteria
from scrapy_neardup.core.document import Kind
from scrapy_neardup.core.errors import NearDupError
from scrapy_neardup.core.fingerprints.segment import SEGMENTERS
from scrapy_neardup.core.index.index import DEFAULT_EXPECTED_DOCUMENTS
from scrapy_neardup.core.index.record import MOST_LET_THROUGH
from scrapy_neardup.core.locations import index_path
from scrapy_neardup.core.opening import location_below
from scrapy_neardup.core.postings.permuted_tables import (
    MAX_DISTANCE,
    default_tables,
    table_counts,
)
from scrapy_neardup.core.scheme import Scheme
from scrapy_neardup.core.stores.sync import SYNC_MODES
from scrapy_neardup.core.verdict.election import Keep, Policy
from scrapy_neardup.core.verdict.thresholds import Thresholds
from scrapy_neardup.plugin import setting_values as values
from scrapy_neardup.plugin.actions import Action, Actions
from scrapy_neardup.plugin.enabled import flag
from scrapy_neardup.plugin.exceptions import SettingsError
from scrapy_neardup.plugin.guard import OFF, TAG, WARN
from scrapy_neardup.plugin.setting_names import unknown_settings

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from scrapy.settings import BaseSettings

    from scrapy_neardup.extract import Extractor
    from scrapy_neardup.plugin.host_rules import HostRules
    from scrapy_neardup.plugin.setting_values import TextFields

SCHEME_SETTINGS = {
    "max_distance": "NEARDUP_MAX_DISTANCE",
    "simhash_tables": "NEARDUP_SIMHASH_TABLES",
    "segmenter": "NEARDUP_SEGMENTER",
    "synonyms": "NEARDUP_SYNONYMS",
}
"""The settings that make the scheme, by its fields."""
OPTION_SETTINGS = {
    "whole": "NEARDUP_THRESHOLDS",
    "part": "NEARDUP_THRESHOLDS",
    "rewritten": "NEARDUP_THRESHOLDS",
    "length": "NEARDUP_MIN_LENGTH",
    "rewriting": "NEARDUP_REWRITTEN",
    "ttl": "NEARDUP_TTL",
    "sync": "NEARDUP_SYNC",
}
"""The settings that all who have an index open in one process give alike: those that make the
thresholds, by their fields, and how the index is written."""


def with_settings(error: NearDupError, otherwise: str | None = None) -> str:
    """The message of *error*, with the settings that its remedy is to change, or else the setting
    *otherwise*.
    """
    told, names = str(error), SCHEME_SETTINGS | OPTION_SETTINGS
    about = [*dict.fromkeys(names[field] for field in error.about if field in names)]
    if not about and otherwise is not None:
        about = [otherwise]
    return told if all(name in told for name in about) else f"{told} (see {', '.join(about)})"


_ZERO_OF_WINDOW = "compares with all that the index has"
_MAX_NAME = 255
"""Bytes of a file's name, on all common file systems."""


def setting(name: str, parse: Callable[[Any], Any], default: Any) -> Any:
    """A field of :class:`NearDupSettings`: the value of the setting *name*, or *default*, parsed.

    *parse* raises ValueError with a message to which the name is added.
    """
    return field(metadata={"name": name, "parse": parse, "default": default})


def _optional(parse: Callable[[Any], Any]) -> Callable[[Any], Any]:
    return lambda value: None if value is None else parse(value)


@dataclass(frozen=True)
class NearDupSettings:
    """The plugin's settings, one field each. What several settings say together is a property."""

    index: str | None = setting("NEARDUP_INDEX", _optional(values.index_location), None)
    """A directory or URL, below which each scope has its index."""
    directory: str = setting("NEARDUP_DIR", values.index_location, "neardup")
    """The directory if *index* is None, relative to the project's data path."""
    scope: str = setting("NEARDUP_SCOPE", values.name, "spider")
    actions: Actions = setting("NEARDUP_ACTION", values.actions, "drop")
    field_name: str = setting("NEARDUP_FIELD", values.name, "neardup")
    text_fields: TextFields = setting("NEARDUP_TEXT_FIELDS", values.text_fields, None)
    url_fields: tuple[str, ...] = setting(
        "NEARDUP_URL_FIELDS", values.field_names, values.DEFAULT_URL_FIELDS
    )
    extractor: Extractor = setting("NEARDUP_EXTRACTOR", values.extractor, "default")
    segmenter: str = setting("NEARDUP_SEGMENTER", values.choice(*SEGMENTERS), Scheme.segmenter)
    synonyms: tuple[str, ...] = setting("NEARDUP_SYNONYMS", values.paths, None)
    max_distance: int = setting(
        "NEARDUP_MAX_DISTANCE", values.number(1, MAX_DISTANCE), Scheme.max_distance
    )
    simhash_tables: object = setting("NEARDUP_SIMHASH_TABLES", lambda value: value, None)
    """As it was given; what is allowed depends on the distance."""
    thresholds: Thresholds = setting("NEARDUP_THRESHOLDS", values.thresholds, "balanced")
    min_length: int = setting("NEARDUP_MIN_LENGTH", values.number(0, 100_000), Thresholds.length)
    """Part of the thresholds. A text of less than 20 Chinese characters or seven English words is a
    comment or a caption, and can equal another one by chance."""
    rewritten: bool = setting("NEARDUP_REWRITTEN", flag, Thresholds.rewriting)
    """Part of the thresholds."""
    rewritten_window: float | None = setting(
        "NEARDUP_REWRITTEN_WINDOW", values.age(_ZERO_OF_WINDOW), 0
    )
    """Seconds, None for all that the index has."""
    host_rules: HostRules = setting("NEARDUP_HOST_RULES", values.host_rules, None)
    compare: str = setting(
        "NEARDUP_COMPARE", values.choice(*(one.value for one in Compare)), "all"
    )
    window: float | None = setting("NEARDUP_WINDOW", values.age(_ZERO_OF_WINDOW), 0)
    """Seconds, None for all that the index has."""
    expected_documents: int = setting(
        "NEARDUP_EXPECTED_DOCUMENTS", values.number(1, 2**32), DEFAULT_EXPECTED_DOCUMENTS
    )
    drop_responses: bool = setting("NEARDUP_DROP_RESPONSES", flag, False)
    wait: float = setting("NEARDUP_WAIT", values.seconds, 60.0)
    """Seconds."""
    on_locked: str = setting(
        "NEARDUP_ON_LOCKED", values.choice("close", "wait", "snapshot", "pass"), "close"
    )
    on_error: str = setting("NEARDUP_ON_ERROR", values.choice("close", "pass"), "close")
    sync: str = setting("NEARDUP_SYNC", values.choice(*SYNC_MODES), "interval")
    ttl: float | None = setting("NEARDUP_TTL", values.age("keeps for ever"), 0)
    """Seconds, None for ever. Part of the thresholds."""
    readonly: bool = setting("NEARDUP_READONLY", flag, False)
    keep: str = setting("NEARDUP_KEEP", values.choice(*(one.value for one in Keep)), "first_seen")
    preferred_hosts: tuple[str, ...] = setting("NEARDUP_PREFERRED_HOSTS", values.hosts, ())
    dropped_feed: str | dict[str, Any] | None = setting(
        "NEARDUP_DROPPED_FEED", _optional(values.feed), None
    )
    """A feed's URI, or a dict as in FEEDS."""
    keep_copies: int = setting("NEARDUP_KEEP_COPIES", values.number(0, MOST_LET_THROUGH), 0)
    audit: int = setting("NEARDUP_AUDIT", values.number(0, 2**32), 0)
    guard: str = setting("NEARDUP_GUARD", values.choice(WARN, TAG, OFF), WARN)
    keep_text: bool = setting("NEARDUP_KEEP_TEXT", flag, False)
    log_level: int = setting("NEARDUP_LOG_LEVEL", values.log_level, "INFO")
    remarks: tuple[str, ...] = ()
    """What is worth a warning, a line each."""

    @classmethod
    def from_settings(cls, settings: BaseSettings) -> NearDupSettings:
        """All settings, read and checked. Raises SettingsError that names every wrong one."""
        problems, remarks = unknown_settings(settings, setting_names())
        parsed: dict[str, Any] = {}
        for one in fields(cls):
            if not one.metadata:
                continue
            name, parse, default = (one.metadata[key] for key in ("name", "parse", "default"))
            given = settings.get(name, default)
            try:
                parsed[one.name] = parse(given)
            except ValueError as error:
                hint = values.BROKEN_JSON if values.is_broken_json(given) else ""
                problems.append(f"{name} is wrong: {error}{hint}")
                parsed[one.name] = parse(default)
        parsed["thresholds"] = replace(
            parsed["thresholds"],
            length=parsed["min_length"],
            rewriting=parsed["rewritten"],
            ttl=parsed["ttl"],
        )
        built = cls(**parsed, remarks=(*remarks, *_without_effect(parsed)))
        problems += built._conflicts()
        if problems:
            raise SettingsError("\n".join(problems))
        return built

    @cached_property
    def base(self) -> Path | str:
        """The absolute directory or the URL below which each scope has its index.

        Raises SettingsError if a relative directory is given and there is no project, and for a link
        that leads to nothing.
        """
        given = self.directory if self.index is None else self.index
        if "://" in given:
            return given
        try:
            return index_path(data_path(given))
        except NotConfigured as error:
            raise SettingsError(
                f"{self.place_setting} is wrong: {given!r} is below the project's data directory, "
                f"but there is none ({error}): use an absolute path"
            ) from error
        except NearDupError as error:
            raise SettingsError(f"{self.place_setting} is wrong: {error}") from error

    @property
    def place_setting(self) -> str:
        """The name of the setting that says where the index is."""
        return "NEARDUP_DIR" if self.index is None else "NEARDUP_INDEX"

    @cached_property
    def scheme(self) -> Scheme:
        """How texts are fingerprinted. Raises SettingsError for tables or synonyms that don't
        fit.
        """
        counts = table_counts(self.max_distance)
        tables = default_tables(self.max_distance)
        if self.simhash_tables is not None:
            tables = values.whole_number(self.simhash_tables) or 0
        if tables not in counts:
            raise SettingsError(
                f"NEARDUP_SIMHASH_TABLES is wrong: {self.simhash_tables!r} with "
                f"NEARDUP_MAX_DISTANCE {self.max_distance}: use {', '.join(map(str, counts))}"
            )
        scheme = Scheme(
            segmenter=self.segmenter, max_distance=self.max_distance, simhash_tables=tables
        )
        if not self.synonyms:
            return scheme
        try:
            return scheme.with_synonyms(self.synonyms)
        except ValueError as error:
            raise SettingsError(f"NEARDUP_SYNONYMS is wrong: {error}") from error

    @cached_property
    def policy(self) -> Policy:
        """The policy that says which article of a story is its original. Raises SettingsError if
        ``NEARDUP_KEEP`` needs preferred hosts and none are given.
        """
        keep = Keep(self.keep)
        if keep is Keep.PREFERRED_HOSTS and not self.preferred_hosts:
            raise SettingsError(
                "NEARDUP_PREFERRED_HOSTS is wrong: empty, but NEARDUP_KEEP is 'preferred_hosts': "
                "use a list of host names"
            )
        return Policy(keep, self.preferred_hosts)

    def actions_on(self, host: str) -> Actions:
        """What becomes of copies on *host*."""
        return self.host_rules.of(host).actions or self.actions

    def criteria_on(self, host: str) -> Criteria:
        """The criteria by which the articles of *host* are judged."""
        return self._criteria(self.host_rules.of(host).thresholds)

    @cached_property
    def _criteria(self) -> Callable[[Thresholds | None], Criteria]:
        window, compare, length = self.window, Compare(self.compare), self.min_length
        rewritten_window = self.rewritten_window if self.rewritten else None

        @cache
        def criteria(thresholds: Thresholds | None) -> Criteria:
            if thresholds is not None:
                thresholds = replace(thresholds, length=length)
            chosen = Criteria(thresholds, window, compare, rewritten_window)
            return EVERYTHING if chosen == EVERYTHING else chosen

        return criteria

    @property
    def shared_scope(self) -> str | None:
        """The name of the index that all spiders share, None where each has its own."""
        return None if self.scope == "spider" else self.scope

    def index_location(self, spider_name: str) -> str:
        """The directory or URL of this spider's index.

        Raises SettingsError as :attr:`base` and :meth:`index_name`.
        """
        return location_below(str(self.base), self.index_name(spider_name))

    def index_name(self, spider_name: str) -> str:
        """The name of this spider's index among those of one directory or URL.

        Raises SettingsError for a name that no directory can have.
        """
        given = self.shared_scope or spider_name
        name = safe_name(given)
        length = len(name.encode())
        if not 0 < length <= _MAX_NAME:
            whose = "NEARDUP_SCOPE" if self.shared_scope else "the spider's name"
            raise SettingsError(
                f"{whose} is wrong: {given[:80]!r} would name a directory of {length} bytes; use "
                f"1 to {_MAX_NAME}"
                + ("" if self.shared_scope else ", or set NEARDUP_SCOPE to another name")
            )
        return name

    def _conflicts(self) -> list[str]:
        """What is wrong with the settings taken together, a line each."""
        problems = []
        for check in (
            lambda: self.base,
            lambda: self.scheme,
            lambda: self.policy,
            lambda: self.shared_scope and self.index_name(""),
        ):
            try:
                check()
            except SettingsError as error:
                problems.append(str(error))
        read = {name for _, names in self.text_fields for name in names}
        for which, names in (
            ("NEARDUP_TEXT_FIELDS", read),
            ("NEARDUP_URL_FIELDS", {*self.url_fields}),
            ("articles' titles", {"title"}),
        ):
            if self.field_name in names:
                problems.append(
                    f"NEARDUP_FIELD is wrong: tags would overwrite {self.field_name!r}, a field of "
                    f"{which}: name a field of its own"
                )
        return problems


def setting_names() -> frozenset[str]:
    """The names of all settings of the plugin."""
    rows = (one.metadata["name"] for one in fields(NearDupSettings) if one.metadata)
    return frozenset({"NEARDUP_ENABLED", *rows})


def _without_effect(parsed: dict[str, Any]) -> list[str]:
    remarks = []
    if parsed["window"] and parsed["ttl"] and parsed["window"] >= parsed["ttl"]:
        remarks.append(
            "NEARDUP_WINDOW has no effect: it is not shorter than NEARDUP_TTL, after which articles "
            "are forgotten"
        )
    if parsed["rewritten_window"] and not parsed["rewritten"]:
        remarks.append("NEARDUP_REWRITTEN_WINDOW has no effect: NEARDUP_REWRITTEN is off")
    # A word for all kinds drops no copy in other words.
    if parsed["actions"].by_kind.get(Kind.REWRITTEN) is Action.DROP and not parsed["rewritten"]:
        remarks.append(
            "NEARDUP_ACTION for 'rewritten' has no effect on copies that are not known: "
            "NEARDUP_REWRITTEN is off, so they are not looked for"
        )
    if parsed["preferred_hosts"] and parsed["keep"] != Keep.PREFERRED_HOSTS.value:
        remark = "NEARDUP_PREFERRED_HOSTS has no effect: set NEARDUP_KEEP to 'preferred_hosts', "
        remarks.append(f"{remark}it is {parsed['keep']!r}")
    return remarks


def safe_name(name: str) -> str:
    """*name* as one directory name: no separators, no climbing out, and no two names alike, unless the
    file system ignores case and they differ in that alone.

    Letters and digits of any script and ``-_.`` stand for themselves, all else is %XX by bytes.
    """
    plain = name.strip(".") != ""
    return "".join(
        char if char.isalnum() or char in "-_" or (char == "." and plain) else _percent(char)
        for char in name
    )


def _percent(char: str) -> str:
    return "".join(f"%{byte:02X}" for byte in char.encode("utf-8", "surrogatepass"))
