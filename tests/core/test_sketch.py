from __future__ import annotations

import hashlib
import random
import zlib

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from scrapy_neardup.core.fingerprints import common_words, features, reference, sketch, versions
from scrapy_neardup.core.fingerprints.fingerprint import Fingerprinter, kernel
from scrapy_neardup.core.fingerprints.normalize import normalize
from scrapy_neardup.core.fingerprints.profile import NAME, NUMBER, SHORT_NUMBER
from scrapy_neardup.core.scheme import Scheme

CHINESE = (
    "昨天下午，县里的老图书馆重新开门，三百多名读者排队借书，馆长林若水说新书有1,250册，"
    "其中儿童读物占四成。"
)


def profile_of(text):
    profile = Fingerprinter(Scheme(min_features=1))(text).profile
    assert profile is not None
    return profile


def sampled(profile):
    return kernel.sample(
        profile.grams,
        profile.gram_starts,
        profile.rare,
        profile.rare_starts,
        profile.rare_kinds,
        sketch.GRAMS,
        sketch.RARE,
    )


def rare_words(text):
    form = features.read(normalize(text))
    tokens = features.tokens(form)
    words = dict(zip(tokens.hashes, features.spelled(form, tokens), strict=True))
    return [words.get(hashed, "?") for hashed in profile_of(text).rare.tolist()]


@pytest.mark.parametrize(
    ("text", "rare"),
    [
        (CHINESE, ["昨天下午", "?", "林若水", "1250", "?"]),
        ("They ran 7.4km, 100th of all, in 5km or 12a34.", ["?", "?", "?", "12a34"]),
        (
            "The harbour at Port Ellis has 12 cranes, says Ms Okoye.",
            ["port", "ellis", "12", "ms", "okoye"],
        ),
        (
            "Hier l'équipe d'Orval et dell’Etna a vu l'Union. L'Aquila aussi, O'Hara non",
            ["orval", "etna", "union"],
        ),
        ("ALL WORDS OF THIS TITLE HAVE CAPITALS", ["capitals"]),
        ("A FLOOD WARNING FOR THE COUNTY OF QUENTIS AND ALL OF ITS TOWNS", ["quentis"]),
        (
            "the lower case report from quentis says that it was all over in 2 days",
            ["quentis", "2"],
        ),
        (
            "老图书馆重新开门。The library of Quentis has opened its doors, after 12 months, says Ms Okoye.",
            ["quentis", "12", "ms", "okoye"],
        ),
        ("他买了iPhone和B2B服务", ["iphone", "b2b"]),
        ("They sold the mp3 player.", ["mp3"]),
        # A phone number is one number, as a whole; a date, a score and a long row of numbers are not.
        ("Звоните 8-800-555-0220 или 010-8888-6666.", ["?", "?"]),
        ("He won 12-9-13 on 2026-11-05.", ["12", "9", "13", "2026", "11", "05"]),
        ("Numbers 1234567-1234568-1234569-1234570.", ["1234567", "1234568", "1234569", "1234570"]),
    ],
)
def test_rare_words_are_numbers_names_and_terms(text, rare):
    assert rare_words(text) == rare


