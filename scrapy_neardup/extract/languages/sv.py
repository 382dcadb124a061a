"""Swedish."""

# What a site says to its visitor.

TO_VISITOR = r"""
    \b(?:
        (?:ditt|dina|tyvärr|hoppsan|vänligen|tålamod
          | du\s(?:har|kan|måste|är|inte|vill|söker|behöver|använder|försöker|godkänner|intygar|lämnar)
          | (?:har|kan|om|att|är|som|när|vill|behöver|måste)\sdu
          | din\s(?:webbläsare|enhet|ip-\w+|begäran|prenumeration|region|e-\w+|integritet|ålder)
          | tack\sför|när\sdu|ny\shär|din\sanslutning|samtycker\sdu|du\sförsökte|som\sdu\sanvänder
          | är\sdu\ssom)\b
        | vi\sber\som\sursäkt|glömt\s(?:ditt\s)?lösenord\w*
    )
    | ^\W*(?:försök|kontrollera|bekräfta|logga\sin|skapa|ladda\som|klicka|ange|stäng|aktivera|bli
      | kontakta|godkänn|neka|vänta|läs|prova|skriv|slå\spå|registrera\sdig|välj|sök|acceptera
      | avvisa|gå\still|ändra|använd|installera|uppdatera|ladda\sner)\b
"""
OF_VISIT = r"""
    \b(?:
        (?:sidan|webbplats\w*|sajten|adress\w*|artikeln?|innehåll\w*|startsidan|programmet
          | webbläsare\w*|javascript|kakor|cookies|annons\w*|kontot?|inloggad|logga\sin|lösenord\w*
          | prenumer\w+|läsa|robot|rutan|nätverk|trafik|ip-adress|behörighet|blockera\w*|åtkomst
          | begäran|(?:ditt\sland|din\sregion)|underhåll\w*|tålamod|igen|fel|senare|samtycke
          | integritet|inställningar|18(?:\sår)?|länken|söka|förstasidan|användarnamn|anslutning
          | servrar\w*|några\s(?:minuter|sekunder)|väntar|dina\ssidor|registrera|personuppgifter
          | menyn|version|servern|ladda\som|texten|tjänsten|besökare|förfrågningarna|datornätverk
          | e-post)\b
    )
"""

# A locked article.

WALL = r"""
    (?:den\shär\s|denna\s)?(?:artikeln?|texten?|innehållet)\sär\s(?:låst|exklusiv\w*|bara|endast|enbart)?
      \s?(?:för|till)\s(?:\S+\s){0,2}(?:prenumeranter|medlemmar|inloggade)[^.]{0,40}
    | (?:bara|endast|enbart)\sför\s(?:våra\s)?prenumeranter[^.]{0,30}
    | (?:det\shär|detta)\sär\s(?:ett\s)?låst\sinnehåll(?:\sför\s(?:våra\s)?(?:prenumeranter|medlemmar|kunder)|(?=\W*$))
    | (?:är\sdu\s)?redan\s(?:prenumerant|kund|medlem)[^.?]{0,20}
    | vill\sdu\s(?:läsa|fortsätta)[^.?]{0,40}
    | (?:för\satt\s(?:läsa|fortsätta))\s[^.]{0,40}(?:logga|prenumer|konto|registrera)[^.]{0,40}
    | (?:logga\sin|bli\sprenumerant|prenumerera|skapa\s[^.]{0,12}konto|teckna)\s?[^.]{0,50}
      (?:läsa|läs|obegränsa\w+)[^.]{0,40}
    | du\shar\s(?:nu\s)?(?:läst|använt|nått|förbrukat)\s[^.]{0,30}(?:gratis|fria|kostnadsfria)\w*[^.]{0,40}
    | fortsätt\s(?:att\s)?läsa\s[^.]{0,40}
    | lås\supp\s(?:artikeln|texten|allt)
    | avsluta\s(?:när|prenumerationen)[^.]{0,16}|ingen\sbindningstid
    | välj\s(?:en\s|din\s)?prenumeration[^.]{0,40}
    | (?:bara|endast|enbart)\s(?:prenumeranter|medlemmar)\s(?:kan|får|har)\s[^.]{0,50}
"""
WALL_BEGINNING = r"""
    (?:den\shär|denna)\s\S+\särs?\s(?:\S+\s){0,3}(?:för)\s(?:\S+\s)?prenumeranter
    | (?:bara|endast)\sför\sprenumeranter
    | (?:logga\sin|bli\sprenumerant)\s(?:för\satt|och)\s
"""

