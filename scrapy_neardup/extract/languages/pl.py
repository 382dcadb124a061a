"""Polish."""

# What a site says to its visitor.

TO_VISITOR = r"""
    \b(?:
        (?:tw(?:ój|oja|oje|ojego|ojej|oim|oją|oich)|państwa|możesz|masz|musisz|chcesz|jesteś
          | szukasz|używasz|korzystasz|uważasz|oświadczasz|akceptujesz|przepraszamy|prosimy|proszę
          | zapraszamy|dziękujemy|niestety|sprawdź|spróbuj|wróć|przejdź|zaloguj|zarejestruj|włącz
          | wyłącz|odśwież|kliknij|zaznacz|potwierdź|podaj|załóż|wykup|skontaktuj|poczekaj|wpisz
          | skorzystaj|zobacz|utwórz|wybierz|zgadzasz|wyrażasz|rezygnujesz|klikając|użyj|zainstaluj
          | pobierz|zaktualizuj|skorzystać|której\sużywasz|ty\swysyłasz)\b
        | ups!|nie\spamiętasz\shasła|(?:zapomniał[ae]?[śm]?|zapomniane)\s?\S*\shasł[ao]
    )
"""
OF_VISIT = r"""
    \b(?:
        (?:stron\w{1,3}|serwis\w*|witryn\w+|adres\w*|artykuł\w*|materiał\w*|treś\w+|wyszukiwar\w+
          | przeglądar\w+|javascript|adblock\w*|reklam\w*|kont[oa]|hasł\w+|zaloguj|zalogować
          | logowani\w+|prenumerat\w+|subskryp\w+|rejestr\w+|robot\w*|sieci|ruch|zapytań|żądani\w+
          | dostęp\w*|uprawnie\w+|zablokowan\w+|vpn|błąd|ponownie|później|utrudnieni\w+
          | niedogodnoś\w+|cierpliwość|zgod\w+|prywatnoś\w+|ustawieni\w+|cookies?|18\slat
          | pełnoletni\w*|link|login|serwer\w*|połączeni\w+|główn\w+|konto|kilka\s(?:minut|sekund)
          | danych|preferencj\w+|aktualizujemy|publikacj\w+|menu|wersj\w+|nowszą|odwiedzając\w+
          | żądania|e-mail)\b
    )
"""

# A locked article.

WALL = r"""
    (?:ten|cały|dalsza|pełn[ay])\s(?:\S+\s){0,2}?(?:artykuł\w*|materiał\w*|część|treść|tekst\w*|wersja)
      \s(?:\S+\s){0,2}(?:dostępn\w+|przeznaczon\w+)\s(?:\S+\s){0,2}dla\s(?:\S+\s){0,2}
      (?:prenumerator|subskrybent|zalogowan|abonent)\w+[^.]{0,40}
    | (?:artykuł|materiał|treść)\s(?:dostępn[ya]\s)?tylko\sdla\s(?:\S+\s)?
      (?:prenumerator|subskrybent|zalogowan|abonent)\w+[^.]{0,40}
    | (?:pozostało|zostało)\s(?:jeszcze\s)?\d+\s?%\s[^.]{0,30}(?:artykułu|tekstu|treści)[^.]{0,20}
    | (?:masz\sjuż|nie\smasz(?:\sjeszcze)?)\s(?:prenumerat|subskrypcj|kont|abonament|dostęp)\w*[^.?]{0,20}
    | (?:aby|żeby|by)\s(?:czytać|przeczytać)\s[^.]{0,30}(?:zaloguj|załóż|wykup|kup|zarejestruj|subskrybuj)[^.]{0,60}
    | (?:zaloguj\ssię|wykup|kup|zarejestruj\ssię|subskrybuj|załóż\skonto)\s?[^.]{0,40}
      (?:czytać|czytaj|przeczytać|(?:pełny|nieograniczony)\sdostęp)[^.]{0,60}
    | (?:wykorzystał|przeczytał)[aeść]+\S*\s[^.]{0,40}(?:darmow|bezpłatn|limit)\w*[^.]{0,40}
    | czytaj\s(?:dalej|więcej|bez\slimitu)\s(?:z|w|dzięki)\s[^.]{0,40}
    | chcesz\s(?:przeczytać|czytać)\b[^.?]{0,40}
    | (?:rezygnujesz|zrezygnuj\w*|anuluj\w*|możesz\szrezygnować),?\s(?:kiedy|w\skażdej)[^.]{0,20}
    | wybierz\s(?:prenumerat|subskrypcj)\w*[^.]{0,40}
    | tylko\s(?:prenumeratorzy|subskrybenci|zalogowani)\s[^.]{0,50}
"""
WALL_BEGINNING = r"""
    (?:ten|ta)\s\S+\s(?:\S+\s){0,4}dla\s(?:\S+\s)?(?:prenumerator|subskrybent)\w+
    | (?:artykuł|treść)\s(?:\S+\s){0,2}dla\s(?:prenumerator|subskrybent)\w+
    | (?:zaloguj\ssię|wykup\sdostęp),?\s(?:aby|żeby|by|i)\s
"""

