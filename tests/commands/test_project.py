"""Commands in a project: its settings are those of its crawls, and its spiders name indexes."""

from __future__ import annotations

import json
import os
import re
from datetime import datetime, timezone
from pathlib import Path

import pytest
from scrapy.utils.project import data_path

from scrapy_neardup import Document, NearDupIndex, Scheme
from scrapy_neardup.commands.project import Project
from tests.plugin.forked import forked_scrapy

from .running import article, neardup, told

STRICT = {"NEARDUP_THRESHOLDS": {"whole": 1, "part": 1}}
EDITED = f"{article(1)}. {article(9, 8)}"


@pytest.fixture
def index(tmp_path):
    path = tmp_path / "index"
    with NearDupIndex.open(path) as made:
        made.check_and_add(Document("a", article(1)))
    return path


@pytest.mark.parametrize(("settings", "is_copy"), [({}, True), (STRICT, False)])
def test_verdicts_obey_the_thresholds_of_the_project(settings, is_copy, index, tmp_path, capsys):
    assert neardup("query", index, "--text", EDITED, "--json", settings=settings) == 0
    verdicts = [told(capsys)["verdict"]]
    files = (tmp_path / "one.txt", tmp_path / "two.txt")
    for path, text in zip(files, (article(1), EDITED), strict=True):
        path.write_text(text)
    for more in ((), ("--index", index)):
        assert neardup("compare", *files, "--json", *more, settings=settings) == 0
        verdicts.append(told(capsys)["verdict"]["verdict"])
    (tmp_path / "in").write_text(json.dumps({"id": "b", "text": EDITED}))
    for more in (("--no-add",), ()):
        out = ("-o", tmp_path / "out", "--index", index, "--jobs", 0, "-q")
        assert neardup("scan", tmp_path / "in", *out, *more, settings=settings) == 0
        verdicts.append(json.loads((tmp_path / "out").read_text())["verdict"])
    assert {verdict in ("repost", "partial", "spun") for verdict in verdicts} == {is_copy}
    assert is_copy or set(verdicts) == {"new"}


@pytest.mark.parametrize(
    ("wrong", "told_of"),
    [
        ({"NEARDUP_THRESHOLDS": "bogus"}, "NEARDUP_THRESHOLDS is wrong: 'bogus'"),
        ({"NEARDUP_SEGMENTER": "pkuseg"}, "NEARDUP_SEGMENTER is wrong"),
        ({"NEARDUP_SYNONYMS": "/nowhere"}, "NEARDUP_SYNONYMS is wrong"),
    ],
)
def test_wrong_settings_are_refused(wrong, told_of, index, tmp_path, capsys):
    (tmp_path / "in").write_text(json.dumps({"id": "b", "text": EDITED}))
    source = tmp_path / "in"
    for command in (
        ("query", index, "--text", EDITED),
        ("scan", source, "-o", tmp_path / "out", "--jobs", 0),
        ("compare", source, source),
    ):
        assert neardup(*command, settings=wrong) == 1
        assert told_of in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


def test_a_scan_makes_an_index_that_the_crawls_of_the_project_take(tmp_path, capsys):
    words = tmp_path / "synonyms.txt"
    words.write_text("海港 港口\n")
    settings = {"NEARDUP_SEGMENTER": "jieba", "NEARDUP_SYNONYMS": [str(words)]}
    (tmp_path / "in").write_text(json.dumps({"id": "b", "text": EDITED}))
    out = ("-o", tmp_path / "out", "--index", tmp_path / "new", "--jobs", 0, "-q")
    assert neardup("scan", tmp_path / "in", *out, settings=settings) == 0
    wanted = Scheme(segmenter="jieba").with_synonyms([str(words)])
    with NearDupIndex.open(tmp_path / "new", wanted):
        pass


def test_an_index_whose_synonyms_are_gone_names_the_setting_that_gives_them(tmp_path, capsys):
    words = tmp_path / "synonyms.txt"
    words.write_text("harbour port\n")
    with NearDupIndex.open(tmp_path / "index", Scheme().with_synonyms([str(words)])):
        pass
    words.unlink()
    assert neardup("query", tmp_path / "index", "--text", EDITED) == 1
    told = capsys.readouterr().err
    assert "put the index's own back, or give a scheme with its files (see NEARDUP_SYN" in told


