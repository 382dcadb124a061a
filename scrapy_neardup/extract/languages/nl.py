"""Dutch."""

# What a site says to its visitor.

TO_VISITOR = r"""
    \b(?:
        (?:uw|jouw|jij|sorry|oeps|excuses|alstublieft
          | je\s(?:bent|hebt|kunt|moet|wilt|gebruikt|zoekt|netwerk|account|browser|privacy|e-\w+|ip\S*|adblocker)
          | (?:ben|heb|kun|wil|gebruik|zoek|schakel|vul|meld|dat|als|of)\sje
          | u\s(?:heeft|hebt|kunt|bent|moet|wilt|zoekt|dit|deze|het|de)
          | (?:kunt|heeft|hebt|bent|moet|wilt|zoekt|verzoeken|dat|als|of)\su|geduld|bedankt
          | nieuw\shier
          | (?:je|jouw|uw)\s(?:verbinding|keuze|voorkeuren|gebruikersnaam|persoonlijke|gegevens|inbox)
          | geef\sje|je\skunt|(?:je|u)\s(?:wilde|probeerde|wou|gebruikt)|helaas|of\sjij)\b
        | bij\sje\spassen|wachtwoord\svergeten
    )
    | ^\W*(?:probeer|controleer|bevestig|vink|klik|ververs|schakel|zet|wacht|vul|log\sin|meld|maak|neem
      | ga\sterug|word\sabonnee|registreer|ga|bekijk|kies|wijzig|accepteer|zoek|gebruik|installeer
      | vernieuw|download|update)\b
"""
OF_VISIT = r"""
    \b(?:
        (?:pagina|website|webpagina|adres|artikel\w*|inhoud|uitzending|homepage|zoekfunctie|browser
          | javascript|adblocker|advertenties|account|ingelogd|inloggen|log\sin|wachtwoord|abonne\w+
          | lees\w*|verder\slezen|robot|vakje|netwerk|verkeer|aanvragen|verzoek(?:en)?|toegang
          | rechten|geblokkeerd|ip-adres|fout|opnieuw|later\s(?:nog\s)?eens|(?:uw|jouw|je)\sland
          | onderhoud|ongemak|geduld|toestemming|privacy|instellingen|18\sjaar|link|zoekbalk
          | voorpagina|gebruikersnaam|registreer|verbinding|servers|enkele\sminuten|bereikbaar
          | seconden|cookies?|voorkeuren|door\ste\sgaan|site|publicatie|menu|versie|server|vernieuw
          | verzoeken|bezoekers|regio|computernetwerk|e-mailadres)\b
    )
"""

# A locked article.

WALL = r"""
    (?:dit|deze)\s(?:artikel|verhaal|bericht|reportage)\sis\s(?:alleen|exclusief|gereserveerd|enkel)?
      \s?(?:te\slezen\s|beschikbaar\s|toegankelijk\s)?(?:voor|door)\s(?:\S+\s){0,2}abonnees[^.]{0,40}
    | (?:alleen|exclusief)\svoor\s(?:onze\s)?abonnees[^.]{0,40}
    | (?:bent\su|ben\sje|u\sbent|je\sbent)?\s?(?:al|nog\sgeen)\s(?:abonnee|lid|account)[^.?]{0,20}
    | (?:verder|hele\sartikel|dit\sartikel)\slezen\s?[^.?]{0,50}
      (?:\?|met\seen|abonnement|account|log\sin|meld|registreer)[^.]{0,50}
    | (?:je|u)\s(?:hebt|heeft)\s[^.]{0,40}(?:gratis\sartikelen|artikelen\sgelezen|limiet)[^.]{0,40}
    | (?:log\sin|meld\s(?:je|u)\saan|registreer|maak\s[^.]{0,20}account\saan|neem\s[^.]{0,20}abonnement|word\s(?:nu\s)?(?:abonnee|lid))
      \s[^.]{0,40}(?:lees|lezen|leest)[^.]{0,40}
    | om\s[^.]{0,30}(?:verder\ste\slezen|te\slezen)\W[^.]{0,40}(?:abonn|account|inlog|log\sin|registr)[^.]{0,40}
    | (?:lees|verder)\s(?:verder|lezen)\s(?:met|via|voor|als)\s[^.]{0,40}
    | (?:dit|deze|het\shele)\s(?:verhaal|artikel|bericht)\s(?:verder\s)?lezen
    | (?:elke\smaand|maandelijks|op\selk\smoment|altijd|dagelijks)\sopzegbaar
    | alleen\sabonnees\s(?:kunnen|mogen|krijgen|lezen)\s[^.]{0,50}
"""
WALL_BEGINNING = r"""
    (?:dit|deze)\s\S+\sis\s(?:\S+\s){0,3}(?:voor)\s(?:\S+\s)?abonnees
    | (?:alleen|exclusief)\svoor\sabonnees
    | (?:log\sin|meld\sje\saan|word\sabonnee)\s(?:om|en)\s
"""

