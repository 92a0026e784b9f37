"""Why cards could not travel: a step that met Q504 in; which card, from where or onto what, in words out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from qedeck.interpreter.concrete import CONCRETE
from qedeck.interpreter.meaning import Meaning
from qedeck.interpreter.state import Arrival, Cells, Side
from qedeck.interpreter.steps import Play as Steps
from qedeck.interpreter.words import Words
from qedeck.spec import core as c
from qedeck.spec.plain import counted

Step: TypeAlias = Callable[[Meaning[bool, int]], list[Arrival[bool, int]]]
"""Something that happens, to be done again by another meaning."""


def obstacle(words: Words, step: Step) -> str:
    """What stood in the way of the first move of a step that could not be made; nothing if all could."""
    witness = _Witness(words)
    step(witness)
    return witness.found


class _Witness(Meaning[bool, int]):
    """The same meaning, by somebody who looks at the table before each move."""

    def __init__(self, words: Words) -> None:
        super().__init__(words.core, CONCRETE)
        self.words = words
        self.found = ""

    def look(self, cells: Cells, clause: str = "") -> Steps[bool, int]:
        return _Attentive(self, cells, clause)

    def deal(self, cells: Cells, node: int, outcome: Sequence[Sequence[int]]) -> list[Arrival[bool, int]]:
        deal, play = self._deal(cells, node)
        for (ref, _), counts in zip(deal.targets, outcome, strict=True):
            cards = [card for card, many in enumerate(counts) for _ in range(many)]
            self.found = self.found or self.no_room(play, play.side(ref, True), cards)
        return super().deal(cells, node, outcome)

    # ---- in words ---------------------------------------------------------------------------------

    def missing(self, play: Steps[bool, int], side: Side[int], card: int | None) -> str:
        """Why this card cannot be taken from there."""
        zone = self.core.zones[side.zone]
        if zone.kind != "pile" and side.place is not None:
            lies = 0 <= side.place < len(play.faces(side)) and play.faces(side)[side.place] != c.NONE
            return "" if lies else f"nothing lies at {self._place(zone, side.place)} in {self._zone(side)}"
        if card is None:
            return ""
        faces = play.faces(side)
        if (faces[card] > 0 if zone.kind == "pile" and 0 <= card < len(faces) else card in faces and card != c.NONE):
            return ""
        copies, _ = self.value(self.core.copies[zone.cards.name][card], play.cells) if card >= 0 else (1, ())
        if copies <= 0:
            return f"{self._card(zone, card)} is left out with {self.core.players} players"
        return f"{self._card(zone, card)} is not in {self._zone(side)}"

    def no_room(self, play: Steps[bool, int], side: Side[int], cards: Sequence[int]) -> str:
        """Why these cards cannot be laid there."""
        zone = self.core.zones[side.zone]
        if zone.places is None:
            return ""
        lying = [face for face in play.faces(side) if face != c.NONE]
        if zone.kind == "grid" and side.place is not None:
            there = play.faces(side)[side.place] if 0 <= side.place < zone.places.size else c.NONE
            where = f"{self._place(zone, side.place)} in {self._zone(side)}"
            return "" if there == c.NONE else f"{self._card(zone, there)} lies at {where} already"
        room = zone.places.size - len(lying)
        if len(cards) <= room:
            return ""
        many = counted(zone.places.size, "card")
        return f"{self._zone(side)} has room for {many}, and {self._card(zone, cards[room])} is one too many"

    def nobody(self, side: Side[int]) -> str:
        seats = self.core.domains["player"].size
        if side.owner is not None and not 0 <= side.owner < seats:
            return f"nobody has this {self.words.name('en', side.zone)}"
        out = any(not 0 <= k < kind.size for k, kind in zip(side.also, self.core.zones[side.zone].also, strict=True))
        return f"there is no such {self.words.name('en', side.zone)}" if out else ""

    def _zone(self, side: Side[int]) -> str:
        name, members = self.words.name("en", side.zone), self.words.which("en", side)
        if side.owner is not None:
            members = [self.words.name("en", self.words.player(side.owner + 1)), *members]
        return f"{name} of {' and '.join(members)}" if members else name

    def _card(self, zone: c.Zone, card: int) -> str:
        return self.words.name("en", self.words.word(c.Member(zone.cards), card))

    def _place(self, zone: c.Zone, place: int) -> str:
        assert zone.places is not None
        name = zone.places.members[place] if 0 <= place < zone.places.size else str(place + 1)
        return f"place {name}" if zone.kind == "row" else self.words.name("en", name)


class _Attentive(Steps[bool, int]):
    __slots__ = ("_witness",)

    def __init__(self, witness: _Witness, cells: Cells, clause: str) -> None:
        super().__init__(witness.layout, CONCRETE, cells, clause)
        self._witness = witness

    def _move(self, step: c.Move, guard: bool) -> None:
        if not self.faults and not self._witness.found:
            self._witness.found = self._obstacle(step)
        super()._move(step, guard)

    def _obstacle(self, step: c.Move) -> str:
        card = None if step.card is None else int(self.value(step.card, True))
        source, target = self.side(step.source, True), self.side(step.target, True)
        undefined, self.faults, self.ok = bool(self.faults), [], True
        if undefined:
            return ""  # something else is the matter
        said = self._witness.nobody(source) or self._witness.nobody(target)
        if said:
            return said
        lying = self.faces(source)
        all_of_it = lying if self.layout.core.zones[source.zone].kind != "pile" else [
            face for face, many in enumerate(lying) for _ in range(many)
        ]
        cards = [face for face in all_of_it if face != c.NONE] if card is None else [card]
        return self._witness.missing(self, source, card) or self._witness.no_room(self, target, cards)
