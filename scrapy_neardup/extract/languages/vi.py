"""Vietnamese."""

# What a site says to its visitor.

TO_VISITOR = r"""
    \b(?:
        (?:bạn(?!\s(?:bè|đọc|trai|gái|học|thân|nhỏ))|quý\s(?:khách|vị|độc\sgiả)|vui\slòng|xin\slỗi
          | rất\stiếc|hãy|mời\sbạn|cảm\sơn|chúng\stôi\sđang\skiểm\stra|đúng\sbạn)\b
        | quên\smật\skhẩu
    )
"""
OF_VISIT = r"""
    \b(?:
        (?:trang|website|đường\sdẫn|địa\schỉ|nội\sdung|bài\sviết|bài\sbáo|hệ\sthống|trình\sduyệt
          | javascript|quảng\scáo|tài\skhoản|đăng\snhập|mật\skhẩu|đăng\ský|thành\sviên|đọc\stiếp|gói
          | robot|người\smáy|truy\scập|máy\schủ|quyền|bị\schặn|yêu\scầu|mạng|thử\slại|quay\slại
          | quốc\sgia|khu\svực|bảo\strì|bất\stiện|cookie|đồng\sý|quyền\sriêng\stư|tùy\schọn|18\stuổi
          | liên\skết|ô\stìm\skiếm|trang\schủ|kết\snối|tên\sđăng\snhập|vài\s(?:phút|giây)|kiên\snhẫn
          | chờ|cài\sđặt|dữ\sliệu|phiên\sbản|thanh\smenu|tải\slại|bài|khách|thông\scảm|điện\sthoại)\b
    )
"""

# A locked article.

WALL = r"""
    (?:bài\s(?:viết|báo)|nội\sdung)\s(?:này\s)?(?:chỉ\s)?(?:dành|có\ssẵn)\s(?:riêng\s)?cho\s
      (?:độc\sgiả|bạn\sđọc|thành\sviên|người|hội\sviên|thuê\sbao)[^.]{0,40}
    | (?:bạn\s)?(?:đã|chưa)\s(?:có\stài\skhoản|là\s(?:thành\sviên|hội\sviên|thuê\sbao)|đăng\ský)[^.?]{0,20}
    | (?:vui\slòng\s|hãy\s)?(?:đăng\snhập|đăng\ský|mua\sgói|trả\sphí)\s[^.]{0,40}
      (?:để\s(?:đọc|xem|tiếp\stục)|đọc\s(?:không|toàn))[^.]{0,40}
    | để\s(?:đọc|xem)\s(?:tiếp|toàn\sbộ|đầy\sđủ|hết)[^.]{0,30}(?:đăng|mua|trả\sphí)[^.]{0,40}
    | bạn\sđã\s(?:đọc\shết|hết|sử\sdụng\shết)\s[^.]{0,30}miễn\sphí[^.]{0,30}
    | đọc\s(?:tiếp|không\sgiới\shạn|toàn\sbộ)\s(?:với|bằng|khi)\s[^.]{0,40}
    | (?:hủy|ngừng)\s(?:bất\scứ|bất\skỳ)\s[^.]{0,14}
    | (?:chọn|mua)\s(?:một\s)?gói\s(?:hội\sviên|thành\sviên|đọc|thuê\sbao)[^.]{0,40}
    | chỉ\s(?:hội\sviên|thành\sviên|người\sđăng\ský|thuê\sbao)\s[^.]{0,50}
"""
WALL_BEGINNING = r"""
    (?:bài\s(?:viết|báo)|nội\sdung)\snày\s(?:chỉ\s)?dành\s(?:riêng\s)?cho\s(?:độc\sgiả|thành\sviên|hội\sviên|thuê)
    | (?:vui\slòng\s)?đăng\s(?:nhập|ký)\sđể\s(?:đọc|xem|tiếp)
"""

# What a server says in place of an article.

