"""Finished HTML is put aside before a builder reads Markdown, and put back afterwards: byte by byte the same pages.

Nearly all of a game's pages is HTML already. A builder would take every tag of it apart, twice, and change nothing.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import lru_cache
from hashlib import sha256
from pathlib import Path

from qedeck.site.trees import Files

FOLDER = "aside"
LEAST = 200
"""Characters of an element that is worth it."""
_OPENED = re.compile(r"<([a-z]+)\b")
_PLACE = re.compile(r'<([a-z]+) data-aside="(\w+)"></\1>')


def put_aside(files: Files) -> Files:
    """The same files, but of pages of games only what a builder has to read; the rest lies in a folder beside them."""
    found: Files = {}
    for name, content in files.items():
        if name.endswith(".md") and "/games/" in name and isinstance(content, str):
            found[name], found[f"{FOLDER}/{name.removesuffix('.md')}.json"] = _apart(content)
        else:
            found[name] = content
    return found


def put_back(built: Path, aside: Path) -> None:
    """Into the built pages of one language, whatever the builder was; pages that are whole stay as they are."""
    for path in aside.rglob("*.json"):
        page = built / path.relative_to(aside).with_suffix(".html")
        text = page.read_text("utf-8")
        if _PLACE.search(text):
            elements: dict[str, str] = json.loads(path.read_text("utf-8"))
            parts = _PLACE.split(text)
            # Text, the name of an element, its sign, text, …
            page.write_text("".join(elements[part] if k % 3 == 2 else part
                                    for k, part in enumerate(parts) if k % 3 != 1), "utf-8")


@lru_cache(2048)
def _apart(page: str) -> tuple[str, str]:
    """What is to be read of a page, and the rest as JSON. While somebody writes, most pages are as they were."""
    elements: dict[str, str] = {}
    return "\n".join(_lightened(line, elements) for line in page.split("\n")), json.dumps(elements)


def _lightened(line: str, elements: dict[str, str]) -> str:
    """The line with a mark in the place of each long element: of the same name, since builders treat it by its name,
    and called by what it says, so that a page differs whenever one of its elements does."""
    if not line.startswith("<") or len(line) < LEAST:
        return line
    parts = []
    for name, part in _parts(line):
        if name and len(part) >= LEAST:
            sign = sha256(part.encode("utf-8", "surrogatepass")).hexdigest()[:20]
            elements[sign] = part
            part = f'<{name} data-aside="{sign}"></{name}>'
        parts.append(part)
    return "".join(parts)


def _parts(line: str) -> Iterator[tuple[str, str]]:
    """The elements that stand side by side in a line, each with its name; then whatever is none."""
    at = 0
    while (opened := _OPENED.match(line, at)) and (end := _end(line, opened[1], at)):
        yield opened[1], line[at:end]
        at = end
    yield "", line[at:]


def _end(line: str, name: str, start: int) -> int | None:
    """Where the element ends that begins there; None if that is in another line."""
    deep = 0
    for tag in re.compile(rf"<(/?){name}\b[^>]*?(/?)>").finditer(line, start):
        deep += -1 if tag[1] else 0 if tag[2] else 1
        if deep == 0:
            return tag.end()
    return None
