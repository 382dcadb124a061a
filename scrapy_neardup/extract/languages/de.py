"""German."""

# What a site says to its visitor.

TO_VISITOR = r"""
    \b(?:bitte|deine?[mnrs]?|leider)\b
    # Else they may mean "she" and "her"; as the first word, "Sie" counts in a question only.
    | (?-i:
        (?<=[\w,]\s)(?:Sie|Ihr|Ihre[mnrs]?|Ihnen)\b
        | ^\W*(?:Sie\b(?=[^?]*\?)|Ihre?\b)
      )
"""
OF_VISIT = r"""
    \b(?:
        seiten?|webseiten?|website|adresse|artikel|suche|startseite
        | konto|anmelde\w*|abo|abonn\w+|weiterlesen
        | werbeblocker|adblocker|tracking
        | roboter|kästchen|netzwerk|anfragen
        | weitergeleitet|neu\sladen
        | einstellungen|datenschutz\w*|widerruf\w*|zustimm\w+
        | verständnis
    )\b
"""

# A locked article.

WALL = r"""
    (?:diesen\sartikel\s)?(?:jetzt\s)?(?:mit\s(?:\S+\s){1,2})?weiterlesen(?:\s(?:mit|im)\s[^.]{0,30})?
    | (?:sie\shaben|haben\ssie|du\shast|hast\sdu)?\s?(?:bereits|schon)\s
      (?:ein\s(?:\S*(?:\+|plus|digital|online|print|probe)-)?(?:abo|konto)
        |abonnent|registriert|mitglied)\w*[^.?]{0,20}
    | (?:sie\shaben|haben\ssie|du\shast|hast\sdu)\s(?:\S+\s){0,2}(?:bereits|schon)\sabonniert
      (?=\W*(?:$|(?:hier|jetzt|zum\slogin|zur\sanmeldung)\b))
    | (?:(?:möchten|wollen)\ssie|(?:möchtest|willst)\sdu)\s(?:diesen\sartikel\s)?weiterlesen
      (?=\W*(?:$|(?:dann|jetzt|hier|mit|als|bitte
        |(?:abonnier|registrier|meld|logg|test|werd|bestell|schließ|hol|sicher)en?)\b))
    | (?:jetzt|hier)\s(?:abonnieren|registrieren|anmelden|freischalten)
      (?:\sund\s(?:weiter)?lesen|(?=\W*(?:$|(?:sie\shaben|haben\ssie)\b)))
    | (?:dieser|der\sganze)\sartikel\s[^.]{0,20}\sabonn\w+[^.]{0,40}
    | jetzt\s[^.]{0,30}testen\sund\s[^.]{0,12}artikel[^.]{0,20}lesen
"""
REPORTED = r"""
    \b(?:sag(?:t|te|ten)|frag(?:t|te|ten)|schrieb(?:en)?|teilte|hieß|warb)\b
"""
WALL_BEGINNING = r"""
    diese[rs]?\s\S+\s(?:\S+\s){0,4}(?:für)?\s?(?:\S+\s)?abonnent\w+
    | weiterlesen\smit\s
"""

# What a server says in place of an article.

FAILURE = r"""
    seite\s(?:konnte|kann|wurde)\s(?:leider\s)?nicht\s(?:gefunden|aufgerufen)
"""
GATE = r"""
    fehler
    | (?:ups|hoppla)\W+(?:\w+\s){0,3}schief\s?gelaufen
    | bitte\s(?:deaktivieren|schalten)\ssie\s(?:ihren|den)\s(?:ad|werbe)-?blocker(?:\saus)?
    | anmeld(?:en|ung)|einloggen
    | (?:(?:die|diese)\s)?seite\s(?:wurde\s)?
      (?:nicht\s(?:gefunden|verfügbar)|existiert\snicht)
    | wartungs(?:arbeiten|modus)
    | zugriff\sverweigert
    | sicherheits(?:über)?prüfung
    | sind\ssie\sein\s(?:mensch|roboter)
"""
REFUSED = r"""
    (?:seite|artikel|inhalt|beitrag)\b.{0,24}\b(?:nicht|gelöscht|gibt\ses)
    | \bleider\b
    | bitte\s(?:melden|schalten|aktivieren|bestätigen)
    | (?:anmelden|registrieren),?\sum\s
    | (?:mensch|roboter)\?
    | werbeblocker
"""
CONSENT = r"""
    personenbezogene|datenschutz
    | widerruf|einwilligung
"""

# What a site says on many of its pages.

