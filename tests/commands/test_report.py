"""`scrapy neardup report`, looked at in Chromium."""

from __future__ import annotations

import ast
import json
import re
import shutil

import pytest

from benchmarks.report_page import fill
from scrapy_neardup import Document, Kind, NearDupIndex
from scrapy_neardup.commands.report import page, write_report
from scrapy_neardup.core.verdict.provenance import Provenance
from scrapy_neardup.core.verdict.thresholds import Thresholds
from tests.core.rewriting.stories import (
    FERRY,
    FERRY_REWRITTEN,
    REWRITTEN,
    REWRITTEN_ZH,
    SOURCE,
    SOURCE_ZH,
    press,
)

from .running import article, neardup

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
HOSTILE = "</script><script>window.ran = 1</script><img src=x onerror='window.ran = 1'>\u202e\x07"
DAY = 86_400

SENTENCES = [
    "The old lighthouse keeper counted seven ships before noon.",
    "A letter from the northern islands arrived with the morning ferry.",
    'Nobody had expected the bridge to be finished "this year."',
    "The mayor thanked the engineers and promised a festival in June.",
    "Children drew maps of the harbour on the school wall.",
    "At dusk the foghorn sounded twice and the market closed.",
]


@pytest.fixture(scope="module")
def index(tmp_path_factory):
    path = tmp_path_factory.mktemp("report") / "harbour"
    now = [1_790_000_000]
    with NearDupIndex.open(path) as made:
        made._clock = lambda: now[0]

        def add(name, text, title=None):
            now[0] += DAY // 2
            return made.check_and_add(Document(name, text, name, title, keep_text=bool(title)))

        add("http://one.example/lighthouse", " ".join(SENTENCES), "Lighthouse")
        moved = [*SENTENCES[3:], *SENTENCES[:3]]
        moved[0] = moved[0].replace("festival", "carnival")
        assert add("http://two.example/moved", " ".join(moved), "Seven ships").match is not None
        for number in range(40):
            add(f"http://one.example/{number}", article(number))
            assert add(f"http://three.example/{number}", article(number).upper()).match
        add("javascript:window.ran=1", f"{HOSTILE} {article(90)}", HOSTILE)
        add(f"http://two.example/{HOSTILE}", f"{HOSTILE} {article(90)}", HOSTILE)
        add("http://three.example/alone", article(91))
    return path


@pytest.fixture(scope="module")
def report(index, tmp_path_factory):
    path = tmp_path_factory.mktemp("out") / "report.html"
    assert neardup("report", index, "-o", path) == 0
    return path


@pytest.fixture(scope="module")
def browser():
    playwright = pytest.importorskip("playwright.sync_api")
    if CHROMIUM is None:
        pytest.skip("no Chromium on this machine")
    with playwright.sync_playwright() as driver:
        running = driver.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield running
        running.close()


@pytest.fixture
def look(browser, report):
    contexts = []

    def opened(path=report, **options):
        context = browser.new_context(**{"locale": "en-US", **options})
        contexts.append(context)
        tab = context.new_page()
        tab.problems = []
        tab.on("console", lambda message: tab.problems.append(message.text))
        tab.on("pageerror", lambda error: tab.problems.append(str(error)))
        tab.on("request", lambda request: tab.asked.append(request.url))
        tab.asked = []
        tab.goto(path.as_uri())
        return tab

    yield opened
    for context in contexts:
        context.close()


def shown_counts(tab):
    return dict(
        zip(tab.locator("dt").all_inner_texts(), tab.locator("dd").all_inner_texts(), strict=True)
    )


def search(tab, text):
    tab.fill("#search", text)
    tab.wait_for_timeout(250)
    return tab.locator("#found").inner_text()


def test_the_counts_are_those_of_the_index(index, look):
    with NearDupIndex.open(index) as opened:
        figures = opened.stats()
    tab = look()
    counts = shown_counts(tab)
    assert int(counts["Articles"]) == figures["articles"] == 43
    assert int(counts["Copies"]) == figures["copies"] == 42
    assert int(counts["Texts kept"]) == figures["kept_texts"] == 4
    assert int(counts["Articles with copies"]) == 42
    hosts = tab.locator("#hosts tbody tr").evaluate_all(
        "rows => rows.map(row => [...row.cells].map(cell => cell.innerText))"
    )
    assert ["three.example", "1", "40", "2.4 %", "0"] in hosts
    assert ["one.example", "41", "0", "100.0 %", "41"] in hosts
    assert tab.problems == []


