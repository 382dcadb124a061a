"""The subjects of a Chinese text: what looks like a personal name and is repeated.

Two notices of one form about different people have nearly all words in common, and dictionaries split
many names, so that a name is no rare word. But a name stands in different places of its text, and
neither is a common word nor begins with one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from scrapy_neardup.core.fingerprints.characters import HAN

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

SURNAMES = frozenset(
    "王李张刘陈杨黄赵吴周徐孙马朱胡郭何高林罗郑梁谢宋唐许韩冯邓曹彭曾肖田董袁潘于蒋蔡余杜叶程苏魏吕"
    "丁任沈姚卢姜崔钟谭陆汪范金石廖贾夏韦付方白邹孟熊秦邱江尹薛闫段雷侯龙史陶黎贺顾毛郝龚邵万钱严覃"
    "武戴莫孔汤常温康施文牛樊葛邢安齐易乔伍庞颜倪庄聂章鲁岳翟殷詹申欧耿关兰焦俞左柳甘祝包宁尚符舒阮"
    "柯纪梅童凌毕单季裴霍涂成苗谷盛曲翁冉骆蓝路游辛靳管柴蒙鲍华喻祁蒲房滕屈饶解牟艾尤阳穆农司卓古吉"
    "缪简车项芦麦褚娄窦戚岑景党宫费卜冷晏席卫米柏宗瞿桂佟臧闵苟邬边卞姬师仇栾隋商刁沙荣巫寇桑郎甄丛"
    "仲虞敖巩明佘池查麻苑迟邝"
)
"""The first characters of Chinese surnames, in simplified characters, without those that mostly stand
for words of their own, as 和."""
NOBODY = "某"
"""Stands for characters of a name that is not told."""
SIZES = (3, 2)
"""Characters of a name, with a surname of one."""
LEAST_TIMES = 3
"""The least number of times that a text has the name of its subject. On either side, the characters
beside it have to differ: else it is part of a fixed phrase, such as a caption that ends in 摄."""
MOST = 255
"""The most subjects of a text that are told apart."""


def subjects(
    points: Sequence[int],
    kinds: Sequence[int],
    is_common: Callable[[int, int], bool],
    gram_starts: NDArray[np.int64],
) -> NDArray[np.uint8]:
    """The number of the subject that each gram is part of, from 1 on, 0 for none: of those that have two
    or more of its characters. *points* and *kinds* are those of :class:`.reference.Text`,
    *gram_starts* those of :class:`.profile.Profile`. *is_common* tells whether so many characters from
    a place on are one of the :mod:`.common_words`.
    """
    surnames = {*map(ord, SURNAMES)}
    count = 0
    of_start = [0] * len(points)
    for size in SIZES:
        places: dict[str, list[int]] = {}
        for at in range(len(points) - size + 1):
            if points[at] not in surnames or any(kind != HAN for kind in kinds[at : at + size]):
                continue
            name = "".join(map(chr, points[at : at + size]))
            if NOBODY not in name and not any(is_common(at, part) for part in range(2, size + 1)):
                places.setdefault(name, []).append(at)
        numbers: dict[int, int] = {}
        for found in places.values():
            before = {points[at - 1] if at else 0 for at in found}
            after = {points[at + size] if at + size < len(points) else 0 for at in found}
            if len(found) >= LEAST_TIMES and len(before) > 1 < len(after) and count < MOST:
                count += 1
                numbers |= dict.fromkeys(found, count)
        for at, number in sorted(numbers.items()):
            for start in range(max(at - 1, 0), at + size - 1):
                of_start[start] = of_start[start] or number
    return np.array([of_start[start] for start in gram_starts.tolist()], np.uint8)
