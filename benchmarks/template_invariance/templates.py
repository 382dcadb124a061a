"""Seventeen made-up sites, nine Chinese and eight English, that print any article their own way.

Every page has what real ones have around a text: navigation, bylines, share bars, advertising
lines between paragraphs, related headlines and teasers (text of other articles), comments,
notices and footers. Nothing here is taken from a real site.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from random import Random


@dataclass(frozen=True)
class Story:
    title: str
    paragraphs: tuple[str, ...]

    @property
    def lead(self) -> str:
        return self.paragraphs[0][:90]


@dataclass
class Page:
    """The material of a template: the story, the site's other stories, chance, a number."""

    story: Story
    others: Sequence[Story]
    random: Random
    number: int
    used: set[int] = field(default_factory=set)

    def pick(self, count: int) -> list[Story]:
        return self.random.sample(list(self.others), min(count, len(self.others)))

    def links(self, count: int) -> str:
        return "".join(
            f'<li><a href="/n/{self.random.randrange(10**6)}.html">{escape(s.title)}</a></li>'
            for s in self.pick(count)
        )

    def comments(self, count: int) -> list[str]:
        return [escape(self.random.choice(s.paragraphs)[:70]) for s in self.pick(count)]

    def remarks(self, count: int) -> list[str]:
        """Comments as long as paragraphs."""
        return [
            escape(" ".join(s.paragraphs)[: self.random.randint(80, 300)])
            for s in self.pick(count)
        ]

    @property
    def title(self) -> str:
        return escape(self.story.title)

    @property
    def paragraphs(self) -> list[str]:
        return [escape(p) for p in self.story.paragraphs]

    def date(self) -> tuple[int, int, int, int]:
        r = self.random
        return r.randint(1, 12), r.randint(1, 28), r.randint(0, 23), r.randint(0, 59)


def _menu(names: str, item: str = "li") -> str:
    return "".join(
        f'<{item}><a href="/{i}/">{n}</a></{item}>' for i, n in enumerate(names.split())
    )


