"""Rewritten copies in an index on each kind of store."""

from __future__ import annotations

import codecs
import json
from dataclasses import replace
from datetime import datetime, timezone
from pathlib import Path

import pytest

from scrapy_neardup import Document, Kind, NearDupIndex, open_index
from scrapy_neardup.commands.transfer import export_lines, import_values
from scrapy_neardup.core.criteria import Compare, Criteria
from scrapy_neardup.core.index.copying import copy_index
from scrapy_neardup.core.rewriting.evidence import in_words
from scrapy_neardup.core.rewriting.rule import UNLIKELY, score
from scrapy_neardup.core.stores.engines import ENGINES
from scrapy_neardup.core.verdict.election import Keep, Policy
from scrapy_neardup.core.verdict.thresholds import PRESETS, Thresholds
from tests.core.index.conftest import KINDS
from tests.core.rewriting.known import add_press
from tests.core.rewriting.stories import (
    CABLE_CAR,
    CABLE_CAR_REWRITTEN,
    FERRY,
    FERRY_REWRITTEN,
    OTHER_REPORT,
    REWRITTEN,
    SOURCE,
    TRIBUNAL,
    TRIBUNAL_REWRITTEN,
    press,
)

EXAMPLE = Path(__file__).parents[3] / "example_project"
LOOKING, NOT_LOOKING = (Thresholds(rewriting=looking) for looking in (True, False))
PRESS = [Document(f"press-{number}", text) for number, text in enumerate(press(320))]


@pytest.fixture(params=KINDS)
def looking(request, tmp_path, shared_url):
    if request.param == "memory":
        opened = NearDupIndex.in_memory(thresholds=LOOKING)
    elif request.param in ENGINES:
        opened = open_index(f"{request.param}://{tmp_path}/index", thresholds=LOOKING)
    else:
        opened = open_index(shared_url(request.param), thresholds=LOOKING)
    with opened:
        add_press(opened)
        yield opened


def again(text: str) -> str:
    """*text* as a site reposts it."""
    return f"From our wire. {text} Follow us for more."


def test_rewritten_copies_have_their_place_in_every_index(looking: NearDupIndex) -> None:
    assert looking.check_and_add(Document("source", SOURCE)).kind is Kind.NEW
    articles = len(looking)
    held = looking.reserve(Document("copy", REWRITTEN))
    assert held.verdict.kind is Kind.REWRITTEN
    assert held.verdict.match is not None
    assert held.verdict.match.id == "source"
    reasons = dict(held.verdict.match.evidence)
    assert reasons["same_numbers"] >= 7
    assert reasons["counterparts"] >= 7
    held.commit()
    assert len(looking) == articles
    story = held.verdict.story
    assert looking.check(Document("source", SOURCE)).story == story

    # What copies the copy's words tells the same story, and names its first article.
    repost = looking.check_and_add(Document("repost", again(REWRITTEN)))
    assert repost.kind in (Kind.REPOST, Kind.PARTIAL)
    assert repost.match is not None
    assert (repost.match.id, repost.story) == ("source", story)
    other = looking.check_and_add(Document("other", OTHER_REPORT))
    assert (other.kind, other.story == story) == (Kind.NEW, False)

    unchanged = looking.check_and_add(Document("copy", REWRITTEN))
    assert (unchanged.kind, unchanged.copy_kind) == (Kind.UNCHANGED, Kind.REWRITTEN)

    # Copies of an article that was removed are new, whatever its rewritten copy has of it.
    assert looking.remove("source")
    for name, text in (("late", SOURCE), ("later", REWRITTEN)):
        assert looking.check(Document(name, again(text))).kind is Kind.NEW
    # At its next visit the copy is an article.
    left = looking.check_and_add(Document("copy", REWRITTEN))
    assert (left.kind, left.story, len(looking)) == (Kind.UPDATED, story, articles + 1)
    left = looking.check(Document("late", again(SOURCE)))
    assert left.match is not None
    assert (left.kind, left.match.id) == (Kind.REWRITTEN, "copy")