def test_an_index_of_another_scheme_than_the_project_s_is_refused(index, tmp_path, capsys):
    (tmp_path / "in").write_text(json.dumps({"id": "b", "text": EDITED}))
    out = ("-o", tmp_path / "out", "--index", index, "--jobs", 0, "-q")
    for command in (("query", index, "--text", EDITED), ("scan", tmp_path / "in", *out)):
        assert neardup(*command, settings={"NEARDUP_SEGMENTER": "jieba"}) == 1
        told = capsys.readouterr().err
        assert "segmenter: 'rjieba' against 'jieba'" in told
        assert "(see NEARDUP_SEGMENTER)" in told


def test_sources_that_have_expired_count_no_more(index, capsys):
    with NearDupIndex.open(index) as made:
        made._clock = lambda: 1e9
        made.add(Document("old", article(7)))
    for settings, verdict in (({}, "exact"), ({"NEARDUP_TTL": "90d"}, "new")):
        command = ("query", index, "--text", article(7), "--json")
        assert neardup(*command, settings=settings) == 0
        assert told(capsys)["verdict"] == verdict


@pytest.fixture
def project(tmp_path, monkeypatch):
    """A project of the spiders news and kinds, the first of which has crawled."""
    root = tmp_path / "project"
    (root / "papers" / "spiders").mkdir(parents=True)
    for package in ("papers", "papers/spiders"):
        (root / package / "__init__.py").touch()
    (root / "scrapy.cfg").write_text("[settings]\ndefault = papers.settings\n")
    (root / "papers" / "settings.py").write_text('SPIDER_MODULES = ["papers.spiders"]\n')
    for name in ("news", "kinds"):
        (root / "papers" / "spiders" / f"{name}.py").write_text(
            f"import scrapy\nclass Spider(scrapy.Spider):\n    name = {name!r}\n"
        )
    with NearDupIndex.open(root / ".scrapy" / "neardup" / "news") as index:
        index.check_and_add(Document("a", article(1)))
        index.check_and_add(Document("b", article(1)))
    return root


def run(project, *arguments):
    return forked_scrapy("neardup", *arguments, cwd=project)


def test_a_spider_s_name_stands_for_its_index(project):
    for command in (
        ("stats", "news"),
        ("report", "news"),
        ("query", "news", "--text", article(1)),
        ("check", "news"),
        ("copy", "news", f"sqlite://{project}/copy"),
        ("rebuild", "news", "rebuilt"),
        ("compact", "news"),
        ("remove", "news", "b"),
    ):
        done = run(project, *command)
        assert done.returncode == 0, done.stderr
    assert (project / "report.html").exists()
    assert "news" in (project / "report.html").read_text()
    with NearDupIndex.open(project / ".scrapy" / "neardup" / "news") as index:
        assert "b" not in index


def test_a_wrong_setting_is_told_before_an_index_is_looked_for(project):
    done = run(project, "-s", "NEARDUP_ACTON=tag", "stats", "news")
    assert done.returncode == 1
    assert "NEARDUP_ACTON is no setting: did you mean NEARDUP_ACTION?" in done.stderr


def give_settings(project, name, **settings):
    spider = f"import scrapy\nclass Spider(scrapy.Spider):\n    name = {name!r}\n"
    spider += f"    custom_settings = {settings!r}\n"
    file = project / "papers" / "spiders" / f"{name.replace('/', '_')}.py"
    file.write_text(spider)


