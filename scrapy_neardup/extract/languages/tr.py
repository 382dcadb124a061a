"""Turkish."""

# Lines beside an article.

CONTENTS = "içindekiler"

# Notices.

NOTICE_LINE = "reklam"
NOTICE_WORDS = ("reklam",)

# Dates.

PUBLISHED = r"""
    yayınlanma(?:\starihi)?
"""
UPDATED = r"""
    \bgüncelle\w*\b
"""
# In the second line, names whose dotless i was put into small letters as another language does it.
MONTHS = (
    "ocak şubat mart nisan mayıs haziran temmuz ağustos eylül ekim kasım aralık",
    "ocak şubat mart nisan mayis haziran temmuz ağustos eylül ekim kasim aralik",
)

# Sections below an article.

OTHER_HEADINGS = """
    yazar hakkında
    ilgili haberler | ilgili yazılar | ilgili konular | benzer haberler | benzer yazılar
    ilginizi çekebilir | bunlar da ilginizi çekebilir
    son haberler | çok okunanlar
"""
COMMENT_HEADINGS = """
    yorumlar | yorum yap | yorum yaz | bir yorum yazın
"""
HEADING_WORDS = ("yazar", "ilgi", "benzer", "haber", "okunan", "yorum")
