"""Articles of one host that have the same notice, or the text of a short page."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from scrapy_neardup import Document, Kind, NearDupIndex
from scrapy_neardup.core.verdict.thresholds import PRESETS
from scrapy_neardup.core.verdict.verify import reasons

FLASHES = [
    "国家统计局公布，十月份规模以上工业增加值同比增长百分之五点二，比上月加快零点三个百分点，其中高技术制造业增长较快。",
    "清河乳业公告称，公司拟以自有资金一亿二千万元收购南坡牧场六成股权，交易完成后奶源自给率将提高到七成左右。",
    "上海期货交易所铜主力合约夜盘收涨百分之一点四，报每吨七万八千六百元，盘中一度触及近四个月来的最高点。",
    "因大雾弥漫，松岗机场今晨取消航班四十六架次，滞留旅客约五千人，机场启动黄色响应，预计中午十二点之后陆续恢复。",
    "北岭省公布新一轮新能源汽车下乡方案，购车者最高可获补贴八千元，活动持续至明年三月底，涉及二十七个品牌。",
]
RISK = (
    "风险提示：本文所引用的信息和数据均来自公开资料，本站力求但不保证其准确和完整，观点仅代表作者本人，不代表本站立场。\n"
    "本文内容不构成对任何人的投资建议，据此操作的风险由投资者自行承担。过往业绩并不预示未来表现，"
    "请在作出决定之前仔细阅读有关法律文件，并根据自身的承受能力选择合适的产品。\n"
    "版权声明：凡注明来源为本站的文字和图片，版权均属本站所有，未经书面授权，任何媒体和个人不得转载或者摘编。"
)
SYLLABLES = [a + b for a in "bdfgklmnprstv" for b in ("a", "e", "i", "o", "u", "an", "er", "ol")]


def article(seed, sentences):
    """Sentences of invented words, of which hardly two articles have one in common."""
    rng = random.Random(seed)
    words = (
        ["".join(rng.choices(SYLLABLES, k=rng.randint(2, 4))) for _ in range(rng.randint(9, 15))]
        for _ in range(sentences)
    )
    return " ".join(f"{' '.join(some).capitalize()} {rng.randrange(10**4)}." for some in words)


ABOUT = article("about the firm", 10)


def of_host(name, text, host="news.example.com"):
    url = f"https://{host}/{name}"
    return Document(url, text, url=url)


def kinds(documents, thresholds="balanced"):
    with NearDupIndex.in_memory(thresholds=PRESETS[thresholds]) as index:
        return [index.check_and_add(document).kind for document in documents]


def releases(sentences, host="news.example.com"):
    """Releases of a firm: news of so many *sentences* each, and what the firm says of itself."""
    return [
        of_host(number, f"{article(number, sentences)}\n{ABOUT}", host.format(number))
        for number in range(6)
    ]


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("sentences", [2, 3, 5])
def test_news_over_the_same_notice_are_new(sentences, preset):
    assert kinds(releases(sentences), preset) == [Kind.NEW] * 6


def test_short_flashes_over_a_long_notice_are_new():
    flashes = [of_host(number, f"{text}\n{RISK}") for number, text in enumerate(FLASHES)]
    assert kinds(flashes) == [Kind.NEW] * 5


def test_copies_with_tails_of_their_own_are_copies():
    documents = [of_host(n, f"{ABOUT}\n{article(n, 3)}") for n in range(4)]
    assert set(kinds(documents)[1:]) == {Kind.PARTIAL}


@pytest.mark.parametrize(("common", "rest"), [(6, 3), (9, 4)])
def test_a_copy_with_a_beginning_of_its_own_does_not_begin_as_the_article_does(common, rest):
    """Only pages that both begin with a passage may be two answers below one question."""
    passage = article("about the firm", common)
    documents = [
        of_host("first", f"{passage}\n{article('first', rest)}"),
        of_host("later", f"{article('lead', 2)}\n{passage}\n{article('later', rest)}"),
    ]
    assert kinds(documents) == [Kind.NEW, Kind.PARTIAL]


QUESTION = (
    "父母住在没有电梯的五楼，父亲上个月下楼时踩空了一级，从此不愿意出门，整天看电视，精神也差了许多。三个子女都在外地，"
    "轮流回来陪伴，请假很难。现在有三个办法：同小区换到一楼，大约要补十五万元；接到子女身边，那里有电梯，可是没有熟人；"
    "或者请住家的保姆，每月五千五百元。老人自己哪里也不想去，说这里的邻居都熟。想问问有类似经历的人是怎么安排的，后悔过没有？"
)


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("head", ["", "Where eels go in winter, by our own staff.\n"])
@pytest.mark.parametrize("sentences", [5, 6, 9])
def test_pages_of_a_host_that_go_on_differently_are_new(sentences, head, preset):
    # Talks of one series, jobs of one firm, answers to one question.
    documents = [of_host(n, f"{head}{ABOUT}\n{article(n, sentences)}") for n in range(4)]
    assert kinds(documents, preset) == [Kind.NEW] * 4


def test_answers_below_one_question_are_new():
    answers = ["".join(FLASHES[:2]), "".join(FLASHES[2:4])]
    documents = [of_host(n, f"{QUESTION}\n{answer}") for n, answer in enumerate(answers)]
    assert kinds(documents) == [Kind.NEW] * 2


def test_pages_of_a_host_that_differ_only_between_what_it_says_on_each_are_new():
    foot = article("how to apply", 3)
    documents = [of_host(n, f"{ABOUT}\n{article(n, 6)}\n{foot}") for n in range(4)]
    assert kinds(documents) == [Kind.NEW] * 4


def test_a_long_article_under_two_ends_is_a_copy():
    body = article("body", 25)
    documents = [of_host(n, f"{body}\n{article(n, 10)}") for n in range(2)]
    assert kinds(documents)[1] is Kind.PARTIAL


def test_pages_of_two_hosts_that_go_on_differently_are_parts():
    documents = [of_host(n, f"{ABOUT}\n{article(n, 4)}", f"h{n}.example.com") for n in range(2)]
    assert kinds(documents)[1] is Kind.PARTIAL


def test_an_article_under_another_lead_is_a_copy():
    body = article("body", 25)
    documents = [of_host(n, f"{article(n, 5)}\n{body}") for n in range(2)]
    assert kinds(documents)[1] is Kind.PARTIAL


def test_what_another_host_has_too_is_no_notice():
    assert set(kinds(releases(3, host="h{}.example.com"))[1:]) == {Kind.PARTIAL}


def test_an_excerpt_on_the_same_host_is_a_copy():
    whole = article(1, 20)
    documents = [of_host("whole", whole), of_host("excerpt", whole[: len(whole) * 2 // 3])]
    assert kinds(documents)[1].is_copy


def test_an_article_in_a_longer_one_of_the_same_host_is_a_copy():
    part = article(1, 12)
    documents = [of_host("part", part), of_host("whole", f"{article(2, 5)}\n{part}")]
    assert kinds(documents)[1].is_copy


def test_another_head_line_on_the_same_host_makes_no_other_article():
    heads = [
        "Updated on Tuesday at noon, by our own staff.",
        "Sent to us by a reader in the north.",
    ]
    documents = [of_host(n, f"{head}\n{article(1, 14)}") for n, head in enumerate(heads)]
    assert kinds(documents)[1].is_copy


def test_another_lead_under_the_same_address_makes_a_version():
    documents = [of_host("same", f"{article(n, 3)}\n{ABOUT}") for n in range(2)]
    assert kinds(documents) == [Kind.NEW, Kind.UPDATED]
    with NearDupIndex.in_memory() as index:
        first = index.check_and_add(documents[0])
        assert index.check_and_add(documents[1]).story == first.story


def test_an_article_merged_of_two_of_its_host_names_both():
    halves = [article(n, 9) for n in range(2)]
    wholes = [of_host(n, f"{half}\n{article(10 + n, 9)}") for n, half in enumerate(halves)]
    with NearDupIndex.in_memory() as index:
        for document in wholes:
            assert index.check_and_add(document).kind is Kind.NEW
        verdict = index.check_and_add(of_host("merged", "\n".join(halves)))
        assert {match.id for match in verdict.matches} == {one.id for one in wholes}


STANDING = {"en": ABOUT, "zh": RISK}
"""What a page says of its host, and nothing else."""


def parts(language, seed):
    """An article of its own in two parts, together four times as long as the standing text."""
    if language == "en":
        return article(f"{seed} first", 20), article(f"{seed} second", 20)
    rng = random.Random(seed)
    letters = [chr(0x4E00 + rng.randrange(3000)) for _ in range(900)]
    lines = ["".join(letters[at : at + 45]) + "。" for at in range(0, 900, 45)]
    return "\n".join(lines[:10]), "\n".join(lines[10:])


def around(language, seed, place):
    """An article with the standing text in it, at one *place*."""
    texts = list(parts(language, seed))
    texts.insert(place, STANDING[language])
    return "\n".join(texts)


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("place", range(3))
@pytest.mark.parametrize("language", STANDING)
def test_articles_with_the_text_of_a_short_page_of_their_host_are_new(language, place, preset):
    page = of_host("about", STANDING[language])
    articles = [of_host(n, around(language, n, place)) for n in range(4)]
    assert kinds([page, *articles], preset) == [Kind.NEW] * 5


@pytest.mark.parametrize("language", STANDING)
def test_an_excerpt_after_its_article_is_a_part(language):
    whole = of_host("whole", around(language, 0, 1))
    assert kinds([whole, of_host("excerpt", STANDING[language])])[1] is Kind.PARTIAL


@pytest.mark.parametrize("language", STANDING)
def test_a_short_text_under_a_lead_of_up_to_its_own_length_is_a_copy(language):
    text = STANDING[language]
    for share in (0.2, 0.5, 1):
        lead = parts(language, 0)[0][: int(len(text) * share)]
        documents = [of_host("short", text), of_host("longer", f"{lead}\n{text}")]
        assert kinds(documents)[1].is_copy


@pytest.mark.parametrize("language", STANDING)
def test_an_article_with_the_text_of_a_short_page_of_another_host_extends_it(language):
    page = of_host("about", STANDING[language], host="other.example.com")
    assert kinds([page, of_host(1, around(language, 1, 1))])[1] is Kind.EXTENDED


def test_an_article_made_of_short_ones_of_its_host_names_them():
    flashes = [of_host(n, article(n, 10)) for n in range(4)]
    with NearDupIndex.in_memory() as index:
        for document in flashes:
            index.check_and_add(document)
        verdict = index.check_and_add(of_host("all", "\n".join(one.text for one in flashes)))
        assert {match.id for match in verdict.matches} == {one.id for one in flashes}


def test_a_copy_of_an_article_names_it_and_not_the_short_page_whose_text_it_has():
    text = around("en", 0, 2)
    documents = [of_host("about", ABOUT), of_host("first", text)]
    with NearDupIndex.in_memory() as index:
        for document in documents:
            assert index.check_and_add(document).kind is Kind.NEW
        verdict = index.check_and_add(of_host("second", f"By our own staff.\n{text}"))
        assert [match.id for match in verdict.matches] == [documents[1].id]


def test_the_evidence_tells_how_much_is_their_own():
    first, second, *_ = releases(3)
    with NearDupIndex.in_memory() as index:
        index.check_and_add(first)
        (compared,) = index.nearest(second)
        assert compared.scores.part <= 0.2
        assert 0.1 <= dict(reasons(compared.evidence))["own_beginning"] <= 0.4


def test_the_evidence_tells_how_much_follows_what_both_begin_with():
    first, second = (of_host(n, f"{ABOUT}\n{article(n, 5)}") for n in range(2))
    with NearDupIndex.in_memory() as index:
        index.check_and_add(first)
        (compared,) = index.nearest(second)
        assert compared.scores.part <= 0.2
        assert compared.scores.held == "the texts of this host begin alike and go on differently"
        assert 0.25 <= dict(reasons(compared.evidence))["own_rest"] <= 0.45


LOT = (
    "南屏市自然资源和规划局发布公告，将以网上挂牌方式出让{number}号地块的国有建设用地使用权。"
    "地块面积31,267平方米，容积率不高于1.8，起始价23,150万元，竞买保证金4,630万元，每次加价不少于200万元。"
    "竞买人须在2026年5月18日16时以前缴清保证金，挂牌时间为2026年5月9日9时至5月20日10时。"
    "地块由{holder}持有，受让人应当在签订合同后三十日内付清首期价款，余款在六个月内付清，逾期按日加收千分之一的违约金。"
    "详细资料可以在交易系统查看和下载，咨询电话0931-8765432，监督电话0931-8765439。"
)
LOTS = [
    LOT.format(holder=holder, number=number)
    for holder, number in (("Hallam集团", "2026-0417"), ("Corven集团", "2026-0523"))
]


def test_notices_of_one_host_that_differ_in_what_is_filled_in_are_new():
    one, other = (of_host(number, text) for number, text in enumerate(LOTS))
    assert kinds([one, other]) == [Kind.NEW, Kind.NEW]
    with NearDupIndex.in_memory() as index:
        index.check_and_add(one)
        (compared,) = index.nearest(other)
        assert compared.scores.whole <= 0.2
        assert dict(reasons(compared.evidence))["filled_in"] >= 0.5


@pytest.mark.parametrize("host", ["www.land.example", "m.land.example", "land.example"])
def test_notices_of_a_host_are_new_whatever_device_their_pages_are_for(host):
    one = of_host("one", LOTS[0], "www.land.example")
    assert kinds([one, of_host("other", LOTS[1], host)]) == [Kind.NEW, Kind.NEW]


def test_the_numbers_of_a_page_for_another_device_make_no_other_article():
    pages = [
        f"Published at noon, {views} views\n{article(0, 8)}\n{comments} comments, {shares} shares"
        for views, comments, shares in ((12843, 417, 5120), (3107, 166, 98412))
    ]
    one, other = (
        of_host(1, *page) for page in zip(pages, ("www.a.example", "m.a.example"), strict=True)
    )
    assert kinds([one, other]) == [Kind.NEW, Kind.REPOST]


def test_a_correction_on_another_host_makes_no_other_article():
    one = of_host("one", LOTS[0])
    other = of_host("other", f"来源：本站综合\n{LOTS[1]}", "reposts.example.net")
    assert kinds([one, other]) == [Kind.NEW, Kind.REPOST]


def test_what_is_put_in_or_misspelt_on_the_same_host_makes_no_other_article():
    again = LOTS[0].replace("详细资料", "更多的详细资料").replace("发布公告", "日前发布公告")
    assert kinds([of_host("one", LOTS[0]), of_host("again", again)]) == [Kind.NEW, Kind.REPOST]


def test_what_a_page_shows_of_itself_makes_no_other_article():
    views = [
        f"2026-03-14 09:21　阅读量：{many}　字号：大 中 小\n{LOTS[0]}" for many in (12843, 3107)
    ]
    assert kinds([of_host(*one) for one in enumerate(views)]) == [Kind.NEW, Kind.REPOST]


def test_another_number_under_the_same_address_makes_a_version():
    one, other = (of_host("lot", text) for text in LOTS)
    assert kinds([one, other]) == [Kind.NEW, Kind.UPDATED]


PAGE = (
    "keeper {verb} - {what}.\n"
    "keeper {verb} NAME [--async] [KEEPER_WIDE_FLAG ...]\n"
    "{about}\n"
    "To {verb} the snapshot my-snapshot, run: $ keeper {verb} my-snapshot\n"
    "NAME Name of the snapshot. If it is not given in full, the project and the region of the configuration are used.\n"
    "--async Return at once, without waiting for the operation to finish.\n"
    "This command needs the role editor on the project. The limit of requests is shared with all commands."
)
"""A page of a manual: no number or name of it could tell two such pages apart."""
DELETING, LOCKING = (
    PAGE.format(verb=verb, what=what, about=about)
    for verb, what, about in (
        (
            "delete",
            "deletes an existing snapshot",
            (
                "A snapshot that is in use cannot be deleted. This cannot be undone after the grace period, "
                "which begins when the last copy of its disk is gone."
            ),
        ),
        (
            "lock",
            "protects a snapshot against deletion",
            (
                "A locked snapshot stays until somebody unlocks it, whatever the rules of its chain say, "
                "and also when its project is about to be closed."
            ),
        ),
    )
)


def test_pages_of_a_manual_are_new_on_its_host():
    on_host, elsewhere = (
        [of_host(name, text, host.format(name)) for name, text in enumerate((DELETING, LOCKING))]
        for host in ("manual.example", "manual{}.example")
    )
    assert kinds(on_host) == [Kind.NEW, Kind.NEW]
    assert kinds(elsewhere)[1].is_copy
    with NearDupIndex.in_memory() as index:
        index.check_and_add(on_host[0])
        (compared,) = index.nearest(on_host[1])
        assert max(compared.scores.whole, compared.scores.part) <= 0.2
        assert dict(reasons(compared.evidence))["agreeing"] < 4


SWITCH = (
    "{name}功能可以在设置里开启，也可以从下拉菜单里开启。\n"
    "在桌面上找到“设置”，点击进入。向下滑动，找到“常用功能”，点击进入。在列表中找到“{name}”，把右边的开关拨到打开的位置。"
    "开关变成蓝色，就表示已经开启。\n"
    "用手指从屏幕顶部向下滑动，打开下拉菜单。如果没有看到“{name}”的图标，请点击右上角的铅笔图标，把它拖到上面的区域。"
    "点击图标，图标变亮，就表示{name}已经开启。\n"
    "按照同样的步骤，把开关拨回去，或者再点一次图标，{name}就会关闭。手机重启以后，设置不会改变。"
)
"""A page of a manual that differs from others in nothing but what it is about."""


def about(name, text, title, host="manual.example"):
    return replace(of_host(name, text, host), title=f"如何开启{title} - 使用手册")


def test_pages_whose_titles_tell_what_they_are_about_are_new_on_their_host():
    names = ("护眼模式", "省电模式", "勿扰", "单手模式")
    pages = [about(name, SWITCH.format(name=name), name) for name in names]
    assert kinds(pages) == [Kind.NEW] * 4
    assert kinds([replace(page, title=None) for page in pages])[1].is_copy
    with NearDupIndex.in_memory() as index:
        index.check_and_add(pages[0])
        (compared,) = index.nearest(pages[1])
        assert max(compared.scores.whole, compared.scores.part) <= 0.2
        assert dict(reasons(compared.evidence))["other_subjects"] == 1


def test_a_name_that_another_host_puts_into_text_and_title_makes_no_other_article():
    text = SWITCH.format(name="护眼模式")
    signed = text.replace("。", "（青萍网）。")
    again = about("again", signed, "护眼模式_青萍网", "reposts.example.net")
    assert kinds([about("one", text, "护眼模式"), again])[1].is_copy


def test_a_page_is_a_copy_under_any_title_that_says_what_it_is_about():
    text = SWITCH.format(name="震动")
    again = f"首页 使用手册 常用功能\n{text.replace('一次', '一下')}\n这一页对你有帮助吗？"
    for name in ("震动", "手机的震动", "常用功能", "截屏"):
        assert kinds([about("one", text, "震动"), about("again", again, name)])[1].is_copy


def test_a_page_of_a_manual_is_a_copy_on_its_host_under_another_frame():
    framed = f"Home, Reference, Commands\n{DELETING}\nWas this page helpful? Send us feedback."
    assert kinds([of_host("page", DELETING), of_host("print", framed)])[1].is_copy
