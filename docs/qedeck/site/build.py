"""The builder's bench: a site as text becomes a folder of pages, by mkdocs or zensical.

Only files that changed are written, so that a second build does only what has to be done. A folder that is not a site
of ours is never written into.
"""

from __future__ import annotations

import json
import logging
import os
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from typing import Literal

from qedeck.site.config import LANGUAGES, NAMES
from qedeck.site.links import Fault, faults
from qedeck.site.pages.home import door
from qedeck.site.search import write_index
from qedeck.site.trees import Files, Site, to_build

Builder = Literal["mkdocs", "zensical"]
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


def build(site: Site, work: Path, out: Path, builder: Builder = "mkdocs", *, check: bool = True, live: bool = False,
          again: bool = False) -> Built:
    """`work` is a folder for this alone; `again` builds only the pages that changed since the last time."""
    claim(out)
    changed = write(to_build(site, live), work, keep=("out", ".cache"))
    quick = again and not any(name.endswith(".yml") or name.startswith("theme/") for name in changed)
    with ProcessPoolExecutor(len(LANGUAGES), get_context("spawn")) as pool:
        said = [*pool.map(_built, [(str(work), language, builder, quick) for language in LANGUAGES])]
    for tree in site.trees:
        write_index(work / "out" / tree.language, tree.crumbs)
    files = _finished(work / "out") | site.shared | {"index.html": door(NAMES)}
    write(files, out, keep=(LIST,), owned=_owned(out))
    (out / LIST).write_text(json.dumps(sorted(files), indent=0) + "\n", "utf-8")
    pages = sum(name.endswith(".html") for name in files)
    return Built(pages, tuple(line for lines in said for line in lines), tuple(faults(out)) if check else ())


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
    return changed


def _finished(out: Path) -> Files:
    """What the builder wrote, without what nobody asks for."""
    found: Files = {}
    for path in out.rglob("*"):
        name = path.relative_to(out).as_posix()
        if path.is_file() and not name.endswith((".map", "404.html", "sitemap.xml", "sitemap.xml.gz", "objects.inv",
                                                 "search.json")) and "/lunr/" not in name:
            found[name] = path.read_bytes()
    return found


def _built(task: tuple[str, str, Builder, bool]) -> list[str]:
    """One language, in a process of its own: what the builder complained of."""
    work, language, builder, again = task
    os.chdir(work)
    os.environ["NO_MKDOCS_2_WARNING"] = "1"
    match builder:
        case "mkdocs":
            return _by_mkdocs(language, again)
        case "zensical":
            return _by_zensical(language)


def _by_mkdocs(language: str, again: bool) -> list[str]:
    from mkdocs.commands.build import build as run
    from mkdocs.config import load_config

    heard = _Heard()
    log = logging.getLogger("mkdocs")
    log.addHandler(heard)
    log.setLevel(logging.WARNING)
    run(load_config(f"{language}.yml"), dirty=again)
    return heard.lines


def _by_zensical(language: str) -> list[str]:
    from zensical import build as run

    # It tells its progress on the terminal; ours is told once, by the command.
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    run(os.path.abspath(f"{language}.yml"), {"clean": False, "strict": False})
    return []


class _Heard(logging.Handler):
    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(record.getMessage())
