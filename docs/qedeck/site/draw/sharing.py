"""Pictures of tables for one page: what several of them have in common is drawn once. SVG texts in, lighter ones out.

Examples of a game lay out the same seats again and again. What only a table that is played needs is left out.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

_TAG = re.compile(r"<(/?)[a-z]+[^>]*?(/?)>")
_FRAME = re.compile(r"<svg[^>]*><title>[^<]*</title>")
_SEAT = re.compile(r'<g class="q-seat[^>]*>')
_PLAYED = re.compile(r' data-[a-z]+="[^"]*"| xmlns="[^"]*"')
PLAIN = '<g class="q-seat">'
HEAD = 4
"""The panel of a seat, its badge, number and name."""
SHORT = 90
"""Characters: what is not longer may as well stand there again."""


@dataclass
class _Piece:
    """A part of a picture: its text, or the ends of its text with pieces in between."""

    text: str
    start: str = ""
    pieces: list[_Piece] = field(default_factory=list)
    end: str = ""

    def all(self) -> Iterator[str]:
        yield self.text
        for one in self.pieces:
            yield from one.all()


def drawn_once(pictures: Mapping[str, tuple[str, ...]], name: str) -> tuple[dict[str, tuple[str, ...]], str]:
    """Pictures without their own pictures of cards, and what they point at, to stand on the same page.

    `name` begins the ids.
    """
    taken = {key: [_apart(_PLAYED.sub("", one)) for one in some] for key, some in pictures.items()}
    seen = Counter(text for some in taken.values() for one in some for text in one.all())
    ids: dict[str, str] = {}
    kept: list[str] = []

    def whole(piece: _Piece) -> str:
        return piece.start + "".join(map(written, piece.pieces)) + piece.end if piece.start else piece.text

    def written(piece: _Piece) -> str:
        if seen[piece.text] == 1 or len(piece.text) <= SHORT:
            return whole(piece)
        if piece.text not in ids:
            ids[piece.text] = f"{name}-{len(ids)}"
            kept.append(f'<g id="{ids[piece.text]}">{whole(piece)}</g>')
        return f'<use href="#{ids[piece.text]}"/>'

    lighter = {key: tuple(map(whole, some)) for key, some in taken.items()}
    hidden = 'width="0" height="0" style="position:absolute" aria-hidden="true"'
    return lighter, f'<svg {hidden}><defs>{"".join(kept)}</defs></svg>'


def _apart(picture: str) -> _Piece:
    """A picture in the pieces that it was put together of: what lies in the middle, and seats with what they have."""
    frame = _FRAME.match(picture)
    if frame is None:
        return _Piece(picture)
    pieces = [_seat(one) for one in _inside(picture[frame.end() : -len("</svg>")])]
    return _Piece(picture, frame[0], pieces, "</svg>")


def _seat(text: str) -> _Piece:
    start = _SEAT.match(text)
    if start is None:
        return _Piece(text)
    inside = list(_inside(text[start.end() : -len("</g>")]))
    head, rest = "".join(inside[:HEAD]), [_Piece(one) for one in inside[HEAD:]]
    if start[0] == PLAIN:
        return _Piece(text, PLAIN, [_Piece(head), *rest], "</g>")
    # Whose turn it is has a panel in other colours, as long as it stands in its seat.
    return _Piece(text, start[0] + head, rest, "</g>")


def _inside(text: str) -> Iterator[str]:
    """The elements of a text that stand side by side."""
    deep, start = 0, 0
    for tag in _TAG.finditer(text):
        deep += 0 if tag[2] else -1 if tag[1] else 1
        if deep == 0:
            yield text[start : tag.end()]
            start = tag.end()