def rare(text):
    profile = profile_of(text)
    return list(zip(profile.rare.tolist(), profile.rare_kinds.tolist(), strict=True))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("用了一百四十天，花了四万一千元", "用了140天，花了4.1万元"),
        ("用了41000元，来了八个人", "用了四万一千元，来了8个人"),
        ("二〇二六年三月十日，约占百分之五", "2026年3月10日，约占5%"),
        ("其中四成是新书，约三成五是旧书", "其中40%是新书，约35%是旧书"),
        ("早上7时20分集合，晚上九点半返校", "早上七点二十分集合，晚上九点半返校"),
        ("早上7时05分集合", "早上07:05集合"),
        ("从6时到12时，下午十五时结束", "从06:00到12:00，下午15:00结束"),
        ("오후 2시에 모였다", "오후 2:00 모였다"),
        ("共3km，重5kg，深20m，长9cm，高8CM", "共3公里，重5公斤，深20米，长9厘米，高8厘米"),
        ("It is 5km from here, 20 g each", "It is 5 km from here, 20g each"),
        ("ここから5kmで", "ここから5キロで"),
        ("面积8200m2，长3.5m", "面积8200平方米，长3.5米"),
        ("早上七点半集合，8点半左右出发", "早上7:30集合，8时30分左右出发"),
        ("오후 2시 반에 모였다", "오후 2:30 모였다"),
        ("午後4時半ごろ、1万2,340円を", "午後4時30分ごろ、12,340円を"),
        ("総額10億1465万7700円、3万500人が", "総額1014657700円、30500人が"),
        ("二十二の人が、5つもった", "22%の人が、5もった"),
        ("令和六年度予算案のために三百二十万円を", "令和6年度予算案のために320万円を"),
        ("午後六時二十分ごろ、十二の町で", "午後6:20ごろ、12の町で"),
        ("오전 7시 20분에 3만8천명이 모였다", "오전 7:20 38000명이 모였다"),
    ],
)
def test_a_number_is_the_same_rare_word_however_it_is_written(one, other):
    assert rare(one) == rare(other)
    assert rare(one)


def test_a_time_with_a_full_stop_is_the_same_with_a_colon():
    one = profile_of("The meeting ended at 11.30pm after 7.4km")
    other = profile_of("The meeting ended at 11:30 pm after 7.4 miles")

    assert one.rare.tolist() == other.rare.tolist()
    assert other.rare_kinds.tolist() == [SHORT_NUMBER, NUMBER]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("用了一百四十天", "用了一百五十天"),
        ("来了八个人", "来了8人"),
        ("早上7:20集合", "早上7:30集合"),
        ("早上7:20集合", "早上17:20集合"),
        # These are no times of day.
        ("用时7:20:15", "用时7.20:15"),
        ("用时15:7:20", "用时15:7.20"),
        ("以3:2取胜", "以3.02取胜"),
        ("今晚8点半决赛", "今晚8:30决赛"),
        ("7時間かかる", "7:00間かかる"),
        ("7시간 걸린다", "7:00 걸린다"),
        ("共有7点意见", "共有7:00意见"),
        ("用上5G网络", "用上5克网络"),
        ("共3km", "共3米"),
        ("2시 반대 집회", "2:30 집회"),
        ("增至6万2024年", "增至62024年"),
        ("1万0500円", "10500円"),
        ("1万50人", "10050人"),
        ("3万5000", "35000"),
        ("3万5000千米", "35000千米"),
        ("一万2340円", "12340円"),
        ("比率25:20", "比率25.20"),
        ("比率12:60", "比率12.60"),
        ("第7点60分", "第7.60"),
        ("共7点3条", "共7.03条"),
        ("共7点120分", "共7.120"),
    ],
)
def test_other_numbers_are_other_rare_words(one, other):
    assert rare(one) != rare(other)


def test_a_numeral_that_counts_nothing_is_no_number():
    assert SHORT_NUMBER not in profile_of("他一心一意，三三两两，万一四处走走").rare_kinds


def test_phone_numbers_are_equal_if_all_their_groups_are():
    def numbers(text):
        return profile_of(text).rare.tolist()

    assert numbers("Call 400-820-1234 now.") == numbers("Call now: 400-820-1234")
    assert numbers("Call 400-820-1234.") != numbers("Call 400-820-1235.")
    assert numbers("Call 400-820-1234.") != numbers("Call 400-821-1234.")


def test_korean_names_begin_with_no_common_word_whatever_particle_follows():
    def names(text):
        return set(
            profile_of(f"{text} 학교에서 오랫동안 음악을 가르친 사람이라고 했다.").rare.tolist()
        )

    plain = names("")
    assert len(names("홍마리 알더리") - plain) == 2
    assert names("홍마리 알더리") == names("홍마리는 알더리에서") == names("홍마리씨가 알더리까지")
    assert names("홍마리") != names("표올가")
    assert names("선생님은 정부에서 3년동안") == names("3년")


def test_japanese_terms_are_runs_of_katakana_or_kanji():
    known = profile_of("あのコンピュータは国立図書館にある")

    assert len(known.rare) == 2