def test_what_a_spider_s_own_settings_say_holds_for_commands(project):
    give_settings(project, "kinds", NEARDUP_DIR="special", **STRICT)
    place = project / ".scrapy" / "special" / "kinds"
    (project / "in").write_text(json.dumps({"id": "a", "text": article(1)}))
    done = run(project, "scan", "in", "-o", "out", "--jobs", 0, "--index", "kinds")
    assert done.stderr.splitlines()[-1] == f"kept in the index {place}"
    assert str(place) in run(project, "stats", "kinds").stdout
    for name, is_copy in (("news", True), ("kinds", False)):
        done = run(project, "query", name, "--text", EDITED, "--json")
        assert (json.loads(done.stdout)["verdict"] != "new") is is_copy
    give_settings(project, "kinds", NEARDUP_DIR="special", NEARDUP_EXTRACTOR="papers.shout")
    (project / "papers" / "__init__.py").write_text(
        "def shout(response):\n    return response.css('p::text').get().upper()\n"
    )
    (project / "page.html").write_text(f"<html><body><p>{article(1)}</p></body></html>")
    for more, is_loud in (((), False), (("--index", "kinds"), True)):
        done = run(project, "read", "page.html", *more)
        assert (article(1).upper()[:40] in done.stdout) is is_loud
    # As in a crawl, -s goes before them.
    done = run(project, "-s", "NEARDUP_DIR=neardup", "stats", "kinds")
    assert f"{project / '.scrapy' / 'neardup' / 'kinds'} is no directory" in done.stderr


def test_a_spider_with_a_separator_in_its_name_has_an_index_too(project):
    give_settings(project, "news/cn", NEARDUP_DIR="special")
    place = project / ".scrapy" / "special" / "news%2Fcn"
    (project / "in").write_text(json.dumps({"id": "a", "text": article(1)}))
    scan = ("scan", "in", "-o", "out", "--jobs", 0)
    done = run(project, *scan, "--index", "news/cn")
    assert done.stderr.splitlines()[-1] == f"kept in the index {place}"
    assert str(place) in run(project, "stats", "news/cn").stdout
    # The path of an index that is here, or of one to make, is that.
    for path in ("./news/cn", "other/new"):
        done = run(project, *scan, "--index", path)
        assert done.stderr.splitlines()[-1].startswith("kept in the index ")
        assert (project / path / "owner.lock").exists()
    assert str(place) not in run(project, "stats", "news/cn").stdout


def test_a_spider_s_own_scope_and_wrong_settings_are_told_by_commands(project):
    give_settings(project, "kinds", NEARDUP_SCOPE="news")
    assert f"{project / '.scrapy' / 'neardup' / 'news'}\n" in run(project, "stats", "kinds").stdout
    give_settings(project, "kinds", NEARDUP_MIN_LENGTH="x")
    assert "NEARDUP_MIN_LENGTH is wrong: 'x'" in run(project, "stats", "kinds").stderr
    assert run(project, "stats", "news").returncode == 0


def test_a_setting_of_s_that_is_none_is_told(project):
    done = run(project, "-s", "NEARDUP_DIRECTORY=trial", "stats", "news")
    assert done.returncode == 0
    assert done.stderr == (
        "scrapy neardup: NEARDUP_DIRECTORY is no setting of this version and is ignored\n"
    )
    for pair in ("NEARDUP_ACTION=tag", "NEARDUP_PREFERRED_HOSTS=a.example"):
        assert run(project, "-s", pair, "stats", "news").stderr == ""


def test_a_spider_that_has_no_index_yet_is_told_as_that(project):
    place = project / ".scrapy" / "neardup"
    done = run(project, "stats", "kinds")
    assert done.returncode == 1
    assert done.stderr == (
        f"scrapy neardup: {place / 'kinds'} is no directory: no crawl has made its index there; if "
        "crawls are told NEARDUP_DIR, NEARDUP_INDEX or NEARDUP_SCOPE with -s, tell this command, too, "
        f"with -s before the subcommand; the indexes in {place} are news\n"
    )
    give_settings(project, "kinds", NEARDUP_SCOPE="all/papers")
    told = (
        f"{place / 'all%2Fpapers'} is no directory: no crawl has made its index there; if crawls"
    )
    assert told in run(project, "stats", "kinds").stderr
    assert told in run(project, "-s", "NEARDUP_SCOPE=all/papers", "stats", "all/papers").stderr
    done = run(project, "-s", "NEARDUP_DIR=trial", "stats", "news")
    assert "trial/news is no directory: no crawl has made" in done.stderr
    assert done.stderr.endswith("before the subcommand\n")


