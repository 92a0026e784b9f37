"""A card as a picture: what is printed on it in, SVG text out. 252 by 352 is 63 by 88 millimetres, four to each.

`card_svg` is the card as one holds it, to look at and to print; `small_face` is the same card for the table, where
60 pixels must be enough; `back` is the other side. Cards are paper in the light and in the dark.
"""

from __future__ import annotations

from math import cos, pi, sin

from qedeck.site.draw.cards import Card, Deck
from qedeck.site.draw.lettering import FONT, block, breadth, cut, esc, fitting
from qedeck.site.draw.look import Look
from qedeck.site.draw.palette import EDGE, PAPER, QUIET, TEXT, Ink, on_colour, on_paper
from qedeck.site.draw.symbols import symbol

WIDTH, HEIGHT = 252, 352
MIDDLE = WIDTH // 2


def card_svg(card: Card) -> str:
    """The whole card, as a picture of its own."""
    return _picture(card.name, face(card))


def back_svg(deck: Deck) -> str:
    """The back of a set of cards, as a picture of its own."""
    return _picture(deck.name, back(deck.back))


def small_svg(card: Card) -> str:
    """The card as it lies on the table, as a picture of its own."""
    return _picture(card.name, small_face(card))


def _picture(name: str, inside: str) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" class="q-face"'
        f' font-family="{FONT}"><title>{esc(name)}</title>{inside}</svg>'
    )


def rays(x: int, y: int, inner: int, outer: int, number: int) -> str:
    """Wedges that run out from a point, as a path."""
    parts = []
    for k in range(number):
        angle, half = 2 * pi * k / number, pi / number / 2
        points = [(inner, angle - half), (outer, angle - half), (outer, angle + half), (inner, angle + half)]
        parts.append("M" + "L".join(f"{round(x + r * sin(a))} {round(y - r * cos(a))}" for r, a in points) + "z")
    return "".join(parts)


def at(x: int, y: int, size: int, inside: str) -> str:
    """A symbol in a square of this size."""
    return f'<svg x="{x}" y="{y}" width="{size}" height="{size}" viewBox="0 0 100 100">{inside}</svg>'


def text(x: int, y: int, size: int, fill: str, said: str, more: str = ' text-anchor="middle"') -> str:
    return f'<text x="{x}" y="{y}" font-size="{size}" fill="{fill}"{more}>{esc(said)}</text>'


BOLD = ' font-weight="700"'
MOST_FACTS, MOST_IN_TWO, SMALLEST = 5, 3, 13
"""Facts that stand on a card, facts that may take two lines each, and the smallest letters that can be read there."""


def paper(radius: int = 16) -> str:
    return (
        f'<rect x="1" y="1" width="{WIDTH - 2}" height="{HEIGHT - 2}" rx="{radius}" fill="{PAPER}" stroke="{EDGE}"'
        ' stroke-width="2"/>'
    )


# ---- the card as one holds it -------------------------------------------------------------------------


def face(card: Card) -> str:
    """What is drawn on a card."""
    match card.look.finish:
        case "round":
            return _round(card.look, card.name)
        case "solid":
            return _solid(card)
        case _:
            return _open(card)


