from __future__ import annotations

import doctest
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrapy_neardup.core import sequential_sum
from scrapy_neardup.core.fingerprints import normalize as module
from scrapy_neardup.core.fingerprints.normalize import MAX_CHARACTERS, normalize
from scrapy_neardup.core.fingerprints.spelling import long_marks


def ascii_start(text):
    return ascii(text[:4])


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("ＡＢＣ，１２３。", "ABC,123。"),
        ("圖書館與書", "图书馆与书"),
        ("a\u200bb\ufeffc\u00add", "abcd"),
        ("ﬁn①", "fin1"),
        ("e\u0301", "é"),
        ("Straße", "Strasse"),
        ("\u0410pple \u0421ola", "Apple Cola"),  # Cyrillic capitals
        ("m\u03bfdern", "modern"),  # Greek omicron
        ("м\u0061ма", "мама"),  # Latin a in a Russian word
        ("Москва Αθήνα", "Москва Αθηνα"),
        ("a\ud800b\x00c", "a b c"),
        ("x\ufdfay", "x y"),
        ("1&nbsp;000 &amp; &quot;caf&eacute;&quot;", '1 000 & "café"'),
        ("it&#8217;s &amp;nbsp; &#x201C;a&amp;amp;#8221;", "it’s   “a”"),
        ("AT&T; &unknown; &amp", "AT&T; &unknown; &amp"),
        ("s\u0336t\u0332ruck\u0338, 茶\u0332, e\u0336\u0301", "struck, 茶, é"),
        ("1\ufe0f\u20e3 one", "1 one"),
        ("快讯丨渡轮", "快讯|渡轮"),
        ("3½ of ½ and 4⅔", "3 1⁄2 of 1⁄2 and 4 2⁄3"),
        ("№5, № 5", "No 5, No 5"),
        ("二○○六年，一◯一，○○公司", "二〇〇六年,一〇一,○○公司"),
    ],
)
def test_what_a_repost_changes_is_levelled(text, expected):
    assert normalize(text) == expected


def test_a_long_row_of_entities_takes_no_time():
    assert normalize("&" + "amp;" * 200_000 + "#8217;") == "’"
    assert len(normalize("&amp" * 200_000)) == 800_000


def test_traditional_characters_stay_if_the_scheme_says_so():
    assert normalize("圖書館", simplify=False) == "圖書館"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("她戴著眼鏡。作家著名。成效顯著", "她戴着眼镜。作家著名。成效显著"),
        # Others write both.
        ("她戴着眼鏡。土著。拙著", "她戴着眼镜。土著。拙著"),
        ("成效显著", "成效显著"),
    ],
)
def test_taiwan_writes_one_character_for_two(text, expected):
    assert normalize(text) == expected


@given(
    st.text(
        st.sampled_from("圖書打坏英哩昏沈甦生瞭如找藉口衹得重覆盖什么的𠠎鍾\n一二"), max_size=12
    )
)
def test_a_text_is_converted_wherever_that_changes_it(text):
    assert normalize("字" + text) == module._converter("t2s")("字" + text)


def test_what_is_converted_in_phrases_only_is():
    alone = [char for char in module._IN_PHRASES if module._converter("t2s")(char) == char]

    assert alone == list(module._IN_PHRASES)
    assert normalize("打坏，英哩，昏沈，甦生，瞭如，找藉口，衹得，重覆") == (
        "打坯,英里,昏沉,苏生,了如,找借口,只得,重复"
    )


def test_what_earlier_versions_of_opencc_left_alone_is_converted():
    assert normalize("擡頭，舖面，逕自，繞遶，破坏") == "抬头,铺面,径自,绕绕,破坏"


def test_runs_of_combining_marks_are_cut():
    marks = "a" + "\u0301\u0316" * 100_000

    assert len(normalize(marks)) < 20


@pytest.mark.parametrize(
    "text",
    [
        # Each of them makes one more place for the next change.
        "i" + "\u0307" * 100_000,
        "\u102f" * 100_000 + "\u102d",
        "\u102f\u102d" * 50_000,
        "ё" + "\u0308" * 100_000,
        "أ" + ("\u0654" * 8 + "\u0640") * 10_000,
        "ı" * 5_000 + "\u0307\u0302" * 50_000,
        # Runs of marks that are in order until what parts them is left out.
        "x" + "\u0301" * 50_000 + "\u0640" + "\u0316" * 50_000,
    ],
    ids=ascii_start,
)
def test_no_text_is_respelled_for_ever(text):
    started = time.process_time()

    once = normalize(text)

    assert time.process_time() - started < 2
    assert normalize(once) == once


def test_marks_are_looked_for_wherever_one_may_be_cut():
    marks = [mark for mark in map(chr, range(0x20000)) if long_marks().search(mark * 9)]

    assert len(marks) > 500
    assert all(module.kernel.found(mark, module._flags()) & module._MARK for mark in marks)


@given(st.text(st.sampled_from("aZé\u024f\u0370\u03bf\u0410\u0430\u052f 字-"), max_size=12))
def test_words_of_two_scripts_are_looked_for_wherever_one_may_be(text):
    assert bool(module._TWO_SCRIPTS_MEET.search(text)) == bool(
        module._WORD_OF_TWO_SCRIPTS.search(text)
    )


def test_a_long_text_is_cut():
    assert len(normalize("字" * (MAX_CHARACTERS + 10))) == MAX_CHARACTERS