def test_addresses_of_exact_copies_are_proposed_to_be_left_out(look, tmp_path, capsys):
    path = tmp_path / "index"
    with NearDupIndex.open(path) as made:
        for number in range(25):
            for url in (
                f"news/{number}.html",
                f"print/{number}.html",
                f"news/{number}.html?ref=x",
            ):
                made.check_and_add(Document(f"http://a.example/{url}", article(number)))
        made.check_and_add(Document("http://a.example/print/", article(99)))
    out = tmp_path / "report.html"
    assert neardup("report", path, "-o", out, "--json") == 0
    deny = json.loads(capsys.readouterr().out)["deny"]
    assert deny == [
        r"^https?://a\.example/.*[?&]ref=x(?:&|$)",
        r"^https?://a\.example/print/\d+\.html",
    ]
    tab = look(out)
    rows = tab.locator("#patterns tbody tr").evaluate_all(
        "rows => rows.map(row => [...row.cells].map(cell => cell.innerText))"
    )
    assert rows[1] == [
        deny[1],
        "25",
        "100.0 %",
        "http://a.example/print/0.html",
        "http://a.example/news/0.html",
    ]
    rules = (
        tab.locator("#rules").inner_text().removeprefix("LinkExtractor(deny=").removesuffix(")")
    )
    assert ast.literal_eval(rules) == deny
    assert tab.problems == []
    phone = look(out, viewport={"width": 360, "height": 740}, color_scheme="dark", locale="zh-CN")
    assert phone.get_by_role("heading", name="可以不抓的网页").is_visible()
    assert phone.evaluate("document.documentElement.scrollWidth") == 360


def test_nothing_is_proposed_where_nothing_is_repeated(look, tmp_path):
    with NearDupIndex.open(tmp_path / "index") as made:
        for number in range(3):
            made.check_and_add(Document(f"http://a.example/{number}", article(1)))
    assert neardup("report", tmp_path / "index", "-o", tmp_path / "report.html") == 0
    assert not look(tmp_path / "report.html").locator("#deny").is_visible()


def test_search_sort_and_pages_work(look):
    tab = look()
    assert tab.locator("#found").inner_text() == "42 of 42 clusters"
    assert tab.locator("#list > li").count() == 25
    tab.get_by_role("button", name="Next").click()
    assert tab.locator("#list > li").count() == 17
    assert search(tab, "THREE.example/39") == "1 of 42 clusters"
    assert search(tab, "lighthouse") == "1 of 42 clusters"
    assert search(tab, "") == "42 of 42 clusters"
    tab.select_option("#sort", "oldest")
    assert "Lighthouse" in tab.locator("#list > li").first.inner_text()
    tab.select_option("#sort", "newest")
    assert "Lighthouse" not in tab.locator("#list > li").first.inner_text()
    tab.select_option("#kind", label="exact")
    assert "41 of 42" in tab.locator("#found").inner_text()
    tab.get_by_role("button", name="two.example").click()
    assert tab.input_value("#search") == "two.example"


def test_two_texts_stand_side_by_side_with_what_changed(look):
    tab = look()
    search(tab, "lighthouse")
    tab.locator("#list summary").focus()
    tab.keyboard.press("Enter")
    tab.get_by_role("button", name="Compare texts").click()
    tab.wait_for_selector("#compare[open]")
    assert tab.locator("#side-a del").all_inner_texts() == ["festival"]
    assert tab.locator("#side-b ins").all_inner_texts() == ["carnival"]
    moved = tab.locator("#side-b .moved").all_inner_texts()
    assert len(moved) == 3
    assert tab.locator("#side-a .only").count() == 0
    tab.keyboard.press("Escape")
    assert not tab.locator("#compare").is_visible()