@pytest.mark.parametrize("first", [REWRITTEN, FERRY_REWRITTEN], ids=["museum", "ferry"])
def test_a_text_that_was_written_from_two_articles_names_both(
    looking: NearDupIndex, first: str
) -> None:
    looking.add(Document("museum", SOURCE))
    looking.add(Document("ferry", FERRY))
    second = REWRITTEN if first is FERRY_REWRITTEN else FERRY_REWRITTEN
    both = Document("both", f"{first} {second}")
    verdict = looking.check_and_add(both)
    assert verdict.kind is Kind.REWRITTEN
    assert {match.id for match in verdict.matches} == {"museum", "ferry"}
    for match in verdict.matches:
        reasons = dict(match.evidence)
        assert 0.35 < reasons["part"] < 0.65
        assert in_words(reasons).startswith(f"in {reasons['part']:.0%} of the text, ")
    # It comes again, and is copied.
    assert looking.check_and_add(both).kind is Kind.UNCHANGED
    copied = looking.check_and_add(Document("copied", again(both.text)))
    assert copied.story == verdict.story
    assert copied.match is not None
    assert copied.match.id == verdict.matches[0].id


def test_a_text_without_a_passage_of_its_sources_keeps_both(looking: NearDupIndex) -> None:
    looking.add(Document("rope", CABLE_CAR))
    looking.add(Document("award", TRIBUNAL))
    both = Document("both", f"{CABLE_CAR_REWRITTEN} {TRIBUNAL_REWRITTEN}")
    verdict = looking.check_and_add(both)
    assert {match.id for match in verdict.matches} == {"rope", "award"}
    again = looking.check_and_add(both)
    assert (again.kind, again.copy_kind) == (Kind.UNCHANGED, Kind.REWRITTEN)
    assert {match.id for match in again.matches} == {"rope", "award"}
    # One that has another article now is no source any more.
    further = verdict.matches[1].id
    looking.check_and_add(Document(further, press(330)[-1]))
    again = looking.check_and_add(both)
    assert [match.id for match in again.matches] == [verdict.matches[0].id]


def test_a_known_copy_with_a_line_more_still_names_its_source(looking: NearDupIndex) -> None:
    looking.add(Document("rope", CABLE_CAR))
    # The terms by which it looks for others are mostly its own, and its postings are under them.
    names = "Zorvik, Talmer, Brenko, Ulvade, Snirrel, Quobbe, Fendrat, Hulmeck, Jarpo, Welkin and Ostrup"
    copy = f"{CABLE_CAR_REWRITTEN} Aboard were {names}. Safe again are {names}."
    assert looking.check_and_add(Document("copy", copy)).kind is Kind.REWRITTEN
    later = looking.check_and_add(Document("copy", f"{copy} More on this tomorrow."))
    assert later.kind is Kind.REWRITTEN
    assert [match.id for match in later.matches] == ["rope"]


def test_a_text_that_goes_on_with_a_story_of_its_own_is_told_by_its_part(
    looking: NearDupIndex,
) -> None:
    looking.add(Document("museum", SOURCE))
    for name, text in (
        ("before", f"{REWRITTEN} {FERRY}"),
        ("behind", f"{FERRY} {REWRITTEN}"),
        ("within", f"{FERRY[: len(FERRY) // 2]}. {REWRITTEN} {FERRY[len(FERRY) // 2 :]}"),
    ):
        verdict = looking.check(Document(name, text))
        assert verdict.kind is Kind.REWRITTEN, name
        assert [match.id for match in verdict.matches] == ["museum"]
        assert dict(verdict.matches[0].evidence)["part"] < 0.7


def test_a_third_of_a_text_at_least_has_to_tell_the_story() -> None:
    with NearDupIndex.in_memory(thresholds=LOOKING) as index:
        add_press(index)
        index.add(Document("museum", SOURCE))
        later = press(330)[-3:]
        assert index.check(Document("long", " ".join([*later, REWRITTEN]))).kind is Kind.NEW
        # Of more than MOST_PART, the rest counts as well: here other numbers.
        end = "The 5,312 seats in 87 rows will be sold for 46 or 19 euros, from 7 or 11 o'clock."
        whole = index.retellings(Document("whole", f"{REWRITTEN} {end}"))[0]
        assert whole.evidence.part == 1