ERROR_NAME = r"""
    không\s(?:tìm\sthấy|tồn\stại)
    | bị\stừ\schối
"""
FAILURE = r"""
    quên\smật\skhẩu
"""
GATE = r"""
    lỗi(?:\s\d{3}|\shệ\sthống|\smáy\schủ)?|(?:đã\s)?(?:xảy\sra|có)\slỗi(?:\sxảy\sra)?
    | đăng\snhập|phiên\sđăng\snhập\s(?:đã\s)?hết\shạn
    | (?:không\stìm\sthấy\s(?:trang|bài\sviết|nội\sdung)(?:\snày)?|(?:trang|bài\sviết)\s(?:này\s)?không\stồn\stại)
    | nội\sdung\s(?:này\s)?(?:không\skhả\sdụng|không\stồn\stại|bị\schặn)
    | (?:(?:website|hệ\sthống|trang\sweb)\s)?(?:đang\s)?bảo\strì(?:\shệ\sthống)?
    | (?:truy\scập\sbị\s(?:từ\schối|chặn)|từ\schối\struy\scập)
    | xác\s(?:minh|nhận|thực)(?:\s(?:bảo\smật|độ\stuổi|tuổi))?
    | bạn\scó\sphải\s(?:là\s)?(?:người\smáy|robot|con\sngười)(?:\skhông)?|tôi\skhông\sphải\s(?:là\s)?(?:người\smáy|robot)
    | bạn\sđã\s(?:đủ|trên)\s18\stuổi(?:\schưa)?
    | chúng\stôi\s(?:tôn\strọng|coi\strọng)\squyền\sriêng\stư\scủa\sbạn
    | (?:chúng\stôi\s)?(?:sẽ\s)?(?:sớm\s)?(?:quay|trở)\s(?:trở\s)?lại(?:\s(?:sau|sớm|ngay))?|(?:chờ|đợi|xin\schờ|vui\slòng\s(?:chờ|đợi))(?:\smột)?(?:\s(?:chút|lát|giây\slát))?
    | xác\s(?:minh|nhận|thực)\s(?:rằng\s)?bạn\slà\s(?:con\s)?người
    | đăng\snhập\s(?:tài\skhoản|vào|để)[^.]{0,24}
    | (?:chính\ssách\s)?(?:cookie|quyền\sriêng\stư|bảo\smật)|(?:trang\sweb|website)\s(?:này\s)?(?:dùng|sử\sdụng)\scookie
    | (?:rất\stiếc\W+|xin\slỗi\W+)?(?:trang|bài\sviết)\s(?:này\s)?(?:không\scòn|đã\sbị)\s[^.]{0,16}
    | dịch\svụ\s(?:tạm\sthời\s)?(?:không\skhả\sdụng|gián\sđoạn|ngừng)|(?:trang|website|hệ\sthống)\s(?:tạm\s(?:thời\s)?)?(?:ngừng|gián\sđoạn|quá\stải)[^.]{0,14}
    | trình\sduyệt\s(?:quá\s)?(?:cũ|lỗi\sthời|không\sđược\shỗ\strợ)|trình\sduyệt\scủa\sbạn\s[^.]{0,20}
    | (?:bài|bài\sviết|tin|trang)\s(?:này\s)?(?:đã\s(?:bị\s)?(?:gỡ|xóa)|không\scòn)[^.]{0,16}
    | .{0,60}(?:quốc\sgia|khu\svực|nước)\scủa\sbạn
    | đăng\snhập\svào\s[^.]{0,30}
"""
GATE_TEXT = r"""
    (?:chúng\stôi|hệ\sthống)\s(?:đã\s)?phát\shiện\s(?:\S+\s){0,4}(?:bất\sthường|đáng\sngờ)
    | (?:xin\slỗi|rất\stiếc)\W+(?:trang|bài\sviết|nội\sdung|đường\sdẫn)
    | trang\s(?:mà\s)?bạn\s(?:đang\s)?(?:tìm|yêu\scầu|truy\scập)
    | (?:vui\slòng\s)?xác\snhận\s(?:rằng\s)?bạn\skhông\sphải\s
    | trình\sduyệt\scủa\sbạn\s
    | bạn\s(?:không\scó\squyền|cần\sđăng\snhập|phải\sđăng\snhập|cần\sphải\sđăng\snhập)
    | (?:nội\sdung|video|bài\sviết|trang)\snày\s(?:hiện\s)?không\s(?:khả\sdụng|có\ssẵn|được\sphép)
      \s(?:\S+\s){0,2}(?:quốc\sgia|khu\svực|nước)
    | (?:website|hệ\sthống|trang\sweb)\s(?:hiện\s)?đang\s(?:được\s)?(?:bảo\strì|nâng\scấp)
    | (?:chúng\stôi|hệ\sthống)\sđang\skiểm\stra\s[^.]{0,24}(?:kết\snối|trình\sduyệt)
    | (?:mời\sbạn\s|vui\slòng\s)nhập\s(?:tên|email|mật|tài|số)
    | hệ\sthống\scủa\schúng\stôi\s(?:đã\s)?phát\shiện\s
    | phiên\sbản\strình\sduyệt\s|bạn\sđang\sdùng\s(?:trình\sduyệt|phiên\sbản)
    | (?:rất\stiếc|xin\slỗi)\W+vì\slý\sdo\s
"""
REFUSED = r"""
    không\s(?:tìm\sthấy|tồn\stại|khả\sdụng|có\ssẵn)
    | xin\slỗi|rất\stiếc
    | (?:xảy\sra|có)\s(?:lỗi|sự\scố)
    | vui\slòng|trình\schặn\squảng\scáo
    | bạn\skhông\sphải|người\smáy\skhông
    | 18\stuổi
    | không\scòn|trở\slại|con\sngười|\bcookie\b
"""
CONSENT = r"""
    \b(?:đồng\sý|dữ\sliệu\scá\snhân|riêng\stư|cá\snhân\shóa|đối\stác|chấp\snhận|từ\schối)
"""