def test_a_spider_that_lacks_a_module_is_told_as_that(project):
    (project / "papers" / "spiders" / "kinds.py").write_text("import nowhere_to_be_found\n")
    told = (
        "scrapy neardup: the spiders of this project can't be loaded: No module named "
        "'nowhere_to_be_found'; `scrapy list` shows where, and an index can be named by its path\n"
    )
    for where in ("news", "."):
        done = run(project, "stats", where)
        assert (done.returncode, done.stderr) == (1, told)
    for where in ("./news", "/nowhere"):
        assert run(project, "stats", where).stderr == (
            f"scrapy neardup: {where} is no directory; name the directory of an index that a crawl or scan "
            "made, or a spider of this project, once its spiders can be loaded: see `scrapy list`\n"
        )
    assert run(project, "stats", ".scrapy/neardup/news").returncode == 0


def test_a_spider_whose_code_fails_is_told_as_that(project):
    spider = project / "papers" / "spiders" / "kinds.py"
    spider.write_text("undefined\n")
    assert run(project, "stats", "news").stderr == (
        "scrapy neardup: the spiders of this project can't be loaded: NameError: name 'undefined' is not "
        "defined; `scrapy list` shows where, and an index can be named by its path\n"
    )
    spider.write_text(
        "import os, scrapy\n"
        "class Spider(scrapy.Spider):\n"
        "    name = 'kinds'\n"
        "    @classmethod\n"
        "    def update_settings(cls, settings):\n"
        "        settings.set('TOKEN', os.environ['KINDS_TOKEN'], priority='spider')\n"
    )
    assert run(project, "stats", "kinds").stderr == (
        "scrapy neardup: the spider kinds can't say what its settings are: KeyError: 'KINDS_TOKEN'; give "
        "this command what its crawls have, such as variables of the environment, or name the index by "
        "its path\n"
    )
    assert run(project, "stats", "news").returncode == 0


