"""Pages that say the same for every address, and news about such pages."""

from __future__ import annotations

import pytest

from scrapy_neardup.extract import Article, DefaultExtractor, NoArticle

from .pages import Response

GATES = [
    (
        "Site maintenance",
        "Our site is currently down for scheduled maintenance. We expect to be back within two hours. Thank you for your patience.",
    ),
    (
        "River Bend Gazette",
        "This website is undergoing maintenance and will be back soon. We apologize for the trouble, and thank you for your patience.",
    ),
    (
        "We'll be right back | River Bend Gazette",
        "Sorry for the inconvenience but we're performing some maintenance at the moment. We'll be back online shortly!",
    ),
    (
        "Are you a robot?",
        "Please make sure your browser supports cookies and that you are not blocking them from loading. For more, see our terms.",
    ),
    (
        "Bloomberg",
        "We've detected unusual activity from your computer network. To continue, please click the box below to let us know you're not a robot.",
    ),
    (
        "Sorry",
        "Our systems have detected unusual traffic from your computer network. This page checks to see if it's really you sending the requests, and not a machine.",
    ),
    (
        "Attention Required! | Cloudflare",
        "This website is using a security service to protect itself from online attacks. The action you just performed triggered it, so you have been blocked.",
    ),
    (
        "451: Unavailable due to legal reasons",
        "We recognize you are attempting to access this website from a country belonging to the European Economic Area, and therefore access cannot be granted at this time.",
    ),
    (
        "River Bend Gazette",
        "Unavailable due to legal reasons. We cannot grant you access from your country at this time. For any issues, contact us by e-mail.",
    ),
    (
        "Not available",
        "This content is not available in your region. We are engaged on the issue and committed to looking at options that bring it to you.",
    ),
    (
        "riverbend.example is for sale",
        "The domain name riverbend.example is for sale. Make an offer now or buy it at once for the price below, with our promise of a safe transfer.",
    ),
    (
        "riverbend.example",
        "This domain is for sale! Ask for its price, or make an offer. Our team will answer within a day and help with the transfer.",
    ),
    (
        "riverbend.example",
        "This domain is parked free of charge with its registrar. If you are the owner, log in to set up your site and your mail.",
    ),
    (
        "River Bend Gazette",
        "Subscribe to continue reading. You have read all of your free articles for this month. Subscribers read as much as they like.",
    ),
    (
        "River Bend Gazette",
        "This article is for subscribers only. Get full access to all of our stories for one dollar a week, and cancel whenever you like.",
    ),
    (
        "网站维护中",
        "本网站正在进行系统维护，给您带来的不便敬请谅解。预计将在今晚二十二点恢复访问，感谢您的支持。",
    ),
    (
        "河湾新闻网",
        "网站正在升级维护中，暂时无法访问，请稍后再来。如有疑问，请拨打服务热线与我们联系，谢谢您的理解。",
    ),
    (
        "系统升级中_河湾新闻网",
        "尊敬的用户，为了给您提供更好的服务，系统正在升级，请您稍后访问。由此带来的不便，敬请谅解。",
    ),
    (
        "访问验证",
        "为了保证您的正常访问，请完成下面的验证。系统检测到您的网络存在异常流量，请点击按钮继续访问本站。",
    ),
    (
        "人机验证",
        "您的访问过于频繁，请拖动滑块完成拼图，验证通过之后即可继续访问。如有问题，请联系我们的客服人员。",
    ),
    (
        "河湾新闻网",
        "系统检测到您的访问存在异常，请完成验证后继续访问。如果多次出现本提示，请联系网站的管理员处理。",
    ),
    (
        "河湾县新修三条路",
        "正在为您跳转到要看的页面......\n请检查浏览器是否允许Cookie。\n请看时间(2018-05-01 23:54:01)是否变化，不变则是页面被缓存。",
    ),
    (
        "网站防火墙",
        "网站防火墙\n您的请求带有不合法参数，已被拦截！\n原因：提交的内容可能有危险。\n解决：请检查提交的内容，或与网站管理员联系。",
    ),
    (
        "该域名正在出售",
        "该域名正在出售，如果您有意购买，请与我们联系。我们提供安全的交易和过户服务，欢迎各界朋友洽谈。",
    ),
    (
        "hewan.example",
        "域名 hewan.example 可以转让，有意者请发邮件联系。交易通过第三方平台进行，安全可靠，价格面议即可。",
    ),
    (
        "河湾新闻网",
        "根据相关法律法规和政策，该内容暂时无法显示。如果您有任何疑问，请与我们的客服联系，谢谢您的支持。",
    ),
    (
        "河湾新闻网",
        "本文为付费内容，订阅后可阅读全文。成为会员即可畅读全站的文章，每月只需十元，随时可以取消订阅。",
    ),
    (
        "河湾新闻网",
        "网站暂时关闭，正在整改。给您带来的不便，我们深表歉意。开放时间另行通知，感谢您长期以来的支持。",
    ),
]
NEWS = [
    (
        "Council website under maintenance",
        "The council's website is down for maintenance until Friday, a spokeswoman said. Residents can pay their bills by phone.",
    ),
    (
        "Site maintenance leaves thousands without bank access",
        "Thousands of customers could not reach their accounts on Monday while the bank's site was under maintenance, it said.",
    ),
    (
        "Hackers beat captcha with a toy robot",
        "Two students have built a toy robot that solves a captcha in four seconds. They will show it at the fair on Sunday.",
    ),
    (
        "Are you a robot? A play asks",
        "A new play at the River Theatre asks whether its audience are robots. It opens on Friday, and runs until the end of May.",
    ),
    (
        "Domain name is for sale after 30 years",
        "The town's first domain name is for sale after thirty years, its owner said on Tuesday. She hopes for a local buyer.",
    ),
    (
        "Film unavailable for legal reasons",
        "A film about the river is unavailable for legal reasons, the festival said on Tuesday. A court will hear the case in May.",
    ),
    (
        "Access denied: reporters shut out of meeting",
        "Reporters were shut out of the council's meeting on Tuesday night. The mayor said that she had not known of it before.",
    ),
    (
        "Paper puts up a paywall",
        "The Gazette will ask readers to subscribe to continue reading from May on, its editor said on Tuesday. A week costs a dollar.",
    ),
    (
        "Unusual traffic on the bridge",
        "Police have detected unusual traffic on the bridge at night, and ask drivers to take the ferry until the works have ended.",
    ),
    (
        "Students find 404 error in old map",
        "A class has found an error in a map of 1904: and a street that no archive has ever had in a drawer of the school.",
    ),
    (
        "网站维护致数千人无法购票",
        "渡口的售票网站周一正在维护，数千人无法购票。渡口管理处表示，系统将在当晚恢复，旅客可以先到窗口买票。",
    ),
    (
        "系统维护公告",
        "渡口售票系统定于周五零点至六点进行维护，届时网上购票、退票和改签业务暂停办理，窗口业务不受影响。",
    ),
    (
        "河湾银行系统正在升级维护",
        "河湾银行今天表示，系统正在升级维护，手机转账业务暂停两天，柜台业务照常办理，请客户提前安排好资金。",
    ),
    (
        "验证码将退出购票网站",
        "售票网站宣布，五月起购票不再需要输入验证码，旅客凭人脸就可以完成安全验证，预计每天节省两千个小时。",
    ),
    (
        "县政府域名被抢注后出售",
        "县政府的一个旧域名被人抢注，正在网上出售，标价八万元。律师表示，县政府可以通过仲裁要回这个域名。",
    ),
    (
        "付费内容占比过半",
        "本县报社表示，付费内容已占全部文章的一半，订阅后可阅读全文的读者超过两万人，比去年增加了三成左右。",
    ),
    (
        "因法律原因电影无法上映",
        "一部关于渡口的电影因法律原因无法上映，片方周二表示，将在法院判决之后再决定上映的日期，请观众谅解。",
    ),
    (
        "整改后的网站重新开放",
        "因为整改暂时关闭的县图书馆网站周一重新开放，读者又可以在网上预约座位，借书的期限也延长到了四十天。",
    ),
    (
        "安全验证失败 游客被困闸机",
        "周日上午，三名游客因为安全验证失败被困在渡口的闸机里，工作人员用了十分钟把他们放出来，没有人受伤。",
    ),
    (
        "页面找不到了？图书馆教你查旧报",
        "旧报纸的网页打不开时，可以到图书馆查阅缩微胶片。馆员周三下午会在二楼讲解查找方法，读者可以免费参加。",
    ),
    (
        "haverford.example is for sale",
        "haverford.example is for sale, and the town council would like to buy it. Members will vote on a price on Tuesday.",
    ),
    (
        "We are under maintenance",
        "We are under maintenance workers' orders, the station master joked on Monday, as trains were stopped again. A signal box opens in May.",
    ),
    (
        "Readers of the Post",
        "This article is for subscribers of the old paper, who have asked us what became of the crossword. It moves to page nine on Monday.",
    ),
    (
        "Bar exam",
        "You have reached your first limit when you can no longer read the question, a teacher told students. The exam is held in May.",
    ),
    (
        "Attention required",
        "Dogs that are left alone need more attention than their owners think, a study of four hundred animals by the university has found.",
    ),
    (
        "Security check",
        "A new security check at the ferry landing has led to queues of an hour. The harbour office said on Monday that staff would come.",
    ),
    (
        "系统升级中",
        "系统正在升级中，医院的挂号窗口周一排起长队。院方表示，升级将在周三完成，患者可以先到一楼大厅现场取号。",
    ),
    (
        "本网站正在改版",
        "本网站正在改版，自五月一日起启用新的网址和新的标识。改版后将增设视频频道，欢迎广大读者提出意见。",
    ),
    (
        "付费内容怎么定价",
        "此文付费可阅读，是不少自媒体作者的新尝试。记者采访了六位作者，他们每个月的收入从几百元到上万元不等。",
    ),
    (
        "网站建设中",
        "县档案馆的数字化网站正在建设中，预计年底前开放查询。馆长周一介绍，目前已经扫描了四十万页旧报纸和地图。",
    ),
    (
        "域名转让",
        "本市一企业的旧域名本周以八万元转让，买方是一家书店。律师提醒，转让前应当查清商标情况，以免日后起纠纷。",
    ),
    (
        "网站关闭",
        "河湾论坛周一宣布，网站已暂时关闭。论坛开办于二〇〇二年，最多的时候有四十万用户，维护费用已经难以承担。",
    ),
    (
        "访问受限",
        "受大雾影响，渡口周一的访问受限，岛上的居民只能等待。管理处表示，预计周二下午恢复，请旅客提前安排好时间。",
    ),
]


