"""Texts written for these tests, and the page templates that show them."""

from __future__ import annotations

from html import escape

FERRY = (
    (
        "The night ferry between the two islands will sail again from the first week of April, the "
        "harbour board decided on Tuesday after nine months of repairs to the northern pier."
    ),
    (
        "Passengers had been sent by bus to the southern landing since a storm broke eleven of the "
        "forty oak piles last July, which made the crossing almost two hours longer."
    ),
    (
        "The board's engineer, Tilda Marsh, said that the new piles were driven four metres deeper "
        "than the old ones and wrapped in copper against shipworm."
    ),
    (
        "Farmers had asked for an earlier date because lambs are carried to market in March, but "
        "divers still have to clear rubble from the turning basin."
    ),
    (
        "A return ticket will cost six crowns, one more than before the storm, and schoolchildren "
        "travel free on weekdays."
    ),
)
ORCHARD = (
    (
        "A retired railway signalman has spent fourteen years collecting the forgotten pears of the "
        "valley, and this autumn his orchard listed its hundredth variety."
    ),
    (
        "Most of the trees were found behind barns or along abandoned tracks, where nobody remembered "
        "their names, so he photographs every fruit and compares it with paintings in the county "
        "archive."
    ),
    "Three of them had been declared extinct by the growers' union before the war.",
    (
        "Nurseries now pay for cuttings, and a baker in the next village makes a dark syrup from the "
        "hardest kind, which nobody can eat raw."
    ),
    (
        "Visitors may walk through the rows on Sundays in October, provided that they leave their dogs "
        "at the gate and taste only what has fallen."
    ),
)
CLOCK = (
    (
        "The astronomical clock of the old customs house stopped at seven minutes past four on Friday, "
        "for the first time since its gears were replaced by local watchmakers."
    ),
    (
        "Caretakers found a swallow's nest between the moon dial and the striking train, with five "
        "eggs in it, and the town council voted to let time stand still until the birds have flown."
    ),
    (
        "Tourists who come for the noon procession of carved apostles are given a paper model to fold "
        "instead."
    ),
    (
        "The watchmaker in charge expects the pause to last about six weeks and will use it to clean "
        "the enamel of the zodiac ring."
    ),
    "A webcam shows the nest on the library's screen, where children vote for the names.",
)
LIGHTHOUSE = (
    "石屏岛上的老灯塔在停用二十一年之后，将于下个月重新点亮，成为一座海洋气象观测站。",
    "县里的工程队从去年秋天开始清理塔身，先拆掉了生锈的旋梯，又给四层楼板换上了防潮的松木。",
    "守塔人的后代林海生捐出了父亲留下的三十七本航海日志，里面记录着每一次台风经过时的风向和浪高。",
    "气象部门说，这些手写的数据能够填补上世纪六十年代的空白，对研究近海风暴的路径很有帮助。",
    "观测站建成以后，渔民可以在码头的屏幕上看到未来六小时的风力，出海前不必再打电话询问。",
    "灯塔的底层还会辟出一间小小的展室，周末向学生免费开放，由退休的老船长轮流讲解。",
)
TEA = (
    "今年春茶开采的日子比往年晚了九天，青竹乡的茶农却并不着急，因为山上的茶树刚刚熬过一场倒春寒。",
    "合作社在二月底给三百亩茶园盖上了稻草，又请来农技员逐块检查芽头，最后只有背阴的两片坡地受了冻。",
    "负责炒制的师傅周桂兰说，气温低的时候芽叶长得慢，茶多酚积累得足，做出来的茶反而更耐泡。",
    "收购商提前半个月住进了村里，开出的价格比去年高一成半，头批干茶还没出锅就被订走了八百斤。",
    "乡政府把通往茶山的土路铺成了水泥路，采茶的人不用再背着竹篓走四十分钟，下午就能把鲜叶送到作坊。",
    "五月之后，茶农们打算把修剪下来的枝条粉碎还田，少买一些化肥。",
)
MUSEUM = (
    "城南的旧纺织厂改造成的工业博物馆昨天试运行，第一批走进车间的观众是当年的一百二十名女工。",
    "馆方保留了整整一排细纱机，机器旁边的铁牌上刻着编号和操作者的名字，其中六台每天上午会开动十分钟。",
    "六十八岁的孙玉芬在自己用过的机台前站了很久，她说那时候车间里太吵，姐妹们全靠手势说话。",
    "设计师把锅炉房的烟囱改成了采光井，雨水顺着内壁流进地下的水池，再用来浇灌屋顶的花园。",
    "博物馆计划每个季度邀请一位老工人担任讲解员，并且把他们的口述录音整理成档案供研究者查阅。",
    "正式开放定在国庆节前，门票十五元，附近居民凭证件可以免费参观。",
)

