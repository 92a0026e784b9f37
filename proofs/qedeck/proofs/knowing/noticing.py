"""What one seat notices of a step, thing by thing: what was chosen, what was told, the table, who is asked, the end.

In: a position, a way on from it and a seat; out: what that seat notices, in the order in which it comes. Nothing is
noticed of a step but this: there is no clock.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias, assert_never

from qedeck.interpreter.actions import spell
from qedeck.interpreter.algebra import Value
from qedeck.interpreter.events import cards_picked
from qedeck.interpreter.state import Cells
from qedeck.proofs.hidden.looks import heard, remembered, table
from qedeck.proofs.knowing.ways import Moment, Stand, Steps, Way
from qedeck.proofs.plays.sample import Taken
from qedeck.spec import core as c

Noticed: TypeAlias = tuple[object, ...]
"""One thing that was noticed."""
Look: TypeAlias = tuple[Value, ...]


class Noticing:
    """One seat, counted from 0, at the tables of one game."""

    def __init__(self, steps: Steps, seat: int) -> None:
        self.steps, self.core, self.meaning = steps, steps.core, steps.meaning
        self.seat = seat
        self._looks: dict[Cells, Look] = {}

    def of(self, way: Way, before: Stand | None) -> Iterator[Noticed]:
        """All that is noticed on a way; `before`: where it begins."""
        look: Look | None = None
        if before is not None and way.taken is not None:
            look = self._look(before.cells)
            yield from self._chosen(before, way.taken)
        for moment in way.moments:
            yield from self._told(moment)
            now = self._look(moment.cells)
            if now != look:
                yield "sees", now
            look = now
        yield from self._standing(way.to)

    def _look(self, cells: Cells) -> Look:
        """The table as it is seen, with the faces that are remembered."""
        if cells not in self._looks:
            self._looks[cells] = (*table(self.meaning, self.seat, cells), *remembered(self.meaning, self.seat, cells))
        return self._looks[cells]

    def _told(self, moment: Moment) -> Iterator[Noticed]:
        for one in heard(moment.told, self.seat):
            yield "told", *one

    def _chosen(self, at: Stand, step: Taken) -> Iterator[Noticed]:
        """A choice, without the faces of cards that somebody else picked; a shuffle. A deal is told."""
        point = self.core.nodes[step.node]
        noticed = self.meaning.notices(at.cells, step.node, self.seat)
        match point:
            case c.DealDecision():
                pass
            case c.ShuffleDecision(zone=zone):
                if noticed:
                    yield "shuffled", zone.zone, *(self.meaning.value(part, at.cells)[0] for part in zone.index)
            case c.Decision(owner=c.Owner(who=who)):
                asked = self._asked(point, at.cells)
                action = self.steps.walk.rules.choices.action(step.node, step.option, step.values, asked)
                mine = action.player == self.seat + 1
                if not mine and (not noticed or who in ("chance", "moderator")):
                    return
                hidden = () if mine or who == "table" else cards_picked(action)
                picks = ((label, None if label in hidden else spell(word)) for label, word in action.picks.items())
                yield "chose", action.player or who, action.phase, action.option, *picks
            case _:
                assert_never(point)

    def _standing(self, at: Stand) -> Iterator[Noticed]:
        """How the game has ended, who is asked, and what is open to this seat."""
        if at.node is None:
            yield "over", *at.cells["ended"], *at.cells["winner"]
            return
        end, _ = self.steps.walk.halt(at.node, at.cells)
        point = self.core.nodes[at.node]
        if end:
            yield "over", end
        elif isinstance(point, c.Decision):
            yield from self._asked_for(at.node, at.cells, point)

    def _asked_for(self, node: int, cells: Cells, point: c.Decision) -> Iterator[Noticed]:
        who, asked = point.owner.who, self._asked(point, cells)
        mine, noticed = asked == self.seat + 1, self.meaning.notices(cells, node, self.seat)
        if who in ("chance", "moderator") or not (mine or noticed or who == "anyone"):
            return
        if who == "player" and not mine:
            yield "asked", asked
            return
        each = self.steps.walk.rules.choices.each(cells, node, asked)
        open_ = (one for one in each if who != "anyone" or one.player == self.seat + 1)
        offers = tuple((one.option, *map(spell, one.picks.values())) for one in open_)
        if offers or noticed or mine:
            # Who sleeps through a race knows at least what is open to them.
            yield "asked", asked or who, noticed or mine, point.name, offers

    def _asked(self, point: c.Decision, cells: Cells) -> int | None:
        """The player who decides, counted from 1; None for a race, the table, chance and the moderator."""
        return None if point.owner.player is None else int(self.meaning.value(point.owner.player, cells)[0]) + 1
