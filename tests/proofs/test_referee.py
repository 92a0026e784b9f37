"""A referee breaks off just the games that break a claim, and says whose claim it was."""

from __future__ import annotations

import pytest

from qedeck.engine import Engine
from qedeck.interpreter.play import Play, play_random
from qedeck.interpreter.position import Rules
from qedeck.proofs.plays.checks import code
from qedeck.proofs.referee import Referee, referee
from qedeck.spec.game import load_text
from qedeck.spec.texts import Texts

from .games import COUNTDOWN

CALM = "reading calm: yes-calm, or no-calm\n\nremember\n"
CLAIMS = """
property small
  always pool < 8
  always pool is not 3

property others
  with calm is no-calm
  never pool is 1

property known
  expected refuted
  always pool is 7

property falling
  each choice keeps pool < was pool
"""
SEEDS = 60


def watching(claims: str = CLAIMS, **fixed: tuple[int, ...]) -> Referee:
    game = load_text(COUNTDOWN.replace("remember\n", CALM) + claims)
    assert game.sound, [d.title for d in game.diagnostics]
    return referee(game, game.players.start, fixed)


def watched_by(found: Referee) -> list[tuple[str, int]]:
    return [(rule.name, rule.watched.claim) for rule in found.rules if rule.name in CLAIMS]


def test_what_it_watches() -> None:
    """Not what is expected to be refuted, and not what is claimed of other tables."""
    calm, other = watching(), watching(calm=(1,))
    assert watched_by(calm) == [("small", 0), ("small", 1), ("falling", 0)]
    assert [rule.name for rule in calm.silent] == ["others"]
    assert watched_by(other) == [("small", 0), ("small", 1), ("others", 0), ("falling", 0)] and not other.silent


@pytest.mark.parametrize("calm", [0, 1])
def test_games_break_off_at_the_first_broken_claim(calm: int) -> None:
    found = watching(calm=(calm,))
    tally = Engine(found.core).playouts({"calm": (calm,)}, 0, SEEDS)
    broken = {said: many for said, _, _, many in tally.faults()}
    named = {(rule.name, rule.watched.claim) for rule in map(found.broken, broken) if rule is not None}
    assert len(named) == len(broken) and named == {("small", 1), *([("others", 0)] if calm else [])}
    for seed in range(SEEDS):
        play = Play(Rules(found.core, Texts()), seed)
        play.begin({"calm": (calm,)})
        play_random(play)
        assert play.result is not None
        met = [play.cells["pool"][0] == low for low in ((3, 1) if calm else (3,))]
        assert (play.result.code in broken) is any(met), (seed, play.result)


def test_true_claims_break_nothing() -> None:
    found = watching("\nproperty falling\n  always pool < 8\n  each choice keeps pool < was pool\n")
    tally = Engine(found.core).playouts({}, 0, SEEDS)
    assert not tally.faults() and {kind for kind, _ in tally.results()} <= {"won", "drawn", "nobody"}


def test_other_faults_are_nobodys_claim() -> None:
    found = watching()
    assert found.broken("Q505") is None and found.broken(code(len(found.rules))) is None
