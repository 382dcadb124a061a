"""English."""

# What a site says to its visitor.

TO_VISITOR = r"""
    \b(?:you|your|yours|please|sorry|oops)\b
    | \b(?:try|check|come)\s(?:again|back)\b
    | ^\W*(?:
        log\sin|sign\s(?:in|up)|subscribe|register|download|click|press|create|enter|enable
        | go\sback|get
      )\b
"""
OF_VISIT = r"""
    \b(?:
        (?:web|home)?\s?(?:page|site)s?|links?|address|urls?
        | browsers?|javascript|cookies?
        | accounts?|password|members?(?:hip)?|subscri\w+
        | log(?:ged)?\s?in|sign(?:ed)?\s?(?:in|up)\b(?!\s(?:the|an?|front|every)\b)
        | captcha|robots?|bots?|are\s(?:a\s)?human|verif\w+
        | requests?|network|ip|connection|device|apps?|ad\s?blockers?
        | access|blocked|redirected|to\senter
        | download|reload|refresh|try\sagain|search\s(?:box|for)
        | maintenance|support\steam
        | consent|privacy|personal\sdata
        | (?:free|your)\strial|cancel\s(?:at\s)?any\s?time
        | (?:this|full|free|requested|of\sour)\s(?:story|stories|articles?|content|posts?)
    )\b
"""

# A locked article.

WALL = r"""
    (?:please\s)?(?:
        subscribe|register|join|(?:log|sign)\s?(?:in|up)
        | create\s(?:a\sfree|an|your(?:\sfree)?)\saccount(?:\sor\slog\sin)?
        | become\sa\s(?:member|subscriber)|start\s(?:a|your)\sfree\strial
      )\s(?:now\s)?to\s(?:
        continue\sreading|keep\sreading
        | (?:read|unlock|view)\s(?:the\s(?:full|rest)|this)\b[^.]{0,30}
      )
    | to\s(?:continue|keep)\sreading,?\s(?:please\s)?
      (?:subscribe|register|log\sin|sign)[^.]{0,50}
    | subscribe\sto\s(?:\S+\s){1,4}to\s(?:(?:keep|continue)\sreading\s(?:this|our|the\s(?:full|rest))|read\sas)\b[^.]{0,100}
    | (?:keep|continue)\sreading\s(?:this\s\w+\s)?with\s
      (?:an?\s|your\s|our\s)?(?:\S+\s){0,2}(?:trial|subscription|account|membership)
    | this\s(?:post|story|article|content|episode)\sis\s(?:available\s)?(?:only\s)?for\s
      (?:\w+\s){0,2}(?:subscribers|members)(?:\sonly)?
    | this\s(?:(?:post|story|article|content|episode)\s)?is\san?\s(?:subscriber|member)s?(?:-|\s)(?:only|exclusive)
      (?:\s(?:post|story|article|content|episode))?
    | (?:the\sauthor\s)?made\sthis\s(?:post|story|article)\s(?:available\s)?(?:to|for)\s
      [^.]{0,30}(?:subscribers|members)(?:\sonly)?
    | unlock\s(?:this|the\sfull|the\srest\sof\s(?:this|the))\s(?:post|story|article|content|episode|newsletter)
    | want\sto\s(?:read\smore|(?:keep|continue)\sreading)
      (?=\W*(?:$|(?:please\s)?
        (?:subscribe|register|(?:sign|log)\s?(?:in|up)(?!\sfor\sthe)|join(?!\sthe)|become
          |create\s(?:an?|your)(?:\sfree)?\saccount|start\s(?:a|your)|get\s(?:\S+\s)?access)\b))
    | already\s(?:have\san\saccount|subscribed|registered|an?\s(?:\w+\s)?(?:subscriber|member))
      (?=\W*(?:$|(?:please\s)?(?:(?:sign|log)\s?in(?!\s(?:to\sthe|at)\b)|click(?!\sand))\b))
    | (?:subscribe|register|sign\sup|upgrade)\s(?:now\s)?(?:and|to)\s(?:have|get|gain)\s
      (?:(?:full|unlimited|instant)\saccess|access\sto\s(?:our|this|exclusive|premium|unlimited
        |(?:all|every)\s(?:of\s)?(?:our|the|stor|article|post|issue|content)))[^.]{0,120}
    | (?:try|get)\sunlimited\saccess(?=\W*(?:$|(?:only|then)\s[$£€]|cancel))
    | (?:only|then)\s[$£€]\s?\d[\d.,]*\s(?:for|a|per)\s(?:\w+\s){0,3}(?:week|month|year)s?
      (?=\W*(?:$|only|then|cancel))
"""
REPORTED = r"""
    \b(?:said|says|told|tells|asked|asks|joked|wrote|writes|announced|warns?|warned|advises)\b
"""
WALL_BEGINNING = r"""
    this\s\S+\s(?:\S+\s){0,4}(?:for|to)?\s?(?:\S+\s)?(?:subscribers|members)
    | (?:subscribe|sign\sup|register|log\sin|sign\sin|create\sa\sfree\saccount)
      \s(?:now\s)?to\s(?:continue|keep|read|unlock)
"""