# What a server says in place of an article.

ERROR_NAME = r"""
    (?:kunde\s)?(?:inte|ej)\s(?:hittas|hittades|finns)|hittades\s(?:inte|ej)
    | åtkomst\snekad|förbjud\w+
"""
FAILURE = r"""
    glömt\s(?:ditt\s)?lösenord\w*
"""
GATE = r"""
    fel(?:\s\d{3})?|logga\sin|inloggning|sessionen\shar\s(?:gått\sut|löpt\sut)
    | sidan\s(?:kunde\sinte\shittas|hittades\s(?:inte|ej)|finns\sinte|saknas|kan\sinte\shittas|är\sborta)
    | (?:innehållet|sidan|artikeln)\s(?:är\s)?(?:inte|ej)\stillgänglig\w*|(?:inte|ej)\stillgänglig\w*
    | (?:planerat\s)?underhåll|(?:vi\s)?utför\sunderhåll|underhåll\spågår
    | åtkomst\s(?:nekad|nekas|blockerad)
    | är\sdu\s(?:en\s)?(?:robot|människa)|(?:säkerhets|ålders)kontroll|åldersgräns
    | är\sdu\s(?:över\s|fyllda\s)?18(?:\sår)?
    | något\sgick\s(?:fel|snett)|ett\sfel\s(?:har\s)?(?:uppstod|uppstått|inträffade)
    | vi\s(?:värnar\som|bryr\soss\som|respekterar)\sdin\sintegritet
    | (?:vi\sär\s)?(?:strax|snart)\stillbaka|(?:var\sgod\soch\s)?vänta(?:\slite|\sett\sögonblick)?|ett\sögonblick
    | (?:bekräfta|verifiera)\satt\sdu\s(?:är\sen\smänniska|inte\sär\sen\srobot)
    | logga\sin\s(?:på|med|för)\s[^.]{0,24}|mitt\skonto
    | (?:vi\sanvänder\s|om\s|hantera\s)?(?:kakor|cookies)|integritet(?:spolicy|sinställningar)?
    | (?:hoppsan|oj|tyvärr)\W+[^.]{0,40}(?:finns|fanns|hitta\w*|saknas)[^.]{0,12}|vi\s(?:hittar|hittade)\s(?:inte|ingen)\s[^.]{0,16}
    | (?:tjänsten|sajten|webbplatsen|sidan)\s(?:är\s)?(?:tillfälligt\s|för\stillfället\s)?(?:inte\stillgänglig|otillgänglig|nere|stängd)
    | (?:gammal|föråldrad|för\sgammal)\swebbläsare|webbläsaren\sstöds\sinte
    | (?:(?:den\shär\s)?(?:sidan|artikeln|nyheten|texten)\s)(?:är\s|har\s)?(?:borttagen|tagits\sbort|raderad|finns\sinte\s(?:kvar|längre))
    | .{0,60}\s(?:i\sditt\sland|(?:i|från)\sdin\sregion)
"""
GATE_TEXT = r"""
    vi\shar\supptäckt\s(?:\S+\s){0,2}(?:ovanlig|misstänkt|onormal)
    | (?:tyvärr|hoppsan)\W+(?:\S+\s){0,2}sidan
    | sidan\s(?:som\s)?du\s(?:söker|letar|försöker)
    | bekräfta\satt\sdu\s(?:inte\s)?är\s
    | din\s(?:webbläsare|ip-adress)\s
    | du\s(?:har\sinte\s(?:behörighet|tillgång|rätt)|måste\s(?:vara\sinloggad|logga\sin))
    | (?:innehållet|den\shär\ssidan|videon|programmet)\s(?:är|kan)\sinte\s(?:\S+\s)?(?:tillgänglig\w*|visas)\si\sditt
    | (?:webbplatsen|sidan|sajten)\sär\s(?:tillfälligt|just\snu)\s(?:nere|stängd|otillgänglig|under)
    | det\sser\sut\ssom\s(?:att|om)\sdu\sanvänder\s
    | vi\skontrollerar\s[^.]{0,16}din\s(?:anslutning|webbläsare)
    | skriv\s(?:in\s)?ditt\s(?:användarnamn|lösenord)
    | (?:länken|sidan|adressen)\s(?:kan|verkar)\s(?:vara|ha)\s
    | våra\ssystem\shar\supptäckt\s
    | (?:den\s|din\s)?version\sav\swebbläsare|du\sanvänder\sen\s(?:gammal|äldre|föråldrad)
    | (?:av\s(?:juridiska|rättsliga)\sskäl|tyvärr)\s(?:är|kan)\s(?:vår|den\shär|webbplats)
"""
REFUSED = r"""
    (?:inte|ej)\s(?:hittas|tillgänglig\w*)|hittades\s(?:inte|ej)|finns\sinte|saknas
    | \btyvärr\b
    | något\sgick\s(?:fel|snett)
    | logga\sin\s
    | stäng\sav|aktivera\s|annonsblockerare
    | (?:robot|människa)\?
    | 18\sår
    | tillbaka\b|människa\b|\bkakor\b|\bcookies\b|hoppsan|fanns
"""
CONSENT = r"""
    \b(?:samtycke|personuppgifter|integritet|kakor|godkänn|acceptera|avvisa|neka\b)
"""