# Each with the page's title, the heading above the text, and the text.
OTHER_GATES = [
    ("Attention Required! | Cloudflare", "Sorry, you have been blocked", "This website is using a security service. You can email the site owner to let them know that you were blocked. Please include what you were doing when this page came up, and the ID at the bottom of this page. " * 2),
    ("Human Verification", "Let's confirm you are human", "Complete the security check before continuing. This step verifies that you are not a bot, which helps to protect your account."),
    ("River Bend Gazette", "", "Please enable JavaScript or switch to a supported browser to continue using this site. You find a list of browsers in our help."),
    ("429 Too Many Requests", "429 Too Many Requests", "You have opened many pages in a short time. Come back in some minutes, please, to go on reading on this site."),
    ("Вход — Речные вести", "Вход на сайт", "Чтобы продолжить чтение, войдите в свой аккаунт. Если у вас нет аккаунта, зарегистрируйтесь на сайте, это бесплатно."),
    ("River Bend Gazette", "Members only", "You need an account to read this story. If you are new here, create a free account, and you can go on reading at once."),
    ("River Bend Gazette", "Your choice", "Our partners store cookies on your device. You can withdraw your consent at any time. Personal data help us to show you what you like on this site."),
    ("河湾新闻网", "", "温馨提示：请检查您访问的网址是否正确，或者返回网站首页，查看更多的网页。"),
    ("河湾新闻网", "您的浏览器版本过低", "为了获得更好的浏览体验，建议您升级浏览器，或者切换到极速模式访问本网站。"),
    ("提示信息 - 河湾论坛", "", "抱歉，本帖要求阅读权限高于 10 才能浏览。请您先完成新手任务，再来阅读本站的内容。"),
    ("", "此账号已注销，内容无法查看", "该账号的主体已申请注销，账号下的历史文章也不再展示。如有疑问，请联系平台的客服处理。"),
    ("河灣新聞網", "抱歉，這則新聞已經下架", "您可能輸入了錯誤的網址。請利用上方的搜尋列查詢，或回到首頁瀏覽最新的內容。"),
    ("メンテナンス中｜河湾新聞", "ただいまメンテナンス中です", "現在、システムの点検のためサービスを停止しております。終了まで今しばらくお待ちください。"),
    ("河湾新聞", "お探しのページはありません", "お探しの記事は、掲載期間が終了した可能性があります。お手数ですが、トップページからもう一度お探しください。"),
    ("강변일보", "존재하지 않는 기사입니다", "요청하신 기사가 삭제되었습니다. 입력하신 주소를 다시 확인하시거나 첫 화면에서 원하시는 기사를 찾아 주시기 바랍니다."),
    ("Flussbote", "Sind Sie ein Mensch?", "Bitte bestätigen Sie, dass Sie kein Roboter sind, indem Sie auf das Kästchen klicken. Danach werden Sie automatisch weitergeleitet."),
    ("Flussbote", "Diese Seite gibt es nicht mehr", "Die von Ihnen aufgerufene Seite wurde gelöscht. Prüfen Sie bitte die Adresse, oder nutzen Sie unsere Suche auf der Startseite."),
    ("Page introuvable - La Gazette", "Oups", "La page que vous recherchez a été déplacée. Vérifiez l'adresse saisie, ou utilisez le moteur de recherche pour retrouver votre article."),
    ("Página no encontrada | El Diario", "No existe", "La página que intentas visitar ha cambiado de dirección. Comprueba que has escrito bien tu dirección, o utiliza nuestro buscador."),
    ("Flussbote", "Ups, da ist etwas schiefgelaufen", "Die gewünschte Seite konnte leider nicht gefunden werden. Vielleicht haben Sie sich vertippt, oder der Artikel ist nicht mehr da."),
    ("Flussbote", "Bitte deaktivieren Sie Ihren Adblocker", "Unsere Zeitung lebt von Anzeigen. Bitte schalten Sie Ihren Adblocker aus, um den Flussboten weiter lesen zu können. Wie das geht, erfahren Sie auf dieser Seite."),
    ("Contenido exclusivo | La Ribera", "Contenido exclusivo para suscriptores", "Este contenido es exclusivo para suscriptores. Suscríbete desde 1 euro al mes para leer La Ribera sin límites. ¿Ya eres suscriptor? Inicia sesión."),
    ("La Ribera", "Regístrate para seguir leyendo", "Has leído tus cinco artículos gratuitos de este mes. Crea tu cuenta gratis y lee todas nuestras noticias. ¿Ya tienes cuenta? Inicia sesión."),
    ("La Ribera", "Si quieres seguir leyendo, suscríbete", "Suscríbete por 1 euro el primer mes y lee todos los contenidos de La Ribera. ¿Ya eres suscriptor? Entra aquí con tu usuario y tu cuenta."),
    ("La Ribera", "Parece que tienes un bloqueador de anuncios", "Para seguir navegando por La Ribera, quita tu bloqueador de anuncios o suscríbete. La publicidad paga las noticias que lees."),
    ("河湾新聞", "会員登録のお願い", "ここから先は会員の方だけがご覧いただけます。無料の会員登録で、月に五本まで有料の記事をお読みいただけます。"),
    ("River Bend Gazette", "Story no longer available", "This agency story is no longer available on our site, as such stories are removed after a month. Please visit our home page for the latest news."),
    ("River Bend Gazette", "Ad blocker detected", "It looks like you are using an ad blocker. Advertising pays for our reporters. Please turn off your ad blocker, or subscribe to this site."),
    ("Страница не найдена — Вести", "Страница не найдена", "Проверьте, правильно ли введён адрес, или воспользуйтесь поиском. Вы можете вернуться на главную страницу сайта."),
    ("ضفاف النهر", "عذرا، الصفحة غير موجودة", "يرجى التأكد من كتابة العنوان في الصفحة بشكل صحيح أو استخدام محرك البحث. يمكنك العودة إلى الصفحة الرئيسية للموقع."),
]  # fmt: skip
OTHER_NEWS = [
    ("Sorry, we are closed", "Sorry, we are closed: half of the shops in Ferry Lane have such a sign in the window. The council wants to know why."),
    ("Error", "You have not seen such a silent game of tennis. One error, in the fourth set, decided it, and both of them knew at once."),
    ("How to delete your account", "Open the settings and click on your name. At the bottom of the page you find a button that deletes your account. You have to enter your password once more."),
    ("Scheduled maintenance", "We are performing maintenance on our billing system on Saturday. You cannot pay your bills on our site during this time. We apologize for any trouble."),
    ("Page not found in court file", "A page that could not be found in the court file has stopped the trial of a banker. His lawyer spoke of a scandal."),
    ("Log in to continue: why papers put up walls", "Readers of four papers will have to log in to continue reading from June on. A study doubts that they will subscribe."),
    ("Ad blocker detected in half of all browsers", "You are not alone: half of all browsers have one now, a study says. Papers in Ferry Lane want to ask their readers for a coin."),
    ("Seite nicht gefunden: Rätsel um das Stadtbuch", "Die letzte Seite des Stadtbuchs wurde nicht gefunden, sagt das Archiv. Haben Sie einen Hinweis, dann rufen Sie im Rathaus an."),
    ("La leyenda ya no está: story no longer available", "The story of the drowned bell is no longer available in the shops, and you may ask why. Its author wanted to end it anew."),
    ("A story that no longer exists", "The tale of the drowned bell was told in Ferry Lane for a hundred years. Nobody wrote it down, and the last who knew it has died."),
    ("Old tales", "The story is no longer available in the library, readers found this week. Its only copy has been sold to a dealer."),
    ("Verify you are human, and other poems", "A small press in Ferry Lane has brought out a book of poems that were found on screens. It costs nine dollars in the shops."),
    ("A plea for plain pages", "Ten years ago, a page that asked you to enable JavaScript was a bad page. Today nearly every page does, and nobody minds."),
    ("How to say no", "You have reached your limit. The inbox is full, and lunch is a sandwich. Saying no is a skill, says coach Dana Reed."),
    ("A note to the choir", "This post is for new members, who joined us this spring. Altos are on the left, and tenors stand behind them."),
    ("JavaScript is the language to learn first", "You need nothing but a browser to begin, which is why teachers love it. Nobody has to buy a book, and a page is quickly made."),
    ("账号异常登录怎么办", "收到提醒后，先不要点击短信里的链接。您可以打开官方客户端查看登录记录，再决定要不要改密码。"),
    ("体检报告怎么看", "检测到您的血压异常，体检报告上这行字让很多人紧张。医生说，先不要慌，连续三天早晚各量一次。"),
    ("手表救了他", "“系统检测到您的血压异常，请及时就医。”凌晨，王先生的手表连响三次。医生说，再晚半小时后果难料。"),
    ("报税网站打不开", "正在为您跳转到登录页面——昨天下午，不少市民在报税网站上只看到这行字。税务局说，服务器当天更换，请您三点以后再登录。"),
    ("学校装上网站防火墙", "网站防火墙上周装好，全县四十所学校的网站不再被人改首页。教育局说，您的孩子查成绩时，页面也打开得更快。"),
    ("404页面变身寻人启事", "县里四十家网站把404页面换成了寻人启事，页面不存在时，屏幕上会出现走失儿童的照片，已有三个孩子回家。"),
    ("登录后才能看评论 论坛新规引争议", "论坛要求用户登录后查看评论，引起不少老用户不满。站方表示，此举是为了减少骚扰信息，以后还会调整。"),
    ("页面不存在的城市", "作家的新书写了一座已经不存在的城市，书名叫《页面不存在》。新书分享会将在县图书馆举行，读者可以参加。"),
    ("停机维护通知", "因机房设备检修，我馆网站、数据库将暂停访问，请广大读者合理安排时间，不便之处，敬请谅解。特此通知。"),
    ("「ページが見つかりません」を楽しく 県が新デザイン", "県は画面を新しくした。高校生が描いた川の動物が案内してくれる。担当者は「迷った人にも魅力を伝えたい」と話した。"),
    ("So kündigen Sie Ihr Abo", "Öffnen Sie die Einstellungen und wählen Sie Ihr Abo aus. Unten auf der Seite finden Sie die Schaltfläche zum Kündigen. Sie erhalten eine Bestätigung."),
    ("Доступ ограничен: остров закрыли для туристов", "Остров закрыли для туристов до июня, доступ ограничен даже для рыбаков. Причина — пожары, которые идут с юга."),
]  # fmt: skip


