"""Italian."""

# What a site says to its visitor.

TO_VISITOR = r"""
    \b(?:
        (?:tuoi?|tua|tue|puoi|devi|vuoi|stai|spiacenti|scusiamo|preghiamo|riprova|inserisci|clicca
          | dimostra|iscriviti|disattiva|ti\strovi|(?:non|già)\ssei
          | sei\s(?:già|un|umano|maggiorenne)
          | hai\s(?:già|raggiunto|richiesto|cercato|digitato|bisogno|dimenticato|i\spermessi)
          | grazie\sper|non\sricordi|ti\sinteressa|mostrarti|offrirti
          | hai\s(?:provato|tentato|cercato)|utilizzi|purtroppo)\b
        | ops!|ci\sscusiamo|(?:hai\s)?dimenticato\sla\s(?:tua\s)?password|password\sdimenticata
    )
    | ^\W*(?:accedi|registrati|abbonati|torna|controlla|verifica|conferma|abilita|attiva|completa
      | effettua|ricarica|aggiorna|entra|prova|cerca|clicca|attendi|scegli|usa|utilizza|installa
      | scarica)\b
"""
OF_VISIT = r"""
    \b(?:
        (?:pagina|sito|indirizzo|contenut[oi]|articol[oi]|servizio|risorsa|browser|javascript
          | pubblicità|annunci|accedi|accesso|account|password|login|registrat\w+|abbona\w+|sessione
          | offerte|robot|controllo|attività|richieste?|permess[oi]|autorizza\w+|bloccat[oa]|paese
          | disagio|pazienza|manutenzione|consenso|preferenze|18\sanni|maggiorenn[ei]|home
          | prima\spagina|credenziali|profilo|connessione|link|comprensione
          | pochi\s(?:minuti|istanti|secondi)|scelte|riprova|cercare|pubblicazione|menu|versione
          | server|qualche\s(?:minuto|istante|secondo)|visitatori|telefono)\b
    )
"""

# A locked article.

WALL = r"""
    (?:quest[oa]\s)?(?:articolo|contenuto|testo|notizia)\s(?:completo\s)?(?:è\s)?
      (?:(?:riservat|esclusiv|disponibil|visibil)\w+\s)?(?:solo\s)?(?:ai|agli|per\s(?:i|gli))?\s?
      (?:nostri\s)?(?:abbonati|iscritti|utenti\sregistrati)[^.]{0,40}
    | il\sresto\sdell['’]articolo\s[^.]{0,30}(?:abbonati|iscritti|registrati)[^.]{0,30}
    | (?:sei\sgià|già)\s(?:un\s)?(?:abbonat[oa]|iscritt[oa]|registrat[oa])[^.?]{0,20}
    | hai\s(?:raggiunto|esaurito|già\sletto)\s[^.]{0,40}(?:limite|gratuiti|gratis)[^.]{0,40}
    | (?:abbonati|registrati|accedi|iscriviti)\s[^.]{0,40}
      (?:per\s(?:continuare|leggere|proseguire)|e\s(?:leggi|continua))[^.]{0,60}
    | per\s(?:continuare\s(?:a\sleggere|la\slettura)|leggere\s(?:tutto|l['’]articolo|il\sresto))[^.]{0,40}
      (?:abbona|registra|acced|iscriv)[^.]{0,60}
    | vuoi\s(?:continuare\s(?:a\sleggere|la\slettura)|leggere)\b[^.?]{0,40}
    | (?:contenuto|articolo)\s(?:premium|esclusivo)\b[^.]{0,60}
    | disdici\s(?:quando|in\squalsiasi)[^.]{0,20}
    | (?:continua|prosegui)\s(?:a\sleggere|la\slettura)\s[^.]{0,40}(?:abbon|registr|acced)[^.]{0,30}
    | scegli\s(?:il\stuo|un)\sabbonamento[^.]{0,40}
    | solo\s(?:gli\s|i\s)?(?:abbonati|iscritti)\spossono\s[^.]{0,50}
"""
WALL_BEGINNING = r"""
    quest[oa]\s\S+\s(?:\S+\s){0,3}riservat[oa]\s(?:ai|agli)\s(?:\S+\s)?(?:abbonati|iscritti)
    | (?:contenuto|articolo)\sriservato\sagli\sabbonati
    | (?:abbonati|registrati|accedi)\sper\s(?:continuare|leggere|proseguire)
"""

