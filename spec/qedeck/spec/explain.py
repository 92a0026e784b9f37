"""The pages behind `qedeck explain CODE`: a code in, its page out.

The pages are Markdown, one file in `codes/` for each group of codes; a page starts at a
heading such as `## Q101 …`. To add a code, add a page; nothing else keeps a list.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from importlib import resources
from types import MappingProxyType

from qedeck.spec.diagnostic import Diagnostic
from qedeck.spec.source import NOWHERE

_HEADING = re.compile(r"^## (Q\d{3}) (.+)$", re.MULTILINE)
_BLOCK = re.compile(r"^```([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True, slots=True)
class Page:
    """One code explained. `body` is Markdown without the heading."""

    code: str
    title: str
    group: str
    body: str

    def blocks(self, label: str) -> list[str]:
        """The examples with this label, for instance `qed wrong` or `qed right`."""
        return [text for name, text in _BLOCK.findall(self.body) if name == label]


@cache
def pages() -> MappingProxyType[str, Page]:
    """Every page by its code, in the order of the codes."""
    found: dict[str, Page] = {}
    for file in resources.files("qedeck.spec").joinpath("codes").iterdir():
        if not file.name.endswith(".md"):
            continue
        text = file.read_text("utf-8")
        group = text.split("\n", 1)[0].removeprefix("# ").strip()
        starts = list(_HEADING.finditer(text))
        ends = [start.start() for start in starts[1:]] + [len(text)]
        for start, end in zip(starts, ends, strict=True):
            code = start.group(1)
            if code in found:
                raise ValueError(f"{code} has two pages: in {found[code].group} and in {group}")
            found[code] = Page(code, start.group(2).strip(), group, text[start.end() : end].strip() + "\n")
    return MappingProxyType(dict(sorted(found.items())))


def explain(code: str) -> Page | Diagnostic:
    """The page of a code as somebody typed it: `Q101`, `q101`, `101` and `Q1O1` are the same."""
    digits = code.strip().upper().removeprefix("Q").replace("O", "0")
    page = pages().get(f"Q{digits}")
    if page is not None:
        return page
    # Codes that look alike have nothing to do with each other, so none is suggested.
    hint = "a code is a Q and three digits; qedeck explain without a code lists them all"
    return Diagnostic("Q010", f"there is no message with the code {code.strip() or '(nothing)'}", NOWHERE, hint)


def to_text(page: Page) -> str:
    """The page for a terminal: headings underlined, examples indented, the rest as written."""
    lines = [f"{page.code}: {page.title}", ""]
    fenced = False
    for line in page.body.splitlines():
        if line.startswith("```"):
            fenced = not fenced
        elif fenced:
            lines.append(f"    {line}".rstrip())
        elif line.startswith("### "):
            lines += [line[4:], "-" * len(line[4:])]
        else:
            lines.append(line.replace("`", ""))
    return "\n".join(lines) + "\n"


def contents() -> str:
    """Every code with its title, by group, for `qedeck explain` without a code."""
    lines: list[str] = []
    group = ""
    for page in pages().values():
        if page.group != group:
            lines += ["", page.group] if lines else [page.group]
            group = page.group
        lines.append(f"  {page.code}  {page.title}")
    return "\n".join(lines) + "\n"