DATED_WALLS = [
    "Subscribe to continue reading. Subscribers read all articles of the Gazette, on every device.",
    "本文为会员专享内容，登录后可阅读全文。开通会员即可畅读本站所有文章，每月仅需十五元。",
    "Weiterlesen mit einem Abo. Sie lesen alle Artikel der Zeitung, so oft Sie wollen.",
    "Cet article est réservé aux abonnés. Abonnez-vous pour lire la suite de cet article.",
    "この記事は会員限定です。会員登録すると続きをお読みいただけます。登録は無料です。",
]

NEWS_LIKE_WALLS = [
    "Subscribe to read: the Wend Gazette puts up a paywall. From Monday readers pay for the second article of a day.",
    "To continue reading, subscribers of the Gazette will pay five crowns from May, the publisher said on Monday.",
    "登录后才能看完整评论，这样的要求近日引发热议。多家视频网站表示，这是为了遏制恶意刷评。",
    # These begin with all that a wall says, and tell something else.
    "Subscribe now to read the weather: the lighthouse of Wend sends its last bulletin by post in June.",
    "登录后阅读全文才能投票？社区选举新规遭居民质疑，街道办回应将设纸质票箱。",
    "この記事は会員限定とした新聞社の判断をめぐり、地裁は五日、原告の訴えを退けた。",
    "유료 회원 전용 라운지를 없앤 공항이 승객 만족도 1위에 올랐다. 협회가 화요일 발표했다.",
    "Weiterlesen. So heißt das neue Programm der Stadtbücherei, das am Montag mit zwölf Lesungen beginnt.",
    "Cet article est réservé aux abonnés, lisait-on hier en kiosque. Le journal s'est excusé auprès d'eux.",
    "Connectez-vous pour lire les relevés : la régie supprime le papier dès le 1er mai, et vous économisez dix euros.",
    "Suscríbete para seguir leyendo, pedía el correo falso. La policía detuvo el lunes a dos hombres en Soria.",
    "Regístrate para seguir leyendo, pedía la biblioteca de Soria. Desde el lunes ya no hace falta carné.",
    "Para seguir leyendo, suscríbete, dice un cartel en la plaza de Soria. Es el título de una novela.",
    "ここから先は会員のみという看板を、河湾市の釣り場が五日に外した。市民の要望を受けたという。",
    "Abbonati per continuare a leggere, chiedeva il messaggio. La polizia ha fermato lunedì due uomini a Pavia.",
    "Alleen voor abonnees rijdt vanaf mei de nachtbus. Uw pas is het kaartje, zegt de wethouder.",
    "Assine para continuar lendo, pedia o golpe. A polícia prendeu dois homens na segunda-feira em Braga.",
    "Already a member of the council, Ms Vogt will lead the choir of Wend from May, and you can hear her on Sunday.",
    "Jetzt anmelden: Die Volkshochschule von Wend nimmt ab Montag Bewerbungen für neun Kurse an, sagt die Leiterin.",
    "Want to read more? The library of Wend opens on Sundays from June, and each member may take ten books.",
    "Haben Sie die Karte schon abonniert? Die Bahn von Wend verkauft ab Mai ein neues Abo. Es kostet neunzig im Jahr.",
    "この記事が気に入ったら、と書かれた看板を町は撤去する。景観を損ねるためだと町長は月曜に述べた。",
    "구독하면 무료로 이용할 수 있다. 시가 월요일부터 새 자전거 이용권을 판다고 밝혔다.",
    "Keep reading with your child until the account is closed, the savings bank of Wend advises.",
    "Get unlimited access, then cancel: how families save on streaming.",
    "Start your free trial to unlock the rest of the game, the screen said.",
    "Vous souhaitez lire la suite. Cet article de loi compte douze pages, a plaisanté hier le ministre.",
    "この記事が気に入ったら、いいねを押す若者が増えたと調査は伝える。五日に発表された。",
    "가입 후 바로 이용할 수 있어요. 시가 월요일부터 새 자전거 이용권을 판다고 밝혔다.",
    "Оформите подписку до июня, советует почта пенсионерам Твери: с июля доставка подорожает на треть.",
]


