"""Lines that belong to the page and not to the article, dropped after any engine."""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING

from scrapy_neardup.extract.blocks import count_marks
from scrapy_neardup.extract.body import HEADINGS, is_section, list_after, section_words
from scrapy_neardup.extract.body.prices import PRICES
from scrapy_neardup.extract.lines import (
    MOSTLY_LINKS,
    Block,
    LineRules,
    LineSigns,
    WordSearch,
    alike,
    is_listed,
    squeeze,
    weigh,
)
from scrapy_neardup.extract.metadata import parse_date, read_source
from scrapy_neardup.extract.visits import share_of_visit
from scrapy_neardup.extract.walls import is_wall

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

__all__ = ["before_author", "blocks_of", "clean", "clean_text", "sift"]

# In half-width characters. A line of more weight is a sentence that only happens to begin or read
# like a label, a date or a notice.
_LABEL_LIMIT = 120
_SAID_LIMIT = 60  # the same for a label in a line with a sentence mark
_DATE_LIMIT = 60
_NOTICE_LIMIT = 300
_SHORT = 90  # a line without a sentence mark below this is no paragraph

_VERSE = 0.4  # from this share of lines without marks on, the text itself is written in such lines
_BYLINE_LINES = 6  # lines above a text among which its date and its author stand
_MOST_BYLINES = 2  # above and below the text; more such lines are a list of dates
_BYLINE_BLOCKS = 12  # lines of all kinds above a text among which its author stands
_WALL_LINES = 4  # above and below the text
_ABOUT = 3  # the most lines of a note on the author
_NAME = 4  # the least weight of an author's name
_SUMMARY_LINES = 3
_SUMMED = 8  # the most lines of a text whose beginning its summary repeats, ...
_CUT = 3  # ... except for the summary's last characters, usually dots
_REPEAT = 20  # characters; shorter lines may be said twice
_LINE = 60  # half-width characters, up to which a line of a list or a song recurs
_PARAGRAPH = 60  # the least weight of a sentence that is a paragraph of the text
_SAID = 20  # the least weight of a sentence behind the words of a label
_HEAD = 2 * _REPEAT  # the same with the white space among them

_NEIGHBOURS = (0, 2)  # steps in the tree between lines parted by `<br>`, and between paragraphs
_ITEM_TAGS = frozenset(("li", "dt", "dd", "td", "th"))
_LINKED = 3  # the least number of lines of links under a heading of their own
_ITEMS = 20  # the number of a list's items that are looked at before and after one item

_DATE_LINE = re.compile(
    r"""^[\s\W]*
    (?:(?:发布|發布|发表|發表|更新|刊登|创建|播出)?(?:于|於|时间|時間|日期)?
      |posted|published|updated|last\s(?:updated|modified)|on)?[\s:：]*
    (?:\w{3,9}day,?\s*)?
    (?:\d{4}\s*[-/.年]\s*\d{1,2}\s*[-/.月]\s*\d{1,2}|\d{1,2}\s*[月/.-]\s*\d{1,2}
      |\d{1,2}(?:st|nd|rd|th)?\s\w{3,9},?\s\d{4}|\w{3,9}\.?\s\d{1,2}(?:st|nd|rd|th)?,?\s\d{4})
    [\s日号號T,]*(?:at\s)?(?:(?:星期|周|週)[一二三四五六日天])?[\s,]*
    (?:\d{1,2}\s*[:：时時]\s*\d{2}(?:\s*[:：分]\s*\d{2})?[分秒]?)?
    \s*(?:[ap]\.?m\.?)?\s*(?:[A-Z]{2,4})?\s*$""",
    re.VERBOSE | re.IGNORECASE,
)

# A date or time whose full stops end no sentence, as in Korean and German.
_DOTTED_DATE = re.compile(
    r"\d{4}\.\s?\d{1,2}\.\s?\d{1,2}\.?|\d{1,2}\.\s?\d{1,2}\.(?:\s?\d{2,4}\b)?"
    r"|\b\d{1,2}\.\s[^\W\d_]{3,10}\.?\s\d{4}\b|\b\d{1,3}\s(?:min|std|sek)\.",
    re.IGNORECASE,
)
_NUMBERS = re.compile(r"\d+(?: \d+)*")
_COLONS = (":", "：")
_LEADS_ON = "：:，,"  # at the end of a line

