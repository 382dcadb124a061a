"""Reports of one form: the same sentences about other days, places, people and figures.

They share far more words than spun copies do, and none copies another. The forms in forms/*.txt were
written for this benchmark: reports of the weather, matches, courts and the like, and advertisements.
In a form, {1-40} is a number, {up|down} one of the phrases, {city} a name of that sort.
"""

from __future__ import annotations

import random
import re
from pathlib import Path

from benchmarks.quality.dataset import Item

FILLINGS = 10
"""The number of reports made from each form."""
ADVERTISEMENTS = ("de_flat", "de_job", "en_job", "ja_job", "zh_job")
"""Forms of advertisements. Those of de_job are of one firm and differ in a few words."""

_SLOT = re.compile(r"\{([^}]*)\}")
_RANGE = re.compile(r"(-?\d+)-(\d+)")
_NAMES = {
    "zh": {
        "city": "澜州 青屿 南岭 石桥 临沧 柳河 云阳 白塔 海宁 安平 泽川 东渠",
        "team": "澜州海港 青屿飞鹰 南岭山城 石桥铁路 柳河钢铁 云阳联队 白塔星火 海宁潮声",
        "company": "恒远新材 天岭重工 博川电子 汇泽农业 瑞屿生物 华澜股份 金桥物流 远岫能源 立新药业",
        "family": "王 李 张 刘 陈 杨 赵 黄 周 吴 徐 孙 胡 朱 高 林 何 郭 马 罗 梁 宋 郑 谢 韩 唐 冯 于 董 萧",
        "given": "伟国 若水 建平 晓岚 志强 文澜 海涛 月华 德明 思远 立群 春梅 一鸣 长河 玉洁 天翔 铭 颖 磊 静",
        "province": "澜东省 岭西省 云泽省 江右省 北屿省 沧南省 河阴省",
        "country": "塔里尼亚 维兰 科马拉 卡斯托里亚 诺维兰 乌兰达 萨洛芒 贝加洛",
        "bank": "恒通银行 天岭银行 博川证券 澜州银行 远岫证券 金桥银行 安平证券",
        "storm": "青鸢 银鲤 赤松 白鹭 云雀 石榴 海葵花 夜莺 铃兰",
    },
    "en": {
        "city": "Harlow Eastmere Brockton Millhaven Carrick Dunmore Ashby Tarrant Norwell Selby",
        "team": "Harlow Rovers,Eastmere City,Brockton United,Millhaven Athletic,Carrick Wanderers,"
        "Dunmore Town,Ashby Albion,Norwell County",
        "company": "Hartwell,Brindle Steel,Corven,Tamarack Mills,Ostler Brothers,Penhallow,Quentis,"
        "Northgate Freight,Lindqvist Paper",
        "family": "Abbot Barlow Crane Doyle Ellery Farrow Gantry Holt Iverson Judd Keane Lomax Mercer "
        "Nolan Okoye Pryce Quill Rowan Sethi Tate Upton Voss Wilder Yates",
        "given": "Alan Brigid Colin Dora Edwin Fay Grant Hester Ivor Joan Karl Leila Martin Nuala Owen",
        "day": "Monday Tuesday Wednesday Thursday Friday Saturday Sunday",
        "month": "January February March April May June July August September October November",
        "street": "Mill Street,Quay Road,Chapel Lane,Station Avenue,Orchard Close,North Parade",
        "storm": "Aldis Bertrand Corisande Delwyn Emeric Floriane Gaspard Hesper Isolde Jorvik Lorna",
    },
    "de": {
        "city": "Altheim Bergen Crailsdorf Dornbach Eichstadt Falkensee Grünau Hohenfels Kreuztal",
        "team": "SV Altheim,FC Bergen,VfB Dornbach,TSV Eichstadt,Fortuna Grünau,SC Hohenfels,"
        "Union Kreuztal",
        "company": "Brandner,Kessler Technik,Nordwerk,Ostmann Chemie,Prinz Maschinenbau,Rheintal Druck,"
        "Seidler",
        "family": "Albrecht Böhm Conrad Dietz Eberle Frank Gruber Hahn Jansen Kern Lorenz Maurer "
        "Neumann Ott Pohl Reiter Sommer Thiel Ulrich Vogt Winter Zeller",
        "given": "Anna Bernd Clara Dieter Elke Felix Greta Horst Ines Jan Karin Lukas Maria Niklas",
        "day": "Montag Dienstag Mittwoch Donnerstag Freitag Samstag Sonntag",
        "month": "Januar Februar März April Mai Juni Juli August September Oktober November",
        "street": "Lindenstraße,Bahnhofstraße,Mühlgasse,Gartenstraße,Hauptstraße,Schulstraße",
        "party": "CDU,SPD,Grüne,FDP,Freie Wähler,Bürgerliste",
    },
    "ja": {
        "city": "青浜 北原 桜井 三島 高岡 長瀬 松江 石狩 西条 大洲",
        "team": "青浜マリナーズ 北原フェニックス 桜井ユナイテッド 三島ドルフィンズ 高岡ヴィクトリア "
        "長瀬レイカーズ 松江アストロ",
        "company": "青浜電機 北原製作所 三和ケミカル 東洋ロジスティクス 大栄建設 松江食品 タカオカ工業",
        "family": "佐藤 鈴木 高橋 田中 伊藤 渡辺 山本 中村 小林 加藤 吉田 山田 松本 井上 木村 清水 森田 橋本",
        "given": "翔太 健一 美咲 直樹 陽子 大輔 由美 拓也 恵子 浩二 真理 誠 修 薫",
        "bank": "青浜 北原みらい 三和東 大栄 松江中央 西条",
    },
    "fr": {
        "city": "Montrelle Aubressac Vernoise Clairfont Brévanne Lussagne Cormeray Tréval Orbeval",
        "team": "FC Montrelle,Olympique Vernoise,Stade Clairfont,AS Brévanne,Racing Lussagne,"
        "US Cormeray,Étoile Tréval",
        "company": "Valombre,Ardouin Énergie,Sofrelac,Maison Tessier,Granvel Transports,Novelec,"
        "Briquet Industries",
        "family": "Martin Bernard Dubois Durand Moreau Laurent Lefebvre Leroy Roux Fournier Girard "
        "Bonnet Lambert Rousseau Garnier Chevalier Perrin Marchand Lemaire Renard",
        "given": "Alice Benoît Camille Denis Élodie Fabien Hélène Julien Luc Marion Nicolas Sophie",
        "day": "lundi mardi mercredi jeudi vendredi samedi dimanche",
        "month": "janvier février mars avril mai juin juillet août septembre octobre novembre",
        "street": "rue des Tilleuls,avenue de la Gare,place du Marché,quai Nord,chemin du Moulin",
    },
    "es": {
        "city": "Valdehierro Montesanto Riofresno Albareda Torrequinta Campollano Almorada Santavera",
        "team": "Real Valdehierro,Atlético Riofresno,Deportivo Albareda,Unión Torrequinta,"
        "Racing Campollano,Sporting Almorada,Rayo Santavera",
        "company": "Aceros Lombera,Grupo Talavix,Naviera Poniente,Ferralia,Bodegas Otero,Electrosur",
        "family": "García Fernández González Rodríguez López Martínez Sánchez Pérez Gómez Jiménez "
        "Ruiz Hernández Díaz Moreno Álvarez Romero Navarro Torres Domínguez Vázquez",
        "given": "Adrián Beatriz Carlos Diego Elena Gonzalo Hugo Iván Javier Lucas Mario Rubén",
        "day": "lunes martes miércoles jueves viernes sábado domingo",
        "month": "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre",
        "street": "calle Mayor,avenida del Puerto,plaza de la Fuente,paseo del Río,calle Nueva",
    },
}


