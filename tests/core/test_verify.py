from __future__ import annotations

import math
import random
import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrapy_neardup.core.document import Kind
from scrapy_neardup.core.fingerprints.fingerprint import Fingerprinter
from scrapy_neardup.core.scheme import Scheme
from scrapy_neardup.core.verdict import notices, verify
from scrapy_neardup.core.verdict.evidence import judge, prepare
from scrapy_neardup.core.verdict.overlap import NOTHING
from scrapy_neardup.core.verdict.scorecard import falls, points
from scrapy_neardup.core.verdict.thresholds import PRESETS, Thresholds
from scrapy_neardup.core.verdict.verify import (
    BIAS,
    CURVES,
    Scores,
    conclude,
    explained,
    part_odds,
    readings,
    reasons,
    scores,
    whole_odds,
)
from scrapy_neardup.core.verdict.word_weights import ListedShares

SYLLABLES = [a + b for a in "bdfgklmnprstvz" for b in ("a", "e", "i", "o", "u", "an", "or")]
fingerprint = Fingerprinter(Scheme())


def article(seed, sentences=24):
    """An article of invented words, with a name and a number in each sentence."""
    chance = random.Random(seed)

    def word():
        return "".join(chance.choices(SYLLABLES, k=chance.choice((1, 2, 2, 3))))

    vocabulary = [word() for _ in range(400)]
    lines = []
    for _ in range(sentences):
        words = chance.choices(vocabulary, k=14)
        words[5] = word().title()
        words[9] = str(chance.randint(10, 9999))
        lines.append(" ".join(words) + ".")
    return lines


def respun(lines, seed=0, share=0.3):
    chance = random.Random(seed)
    return [
        " ".join(
            "".join(chance.choices(SYLLABLES, k=2))
            if word.islower() and chance.random() < share
            else word
            for word in line.split(" ")
        )
        for line in chance.sample(lines, len(lines))
    ]


def refilled(lines, seed=0):
    """The same form with other names and numbers."""
    chance = random.Random(seed)
    return [
        " ".join(
            str(chance.randint(10, 9999))
            if word.isdigit()
            else "".join(chance.choices(SYLLABLES, k=3)).title()
            if word.istitle()
            else word
            for word in line.split(" ")
        )
        for line in lines
    ]


def compared(query, sketch):
    return prepare(query, ListedShares()).overlap(sketch)


def evidence(query, *documents, is_of_host=False):
    asked = fingerprint(" ".join(query))
    stored = [fingerprint(" ".join(document)) for document in documents]
    return [judge(asked, one.simhash, one.sketch, is_of_host=is_of_host) for one in stored]


def kinds(query, *documents, preset="balanced"):
    found = conclude(evidence(query, *documents), PRESETS[preset])
    return [(finding.candidate, finding.kind) for finding in found]


ONE, OTHER, THIRD = article(1), article(2), article(3)


@pytest.mark.parametrize(
    ("copy", "kind"),
    [
        (ONE, Kind.REPOST),
        (["Saturday, by our own writer.", *ONE, "All rights reserved."], Kind.REPOST),
        (respun(ONE), Kind.SPUN),
        (respun(ONE, share=0), Kind.SPUN),
        (ONE[:12], Kind.PARTIAL),
        (ONE + OTHER[:20], Kind.PARTIAL),
        # Half of it is known, as its places tell: the sampled grams of that half are more than half of them.
        (ONE + OTHER, Kind.EXTENDED),
    ],
    ids=["same", "framed", "spun", "reordered", "truncated", "framed by more", "extended"],
)
def test_copies_are_found_by_kind(copy, kind):
    assert kinds(copy, ONE) == [(0, kind)]


def test_other_articles_are_left_alone():
    assert kinds(ONE, OTHER) == []


def test_the_same_form_with_other_names_and_numbers_is_left_alone():
    assert kinds(refilled(ONE), ONE) == []


KOREAN_FORM = (
    "{place} 학교에서 수십 년 동안 음악을 가르친 {name} 씨가 오랜 투병 끝에 세상을 떠났다.",
    "가족과 친구들은 {town} 예배당에서 {name} 씨와 작별한다.",
    "본당의 합창단을 만들어 은퇴할 때까지 이끌었다.",
    "제자 가운데 많은 이가 교사가 되었으며 지금 학교를 이끄는 {head} 교장도 그중 한 사람이다.",
    "시장은 모두에게 시간을 내준 사람을 도시가 잃었다고 말했다.",
    "가족은 꽃 대신 {town}의 어린이집에 기부해 달라고 부탁했다.",
    "유족으로 남편과 두 딸, 다섯 손주가 있다.",
)


