"""Cards that fell at the table: what a deal or a shuffle asks for, and what somebody entered as an action."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from qedeck.evening.evening import Evening
from qedeck.interpreter.actions import Action
from qedeck.interpreter.state import Side
from qedeck.spec import core as c


@dataclass(frozen=True, slots=True)
class Falling:
    """So many cards to each of these zones; `order`: one row, all of it in a new order, the last card on top."""

    targets: tuple[tuple[str, int], ...]
    """Each called as in a log, with how many cards it gets."""
    pile: tuple[tuple[str, int], ...]
    """The cards there are, with how many of each."""
    order: bool


def falling(evening: Evening, language: str) -> Falling | None:
    """What is dealt or shuffled here; None if somebody chooses."""
    play, node = evening.play, evening.play.decision
    if play.node is None or node is None or isinstance(node, c.Decision):
        return None
    meaning, words = play.rules.meaning, play.rules.words

    def side(ref: c.ZoneRef) -> Side[int]:
        owner = None if ref.owner is None else meaning.value(ref.owner, play.cells)[0]
        return Side(ref.zone, owner, None, tuple(meaning.value(part, play.cells)[0] for part in ref.also))

    def named(refs: Sequence[c.ZoneRef], amounts: Sequence[int]) -> tuple[tuple[str, int], ...]:
        return tuple((words.place(language, side(ref)), n) for ref, n in zip(refs, amounts, strict=True))

    if isinstance(node, c.DealDecision):
        faces = play.core.zones[node.source.zone].cards.members
        targets = named([ref for ref, _ in node.targets], meaning.deal_amounts(play.cells, play.node)[0])
        pile = tuple((face, n) for face, n in zip(faces, play.row(node.source), strict=True) if n)
        return Falling(targets, pile, False)
    faces = play.core.zones[node.zone.zone].cards.members
    lying = Counter(faces[card] for card in play.row(node.zone) if card != c.NONE)
    return Falling(named([node.zone], [lying.total()]), tuple(lying.items()), True)


def fallen(evening: Evening, told: Sequence[Sequence[str]]) -> Action:
    """The cards that each zone got, as the action that chance does; ValueError names a card too many."""
    play, node, asks = evening.play, evening.play.decision, falling(evening, "en")
    assert asks is not None and play.node is not None
    for card, n in Counter(card for cards in told for card in cards).items():
        if n > dict(asks.pile).get(card, 0):
            raise ValueError(card)
    if isinstance(node, c.ShuffleDecision):
        faces = play.core.zones[node.zone.zone].cards.members
        return Action(play.node, 0, outcome=(tuple(map(faces.index, told[0])),), words=play.rules.words)
    assert isinstance(node, c.DealDecision)
    faces = play.core.zones[node.source.zone].cards.members
    counts = tuple(tuple(Counter(cards)[face] for face in faces) for cards in told)
    return Action(play.node, 0, outcome=counts, words=play.rules.words)


def only_way(asks: Falling, told: Sequence[Sequence[str]]) -> list[list[str]] | None:
    """What is not told yet, filled in, if the cards that are left can only fall in one way."""
    left = Counter(dict(asks.pile)) - Counter(card for cards in told for card in cards)
    missing = sum(n for _, n in asks.targets) - sum(map(len, told))
    if asks.order or missing <= 0 or len(left) != 1 or left.total() < missing:
        return None
    (card,) = left
    return [[*cards, *[card] * (n - len(cards))] for cards, (_, n) in zip(told, asks.targets, strict=True)]
