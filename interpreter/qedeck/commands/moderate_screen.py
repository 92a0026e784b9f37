"""How an evening looks in a terminal: leaves in large letters' place, choices in columns; lines in, print."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Sequence

from qedeck.commands.common import colour
from qedeck.commands.outlet import painted
from qedeck.spec.escapes import escaped

WIDEST = 72
INDENT = 6
_NEVER_FIRST = "、。，．」』）］！？ー…・：；ぁぃぅぇぉっゃゅょァィゥェォッャュョ々"

_NEVER_LAST = "「『（［"


def width() -> int:
    return min(WIDEST, shutil.get_terminal_size().columns - 1)


def rule(sign: str = "-") -> None:
    print(sign * width())


def large(lines: Sequence[str]) -> None:
    """What is read aloud: apart from all else, and bold where that can be seen."""
    for line in lines:
        for part in wrapped(line, width() - 2 * INDENT):
            text = " " * INDENT + part
            if colour(sys.stdout):
                painted(f"\x1b[1m{escaped(text)}\x1b[0m\n", sys.stdout)
            else:
                print(text)


def told(text: str, indent: int = 2) -> None:
    """A line of its own, in more lines if it must be."""
    first, *more = wrapped(text, width() - indent) or [""]
    print(" " * indent + first)
    for part in more:
        print(" " * (indent + 2) + part)


def columns(names: Sequence[str], numbered: bool = True) -> None:
    """Choices with their numbers, as many in a row as fit; choices that are numbers need none."""
    from rich.cells import cell_len

    cells = [f"{number:>3}  {name}" if numbered else f"  {name}" for number, name in enumerate(names, 1)]
    wide = max(map(cell_len, cells), default=1) + 2
    each = max(1, (width() - 2) // wide) if len(cells) > 4 else 1
    for start in range(0, len(cells), each):
        row = cells[start : start + each]
        print(("  " + "".join(cell + " " * (wide - cell_len(cell)) for cell in row)).rstrip())


def wrapped(text: str, cells: int) -> list[str]:
    """Lines of at most so many cells: broken between words, and between Japanese letters where a line may begin."""
    from rich.cells import cell_len

    found: list[str] = []
    for paragraph in text.split("\n"):
        line, used = "", 0
        for piece in _pieces(paragraph):
            wide = cell_len(piece.rstrip())
            if line and used + wide > cells:
                found.append(line.rstrip())
                line, used = "", 0
                piece = piece.lstrip()
            line, used = line + piece, used + cell_len(piece)
        found.append(line.rstrip())
    return found


def _pieces(text: str) -> list[str]:
    """What may not be torn apart."""
    found: list[str] = []
    for sign in text:
        last = found[-1][-1] if found else ""
        word = sign.isascii() and last.isascii() and last != " "
        if found and (sign in _NEVER_FIRST or sign == " " or last in _NEVER_LAST or word):
            found[-1] += sign
        else:
            found.append(sign)
    return found
