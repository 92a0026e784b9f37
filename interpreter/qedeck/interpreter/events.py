"""What happened, event by event, and what one seat noticed of it.

Everybody notices who chose and which option, unless the choice is secret; of what was picked
the others learn all but cards, whose faces they see only when a move or a `show` lets them.
What the moderator or chance picks is noticed by nobody until something shows it.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TypeAlias, assert_never

from qedeck.interpreter.actions import Action
from qedeck.interpreter.state import Telling
from qedeck.interpreter.words import Word
from qedeck.spec import core as c
from qedeck.spec.source import NOWHERE, Span


@dataclass(frozen=True, slots=True)
class Result:
    """How a game came out.

    kind: won, drawn, nobody (an ending without winners), undeclared (the play is over, but by no
    declared ending), stuck (somebody must choose and cannot), undefined (the rules say nothing).
    """

    kind: str
    ending: str | None = None
    winners: tuple[int, ...] = ()
    """Seats, counted from 1."""
    holding: tuple[str, ...] = ()
    """Every ending whose condition holds in the last position."""
    reason: str = ""
    code: str = ""
    clause: str = ""
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Asked:
    """Who decides: player (with a seat), anyone, table, moderator, chance."""

    who: str
    player: int | None = None


@dataclass(frozen=True, slots=True)
class Chose:
    """Somebody chose. `hidden` names the picks this viewer cannot see; `seen`, from 1: who notices it, None for all."""

    action: Action
    hidden: frozenset[str] = frozenset()
    seen: frozenset[int] | None = None


@dataclass(frozen=True, slots=True)
class Shuffled:
    zone: str
    owner: int | None
    clause: str = ""
    seen: frozenset[int] | None = None
    also: tuple[int, ...] = ()
    """Which of the zones of this name, besides whose."""


@dataclass(frozen=True, slots=True)
class Happened:
    """A card moved, cards were dealt, or something was shown: with words if this viewer sees them."""

    telling: Telling[bool, int]
    words: tuple[Word, ...] | None
    """What was shown; for one card its face; for several see `counts`."""
    counts: tuple[tuple[str, int], ...] | None = None
    """How many of each card, where that is seen."""
    amount: int = 1


@dataclass(frozen=True, slots=True)
class Changed:
    """A remembered value is another one than before: for those who saw it and see it now (`seen`, from 1)."""

    value: str
    index: tuple[str, ...]
    before: Word
    after: Word
    seen: frozenset[int]


@dataclass(frozen=True, slots=True)
class Over:
    result: Result


Event: TypeAlias = Chose | Shuffled | Happened | Changed | Over


def happened(telling: Telling[bool, int], core: c.Core) -> Happened:
    """A telling in words, nothing left out."""
    if telling.kind in ("deal", "move all") and telling.source is not None:
        faces = core.zones[telling.source.zone].cards.members
        counts = tuple((face, n) for face, n in zip(faces, telling.values, strict=True) if n)
        return Happened(telling, None, counts, sum(n for _, n in counts))
    words: list[Word] = []
    for value, type_ in zip(telling.values, telling.types, strict=True):
        match type_:
            case c.Member(domain):
                words.append(domain.members[value] if 0 <= value < domain.size else "none")
            case c.YesNo():
                words.append(bool(value))
            case c.Whole():
                words.append(int(value))
            case _:
                assert_never(type_)
    return Happened(telling, tuple(words))


def noticed(event: Event, seat: int | None) -> Event | None:
    """The event as this seat noticed it; None if it did not. Without a seat: everything."""
    if seat is None:
        return event
    match event:
        case Chose(action, seen=seen):
            if action.player == seat:
                return event
            if (seen is not None and seat not in seen) or action.actor in ("moderator", "chance"):
                return None
            if action.actor == "table":
                return event
            return Chose(action, frozenset(cards_picked(action)), seen)
        case Happened(telling):
            # A seat without a person (a dummy's) notices nothing.
            if seat > len(telling.seen) or not telling.seen[seat - 1]:
                return None
            return event if telling.faces[seat - 1] else replace(event, words=None, counts=None)
        case Changed(seen=seen):
            return event if seat in seen else None
        case Shuffled(seen=seen):
            return event if seen is None or seat in seen else None
        case Over(result):
            return Over(announced(result))


def announced(result: Result) -> Result:
    """What the players hear: how it ended, and who won. Which other endings hold may be somebody's secret."""
    return replace(result, holding=())


def cards_picked(action: Action) -> list[str]:
    """The picks that are cards."""
    node = action.words.core.nodes[action.node]
    if not isinstance(node, c.Decision):
        return []
    return [p.label for p in node.options[action.choice].picks if action.words.is_card(p.type)]


def brief(event: Event) -> dict[str, object]:
    """The event as plain data: what can be compared, stored and sent, and nothing that was hidden."""
    match event:
        case Chose(action, hidden):
            picks = {k: (None if k in hidden else v) for k, v in action.picks.items()}
            return {"event": "choice", "by": _actor(action), "phase": action.phase, "option": action.option,
                    "picks": picks}
        case Shuffled(zone, owner, also=also):
            told: dict[str, object] = {"event": "shuffle", "zone": zone, "owner": None if owner is None else owner + 1}
            return told | {"also": list(also)} if also else told
        case Happened(telling, words, counts, amount):
            data: dict[str, object] = {"event": telling.kind}
            for name, side in (("from", telling.source), ("to", telling.target)):
                if side is not None:
                    owner = None if side.owner is None else side.owner + 1
                    which = {"also": list(side.also)} if side.also else {}
                    data[name] = {"zone": side.zone, "owner": owner, "place": side.place} | which
            if telling.kind in ("deal", "move all"):
                data |= {"amount": amount, "cards": None if counts is None else dict(counts)}
            elif telling.kind == "move":
                data["card"] = None if words is None else words[0]
            else:
                data["values"] = None if words is None else list(words)
            return data
        case Changed(value, index, _, after):
            return {"event": "change", "value": value, "of": list(index), "to": after}
        case Over(result):
            return {"event": "end", "result": result_data(result)}


def result_data(result: Result) -> dict[str, object]:
    data: dict[str, object] = {
        "kind": result.kind, "ending": result.ending, "winners": list(result.winners),
        "holding": list(result.holding), "reason": result.reason,
    }
    if result.code:
        data |= {"code": result.code, "clause": result.clause}
    return data


def _actor(action: Action) -> str:
    return action.words.player(action.player) if action.player else action.actor