# A label at the start of a line; the rest of the line is its value.
_LABEL = re.compile(
    r"""^[\s\W]*(?:
    (?:本文|本报|本网|文章|稿件|信息|资料|資料|图片|圖片|视频|数据|新闻)?(?:来源|來源|稿源|出处
      |出處|转自|轉自|摘自)(?:于|於|自)?\s*[:：丨|]
    |(?:责任|責任|本文|本期|执行|网络|值班|文字|新媒体|栏目|視覺)?\s*(?:责\s*编|編\s*輯|编\s*辑
      |主\s*编|編\s*審|编\s*审|校\s*对|校\s*對|审\s*核|审\s*校|监\s*制|監\s*製|统\s*筹|策\s*划
      |排\s*版|美\s*编|制\s*图|制\s*作|终\s*审|值班编委|責\s*編)\s*[:：/丨|]
    |(?:作\s*者|撰\s*文|文\s*字|文|图|圖|文/图|图/文|摄影|攝影|摄|记\s*者|記\s*者|通讯员|實習生
      |实习生|编译|翻译|撰稿|采写|供稿|供图|图源)\s*[:：/丨|]
    |(?:原标题|原標題|原题|标题|副标题|关键词|關鍵詞|关键字|标签|標籤|分类|栏目|所属|专题|浏览
      |点击|阅读|閱讀|人气|评论|发布者|发布人|发布|更新)(?:次数|数|量|时间|時間|日期|单位
      |机构)?\s*[:：]
    |(?:发布|发表|更新|發布|發表|发稿|播出|刊发)(?:时间|時間|日期|于)
    |(?:上一篇|下一篇|上一页|下一页|上一條|下一條|返回(?:列表|首页|顶部)|打印本页|【?纠错】?
      |关闭(?:窗口|本页)|我要(?:纠错|评论|分享)|分享(?:到|至|给好友|给朋友)|大\s*中\s*小|展开全文
      |(?:點擊|点击)(?:查看|进入|这里|下方|上方|图片|关注|阅读)|阅读全文|查看(?:全文|原文|更多)
      |阅读原文|未完待续)
    |(?:打印|收藏|举报|分享|字号|字体|关闭)(?=\W|\d|$)
    |(?:扫码|扫一扫|扫描|长按|識別|识别|关注|關注|微信(?:公众号|搜索|扫)|搜索).{0,24}(?:二维码
      |二維碼|公众号|公眾號|微信|微博|客户端|APP|app)
    |(?:推荐|推薦|延伸|相关|相關)(?:阅读|閱讀|新闻|报道|文章)(?:\W|[^。！？]*$)
    |(?:转载|轉載|版权|版權|免责|免責|特别|郑重|重要)(?:声明|聲明|说明(?!的是)|提示|所有|归(?!属[^于]|谁))
    |(?:by|author|authors?|written\sby|reporting\sby|editing\sby|edited\sby|editors?|source|via
      |photos?|image|images|picture|credit|caption|tags?|topics?|filed\sunder|categor(?:y|ies)
      |keywords?|share|print|e-?mail|posted\sin|originally\spublished)\s*[:：|]
    |(?:quelle|autor|redaktion|foto|出典|文責|取材|編集|撮影|写真|記者)\s*[:：=＝]
    |(?:本文|本页|原文|转载|文章)(?:地址|链接|连接|网址|鏈接|連結|标题)\s*[:：]?
    |(?:https?://|www\.)\S+\s*$
    )""",
    re.VERBOSE | re.IGNORECASE,
)

# A speaker's label in an interview, and a sentence. It is no name, because it has five characters
# or more, or a word that begins with a small letter.
_SPOKEN = re.compile(
    r"\W*(?:作者|记者|記者|author|autor|editor|redaktion)\s?[:：]\s?"
    r"(?:[^a-z]{5,}|.*\s(?-i:[^\W\d_A-Z]).*)[.。!！…]$",
    re.IGNORECASE,
)

# The characters with which a label, and a summary, may begin after signs. If a line begins with
# another letter or digit, the expression need not be tried. It takes "İ" and "ı" for an "i", "ſ" for
# an "s", and the last character here for a "k".
_LABEL_STARTS = frozenset(
    "上下专主举人作來供信值免关写出分刊制副原发取图圖大字实审實展延微我所打执扫排推搜摄摘播撮撰攝收"
    "数文新更未本来查标栏校標浏点版特發监監相稿策編纠终统编网美翻視视記識记评识責資责资轉转返通郑采重"
    "长閱關阅點abcefhikopqrstvwABCEFHIKOPQRSTVWİıſK"
)
_label_signs = WordSearch((":", "|", "=", "www."))  # one is in each label in ASCII
_SUMMARY_STARTS = frozenset("导導摘核内提sSſ")