def dated_page(*texts: str) -> Response:
    lines = "".join(f"<p>{text}</p>" for text in texts)
    return Response(
        "<html><head><title>The bridge over the Wend - Wend Gazette</title>"
        "<meta property='og:type' content='article'>"
        "<meta property='article:published_time' content='2024-03-05T08:30:00Z'></head>"
        "<body><nav><ul><li><a href='/1/'>City</a></li><li><a href='/2/'>Sports</a></li></ul></nav>"
        "<main><article><h1>The bridge over the Wend</h1><p class='date'>March 5, 2024</p>"
        f"<div>{lines}</div></article></main></body></html>"
    )


def whole_page(title: str, heading: str, text: str) -> Response:
    links = "".join(f'<li><a href="/{place}/">Section {place}</a></li>' for place in range(8))
    return Response(
        f"<html><head><title>{title}</title></head><body><nav><ul>{links}</ul></nav><main><div>"
        + (f"<h2>{heading}</h2>" if heading else "")
        + f"<p>{text}</p></div></main><footer><ul>{links}</ul></footer></body></html>"
    )


def page(title: str, text: str) -> Response:
    heading = title.split("_")[0].split(" | ")[0]
    head = f"<head><title>{title}</title></head>"
    return Response(f"<html>{head}<body><h1>{heading}</h1><p>{text}</p></body></html>")


