"""Plays told beside what one seat noticed of them: two that look the same to it, or one that leaves it no doubt.

In: plays as choices; out: the story, after they were played again at the table, where the seat's own log and view must
be the same; None if they are not.
"""

from __future__ import annotations

from itertools import takewhile
from typing import TypeAlias

from qedeck.interpreter.choices import Refused
from qedeck.interpreter.events import Event, Over, brief
from qedeck.interpreter.play import Endless, Play
from qedeck.interpreter.telling import tell
from qedeck.interpreter.trace import trace
from qedeck.proofs.formulas.lay_out import lay_out
from qedeck.proofs.formulas.lemma import Shown
from qedeck.proofs.formulas.positions import visible
from qedeck.proofs.knowing.alike import Pair
from qedeck.proofs.knowing.asked import Asking
from qedeck.proofs.plays.replay import apply, replay, story
from qedeck.proofs.plays.sample import Taken
from qedeck.proofs.plays.walk import Fixed
from qedeck.spec import core as c

NOTHING = "Nothing."
Traced: TypeAlias = tuple[Shown, dict[str, object]]


def both_told(core: c.Core, asking: Asking, pair: Pair) -> Traced | None:
    """Two plays, what is common to them once; in the first one the claim speaks of the seat."""
    plays = [_play(core, pair.fixed, path) for path in (pair.one, pair.other)]
    if None in plays:
        return None
    one, other = (play for play in plays if play is not None)
    if _noticed(one.play, pair.seat + 1) != _noticed(other.play, pair.seat + 1):
        return None
    worth = [asking.worth(pair.seat, told.play.cells) for told in (one, other)]
    if worth[0] == worth[1] or not asking.concerns(pair.seat, one.play.cells):
        return None
    who = one.play.rules.words.player(pair.seat + 1)
    lies = [_in_words(told.play, asking, pair.seat) for told in (one, other)]
    said = [", ".join(_only(*both)) or "it is something else" for both in (lies, lies[::-1])]
    detail = f"{who} has noticed the same in two plays: in one, {said[0]}; in the other, {said[1]}"
    common = len(list(takewhile(lambda both: both[0] == both[1], zip(one.lines, other.lines, strict=False))))
    lines = [*one.start, *(line for step in one.lines[:common] for line in step)]
    for head, told in (("In one play:", one), ("In the other:", other)):
        rest = [line for step in told.lines[common:] for line in step]
        lines += [head, *(f"  {line}" for line in rest or [NOTHING])]
    return Shown(detail, (*lines, *_own_log(one.play, pair.seat + 1))), dict(trace(one.play))


def one_told(core: c.Core, seat: int, fixed: Fixed, path: tuple[Taken, ...], detail: str) -> Traced | None:
    """A play, and what the seat noticed of it."""
    told = _play(core, fixed, path)
    if told is None:
        return None
    return Shown(detail, (*story(told.play), *_own_log(told.play, seat + 1))), dict(trace(told.play))


class _Told:
    """A play, with what is told of each step."""

    def __init__(self, play: Play) -> None:
        self.play = play
        self.start = story(play)
        self.lines: list[list[str]] = []


def _play(core: c.Core, fixed: Fixed, path: tuple[Taken, ...]) -> _Told | None:
    try:
        told = _Told(replay(core, fixed, ()))
        for step in path:
            before = len(told.play.events)
            apply(told.play, step)
            told.lines.append(tell(told.play, since=before))
    except (Refused, Endless):
        return None
    return told


def _noticed(play: Play, seat: int) -> object:
    """All that stands in the seat's log, and the table as it sees it now; of an end without a result, only that."""
    view = play.view(seat)
    asked = None if view.asked is not None and view.asked.who in ("chance", "moderator") else view.asked
    return [_thing(event) for event in play.noticed(seat)], view.zones, view.remembered, asked


def _thing(event: Event) -> object:
    if isinstance(event, Over) and event.result.kind in ("stuck", "undefined"):
        return event.result.kind
    return brief(event)


def _in_words(play: Play, asking: Asking, seat: int) -> list[str]:
    """What is to be told, as it is in this play: cells by their names, and else all that it depends on."""
    core, cells, terms = play.core, play.cells, asking.told.terms
    reads = [(term, asking.index(seat, cells, term)) for term in terms if isinstance(term, c.Read)]
    if len(reads) < len(terms) or any(k < 0 for _, index in reads for k in index):
        return lay_out(core, cells, sorted(visible(core, terms), key=list(core.vars).index))
    zones = {c.faces_of(zone): zone for zone in core.zones.values()}
    found = list[str]()
    for read, index in reads:
        var, zone = core.vars[read.var], zones.get(read.var)
        if zone is None:
            key = tuple(dim.members[k] for dim, k in zip(var.dims, index, strict=True))
            found.append(f"{c.spoken(core, var, key)} is {asking.words(seat, cells, read, var.type)}")
            continue
        name = c.called(core, zone, index[:-1])
        lies = [line for line in lay_out(core, cells, c.cells_of(zone)) if line.startswith(f"{name}: ")]
        found += lies or [f"{name} is empty"]
    return list(dict.fromkeys(found))


def _own_log(play: Play, seat: int) -> list[str]:
    lines = tell(play, player=seat)
    return [f"What {play.rules.words.player(seat)} has noticed:", *(f"  {line}" for line in lines or [NOTHING])]


def _only(lines: list[str], others: list[str]) -> list[str]:
    return [line for line in lines if line not in others]
