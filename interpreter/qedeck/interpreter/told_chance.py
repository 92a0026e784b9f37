"""Chance as an example tells it: which cards fall to whom, what lies on top after a shuffle.

In: a play at a deal or a shuffle, and what is told; out: the action that does it. What is not told is drawn.
"""

from __future__ import annotations

from collections import Counter

from qedeck.interpreter.actions import Action
from qedeck.interpreter.play import Play
from qedeck.spec import core as c
from qedeck.spec.example_lines import ToldCards


class Otherwise(Exception):
    """Chance cannot do what is told: why."""


def dealt(play: Play, groups: tuple[ToldCards, ...]) -> tuple[Action, tuple[ToldCards, ...]]:
    """The deal that comes next with as many of the told cards as fall in it, and those that are left to tell."""
    node, meaning = play.decision, play.rules.meaning
    if not isinstance(node, c.DealDecision) or play.node is None:
        raise Otherwise("nothing is dealt here")
    amounts, _ = meaning.deal_amounts(play.cells, play.node)
    pile, left = list(play.row(node.source)), list(groups)
    for group in groups:
        _one_zone(play, node, group)
    fallen: list[list[int]] = []
    for (target, _), amount in zip(node.targets, amounts, strict=True):
        counts = [0] * len(pile)
        for at, group in enumerate(left):
            if _meant(play, group, target, len(node.targets)):
                now = group.cards[: amount - sum(counts)]
                left[at] = ToldCards(group.cards[len(now) :], group.to, group.player)
                for card in now:
                    counts[card] += 1
        fallen.append(counts)
    if not any(map(sum, fallen)):
        raise Otherwise("no card that is told is dealt there")
    for counts in fallen:
        pile = [there - taken for there, taken in zip(pile, counts, strict=True)]
    if min(pile) < 0:
        name = play.core.zones[node.source.zone].cards.members[pile.index(min(pile))]
        raise Otherwise(f"there is no {name} left in {node.source.zone}")
    rest = play.fall([amount - sum(counts) for amount, counts in zip(amounts, fallen, strict=True)], pile)
    outcome = tuple(
        tuple(told + drawn for told, drawn in zip(counts, more, strict=True))
        for counts, more in zip(fallen, rest, strict=True)
    )
    left = [group for group in left if group.cards]
    return Action(play.node, 0, outcome=outcome, words=play.rules.words), tuple(left)


def shuffled(play: Play, cards: tuple[int, ...]) -> Action:
    """The shuffle that comes next, with these cards on top."""
    node = play.decision
    if not isinstance(node, c.ShuffleDecision) or play.node is None:
        raise Otherwise("nothing is shuffled here")
    row = Counter(card for card in play.row(node.zone) if card != c.NONE)
    lacking = Counter(cards) - row
    if lacking:
        name = play.core.zones[node.zone.zone].cards.members[min(lacking)]
        raise Otherwise(f"there is no {name} left in {node.zone.zone}")
    order = (*play.mixed(sorted((row - Counter(cards)).elements())), *cards)
    return Action(play.node, 0, outcome=(order,), words=play.rules.words)


def _one_zone(play: Play, node: c.DealDecision, group: ToldCards) -> None:
    """Who is dealt to several zones at once is not told apart by a name alone."""
    if group.player is None:
        return
    core, value = play.core, play.rules.meaning.value
    places = [(target, tuple(value(term, play.cells)[0] for term in target.index)) for target, _ in node.targets
              if _meant(play, group, target, len(node.targets))]
    if len(places) > 1:
        named = [c.called(core, core.zones[target.zone], index) for target, index in places]
        raise Otherwise(f"cards are dealt to {' and '.join(named)}: say to which of them")


def _meant(play: Play, group: ToldCards, target: c.ZoneRef, targets: int) -> bool:
    """Whether the cards of this group go there."""

    def seat(term: c.Expr | None) -> int | None:
        return None if term is None else play.rules.meaning.value(term, play.cells)[0]

    if group.player is not None:
        return seat(group.player) == seat(target.owner)
    if group.to is None:
        return targets == 1
    places = group.to.place is None or seat(group.to.place) == seat(target.place)
    return group.to.zone == target.zone and [*map(seat, group.to.index)] == [*map(seat, target.index)] and places