# What a server says in place of an article.

ERROR_NAME = r"""
    niet\sgevonden
    | verboden|toegang\sgeweigerd
"""
FAILURE = r"""
    wachtwoord\svergeten
"""
GATE = r"""
    fout(?:melding)?(?:\s\d{3})?|(?:oeps\W+)?er\s(?:ging|is)\siets\s(?:mis(?:gegaan)?|fout(?:gegaan)?)
    | inloggen|aanmelden|log\sin|sessie\sverlopen
    | (?:(?:de|deze)\s)?pagina\s(?:(?:is\s)?niet\s(?:gevonden|beschikbaar)|bestaat\sniet(?:\smeer)?)
    | (?:gepland\s)?onderhoud|(?:wij\szijn\s|we\szijn\s)?bezig\smet\sonderhoud|(?:site|website)\sin\sonderhoud
    | toegang\s(?:geweigerd|verboden|geblokkeerd)
    | (?:ben\sje|bent\su)\s(?:een\s(?:robot|mens)|18(?:\sjaar)?(?:\sof\souder)?)
    | (?:beveiligings|leeftijds|veiligheids)controle
    | te\sveel\s(?:verzoeken|aanvragen)
    | (?:niet|artikel\sniet|inhoud\sniet)\sbeschikbaar
    | (?:wij|we)\s(?:geven\som|respecteren|waarderen)\s(?:uw|je|jouw)\sprivacy
    | even\sgeduld(?:\sa(?:lstublie|\.u\.b)\S*)?|een\s(?:ogenblik|moment)(?:\sgeduld)?|(?:we|wij)\szijn\s(?:zo|snel|binnenkort|bijna)\s(?:weer\s)?terug
    | (?:bevestig|controleer|bewijs)\sdat\s(?:je|u)\s(?:een\smens|geen\srobot)\sbent
    | (?:log\sin|inloggen)\s(?:op|bij|met|om)\s[^.]{0,24}|mijn\saccount
    | (?:cookie(?:s|-?(?:instellingen|beleid|voorkeuren|melding))?|(?:deze|onze)\s(?:web)?site\s(?:gebruikt|plaatst)\scookies|privacy(?:-?(?:instellingen|voorkeuren))?)
    | (?:oeps\W+|sorry\W+)?(?:deze|de)\spagina\s(?:kunnen|konden|kan)\s[^.]{0,16}niet\s(?:vinden|gevonden)
    | (?:(?:de\s)?dienst|(?:de\s)?(?:web)?site|service)\s(?:is\s)?(?:tijdelijk\s)?(?:niet\s(?:beschikbaar|bereikbaar)|onbereikbaar)
    | (?:verouderde|niet[\s\-]ondersteunde)\sbrowser|browser\s(?:verouderd|niet\sondersteund)
    | (?:dit\s)?(?:bericht|artikel|pagina)\s(?:is\s)?(?:verwijderd|verlopen|staat\sniet\smeer\sonline|niet\smeer\sbeschikbaar)
    | .{0,60}\sin\s(?:uw|jouw|je)\s(?:land|regio)
    | inloggen\sbij\s[^.]{0,24}
"""
GATE_TEXT = r"""
    (?:we|wij)\shebben\s(?:\S+\s){0,3}(?:ongebruikelijk|ongewoon|verdacht)e?\s(?:verkeer|activiteit)
    | (?:sorry\W+)?(?:de|deze)\spagina\s(?:die|waar)\s(?:u|je)\s
    | bevestig\sdat\s(?:je|u)\sgeen\srobot
    | (?:uw|je|jouw)\s(?:browser|ip-adres)\s
    | (?:u|je)\s(?:heeft|hebt)\sgeen\s(?:rechten|toegang|toestemming)
    | (?:u|je)\smoet\s(?:ingelogd\szijn|inloggen)
    | (?:deze|dit)\s(?:video|artikel|inhoud|website|pagina|content)\sis\sniet\s(?:beschikbaar|toegankelijk)\sin\s(?:uw|jouw|je)
    | (?:onze|deze)\swebsite\sis\s(?:tijdelijk|momenteel|even)\sniet\s
    | we\szien\sdat\s(?:je|u)\seen\sadblocker
    | (?:we|wij)\scontroleren\s[^.]{0,16}(?:je|uw)\s(?:verbinding|browser)
    | (?:de|deze)\s(?:link|pagina)\s[^.]{0,24}(?:bestaat\sniet|verouderd|verplaatst|verwijderd)
    | vul\s(?:je|uw)\s(?:gebruikersnaam|e-?mail)
    | onze\ssystemen\shebben\s[^.]{0,30}(?:verkeer|activiteit)
    | (?:de\sversie\svan\s|(?:je|u)\sgebruikt\seen\s)[^.]{0,24}browser
    | helaas\s[^.]{0,12}(?:onze|deze)\s(?:web)?site\s
"""
REFUSED = r"""
    niet\s(?:gevonden|beschikbaar|meer\sbeschikbaar)|bestaat\sniet
    | \b(?:sorry|oeps)\b
    | (?:iets|er\sging\s(?:iets|wat))\s(?:is\s)?(?:mis(?:gegaan)?|fout)
    | log\sin\s
    | een\s(?:robot|mens)\?
    | schakel\s|adblocker
    | bezig\smet\sonderhoud
    | 18\sjaar
    | niet\svinden|een\smens\b|terug\b|\bcookies\b
"""
CONSENT = r"""
    \b(?:toestemming|persoonsgegevens|(?:uw|jouw|je)\sprivacy|akkoord|accepteren|weigeren|voorkeuren)
"""

