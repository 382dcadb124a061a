"""The compiled kernels give what their references define, value for value."""

from __future__ import annotations

import importlib
from dataclasses import fields
from unittest import mock

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from scrapy_neardup.compiled import is_compiled
from scrapy_neardup.core.fingerprints import (
    characters,
    features,
    numbers,
    reference,
    segment,
    synonyms,
    terms,
)
from scrapy_neardup.core.fingerprints import fingerprint as module
from scrapy_neardup.core.fingerprints import normalize as normal
from scrapy_neardup.core.fingerprints.fingerprint import Fingerprint, Fingerprinter
from scrapy_neardup.core.fingerprints.numbers import reference as numbers_reference
from scrapy_neardup.core.fingerprints.numbers.number_words import GERMAN_PARTS, WORDS
from scrapy_neardup.core.fingerprints.numbers.numerals import NAMES, NAMES_JA
from scrapy_neardup.core.fingerprints.profile import Profile
from scrapy_neardup.core.fingerprints.terms import reference as terms_reference
from scrapy_neardup.core.postings import tables
from scrapy_neardup.core.rarity import word_lists
from scrapy_neardup.core.rewriting import telling
from scrapy_neardup.core.scheme import Scheme
from scrapy_neardup.core.stores import bucket_filter
from scrapy_neardup.core.verdict import evidence
from tests.faults.stories import story
from tests.plugin.articles import CLOCK, ORCHARD

pytestmark = pytest.mark.skipif(
    not is_compiled("scrapy_neardup.core.fingerprints"), reason="installed without a compiler"
)

COMPILED = Fingerprinter(Scheme())
# What the steps look at: scripts, cases, digits, the marks of numbers, white space.
PIECES = [
    "图书馆",
    "重新",
    "开门",
    "三百",
    "多名",
    "读者",
    "，。、",
    "1,250",
    "3.",
    "5",
    "3.5",
    "12,34",
    "1,2345",
    "2026年",
    "-800",
    "-1234567890123456789",
    "8-800-555",
    "3级",
    "四百二十",
    "百分之五",
    "三成",
    "7:20",
    ":05",
    "8时",
    "30分",
    "九点",
    "十五分",
    "오전 7시",
    " 20분",
    "3만8천",
    "1万2340円",
    "15億3万",
    "2340円",
    "345人",
    "7.4km",
    "820m2",
    "12时",
    "2시에",
    "7時間",
    "100th",
    "令和六年度の",
    "22パーセント",
    "5G",
    "b2b",
    "RTX",
    "5090",
    "A-Z",
    "The",
    "Old",
    "Harbour,",
    "library",
    "U.S.",
    "McKay/O'Hara",
    "l'Orient",
    "dell’Etna",
    "straße",
    "İstanbul",
    "ΣΊΣΥΦΟΣ",
    "Москва",
    "東京",
    "とうきょう",
    "カタカナ",
    "ー",
    "日本語",
    "한국어",
    "홍마리는",
    "발모라에서 있는",
    "했다으로",
    "하는니다",
    "ภาษาไทย",
    "ລາວ",
    "١٢٣",
    "४५",
    "؟ ۔ ، ؛ ।",
    "Sen. ",
    "sen. ",
    "No. 5",
    "bzw. Bis",
    "am 13. Mai",
    "3-2. ",
    "1.234 million",
    "1.234bn",
    "डॉ. ",
    "धोनी.",
    "4 %.",
    "”). ",
    "? she",
    "！",
    "ب44",
    "5גb",
    "། ။ ። ։ ។",
    "２",
    "①",
    "\u200b",
    "\n",
    "\n\n",
    "\t",
    ".",
    ",",
    "-",
    "/",
    "\u3000",
    "ﬁ",
    "Ⅷ",
    "é",
    "é",
    "𠀀",
    "😀",
    "\ud800",
    "\udfff",
]
texts = st.lists(st.one_of(st.sampled_from([*PIECES, " "]), st.text(max_size=3)), max_size=80).map(
    "".join
)


