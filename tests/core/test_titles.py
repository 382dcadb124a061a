"""Words of its title that a text repeats, and pages of one form about different things."""

from __future__ import annotations

import pickle

import numpy as np
import pytest

from scrapy_neardup.core.fingerprints import characters, reference, segment, titles
from scrapy_neardup.core.fingerprints.fingerprint import Fingerprinter
from scrapy_neardup.core.fingerprints.normalize import normalize
from scrapy_neardup.core.fingerprints.surnames import MOST
from scrapy_neardup.core.scheme import Scheme

fingerprint = Fingerprinter(Scheme())


def read(text: str) -> reference.Tokens:
    form = reference.read(normalize(text), *characters.tables())
    return reference.tokens(form, segment.cutter("jieba"))


def subjects_of(text: str, title: str) -> list[int]:
    """The number of the subject at each character of *text*, as if a gram began at each."""
    starts = np.arange(len(text))
    none = np.zeros(len(text), np.uint8)
    found = titles.topics(none, read(title), read(text), starts)  # type: ignore[arg-type]
    return none.tolist() if found is None else found.tolist()


@pytest.mark.parametrize(
    ("text", "title", "subject"),
    [
        ("找到震动这一项，打开震动，手机就会震动了", "如何开启震动", "震动"),
        # The dictionary has it as two words of a character.
        ("找到省电模式，打开省电模式，手机有了省电模式", "如何开启省电", "省电"),
        ("clean a pump, put its pump in, or buy a pump", "The pump", "pump"),
        # It stands there twice, or not at all; it is a number, or a single letter.
        ("找到震动这一项，打开震动", "如何开启震动", ""),
        ("找到静音这一项，打开静音，手机就会静音了", "如何开启震动", ""),
        ("in 2024, then 2024 and again 2024", "2024", ""),
        ("a b, then a c, then a d", "a", ""),
    ],
)
def test_a_word_of_the_title_that_the_text_repeats_is_a_subject(
    text: str, title: str, subject: str
) -> None:
    found = subjects_of(text, title)
    begins = [at for at in range(len(text)) if subject and text.startswith(subject, at)]
    before = [text.rindex(" ", 0, at - 1) + 1 for at in begins] if text.isascii() else []
    near = {at + step for at in begins for step in range(-2, len(subject))}
    assert {at for at, number in enumerate(found) if number} == near.union(before)


def test_so_many_subjects_are_told_apart() -> None:
    words = [f"{one}{other}" for one in "bcdfghjklmnpqrst" for other in "aeioubcdfghjklmnpq"]
    text = " ".join(3 * words)
    assert max(subjects_of(text, " ".join(words))) == MOST


def test_a_name_is_no_subject_twice() -> None:
    text = (
        "昨天王一心说，王一心来了，找王一心的人都见到了王一心。" + "文化馆为他颁发荣誉证书，" * 3
    )
    profile = fingerprint(text, "文化馆为王一心颁发证书").profile
    assert profile is not None
    assert profile.topics is not None
    found = profile.topics.subjects()
    assert found is not None
    named = profile.subjects != 0
    assert named.any()
    assert (found[named] == profile.subjects[named]).all()
    assert found.max() > profile.subjects.max()


def test_a_title_has_no_part_in_what_is_stored() -> None:
    text = (
        "震动可以在设置里打开。向下滑动列表，找到震动，把右边的开关拨到打开的位置。开关变成蓝色，就表示已经开启。"
        "手机重启以后，震动不会改变。如果找不到这个功能，请先升级系统，并保证电量充足。"
    )
    one, other = fingerprint(text), fingerprint(text, "如何开启震动")
    assert one == other
    assert one.profile is not None
    assert other.profile is not None
    assert one.profile.topics is None
    assert other.profile.topics is not None
    found = other.profile.topics.subjects()
    assert found is not None
    assert found.any()


def test_a_title_is_read_when_a_text_of_the_host_is_alike_and_where_it_is_pickled(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It took a third of the time of a fingerprint for each text with a title."""
    asked = []
    find = titles.topics
    monkeypatch.setattr(titles, "topics", lambda *args: asked.append(args) or find(*args))
    profile = fingerprint(
        "找到震动这一项，打开震动，手机就会震动了，再往下看列表里的说明，" * 3, "如何开启震动"
    ).profile
    assert profile is not None
    assert profile.topics is not None
    assert not asked
    back = pickle.loads(pickle.dumps(profile))
    assert len(asked) == 1
    assert (back.topics.subjects() == profile.topics.subjects()).all()
    assert len(asked) == 1
