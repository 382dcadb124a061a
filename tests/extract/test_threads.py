"""Threads of forums, as common software writes them: their first post is the article."""

from __future__ import annotations

import pytest

from scrapy_neardup.extract import DefaultExtractor

from .pages import CHINESE, ENGLISH, Response

TITLE = "Which rope for a small ferry?"
SHORT = (
    "My ferry crosses forty metres of a river, and its rope is worn after three years in the yard. Hemp is "
    "dear, and nylon is said to stretch when it is wet. Which kind would you buy for it, and from whom?"
)
LONG = " ".join(ENGLISH)
ANSWERS = [" ".join((line, *ENGLISH[::-1])) for line in CHINESE]


def phpbb(number: int, name: str, text: str) -> str:
    mark = "Re: " if number else ""
    return (
        f"<div class=post><dl class=postprofile><dt><a href='./m?u={number}'>{name}</a></dt><dd>Member"
        f"</dd><dd><strong>Posts:</strong> {number * 31}</dd></dl><div class=postbody><h3>"
        f"<a href='#p{number}'>{mark}{TITLE}</a></h3><p class=author>by <a href=./m>{name}</a> &raquo; "
        f"<time>Tue Mar 05, 2024</time></p><div class=content>{text}</div></div></div>"
    )


def vbulletin(number: int, name: str, text: str) -> str:
    mark = "Re: " if number else ""
    return (
        f"<table><tr><td>03-05-2024</td><td>{number + 1}</td></tr><tr><td><a href='/m{number}'>{name}"
        f"</a><div>Senior Member</div><div>Posts: 331</div></td><td><div><strong>{mark}{TITLE}</strong>"
        f"</div><hr><div>{text}</div></td></tr></table>"
    )


def xenforo(number: int, name: str, text: str) -> str:
    return (
        f"<article><div><section><h4><a href='/members/{name}'>{name}</a></h4><h5>Well-known member"
        f"</h5><dl><dt>Joined</dt><dd>Feb 8, 2017</dd></dl><dl><dt>Messages</dt><dd>5,421</dd></dl></section></div><div><header><ul><li><a href='/t/post-{number}'>Mar 5, 2024</a></li></ul>"
        f"<ul><li><a href='#'>#{number + 1}</a></li></ul></header><div><div>{text}</div></div></div>"
        "</article>"
    )


def discourse(number: int, name: str, text: str) -> str:
    return (
        f"<div class=crawler-post><div><span><a href='/u/{name}'>{name}</a></span> <time>March 5, 2024, "
        f"10:20am</time> {number + 1}</div><div class=post><p>{text}</p></div></div>"
    )


def discuz(number: int, name: str, text: str) -> str:
    about = "".join(
        f"<tr><th><p>{value}</p>{label}</th></tr>"
        for label, value in (("主题", 42), ("帖子", 1203), ("积分", 5321))
    )
    terms = "".join(
        f"<dl><dt>{term}</dt><dd>{number}{at}</dd></dl>" for at, term in enumerate("云贡威")
    )
    guest = (
        "<div class=attach_nopermission><h3><strong>马上注册，结交更多好友，享用更多功能。</strong></h3>"
        "<p>您需要 <a>登录</a> 才可以下载或查看，没有账号？<a>立即注册</a></p></div>"
    )
    return (
        f"<table><tr><td class=pls><div><a href='space-uid-{number}.html'>{name}</a></div><table>{about}"
        f"</table><p><em><a href=#>金牌会员</a></em></p>{terms}</td><td class=plc><div class=pi><strong>"
        f"<a href=#>{number or '楼主'}</a></strong><div class=authi><em>发表于 2024-3-{5 + number} 10:20</em>"
        f"<span>|</span><a href=#>只看该作者</a></div></div><table><tr><td class=t_f>{text}{guest}</td></tr>"
        "</table></td></tr><tr><td><a href=#>回复</a> <a href=#>举报</a></td></tr></table>"
    )


def thread(form, posts: list[str], head: str = f"<h1>{TITLE}</h1>") -> Response:
    names = ["Heron", "Reed", "Otter", "Crane", "Swan"]
    body = "".join(form(i, names[i], text) for i, text in enumerate(posts))
    if form is discourse:
        body, head = f"<noscript>{head}<div>{body}</div></noscript>", ""
    return Response(
        f"<html><head><title>{TITLE} - River Forum</title></head><body>{head}<div>{body}</div></body>",
        "https://forum.example/viewtopic.php?t=7",
    )


@pytest.mark.parametrize("form", [phpbb, vbulletin, xenforo, discourse, discuz])
@pytest.mark.parametrize("first", [SHORT, LONG])
def test_the_first_post_of_a_thread_is_read_however_long_the_answers_are(form, first: str):
    article = DefaultExtractor()(thread(form, [first, *ANSWERS]))
    assert article is not None
    assert article.text == first


@pytest.mark.parametrize("form", [phpbb, xenforo, discourse, discuz])
def test_a_thread_has_the_date_of_its_first_post_below_what_is_said_of_its_author(form):
    article = DefaultExtractor()(thread(form, ["<br>".join(ENGLISH * 2), *ANSWERS]))
    assert article is not None
    assert article.published is not None
    assert article.published.date().isoformat() == "2024-03-05"


def test_an_answer_is_known_by_the_title_that_it_answers():
    paragraphs = "".join(f"<p>{line}</p>" for line in ENGLISH)

    def page(line: str) -> Response:
        more = f"<h4>{line}</h4><p>{CHINESE[0]}</p><p>{CHINESE[1]}</p>"
        return Response(
            f"<html><head><title>The old ferry</title></head><body><h1>The old ferry</h1><div>"
            f"{paragraphs}{more}</div></body></html>"
        )

    for line in ("Re: The old ferry", "回复：The old ferry", "AW: The old ferry"):
        assert DefaultExtractor()(page(line)).lines == tuple(ENGLISH)
    for line in ("Re: the bridge", "Repaired: The old ferry", "The old ferry: re"):
        assert CHINESE[0] in DefaultExtractor()(page(line)).lines


def test_a_line_after_a_list_is_of_the_post_though_a_count_of_likes_stands_below_it():
    items = "".join(f"<li>{line}</li>" for line in ENGLISH)
    last = "Please tell me before I buy forty metres of the wrong one, as I did last year."
    first = f"{SHORT}</p><ul>{items}</ul><p>{last}</p></div><div>3 Likes"
    article = DefaultExtractor()(thread(discourse, [first, *ANSWERS]))
    assert article is not None
    assert article.lines == (SHORT, *ENGLISH, last)
