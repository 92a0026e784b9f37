"""What is common to kinds of claims, and went wrong once: each cause, put back, is noticed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from importlib import import_module
from pathlib import Path

import pytest

from qedeck.proofs import answers
from qedeck.proofs.kinds import endings, ends, undefined
from qedeck.proofs.plays import at_random, bounded, everywhere, explore, lasso, many
from qedeck.proofs.plays.beam import Beam
from qedeck.proofs.plays.given import Given, given
from qedeck.proofs.plays.hunt import hunt
from qedeck.proofs.plays.roam import Roamer
from qedeck.proofs.plays.sample import Sampler, Spot, by_itself
from qedeck.proofs.portfolio import answer, questions
from qedeck.proofs.verdict import Grade, Verdict, brief
from qedeck.spec import core as c
from qedeck.spec.game import load

from .games import COUNTDOWN, program, told

HERE = Path(__file__).parent / "repro"
Patch = pytest.MonkeyPatch


def asked(name: str, property_: str, players: int = 2) -> Verdict:
    path = HERE / f"{name}.qed"
    (question,) = (
        one
        for one in questions(load(str(path)), str(path), 10.0, False, players, stock=False)
        if one.property == property_
    )
    return answer(question)


# ---- planted mistakes --------------------------------------------------------------------------------


def stuck_is_no_position(patch: Patch) -> None:
    patch.setattr(Spot, "stands", property(lambda spot: spot.end in ("", "over")))


def replayed_to_the_letter(patch: Patch) -> None:
    def again(spot: Spot, core: c.Core) -> object:
        play = everywhere.replay(core, spot.fixed, spot.path)
        return play if (play.result is None) == (spot.end == "") else None

    patch.setattr(everywhere, "again", again)


def chance_comes_to_an_end(patch: Patch) -> None:
    """As it was: of chance, only deals and shuffles had to end."""
    patch.setattr(ends, "lasso", lambda core, assumed, blank, seconds: blank)
    patch.setattr(ends, "chosen", lambda core, node: isinstance(core.nodes[node], c.Decision))


def the_counter_is_enough(patch: Patch) -> None:
    patch.setattr(ends, "lasso", lambda core, assumed, blank, seconds: blank)
    patch.setattr(ends, "MOST", 10**9)
    patch.setattr(ends, "chosen", lambda core, node: True)


def endings_by_the_rules_alone(patch: Patch) -> None:
    patch.setattr(endings, "given", lambda core, assuming: Given(given(core, assuming).rules, None))


def judged_as_settled(patch: Patch) -> None:
    patch.setattr(endings, "as_written", lambda core: core)


def only_chance_deals(patch: Patch) -> None:
    patch.setattr(undefined, "_handed_out", lambda core: any(isinstance(n, c.DealDecision) for n in core.nodes))


def the_first_in_the_text_comes_first(patch: Patch) -> None:
    def masked(faults: object) -> dict[str, object]:
        found: dict[str, object] = {}
        before: object = False
        for fault in faults:  # type: ignore[attr-defined]
            first = bounded.SYMBOLIC.and_(fault.guard, bounded.SYMBOLIC.not_(before))
            found[fault.code] = bounded.SYMBOLIC.or_(found.get(fault.code, False), first)
            before = bounded.SYMBOLIC.or_(before, fault.guard)
        return found

    patch.setattr(bounded, "broken_off", masked)
    patch.setattr(undefined, "broken_off", masked)


def no_plays(patch: Patch) -> None:
    """Neither random ones nor all of them: so that proofs and bounded search have to decide."""
    patch.setattr(explore, "MOST", 0)
    patch.setattr(at_random, "sample", lambda *_: everywhere.Sample(None, 0))
    patch.setattr(at_random, "many", lambda *_: many.Many(None, 0))


PLANTED: list[tuple[Callable[[Patch], None], str, str, int, str, bool]] = [
    (stuck_is_no_position, "stuckeach2", "p1", 2, "refuted", True),
    (stuck_is_no_position, "stuckeach2", "p3", 2, "shown", True),
    (stuck_is_no_position, "kinds/empty_urn", "kept", 2, "refuted", True),
    (replayed_to_the_letter, "stuckreach", "p1", 2, "shown", True),
    (chance_comes_to_an_end, "chance2", "q1", 2, "open", False),
    (the_counter_is_enough, "kinds/for_ever", "by-choosing", 2, "open", False),
    (endings_by_the_rules_alone, "excl", "p1", 2, "proved", True),
    (endings_by_the_rules_alone, "kinds/endings_assumed", "odd", 2, "proved", True),
    (judged_as_settled, "kinds/endings_settled", "settled", 3, "refuted", True),
    (only_chance_deals, "rowdeal", "p1", 2, "refuted", True),
    (the_first_in_the_text_comes_first, "kinds/rows_drawn", "enough", 3, "refuted", False),
]


@pytest.mark.parametrize(("mistake", "name", "property_", "players", "truth", "plays"), PLANTED)
def test_each_cause_put_back_is_noticed(
    mistake: Callable[[Patch], None],
    name: str,
    property_: str,
    players: int,
    truth: str,
    plays: bool,
    monkeypatch: Patch,
) -> None:
    """With the cause put back the verdict is another one; where plays are left out, it may be open without it."""
    monkeypatch.setattr(explore, "MOST", 200_000)
    if not plays:
        no_plays(monkeypatch)
        monkeypatch.setattr(ends, "lasso", lambda core, assumed, blank, seconds: blank)
    before = asked(name, property_, players)
    assert brief(before) == truth, told(before)
    explore._EXPLORED.clear()
    mistake(monkeypatch)
    after = asked(name, property_, players)
    assert brief(after) != truth, told(after)


# ---- faults are told ---------------------------------------------------------------------------------


def test_a_kind_that_cannot_be_imported_is_a_fault(monkeypatch: Patch) -> None:
    def missing(name: str) -> object:
        if name.endswith(".wins"):
            raise ModuleNotFoundError("No module named 'wins-of-old'")
        return import_module(name)

    answers.deciders.cache_clear()
    monkeypatch.setattr(answers, "import_module", missing)
    try:
        found = asked("excl", "p1")
    finally:
        answers.deciders.cache_clear()
    assert found.grade is Grade.FAULT and "wins-of-old" in found.detail, told(found)


def test_a_refutation_is_told() -> None:
    blank = Verdict("p", "always", 2, Grade.UNKNOWN, "lemma")
    with pytest.raises(ValueError, match="nothing is told"):
        replace(blank, grade=Grade.REFUTED, detail="it does not hold here")
    assert replace(blank, grade=Grade.REFUTED, story=("The game is set up.",)).story
    assert replace(blank, grade=Grade.REFUTED, nowhere=True).grade is Grade.REFUTED


@pytest.mark.parametrize(
    ("claim", "line"),
    [
        ("always pool is 5", "The game is set up."),
        ("any position has no", "it is so however the cards lie"),
        ("any position has pool < 6", "pool is 6"),
    ],
)
def test_so_is_one_in_which_nothing_happens(claim: str, line: str) -> None:
    made = program(COUNTDOWN, claim)
    found = answers.deciders()[made.claims[0].kind](made, made.claims[0], 10, False)
    assert found.grade is Grade.REFUTED and found.story == (line,), told(found)


# ---- cards on a row ----------------------------------------------------------------------------------


def dealt_otherwise(seed: int) -> None:
    """Some plays of a game that deals onto rows, each with its cards dealt otherwise."""
    core = load(str(HERE / "row_keyerror.qed")).core(2)
    sampler = Sampler(core, seed)
    beam = Beam(Roamer(sampler, seed), lambda spot: False, lambda cells: 0, seed)
    fixed = sampler.setting(0)
    assert fixed is not None
    place = beam.roamer.begin(fixed)
    for _ in range(14):
        place = beam.roamer.on(place)
        beam._dealt_otherwise(place)


@pytest.mark.parametrize("seed", range(1, 6))
def test_cards_on_a_row_do_not_change_hands(seed: int) -> None:
    dealt_otherwise(seed)


def test_once_they_did(monkeypatch: Patch) -> None:
    monkeypatch.setattr(Beam, "_onto_piles", lambda self, point: True)
    with pytest.raises((KeyError, ValueError)):
        dealt_otherwise(1)


# ---- random plays ------------------------------------------------------------------------------------


def test_no_plays_are_no_evidence(monkeypatch: Patch) -> None:
    """Nothing is said of plays if there were none, and nothing is sampled."""
    no_plays(monkeypatch)
    monkeypatch.setattr(Sampler, "spots", lambda *_: iter(()))
    monkeypatch.setattr(lasso, "played", lambda *_: iter(()))
    made = program(COUNTDOWN, "always ends")
    blank = Verdict("p", "never_stuck", 2, Grade.UNKNOWN, "induction")
    search = everywhere.Search(made.core, lambda spot: False, None, "", stop="stuck")
    plays = at_random.AtRandom(search, "do not get stuck")
    for said in (plays.soon(blank, 1), plays.some(blank, 1), plays.long(blank, 1)):
        assert (said.grade, said.detail) == (Grade.UNKNOWN, "")
    for name in ("chance_undone", "standstill"):
        monkeypatch.setattr(lasso, name, lambda *_: None)
    ended = lasso.lasso(made.core, Given(None, None), blank, 1)
    assert (ended.grade, ended.detail) == (Grade.UNKNOWN, "")


def test_some_plays_are(monkeypatch: Patch) -> None:
    made = program(COUNTDOWN, "always ends")
    blank = Verdict("p", "never_stuck", 2, Grade.UNKNOWN, "induction")
    said = at_random.AtRandom(everywhere.Search(made.core, lambda spot: False, None, "", stop="stuck"), "go on")
    assert said.soon(blank, 10).detail == "40 random plays go on"
    ended = lasso.lasso(made.core, Given(None, None), blank, 2)
    over, _, plays = ended.detail.split()[:3]
    assert over == plays != "40" and ended.grade is Grade.SAMPLED


@pytest.mark.parametrize(("claim", "stop"), [("never stuck", "stuck"), ("never undefined", "undefined")])
def test_the_engine_finds_plays_that_stop(claim: str, stop: str) -> None:
    """The reference finds the same, and tells it."""
    pytest.importorskip("wasmtime")
    core = load(str(HERE / "kinds" / ("empty_urn.qed" if stop == "stuck" else "too_few.qed"))).core(2)
    found = many.many(core, many.Sought(stop=stop), None, 5)
    assert found.spot is not None and found.spot.end == stop and found.plays >= 100
    assert everywhere.again(found.spot, core) is not None
    assert not any(by_itself(core, step.node) for step in found.spot.path)


def test_where_nobody_decides_no_play_is_found_that_goes_on() -> None:
    core = load(str(HERE / "kinds/nobody_decides.qed")).core(2)
    found = hunt(core, lambda meaning, node, cells: node == c.OVER, 20.0, deepest=3)
    assert found.play is None and not found.fault
