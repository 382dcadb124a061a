"""The ``NEARDUP_*`` settings, read once into one checked object."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scrapy.exceptions import NotConfigured
from scrapy.utils.misc import load_object
from scrapy.utils.project import data_path

from scrapy_neardup.core.document import COPY_KINDS, Kind
from scrapy_neardup.core.errors import NearDupError
from scrapy_neardup.core.index.index import DEFAULT_EXPECTED_DOCUMENTS
from scrapy_neardup.core.index.permuted_tables import table_counts
from scrapy_neardup.core.scheme import Scheme
from scrapy_neardup.core.verdict.election import FIRST_SEEN, Keep, Policy
from scrapy_neardup.core.verdict.verify import PRESETS, Thresholds
from scrapy_neardup.extract import ExtractorError, load_extractor
from scrapy_neardup.plugin.exceptions import SettingsError

if TYPE_CHECKING:
    from scrapy.settings import BaseSettings

    from scrapy_neardup.extract.article import Article

DEFAULT_TEXT_FIELDS = ("articleBody", "content", "text", "body", "article")
DEFAULT_URL_FIELDS = ("url", "link", "canonicalUrl")


_MAX_NAME = 255
"""Bytes, on all common file systems."""
_UNITS = {"m": 60, "h": 3600, "d": 86400}


class Action(str, Enum):
    """What becomes of an item with a verdict."""

    DROP = "drop"
    TAG = "tag"
    KEEP = "keep"


ACTION_KINDS = (*sorted(COPY_KINDS, key=lambda kind: kind.value), Kind.UNCHANGED)


@dataclass(frozen=True, slots=True)
class Actions:
    """An action for each kind of copy, and for ``unchanged``; all other kinds are kept."""

    by_kind: Mapping[Kind, Action]

    @classmethod
    def parse(cls, value: Any) -> Actions:
        """From ``"drop"``, ``"tag"`` or ``{kind: action}``. Raises ValueError.

        A single word is for all kinds of copies. A kind that a mapping leaves out is kept.
        """
        if isinstance(value, str):
            action = cls._action(value)
            return cls(dict.fromkeys(COPY_KINDS, action))
        if not isinstance(value, Mapping):
            raise ValueError(f"{value!r}: use 'drop', 'tag' or a dict of kind to action")  # noqa: TRY004
        names = {kind.value: kind for kind in ACTION_KINDS}
        if unknown := [name for name in value if str(name) not in names]:
            raise ValueError(f"unknown kind {unknown[0]!r}: use {', '.join(names)}")
        return cls({names[str(name)]: cls._action(action) for name, action in value.items()})

    @staticmethod
    def _action(value: Any) -> Action:
        try:
            return Action(value)
        except ValueError:
            allowed = ", ".join(repr(action.value) for action in Action)
            raise ValueError(f"{value!r}: use {allowed}") from None

    def __getitem__(self, kind: Kind | None) -> Action:
        return self.by_kind.get(kind, Action.KEEP) if kind is not None else Action.KEEP

    @property
    def tags(self) -> bool:
        """Whether any kind is tagged."""
        return Action.TAG in self.by_kind.values()


@dataclass(frozen=True)
class NearDupSettings:
    """Everything that the plugin's parts are told. Field names are the settings' own."""

    directory: Path | None
    """Absolute; None until the first item for a directory below the project's data path."""
    scheme: Scheme
    actions: Actions
    field_name: str = "neardup"
    scope: str = "spider"
    text_fields: tuple[tuple[type | None, tuple[str, ...]], ...] = ((None, DEFAULT_TEXT_FIELDS),)
    url_fields: tuple[str, ...] = DEFAULT_URL_FIELDS
    extractor: Callable[[Any], Article | None] = field(default=lambda response: None)
    workers: int = 1
    drop_responses: bool = False
    expected_documents: int = DEFAULT_EXPECTED_DOCUMENTS
    wait: float = 60.0
    on_locked: str = "close"
    on_error: str = "close"
    thresholds: Thresholds = PRESETS["balanced"]
    sync: str = "interval"
    ttl: float | None = None
    index_url: str | None = None
    """Of an index on Redis, which other processes may use at the same time."""
    policy: Policy = FIRST_SEEN
    keep_copies: int = 0
    audit: int = 0
    readonly: bool = False
    keep_text: bool = False
    log_level: int = logging.INFO

    @classmethod
    def from_settings(cls, settings: BaseSettings) -> NearDupSettings:
        """Read and check all of them. Raises SettingsError that names every wrong one."""
        reader = _Reader(settings)
        built = cls(
            directory=reader.index_directory("NEARDUP_INDEX") or reader.directory("NEARDUP_DIR"),
            scheme=reader.scheme(),
            actions=reader.actions("NEARDUP_ACTION"),
            field_name=reader.text("NEARDUP_FIELD", "neardup"),
            scope=reader.text("NEARDUP_SCOPE", "spider"),
            text_fields=reader.text_fields("NEARDUP_TEXT_FIELDS"),
            url_fields=reader.names("NEARDUP_URL_FIELDS", DEFAULT_URL_FIELDS),
            extractor=reader.extractor("NEARDUP_EXTRACTOR"),
            workers=reader.number("NEARDUP_WORKERS", 0, 0, 64),
            drop_responses=reader.flag("NEARDUP_DROP_RESPONSES", default=False),
            expected_documents=reader.number(
                "NEARDUP_EXPECTED_DOCUMENTS", DEFAULT_EXPECTED_DOCUMENTS, 1, 2**32
            ),
            wait=reader.seconds("NEARDUP_WAIT", 60.0),
            on_locked=reader.choice("NEARDUP_ON_LOCKED", ("close", "wait", "snapshot", "pass")),
            on_error=reader.choice("NEARDUP_ON_ERROR", ("close", "pass")),
            thresholds=reader.thresholds("NEARDUP_THRESHOLDS"),
            sync=reader.choice("NEARDUP_SYNC", ("interval", "document", "never")),
            ttl=reader.age("NEARDUP_TTL"),
            index_url=reader.index_url("NEARDUP_INDEX"),
            policy=Policy(
                Keep(reader.choice("NEARDUP_KEEP", tuple(keep.value for keep in Keep))),
                reader.hosts("NEARDUP_PREFERRED_HOSTS"),
            ),
            keep_copies=reader.number("NEARDUP_KEEP_COPIES", 0, 0, 65_535),
            audit=reader.number("NEARDUP_AUDIT", 0, 0, 2**32),
            readonly=reader.flag("NEARDUP_READONLY", default=False),
            keep_text=reader.flag("NEARDUP_KEEP_TEXT", default=False),
            log_level=reader.level("NEARDUP_LOG_LEVEL"),
        )
        if built.policy.keep is Keep.PREFERRED_HOSTS and not built.policy.preferred_hosts:
            reader.problems.append(
                "NEARDUP_PREFERRED_HOSTS is wrong: empty, but NEARDUP_KEEP is 'preferred_hosts': "
                "use a list of host names"
            )
        if built.scope != "spider":
            try:
                built.index_name("")
            except SettingsError as error:
                reader.problems.append(str(error))
        if reader.problems:
            raise SettingsError("\n".join(reader.problems))
        return built

    def index_directory(self, spider_name: str) -> Path:
        """Where this spider's index is. Raises SettingsError if no place can be told."""
        assert self.directory is not None
        return self.directory / self.index_name(spider_name)

    def index_name(self, spider_name: str) -> str:
        """What this spider's index is called among those of one directory or URL.

        Raises SettingsError for a name that no directory can have.
        """
        given = spider_name if self.scope == "spider" else self.scope
        name = _safe_name(given)
        length = len(name.encode())
        if not 0 < length <= _MAX_NAME:
            whose = "the spider's name" if self.scope == "spider" else "NEARDUP_SCOPE"
            raise SettingsError(
                f"{whose} is wrong: {given[:80]!r} would name a directory of {length} bytes; use "
                f"1 to {_MAX_NAME}"
                + (", or set NEARDUP_SCOPE to another name" if self.scope == "spider" else "")
            )
        return name