def test_a_rewritten_copy_that_tells_something_else_leaves_the_story(
    looking: NearDupIndex,
) -> None:
    source = looking.check_and_add(Document("source", SOURCE))
    assert looking.check_and_add(Document("copy", REWRITTEN)).kind is Kind.REWRITTEN
    # One more sentence makes no article of it.
    more = looking.check_and_add(Document("copy", again(REWRITTEN)))
    assert (more.kind, more.story) == (Kind.REWRITTEN, source.story)
    record = looking.get("copy")
    assert record is not None
    assert record.evidence is not None

    articles = len(looking)
    other = looking.check_and_add(Document("copy", OTHER_REPORT))
    assert (other.kind, len(looking)) == (Kind.UPDATED, articles + 1)
    assert other.story != source.story
    same = looking.check(Document("same", OTHER_REPORT))
    assert same.match is not None
    assert (same.kind, same.match.id, same.story) == (Kind.EXACT, "copy", other.story)
    repost = looking.check(Document("repost", again(OTHER_REPORT)))
    assert repost.match is not None
    assert (repost.kind, repost.match.id) == (Kind.REPOST, "copy")


def test_a_rewritten_copy_is_let_through_as_one_of_its_story(looking: NearDupIndex) -> None:
    looking.check_and_add(Document("source", SOURCE))
    held = looking.reserve(Document("copy", REWRITTEN))
    assert held.verdict.kind is Kind.REWRITTEN
    assert held.let_through(1)
    held.commit()
    kept, head = looking.get("copy"), looking.get("source")
    assert kept is not None
    assert head is not None
    assert (kept.let_through, head.copies_let_through) == (True, 1)
    repost = looking.reserve(Document("repost", again(SOURCE)))
    assert not repost.let_through(1)
    repost.rollback()


def test_the_store_is_read_under_the_lock_when_asked_what_rests_on_a_copy(monkeypatch) -> None:
    with NearDupIndex.in_memory(thresholds=LOOKING) as index:
        add_press(index)
        index.check_and_add(Document("source", SOURCE))
        held = index.reserve(Document("copy", REWRITTEN))
        assert held.verdict.kind is Kind.REWRITTEN
        read, locked = index._documents.store.values, []

        def values(keys):
            locked.append(index._lock._is_owned())
            return read(keys)

        monkeypatch.setattr(index._documents.store, "values", values)
        repost = Document("repost", again(REWRITTEN))
        assert index.would_rest_on(repost, index.fingerprinter(repost.text), held)
        assert locked
        assert all(locked)


def test_who_copies_a_rewritten_copy_is_not_the_original(looking: NearDupIndex) -> None:
    def published(name: str, text: str, hour: int) -> Document:
        return Document(name, text, published=datetime(2026, 3, 1, hour, tzinfo=timezone.utc))

    policy = Policy(Keep.EARLIEST_PUBLISHED)
    looking.check_and_add(published("source", SOURCE, 10), policy=policy)
    copy = looking.check_and_add(published("copy", REWRITTEN, 8), policy=policy)
    assert copy.kind is Kind.REWRITTEN
    repost = looking.check_and_add(published("repost", again(REWRITTEN), 7), policy=policy)
    assert repost.match is not None
    assert (repost.kind, repost.match.id) == (Kind.REPOST, "source")
    # Who copies the article itself may be.
    first = looking.check_and_add(published("first", again(SOURCE), 6), policy=policy)
    assert first.kind is Kind.ORIGINAL