def test_an_index_that_a_crawl_keeps_under_a_relative_name_is_told(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    kept = Path(data_path("mine", createdir=True)) / "news"
    NearDupIndex.open(kept).close()
    assert neardup("stats", "mine/news") == 1
    assert f"mine/news is no directory; a crawl has made one in {kept}" in capsys.readouterr().err
    assert neardup("stats", kept) == 0


def test_a_project_without_a_data_directory_is_told_of_no_other_place(
    tmp_path, monkeypatch, capsys
):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SCRAPY_SETTINGS_MODULE", "scrapy.settings.default_settings")
    assert neardup("stats", "mine/news") == 1
    assert "mine/news is no directory; name the directory of" in capsys.readouterr().err


def test_where_a_spider_has_no_place_for_its_index_an_absolute_one_is_asked_for(
    project, tmp_path, monkeypatch, capsys
):
    monkeypatch.syspath_prepend(project)
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    monkeypatch.setenv("SCRAPY_SETTINGS_MODULE", "papers.settings")
    assert neardup("stats", "news") == 1
    told = capsys.readouterr().err
    assert told.endswith(
        "or a spider, if NEARDUP_DIR is an absolute path: there is no scrapy.cfg\n"
    )


def test_a_name_of_two_indexes_is_refused(project):
    NearDupIndex.open(project / "news").close()
    done = run(project, "stats", "news")
    assert done.returncode == 1
    assert (
        "news is an index in this folder, and the name of one of the project, which is"
        in done.stderr
    )
    assert str(project / ".scrapy" / "neardup" / "news") in done.stderr
    assert "write ./news for the first" in done.stderr
    for named in ("./news", project / ".scrapy" / "neardup" / "news"):
        assert run(project, "stats", named).returncode == 0


def test_an_index_in_this_folder_is_meant_where_the_spider_has_none(project):
    NearDupIndex.open(project / "kinds").close()
    done = run(project, "stats", "kinds")
    assert done.returncode == 0
    assert str(project / "kinds") in done.stdout


@pytest.mark.parametrize("command", ["rebuild", "copy"])
def test_no_index_is_made_in_a_folder_that_has_a_spiders_name(project, command):
    done = run(project, command, "news", "kinds")
    assert done.returncode == 1
    assert "write ./kinds if you mean the folder" in done.stderr
    assert not (project / "kinds").exists()
    done = run(project, command, "news", "./kinds")
    assert done.returncode == 0, done.stderr


def test_a_misspelled_spider_is_told(project):
    done = run(project, "stats", "nwes")
    assert done.returncode == 1
    assert "nwes is no directory; name the directory of an index" in done.stderr
    assert "or a spider of this project: kinds, news" in done.stderr


def test_of_many_spiders_some_are_told(project):
    for number in range(40):
        spider = f"import scrapy\n\n\nclass S(scrapy.Spider):\n    name = 's{number:02}'\n"
        (project / "papers" / "spiders" / f"s{number}.py").write_text(spider)
    done = run(project, "stats", "nwes")
    assert "or a spider of this project: kinds, news, s00, s01, " in done.stderr
    assert done.stderr.endswith(", s07 and 32 more\n")
    assert run(project, "import", "nwes", "export").stderr.endswith(", s07 and 32 more\n")


def test_a_new_index_that_no_crawl_would_find_is_made_only_where_it_is_meant(project):
    (project / "in").write_text(json.dumps({"id": "c", "text": article(3)}))
    assert run(project, "export", "news", "-o", "export").returncode == 0
    for command in (("scan", "in", "-o", "out", "--jobs", 0, "--index"), ("import",)):
        more = ("export",) if command[0] == "import" else ()
        done = run(project, *command, "nwes", *more)
        assert done.returncode == 1
        assert done.stderr == (
            "scrapy neardup: nwes is no spider of this project, and no index is there yet: write "
            "./nwes for a new one, which no crawl will look for; the spiders are kinds, news\n"
        )
        assert not (project / "nwes").exists()
        assert not (project / "out").exists()
    # Once it is there, it is meant.
    for name, place in (
        ("./nwes", project / "nwes"),
        ("nwes", project / "nwes"),
        ("kinds", project / ".scrapy" / "neardup" / "kinds"),
    ):
        done = run(project, "scan", "in", "-o", "out", "--jobs", 0, "--index", name)
        assert done.returncode == 0, done.stderr
        assert done.stderr.splitlines()[-1] == f"kept in the index {place}"


def test_a_spider_that_has_not_crawled_has_no_index_and_none_is_made(project):
    done = run(project, "stats", "kinds")
    assert done.returncode == 1
    assert os.path.join(".scrapy", "neardup", "kinds") in done.stderr
    assert not (project / ".scrapy" / "neardup" / "kinds").exists()


def test_the_directory_of_several_indexes_names_them(project):
    with NearDupIndex.open(project / ".scrapy" / "neardup" / "kinds"):
        pass
    done = run(project, "stats", os.path.join(".scrapy", "neardup"))
    assert done.returncode == 1
    assert "holds no index; name the directory of one of those below it: kinds, news" in (
        done.stderr
    )


def test_a_directory_of_a_spiders_name_that_is_no_index_is_not_meant(project):
    (project / "news").mkdir()
    done = run(project, "stats", "news", "--json")
    assert json.loads(done.stdout)["path"] == str(project / ".scrapy" / "neardup" / "news")
    (project / "papers" / "empty").mkdir()
    done = run(project, "stats", "papers")
    assert done.returncode == 1
    assert "papers holds no index" in done.stderr


@pytest.fixture
def scoped(tmp_path, monkeypatch):
    """The settings of a project whose spiders share the index all-news, beside former, which is
    none of theirs; the command is in an empty folder.
    """
    monkeypatch.setattr(Project, "_spiders", lambda self: ["news"])
    here = tmp_path / "here"
    here.mkdir()
    monkeypatch.chdir(here)
    for name in ("all-news", "former"):
        with NearDupIndex.open(f"sqlite://{tmp_path}/base/{name}") as index:
            index.check_and_add(Document(f"a of {name}", article(1)))

    def settings(setting="NEARDUP_DIR", engine=""):
        return {setting: f"{engine}{tmp_path}/base", "NEARDUP_SCOPE": "all-news"}

    return settings


PLACES = pytest.mark.parametrize(
    "place", [(), ("NEARDUP_INDEX",), ("NEARDUP_INDEX", "sqlite://")], ids="-".join
)


@PLACES
@pytest.mark.parametrize(
    ("name", "found"), [("all-news", "all-news"), ("news", "all-news"), ("former", "former")]
)
def test_spiders_the_scope_and_indexes_there_are_known_by_name(place, name, found, scoped, capsys):
    assert neardup("export", name, settings=scoped(*place)) == 0
    assert f'"a of {found}"' in capsys.readouterr().out


def test_a_scope_may_have_a_separator_in_its_name(scoped, tmp_path, capsys):
    settings = {**scoped(), "NEARDUP_SCOPE": "daily/zh"}
    with NearDupIndex.open(f"sqlite://{tmp_path}/base/daily%2Fzh") as index:
        index.check_and_add(Document("a of the scope", article(1)))
    assert neardup("export", "daily/zh", settings=settings) == 0
    assert '"a of the scope"' in capsys.readouterr().out
    # As the folder of the scope's feeds may be called.
    os.makedirs("daily/zh")
    assert neardup("export", "daily/zh", settings=settings) == 0
    assert '"a of the scope"' in capsys.readouterr().out
    with NearDupIndex.open("daily/zh") as index:
        index.check_and_add(Document("a of the folder", article(1)))
    assert neardup("export", "daily/zh", settings=settings) == 0
    assert '"a of the folder"' in capsys.readouterr().out


@PLACES
def test_a_misspelled_name_is_not_that_of_the_scope(place, scoped, capsys):
    settings = scoped(*place)
    assert neardup("remove", "nwes", "a of all-news", settings=settings) == 1
    assert "nwes is no directory" in capsys.readouterr().err
    assert neardup("query", "all-news", "--text", article(1), "--json", settings=settings) == 0
    assert told(capsys)["match"] == "a of all-news"


@PLACES
def test_a_name_that_may_mean_two_indexes_is_refused(place, scoped, monkeypatch, capsys):
    settings = scoped(*place)
    # A spider that had an index of its own before there was a scope.
    monkeypatch.setattr(Project, "_spiders", lambda self: ["former"])
    assert neardup("remove", "former", "a of former", settings=settings) == 1
    assert re.search("all-news, or .*/former, which is there, too", capsys.readouterr().err)


def test_an_index_has_a_name(tmp_path, capsys):
    (tmp_path / "in").write_text(json.dumps({"id": "b", "text": article(2)}))
    scan = ("scan", tmp_path / "in", "-o", tmp_path / "out", "--jobs", 0, "-q")
    assert neardup(*scan, "--index", "") == 1
    assert "an index without a name: give its directory" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


@PLACES
@pytest.mark.parametrize("scope", ["all-news", "spider"])
def test_a_new_name_is_that_of_a_folder_here(place, scope, scoped, tmp_path):
    settings = {**scoped(*place), "NEARDUP_SCOPE": scope}
    (tmp_path / "in").write_text(json.dumps({"id": "b", "text": article(2)}))
    out = ("-o", tmp_path / "out", "--jobs", 0, "-q")
    assert neardup("scan", tmp_path / "in", *out, "--index", "trial", settings=settings) == 0
    with NearDupIndex.open("trial", create=False) as index:
        assert "b" in index
    assert sorted(os.listdir(tmp_path / "base")) == ["all-news", "former"]


def test_no_index_is_made_in_a_folder_that_has_the_name_of_the_scope(scoped, capsys):
    assert neardup("copy", "former", "all-news", settings=scoped()) == 1
    assert "write ./all-news if you mean the folder" in capsys.readouterr().err
    assert os.listdir() == []


def test_a_wrong_place_is_told(scoped, capsys):
    assert neardup("stats", "news", settings={"NEARDUP_INDEX": "redis:/x"}) == 1
    assert "NEARDUP_INDEX is wrong: redis: is no URL" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("base", "found"),
    [
        ("sqlite:///srv/neardup", "sqlite:///srv/neardup/news"),
        ("redis://h:1/0", "redis://h:1/0?prefix=neardup:news"),
        ("redis://h:1/0?prefix=mine", "redis://h:1/0?prefix=mine:news"),
    ],
)
def test_a_spider_s_name_stands_for_an_index_at_a_url(base, found, monkeypatch):
    from scrapy.settings import Settings

    monkeypatch.setattr(Project, "_spiders", lambda self: ["news"])
    project = Project(Settings({"NEARDUP_INDEX": base}))
    assert project.locate("news") == found
    assert project.locate("redis://other/0") == "redis://other/0"
    assert project.locate("zzz") == "zzz"
    shared = Project(Settings({"NEARDUP_INDEX": base, "NEARDUP_SCOPE": "zzz"}))
    assert shared.locate("zzz") == shared.locate("news") == found.replace("news", "zzz")
    assert shared.locate("nwes") == "nwes"


