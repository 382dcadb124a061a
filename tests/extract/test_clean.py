from __future__ import annotations

from unittest import mock

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scrapy_neardup.extract import clean, extract
from scrapy_neardup.extract.blocks import count_marks
from scrapy_neardup.extract.clean import repeats, signs
from scrapy_neardup.extract.lines import Block, weigh

from .pages import CHINESE, ENGLISH, Response, portal


def block(text: str, link: int = 0, tag: str = "p") -> Block:
    return Block(text, weigh(text), link, count_marks(text), tag, 3, 2, False)


def cleaned(*lines: str, titles: tuple[str, ...] = ()) -> list[str]:
    return clean.clean([block(line) for line in lines], titles)


@pytest.mark.parametrize(
    "line",
    [
        "责任编辑：周明",
        "（责编：周明、林小舟）",
        "来源：河湾日报",
        "文/林小舟",
        "图片来源：河湾日报",
        "转载请注明出处，违者必究。",
        "未经河湾新闻网书面授权，不得转载。",
        "版权所有 © 河湾新闻网",
        "以上内容不代表本站立场，如有侵权请联系删除。",
        "扫一扫关注河湾日报微信公众号",
        "2024年3月5日 09:12",
        "点击查看更多",
        "相关阅读",
        "上一篇：码头的故事",
        "以上就是关于老渡口的全部内容，希望对大家有所帮助。",
        "© 2024 River Bend Gazette. All rights reserved.",
        "Share this article",
        "Source: River Bend Gazette",
        "Photo: Ann Ellery",
        "Ann Ellery | Getty Images",
        "The ferry on its first day (Image: SHUTTERSTOCK)",
        "老渡口 图：视觉中国",
        "Sign up for our daily newsletter and never miss a story.",
        "March 5, 2024",
        "Advertisement",
        "Updated: 5 March 2024 10:20",
        "https://news.example/a/1.html",
        "무단 전재 및 재배포 금지.",
        "無断転載を禁じます。",
        "* * *",
        "- 广告 -",
        "広告",
        "Anzeige",
        "Publicité",
        "РЕКЛАМА",
        "Scroll to continue with content",
        "视频加载中...",
        "DON’T MISS:",
        "Editors' Picks",
        "Press enter or click to view image in full size",
        "请继续往下阅读",
        "举报/反馈",
        "收藏 分享 打印",
        "作者：林小舟。",
        "Author: Ann Ellery.",
    ],
)
def test_lines_of_the_page_are_dropped_wherever_they_stand(line: str):
    first, *rest = CHINESE
    assert cleaned(first, line, *rest) == CHINESE
    assert cleaned(line, *CHINESE) == CHINESE
    assert cleaned(*CHINESE, line) == CHINESE


@pytest.mark.parametrize(
    "line",
    [
        "记者：陈师傅，停航的三年里您靠什么生活？孩子们支持您继续摆渡吗？家里人又怎么看这件事呢？",
        "他说：“来源不明的零件，我是不会装到船上去的。”",
        "The editor of the local paper crossed the river too, and shared his bread with the pilot.",
        "2024年3月5日，渡口重新开放的第一天，来了四百多人。",
        "举报人没有留下姓名，他说自己只是路过。",
        "收藏家们坐船过河，想看看那条老船。",
        "第二天的早晨",
        "记者：谢谢您接受采访。",
        "作者：也谢谢你们来看我。",
        "記者：その三年間は何をしていましたか。",
        "Author: For my father.",
        "Autor: Für meinen Vater. Er war Fährmann.",
    ],
)
def test_lines_of_the_article_stay(line: str):
    assert line in cleaned(CHINESE[0], line, *CHINESE[1:])