def test_short_numbers_are_compared_with_their_unit():
    text = "有3人,共3册"
    spaced = profile_of("有 3 人, 共 3 册")

    assert profile_of(text).rare_kinds.tolist() == [SHORT_NUMBER, SHORT_NUMBER]
    assert profile_of(text).rare.tolist() == spaced.rare.tolist()
    assert profile_of("3").rare.tolist() == profile_of("3 ").rare.tolist()


def test_common_words_are_those_of_the_dictionary():
    table = common_words.table()
    # With another one, other words of some texts are rare, and PROFILE is another.
    digest = hashlib.sha256(table).hexdigest()[:16]
    assert (versions.PROFILE, digest) == (7, "ef14efade2ab35fc")
    places = [
        features.word_hash(word) >> (64 - common_words.BITS) for word in ("图书馆", "林若水")
    ]

    assert [table[place >> 3] >> (7 - (place & 7)) & 1 for place in places] == [1, 0]


def test_the_table_of_common_words_has_the_hashes_of_words():
    table = np.unpackbits(
        np.frombuffer(common_words.bitmap(map(features.word_hash, ["图书馆", "开门"])), np.uint8)
    )

    assert table.sum() == 2
    assert len(table) == 1 << common_words.BITS


def test_a_sketch_is_pinned():
    data = Fingerprinter(Scheme())(CHINESE).sketch

    assert data.hex() == (
        "0831ffffffff4fe1930c06ec880f8456455752e8cf59be48a65e025764841fe35ed8fa7012ee0000"
        "e4311d6a9c1885179b29ca0dad046f22190eed3a9332191b6634a800842581094439d3b7090a1900"
        "04214d0ed8329201d424a610e80e8419a5353f10bd73a21fda3806091c0ad21e08296f015784fe21"
        "6b217716e2282e2a6e13123f060f7ec9"
    )


def test_a_sketch_of_a_sample_is_pinned():
    words = (f"word{number * 7919 % 1000} Name{number} {number * 31}" for number in range(300))
    data = Fingerprinter(Scheme())(" ".join(words)).sketch

    assert len(data) == 344
    assert zlib.crc32(data) == 578471415


def test_a_sketch_comes_back_from_its_bytes():
    known = profile_of(CHINESE)
    found = sketch.decode(sketch.encode(known, sampled(known)))

    assert found.gram_limit == found.rare_limit == 0xFFFF
    assert found.items[found.kinds == sketch.GRAM].tolist() == sketch.short(known.grams).tolist()
    assert (found.kinds == NUMBER).sum() == 2
    assert (found.kinds == SHORT_NUMBER).sum() == 1
    assert (found.kinds == NAME).sum() == 2
    assert sorted((known.phrases & np.uint64(0xFFFFFFFF)).tolist()) == found.phrases.tolist()


def test_a_sketch_stays_small_however_long_the_text():
    words = [f"word{number} Name{number}" for number in range(20_000)]
    data = Fingerprinter(Scheme())(" ".join(words)).sketch

    assert len(data) <= 6 + 4 * sketch.MAX_PHRASES + 2 * (
        1 + sketch.SKELETON + sketch.GRAMS + sketch.RARE
    )


def test_a_sketch_keeps_the_smallest_hashes_of_the_skeleton():
    known = profile_of("我们把书还给了他们，也在这里等你，因为我不会来了。" * 2 + CHINESE)
    found = sketch.decode(sketch.encode(known, sampled(known)))

    assert 0 < len(found.skeleton) <= sketch.SKELETON
    assert found.skeleton.tolist() == [gram & 0xFFFF for gram in known.skeleton.tolist()][:16]


def test_a_skeleton_longer_than_its_sketch_is_refused():
    data = bytearray(Fingerprinter(Scheme())(CHINESE).sketch)
    data[6 + 4 * data[0]] = data[1]

    with pytest.raises(ValueError, match="too long a skeleton"):
        sketch.decode(bytes(data))