# What a server says in place of an article.

ERROR_NAME = r"""
    error
    | not\sfound
    | forbidden
"""
LOGIN = r"""
    (?:log|sign)\s?(?:in|up)
"""
FAILURE = r"""
    (?:page|file|article|url|content|post|product|object|resource|topic|thread)
      \s(?:\S+\s){0,8}(?:not|can['’]t)\s(?:be\s)?found
    | (?:page|file|article)\s(?:\w+\s){0,4}no\slonger\s(?:exists?|available)
    | story\s(?:is\s)?no\slonger\savailable(?!\sin\b)
    | ^\W*(?:error\W*)?not\sfound\b
    | access\sdenied
    | just\sa\smoment(?:\s*(?:\.\.\.|…|$)|\W+(?:please|while\swe)\b)
    | verify\s(?:that\s)?you\sare\s(?:a\s)?human
    | enable\sjavascript
    | \b(?:please|to\scontinue)\W(?:\S+\s){0,3}captcha|^\W*captcha\b
    | forgot(?:ten)?\s(?:your\s)?password
    | (?:log|sign)\s?in\sto\s(?:your|continue|view|read)
"""
GATE = r"""
    # Works on the site.
    (?:web)?site(?:\sis)?\s(?:(?:down\sfor|under|in)\s)?(?:scheduled\s)?maintenance(?:\smode)?
    | (?:under|down\sfor)\smaintenance|maintenance\smode
    | we['’]ll\sbe\s(?:right\s)?back(?:\s(?:soon|shortly))?
    # Checks.
    | are\syou\s(?:a\s)?(?:robot|human)|(?:ro)?bot\scheck|human\sverification
    | security\scheck|checking\syour\sbrowser|attention\srequired
    | age\s(?:verification|check)
    # Errors.
    | (?:(?:error\s)?451\W+)?unavailable\s(?:due\sto|for)\slegal\sreasons
    | (?:(?:http\s)?(?:error\s)?\d{3}\W+)?(?:
        bad\s(?:request|gateway)|request\stime-?out|too\smany\srequests
        | internal\sserver\serror|service\s(?:temporarily\s)?unavailable|gateway\stime-?out
      )
    | \d{3}\W+(?:forbidden|gone)
    | error|page\s(?:not\sfound|unavailable)
    # Domains for sale.
    | [\w\-]+(?:\.[\w\-]+)+\sis\sfor\ssale
    | (?:this\s)?domain\s(?:name\s)?(?:is\s)?for\ssale|domain\sparked
    # Logins.
    | session\s(?:has\s)?expired|login|subscribers?\sonly
    | ad[\s\-]?block(?:er)?\sdetected
"""
GATE_TEXT = r"""
    (?:we(?:['’]ve|\shave)|our\ssystems\shave)\sdetected
      \sunusual\s(?:activity|traffic)\sfrom\syour
    | (?:please\s)?(?:verify|confirm|let\sus\sknow|make\ssure)
      \s(?:that\s)?you(?:['’]re|\sare)\s(?:not\sa\srobot|human)
    | this\swebsite\sis\susing\sa\ssecurity\sservice\sto
    | we\srecogni[sz]e\s(?:that\s)?you\sare\sattempting\sto\saccess
    | unavailable\s(?:due\sto|for)\slegal\sreasons\W
    | this\s(?:content|page|video|article|(?:web)?site)\sis
      \s(?:not\s(?:currently\s)?available|unavailable|blocked)
      \sin\syour\s(?:country|region|area|location)
    | this\sdomain(?:\sname)?\s(?:is|may\sbe)\sparked
    | subscribe\sto\s(?:continue|keep)\sreading\W
    | this\s(?:article|story|content|post)\sis
      \s(?:(?:available\s)?(?:only\s)?(?:for|to)|reserved\sfor|exclusive\sto)
      \s(?:\w+\s)?(?:subscribers|members)(?:\sonly)?\s?[.,!:]
    | to\s(?:continue|keep)\sreading\b[^.]{0,30},
      \s(?:please\s)?(?:subscribe|register|log\sin|sign)
    | you(?:['’]ve|\shave)\sreached\syour\s(?:\w+\s)?limit(?:\s(?:of|for)\b|\s?[.,!])
"""
GATE_LEAD = r"""
    (?:sorry\b[^.]{0,30}\bwe['’]re|we(?:['’]re|\sare)|(?:our|this)\s(?:web)?site\sis)
      \s(?:currently\s|temporarily\s)?(?:down\sfor|under(?:going)?|performing|doing)
      \s(?:\w+\s){0,2}maintenance
    | this\sdomain(?:\sname)?\s(?:is|may\sbe)\sfor\ssale
    | (?:the\sdomain(?:\sname)?\s)?[\w\-]+(?:\.[\w\-]+)+\sis\s(?:for\ssale|parked)\b
"""
REFUSED = r"""
    \b(?:sorry|oops|whoa)\b
    | \b(?:page|content|article|post|story|link|account|video)\b.{0,24}
      \b(?:un|not\s|isn['’]t\s)available
    | \b(?:page|content|article|post|story|link|account|video)\s(?:\S+\s){0,3}
      (?:removed|deleted|expired|gone|missing|exist)\b
    | something\swent\swrong
    | (?:can['’]t|cannot|couldn['’]t)\sfind\s(?:that|this|the)\s\w+
    | not\swhat\syou\swere\slooking
    | (?:member|subscriber)s?[\s\-]only
    | (?:log|sign)\sin\srequired
    | javascript\sis\s
    | you\shave\sbeen\sblocked
    | too\s(?:many|fast)
    | (?:confirm|verify|prove|check)\b.{0,16}\b(?:human|robot)
"""
CONSENT = r"""
    cookies?\b
    | consent\b
    | tracking|partners\b
    | personal\sdata
"""
GATE_TO_READER = r"""
    \byour\s(?:browser|computer|network|connection|device|account|patience|understanding|request)\b
    | \byou(?:['’]re|\sare)\s(?:not\s)?(?:a\s)?(?:robot|human|the\sowner)\b
    | \bmake\san\soffer\b
    | \b(?:try\sagain|check\sback|be\sback)\s(?:soon|shortly|later|online|in\sa)\b
    | \bwe\sapologi[sz]e
    | \bsorry\sfor\s(?:the|any)\b
    | \bplease\s(?:wait|contact\sus|complete|click|enable|verify|log\sin|sign)\b
"""