GATE_TO_READER = r"""
    \bvi\s(?:ber\som\sursäkt|beklagar)\b
    | \bförsök\s(?:igen|senare|gärna)
    | \b(?:snart|strax)\s(?:tillbaka|igång|uppe)
    | \btack\sför\s(?:ditt|er|ert)\s(?:tålamod|förståelse)
"""

# What a site says on many of its pages.

ONWARD = r"""
    \bläs\b
"""

# Lines beside an article.

LABEL = r"""
    (?:källa|läs\s(?:mer|också|även)|(?:senast\s)?uppdatera[dt])\s*[:：|]
"""
LABEL_STARTS = "klsu"

# Notices.

NOTICE_START = r"""
    (?:alla|samtliga)\srättigheter\s(?:förbehåll|reserve|är\sreserve)\w+
"""
NOTICE_LINE = "annons"
NOTICE_WORDS = ("rättigheter", "nnons")
CLOSING_START = r"""
    (?:prenumerera|anmäl\sdig|skriv\supp\sdig|få)\s(?:[^\s.]+\s){0,5}nyhetsbrev\w*
    | följ\s(?:oss|[^.]{1,24}\spå)\b[^.]{0,40}\b(?:facebook|instagram|whatsapp|telegram|youtube|google\snews)\b
    | (?:har\sdu\s(?:ett\s)?)?(?:nyhetstips|tipsa\s(?:oss|redaktionen))\b
"""
USES_COOKIES = r"""
    (?:vi|(?:den\shär|vår|denna)\s(?:webbplats(?:en)?|sida|sajt)|webbplatsen)\sanvänder
"""
CLOSING_WORDS = ("nyhetsbrev", "nyhetstips", "tipsa", "cookie", "följ ")
TO_READERS = r"""
    \b(?:oss|vår|vårt|våra|ditt|dina)\b
"""

# Dates.

ON_DAY = "den"
PUBLISHED = "publicerad"
UPDATED = r"""
    \buppdaterad\b
"""
BY = "av"
MONTHS = ("januari februari mars april maj juni juli augusti september oktober november december",)
AT_CLOCK = r"kl\."

# Sources.

SOURCE = "källa"
ORIGIN_WORDS = ("källa",)

# Sections below an article.

OTHER_HEADINGS = """
    läs också | läs mer | läs även
    relaterade artiklar
"""
AUTHOR_HEADINGS = "om skribenten | om författaren"
COMMENT_HEADINGS = """
    kommentarer | skriv en kommentar
"""
