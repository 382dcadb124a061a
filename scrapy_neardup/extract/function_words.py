"""Tells languages in Latin letters apart in bytes of an unknown encoding, by words that have only letters of ASCII."""

from __future__ import annotations

import re
from collections import Counter

# Words of more than one language prove the one of which most other words are found, too.
_WORDS = {
    "ca": "de la el que els en per amb les una del al es dels com va",
    "cs": "na se je do za ve po pro jako ale podle od by ze si nebo jsou jeho jen byl",
    "da": "og i det at en er af til den for de med der har et som ikke blev",
    "de": "der die und den von das mit dem ist im des zu ein eine auf sich nicht als auch es",
    "en": "the of and to in is for that on with as was by at from it are has his",
    "es": "de la que el en los se del las por un con una su para al es lo como",
    "fi": "ja on oli ei se mutta kuin joka ovat sen kanssa vuonna mukaan",
    "fr": "de la le les des et en un une du que est dans pour qui sur par pas au avec",
    "hr": "u na je se i da za od su s iz koji nije to kako ali bi po ili biti",
    "hu": "a az hogy nem is egy meg azt ki ha van volt csak pedig mint de el ezt",
    "id": "yang dan di dengan untuk dari ini pada dalam tidak akan itu juga ke oleh",
    "it": "di che il la e in un per una del con non della da si sono alla dei le al",
    "lt": "ir kad su bet tai buvo apie po nuo iki kaip yra jis tik dar jo ar tarp per kurie",
    "lv": "un ir no ar par uz ka kas bet tika pie vai gan lai nav bija to kad pa jau",
    "nl": "de het een van en in dat te op is zijn met voor niet die aan er door om",
    "no": "og i det er en til som av for at med den har de et ikke om han ble var",
    "pl": "w na z do nie to jest od przez o oraz po jak za ale tym dla tego co jego",
    "pt": "de que e do da em um para com uma os no na por dos as ao das mais foi",
    "ro": "de la a din cu pe care nu mai o un sunt prin este pentru au fi ce al unei",
    "sk": "na sa v je do za s vo pre ako o z po aby ale od by podla si jeho alebo",
    "sl": "v na je se in da za so ki pa s z po iz tudi bo od ne ko bi ali pri",
    "sv": "och i att det som en av den med till ett om har de inte var han men kan vid",
    "tr": "ve bir bu da de ile olarak daha olan en ne o ama gibi kadar sonra her iki",
    "vi": "trong cho con nhau anh khi theo hay hai ra em trung sau xe qua thay nam gia",
}
_LANGUAGES = {language: frozenset(words.encode().split()) for language, words in _WORDS.items()}
_SHOWN = re.compile(rb">([^<>]{20,})<")
_WORD = re.compile(rb"(?<![\w\x80-\xff])[A-Za-z]+(?![\w\x80-\xff])")
_LEAST_DIFFERENT = 3


def shares(sample: bytes) -> dict[str, float]:
    """What share of the words that a *sample* of a page shows, and that have only letters of ASCII, are function
    words of each language (ISO 639-1) of which there are three or more different ones.
    """
    words = Counter(
        word.lower() for text in _SHOWN.findall(sample) for word in _WORD.findall(text)
    )
    return {
        language: sum(words[word] for word in known) / words.total()
        for language, known in _LANGUAGES.items()
        if len(known & words.keys()) >= _LEAST_DIFFERENT
    }
