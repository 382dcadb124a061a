"""Indonesian."""

# Notices.

NOTICE_LINE = "iklan"
NOTICE_WORDS = ("iklan",)

# Dates.

PUBLISHED = "diterbitkan"
MONTHS = (
    "januari februari maret april mei juni juli agustus september oktober november desember",
)

# Sections below an article.

OTHER_HEADINGS = """
    baca juga
    artikel terkait | artikel lainnya | berita terkait | berita lainnya
    terpopuler
"""
COMMENT_HEADINGS = """
    komentar | tinggalkan komentar | tulis komentar
"""
HEADING_WORDS = ("baca ", "artikel", "berita", "terpop", "koment")
