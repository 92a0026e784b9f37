"""Claims written into the rules: the same games are played, and they break off just where a claim is broken."""

from __future__ import annotations

import pytest

from qedeck.engine import KINDS, Engine
from qedeck.interpreter.play import Play, play_random
from qedeck.interpreter.position import Rules
from qedeck.proofs.mutation.watching import broken_by_plays, watched
from qedeck.proofs.plays.checks import Watch, checked, code
from qedeck.proofs.plays.given import hold_at
from qedeck.proofs.steps.induction import Aim
from qedeck.spec import core as c
from qedeck.spec.texts import Texts

from .games import COUNTDOWN, DRAUGHT, program

SEEDS = range(1, 60)


def at_the_table(core: c.Core, seed: int) -> Play:
    play = Play(Rules(core, Texts()), seed, auto=False)
    play.begin()
    return play


def first_break(core: c.Core, watch: Watch, seed: int) -> int | None:
    """After how many decisions a claim is first broken, looked up in the game as it is written."""
    play, before = at_the_table(core, seed), None
    meaning = play.rules.meaning
    for made in range(100):
        over = play.over
        if watch.where == "position" and not hold_at(meaning, watch.aim, play.cells):
            return made
        if watch.where == "choice" and before is not None and not hold_at(meaning, watch.aim, play.cells, before):
            return made
        if watch.where == "end" and over and not hold_at(meaning, watch.aim, play.cells):
            return made
        if over:
            return None
        before = play.cells
        play.apply(play.random_action())
    raise AssertionError("the game has no end")


CLAIMS = [
    (COUNTDOWN, "always pool is not 3", "position"),
    (COUNTDOWN, "always pool < 7", "position"),
    (COUNTDOWN, "never pool is 1", "position"),
    (COUNTDOWN, "each choice keeps pool < was pool", "choice"),
    (COUNTDOWN, "each choice keeps pool + 1 is was pool", "choice"),
    (COUNTDOWN, "each choice keeps was (pool is not 4) or turn is player 1", "choice"),
    (COUNTDOWN, "always turn is player 1", "end"),
]
TRUE = {"always pool < 7", "each choice keeps pool < was pool"}


@pytest.mark.parametrize("text, claim, where", CLAIMS)
def test_a_game_breaks_off_where_the_claim_is_broken(text: str, claim: str, where: str) -> None:
    made = program(text, claim)
    asked = made.claims[0]
    assert asked.term is not None
    watch = Watch(Aim(asked.term, asked.kind == "never"), where)
    game = checked(made.core, [watch])
    broken = [first_break(made.core, watch, seed) for seed in SEEDS]
    tally = Engine(game).playouts(None, SEEDS.start, len(SEEDS))
    for seed, at, kind, decisions in zip(SEEDS, broken, tally.kinds, tally.decisions, strict=True):
        assert (KINDS[kind] == "undefined") is (at is not None), seed
        assert at is None or decisions == at
        play = at_the_table(game, seed)
        play_random(play)
        assert play.result is not None and (play.result.code == code(0)) is (at is not None)
    assert any(at is not None for at in broken) is (claim not in TRUE)


def test_the_same_games_are_played() -> None:
    made = program(DRAUGHT, "each choice keeps size of heap >= was size of heap")
    watch = Watch(Aim(made.claims[0].term or c.Const(True)), "choice")
    plain, with_check = (Engine(core).playouts(None, 1, 50) for core in (made.core, checked(made.core, [watch])))
    assert plain.choices == with_check.choices and plain.kinds == with_check.kinds


def test_the_engine_and_the_interpreter_break_the_same_claims(monkeypatch: pytest.MonkeyPatch) -> None:
    claims = [watched(program(text, claim), 0) for text, claim, _ in CLAIMS[:6]]
    for (text, claim, _), one in zip(CLAIMS, claims, strict=False):
        assert one is not None
        core = program(text, claim).core
        fast = broken_by_plays(core, [one], 2.0)
        monkeypatch.setattr("qedeck.proofs.mutation.watching._by_the_engine", _absent)
        slow = broken_by_plays(core, [one], 2.0)
        monkeypatch.undo()
        assert bool(fast.broken) is bool(slow.broken), claim


def _absent(*_: object) -> None:
    raise ImportError


STUCK = COUNTDOWN.replace("where n <= pool", "where n <= pool - 1").replace(
    "remember\n", "reading calm: yes-calm, or no-calm\n\nremember\n"
)


@pytest.mark.parametrize(
    "reading, broken", [("yes-calm", True), ("no-calm", True), ("yes-calm and calm is no-calm", False)]
)
def test_a_claim_says_nothing_of_settings_that_it_leaves_out(reading: str, broken: bool) -> None:
    made = program(STUCK, "never stuck", more=f"  assuming calm is {reading}\n")
    one = watched(made, 0)
    assert one is not None and bool(broken_by_plays(made.core, [one], 2.0).broken) is broken
