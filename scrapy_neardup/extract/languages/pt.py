"""Portuguese."""

# What a site says on many of its pages.

ONWARD = r"""
    \b(?:saber|ler)\b
"""
COMMENT_COUNT = r"""
    \bcomentários?\b
"""

# Notices.

NOTICE_LINE = "publicidade"
NOTICE_WORDS = ("publicidade",)
CLOSING_START = r"""
    (?:assine|inscreva-se)\s(?:\w+\s){1,3}newsletter
"""
USES_COOKIES = r"""
    este\ss[ií]te\s(?:usa|utiliza)
"""
CLOSING_WORDS = ("newsletter", "cookie")

# Dates.

ON_DAY = "em"
DAY_FIRST = "(?-i:em)"
DATE_LABEL = "data"
UPDATED = r"""
    \batualizad[oa]\b
"""
BYLINE_WORD = r"""
    por
    | de|e
"""
MONTHS = (
    "janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro",
)
AT_CLOCK = "às"
AGO = r"""
    \bhá\s[0-9]{1,2}\s(?:min|hora|d[ií]a)
"""
MOMENT_WORDS = ("há ",)

# Sections below an article.

OTHER_HEADINGS = """
    sobre o autor | sobre a autora
    artigos relacionados | notícias relacionadas | matérias relacionadas
    conteúdo relacionado | posts relacionados
    leia também | leia mais | veja também | veja mais | mais lidas
    você também pode gostar | você pode gostar
    últimas notícias
"""
COMMENT_HEADINGS = """
    comentários | comentário | deixe um comentário | deixe seu comentário
    deixe uma resposta
"""
HEADING_WORDS = (
    "sobre", "relacionad", "leia", "veja", "lidas", "gostar", "notí", "coment", "resposta",
)  # fmt: skip

# Comments.

COMMENT_DAY = "ontem|hoje"
COMMENTER_WORDS = ("ontem", "hoje")
