"""What pages of WeChat's public accounts (mp.weixin.qq.com) tell in ways of their own.

The articles of all accounts are on this one host. Each page names the platform as its site, the
account in an element, and the time of publication in a script, which writes it into the page as
"yesterday". The text of a post that is mostly pictures, and of one without pictures, stands in a script,
too. In place of an article that was deleted or locked, there is a message without a title.
"""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import datetime, timezone
from html import unescape
from typing import TYPE_CHECKING

from lxml import etree

from scrapy_neardup.addresses import host_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from lxml.etree import _Element

    from scrapy_neardup.extract.metadata import Metadata

_HOST = "mp.weixin.qq.com"
_SECONDS = re.compile(
    r"""\b(?:ct\s*=|oriCreateTime\s*=|ori_create_time\s*:)\s*(?:JsDecode\(\s*)?(["'])(\d{10})\1"""
)
_VALUE = r"""\s*:\s*(?:JsDecode\(\s*)?(?:'([^'\\]*(?:\\.[^'\\]*)*)'|"([^"\\]*(?:\\.[^"\\]*)*)")"""
_TEXT = re.compile(rf"\bcontent_noencode{_VALUE}", re.DOTALL)
_NAME = re.compile(rf"\bnick_name{_VALUE}", re.DOTALL)
_ESCAPED = re.compile(r"\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|(.))", re.DOTALL)
_SIGNS = {"n": "\n", "r": "\r", "t": "\t"}
_account = etree.XPath("string(descendant::*[@id='js_name'])", smart_strings=False)
_message = etree.XPath(
    "boolean(descendant::*[contains(concat(' ', @class, ' '), ' weui-msg ')])"
    " and not(descendant::*[@id='js_content'])"
)


def is_message(root: _Element, url: str) -> bool:
    """Whether the page at *url* is WeChat's, and says why there is no article."""
    return host_of(url) == _HOST and bool(_message(root))


def with_what_scripts_tell(metadata: Metadata, root: _Element, url: str) -> Metadata:
    """*metadata* of the page at *url*; if it is WeChat's, with the account's name as that of the site,
    and with the date and the text that are told in a script, unless the head has them.
    """
    if host_of(url) != _HOST:
        return metadata
    scripts = [script.text or "" for script in root.iter("script")]
    account = " ".join(str(_account(root)).split())
    if not account:
        account = " ".join(next(_values(_NAME, scripts), "").split())
    date = metadata.date
    if date is None:
        told = next(filter(None, map(_SECONDS.search, scripts)), None)
        if told is not None:
            date = datetime.fromtimestamp(int(told[2]), timezone.utc).isoformat()
    body = metadata.body or max(_values(_TEXT, scripts), key=len, default=None)
    return replace(metadata, date=date, site_name=account or metadata.site_name, body=body)


def _values(named: re.Pattern[str], scripts: Iterable[str]) -> Iterator[str]:
    """The values in *scripts* that *named* finds."""
    for script in scripts:
        for value in named.finditer(script):
            text = _ESCAPED.sub(_character, value[1] or value[2] or "")
            # Characters that are written as two halves are joined.
            yield unescape(text.encode("utf-16", "surrogatepass").decode("utf-16", "replace"))


def _character(escaped: re.Match[str]) -> str:
    """The character that is written in a script as *escaped*."""
    code = escaped[1] or escaped[2]
    return chr(int(code, 16)) if code else _SIGNS.get(escaped[3], escaped[3])
