"""French."""

# What a site says to its visitor.

TO_VISITOR = r"""
    \b(?:vous|votre|vos|veuillez|merci|oups|désolée?s?)\b
"""
OF_VISIT = r"""
    \b(?:
        article|site|accueil|adresse|moteur\sde\srecherche
        | navigateur|cookies|publicité
        | compte|connectez|connexion|abonn\w+|inscri\w+
        | consentement|données
        | robot|humain|curseur
        | compréhension
    )\b
"""

# A locked article.

WALL = r"""
    il\svous\sreste\s\S{1,8}[^.]{0,40}à\slire[^.]{0,60}
    | (?:la\ssuite\sde\s)?cet\sarticle\sest\sréservé[^.]{0,40}
    | (?:abonnez|connectez|inscrivez)-vous\s[^.]{0,40}(?:lire|article|lecture)[^.]{0,40}
    | déjà\sabonnée?\b[^.]{0,40}
    | vous\s(?:avez\senvie\sde|souhaitez|voulez)\slire\sla\ssuite
      (?=\W*(?:$|(?:abonnez|connectez|identifiez|inscrivez-vous(?!\s(?:aux?|à)\s)|créez\s(?:un|votre)|cet\sarticle\sest)\b))
"""
WALL_BEGINNING = r"""
    (?:cet|cette)\s\S+\s(?:\S+\s){0,4}(?:aux)?\s?(?:\S+\s)?abonnés
    | (?:abonnez|connectez|inscrivez)-vous\s(?:\S+\s)?pour\s
"""

# What a server says in place of an article.

GATE = r"""
    erreur
    | connexion
    | (?:cette\s)?page\s(?:introuvable|non\strouvée)
    | (?:site\s)?en(?:\scours\sde)?\smaintenance
    | accès\s(?:refusé|interdit)
"""
REFUSED = r"""
    (?:page|article|contenu)\s.{0,24}(?:introuvable|supprimée?|indisponible|n['’]existe)
    | \boups\b|désolée?s?\b
    | vérifi(?:er|ons|ez)\sque\svous
    | bloqueur
"""
CONSENT = r"""
    consentement
    | données\spersonnelles
"""

# What a site says on many of its pages.

SHOP_TERMS = r"""
    \b(?:livraison|retours?)\b
"""
SHOP_TERMS_WORDS = ("livraison", "retour")
ONWARD = r"""
    \b(?:
        lire|suite|savoir|voir
        | réserver|inscri\w+
    )\b
"""
COMMENT_COUNT = r"""
    \b(?:commentaires?|réponses?)\b
"""

# Lines beside an article.

CONTENTS = "sommaire"

# Notices.

NOTICE_LINE = r"""
    (?:la\ssuite\saprès\s(?:la|cette)\s)?publicit[ée]
"""
NOTICE_WORDS = ("publicit",)
CLOSING = r"""
    il\svous\sreste\s[\d.,]{1,6}\s?%\sde\scet\sarticle
"""
CLOSING_START = r"""
    (?:abonnez|inscrivez)-vous\s(?:\w+\s){1,3}(?:newsletter|lettre|cha[iî]ne)
"""
SUBSCRIBERS_ONLY = r"""
    réservée?s?\s(?:aux|à\snos)\sabonnés
"""
USES_COOKIES = r"""
    (?:nous|ce\ssite)\s(?:utilisons|utilise)
"""
CLOSING_WORDS = ("abonnez-", "inscrivez-", "aux abonnés", "nos abonnés", "vous reste", "cookie")

# Dates.

WEEKDAY = r"""
    (?:lun|mar|mercre|jeu|vendre|same)di|dimanche
"""
ON_DAY = "le"
DAY_FIRST = "(?-i:le)"
PUBLISHED = r"""
    publiée?
    | mise?\sen\sligne
"""
UPDATED = r"""
    \b(?:mis\sà\sjour|modifiée?)\b
"""
OTHER_DATE = r"""
    \b(?:depuis|jusqu['’]au)
"""
BY = "par"
BYLINE_WORD = r"""
    à|par
    | de|la|le|et
    | lecture
"""
MONTHS = (
    "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
    "janv févr mars avr mai juin juil août sept oct nov déc",
)
AT_CLOCK = "à"
AGO = r"""
    \bil\sy\sa\s[0-9]{1,2}\s(?:min|heure|jour)
"""
DAY_WITH_CLOCK = r"""
    hier(?:\sà|,)?
"""
MOMENT_WORDS = ("il y a ",)

# Pagers.

FIRST_PAGE = "précédente?"

# Sections below an article.

OTHER_HEADINGS = """
    à lire aussi | lire aussi | à lire également | à lire | lire la suite
    articles similaires | articles liés | articles connexes | articles recommandés
    sur le même sujet | sur le même thème
    vous aimerez aussi | vous aimerez peut-être | ça peut vous intéresser
    les plus lus | le plus lu
"""
AUTHOR_HEADINGS = "à propos de l'auteur | à propos de l'autrice"
COMMENT_HEADINGS = """
    commentaires | commentaire | laisser un commentaire | ajouter un commentaire
    les commentaires | vos réactions | laisser une réponse
"""

# Comments.

COMMENT_DAY = "hier|aujourd['’]hui"
COMMENTER_WORDS = ("hier", "aujourd")