def _open(card: Card) -> str:
    """Ink on paper: the number and the symbol in the upper corners, the symbol in a medallion, the name on a ribbon."""
    paint, ink = card.look.paint, on_paper(card.look.paint)
    foot, height = _facts(card)
    name, top = _ribbon(card.name, paint.deep, PAPER, HEIGHT - 24 - height)
    middle = (26 + top) // 2 + 12
    reach = min(88, (top - 26) // 2 - 4)
    return "".join((
        paper(),
        f'<rect x="11" y="11" width="230" height="330" rx="10" fill="{paint.pale}" stroke="{paint.soft}"'
        ' stroke-width="2"/>',
        f'<circle cx="{MIDDLE}" cy="{middle}" r="{reach}" fill="{PAPER}" stroke="{paint.soft}" stroke-width="2"/>',
        f'<path d="{rays(MIDDLE, middle, reach * 13 // 16, reach - 5, 30)}" fill="{paint.soft}"/>',
        at(MIDDLE - reach * 6 // 10, middle - reach * 6 // 10, reach * 12 // 10, symbol(card.look.symbol, ink)),
        _corners(card, ink),
        name,
        foot,
    ))


def _solid(card: Card) -> str:
    """A panel of the colour with a light symbol; name and facts on paper below it."""
    paint, ink = card.look.paint, on_colour(card.look.paint)
    foot, height = _facts(card)
    name, top = _ribbon(card.name, PAPER, TEXT, HEIGHT - 15 - height, 27)
    panel = top - 12
    middle = 12 + panel // 2 + (8 if card.number else 0)
    reach = min(78, panel // 2 - 24)
    return "".join((
        paper(),
        f'<rect x="12" y="12" width="228" height="{panel}" rx="9" fill="{paint.deep}"/>',
        f'<rect x="19" y="19" width="214" height="{panel - 14}" rx="5" fill="none" stroke="{paint.bright}"'
        ' stroke-width="2"/>',
        f'<path d="{rays(MIDDLE, middle, reach + 8, reach + 22, 36)}" fill="{paint.bright}"/>',
        f'<circle cx="{MIDDLE}" cy="{middle}" r="{reach}" fill="{paint.bright}" fill-opacity=".6"/>',
        at(MIDDLE - reach * 7 // 10, middle - reach * 7 // 10, reach * 14 // 10, symbol(card.look.symbol, ink)),
        _corners(card, ink),
        name,
        foot,
    ))


def _round(look: Look, name: str) -> str:
    """A chip: no card at all."""
    paint = look.paint
    size, said = block(name, 150, (24, 20, 17, 14), 2)
    top = 252 - (len(said) - 1) * size // 3
    words = "".join(
        text(MIDDLE, top + k * size * 5 // 4, size, PAPER, line, f' text-anchor="middle"{BOLD}')
        for k, line in enumerate(said)
    )
    return (
        f'<circle cx="{MIDDLE}" cy="176" r="124" fill="{paint.deep}" stroke="{EDGE}" stroke-width="2"/>'
        f'<path d="{rays(MIDDLE, 176, 108, 122, 12)}" fill="{PAPER}"/>'
        f'<circle cx="{MIDDLE}" cy="176" r="104" fill="{paint.bright}" fill-opacity=".5" stroke="{PAPER}"'
        ' stroke-width="3"/>'
        f"{at(MIDDLE - 56, 98, 112, symbol(look.symbol, on_colour(paint)))}{words}"
    )


def _corners(card: Card, ink: Ink) -> str:
    """The number at the top left, the symbol at the top right."""
    if not card.number:
        return ""
    size = fitting(card.number, 66, 62, 22)
    wide = breadth(card.number) * size // 200
    small = at(196, 26, 32, symbol(card.look.symbol, ink)) if card.look.finish == "open" else ""
    return text(max(48, 24 + wide), 70, size, ink.ink, card.number, f' text-anchor="middle"{BOLD}') + small


def _ribbon(name: str, fill: str, ink: str, bottom: int, size: int = 25) -> tuple[str, int]:
    """The name in one or two lines on a ribbon that ends here, and where the ribbon begins."""
    size, said = block(name, 196, (size, size * 7 // 8, size * 3 // 4, size * 5 // 8), 2)
    step = size * 6 // 5
    top = bottom - step * len(said) - 12
    lines = "".join(
        text(MIDDLE, top + 6 + step * k + size, size, ink, line, f' text-anchor="middle"{BOLD}')
        for k, line in enumerate(said)
    )
    return f'<rect x="22" y="{top}" width="208" height="{bottom - top}" rx="8" fill="{fill}"/>{lines}', top


def _facts(card: Card) -> tuple[str, int]:
    """What else is printed on the card, and how much room that takes: what it is called and its value, in a line if
    that can be read, else in two."""
    fill = card.look.paint.deep
    out, y = list[str](), HEIGHT - 22
    told = [fact for fact in card.facts[:MOST_FACTS] if not fact.pips]
    size = min((fitting(f"{fact.label}  {fact.value}", 204, 16, SMALLEST) for fact in told), default=16)
    in_two = any(breadth(f"{fact.label}  {fact.value}") * size > 20400 for fact in told) and len(told) <= MOST_IN_TWO
    for fact in reversed(card.facts[:MOST_FACTS]):
        if fact.pips:
            left = MIDDLE - fact.pips * 14
            out.append(f"<g><title>{esc(f'{fact.label} {fact.value}')}</title>")
            out += [at(left + pip * 28 + 2, y - 20, 24, symbol(card.look.symbol, on_paper(card.look.paint)))
                    for pip in range(fact.pips)]
            out.append("</g>")
            y -= 30
        elif in_two:
            value = fitting(fact.value, 204, 17, SMALLEST)
            out.append(text(MIDDLE, y, value, fill, cut(fact.value, 204, value), f' text-anchor="middle"{BOLD}'))
            out.append(text(MIDDLE, y - value - 3, SMALLEST, QUIET, cut(fact.label, 204, SMALLEST),
                            ' text-anchor="middle"'))
            y -= value + SMALLEST + 10
        else:
            label, value_ = cut(fact.label, 120, size), cut(fact.value, 196, size)
            out.append(
                f'<text x="{MIDDLE}" y="{y}" font-size="{size}" text-anchor="middle" fill="{QUIET}">{esc(label)}'
                f'<tspan dx="6" fill="{fill}"{BOLD}>{esc(value_)}</tspan></text>'
            )
            y -= size + 6
    return "".join(out), HEIGHT - 22 - y


# ---- on the table -------------------------------------------------------------------------------------


def small_face(card: Card) -> str:
    """A card as it lies on the table: what tells it from the others is large, and stands at its left edge."""
    look, paint = card.look, card.look.paint
    if look.finish == "round":
        return _round(look, card.name)
    solid = look.finish == "solid"
    ink = on_colour(paint) if solid else on_paper(paint)
    parts = [paper(20)]
    if solid:
        parts.append(f'<rect x="9" y="9" width="234" height="334" rx="14" fill="{paint.deep}"/>')
    else:
        parts.append(f'<rect x="10" y="10" width="232" height="332" rx="13" fill="{paint.pale}"/>')
    if card.number:
        size = fitting(card.number, 98, 104, 40)
        parts.append(text(max(54, 16 + breadth(card.number) * size // 200), 98, size, ink.ink, card.number,
                          f' text-anchor="middle"{BOLD}'))
        parts.append(at(26, 120, 56, symbol(look.symbol, ink)))
        parts.append(at(82, 186, 140, symbol(look.symbol, ink)))
    else:
        parts.append(at(22, 22, 66, symbol(look.symbol, ink)))
        size, said = block(card.name, 216, (44, 38, 32, 27), 2)
        x, y, wide = (61, 112, 130) if len(said) == 1 else (71, 96, 110)
        parts.append(at(x, y, wide, symbol(look.symbol, ink)))
        parts += [
            text(MIDDLE, 322 - (len(said) - 1 - k) * size * 6 // 5, size, ink.ink, line, f' text-anchor="middle"{BOLD}')
            for k, line in enumerate(said)
        ]
    return "".join(parts)


def back(look: Look) -> str:
    """The other side: a lattice in the colour of the set, with its symbol in the middle."""
    paint = look.paint
    if look.finish == "round":
        return _round(look, "")
    lattice = "".join(f"M{x} 16L{x - 320} 336M{x - 320} 16L{x} 336" for x in range(40, 560, 24))
    return (
        f"{paper(20)}"
        f'<rect x="14" y="14" width="224" height="324" rx="12" fill="{paint.deep}"/>'
        '<svg x="18" y="18" width="216" height="316" viewBox="18 18 216 316">'
        f'<path d="{lattice}" stroke="{paint.bright}" stroke-width="3" fill="none"/></svg>'
        f'<rect x="22" y="22" width="208" height="308" rx="7" fill="none" stroke="{paint.soft}" stroke-width="2"/>'
        f'<path d="M126 92L196 176L126 260L56 176z" fill="{paint.deep}" stroke="{paint.soft}" stroke-width="3"/>'
        f"{at(91, 141, 70, symbol(look.symbol, Ink(paint.soft, paint.deep, paint.bright)))}"
    )
