"""The replay page of a run, live in a browser of the same machine."""

from __future__ import annotations

import contextlib
import os
import shutil
import tempfile
import threading
import time
import weakref
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

from . import _core

HOST = "127.0.0.1"


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False

    def __init__(self, live: _core.LiveReplay, file: str) -> None:
        super().__init__((HOST, 0), _Handler)
        self.live = live
        self.file = file
        self.is_closed = threading.Event()
        self._whole: bytes | None = None

    def close_page(self) -> None:
        """Keeps the page, of which browsers that are connected still get the last rows."""
        with open(self.file, "rb") as page:
            self._whole = page.read()
        self.is_closed.set()

    def read(self, start: int) -> tuple[bytes, int]:
        """Returns the whole lines of the page from this byte on, and the number of the run that they are of."""
        while True:
            run = self.live.num_restarts
            if self._whole is not None:
                text = self._whole[start:]
            else:
                with open(self.file, "rb") as page:
                    page.seek(start)
                    text = page.read()
            if run == self.live.num_restarts:  # else the page has begun again meanwhile
                return text[: text.rfind(b"\n") + 1], run


class _Handler(BaseHTTPRequestHandler):
    server: _Server
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        # A page of the network must not read the run under a name of its own for this address.
        host = self.headers.get("Host", "").rsplit(":", 1)[0]
        if host not in (HOST, "localhost"):
            self._answer(403)
            return
        url = urlsplit(self.path)
        if url.path == "/":
            page, run = self.server.read(0)
            call = f'<script>replay.live("rows", {len(page)}, {run})</script>\n'
            self._answer(200, page + call.encode(), "text/html; charset=utf-8")
        elif url.path == "/rows":
            query = parse_qs(url.query)
            try:
                start, run = int(query["from"][0]), int(query["run"][0])
            except (KeyError, ValueError):
                self._answer(400)
                return
            self._send_rows(start, run)
        else:
            self._answer(404)

    def _send_rows(self, start: int, run: int) -> None:
        end = time.monotonic() + 1
        while True:
            is_closed = self.server.is_closed.is_set()  # before the rows are read
            rows, present = self.server.read(start)
            if present != run:
                self._answer(205)  # the page must be loaded again
            elif rows or (time.monotonic() > end and not is_closed):
                self._answer(200, rows, "text/plain; charset=utf-8", start + len(rows))
            elif is_closed:
                self._answer(410)
                self.close_connection = True
            else:
                self.server.is_closed.wait(0.02)
                continue
            return

    def _answer(self, status: int, body: bytes = b"", kind: str = "text/plain", following: int | None = None) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Cache-Control", "no-store")
        if following is not None:
            self.send_header("X-Next", str(following))
        self.end_headers()
        with contextlib.suppress(ConnectionError):  # the browser has gone
            self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        pass


def _stop(server: _Server, folder: str) -> None:
    server.close_page()
    server.shutdown()
    server.server_close()
    shutil.rmtree(folder, ignore_errors=True)


class View:
    """A page that shows a run while it runs. Simulation.view() makes it.

    The page is at `url`, for browsers of this machine alone. It ends with close(), at the end of a with block, or with the simulation. In
    a notebook the view is shown where it is the value of a cell.
    """

    def __init__(self, core: _core.SimulationCore, every: float, follow: int | None) -> None:
        folder = tempfile.mkdtemp(prefix="simbodydem-view-")
        try:
            file = os.path.join(folder, "run.html")
            self._live = _core.LiveReplay(core, file, every, follow)
            server = _Server(self._live, file)
        except BaseException:
            shutil.rmtree(folder, ignore_errors=True)
            raise
        self.url = f"http://{HOST}:{server.server_address[1]}/"
        threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
        self._stop = weakref.finalize(self, _stop, server, folder)

    @property
    def is_open(self) -> bool:
        """True until the view is closed."""
        return self._stop.alive

    def close(self) -> None:
        """Ends the server. A page that is open in a browser stays as it is."""
        self._stop()

    def __enter__(self) -> View:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def _repr_html_(self) -> str:
        return f'<iframe src="{self.url}" title="The run" style="width: 100%; height: 640px; border: 0"></iframe>'

    def __repr__(self) -> str:
        return f"View({self.url!r}{'' if self.is_open else ', closed'})"