class _Reader:
    """Reads settings one by one and collects what is wrong with them."""

    def __init__(self, settings: BaseSettings) -> None:
        self._settings = settings
        self.problems: list[str] = []

    def _wrong(self, name: str, problem: object) -> None:
        self.problems.append(f"{name} is wrong: {problem}")

    def flag(self, name: str, *, default: bool) -> bool:
        try:
            return self._settings.getbool(name, default)
        except ValueError:
            self._wrong(name, f"{self._settings.get(name)!r}: use True or False")
            return default

    def number(self, name: str, default: int, low: int, high: int) -> int:
        value = self._settings.get(name, default)
        try:
            number = int(value)
        except (TypeError, ValueError):
            number = low - 1
        if (
            isinstance(value, bool)
            or str(value).strip() != str(number)
            or not low <= number <= high
        ):
            self._wrong(name, f"{value!r}: use a whole number from {low} to {high}")
            return default
        return number

    def seconds(self, name: str, default: float) -> float:
        value = self._settings.get(name, default)
        try:
            seconds = float(value)
        except (TypeError, ValueError):
            seconds = -1.0
        if isinstance(value, bool) or not 0 <= seconds < float("inf"):
            self._wrong(name, f"{value!r}: use a number of seconds, 0 or more")
            return default
        return seconds

    def age(self, name: str) -> float | None:
        value = self._settings.get(name, 0)
        text = str(value).strip().lower()
        unit = _UNITS.get(text[-1:], 1) if isinstance(value, str) else 1
        try:
            seconds = float(text[:-1] if text[-1:] in _UNITS else text) * unit
        except ValueError:
            seconds = -1.0
        if isinstance(value, bool) or not 0 <= seconds < float("inf"):
            self._wrong(name, f"{value!r}: use seconds, or '90d', '12h', '30m'; 0 keeps for ever")
            return None
        return seconds or None

    def text(self, name: str, default: str) -> str:
        value = self._settings.get(name, default)
        if not isinstance(value, str) or not value.strip():
            self._wrong(name, f"{value!r}: use a name")
            return default
        return value

    def choice(self, name: str, allowed: tuple[str, ...]) -> str:
        value = self._settings.get(name, allowed[0])
        if value not in allowed:
            self._wrong(name, f"{value!r}: use {' or '.join(map(repr, allowed))}")
            return allowed[0]
        return str(value)

    def level(self, name: str) -> int:
        value = self._settings.get(name, "INFO")
        number = logging.getLevelName(value.upper()) if isinstance(value, str) else value
        if not isinstance(number, int) or isinstance(number, bool):
            self._wrong(name, f"{value!r}: use a log level such as 'INFO' or 'DEBUG'")
            return logging.INFO
        return number

    def actions(self, name: str) -> Actions:
        value = self._settings.get(name, "drop")
        try:
            return Actions.parse(_from_json(value))
        except ValueError as error:
            self._wrong(name, error)
            return Actions({})

    def names(self, name: str, default: tuple[str, ...]) -> tuple[str, ...]:
        value = _from_json(self._settings.get(name, default))
        names = self._as_names(value)
        if names is None:
            self._wrong(name, f"{value!r}: use a field name or a list of them")
            return default
        return names

    @staticmethod
    def _as_names(value: Any) -> tuple[str, ...] | None:
        names = [name.strip() for name in value.split(",")] if isinstance(value, str) else value
        if not isinstance(names, (list, tuple)) or not names:
            return None
        return tuple(names) if all(isinstance(one, str) and one for one in names) else None

    def hosts(self, name: str) -> tuple[str, ...]:
        value = _from_json(self._settings.get(name, ()))
        names = self._as_names(value) if value else ()
        if names is None or any(set(host) & set("/:@* ") for host in names):
            self._wrong(name, f"{value!r}: use a list of host names, such as ['news.example']")
            return ()
        return tuple(host.lower().strip(".") for host in names)

    def text_fields(self, name: str) -> tuple[tuple[type | None, tuple[str, ...]], ...]:
        value = _from_json(self._settings.get(name, None))
        if not value:
            return ((None, DEFAULT_TEXT_FIELDS),)
        by_class = value if isinstance(value, Mapping) else {None: value}
        chosen: list[tuple[type | None, tuple[str, ...]]] = []
        for item_class, given in by_class.items():
            names = self._as_names(given)
            if names is None:
                self._wrong(name, f"{given!r}: use a field name or a list of them")
                continue
            try:
                loaded = load_object(item_class) if isinstance(item_class, str) else item_class
            except (ImportError, ValueError, NameError) as error:
                self._wrong(name, f"item class {item_class!r} can't be imported: {error}")
                continue
            if loaded is not None and not isinstance(loaded, type):
                self._wrong(name, f"{item_class!r} is no class: use a class or its import path")
                continue
            chosen.append((loaded, names))
        if isinstance(value, Mapping):
            chosen.append((None, DEFAULT_TEXT_FIELDS))
        return tuple(chosen)

    def thresholds(self, name: str) -> Thresholds:
        value = self._settings.get(name, "balanced")
        if isinstance(value, str) and value in PRESETS:
            return PRESETS[value]
        names = [one.name for one in fields(Thresholds)]
        value = _from_json(value)
        if (
            isinstance(value, Mapping)
            and set(value) <= set(names)
            and all(isinstance(one, (int, float)) and 0 <= one <= 1 for one in value.values())
        ):
            return Thresholds(**value)
        self._wrong(
            name,
            f"{value!r}: use {', '.join(map(repr, PRESETS))}, or a dict of "
            f"{' and '.join(map(repr, names))} to a score from 0 to 1",
        )
        return PRESETS["balanced"]

    def extractor(self, name: str) -> Callable[[Any], Article | None]:
        try:
            return load_extractor(self._settings.get(name, "default"))
        except ExtractorError as error:
            self._wrong(name, error)
            return lambda response: None

    def scheme(self) -> Scheme:
        distance = self.number("NEARDUP_MAX_DISTANCE", 3, 1, 6)
        counts = table_counts(distance)
        default = counts_default(distance)
        tables = self._settings.get("NEARDUP_SIMHASH_TABLES", default)
        try:
            tables = int(tables)
        except (TypeError, ValueError):
            tables = 0
        if tables not in counts:
            self._wrong(
                "NEARDUP_SIMHASH_TABLES",
                f"{self._settings.get('NEARDUP_SIMHASH_TABLES')!r} with NEARDUP_MAX_DISTANCE "
                f"{distance}: use {', '.join(map(str, counts))}",
            )
            tables = default
        segmenter = self._settings.get("NEARDUP_SEGMENTER", Scheme.segmenter)
        try:
            scheme = Scheme(segmenter=segmenter, max_distance=distance, simhash_tables=tables)
        except ValueError as error:
            self._wrong("NEARDUP_SEGMENTER", error)
            return Scheme()
        given = _from_json(self._settings.get("NEARDUP_SYNONYMS"))
        if not given:
            return scheme
        files = [given] if isinstance(given, (str, Path)) else given
        if not isinstance(files, (list, tuple)) or not all(
            isinstance(one, (str, Path)) for one in files
        ):
            self._wrong("NEARDUP_SYNONYMS", f"{given!r}: use a path or a list of paths")
            return scheme
        try:
            return scheme.with_synonyms([str(one) for one in files])
        except ValueError as error:
            self._wrong("NEARDUP_SYNONYMS", error)
            return scheme

    def index_directory(self, name: str) -> Path | None:
        value = self._settings.get(name)
        return None if value is None or "://" in str(value) else self.directory(name)

    def index_url(self, name: str) -> str | None:
        value = self._settings.get(name)
        if "://" not in str(value):
            return None
        try:
            from scrapy_neardup.core.redis.location import read_location

            read_location(str(value))
        except NearDupError as error:
            self._wrong(name, error)
        return str(value)

    def directory(self, name: str) -> Path | None:
        value = self._settings.get(name, "neardup")
        if not isinstance(value, (str, Path)) or not str(value) or "\0" in str(value):
            self._wrong(name, f"{value!r}: use a path")
            return None
        try:
            return Path(data_path(value)).resolve()
        except NotConfigured as error:
            self._wrong(
                name,
                f"{str(value)!r} is below the project's data directory, but there is none "
                f"({error}): use an absolute path",
            )
            return None


def _from_json(value: Any) -> Any:
    """*value*, or what it says if it is a dict or a list in JSON, as on the command line."""
    if isinstance(value, str) and value.lstrip().startswith(("{", "[")):
        try:
            return json.loads(value)
        except ValueError:
            return value
    return value


def counts_default(max_distance: int) -> int:
    """The default number of tables: the second smallest design, 10 for k = 3."""
    return list(table_counts(max_distance))[1]


def _safe_name(name: str) -> str:
    """*name* as one directory name: no separators, no climbing out, and no two names alike.

    Letters and digits of any script and ``-_.`` stand for themselves, all else is %XX by bytes.
    """
    plain = name.strip(".") != ""
    return "".join(
        char if char.isalnum() or char in "-_" or (char == "." and plain) else _percent(char)
        for char in name
    )


def _percent(char: str) -> str:
    return "".join(f"%{byte:02X}" for byte in char.encode("utf-8", "surrogatepass"))
