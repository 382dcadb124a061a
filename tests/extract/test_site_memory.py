from __future__ import annotations

import random

import pytest

from scrapy_neardup.extract.site_memory import SiteMemory, SiteMemoryError

HOST = "news.example"
NOTICE = ["欢迎关注河湾新闻的公众号。", "读完这篇，再看看别的？"]


def article(number: int, lines: int = 6) -> list[str]:
    draw = random.Random(number)
    letters = "渡口重新开放附近居民坐船对岸集市木板发动机茶叶蛋交通部门水位停运大风孩子热闹"
    return ["".join(draw.choice(letters) for _ in range(40)) + "。" for _ in range(lines)]


def trained(pages: int = 20) -> SiteMemory:
    memory = SiteMemory()
    for number in range(pages):
        memory.learn(HOST, [*article(number), *NOTICE])
    return memory


def test_lines_on_page_after_page_are_left_out_of_a_page_not_learned():
    page = article(999)
    assert trained().strip(HOST, [NOTICE[0], *page, NOTICE[1]]) == page


def test_lines_that_differ_in_digits_count_as_the_same():
    memory = SiteMemory()
    for number in range(5):
        memory.learn(HOST, [*article(number), f"阅读 {number * 137} 次。"])
    assert memory.strip(HOST, [*article(99), "阅读 88888 次。"]) == article(99)


def test_the_first_pages_of_a_host_lose_nothing():
    memory = SiteMemory()
    for number in range(2):
        page = [*article(number), *NOTICE]
        assert memory.strip(HOST, page) == page
        memory.learn(HOST, page)


def test_hosts_do_not_learn_from_each_other():
    page = [*article(7), *NOTICE]
    assert trained().strip("other.example", page) == page


def test_stripping_is_a_pure_query():
    memory = trained()
    before = memory.to_bytes(HOST)
    memory.strip(HOST, [*article(1), *NOTICE])
    assert memory.to_bytes(HOST) == before


def test_an_article_posted_ten_times_keeps_every_line():
    memory = trained()
    page = article(500)
    for _ in range(10):
        assert memory.strip(HOST, page) == page
        memory.learn(HOST, [*page, *NOTICE])
    assert memory.strip(HOST, [*page, *NOTICE]) == page


def test_other_comments_each_time_do_not_make_an_article_boilerplate():
    memory = trained()
    page = article(500)
    for time in range(10):
        comments = [line[:20] for line in article(600 + time, lines=3)]
        assert set(page) <= set(memory.strip(HOST, [*page, *comments]))
        memory.learn(HOST, [*page, *comments, *NOTICE])


def test_short_news_among_much_boilerplate_teaches_the_boilerplate():
    memory = SiteMemory()
    notices = [line[:30] for line in article(77, lines=4)]
    for number in range(6):
        memory.learn(HOST, [*article(number, lines=2), *notices])
    news = article(99, lines=2)
    assert memory.strip(HOST, [*news, *notices]) == news


def test_an_article_of_updates_is_not_emptied_by_its_own_earlier_states():
    memory = SiteMemory()
    lines: list[str] = []
    for number in range(10):
        lines = [*article(number, lines=1), *lines]
        memory.learn(HOST, lines)
        assert len("".join(memory.strip(HOST, lines))) >= 0.3 * len("".join(lines))


def test_long_paragraphs_are_never_left_out():
    memory = SiteMemory()
    paragraph = "".join(article(1, lines=4))
    for number in range(20):
        memory.learn(HOST, [*article(number), paragraph])
    assert paragraph in memory.strip(HOST, [*article(99), paragraph])


def test_a_notice_that_a_site_has_dropped_is_forgotten():
    memory = trained(pages=10)
    for number in range(1000, 1700):
        memory.learn(HOST, article(number))
    assert memory.strip(HOST, [*article(1), *NOTICE])[-2:] == NOTICE


