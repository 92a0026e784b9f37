"""Every link of a built site, followed: pages in, what leads nowhere or to another host out.

A page may name another host only in a link that somebody has to click, and only where the documentation is written by
us: never on the pages of a game, and never as something that is loaded.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from html import unescape
from pathlib import Path
from urllib.parse import unquote, urlsplit

_HIDDEN = re.compile(r"<!--.*?-->|(<script\b[^>]*>).*?</script>|(<style\b[^>]*>).*?</style>", re.DOTALL | re.IGNORECASE)
_TAG = re.compile(r"<([a-zA-Z][\w-]*)((?:[^>\"']|\"[^\"]*\"|'[^']*')*)>")
_ATTRIBUTE = re.compile(r"([\w:-]+)\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'>]+))")
_IN_STYLE = re.compile(r"url\(\s*[\"']?([^\"')]+)|@import\s+[\"']([^\"']+)")
LINKS = {"href", "src", "srcset", "action", "poster", "data", "xlink:href", "formaction", "data-src"}


@dataclass(frozen=True, slots=True)
class Fault:
    """A link that is not good, on a page."""

    page: str
    link: str
    why: str

    def __str__(self) -> str:
        return f"{self.page}: {self.link}: {self.why}"


_Link = tuple[str, str, str]
"""Element, attribute, address."""


@dataclass(frozen=True, slots=True)
class _Page:
    links: tuple[_Link, ...]
    anchors: frozenset[str]


def faults(site: Path, under: str = "") -> list[Fault]:
    """All faults of a folder of pages, or of those whose names begin with `under`."""
    files = {path.relative_to(site).as_posix(): path for path in site.rglob("*") if path.is_file()}
    pages = _Pages(files)
    found: list[Fault] = []
    for name, path in files.items():
        if name.startswith(under) and name.endswith(".html"):
            found += (fault for link in pages[name].links for fault in _followed(name, link, files, pages))
        elif name.startswith(under) and name.endswith(".css"):
            found += _loaded(name, path.read_text("utf-8"))
    return sorted(set(found), key=lambda fault: (fault.page, fault.link))


class _Pages(dict[str, _Page]):
    """Pages by name, each read when it is asked for."""

    def __init__(self, files: dict[str, Path]) -> None:
        self.files = files

    def __missing__(self, name: str) -> _Page:
        self[name] = _read(self.files[name])
        return self[name]


def _read(path: Path) -> _Page:
    page = _HIDDEN.sub(lambda found: found[1] or found[2] or "", path.read_text("utf-8"))
    links, anchors = [], set()
    for tag in _TAG.finditer(page):
        for attribute in _ATTRIBUTE.finditer(tag[2]):
            name = attribute[1].lower()
            value = unescape(next((group for group in attribute.groups()[1:] if group is not None), ""))
            if name == "id" or (name == "name" and tag[1] == "a"):
                anchors.add(value)
            elif name in LINKS and not (name == "data" and tag[1] != "object"):
                links.append((tag[1].lower(), name, value))
    return _Page(tuple(links), frozenset(anchors))


def _followed(page: str, link: _Link, files: dict[str, Path], pages: _Pages) -> Iterator[Fault]:
    element, attribute, address = link
    parts = urlsplit(address)
    if parts.scheme == "data" and attribute != "href":
        return
    if parts.scheme or parts.netloc:
        clicked = element == "a" and attribute == "href" and parts.scheme in ("http", "https")
        if not clicked:
            yield Fault(page, address, "leads out of the site, and not by a click")
        elif "/games/" in f"/{page}":
            yield Fault(page, address, "a page of a game leads to another host")
        return
    if parts.path.startswith("/"):
        yield Fault(page, address, "starts at the root: it would not work from a disk")
        return
    target = _joined(page, unquote(parts.path)) if parts.path else page
    if target is None or target not in files:
        yield Fault(page, address, "there is no such file")
    elif parts.fragment and target.endswith(".html") and unquote(parts.fragment) not in pages[target].anchors:
        yield Fault(page, address, "there is no such place on that page")


def _joined(page: str, path: str) -> str | None:
    parts = page.split("/")[:-1]
    for part in path.split("/"):
        if part == "..":
            if not parts:
                return None
            parts.pop()
        elif part not in ("", "."):
            parts.append(part)
    # A folder is its index: a server shows it, but a disk does not.
    return "/".join(parts)


def _loaded(name: str, style: str) -> Iterator[Fault]:
    for found in _IN_STYLE.finditer(style):
        address = found[1] or found[2] or ""
        if re.match(r"(?!data:)[a-z]+:|//", address):
            yield Fault(name, address, "loads something of another host")
