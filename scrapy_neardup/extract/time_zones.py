"""The time zone of dates that name none, told by the script of the text."""

from __future__ import annotations

import re
from datetime import timedelta, timezone
from unicodedata import normalize

_HEAD = 500
_LEAST = 0.05
"""The share of a text's letters that its script has, or more: a name may be in another one."""
_LEAST_KANA = 0.1
"""The share of kana, or more, in the Chinese characters and kana of a Japanese text."""
_LETTERS = re.compile(r"[^\W\d_]+")
# Without the dot that parts foreign names, which Chinese texts have, too (U+30FB).
_KANA = re.compile(r"[\u3041-\u30fa\u30fc-\u30ff\uff66-\uff9f]+")
_HAN = re.compile(r"[一-鿿]+")
# Characters that only Chinese has, of its most frequent ones.
_CHINESE_ALONE = re.compile(
    "[这這说們们吗嗎让谁还给么麼没为从对过发见长门问间东车书马动务开关业产进现认识设许论话语谈请读调头个"
    "结经线级纪约红统继续网视观规觉议记讲证评词试该妳你您她很吧呢啊是嘅咗啲佢喺冇]+"
)
_LEAST_KANA_TO_ONE = 2
"""The kana, or more, in a Japanese text for each such character, which it may quote."""
_CHINESE, _JAPANESE = 8.0, 9.0
# Every letter that tells a zone is one of these.
_may_tell = re.compile(r"[\u01a1-\u01b0\u0530-\u1fff\u3041-\uffdc]").search
# Hours east of Greenwich. Scripts that are read in several zones, such as the Latin one, are missing.
_HOURS = {
    re.compile(r"[가-힯]+"): 9.0,  # Korean
    re.compile(r"[\u0e00-\u0eff\u1780-\u17ff]+"): 7.0,  # Thai, Lao, Khmer
    re.compile(r"[ơưấầẩẫậắằẳẵặếềểễệốồổỗộớờởỡợứừửữự]+"): 7.0,  # letters of Vietnamese alone
    re.compile(r"[\u1000-\u109f]+"): 6.5,  # Burmese
    # Devanagari, Gurmukhi to Malayalam, Sinhala; not Bengali, which Bangladesh reads half an hour ahead
    re.compile(r"[\u0900-\u097f\u0a00-\u0dff]+"): 5.5,
    re.compile(r"[\u10a0-\u10ff\u0530-\u058f]+"): 4.0,  # Georgian, Armenian
}


def zone_of(text: str) -> timezone:
    """The zone of dates that name none, on the page of an article with this *text*; UTC where its
    script tells none.
    """
    head = normalize("NFC", text[:_HEAD].lower())
    if not _may_tell(head):
        return timezone.utc
    kana = _count(_KANA, head)
    east = _count(_HAN, head) + kana
    letters = _count(_LETTERS, head)
    is_japanese = kana >= max(
        _LEAST_KANA * east, _LEAST_KANA_TO_ONE * _count(_CHINESE_ALONE, head)
    )
    counts = [(east, _JAPANESE if is_japanese else _CHINESE)]
    if 2 * east < letters:
        counts += [(_count(script, head), hours) for script, hours in _HOURS.items()]
    count, hours = max(counts)
    enough = count and count >= _LEAST * letters
    return timezone(timedelta(hours=hours)) if enough else timezone.utc


def _count(letters: re.Pattern[str], text: str) -> int:
    """How many *letters* are in *text*, by runs of them, which is faster than one by one."""
    return len("".join(letters.findall(text)))
