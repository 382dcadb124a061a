"""Words that make a number a rough one: 近200人, "more than 300", "rund 400".

Whoever retells an article rounds its figures and says so. Such a number that the article lacks is
no fact that the retelling adds.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from scrapy_neardup.core.fingerprints.characters import DIGIT, HANGUL, LETTER, OTHER

if TYPE_CHECKING:
    from collections.abc import Sequence


def _words(tables: dict[str, str]) -> dict[str, tuple[str, ...]]:
    return {language: tuple(words.split("|")) for language, words in tables.items()}


BEFORE = _words(
    {
        "zh": (
            "近|约|约莫|逾|超|超过|突破|多达|高达|大概|大致|差不多|不到|不足|不及|未到|不下|"
            "不止|不少于|少说|低于|高于|至少|起码|足足|最少|最多|至多|顶多"
        ),
        "ja": (
            "约|およそ|おおむね|ほぼ|ざっと|だいたい|大体|最大|最大で|少なくとも|せいぜい|"
            "ゆうに|优に"
        ),
        "ko": "약|거의|대략|무려|족히|얼추|줄잡아|적어도|최소|최대|근",
        "en": (
            "about|around|approximately|approx.|approx|roughly|circa|ca.|some|maybe|perhaps|"
            "nearly|almost|barely|not quite|over|under|above|below|beyond|past|topping|topped|"
            "exceeding|exceeded|in excess of|north of|shy of|short of|more than|less than|"
            "fewer than|at least|at most|up to|close to|as many as|as much as|upwards of|"
            "upward of|an estimated|estimated"
        ),
        "de": (
            "etwa|rund|fast|knapp|gut|circa|zirka|ca.|ueber|unter|ungefaehr|annaehernd|"
            "schaetzungsweise|beinahe|nahezu|kaum|mindestens|wenigstens|hoechstens|maximal|"
            "mehr als|weniger als|bis zu|an die|um die|gegen"
        ),
        "fr": (
            "environ|presque|quelque|quelques|près de|plus de|moins de|au moins|au plus|"
            "autour de|jusqu'à|jusqu’à|à peine|à peu près|pas loin de|approximativement|"
            "au minimum|au maximum"
        ),
        "es": (
            "unos|unas|casi|apenas|aproximadamente|hasta|cerca de|más de|menos de|al menos|"
            "por lo menos|como mínimo|como máximo|alrededor de|en torno a|por encima de|"
            "por debajo de"
        ),
        "pt": (
            "quase|uns|umas|aproximadamente|até|cerca de|mais de|menos de|pelo menos|ao menos|"
            "no mínimo|no máximo|perto de|por volta de|em torno de|à volta de|acima de|abaixo de"
        ),
        "it": (
            "circa|quasi|oltre|almeno|appena|più di|meno di|fino a|intorno a|intorno ai|"
            "attorno a|attorno ai|più o meno|pressappoco|all'incirca|all’incirca"
        ),
        "nl": (
            "ongeveer|bijna|nagenoeg|ruim|krap|circa|ca.|minstens|ten minste|tenminste|hooguit|"
            "maximaal|minimaal|meer dan|minder dan|rond de|tegen de|zo'n|zo’n|om en nabij"
        ),
        "ru": (
            "около|более|менее|больше|меньше|почти|свыше|примерно|приблизительно|порядка|где-то|"
            "едва|без малого|минимум|максимум|до|под"
        ),
        "uk": (
            "близько|понад|майже|приблизно|орієнтовно|більше|менше|більш як|менш як|більше ніж|"
            "менше ніж|щонайменше|щонайбільше|до|під"
        ),
        "pl": (
            "około|ok.|ponad|prawie|blisko|niemal|niespełna|przeszło|jakieś|mniej więcej|"
            "co najmniej|przynajmniej|najwyżej|więcej niż|mniej niż|powyżej|poniżej|do"
        ),
        "cs": (
            "asi|kolem|okolo|zhruba|přibližně|přes|téměř|skoro|bezmála|necelých|nejméně|nejvýše|"
            "více než|méně než|až"
        ),
        "sk": (
            "asi|okolo|zhruba|približne|vyše|takmer|skoro|bezmála|najmenej|najviac|viac ako|"
            "viac než|menej ako|menej než|až|do"
        ),
        "hu": (
            "koeruelbeluel|kb.|mintegy|koezel|csaknem|majdnem|szinte|nagyjából|hozzávetőleg|"
            "alig|toebb mint|kevesebb mint|legalább|legfeljebb"
        ),
        "ro": (
            "circa|aproximativ|aproape|peste|sub|cam|vreo|în jur de|mai mult de|mai puţin de|"
            "cel puţin|cel mult|până la"
        ),
        "bg": (
            "около|почти|близо|приблизително|над|под|поне|най-малко|най-много|повече от|"
            "по-малко от|едва|до|към"
        ),
        "el": (
            "περιπου|σχεδον|πανω απο|κατω απο|περισσοτερα απο|περισσοτεροι απο|περισσοτερεσ απο|"
            "λιγοτερα απο|λιγοτεροι απο|λιγοτερεσ απο|τουλαχιστον|εωσ|μεχρι|γυρω στα|γυρω στουσ|"
            "γυρω στισ|κοντα στα"
        ),
        "tr": (
            "yaklaşik|neredeyse|aşaği yukari|tahminen|takriben|en az|en fazla|en çok|hemen hemen"
        ),
        "sv": (
            "omkring|runt|kring|cirka|ca|ca.|ungefaer|naestan|naermare|oever|under|drygt|knappt|"
            "minst|åtminstone|hoegst|uppemot|bortåt|mer aen|mindre aen|upp till"
        ),
        "da": (
            "omkring|cirka|ca|ca.|omtrent|næsten|knap|godt|over|under|mindst|højst|henved|"
            "mere end|mindre end|op mod|op til|tæt på"
        ),
        "nb": (
            "omkring|rundt|cirka|ca|ca.|omtrent|om lag|nesten|nærmere|over|under|drøyt|knapt|"
            "godt|minst|høyst|bortimot|opptil|mer enn|mindre enn|opp mot"
        ),
        "fi": (
            "noin|laehes|melkein|yli|alle|vajaa|vajaat|runsas|runsaat|reilu|reilut|vaehintaeaen|"
            "enintaeaen|korkeintaan|suunnilleen|arviolta|likimain|jopa|enemmaen kuin|"
            "vaehemmaen kuin"
        ),
        "id": (
            "sekitar|kira-kira|hampir|nyaris|mendekati|lebih dari|kurang dari|kurang lebih|"
            "setidaknya|sedikitnya|paling sedikit|paling banyak|hingga"
        ),
        "ms": (
            "sekitar|kira-kira|hampir|menghampiri|melebihi|lebih kurang|lebih daripada|"
            "kurang daripada|sekurang-kurangnya|hingga"
        ),
        "vi": (
            "khoảng|gần|hơn|trên|dưới|chừng|xấp xỉ|ước chừng|ít nhất|nhiều nhất|tối đa|"
            "tối thiểu|ngót"
        ),
        "ar": (
            "نحو|حوالي|قرابه|زهاء|اكثر من|اقل من|ما يقارب|ما يقرب من|ما لا يقل عن|ما يزيد علي|"
            "ما يزيد عن|علي الاقل"
        ),
        "fa": "حدود|نزديك به|بيش از|كمتر از|قريب|تقريبا|دست كم|حداقل|حداكثر|بالغ بر",
        "he": (
            "כ-|כ|כמעט|מעל|יותר מ-|יותר מ|פחות מ-|פחות מ|לפחות|לכל היותר|קרוב ל-|קרוב ל|"
            "למעלה מ-|למעלה מ|בערך|עד"
        ),
        "hi": "लगभग|करीब|तकरीबन|कम से कम|अधिकतम",
        "ur": "تقريبا|لگ بهگ|قريب|كم از كم|زياده سے زياده",
    }
)
"""What stands before a rough number, by language, as the characters of a text are compared: in
lower case, in the normal form, and without a final sigma."""
AFTER = _words(
    {
        "zh": "多|余|来|几|出头|+",
        "en": "or so|or more|or less|or fewer|or thereabouts|odd|ish|plus|+",
        "de": "oder mehr|und mehr|plus|+",
        "fr": "environ|et quelques|ou plus",
        "es": "y pico|o más|aproximadamente",
        "pt": "e poucos|e tantos|ou mais|aproximadamente",
        "it": "circa|e passa|o più",
        "nl": "of meer|of zo",
        "ru": "с лишним|с небольшим",
        "uk": "з лишком|з гаком",
        "pl": "z okładem|z hakiem",
        "hu": "koeruel|koerueli",
        "tr": "civarinda|kadar|kuesur|aşkin",
        "id": "lebih|an",
        "ms": "lebih|an",
        "ar": "تقريبا",
        "hi": "से अधिक|से ज्यादा|से कम|के करीब|के आसपास",
        "ur": "سے زايد|سے زياده|سے كم|كے قريب|كے لگ بهگ",
    }
)
"""What stands directly behind it, or behind a space or hyphen."""
BEHIND_UNIT = _words(
    {
        "zh": "以上|以下|以内|左右|上下|多|余|有余|开外|出头|不到",
        "ja": (
            "以上|以下|未満|近く|近い|ほど|前后|くらい|ぐらい|程度|内外|足らず|余|余り|あまり|"
            "弱|强|超|越え|を超え|を越え|ちょっと|ちょい|を切|に迫|に上る|に満たな|に届か|"
            "を上回|を下回"
        ),
        "ko": (
            "이상|이하|미만|가까이|가까운|에 가까|에 육박|안팎|내외|여|남짓|쯤|정도|가량|넘|"
            "을 넘|를 넘|이 넘|가 넘|초반|중반|후반|초중반|중후반"
        ),
    }
)
"""What stands behind the number and its unit: 300元左右, 200人以上, 200トン超, 7천만 원에 가까운."""
LONGEST_UNIT = 3
"""The most characters of such a unit, with a space."""
_SPACE, _HYPHEN = 0x20, 0x2D
_BETWEEN = frozenset(map(ord, " $£¥€"))
_MOST_BETWEEN = 3


def is_rough(
    points: Sequence[int], kinds: Sequence[int], begin: int, end: int, language: str
) -> bool:
    """Whether the text says that the number from *begin* to *end* is a rough one.

    *points* and *kinds* are those of :class:`.reference.Text`.
    """
    at = begin
    while at > 0 and begin - at < _MOST_BETWEEN and points[at - 1] in _BETWEEN:
        at -= 1
    for word in BEFORE.get(language, ()):
        first = at - len(word)
        if first < 0 or not _stands(points, first, word):
            continue
        # 超 is a word wherever it stands, "over" may be the end of one.
        if first == 0 or kinds[first] not in (LETTER, HANGUL) or kinds[first - 1] != kinds[first]:
            return True
    after = end + (end < len(points) and points[end] in (_SPACE, _HYPHEN))
    for word in AFTER.get(language, ()):
        last = after + len(word)
        if _stands(points, after, word) and (
            kinds[last - 1] != LETTER or last == len(points) or kinds[last] not in (LETTER, DIGIT)
        ):
            return True
    for gap in range(LONGEST_UNIT + 1):
        at = end + gap
        if any(_stands(points, at, word) for word in BEHIND_UNIT.get(language, ())):
            return True
        if at >= len(points) or (kinds[at] == OTHER and points[at] != _SPACE):
            return False
    return False


def _stands(points: Sequence[int], at: int, word: str) -> bool:
    return "".join(map(chr, points[at : at + len(word)])) == word
