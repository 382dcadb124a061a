"""Names that a Chinese text repeats, and texts of one form about different people."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from scrapy_neardup.core.fingerprints import characters, common_words, reference
from scrapy_neardup.core.fingerprints.fingerprint import Fingerprinter
from scrapy_neardup.core.fingerprints.normalize import normalize
from scrapy_neardup.core.fingerprints.surnames import MOST, SURNAMES
from scrapy_neardup.core.scheme import Scheme
from scrapy_neardup.core.verdict.evidence import Evidence, judge
from scrapy_neardup.core.verdict.notices import is_of_another
from scrapy_neardup.core.verdict.verify import reasons, scores

kernel = pytest.importorskip("scrapy_neardup.core.fingerprints.kernel", reason="not compiled")
fingerprint = Fingerprinter(Scheme())

FORM = (
    "日前，{place}文化馆举行仪式，为{name}颁发荣誉证书。\n{name}从事剪纸创作多年，坚持深入基层采风，先后走访"
    "一百多个村寨，整理了大量濒临失传的纹样，并免费向中小学生传授技艺。评审委员会认为，{name}的作品构图饱满、"
    "刀法细腻，既保留了传统民间美术的质朴，又融入了当代人的生活气息，具有较高的艺术价值和收藏价值。馆长表示，"
    "希望{name}今后继续发挥带头作用，培养更多年轻人，让这门古老的手艺代代相传。活动现场还展出了近年来征集的"
    "剪纸、刺绣和木版年画，吸引了不少市民前来观看。"
)
PEOPLE = (
    *(("青石县", "王一心"), ("白河县", "李再林"), ("云台县", "高大福"), ("兰溪镇", "彭国民")),
    *(("南浦县", "杨文举"), ("东岭县", "张祖文"), ("西塘镇", "曲文敏"), ("北峪县", "陈文峰")),
)


def subjects_of(text: str, code: object = reference) -> list[int]:
    """The number of the subject at each character of *text*, as if a gram began at each."""
    form = code.read(normalize(text), *characters.tables())  # type: ignore[attr-defined]
    starts = np.arange(len(form.points))
    return code.subjects(form, common_words.table(), starts).tolist()  # type: ignore[attr-defined]


@settings(max_examples=500)
@given(
    st.lists(
        st.sampled_from(
            [
                *"王李张高一心林的说某 ，\na5カ",
                "王一心",
                "李再林",
                "高李一",
                "王王王",
                "方案",
                "高小编",
            ]
        ),
        max_size=60,
    ).map("".join)
)
@example("王王王王王王")
@example("心王一心说王一心，王一心")
@example("李再林的李再林说李再林")
@example("".join(f"{one}一{two}" for one in sorted(SURNAMES) for two in "甲乙丙"))
def test_the_kernel_finds_the_same_subjects(text: str) -> None:
    assert subjects_of(text, kernel) == subjects_of(text)


@pytest.mark.parametrize(
    ("text", "subject"),
    [
        ("昨天王一心说，王一心来了，找王一心的", "王一心"),
        ("昨天王一说，王一来了，找王一的", "王一"),
        # The same character always stands before it, or behind it; it is told twice; no surname.
        ("董王一心说，董王一心来了，董王一心的", ""),
        ("王一心摄，和王一心摄的王一心摄", ""),
        ("昨天王一心说，王一心来了", ""),
        ("昨天丙一心说，丙一心来了，找丙一心的", ""),
        # A common word, one of three characters, one with a character behind it; and nobody's name.
        ("新的方案说，把方案来了，找方案的", ""),
        ("新的马拉松说，把马拉松来了，找马拉松的", ""),
        ("昨天华夏网说，华夏网来了，找华夏网的", ""),
        ("昨天王某某说，王某某来了，找王某某的", ""),
    ],
)
def test_a_name_that_stands_in_different_places_is_a_subject(text: str, subject: str) -> None:
    for code in (kernel, reference):
        found = subjects_of(text, code)
        places = {at for at, number in enumerate(found) if number}
        begins = [at for at in range(len(text)) if subject and text.startswith(subject, at)]
        wanted = {start for at in begins for start in range(at - 1, at + len(subject) - 1)}
        assert places == wanted


def test_so_many_subjects_are_told_apart() -> None:
    names = [f"{surname}{one}甲" for surname in sorted(SURNAMES) for one in "丙丁"]
    text = "".join(f"又{name}说{name}。和{name}，" for name in names)
    for code in (kernel, reference):
        assert max(subjects_of(text, code)) == MOST


def test_a_gram_outside_the_text_is_refused() -> None:
    form = kernel.read("王一心说王一心，和王一心的", *characters.tables())
    for start in (-1, 13):
        with pytest.raises(ValueError, match=f"a gram at {start} of 13 characters"):
            kernel.subjects(form, common_words.table(), np.array([start]))
    with pytest.raises(ValueError, match="a bitmap of 1 bytes"):
        kernel.subjects(form, b"\0", np.array([0]))


def evidence_of(query: str, document: str) -> Evidence:
    stored = fingerprint(document)
    found = judge(fingerprint(query), stored.simhash, stored.sketch)
    assert found is not None
    return found


def score_of(query: str, document: str) -> float:
    (score,) = scores([evidence_of(query, document)])
    assert score is not None
    return max(score.whole, score.part)


def test_texts_of_one_form_about_different_people_are_no_copies() -> None:
    texts = [FORM.format(place=place, name=name) for place, name in PEOPLE]
    pairs = [(one, other) for one in texts for other in texts if one is not other]
    told = [is_of_another(evidence_of(one, other)) for one, other in pairs]
    # A sample of the grams tells it, which now and then has one of a name or none; and 高大 is a common word.
    assert sum(told) == 33
    assert len(pairs) == 56
    for (one, other), is_told in zip(pairs, told, strict=True):
        assert not is_told or score_of(one, other) <= 0.2
        assert dict(reasons(evidence_of(one, other))).get("other_subjects", 0) == is_told


def test_a_copy_with_the_name_is_one() -> None:
    for place, name in PEOPLE:
        text = FORM.format(place=place, name=name)
        framed = f"本网讯（记者 周晓）{text}\n责任编辑：周晓"
        for query, document in ((framed, text), (text, framed)):
            assert not evidence_of(query, document).overlap.other_subjects
            assert score_of(query, document) > 0.8


def test_one_number_that_a_form_may_have_tells_nothing() -> None:
    texts = [FORM.format(place=place, name=name) for place, name in PEOPLE[:2]]
    one, other = (f"{text}活动编号为368217。" for text in texts)
    assert evidence_of(one, other).number_agreement > 0.8
    assert is_of_another(evidence_of(one.replace("一百多", ""), other.replace("一百多", "")))
    assert not is_of_another(evidence_of(one, other))


def test_a_name_outside_what_is_common_tells_nothing() -> None:
    text = FORM.format(place="青石县", name="王一心")
    tail = "另据了解，赵小丙昨日抵达。赵小丙此行将走访学校，与赵小丙同行的还有两位老师。"
    assert score_of(text + 3 * tail, text) > 0.8


def test_a_copy_under_another_name_has_the_numbers_of_its_source() -> None:
    text = FORM.format(place="青石县", name="王一心").replace("一百多", "137")
    numbered = text + "\n仪式于2026年11月5日举行，收到作品368件。"
    for name in ("王二星", "周玉梅", "王建军"):
        copy = numbered.replace("王一心", name)
        assert evidence_of(copy, numbered).overlap.other_subjects
        assert score_of(copy, numbered) > 0.8
    other = numbered.replace("王一心", "李再林").replace("137", "92").replace("368", "541")
    other = other.replace("11月5日", "3月18日")
    assert is_of_another(evidence_of(other, numbered))
    assert score_of(other, numbered) <= 0.2
