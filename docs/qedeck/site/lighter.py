"""Styles made lighter: the theme's style sheets in a built folder keep what some page of the folder can use.

A theme has styles for all that anybody might write. A rule is left out if each of its selectors needs a class that
stands on no page and in no script, or a colour that nobody chose. Our own style sheets are left as they are.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

_CLASSES = re.compile(r'class="?([^">]*)')
_COLOURS = re.compile(r'data-md-color-[\w-]+="([^"]*)"')
_WORD = re.compile(r"-?[A-Za-z_][\w-]*")
_NEEDED = re.compile(r"\.(-?[A-Za-z_][\w-]*)|\[data-md-color-[\w-]+=\"?([\w-]+)")
_INSTEAD = re.compile(r":(?:not|is|where)\((?:[^()]|\([^()]*\))*\)")
_PIECE = re.compile(r""""(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|/\*.*?\*/|[{};]|[^"'{};/]+|/""", re.DOTALL)


def lighten(site: Path) -> None:
    """The theme's style sheets in this folder."""
    used: set[str] = set()
    for path in site.rglob("*.html"):
        page = path.read_text("utf-8")
        for names in (*_CLASSES.findall(page), *_COLOURS.findall(page)):
            used.update(names.split())
    for path in (*site.glob("static/*.js"), *site.glob("games/*/*.js")):
        used.update(_WORD.findall(path.read_text("utf-8")))
    for path in (site / "assets").rglob("*.css"):
        path.write_text(lightened(path.read_text("utf-8"), used), "utf-8")


def lightened(style: str, used: set[str]) -> str:
    """A style sheet without rules that nothing can meet."""
    kept = []
    for head, body in _rules(style):
        if body is None:
            kept.append(head)
        elif head.startswith(("@media", "@supports")):
            inside = lightened(body, used)
            kept.append(f"{head}{{{inside}}}" if inside else "")
        elif head.startswith("@"):
            kept.append(f"{head}{{{body}}}")
        else:
            selectors = [one for one in _selectors(head) if _can_be_met(one, used)]
            kept.append(f"{','.join(selectors)}{{{body}}}" if selectors else "")
    return "".join(kept)


def _rules(style: str) -> Iterator[tuple[str, str | None]]:
    """What stands before the braces of each rule, and inside them; a statement without braces has None."""
    deep, start, inside = 0, 0, 0
    for piece in _PIECE.finditer(style):
        sign, place = piece[0], piece.start()
        if sign == "{":
            deep += 1
            inside = place if deep == 1 else inside
        elif sign == "}":
            deep -= 1
            if deep == 0:
                yield style[start:inside].strip(), style[inside + 1 : place]
                start = place + 1
        elif sign == ";" and deep == 0:
            yield style[start : place + 1].strip(), None
            start = place + 1
        elif sign.startswith("/*") and deep == 0:
            start = piece.end()


def _selectors(head: str) -> list[str]:
    """A list of selectors, at its outermost commas."""
    found, deep = [""], 0
    for sign in head:
        deep += (sign in "([") - (sign in ")]")
        if sign == "," and not deep:
            found.append("")
        else:
            found[-1] += sign
    return found


def _can_be_met(selector: str, used: set[str]) -> bool:
    return all((name or colour) in used for name, colour in _NEEDED.findall(_INSTEAD.sub("", selector)))
