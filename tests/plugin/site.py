"""A real HTTP server on loopback that plays every host of a test."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any


@dataclass(frozen=True)
class Reply:
    """What the server answers with."""

    body: bytes
    content_type: str = "text/html; charset=utf-8"
    status: int = 200
    headers: tuple[tuple[str, str], ...] = ()


class Site(ThreadingHTTPServer):
    """Answers as an HTTP proxy for any host: URLs stay the same from run to run.

    *pages* maps whole URLs to replies, *asked* lists the URLs of the requests as they came.
    """

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.pages: dict[str, Reply] = {}
        self.asked: list[str] = []
        self._thread = Thread(target=self.serve_forever, args=(0.02,), daemon=True)
        self._thread.start()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"

    def put(self, url: str, body: str | bytes, **reply: object) -> str:
        """Serve *body* at *url* from now on; returns *url*."""
        content = body.encode() if isinstance(body, str) else body
        self.pages[url] = Reply(content, **reply)  # type: ignore[arg-type]
        return url

    def stop(self) -> None:
        self.shutdown()
        self._thread.join()
        self.server_close()

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Say nothing of a crawl that is killed while it reads."""
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)


class _Handler(BaseHTTPRequestHandler):
    server: Site

    def do_GET(self) -> None:
        self.server.asked.append(self.path)
        reply = self.server.pages.get(self.path, Reply(b"<h1>Not found</h1>", status=404))
        self.send_response(reply.status)
        self.send_header("Content-Type", reply.content_type)
        self.send_header("Content-Length", str(len(reply.body)))
        # This server closes each connection. A client that is not told may send the next request over
        # it just before, and a POST is not sent again.
        self.send_header("Connection", "close")
        for name, value in reply.headers:
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(reply.body)

    def do_POST(self) -> None:
        # A connection that is closed over bytes nobody read is reset, and the answer may be lost.
        self.rfile.read(int(self.headers["Content-Length"] or 0))
        self.do_GET()

    def log_message(self, format: str, *args: object) -> None:
        """Leave the terminal to the tests."""