SHOP_TERMS = r"""
    \b(?:versand\w*|liefer\w+|rückgabe\w*)\b
"""
SHOP_TERMS_WORDS = ("versand", "liefer", "ckgabe")
ONWARD = r"""
    \b(?:
        mehr|weiter(?:lesen)?|lesen|ansehen|zum\w*
        | anmelden|buchen
    )\b
"""
COMMENT_COUNT = r"""
    \b(?:kommentare?|antworten)\b
"""

# Lines beside an article.

LABEL = r"""
    (?:quelle|autor|redaktion|foto)\s*[:：=＝]
"""
LABEL_STARTS = "afqr"
SPEAKER = "autor|redaktion"
CONTENTS = r"""
    inhalt|inhaltsverzeichnis
    | in\sdiesem\sartikel
"""

# Notices.

NOTICE_START = r"""
    dieses\sthema\sim\sprogramm\s?:
    | über\sdieses\sthema\sberichtete\s.{0,80}\bum\s\d
    | an\sdieser\sstelle\sfinden\ssie\s
      (?:.{0,40}\bexternen?\sinhalte?n?\b|(?:(?:einen|weitere|relevante|passende)\s)?inhalte?\s(?:von|aus)\s(?:\S+\s)?\S+(?:[.,]|$))
"""
NOTICE_LINE = r"""
    anzeige|werbung
    | empfohlener\s(?:redaktioneller|externer)\sinhalt
    | artikel\s(?:an)?hören(?:\W*\d{1,2}(?::\d\d)?\s?(?:min(?:uten?)?)?)?
"""
NOTICE_WORDS = ("anzeige", "werbung", "ses thema", "dieser stelle finden", "empfohlener", "hören")
CLOSING_START = r"""
    (?:abonnieren\ssie|abonniere|abonniert)\s(?:\w+\s){1,3}(?:newsletter|kanal|feed)
    | (?:jetzt|hier)\s.{0,24}newsletter\s(?:anmelden|abonnieren|bestellen)
"""
SUBSCRIBERS_ONLY = r"""
    nur\sfür\s(?:\S+-)?abonnent(?:en|innen)
"""
USES_COOKIES = r"""
    (?:wir|diese\s(?:web)?(?:site|seite))\s(?:verwende[nt]|nutz(?:en|t)|setzt)
"""
CLOSING_WORDS = ("abonnier", "newsletter", "nur für ", "cookie")

# Dates.

WEEKDAY = r"""
    (?:mon|diens|donners|frei|sams|sonn)tag|mittwoch
"""
ON_DAY = "am"
BEFORE_DATE = "vom"
PUBLISHED = r"""
    veröffentlicht|erstveröffentlichung|publiziert|erschienen|erstellt
    | online\sseit
"""
DATE_LABEL = "datum"
UPDATED = r"""
    \baktualisiert\b
"""
OTHER_DATE = r"""
    \b(?:stand|bis|seit|ab)
"""
DATE_OF = r"""
    \w\sdatum
    | \b\w{3,}(?:datum|termin)
"""
UNTIL = r"""
    bis\b
"""
OF_OTHERS = r"""
    \b(?:fotos?|bild)\b
"""
BY = "von"
BYLINE_WORD = r"""
    um|uhr
    | und|von
    | lesezeit
"""
MONTHS = (
    "januar februar märz april mai juni juli august september oktober november dezember",
    "jänner feb mär apr mai jun jul aug sep okt nov dez",
    "jan feb mrz apr mai jun jul aug sept okt nov dez",
)
AT_CLOCK = "um"
AGO = r"""
    \bvor\s[0-9]{1,2}\s(?:min|stunde|tag)
"""
DAY_WITH_CLOCK = r"""
    (?:heute|gestern)(?:\sum|,)?
"""
MOMENT_WORDS = ("vor ",)

# Sources.

SOURCE = "quelle"
ORIGIN_WORDS = ("quelle",)

# Pagers.

FIRST_PAGE = "zurück"

# Sections below an article.

OTHER_HEADINGS = """
    das könnte sie auch interessieren | das könnte dich auch interessieren
    das könnte sie interessieren | auch interessant
    mehr zum thema | zum thema
    weitere artikel | ähnliche artikel | verwandte artikel | passende artikel | neueste artikel
    ähnliche beiträge | verwandte beiträge | weitere beiträge | neueste beiträge
    lesen sie auch | lesen sie mehr | meistgelesen | am meisten gelesen
"""
AUTHOR_HEADINGS = "über den autor | über die autorin | über die autoren"
COMMENT_HEADINGS = """
    kommentare | kommentar | leserkommentare | ihr kommentar | dein kommentar | neuer kommentar
    schreibe einen kommentar | kommentar schreiben | kommentar hinterlassen
    diskussion
"""

# Comments.

COMMENT_DAY = "gestern|heute"
COMMENTER_WORDS = ("gestern", "heute")