def test_a_scan_compares_as_the_crawls_of_the_project_do(tmp_path, capsys):
    text = article(1)
    rows = [
        {"id": str(n), "text": text, "url": url}
        for n, url in enumerate(["http://a.example/1", "http://a.example/2", "http://b.example/1"])
    ]
    (tmp_path / "in").write_text("\n".join(map(json.dumps, rows)))

    def verdicts(**settings):
        out = tmp_path / "out"
        words = ("scan", tmp_path / "in", "-o", out, "--jobs", 0, "--quiet")
        assert neardup(*words, settings={**settings, "NEARDUP_DIR": str(tmp_path)}) == 0
        return [json.loads(line)["verdict"] for line in out.read_text().splitlines()]

    assert verdicts() == ["new", "exact", "exact"]
    assert verdicts(NEARDUP_COMPARE="other_hosts") == ["new", "new", "exact"]
    assert verdicts(NEARDUP_COMPARE="same_host") == ["new", "exact", "new"]
    lax = {"b.example": {"thresholds": {"whole": 1.0, "part": 1.0}}}
    assert verdicts(NEARDUP_HOST_RULES=lax) == ["new", "exact", "exact"]


PREFERRED = {"NEARDUP_KEEP": "preferred_hosts", "NEARDUP_PREFERRED_HOSTS": "paper.example"}