def by_reference(text: str, scheme: Scheme) -> Fingerprint:
    with (
        mock.patch.object(module, "kernel", reference),
        mock.patch.object(module, "numbers_of", numbers_reference.numbers_of),
        mock.patch.object(normal, "kernel", reference),
        mock.patch.object(features, "kernel", reference),
        mock.patch.object(synonyms, "_parsed", synonyms._parsed.__wrapped__),
    ):
        fingerprint = Fingerprinter(scheme)(text, text[:_TITLE])
        # Computed while the reference is in place.
        assert fingerprint.sketch is None or fingerprint.profile is not None
        if fingerprint.profile is not None and fingerprint.profile.topics is not None:
            fingerprint.profile.topics.subjects()
        return fingerprint


_TITLE = 40
"""The characters of a text that stand for its title."""


def assert_same(text: str, scheme: Scheme | None = None) -> None:
    scheme = scheme or Scheme()
    compiled, defined = Fingerprinter(scheme)(text, text[:_TITLE]), by_reference(text, scheme)
    assert compiled == defined
    assert (compiled.profile is None) == (defined.profile is None)
    if compiled.profile is not None and defined.profile is not None:
        for field in fields(Profile):
            found, wanted = (getattr(each.profile, field.name) for each in (compiled, defined))
            if field.name == "language":
                assert found == wanted
                continue
            if field.name == "topics":
                found, wanted = found.subjects(), wanted.subjects()
                if found is None or wanted is None:
                    assert found is wanted
                    continue
            assert found.dtype == wanted.dtype, field.name
            assert np.array_equal(found, wanted), field.name


@settings(max_examples=400)
@given(texts)
@example("")
@example(" a 5")
@example("\n字")
@example("a字" * 600)
@example(
    "THE OLD LIBRARY OF QUENTIS HAS OPENED ITS DOORS AGAIN AFTER THE FLOOD IN ALL OF 12 TOWNS"
)
@example(
    "the old library of quentis has opened its doors again after the flood in all of 12 towns"
)
@example(
    "老图书馆重新开门，RTX 5090都在。" * 3
    + "The old library opened its 12 doors again in 3 of 5 towns 字"
)
@example(
    "홍마리는 발모라시에서 태어났다고 했다. 3년동안 알더리로 있는 것이 노면전차보다 힘들었던 에서 으로 "
    * 2
)
@example("홍마리" * 600 + " 에서 으로 했다 하는")
def test_any_text(text):
    assert_same(text)


@settings(max_examples=200)
@given(texts)
@example(" a 5")
@example("\n字")
@example("字 5 a 3. 5 1,234 5.")
@example("Twenty-three, forty one, one, two. Sixty - four. Thirty-forty ninety-one-two eleven-two")
@example("The Old. Harbour was. U.S. b2b 12 Old old one two six ten.\nOnly two")
@example(
    "Leeds won it 3-2. They lost 4:1. It was 10-12. In 2023/24. For $5. For 5. At 1./2. At –3. End"
)
@example("हम डॉ. राजेंद्र और एम. एस. धोनी. वे थे। बोर्ड 3-2. बैठक ५.")
@example("हम डॉ. राजेंद्र और एम. एस. धोनी. वे थे")
@example("TP. Hồ EE. UU. et al. 2019 um 2 Mio. Euro abcdefg. Hijklmn excmoabc. Abc")
@example("图书馆重新开门。读者多名！图书馆.日本語カタカナとうきょう。東京.東京")
@example("近200人，至少3名，两百多人，300元左右，约￥5亿，200人以上，40年，50。以上。两千多万")
@example("More than $200 or so, about a hundred, rover 5, 20-odd, 20 odd, 20 oddly, 5+, some 6")
@example(
    "Rund 400, gut 3, fast zwei Millionen, plus de 30, près de 40, d'environ 5, 約20人以上ほど"
)
@example("1. The 31st\n2) 5th of\n(3) 21st4 2.5th 3RD\n\n  4、 1.2.3 9\n7")
@example("약 200명, 예약 3, 200여 명, 300명 이상, about 7")
@example("over")
def test_any_text_has_the_same_characters_and_words(text):
    # Not in its normal form, and with lone surrogates: whatever the steps may be given.
    found, wanted = (each.read(text, *characters.tables()) for each in (module.kernel, reference))
    for name in ("points", "kinds", "upper", "breaks"):
        assert getattr(found, name) == getattr(wanted, name), name
    assert module.kernel.spoken(found) == reference.spoken(wanted)
    cut = segment.cutter("rjieba")
    words, defined = module.kernel.tokens(found, cut), reference.tokens(wanted, cut)
    for name in ("hashes", "starts", "lengths", "kinds"):
        assert getattr(words, name) == getattr(defined, name), name
    assert_same_terms(found, wanted)


