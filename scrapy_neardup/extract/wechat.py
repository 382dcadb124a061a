"""What pages of WeChat's public accounts (mp.weixin.qq.com) tell in ways of their own.

The articles of all accounts are on this one host. Each page names the platform as its site, the
account in an element, and the time of publication in a script, which writes it into the page as
"yesterday". In place of an article that was deleted or locked, there is a message without a title.
"""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import datetime, timezone
from typing import TYPE_CHECKING

from lxml import etree

from scrapy_neardup.addresses import host_of

if TYPE_CHECKING:
    from lxml.etree import _Element

    from scrapy_neardup.extract.metadata import Metadata

_HOST = "mp.weixin.qq.com"
_SECONDS = re.compile(r"""\b(?:ct|oriCreateTime)\s*=\s*(["'])(\d{10})\1""")
_account = etree.XPath("string(descendant::*[@id='js_name'])", smart_strings=False)
_message = etree.XPath(
    "boolean(descendant::*[contains(concat(' ', @class, ' '), ' weui-msg ')])"
    " and not(descendant::*[@id='js_content'])"
)


def is_message(root: _Element, url: str) -> bool:
    """Whether the page at *url* is WeChat's, and says why there is no article."""
    return host_of(url) == _HOST and bool(_message(root))


def with_account_and_date(metadata: Metadata, root: _Element, url: str) -> Metadata:
    """*metadata* of the page at *url*; if it is WeChat's, with the account's name as that of the site,
    and with the date that is told in a script, unless the head has one.
    """
    if host_of(url) != _HOST:
        return metadata
    account = " ".join(str(_account(root)).split())
    date = metadata.date
    if date is None:
        scripts = (script.text or "" for script in root.iter("script"))
        told = next(filter(None, map(_SECONDS.search, scripts)), None)
        if told is not None:
            date = datetime.fromtimestamp(int(told[2]), timezone.utc).isoformat()
    return replace(metadata, date=date, site_name=account or metadata.site_name)
