"""What a Scene carries along: faces and backs of cards, icons of things and values, and what they are called."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from qedeck.interpreter.recent import Recent
from qedeck.site.draw.card import at, back, small_face, text
from qedeck.site.draw.cards import decks_of, looks_of
from qedeck.site.draw.look import Look, Looks, of_seat
from qedeck.site.draw.palette import COLOURS, PAPER, on_colour, on_paper
from qedeck.site.draw.record import Face
from qedeck.site.draw.symbols import symbol
from qedeck.spec import core as c
from qedeck.spec.checker.scope import build_scope
from qedeck.spec.diagnostic import Report
from qedeck.spec.game import Game


@dataclass(frozen=True, slots=True)
class Faces:
    """`values` are the remembered values that have an icon."""

    faces: dict[str, dict[str, Face]]
    backs: dict[str, Face]
    icons: dict[str, Face]
    names: dict[str, str]
    values: tuple[str, ...]


_KEPT: Recent[Faces] = Recent(32)


def faces_of(game: Game, players: int, language: str, settings: Mapping[str, object] | None) -> Faces:
    """The same for every Scene of a table, so they are kept: whoever changes them takes a copy."""
    asked = (language, repr(sorted((settings or {}).items(), key=str)))
    core = game.core(players)
    return _KEPT.known(core, *asked) or _KEPT.keep(_faces(game, players, language, settings), core, *asked)


def _faces(game: Game, players: int, language: str, settings: Mapping[str, object] | None) -> Faces:
    core, texts = game.core(players), game.texts
    scope = build_scope(game.clauses, players, Report())
    looks = looks_of(game, language, scope.sets if scope else {})
    faces: dict[str, dict[str, Face]] = {}
    backs: dict[str, Face] = {}
    icons: dict[str, Face] = {}
    names = {word: texts.name(language, word) for word in core.domains["player"].members}
    for k, (name, deck) in enumerate(decks_of(game, language, players, settings).items()):
        if any(zone.cards.name == name for zone in core.zones.values()):
            faces[name] = {
                word: {"id": f"c{k}-{place}", "name": card.name, "svg": small_face(card)}
                for place, (word, card) in enumerate(deck.cards.items())
            }
            backs[name] = {"id": f"b{k}", "name": deck.name, "svg": back(deck.back)}
        for word, card in deck.cards.items():
            names[word] = card.name
            if any(dim.name == name for var in core.vars.values() if var.role == "remembered" for dim in var.dims):
                icons[word] = _icon(icons, card.name, _disc(card.look))
    values = _values(core, looks, icons)
    for var in core.vars.values():
        if var.role == "remembered" and isinstance(var.type, c.Member):
            for word in var.type.domain.members:
                names.setdefault(word, texts.name(language, word))
    _squares(core, looks, icons, names)
    return Faces(faces, backs, icons, names, values)


def _icon(icons: dict[str, Face], name: str, svg: str) -> Face:
    return {"id": f"i{len(icons)}", "name": name, "svg": svg}


def _disc(look: Look) -> str:
    """A token: a round piece with the symbol."""
    paint = look.paint
    return (
        f'<circle cx="50" cy="50" r="48" fill="{paint.deep}" stroke="{PAPER}" stroke-width="4"/>'
        f'<circle cx="50" cy="50" r="40" fill="{paint.bright}" fill-opacity=".55"/>'
        f"{at(20, 20, 60, symbol(look.symbol, on_colour(paint)))}"
    )


def _values(core: c.Core, looks: Looks, icons: dict[str, Face]) -> tuple[str, ...]:
    """Icons of remembered values: as a text file wishes, or for what stands at a seat (a wolf) as its word says."""
    found = []
    for var in core.vars.values():
        if var.role != "remembered":
            continue
        at_seats = not var.dims and isinstance(var.type, c.Member) and var.type.domain.name == "player"
        look = looks.wished(var.name) or (looks.of(var.name) if at_seats else None)
        if look is not None:
            colour = COLOURS["slate"] if look.colour not in COLOURS else look.paint
            icons[var.name] = _icon(icons, var.name, symbol(look.symbol, on_paper(colour)))
            found.append(var.name)
    return tuple(found)


def _squares(core: c.Core, looks: Looks, icons: dict[str, Face], names: dict[str, str]) -> None:
    """What may lie on the squares of a board: the pieces of players, and signs that say what they look like."""
    for var in core.vars.values():
        if var.role != "remembered" or len(var.dims) != 1 or not isinstance(var.type, c.Member):
            continue
        for k, word in enumerate(var.type.domain.members):
            if word in icons:
                continue
            if var.type.domain.name == "player":
                paint = COLOURS[of_seat(k + 1)]
                icons[word] = _icon(icons, names[word], (
                    f'<circle cx="50" cy="50" r="46" fill="{paint.deep}" stroke="{paint.soft}" stroke-width="8"/>'
                    + text(50, 68, 50, PAPER, str(k + 1), ' text-anchor="middle" font-weight="700"')))
            elif (look := looks.of(word)) is not None:
                icons[word] = _icon(icons, names[word], symbol(look.symbol, on_paper(look.paint)))
