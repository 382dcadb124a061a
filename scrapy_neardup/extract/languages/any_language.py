"""Words and signs of no language: names, symbols, abbreviations."""

# What a server says in place of an article.

FAILURE = r"""
    ^\W*404\W*$
"""
GATE = "404|ddos-guard"
REFUSED = "adblock"

# Lines beside an article.

LABEL = r"""
    (?:https?://|www\.)\S+\s*$
"""
LABEL_STARTS = "hw"
AGENCY = r"""
    getty(?:\simages)?
    | shutterstock
    | i?stock(?:\s?photo)?(?:\.com)?
    | alamy(?:\sstock\sphoto)?
    | unsplash|pexels|pixabay
    | adobe\s?stock|dreamstime|depositphotos
    | reuters|afp
"""
AGENCY_WORDS = (
    "getty", "stock", "alamy", "unsplash", "pexels", "pixabay", "dreamstime", "depositphotos",
    "reuters", "afp",
)  # fmt: skip

# Notices.

NOTICE = r"""
    [©ⓒ]
    | \(c\)\s*\d{4}
"""
# How far a recording has been played, and how long it is.
NOTICE_LINE = r"""
    0?0:00(?:\s?/\s?-?\d{1,2}:\d\d(?::\d\d)?)?
"""
NOTICE_WORDS = ("©", "ⓒ", "(c)", "0:00")
SURE_NOTICE = r"""
    [©ⓒ]
    | \(c\)\s*\d{4}
    | @\w
"""

# Dates.

OTHER_DATE = "©"
OF_OTHERS = r"""
    \b(?:getty|reuters/\w+)\b
    | ©
"""
BYLINE_WORD = r"""
    cet|edt|est|gmt|ist|utc
    | pm
"""

# Comments.

COMMENTER = r"""
    ^\W*\#\s?[0-9]+\W*$
"""