def test_the_same_form_with_other_names_is_left_alone_in_korean():
    one, other = (
        [line.format(place=place, name=name, town=town, head=head) for line in KOREAN_FORM]
        for place, name, town, head in (
            ("알더리", "홍마리", "브렌골", "안기준"),
            ("산토읍", "표올가", "비마라", "류본태"),
        )
    )
    assert kinds(other, one) == []
    assert kinds(one, one) == [(0, Kind.REPOST)]


def renumbered(lines, only=None, seed=4):
    """The same names, and other numbers of three digits, in the first *only* lines."""
    chance = random.Random(seed)
    return [
        " ".join(
            str(chance.randint(100, 999))
            if word.isdigit() and place < (only or len(lines))
            else word
            for word in line.split(" ")
        )
        for place, line in enumerate(lines)
    ]


CHINESE_FORM = [
    f"{name}有限公司发行的第{number}期债券已经完成登记托管，票面利率和付息方式见募集说明书，投资者可以查询。"
    for name, number in zip("甲乙丙丁戊己庚辛壬癸", range(301, 1300, 97), strict=False)
]


@pytest.mark.parametrize("form", [renumbered(ONE), CHINESE_FORM], ids=["en", "zh"])
def test_the_same_form_with_other_numbers_is_left_alone(form):
    other = [
        re.sub(r"\d\d\d+", lambda found: str(999 - int(found[0]) % 899), line) for line in form
    ]
    (found,) = evidence(other, form)
    assert found.refilled_numbers > 1
    assert kinds(other, form) == []


def test_few_later_figures_in_the_same_words_make_no_other_article():
    once = renumbered(ONE)
    found = [
        evidence(renumbered(once, only=lines, seed=5), once)[0].refilled_numbers
        for lines in (3, 5, 6, 7, 12, 24)
    ]
    assert found == sorted(found)
    # Of a seventh of the numbers or fewer, nothing counts; the others count more and more.
    assert found[0] == 0 < found[2] < found[-1]
    assert kinds(renumbered(once, only=3, seed=5), once) == [(0, Kind.REPOST)]
    assert kinds(renumbered(once, only=12, seed=5), once) == []


def test_one_corrected_number_is_a_correction():
    once = renumbered(ONE)
    corrected = renumbered(once, only=1, seed=5)
    assert corrected != once
    (found,) = evidence(corrected, once)
    assert found.overlap.refilled_numbers > 0
    assert found.refilled_numbers == 0
    assert kinds(corrected, once) == [(0, Kind.REPOST)]
    assert evidence(respun(once), once)[0].refilled_numbers == 0


def test_few_later_figures_count_on_one_host():
    once = renumbered(ONE)
    twice = renumbered(once, only=2, seed=5)
    for is_of_host in (False, True):
        (found,) = evidence(twice, once, is_of_host=is_of_host)
        assert (found.refilled_numbers > 0) is is_of_host


def test_numbers_of_a_form_change_in_their_places_and_those_of_a_copy_are_kept():
    once = renumbered(ONE)
    for copy in (once, respun(once), ["Saturday, by our own writer.", *once]):
        (found,) = evidence(copy, once)
        assert found.overlap.kept_numbers > 3
        assert found.overlap.changed_numbers == 0
        assert found.kept_numbers > 0.75
    later = [
        evidence(renumbered(once, only=lines, seed=5), once, is_of_host=True)[0].kept_numbers
        for lines in (1, 6, 12, 18, 24)
    ]
    assert later == sorted(later, reverse=True)
    assert later[0] > 0.5
    assert later[-1] < 0.2


def test_changed_numbers_are_told_where_they_speak_against_a_copy():
    once = renumbered(ONE)
    for lines, is_told in ((1, False), (24, True)):
        (found,) = evidence(renumbered(once, only=lines, seed=5), once)
        assert (dict(reasons(found)).get("kept_numbers") == found.kept_numbers) is is_told


def test_places_without_a_number_tell_nothing_of_numbers():
    (found,) = evidence(without_names(ONE), without_names(ONE))
    assert found.overlap.kept_numbers == found.overlap.changed_numbers == 0
    assert found.kept_numbers == 0.5


def test_numbers_changed_count_less_on_two_hosts_if_the_rest_is_the_same():
    once = renumbered(ONE)
    updated = renumbered(once, only=8, seed=5)
    there, here = (evidence(updated, once, is_of_host=host)[0] for host in (False, True))
    assert there.overlap == here.overlap
    assert there.overlap.changed_numbers > 0
    assert there.kept_numbers > here.kept_numbers