# A line of moderate length is a notice if it says one of these anywhere.
_NOTICE = re.compile(
    r"""[©ⓒ]|\(c\)\s*\d{4}|\ball\srights\sreserved|copyright\s(?:©|\(c\)|\d{4}|by\b)
    |not\sbe\s(?:published|reproduced|republished|copied),?\s
    |(?:sign\sup|subscribe)\s(?:for|to)\s(?:(?:our|my)\b|the\s(?:\S+\s){0,4}(?:newsletter|e?mail|mailing|alert|channel))|follow\sus\son\b
      |like\sus\son\s(?:\w+\s)?(?:facebook|fb|instagram|twitter|linkedin|youtube|tiktok|telegram|social)\b
      |join\sour\s(?:newsletter|mailing|telegram)
    |(?:share|pin|tweet)\sthis(?:\s(?:article|story|post|page|on|with|via)\b|[:!.]?\s*$)
    |^\W*(?:advertise?ment|anzeige|werbung|publicit[ée]|publicidade?|pubblicità|reklama?|реклама|广告|廣告|広告
      |광고|iklan|quảng\scáo|advertentie|إعلان|विज्ञापन|スポンサーリンク)\W*$
    |^\W*(?:don['’]t\smiss|editor(?:['’]s|s['’]?)\spicks|other\s(?:stories|articles)|view\sthis\spost\son\sinstagram
      |(?:press\senter\sor\s)?(?:click|tap)\s(?:here\s)?to\s(?:expand|enlarge|view\simage\b.{0,20}))\W*$
    |^\W*(?:(?:scroll|keep\sscrolling)\sto\scontinue|(?:story|article)\scontinues\sbelow)\b.{0,40}$
    |^\W*请?(?:继续往下阅读|繼續往下閱讀)\W*$|^\W*视频加载中\W*$|^\W*記事は下に続きます\W*$
    |(?:uses?|using|use\sof)\s(?:\w+\s){0,2}cookies(?!\s(?:for|as)\sthe\b)|cookie\spolicy
      |(?:stores?|places?|set)\s(?:\w+\s){0,2}cookies\s(?:\w+\s){0,6}(?:on|in)\s(?:your|the\suser\S*)\s
      (?:\w+\s)?(?:devices?|computers?|browsers?|machines?|phones?|hard)\b
    |you(?:['’]re|\sare)\susing\san?\s(?:out[\s\-]?(?:of[\s\-])?date|outdated|old|older|unsupported)\s
      (?:\w+\s)?browser|浏览器版本(?:过|太|较)[低旧]
    |(?:转载|轉載)(?:请|請|须|需|时)|(?:请|請)(?:注明|註明)(?:出处|出處|来源|來源)|(?:禁止|不得
      |谢绝|严禁)(?:擅自)?(?:转载|轉載|复制)|未经.{0,20}(?:授权|许可|允许|同意)[^。]{0,24}(?:转载|轉載|复制|複製|摘编|摘編|镜像|链接
      |引用|刊登|刊载|转贴|转发|翻印|抄袭|盗用|采集|使用(?:本|上述|该))
    |版权(?:所有|归(?!属[^于]|谁))|版權(?:所有|歸)|不代表.{0,20}(?:立场|观点|意见|立場|觀點)
      |仅代表.{0,12}(?:个人|作者|本人)|(?:如有|若有|如涉).{0,6}侵权|(?:侵权|侵犯
      |侵權).{0,16}(?:请|請|我们|我們|本站|本网|小编|管理员).{0,16}(?:删除|联系|聯繫|告知|處理|处理|刪除)|^以上(?:就是|便是|内容|即为|是).{0,80}(?:全部
      |所有|相关|详细|具体)?(?:内容|介绍|分享)
    |(?:本站|本网|本文|部分)(?:内容|文章|图片|资源|资料).{0,8}(?:来源于|来自|转载自
      |均来自)(?:互联)?网|信息存储(?:空间)?服务
    |[京沪粤浙苏鲁闽川渝津皖赣湘鄂豫冀晋陕甘青宁新藏云贵桂琼黑吉辽蒙]ICP[备证]|公网安备|增值电信(?=\w{0,10}(?:许可|证))
      |网络文化经营许可|违法和不良信息举报(?!中心(?!电话|热线|举报|邮箱|网站)[^\W\d_])|互联网新闻信息服务(?!管理|单位|提供)
    |\bcontributed\s(?:research|(?:to\s)?(?:the\s|this\s)?report(?:ing)?|to\sthis\s(?:story|article))
    |(?:首发|最新)(?:域名|网址)|(?:手机版)?阅读网址
    |点个?[“"「『【\[]?在看|点个?[“"「『【\[]赞|^\W*(?:求|长按)?点个?赞(?:\W*$|再走|吧|支持|关注|收藏|转发)
    |(?:请|欢迎|记得|别忘|顺手|动动|右下|下方|文末|喜欢|觉得|有用|有帮助)[^，。；]{0,12}
      (?:点个?赞|分享给(?:更多|身边)的?(?:人|朋友)|转发朋友圈)|^\W*(?:点击)?(?:分享给(?:更多|身边)|转发朋友圈)
    |無断(?:転載|複製)|(?:新闻|爆料|投稿)(?:热线|邮箱)(?=.{0,12}[\d@:：])|무단\s?(?:전재|복제|배포)
      |저작권자|기자\s*[\w.]+@
    """,
    re.VERBOSE | re.IGNORECASE,
)