ADVICE = (
    "警方提醒：公检法机关不会通过电话办案，更不会要求群众把钱转到所谓的“安全账户”。",
    "接到自称客服、银行或者执法人员的来电，请先挂断，再拨打对方单位公布的电话核实。",
    "不要点击陌生人发来的链接，不要下载来历不明的软件，也不要把验证码告诉任何人。",
    "家中有老人的，请子女多打几个电话，把常见的骗术讲给他们听。",
    "一旦发现被骗，请保存好聊天记录和转账凭证，尽快到就近的派出所报案。",
)
"""What one police office puts below all of its warnings."""
FRAUDS = (
    (
        "十月三日下午，家住柳河街的退休教师吴某接到一个电话，对方说她的医保卡在外地被人盗刷。",
        "吴某按照指示到银行准备转走十二万元，柜员沈敏觉得不对，请来了保安，钱最终没有汇出去。",
        "派出所民警赶到以后查看了她的手机，发现里面装着一个可以远程操控屏幕的软件。",
    ),
    (
        "城南菜市场的摊主老郑上周收到一条短信，说他订的冷柜可以退差价八百元。",
        "他点开页面填了卡号，几分钟后账户里少了三千六百元，女儿得知后立刻陪他去报了案。",
        "民警顺着流水查到一家空壳公司，已经冻结了其中的两千一百元。",
        "老郑的冷柜是三年前在旧货市场买的，他后来想起，自己从来没有在网上下过这样的订单。",
    ),
    (
        "读大二的小范想在假期做兼职，被人拉进一个刷单群，头三单都返了佣金。",
        "第四单要她垫付九千元，对方随后说操作超时，要再补一万五才能解冻，她这才醒悟。",
        "学校保卫处联系了反诈中心，请来民警给同年级的四百名学生上了一堂课。",
        "小范把群里的截图交给辅导员，图上的头像和工号都是从别家公司的网页上抄下来的。",
    ),
    (
        "在码头开货车的孙师傅接到贷款推销电话，称无需抵押当天放款二十万元。",
        "签完电子合同以后，对方以账号填错为由，让他先交百分之五的解冻金，前后共交了两万八千元。",
        "孙师傅的同事听说后劝住了他，民警在外省抓获了两名取款的年轻人。",
        "两人供述，每取一万元可以分到三百元，至于钱交给了谁，他们连对方的真名也说不上来。",
    ),
    (
        "独居的许奶奶在公园认识了一位讲养生课的“专家”，半个月里买了四万多元的口服液。",
        "孙子放假回家，发现箱子上没有批准文号，便把课堂录像交给了社区民警。",
        "经查，那位专家原是外地的婚庆主持人，团伙里七个人已经被刑事拘留。",
        "仓库里还剩六百多箱没有卖出去，瓶子里装的是红糖水，进价每瓶不到四元。",
    ),
    (
        "网名叫“远山”的男子在交友软件上自称海员，与开花店的梁女士聊了两个月。",
        "他说有一箱金币要寄存，请梁女士代付三万元关税，快递单号却怎么也查不到。",
        "梁女士把单号拿给邮局的朋友看，对方一眼认出那是伪造的，案件正在侦办之中。",
        "这名男子发来的甲板照片，是从一家邮轮公司的宣传册上翻拍的，水印被他用花朵图案盖住了。",
    ),
)
"""What each warning tells."""


def morning_page(title: str, paragraphs: tuple[str, ...], *, url: str = "") -> str:
    """An English paper: header, breadcrumb, article element, related links, footer."""
    body = "\n".join(f"<p>{escape(text)}</p>" for text in paragraphs)
    return f"""<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>{escape(title)} | The Morning Gull</title>
{f'<link rel="canonical" href="{escape(url)}">' if url else ""}</head><body>
<header><a href="/">The Morning Gull</a><nav><a href="/harbour">Harbour</a> <a href="/farms">Farms
</a> <a href="/letters">Letters</a></nav></header>
<main><article><h1>{escape(title)}</h1><p class="byline">By Ned Tarrant</p>
{body}
</article><aside><h3>Read next</h3><ul><li><a href="/1">A goose at the town hall</a></li>
<li><a href="/2">Seven recipes for quince</a></li></ul></aside></main>
<footer><p>Copyright The Morning Gull. Letters to the editor are welcome.</p></footer>
</body></html>"""


def portal_page(title: str, paragraphs: tuple[str, ...], *, source: str = "晨报网") -> str:
    """A Chinese portal of the table age: bars of links, source line, editor's line."""
    body = "\n".join(f"<p>　　{escape(text)}</p>" for text in paragraphs)
    return f"""<html><head><meta http-equiv="Content-Type" content="text/html; charset=utf-8">
<title>{escape(title)}_青禾门户</title></head><body>
<div class="nav"><a href="/news">新闻</a>|<a href="/money">财经</a>|<a href="/sport">体育</a></div>
<div id="wrap"><h1>{escape(title)}</h1>
<div class="info">2024年03月05日 09:12　来源：{escape(source)}</div>
<div class="content">{body}</div>
<div class="edit">（责任编辑：何小满）</div></div>
<div class="hot"><ul><li><a href="/a">公园里的新长椅</a></li><li><a href="/b">周末去哪儿玩</a></li></ul>
</div><div class="foot">青禾门户版权所有　未经许可不得转载</div></body></html>"""


def blog_page(title: str, paragraphs: tuple[str, ...]) -> str:
    """A blog without semantic elements: line breaks instead of paragraphs, comments below."""
    body = "<br><br>\n".join(escape(text) for text in paragraphs)
    return f"""<!DOCTYPE html><html><head><meta charset="utf-8"><title>{escape(title)}</title></head>
<body><div id="top"><a href="/about">about me</a> <a href="/feed">feed</a></div>
<div class="post"><h2>{escape(title)}</h2><div class="entry">{body}</div></div>
<div id="comments"><div class="comment">Thanks for this!</div></div></body></html>"""


def list_page(links: dict[str, str]) -> str:
    """A front page: titles that link to articles."""
    entries = "\n".join(
        f'<li><a href="{escape(url)}">{escape(title)}</a></li>' for url, title in links.items()
    )
    return f"""<!DOCTYPE html><html><head><meta charset="utf-8"><title>Latest</title></head><body>
<nav><a href="/">Home</a></nav><ul>{entries}</ul></body></html>"""