@pytest.mark.parametrize(("title", "text"), GATES)
def test_a_page_that_says_the_same_for_every_address_has_no_article(title: str, text: str):
    assert DefaultExtractor().read(page(title, text)) is NoArticle.NO_TEXT


@pytest.mark.parametrize(("title", "heading", "text"), OTHER_GATES)
def test_a_page_that_speaks_of_the_visit_has_no_article(title: str, heading: str, text: str):
    assert DefaultExtractor().read(whole_page(title, heading, text)) is NoArticle.NO_TEXT


def test_a_long_page_that_asks_for_consent_has_no_article():
    text = (
        "Our partners store cookies on your device. You can withdraw your consent at any time. "
        "You find a list of our partners in our settings. You can object there if you do not want to "
        "share your personal data with us. If you do not accept our cookies, you can subscribe to this "
        "site. Your account then works without tracking. "
    ) * 2
    gate = whole_page("River Bend Gazette", "Your choice", text)
    assert DefaultExtractor().read(gate) is NoArticle.NO_TEXT


@pytest.mark.parametrize("site", [None, "", " - River Bend Gazette"])
@pytest.mark.parametrize(("title", "text"), OTHER_NEWS)
def test_help_notices_and_news_about_such_pages_are_articles(
    title: str, text: str, site: str | None
):
    name = "River Bend Gazette" if site is None else title + site
    article = DefaultExtractor().read(whole_page(name, title, text))
    assert isinstance(article, Article)
    assert article.text == text


