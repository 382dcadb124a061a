"""Whole texts in languages whose words and spellings a normal form and a list of words have to know."""

from __future__ import annotations

import pytest

from scrapy_neardup import Document, Kind, NearDupIndex

OBITUARY = (
    "انا للہ و انا الیہ راجعون۔ {0} کی معروف شخصیت {1} {2} کو {3} برس کی عمر میں انتقال کر "
    "گئے۔ مرحوم طویل عرصے سے علیل تھے۔ ان کی نمازِ جنازہ {4} بعد نماز عصر جامع مسجد {5} میں "
    "ادا کی جائے گی اور تدفین آبائی قبرستان {6} میں ہوگی۔ مرحوم نے سوگواران میں بیوہ، {7} "
    "بیٹے اور {8} بیٹیاں چھوڑی ہیں۔ مرحوم {9} میں بطور {10} خدمات انجام دیتے رہے۔ اہلِ علاقہ، "
    "عزیز و اقارب اور دوست احباب سے شرکت اور دعائے مغفرت کی درخواست ہے۔ رابطے کے لیے ان کے "
    "بڑے بیٹے {11} سے بات کی جا سکتی ہے۔"
)
DEAD = (
    "گلزار پور;چوہدری بشیر وڑائچ;3 نومبر;78;بدھ کو;نور;کوٹ شاہ;تین;دو;محکمہ ریل;انجینئر;خالد بشیر",
    "نیل پار;پروفیسر ادریس صدیقی;19 اگست;84;جمعے کو;صدیقیہ;باغ جناح;ایک;چار;گورنمنٹ کالج;پرنسپل;عمر ادریس",
)
HINDI = (
    "देवली गाँव तक सड़क नहीं जाती। बारिश के दिनों में तो पगडण्डी भी बह जाती है। फिर भी हर "
    "सोमवार सुबह लीला बिष्ट अपना थैला कन्धे पर डालकर नदी किनारे से चढ़ाई शुरू करती हैं, "
    "क्योंकि ऊपर के गाँवों में लोग उनकी राह देखते हैं। लीला पिछले सत्रह साल से डाक बाँट रही "
    "हैं। उनके पिता भी यही काम करते थे। वह कहती हैं कि अब चिट्ठियाँ कम आती हैं, पेंशन और बैंक "
    "के काग़ज़ ज़्यादा। कई बूढ़े पढ़ नहीं पाते, इसलिये वह आँगन में बैठकर उन्हें पूरा काग़ज़ "
    "पढ़कर सुनाती हैं, और कभी-कभी जवाब भी लिख देती हैं।"
)
AMHARIC = (
    "ወደ ደውሊ መንደር የሚወስድ መንገድ የለም። በክረምት የእግር መንገዱም በጎርፍ ይወሰዳል። ያም ሆኖ ዘወትር ሰኞ ጠዋት አለሚቱ ቦርሳዋን "
    "ትከሻዋ ላይ አንግታ ከወንዙ ዳር ዳገቱን መውጣት ትጀምራለች፤ ከላይ ያሉ መንደርተኞች ይጠብቋታልና። አለሚቱ ደብዳቤ ስታድል ዐሥራ ሰባት "
    "ዓመት ሆናት። አባቷም በዚሁ ሥራ ይተዳደር ነበር። አሁን ደብዳቤ ቀንሶ የጡረታና የባንክ ወረቀት በዝቷል ትላለች። ብዙ አረጋውያን ማንበብ "
    "ስለማይችሉ በግቢው ተቀምጣ ሙሉ ወረቀቱን ታነብላቸዋለች፤ አንዳንዴም መልስ ትጽፍላቸዋለች።"
)


def replaced(text: str, *pairs: str) -> str:
    for pair in pairs:
        one, other = pair.split(">")
        assert one in text, one
        text = text.replace(one, other)
    return text


def test_obituaries_of_two_people_are_no_copies_in_urdu():
    first, second = (OBITUARY.format(*names.split(";")) for names in DEAD)
    with NearDupIndex.in_memory() as index:
        index.add(Document("https://one.example/1", first))
        assert index.check(Document("https://two.example/2", second)).kind is Kind.NEW


@pytest.mark.parametrize(
    ("text", "respelled"),
    [
        (HINDI, replaced(HINDI, "न्ध>ंध", "ण्ड>ंड", "ज़>ज", "।>|")),
        (AMHARIC, replaced(AMHARIC, "ሥ>ስ", "ዐ>አ", "።>::")),
    ],
    ids=["hi", "am"],
)
def test_the_same_words_in_another_spelling_are_the_same_text(text: str, respelled: str):
    with NearDupIndex.in_memory() as index:
        index.add(Document("https://one.example/1", text))
        assert index.check(Document("https://two.example/2", respelled)).kind is Kind.EXACT