def test_a_corrected_number_beside_one_put_in_is_no_correction():
    once = renumbered(ONE)
    corrected = renumbered(once, only=1, seed=5)
    longer = [*corrected[:12], corrected[12].replace(" ", " 7741 ", 1), *corrected[13:]]
    found = [
        one.refilled_numbers
        for query, document in ((corrected, once), (longer, once), (once, longer))
        for one in evidence(query, document, is_of_host=True)
    ]
    assert found[0] == 0 < found[1]
    assert found[2] > 0


def test_a_repost_under_a_date_line_with_a_number_written_in_another_way_is_a_copy():
    once = renumbered(ONE)
    number = next(word for word in once[3].split() if word.isdigit())
    name = next(word for word in once[8].split() if word.istitle())
    repost = [
        "By Staff Reporter 2026-04-06 06:30",
        *[line.replace(number, "1.8 million").replace(name, name + "n") for line in once],
        "Read more: Five things to know this week",
    ]
    (found,) = evidence(repost, once)
    assert found.overlap.refilled_numbers > 0
    assert found.refilled_numbers == 0
    assert kinds(repost, once) == [(0, Kind.REPOST)]


def test_one_corrected_name_makes_no_other_article_but_two_may():
    short = ONE[:6]
    names = [word for line in short for word in line.split(" ") if word.istitle()]
    corrected = " ".join(short).replace(names[2], "Bezirk")
    assert kinds([corrected], short) == [(0, Kind.REPOST)]
    refilled_twice = corrected.replace(names[3], "Torvan").replace(names[4], "Lukor")
    (found,) = evidence([refilled_twice], short)
    assert found.agreement < 0.9


def without_names(lines):
    """The *lines* without names and numbers; each begins with a capital."""
    return [
        " ".join(word for word in line.split(" ") if word.islower()).capitalize() for line in lines
    ]


@pytest.mark.parametrize("share", [0.08, 0.15])
def test_prose_without_a_name_or_number_is_found_with_some_of_its_words_replaced(share):
    source = without_names(ONE)
    copy = [f"{line}." for line in respun([line[:-1] for line in source], share=share)]
    (found,) = evidence(copy, source)

    assert found.overlap.rare.names == found.overlap.rare.numbers == found.telling == 0
    assert kinds(copy, source) == [(0, Kind.SPUN)]


def test_what_one_text_alone_has_in_common_passages_speaks_against_a_copy():
    (same,) = evidence(ONE, ONE)
    added = [
        f"{line[:-1]} and Zorvan 77315." if number < 4 else line for number, line in enumerate(ONE)
    ]
    (more,) = evidence(added, ONE)
    (fewer,) = evidence(ONE, added)

    assert same.strange == 0
    assert more.strange > 0.5
    assert fewer.strange > 0.5
    assert fewer.lesser_number_agreement < same.lesser_number_agreement
    assert readings(more)["strange words"] == more.strange


CHINESE = [
    f"{place}的老图书馆昨天下午重新开门，{count}多名读者排队走进新的阅览室，馆长{name}说，修缮用了{count + 5}个月。"
    for place, name, count in (
        ("澜州", "林若水", 1250),
        ("青屿", "王建平", 870),
        ("石桥", "陈晓岚", 2319),
        ("柳河", "周文澜", 415),
        ("云阳", "赵海涛", 96),
        ("白塔", "孙月华", 3108),
        ("海宁", "何德明", 742),
        ("东渠", "郭思远", 1533),
    )
]
ENGLISH = (
    "The council of Port Ellis voted on Tuesday to rebuild the old harbour wall after 12 years of "
    "delay. Engineers led by Maria Okoye found 340 cracks in the stone last spring. The work will "
    "cost 4.6 million and take until 2031, the mayor Tom Sethi told reporters at the quay. Some 58 "
    "families who live behind the wall have moved to Millhaven for the time being. In June 9 boats "
    "of the Carrick line were lost in one night, and the insurers of Norwell paid 1,900 a head."
)


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_a_page_in_two_languages_is_found_by_either(order):
    halves = ["".join(CHINESE), ENGLISH]
    page = "\n\n".join(halves[place] for place in order)
    either = ([Kind.PARTIAL], [Kind.REPOST])
    for half in halves:
        assert [kind for _, kind in kinds([half], [page])] in either
        # The halves count by their words, so one of them may be less than half.
        assert [kind for _, kind in kinds([page], [half])] in (*either, [Kind.EXTENDED])


def test_a_merged_article_names_both_sources():
    merged = ONE[:12] + OTHER[:12]

    assert sorted(kinds(merged, THIRD, ONE, OTHER)) == [(1, Kind.PARTIAL), (2, Kind.PARTIAL)]


