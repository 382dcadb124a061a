"""What the loop does itself, and what is too long for it."""

import asyncio
import threading
from types import SimpleNamespace

import pytest
from scrapy import Request
from scrapy.http import HtmlResponse
from scrapy.settings import Settings
from scrapy.utils.asyncio import run_in_thread

from scrapy_neardup import Document
from scrapy_neardup.core.fingerprints.fingerprint import Fingerprinter
from scrapy_neardup.extract.default import DefaultExtractor
from scrapy_neardup.plugin import page_readings
from scrapy_neardup.plugin.fingerprinting import Fingerprinting
from scrapy_neardup.plugin.page_readings import PageReadings
from scrapy_neardup.plugin.settings import NearDupSettings
from tests.plugin.crawling import run_coroutines

URL = "http://gull.example/ferry"
PAGE = (
    "<html><body><p>The ferry left the harbour at nine and came back at ten, with nine gulls on "
    "its roof, as it has done on every working day since the spring.</p>{}</body></html>"
)
LATIN = "The ferry left the harbour at nine and came back at ten. " * 8
CHINESE = "渡轮上午九点离开港口，十点返回。" * 20


@pytest.fixture
def threads(monkeypatch):
    """The threads in which pages and texts were read, in order."""
    seen = []
    for owner, name in ((DefaultExtractor, "read"), (Fingerprinter, "__call__")):
        real = getattr(owner, name)

        def noted(*args, _real=real):
            seen.append(threading.current_thread())
            return _real(*args)

        monkeypatch.setattr(owner, name, noted)
    return seen


def readings(**settings):
    chosen = NearDupSettings.from_settings(Settings(settings))
    return PageReadings(chosen.extractor, lambda name, count=1: None)


def page(filling=""):
    return HtmlResponse(URL, body=PAGE.format(filling), encoding="utf-8")


def on_loop(threads, work):
    """For each call of *work* in turn: whether the loop's own thread did it."""
    loops = []

    async def run():
        loops.append(threading.current_thread())
        await work()

    run_coroutines(run())
    return [thread is loops[0] for thread in threads]


def test_large_pages_are_read_in_a_thread_and_others_on_the_loop(threads):
    read = readings().read

    async def work():
        for filling in ("", "<!--" + "x" * 1_100_000 + "-->", ""):
            assert await read(Request(URL), page(filling)) is not None

    assert on_loop(threads, work) == [True, False, True]


def test_articles_that_are_claimed_or_read_again_take_no_room(monkeypatch):
    monkeypatch.setattr(page_readings, "_MOST_WAITING_CHARACTERS", 2 * len(PAGE))
    waiting = readings()

    async def work():
        for number in range(9):
            url = f"{URL}/{number}"
            response = HtmlResponse(url, body=PAGE.format(""), encoding="utf-8")
            assert await waiting.read(Request(url), response) is not None
            assert waiting.claim(url) is not None
            assert waiting.claim(url) is None
        for _ in range(9):
            await waiting.read(Request(URL), page())
        assert waiting.claim(URL) is not None

    run_coroutines(work())


def test_the_first_chinese_text_and_long_ones_are_fingerprinted_in_a_thread(threads):
    fingerprint = Fingerprinting()
    again = Fingerprinter(NearDupSettings.from_settings(Settings()).scheme)
    texts = (LATIN, CHINESE, CHINESE, LATIN * 100)
    found = []

    async def work():
        found.extend([await fingerprint(again, Document(URL, text)) for text in texts])

    assert on_loop(threads, work) == [True, False, True, False]
    assert found == [again(text) for text in texts]


@pytest.mark.parametrize("slow", [CHINESE, LATIN * 100], ids=["loads the dictionary", "is long"])
@pytest.mark.parametrize("others", [3, 2_000])
def test_texts_wait_their_turn_while_one_is_fingerprinted_in_a_thread(slow, others):
    fingerprint, released = Fingerprinting(), threading.Event()
    texts = [slow] + [f"{LATIN}{number}" for number in range(others)]
    done = []

    def read(text, title):
        if text == slow:
            assert released.wait(20)
        return fingerprinter(text[-20:], title)

    async def one(text):
        if text == texts[-1]:
            released.set()
        await fingerprint(read, Document(URL, text))
        done.append(text)

    fingerprinter = Fingerprinter(NearDupSettings.from_settings(Settings()).scheme)
    run_coroutines(*map(one, texts))
    assert done == texts


def test_a_text_that_fails_in_its_thread_lets_the_others_go_on():
    fingerprint = Fingerprinting()
    done = []

    def read(text, title):
        if text == CHINESE:
            raise ValueError("no dictionary")
        return text

    async def fails():
        with pytest.raises(ValueError, match="no dictionary"):
            await fingerprint(read, Document(URL, CHINESE))

    async def one():
        done.append(await fingerprint(read, Document(URL, LATIN)))

    run_coroutines(fails(), one(), one())
    assert done == [LATIN, LATIN]


def test_one_that_is_cancelled_as_its_turn_comes_lets_the_others_go_on():
    fingerprint, released = Fingerprinting(), threading.Event()

    def read(text, title):
        if text == CHINESE:
            assert released.wait(20)
        return SimpleNamespace(text=text, complete=lambda: None)

    async def work():
        slow = asyncio.ensure_future(fingerprint(read, Document(URL, CHINESE)))
        await asyncio.sleep(0)
        waiting = [
            asyncio.ensure_future(fingerprint(read, Document(URL, text)))
            for text in ("first", "second")
        ]
        await asyncio.sleep(0)
        released.set()
        await slow
        waiting[0].cancel()
        return await asyncio.wait_for(asyncio.gather(*waiting, return_exceptions=True), 5)

    first, second = asyncio.run(work())
    assert isinstance(first, asyncio.CancelledError)
    assert second.text == "second"


def test_texts_that_come_meanwhile_do_not_wait_for_ever():
    """A loop that is busy with pages brings several texts in each of its rounds."""
    fingerprint, released = Fingerprinting(), threading.Event()
    done = []

    def read(text, title):
        if text == CHINESE:
            assert released.wait(20)
        done.append(text)
        return SimpleNamespace(complete=lambda: None)

    async def work():
        slow = asyncio.ensure_future(fingerprint(read, Document(URL, CHINESE)))
        come = []
        for round_ in range(300):
            come += [
                asyncio.ensure_future(fingerprint(read, Document(URL, f"{round_}/{number}")))
                for number in range(3)
            ]
            await asyncio.sleep(0)
            if round_ == 100:
                released.set()
                await slow
        late = len(come) + 1 - len(done)
        await asyncio.gather(*come)
        return late

    assert asyncio.run(work()) < 30
    assert done == [
        CHINESE,
        *(f"{round_}/{number}" for round_ in range(300) for number in range(3)),
    ]


def test_what_a_fingerprint_makes_at_first_use_is_made_in_its_thread(threads):
    class Lazy:
        def complete(self):
            threads.append(threading.current_thread())

    async def work():
        for text in (LATIN, CHINESE, LATIN * 100):
            await Fingerprinting()(lambda text, title: Lazy(), Document(URL, text))

    assert on_loop(threads, work) == [False, False]


def test_an_extractor_of_the_users_never_runs_on_the_loop(threads):
    def extract(response):
        threads.append(threading.current_thread())
        return response.text

    read = readings(NEARDUP_EXTRACTOR=extract).read

    async def work():
        await read(Request(URL), page())
        threads.append(await run_in_thread(threading.current_thread))

    assert on_loop(threads, work) == [False, False]
