"""Publishers whose site has another name than the agency, paper or station that is credited: who
credits 新华社 means the site 新华网, and who credits AP means apnews.com.
"""

from __future__ import annotations

import re
from unicodedata import normalize

_NO_WORD = re.compile(r"[\W_]+")

# One publisher a line: the names by which others credit it, and behind the bar its hosts.
_PUBLISHERS = """
新华社、新华网、新华社客户端、新华每日电讯、新华财经、新华通讯社、新華社、新華網、Xinhua、Xinhua News Agency | xinhuanet.com news.cn
中新社、中新网、中国新闻网、中国新闻社、中新社客户端、中新網、中國新聞網、中國新聞社、中新财经、中新体育、中新健康、China News Service | chinanews.com.cn chinanews.com
央视、央视新闻、央视网、央视财经、央视新闻客户端、中国中央电视台、中央广播电视总台、央視、央視網、央視新聞、CCTV、CCTV News | cctv.com cctv.cn cntv.cn
央广网、央广、中国之声、中央人民广播电台、央廣網 | cnr.cn
人民日报、人民网、人民日报海外版、人民日报客户端、人民日報、人民網、People's Daily | people.com.cn people.cn peopleapp.com
光明日报、光明网、光明日報、光明網 | gmw.cn
经济日报、中国经济网 | ce.cn
中国青年报、中青在线、中國青年報 | cyol.com cyol.net
科技日报、中国科技网、科技日報 | stdaily.com
工人日报、中工网 | workercn.cn
农民日报、中国农网 | farmer.com.cn
环球时报、环球网、環球時報、環球網、Global Times | huanqiu.com globaltimes.cn
中国日报、中国日报网、中國日報、China Daily | chinadaily.com.cn
国际在线、中国国际广播电台、CRI | cri.cn
参考消息、参考消息网 | cankaoxiaoxi.com
法治日报、法制日报、法治网、法制网 | legaldaily.com.cn
检察日报、正义网 | jcrb.com
人民法院报、中国法院网 | chinacourt.org rmfyb.com
解放军报、中国军网、解放军新闻传播中心 | 81.cn
中国新闻周刊 | inewsweek.cn
每日经济新闻、每经网、每经、每经头条 | nbd.com.cn
第一财经、第一财经日报、一财、一财网、Yicai | yicai.com
21世纪经济报道、21财经、21经济网 | 21jingji.com
经济观察报、经济观察网、经观 | eeo.com.cn
中国证券报、中证网 | cs.com.cn
上海证券报、上证报、中国证券网 | cnstock.com
证券时报、证券时报网、e公司 | stcn.com
证券日报、证券日报网、证券日报之声 | zqrb.cn
财新、财新网、财新周刊、Caixin | caixin.com
财联社、科创板日报 | cls.cn
华尔街见闻 | wallstreetcn.com
澎湃、澎湃新闻、The Paper | thepaper.cn
界面、界面新闻 | jiemian.com
36氪、36Kr | 36kr.com
新京报、新京报网 | bjnews.com.cn
北京日报、京报网、北京晚报 | bjd.com.cn
北京青年报、北青网 | ynet.com
解放日报、上观、上观新闻 | shobserver.com jfdaily.com
文汇报、文汇网 | whb.cn
新民晚报、新民网 | xinmin.cn
南方日报、南方网 | southcn.com
南方都市报、南都、奥一网 | oeeee.com nandu.com
南方周末 | infzm.com
羊城晚报、金羊网、羊城派 | ycwb.com
广州日报、大洋网 | dayoo.com gzdaily.cn
深圳特区报、深圳新闻网、读特 | sznews.com
浙江日报、浙江在线、潮新闻、钱江晚报 | zjol.com.cn tidenews.com.cn
新华日报、交汇点、交汇点新闻 | xhby.net
大众日报、大众网 | dzwww.com
齐鲁晚报、齐鲁壹点 | qlwb.com.cn
河南日报、大河网、大河报 | dahe.cn
湖北日报、荆楚网 | cnhubei.com
长江日报、长江网 | cjn.cn
湖南日报、华声在线 | voc.com.cn
四川日报、四川在线、川观新闻 | scol.com.cn
重庆日报、华龙网 | cqnews.net cqrb.cn
陕西日报、群众新闻 | sxdaily.com.cn
福建日报、东南网 | fjsen.com
江西日报、大江网 | jxnews.com.cn
安徽日报、中安在线 | anhuinews.com
辽宁日报、北国网 | lnd.com.cn
海南日报、南海网 | hinews.cn
云南日报、云南网 | yunnan.cn
甘肃日报、每日甘肃网、中国甘肃网 | gansudaily.com.cn gscn.com.cn
中央社、中央通訊社、中央通讯社、Central News Agency、Focus Taiwan | cna.com.tw
聯合報、聯合新聞網、udn | udn.com
自由時報、自由時報電子報 | ltn.com.tw
Taipei Times | taipeitimes.com
中國時報、中時新聞網、中時電子報 | chinatimes.com
明報、明报、明報新聞網 | mingpao.com
香港電台、RTHK | rthk.hk
南华早报、南華早報、South China Morning Post、SCMP | scmp.com
联合早报、聯合早報、Lianhe Zaobao | zaobao.com zaobao.com.sg
AP、AP News、Associated Press、The Associated Press、美联社、美聯社 | apnews.com
Reuters、Thomson Reuters、路透、路透社、路透中文网、Reuters Breakingviews、ロイター、로이터、Рейтер | reuters.com
AFP、Agence France-Presse、法新社 | afp.com afpbb.com
dpa、Deutsche Presse-Agentur、德新社 | dpa.com dpa-international.com
dpa-AFX、dpa-AFX Broker、dpa-AFX Wirtschaftsnachrichten | dpa-afx.de
SID、Sport-Informations-Dienst | sid.de
APA、Austria Presse Agentur | apa.at
Keystone-SDA、SDA、Schweizerische Depeschenagentur | keystone-sda.ch
EFE、EFECOM、Agencia EFE、埃菲社 | efe.com
Europa Press | europapress.es
ANSA、Agenzia ANSA、安莎社 | ansa.it
Adnkronos | adnkronos.com
askanews | askanews.it
Lusa、Agência Lusa | lusa.pt
Agência Brasil | agenciabrasil.ebc.com.br
Belga | belga.be belganewsagency.eu
ANP、Algemeen Nederlands Persbureau | anp.nl
Ritzau、Ritzaus Bureau | ritzau.dk
NTB、Norsk Telegrambyrå | ntb.no
TT、Tidningarnas Telegrambyrå | tt.se
STT、Suomen Tietotoimisto | stt.fi
PAP、Polska Agencja Prasowa | pap.pl
ČTK、Česká tisková kancelář | ctk.cz ceskenoviny.cz
TASR | tasr.sk teraz.sk
MTI、Magyar Távirati Iroda | mti.hu
Agerpres | agerpres.ro
BTA、БТА | bta.bg
PA、PA Media、Press Association | pa.media
UPI、United Press International | upi.com
Bloomberg、Bloomberg News、彭博、彭博社、ブルームバーグ | bloomberg.com
Canadian Press、The Canadian Press | thecanadianpress.com
AAP、Australian Associated Press | aap.com.au
PTI、Press Trust of India | ptinews.com
ANI、Asian News International | aninews.in
IANS | ians.in
共同、共同通信、共同通信社、共同社、共同网、Kyodo、Kyodo News | kyodo.co.jp kyodonews.net kyodonews.jp
時事、時事通信、時事通信社、時事ドットコム、时事社、Jiji、Jiji Press | jiji.com
NHK、日本放送協会 | nhk.or.jp nhk.jp web.nhk
朝日新聞、朝日新聞デジタル、朝日新闻、Asahi Shimbun | asahi.com
読売新聞、読売新聞オンライン、读卖新闻、Yomiuri Shimbun | yomiuri.co.jp
毎日新聞、每日新闻、Mainichi Shimbun | mainichi.jp
日本経済新聞、日経、日経電子版、日本经济新闻、日经、Nikkei、Nikkei Asia | nikkei.com
産経新聞、産経ニュース | sankei.com
연합뉴스、Yonhap、Yonhap News Agency、聯合ニュース、韩联社、韓聯社 | yna.co.kr
뉴시스、Newsis | newsis.com
뉴스1、News1 | news1.kr
ТАСС、TASS、ИТАР-ТАСС、塔斯社 | tass.ru tass.com
РИА Новости、RIA Novosti、俄新社 | ria.ru
Интерфакс、Interfax、Interfax.ru、Interfax-Russia.ru、国际文传电讯社 | interfax.ru interfax.com
Sputnik、卫星通讯社、俄罗斯卫星通讯社、俄卫星通讯社 | sputniknews.com sputniknews.cn sputnikglobe.com
Укринформ、Укрінформ、Ukrinform | ukrinform.ua ukrinform.net
AA、Anadolu、Anadolu Ajansı、Anadolu Agency、阿纳多卢通讯社 | aa.com.tr
DHA、Demirören Haber Ajansı | dha.com.tr
İHA、İhlas Haber Ajansı | iha.com.tr
Antara、ANTARA News | antaranews.com
Bernama、马新社 | bernama.com
TTXVN、Thông tấn xã Việt Nam、VNA、Vietnam News Agency、越通社 | vnanet.vn vietnamplus.vn baotintuc.vn vietnamnews.vn
IRNA、伊通社 | irna.ir
WAM、阿联酋通讯社 | wam.ae
KUNA | kuna.net.kw
QNA | qna.org.qa
SPA | spa.gov.sa
BBC、BBC News、BBC News 中文、BBC中文、BBC中文网、英国广播公司 | bbc.com bbc.co.uk
CNN、美国有线电视新闻网 | cnn.com
NYT、New York Times、The New York Times、纽约时报、紐約時報 | nytimes.com
WSJ、Wall Street Journal、The Wall Street Journal、华尔街日报 | wsj.com
Washington Post、The Washington Post、华盛顿邮报 | washingtonpost.com
FT、Financial Times、FT中文网 | ft.com ftchinese.com
Guardian、The Guardian、卫报 | theguardian.com
VOA、Voice of America、美国之音、美國之音 | voanews.com
DW、Deutsche Welle、德国之声、德国之声中文网、德國之聲、德國之聲中文網 | dw.com
RFI、Radio France Internationale | rfi.fr
"""