def test_a_rewritten_copy_counts_where_its_article_does() -> None:
    now = [1_800_000_000.0]
    with NearDupIndex.in_memory(
        thresholds=replace(LOOKING, ttl=90_000), clock=lambda: now[0]
    ) as index:
        add_press(index)
        index.add(Document("http://a.example/1", SOURCE))
        now[0] += 80_000
        copy = index.check_and_add(Document("http://b.example/1", REWRITTEN))
        assert copy.kind is Kind.REWRITTEN
        repost = Document("http://a.example/2", again(REWRITTEN))
        assert index.check(repost).kind is Kind.REPOST
        within, others = Criteria(window=40_000), Criteria(compare=Compare.OTHER_HOSTS)
        assert index.check(replace(repost, criteria=within)).kind is Kind.NEW
        assert index.check(replace(repost, criteria=others)).kind is Kind.NEW
        elsewhere = replace(repost, id="http://c.example/2", criteria=others)
        assert index.check(elsewhere).kind is Kind.REPOST
        now[0] += 20_000
        assert index.check(repost).kind is Kind.NEW


def test_a_copy_that_is_rolled_back_leaves_nothing(looking: NearDupIndex) -> None:
    looking.add(Document("source", SOURCE))
    looking.reserve(Document("copy", REWRITTEN)).rollback()
    assert looking.get("copy") is None
    assert looking.check(Document("copy", REWRITTEN)).kind is Kind.REWRITTEN


def test_a_copy_waits_for_a_source_under_way(looking: NearDupIndex) -> None:
    source = looking.reserve(Document("source", SOURCE))
    copy = looking.reserve(Document("copy", REWRITTEN))
    assert len(copy.blockers) == 1
    source.commit()
    copy = looking.reserve(Document("copy", REWRITTEN))
    assert (copy.verdict.kind, copy.blockers) == (Kind.REWRITTEN, ())
    copy.commit()


def test_a_copy_need_not_wait_for_another_article_with_the_same_notice(
    looking: NearDupIndex,
) -> None:
    looking.add(Document("source", SOURCE))
    notice = (
        "The views of our contributors are their own, and no part of this page may be printed or "
        "sold elsewhere without a written permission of the Harbour Gazette and its editors."
    )
    other = looking.reserve(Document("other", f"{press(321)[-1]}\n{notice}"))
    copy = looking.reserve(Document("copy", f"{REWRITTEN}\n{notice}"))
    assert (copy.verdict.kind, copy.blockers) == (Kind.REWRITTEN, ())
    copy.commit()
    other.commit()


@pytest.mark.parametrize("known", [0, 1, 100])
def test_the_first_articles_of_a_language_with_a_list_are_enough(known: int) -> None:
    with NearDupIndex.in_memory(thresholds=LOOKING) as index:
        for document in PRESS[:known]:
            index.add(document)
            assert index.check(Document("copy", REWRITTEN)).kind is Kind.NEW
        index.add(Document("source", SOURCE))
        assert index.check(Document("copy", REWRITTEN)).kind is Kind.REWRITTEN
        assert index.check(Document("other", OTHER_REPORT)).kind is Kind.NEW


LOAF = (
    "Rub 75 g of margarine into 90 g of rye flour with your fingertips. Grate 12 radishes and squeeze "
    "out the juice over 20 minutes. Crack 15 quail eggs into a well in the middle. Knead for 10 minutes, "
    "shape a round and rest it for 45 minutes. Dust it with 25 g of caraway. Slide it onto a hot stone "
    "for 30 minutes. At 60 degrees inside it sounds hollow."
)
PLANK = (
    "Skip with a rope for 10 minutes to get warm. Then row 90 strokes at a gentle rate. Do 12 press-ups "
    "and 15 squats with a straight back. Hold your body like a board for 45 seconds. Breathe out for 20 "
    "seconds before each pull. Rest 60 seconds, and lift 25 kilos if you weigh 75. Stretch your calves "
    "for 30 seconds at the end."
)


def test_numbers_of_every_day_make_no_rewritten_copy() -> None:
    with NearDupIndex.in_memory(thresholds=LOOKING) as index:
        for one, other in ((LOAF, PLANK), (PLANK, LOAF)):
            index.add(Document("one", one))
            assert index.check(Document("other", other)).kind is Kind.NEW
            index.remove("one")


