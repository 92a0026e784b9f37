"""The law of chance that is told: an example that tells a play as it was comes to the same table, whatever the seed."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from qedeck.interpreter import examples_run
from qedeck.interpreter.actions import Action
from qedeck.interpreter.examples_run import run_example
from qedeck.interpreter.play import Play, play_random, start
from qedeck.interpreter.told_chance import dealt, shuffled
from qedeck.spec import core as c
from qedeck.spec.game import Game, load_text
from qedeck.spec.render import render_all

TEXT = (Path(__file__).parents[1] / "lang/examples/good/chance_told.qed").read_text("utf-8").split("example ")[0]
MORE = """
phase several
  deal 1 from deck to hand of each player
  deal 2 from deck to line
  deal 1 from deck to hand of each player
  shuffle line
  draw size of hand of player 2 from deck to hand of player 2
  chance chooses a card c in hand of player 2
  move c from hand of player 2 to line
  shuffle line
"""


def lines(play: Play) -> list[str]:
    """What a play has done, as an example tells it."""
    found = []
    for action in play.actions:
        node = play.core.nodes[action.node]
        match node:
            case c.Decision():
                found.append(f"when {'chance chooses' if action.actor == 'chance' else 'choosing'} {action.spelled()}")
            case c.ShuffleDecision():
                assert action.outcome is not None
                cards = play.core.zones[node.zone.zone].cards.members
                found.append(f"when shuffled to {', '.join(cards[card] for card in action.outcome[0])}")
            case c.DealDecision():
                assert action.outcome is not None
                groups = zip(node.targets, action.outcome, strict=True)
                found.append("when dealt " + ", ".join(fallen(play, ref, counts) for (ref, _), counts in groups))
    return found


def fallen(play: Play, ref: c.ZoneRef, counts: tuple[int, ...]) -> str:
    cards = [card for card, n in zip(play.core.zones[ref.zone].cards.members, counts, strict=True) for _ in range(n)]
    seat, place = (None if t is None else play.rules.meaning.value(t, play.cells)[0] for t in (ref.owner, ref.place))
    where = ref.zone if seat is None else f"{ref.zone} of player {seat + 1}"
    if place is not None:
        zone = play.core.zones[ref.zone]
        assert zone.places is not None
        where = f"card at {zone.places.members[place]} in {where}"
    return f"{', '.join(cards)} to {where}"


def table(play: Play) -> dict[str, Any]:
    return {name: play.cells[name] for name, var in play.core.vars.items() if var.role in ("remembered", "zone")}


def parted(phase: str, seed: int) -> str:
    """Where the example goes another way than the play that it tells."""
    game = load_text((TEXT + MORE).replace("starts with main", f"starts with {phase}"))
    assert game.sound, render_all(game.diagnostics, game.sources)
    play = start(game, 2, seed)
    play_random(play)
    said = "\n  ".join([f"when do {phase}", *lines(play)])
    told = load_text(f"{TEXT}{MORE}\nexample told\n  {said}\n")
    return different(told, play)


def different(told: Game, play: Play) -> str:
    assert told.sound, render_all(told.diagnostics, told.sources)
    (program,) = told.examples()
    last: list[Play] = []
    outcome = run_example(program, watch=lambda at, *_: last.append(at.copy()))
    if not outcome.passed:
        return outcome.message
    return "" if table(last[-1]) == table(play) else "another table"


@pytest.mark.parametrize("phase", ["main", "row-by-row", "several"])
def test_a_play_that_is_told_is_the_same(phase: str) -> None:
    assert [parted(phase, seed) for seed in range(8)] == [""] * 8


# ---- the law has teeth --------------------------------------------------------------------------------------


def _last_first(play: Play, cards: tuple[int, ...]) -> Action:
    """The first of them lies uppermost."""
    return shuffled(play, cards[::-1])


def _to_whomever(play: Play, groups: Any) -> Any:
    """It does not matter to whom cards fall."""
    turned = [group.cards for group in (*groups[1:], groups[0])]
    return dealt(play, tuple(replace(group, cards=cards) for group, cards in zip(groups, turned, strict=True)))


def _only_the_first(play: Play, groups: Any) -> Any:
    """What is told of a second place is drawn."""
    action, left = dealt(play, groups[:1])
    return action, left


@pytest.mark.parametrize(("what", "planted"), [
    ("shuffled", _last_first), ("dealt", _to_whomever), ("dealt", _only_the_first),
])
def test_planted_mistakes_are_found(what: str, planted: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(examples_run, what, planted)
    assert any(parted(phase, seed) for phase in ("row-by-row", "main", "several") for seed in range(8))
