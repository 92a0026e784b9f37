"""The builder's bench: a site as text becomes a folder of pages, by mkdocs or zensical.

Only files that changed are written, so that a second build does only what has to be done. A folder that is not a site
of ours is never written into.
"""

from __future__ import annotations

import gc
import json
import logging
import os
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from contextlib import chdir
from dataclasses import dataclass, field
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Literal

from qedeck.site.aside import FOLDER, put_aside, put_back
from qedeck.site.config import LANGUAGES, NAMES
from qedeck.site.lighter import lighten
from qedeck.site.links import Fault, faults
from qedeck.site.pages.home import door
from qedeck.site.search import Known, write_index
from qedeck.site.trees import Files, Site, to_build

Builder = Literal["mkdocs", "zensical"]
DOOR = "index.html"
LIST = ".qedeck-site.json"
"""The list of the files of a site, in its folder: whatever else lies there is somebody else's."""


class NotOurs(ValueError):
    """The folder to write into holds something that is no site of ours."""


@dataclass(frozen=True, slots=True)
class Built:
    """What came of it."""

    pages: int
    warnings: tuple[str, ...]
    faults: tuple[Fault, ...]


@dataclass
class Bench:
    """A folder to work in, and two builders beside it, who stay as long as there may be more to do."""

    work: Path
    builder: Builder = "mkdocs"
    live: bool = False
    crew: ProcessPoolExecutor = field(default_factory=lambda: crew())

    def build(self, site: Site, out: Path, check: bool = True) -> Built:
        """The whole site, into a folder that is empty or holds one."""
        claim(out)
        # zensical leaves pages behind that are no more.
        write({}, self.work / "out")
        write(put_aside(to_build(site, self.live)), self.work, keep=("out", ".cache"))
        return self._hand_over(site, out, self._built(site, again=False), check)

    def again(self, site: Site, out: Path) -> Built:
        """Only the pages that changed since the last time."""
        changed = write(put_aside(to_build(site, self.live)), self.work, keep=("out", ".cache"))
        everything = any(name.endswith(".yml") or name.startswith("theme/") for name in changed)
        return self._hand_over(site, out, self._built(site, again=not everything), check=False)

    def _built(self, site: Site, again: bool) -> list[str]:
        tasks = [_Task(str(self.work), tree.language, self.builder, again, self.live, tree.crumbs)
                 for tree in site.trees]
        return [line for lines in self.crew.map(_built, tasks) for line in lines]

    def _hand_over(self, site: Site, out: Path, said: list[str], check: bool) -> Built:
        files = _finished(self.work / "out") | site.shared | {DOOR: door(NAMES)}
        write(files, out, keep=(LIST,), owned=_owned(out))
        (out / LIST).write_text(json.dumps(sorted(files), indent=0) + "\n", "utf-8")
        pages = sum(name.endswith(".html") for name in files)
        return Built(pages, tuple(said), self._faults(out) if check else ())

    def _faults(self, out: Path) -> tuple[Fault, ...]:
        """Each language by itself; and the page that leads to both."""
        parts = [*(f"{language}/" for language in LANGUAGES), DOOR]
        return tuple(fault for found in self.crew.map(partial(faults, out.resolve()), parts) for fault in found)

    def close(self) -> None:
        self.crew.shutdown()


def crew() -> ProcessPoolExecutor:
    """Processes that read games and make pages, one for each language."""
    return ProcessPoolExecutor(len(LANGUAGES), get_context("spawn"), _patient)


def _patient() -> None:
    """Games and pages are millions of small things that stay: to look through them for rubbish all the time takes a
    fifth of what it takes to make them."""
    gc.set_threshold(50_000, 20, 50)


def build(site: Site, work: Path, out: Path, builder: Builder = "mkdocs", check: bool = True) -> Built:
    """Once, and everything. `work` is a folder for this alone."""
    bench = Bench(work, builder)
    try:
        return bench.build(site, out, check)
    finally:
        bench.close()


def claim(out: Path) -> None:
    """NotOurs if somebody else's files are there."""
    if out.exists() and (not out.is_dir() or (any(out.iterdir()) and not (out / LIST).is_file())):
        raise NotOurs(f"{out} is there already, and is no site that qedeck made; choose another folder, or remove it")


def _owned(out: Path) -> Iterable[str]:
    try:
        listed = json.loads((out / LIST).read_text("utf-8"))
        return [name for name in listed if isinstance(name, str) and ".." not in name.split("/")]
    except (OSError, ValueError):
        return ()


def write(files: Files, folder: Path, keep: Iterable[str] = (), owned: Iterable[str] | None = None) -> list[str]:
    """Make the folder hold these files. Gives the names of those that differ from before, also of those that went."""
    changed = []
    for name, content in files.items():
        data = content.encode("utf-8") if isinstance(content, str) else content
        path = folder / name
        try:
            same = path.read_bytes() == data
        except OSError:
            same = False
        if not same:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
            changed.append(name)
    there = owned if owned is not None else (
        path.relative_to(folder).as_posix() for path in [*folder.rglob("*")] if path.is_file())
    kept = tuple(keep)
    for name in there:
        if name not in files and name.split("/")[0] not in kept and (folder / name).is_file():
            (folder / name).unlink()
            changed.append(name)
            _tidied((folder / name).parent, folder)
    return changed


def _tidied(folder: Path, top: Path) -> None:
    """A folder that has become empty goes, too."""
    while folder != top and not any(folder.iterdir()):
        folder.rmdir()
        folder = folder.parent


def _finished(out: Path) -> Files:
    """What the builder wrote, without what nobody asks for."""
    found: Files = {}
    for path in out.rglob("*"):
        name = path.relative_to(out).as_posix()
        # The theme's scripts weigh more than a page, and static/frame.js does what we need of them.
        if path.is_file() and not name.endswith((".map", "404.html", "sitemap.xml", "sitemap.xml.gz", "objects.inv",
                                                 "search.json")) and "/assets/javascripts/" not in name:
            found[name] = path.read_bytes()
    return found


@dataclass(frozen=True, slots=True)
class _Task:
    work: str
    language: str
    builder: Builder
    again: bool
    live: bool
    crumbs: dict[str, str]


_KNOWN: Known = {}
"""What this process has found on pages before."""


def _built(task: _Task) -> list[str]:
    """One language, in a process of its own: pages, styles, the index of the search; what the builder complained of."""
    os.environ["NO_MKDOCS_2_WARNING"] = "1"
    made = Path(task.work).resolve() / "out" / task.language
    with chdir(task.work):
        said = _by_mkdocs(task.language, task.again) if task.builder == "mkdocs" else _by_zensical(task.language)
    put_back(made, Path(task.work).resolve() / FOLDER / task.language)
    # While somebody writes, pages come and go, and styles that none of them needs now may be needed in a moment.
    if not task.live:
        lighten(made)
    write_index(made, task.crumbs, _KNOWN)
    return said


def _by_mkdocs(language: str, again: bool) -> list[str]:
    from mkdocs.commands.build import build as run
    from mkdocs.config import load_config

    heard = _Heard()
    log = logging.getLogger("mkdocs")
    log.addHandler(heard)
    log.setLevel(logging.WARNING)
    run(load_config(f"{language}.yml"), dirty=again)
    log.removeHandler(heard)
    return heard.lines


def _by_zensical(language: str) -> list[str]:
    from zensical import build as run

    # It tells its progress on the terminal; ours is told once, by the command.
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)
    run(os.path.abspath(f"{language}.yml"), {"clean": False, "strict": False})
    return []


class _Heard(logging.Handler):
    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(record.getMessage())
