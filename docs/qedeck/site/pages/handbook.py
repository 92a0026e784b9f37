"""The documentation that is written by hand becomes pages: Markdown of the repository in, Markdown of the site out.

Headings get the anchors that GitHub gives them, so that links work in both places; a link to a file that is no page
of the site becomes plain words. Nothing else is changed.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from qedeck.site.pages.highlight import listing

_FENCE = re.compile(r"^(\s*)(`{3,}|~{3,})\s*(.*)$")
_HEADING = re.compile(r"^(#{1,6})\s+(.*?)\s*#*\s*$")
_LINK = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\[\]]*\])*)\]\(([^()\s]+)\)")
_CODE = re.compile(r"q\d{3}(?=-)")
WRITTEN_IN_ENGLISH = "---\nwritten: en\n---\n\n"
_INLINE = re.compile(r"(`+)(.+?)\1")


@dataclass(frozen=True, slots=True)
class Manual:
    """Pages that exist as files: where each lies in the repository, and where in the site."""

    root: Path
    places: Mapping[str, str]
    """File in the repository -> file in the tree."""

    def page(self, file: str, text: str | None = None) -> str:
        """One page, ready for the tree."""
        source = self.read(file) if text is None else text
        return WRITTEN_IN_ENGLISH + converted(source, lambda link: self._target(file, link))

    def tree(self) -> dict[str, str]:
        """Every page of it, by its file in the tree."""
        pages = {}
        for file, to in self.places.items():
            if to.endswith(".md") and not to.startswith("games/"):
                pages[to] = self.page(file, _PREPARED.get(to.split("/")[0], _as_it_is)(self.read(file), to))
        return pages

    def read(self, file: str) -> str:
        return (self.root / file).read_text("utf-8")

    def _target(self, file: str, link: str) -> str | None:
        """Where a link of this file leads in the site; None if that is no page of it."""
        if re.match(r"[a-z]+:", link):
            return link
        path, _, anchor = link.partition("#")
        if not path:
            return link
        wanted = posixpath.normpath(posixpath.join(posixpath.dirname(file), path))
        found = self.places.get(wanted)
        if found is None:
            return None
        here = posixpath.dirname(self.places[file])
        return posixpath.relpath(found, here or ".") + (f"#{anchor}" if anchor else "")


def manual(root: Path, games: Iterable[str] = ()) -> Manual:
    """The hand-written pages of a checkout; the games are those that the site has pages of."""
    places = {
        "README.md": "guide/first-game.md", "CHANGELOG.md": "project/changelog.md", "LICENSE": "project/licence.md",
        "docs/architecture.md": "project/architecture.md", "docs/benchmarks.md": "project/benchmarks.md",
        "docs/benchmarks.svg": "project/benchmarks.svg",
    }
    for folder, to in (("reference", "reference"), ("decisions", "project/decisions"), ("reports", "project/reports")):
        for path in sorted((root / "docs" / folder).glob("*.md")):
            places[f"docs/{folder}/{path.name}"] = f"{to}/{path.name}"
    for path in sorted((root / "spec/qedeck/spec/codes").glob("*.md")):
        places[f"spec/qedeck/spec/codes/{path.name}"] = f"reference/messages/{path.name}"
    there = {file: to for file, to in places.items() if (root / file).is_file()}
    played = {f"spec/games/{file}": f"games/{name}/index.md" for name in games for file in (f"{name}.qed", name)}
    return Manual(root, there | played)


def converted(source: str, target: Callable[[str], str | None]) -> str:
    """Markdown as GitHub reads it, for our builder."""
    lines: list[str] = []
    seen: dict[str, int] = {}
    fence: tuple[str, str, str] | None = None
    held: list[str] = []
    for line in source.splitlines():
        found = _FENCE.match(line)
        if fence is not None:
            if found and found[2].startswith(fence[1]) and not found[3]:
                lines += _block(fence, held)
                fence, held = None, []
            else:
                held.append(line.removeprefix(fence[0]))
        elif found:
            fence = (found[1], found[2], found[3])
        elif heading := _HEADING.match(line):
            title = _linked(heading[2], target)
            lines += ["", f"{heading[1]} {title} {{#{_slug(heading[2], seen)}}}", ""]
        elif line.startswith("<details>"):
            lines += [line.replace("<details>", '<details markdown="1">'), ""]
        elif not line.startswith("<!--"):
            lines.append(_linked(line, target))
    return "\n".join(lines) + "\n"


def _block(fence: tuple[str, str, str], held: list[str]) -> list[str]:
    indent, marks, info = fence
    word = info.split()[0] if info.split() else "text"
    if word == "qed" and not indent:
        return ["", listing("\n".join(held) + "\n"), ""]
    word = {"qed": "text", "sh": "bash"}.get(word, word)
    return [indent + line for line in (f"{marks}{word}", *held, marks)]


def _linked(line: str, target: Callable[[str], str | None]) -> str:
    """The line with its links led to pages of the site; what stands between backticks is left alone."""
    kept: list[str] = []

    def keep(found: re.Match[str]) -> str:
        kept.append(found[0])
        return f"\x00{len(kept) - 1}\x00"

    def led(found: re.Match[str]) -> str:
        to = target(found[3])
        return found[2] if to is None else f"{found[1]}[{found[2]}]({to})"

    led_there = _LINK.sub(led, _INLINE.sub(keep, line))
    return re.sub(r"\x00(\d+)\x00", lambda number: kept[int(number[1])], led_there)


def _slug(title: str, seen: dict[str, int]) -> str:
    """The anchor that GitHub gives a heading."""
    bare = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", title).lower()
    slug = re.sub(r"[^\w\- ]", "", bare).replace(" ", "-")
    if code := _CODE.match(slug):
        return code[0].upper()
    count = seen.get(slug, 0)
    seen[slug] = count + 1
    return f"{slug}-{count}" if count else slug


def _as_it_is(source: str, _to: str) -> str:
    return source


def _guide(source: str, _to: str) -> str:
    """The first game, out of the front page of the repository; its heading becomes that of the page."""
    start, end = source.index("## A first game"), source.index("## Where to go on")
    return source[start + 1 : end]


def _reference(source: str, to: str) -> str:
    """Of the messages, only the codes stand in the contents of a page."""
    return source.replace("\n### ", "\n#### ") if "/messages/" in to else source


def _project(source: str, to: str) -> str:
    return f"# The licence\n\n{source}" if to.endswith("licence.md") else source


_PREPARED: dict[str, Callable[[str, str], str]] = {"guide": _guide, "reference": _reference, "project": _project}
