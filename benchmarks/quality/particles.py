"""Function words and endings replaced by others, as by a person who spins a text by hand.

No thesaurus has them, so tools leave them alone. A person writes である for です, 将会 for 将, "as well
as" for "and". The small tables of such pairs were written for this benchmark. No table is complete, and
only a share of the spots is changed, so the rest differs from copy to copy.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from scrapy_neardup.core.fingerprints import segment

if TYPE_CHECKING:
    import random
    from collections.abc import Callable

_TABLES = {
    "zh": """
        的:之: 了::已经 将:将会:会:要 把:将 和:与:以及:及 与:和:同:跟 及:以及:和 并:并且:而且:同时
        在:于:在于 于:在 是:乃是:为:就是 为:是:成为 对:对于:针对 从:自:自从 但:但是:不过:然而
        但是:但:可是 也:亦:同样:也都 还:仍:还是:并 这:此:这一:该 这个:该:这一 其:它的:他的
        都:均:皆 已:已经:早已 已经:已 因:因为:由于 因为:由于:因 由于:因为 被:遭:遭到:让 就:便:即
        以:用:凭 由:被:经由 或:或者 如:像:例如 所以:因此 因此:所以:因而 如果:若:要是 可以:能:能够
        能:能够:可以 可:可以:能 应:应当:应该 要:须:需要 不:并不:未 没有:没:未 只:仅:只是 更:更加:更为
        最:最为 很:十分:非常 他们:其:他 我们:咱们 自己:自身 而:而且:并 之:的 后:之后:以后 前:之前:以前
        时:时候:之时 中:当中:之中 上:之上 等:等等 向:朝:往 让:使:令 使:让 给:予:给予 同时:并且:与此同时
        此:这:这一 该:这:这个 各:每个:各个 每:每一:各 再:又:再次 又:再:并 着: 所: 地:
        """,
    "ja": """
        です:である:だ である:です:だ だった:でした:であった でした:だった:であった ました:た した:しました
        ます:るのである されている:されています:されてる されています:されている している:しています:してる
        しています:している された:されました:になった されました:された という:との:といった について:に関して:に関し
        によると:によれば によれば:によると により:によって:で によって:により:で による:に伴う:での として:とし:としては
        において:で:にて における:での:の では:においては:ではその には:にも:に にも:には とともに:と共に:と併せて
        ため:ので:ことから ので:ため から:より まで:に至るまで など:等:といった しかし:だが:ところが だが:しかし
        ことが:のが ことを:のを ことから:ため ところ:が だけ:のみ のみ:だけ なった:なりました なっている:なっています
        なる:なってくる なく:ずに ない:ません ません:ない られた:られました られる:られます いた:いました いる:います
        あった:ありました ある:あります しており:していて れており:れていて おり:いて つつ:ながら また:さらに:加えて
        さらに:また:そのうえ その:この:同 この:その:今回の これ:それ:このこと ほか:他:以外 ものの:が ように:よう
        という:なる へ:に:へと を:をば:は が:は:も は:が:も に:へ:には で:にて:において も:さえも:もまた と:及び:や や:と:及び
        の:における た。:たのである。:たとのことだ。:ました。 る。:るという。:るのである。:ます。 だ。:です。:である。 い。:いのである。:いです。
        った:りました い、:くて い。:くなっている。 て、:、:たうえで、 し、:して、:しつつ、:したうえで、 り、:って、:つつ、 、:
        """,
    "ko": """
        했습니다:했다 했다:했습니다:하였다 하였다:했다 습니다:다 됐다:되었다:됐습니다 되었다:됐다 됩니다:된다 된다:됩니다
        입니다:이다 이다:입니다 합니다:한다 한다:합니다:하고 있다:있습니다:있는 있습니다:있다 밝혔다:밝혔습니다:전했다
        한다는:한다고 위해:위하여:위해서 대해:관해:대하여 대한:관한 따라:따라서:의해 따르면:의하면 통해:통하여 때문에:탓에
        그러나:하지만:그렇지만 하지만:그러나 또한:또:그리고 또:또한 그리고:또 및:그리고:과 이번:금번 이날:같은날 에서:에서는:서
        에서는:에선 에는:엔:에도 으로:으로써 하고:하며 하며:하고 지만:으나 면서:며 까지:까지도 부터:에서부터 에게:한테 들이:들은
        은:이 는:가 이:은 가:는 을: 를: 의: 와:하고 과:하고 도:역시 고:며
        """,
    "en": """
        and:as_well_as:plus:along_with but:however:yet:although of:from:out_of in:within:inside on:upon:over at:in:during
        to:toward:in_order_to for:toward:in_favour_of with:along_with:together_with from:out_of:starting_from by:through:via
        about:regarding:concerning that:which:how which:that who:that the:this:that:its a:one:some an:one:some
        this:the:such these:those:such those:these it:this:that they:these_people:those he:this_man:the_latter his:the:its
        their:the:its its:the:their is:remains:stands_as was:had_been:remained are:remain were:had_been:stood has:did_has:now_has
        have:did_have:now_have had:did_have will:is_going_to:shall would:was_going_to:could can:could:is_able_to
        could:might:was_able_to not:never also:too:likewise because:since:as while:whereas:as when:as:once after:following
        before:prior_to during:throughout since:from as:like:while or:or_else if:whether:provided so:thus:hence than:compared_to
        more:further most:nearly_all some:several many:numerous all:every other:further into:to:inside over:above:across
        under:below:beneath between:among against:versus only:just:merely now:currently then:afterwards there:here no:not_any
        been:become be:become being:getting up:higher down:lower out:away
        """,
    "de": """
        und:sowie:wie_auch aber:jedoch:doch doch:jedoch:aber oder:beziehungsweise der:dieser:jener die:diese:jene das:dieses:jenes
        den:diesen:jenen dem:diesem:jenem des:dieses ein:irgendein:solch_ein eine:irgendeine:solch_eine in:innerhalb von:bei
        im:in_dem:beim am:an_dem zum:zu_dem zur:zu_der vom:von_dem beim:bei_dem mit:samt:zusammen_mit für:zugunsten_von
        auf:an:bei aus:von von:aus:seitens nach:im_Anschluss_an vor:gegenüber bei:neben um:rund_um durch:per:mittels
        über:zu:betreffend gegen:wider bis:hin_bis seit:ab zu:hin_zu nicht:keineswegs:nie auch:ebenfalls:zudem noch:weiterhin
        nur:lediglich:bloß schon:bereits bereits:schon sehr:äußerst ist:sei:bleibt sind:seien:bleiben war:sei:blieb waren:blieben
        wird:dürfte werden:sollen wurde:ward wurden:waren hat:habe haben:hätten hatte:habe hatten:haben kann:vermag können:dürften
        soll:wird sollen:werden muss:hat will:möchte sich:einander sie:diese er:dieser es:dies dass:wie weil:da wenn:falls als:wie
        wie:so_wie sein:dessen seine:dessen seiner:dessen ihre:deren ihrer:deren diese:die dieser:der dieses:das man:jemand
        so:derart dann:danach damit:somit mehr:weitere so:auf_diese_Weise
        """,
}
_KANA = "\u3040-\u309f"
_HANGUL = "\uac00-\ud7a3"


def changed(text: str, lang: str, share: float, chance: random.Random) -> str:
    """Return *text* with a *share* of the spots changed where the table of its language knows one."""
    table = _table(lang)

    def other(word: str) -> str:
        choices = table.get(word.lower())
        if choices is None or chance.random() >= share:
            return word
        chosen = chance.choice(choices)
        return chosen[:1].upper() + chosen[1:] if word[:1].isupper() else chosen

    if lang == "zh":
        return "".join(map(other, segment.cutter("rjieba")(text)))
    return _spots(lang).sub(_in_match(other), text)


def _in_match(other: Callable[[str], str]) -> Callable[[re.Match[str]], str]:
    return lambda found: other(found[0])


@cache
def _table(lang: str) -> dict[str, list[str]]:
    """For each word or ending, the words or endings that may stand in its place."""
    table: dict[str, list[str]] = {}
    for row in _TABLES[lang].split():
        word, *choices = row.replace("_", " ").split(":")
        table.setdefault(word, []).extend(choices)
    return table


@cache
def _spots(lang: str) -> re.Pattern[str]:
    """The expression for a spot: a word, in Japanese and Korean a particle or ending of the table."""
    if lang not in ("ja", "ko"):
        return re.compile(r"\w+")
    words = sorted(_table(lang), key=len, reverse=True)
    longer = "|".join(word for word in words if len(word) > 1)
    short = "|".join(word for word in words if len(word) == 1)
    # A single kana is a particle if no other kana stands beside it, a single hangul if it ends a word.
    if lang == "ja":
        return re.compile(f"{longer}|(?<![{_KANA}])(?:{short})(?![{_KANA}])")
    return re.compile(f"{longer}|(?<=[{_HANGUL}])(?:{short})(?![{_HANGUL}])")