GATE_TO_READER = r"""
    \bexcuses\svoor\shet\b
    | \bprobeer\s(?:het\s)?(?:later|opnieuw|over\s|nog\s)
    | \b(?:snel|spoedig|zo)\s(?:mogelijk\s)?(?:weer\s)?(?:online|terug|bereikbaar)
    | \bbedankt\svoor\s(?:uw|je)\s(?:geduld|begrip)
"""

# What a site says on many of its pages.

ONWARD = r"""
    \b(?:meer|lees\w*)\b
"""
COMMENT_COUNT = r"""
    \breacties\b
"""

# Lines beside an article.

LABEL = r"""
    (?:bron|beeld|lees\s(?:ook|meer|verder))\s*[:：|]
"""
LABEL_STARTS = "bl"

# Notices.

NOTICE_START = r"""
    alle\srechten\svoorbehouden
    | niets\suit\sdeze\s(?:uitgave|website|site|publicatie)
"""
NOTICE_LINE = "advertentie"
NOTICE_WORDS = ("advertentie", "voorbehouden", "niets uit")
CLOSING_START = r"""
    (?:meld\s(?:je|u)|schrijf\s(?:je|u)|abonneer\s(?:je|u)|ontvang|krijg)\s(?:[^\s.]+\s){1,6}(?:nieuwsbrief|newsletter)
    | volg\s(?:ons|[^.]{1,24}\sop)\b[^.]{0,40}\b(?:facebook|instagram|whatsapp|telegram|youtube|google\snews)\b
    | tip\sde\sredactie\b
"""
USES_COOKIES = r"""
    (?:(?:wij|we)\s(?:gebruiken|maken\sgebruik\svan)
    | (?:deze|onze)\s(?:web)?site\s(?:gebruikt|maakt\sgebruik\svan))
"""
CLOSING_WORDS = ("nieuwsbrief", "newsletter", "cookie", "volg ", "dactie")
SURE_NOTICE = r"""
    rechten\svoorbehouden
"""
TO_READERS = r"""
    \b(?:ons|onze|uw|jouw)\b
    | \bdeze\s(?:uitgave|website|site|pagina)\b
"""

# Dates.

ON_DAY = "op"
PUBLISHED = "gepubliceerd"
UPDATED = r"""
    \bbijgewerkt\b
"""
BY = "door"
BYLINE_WORD = "u"
MONTHS = (
    "januari februari maart april mei juni juli augustus september oktober november december",
    "jan feb mrt apr mei jun jul aug sep okt nov dec",
)
AT_CLOCK = "om"

# Sources.

SOURCE = "bron"
ORIGIN_WORDS = ("bron",)

# Sections below an article.

OTHER_HEADINGS = """
    gerelateerde artikelen | gerelateerde berichten | meer over dit onderwerp
    lees ook | lees meer | meest gelezen
"""
AUTHOR_HEADINGS = "over de auteur | over de schrijver"
COMMENT_HEADINGS = """
    reacties | reactie | plaats een reactie | geef een reactie
"""