LINES = [
    "2026-05-04 08:12",
    "One. Two.",
    "三。四！五",
    "No. 5",
    "end 007.",
    "A 1? b; c 2!",
    "三月5日",
    "票价5元起",
    "up 5 % of 7",
    "来源：晚报\n编辑",
    "ก ข ค 3 ง",
    "",
    ".",
]


@settings(max_examples=400)
@given(st.lists(st.sampled_from(LINES), max_size=16), st.sampled_from(["\n", "\n\n", " "]))
def test_any_text_has_the_same_frame(lines, between):
    text = between.join(lines)
    found, wanted = (each.read(text, *characters.tables()) for each in (module.kernel, reference))
    assert_same_terms(found, wanted)


def assert_same_terms(found, wanted):
    cut = segment.cutter("rjieba")
    words, defined = module.kernel.tokens(found, cut), reference.tokens(wanted, cut)
    for language in ("", "en", "de", "ja", "zh", "ko", "fr"):
        pairs = zip(
            terms.kernel.terms(found, words, language=language),
            terms_reference.terms(wanted, defined, language=language),
            strict=True,
        )
        for has, should in pairs:
            assert has.dtype == should.dtype
            assert has.tolist() == should.tolist()


marked = st.text("0012345. ,'’ -:+a%\n年", max_size=30)
groups = st.lists(
    st.one_of(st.sampled_from(["000", "12", "5", "0", "345", "678", "1234"]), marked), max_size=9
)


@settings(max_examples=500)
@given(
    st.one_of(
        marked,
        st.tuples(st.sampled_from([*"., '’-"]), groups).map(lambda two: two[0].join(two[1])),
    ),
    st.sampled_from(["", "in ", "In (", "1 "]),
    st.sampled_from(
        ["", " of", " Of", "%", ".", "字", "\n", " million", "-\nbn", "\n\nbn", " two", "bn"]
    ),
)
@example("1 234 567,5 1'234.5 1.234,5 12,34,567.8 0,125 10 000,50", "", " of")
@example("1,250 or 12 345 or 10 000", "", " of")
@example("6-4,6-3 3,5 20,2026 12.345.678 1.234 1.2.3", "", "")
@example("v1.234 1.234bn 1.234 million 1.234-bn 1.234 thousand 1.234\n\nbn", "", "")
@example("12 345 Of 67 890 字", "", "")
@example("12 345", "", " Of")
@example("1.234 3. 5 3,5 of them are here and not there", "", "字")
@example("1.234 3. 5 3,5 of them are", "", "字")
def test_any_number_with_marks_is_the_same(text, before, after):
    text = before + text + after
    found, wanted = (each.read(text, *characters.tables()) for each in (module.kernel, reference))
    for name in ("points", "kinds", "upper", "breaks"):
        assert getattr(found, name) == getattr(wanted, name), name


