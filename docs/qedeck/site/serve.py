"""The site while its games are written: a server for one reader, and an eye on the files.

Only reading is served, only from the folder of the site, and only to whoever asks for the host that it listens to: a
page of another site cannot make a browser ask for it under another name.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Event, Thread
from urllib.parse import urlsplit

EDITORS = {
    "vscode": "vscode://file{file}:{line}", "vscodium": "vscodium://file{file}:{line}", "idea": "idea://open?file={file}&line={line}",
    "sublime": "subl://open?url=file://{file}&line={line}", "emacs": "emacs://open?url=file://{file}&line={line}",
    "zed": "zed://file{file}:{line}",
}
LOOK_SECONDS = 0.25


@dataclass
class News:
    """What the pages ask for again and again: which edition of the site this is, and what is wrong with the text."""

    edition: int = 1
    tables: int = 1
    """The edition of the tables, which come a little later than the pages."""
    trouble: str = ""
    editor: str = ""
    files: Mapping[str, str] = field(default_factory=dict)
    """The name of a file as pages have it -> where it lies."""

    def written(self) -> bytes:
        said = {"edition": self.edition, "tables": self.tables, "trouble": self.trouble, "editor": self.editor,
                "files": dict(self.files)}
        return json.dumps(said, ensure_ascii=False).encode("utf-8")


class _Reader(SimpleHTTPRequestHandler):
    """GET and HEAD; nothing is listed, nothing is kept by the browser."""

    def __init__(self, *args: object, news: News, hosts: frozenset[str], **more: object) -> None:
        self.news, self.hosts = news, hosts
        super().__init__(*args, **more)  # type: ignore[arg-type]

    def do_GET(self) -> None:
        if not self._welcome():
            return
        if urlsplit(self.path).path == "/live.json":
            body = self.news.written()
            self.send_response(200)
            self.send_header("Content-Type", "application/json; charset=utf-8")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)
            return
        super().do_GET()

    def do_HEAD(self) -> None:
        if self._welcome():
            super().do_HEAD()

    def _welcome(self) -> bool:
        asked = urlsplit(f"//{self.headers.get('Host', '')}").hostname or ""
        if self.hosts and asked not in self.hosts:
            self.send_error(403, "this server is for one reader")
            return False
        return True

    def list_directory(self, path: object) -> None:
        self.send_error(404)

    def end_headers(self) -> None:
        self.send_header("Cache-Control", "no-store")
        self.send_header("X-Content-Type-Options", "nosniff")
        super().end_headers()

    def log_message(self, format: str, *args: object) -> None:
        """Who reads which page is nobody's business."""


def server(folder: Path, news: News, host: str, port: int) -> ThreadingHTTPServer:
    """A server for this folder; `serve_forever` lets it work. On this machine it answers to its own names only."""
    loopback = host in ("127.0.0.1", "::1", "localhost")
    hosts = frozenset({"127.0.0.1", "::1", "localhost"}) if loopback else frozenset()
    made = ThreadingHTTPServer((host, port), partial(_Reader, directory=str(folder), news=news, hosts=hosts))
    made.daemon_threads = True
    return made


class Watch(Thread):
    """Looks at files, and says when one of them is not as it was."""

    def __init__(self, files: Callable[[], Iterable[Path]], changed: Callable[[], None]) -> None:
        super().__init__(daemon=True)
        self.files, self.changed = files, changed
        self.over = Event()
        self.seen = stamps(files())

    def run(self) -> None:
        while not self.over.wait(LOOK_SECONDS):
            now = stamps(self.files())
            if now != self.seen:
                self.seen = now
                self.changed()

    def stop(self) -> None:
        self.over.set()


def stamps(files: Iterable[Path]) -> dict[Path, tuple[int, int]]:
    """When each was written, and how long it is. A file that is just being saved may be gone for a moment."""
    found = {}
    for path in files:
        try:
            stat = path.stat()
            found[path] = (stat.st_mtime_ns, stat.st_size)
        except OSError:
            found[path] = (0, 0)
    return found
