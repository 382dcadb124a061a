"""Spanish."""

# What a site says to its visitor.

TO_VISITOR = r"""
    \b(?:
        usted|ustedes|tus?|te
        | tienes|puedes|eres|debes|aceptas
        | inicia|comprueba|utiliza|lee|completa
    )\b
    | por\sfavor
    | lo\ssentimos|disculp[ae]
    | suscr[ií]bete
"""
OF_VISIT = r"""
    \b(?:
        páginas?|web|sitio|portada|direcci[oó]n|buscador|enlace
        | noticias?|contenidos?|disponibles?
        | navegador|navegando|cookies|país
        | cuenta|sesi[oó]n|suscr[ií]\w+
        | robot|verificación
        | molestias
    )\b
"""

# A locked article.

WALL = r"""
    (?:suscr[ií]bete|reg[ií]strate|inicia\ssesi[oó]n)\spara\s[^.]{0,20}(?:leyendo|leer|art[ií]culo)[^.]{0,50}
    | (?:si\squieres|para)\s(?:seguir|continuar)\sleyendo,?\s(?:suscr[ií]bete|reg[ií]strate|inicia)[^.]{0,50}
    | ya\seres\ssuscriptor[^.]{0,40}
    | contenido\sexclusivo\spara\ssuscriptores[^.]{0,60}
"""
WALL_BEGINNING = r"""
    est[ea]\s\S+\s(?:\S+\s){0,4}(?:para)?\s?(?:\S+\s)?suscriptores
    | contenido\sexclusivo\spara\ssuscriptores
    | (?:suscr[ií]bete|reg[ií]strate)\spara\s
"""

# What a server says in place of an article.

GATE = r"""
    iniciar\ssesión
    | p[aá]gina\sno\s(?:encontrada|disponible)|contenido\sno\sdisponible
    | (?:(?:sitio|web|estamos)\s){0,2}en\smantenimiento
    | acceso\sdenegado
    | (?:\w+\s){0,3}(?:tienes|usas|utilizas|detectado)\s(?:\w+\s)?un\sbloqueador\sde\s(?:anuncios|publicidad)
"""
REFUSED = r"""
    bloqueador
    | no\s(?:encontramos|hemos\sencontrado|existe)
    | lo\ssentimos
    | eres\s(?:humano|mayor|un\srobot)
    | verifica\sque
    | inicia\ssesión
"""
CONSENT = r"""
    consentimiento
    | datos\spersonales
"""

# What a site says on many of its pages.

SHOP_TERMS = r"""
    \b(?:envíos?|devoluci\w+)\b
"""
SHOP_TERMS_WORDS = ("env", "devoluci")
ONWARD = r"""
    \b(?:más|leer|ver|saber)\b
"""
COMMENT_COUNT = r"""
    \bcomentarios?\b
"""

# Lines beside an article.

CONTENTS = "índice|contenidos?"

# Notices.

NOTICE_LINE = "publicidad"
NOTICE_WORDS = ("publicidad",)
CLOSING_START = r"""
    suscr[ií]b(?:ete|ase|anse)\s(?:\w+\s){1,3}(?:bolet[ií]n|newsletter|canal|lista)
    | sig(?:ue|a)\stoda\sla\s(?:información|actualidad)
    | s[ií]guenos\sen\s(?:\w+\s){0,4}(?:google|facebook|x\b|twitter|instagram|whatsapp|telegram|redes)
    | si\squieres\srecibir\s[^.,]{0,60},?\ssuscr[ií]bete\b
"""
SUBSCRIBERS_ONLY = r"""
    s[oó]lo\spara\ssuscriptores
"""
USES_COOKIES = r"""
    este\ss[ií]tio\s(?:usa|utiliza)
    | usamos|utilizamos
"""
CLOSING_WORDS = ("guenos en", "sigue toda", "siga toda", "suscr", "cookie")

# Dates.

WEEKDAY = "lunes|martes|miércoles|jueves|viernes|sábado|domingo"
ON_DAY = "el"
DAY_FIRST = "(?-i:el)"
PUBLISHED = r"""
    publicad[oa]|cread[oa]
    | fecha\sde\spublicación
"""
DATE_LABEL = "fecha"
UPDATED = r"""
    \bactualizad[oa]\b
    | \bactualizaci[oó]n\b
"""
OTHER_DATE = r"""
    \b(?:desde|hasta)
"""
BY = "por"
BYLINE_WORD = r"""
    por
    | de|del|el|la|y
    | lectura
"""
MONTHS = (
    "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
    "enero febrero marzo abril mayo junio julio agosto setiembre octubre noviembre diciembre",
    "ene feb mar abr may jun jul ago sept oct nov dic",
)
AT_CLOCK = r"a\slas"
AGO = r"""
    \bhace\s[0-9]{1,2}\s(?:min|hora|d[ií]a)
"""
DAY_WITH_CLOCK = r"""
    (?:hoy|ayer)(?:\sa\slas|,)?
"""
MOMENT_WORDS = ("hace ",)

# Sources.

SOURCE = "fuente"
ORIGIN_WORDS = ("fuente",)

# Sections below an article.

OTHER_HEADINGS = """
    artículos relacionados | noticias relacionadas | notas relacionadas | contenido relacionado
    entradas relacionadas | publicaciones relacionadas | temas relacionados
    más noticias | últimas noticias | más información
    te puede interesar | le puede interesar | te podría interesar | también te puede interesar
    quizás te interese
    lo más leído | lo más visto | las más leídas | más leídas
    lee también | lea también | leer más | ver más
"""
AUTHOR_HEADINGS = "sobre el autor | sobre la autora | acerca del autor"
COMMENT_HEADINGS = """
    comentarios | comentario | deja un comentario | dejar un comentario
    añadir un comentario | escribe un comentario | deja una respuesta
"""

# Comments.

COMMENT_DAY = "ayer|hoy"
COMMENTER_WORDS = ("ayer", "hoy")