# A line is a notice, too, if it tells where an article is from, or asks its readers to follow, to
# subscribe or to say what they think.
_CLOSING = re.compile(
    r"""^\W*本文(?:转载自|转自|摘自|来自|首发|原载|最初发表|经.{0,8}授权)|^\W*作者(?:简介|介绍)\s*[:：]
    |^\W*感谢(?:您|你|大家|各位)?的?(?:阅读|收看|收听|观看)|^\W*希望(?:以上|本文|这篇).{0,16}(?:帮助|启发|有用)
    |^\W*更多.{0,16}请(?:关注|下载|登录|访问|点击)|^.{0,24}(?:欢迎|请|快来).{0,6}(?:评论区|留言区)
    |(?:欢迎|请|快来|记得)(?:继续)?关注(?:我们|本站|.{0,12}(?:公众号|公众账号|微信号|客户端))
    |点击(?:右上|左下|文末|底部|上面的蓝).{0,16}(?:关注|分享|原文|在看|转发|收藏|星标|蓝字|订阅|发送)|扫一扫[”」]?即可(?:将|关注|阅读|查看|下载|加入|分享)|侵删
    |不构成(?:任何|对任何人的|实质性|具体|直接)*的?(?:投资|买卖|交易|操作)(?:的?建议|依据)|^\W*(?:(?:风险|投资)提示\W+)?(?:投资|股市|市场|理财)有风险
    |(?:登载|刊载|转载|发布|刊登)此?(?:文|信息|消息|稿件?)(?:出于|的?目的在于)|证实其描述
    |^\W*(?:全文|本文)(?:共|约)\d+字|阅读(?:大约|约)?需要?\d+分钟
    |uploaded\sand\sposted\sby\s|our\sstandards:\s|uses\sakismet|javascript\sis\s(?:disabled|required)
    |\b(?:this|of\sthis)\s(?:article|story|piece|essay)\s(?:also\s)?appear(?:s|ed)\sin\s
      (?:print\b|(?:\S+\s){1,6}print\s(?:edition|issue))
    |(?:last|remaining|more)\sfree\sarticles?\b|free\sarticles?\s(?:left|remaining|this\smonth)
      |already\sa\s(?:subscriber|member)\?|for\s(?:paid\s|paying\s)?subscribers\sonly
    |\b(?:reach|follow)\s(?:him|her|them)\s(?:at|on|via)\b|\breached\sat\s\S+@
    |^\W*(?:do\syou\s)?(?:have|got)\sa\s(?:news\s)?tip\b.{0,30}\?|^\W*get\s.{0,80}\s(?:in|to)\syour\sinbox
    |unsubscribe\s(?:at\s)?any\s?time|email\saddress\swill\snot\sbe\spublished
    |join\s(?:over\s|more\sthan\s)?\d[\d,.]*[0k]\+?\s(?:readers|subscribers)
    |^\W*(?:thanks|thank\syou)\s(?:so\smuch\s)?for\sreading\b|story\scontinues\sbelow\s(?:this\s|the\s)?ad
    |(?:views|opinions)\s(?:and\s\w+\s)?expressed\s(?:in\sthis|here|by\sthe\sauthor|are)
    |이\s기사는\s언론사에서
    |^\W*(?:欢迎|歡迎|立即|点击|點擊|免费|免費)?(?:订阅|訂閱)(?:我们|我們|本站|本刊)?的?(?:免费|免費|每周|每週)?
      (?:邮件|郵件|电子报|電子報|通讯|通訊|简报|簡報|newsletter)
    |^\W*(?:無料の?)?(?:メルマガ|メールマガジン|ニュースレター)[にをのへ].{0,6}(?:登録|購読)(?:すると|する$|は|して|しま|フォーム)
    |^\W*(?:뉴스레터|메일링)\S?\s?(?:구독|신청)(?:하[면세고시기]|해)
    |^\W*подпи(?:шитесь|сывайтесь|шись)\s(?:\w+\s){0,2}(?:рассылк|канал|обновлени|новост|телеграм|telegram)
    |^\W*(?:اشترك|اشتركوا|سجل)\s(?:الآن\s)?(?:في|ب)\s?(?:نشرتنا|النشرة|قناتنا)
    |^\W*suscr[ií]b(?:ete|ase|anse)\s(?:\w+\s){1,3}(?:bolet[ií]n|newsletter|canal|lista)
    |^\W*(?:abonnieren\ssie|abonniere|abonniert)\s(?:\w+\s){1,3}(?:newsletter|kanal|feed)
      |^\W*(?:jetzt|hier)\s.{0,24}newsletter\s(?:anmelden|abonnieren|bestellen)
    |^\W*(?:abonnez|inscrivez)-vous\s(?:\w+\s){1,3}(?:newsletter|lettre|cha[iî]ne)
    |^\W*(?:assine|inscreva-se|iscriviti)\s(?:\w+\s){1,3}newsletter
    |^.{0,40}(?:有料(?:会員|記事)?(?:限定|専用)|구독자\s전용|nur\sfür\s(?:\S+-)?abonnent(?:en|innen)|только\sподписчикам
      |للمشتركين\sفقط|s[oó]lo\spara\ssuscriptores|réservé\saux\sabonnés).{0,12}$
    |your\ssubmission\shas\sbeen\sreceived|something\swent\swrong\swhile\ssubmitting
    |^\W*(?:thanks|thank\syou)\sfor\s(?:subscribing|signing\sup)\b
    |^\W*(?:本(?:网站|站|網站)|(?:我们|我們)(?=.*[您你])|당사는?|저희는?|(?:이|본)\s(?:웹)?사이트[는은]|当(?:ウェブ)?サイトでは|このサイトでは)\s?
      (?:使用\s?|會使用\s?|会使用\s?)?(?:cookies?|クッキー|쿠키)
    |^\W*(?:(?:wir|diese\s(?:web)?(?:site|seite)|nous|ce\ssite|este\ss[ií](?:tio|te)|questo\ssito|мы|(?:этот|наш)\sсайт)\s
      (?:verwende[nt]|nutz(?:en|t)|setzt|utilisons|utilise|usa|utiliza|используе[мт])|usamos|utilizamos|utilizziamo)
      \s(?:\w+\s){0,2}cookies?\b
    """,
    re.VERBOSE | re.IGNORECASE,
)
# These words are a notice where they are said to readers, or stand nearly alone. In other lines they are
# what an article is about.
_POLICY = re.compile(r"terms\sof\s(?:use|service)|privacy\spolicy", re.IGNORECASE)
_ADDRESSED = re.compile(
    r"\b(?:our|you|your|we|us|i|my|recaptcha|appl(?:y|ies)|this\s(?:site|website|page|form|app))\b",
    re.IGNORECASE,
)

# A sentence between paragraphs is a notice if it has one of these, ...
_SURE = re.compile(
    r"""[©ⓒ]|\(c\)\s*\d{4}|rights\sreserved|@\w|uploaded\sand\sposted|cookie\spolicy|unsubscribe
    |expressed\s(?:in\sthis|here)|already\sa\s(?:subscriber|member)\?
    |contributed\s(?:(?:to\s)?this\s)?(?:report(?:ing)?|research|story|article)\b(?:\s\w+){0,3}\W*$
    |(?:禁止|不得|谢绝|严禁)(?:擅自)?(?:转载|轉載)|版权所有|版權所有|侵删|(?:如有|若有|如涉).{0,6}侵权
    |信息存储|证实其描述|仅供参考|不构成|首发域名|网址|ICP[备证]\w{0,4}\d|公网安备
    |即可(?:将|关注|下载|加入|分享)|(?:転載|複製)\S{0,8}(?:禁|断り)|금지""",
    re.VERBOSE | re.IGNORECASE,
)
# ... or speaks to the reader or of the page itself. Other sentences tell of such things.
_TO_READERS = re.compile(
    r"""\b(?:our|you|your|we|us|this\s(?:article|story|site|website|page|form|app))\b
    |本(?:文|站|网|網|报|報|刊|号|页|平台|公众号|作品|記事|サイト)|此文|当(?:サイト|社)|小编|我们|我們|[您你]
    |(?<![申邀])[请請](?![求问])|(?<!受)[欢歡]迎|作者(?:个人|本人|观点|立场)|저희|(?:^|\s)본\s""",
    re.VERBOSE | re.IGNORECASE,
)
_DOUBTED = ("a notice", "a label")
_LABEL_ENDS = ":：|丨/=＝"
_QUOTES = '"“„«「『‘'
_ENDINGS = "。！？!?.…।؟۔"
_CLOSERS = "”’\"')]）」』】»"
_ENDED = re.compile(rf"[{_ENDINGS};；:：][\W_]*$")