numerals_and_more = "〇零一二两三五九十廿卅百千万萬亿億兆点點分之年月日个名成割员不米块角%-度余市条円几数第刻5207.,aあ字 십백천만억조명 여화"
numbers_and_more = st.lists(
    st.one_of(st.sampled_from(numerals_and_more), st.sampled_from([*NAMES, *NAMES_JA])),
    max_size=24,
).map("".join)
number_parts = [*dict.fromkeys(word for words in WORDS.values() for word in words)]
number_phrases = st.lists(
    st.one_of(
        st.sampled_from(
            [
                *number_parts,
                *GERMAN_PARTS,
                *("few", "1", "3.2", "1,5", "2.400", "0,25", "7", "$"),
                *("31st", "5th4", "\n1.", "\n (2)"),
                *("2020", "Acht", "ZWEI", "Elf", "in", ","),
            ]
        ),
        st.text("0123456789.,", min_size=1, max_size=9),
        st.lists(st.sampled_from([*GERMAN_PARTS]), max_size=7).map("".join),
    ),
    max_size=9,
)


@settings(max_examples=500)
@given(numbers_and_more)
@example("三亿2000万元，百分之零点五，四万一千斤，二〇二六年三月十日")
@example("四成，八成五，三成员，一米七，一米七八九，七块五角，两块五张，三块十，一成")
@example("3亿2千万元，1.5百万，2千克，一成不变，99999999999999999千兆，9999千兆")
@example("三点一刻，第三点一，三点一斤，几十万，三万几千，四万十，九十九里")
@example(
    "3만8천명, 3억 1,200만, 1.5조, 99999999999999999천, 9999천조, 0천만 12, 2만 999, 1.5억 3만"
)
@example(
    "2천500억 5백만 2십만 3백화점 3백 5백여 1천2백3십4만5천6백 2천 500억 2천 500명 3만2천 8 1.5백만 0천5"
)
@example("123456789012345678万，99999999999999999.1兆，三点一四一五九二六五")
def test_any_number_has_the_same_figure(text):
    found, wanted = (each.read(text, *characters.tables()) for each in (module.kernel, reference))
    for at in range(-1, len(wanted.points) + 1):
        assert numbers.figure(found, at) == numbers_reference.figure(wanted, at), at
    assert_same_terms(found, wanted)
    assert_same_numbers(found, wanted)


clock_parts = [
    "7",
    "12",
    "24",
    "25",
    "59",
    "60",
    "05",
    "123",
    "0",
    "一",
    "二十",
    "五",
    "两",
    "三百",
    "半",
    "반",
]
clock_marks = ["間", "간", *"에대决:时時点點시분分 ,に第-.", "pm"]


@settings(max_examples=500)
@given(st.lists(st.sampled_from([*clock_parts, *clock_marks]), max_size=12).map("".join))
@example("7:20 07:05:12 7:5 24:00 24:60 25:00 7:200 17:20pm")
@example("七时二十分，7点五分，两点30分，7点三百分，7时 20分，오전 7시 20분，7시,")
@example("七时二十")
@example("7:")
@example("7时")
@example("4点半，四点半左右，8点半决赛，2시 반에，2시 반대，25点半")
@example("4点半")
def test_any_time_is_the_same_number(text):
    found, wanted = (each.read(text, *characters.tables()) for each in (module.kernel, reference))
    assert_same_numbers(found, wanted)


def assert_same_numbers(found, wanted):
    cut = segment.cutter("rjieba")
    words, defined = module.kernel.tokens(found, cut), reference.tokens(wanted, cut)
    for japanese in (False, True):
        pairs = zip(
            numbers.numbers_of(found, words, japanese=japanese),
            numbers_reference.numbers_of(wanted, defined, japanese=japanese),
            strict=True,
        )
        for has, should in pairs:
            assert has.dtype == should.dtype
            assert has.tolist() == should.tolist()


