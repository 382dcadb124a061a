"""A network that fails: a TCP proxy before one server, which can stop forwarding, or speak TLS."""

from __future__ import annotations

import asyncio
import threading
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import ssl

HOST = "127.0.0.1"
_HANDSHAKE = b"\x16"
"""What a client begins with that speaks TLS."""


class Proxy:
    """Forwards to the local *port*; clients speak TLS with it if *tls* is given. Those that speak TLS all the
    same are forwarded to *port_for_tls*, if that is given.
    """

    def __init__(
        self, port: int, tls: ssl.SSLContext | None = None, *, port_for_tls: int | None = None
    ) -> None:
        self._target = port
        self._target_for_tls = port_for_tls
        self._tls = tls
        self._started = threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._serve()))
        self._thread.start()
        assert self._started.wait(10)

    def cut(self) -> None:
        """Let nothing through any more; connections stay open, and what was sent on them waits."""
        self._loop.call_soon_threadsafe(self._flowing.clear)

    def mend(self) -> None:
        """Let everything through again."""
        self._loop.call_soon_threadsafe(self._flowing.set)

    def stop(self) -> None:
        self._loop.call_soon_threadsafe(self._stopped.set)
        self._thread.join()

    async def _serve(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._flowing, self._stopped = asyncio.Event(), asyncio.Event()
        self._flowing.set()
        self._connections: set[asyncio.Task[None]] = set()
        server = await asyncio.start_server(self._connect, HOST, 0, ssl=self._tls)
        self.port = server.sockets[0].getsockname()[1]
        self._started.set()
        await self._stopped.wait()
        server.close()
        for task in self._connections:
            task.cancel()
        await asyncio.gather(*self._connections, return_exceptions=True)

    async def _connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._connections.add(task)
        onward = None
        try:
            first, target = b"", self._target
            if self._target_for_tls is not None:
                first = await reader.read(1)
                target = self._target_for_tls if first == _HANDSHAKE else target
            back, onward = await asyncio.open_connection(HOST, target)
            onward.write(first)
            ways = [self._pump(reader, onward), self._pump(back, writer)]
            tasks = [asyncio.ensure_future(way) for way in ways]
            try:
                await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            finally:
                for one in tasks:
                    one.cancel()
                await asyncio.gather(*tasks, return_exceptions=True)
        except (OSError, asyncio.CancelledError):
            pass
        finally:
            self._connections.discard(task)
            for one in (writer, onward):
                if one is not None:
                    one.transport.abort()

    async def _pump(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await reader.read(65536):
            await self._flowing.wait()
            writer.write(data)
            await writer.drain()