# Every match of `_CLOSING` has one of these in it.
_CLOSING_HINTS = (
    "本文转", "本文摘", "本文来自", "本文首发", "本文原载", "本文最初", "本文经", "作者简介",
    "作者介绍", "感谢", "希望以上", "希望本文", "希望这篇", "请关注", "请下载", "请登录", "请访问",
    "请点击", "评论区", "留言区", "欢迎关注", "快来关注", "记得关注", "继续关注", "点击右上",
    "点击左下", "点击文末", "点击底部", "点击上面", "扫一扫", "侵删", "不构成", "有风险",
    "文出于", "息出于", "稿出于", "件出于", "目的在于", "证实其描述",
    "全文共", "全文约", "本文共", "本文约", "阅读需", "阅读大约", "阅读约", "uploaded and posted",
    "appears in", "appeared in", "dards: ", "each him", "each her", "each them", "low him",
    "low her", "low them", "eached at", "got a tip", "got a news tip", "ave a tip",
    "ave a news tip", "r reading", "ues below", "akismet", "javascript is", "free article",
    "already a ", "subscribers only", "inbox", "unsubscribe ", "address will not", "0 readers",
    "0+ readers", "0 subscribers", "0+ subscribers", "k readers", "k+ readers", "k subscribers",
    "k+ subscribers", "expressed in", "expressed here", "expressed by", "expressed are",
    "언론사에서", "订阅", "訂閱", "メルマガ", "メールマガジン", "ニュースレター", "뉴스레터", "메일링", "подпи", "نشرتنا",
    "النشرة", "قناتنا", "suscr", "abonnier", "newsletter", "abonnez-", "inscrivez-", "your submission", "有料", "구독자", "nur für ", "подписчикам", "للمشتركين", "para suscriptores",
    "aux abonnés",
    "went wrong", "or subscribing", "or signing up", "cookie", "クッキー", "쿠키",
)  # fmt: skip
_may_be_closing = WordSearch(_CLOSING_HINTS).matches

# One of these is in every notice: a search for all is far cheaper than the expression.
_NOTICE_HINTS = (
    "©", "(c)", "rights reserved", "copyright", "not be published", "not be reproduced",
    "not be republished", "not be copied", "sign up for", "sign up to", "subscribe for",
    "subscribe to", " us on", "join our", "share this", "pin this", "tweet this", "advertisment",
    "advertisement", "anzeige", "werbung", "publicité", "publicite", "publicidad", "pubblicità",
    "reklam", "реклама", "广告", "廣告", "広告", "광고", "iklan", "quảng", "advertentie", "إعلان",
    "विज्ञापन", "スポンサー", "t miss", " picks", "other stories", "other articles", "view this post",
    "to expand", "to enlarge", "to view image", "scroll to", "scrolling to", "continues below", "往下",
    "加载中", "下に続き", "cookies", "cookie policy", "terms of use", "terms of service",
    "privacy policy", "re using a", "浏览器版本", "转载", "轉載", "复制", "注明", "註明", "未经", "版权",
    "版權", "不代表", "contributed ", "域名", "网址", "仅代表", "在看", "赞", "分享给", "侵权", "侵犯", "侵權",
    "以上就是", "以上便是", "以上内容", "以上即为", "以上是", "来源于网", "来源于互联网", "来自网", "来自互联网",
    "信息存储", "icp备", "icp证", "公网安备", "增值电信", "营许可", "不良信息", "新闻信息服务",
    "無断", "朋友圈", "热线", "邮箱", "무단", "저작권자", "기자", "ⓒ",
)  # fmt: skip
_notice_words = WordSearch(_NOTICE_HINTS + _CLOSING_HINTS)

# A notice in brackets after the last sentence.
_TRAILER = re.compile(
    r"""\s*[（(【\[]\s*
    (?:责任编辑|責任編輯|责编|编辑|編輯|作者|记者|記者|来源|來源|原标题|完|文/|图/
      |end\b|via\b|source\b)
    [^）)】\]]{0,40}[）)】\]]\s*$""",
    re.VERBOSE | re.IGNORECASE,
)
_TRAILER_END = (")", "）", "】", "]")
_LABELLED = "原"  # the first character of every match of `_LEADING_LABEL`
_LEADING_LABEL = re.compile(r"(?:原标题|原標題)\s*[:：]\s*\S{4,60}\s+(?=\S{30})")

# The credit of a picture: a short line with the name of an agency at its end.
_CREDIT = re.compile(
    r"(?:[/|｜–—,:：]|\b(?:via|by|from|on|courtesy\sof|of)\s).{0,12}"
    r"(?:getty(?:\simages)?|shutterstock|i?stock(?:\s?photo)?(?:\.com)?|alamy(?:\sstock\sphoto)?"
    r"|unsplash|pexels|pixabay|adobe\s?stock|dreamstime|depositphotos|reuters|afp|视觉中国)\W*$",
    re.IGNORECASE,
)
_credit_words = WordSearch(
    ("getty", "stock", "alamy", "unsplash", "pexels", "pixabay", "dreamstime", "depositphotos",
     "reuters", "afp", "视觉中国")
)  # fmt: skip

_SUMMARY = re.compile(
    r"^[\W_]*(?:导读|導讀|导语|摘要|核心提示|内容提要|内容摘要|提要|summary)[\W_]*[:：】\]]\s*",
    re.IGNORECASE,
)


_NAMED = 40  # the greatest weight of the name of a table of contents
# The name that stands above a table of contents, in a heading or not.
_CONTENTS = re.compile(
    r"\W*(?:(?:table\sof\s)?contents|(?:on|in)\sthis\s(?:page|article|post|guide)|目录|目錄|目次|もくじ|목차"
    r"|inhalt|inhaltsverzeichnis|in\sdiesem\sartikel|содержание|оглавление|índice|contenidos?|sommaire"
    r"|sommario|indice|spis\streści|içindekiler|المحتويات|فهرس)\W*$",
    re.IGNORECASE,
)


