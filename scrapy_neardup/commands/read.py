"""`scrapy neardup read`: a page as the plugin reads it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scrapy_neardup.commands.errors import CommandError
from scrapy_neardup.commands.terminal import (
    add_json_option,
    bold,
    cells,
    clip,
    width_or,
    write_json,
    write_line,
    write_table,
)

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterable

    from scrapy.http import HtmlResponse

    from scrapy_neardup.commands.project import Project
    from scrapy_neardup.extract import Explanation
    from scrapy_neardup.extract.article import Article

SUMMARY = "show what is read of a page, and why the rest is not"
DESCRIPTION = """\
Read a page as a crawl does, with the project's NEARDUP_EXTRACTOR, and print its title, date and
address, the article's text, the lines that were left out and why, and the elements that were not
read. SOURCE is the http or https address of a page, which is fetched, a saved page, or - for
standard input.

With --index, the lines are left out, too, that the page's site repeats on page after page, as
the crawls of that index have learned."""

_TEMPLATE = "the site repeats it"
_PLAIN_WIDTH = 120
_MOST_OF_ELEMENT = 40


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("source", metavar="SOURCE", help="an address, a file, or -")
    parser.add_argument(
        "--url", metavar="URL", help="the address that a saved page is from (default: the file's)"
    )
    parser.add_argument(
        "--index",
        metavar="INDEX",
        help="index whose crawls know the site: a directory, a URL, or a spider's name",
    )
    parser.add_argument("--encoding", metavar="NAME", help="encoding of the page")
    add_json_option(parser)


def run(options: argparse.Namespace) -> int:
    from scrapy_neardup.commands import sources
    from scrapy_neardup.extract import Article

    source = sources.local(options.source) or sources.fetched(options.source)
    if source is None:
        raise CommandError(
            f"{options.source}: no such file; name a file, an http or https address, or - for "
            "standard input"
        )
    page = source.response(options.encoding, options.url)
    # If it is a spider's, that spider's settings hold for what reads the page, too.
    where = options.project.locate(options.index) if options.index is not None else None
    explained = _explained(page, options.project)
    found = explained.found
    repeated = set()
    if where is not None and isinstance(found, Article):
        repeated = _repeated(found, page.url, where)
    answer = _answer(explained, page, repeated)
    if options.json:
        write_json(answer)
    else:
        _show(answer)
    return 0


def _explained(page: HtmlResponse, project: Project) -> Explanation:
    """What the project's extractor makes of *page*; only the default extractor explains its lines."""
    from scrapy_neardup.extract import DefaultExtractor, Explanation, explain
    from scrapy_neardup.plugin.page_readings import read_article

    extractor = project.extractor
    if isinstance(extractor, DefaultExtractor):
        return explain(page, extractor)
    return Explanation(page.url, read_article(extractor, page))


def _repeated(article: Article, url: str, where: str) -> set[str]:
    """The lines of *article* that its site repeats, by what the index at *where* has learned."""
    from scrapy_neardup.addresses import host_of
    from scrapy_neardup.commands.indexes import open_to_read
    from scrapy_neardup.plugin.sites import SiteTemplates

    with open_to_read(where, holder="scrapy neardup read") as index:
        kept = SiteTemplates().strip(index, host_of(url), article.lines)
    return {*article.lines} - {*kept}


def _answer(explained: Explanation, page: HtmlResponse, repeated: set[str]) -> dict[str, Any]:
    """All that the command prints, as JSON types."""
    from scrapy_neardup.extract import Article

    found = explained.found
    answer: dict[str, Any] = {"url": explained.url}
    if isinstance(found, Article):
        answer |= {
            "article": True,
            "why_not": None,
            "title": found.title,
            "published": found.published.isoformat() if found.published else None,
            "source": found.source,
            "site_name": found.site_name,
            "canonical": found.canonical,
            "part_of": found.part_of,
            "amp_of": found.amp_of,
            "origins": list(found.origins),
            "equality_only": found.short,
            "coverage": round(found.coverage, 4),
            "text": "\n".join(line for line in found.lines if line not in repeated),
        }
    else:
        answer |= {"article": False, "why_not": found.value, "text": ""}
    answer["language"] = page.css("html::attr(lang), html::attr(xml\\:lang)").get()
    left = [
        {"text": line.text, "tag": line.tag, "why": line.left or _TEMPLATE}
        for line in explained.lines
        if line.left or line.text in repeated
    ]
    answer["left_out"] = left
    answer["not_read"] = [
        {"element": one.element, "why": one.reason, "weight": one.weight, "text": one.text}
        for one in explained.unread
    ]
    return answer


_FACTS = (
    "title",
    "published",
    "source",
    "site_name",
    "canonical",
    "part_of",
    "amp_of",
    "origins",
    "language",
)


def _show(answer: dict[str, Any]) -> None:
    if answer["article"]:
        told = (
            "only equal text is a copy of it" if answer["equality_only"] else "judged by likeness"
        )
        head = f"{answer['url']}: an article, {told}"
    else:
        head = f"{answer['url']}: no article ({answer['why_not'].replace('_', ' ')})"
    write_line(bold(head))
    facts = ((name, answer.get(name)) for name in _FACTS)
    rows = [
        (f"  {name.replace('_', ' ')}", one)
        for name, value in facts
        for one in (value if isinstance(value, list) else [value])
        if one
    ]
    write_table(rows)
    if answer["text"]:
        _section("Text")
        for line in answer["text"].split("\n"):
            write_line(f"  {line}")
    left = ((one["why"], f"<{one['tag']}>", one["text"]) for one in answer["left_out"])
    _list("Left out", left)
    unread = ((one["why"], one["element"], one["text"]) for one in answer["not_read"])
    _list("Not read", unread)


def _list(title: str, rows: Iterable[tuple[str, str, str]]) -> None:
    rows = [(why, clip(element, _MOST_OF_ELEMENT), text) for why, element, text in rows]
    if not rows:
        return
    _section(title)
    width = width_or(_PLAIN_WIDTH)
    room = width - 6 - sum(max(map(cells, column)) for column in [*zip(*rows, strict=True)][:2])
    shown = ((why, part, clip(text, max(room, 20))) for why, part, text in rows)
    write_table(shown, indent="  ")


def _section(title: str) -> None:
    write_line()
    write_line(bold(title))
