from __future__ import annotations

from datetime import datetime, timedelta, timezone
from unicodedata import normalize

import pytest

from scrapy_neardup.core.verdict.host_record import is_day
from scrapy_neardup.extract.time_zones import zone_of

NAMED = (
    "The yearly regatta of the harbour was won by 王芳, whose boat is called さくら, on Sunday. "
    "Boats of twelve countries took part, and some ten thousand people looked on from the quay."
)
TEXTS = [
    ("港口城市举行了一年一度的帆船比赛，来自十二个国家的船队参加。", 8),
    ("港口城市舉行了一年一度的帆船比賽，來自十二個國家的船隊參加。", 8),
    # A brand in kana, and the names of programs.
    ("优の良品门店昨天在老城开业，Docker 和 Kubernetes 用户排起长队。", 8),
    # Names of films, and a line of a song.
    (
        "《あの夏》《さくらの唄》《君の名は》是日本的动画，导演说这些故事还会继续，影迷们很高兴。",
        8,
    ),
    ("《さくらの唄》這部電影的導演昨天來到老城，她說她們很喜歡這裡，你們也會喜歡的。", 8),
    ("積極的な経済的支援と技術的な協力を国際的に進めることで、両国の首脳が合意した。", 9),
    ("中国語の教室で「我们这里没有图书馆」という文を習い、生徒たちは声に出して読んだ。", 9),
    # Not much kana, as in a list of results.
    ("港町帆船大会、十二か国参加。優勝は横浜の大学、準優勝は神戸の高校。", 9),
    ("港町で毎年恒例のヨットレースが行われ、十二か国の船が参加した。", 9),
    ("항구 도시에서 해마다 열리는 요트 경기에 열두 나라의 배가 참가했다. 大會", 9),
    ("การแข่งขันเรือใบประจำปีจัดขึ้นที่เมืองท่า มีเรือจากสิบสองประเทศ", 7),
    ("ການແຂ່ງຂັນເຮືອໃບປະຈຳປີຈັດຂຶ້ນທີ່ເມືອງທ່າ ມີເຮືອຈາກສິບສອງປະເທດ", 7),
    ("ការប្រណាំងទូកក្ដោងប្រចាំឆ្នាំត្រូវបានរៀបចំនៅទីក្រុងកំពង់ផែ", 7),
    ("CUỘC ĐUA THUYỀN BUỒM THƯỜNG NIÊN ĐƯỢC TỔ CHỨC TẠI THÀNH PHỐ CẢNG", 7),
    ("Cuộc đua thuyền buồm thường niên được tổ chức tại thành phố cảng với mười hai nước.", 7),
    ("ဆိပ်ကမ်းမြို့တွင် နှစ်စဉ် ရွက်လှေပြိုင်ပွဲ ကျင်းပခဲ့သည်။", 6.5),
    ("बंदरगाह शहर में हर साल होने वाली नौका दौड़ में बारह देशों की नावें शामिल हुईं।", 5.5),
    ("துறைமுக நகரில் ஆண்டுதோறும் நடைபெறும் படகுப் போட்டியில் பன்னிரண்டு நாடுகள் பங்கேற்றன.", 5.5),
    ("ნავსადგურის ქალაქში ყოველწლიური რეგატა ჩატარდა, თორმეტი ქვეყნის ნავებით.", 4),
    ("Նավահանգստային քաղաքում տեղի ունեցավ ամենամյա առագաստանավային մրցավազքը։", 4),
    # Read in two zones, half an hour apart.
    ("বন্দর শহরে প্রতি বছরের নৌকা দৌড়ে বারোটি দেশের নৌকা অংশ নিয়েছে।", 0),
    ("The yearly regatta began in the old harbour on Sunday, with boats of twelve countries.", 0),
    # A dot between names, and letters in two parts, as some systems write them.
    ("列夫・托尔斯泰、安娜・卡列尼娜、约翰・史密斯、弗拉基米尔・纳博科夫。", 8),
    (normalize("NFD", "항구 도시에서 해마다 열리는 요트 경기에 열두 나라의 배가 참가했다."), 9),
    (
        normalize(
            "NFD", "Cuộc đua thuyền buồm được tổ chức tại thành phố cảng với mười hai nước."
        ),
        7,
    ),
    # Names in other scripts.
    (NAMED, 0),
    ("The poet Hồ Xuân Hương is read in the schools of the town, as a teacher of it told us.", 0),
    ("2026-11-24 15:05", 0),
    ("", 0),
]


@pytest.mark.parametrize(("text", "hours"), TEXTS)
def test_a_date_without_a_zone_is_meant_in_that_of_the_script(text, hours):
    assert zone_of(text) == timezone(timedelta(hours=hours))


@pytest.mark.parametrize("text", [text for text, _ in TEXTS])
def test_midnight_in_that_zone_is_a_date_without_a_time(text):
    midnight = datetime(2026, 11, 24, tzinfo=zone_of(text))
    assert is_day(int(midnight.timestamp()))


def test_a_text_without_such_a_script_is_read_in_utc_itself():
    assert zone_of("A regatta.") is timezone.utc