def reports() -> list[Item]:
    """Return the reports of all forms; reports of one form have the same ``source``."""
    items = []
    for path in sorted(Path(__file__).with_name("forms").glob("*.txt")):
        form, lang = path.read_text("utf-8"), path.stem[:2]
        for number in range(FILLINGS):
            id_ = f"{path.stem} {number}"
            text = fill(form, lang, random.Random(id_))
            items.append(Item(id_, lang, text, None, path.stem, id_, "form", frozenset()))
    return items


def fill(form: str, lang: str, chance: random.Random) -> str:
    """Return *form* with every slot filled at random."""
    names = {sort: _listed(line) for sort, line in _NAMES[lang].items()}

    def filled(slot: re.Match[str]) -> str:
        content = slot[1]
        if limits := _RANGE.fullmatch(content):
            return str(chance.randint(int(limits[1]), int(limits[2])))
        if "|" in content:
            choice: str = chance.choice(content.split("|"))
            return choice
        if content == "person":
            family, given = chance.choice(names["family"]), chance.choice(names["given"])
            return family + given if lang in ("zh", "ja") else f"{given} {family}"
        return chance.choice(names[content])

    return _SLOT.sub(filled, form)


def _listed(line: str) -> list[str]:
    return line.split("," if "," in line else " ")