def test_a_notice_stays_known_however_many_other_lines_come():
    memory = trained(pages=5)
    for number in range(1000, 1100):
        memory.learn(HOST, article(number, lines=20))
    assert memory.strip(HOST, [*article(1), *NOTICE]) == article(1)


def test_notices_are_left_out_of_every_page_once_they_are_known():
    memory = trained(pages=5)
    for number in range(1000, 1300):
        page = article(number)
        assert memory.strip(HOST, [*page, *NOTICE]) == page
        memory.learn(HOST, [*page, *NOTICE])


def test_a_new_notice_is_learned_beside_much_that_is_known():
    memory = SiteMemory()
    frame = [line[:30] for line in article(77, lines=9)]
    for number in range(10):
        memory.learn(HOST, [*article(number, lines=3), *frame, *(NOTICE if number > 5 else ())])
    news = article(99)
    assert memory.strip(HOST, [*news, *NOTICE]) == news


def test_unseen_lines_are_hardly_ever_taken_for_repeated_ones():
    memory = SiteMemory()
    for number in range(300):
        memory.learn(HOST, article(number, lines=20))
    unseen = [line for number in range(1000, 1200) for line in article(number, lines=20)]
    lost = sum(memory.strip(HOST, [line, "长" * 400]) == ["长" * 400] for line in unseen)
    assert lost / len(unseen) < 1e-3


def test_the_host_used_longest_ago_is_forgotten_first():
    memory = SiteMemory(max_hosts=2)
    for host in ("a.example", "b.example", "a.example", "c.example"):
        memory.learn(host, [*article(len(host)), host])
    assert "a.example" in memory
    assert "b.example" not in memory
    assert len(memory) == 2


def test_a_host_whose_pages_are_all_copies_is_used_too():
    memory = SiteMemory(max_hosts=2)
    for host in ("a.example", "b.example"):
        memory.learn(host, article(1))
    memory.strip("a.example", article(1))
    memory.learn("c.example", article(1))
    assert "a.example" in memory
    assert "b.example" not in memory


def test_memory_survives_storing_and_stays_small():
    memory = trained()
    data = memory.to_bytes(HOST)
    assert len(data) < 4200
    restored = SiteMemory()
    restored.from_bytes(HOST, data)
    page = article(999)
    assert restored.strip(HOST, [*page, *NOTICE]) == page
    assert restored.to_bytes(HOST) == data


def test_stored_counters_keep_their_places():
    # Persisted: a change of the line hash makes stored memories useless and needs a new version.
    memory = SiteMemory()
    memory.learn(HOST, ["An Old 12 Ferry。"])
    restored = SiteMemory()
    restored.from_bytes(HOST, memory.to_bytes(HOST))
    counters = restored._hosts[HOST].counters
    assert [slot for slot, count in enumerate(counters) if count] == GOLDEN


GOLDEN = [387, 1928, 3102, 3878]


@pytest.mark.parametrize(
    "data", [b"", b"\x01", b"\x01\x00\x05junk", b"\x01\x00\x05" + b"x\x9c\x03\x00\x00\x00\x00\x01"]
)
def test_damaged_bytes_are_refused(data: bytes):
    with pytest.raises(SiteMemoryError, match="damaged"):
        SiteMemory().from_bytes(HOST, data)


def test_bytes_of_another_version_are_refused_with_a_remedy():
    data = bytes([9]) + trained().to_bytes(HOST)[1:]
    with pytest.raises(SiteMemoryError, match=r"version 9.*learned again"):
        SiteMemory().from_bytes(HOST, data)


def test_only_changed_hosts_are_named_for_saving():
    memory = trained()
    assert memory.take_changed() == [HOST]
    assert memory.take_changed() == []
    # Nor is one that was forgotten since.
    memory = SiteMemory(max_hosts=1)
    for host in ("a.example", "b.example"):
        memory.learn(host, article(1))
    assert memory.take_changed() == ["b.example"]