# What a site says on many of its pages.

SHOP_TERMS = r"""
    \b(?:
        shipp(?:ing|ed)|ships|deliver(?:y|ies|ed)|dispatch(?:ed)?
        | returns?|refund(?:s|ed)?
        | import\sfees?|customs
        | check-?out|cart
    )\b
"""
SHOP_TERMS_WORDS = (
    "ship", "deliver", "dispatch", "return", "refund", "import", "customs", "check", "cart",
)  # fmt: skip
ONWARD = r"""
    \b(?:
        more|details?|info(?:rmation)?|read(?:ing)?
        | tickets?|book|register|apply|sign\sup
    )\b
"""
COMMENT_COUNT = r"""
    \b(?:comments?|repl(?:y|ies)|responses?)\b
"""

# Lines beside an article.

DATE_LINE_LABEL = r"""
    posted|published
    | updated|last\s(?:updated|modified)
    | on
"""
LABEL = r"""
    (?:
        by|author|authors?|written\sby|reporting\sby|editing\sby|edited\sby|editors?
        | source|via|originally\spublished
        | photos?|image|images|picture|credit|caption
        | tags?|topics?|filed\sunder|categor(?:y|ies)|keywords?|posted\sin
        | share|print|e-?mail
    )\s*[:：|]
"""
LABEL_STARTS = "abcefikoprstvw"
SPEAKER = "author|editor"
TRAILER = r"""
    end\b
    | via\b|source\b
"""
HOMEWARD = r"""
    (?:go\s)?back\sto\s(?:the\s)?(?:home\s?page|front\spage|news)
"""
CREDIT_LEAD = r"""
    via|by|from
    | on
    | courtesy\sof|of
"""
SUMMARY = "summary"
CONTENTS = r"""
    (?:table\sof\s)?contents
    | (?:on|in)\sthis\s(?:page|article|post|guide)
"""

