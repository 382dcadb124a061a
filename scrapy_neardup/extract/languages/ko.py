"""Korean."""

# What a site says to its visitor.

TO_VISITOR = r"""
    [하으]?세요|주시기|하신|하시|하실|으실
    | 고객님|회원님|여러분
    | 바랍니다|부탁|양해
"""
OF_VISIT = r"""
    페이지|사이트|기사|화면|주소
    | 로그인|회원|구독|계정|비밀번호|인증
    | 접속|접근|브라우저|네트워크|설치|요청|쿠키
    | 서비스|이용
"""

# A locked article.

WALL = r"""
    (?:이\s?기사는\s)?(?:유료|구독)\s?(?:회원|구독자)?\s?전용[^.]{0,50}
    | 이미\s(?:회원|구독)[^.]{0,20}로그인[^.]{0,20}
    | 이\s(?:기사|콘텐츠)는\s(?:유료|구독|정기)\s?(?:회원|구독자)(?:만|에게만)\s[^.]{0,20}
    | (?:구독|로그인|가입)\s?(?:하면|하시면|후)\s
      (?:[^.]{0,20}(?:기사|콘텐츠|본문|전문을|이어서|계속\s읽)[^.]{0,20}|이용(?!\s?요금|료)[^.]{0,14})(?:니다|세요|어요)
"""
WALL_BEGINNING = r"""
    (?:이\s기사는\s)?(?:유료|구독)\s?(?:회원|자)\s?전용
"""

# What a server says in place of an article.

FAILURE = r"""
    (?:페이지|게시[물글]|문서|기사|주소|자료)\S?\s(?:\S+\s)?찾을\s?수\s?없
"""
GATE = r"""
    오류(?:\s안내)?
    | 로그인
    | (?:서비스|시스템)?\s?점검\s(?:중(?:입니다)?|안내)
    | 접근\s?(?:제한|차단)
    | 연령\s?확인
    | 존재하지\s않는\s\S+
"""
REFUSED = r"""
    없습니다|존재하지\s않는|삭제된
    | 로그인이\s필요
    | 감지되
    | (?:유료|구독).{0,6}전용
    | 19세
"""
CONSENT = "쿠키"

# What a site says on many of its pages.

SHOP_TERMS = "배송|반품"
SHOP_TERMS_WORDS = ("배송", "반품")
ONWARD = r"""
    자세히
    | 더\s?보기
"""
COMMENT_COUNT = "댓글"

# Lines beside an article.

CONTENTS = "목차"

# Notices.

NOTICE = r"""
    무단\s?(?:전재|복제|배포)
    | 저작권자
    | 기자\s*[\w.]+@
    | ^기사의\s섹션\s정보는
    | [.=/|]\s?(?!무[료상]\s)\S{2,14}\s제공\W*$
"""
NOTICE_LINE = "광고"
NOTICE_WORDS = ("무단", "저작권자", "기자", "섹션", "제공", "광고")
CLOSING = r"""
    이\s기사는\s언론사에서
"""
CLOSING_START = r"""
    (?:뉴스레터|메일링)\S?\s?(?:구독|신청)(?:하[면세고시기]|해)
    | (?:당사는?|저희는?|(?:이|본)\s(?:웹)?사이트[는은])\s?(?:cookies?|쿠키)
"""
SUBSCRIBERS_ONLY = r"""
    구독자\s전용
"""
CLOSING_WORDS = ("언론사에서", "뉴스레터", "메일링", "cookie", "쿠키", "구독자")
SURE_NOTICE = "금지"
TO_READERS = r"""
    저희
    | (?:^|\s)본\s
"""

# Dates.

PUBLISHED = r"""
    (?:기사\s?|최초\s?)?(?:게시|등록|입력|작성|발행|승인)(?:일시?|시간)?
"""
DATE_LABEL_ANYWHERE = "날짜|일시"
UPDATED = "수정|업데이트|갱신"
DATE_OF = r"""
    [\w)](?<!\d)(?<!요)일(?:자|시)?
"""
BYLINE_LABEL = "기자"
MORNING = ("오전",)
AFTERNOON = ("오후",)
AGO = r"""
    [0-9]\s?(?:초|분|시간|일|주|개월|년)\s?전
"""
DAY_WITH_CLOCK = "(?:오늘|어제),?"
MOMENT_WORDS = ("전",)

# Sources.

SOURCE = "출처"
ORIGIN_WORDS = ("출처",)

# Pagers.

FIRST_PAGE = "이전"
PREVIOUS_PAGE = r"""
    이전\s?페이지
"""

# Sections below an article.

SECTION = r"""
    관련\s?(?:기사|뉴스)
    | 많이\s?본
"""
SECTION_WORDS = ("관련", "많이")

# Comments.

COMMENTS = r"""
    (?:전체\s?)?댓글
"""
COMMENTS_WORDS = ("댓글",)
REPLY = "답글"
COMMENT_DAY = "어제|오늘|방금"
COMMENTER_WORDS = ("어제", "오늘", "방금")