@pytest.mark.parametrize("more", [("--no-add",), ()], ids=["asked", "kept"])
def test_a_scan_holds_the_elections_of_the_project(more, tmp_path, capsys):
    path = tmp_path / "index"
    with NearDupIndex.open(path) as index:
        index.check_and_add(Document("portal", article(1), url="http://portal.example/1"))
    rows = [
        {"id": name, "text": article(1), "url": f"http://{name}.example/1"}
        for name in ("paper", "blog")
    ]
    (tmp_path / "in").write_text("\n".join(map(json.dumps, rows)))
    out = ("-o", tmp_path / "out", "--index", path, "--jobs", 0, "-q")
    assert neardup("scan", tmp_path / "in", *out, *more, settings=PREFERRED) == 0
    original, copy = map(json.loads, (tmp_path / "out").read_text().splitlines())
    assert (original["verdict"], original["match"]) == ("original", None)
    assert original["original_of"] == ["http://portal.example/1"]
    assert (copy["verdict"], copy["match"]) == ("exact", "portal" if more else "paper")
    assert "original_of" not in copy


def test_a_scan_reads_whom_a_dateline_credits(tmp_path):
    rows = [
        {"id": host, "text": f"LONDON (AP) — {article(1)}", "url": f"http://{host}/1"}
        for host in ("portal.example", "apnews.com")
    ]
    (tmp_path / "in").write_text("\n".join(map(json.dumps, rows)))
    out = ("-o", tmp_path / "out", "--jobs", 0, "-q")
    earliest = {"NEARDUP_KEEP": "earliest_published"}
    assert neardup("scan", tmp_path / "in", *out, settings=earliest) == 0
    told = [json.loads(line) for line in (tmp_path / "out").read_text().splitlines()]
    assert [line["verdict"] for line in told] == ["new", "original"]


