"""Two plays told side by side: what is common once, what differs twice, and what one seat noticed of it.

In: a leak that a search found; out: the story, after both plays were played again at the table, or None if
there the seat cannot tell them apart.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from qedeck.interpreter.choices import Refused
from qedeck.interpreter.play import Endless, Play
from qedeck.interpreter.telling import tell
from qedeck.interpreter.trace import trace
from qedeck.proofs.formulas.lemma import Shown
from qedeck.proofs.hidden.twins import Leak
from qedeck.proofs.plays.replay import apply, replay, story
from qedeck.proofs.plays.sample import Taken
from qedeck.spec import core as c


def side_by_side(core: c.Core, leak: Leak) -> tuple[Shown, dict[str, object]] | None:
    """Both plays told, with the first one's trace; None if they look alike to the seat after all."""
    seat = leak.seat + 1
    one, two = _Telling(core, leak, seat), _Telling(core, leak, seat)
    try:
        one.play_on(leak.one)
        two.play_on(leak.other)
    except (Refused, Endless):
        return None
    if one.notes[:-1] != two.notes[:-1]:
        return None
    seen, seen_too = _only(one.sees(), two.sees()), _only(two.sees(), one.sees())
    if not seen and not seen_too:
        return None
    who = one.play.rules.words.player(seat)
    lines = list(one.start)
    for step, step_too in zip(one.lines, two.lines, strict=True):
        lines += _both(step, step_too)
    said = [" ".join(part) or "nothing of this" for part in (seen, seen_too)]
    detail = f"{who} can tell two plays apart: in one, {said[0]} In the other, {said[1]}"
    return Shown(detail, tuple(lines)), dict(trace(one.play))


class _Telling:
    """One of the two plays, with what is told of each step, to everybody and to the seat."""

    def __init__(self, core: c.Core, leak: Leak, seat: int) -> None:
        self.seat = seat
        self.play: Play = replay(core, leak.fixed, ())
        self.start = story(self.play)
        self.lines: list[list[str]] = []
        self.notes: list[object] = []
        self.last: list[str] = []

    def play_on(self, path: Sequence[Taken]) -> None:
        for step in path:
            before = len(self.play.events)
            apply(self.play, step)
            self.lines.append(tell(self.play, since=before))
            self.last = tell(self.play, player=self.seat, since=before)
            view = self.play.view(self.seat).data()
            self.notes.append((self.play.history(self.seat), view, self._offered()))

    def sees(self) -> list[str]:
        """All that the seat can go by after the last step, one sentence for each thing."""
        view = self.play.view(self.seat).data()
        said = [line for line in self.last if line]
        said += [f"{name}: {_words(zone)}." for name, zone in view["zones"].items()]
        said += [f"{name} is {value}." for name, value in view["remembered"].items()]
        asked = view["asked"]
        if asked is not None:
            seat = asked["player"]
            said.append(f"{self.play.rules.words.player(seat) if seat else asked['who']} is asked.")
        return [*said, f"It may choose {', '.join(self._offered()) or 'nothing'}."]

    def _offered(self) -> list[str]:
        asked = self.play.asked
        if asked is None or (asked.player != self.seat and asked.who not in ("anyone", "table")):
            return []
        mine = (action for action in self.play.legal() if action.player in (self.seat, None))
        return [action.spelled() for action in mine]


def _both(one: list[str], other: list[str]) -> list[str]:
    """One step of both plays: what is common once, and of the other play only what differs."""
    mine, others = _only(one, other), _only(other, one)
    told = [line for line in one if line not in mine]
    if mine or others:
        heads = {line.partition(": ")[0]: line for line in mine}
        others = [_instead(heads.get(line.partition(": ")[0], ""), line) for line in others]
        told.append(f"In one play: {' '.join(mine) or 'nothing more.'}")
        told.append(f"In the other: {' '.join(others) or 'nothing of this.'}")
    return told


def _instead(line: str, line_too: str) -> str:
    """The second line; of a long list, only what stands in it instead of something else."""
    head, _, listed = line_too.partition(": ")
    gone, come = (part.rstrip(".").split(", ") for part in (line.partition(": ")[2], listed))
    new, old = _only(come, gone), _only(gone, come)
    if not new or not old or len(new) == len(come):
        return line_too
    return f"{head}: {', '.join(new)} instead of {', '.join(old)}."


def _only(these: Iterable[str], those: Sequence[str]) -> list[str]:
    return [line for line in these if line not in those]


def _words(zone: dict[str, Any]) -> str:
    """What is seen of a zone."""
    if "places" in zone:
        return ", ".join(f"{place} {card or 'face down'}" for place, card in (zone["places"] or {}).items())
    cards = zone["cards"]
    if isinstance(cards, dict):
        return ", ".join(card for card, count in cards.items() for _ in range(count)) or "no cards"
    if cards and None not in cards:
        return ", ".join(cards)
    return "not seen" if zone["size"] is None else f"{zone['size']} cards"