@pytest.mark.parametrize(
    "line",
    [
        "本文来自微信公众号“河湾夜话”（ID：hewan），作者：林小舟，河湾网经授权发布。",
        "本文首发于《河湾月刊》第三期。",
        "作者简介：林小舟，自由撰稿人，著有《渡口》等。",
        "更多渡口的故事，请关注河湾日报微信公众号。",
        "对此你怎么看？欢迎在评论区留言。",
        "股市有风险，入市需谨慎。",
        "风险提示：市场有风险，投资需谨慎。",
        "声明：河湾时报力求信息真实、准确，文章提及内容仅供参考，不构成实质性投资建议，风险自担。",
        "河湾网登载此文出于传递更多信息之目的，并不意味着证实其描述。",
        "全文共3000字，阅读约需8分钟。",
        "請繼續往下閱讀...",
        "Dalsza część artykułu pod materiałem wideo",
        "图源网络，侵删。",
        "Notice: The content above is uploaded and posted by a user of River Notes.",
        "This article appears in the May print edition, with the headline “Water.”",
        "You have read your last free article. Subscribe to read on.",
        "Jane Reed covers the river. Reach her at jane@river.example.",
        "Get our best stories in your inbox each Sunday.",
        "One letter a week. Join 3,200 readers. Unsubscribe at any time.",
        "Thanks for reading this far.",
        "Please like us on Facebook and tell your friends.",
        "We and our partners store cookies on your device to count how often a page is read.",
        "By going on you agree to our privacy policy and the terms of service.",
        "Privacy Policy and Terms of Service",
        "如果您觉得有用，请点赞、转发和收藏。",
        "喜欢就点个赞吧，也欢迎分享给更多朋友。",
        "未经许可，任何人不得复制本站的文字和图片。",
        "若侵犯了您的合法权益，请联系我们，我们会及时删除。",
        "违法和不良信息举报电话：010-1234567",
        "新闻热线：010-7654321，欢迎来电。",
        "河湾网广告热线：010-7654322，欢迎来电。",
        "如果您有新闻线索，欢迎向我们报料，一经采用即付酬谢。",
        "报料微信：hewan，报料QQ：7654321",
        "谢谢打赏，您的支持是我们前行的动力！",
        "小编编得辛苦，看完点个吧！",
        "河湾网提醒您：请理性评论、文明发言，不要发布违法信息。",
        "本网转载稿涉及版权问题的，请作者两周内来电或来函。",
        "用微信扫一扫即可关注河湾日报。",
        "点击右上角，分享到朋友圈。",
        "推荐阅读：渡口的故事",
        "相关报道 渡口停航三年。",
        "相关新闻渡口停航",
        "特别说明：本文不收费。",
        "版权归属于河湾日报。",
        "이 기사는 언론사에서 사회 섹션으로 분류했습니다.",
        "一秒记住【河湾书屋 www.hewan.example】，精彩小说无弹窗免费阅读！",
        "本章未完，点击下一页继续阅读",
        "（本章完）",
        "喜欢渡口请大家收藏：河湾书屋更新速度全网最快。",
        "马上注册，结交更多好友，享用更多功能，让你轻松玩转社区。",
        "您需要 登录 才可以下载或查看，没有账号？立即注册",
        "更多精彩内容，尽在河湾客户端",
        "还没有人赞赏，支持一下",
        "14人点赞",
        "默认排序",
        "河湾新闻记者 | 林小舟",
        "河湾新闻编辑｜周 明",
        "河灣新聞記者 丨 林小舟",
        "Il vous reste 75.3% de cet article à lire.",
        "La suite est réservée à nos abonnés.",
        "La suite après cette publicité",
        "Sigue toda la información de la isla en Facebook y X.",
        "This audio is auto-generated. Please let us know if you have feedback.",
        "View Code",
        "0:00 / 4:12",
        "Want to change how you receive these emails?",
        "You can update your preferences or unsubscribe from this list.",
        "Follow BBC River Bend on Facebook, on X, and on Instagram. Send your story ideas to us.",
        "Your browser does not support iframes.",
        "Sign up here.",
        "ann.ellery@river-bend.example",
        "Dieses Thema im Programm: Über dieses Thema berichtete das Radio am 5. März 2024 um 8 Uhr.",
        "📱 Participe do canal da Gazeta no WhatsApp",
        "새로 고친 나룻배. 강변군 제공",
        "기사의 섹션 정보는 해당 언론사의 분류를 따르고 있습니다.",
        "小礼物走一走，来简书关注我",
        "本文为转载内容，授权事宜请联系原著作权人。",
        "文｜林小舟",
        "本期编辑｜周明",
        "来源｜河湾日报",
    ],
)
def test_where_a_text_is_from_and_what_readers_are_asked_for_are_no_lines_of_it(line: str):
    assert cleaned(*CHINESE, line, *ENGLISH) == [*CHINESE, *ENGLISH]


@pytest.mark.parametrize(
    "line",
    [
        "Fix 3: Your browser does not support cookies.",
        "Your browser does not support the format in which the old films are kept, so convert them.",
        "Follow BBC reporters on their way through the islands, and you learn how little they earn.",
        "Über dieses Thema berichtete die Zeitung zuerst im Mai, und seitdem streiten sie darum.",
        "Receba o dinheiro da venda no WhatsApp: é assim que os golpistas chamam as vítimas.",
        "本文为转载而写，讨论的是网络转载的著作权问题，作者认为现行规定仍有不足之处。",
    ],
)
def test_a_sentence_may_begin_like_a_notice(line: str):
    assert cleaned(*CHINESE, line, *ENGLISH) == [*CHINESE, line, *ENGLISH]


def test_the_time_to_read_above_a_text_is_no_line_of_it_but_the_last_step_of_a_recipe_is():
    assert cleaned("Temps de lecture 2 min.", *ENGLISH) == ENGLISH
    assert cleaned(*ENGLISH, "Bake 20 min.") == [*ENGLISH, "Bake 20 min."]


