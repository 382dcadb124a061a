"""Made-up stories, each told by its reporter, by a rewriter and by another reporter; and a press
of other articles in the same language, so that common words are known to be common.
"""

from __future__ import annotations

import random

SOURCE = (
    "The harbour museum in Veldhaven opened its new wing on Saturday with a show of 41 ship "
    "models. They were built over 32 years by Joost Akkerman, a retired pilot from the northern "
    "pier, who gave them to the city after an illness. Mayor Ineke Brandsma said the collection "
    "was worth at least 650,000 euros. The largest model is a tanker of 3.4 metres that took "
    "Akkerman five winters to finish. Visitors can walk beneath it on a bridge of glass, which "
    "the architects of Studio Kolk drew in 2019. A first design was refused because its roof "
    "would have hidden the lighthouse. The wing cost 8.7 million euros, a third of which came "
    "from the province. School classes enter without paying until June, the museum said. "
    "Director Pim Oosterling expects 90,000 guests in the first year, against 54,000 before."
)
REWRITTEN = (
    "Veldhaven's museum at the harbour has a new wing: since Saturday 41 models of ships can be "
    "seen there. Joost Akkerman, once a pilot at the northern pier and now in retirement, spent "
    "32 years making them and left them to the city when he fell ill. According to mayor Ineke "
    "Brandsma, their value is no less than 650,000 euros. Five winters of Akkerman's work went "
    "into the biggest piece, a tanker 3.4 metres long. People pass under the ship on a glass "
    "bridge, designed in 2019 by the architects at Studio Kolk. Their earlier plan had been "
    "turned down, since the lighthouse would have vanished behind the roof. Of the 8.7 million "
    "euros that were spent, one third was paid by the province. Until June, schools need no "
    "ticket. In its first year the house hopes to see 90,000 guests instead of 54,000, director "
    "Pim Oosterling says."
)
OTHER_REPORT = (
    "Crowds queued along the quay in Veldhaven on Saturday, when the harbour museum showed its "
    "new wing for the first time. By noon 2,300 tickets had been sold, and 14 stewards kept the "
    "line in order. Several neighbours told this paper that parking had become impossible since "
    "works began. Councillor Wim Terpstra called the building a scandal at 8.7 million euros, "
    "and asked for an inquiry into fees of 410,000 euros. Joost Akkerman, whose ship models fill "
    "the rooms, did not attend the ceremony. His niece Saskia cut the ribbon and thanked nurses "
    "of the Marienhof clinic. A band of 26 players from Ostmeer closed the day. On Sunday the "
    "doors stay shut because of a storm warning. Trains to Ostmeer will run every 20 minutes."
)
SOURCE_ZH = (
    "韦港海事博物馆新馆周六开放,首展陈列41件船模。这些船模由退休领航员约斯特历时32年制作,他病后把全部"
    "藏品赠给市政府。市长布兰斯玛表示,这批藏品价值至少65万欧元。最大的一件是长3.4米的油轮,约斯特花了五个"
    "冬天才完工。观众可以从玻璃桥上走过它的下方,这座桥由科尔克工作室在2019年设计。最初的方案因屋顶遮挡灯塔"
    "而被否决。新馆造价870万欧元,其中三分之一来自省政府。博物馆称,学校班级在六月之前免费参观。馆长奥斯特林"
    "预计第一年将接待9万名观众,此前为5.4万名。"
)
REWRITTEN_ZH = (
    "上周六起,市民走进韦港海事博物馆的新馆便能看到41件船模。制作者约斯特当过领航员,退休前后一共用了32年,"
    "患病之后将藏品悉数送给了市政府。按照市长布兰斯玛的说法,它们至少值65万欧元。其中个头最大的是一艘3.4米"
    "长的油轮,足足耗去约斯特五个冬天。科尔克工作室2019年设计的玻璃桥,让观众得以在油轮下方穿行。此前的一版"
    "方案没有通过,原因是灯塔会被屋顶挡住。整座新馆花费870万欧元,省政府承担了三分之一。六月以前,学校组织的"
    "班级不用买票。馆长奥斯特林希望首年观众达到9万名,而过去只有5.4万名。"
)
FERRY = (
    "The ferry line Brannock will take its last steamer out of service in October, after 58 years on "
    "Lake Ostrand. The Sigrid carried 212,000 passengers last season, fewer than half as many as in "
    "1998. Her boiler burns 1.9 tonnes of coal a day, and the yard in Tolmin no longer makes the "
    "valves. Chairwoman Berit Aasland put the cost of a new boiler at 4.3 million crowns. The council "
    "of Ostrand offered 700,000 crowns, which she called generous but far too little. Two electric "
    "catamarans for 96 people each will replace the steamer next May. They need 35 minutes for the "
    "crossing, where the Sigrid took an hour and ten. Engineer Halvor Nygaard, who has worked on board "
    "since 1981, will keep the key of the whistle. A society of 1,450 members wants to moor the ship "
    "at the old customs quay. It has until 15 December to find a sponsor."
)
FERRY_REWRITTEN = (
    "After 58 years the steamer on Lake Ostrand is going: in October the Brannock line withdraws the "
    "Sigrid for good. Only 212,000 people boarded her in the past season, while 1998 had seen more than "
    "twice that. Every day she swallows 1.9 tonnes of coal, and spare valves are not to be had since "
    "the Tolmin yard stopped making them. A replacement for the boiler would come to 4.3 million "
    "crowns, Berit Aasland reckons, who chairs the company. From the Ostrand council came a promise of "
    "700,000 crowns, kind in her words, yet nowhere near enough. From May next year two catamarans with "
    "electric engines, 96 seats apiece, are to sail instead. Their crossing lasts 35 minutes; the "
    "old lady needed an hour and ten. The whistle's key stays with Halvor Nygaard, an engineer aboard "
    "since 1981. Friends of the ship, 1,450 of them in a society, hope for a berth at the former "
    "customs quay. A sponsor has to be found by 15 December."
)
CABLE_CAR = (
    "The Lynmouth cable car was closed on Tuesday after inspectors found 14 broken wires in its "
    "hauling rope. The rope, which is 2,140 metres long, had been in use for 22 years and was due to be "
    "replaced in 2027. Forty-three passengers were brought down by hand winch, and the last of them "
    "reached the ground at 9.40 pm. Operator Harrow Lifts said a new rope would cost 780,000 pounds and "
    "take 16 weeks to arrive from Trier. The line carried 318,000 visitors last year, most of them "
    "between May and September. Helen Draycott, who runs the cafe at the summit, has sent home 11 of her "
    "19 staff. The safety board said the rope had been last examined with magnets in March 2023. North "
    "Devon council will run a minibus every 30 minutes until the line reopens."
)
CABLE_CAR_REWRITTEN = (
    "Fourteen broken wires in the hauling rope have put the Lynmouth cable car out of service; "
    "inspectors discovered them on Tuesday. Replacement of the 2,140-metre rope, now 22 years old, had "
    "been planned for 2027. A hand winch lowered the 43 people on board, with the final passenger safe at "
    "9.40 in the evening. According to Harrow Lifts, the operator, it will be 16 weeks before a new one "
    "comes from Trier, at a price of 780,000 pounds. Some 318,000 people rode the line last year, chiefly "
    "from May through September. At the summit cafe, owner Helen Draycott told 11 out of 19 employees to "
    "stay at home. Magnets were last used to check the rope in March 2023, the safety board stated. "
    "Until the ride is back, a council minibus leaves every half hour, or 30 minutes."
)
TRIBUNAL = (
    "A tribunal in Leeds ruled on Friday that Tolland Mills must pay 612 bakers a premium for work after "
    "10 pm. The company had ended the premium of 3.15 pounds an hour in April 2022, arguing that shifts "
    "had changed. Judge Miriam Oakes said the change had never been agreed with the Bakers' and Millers' "
    "Union. Back pay will come to about 5.4 million pounds, or nearly 9,000 pounds for a baker on full "
    "nights. Union secretary Des Kilgour called it the largest award in the trade since 1987. Tolland "
    "Mills, which makes 38 million loaves a year at three plants, said it would appeal. Its shares fell "
    "by 6.2 per cent to 141 pence. The firm has already announced the closure of its plant in Goole, "
    "where 204 people work."
)
TRIBUNAL_REWRITTEN = (
    "Tolland Mills owes 612 of its bakers extra money for hours worked after 10 pm, a Leeds tribunal "
    "decided on Friday. Until April 2022 they had received 3.15 pounds more per hour; then the firm "
    "dropped it, saying the shifts were no longer the same. But the Bakers' and Millers' Union never "
    "consented, Judge Miriam Oakes found. The arrears amount to some 5.4 million pounds, so a baker who "
    "only works nights gets close to 9,000 pounds. No award in the trade has been larger since 1987, said "
    "Des Kilgour, the union's secretary. An appeal will follow, according to the company, whose three "
    "plants turn out 38 million loaves every year. Investors sent the share price down 6.2 per cent, to "
    "141 pence. Goole, a plant with 204 workers, is to be shut in any case."
)