# What a server says in place of an article.

ERROR_NAME = r"""
    nie\s(?:znaleziono|została\sznaleziona|istnieje)
    | brak\sdostępu
"""
FAILURE = r"""
    nie\spamiętasz\shasła|(?:zapomniał[ae]?[śm]?|zapomniane)\s?\S*\shasł[ao]
"""
GATE = r"""
    błąd(?:\s(?:\d{3}|serwera))?|wystąpił\sbłąd|(?:ups!\s)?coś\sposzło\snie\stak
    | logowanie|zaloguj(?:\ssię)?|sesja\swygasła
    | (?:(?:nie\sznaleziono|brak)\s(?:podanej\s|takiej\s)?strony|strona\snie\s(?:istnieje|została\sznaleziona))
    | (?:materiał|strona|treść|artykuł)\s(?:jest\s)?niedostępn[aey]|(?:strona|artykuł)\sniedostępn[ay]
    | przerwa\stechniczna|(?:trwają\s)?prace\s(?:techniczne|konserwacyjne|serwisowe)
    | brak\s(?:dostępu|uprawnień)|(?:dostęp|odmowa)\s(?:zabroniony|zablokowany|dostępu)
    | czy\sjesteś\s(?:robotem|człowiekiem)|nie\sjestem\srobotem|weryfikacja(?:\swieku)?
    | (?:tylko\sdla\sdorosłych|czy\smasz\s(?:ukończone\s)?18\slat)
    | (?:szanujemy|cenimy)\s(?:twoją|państwa)\sprywatność|dbamy\so\s(?:twoją|państwa)\sprywatność
    | (?:zaraz|niedługo|wkrótce)\s(?:wracamy|wrócimy)|chwileczkę|proszę\sczekać|(?:jeszcze\s)?(?:chwila|moment)
    | (?:potwierdź|sprawdzamy|zweryfikuj),?\s(?:że|czy)\s(?:nie\s)?jesteś\s(?:człowiekiem|robotem)
    | (?:zaloguj|logowanie)\s(?:się\s)?(?:do|na)\s[^.]{0,24}
    | (?:używamy\s|polityka\s|ustawienia\s)?(?:plik(?:i|ów)\s)?cookies?|(?:polityka|ustawienia)\sprywatności
    | (?:ojej\W+|ups\W+)?(?:tej|takiej|tej\spodstrony)?\s?strony\s(?:już\s)?(?:tu\s|tutaj\s)?(?:już\s)?nie\s(?:ma|znaleziono)
    | (?:usługa|strona|serwis)\s(?:jest\s)?(?:chwilowo|tymczasowo|obecnie)?\s?niedostępn[aye]
    | (?:nieaktualna|nieobsługiwana|przestarzała)\sprzeglądarka|przeglądarka\snie\sjest\sobsługiwana
    | (?:wiadomość|artykuł|strona|treść|materiał)\s(?:został[ao]?\s)?(?:usunięt[aye]|skasowan[aye]|nie\sistnieje)|(?:tego|tej)\s(?:artykułu|wiadomości|treści)\snie\sma\sjuż\s[^.]{0,14}
    | .{0,60}\sw\s(?:twoim|państwa)\s(?:kraju|regionie)
    | zaloguj\ssię\sna\s[^.]{0,30}
"""
GATE_TEXT = r"""
    (?:wykryliśmy|zauważyliśmy)\s(?:\S+\s)?(?:nietypow|podejrzan)\w+\s
    | (?:przepraszamy\W+)?stron\w\s(?:\S+\s){0,2}(?:o\spodanym|której\s(?:szukasz|szukają)|nie\s(?:istnieje|została))
    | (?:aby|żeby)\s(?:kontynuować|przejść\sdalej)\W+(?:potwierdź|udowodnij)
    | potwierdź,?\sże\snie\sjesteś\srobotem
    | (?:twoja|twój)\s(?:przeglądarka|adres\sip)\s
    | nie\smasz\s(?:uprawnień|dostępu|pozwolenia)
    | (?:ten|ta)\s(?:materiał|treść|film|strona|artykuł)\s(?:jest|nie\sjest)\s(?:nie)?dostępn\w\sw\stwoim
    | (?:aby|żeby)\s(?:zobaczyć|wyświetlić|obejrzeć)\s\S+\s\S+\s(?:musisz|zaloguj)
    | wygląda\sna\sto,\sże\sużywasz\s
    | sprawdzamy\s[^.]{0,24}(?:połączeni|przeglądark)\w*
    | wpisz\s(?:swój\s)?(?:login|adres|e-?mail|hasło)
    | (?:być\smoże|możliwe,\sże)\s(?:link|strona|adres)
    | nasze\ssystemy\swykryły\s
    | (?:wersja\sprzeglądarki|używasz\s(?:przestarzał|nieaktualn|star)\w+\s[^.]{0,16}przeglądark)
    | niestety\W+z\s(?:przyczyn|powodów)\s(?:prawnych|technicznych)
"""
REFUSED = r"""
    nie\s(?:znaleziono|istnieje|została\sznaleziona|możemy\sznaleźć)|niedostępn[aey]
    | \b(?:przepraszamy|niestety)\b|\bups!
    | coś\sposzło\snie\stak
    | zaloguj\ssię
    | \b(?:włącz|wyłącz)\b|adblock
    | (?:robotem|człowiekiem)\?
    | 18\slat
    | wracamy|człowiekiem|strony\s(?:już\s)?(?:tu\s)?nie|\bcookies\b
"""
CONSENT = r"""
    \b(?:zgod(?:a|ę|y)\b|dane\sosobowe|danych\sosobowych|prywatnoś|partnerzy|akceptuj|odrzuć
      | preferencj)
"""