def test_scripts_and_widths_are_compared_as_the_plugin_does(look, tmp_path):
    simplified = "渡船每天早上六点开班，晚上八点停航，票价2元。后来老人们带孙子来看热闹，小店当天卖光了茶叶蛋。"
    traditional = "渡船每天早上六點開班，晚上八點停航，票價２元。後來老人們帶孩子來看熱鬧，小店當天賣光了茶葉蛋。"
    with NearDupIndex.open(tmp_path / "index") as made:
        for number, text in enumerate((simplified, traditional)):
            url = f"http://a.example/{number}"
            verdict = made.check_and_add(Document(url, text, url, "T", keep_text=True))
    assert verdict.match is not None
    assert neardup("report", tmp_path / "index", "-o", tmp_path / "report.html") == 0
    tab = look(tmp_path / "report.html")
    tab.locator("#list summary").first.click()
    tab.get_by_role("button", name="Compare texts").first.click()
    tab.wait_for_selector("#compare[open]")
    assert tab.locator("#side-a del").all_inner_texts() == ["孙"]
    assert tab.locator("#side-b ins").all_inner_texts() == ["孩"]
    assert "後來老人們" in tab.locator("#side-b").inner_text()
    assert tab.problems == []


def test_it_says_which_article_is_the_original_and_why(look, tmp_path):
    with NearDupIndex.open(tmp_path / "index") as made:
        for name, says in (
            ("http://copy.example/a", {"links": ["http://first.example/a"]}),
            ("http://first.example/a", {}),
        ):
            provenance = Provenance.of_page(name, **says)
            made.check_and_add(Document(name, article(1), name, provenance=provenance))
    path = tmp_path / "report.html"
    assert neardup("report", tmp_path / "index", "-o", path) == 0
    tab = look(path)
    tab.locator("#list summary").first.click()
    shown = tab.locator("#list .original").inner_text()
    assert shown == "Original, by what the pages say: http://first.example/a (link)"
    assert tab.problems == []
    tab = look(path, locale="zh-CN")
    tab.locator("#list summary").first.click()
    assert tab.locator("#list .original").inner_text() == (
        "据网页自述的原文：http://first.example/a（链接）"
    )
    assert tab.locator(".copies-of .when").first.inner_text() == "得分 1.00，晚 0 秒"


def test_a_long_title_takes_few_lines_until_its_cluster_is_opened(look, tmp_path):
    title = "The ferry of " * 60
    with NearDupIndex.open(tmp_path / "index") as made:
        for name in ("first", "copy"):
            made.check_and_add(Document(name, article(1), title=title, keep_text=True))
    path = tmp_path / "report.html"
    assert neardup("report", tmp_path / "index", "-o", path) == 0
    tab = look(path, viewport={"width": 360, "height": 740})
    name = tab.locator("#list summary .name")
    line = name.evaluate("name => parseFloat(getComputedStyle(name).lineHeight)")
    assert name.bounding_box()["height"] == pytest.approx(4 * line, abs=2)
    # Without an address, no host stands before the time.
    assert tab.locator("#list .host").inner_text().startswith("first seen")
    tab.locator("#list summary").click()
    assert name.bounding_box()["height"] > 8 * line


def test_it_names_all_sources_of_a_merger(look, tmp_path):
    with NearDupIndex.open(tmp_path / "index") as made:
        for number in (1, 2):
            made.check_and_add(Document(f"http://{number}.example/a", article(number)))
        text = f"{article(1)} {article(2)}"
        verdict = made.check_and_add(Document("http://mill.example/both", text))
        assert len(verdict.matches) == 2
    path = tmp_path / "report.html"
    assert neardup("report", tmp_path / "index", "-o", path) == 0
    tab = look(path)
    tab.locator("#list summary").first.click()
    row = tab.locator(".copies-of li")
    assert f"also copies {verdict.matches[1].id}" in row.inner_text()
    assert row.get_by_role("link", name=verdict.matches[1].id).count() == 1
    assert tab.problems == []


def test_a_file_that_is_no_report_is_left_as_it_is(index, report, tmp_path, capsys):
    mine = tmp_path / "mine.html"
    mine.write_text("<p>The quarterly report</p>")
    assert neardup("report", index, "-o", mine) == 1
    assert f"{mine} is there already and no report" in capsys.readouterr().err
    assert mine.read_text() == "<p>The quarterly report</p>"
    for again in (tmp_path / "new.html", report, tmp_path / "empty.html"):
        again.touch()
        assert neardup("report", index, "-o", again) == 0


def test_it_goes_to_standard_output(index, report, tmp_path, monkeypatch, capfdbinary):
    monkeypatch.chdir(tmp_path)
    assert neardup("report", index, "-o", "-") == 0
    told = capfdbinary.readouterr()
    assert told.out.startswith(report.read_bytes()[:1000])
    assert told.out.rstrip().endswith(b"</html>")
    assert told.err.startswith(b"standard output: ")
    assert not any(tmp_path.iterdir())


