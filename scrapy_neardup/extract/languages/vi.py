"""Vietnamese."""

# Notices.

NOTICE_LINE = r"""
    quảng\scáo
"""
NOTICE_WORDS = ("quảng",)

# Dates.

WEEKDAY = r"""
    thứ\s\w+|chủ\snhật
"""
DAY_FIRST = r"""
    ngày
    | (?:thứ\s\w+|chủ\snhật),?
"""
PUBLISHED = "đăng"

# Sections below an article.

OTHER_HEADINGS = """
    tin liên quan | bài viết liên quan | tin cùng chuyên mục
    xem thêm | đọc thêm | có thể bạn quan tâm
"""
COMMENT_HEADINGS = """
    bình luận | ý kiến bạn đọc
"""
HEADING_WORDS = ("liên", "tin ", "xem", "đọc", "quan t", "bình lu", "ý kiến")
