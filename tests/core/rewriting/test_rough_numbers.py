"""Which numbers a text calls rough ones; the kernel's test holds it to the same."""

from __future__ import annotations

import pytest

from scrapy_neardup.core.fingerprints import characters, reference, segment
from scrapy_neardup.core.fingerprints.normalize import normalize
from scrapy_neardup.core.fingerprints.terms import approximators
from scrapy_neardup.core.fingerprints.terms import reference as terms_reference


def rough_and_exact(language: str, text: str, *figures: str) -> tuple[set[str], set[str]]:
    """Which of the *figures* the text has as rough numbers, and which as exact ones."""
    form = reference.read(normalize(text), *characters.tables())
    tokens = reference.tokens(form, segment.cutter("rjieba"))
    different, is_number, is_rough, *_ = terms_reference.terms(form, tokens, language=language)
    of_hash = {reference.hash_of_word(figure): figure for figure in figures}
    assert {*different[is_number].tolist()} == {*of_hash}
    assert not (is_rough & ~is_number).any()
    rough = {of_hash[hashed] for hashed in different[is_rough].tolist()}
    return rough, {*figures} - rough


@pytest.mark.parametrize(
    ("language", "text", "rough", "exact"),
    [
        ("zh", "近200人到场，12人受伤", {"200"}, {"12"}),
        ("zh", "两百多人到场，十二人受伤", {"200"}, {"12"}),
        ("zh", "二千五百余名职工领到300元左右", {"2500", "300"}, set()),
        ("zh", "花费超过 ￥300，至少5人，40年以上", {"300", "5", "40"}, set()),
        ("zh", "附近有31家店，多人在第200号", set(), {"31", "200"}),
        ("zh", "共31家。以上消息", set(), {"31"}),
        ("en", "More than $200 was paid for about a hundred of 31 boats", {"200", "100"}, {"31"}),
        ("en", "The 20-odd towns and 50 or so of the 31 rivers over 7", {"20", "50", "7"}, {"31"}),
        ("en", "The rover 5 has 20 odder wheels, and 40 of 31 go", set(), {"5", "20", "40", "31"}),
        ("de", "rund 200 von 31", {"200"}, {"31"}),
        ("de", "über 200 von 31", {"200"}, {"31"}),
        ("fr", "près de 200 sur 31", {"200"}, {"31"}),
        ("fr", "d'environ 200 sur 31", {"200"}, {"31"}),
        ("es", "más de 200 de 31", {"200"}, {"31"}),
        ("pt", "cerca de 200 de 31", {"200"}, {"31"}),
        ("it", "più di 200 di 31", {"200"}, {"31"}),
        ("nl", "bijna 200 van 31", {"200"}, {"31"}),
        ("ru", "более 200 из 31", {"200"}, {"31"}),
        ("ja", "約200人のうち31人", {"200"}, {"31"}),
        ("ja", "200人以上のうち31人", {"200"}, {"31"}),
        ("ko", "약 200명 중 31명", {"200"}, {"31"}),
        ("ko", "200여 명 중 31명", {"200"}, {"31"}),
        ("ko", "예약 200명 중 31명", set(), {"200", "31"}),
        ("ar", "نحو 200 من 31", {"200"}, {"31"}),
        ("ar", "أكثر من 200 من 31", {"200"}, {"31"}),
        ("zh", "300不到，5年多，31开外，12人突出", {"300", "5", "31"}, {"12"}),
        ("ja", "200トン超、100人弱、60人を超え、31人", {"200", "100", "60"}, {"31"}),
        ("ja", "30キロ足らず、5回前後、31回", {"30", "5"}, {"31"}),
        (
            "ko",
            "200억 원 남짓, 100만 원에 가까운 돈, 30도를 넘는 31일",
            {"20000000000", "1000000", "30"},
            {"31"},
        ),
        ("en", "The 200-ish of 31 were shy of 40, an estimated 50", {"200", "40", "50"}, {"31"}),
        ("es", "200 y pico de 31", {"200"}, {"31"}),
        ("ru", "200 с лишним из 31", {"200"}, {"31"}),
        ("el", "τουλάχιστον 200 από 31", {"200"}, {"31"}),
        ("tr", "yaklaşık 200 kişi, 40 civarında, 31", {"200", "40"}, {"31"}),
        ("tr", "yaklaşık 200 kişi, 40 kadardı, 31", {"200"}, {"40", "31"}),
        ("sv", "nästan 200 av 31", {"200"}, {"31"}),
        ("vi", "khoảng 200 trong 31", {"200"}, {"31"}),
        ("he", "כ-200 מתוך 31", {"200"}, {"31"}),
        ("", "about 200 of 31", set(), {"200", "31"}),
    ],
)
def test_a_number_is_rough_if_a_word_beside_it_says_so(
    language: str, text: str, rough: set[str], exact: set[str]
) -> None:
    assert rough_and_exact(language, text, *rough, *exact) == (rough, exact)


@pytest.mark.parametrize("language", approximators.BEFORE)
def test_every_word_is_in_the_normal_form_and_makes_a_number_rough(language: str) -> None:
    tables = (approximators.BEFORE, approximators.AFTER, approximators.BEHIND_UNIT)
    before, after, behind = (table.get(language, ()) for table in tables)
    gap = "" if language in ("zh", "ja") else " "
    texts = [
        *(f"x, {word}{gap}317" for word in before),
        *(f"317{gap}{word}, x" for word in after),
        *(f"317{gap}{word}, x" for word in behind),
    ]
    for text in texts:
        form = reference.read(normalize(text), *characters.tables())
        assert "".join(map(chr, form.points)) == text
        assert rough_and_exact(language, text, "317") == ({"317"}, set())


def test_a_number_that_is_also_told_exactly_is_not_rough() -> None:
    told = "Nearly 200 came on Monday. The 200 were late. Nearly 300 of nearly 300 stayed"
    assert rough_and_exact("en", told, "200", "300") == ({"300"}, {"200"})


@pytest.mark.parametrize(
    ("language", "text", "values"),
    [
        ("en", "3. It\n4) Of it\n5 of it", [5]),
        ("de", "3. Oktober\n21. Jahrhundert\n4) Das", [3, 21]),
        ("zh", "3、5名乘客\n7、他们", [3, 5]),
    ],
)
def test_the_number_of_an_item_of_a_list_is_none(
    language: str, text: str, values: list[int]
) -> None:
    form = reference.read(normalize(text), *characters.tables())
    tokens = reference.tokens(form, segment.cutter("rjieba"))
    _, is_number, _, found, *_ = terms_reference.terms(form, tokens, language=language)
    assert found[is_number].tolist() == values