@pytest.mark.parametrize("above", ["Send your application to:", "电话：0571-12345678"])
def test_an_address_that_a_text_leads_to_is_a_line_of_it(above: str):
    lines = [*CHINESE, above, "ferry@river-bend.example", *ENGLISH]
    assert cleaned(*lines) == lines


def test_a_list_of_what_is_free_of_charge_is_no_credit():
    lines = [*CHINESE, "주차 / 무료 제공", *ENGLISH]
    assert cleaned(*lines) == lines


@pytest.mark.parametrize(
    "line",
    [
        "有乘客在评论区写道，他请孩子坐了三次船。",
        "他关注我们的渡口已经十年了。",
        "本文讨论三条老渡口的来历。",
        "She got a tip from the pilot and was in the harbor by noon.",
        "He answers every message in his inbox by hand.",
        "Mr Reed contacted her twice, and the readers of his paper thanked him for it.",
        "They treat people like us on the coast as if we had never seen a map, the pilot said.",
        "Place the cookies on the sheet, a hand's width apart, and bake them for twelve minutes.",
        "Store the cookies in a tin, where they stay crisp for up to two weeks.",
        "Use chocolate cookies for the crust, crushed finely in a bag with a rolling pin.",
        "Users who did not agree to the messenger's new privacy policy by May were to lose their accounts.",
        "渡船新增夜班以后，附近居民纷纷点赞，说下班回家方便多了。",
        "她想把做船的手艺分享给更多的人。",
        "有人拍下视频转发朋友圈，一晚上有三万人看过。",
        "未经监护人同意，平台不得收集孩子的行踪信息。",
        "这家公司未经许可擅自在河道里采砂，被罚款八万元。",
        "法院认定，被告的招牌构成侵权，应当删除网上的全部宣传图片。",
        "侵犯老年人权益的案件，今后都由专门的法庭处理。",
        "三个月里，平台清理违法和不良信息四十万条，关闭账号两千多个。",
        "新闻热线开通以后，记者每天轮流值班，问得最多的是停水和停电。",
        "报社的小编很辛苦，凌晨四点才下班。",
        "主播感谢打赏的乘客，把钱都捐给了渡口小学。",
        "网信办倡议网民理性评论、文明发言。",
        "有人用爆料微信群约记者见面，记者没有去。",
        "广告热线一响，老板就跑去接。",
        "乘客用手机扫一扫即可上船，不用再排队买票。",
        "打开软件以后，点击右上角的加号，再选择添加新的设备。",
        "相关报道引起了市民的热烈讨论。",
        "渡口的第一块广告牌下月竖起来。",
        "您需要登记姓名和电话，才能坐第一班船。",
        "他一秒记住了每个乘客的脸。",
        "她在船上结交了许多好友，更多的是老人。",
        "记者问起票价，陈师傅摆了摆手。",
        "按照默认的排序，老人先上船。",
        "这本书的第三章完稿于渡口。",
        "Il vous reste une heure pour lire la carte.",
        "The pilot asked them to view code as a craft.",
        "The club had no list from which she could unsubscribe.",
        "Anzeige gegen den Fährmann",
        "Don’t miss the last boat",
        "The pilots who follow the river on Facebook write to ann@river-bend.example every day.",
        "Over dieses Thema, said the pilot, he could talk all night.",
        "Pedro entre os barcos recebeu pelo WhatsApp a foto do rio cheio.",
        "강변군은 배를 타는 아이들에게 점심을 무료로 제공",
        "The browser on the ferry does not support the new tickets, your pilot will say.",
        "推荐阅读三本书：一本讲船，一本讲河，一本讲人。",
        "特别说明的是，这座桥不收费。",
        "版权归属问题，法院将另行审理。",
    ],
)
def test_lines_with_the_same_words_stay(line: str):
    assert line in cleaned(*CHINESE, line, *ENGLISH)


@pytest.mark.parametrize(
    "line",
    [
        "那家书店转载时漏掉了译者的名字，法院判它赔三千元。",
        "被告未经许可复制了两万张船票，其中一半已经卖出。",
        "租船的人不得复制钥匙，也不得把船交给别人。",
        "议员的话不代表市政府的立场，发言人晚些时候说。",
        "船夫说，这番话仅代表他个人。",
        "省里的违法和不良信息举报中心上半年受理举报三十万件。",
        "新的《互联网新闻信息服务管理规定》下月起施行。",
        "码头所在的区将试点开放增值电信业务。",
        "他想把船歌分享给更多的人，于是学会了剪辑，喜欢听的人很多。",
        "上船的人扫一扫即可查看时刻。",
        "扫描船头的二维码，付过两块钱押金就能上船。",
        "发表于1921年的那篇船歌，老人还背得出来。",
        "“本站的船票不得复制，”检票员对排队的人说。",
        "The pilot says the museum infringed his copyright by selling prints of his boat.",
        "Forty engineers contributed to the report, which the council read on Monday.",
        "Half a million people follow her on Instagram, where she films the river.",
        "The port was fined for the use of tracking cookies on its ticket machines.",
        "“That breaks our terms of service,” the ticket office told him.",
        "“I wanted to share this with the whole village,” the pilot said.",
        "漁師の写真を無断転載したサイトに、裁判所は賠償を命じた。",
        "경찰은 뱃노래를 무단 복제한 두 사람을 붙잡았다.",
    ],
)
def test_a_sentence_that_only_tells_of_notices_stays_between_paragraphs(line: str):
    assert line in cleaned(*CHINESE, line, *ENGLISH)


