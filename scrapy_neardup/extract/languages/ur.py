"""Urdu."""

# Notices.

NOTICE_START = r"""
    جملہ\sحقوق
"""
NOTICE_LINE = "اشتہار"
NOTICE_WORDS = ("اشتہار", "جملہ حقوق")

# Dates.

PUBLISHED = r"""
    (?:تاریخ\s)?اشاعت|شائع
"""
UPDATED = r"""
    اپ\s?ڈیٹ
"""
BYLINE_LABEL = "تحریر"
MONTHS = ("جنوری فروری مارچ اپریل مئی جون جولائی اگست ستمبر اکتوبر نومبر دسمبر",)

# Sections below an article.

OTHER_HEADINGS = """
    یہ بھی پڑھیں | مزید پڑھیں | متعلقہ خبریں | متعلقہ مضامین | تازہ ترین
"""
COMMENT_HEADINGS = """
    تبصرے | تبصرہ کریں | اپنی رائے دیں
"""