def zh_portal(p: Page) -> str:
    m, d, h, mi = p.date()
    paragraphs = [f"<p>　　{t}</p>" for t in p.paragraphs]
    box = f'<div class="inner-rec"><strong>相关阅读</strong><ul>{p.links(3)}</ul></div>'
    paragraphs.insert(len(paragraphs) // 2, box)
    hot = "".join(
        f"<dl><dt><a href=/h>{escape(s.title)}</a></dt><dd>{escape(s.lead)}</dd></dl>"
        for s in p.pick(4)
    )
    comments = "".join(
        f"<div class=item><b>晨雾网友{p.random.randrange(99999)}</b><p>{c}</p><i>顶 {p.random.randrange(50)}</i></div>"
        for c in p.comments(5)
    )
    return f"""<!DOCTYPE html><html><head><meta charset=utf-8><title>{p.title}_时评频道_晨雾网</title>
<meta property="og:title" content="{p.title}"></head><body>
<div id="head"><ul>{_menu("首页 国内 国际 财经 体育 娱乐 科技 汽车 房产 教育 健康 旅游 图片 视频 论坛 博客")}</ul></div>
<div class="path"><a href=/>首页</a> &gt; <a href=/gn>国内</a> &gt; 正文</div>
<div class="wrap"><div class="left"><h1>{p.title}</h1>
<div class="meta">2023年{m}月{d}日 {h:02}:{mi:02}　来源：晨雾日报　作者：方一鸣　<span>参与互动（{p.random.randrange(900)}）</span></div>
<div class="tools">分享到：<a href=#>微信</a><a href=#>微博</a> 字号：大 中 小</div>
<div id="zhengwen">{"".join(paragraphs)}</div>
<div class="ed">（责任编辑：丁小满）</div>
<div class="notice">本网注明来源的稿件，版权均属晨雾网所有，未经授权不得转载。</div>
<div class="xg"><h3>延伸阅读</h3><ul>{p.links(8)}</ul></div>
<div id="pl"><h3>网友评论</h3>{comments}</div></div>
<div class="right"><h3>热点聚焦</h3>{hot}<h3>排行</h3><ul>{p.links(10)}</ul></div></div>
<div class="bottom"><p>晨雾网版权所有 京ICP备00000001号 京公网安备11000000000001号</p><p>违法和不良信息举报电话：010-00000001</p></div></body></html>"""


def zh_government(p: Page) -> str:
    m, d, *_ = p.date()
    body = "<br><br>\n　　".join(p.paragraphs)
    return f"""<html><head><meta name="ArticleTitle" content="{p.title}"><meta name="PubDate" content="2022-{m:02}-{d:02}">
<title>临江县人民政府 {p.title}</title></head><body><table width=980 align=center><tr>{_menu("网站首页 政务公开 政务服务 互动交流 走进临江 数据开放", "td")}</tr></table>
<table width=980><tr><td>您现在的位置：<a href=/>首页</a> &gt;&gt; <a href=/zw>政务动态</a></td></tr></table>
<table width=980><tr><td width=220 valign=top><table><tr><td>栏目导航</td></tr>{"".join(f"<tr><td><a href=/>{x}</a></td></tr>" for x in ["领导之窗", "机构职能", "法规文件", "规划计划", "人事信息", "财政资金", "应急管理"])}</table></td>
<td valign=top><table width=100%><tr><td align=center><b><font size=5>{p.title}</font></b></td></tr>
<tr><td align=center>发布日期：2022-{m:02}-{d:02}　信息来源：县政府办公室　浏览次数：{p.random.randrange(3000)}　【字体：<a href=#>大</a> <a href=#>中</a> <a href=#>小</a>】</td></tr>
<tr><td class=nr>　　{body}</td></tr>
<tr><td align=right>【<a href=#>打印本页</a>】【<a href=#>关闭窗口</a>】</td></tr>
<tr><td>上一篇：<a href=/1>{escape(p.pick(1)[0].title)}</a><br>下一篇：<a href=/2>{escape(p.pick(1)[0].title)}</a></td></tr></table></td></tr></table>
<table width=980><tr><td align=center>主办：临江县人民政府　承办：临江县大数据中心<br>地址：临江县滨河路1号　邮编：000000<br>建议使用1024×768以上分辨率浏览本网站。</td></tr></table></body></html>"""


def zh_account(p: Page) -> str:
    sections = "".join(
        f'<section style="margin:8px"><section><p style="line-height:2"><span style="font-size:15px">{t}</span></p></section></section>'
        for t in p.paragraphs
    )
    return f"""<html><head><title></title><meta property="og:title" content="{p.title}"><meta property="og:site_name" content="公众平台"></head>
<body><div id="js_article"><h1 class="rich_media_title">{p.title}</h1>
<div class="rich_media_meta_list"><span>原创</span> <span>夜航船读书</span> <em>2024-0{p.random.randint(1, 9)}-11</em></div>
<div class="rich_media_content" id="js_content" style="visibility: hidden;">
<p><span>点击上方蓝字，关注夜航船读书，每晚陪你读一篇。</span></p>{sections}
<p><br></p><p>— END —</p><section><p>往期精选</p><p><a href=/1>{escape(p.pick(1)[0].title)}</a></p><p><a href=/2>{escape(p.pick(1)[0].title)}</a></p></section>
<p>长按识别二维码，加入读者群。</p><p>喜欢就点个“在看”，分享给更多的朋友吧！</p></div>
<div>阅读 {p.random.randrange(9999)}</div><div>预览时标签不可点</div><div>微信扫一扫关注该公众号</div></div></body></html>"""


def zh_forum(p: Page) -> str:
    body = "<br />\n<br />\n".join(p.paragraphs)
    replies = "".join(
        f'<table class="plhin"><tr><td class="pls">用户{p.random.randrange(9999)}<br>等级：新兵<br>积分 {p.random.randrange(900)}</td><td class="plc"><div>发表于 2021-3-{i + 1} 08:12</div><table><tr><td class="t_f">{c}</td></tr></table><div class="sign">人生如棋，落子无悔。</div></td></tr></table>'
        for i, c in enumerate(p.comments(6))
    )
    return f"""<html><head><title>{p.title} - 闲聊灌水 - 老街论坛 -  Powered by Board!</title></head><body>
<div id="toptb">设为首页 收藏本站 <a href=#>登录</a> <a href=#>立即注册</a></div><div id="nv"><ul>{_menu("论坛 广播 群组 家园 排行榜 帮助")}</ul></div>
<div id="pt"><a href=/>老街论坛</a>›<a href=/f>生活</a>›<a href=/g>闲聊灌水</a></div>
<div id="postlist"><table><tr><td>查看: {p.random.randrange(999)} | 回复: 6</td><td><h1><span id="thread_subject">{p.title}</span></h1></td></tr></table>
<table class="plhin"><tr><td class="pls"><a href=/u>江畔独步</a><br>主题 12 帖子 345 积分 1200</td>
<td class="plc"><div class="pi">电梯直达 楼主 发表于 2021-3-1 07:30 | 只看该作者 | 倒序浏览</div>
<div class="t_fsz"><table><tr><td class="t_f">{body}</td></tr></table></div>
<div class="ptg">本帖最后由 江畔独步 于 2021-3-1 07:45 编辑</div><div class="po">回复 举报 收藏0 分享 支持 反对</div></td></tr></table>
{replies}</div><div id="ft">Powered by Board! X9 © 2001-2021 老街论坛 GMT+8, 2021-3-1 18:30</div></body></html>"""


def zh_app(p: Page) -> str:
    def name() -> str:
        return "_" + "".join(p.random.choice("abcdefghkmnpqrstuvwxyz0123456789") for _ in range(5))

    blocks = "".join(
        f'<div class="{name()}"><span class="{name()}">{t}</span></div>' for t in p.paragraphs
    )
    cards = "".join(
        f'<div class="{name()}"><a href=/c{i}><div class="{name()}"><h3>{escape(s.title)}</h3><p>{escape(s.lead)}</p></div></a><div>{p.random.randrange(9)}小时前</div></div>'
        for i, s in enumerate(p.pick(6))
    )
    return f"""<html><head><title>{p.title}</title><script>window.__DATA__={{"a":1}}</script>
<script type="application/ld+json">{{"@context":"x","title":"无","pubDate":"2023-05-0{p.random.randint(1, 9)}T10:00:00"}}</script></head><body><div id="root">
<div class="{name()}">打开知闻APP，看更多精彩内容</div><div class="{name()}"><div class="{name()}">{p.title}</div>
<div class="{name()}"><a href=/author>半山听雨</a><span>05-0{p.random.randint(1, 9)} 10:00</span><span>优质文化领域创作者</span><button>关注</button></div>
<div class="{name()}">{blocks}</div><div class="{name()}">本内容由创作者上传，不代表平台观点，如有侵权请联系删除。</div>
<div class="{name()}">举报/反馈</div></div><div class="{name()}"><h2>大家都在看</h2>{cards}</div>
<div class="{name()}"><h2>评论 {p.random.randrange(99)}</h2>{"".join(f"<div class={name()}><span>热心读者</span><div>{c}</div><span>回复</span></div>" for c in p.comments(4))}</div></div></body></html>"""


def zh_paper(p: Page) -> str:
    m, d, h, mi = p.date()
    paragraphs = [f"<p style='text-indent:2em'>{t}</p>" for t in p.paragraphs]
    paragraphs.insert(max(1, len(paragraphs) // 3), "<p>扫码下载江声客户端，随时随地看新闻。</p>")
    return f"""<html><head><title>{p.title}--社会--江声报</title><meta name="source" content="来源：江声报"></head><body>
<nav>{_menu("时政 社会 文化 图片 评论", "span")}</nav><div class="layout"><div class="col-1">
<p class="sou">原标题：{p.title}</p><h1>{p.title}</h1><h4>本报记者 沈南星 实习生 何苗</h4>
<div class="page_c">2020年{m:02}月{d:02}日{h:02}:{mi:02} | 来源：<a href=/>江声报</a></div>
<div class="rm_txt_con">{"".join(paragraphs)}<p style='text-indent:2em'>《江声报》（2020年{m:02}月{d:02}日 第 05 版）</p>
<div class="edit">(责编：尤佳、贺岁)</div></div>
<div class="zdfy">分享让更多人看到</div><ul class="rel">{p.links(5)}</ul></div>
<div class="col-2"><h2>今日要闻</h2>{"".join(f"<div><h5><a href=/>{escape(s.title)}</a></h5><p>{escape(s.lead)}……<a href=/>详细</a></p></div>" for s in p.pick(3))}</div></div>
<footer>江 声 报 社 版 权 所 有 ，未 经 书 面 授 权 禁 止 使 用<br>Copyright © 1999-2020 by js.example. all rights reserved</footer></body></html>"""


def zh_collector(p: Page) -> str:
    body = "".join(f"<p>{t}</p>\n" for t in p.paragraphs)
    tags = "".join(f"<a href=/tag>{w}</a>" for w in ["资讯", "百科", "经验", "攻略"])
    return f"""<html><head><title>{p.title}-百事通经验网</title><meta name=description content="{escape(p.story.lead)}"></head><body>
<header><a href=/>百事通经验网</a>{_menu("首页 生活 教育 职场 数码", "a")}</header>
<article><h1>{p.title}</h1><p class=info>时间：2024-01-1{p.random.randrange(9)} 编辑：小百 点击：{p.random.randrange(9999)}次</p>
<blockquote>导读：{escape(p.story.lead)}</blockquote>
<div class="content">{body}<p>以上就是关于《{p.title}》的全部内容，希望能够帮助到大家。</p>
<p>声明：本站部分内容来源于网络，仅供学习交流，如有侵犯您的权益请联系我们删除。</p><p>标签：{tags}</p></div>
<p>本文地址：https://bst.example/a/{p.number}.html</p>
<div class="more"><h3>猜你喜欢</h3>{"".join(f"<div class=li><a href=/><b>{escape(s.title)}</b></a><p>{escape(s.lead)}...</p></div>" for s in p.pick(5))}</div></article>
<aside><h3>最新文章</h3><ul>{p.links(10)}</ul></aside><footer>© 百事通经验网 粤ICP备00000002号</footer></body></html>"""


def zh_community(p: Page) -> str:
    """Long comments without a heading, and nothing to press below them."""
    m, d, h, mi = p.date()
    names = ["秋水长天", "老王看世界", "Leo_77", "一叶知秋", "北方的狼", "momo"]
    remarks = "".join(
        f"<li><img src=/u.png><div class=r><a href=/u/{i}>{p.random.choice(names)}</a><span>2023-{m:02}-{d:02} {i + 10}:{mi:02}</span></div><div class=w>{t}</div></li>"
        for i, t in enumerate(p.remarks(6))
    )
    return f"""<html><head><title>{p.title} - 山城社区</title></head><body><div class="h"><ul>{_menu("首页 本地 生活 亲子 汽车 交友")}</ul></div>
<div class="w1"><div class="w2"><h1>{p.title}</h1><div class="by"><a href=/u/9>青石板</a><span>2023-{m:02}-{d:02} {h:02}:{mi:02}</span></div>
<div class="nr">{"".join(f"<p>{t}</p>" for t in p.paragraphs)}</div><ul class="f">{remarks}</ul></div>
<div class="w3"><h3>本地热帖</h3><ul>{p.links(8)}</ul></div></div><div class="b"><p>山城社区 版权所有</p></div></body></html>"""


def zh_builder(p: Page) -> str:
    """Puts each line, however short, into wrappers of its own."""
    body = "".join(
        f'<div class="row"><div class="col"><div class="txt">{t}</div></div></div>'
        for t in p.paragraphs
    )
    tiles = "".join(
        f'<div class="row"><div class="col"><a href=/p{i}>{escape(s.title)}</a></div><div class="col">{escape(s.lead)}</div></div>'
        for i, s in enumerate(p.pick(4))
    )
    return f"""<html><head><title>{p.title}_云帆评测</title></head><body><div class="row"><div class="col">{_menu("首页 手机 电脑 相机 家电", "a")}</div></div>
<div class="row"><div class="col"><h1>{p.title}</h1></div></div><div class="row"><div class="col"><div class="txt">2022-1{p.random.randrange(3)}-0{p.random.randint(1, 9)} 文/林渡</div></div></div>
<div class="main">{body}</div><div class="row"><div class="col"><h2>更多评测</h2></div></div>{tiles}<div class="row"><div class="col">云帆评测 版权所有</div></div></body></html>"""


def en_semantic(p: Page) -> str:
    m, d, h, mi = p.date()
    paragraphs = [f"<p>{t}</p>" for t in p.paragraphs]
    paragraphs.insert(
        1,
        "<figure><img src=a.jpg><figcaption>A view of the scene. Photograph: Ann Ellery</figcaption></figure>",
    )
    paragraphs.insert(
        len(paragraphs) // 2, f"<aside><h4>More on this</h4><ul>{p.links(3)}</ul></aside>"
    )
    paragraphs.append(
        '<div class="newsletter"><h3>Morning briefing</h3><p>Sign up for our daily email and never miss a story. We will not share your address.</p></div>'
    )
    return f"""<!doctype html><html lang=en><head><title>{p.title} | The Harbour Post</title>
<script type="application/ld+json">{{"@type":"NewsArticle","headline":"x","datePublished":"2023-{m:02}-{d:02}T{h:02}:{mi:02}:00Z"}}</script></head><body>
<header><nav><ul>{_menu("News Opinion Sport Culture Lifestyle Weather Jobs")}</ul></nav></header><main><article><header><h1>{p.title}</h1>
<p class="standfirst">{escape(p.story.lead)}</p><address>By <a href=/by>Ann Ellery</a></address><time datetime="2023-{m:02}-{d:02}">{d} May 2023</time></header>
<div class="article-body">{"".join(paragraphs)}</div><footer><p>Ann Ellery covers the coast for The Harbour Post.</p>Topics: <a href=/t>Coast</a> <a href=/t>Trade</a></footer></article>
<section class="comments"><h2>Comments</h2>{"".join(f"<div><b>reader{i}</b><p>{c}</p></div>" for i, c in enumerate(p.comments(5)))}</section></main>
<aside><h2>Most viewed</h2><ol>{p.links(10)}</ol></aside><footer><p>© 2023 The Harbour Post Ltd. All rights reserved.</p></footer></body></html>"""


def en_blog_engine(p: Page) -> str:
    m, d, *_ = p.date()
    body = "".join(f"<p>{t}</p>\n" for t in p.paragraphs)
    return f"""<html><head><title>{p.title} – Quiet Corner</title><meta property="article:published_time" content="2022-{m:02}-{d:02}T08:00:00+00:00"></head>
<body class="post-template single single-post"><div id="page" class="site"><div id="masthead"><a href=/>Quiet Corner</a><p>Notes from a small desk</p><div class="menu">{_menu("Home About Archive Contact")}</div></div>
<div id="content" class="site-content"><div id="post-{p.number}" class="post type-post hentry"><h1 class="entry-title">{p.title}</h1><div class="entry-meta">Posted on <a href=/d>{d} March 2022</a> by <a href=/a>marlow</a></div>
<div class="entry-content">{body}<div class="sharedaddy"><h3>Share this:</h3><ul><li><a href=#>Click to share on Twitter (Opens in new window)</a></li><li><a href=#>Click to share on Facebook (Opens in new window)</a></li></ul></div>
<div class="jp-relatedposts"><h3>Related</h3>{"".join(f"<div><h4><a href=/>{escape(s.title)}</a></h4><p>{escape(s.lead)}...</p><p>In &quot;Notes&quot;</p></div>" for s in p.pick(3))}</div></div>
<div class="entry-footer">Posted in <a href=/c>Notes</a>. Bookmark the <a href=/p>permalink</a>.</div></div>
<div id="comments"><h2>{p.random.randrange(9)} thoughts on “{p.title}”</h2><ol>{"".join(f"<li><cite>Tom</cite> says:<p>{c}</p><a href=#>Reply</a></li>" for c in p.comments(3))}</ol><h3>Leave a Reply</h3><p>Your email address will not be published. Required fields are marked *</p></div>
<div id="secondary" class="widget-area"><h2>Recent Posts</h2><ul>{p.links(5)}</ul><h2>Subscribe</h2><p>Enter your email address to receive new posts by email.</p></div></div></div><p>Proudly powered by a blog engine.</p></body></html>"""


def en_nineties(p: Page) -> str:
    body = "<br><br>\n".join(p.paragraphs)
    return f"""<HTML><HEAD><TITLE>Valley Courier: {p.title}</TITLE></HEAD><BODY BGCOLOR=#FFFFFF><CENTER><FONT SIZE=6>Valley Courier Online</FONT></CENTER>
<TABLE WIDTH=780><TR><TD WIDTH=140 VALIGN=top><FONT SIZE=2>{"<BR>".join(f"<A HREF=/{x}>{x}</A>" for x in ["Front", "News", "Sports", "Obituaries", "Classifieds", "Letters", "Archive"])}<P>Search our archive of stories back to 1996.</FONT></TD>
<TD VALIGN=top><FONT FACE=Arial SIZE=4><B>{p.title}</B></FONT><BR><FONT SIZE=1>By Dale Winter, Courier staff writer<BR>Published March {p.random.randint(1, 28)}, 2001</FONT><P>
<FONT FACE=Times SIZE=3>{body}</FONT><P><I>Dale Winter can be reached at the Courier newsroom.</I><HR><FONT SIZE=1><A HREF=#>Mail this story to a friend</A> | <A HREF=#>Printer friendly version</A></FONT></TD>
<TD WIDTH=160 VALIGN=top><B>Also today</B><BR>{"<BR>".join(f"<A HREF=/>{escape(s.title)}</A>" for s in p.pick(5))}</TD></TR></TABLE>
<CENTER><FONT SIZE=1>Copyright 2001 Valley Courier. No part of this site may be reproduced without permission.<BR>Questions? Write to our webmaster.</FONT></CENTER></BODY></HTML>"""


def en_hashed(p: Page) -> str:
    def name() -> str:
        return "css-" + "".join(p.random.choice("abcdefgh0123456789") for _ in range(7))

    parts = []
    for i, t in enumerate(p.paragraphs):
        parts.append(
            f'<div class="{name()}"><div class="{name()}"><p class="{name()}">{t}</p></div></div>'
        )
        if i % 4 == 2:
            parts.append(
                f'<div class="{name()}"><div class="{name()}">Advertisement</div><a class="{name()}" href=#skip>Continue reading the main story</a></div>'
            )
    cards = "".join(
        f'<div class="{name()}"><a href=/><h3>{escape(s.title)}</h3></a><p>{escape(s.lead)}</p><span>{p.random.randint(2, 9)} min read</span></div>'
        for s in p.pick(6)
    )
    return f"""<html><head><title>{p.title} - Northern Ledger</title><meta property=og:title content="{p.title}"><meta property=og:site_name content="Northern Ledger"></head><body><div id=app><div class="{name()}">{_menu("World Business Arts Science Health Podcasts", "span")}</div>
<div class="{name()}"><h1 class="{name()}">{p.title}</h1><div class="{name()}">By <span>Priya Holm</span> and <span>Lars Acker</span></div><div class="{name()}">{p.random.randint(1, 12)} March 2024, 6:00 a.m. ET</div>
<div class="{name()}">{"".join(parts)}</div><div class="{name()}">Priya Holm reported from the north and Lars Acker from the capital. Edna Ross contributed research.</div></div>
<div class="{name()}"><h2>More In World</h2>{cards}</div><div class="{name()}"><h2>Editors’ Picks</h2>{cards[: len(cards) // 2]}</div>
<div class="{name()}">We use cookies and similar technologies to give you the best experience. <a href=/c>Manage choices</a></div><div class="{name()}">© 2024 Northern Ledger Company <a href=/>Terms</a> <a href=/>Privacy</a></div></div></body></html>"""


def en_cards(p: Page) -> str:
    body = "".join(f"<p class='mb-4'>{t}</p>" for t in p.paragraphs)
    return f"""<html><head><title>{p.title}</title></head><body><div class="modal" id="cookieModal"><div class="modal-body"><p>This website stores cookies on your computer. These cookies are used to collect information about how you interact with our website and allow us to remember you. We use this information to improve your browsing experience.</p><button>Accept</button></div></div>
<div class="navbar">{_menu("Start Topics Events Members", "a")}</div><div class="container"><div class="row"><div class="col-md-8"><div class="card"><div class="card-body"><h2 class="card-title">{p.title}</h2><p class="text-muted">Posted {p.random.randint(1, 9)} days ago &middot; 4 min read</p>{body}
<div class="btn-group"><a href=#>Tweet</a><a href=#>Share</a></div></div></div><div class="card"><div class="card-body"><h5>About the author</h5><p>Jo writes about towns, trains and the people in them. She lives by the sea with two dogs.</p></div></div></div>
<div class="col-md-4">{"".join(f'<div class="card"><div class="card-body"><h5><a href=/>{escape(s.title)}</a></h5><p>{escape(s.lead)}</p><a href=/>Read more</a></div></div>' for s in p.pick(5))}</div></div></div>
<footer class="footer"><p>Made with care. Get in touch if you would like to write for us.</p></footer></body></html>"""


def en_plain(p: Page) -> str:
    return f"""<html><head><title>{p.title}</title></head><body><h1>{p.title}</h1><p><em>{p.random.randint(1, 28)} June 2020</em></p>{"".join(f"<p>{t}</p>" for t in p.paragraphs)}<hr><p><a href=/>Back to the index</a> · <a href=/feed>Feed</a></p></body></html>"""


def en_wire(p: Page) -> str:
    first, *rest = p.paragraphs
    cut = len(rest) // 2
    trending = f"<div class='in-line'><h4>Trending</h4><ul>{p.links(3)}</ul></div>"
    return f"""<html><head><title>{p.title} | Wire Desk</title><meta name=author content="Staff"></head><body><div class=bar><b>Breaking</b> {escape(p.pick(1)[0].title)}</div><div class=menu>{_menu("US World Politics Money Sports Tech Video Watch Listen", "span")}</div>
<div id=story><span class=kicker>World</span><h1>{p.title}</h1><div class=byline>Wire Desk Staff | Updated: {p.random.randint(1, 12)}:30 PM</div><div class=share><a href=#>Facebook</a><a href=#>Email</a></div>
<div class=text><p><strong>PORT ELLEN (Wire)</strong> - {first}</p>{"".join(f"<p>{t}</p>" for t in rest[:cut])}{trending}{"".join(f"<p>{t}</p>" for t in rest[cut:])}<p>Follow Wire Desk on social media for more updates.</p><p>Got a tip? Write to our newsroom in confidence.</p></div></div>
<div id=more><h2>Recommended for you</h2>{"".join(f"<div><h3><a href=/>{escape(s.title)}</a></h3><p>{escape(s.lead)}</p></div>" for s in p.pick(4))}</div><div class=legal>Copyright 2021 Wire Desk. All rights reserved. This material may not be published, broadcast, rewritten or redistributed.</div></body></html>"""


def en_community(p: Page) -> str:
    """Long comments without a heading, and nothing to press below them."""
    names = ["marlow", "Tom_77", "grumpyoldman", "K Ellery", "zed42"]
    remarks = "".join(
        f"<div class=c><div><b>{p.random.choice(names)}</b></div><div>{i + 2} hours ago</div><p>{t}</p></div>"
        for i, t in enumerate(p.remarks(6))
    )
    return f"""<html><head><title>{p.title} | Hillside Board</title></head><body><div>{_menu("Home Local Sport Market", "a")}</div>
<div class=a><h1>{p.title}</h1><div>Posted by <a href=/u/1>marlow</a> on May {p.random.randint(1, 28)}, 2023</div><div class=t>{"".join(f"<p>{t}</p>" for t in p.paragraphs)}</div>{remarks}</div>
<div class=s><h3>Newest</h3><ul>{p.links(8)}</ul></div><div>Hillside Board, run by volunteers.</div></body></html>"""


CHINESE: tuple[Callable[[Page], str], ...] = (
    zh_portal, zh_government, zh_account, zh_forum, zh_app, zh_paper, zh_collector,
    zh_community, zh_builder,
)  # fmt: skip
ENGLISH: tuple[Callable[[Page], str], ...] = (
    en_semantic, en_blog_engine, en_nineties, en_hashed, en_cards, en_plain, en_wire,
    en_community,
)  # fmt: skip