def test_a_folder_that_is_missing_is_told_before_the_index_is_read(tmp_path, capsys):
    (tmp_path / "damaged").mkdir()
    assert neardup("report", tmp_path / "damaged", "-o", tmp_path / "none" / "r.html") == 1
    assert f"there is no folder {tmp_path / 'none'}; make it" in capsys.readouterr().err


def test_without_texts_it_says_how_to_keep_them(look):
    tab = look()
    search(tab, "one.example/7")
    tab.locator("#list summary").first.click()
    tab.get_by_role("button", name="Compare texts").click()
    assert "NEARDUP_KEEP_TEXT" in tab.locator("#list").inner_text()


def test_hostile_texts_stay_text(look):
    tab = look()
    search(tab, "onerror")
    tab.locator("#list summary").first.click()
    shown = tab.locator("#list").inner_text()
    assert "<img src=x onerror=" in shown
    assert "\u202e" not in shown
    tab.get_by_role("button", name="Compare texts").first.click()
    tab.wait_for_selector("#compare[open]")
    assert "</script><script>" in tab.locator("#side-a").inner_text()
    tab.wait_for_timeout(100)
    assert tab.evaluate("window.ran") is None
    assert tab.locator("img").count() == 0
    assert tab.locator("a[href^='javascript']").count() == 0
    assert tab.asked == [tab.url]
    assert tab.problems == []


def test_the_policy_forbids_any_other_script(look):
    tab = look()
    tab.evaluate(
        "document.body.append(Object.assign(document.createElement('script'), "
        "{textContent: 'window.ran = 1'}))"
    )
    assert tab.evaluate("window.ran") is None
    assert any("Content Security Policy" in problem for problem in tab.problems)


def test_it_speaks_chinese_and_fits_a_phone_in_the_dark(look):
    tab = look(locale="zh-CN", viewport={"width": 360, "height": 740}, color_scheme="dark")
    assert tab.locator("h1").inner_text() == "转载与重复报告"
    assert tab.evaluate("document.documentElement.lang") == "zh-CN"
    assert tab.evaluate("document.documentElement.scrollWidth") == 360
    channels = tab.evaluate("getComputedStyle(document.body).backgroundColor")
    assert all(int(value) < 60 for value in re.findall(r"\d+", channels))
    tab.get_by_role("button", name="English").click()
    assert tab.locator("h1").inner_text() == "Reposts and copies"


def test_fifty_thousand_clusters_are_searched_and_turned(look, tmp_path):
    first = 1_790_000_000
    clusters = [
        [
            [f"http://h{n % 300}.example/{n}", n % 300, first + n, -1, 100, "", -1],
            [[f"http://c.example/{n}", 300, first + n + 60, 0, 100, "", -1]],
        ]
        for n in range(50_000)
    ]
    hosts = [f"h{n}.example" for n in range(300)] + ["c.example"]
    values = {
        "meta": {"name": "big", "made": "", "articles": 50_000, "copies": 50_000}
        | {"clusters": 50_000, "kept": 0},
        "hosts": hosts,
        "hostRows": [[n, 167, 0, 167] for n in range(300)] + [[300, 0, 50_000, 0]],
        "days": [["2026-11-01", 50_000, 50_000]],
        "edges": [[300, n, 167] for n in range(300)],
        "kinds": ["exact"],
        "clusters": clusters,
    }
    path = tmp_path / "big.html"
    path.write_text(page(values, []), encoding="utf-8")
    tab = look(path)
    assert tab.locator("#list > li").count() == 25
    assert search(tab, ".example/49999") == "1 of 50,000 clusters"
    assert tab.problems == []


def test_the_clusters_whose_report_is_measured_have_their_articles(tmp_path, capsys):
    fill(tmp_path / "invented", 30)
    assert neardup("report", tmp_path / "invented", "--json", "-o", tmp_path / "it.html") == 0
    assert json.loads(capsys.readouterr().out)["clusters"] == 30