def test_a_text_with_a_date_is_taken_for_no_gate():
    title, heading, text = OTHER_GATES[0]
    html, moment = whole_page(title, heading, text).text, "<time datetime='2024-03-05'>Lynn</time>"
    for dated in (
        html.replace("<p>", f"<p>{moment}</p><p>"),
        html.replace("</p>", f"</p><p>{moment}</p>"),
        html.replace("</p>", " It was so on March 5, 2024.</p>"),
    ):
        assert isinstance(DefaultExtractor().read(Response(dated)), Article)


@pytest.mark.parametrize("wall", DATED_WALLS)
def test_a_dated_page_of_a_locked_article_that_shows_only_its_wall_has_no_article(wall: str):
    assert DefaultExtractor().read(dated_page(wall)) is NoArticle.NO_TEXT
    # What the page shows of its article is the article.
    shown = "The old bridge over the Wend was closed on Monday, because a pillar has sunk. " * 3
    article = DefaultExtractor().read(dated_page(shown, wall))
    assert isinstance(article, Article)
    assert article.text == shown.strip()


@pytest.mark.parametrize("news", NEWS_LIKE_WALLS)
def test_short_dated_news_that_begins_like_a_wall_is_an_article(news: str):
    article = DefaultExtractor().read(dated_page(news))
    assert isinstance(article, Article)
    assert article.text == news