# What a server says in place of an article.

ERROR_NAME = r"""
    non\strovat[oa]
    | accesso\s(?:negato|vietato)
"""
FAILURE = r"""
    (?:hai\s)?dimenticato\sla\s(?:tua\s)?password|password\sdimenticata
"""
GATE = r"""
    errore(?:\s\d{3})?|login|accedi|accesso|sessione\sscaduta
    | (?:la\s)?pagina\snon\s(?:trovata|disponibile|esiste|è\s(?:stata\strovata|disponibile))
    | pagina\sinesistente
    | contenuto\snon\sdisponibile
    | (?:(?:il\s)?(?:nostro\s)?sito\s)?(?:è\s)?in\smanutenzione|manutenzione\s(?:in\scorso|programmata)
    | accesso\s(?:negato|bloccato|vietato|limitato)
    | (?:non\s)?sei\s(?:un\srobot|umano|maggiorenne)|non\ssono\sun\srobot
    | verifica(?:\s(?:di\ssicurezza|dell['’]età))?
    | si\sè\sverificato\sun\serrore|(?:ops!\s)?qualcosa\sè\sandato\sstorto
    | la\stua\sprivacy\sè\simportante(?:\sper\snoi)?|rispettiamo\sla\stua\sprivacy
    | torn(?:iamo|eremo)\s(?:subito|presto|online)|un\s(?:attimo|momento)|attendere(?:\sprego)?|attendi
    | (?:verifica|conferma|dimostra)\s(?:che\s(?:tu\s)?(?:sia|sei)|di\sessere)\s(?:un\s(?:essere\s)?)?umano
    | area\s(?:riservata|personale|abbonati)(?:\s(?:agli|ai)\s\S+)?|effettua\sil\slogin|accedi\s(?:al|con)\s[^.]{0,20}
    | (?:gestione\s(?:dei\s)?|informativa\s(?:sui\s|sulla\s)?|politica\sdei\s|preferenze\s)?(?:cookie|privacy)|informativa
    | (?:ops\W+)?(?:questa|la)\spagina\snon\s(?:c['’]è|esiste)(?:\spiù)?
    | servizio\s(?:momentaneamente\s|temporaneamente\s)?non\sdisponibile|(?:sito|pagina)\s(?:momentaneamente\s|temporaneamente\s)?non\s(?:raggiungibile|disponibile)
    | browser\s(?:non\s(?:aggiornato|supportato|compatibile)|obsoleto)
    | (?:quest[oa]\s)?(?:notizia|articolo|contenuto|pagina)\s(?:è\sstat[oa]\s)?(?:rimoss[oa]|eliminat[oa]|cancellat[oa]|non\s(?:è\spiù\s(?:online|disponibile)|esiste\spiù))
    | .{0,60}\s(?:nel\stuo\spaese|nella\stua\s(?:area|regione|zona)|dalla\stua\s(?:area|regione|zona))(?:\sgeografica)?
"""
GATE_TEXT = r"""
    abbiamo\srilevato\s(?:un[ao']?\s?)?(?:attività|traffico)\s(?:insolit|anomal|sospett)
    | (?:siamo\s)?spiacenti\W+(?:ma\s)?(?:la\s)?pagina
    | la\spagina\s(?:che\s)?(?:stai\scercando|hai\s(?:cercato|richiesto)|cercata|richiesta)\s
    | (?:per\s(?:continuare|proseguire)\W+)?(?:dimostra|conferma)\s(?:di\snon\sessere|che\snon\ssei)\sun\srobot
    | (?:sembra\sche\s)?il\stuo\sbrowser\s
    | non\s(?:hai|disponi)\s(?:i\s|dei\s|l['’])?(?:permess|autorizzazion)
    | quest[oa]\s(?:contenuto|video|articolo|pagina|sito)\snon\sè\s(?:disponibile|visibile|accessibile)
      \s(?:nel\stuo|nella\stua|al\sdi\sfuori)
    | per\s(?:visualizzare|vedere|accedere\sa)\squest[oa]\s\S+\s(?:devi|è\snecessario|occorre)
    | stiamo\s(?:controllando|verificando)\s[^.]{0,24}tua\sconnessione
    | (?:il\slink|la\spagina|l['’]indirizzo)\s[^.]{0,20}potrebbe\sessere\s
    | inserisci\s(?:le\stue|i\stuoi|il\stuo|la\stua|email|nome)\s
    | i\snostri\ssistemi\shanno\srilevato\s
    | (?:la\sversione\sdel|stai\s(?:usando|utilizzando)\s(?:un|una\sversione))\s[^.]{0,24}browser
    | purtroppo\W+[^.]{0,30}(?:nostro|questo)\s(?:sito|contenuto)\s
"""
REFUSED = r"""
    non\s(?:è\s)?(?:stat[oa]\s)?(?:trovat[oa]|disponibile|esiste)
    | \bspiacenti\b|\bops!
    | qualcosa\sè\sandato\sstorto|si\sè\sverificato\sun\serrore
    | accedi\s(?:al|per)|devi\s(?:accedere|effettuare)
    | \b(?:abilita|disattiva)\b
    | (?:un\srobot|umano|maggiorenne)\?
    | sessione\s(?:è\s)?scaduta
    | non\s(?:c['’]è|troviamo|abbiamo\strovato)|torn(?:iamo|eremo)|umano|riservata|\bcookie\b
"""
CONSENT = r"""
    \b(?:consenso|dati\spersonali|(?:tua|vostra)\sprivacy|accett[ao]\b|rifiut[ao]\b|accettare
      | rifiutare)
"""