def test_long_lists_tell_how_much_is_shown_and_show_the_rest(look, tmp_path):
    first = 1_790_000_000
    copies = [
        [f"http://h{n % 700}.example/{n}", n % 700, first + 60 * n, 0, 100, "", -1]
        for n in range(1_234)
    ]
    source = ["http://one.example/", 700, first, -1, 100, "One", -1]
    values = {
        "meta": {"name": "long", "made": "", "articles": 1, "copies": 1_234}
        | {"clusters": 1, "kept": 0},
        "hosts": [f"h{n}.example" for n in range(700)] + ["one.example"],
        "hostRows": [[n, 0, 2, 0] for n in range(700)] + [[700, 1, 0, 1_234]],
        "days": [["2026-11-01", 1, 1_234]],
        "edges": [[n, 700, 2] for n in range(700)],
        "kinds": ["exact"],
        "clusters": [[source, copies]],
    }
    path = tmp_path / "long.html"
    path.write_text(page(values, []), encoding="utf-8")
    tab = look(path)
    hosts = tab.locator("#hosts")
    assert "500 of 701 shown" in hosts.inner_text()
    hosts.get_by_role("button", name="Show 201 more").click()
    assert hosts.locator("tbody tr").count() == 701
    assert "701 of 701 shown" in hosts.inner_text()
    tab.locator("#list summary").focus()
    tab.keyboard.press("Enter")
    tab.wait_for_selector(".copies-of li")
    assert "500 of 1,234 shown" in tab.locator("#list").inner_text()
    more = tab.locator("#list .more button")
    more.click()
    assert tab.evaluate("document.activeElement.innerText").startswith("exact")
    assert more.inner_text() == "Show 234 more"
    more.click()
    assert tab.locator(".copies-of li").count() == 1_234
    assert not more.is_visible()
    assert tab.problems == []


def test_every_control_and_picture_has_a_name(look):
    tab = look()
    search(tab, "lighthouse")
    tab.locator("#list summary").click()
    for control in tab.locator("a, button, input, select, summary, svg[role=img]").all():
        name = control.evaluate(
            "node => node.getAttribute('aria-label') || (node.labels && node.labels.length "
            "? node.labels[0].innerText : '') || node.textContent.trim()"
        )
        assert name, control.evaluate("node => node.outerHTML")
    for region in tab.locator("[aria-labelledby]").all():
        assert tab.locator(f"#{region.get_attribute('aria-labelledby')}").count() == 1
    levels = tab.locator("main h2, main h3").evaluate_all("all => all.map(h => h.tagName)")
    assert set(levels) == {"H2"}
    assert tab.locator("th:not([scope])").count() == 0


def test_texts_that_have_no_room_are_left_out(index, tmp_path):
    with NearDupIndex.open(index) as opened:
        meta = write_report(opened, tmp_path / "r.html", "harbour", most_text_bytes=10)
    html = (tmp_path / "r.html").read_text("utf-8")
    assert '<script type="application/json" id="texts">[]</script>' in html
    assert (meta["kept"], meta["texts_left_out"]) == (4, 4)


def test_texts_that_are_left_out_are_told_with_the_option(index, report, tmp_path, capsys):
    capsys.readouterr()
    assert neardup("report", index, "-o", tmp_path / "r.html", "--max-text-mb", 0) == 0
    told = "4 texts left out of it, as they take more than --max-text-mb 0\n"
    assert capsys.readouterr().err == told
    assert neardup("report", index, "-o", report) == 0
    assert capsys.readouterr().err == ""


def test_what_was_crawled_can_not_end_its_script_element(report):
    html = report.read_text("utf-8")
    assert len(re.findall("</script>", html)) == 3
    data = re.search(r'id="data">(.*?)</script>', html)[1]
    assert not re.search(r"[<>&\x00-\x1f]|[^\x00-\x7f]", data)
    assert HOSTILE[:40] in json.dumps(json.loads(data))
    assert "default-src 'none'" in html


def test_a_report_can_be_told_as_json(index, tmp_path, capsys):
    assert neardup("report", index, "-o", tmp_path / "r.html", "--json") == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["articles"], told["copies"]) == (43, 42)


def test_a_report_that_can_not_be_written_leaves_nothing(index, tmp_path, capsys):
    assert neardup("report", index, "-o", tmp_path / "missing" / "r.html") == 1
    assert "can't be written" in capsys.readouterr().err
    assert neardup("report", tmp_path / "missing") == 1
    assert neardup("report", index, "--max-text-mb", "-1") == 2