@pytest.mark.parametrize(
    "line",
    [
        "渡口的故事就到这里。未经许可不得摘编。",
        "图片由河湾日报提供，未经本报许可不得复制。",
        "Ann Ellery covers the river. Follow her on Instagram for more.",
        "The ferry is back. If you enjoyed the ride, share this with a friend.",
        "All texts and pictures are protected, and all rights reserved by the Gazette.",
        "記事と写真の無断転載を禁じます。",
        "来源：河湾市二〇二四年统计公报。",
        "Source: River Bend Bureau of Statistics.",
    ],
)
def test_a_notice_is_none_of_the_sentences_between_paragraphs(line: str):
    assert cleaned(*CHINESE, line, *ENGLISH) == [*CHINESE, *ENGLISH]


def test_short_lines_without_a_mark_are_dropped_only_around_the_text():
    lines = ["河湾日报", "要闻版", CHINESE[0], "停航的三年", CHINESE[1], "下载客户端", "返回"]
    assert cleaned(*lines) == [CHINESE[0], "停航的三年", CHINESE[1]]


def test_short_lines_below_a_standfirst_are_no_lines_of_the_text():
    standfirst = Block(ENGLISH[0], len(ENGLISH[0]), 0, 1, "p", 3, 2, False)
    button, minutes = (
        Block(line, len(line), 0, 0, "div", 4, 1, False) for line in ("Share full text", "5 min")
    )
    heading = Block("A year in the yard", 18, 0, 0, "h2", 4, 1, False)
    text = [
        Block(line, len(line), 0, 1, "p", 4, 3 if place else 1, False)
        for place, line in enumerate(ENGLISH[1:])
    ]
    place_line = Block("River Bend", 10, 0, 0, "p", 4, 1, False)
    of_text = Block(ENGLISH[1], len(ENGLISH[1]), 0, 1, "p", 4, 3, False)
    kept = clean.clean([standfirst, button, place_line, of_text, *text[1:]])
    assert kept == [ENGLISH[0], place_line.text, *ENGLISH[1:]]
    assert clean.clean([standfirst, button, minutes, *text]) == [*ENGLISH[:1], *ENGLISH[1:]]
    assert clean.clean([standfirst, button, heading, *text]) == [
        *(ENGLISH[0], heading.text, *ENGLISH[1:])
    ]
    # The name of the author may be a heading, too.
    author = Block("Ann Ellery", 10, 10, 0, "h4", 4, 1, False)
    assert clean.clean([standfirst, author, minutes, *text]) == ENGLISH
    # The first paragraph is no farther from the others than these are from each other.
    line = Block("A year in the yard", 18, 0, 0, "div", 4, 3, False)
    assert line.text in clean.clean([text[0], line, *text[1:], *text[1:]])


@pytest.mark.parametrize(
    "standfirst", ["A street, a niece and fifteen names.", "停航三年，木船换了十二块板。"]
)
def test_a_standfirst_may_be_short(standfirst: str):
    above = Block(standfirst, len(standfirst), 0, 1, "h3", 4, 2, False)
    buttons = [
        Block(line, len(line), 0, 0, "div", 5, 2, False)
        for line in ("Ellis Okafor", "5 de marzo de 2024 - 09:12", "Share")
    ]
    text = [
        Block(line, len(line), 0, 1, "p", 4, 3 if place else 1, False)
        for place, line in enumerate(ENGLISH)
    ]
    assert clean.clean([above, *buttons, *text]) == [standfirst, *ENGLISH]
    # A short first paragraph is none.
    first = Block(standfirst, len(standfirst), 0, 1, "p", 4, 1, False)
    line = Block("A year in the yard", 18, 0, 0, "p", 4, 3, False)
    text = [block for block in text if block.low == 3]
    assert clean.clean([first, line, *text]) == [standfirst, line.text, *ENGLISH[1:]]


def test_verse_keeps_its_first_and_last_lines():
    lines = ["江水向东", "小船向西", "摇橹的人不回头", "只看岸边的灯", "一盏一盏亮起来"]
    assert cleaned(*lines) == lines


