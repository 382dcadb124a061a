"""Where a full stop ends no sentence: behind words that it shortens, and German ordinal numbers.

In scripts that have capitals, a sentence begins with one, so that only words that are shortened
before a capital or a figure have to be known. In Hindi or Bengali, sentences end with a danda, and
a full stop stands only behind initials and shortened words.
"""

from __future__ import annotations

BEFORE_NAME, BEFORE_FIGURE, AS_TITLE = 1, 2, 4

_TITLES = (
    "Mr Mrs Ms Dr Prof St Ste Mt Ft Gen Maj Col Capt Cmdr Lt Sgt Cpl Adm Rep Reps Sen Sens Gov Pres Rev "
    "Hon Supt Insp Det Hr Hrn Fr Mag Dipl Mme Mmes Mlle Mgr Me Sr Sra Srta Sres Dra Drs Ud Uds Av "
    "Avda Excmo Gral Sig Dott Avv Arch On Doc Geom Cav Lic Arq Dep Eng Sta Sto Ee Ff Jj Univ Mio Mrd Tsd "
    "Tp Ts Ths Bs Gs Pgs Doç Uzm"
)
_SHORTENED = (
    "prof dr mgr inz bzw vgl sog inkl exkl zzgl ggf evtl bspw str vs cf viz ul pl mjr plk ks np tzw judr "
    "mudr ing dhr mevr sok cad yrd dott avv inż św im ул им пр пл пер наб бул акад проф доц св тов гр ср "
    "напр пос корр"
)
_COUNTED = (
    "no nos nr num nº pp pag pags vol vols ch chap fig figs art arts sec sect para pt ed approx ca est abs "
    "bd abb kap ziff rn tel str aprox al jan feb febr mar apr jun jul aug sep sept oct okt nov dec dez env "
    "cap bl godz poz стр рис гл ст тел ок кв"
)

ABBREVIATIONS: dict[str, int] = {}
"""Shortened words, in lower case, with what follows them: a name (``BEFORE_NAME``), a figure
(``BEFORE_FIGURE``), or a name if the word has a capital (``AS_TITLE``): Sen. is a title, and sen a
word in five languages.
"""
for _words, _role in ((_TITLES, AS_TITLE), (_SHORTENED, BEFORE_NAME), (_COUNTED, BEFORE_FIGURE)):
    for _word in _words.split():
        ABBREVIATIONS[_word.lower()] = ABBREVIATIONS.get(_word.lower(), 0) | _role
LONGEST = max(map(len, ABBREVIATIONS))

CLOSING = frozenset(map(ord, ")]}\"'”’»›」』）】》%‰°€$£"))
"""Marks that may stand between the last word of a sentence and its full stop."""
LONGEST_ORDINAL = 2
"""The most figures of a German number that a full stop makes an ordinal: am 13. Oktober."""
BETWEEN = 3
"""The most other characters, white space and marks, between a mark and the next word."""
FIRST_INDIAN, LAST_INDIAN = 0x900, 0xDFF
"""The scripts from here to there are those of India."""
LAST_CASED = 0x58F
"""The scripts up to here, Latin, Greek, Cyrillic and Armenian, have capitals."""
