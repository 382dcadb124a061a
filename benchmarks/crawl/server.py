"""Serves saved pages on loopback, with other letters in each round.

    python -m benchmarks.crawl.server PAGES ROUNDS

PAGES is a folder of ``*.html.gz`` in UTF-8. Round 0 is the pages as they are; in every later
round each letter of the text, outside tags, is moved on in its alphabet, so that every page is
another article of the same length in the same markup. Prints the port, then serves until its
standard input closes.
"""

from __future__ import annotations

import gzip
import random
import re
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

_KEPT = re.compile(r"(?is)<(script|style)\b.*?</\1\s*>|<!--.*?-->|<[^>]*>|&#?\w+;")
_FIRST_HAN, _HAN = 0x4E00, 0x5000


def other_letters(page: str, step: int) -> str:
    """*page* with every letter of its text moved on by *step*; markup stays as it is."""
    if step == 0:
        return page
    lower = "abcdefghijklmnopqrstuvwxyz"
    turned = lower[step % 26 :] + lower[: step % 26]
    table = str.maketrans(lower + lower.upper(), turned + turned.upper())
    table |= {_FIRST_HAN + n: _FIRST_HAN + (n + step * 211) % _HAN for n in range(_HAN)}
    parts: list[str] = []
    at = 0
    for match in _KEPT.finditer(page):
        parts += (page[at : match.start()].translate(table), match.group())
        at = match.end()
    parts.append(page[at:].translate(table))
    return "".join(parts)


def load(folder: Path, rounds: int) -> dict[str, bytes]:
    """Path of each page to its body."""
    pages = {}
    for file in sorted(folder.glob("*.html.gz")):
        text = gzip.decompress(file.read_bytes()).decode("utf-8")
        for step in range(rounds):
            pages[f"/{step}/{file.name.removesuffix('.gz')}"] = other_letters(text, step).encode()
    return pages


def serve(pages: dict[str, bytes]) -> ThreadingHTTPServer:
    # The first hundred pages, which only warm up, have to be of all languages.
    mixed = random.Random(0).sample(sorted(pages), len(pages))

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            body = pages.get(self.path, b"")
            if self.path == "/":
                body = "\n".join(mixed).encode()
            self.send_response(200 if body else 404)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *args: object) -> None:
            pass

    return ThreadingHTTPServer(("127.0.0.1", 0), Handler)


def run_until_closed(server: ThreadingHTTPServer) -> None:
    """Print the port of *server*, and let it serve until standard input closes."""
    threading.Thread(target=server.serve_forever, daemon=True).start()
    print(server.server_address[1], flush=True)
    sys.stdin.read()
    server.shutdown()


def main() -> None:
    run_until_closed(serve(load(Path(sys.argv[1]), int(sys.argv[2]))))


if __name__ == "__main__":
    main()
