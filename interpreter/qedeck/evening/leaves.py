"""The leaves that a moderator turns: what is read aloud, and what is to be shown, done and told before the next.

In: events; out: leaves in one language. A leaf begins with what is announced, or with an entry.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias, assert_never

from qedeck.interpreter.calls import calls
from qedeck.interpreter.events import Changed, Chose, Event, Happened, Over, Shuffled
from qedeck.interpreter.telling import COMMA, lines_of
from qedeck.interpreter.words import Words
from qedeck.spec import core as c

Kind: TypeAlias = Literal["all", "some", "cards", "note"]
"""Everybody sees or hears it; some alone see or feel it; cards are moved; the moderator alone knows."""
SHOWN = {"shown": "{values}", "nothing": "{values}", "everyone": "", "only": "{players}"}
"""To whom it is shown stands beside it."""
SPACE = {"en": " ", "ja": ""}
BEHIND_NAMES = (": ", "：")


@dataclass(frozen=True, slots=True)
class Cue:
    """One thing to do besides reading aloud; `seats`, from 1: to whom it is shown."""

    kind: Kind
    text: str
    seats: tuple[int, ...] = ()
    clause: str = ""
    """The rule that wants it shown."""


@dataclass(frozen=True, slots=True)
class Leaf:
    """What is read aloud (nothing, if it is empty), and what is done then."""

    aloud: str = ""
    name: str = ""
    """The name of the announcement."""
    awake: tuple[int, ...] | None = None
    """The seats that have their eyes open when it is read; None if all have."""
    pretended: bool = False
    """It calls somebody, and nothing is asked or shown: it is read so that nobody notices that."""
    cues: tuple[Cue, ...] = ()


def leaves_of(words: Words, events: Sequence[Event], language: str, asks: bool, entered: bool) -> list[Leaf]:
    """The leaves of one step of play; `asks`: somebody decides at the end of it; `entered`: its cards lie there."""
    found: list[Leaf] = []
    for text, told in lines_of(words, events, language, SHOWN):
        first = told[0]
        if isinstance(first, Happened) and first.telling.kind.startswith(c.ANNOUNCED):
            seen = first.telling.seen
            awake = None if all(seen) else tuple(seat for seat, open_ in enumerate(seen, 1) if open_)
            found.append(Leaf(text, first.telling.kind.removeprefix(c.ANNOUNCED), awake))
            continue
        cue = _cue(words, first, text, language)
        if cue is not None and not (entered and _fell(first)):
            found = found or [Leaf()]
            found[-1] = replace(found[-1], cues=_with(found[-1].cues, cue, SPACE[language]))
    for at, leaf in enumerate(found):
        answered = any(cue.kind == "some" for cue in leaf.cues) or (asks and at == len(found) - 1)
        found[at] = replace(leaf, pretended=leaf.name in calls(words.core) and not answered)
    return found


def _cue(words: Words, first: Event, text: str, language: str) -> Cue | None:
    """What a line of the log asks of the moderator; what was just entered, nothing."""
    match first:
        case Chose(action):
            return Cue("note", text) if action.actor == "chance" else None
        case Happened(telling) if telling.source is None and telling.kind != "swap":
            seats = tuple(seat for seat, sees in enumerate(telling.seen, 1) if sees)
            if len(seats) == len(telling.seen):
                return Cue("all", _without("", text))
            names = COMMA[language].join(words.name(language, words.player(seat)) for seat in seats)
            return Cue("some", _without(names, text), seats, telling.clause) if seats else None
        case Happened() | Shuffled():
            return Cue("cards", text)
        case Changed(value, seen=seen):
            if len(seen) == words.core.domains["player"].size:
                return Cue("all", text)
            return Cue("some", text, tuple(sorted(seen)), value) if seen else Cue("note", text)
        case Over():
            return None
        case _:
            assert_never(first)


def _with(cues: tuple[Cue, ...], cue: Cue, space: str) -> tuple[Cue, ...]:
    """One cue more; what the same people are shown by the same rule is one thing to do."""
    if cue.kind == "some" and cues and replace(cues[-1], text="") == replace(cue, text=""):
        return *cues[:-1], replace(cue, text=f"{cues[-1].text}{space}{cue.text}")
    return *cues, cue


def _without(names: str, text: str) -> str:
    """A sentence of the game's own says to whom it is shown; here that is said already."""
    for sign in BEHIND_NAMES:
        text = text.removeprefix(f"{names}{sign}")
    return text


def _fell(event: Event) -> bool:
    """Whether it is what chance did."""
    if isinstance(event, Chose):
        return event.action.actor == "chance"
    return isinstance(event, Shuffled) or (isinstance(event, Happened) and event.telling.kind == "deal")


def joined(one: Sequence[Leaf], more: Sequence[Leaf]) -> list[Leaf]:
    """The leaves of two steps between which nobody was asked: what is not announced comes on the leaf before."""
    if not one or not more or more[0].aloud:
        return [*one, *more]
    return [*one[:-1], replace(one[-1], cues=(*one[-1].cues, *more[0].cues)), *more[1:]]