@pytest.mark.parametrize("site", ["", "_河湾新闻网", " | River Bend Gazette"])
@pytest.mark.parametrize(("title", "text"), NEWS)
def test_news_about_such_a_page_is_an_article(title: str, text: str, site: str):
    assert isinstance(DefaultExtractor().read(page(title + site, text)), Article)


def test_the_heading_of_a_page_tells_of_a_gate_too():
    response = page("River Bend Gazette", "Your browser has to support cookies, and to load them.")
    response = Response(response.text.replace("<h1>River Bend Gazette", "<h1>Are you a robot?"))
    assert DefaultExtractor().read(response) is NoArticle.NO_TEXT


@pytest.mark.parametrize("dialog", ["Log in", "Sign up", "用户登录", "Page not found"])
@pytest.mark.parametrize("name", ["<h1>Bicycle thief held</h1>", "<div>Bicycle thief held</div>"])
@pytest.mark.parametrize("place", ["above", "between", "below"])
def test_the_heading_of_a_dialog_tells_of_no_gate(dialog: str, name: str, place: str):
    text = (
        "Police have held a man who is said to have stolen three bicycles at the ferry landing on"
        " Monday. All of them are back with their owners, a spokeswoman said."
    )
    parts = [name, f"<p>{text}</p>"]
    parts.insert(
        ("above", "between", "below").index(place), f"<div><h1>{dialog}</h1><input></div>"
    )
    head = "<head><title>Bicycle thief held - River Bend Gazette</title></head>"
    response = Response(f"<html>{head}<body>{''.join(parts)}</body></html>")
    assert isinstance(DefaultExtractor().read(response), Article)