@given(st.text(st.characters(), max_size=200))
def test_normal_forms_are_normal(text):
    once = normalize(text)

    assert normalize(once, simplify=False) == once
    once.encode()


@pytest.mark.parametrize("module", [module, sequential_sum])
def test_docstrings(module):
    found = doctest.testmod(module)
    assert found.attempted
    assert not found.failed


@pytest.mark.parametrize(
    ("text", "other"),
    [
        ("أحمد إلى آخر المدينة", "احمد الى اخر المدينه"),
        ("مُحَمَّدٌ فِي القاهـــرة", "محمد في القاهرة"),
        ("کتاب علی", "كتاب علي"),
        ("١٬٢٣٤٫٥", "١,٢٣٤.٥"),
        ("Ещё один Пётр", "Еще один Петр"),
        ("știință și Țară", "ştiinţă şi Ţară"),
        ("Thuỷ điện Hoà Bình, HOÁ, hoạ", "Thủy điện Hòa Bình, HÓA, họa"),
        ("İSTANBUL ISPARTA ısparta", "ISTANBUL ISPARTA isparta"),
        ("Η Αθήνα, ΐ", "Η Αθηνα, ϊ"),
        ("Ἀθῆναι καὶ ᾠδή", "Αθηναι και ωδη"),
        ("مسؤول، شئون ۳٬۵", "مسوول, شيون ۳,۵"),
        ("یہ بھی گئے تھے", "يه بهي گۓ ته\u06d2"),
        ("ههڵبژاردن", "هەڵبژاردن"),
        ("می‌شود کتاب‌هایشان بزرگ‌تر کرده‌اند", "می شود کتاب هایشان بزرگ تر کرده اند"),
        ("می‌شود کتاب‌های ما پیدا", "میشود کتابهای ما پیدا"),
        ("שָׁלוֹם, תֵּל־אָבִיב", "שלום, תל־אביב"),
        ("ज़मीन हँसी दुःख", "जमीन हंसी दुख"),
        ("हिन्दी सम्बन्ध पञ्चायत ठण्डा अङ्ग", "हिंदी संबंध पंचायत ठंडा अंग"),
        ("गये नयी जायेगा चाहिये जायें", "गए नई जाएगा चाहिए जाएं"),
        ("वह आया| सं| 5", "वह आया। सं। 5"),
        ("হঠাৎ", "হঠাত্\u200d"),
        ("น้ำ แม่", "นํ้า เเม่"),
        ("ນ້ຳ ແມ່", "ນໍ້າ ເເມ່"),
        ("ဝန်ကြီး ရန်ကုန် ကို ဉာဏ်", "၀န်ကြီး ၇န်ကုန် ကုိ ဥာဏ်"),
        ("ស្តេច ឱ្យ", "ស្ដេច ឲ្យ"),
        ("ሠራዊት ዐይን ፀሐይ ኃይል ጐንደር", "ሰራዊት አይን ጸሀይ ሀይል ጎንደር"),
        ("өнөөдөр Өвөр", "ѳнѳѳдѳр Ѳвѳр"),
        ("за́мок", "замок"),
        ("правда і сила, рік", "правда i сила, рiк"),
        ("тау іс, өзен", "тау iс, өзен"),
        ("Lý Mỹ, kỹ sư, tỷ, Đà Nẵng", "Lí Mĩ, kĩ sư, tỉ, Ðà Nẵng"),
        ("kıldığı hâlâ kâr", "kıldığı hala kar"),
        ("cœur, Œuvre", "coeur, Oeuvre"),
        ("i\u0307stanbul", "istanbul"),
        ("शाम 5ः30 बजे", "शाम 5:30 बजे"),
        ("начало ХXI века", "начало XXI века"),
        ("정치ㆍ경제", "정치·경제"),
        ("衞生，吿示", "衛生，告示"),
        ("髙橋と山﨑", "高橋と山崎"),
        ("عبد ﷲ 5 ﷼", "عبد الله 5 ریال"),
    ],
)
def test_two_spellings_of_a_word_meet(text, other):
    assert normalize(text) == normalize(other)


@pytest.mark.parametrize(
    "text",
    [
        "Hoàn toàn khoét lỗ",
        "Noé, Chloé, oboè",
        "Київ, її, ï, é",
        # Figures before a unit.
        "၂၀၀ ၇ ၇ရက် ၀.၅",
        "ये मध्ये योग",
        "Đuro, Þórður, maður",
        "هذا ما قال ها هو",
        "The i in Latin, в iPhone",
        "My years with Hồ Chí Minh, by a man of Ky and Ly who kept my diary",
        "اشترى سيارة چيب للعائلة أي نوع كان".replace("أ", "ا")
        .replace("ة", "ه")
        .replace("ى", "ي")
        .replace("ئ", "ي"),
    ],
)
def test_what_is_spelled_in_one_way_only_stays(text):
    assert normalize(text) == text


def test_a_text_that_names_a_turk_keeps_the_signs_of_its_own_language():
    text = "În România, invitaţii din Diyarbakır au fost primiţi cu pâine şi sare"

    assert normalize(text) == text.replace("ı", "i")


def test_an_accent_behind_what_is_left_out_is_composed():
    assert normalize("e\u0640\u0301 \u03ac\u0301") == "é α"


def test_german_letters_meet_their_spelled_out_forms():
    assert normalize("Größere Übergriffe, schöner Käse") == "Groessere Uebergriffe, schoener Kaese"
