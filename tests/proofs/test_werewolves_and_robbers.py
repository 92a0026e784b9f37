"""Werewolves and Robbers: what its report says of the game, beside its properties."""

from __future__ import annotations

import pytest

from qedeck.interpreter.layout import layout_of
from qedeck.interpreter.play import play_random, start
from qedeck.interpreter.trace import trace
from qedeck.proofs.formulas.onward import terms_of_node
from qedeck.proofs.steps.sway import sway
from qedeck.spec.game import load

GAME = "werewolves_and_robbers"


@pytest.mark.parametrize("players", [3, 4, 5])
def test_no_choice_and_no_deal_depends_on_the_icons(players: int) -> None:
    """So a drawn deal in which nobody took what counts (P-28) can be played with every icon table."""
    core = load(GAME).core(players)
    swayed, layout = sway(core, "icons").vars, layout_of(core)
    assert swayed == {"icons", "points", "deal-winner", "game-points", "winner"}
    for node in core.nodes:
        assert not layout.seen_by(terms_of_node(core, node)) & swayed


@pytest.mark.parametrize("seed", range(1, 6))
def test_a_deal_goes_the_same_with_every_icon_table(seed: int) -> None:
    game, plays = load(GAME), []
    numbered = [face for face in game.core(4).domains["card"].members if face.startswith(("chest", "robber"))]
    for icons in (0, 1, 5):
        settings = {"game-length": "one-deal", "icons": dict.fromkeys(numbered, icons)}
        play = start(game, 4, seed, settings)
        play_random(play)
        assert play.result is not None
        plays.append(trace(play, game)["steps"])
    assert plays[0] == plays[1] == plays[2]
