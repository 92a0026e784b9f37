"""`qedeck docs serve`: the site of games while they are written."""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from qedeck.commands.building import needs, serve_parser, site_of_games, work_folder
from qedeck.commands.exits import Wrong
from qedeck.spec.diagnostic import Diagnostic
from qedeck.spec.home import name_of, short
from qedeck.spec.plain import counted

if TYPE_CHECKING:
    from qedeck.site.build import Bench, Built
    from qedeck.site.serve import News
    from qedeck.site.shelf import Shelved, Unread

    Games = dict[Path, Shelved | Unread]


PATIENCE = 2.0
"""Seconds that somebody who has just written something waits gladly."""


def serve(argv: Sequence[str]) -> int:
    """Until Ctrl-C."""
    args = serve_parser().parse_args(argv)
    needs("mkdocs")
    from qedeck.site.build import Bench
    from qedeck.site.serve import EDITORS, News, Watch, server
    from qedeck.site.shelf import wanted

    paths = wanted(args.games)
    if isinstance(paths, Diagnostic):
        raise Wrong(f"{paths.title}; {paths.hint}" if paths.hint else paths.title)
    editor = EDITORS.get(args.editor, args.editor)
    if "{file}" not in editor or "://" not in editor or editor.startswith("javascript"):
        raise Wrong(f"--editor {args.editor} is none of {', '.join(EDITORS)}, nor an address with {{file}} in it")
    work = work_folder(Path("serve") / "+".join(name_of(path) for path in paths))
    news = News(editor=editor)
    desk = Desk(paths, Bench(work / "work", "mkdocs", live=True), work / "site", news)
    try:
        listening = server(desk.out, news, args.host, args.port)
    except OSError as error:
        raise Wrong(f"cannot listen at {args.host}:{args.port}: {error.strerror or error}; try --port") from None
    desk.look(paths)
    watch = Watch(desk.files, desk.changed)
    watch.start()
    print(f"http://{args.host}:{listening.server_address[1]}/  (Ctrl-C ends it)", flush=True)
    try:
        listening.serve_forever()
    except KeyboardInterrupt:
        return 0
    finally:
        watch.stop()
        listening.server_close()
        desk.bench.crew.shutdown(cancel_futures=True)
    return 0


@dataclass
class Desk:
    """The games that are written, and their pages as they were last."""

    paths: Sequence[Path]
    bench: Bench
    out: Path
    news: News
    games: Games = field(default_factory=dict)
    stamps: dict[Path, tuple[int, int]] = field(default_factory=dict)
    took: float = 0.0
    """Seconds that it took the last time."""

    def files(self) -> list[Path]:
        return [file for one in self.games.values() for file in one.files] or list(self.paths)

    def changed(self) -> None:
        """Some file is not as it was: those games are read again, and their pages made anew."""
        from qedeck.site.serve import stamps

        now = stamps(self.files())
        touched = [path for path, one in self.games.items()
                   if any(now.get(file) != self.stamps.get(file) for file in one.files)]
        if self.took > PATIENCE:
            self.sketch(touched)
        self.look(touched or self.paths)

    def sketch(self, paths: Sequence[Path]) -> None:
        """The rules of games that take long to read are shown before examples and promises are gone through."""
        from qedeck.site.shelf import Shelved, sketch

        started = time.monotonic()
        for path in paths:
            before = self.games[path]
            made = sketch(before, path, self.bench.crew) if isinstance(before, Shelved) else None
            if made is None:
                return
            self.games[path] = made
        self._pages(first=False)
        self.news.trouble = ""
        self.news.edition += 1
        print(f"rules, {time.monotonic() - started:.1f} s", flush=True)

    def look(self, paths: Sequence[Path]) -> None:
        """Read these games; where one cannot be played, its last pages stay, and say so."""
        from qedeck.site.serve import stamps
        from qedeck.site.shelf import Shelved, Unread

        started = time.monotonic()
        read = self._read(paths)
        broken = [one for one in read.values() if isinstance(one, Unread)]
        self.stamps = stamps([file for one in {**self.games, **read}.values() for file in one.files])
        self.games |= {path: one for path, one in read.items() if isinstance(one, Shelved) or path not in self.games}
        self.news.trouble = "\n".join(one.messages for one in broken)
        if broken:
            print(self.news.trouble, file=sys.stderr, flush=True)
        if len(broken) < len(read):
            first = not self.news.files
            built = self._pages(first)
            self.took = time.monotonic() - started
            print(f"{counted(built.pages, 'page')}, {self.took:.1f} s", flush=True)
            self.news.edition += 1
            if not first:
                self._lay_tables([path for path, one in read.items() if isinstance(one, Shelved)])
        else:
            self.news.edition += 1

    def _read(self, paths: Sequence[Path]) -> Games:
        from qedeck.site.shelf import Shelved, all_shelved, reshelve

        known = {path: self.games[path] for path in paths if path in self.games}
        quick = {path: reshelve(one, path, self.bench.crew) for path, one in known.items() if isinstance(one, Shelved)}
        return quick | all_shelved([path for path in paths if path not in quick], self.bench.crew)

    def _pages(self, first: bool) -> Built:
        from qedeck.site.shelf import Shelved

        good = [one for one in self.games.values() if isinstance(one, Shelved)]
        site = site_of_games(good, whole=False)
        built = self.bench.build(site, self.out, check=False) if first else self.bench.again(site, self.out)
        self.news.files = {short(file): str(file.resolve()) for one in good for file in one.files}
        return built

    def _lay_tables(self, paths: Sequence[Path]) -> None:
        """The pages are there; now the tables follow, which take their time."""
        from qedeck.site.shelf import Shelved, new_tables

        for path in paths:
            one = self.games[path]
            if isinstance(one, Shelved):
                tables, data = self.bench.crew.submit(new_tables, path, one.books).result()
                self.games[path] = replace(one, tables=tables, data=data)
                for name, text in data.items():
                    (self.out / "data" / name).write_text(text, "utf-8")
                if tables != one.tables:
                    self._pages(first=False)
        self.news.tables += 1
