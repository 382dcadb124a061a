"""Thai. Its months stand in `written_dates`, as their years are of the Buddhist calendar."""

# Dates.

PUBLISHED = r"""
    (?:วันที่)?(?:เผยแพร่|โพสต์)(?:เมื่อ)?
"""
UPDATED = "ปรับปรุง|อัปเดต|อัพเดต|แก้ไข"
BY = "โดย"

# Sections below an article.

OTHER_HEADINGS = """
    ข่าวที่เกี่ยวข้อง | บทความที่เกี่ยวข้อง | เรื่องที่เกี่ยวข้อง | เนื้อหาที่เกี่ยวข้อง
    ข่าวล่าสุด | บทความแนะนำ | อ่านเพิ่มเติม
"""
COMMENT_HEADINGS = """
    ความคิดเห็น | แสดงความคิดเห็น
"""