# Notices.

NOTICE = r"""
    # Who may copy the text.
    \ball\srights\sreserved
    | copyright\s(?:©|\(c\)|\d{4}|by\b)
    | not\sbe\s(?:published|reproduced|republished|copied),?\s
    # Newsletters, and pages elsewhere.
    | (?:sign\sup|subscribe)\s(?:for|to)\s(?:
        (?:our|my)\b
        | the\s(?:\S+\s){0,4}(?:newsletter|e?mail|mailing|alert|channel)
      )
    | follow\sus\son\b
    | like\sus\son\s(?:\w+\s)?
      (?:facebook|fb|instagram|twitter|linkedin|youtube|tiktok|telegram|social)\b
    | join\sour\s(?:newsletter|mailing|telegram)
    | (?:share|pin|tweet)\sthis(?:\s(?:article|story|post|page|on|with|via)\b|[:!.]?\s*$)
    # Cookies and browsers.
    | (?:uses?|using|use\sof)\s(?:\w+\s){0,2}cookies(?!\s(?:for|as)\sthe\b)
    | cookie\spolicy
    | (?:stores?|places?|set)\s(?:\w+\s){0,2}cookies\s(?:\w+\s){0,6}(?:on|in)
      \s(?:your|the\suser\S*)\s(?:\w+\s)?
      (?:devices?|computers?|browsers?|machines?|phones?|hard)\b
    | you(?:['’]re|\sare)\susing\san?
      \s(?:out[\s\-]?(?:of[\s\-])?date|outdated|old|older|unsupported)\s(?:\w+\s)?browser
    | ^\W*(?:sorry,?\s)?your\sbrowser\sdoes(?:\snot|n['’]t)\s(?:\w+\s)?support[^.,:]{0,40}\W*$
    # Who helped to write the text.
    | \bcontributed\s(?:
        research
        | (?:to\s)?(?:the\s|this\s)?report(?:ing)?
        | to\sthis\s(?:story|article)
      )
"""
NOTICE_START = r"""
    (?:(?:scroll|keep\sscrolling)\sto\scontinue|(?:story|article)\scontinues\sbelow)\b.{0,40}$
    | (?:story|article)\scontinues\safter
      \s(?:(?:the|this|these|our|a)\s)?(?:\w+\s)?(?:ads?|advert\w*|messages?|promotion|newsletter|video|gallery|image|photo|break)\W*$
"""
NOTICE_LINE = r"""
    advertise?ment
    | don['’]t\smiss
    | sign\sup\shere
    | editor(?:['’]s|s['’]?)\spicks
    | other\s(?:stories|articles)
    | view\sthis\spost\son\sinstagram
    | (?:press\senter\sor\s)?(?:click|tap)\s(?:here\s)?to
      \s(?:expand|enlarge|view\simage\b.{0,20})
    | copy(?:\scode|\sto\sclipboard)?
    | (?:view|show|hide)\scode
    | listen\sto\sthis\s(?:article|story)(?:\W*\d{1,2}(?::\d\d)?\s?(?:min(?:ute)?s?)?)?
"""
NOTICE_WORDS = (
    "rights reserved", "copy", "not be published", "not be reproduced",
    "not be republished", "not be copied",
    "sign up for", "sign up to", "sign up here", "browser d", "subscribe for", "subscribe to", " us on", "join our",
    "share this", "pin this", "tweet this",
    "cookie", "re using a", "contributed ",
    "scroll to", "scrolling to", "continues below", "continues after", "listen to this",
    "advertis", "t miss", " picks", "other stories", "other articles",
    "view this post", "view code", "show code", "hide code", "to expand", "to enlarge", "to view image",
    # Those of `POLICY`.
    "terms of use", "terms of service", "privacy policy",
)  # fmt: skip
CLOSING = r"""
    uploaded\sand\sposted\sby\s
    | our\sstandards:\s
    | uses\sakismet
    | javascript\sis\s(?:disabled|required)
    | \bthis\saudio\s(?:is|was)\s(?:auto-?)?generated
    | \b(?:this|of\sthis)\s(?:article|story|piece|essay)\s(?:also\s)?appear(?:s|ed)
      \sin\s(?:print\b|(?:\S+\s){1,6}print\s(?:edition|issue))
    | (?:last|remaining|more)\sfree\sarticles?\b
    | free\sarticles?\s(?:left|remaining|this\smonth)
    | already\sa\s(?:subscriber|member)\?
    | for\s(?:paid\s|paying\s)?subscribers\sonly
    | \b(?:reach|follow)\s(?:him|her|them)\s(?:at|on|via)\b
    | \breached\sat\s\S+@
    | unsubscribe\s(?:at\s)?any\s?time
    | unsubscribe\sfrom\s(?:this|the|our)\s(?:mailing\s)?list
    | \bhow\syou\sreceive\sthese\se-?mails
    | \bupdate\syour\s(?:e-?mail\s|subscription\s)?preferences
    | email\saddress\swill\snot\sbe\spublished
    | join\s(?:over\s|more\sthan\s)?\d[\d,.]*[0k]\+?\s(?:readers|subscribers)
    | story\scontinues\sbelow\s(?:this\s|the\s)?ad
    | (?:views|opinions)\s(?:and\s\w+\s)?expressed\s(?:in\sthis|here|by\sthe\sauthor|are)
    | your\ssubmission\shas\sbeen\sreceived
    | something\swent\swrong\swhile\ssubmitting
"""
CLOSING_START = r"""
    (?:do\syou\s)?(?:have|got)\sa\s(?:news\s)?tip\b.{0,30}\?
    | get\s.{0,80}\s(?:in|to)\syour\sinbox
    | follow\sbbc\s(?:\S+\s){1,5}on\s(?:facebook|x\b|twitter|instagram|youtube|tiktok|whatsapp|(?:bbc\s)?sounds)
    | (?:thanks|thank\syou)\s(?:so\smuch\s)?for\sreading\b
    | (?:thanks|thank\syou)\sfor\s(?:subscribing|signing\sup)\b
"""
CLOSING_WORDS = (
    "uploaded and posted", "dards: ", "akismet", "javascript is", "this audio ", "appears in", "appeared in",
    "free article", "already a ", "subscribers only",
    "each him", "each her", "each them", "low him", "low her", "low them", "eached at",
    "unsubscribe ", "receive these", "update your ", "address will not",
    "0 readers", "k readers", "+ readers", "0 subscribers", "k subscribers", "+ subscribers",
    "ues below", "expressed in", "expressed here", "expressed by", "expressed are",
    "your submission", "went wrong",
    " a tip", " a news tip", "inbox", "r reading",
    "or subscribing", "or signing up",
    "follow bbc",
)  # fmt: skip
POLICY = r"""
    terms\sof\s(?:use|service)
    | privacy\spolicy
"""
POLICY_ADDRESSED = r"""
    \b(?:
        our|you|your|we|us|i|my
        | recaptcha|appl(?:y|ies)
        | this\s(?:site|website|page|form|app)
    )\b
"""
SURE_NOTICE = r"""
    rights\sreserved
    | uploaded\sand\sposted
    | cookie\spolicy
    | unsubscribe
    | expressed\s(?:in\sthis|here)
    | already\sa\s(?:subscriber|member)\?
    | contributed\s(?:(?:to\s)?this\s)?(?:report(?:ing)?|research|story|article)\b
      (?:\s\w+){0,3}\W*$
"""
TO_READERS = r"""
    \b(?:
        our|you|your|we|us
        | this\s(?:article|story|site|website|page|form|app)
    )\b
"""