def test_an_article_that_is_no_likely_source_is_shown_among_those_compared() -> None:
    with NearDupIndex.in_memory(thresholds=LOOKING) as index:
        add_press(index)
        index.add(Document("source", SOURCE))
        (compared, *_) = index.retellings(Document("other", OTHER_REPORT))
        assert compared.record.id == "source"
        assert compared.score < UNLIKELY


def test_a_form_filled_in_again_is_no_rewritten_copy() -> None:
    # Of the 16 numbers of the later forecast, all of them small, the earlier one has 14.
    earlier, later = (
        Document(name, (EXAMPLE / "articles" / "zh" / f"{name}.txt").read_text("utf-8"))
        for name in ("weather1103", "weather1104")
    )
    with NearDupIndex.in_memory(thresholds=LOOKING) as index:
        index.add(earlier)
        (compared,) = index.retellings(later)
        assert compared.evidence.refilled
        assert compared.score == UNLIKELY
        assert score(replace(compared.evidence, refilled=False)) > PRESETS["eager"].rewritten
        assert index.check(later).kind is Kind.NEW
        reasons = dict(compared.evidence.items())
        assert in_words(reasons).endswith(
            "have a counterpart, much in the same words, as in a form"
        )


def restoring(name: str, what: str) -> str:
    """A page of a manual about the command that restores something."""
    return (
        f"cirro {name}s restore - brings back a deleted {name}.\n"
        f"cirro {name}s restore {name.upper()} [--async] [CIRRO_WIDE_FLAG ...]\n"
        f"Brings back a {name}, which is a {what}. This is possible within seven days after deletion.\n"
        "EXAMPLES\n"
        f"To restore the {name} my-{name}, run: $ cirro {name}s restore my-{name}\n"
        "POSITIONAL ARGUMENTS\n"
        f"{name.upper()} Name of the {name}. If it is not given in full, the project and the region of the "
        "current configuration are used.\n"
        "--async Return at once, without waiting for the operation to finish.\n"
        "CIRRO WIDE FLAGS\n"
        "These flags are available to all commands: --account, --configuration, --format, --help, --project, "
        "--quiet, --verbosity. Run $ cirro help for details.\n"
        "NOTES\n"
        "This command needs the role editor on the project. The limit of requests is shared with the API of "
        f"{name}s."
    )


def test_another_page_of_a_manual_is_no_rewritten_copy() -> None:
    # There are no numbers that could differ, and the sentences have one order.
    one, other = (f"https://{host}.example/" for host in ("cirro", "nimbo"))
    earlier = Document(f"{one}machines", restoring("machine", "virtual machine"))
    later = Document(f"{one}networks", restoring("network", "private network"))
    elsewhere = replace(later, id=f"{other}networks")
    with NearDupIndex.in_memory(thresholds=LOOKING) as index:
        index.add(earlier)
        (compared,) = index.retellings(later)
        assert compared.evidence.refilled
        assert score(replace(compared.evidence, refilled=False)) > PRESETS["strict"].rewritten
        assert index.check(later).kind is Kind.NEW
        # An article may have sentences of its source as they were.
        assert index.check(elsewhere).kind is Kind.REWRITTEN