def test_verdicts_are_marked_and_the_marks_are_read_back(look, tmp_path, capsys):
    path = tmp_path / "marked"
    with NearDupIndex.open(path) as made:
        for number in range(2):
            name = f"http://one.example/{number}"
            made.check_and_add(Document(name, article(number), name))
            copy = f"http://two.example/{number}"
            made.check_and_add(Document(copy, article(number).upper(), copy))
    assert neardup("report", path, "-o", tmp_path / "report.html") == 0
    tab = look(tmp_path / "report.html", accept_downloads=True)
    assert not tab.locator("#marks").is_visible()
    for number in range(2):
        tab.locator("#list summary").nth(number).click()
    tab.get_by_label("The verdict on http://two.example/0 is right").click()
    tab.get_by_label("The verdict on http://two.example/1 is right").click()
    tab.get_by_label("The verdict on http://two.example/1 is wrong").click()
    wrong = tab.get_by_label("The verdict on http://two.example/1 is wrong")
    assert wrong.get_attribute("aria-pressed") == "true"
    assert tab.locator("#marked").inner_text() == "2 verdicts marked"
    with tab.expect_download() as started:
        tab.click("#save")
    assert started.value.suggested_filename == "marked-marks.jsonl"
    file = tmp_path / "marks.jsonl"
    started.value.save_as(file)
    assert tab.problems == []
    tab.get_by_label("The verdict on http://two.example/0 is right").click()
    wrong.click()
    assert not tab.locator("#marks").is_visible()
    capsys.readouterr()
    assert neardup("mark", path, "--from", file, "--json") == 0
    told = json.loads(capsys.readouterr().out)["marked"]
    assert {one["id"]: one["right"] for one in told} == {
        "http://two.example/0": True,
        "http://two.example/1": False,
    }


def test_a_verdict_whose_article_is_gone_can_not_be_marked(look, tmp_path):
    path = tmp_path / "gone"
    with NearDupIndex.open(path) as made:
        for number in range(2):
            made.check_and_add(Document(f"a{number}", article(number)))
            made.check_and_add(Document(f"c{number}", article(number).upper()))
        made.remove("a1")
    assert neardup("report", path, "-o", tmp_path / "report.html") == 0
    tab = look(tmp_path / "report.html")
    # Nor is it one of the articles that have copies.
    counts = shown_counts(tab)
    shown = [counts[name] for name in ("Articles", "Copies", "Articles with copies")]
    assert shown == ["1", "2", "1"]
    for number in range(2):
        tab.locator("#list summary").nth(number).click()
    tab.locator(".copies-of li").nth(1).wait_for()
    assert tab.get_by_label("The verdict on c0 is right").count() == 1
    assert tab.get_by_label("The verdict on c1 is right").count() == 0


@pytest.fixture(scope="module")
def retellings(tmp_path_factory):
    """A report on stories that were told again in other words, in two languages."""
    made = tmp_path_factory.mktemp("retellings")
    chinese = [SOURCE_ZH, REWRITTEN_ZH]
    # With the same numbers it would be the same story, translated.
    for ours, other in (("41", "57"), ("32", "38"), ("65", "66"), ("870", "930"), ("3.4", "2.8")):
        chinese = [text.replace(ours, other) for text in chinese]
    stories = (
        ("en", SOURCE, REWRITTEN),
        ("zh", *chinese),
        ("part", FERRY, f"{FERRY_REWRITTEN} {' '.join(press(321)[-1:])}"),
    )
    with NearDupIndex.open(made / "index", thresholds=Thresholds(rewriting=True)) as index:
        for number, text in enumerate([*press(320), *press(320, chinese=True)]):
            index.add(Document(f"press-{number}", text))
        for language, source, copy in stories:
            first, again = (f"http://{language}.example/{number}" for number in (1, 2))
            index.check_and_add(Document(first, source, first, "S", keep_text=True))
            found = index.check_and_add(Document(again, copy, again, "C", keep_text=True))
            assert found.kind is Kind.REWRITTEN
    path = made / "report.html"
    assert neardup("report", made / "index", "-o", path) == 0
    return path


def opened_retelling(tab, host):
    search(tab, f"{host}.example")
    tab.locator("#list summary").first.click()
    row = tab.locator(".copies-of li")
    told = row.locator(".reasons").inner_text()
    row.locator("button.texts").click()
    tab.wait_for_selector("#compare[open]")
    return told


