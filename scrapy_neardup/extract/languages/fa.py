"""Persian."""

# Notices.

NOTICE_LINE = "آگهی|تبلیغات"
NOTICE_WORDS = ("آگهی", "تبلیغات")

# Dates. The months stand in `written_dates`, as their years are of the Persian calendar.

PUBLISHED = r"""
    تاریخ\sانتشار|منتشر\sشد(?:ه)?(?:\sدر)?|انتشار
"""
DATE_LABEL = "تاریخ"
UPDATED = r"""
    به[\u200c\s]?روز[\u200c\s]?رسانی|ویرایش
"""
BYLINE_LABEL = "نویسنده|خبرنگار"

# Sections below an article.

OTHER_HEADINGS = """
    مطالب مرتبط | اخبار مرتبط | مقالات مرتبط | مطالب مشابه | مطالب پیشنهادی
    بیشتر بخوانید | همچنین بخوانید
"""
AUTHOR_HEADINGS = "درباره نویسنده"
COMMENT_HEADINGS = """
    نظرات | نظرات کاربران | ارسال نظر | نظر شما
    دیدگاه | دیدگاه‌ها | دیدگاهها | ارسال دیدگاه
"""