PAPER = (
    "打印机的屏幕上出现“缺纸”，不必着急。多半是因为：纸盒没有推到底，或者纸太少。可以先试试下面几步。\n"
    "开始之前，请先保存正在做的工作，不要用力拉扯任何部件。\n"
    "第一步：把纸盒拉出来，取出全部纸张，抖松、对齐。\n"
    "第二步：重新放回，让挡板贴住纸边。\n"
    "第三步：打开后盖，用湿布擦搓纸轮。\n"
    "完成上面的步骤后，打一张测试页看看。如果问题还在，搓纸轮发亮打滑，需要更换。\n"
    "平时怎样预防：每个月清一次灰，远离水和热源，用完及时关掉电源。\n"
    "仍然不能解决的，请带上保修卡到服务点，师傅会当面检查。\n"
    "准备：干布一块，小毛刷一把，动作轻一点就行。先看清楚哪些盖子可以打开，哪些贴着封条。\n"
    "怎么判断好了没有\n"
    "屏幕上“缺纸”的字样不再出现，指示灯不闪，就是好了。如果过一天又出现，说明原因还没有找到，"
    "把当时正在做什么也记下来，送修时告诉师傅。\n"
    "不建议做的事：不要往里面喷清洁剂，也不要连着开关好几次，否则会失去保修。"
)
LAMP = (
    "投影机的屏幕上出现“灯泡寿命将尽”，一般都能自己解决。常见的原因是：灯用得久了，亮度下降。"
    "可以先试试下面几步。\n"
    "开始之前，请准备一块干净的布，不要用力拉扯任何部件。\n"
    "第一步：在菜单里看一看使用时间。\n"
    "第二步：把亮度改成节能。\n"
    "第三步：买到同型号的灯组，关机冷却后再换。\n"
    "完成上面的步骤后，打一张测试页看看。如果没有消失，换完要把计时清零。\n"
    "平时怎样预防：每个月清一次灰，不要放在窗边暴晒，耗材请买正规的。\n"
    "仍然不能解决的，请联系客服，并告诉对方机器背面标签上的型号。\n"
    "需要用到的东西：一张白纸，一支手电筒，动作轻一点就行。先看清楚哪些盖子可以打开，哪些贴着封条。\n"
    "怎么判断好了没有\n"
    "屏幕上“灯泡寿命将尽”的字样不再出现，指示灯不闪，就是好了。偶尔又跳出来一次，不用理它，"
    "天天出现就要记下时间和次数，这对判断很有帮助。\n"
    "提醒：不要往里面喷清洁剂，也不要用不明来历的配件，小毛病会变成大毛病。"
)
"""Two pages of a service, whose writers chose between a few wordings of each sentence."""


def test_a_page_of_which_little_is_reworded_is_no_rewritten_copy_on_its_host() -> None:
    one, other = (f"https://{host}.example/" for host in ("service", "repairs"))
    with NearDupIndex.in_memory(thresholds=LOOKING) as index:
        index.add(Document(f"{one}paper", PAPER))
        later = Document(f"{one}lamp", LAMP)
        (compared,) = index.retellings(later)
        assert compared.evidence.refilled
        assert index.check(later).kind is Kind.NEW
        assert index.check(replace(later, id=f"{other}lamp")).kind is Kind.REWRITTEN
        # Numbers that agree tell of one story.
        numbered = "型号为CX4815和BL2207，服务电话400-618-9527，保修36个月，售价2,380元。"
        index.add(Document(f"{one}numbers", f"{PAPER}\n{numbered}"))
        again = Document(f"{one}again", f"{LAMP}\n{numbered}")
        assert index.check(again).kind is not Kind.NEW


@pytest.mark.parametrize(
    ("known", "kind"), [(0, Kind.NEW), (200, Kind.NEW), (320, Kind.REWRITTEN)]
)
def test_a_language_without_a_list_needs_articles(known: int, kind: Kind) -> None:
    with NearDupIndex.in_memory(thresholds=LOOKING) as index:
        for document in PRESS[:known]:
            index.add(Document(document.id, codecs.encode(document.text, "rot13")))
        index.add(Document("source", codecs.encode(SOURCE, "rot13")))
        copy = Document("copy", codecs.encode(REWRITTEN, "rot13"))
        assert index.check(copy).kind is kind


def test_without_the_setting_nothing_is_looked_for_and_nothing_kept() -> None:
    with NearDupIndex.in_memory(thresholds=NOT_LOOKING) as index:
        for document in PRESS:
            index.add(document)
        index.add(Document("source", SOURCE))
        assert index.check(Document("copy", REWRITTEN)).kind is Kind.NEW
        record = index.get("source")
        assert record is not None
        assert record.telling is None
        index.frequencies.save()
        assert not index.frequencies.counts_terms()