@settings(max_examples=500)
@given(number_phrases, st.sampled_from([" ", "-", "", "\n", "-\r\n ", "\n\n"]))
@example(["two", "hundred", "and", "five", "thousand", "and", "a", "half"], " ")
@example(["$", "3", "m"], "")
@example(["In", "2020", "million", "of", "five", "million", "and", "two"], " ")
@example(["2020", "and", "a", "half", "million"], " ")
@example(["ausser", "acht", "in", "Acht", "acht", "nehmen", "zwei", "Elf", "zwei", "ZWEI"], " ")
@example(["99999999999999999", "million"], " ")
def test_any_number_in_words_has_the_same_figure(parts, between):
    text = between.join(parts)
    found, wanted = (each.read(text, *characters.tables()) for each in (module.kernel, reference))
    for language in ("", "en", "de"):
        for at in range(-1, len(wanted.points) + 1):
            told = numbers.word_figure(found, at, language)
            assert told == numbers_reference.word_figure(wanted, at, language), at
    assert_same_terms(found, wanted)


@pytest.fixture(scope="module")
def with_synonyms(tmp_path_factory):
    path = tmp_path_factory.mktemp("synonyms") / "synonyms.txt"
    path.write_text(
        "图书馆 书店 开门\n多名 读者\nharbour Old library Москва\nrtx b2b straße\n", "utf-8"
    )
    return Scheme(min_features=1).with_synonyms([str(path)])


@settings(max_examples=200)
@given(text=texts)
@example(text="")
@example(text="Old Library")
@example(text="读者")
@example(text="日本語カタカナ 书店重新开门, a Library library")
def test_any_text_with_synonyms(text, with_synonyms):
    assert_same(text, with_synonyms)


@given(st.lists(st.integers(0, 2**64 - 1), max_size=60), st.integers(0, 12), st.randoms())
def test_samples_at_any_limit(hashes, most, random):
    # Ranks that are equal, and those at both ends, are the cases.
    hashes = [hashed & random.choice([2**64 - 1, 0x3FFFF << 46, 0x3FFF]) for hashed in hashes]
    grams = np.array(sorted(set(hashes), key=lambda _: random.random()), np.uint64)
    starts = np.sort(np.array([random.randrange(40) for _ in grams], np.int64))
    half = len(grams) // 2
    kinds = np.array([random.choice([1, 2, 3]) for _ in grams[half:]], np.uint8)
    of = (grams[:half], starts[:half], grams[half:], starts[half:], kinds, most, most // 2)
    found, wanted = module.kernel.sample(*of), reference.sample(*of)
    assert found[0].tolist() == wanted[0].tolist()
    assert found[1:] == wanted[1:]


@pytest.mark.parametrize(
    "text",
    [
        *(story(number) for number in range(20)),
        "\n".join("".join(part) for part in ORCHARD),
        "\n".join("".join(part) for part in CLOCK),
        "报道说，" * 5000,
        "".join(map(chr, range(0x20, 0xD800))),
        " ".join(story(number) for number in range(60)),
        # The reference would take hours if it began anew at each digit.
        "7" * 100_000,
    ],
)
def test_articles(text):
    assert_same(text)


@pytest.mark.parametrize(
    ("owner", "kernel"),
    [
        (features, module.kernel),
        (module, module.kernel),
        (normal, module.kernel),
        (numbers, module.kernel),
        (numbers, numbers.kernel),
        (terms, module.kernel),
        (terms, numbers.kernel),
        (terms, terms.kernel),
        *(
            (owner, owner.kernel)
            for owner in (bucket_filter, evidence, tables, telling, word_lists)
        ),
    ],
)
def test_a_kernel_of_another_version_is_refused(owner, kernel):
    with (
        mock.patch.object(kernel, "VERSION", (0, 0, 0, 0)),
        pytest.raises(ImportError, match="install the package again"),
    ):
        importlib.reload(owner)