def clean(blocks: Iterable[Block], titles: Sequence[str] = ()) -> list[str]:
    """The article's own lines among *blocks*.

    Left out: labelled lines (editor, source, author, tags), notices (copyright, reprint rules,
    share hints) except sentences between paragraphs that only tell of such things, credits of
    pictures, dates, the title when it is repeated, lines that are mostly links (except headings
    between texts, and items of a list of text), short lines without a sentence mark before the first
    sentence, below a standfirst, and after the last sentence (except a list right after it), and
    long lines that repeat an earlier line.
    """
    return sift(blocks, titles)[0]


def sift(blocks: Iterable[Block], titles: Sequence[str] = ()) -> tuple[list[str], list[str]]:
    """The lines that `clean` keeps, and for each block why it is left out ("" if it is not)."""
    blocks = list(blocks)
    told = _rules.reasons(blocks, frozenset(filter(None, map(squeeze, titles))))
    _take_back(blocks, told)
    verse, spoken, bylines = _read_form(blocks)
    most = min(_BYLINE_LINES, len(blocks) // 2)
    head = max((place for place in bylines if place < most), default=0)
    kept: list[str] = []
    places: list[int] = []  # of what is kept, among the blocks
    reasons: list[str] = []
    first = last = sentence = -1
    head_lines = _below_standfirst(blocks, told)
    for place, block in enumerate(blocks):
        reason = told[place]
        if reason == MOSTLY_LINKS and (
            (block.tag in _ITEM_TAGS and is_listed(blocks, place, _ITEMS))
            or _heads_text(blocks, place)
        ):
            reason = ""
        elif (
            not reason
            and (block.tag in HEADINGS or block.weight <= _NAMED)
            and _heads_links(blocks, place)
        ):
            reason = "the heading of links"
        if (
            not reason
            and block.weight < _SHORT
            and (not block.marks or not _ends_sentence(block.text))
        ):
            if block.tag == "pre" and _NUMBERS.fullmatch(block.text):
                reason = "numbers of lines"
            elif (
                (first < 0 or place in head_lines)
                and not (verse and (spoken or block.tag in _ITEM_TAGS))
                and not _leads_on(blocks, place)
            ):
                reason = "a short line before the first sentence"
            elif not kept and (
                place in bylines or (place < head and block.weight <= PRICES.scrap)
            ):
                reason = "a byline"
            else:
                heading = block.link_weight and block.text[-1] == "]" and block.tag in HEADINGS
                kept.append(_without_button(block) if heading else block.text)
                places.append(place)
        elif not reason:
            text = block.text
            if text[0] == _LABELLED or text.endswith(_TRAILER_END):
                text = _without_edges(text)
            if text:
                if first < 0:
                    first = len(kept)
                kept.append(text)
                places.append(place)
                last = len(kept)
                sentence = place
            else:
                reason = "a label in brackets"
        reasons.append(reason)
    if not verse:
        stop = max(last, 0)
        if 0 < stop < len(kept):
            end = list_after(blocks, sentence + 1)
            while stop < len(kept) and places[stop] < end:
                stop += 1
        for place in places[stop:]:
            reasons[place] = "a short line after the last sentence"
        del kept[stop:], places[stop:]
    while places and places[-1] in bylines:
        reasons[places.pop()] = "a byline"
        kept.pop()
    start, stop = _inside_walls(kept)
    for place in (*places[:start], *places[stop:]):
        reasons[place] = "the way to the rest of a locked article"
    kept, places = kept[start:stop], places[start:stop]
    lines = _without_repeats(kept, lambda at: _recurs(blocks[places[at]]))
    if len(lines) < len(kept):
        left = iter(lines)
        expected = next(left, None)
        for text, place in zip(kept, places, strict=True):
            if text is expected:
                expected = next(left, None)
            else:
                reasons[place] = "a line that was there before"
    return lines, reasons


def before_author(blocks: Sequence[Block], start: int, stop: int, titles: Sequence[str]) -> int:
    """The end of the text in `blocks[start:stop]` before the note on its author, *stop* without one.

    The note stands below a line that is a name, and begins with this name, which also stands above
    the text. The headings of a text with a table of contents stand above it, too: so there is no note
    if another heading does.
    """
    for place in range(stop - 2, max(start, stop - 2 - _ABOUT), -1):
        block, after = blocks[place], blocks[place + 1]
        if not after.marks or block.marks or not _NAME <= block.weight <= PRICES.scrap:
            continue
        name = squeeze(block.text)
        if not squeeze(after.text).startswith(name):
            continue
        names = list(filter(None, map(squeeze, titles)))
        if any(name in title for title in names):
            continue
        first = next(at for at in range(start, stop) if blocks[at].marks)
        above = [
            line
            for other in blocks[max(0, start - _BYLINE_BLOCKS) : first]
            if other.weight < _SHORT and (line := squeeze(other.text)) not in names
        ]
        heads = [
            squeeze(blocks[at].text)
            for at in range(first, stop)
            if at != place and blocks[at].tag in HEADINGS
        ]
        if any(name in line for line in above) and not any(head in above for head in heads):
            return place
    return stop


def _read_form(blocks: Sequence[Block]) -> tuple[bool, bool, set[int]]:
    """Whether the text itself is written in lines without sentence marks, whether it still is if the
    items of its lists are left out, and which of the *blocks* are bylines.

    Bylines do not count as such lines: beside a single short sentence, one would make the text look
    like one of such lines. They are looked for only in texts with many such lines, because it takes
    several expressions to find them.
    """
    weight = sum([block.weight for block in blocks])
    bare = sum([block.weight for block in blocks if not block.marks and not block.link_weight])
    if bare <= _VERSE * weight:
        return False, False, set()
    items = sum(
        [
            block.weight
            for block in blocks
            if block.tag in _ITEM_TAGS and not block.marks and not block.link_weight
        ]
    )
    bylines = {place for place, block in enumerate(blocks) if _is_byline(block)}
    if len(bylines) > _MOST_BYLINES:
        return True, True, set()
    told = sum([blocks[place].weight for place in bylines])
    bare, weight = bare - told, weight - told
    return bare > _VERSE * weight, bare - items > _VERSE * (weight - items), bylines


def _below_standfirst(blocks: Sequence[Block], told: Sequence[str]) -> frozenset[int]:
    """The places of the lines between a sentence above the text and the text, or the first heading in
    it. Such a sentence is farther from the text than the first paragraphs are from each other. Lines
    that are as near to the text belong to it, unless they are bylines.
    """
    places: list[int] = []
    for place, block in enumerate(blocks):
        if not told[place] and block.marks and block.weight >= _PARAGRAPH:
            places.append(place)
            if len(places) == 3:
                break
    else:
        return frozenset()
    above, first, second = places
    near = max(2, _way(blocks, first, second))
    if (
        first - above > _BYLINE_LINES
        or blocks[first].tag in _ITEM_TAGS
        or blocks[above].text.endswith(_COLONS)
        or _way(blocks, above, first) <= near
    ):
        return frozenset()
    below = range(above + 1, first)
    stop = next((at for at in below if blocks[at].tag in HEADINGS), first)
    return frozenset(
        at
        for at in range(above + 1, stop)
        if _is_byline(blocks[at])
        or _way(blocks, at, first) > near + 2 * (blocks[at].tag in _ITEM_TAGS)
    )


def _way(blocks: Sequence[Block], start: int, stop: int) -> int:
    """Number of borders between the blocks at *start* and *stop*."""
    low = min(block.low for block in blocks[start + 1 : stop + 1])
    return blocks[start].depth + blocks[stop].depth - 2 * low


def _take_back(blocks: Sequence[Block], told: list[str]) -> None:
    """Take back that a sentence was *told* to be a notice or a label, if it stands between paragraphs
    and only has the words of one, as news about a copyright does. Two have to follow, as one may be
    about the author.
    """
    doubted = [place for place, reason in enumerate(told) if reason in _DOUBTED]
    if not doubted:
        return
    paragraphs = [
        place
        for place, block in enumerate(blocks)
        if not told[place] and block.marks and block.weight >= _PARAGRAPH
    ]
    for place in doubted:
        block = blocks[place]
        if (
            len(paragraphs) > 2
            and paragraphs[0] < place < paragraphs[-2]
            and block.link_weight * 2 <= block.weight
            and _tells(block.text, told[place])
        ):
            told[place] = ""


def _tells(text: str, reason: str) -> bool:
    """Whether a line with the words of a notice or a label is a sentence that tells of something, and
    does not speak to its readers. A notice begins a sentence, and the sign behind a label ends it.
    """
    if text.rstrip(_CLOSERS)[-1:] not in _ENDINGS or _SURE.search(text):
        return False
    if reason == "a notice" and text[0] in _QUOTES:
        return True
    if _TO_READERS.search(text):
        return False
    if reason == "a label":
        label = _LABEL.match(text)
        return (
            label is not None
            and label[0].rstrip()[-1] not in _LABEL_ENDS
            and weigh(text[label.end() :]) >= _SAID
        )
    notice = _NOTICE.search(text) or _CLOSING.search(text)
    if notice is None:
        return False
    before = text[: notice.start()]
    return any(map(str.isalnum, before)) and not _ENDED.search(before)


def _heads_text(blocks: Sequence[Block], place: int) -> bool:
    """Whether a line of links is a heading: in one element with its text, and below another text."""
    heading = blocks[place]
    if heading.tag not in HEADINGS or not 0 < place < len(blocks) - 1:
        return False
    before, after = blocks[place - 1], blocks[place + 1]
    return (
        (
            before.depth + heading.depth - 2 * heading.low == 2
            or (before.link_weight * 2 <= before.weight and before.weight >= _SHORT)
        )
        and after.depth + heading.depth - 2 * after.low == 2
        and (after.weight >= _SHORT or after.marks > 0)
        and after.link_weight * 2 <= after.weight
    )


def _heads_links(blocks: Sequence[Block], place: int) -> bool:
    """Whether links stand under the line at *place*: sources under a heading, or a table of contents
    under its name, which need not be a heading.
    """
    if place + 1 >= len(blocks) or not blocks[place + 1].link_weight:
        return False
    heading = blocks[place]
    least = 1 if heading.weight <= _NAMED and _CONTENTS.match(heading.text) else _LINKED
    if least > 1 and heading.tag not in HEADINGS:
        return False
    links = 0
    for block in islice(blocks, place + 1, place + 1 + _ITEMS):
        if block.tag in HEADINGS:
            break
        if block.link_weight * 2 <= block.weight:
            # Below a heading of contents, its first lines are enough.
            return least < _LINKED and links >= least
        links += 1
    return links >= least


def _leads_on(blocks: Sequence[Block], place: int) -> bool:
    """Whether a line such as a salutation leads to the text that follows it in one element."""
    if place + 1 >= len(blocks):
        return False
    block, after = blocks[place], blocks[place + 1]
    return (
        block.text[-1] in _LEADS_ON
        and not block.link_weight
        and block.tag == after.tag
        and block.depth + after.depth - 2 * after.low in _NEIGHBOURS
        and after.marks > 0
        and after.link_weight * 2 <= after.weight
    )


def _ends_sentence(text: str) -> bool:
    """Whether a mark in *text* ends a sentence, and not just the day of a date, as in 2024. 3. 5."""
    if ". " not in text or not _DOTTED_DATE.search(text):
        return True
    return count_marks(_DOTTED_DATE.sub("0", text)) > 0


def _inside_walls(lines: Sequence[str]) -> tuple[int, int]:
    """The first of *lines*, and the end of those, that do not ask to log in or to subscribe for the rest.

    Below the first such line at the end, the site may say more about it.
    """
    start, stop = 0, len(lines)
    while start < min(_WALL_LINES, stop - 1) and is_wall(lines[start]):
        start += 1
    for at in range(max(start + 1, stop - _WALL_LINES), stop):
        if is_wall(lines[at]) and all(
            is_wall(line) or share_of_visit(line) for line in lines[at + 1 :]
        ):
            return start, at
    return start, stop


def _is_byline(block: Block) -> bool:
    """Whether a short line without a sentence mark has a date or names its source."""
    if (
        block.weight >= _SHORT
        or block.link_weight * 2 > block.weight
        or (block.marks and _ends_sentence(block.text))
    ):
        return False
    return parse_date(block.text) is not None or read_source([block]) is not None


def _without_edges(text: str) -> str:
    """A line of text without a label at its start and a credit in brackets at its end."""
    label = _LEADING_LABEL.match(text)
    if label:
        text = text[label.end() :]
    return _TRAILER.sub("", text)


def _without_button(block: Block) -> str:
    """A heading without the links in brackets at its end, as in "History [edit]"."""
    head, _, button = block.text.rpartition("[")
    linked = weigh("".join(re.findall(r"\w+", button)))
    return head.rstrip() if 0 < linked <= block.link_weight <= weigh(button) else block.text


def _is_label(block: Block) -> bool:
    # The questions and answers of an interview have a label, too.
    text = block.text
    said = block.marks > 0 and (
        block.weight > _SAID_LIMIT or text[-1] in "?？" or _SPOKEN.match(text) is not None
    )
    return not said and _LABEL.match(text) is not None


def _is_date(text: str) -> bool:
    return _DATE_LINE.match(text) is not None


def _is_credit(text: str) -> bool:
    return _CREDIT.search(text) is not None


def _is_notice(text: str) -> bool:
    if _NOTICE.search(text) or (_may_be_closing(text) and _CLOSING.search(text)):
        return True
    return _POLICY.search(text) is not None and (
        weigh(text) <= _SAID_LIMIT or _ADDRESSED.search(text) is not None
    )


_SIGNS = LineSigns(
    notice_limit=_NOTICE_LIMIT,
    label_limit=_LABEL_LIMIT,
    date_limit=_DATE_LIMIT,
    section_limit=int(PRICES.scrap),
    short=_SHORT,
    headings=HEADINGS,
    label_starts=_LABEL_STARTS,
    label_signs=_label_signs,
    is_label=_is_label,
    is_date=_is_date,
    credit_words=_credit_words,
    is_credit=_is_credit,
    notice_words=_notice_words,
    is_notice=_is_notice,
    section_words=section_words,
    is_section=is_section,
)
_rules = LineRules(_SIGNS)


def clean_text(text: str, titles: Sequence[str] = ()) -> str:
    """The lines of *text* that are the article's own, as in `clean`, for text without its page."""
    return "\n".join(clean(blocks_of(text), titles))


def blocks_of(text: str) -> list[Block]:
    """The lines of a plain text, as paragraphs of one element."""
    return [
        Block(line, weigh(line), 0, count_marks(line), "p", 1, 1, False)
        for line in (" ".join(raw.split()) for raw in text.splitlines())
        if line
    ]


def _without_label(line: str) -> str:
    label = _SUMMARY.match(line)
    return line[label.end() :] if label else line


def _recurs(block: Block) -> bool:
    """Whether a text may have the line of *block* again: in a recipe, a timetable, a song."""
    return block.weight < _LINE and (block.tag == "p" or block.tag in _ITEM_TAGS)


def _sums_up(summary: str, lines: Sequence[str], plain: Sequence[str | None], place: int) -> bool:
    """Whether *summary*, the line at *place*, repeats the beginning of a line below it, or of several
    lines.
    """
    for at in range(place + 1, min(place + 8, len(lines))):
        later = plain[at]
        if later is None or later[:_REPEAT] != summary[:_REPEAT]:
            continue
        if later.startswith(summary):
            return later != summary
        if abs(len(later) - len(summary)) <= _CUT:
            return False  # the next item of a list, which differs in its number
        text = squeeze("".join(lines[at : at + _SUMMED]))
        return text.startswith(summary[:-_CUT])
    return False


def _without_repeats(
    lines: list[str], recurs: Callable[[int], bool] = lambda _: False
) -> list[str]:
    """*lines* without a summary that repeats what follows, and with each long line only once. A line
    stays if *recurs*, called with its number, says that a text may have it again.
    """
    unlabelled = [
        line if line[0].isalnum() and line[0] not in _SUMMARY_STARTS else _without_label(line)
        for line in lines
    ]
    repeated = alike(unlabelled, _HEAD, _REPEAT)
    if not repeated:
        return lines
    # No other line begins like another one.
    plain = [
        squeeze(line).rstrip(".…") if place in repeated else None
        for place, line in enumerate(unlabelled)
    ]
    for i in range(min(_SUMMARY_LINES, len(lines) - 1)):
        summary = plain[i]
        if summary is not None and len(summary) >= _REPEAT and _sums_up(summary, lines, plain, i):
            plain[i] = ""
    seen: set[str] = set()
    kept = []
    for place, (line, bare) in enumerate(zip(lines, plain, strict=True)):
        if bare is not None:
            if not bare or (bare in seen and not recurs(place)):
                continue
            if len(bare) >= _REPEAT:
                seen.add(bare)
        kept.append(line)
    return kept