_EN = [
    "the",
    "a",
    "of",
    "to",
    "and",
    "in",
    "on",
    "for",
    "with",
    "was",
    "said",
    "is",
    "by",
    "at",
    "it",
    "from",
    "that",
    "as",
    "has",
    "be",
    "would",
    "been",
    "which",
    "who",
    "city",
    "new",
    "year",
    "first",
    "people",
    "million",
    "euros",
    "police",
    "school",
    "house",
    "company",
    "work",
    "museum",
    "day",
    "week",
    "long",
    "built",
    "came",
    "used",
    "show",
    "plan",
    "cost",
    "place",
    "water",
    "road",
    "open",
    "large",
    "number",
    "group",
    "report",
    "area",
    "director",
    "mayor",
    "winter",
    "pilot",
    "harbour",
    "ship",
    "bridge",
    "glass",
    "roof",
    "visitors",
    "guests",
    "province",
    "design",
]
_ZH = [
    "的",
    "在",
    "是",
    "了",
    "和",
    "有",
    "将",
    "从",
    "对",
    "为",
    "把",
    "这",
    "年",
    "月",
    "日",
    "表示",
    "公司",
    "市场",
    "中国",
    "经济",
    "发展",
    "工作",
    "国家",
    "政府",
    "市长",
    "观众",
    "博物馆",
    "学校",
    "欧元",
    "设计",
    "方案",
    "完成",
    "退休",
    "参观",
    "免费",
    "价值",
    "至少",
    "之前",
    "其中",
    "第一",
    "工作室",
    "开放",
    "全部",
    "花费",
    "造价",
    "屋顶",
    "冬天",
    "个",
    "名",
    "件",
    "由",
]


def press(count: int = 400, *, chinese: bool = False) -> list[str]:
    """So many articles about nothing, of common words and names and numbers of their own."""
    draw = random.Random(7)
    made = []
    for _ in range(count):
        sentences = []
        for _ in range(9):
            if chinese:
                words = draw.choices(_ZH, k=14)
                words.insert(draw.randrange(14), str(draw.randrange(10_000)))
                sentences.append("".join(words) + "。")
            else:
                words = draw.choices(_EN, k=12)
                name = "".join(draw.choices("bdfgklmnprstvz", k=4)) + "olden"
                words.insert(draw.randrange(12), name.title())
                words.insert(draw.randrange(12), str(draw.randrange(10_000)))
                sentences.append(" ".join(words).capitalize() + ".")
        made.append(" ".join(sentences))
    return made