def test_a_quotation_in_a_report_of_its_own_is_no_copy():
    assert kinds(THIRD + ONE[:6], ONE) == []


def test_a_spun_copy_with_half_of_it_in_no_passage_is_no_extension():
    found = evidence(ONE, respun(ONE))[0]
    overlap = found.overlap._replace(places=0x1FFFFFFF, covered_document=0.5, density=0.8)
    assert 0.4 < overlap.known < 0.5
    spun = replace(found, overlap=overlap)
    assert verify._kind(spun, is_whole=True) is Kind.SPUN
    # Of a part, passages tell how much it is; and who has nearly all of a shorter text extends it.
    assert verify._kind(spun, is_whole=False) is Kind.EXTENDED
    whole = replace(spun, overlap=overlap._replace(covered_document=0.9))
    assert verify._kind(whole, is_whole=True) is Kind.EXTENDED


def test_the_best_source_comes_first():
    assert kinds(ONE, respun(ONE), ONE)[0] == (1, Kind.REPOST)


def test_who_has_most_of_two_short_articles_extends_them_unless_they_are_more_than_half_of_it():
    short, other = OTHER[:6], THIRD[:5]
    parts = [*short, *other[:4]]
    assert kinds([*ONE[:14], *parts], short, other) == [(0, Kind.EXTENDED), (1, Kind.EXTENDED)]
    assert kinds([*ONE[:7], *parts], short, other) == [(0, Kind.PARTIAL), (1, Kind.PARTIAL)]


def test_a_passage_within_an_article_is_no_notice_under_it():
    query, document = [*OTHER[:4], *ONE[:12]], [*THIRD[:4], *ONE[:12]]
    longer = [*document, *article(4)[:4]]
    for one, other in ((query, document), (document, query)):
        (found,) = evidence(one, other, is_of_host=True)
        assert notices.ends_both(found)
        assert conclude([found]) == []
    for one, other in ((query, longer), (longer, query)):
        (found,) = evidence(one, other, is_of_host=True)
        assert not notices.ends_both(found)
        assert [finding.kind for finding in conclude([found])] == [Kind.PARTIAL]


def test_presets_are_ordered():
    strict, balanced, eager = (PRESETS[name] for name in ("strict", "balanced", "eager"))

    assert strict.whole > balanced.whole > eager.whole
    assert strict.part > balanced.part > eager.part


def test_no_score_reaches_a_threshold_over_one():
    assert conclude(evidence(ONE, ONE), Thresholds(1.1, 1.1)) == []


def test_a_score_that_reaches_its_threshold_is_enough():
    found = evidence(respun(ONE), ONE)
    (score,) = scores(found)
    assert conclude(found, Thresholds(score.whole, 1.1)) != []
    assert conclude(found, Thresholds(1.1, score.part)) != []


def test_no_more_than_four_texts_explain_one_together():
    documents = [article(seed) for seed in range(5)]
    merged = [line for document in documents for line in document[:8]]
    assert max(explained(evidence(merged, *documents[:4]))) == pytest.approx(0.8, abs=0.06)
    assert max(explained(evidence(merged, *documents))) == pytest.approx(0.8, abs=0.06)


def test_what_is_no_source_explains_nothing_together_with_others():
    corrected_too_often = refilled(ONE[:4]) + ONE[4:19]
    same_notice = THIRD + ONE[19:]

    assert kinds(ONE, corrected_too_often) == kinds(ONE, same_notice) == []
    assert kinds(ONE, corrected_too_often, same_notice) == []


def test_overlap_of_half_an_article():
    found = compared(fingerprint(" ".join(ONE[:12])).profile, fingerprint(" ".join(ONE)).sketch)

    assert found.containment == pytest.approx(1, abs=0.02)
    assert found.jaccard == pytest.approx(0.5, abs=0.15)
    assert found.covered_query == 1
    assert found.density > 0.9
    assert found.order > 0.95
    for side in (found.core_rare, found.query_core_rare):
        assert side.same_names == side.names > 0
        assert side.same_numbers == side.numbers > 0


def test_overlap_of_unrelated_articles():
    found = compared(fingerprint(" ".join(ONE)).profile, fingerprint(" ".join(OTHER)).sketch)

    assert found.covered_query == found.covered_document == 0


def test_a_spinner_breaks_what_is_common():
    whole = fingerprint(" ".join(ONE))

    assert compared(whole.profile, whole.sketch).unbroken == 1
    assert compared(fingerprint(" ".join(respun(ONE))).profile, whole.sketch).unbroken < 0.1


