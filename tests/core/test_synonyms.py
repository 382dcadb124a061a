from __future__ import annotations

import pickle

import pytest

from scrapy_neardup import Document, NearDupIndex
from scrapy_neardup.core.errors import SchemeMismatch
from scrapy_neardup.core.fingerprints import features, synonyms
from scrapy_neardup.core.fingerprints.fingerprint import Fingerprinter
from scrapy_neardup.core.fingerprints.normalize import normalize
from scrapy_neardup.core.scheme import Scheme

CLASSES = """
Aa01A01= 港口 码头 口岸
Aa01A02# 船 车
Aa01A03@ 鲸鱼
Harbour port haven
港口 海港
"""
ENGLISH = (
    "The old {0} of the town was closed on Monday. Nobody in the {0} knew for how long the ships "
    "would wait outside the {0}, said Ms Okoye, who has run the {0} for 12 years."
)


@pytest.fixture
def dictionary(tmp_path):
    path = tmp_path / "synonyms.txt"
    path.write_text(CLASSES, "utf-8")
    return str(path)


def replaced(text, file):
    form = features.read(normalize(text))
    leaders = synonyms.load((file,)).leaders
    form, found = features.kernel.replaced(form, features.tokens(form), leaders)
    assert found.hashes == features.tokens(form).hashes
    return "".join(map(chr, form.points)), features.spelled(form, found), form


def test_words_become_the_first_of_their_class(dictionary):
    characters, words, _ = replaced("旧码头和新口岸, 一条船", dictionary)

    assert characters == "旧港口和新港口, 一条船"
    assert words.count("港口") == 2


def test_a_word_counts_for_its_first_class_and_others_stay(dictionary):
    assert replaced("港口", dictionary)[0] == "港口"
    assert replaced("The haven, the ship", dictionary)[0] == "the harbour, the ship"


def test_a_capital_passes_to_the_new_word(dictionary):
    characters, _, form = replaced("in Port Ellis", dictionary)

    assert characters == "in harbour ellis"
    assert [c for c, upper in zip(characters, form.upper, strict=True) if upper] == ["h", "e"]


def test_texts_that_differ_in_synonyms_only_have_one_sketch_and_two_digests(dictionary):
    fingerprint = Fingerprinter(Scheme().with_synonyms([dictionary]))
    one, other = (fingerprint(ENGLISH.format(word)) for word in ("harbour", "port"))

    assert one.sketch == other.sketch
    assert one.simhash == other.simhash
    assert one.digest != other.digest
    assert one.sketch != Fingerprinter(Scheme())(ENGLISH.format("port")).sketch


def test_an_index_knows_its_dictionary_and_no_other(dictionary, tmp_path):
    scheme = Scheme().with_synonyms([dictionary])
    with NearDupIndex.open(tmp_path / "index", scheme) as index:
        index.add(Document("a", ENGLISH.format("harbour")))
    with NearDupIndex.open(tmp_path / "index") as index:
        assert index.check(Document("b", ENGLISH.format("port"))).match.id == "a"
    with pytest.raises(SchemeMismatch, match="synonyms"):
        NearDupIndex.open(tmp_path / "index", Scheme())


def test_a_dictionary_that_moved_may_be_given_anew(dictionary, tmp_path):
    with NearDupIndex.open(tmp_path / "index", Scheme().with_synonyms([dictionary])):
        pass
    moved = tmp_path / "moved.txt"
    (tmp_path / "synonyms.txt").rename(moved)

    with NearDupIndex.open(tmp_path / "index") as index:
        assert len(index) == 0
        told = r"synonyms.txt can't be read.*or give a scheme with its files$"
        with pytest.raises(SchemeMismatch, match=told) as caught:
            index.check(Document("a", ENGLISH.format("port")))
        assert caught.value.about == ("synonyms",)
    with NearDupIndex.open(tmp_path / "index", Scheme().with_synonyms([str(moved)])) as index:
        assert index.check(Document("a", ENGLISH.format("port"))).kind == "new"


def test_a_dictionary_that_changed_is_refused(dictionary, tmp_path):
    scheme = Scheme().with_synonyms([dictionary])
    (tmp_path / "synonyms.txt").write_text("port harbour", "utf-8")

    with pytest.raises(SchemeMismatch, match="are not those that the index was made with"):
        Fingerprinter(scheme)(ENGLISH)


def test_a_dictionary_is_read_as_it_is_now(dictionary, tmp_path):
    before = Scheme().with_synonyms([dictionary])
    (tmp_path / "synonyms.txt").write_text("port harbour haven", "utf-8")
    after = Scheme().with_synonyms([dictionary])

    assert after.synonyms != before.synonyms
    haven, port = (Fingerprinter(after)(ENGLISH.format(word)) for word in ("haven", "port"))
    assert (haven.simhash, haven.sketch) == (port.simhash, port.sketch)


def test_a_fingerprinter_keeps_the_dictionary_that_it_began_with(dictionary, tmp_path):
    fingerprinter = Fingerprinter(Scheme().with_synonyms([dictionary]))
    before = fingerprinter(ENGLISH.format("port")).sketch
    (tmp_path / "synonyms.txt").unlink()

    assert fingerprinter(ENGLISH.format("port")).sketch == before
    # What is handed to another process is read anew there.
    with pytest.raises(SchemeMismatch, match="can't be read"):
        pickle.loads(pickle.dumps(fingerprinter))(ENGLISH)


def test_a_file_without_classes_is_refused(tmp_path):
    path = tmp_path / "empty.txt"
    path.write_text("word\n12 13\n", "utf-8")

    with pytest.raises(ValueError, match=r"empty\.txt holds no class of synonyms"):
        synonyms.load((str(path),))