GATE_TO_READER = r"""
    \bprzepraszamy\sza\b
    | \b(?:spróbuj|prosimy\sspróbować|zapraszamy)\s(?:ponownie|później|wkrótce|za\s)
    | \b(?:wkrótce|niedługo)\s(?:wrócimy|wracamy)|(?:wrócimy|wracamy)\s(?:wkrótce|niedługo)
    | \bdziękujemy\sza\s(?:cierpliwość|wyrozumiałość)
"""

# Lines beside an article.

LABEL = r"""
    (?:fot|zdjęcie|źródło|(?:czytaj|przeczytaj|zobacz)\s(?:także|też|również|więcej))\s*[:：|]
"""
LABEL_STARTS = "cfpzź"
CONTENTS = r"""
    spis\streści
"""

# Notices.

NOTICE_START = r"""
    wszelkie\sprawa\szastrzeżone
    | (?:kopiowanie|rozpowszechnianie|powielanie|przedruk|wykorzystywanie)\s[^.]{0,80}
      (?:bez\s(?:\S+\s)?zgody\s(?:wydawcy|redakcji)|zgody\s[^.]{0,30}zabronion)
    | fot\.\s.{2,50}$
"""
NOTICE_LINE = r"""
    reklama
    | dalsza\sczęść\s(?:artykułu|tekstu)\s(?:znajduje\ssię\s)?pod\s[^.]{0,40}
"""
NOTICE_WORDS = ("reklam", "dalsza", "zastrzeżone", "zgody", "fot.")
CLOSING_START = r"""
    (?:zapisz\ssię|subskrybuj|zamów|otrzymuj)\s(?:[^\s.]+\s){0,4}newsletter\w*
    | (?:obserwuj|polub)\s[^.]{0,60}\b(?:facebook|instagram|whatsapp|telegram|youtube|google\snews)
    | redakcja\snie\s(?:ponosi|odpowiada|bierze)
    | (?:masz|chcesz|widzisz)\b[^.]{0,60}\b(?:napisz|wyślij|daj)\b[^.]{0,30}redakcj
"""
USES_COOKIES = r"""
    (?:(?:ta|nasza)\sstrona|(?:nasz|ten)\sserwis|strona|serwis)\s(?:korzysta\sz|używa|wykorzystuje)
    | (?:używamy|korzystamy\sz)
"""
CLOSING_WORDS = ("newsletter", "cookie", "rwuj", "olub", "dakcj")
SURE_NOTICE = r"""
    prawa\szastrzeżone
"""
TO_READERS = r"""
    \b(?:nas|nasz\w*|twoj\w+|twój|państwa)\b
"""

# Dates.

PUBLISHED = r"""
    opublikowano
    | data\spublikacji
"""
DATE_LABEL = "data"
UPDATED = r"""
    \bzaktualizowano\b
"""
MONTHS = (
    "stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października listopada grudnia",
)

# Sources.

SOURCE = "źródło"
ORIGIN_WORDS = ("źródło",)

# Sections below an article.

OTHER_HEADINGS = """
    przeczytaj także | czytaj także | czytaj też | czytaj również | czytaj więcej
    zobacz także | zobacz też | zobacz również
    powiązane artykuły | powiązane wpisy | najnowsze
"""
AUTHOR_HEADINGS = "o autorze | o autorce"
COMMENT_HEADINGS = """
    komentarze | komentarz | dodaj komentarz
"""
