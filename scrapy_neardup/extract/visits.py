"""Recognizes what a site says to its visitor about the visit: "Please log in to read this page".

News tell of such things in the third person. So a sentence counts if it both speaks to its reader and
names a thing of the visit, such as the page, the browser, the account or the subscription.
"""

from __future__ import annotations

import re

from scrapy_neardup.extract.lines import weigh

__all__ = ["share_of_visit", "speaks_to_visitor", "unquoted"]

_QUOTED = re.compile(
    r"«[^«»]*»|“[^“”]*”|„[^„“”]*[“”]|「[^「」]*」|『[^『』]*』|《[^《》]*》|\"[^\"\n]*\""
)

_TO_VISITOR = re.compile(
    r"""(?i:
    \b(?:you|your|yours|please|sorry|oops)\b|\b(?:try|check|come)\s(?:again|back)\b
    |^\W*(?:log\sin|sign\s(?:in|up)|subscribe|register|download|click|press|create|enter|enable|go\sback|get)\b
    |\b(?:vous|votre|vos|veuillez|merci|oups|désolée?s?)\b
    |\b(?:usted|ustedes|tus?|te|tienes|puedes|eres|inicia|comprueba|utiliza|lee|debes|aceptas|completa)\b|por\sfavor|lo\ssentimos|suscr[ií]bete|disculp[ae]
    |\b(?:вы|вас|вам|ваш\w*|пожалуйста|извините|извинения|зайдите|войдите|оформите|проверьте|попробуйте)\b
    |\b(?:bitte|deine?[mnrs]?|leider)\b
    )|(?<=[\w,]\s)(?:Sie|Ihr|Ihre[mnrs]?|Ihnen)\b|^\W*(?:Sie\b(?=[^?]*\?)|Ihre?\b)
    |[您你]|(?<![申邀聘])[请請](?![求假教愿願示]|(?:广大|各位|相关|有关)|(?:[旅乘顾]客|市民|居民|读者|讀者|患者|考生|家长|家長|观众|觀眾))|抱歉|[对對]不起
    |ください|下さい|あなた|(?:お使い|お探し|お手数|お待ち|ご利用|ご覧|ご指定|ご不便|ご迷惑|いただけ|いただき|いただく|申し訳)|[てで]おります
    |[하으]?세요|주시기|하신|하시|하실|으실|고객님|회원님|여러분|바랍니다|부탁|양해
    |يرجى|الرجاء|فضلك|عذرا|عذراً|نعتذر|اشترك\b|سجل\sالدخول|يمكنك|لديك|حسابك|شبكتك|متصفحك|تبحث|\bأنك\b""",
    re.VERBOSE | re.MULTILINE,
)
_OF_VISIT = re.compile(
    r"""\b(?:(?:web|home)?\s?(?:page|site)s?|links?|address|urls?|browsers?|javascript|cookies?|accounts?|password|log(?:ged)?\s?in
      |sign(?:ed)?\s?(?:in|up)\b(?!\s(?:the|an?|front|every)\b)|subscri\w+|members?(?:hip)?|captcha|robots?|bots?|requests?|network|ip|connection|verif\w+|apps?
      |download|access|search\s(?:box|for)|ad\s?blockers?|maintenance|support\steam|consent|privacy|device
      |(?:this|full|free|requested|of\sour)\s(?:story|stories|articles?|content|posts?)|reload|refresh|blocked|to\senter|redirected
      |personal\sdata|try\sagain|are\s(?:a\s)?human)\b
    |\b(?:seiten?|webseiten?|website|adresse|artikel|suche|startseite|konto|anmelde\w*|abo|abonn\w+|werbeblocker|adblocker|roboter|netzwerk
      |anfragen|weitergeleitet|weiterlesen|tracking|einstellungen|datenschutz\w*|widerruf\w*|zustimm\w+|verständnis|kästchen|neu\sladen)\b
    |\b(?:cookies|adresse|moteur\sde\srecherche|article|site|navigateur|compte|connectez|connexion|abonn\w+|consentement|données
      |compréhension|curseur|humain|accueil|inscri\w+|robot|publicité)\b
    |\b(?:páginas?|web|sitio|direcci[oó]n|buscador|enlace|noticias?|navegador|cuenta|sesi[oó]n|suscri\w+|contenidos?|portada|molestias
      |disponibles?|cookies|robot|verificación|navegando|país)\b
    |\b(?:страниц\w+|сайт\w*|адрес\w*|поиск\w*|ссылк\w+|браузер\w*|аккаунт\w*|парол\w+|войдите|подписк\w+|запрос\w*|робот\w*|vpn|сет[ьи]
      |поддержк\w+|неудобств\w*|доступ\w*|материал\w*)\b
    |页面|頁面|网页|網頁|网址|網址|链接|連結|鏈接|浏览器|瀏覽器|登录|登錄|登入|注册|註冊|账号|帐号|帳號|账户|密码|密碼|验证|驗證|访问|訪問|[会會][员員]
    |订阅|訂閱|客户端|下载|全文|首页|首頁|网络|網路|请求|权限|權限|本站|客服|刷新|重试|搜[索尋]|浏览|瀏覽|返回|内容|內容|点击|點擊|功能
    |ページ|サイト|記事|ログイン|会員|登録|ブラウザ|アクセス|アプリ|パスワード|アカウント|ネットワーク|ボタン|サービス|メンテナンス|クッキー
    |페이지|사이트|기사|로그인|회원|구독|주소|접속|접근|서비스|브라우저|인증|네트워크|화면|계정|비밀번호|설치|요청|쿠키|이용
    |صفحة|الصفحة|الموقع|رابط|متصفح|حساب|كلمة\sالمرور|الاشتراك|المقالات|للمشتركين|التحقق|محرك|البحث|شبكت|الإزعاج|القراءة|الدعم|التطبيق""",
    re.VERBOSE | re.IGNORECASE,
)
_SENTENCE = re.compile(r"[^。！？!?.؟\n]+(?:[。！？!?؟]+|\.(?=\s|$)|\.(?=\S)[^。！？!?؟\n.]*)*")


def unquoted(text: str) -> str:
    """*text* without what it quotes, which others say."""
    return _QUOTED.sub("", text)


def speaks_to_visitor(text: str) -> bool:
    """Whether *text* speaks to its reader."""
    return _TO_VISITOR.search(text) is not None


def share_of_visit(text: str) -> float:
    """The share of *text* in sentences that say something to the visitor of a site about the visit."""
    whole = said = 0
    for sentence in _SENTENCE.findall(text):
        weight = weigh(sentence)
        whole += weight
        if _TO_VISITOR.search(sentence) and _OF_VISIT.search(sentence):
            said += weight
    return said / whole if whole else 0.0
