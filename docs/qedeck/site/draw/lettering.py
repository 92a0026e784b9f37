"""Texts inside pictures: escaped, measured without a font, shrunk or broken into lines until they fit.

draw/script measures in the same way: where something has to fit, both come to the same whole numbers.
"""

from __future__ import annotations

import re

FONT = "'Noto Sans CJK JP','Noto Sans JP','Hiragino Sans','Yu Gothic UI',Meiryo,sans-serif"

NARROW, SLIM, WIDE = " .,:;'|!ijlI", "frt()[]-/\"", "mwMW@%&"


def esc(text: str) -> str:
    """Text as it may stand in markup, between tags and inside quotation marks; without what XML cannot hold."""
    shown = "".join(sign if sign >= " " and not 0xD800 <= ord(sign) <= 0xDFFF and sign not in "\ufffe\uffff" else " "
                    for sign in text)
    return shown.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")


def breadth(text: str) -> int:
    """How wide a text is, in hundredths of its size: a guess that is seldom too small."""
    return sum(_of_sign(sign) for sign in text)


def _of_sign(sign: str) -> int:
    if ord(sign) >= 0x1100:
        return 100
    if sign in NARROW:
        return 30
    if sign in SLIM:
        return 40
    if sign in WIDE:
        return 90
    return 68 if "A" <= sign <= "Z" else 58


def fitting(text: str, width: int, size: int, least: int) -> int:
    """The largest size from `least` to `size` at which a text is no wider than this."""
    wide = breadth(text)
    return size if wide * size <= width * 100 else max(least, width * 100 // wide)


def cut(text: str, width: int, size: int) -> str:
    """As much of a text as fits, with a sign that more follows."""
    if breadth(text) * size <= width * 100:
        return text
    kept, room = "", width * 100 - 100 * size
    for sign in text:
        room -= _of_sign(sign) * size
        if room < 0:
            break
        kept += sign
    return kept.rstrip(" \u3000") + "…"


def lines(text: str, width: int, size: int, most: int) -> list[str]:
    """A text in lines no wider than this: broken at spaces and hyphens, in Japanese anywhere."""
    pieces = re.findall(r"[\u1100-\U0010ffff]|[^\s\u1100-\U0010ffff-]+-?|-+|\s+", text)
    found, line = list[str](), ""
    for piece in pieces:
        if line and breadth((line + piece).rstrip()) * size > width * 100:
            found.append(line.rstrip())
            line = ""
        line += piece if line or not piece.isspace() else ""
    found.append(line.rstrip())
    if len(found) > most:
        found = [*found[: most - 1], " ".join(found[most - 1 :])]
    return [cut(one, width, size) for one in found if one]


def block(text: str, width: int, sizes: tuple[int, ...], most: int) -> tuple[int, list[str]]:
    """A text at the first of these sizes at which it fits: in one line if that costs little, else in several.

    Several lines are about equally long: a last line of one sign is ugly.
    """
    for size in sizes[: max(1, len(sizes) - 1)]:
        if breadth(text) * size <= width * 100:
            return size, [text]
    for size in sizes:
        for number in range(2, most + 1):
            even = (breadth(text) * size // number + 40 * size) // 100
            for room in (even, even + size, width):
                found = lines(text, min(room, width), size, 99)
                if len(found) <= number and not any(line.endswith("…") for line in found):
                    return size, found
    return sizes[-1], lines(text, width, sizes[-1], most)