GATE_TO_READER = r"""
    \bxin\slỗi\s(?:vì|bạn|quý)
    | \b(?:vui\slòng|hãy|xin)\s(?:thử\slại|quay\slại|trở\slại)
    | \b(?:sớm|sẽ)\s(?:quay|trở)\s(?:trở\s)?lại\s(?:sau|sớm|trong)
    | \bcảm\sơn\s(?:sự|bạn\sđã)\skiên\snhẫn
"""

# Lines beside an article.

LABEL = r"""
    (?:ảnh|nguồn|(?:xem|đọc)\sthêm)\s*[:：|]
"""
LABEL_STARTS = "nxđả"

# Notices.

NOTICE_START = r"""
    bản\squyền\s(?:thuộc|©|\d{4})
    | (?:cấm|không\sđược|vui\slòng\skhông)\ssao\schép\s
"""
NOTICE_LINE = r"""
    quảng\scáo
"""
NOTICE_WORDS = ("quảng", "bản quyền", "sao chép")
CLOSING_START = r"""
    (?:đăng\ský|nhận)\s(?:[^\s.]+\s){0,3}bản\stin\b
    | (?:theo\sdõi|(?:mời\s)?(?:bạn\sđọc\s)?tham\sgia)\s[^.]{0,40}\b(?:facebook|instagram|whatsapp|telegram|youtube|google\snews|zalo)\b
"""
USES_COOKIES = r"""
    (?:(?:trang\sweb|website)\s(?:này\s|của\schúng\stôi\s)?|chúng\stôi\s)(?:có\s)?sử\sdụng
"""
CLOSING_WORDS = ("bản tin", "cookie", "dõi", "ham gia")
SURE_NOTICE = r"""
    bản\squyền\sthuộc
"""
TO_READERS = r"""
    \b(?:chúng\stôi|của\sbạn|trang\sweb\snày)\b
"""

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
AUTHOR_HEADINGS = "về tác giả"
COMMENT_HEADINGS = """
    bình luận | ý kiến bạn đọc
"""