@pytest.mark.parametrize("field", ["published", "day"])
def test_a_scan_goes_by_the_dates_of_its_rows(field, tmp_path):
    rows = [
        {"id": "portal", "text": article(1), field: "2026-11-02T08:00:00Z"},
        {"id": "paper", "text": article(1), field: ["2026-11-01 08:00"]},
        {"id": "blog", "text": article(1), field: "soon"},
        {
            "id": "报纸",
            "text": f"{'港口的渡轮昨天停航了。' * 2} {article(2)}",
            field: 1_793_000_000,
        },
        {
            "id": "晚报",
            "text": f"{'老粮仓里的图书馆昨天开门了。' * 2} {article(3)}",
            field: "2026-11-01 08:00",
        },
    ]
    (tmp_path / "in").write_text("\n".join(map(json.dumps, rows)))
    out = ("-o", tmp_path / "out", "--index", tmp_path / "index", "--jobs", 0, "-q")
    more = ("--date-field", field) if field == "day" else ()
    earliest = {"NEARDUP_KEEP": "earliest_published"}
    assert neardup("scan", tmp_path / "in", *out, *more, settings=earliest) == 0
    told = [json.loads(line) for line in (tmp_path / "out").read_text().splitlines()]
    kinds = ["new", "original", "exact", "new", "new"]
    assert [line["verdict"] for line in told] == kinds
    assert told[2]["match"] == "paper"
    with NearDupIndex.open(tmp_path / "index", create=False) as index:
        dates = {record.id: record.published for record in index.records()}
    day = int(datetime(2026, 11, 1, 8, tzinfo=timezone.utc).timestamp())
    assert dates == {
        "portal": day + 24 * 3600,
        "paper": day,
        "blog": None,
        "报纸": 1_793_000_000,
        "晚报": day - 8 * 3600,
    }


def test_documents_that_a_crash_kept_out_of_the_index_stand_in_the_same_elections(tmp_path):
    rows = [
        {"id": name, "text": article(1), "url": f"http://{name}.example/1"}
        for name in ("portal", "paper", "blog")
    ]
    (tmp_path / "in").write_text("\n".join(map(json.dumps, rows)))
    scan = ("scan", tmp_path / "in", "-o", tmp_path / "out", "--jobs", 0, "-q")
    assert neardup(*scan, settings=PREFERRED) == 0
    whole = (tmp_path / "out").read_text()
    (tmp_path / "out").write_text("".join(whole.splitlines(keepends=True)[:2]))
    # The temporary index is gone with all that the first two lines tell of.
    assert neardup(*scan, "--resume", settings=PREFERRED) == 0
    assert (tmp_path / "out").read_text() == whole
    assert '"match": "paper"' in whole.splitlines()[2]


def test_a_query_holds_the_elections_of_the_project(tmp_path, capsys):
    path, text = tmp_path / "index", article(1, 120)
    with NearDupIndex.open(path) as index:
        published = datetime(2026, 3, 2, tzinfo=timezone.utc)
        document = Document("a", text, url="http://portal.example/1", published=published)
        index.check_and_add(document)
    page = tmp_path / "page.html"
    page.write_text(
        "<html><head><meta property='article:published_time' content='2026-03-01T08:00:00Z'>"
        f"</head><body><article><h1>Title</h1><p>{text}</p></article></body></html>"
    )
    settings = {"NEARDUP_KEEP": "earliest_published"}
    assert neardup("query", path, page, settings=settings) == 0
    shown = capsys.readouterr().out
    assert shown.startswith("original\nby the rule published, it is the original of:\n")
    assert "http://portal.example/1" in shown
    assert neardup("query", path, page, "--json", settings=settings) == 0
    answer = told(capsys)
    assert (answer["verdict"], answer["original_by"]) == ("original", "published")
    assert (answer["original_of"], answer["nearest"]) == (["http://portal.example/1"], [])
    assert neardup("query", path, page, "--json") == 0
    assert told(capsys)["verdict"] == "exact"