def test_on_an_older_index_it_works_from_then_on(tmp_path) -> None:
    location = tmp_path / "index"
    with open_index(location, thresholds=NOT_LOOKING) as index:
        index.add(Document("before", SOURCE))
    with open_index(location, thresholds=LOOKING) as index:
        for document in PRESS:
            index.add(document)
        assert index.check(Document("copy", REWRITTEN)).kind is Kind.NEW
        index.remove("before")
        index.add(Document("after", SOURCE))
        assert index.check(Document("copy", REWRITTEN)).kind is Kind.REWRITTEN
    with open_index(location, thresholds=LOOKING) as index:
        # The frequencies of terms are kept with the index.
        assert index.check(Document("copy", REWRITTEN)).kind is Kind.REWRITTEN


def test_a_copied_index_finds_what_the_first_one_did(tmp_path) -> None:
    location = tmp_path / "target"
    with (
        NearDupIndex.in_memory(thresholds=LOOKING) as index,
        open_index(location, thresholds=LOOKING) as target,
    ):
        add_press(index)
        index.add(Document("source", SOURCE))
        index.hosts.save()
        index.frequencies.save()
        assert copy_index(index, target).differing == 0
    with open_index(location, thresholds=LOOKING) as target:
        assert target.check(Document("copy", REWRITTEN)).kind is Kind.REWRITTEN


def test_only_articles_of_the_window_are_sources_of_rewritten_copies() -> None:
    now = [1_800_000_000.0]
    within = Criteria(rewritten_window=86400)
    with NearDupIndex.in_memory(thresholds=LOOKING, clock=lambda: now[0]) as index:
        add_press(index)
        index.add(Document("source", SOURCE))
        copy = Document("copy", REWRITTEN, criteria=within)
        now[0] += 80_000
        assert index.check(copy).kind is Kind.REWRITTEN
        now[0] += 80_000
        assert index.check(copy).kind is Kind.NEW
        assert index.check(Document("copy", REWRITTEN)).kind is Kind.REWRITTEN
        # Whoever copies its words is a copy of it at any age.
        repost = index.check(Document("repost", again(SOURCE), criteria=within))
        assert repost.kind in (Kind.REPOST, Kind.PARTIAL)


def test_what_does_not_count_takes_no_candidate_s_place() -> None:
    now = [1_800_000_000.0]
    variants = [
        SOURCE.replace("Akkerman", name).replace("ship", ware)
        for name, ware in (("Bruin", "tram"), ("Visser", "kite"), ("Smit", "clock"))
    ]
    with NearDupIndex.in_memory(thresholds=LOOKING, clock=lambda: now[0]) as index:
        add_press(index)
        for number, text in enumerate(variants):
            index.add(Document(f"old-{number}", text))
        now[0] += 80_000
        index.add(
            Document("source", SOURCE.replace("Akkerman", "Akkermans").replace("3.4", "3.5"))
        )
        copy = Document("copy", REWRITTEN, criteria=Criteria(rewritten_window=40_000))
        verdict = index.check(copy)
        assert verdict.match is not None
        assert (verdict.kind, verdict.match.id) == (Kind.REWRITTEN, "source")


def test_a_higher_threshold_asks_for_more(tmp_path) -> None:
    sure = Thresholds(rewriting=True, rewritten=0.99999)
    with NearDupIndex.in_memory(thresholds=sure) as index:
        add_press(index)
        index.add(Document("source", SOURCE))
        assert index.check(Document("copy", REWRITTEN)).kind is Kind.NEW


def test_exported_and_imported_articles_keep_how_they_tell_their_story() -> None:
    with (
        NearDupIndex.in_memory(thresholds=LOOKING) as index,
        NearDupIndex.in_memory(thresholds=LOOKING) as target,
    ):
        add_press(index)
        index.add(Document("source", SOURCE))
        for line in export_lines(index):
            import_values(target, json.loads(json.dumps(line)))
        first, second = index.get("source"), target.get("source")
        assert first is not None
        assert second is not None
        assert second.telling == first.telling is not None