def counterparts(tab):
    """The texts of the sentences of both sides that have the same number."""
    sides = []
    for side in ("a", "b"):
        pairs = tab.locator(f"#side-{side} .pair")
        sides.append(
            {
                one.get_attribute("data-pair"): one.inner_text()
                for one in (pairs.nth(place) for place in range(pairs.count()))
            }
        )
    assert sides[0].keys() == sides[1].keys()
    return [(text, sides[1][number]) for number, text in sides[0].items()]


def test_a_rewritten_copy_stands_beside_the_counterparts_of_its_sentences(look, retellings):
    tab = look(retellings)
    told = opened_retelling(tab, "en")
    assert told == "9 of 9 numbers agree, 9 of 9 sentences have a counterpart"
    assert told in tab.locator("#legend").inner_text()
    pairs = counterparts(tab)
    assert len(pairs) >= 8
    kept = ("41", "Brandsma", "tanker", "glass", "lighthouse", "province", "June", "Oosterling")
    assert all(any(word in a and word in b for a, b in pairs) for word in kept)
    facts = set(tab.locator("#side-b mark").all_inner_texts())
    assert {"41", "650,000", "8.7", "2019", "Akkerman", "Brandsma", "Veldhaven"} <= facts
    assert not {"According", "The", "their", "People"} & facts
    assert tab.locator("#side-b ins, #side-b .only").count() == 0
    number = tab.locator("#side-b .no").first
    number.click()
    assert tab.evaluate("document.activeElement.closest('#side-a') !== null")
    assert tab.locator(".pair.on").count() == 2
    assert tab.problems == []


def test_of_a_text_that_goes_on_with_its_own_story_the_part_is_told(look, retellings):
    told = opened_retelling(look(retellings), "part")
    assert re.match(r"in [56]\d% of the text, \d+ of \d+ numbers agree, ", told)


def test_chinese_counterparts_are_drawn_on_a_phone_too(look, retellings):
    tab = look(retellings, locale="zh-CN", viewport={"width": 360, "height": 740})
    told = opened_retelling(tab, "zh")
    assert re.fullmatch(r"\d+ 个数字中 \d+ 个一致，\d+ 句中 \d+ 句有对应", told)
    assert "洗稿" in tab.locator("#list").inner_text()
    pairs = counterparts(tab)
    assert len(pairs) >= 7
    kept = ("57", "66", "2.8", "玻璃桥", "灯塔", "930", "学校", "奥斯特林")
    assert all(any(word in a and word in b for a, b in pairs) for word in kept)
    facts = tab.locator("#side-b mark").all_inner_texts()
    for fact in ("930", "5.4", "2019", "奥斯特林"):
        assert any(fact in marked for marked in facts)
    assert tab.evaluate("document.documentElement.scrollWidth") == 360
    assert tab.problems == []


def test_a_rewritten_copy_has_its_reasons_where_no_text_is_kept(look, retellings):
    tab = look(retellings)
    tab.evaluate("data.clusters.forEach(cluster => docs(cluster).forEach(doc => doc[TEXT] = -1))")
    tab.locator("#list summary").first.click()
    row = tab.locator(".copies-of li").first
    assert "sentences have a counterpart" in row.locator(".reasons").inner_text()
    row.locator("button.texts").click()
    assert "The text" in row.inner_text()


def test_sentences_without_counterpart_stay_plain_and_long_texts_are_paired_soon(look, retellings):
    tab = look(retellings)
    lone = tab.evaluate(
        """() => {
          const a = sentences("Joost Akkerman built 41 models. Rain fell on Sunday."),
            b = sentences("Of 41 models Akkerman is the maker. Nobody laughed.");
          showRetold(a, b, []);
          return [...document.querySelectorAll("#compare .lone")].map(node => node.textContent);
        }"""
    )
    assert lone == ["Rain fell on Sunday.", "Nobody laughed."]
    steps = tab.evaluate(
        """() => {
          const text = Array.from({ length: 5000 }, (_, i) => `Word${i} the same thing again ${i}. `);
          const a = sentences(text.join("")), b = sentences(text.join(""));
          [...a, ...b].forEach(readTerms);
          let reads = 0;
          for (const sentence of b) {
            const get = sentence.terms.get.bind(sentence.terms);
            sentence.terms.get = term => { reads++; return get(term); };
          }
          matchRetold(a, b);
          return [reads, b.filter(sentence => sentence.pair >= 0).length];
        }"""
    )
    assert steps[0] <= 300 * 10
    assert steps[1] == 300
    assert tab.problems == []
