"""Whether an index has the scheme that is wanted, and what to do where it has another one."""

from __future__ import annotations

from shlex import quote

from scrapy_neardup.core.errors import SchemeMismatch
from scrapy_neardup.core.format import rebuild, unreadable
from scrapy_neardup.core.postings.permuted_tables import PermutedTables
from scrapy_neardup.core.scheme import Scheme


def agreed(
    stored: object, wanted: Scheme | None, *, shown: str = "the index", shared: bool = False
) -> Scheme:
    """The scheme that the index *shown* has *stored*; if *wanted* is given, *wanted* itself, which has the
    paths of this machine.

    Raises SchemeMismatch if the stored scheme differs from *wanted*, or is of another version, and
    IndexCorrupt if it can be no scheme, with the remedy for a *shared* index or for one in a directory.
    """
    try:
        found = Scheme.from_dict(stored)  # type: ignore[arg-type]
    except ValueError as error:
        remedy = rebuild(shared=shared, outdated=True)
        raise SchemeMismatch(f"{error}; {remedy}, or use the version that made it") from error
    except TypeError as error:
        raise unreadable(shown, repr(error), shared=shared) from error
    if outdated := found.other_versions():
        raise SchemeMismatch(
            "the index was made by another version of this package (index against this one): "
            f"{'; '.join(outdated)}; {rebuild(shared=shared, outdated=True)}, or use the version that made it"
        )
    try:
        PermutedTables(found.max_distance, found.simhash_tables)
    except (ValueError, TypeError) as error:
        raise unreadable(shown, str(error), shared=shared) from error
    require_scheme(found, wanted, shared=shared)
    # The given scheme knows where its dictionary is now.
    return wanted or found


def require_scheme(found: Scheme, wanted: Scheme | None, *, shared: bool = False) -> None:
    """Raise SchemeMismatch, naming the differences and the remedy, unless *wanted* is *found* or None."""
    if wanted is not None and (differences := found.differences(wanted)):
        remedy = rebuild(shared=shared, options=_options(found, wanted))
        raise SchemeMismatch(
            "the index was made with another scheme (index against settings): "
            + "; ".join(differences)
            + f"; set these as the index has them, or {remedy}",
            about=found.differing(wanted),
        )


def _options(found: Scheme, wanted: Scheme) -> str:
    """The options of the command ``rebuild``, which goes by no settings, that make *wanted* of *found*."""
    options = {
        "segmenter": [f"--segmenter {wanted.segmenter}"],
        "max_distance": [f"--max-distance {wanted.max_distance}"],
        "simhash_tables": [f"--simhash-tables {wanted.simhash_tables}"],
        "synonyms": [f"--synonyms {quote(file)}" for file in wanted.synonym_files]
        or ["--no-synonyms"],
    }
    return "".join(
        f" {option}" for name in found.differing(wanted) for option in options.get(name, ())
    )
