from __future__ import annotations

import json

import pytest

from scrapy_neardup.core.errors import SchemeMismatch
from scrapy_neardup.core.index.agreed_scheme import agreed
from scrapy_neardup.core.scheme import Scheme


def test_a_scheme_comes_back_from_json():
    scheme = Scheme(segmenter="jieba", simplify=False)

    assert Scheme.from_dict(json.loads(json.dumps(scheme.to_dict()))) == scheme


def test_differences_name_the_field_and_both_values():
    assert Scheme().differences(Scheme(segmenter="jieba", max_distance=4)) == [
        "segmenter: 'rjieba' against 'jieba'",
        "max_distance: 3 against 4",
    ]
    assert Scheme().differences(Scheme()) == []


def test_fields_of_another_version_are_refused_by_name():
    with pytest.raises(ValueError, match=r"knows: colour$"):
        Scheme.from_dict({**Scheme().to_dict(), "colour": 1})


def test_values_are_checked():
    with pytest.raises(ValueError, match=r"Scheme\.segmenter is 'spacy'"):
        Scheme(segmenter="spacy")
    with pytest.raises(ValueError, match=r"Scheme\.min_features is 0"):
        Scheme(min_features=0)


@pytest.mark.parametrize("shared", [False, True])
def test_an_index_with_fields_of_another_version_is_refused_with_the_remedy(shared):
    with pytest.raises(SchemeMismatch) as refused:
        agreed({**Scheme().to_dict(), "colour": 1}, None, shared=shared)
    told = str(refused.value)
    assert "colour" in told
    assert "`scrapy neardup rebuild OLD NEW`" in told
    assert ("`scrapy neardup copy URL OLD`" in told) == shared
    assert ("`scrapy neardup copy NEW OTHER_URL`" in told) == shared