@pytest.mark.parametrize("cut", [0, 5, 20, -1])
def test_a_damaged_sketch_is_refused(cut):
    data = Fingerprinter(Scheme())(CHINESE).sketch

    with pytest.raises(ValueError, match=r"index is damaged, rebuild it"):
        sketch.decode(data[:cut])


def test_samples_are_cut_between_different_ranks():
    hashes = np.array([0x10007, 0x20006, 0x20005, 0x30004, 0x40003], np.uint64)
    hashes = (hashes >> np.uint64(16) << np.uint64(48)) | (hashes & np.uint64(0xFFFF))
    none = np.zeros(0, np.uint64)
    nowhere = np.zeros(0, np.int64)

    items, limit, _ = kernel.sample(
        hashes, np.arange(5), none, nowhere, np.zeros(0, np.uint8), 2, 2
    )

    assert (
        items.tolist()
        == sketch.short(hashes[sketch.under(sketch.ranks(hashes), limit)]).tolist()
        == [7]
    )


def test_the_limit_of_a_sketch_samples_the_same_grams_of_a_longer_text():
    text = "".join(chr(0x4E00 + (37 * n) % 2000) for n in range(900))
    short, long = profile_of(text), profile_of(text + text[::-1])

    _, limit, _ = sampled(long)
    kept = set(long.grams[sketch.under(sketch.ranks(long.grams), limit)].tolist()) & set(
        short.grams.tolist()
    )

    assert kept == set(short.grams[sketch.under(sketch.ranks(short.grams), limit)].tolist())


def test_half_a_text_has_half_of_its_phrases():
    text = "".join(chr(0x4E00 + (37 * n * n) % 1999) for n in range(2000))

    whole = set(profile_of(text).phrases.tolist())
    half = set(profile_of(text[:1000]).phrases.tolist())

    assert 0.45 < len(whole & half) / len(whole) < 0.55
    assert len(half - whole) == 0


def test_a_phrase_survives_a_change_between_its_grams():
    text = "".join(chr(0x4E00 + (37 * n * n) % 1999) for n in range(2000))
    changed = "".join("改" if n % 40 == 0 else c for n, c in enumerate(text))

    before, after = profile_of(text).phrases, profile_of(changed).phrases

    assert len(np.intersect1d(before, after)) > 0.5 * len(before)


@given(
    words=st.lists(
        st.tuples(st.integers(0, 2**64 - 1), st.sampled_from([NAME, NUMBER, SHORT_NUMBER])),
        max_size=60,
    ),
    most=st.integers(1, 40),
)
def test_a_sample_is_all_rare_words_up_to_a_rank(words, most):
    hashes = np.array([hashed for hashed, _ in words], np.uint64)
    kinds = np.array([kind for _, kind in words], np.uint8)
    places = np.arange(len(words))
    none, nowhere = np.zeros(0, np.uint64), np.zeros(0, np.int64)
    arguments = none, nowhere, hashes, places, kinds, 64, most

    items, _, limit = kernel.sample(*arguments)
    # 0 is of none as well, of more equal ranks than fit.
    assume(limit > 0)
    chosen = sketch.under(sketch.rare_ranks(hashes, kinds), limit)

    assert (items & sketch.HASH_MASK).tolist() == sketch.short(hashes[chosen]).tolist()
    assert (items >> sketch.HASH_BITS).tolist() == kinds[chosen].tolist()
    assert len(chosen) <= most
    expected = reference.sample(*arguments)
    assert (items.tolist(), limit) == (expected[0].tolist(), expected[2])


def test_a_few_numbers_among_many_names_are_sampled():
    rng = random.Random(5)
    kept = 0
    for _ in range(50):
        hashes = np.array([rng.getrandbits(64) for _ in range(80)], np.uint64)
        kinds = np.array([NUMBER] * 3 + [NAME] * 77, np.uint8)
        ranks = sketch.rare_ranks(hashes, kinds)
        arguments = np.zeros(0, np.uint64), np.zeros(0, np.int64), hashes, np.arange(80), kinds
        _, _, limit = kernel.sample(*arguments, 64, sketch.RARE)
        kept += int((sketch.under(ranks, limit) < 3).sum())
    # As one word in three is, they would be 60 of 150.
    assert kept > 120