@pytest.mark.parametrize("end", ["。", ""], ids=["a sentence", "no mark"])
def test_a_byline_goes_beside_a_single_short_sentence(end: str):
    flash = f"老渡口的摆渡船今晨六时复航，首班船载客四十二人，票价仍为两元{end}"
    for byline in (
        "2026-11-20 08:15:00 来源：河湾日报 作者：林小舟",
        "2026-11-20 08:15:00来源：河湾日报作者：林小舟",
        "河湾日报记者 林小舟 2026年11月20日 08:15",
        "稿件来源 河湾日报 2026-11-20",
        "River Bend Gazette, 20 November 2026",
    ):
        assert cleaned(byline, flash) == cleaned(flash, byline) == [flash]
        assert cleaned(byline, flash, byline) == [flash]


def test_what_stands_above_the_byline_of_a_verse_is_no_line_of_it():
    verse = ["天还没亮", "船就横在水上", "撑船的人不说话", "他的烟一明一灭。", "像很远的一颗星"]
    byline = "2024年3月5日 08:00 林小舟"
    head = [block("河湾夜话"), block("关注"), block(byline, link=6)]
    assert clean.clean([*head, *map(block, verse)]) == verse


@pytest.mark.parametrize(
    "line",
    [
        *("강가 2024. 11. 8. 08:00", "by Ann Ellery 2024. 11. 8.", "Ort, 8. 11. 2024"),
        *("8 พ.ย. 2567 09:00 น.", "8 มี.ค. 2567"),
    ],
)
def test_the_full_stops_of_a_date_end_no_sentence(line: str):
    assert cleaned(line, *ENGLISH) == cleaned(*ENGLISH, line) == ENGLISH
    sentence = "It was so until 8. 11. 2024."
    assert cleaned(sentence, *ENGLISH) == [sentence, *ENGLISH]


def test_a_list_of_dates_stays():
    lines = ["2026-11-20 开幕", "2026-11-21 放映", "三场演出", "2026-11-22 座谈", "都在码头"]
    assert cleaned(*lines) == lines


def test_lines_that_are_mostly_link_are_dropped():
    blocks = [
        block(ENGLISH[0]),
        block("More about ferries and their pilots.", link=30),
        block(ENGLISH[1]),
    ]
    assert clean.clean(blocks) == ENGLISH[:2]


def test_the_title_is_not_a_line_of_the_text():
    assert cleaned("渡口开放啦！", *CHINESE, titles=("渡口开放啦！",)) == CHINESE


def test_an_editor_in_brackets_is_cut_off_the_last_sentence():
    assert cleaned(CHINESE[0], CHINESE[1] + "（责任编辑：周明）") == CHINESE[:2]
    for label in ("原标题：老渡口重新开放 ", "原標題：老渡口重新開放 "):
        assert cleaned(CHINESE[0], label + CHINESE[2]) == [CHINESE[0], CHINESE[2]]


def test_a_summary_that_repeats_the_beginning_is_dropped():
    assert cleaned("导读：" + CHINESE[1][:30] + "…", *CHINESE[1:]) == CHINESE[1:]
    assert cleaned(CHINESE[1][:30], *CHINESE[1:]) == CHINESE[1:]


@pytest.mark.parametrize("end", ["", "...", "……"])
def test_a_summary_of_several_paragraphs_is_dropped(end: str):
    beginning = "　　".join(CHINESE)[: len(CHINESE[0]) + 20] + end
    assert cleaned(beginning, *CHINESE) == CHINESE
    other = CHINESE[0] + ENGLISH[0]
    assert cleaned(other, *CHINESE) == [other, *CHINESE]


def test_a_long_line_stands_only_once_and_a_short_one_as_often_as_it_is_said():
    assert cleaned(CHINESE[0], CHINESE[1], CHINESE[0]) == CHINESE[:2]
    assert cleaned("是的。", CHINESE[1], "是的。") == ["是的。", CHINESE[1], "是的。"]


@given(st.from_regex(signs._LABEL))
def test_what_a_label_begins_with_is_known(label: str):
    assert label[0] in signs._LABEL_STARTS or not label[0].isalnum()


_SENTENCE = "The ferry stopped at noon, and nobody knew why"
_LINES = st.lists(
    st.sampled_from(
        [
            *(_SENTENCE, _SENTENCE.upper(), _SENTENCE.replace(" ", " \u3000 "), _SENTENCE + "..."),
            *(_SENTENCE + " until evening.", "Summary: " + _SENTENCE, "Summary:", "…", "Short."),
            *("T h e f e r r y s t o p p e d a t n o o n", CHINESE[0], "摘要：" + CHINESE[0]),
        ]
    ).flatmap(lambda line: st.sampled_from([line, line[:19], line[:20], line[:21], line * 2])),
    max_size=5,
)