# Dates.

WEEKDAY = r"""
    (?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?
"""
ON_DAY = "on"
BEFORE_DATE = "at|date"
PUBLISHED = r"""
    published|posted|submitted|created|publication|publish|post|uploaded
    | for\simmediate\srelease
    | (?:press\srelease|article)\sdate
    | ^(?:release|dated|issued|added)\s?:
    | thread\sstarter\s.{1,40}\sstart\sdate
"""
BEFORE_PUBLISHED = "first|originally|was|article|story|post"
DATE_LABEL = "date"
UPDATED = r"""
    \b(?:updated?|modified|edited|revised|reviewed)\b
"""
OTHER_DATE = r"""
    \b(?:
        v(?:ersion|er)?\.?
        | expires?|expired|valid|until|till|through|since|from|before|after|between
        | deadline|due|effective|as\sof|(?:apply|rsvp)\sby
        | joined|today\sis
        | accessed|received|signed|recorded|taken
        | on\ssale|copyright
        | opens?|starts?|ends?
    )
"""
DATE_OF = r"""
    \w\sdate
"""
UNTIL = r"""
    (?:to|until)\b
"""
OF_OTHERS = r"""
    \b(?:
        photos?|pictured?|images?|courtesy
        | copyright|rights\sreserved
        | last\s(?:post|reply|seen)|joined
        | reviewed\sby|fact[\s\-]checked|edited\sby
        | valid|expires?|deadline
    )\b
"""
BY = r"""
    by|written
    | posted|published|submitted
"""
BYLINE_LABEL = r"""
    \bcategor(?:y|ies):
"""
BYLINE_WORD = r"""
    a|and|at|by|on
    | am
    | admin|staff
    | first|last|originally
    | posted|published|submitted|updated
    | read|reading|time|mins?|minutes?
    | comments?|views?
"""
MONTHS = (
    "january february march april may june july august september october november december",
    "jan feb mar apr may jun jul aug sep oct nov dec",
)
AT_CLOCK = "at"
AGO = r"""
    (?:[0-9]|\ban?)\s?
      (?:seconds?|minutes?|mins?|hours?|hrs?|days?|weeks?|months?|years?|[hdwy])\sago\b
"""
DAY_WITH_CLOCK = r"""
    (?:today|yesterday)(?:\sat|,)?
"""
MOMENT_WORDS = ("ago",)