def test_unbroken_is_measured_on_the_side_that_has_less():
    whole, longer = fingerprint(" ".join(ONE)), fingerprint(" ".join(ONE + OTHER))

    for query, document in ((whole, longer), (longer, whole)):
        assert 0.3 < compared(query.profile, document.sketch).unbroken < 0.7


def test_the_map_shows_where_the_common_passage_stands():
    query = fingerprint(" ".join(THIRD + ONE)).profile

    covered = compared(query, fingerprint(" ".join(ONE)).sketch).map

    assert (covered & (2**28 - 1)).bit_count() < 4
    assert (covered >> 36).bit_count() > 24


def test_texts_too_short_to_judge_give_no_evidence():
    short, long = fingerprint("two words"), fingerprint(" ".join(ONE))

    assert judge(short, long.simhash, long.sketch) is None
    assert judge(long, short.simhash, short.sketch) is None
    assert conclude([None]) == []


def test_nothing_in_common_is_no_copy():
    (found,) = evidence(ONE, OTHER)

    assert NOTHING.jaccard == NOTHING.covered_query == 0
    assert whole_odds(found) == part_odds(found, 1) == -math.inf
    assert conclude([found], Thresholds(1e-9, 1e-9)) == []


def test_every_reading_at_its_worst_is_no_copy_whatever_one_other_says():
    for name in CURVES:
        best = sum(
            max(y for _, y in curve) if other == name else points(curve, 0)
            for other, curve in CURVES.items()
        )
        assert BIAS + best < -6


@pytest.mark.parametrize("name", CURVES)
def test_points_rise_with_the_evidence_and_fall_with_what_speaks_against(name):
    curve = CURVES[name]
    direction = -1 if falls(curve) else 1

    assert [x for x, _ in curve] == sorted({x for x, _ in curve})
    assert list(curve) == sorted(curve, key=lambda knot: direction * knot[1])
    assert points(curve, curve[0][0] - 1) == curve[0][1] == 0
    assert points(curve, curve[-1][0] + 1) == curve[-1][1]


def test_points_lie_on_straight_lines_between_the_knots():
    assert points(((0, 0), (0.5, 1), (1, 3)), 0.25) == 0.5
    assert points(((0, 0), (0.5, 1), (1, 3)), 0.75) == 2


@given(
    st.sampled_from(
        ["agreement", "number_agreement", "lesser_number_agreement", "core_agreement", "agreeing"]
    ),
    st.floats(0, 1),
    st.floats(0, 1),
)
def test_better_agreement_never_lowers_the_score(name, one, other):
    (found,) = evidence(respun(ONE), ONE)
    low, high = sorted((one, other))

    assert whole_odds(replace(found, **{name: low})) <= whole_odds(replace(found, **{name: high}))


def test_the_readings_are_those_of_the_curves():
    (found,) = evidence(ONE, ONE)

    assert list(readings(found)) == list(CURVES)


def test_evidence_names_its_reasons():
    (found,) = evidence(ONE, ONE)

    told = dict(reasons(found))
    assert found.distance == 0
    assert told["agreement"] > 0.98
    assert told["same_numbers"] == told["numbers"]


def test_scores_are_what_conclusions_rest_on():
    found = evidence(ONE, ONE)
    (score,) = scores(found)
    (conclusion,) = conclude(found, Thresholds(0.5, 0.4))
    assert max(score.whole, score.part) == conclusion.score
    assert scores([None, *found]) == [None, score]
    assert score.missed_by(Thresholds(0.5, 0.4)) == 0
    assert Scores(0.2, 0.1).missed_by(Thresholds(0.5, 0.35)) == pytest.approx(0.25)


COMMON = (
    "at the end of the day",
    "in the first half of the year",
    "one of the largest of them",
    "was put on the market",
    "according to the head of the board",
    "there is a lot of work to be done",
    "in the old part of the town",
    "as soon as it is ready",
)
"""Phrases that every other article has."""


def with_common_phrases(lines):
    changed = [*lines]
    for place, phrase in enumerate(COMMON):
        words = changed[3 * place].split(" ")
        changed[3 * place] = " ".join([*words[:7], phrase, *words[7:]])
    return changed


@pytest.mark.parametrize("lines", [ONE, OTHER])
def test_an_article_that_stands_in_a_merger_as_it_was_is_no_spun_one(lines):
    """Phrases that both of a merger's articles have stand in it first where the other article is."""
    first, second = with_common_phrases(THIRD), with_common_phrases(lines)
    (found,) = evidence([*first[:-8], *second], second)
    assert found.overlap.density > 0.97
    assert kinds([*first[:-8], *second], second) == [(0, Kind.PARTIAL)]