def test_an_item_that_is_a_link_stays_in_a_list_of_text():
    linked, links = block("A rope", 6, "li"), [block("A rope", 6, "li")] * 5
    items = [block("Two life vests", 0, "li"), linked, block("An oar", 0, "li")]
    around = block(ENGLISH[0]), block(ENGLISH[1])
    assert clean.clean([around[0], *items, around[1]]) == [
        *(ENGLISH[0], "Two life vests", "A rope", "An oar", ENGLISH[1])
    ]
    assert clean.clean([around[0], *links, around[1]]) == ENGLISH[:2]


def test_a_heading_that_is_a_link_stays_between_texts_of_its_element():
    heading = block("The second boat", 15, "h2")
    teaser = Block("The second boat", 15, 15, 0, "h2", 4, 2, False)
    texts = [block(line * 2) for line in ENGLISH[:2]]
    assert "The second boat" in clean.clean([texts[0], heading, texts[1]])
    assert "The second boat" not in clean.clean([texts[0], teaser, texts[1]])
    short = block("It leaks.")
    assert "The second boat" in clean.clean([texts[0], heading, short, texts[1]])


def test_short_lines_of_lists_and_songs_may_come_again():
    refrain = "Row your boat across the stream."
    assert cleaned(ENGLISH[0], refrain, ENGLISH[1], refrain) == [
        *(ENGLISH[0], refrain, ENGLISH[1], refrain)
    ]
    headings = [block("Row your boat across the stream", tag="h2")] * 2
    kept = clean.clean([block(ENGLISH[0]), *headings, block(ENGLISH[1])])
    assert len(kept) == 3


@given(_LINES)
@settings(max_examples=500)
def test_lines_that_begin_unlike_one_another_repeat_nothing(lines: list[str]):
    lines = [line for line in lines if line]
    with mock.patch.object(repeats, "alike", return_value=range(len(lines))):
        looked_at = repeats.find_repeats(lines)
    assert repeats.find_repeats(lines) == looked_at


WALLS = [
    ["Subscribe to continue reading", "Get unlimited access to all of our stories for a dollar a week."],
    ["Sign in to read the full story."],
    ["本文为付费内容，开通会员后阅读全文", "登录后可继续阅读，您还可以先试看。"],
    ["打开APP阅读全文"],
    ["還有 78% 內容未讀，立即加入訂閱。"],
    ["この記事は有料記事です。残り1203文字", "すでに会員の方はログインしてください。"],
    ["［限定記事］ この記事は会員限定です。登録すると続きを読むことができます。"],
    ["이 기사는 유료회원 전용입니다. 구독하시면 전문을 읽을 수 있습니다."],
    ["Weiterlesen mit Flussbote plus", "Sie haben bereits ein Abo? Hier anmelden."],
    ["Il vous reste 84.3% de cet article à lire.", "Déjà abonné ? Connectez-vous."],
    ["Suscríbete para seguir leyendo. Lee sin límites desde un euro al mes."],
    ["Create an account to read the full story.", "The author made this story available to members only."],
    ["This post is for paid subscribers", "Already a paid subscriber? Sign in"],
    ["Keep reading with a 7-day free trial", "Subscribe to River Notes to keep reading this post and get 7 days of free access."],
    ["Subscribe to unlock this article", "Try unlimited access", "Only $1 for 4 weeks", "Then $40 per month. Cancel anytime during your trial."],
    ["Subscribe now and have access to all our stories, enjoy exclusive content and stay up to date."],
    ["This is a subscriber-only story.", "Already a member? Log in to read on."],
    ["Diesen Artikel weiterlesen mit Flussbote+", "Jetzt abonnieren", "Sie haben bereits ein Digital-Abonnement? Hier anmelden"],
    ["Jetzt mit F+ weiterlesen", "Sie haben F+ bereits abonniert? Hier anmelden"],
    ["Möchten Sie weiterlesen?", "Als Abonnent lesen Sie alle Artikel."],
    ["Cet article est réservé aux abonnés.", "Vous avez envie de lire la suite ?"],
    ["Wollen Sie weiterlesen? Dann werden Sie Abonnent.", "Haben Sie bereits ein Flussbote-Plus-Abo?"],
    ["Vous souhaitez lire la suite ? Créez un compte."],
    ["로그인 후 이용하실 수 있습니다."],
    ["Bli abonnent for å lese hele saken"],
    ["Køb adgang for at læse hele artiklen"],
    ["Det här är låst innehåll för prenumeranter"],
    ["Denne saken er for abonnenter", "Allerede abonnent? Logg inn"],
    ["Artiklen er kun for abonnenter", "Allerede abonnent? Log ind"],
    ["続きを読むには会員登録が必要です。"],
    ["有料会員になると続きをお読みいただけます。"],
    ["この続きをみるには", "ここから先は 1,234字", "購入手続きへ"],
    ["이 기사는 유료 회원만 볼 수 있습니다", "구독하면 기사 전문을 계속 읽을 수 있습니다."],
    ["Чтобы прочитать материал целиком, оформите подписку."],
    ["هذا المقال للمشتركين فقط. اشترك الآن لمتابعة القراءة."],
]  # fmt: skip
TOLD = [
    "The paper mill at the bend of the river will close in June after 120 years, its owners said.",
    "About 300 people work there, and many are the third generation of their family to do so.",
]


