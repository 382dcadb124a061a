"""Japanese. Words that are written as in Chinese stand in `zh`."""

# What a site says to its visitor.

TO_VISITOR = r"""
    あなた
    | ください|下さい
    | お使い|お探し|お手数|お待ち
    | ご利用|ご覧|ご指定|ご不便|ご迷惑
    | いただけ|いただき|いただく|申し訳
    | [てで]おります
"""
OF_VISIT = r"""
    ページ|サイト|記事
    | ログイン|会員|登録|パスワード|アカウント
    | ブラウザ|アクセス|アプリ|ネットワーク|クッキー|ボタン
    | サービス|メンテナンス
"""

# A locked article.

WALL = r"""
    (?:この|こちらの)記事は(?:有料|会員)[^。]{0,60}
    | 残り\s?[\d,]+\s?文字[^。]{0,50}
    | この続きを[見読み]るには(?:[^。]{0,12}(?:会員|登録|ログイン|購入|購読|有料)[^。]{0,12}|$)
    | ここから先は\s?(?:[\d,]+\s?文?字(?:\s?[/／][^。]{0,20})?)?$
    | 購入手続き(?:へ|に進む)
    | (?:すでに|既に)会員の方は[^。]{0,12}ログイン[^。]{0,12}
"""
WALL_BEGINNING = r"""
    (?:この|こちらの)記事は.{0,4}(?:有料|会員)
    | ここから先は.{0,4}会員
"""

# What a server says in place of an article.

FAILURE = "ページが見つかりません"
GATE = r"""
    エラー(?:が発生しました)?
    | ログイン
    | (?:ただいま|現在)?(?:システム)?メンテナンス中(?:です)?
    | アクセスが集中してい(?:ます|る)
    | 年齢確認
    | 会員登録のお願い
"""
REFUSED = r"""
    見つかりません|表示できません|アクセスできません
    | 削除され
    | ログインが必要|有料会員
    | お探しの
    | ロボットではない
    | (?:18|十八)歳
"""
CONSENT = "クッキー"

# What a site says on many of its pages.

SHOP_TERMS = r"""
    送料
    | 返品|返金
"""
SHOP_TERMS_WORDS = ("送料", "返")
ONWARD = r"""
    続き|見る
    | 申し?込
"""
COMMENT_COUNT = r"""
    コメント
    | 返信
"""

# Lines beside an article.

LABEL = r"""
    (?:出典|文責|取材|編集|撮影|写真|記者)\s*[:：=＝]
"""
LABEL_STARTS = "出文取編撮写記"
CONTENTS = "目次|もくじ"

# Notices.

NOTICE = r"""
    無断(?:転載|複製)
"""
NOTICE_START = r"(?:あわせて|合わせて)読みたい(?:記事|関連|\W|$)"
NOTICE_LINE = r"""
    広告|スポンサーリンク
    | 記事は下に続きます
"""
NOTICE_WORDS = ("無断", "読みたい", "広告", "スポンサー", "下に続き")
CLOSING_START = r"""
    (?:無料の?)?(?:メルマガ|メールマガジン|ニュースレター)[にをのへ].{0,6}
      (?:登録|購読)(?:すると|する$|は|して|しま|フォーム)
    | この記事が気に入ったら
    | (?:当(?:ウェブ)?サイトでは|このサイトでは)\s?(?:cookies?|クッキー)
"""
SUBSCRIBERS_ONLY = r"""
    有料(?:会員|記事)?(?:限定|専用)
"""
CLOSING_WORDS = (
    "気に入ったら", "メルマガ", "メールマガジン", "ニュースレター", "cookie", "クッキー", "有料",
)  # fmt: skip
SURE_NOTICE = r"""
    (?:転載|複製)\S{0,8}(?:禁|断り)
"""
TO_READERS = r"""
    本(?:記事|サイト)
    | 当(?:サイト|社)
"""

# Dates.

WEEKDAY = r"""
    曜日?[一二三四五六日天]?
"""
PUBLISHED = r"""
    発表(?:時間|日期)?
    | (?:公開|掲載|投稿|配信)(?:日時?)?
    | (?:登録|作成|発行|報道発表|記事公開)日
    | 初出
"""
DATE_LABEL_ANYWHERE = "日時"
DATE_ENDING = "日時?"
DATE_OF = r"""
    (?<=\w)日時
    # To look for capitals among so many characters takes time at each start.
    | (?-i:[一-鿿]{2})(?<!曜)日
"""
AFTER_DAY = r"""
    編集|公開|掲載|配信
    | 版
"""
MORNING = ("午前",)
AFTERNOON = ("午後",)
AGO = r"""
    [0-9]\s?(?:秒|分|時間|日|週間|か月|年)前
"""
MOMENT_WORDS = ("前",)

# Sources.

SOURCE = "出典|引用元|転載元|情報元"
ORIGIN = "出典|元記事|引用元|転載元|情報元"
ORIGIN_WORDS = ("出典", "元記事", "引用元", "転載元", "情報元")

# Pagers.

FIRST_PAGE = r"""
    最初(?:の)?
    | 前へ?
"""
PREVIOUS_PAGE = "前の?ページ"

# Sections below an article.

SECTION = r"""
    関連(?:記事|リンク|ニュース|キーワード)
    | あわせて読みたい|おすすめ記事
    | ランキング
"""
SECTION_WORDS = ("関連", "読みたい", "おすすめ", "ランキング")
OTHER_HEADINGS = "いいなと思ったら応援しよう"
AUTHOR_HEADINGS = """
    この記事を書いた人 | この記事の著者 | 著者プロフィール | 著者紹介 | 筆者プロフィール
    ライタープロフィール | ライター紹介 | 執筆者紹介 | 執筆者プロフィール
"""
HEADING_WORDS = ("応援しよう", "この記事", "著者", "筆者", "ライター", "執筆")

# Comments.

COMMENTS = r"""
    コメント(?:一覧|欄)?
"""
COMMENTS_WORDS = ("コメント",)
REPLY = "返信|いいね"