# Sources.

SOURCE = r"\b(?:source|via)"
SOURCE_FIELD = "source"
ORIGIN = r"""
    \b(?:
        source|via
        | originally\s(?:published|appeared)
        | original\s(?:article|story)
    )\b
"""
ORIGIN_WORDS = ("source", "via", "original")

# Pagers.

FIRST_PAGE = r"""
    page\s1
    | (?:first|prev(?:ious)?)(?:\spage)?
"""
PREVIOUS_PAGE = r"""
    prev(?:ious)?\spage
"""

# Sections below an article.

SECTION = r"""
    you\s(?:may|might)\s(?:also\s)?(?:like|enjoy|be\sinterested)
    | (?:related|similar|more|recommended|popular|latest|trending|most\sread)(?:
        \s(?:
          articles?|stories|story|news|posts?|content|reading|coverage
          | from|on|in|for\syou|now|by
        )\b.*
      )?
    | what\sto\sread\snext|read\s(?:more|next|also)
"""
SECTION_WORDS = (
    "you m", "related", "similar", "more", "recommended", "popular", "latest", "trending", "read",
)  # fmt: skip
AUTHOR_HEADINGS = (
    "about the author | about the authors | about the writer | about author | about this author"
)

# Comments.

COMMENTS = r"""
    leave\sa\s(?:reply|comment)
    | (?:(?:user|reader|all|latest|recent)\s)?comments?(?:\ssection)?
    | join\sthe\s(?:discussion|conversation)
    | (?:sign\s(?:the|our)\s)?guest\s?book
    | \d+\s(?:responses?|replies|answers?|thoughts?\son\b.*)
"""
COMMENTS_WORDS = (
    "leave", "comment", "guest", "discussion", "conversation", "response", "repl", "answer", "thought",
)  # fmt: skip
REPLY = r"""
    repl(?:y|ies)|quote
    | likes?
    | report
"""
REPLY_TIME = r"""
    \b(?:hours?|days?|minutes?|weeks?|months?|years?|ago|at)\b
"""
COMMENTER = r"""
    ^(?:guest|anonymous|user|reader)[\s_\-]?[0-9]*$
"""
COMMENT_DAY = r"""
    just\snow
    | yesterday|today
"""
COMMENTER_WORDS = (
    "guest", "anonymous", "user", "reader", "just now", "yesterday", "today", "ago",
)  # fmt: skip