@pytest.mark.parametrize("wall", WALLS)
def test_the_way_to_the_rest_of_a_locked_article_is_left_out(wall: list[str]):
    assert clean.clean_text("\n".join([*TOLD, *wall])) == "\n".join(TOLD)
    assert clean.clean_text("\n".join([wall[0], *TOLD])) == "\n".join(TOLD)


def test_a_line_that_asks_for_thanks_behind_a_japanese_text_is_left_out():
    for line in ("この記事が気に入ったら", "この記事が気に入ったらサポートをしてみませんか？"):
        assert clean.clean_text("\n".join([*TOLD, line])) == "\n".join(TOLD)


def test_a_sentence_that_tells_of_a_locked_article_stays():
    for line in (
        "Readers have to log in to continue reading, and not many do, the publishers said on Monday.",
        "Subscribe to keep reading, says the Gazette from May on to all who come from a search engine, and half of them do.",
        "To keep reading fun, never make it a punishment.",
        "Get unlimited access to all nine museums of the county with one card.",
        "This post is for members of the choir, and the next one will be for those who only listen.",
        "Unlock this door with the key that hangs behind the picture, and leave the light on.",
        "Already a member of the council at 24, he never lost an election and never won an argument.",
        "Only $5 a month. That is what the city now charges pensioners for the tram.",
        "Unlock this summer's best beaches.",
        "Want to read more? The library opens on Sundays.",
        "Already registered? More than two million voters are, the office says.",
        "Sign up and get access to the archive of the museum for free until the end of May, the museum says.",
        "Get unlimited access. That is what the city promises with its new pass for museums, pools and trams.",
        "This is a members-only club.",
        "Jetzt anmelden. Die Kurse der Volkshochschule beginnen am 3. März.",
        "Haben Sie die Zeitung schon abonniert? Wenn nicht, sagt der Verleger, wird es Zeit.",
        "Vous voulez lire la suite ? Le deuxième tome sort en mai.",
        "この続きを見るには来週まで待つ。",
        "Want to read more? Join the library's new reading circle, which meets on Mondays.",
        "Already have an account? Log in to the state's portal by Friday to claim the rebate.",
        "Want to read more? Start with her first novel, which came out in 1988.",
        "Want to keep reading? Get the book from the library, which has nine copies.",
        "가입 후 이용 요금은 월 만 원입니다.",
        "Already registered? Click and collect begins on Monday at 14 shops of the town.",
        "Upgrade to get full access is what the machine said before it kept the card, a customer told the court.",
        "Sign up now and get full access to the lake, the new bathing club tells families.",
        "Haben Sie bereits ein Jahres-Abo für den Bus? Ab Mai gilt es auch für die Fähre nach Wend.",
        "Haben Sie schon abonniert? Zum Start der Spielzeit wirbt das Theater um Gäste.",
        "Wollen Sie weiterlesen? Die Bücherei am Markt hat jetzt auch sonntags offen.",
        "Jetzt anmelden! Sie haben bereits drei Läufe verpasst, sagt der Verein.",
        "Vous voulez lire la suite ? Créez-la, propose le musée, qui lance un concours.",
        "Vous souhaitez lire la suite ? Inscrivez-vous au club de lecture avant le 4 mai.",
        "有料会員になると、続きを三割安く買える。",
        "この記事が気に入ったら、いいねを押してほしいと町長は呼びかけた。",
        "가입하면 누구나 무료로 도서관을 이용할 수 있습니다.",
        "가입 후 석 달 동안 수영장을 무료로 이용할 수 있습니다.",
        "로그인 후 신청서를 내면 전문 상담을 받을 수 있습니다.",
        "Allerede abonnent? Klikk og hent starter mandag i fjorten butikker.",
        "Bli abonnent for å lese mer, skrev svindlerne. Politiet i Wend tok to menn mandag.",
        "Kjøp tilgang for å lese hele kartet, ber kommunen.",
        "Logg inn for å lese saken din hos Nav. Fra mai slutter brevene på papir.",
        "Log ind for at læse hele brevet. Fra maj slutter kommunen med papir.",
        "Køb adgang for at læse videre. Sådan lød beskeden, som snød to hundrede.",
        "この記事が気に入ったら、と書かれた看板を町は撤去すると、町長は月曜に述べた。",
        "Subscribe now and get access to all museums of the county, says the poster, and to nine pools.",
        "続きを読むにはあまりに悲しい物語だと、彼女は言う。",
        "会員になると市の図書館の本を十冊まで借りられる。",
        "가입하면 병원비 할인을 이용할 수 있다. 시는 내년부터 대상을 넓힌다고 밝혔다.",
        "Allerede abonnent? Avisen har 40 000 av dem, og vil ha flere.",
        "Logg inn for å lese av strømmen, sier verket i Wend.",
        "Køb bogen for at læse hele historien.",
        "Det här är låst innehåll. Polisen kan inte öppna telefonen.",
        "Wer jetzt weiterlesen will, findet den zweiten Band in der Bücherei am Markt.",
        "Jetzt anmelden müssen sich alle, die im Juni mitlaufen wollen, sagt der Verein.",
        "Vous voulez lire la suite de ses aventures, et lui aussi, dit-il en riant.",
        "ここから先は川沿いの道を歩き、三十分ほどで渡し場に着く。",
        "Inscrivez-vous pour le repas avant vendredi midi à la mairie.",
        "请登录学校官网查看完整招生简章。",
        "すでに会員の方は、窓口で新しいカードをお受け取りください。",
        "记者发现，打开APP阅读全文的提示已经出现在四十家网站上，用户对此意见很大，主管部门要求限期整改。",
    ):
        text = "\n".join([*TOLD, line])
        assert clean.clean_text(text) == text


