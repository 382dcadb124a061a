"""Recognizes what a server says in place of an article: it is missing, locked, or behind a check."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from scrapy_neardup.extract.dates import names_day
from scrapy_neardup.extract.lines import weigh
from scrapy_neardup.extract.metadata import title_parts
from scrapy_neardup.extract.visits import share_of_visit, speaks_to_visitor, unquoted
from scrapy_neardup.extract.walls import begins_like_wall

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["is_refusal"]

# What a server says instead of an article, in its title or a short text.
_FAILURE = re.compile(
    r"""\b(?:404|403|500|502|503)\b.{0,20}(?:error|not\sfound|forbidden|错误)|\b404\b.{0,20}[頁页]
    |(?:page|file|article|url|content|post|product|object|resource|topic|thread)\s(?:\S+\s){0,8}
      (?:not|can['’]t)\s(?:be\s)?found
    |(?:page|file|article)\s(?:\w+\s){0,4}no\slonger\s(?:exists?|available)|^\W*404\W*$
    |^\W*(?:error\W*)?not\sfound\b|access\sdenied
    |just\sa\smoment(?:\s*(?:\.\.\.|…|$)|\W+(?:please|while\swe)\b)
    |verify\s(?:that\s)?you\sare\s(?:a\s)?human|enable\sjavascript
    |\b(?:please|to\scontinue)\W(?:\S+\s){0,3}captcha|^\W*captcha\b
    |forgot(?:ten)?\s(?:your\s)?password|(?:log|sign)\s?in\sto\s(?:your|continue|view|read)
    |(?:^|[\W\d的该該此本])(?:页面|頁面|网页|網頁|内容|文章|帖子|链接)[^，。；,;]{0,12}
      (?:不存在|找不到|未找到|已(?:被)?删除|已失效|走丢
      |(?:無法|无法)(?:正常)?(?:访问|訪問|打开|打開|开启|開啟|显示|顯示|查看|浏览|瀏覽|加载|找到))
    |页面出错|访问出错|抱歉.{0,8}(?:找不到|没有找到|出错)
    |(?:^\S{0,6}|请[^，。]{0,6}(?:完成|进行|通过))安全验证(?:\W|$)|登录后(?:查看|继续|才能)
    |请您?先?登录(?:\W|$|后(?!台)|您|你|账|帐|再|会员|查看|继续|注册|或)
    |忘记密码(?:\s|[?？|/]|$|登录|注册)|请输入验证码|还没有(?:账号|帐号|账户)
    |^\W*(?:(?:用户|会员|账号)?(?:登录|登陆|注册)|(?:log|sign)\s?(?:in|up))\s*(?:$|[\-_|–—])
    |ページが見つかりません|(?:페이지|게시[물글]|문서|기사|주소|자료)\S?\s(?:\S+\s)?찾을\s?수\s?없""",
    re.VERBOSE | re.IGNORECASE,
)
# What a server calls a page that says the same for every address, as its whole title or heading. News
# may have each of these titles, too.
_GATE = re.compile(
    r"""(?:web)?site(?:\sis)?\s(?:(?:down\sfor|under|in)\s)?(?:scheduled\s)?maintenance(?:\smode)?
    |(?:under|down\sfor)\smaintenance|maintenance\smode|we['’]ll\sbe\s(?:right\s)?back(?:\s(?:soon|shortly))?
    |are\syou\s(?:a\s)?(?:robot|human)|(?:ro)?bot\scheck|human\sverification|security\scheck
    |attention\srequired|checking\syour\sbrowser|ddos-guard
    |(?:(?:error\s)?451\W+)?unavailable\s(?:due\sto|for)\slegal\sreasons
    |[\w\-]+(?:\.[\w\-]+)+\sis\sfor\ssale|(?:this\s)?domain\s(?:name\s)?(?:is\s)?for\ssale|domain\sparked
    |(?:网站|站点|系统|本站)(?:正在)?(?:升级|维护|改版|建设){1,2}中|(?:访问|安全|人机|滑块|身份|机器人)验证
    |(?:该|此|本)?域名(?:正在|已)?(?:出售|转让|停放)中?|(?:网站|站点)(?:已|暂时|临时){0,2}关闭
    |访问(?:受限|被拒绝|异常|过于频繁)|(?:提示|错误)信息
    |(?:網站|系統|本站)(?:正在)?(?:升級|維護|改版){1,2}中?(?:公告)?|(?:人機|安全|身分)驗證|找不到(?:網頁|頁面)
    |(?:(?:http\s)?(?:error\s)?\d{3}\W+)?(?:bad\s(?:request|gateway)|request\stime-?out|too\smany\srequests
      |internal\sserver\serror|service\s(?:temporarily\s)?unavailable|gateway\stime-?out)|\d{3}\W+(?:forbidden|gone)
    |error|fehler|erreur|ошибка|خطأ|エラー(?:が発生しました)?|오류(?:\s안내)?|session\s(?:has\s)?expired
    |login|anmeld(?:en|ung)|einloggen|connexion|iniciar\ssesión|вход(?:\sна\sсайт)?|ログイン|로그인|تسجيل\sالدخول
    |page\s(?:not\sfound|unavailable)|subscribers?\sonly|age\s(?:verification|check)
    |(?:(?:die|diese)\s)?seite\s(?:wurde\s)?(?:nicht\s(?:gefunden|verfügbar)|existiert\snicht)|wartungs(?:arbeiten|modus)|zugriff\sverweigert
    |sicherheits(?:über)?prüfung|sind\ssie\sein\s(?:mensch|roboter)
    |(?:(?:cette\s)?page\s)(?:introuvable|non\strouvée)|(?:site\s)?en(?:\scours\sde)?\smaintenance|accès\s(?:refusé|interdit)
    |p[aá]gina\sno\s(?:encontrada|disponible)|(?:(?:sitio|web|estamos)\s){0,2}en\smantenimiento|acceso\sdenegado|contenido\sno\sdisponible
    |страница\sне\s(?:найдена|существует)|(?:ведутся\s)?технические\sработы|сайт\sна\s(?:техническом\s)?обслуживании|доступ\s(?:ограничен|запрещ[её]н)
    |الصفحة\sغير\sموجودة|الموقع\s(?:تحت|قيد)\sالصيانة
    |(?:ただいま|現在)?(?:システム)?メンテナンス中(?:です)?|アクセスが集中してい(?:ます|る)|年齢確認
    |(?:서비스|시스템)?\s?점검\s(?:중(?:입니다)?|안내)|접근\s?(?:제한|차단)|연령\s?확인|존재하지\s않는\s\S+""",
    re.VERBOSE | re.IGNORECASE,
)
# The beginning of all that such a page says, as no news begins.
_GATE_TEXT = re.compile(
    r"""\W*(?:
    (?:we(?:['’]ve|\shave)|our\ssystems\shave)\sdetected\sunusual\s(?:activity|traffic)\sfrom\syour
    |(?:please\s)?(?:verify|confirm|let\sus\sknow|make\ssure)\s(?:that\s)?you(?:['’]re|\sare)\s(?:not\sa\srobot|human)
    |this\swebsite\sis\susing\sa\ssecurity\sservice\sto
    |we\srecogni[sz]e\s(?:that\s)?you\sare\sattempting\sto\saccess
    |unavailable\s(?:due\sto|for)\slegal\sreasons\W
    |this\s(?:content|page|video|article|(?:web)?site)\sis\s(?:not\s(?:currently\s)?available|unavailable|blocked)
      \sin\syour\s(?:country|region|area|location)
    |this\sdomain(?:\sname)?\s(?:is|may\sbe)\sparked
    |subscribe\sto\s(?:continue|keep)\sreading\W
    |this\s(?:article|story|content|post)\sis\s(?:(?:available\s)?(?:only\s)?(?:for|to)|reserved\sfor|exclusive\sto)
      \s(?:\w+\s)?(?:subscribers|members)(?:\sonly)?\s?[.,!:]
    |to\s(?:continue|keep)\sreading\b[^.]{0,30},\s(?:please\s)?(?:subscribe|register|log\sin|sign)
    |you(?:['’]ve|\shave)\sreached\syour\s(?:\w+\s)?limit(?:\s(?:of|for)\b|\s?[.,!])
    |为了?保[证护障]您的(?:正常|安全)?访问|您的访问(?:过于|太)频繁|(?:系统)?检测到您的?[^，。]{0,8}(?:异常|频繁)
    )""",
    re.VERBOSE | re.IGNORECASE,
)
# A beginning that news may have, too.
_GATE_LEAD = re.compile(
    r"""\W*(?:
    (?:sorry\b[^.]{0,30}\bwe['’]re|we(?:['’]re|\sare)|(?:our|this)\s(?:web)?site\sis)\s(?:currently\s|temporarily\s)?
      (?:down\sfor|under(?:going)?|performing|doing)\s(?:\w+\s){0,2}maintenance
    |this\sdomain(?:\sname)?\s(?:is|may\sbe)\sfor\ssale
    |(?:the\sdomain(?:\sname)?\s)?[\w\-]+(?:\.[\w\-]+)+\sis\s(?:for\ssale|parked)\b
    |(?:尊敬的[^，。]{1,8}[，：:].{0,24}?)?(?:本站|本网站|网站|站点|系统)(?:目前)?正在(?:进行)?(?:系统)?(?:升级|维护|改版){1,2}中?[，。,]
    |(?:该|此|本)?域名\s?[\w.\-]{0,60}\s?(?:正在|可以?|已)?(?:出售|转让|停放)[，。,]
    |(?:本文|此文|以下|剩余)[^，。]{0,4}(?:付费|会员|订阅)[^，。]{0,4}(?:内容|文章|可见|阅读)[，。,]
    |(?:本|该)?(?:网站|站点)(?:已|暂时|临时){1,2}关闭[，。,]
    )""",
    re.VERBOSE | re.IGNORECASE,
)
# Words in the heading of such a page. Headlines may have each of them, too.
_REFUSED = re.compile(
    r"""\b(?:sorry|oops|whoa)\b|\b(?:page|content|article|post|story|link|account|video)\b.{0,24}\b(?:un|not\s|isn['’]t\s)available
    |\b(?:page|content|article|post|story|link|account|video)\s(?:\S+\s){0,3}(?:removed|deleted|expired|gone|missing|exist)\b
    |something\swent\swrong|(?:can['’]t|cannot|couldn['’]t)\sfind\s(?:that|this|the)\s\w+|not\swhat\syou\swere\slooking
    |(?:member|subscriber)s?[\s\-]only|(?:log|sign)\sin\srequired|javascript\sis\s|you\shave\sbeen\sblocked|too\s(?:many|fast)
    |(?:confirm|verify|prove|check)\b.{0,16}\b(?:human|robot)
    |(?:seite|artikel|inhalt|beitrag)\b.{0,24}\b(?:nicht|gelöscht|gibt\ses)|\bleider\b|bitte\s(?:melden|schalten|aktivieren|bestätigen)
    |(?:anmelden|registrieren),?\sum\s|(?:mensch|roboter)\?|(?:page|article|contenu)\s.{0,24}(?:introuvable|supprimée?|indisponible|n['’]existe)
    |\boups\b|désolée?s?\b|vérifi(?:er|ons|ez)\sque\svous|adblock|werbeblocker|(?:bloqueur|bloqueador|блокировщик)
    |no\s(?:encontramos|hemos\sencontrado|existe)|lo\ssentimos|eres\s(?:humano|mayor|un\srobot)|verifica\sque|inicia\ssesión
    |(?:страница|материал|статья|запись|новость)\s(?:\S+\s)?(?:удал|не\s|недоступ)|подтвердите|вы\sне\sробот|войдите|вам\s(?:уже\s)?(?:есть\s)?18
    |(?:页面|頁面|网页|網頁|内容|內容|文章|新闻|新聞|帖子|本帖|链接).{0,12}(?:不存在|找不到|[删刪]除|失效|走丢|走失|下[架线線]|过期|過期)
    |(?:抱歉|[对對]不起|出错|出錯|异常|異常|开小差|繁忙|没有权限|沒有權限|版本过低|版本過低)|[请請]先?(?:登[录錄入]|订阅|訂閱|在.{1,8}打[开開])
    |(?:会员|會員|订阅|訂閱|付费).{0,4}(?:专享|专属|專享|專屬|可见)|[未满滿]{1,2}(?:18|十八)[岁歲]
    |見つかりません|表示できません|アクセスできません|削除され|ログインが必要|お探しの|ロボットではない|有料会員|(?:18|十八)歳
    |없습니다|존재하지\s않는|삭제된|로그인이\s필요|감지되|(?:유료|구독).{0,6}전용|19세
    |غير\s(?:موجود|متاح|متوفر)|عذرا|سجل\sالدخول|تسجيل\sالدخول|للمشتركين|لست\sروبوت""",
    re.VERBOSE | re.IGNORECASE,
)
_CONSENT = re.compile(
    r"cookies?\b|consent\b|tracking|partners\b|personal\sdata|personenbezogene|datenschutz|widerruf|einwilligung"
    r"|consentement|données\spersonnelles|consentimiento|datos\spersonales|согласи|персональн|同意|クッキー|쿠키",
    re.IGNORECASE,
)
# What such a page says to its reader. News may say it, too, but hardly with such a title or beginning.
_TO_READER = re.compile(
    r"""\byour\s(?:browser|computer|network|connection|device|account|patience|understanding|request)\b
    |\byou(?:['’]re|\sare)\s(?:not\s)?(?:a\s)?(?:robot|human|the\sowner)\b|\bmake\san\soffer\b
    |\b(?:try\sagain|check\sback|be\sback)\s(?:soon|shortly|later|online|in\sa)\b|\bwe\sapologi[sz]e
    |\bsorry\sfor\s(?:the|any)\b|\bplease\s(?:wait|contact\sus|complete|click|enable|verify|log\sin|sign)\b
    |您(?!好)|敬请谅解|请(?:稍|点击|返回|刷新|重试|完成|拖动|按住|滑动|联系|与我|与本|与网|发邮件|拨打|输入|检查)
    |订阅后|(?:成为|开通|购买)会员""",
    re.VERBOSE | re.IGNORECASE,
)
_TITLE_SHARE = 0.4  # the least share of a title, or of a part of it, that tells of a failure, perhaps in a headline
_TITLE_REFUSED = 0.3  # the same for one that is refused or missing
_TITLE_WHOLE = 0.8  # the same for a title that is no headline
# In half-width characters.
_FAILURE_LIMIT = 400
_FAILURE_HEAD = 80
_FAILURE_START = 12  # the greatest weight of what stands before such words ...
_FAILURE_NEAR = 32  # ... and below a headline, in a text that speaks to its reader
_VISIT_LIMIT = 600
_CONSENT_LIMIT = 1000
_CONSENTS = 3
# The least shares of a text in sentences about the visit, ...
_VISIT = 0.9
_VISIT_KNOWN = 0.25  # ... if it is short, and has a name or beginning of such pages, ...
_VISIT_LIKELY = 0.75  # ... if it is about consent, or below a heading that refuses something, ...
_VISIT_TOLD = 0.5  # ... and if it begins like a wall, or has the name of a failure or a refusal.


def is_refusal(
    text: str,
    weight: int,
    titles: Sequence[str],
    heading: str = "",
    *,
    titled: bool = False,
    dated: bool = False,
) -> bool:
    """Whether a short *text* says that the article is missing, locked or behind a check.

    *titles* are the names of its page, *heading* is the line above it. *titled* tells whether the text
    is below a line that is the page's title, *dated* whether it stands near a date. A word inside a
    title or a text is no sign, as there are news about each of these things; nor are quoted words.
    """
    if weight >= _CONSENT_LIMIT:
        return False
    names = [unquoted(name) for name in titles]
    said = unquoted(text)
    if weight < _FAILURE_LIMIT and (
        _begins_with_failure(said[:_FAILURE_HEAD], bare=not (titled or heading))
        or (_GATE_TEXT.match(said) and share_of_visit(said) > 0)
        or any(map(_names_failure, names))
    ):
        return True
    if dated or names_day(text):
        return False  # news, or a notice of works to come
    share = share_of_visit(said)
    named = any(map(_may_name_failure, names))
    if weight < _FAILURE_LIMIT and (named or _GATE_LEAD.match(said)):
        return share >= _VISIT_KNOWN or _TO_READER.search(said) is not None
    if len(set(map(str.lower, _CONSENT.findall(said)))) >= _CONSENTS and not titled:
        return share >= _VISIT_LIKELY
    if weight >= _VISIT_LIMIT:
        return False
    if named or begins_like_wall(said):
        return share >= _VISIT_TOLD
    if any(map(_refuses, names)):
        return share >= (_VISIT_LIKELY if titled or heading else _VISIT_TOLD)
    return weight < _FAILURE_LIMIT and share >= _VISIT and not (titled or heading)


def _begins_with_failure(beginning: str, *, bare: bool) -> bool:
    """Whether the *beginning* of a text tells of a failure. If the text is not *bare*, but below a
    headline, it has to speak to its reader, too.
    """
    told = _FAILURE.search(beginning)
    if told is None:
        return False
    before = weigh(beginning[: told.start()])
    if bare and before <= _FAILURE_START:
        return True
    return (bare or before <= _FAILURE_NEAR) and speaks_to_visitor(beginning)


def _names_failure(title: str) -> bool:
    """Whether *title* tells of a failure, and one of its parts of nothing else."""
    return _FAILURE.search(title) is not None and any(
        _has_share(_FAILURE, part, _TITLE_WHOLE) for part in {title, *title_parts(title)}
    )


def _may_name_failure(title: str) -> bool:
    """Whether *title* or a part of it is what a server says, but perhaps also a headline."""
    return begins_like_wall(title) or any(
        _has_share(_FAILURE, part, _TITLE_SHARE)
        or _GATE.fullmatch(part.strip(" .!?…。！？")) is not None
        for part in {title, *title_parts(title)}
    )


def _refuses(title: str) -> bool:
    """Whether much of *title*, or of a part of it, says that something is refused or missing."""
    return any(_has_share(_REFUSED, part, _TITLE_REFUSED) for part in {title, *title_parts(title)})


def _has_share(words: re.Pattern[str], part: str, share: float) -> bool:
    """Whether *words* are found, and make up this *share* of *part* or more."""
    told = sum(len(match[0]) for match in words.finditer(part))
    return told > 0 and told >= share * len(part)
