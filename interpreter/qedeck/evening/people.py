"""The people at the table: who is in the game, what each has, and who was shown what; an evening in, lines out."""

from __future__ import annotations

from dataclasses import dataclass

from qedeck.evening.evening import Evening
from qedeck.interpreter.play import Rules
from qedeck.interpreter.telling import COMMA
from qedeck.interpreter.views import Grid, Pile, Row, key_of, view
from qedeck.spec import core as c

COLON = {"en": ": ", "ja": "："}
FEW = 3
"""Cards of a zone that are named beside a person; more are counted."""


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody at the table. `marks`: of those still in the game, what is remembered and not as it was at first."""

    seat: int
    name: str
    living: bool
    cards: str
    marks: tuple[str, ...]


def life_of(rules: Rules) -> str | None:
    """The value that says who is still in the game: a yes or no for each player, seen by all, that begins with yes."""
    return next((var.name for var in rules.core.vars.values() if var.role == "remembered"
                 and isinstance(var.type, c.YesNo) and [dim.name for dim in var.dims] == ["player"]
                 and var.sight == c.EVERYBODY and all(rules.first[0][var.name])), None)


def people(evening: Evening, language: str) -> list[Person]:
    """Everybody, in the order of the seats, as the moderator sees them."""
    play, words = evening.play, evening.play.rules.words
    life = life_of(play.rules)
    found = []
    for seat in range(1, play.core.players + 1):
        living = life is None or bool(play.cells[life][seat - 1])
        marks = tuple(_marks(evening, seat, language, life)) if living else ()
        name = words.name(language, words.player(seat))
        found.append(Person(seat, name, living, _cards(evening, seat, language), marks))
    return found


def _cards(evening: Evening, seat: int, language: str) -> str:
    """What lies before somebody: the cards, if they are few."""
    play, words, found = evening.play, evening.play.rules.words, list[str]()
    seen = dict(view(play).zones)
    for zone in play.core.zones.values():
        if not zone.owned:
            continue
        for index in c.parts_of(play.core, zone):
            lies = seen[key_of(play.core, zone, index)]
            if index[0] != seat - 1:
                continue
            match lies:
                case Pile(cards=cards):
                    faces = [card for card, n in cards or () for _ in range(n)]
                case Row(cards=row):
                    faces = [card for card in row or () if card]
                case Grid(places=places):
                    faces = [card for _, card in places or () if card and card != "none"]
            if 0 < len(faces) <= FEW:
                found += [words.name(language, card) for card in faces]
            elif faces:
                found.append(f"{words.name(language, zone.name)} ×{len(faces)}")
    return COMMA[language].join(found)


def _marks(evening: Evening, seat: int, language: str, life: str | None) -> list[str]:
    """What is so of somebody: a yes that began as a no, a player that somebody is, a number or a word that is seen."""
    play, words, found = evening.play, evening.play.rules.words, list[str]()
    for var in play.core.vars.values():
        if var.role != "remembered" or var.name == life or c.marked(var.name) or c.remembers(var.name) is not None:
            continue
        name, row = words.name(language, var.name), play.cells[var.name]
        if not var.dims:
            is_player = isinstance(var.type, c.Member) and var.type.domain.name == "player"
            found += [name] if is_player and row[0] == seat - 1 else []
        elif [dim.name for dim in var.dims] == ["player"] and row[seat - 1] != play.rules.first[0][var.name][seat - 1]:
            value = words.word(var.type, row[seat - 1])
            if value is True:
                found.append(name)
            elif var.sight != c.NOBODY or isinstance(value, bool):
                # What is kept in secret for each of them, a vote for instance, is of the moment.
                found.append(f"{name}{COLON[language]}{words.name(language, value)}")
    return found


def shown(evening: Evening, language: str) -> list[tuple[int, list[str]]]:
    """For each seat, what was shown to it and not to all, in the order in which it was, and by which rule."""
    found: dict[int, list[str]] = {seat: [] for seat in range(1, evening.play.core.players + 1)}
    for step in range(len(evening.ends)):
        for leaf in evening.leaves(step, language):
            for cue in leaf.cues:
                rule = evening.play.rules.words.clause(language, cue.clause)
                for seat in cue.seats if cue.kind == "some" else ():
                    found[seat].append(f"{rule}{COLON[language]}{cue.text}")
    return list(found.items())