def test_a_text_goes_on_below_a_line_that_asks_to_log_in():
    text = "\n".join([TOLD[0], "Log in to continue.", TOLD[1]])
    assert clean.clean_text(text) == text


@pytest.mark.parametrize(
    "button",
    [
        *(
            "复制代码",
            "bash复制代码",
            "复制代码 代码如下:",
            "代码语言：javascript",
            "代码语言:bash 复制",
        ),
        *("复制", "複製程式碼", "Copy", "Copy code", "Copy to clipboard"),
    ],
)
def test_a_button_that_copies_code_is_left_out(button: str):
    assert clean.clean_text("\n".join([TOLD[0], button, TOLD[1]])) == "\n".join(TOLD)


@pytest.mark.parametrize(
    "line",
    [
        *("展开全部", "展开阅读全文", "点击展开剩余60%", "收起", "2 个回答"),
        "已赞过 已踩过 < 你对这个回答的评价是？ 评论 收起",
    ],
)
def test_what_stands_around_questions_and_folded_texts_is_left_out(line: str):
    assert clean.clean_text("\n".join([TOLD[0], line, TOLD[1]])) == "\n".join(TOLD)


def test_a_line_that_begins_like_such_a_button_stays():
    for line in ("展开全部兵力以后，双方隔河对峙。", "收起渔网的人", "他的3个回答都不对"):
        text = "\n".join([TOLD[0], line, TOLD[1]])
        assert clean.clean_text(text) == text


def test_a_line_that_tells_of_copying_code_stays():
    for line in (
        "复制代码的人越来越多。",
        "Copy editors",
        "代码语言：它的历史与未来，一本书里都写了",
    ):
        text = "\n".join([TOLD[0], line, TOLD[1]])
        assert clean.clean_text(text) == text


def test_the_numbers_of_the_lines_of_code_are_left_out():
    code = ["cd /srv", "ls"]
    for numbers in ("123", "1234"):
        lines = [TOLD[0], *numbers, *code, TOLD[1]]
        assert clean.clean_text("\n".join(lines)) == "\n".join([TOLD[0], *code, TOLD[1]])
    for numbers in ("12", "234", "1357"):
        text = "\n".join([TOLD[0], *numbers, *code, TOLD[1]])
        assert clean.clean_text(text) == text
    twice = [TOLD[0], *"1123", TOLD[1]]
    assert clean.clean_text("\n".join(twice)) == "\n".join([TOLD[0], "1", TOLD[1]])


@pytest.mark.parametrize(
    ("link", "is_left_out"),
    [
        ("返回河湾网，查看更多", True),
        ("返回首页", True),
        ("返回河湾网首页&gt;&gt;", True),
        ("返回河湾网", True),
        ("返回列表", True),
        ("返回舱安全着陆。", False),
        ("返回舱已运抵北京", False),
        ("返回网点的快递", False),
        ("返回港口的渔船", False),
        ("Back to the front page", True),
        ("返程的船票", False),
        ("Back to the boats", False),
    ],
)
def test_a_link_home_behind_the_last_sentence_is_no_part_of_it(link: str, is_left_out: bool):
    last = f"{CHINESE[3]}<a href=/><span>{link}</span></a>"
    article = extract(Response(portal([*CHINESE[:3], last])))
    assert article is not None
    assert article.lines[-1] == (CHINESE[3] if is_left_out else CHINESE[3] + link)