def squeezed(name: str) -> str:
    """*name* in small letters, without what is no letter or digit: the form in which names are compared.

    >>> squeezed("AP News"), squeezed("《人民日报》")
    ('apnews', '人民日报')
    """
    return _NO_WORD.sub("", normalize("NFKC", name)).casefold()


def _read() -> tuple[dict[str, int], dict[str, int]]:
    names: dict[str, int] = {}
    hosts: dict[str, int] = {}
    for number, line in enumerate(_PUBLISHERS.split("\n")):
        named, _, hosted = line.partition(" | ")
        names.update((squeezed(name), number) for name in named.split("、") if name)
        hosts.update((host, number) for host in hosted.split())
    return names, hosts


_BY_NAME, _BY_HOST = _read()


def publisher_named(name: str) -> int | None:
    """The number of the publisher that is credited as *name*, None if it is not known.

    >>> publisher_named("新华社") == publisher_named("新华网") == publisher_named("Xinhua")
    True
    """
    return _BY_NAME.get(squeezed(name))


def publisher_at(host: str) -> int | None:
    """The number of the publisher that has the site *host*, None if it is not known.

    >>> publisher_at("www.news.cn") == publisher_named("新华社")
    True
    """
    while host:
        if (found := _BY_HOST.get(host)) is not None:
            return found
        _, _, host = host.partition(".")
    return None
