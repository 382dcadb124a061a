"""Real HTTP servers for the demo sites, one port each, reached under their .example names."""

from __future__ import annotations

from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from scrapy import signals

from newsdemo.manifest import Manifest
from newsdemo.sites import Reply, build_site

if TYPE_CHECKING:
    from scrapy import Request, Spider
    from scrapy.crawler import Crawler


class SiteServer(ThreadingHTTPServer):
    """Serves one site on a free loopback port until it is stopped."""

    def __init__(self, replies: dict[str, Reply]) -> None:
        super().__init__(("127.0.0.1", 0), SiteHandler)
        self.replies = replies
        self._thread = Thread(target=self.serve_forever, args=(0.05,), daemon=True)
        self._thread.start()

    def stop(self) -> None:
        self.shutdown()
        self._thread.join()
        self.server_close()


class SiteHandler(BaseHTTPRequestHandler):
    server: SiteServer

    def do_GET(self) -> None:
        url = urlsplit(self.path)
        path = f"{url.path}?{url.query}" if url.query else url.path
        reply = self.server.replies.get(path)
        if reply is None:
            self.send_error(404)
            return
        self.send_response(200)
        self.send_header("Content-Type", reply.content_type)
        self.send_header("Content-Length", str(len(reply.body)))
        self.end_headers()
        self.wfile.write(reply.body)

    def log_message(self, format: str, *args: object) -> None:
        """Leave the terminal to the crawl."""


def start_servers(edition: int) -> dict[str, SiteServer]:
    manifest = Manifest.load()
    sites = {host: build_site(manifest, host, edition) for host in manifest.sites}
    return {host: SiteServer(replies) for host, replies in sites.items()}


class LoopbackSites:
    """Starts the sites with the spider and stops them with it.

    The sites have names under .example, which no DNS knows, and any free ports. A request for a
    site goes to its server as to a proxy: so the URLs stay the same from run to run, as the index
    needs them, and nothing leaves the machine.
    """

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> LoopbackSites:
        sites = cls()
        crawler.signals.connect(sites.start, signals.spider_opened)
        crawler.signals.connect(sites.stop, signals.spider_closed)
        return sites

    def __init__(self) -> None:
        self.servers: dict[str, SiteServer] = {}

    def start(self, spider: Spider) -> None:
        self.servers = start_servers(getattr(spider, "edition", 1))

    def stop(self) -> None:
        for server in self.servers.values():
            server.stop()

    def process_request(self, request: Request) -> None:
        if server := self.servers.get(urlsplit(request.url).netloc):
            request.meta["proxy"] = f"http://127.0.0.1:{server.server_port}"


def main() -> None:
    """Serve the sites to a browser, without a crawl."""
    servers = start_servers(edition=1)
    for host, server in servers.items():
        print(f"{host:24} http://127.0.0.1:{server.server_port}/")
    with suppress(KeyboardInterrupt, EOFError):
        input("Enter stops them. ")
    for server in servers.values():
        server.stop()


if __name__ == "__main__":
    main()