GATE_TO_READER = r"""
    \bci\sscusiamo\sper\b
    | \briprova(?:re)?\s(?:più\stardi|tra\s)
    | \b(?:torneremo|tornerà|saremo)\s(?:di\snuovo\s)?(?:online|presto|disponibil\w+)
    | \bgrazie\sper\sla\s(?:pazienza|comprensione)
"""

# What a site says on many of its pages.

SHOP_TERMS = r"""
    \bspedizion\w+\b
"""
SHOP_TERMS_WORDS = ("spedizion",)
ONWARD = r"""
    \b(?:leggi|scopri)\b
"""
COMMENT_COUNT = r"""
    \bcommenti\b
"""

# Lines beside an article.

LABEL = r"""
    (?:fonte|leggi\sanche|per\sapprofondire)\s*[:：|]
"""
LABEL_STARTS = "flp"
CONTENTS = "sommario|indice"

# Notices.

NOTICE_START = r"""
    tutti\si\sdiritti\s(?:sono\s)?riservati
    | riproduzione\sriservata
"""
NOTICE_LINE = "pubblicità"
NOTICE_WORDS = ("pubblicità", "rvat")
CLOSING_START = r"""
    (?:iscriviti|ricevi|abbonati)\s(?:[^\s.]+\s){1,6}newsletter
    | (?:seguici|clicca\squi)\s[^.]{0,60}\b(?:facebook|instagram|whatsapp|telegram|youtube|google\snews)\b
"""
USES_COOKIES = r"""
    (?:questo|il\snostro)\ssito(?:\sweb)?\s(?:usa|utilizza|fa\suso\sdi)
    | utilizziamo
"""
CLOSING_WORDS = ("newsletter", "cookie", "guici", "icca qui")
SURE_NOTICE = r"""
    riproduzione\sriservata|diritti\s(?:sono\s)?riservati
"""
TO_READERS = r"""
    \b(?:nostr[aeio]|tu[ao]i?|seguici|iscriviti)\b
    | \bquest[oa]\s(?:sito|pagina|articolo)\b
"""

# Dates.

ON_DAY = "il"
DAY_FIRST = "(?-i:il)"
PUBLISHED = "pubblicat[oa]"
DATE_LABEL = "data"
UPDATED = r"""
    \baggiornat[oa]\b
"""
BY = "di"
BYLINE_WORD = r"""
    di
    | e
"""
MONTHS = (
    "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre",
)
AT_CLOCK = "alle"

# Sources.

SOURCE = "fonte"
ORIGIN_WORDS = ("fonte",)

# Sections below an article.

OTHER_HEADINGS = """
    articoli correlati | articoli simili | articoli consigliati
    leggi anche | leggi tutto | più letti
    potrebbe interessarti | potrebbe interessarti anche | ti potrebbe interessare
"""
AUTHOR_HEADINGS = "sull'autore | sull'autrice"
COMMENT_HEADINGS = """
    commenti | commento | lascia un commento
"""

# Comments.

COMMENT_DAY = "ieri|oggi"
COMMENTER_WORDS = ("ieri", "oggi")
