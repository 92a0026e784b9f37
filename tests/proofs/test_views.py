"""A fact holds in the game in which it was proved: nothing crosses from one view of a game to another but by its rules.

Each test has the mistake it is there for put back, and then notices it.
"""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import z3

from qedeck.proofs.answers import every_property
from qedeck.proofs.formulas.edges import Edge
from qedeck.proofs.formulas.lemma import verdict
from qedeck.proofs.formulas.symbolic import term
from qedeck.proofs.plays.given import given
from qedeck.proofs.plays.sample import Sampler, Spot
from qedeck.proofs.steps import cuts, faultless, piecewise, unmoved
from qedeck.proofs.steps.book import Book, book
from qedeck.proofs.steps.carried import carried
from qedeck.proofs.steps.choices import followed
from qedeck.proofs.steps.claimed import claimed_before, hints
from qedeck.proofs.steps.cuts import cut
from qedeck.proofs.steps.induction import Aim, Induction, Lemma, Proof, prove
from qedeck.proofs.steps.stepwise import stepwise
from qedeck.proofs.steps.views import View, Whole, all_of
from qedeck.proofs.verdict import Grade, Verdict
from qedeck.spec import core as c
from qedeck.spec.game import load
from qedeck.spec.properties import PropertyProgram, property_program, read_by_default

from .games import COUNTDOWN, DRAUGHT, program, told, twin

REPRO = Path(__file__).parent / "repro"


def written(name: str) -> PropertyProgram:
    """The property p of a game in which we were wrong."""
    game = load(str(REPRO / f"{name}.qed"))
    made = property_program(game.clauses, next(p for p in every_property(game) if p.name.text == "p"), 2)
    assert made is not None
    return made


def by_cases(made: PropertyProgram) -> Proof:
    """The last claim, piece by piece, with those above it and all of their cases."""
    claim = made.claims[-1]
    assert claim.term is not None
    lemmas = claimed_before(made, claim, None, 10)
    assert len(lemmas) == len(made.claims) - 1
    return piecewise.piecewise(made.core, Aim(claim.term), None, 30, False, lemmas, by_cases=True)


def of_aim_alone(made: PropertyProgram, monkeypatch: pytest.MonkeyPatch) -> None:
    """The mistake: steps that write what only the lemmas speak of are left out."""
    real, aim = cuts.bare, made.claims[-1].term
    assert aim is not None
    seen = piecewise.visible(made.core, [aim])
    monkeypatch.setattr(piecewise, "bare", lambda whole, game, _: real(whole, game, seen))


@pytest.mark.parametrize("name", ["bycases2", "bycases_small"])
def test_cases_of_a_lemma_are_settled_where_all_is_that_changes_them(name: str) -> None:
    assert not by_cases(written(name)).proved


def test_where_it_is_not_they_are_not_settled(monkeypatch: pytest.MonkeyPatch) -> None:
    made = written("bycases_small")
    of_aim_alone(made, monkeypatch)
    assert not by_cases(made).proved, "a view refuses what it cannot show"
    monkeypatch.setattr(View, "shows", lambda self, *terms: True)
    assert by_cases(made).proved, "without that, a false claim would be proved"


def test_a_true_claim_is_proved_with_the_cases_of_a_lemma() -> None:
    text = (REPRO / "bycases_small.qed").read_text().partition("property p")[0]
    safe = twin(text, "    if lock is 12: m becomes 2\n", "    if lock is 12: m becomes 1\n")
    claims = "always m is 0 or m is 1 or m is 2\n  always x is 0 or x is 1 or x is 3"
    assert by_cases(program(safe, claims)).proved


ONCE = """
game once
  players 2
  starts with main

remember
  paid: 0 to 5
  worth: 0 to 5
  lock: 0 to 12

phase main
  paid becomes 5
  if lock is 2
    player 1 chooses one
      wait
      go
  worth becomes paid
  repeat
    player 1 chooses a number n from 0 to 9
    if n is 7
      add 1 to lock, up to 12
    otherwise
      lock becomes 0
  until lock is 12
"""
"""What is set before a fork is asked for after it, and nobody has decided anything meanwhile."""


def whether(text: str, claim: str) -> bool:
    made = program(text, claim)
    assert made.claims[0].term is not None
    return piecewise.piecewise(made.core, Aim(made.claims[0].term), None, 20).proved


_BLOCK = cuts._Bare._block


def _each_by_itself(self: cuts._Bare, block: c.Block, first: dict[int, frozenset[str]]) -> object:
    """The mistake: what a later block of the same step needs is not seen."""
    return _BLOCK(self, block, dict.fromkeys(c.onward(block.exit), self.seen))


def test_what_is_needed_in_a_later_block_of_the_same_step_is_not_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    assert whether(ONCE, "always worth is 5") and not whether(ONCE, "always worth is 0")
    real = cuts._Bare._block

    def alone(self: cuts._Bare, block: c.Block, first: dict[int, frozenset[str]]) -> object:
        return real(self, block, dict.fromkeys(c.onward(block.exit), self.seen))

    monkeypatch.setattr(cuts._Bare, "_block", alone)
    assert whether(ONCE, "always worth is 0"), "each block by itself: what was paid would be forgotten"


# ---- who may say what, and of which game ------------------------------------------------------------


def terms(made: PropertyProgram) -> list[c.Expr]:
    return [claim.term for claim in made.claims if claim.term is not None]


def test_an_aim_whose_changes_are_left_out_is_refused() -> None:
    made = program(ONCE, "always worth is 0\n  each choice keeps worth is was worth")
    aim, kept = map(Aim, terms(made))
    narrow = Book(View(Whole(made.core), made.core, frozenset({"lock"})))
    until = time.monotonic() + 5
    with pytest.raises(ValueError, match="not in this view"):
        Induction(narrow, aim, None, until, False)
    with pytest.raises(ValueError, match="not in this view"):
        carried(narrow, kept, until, 1.0)
    with pytest.raises(ValueError, match="not in this view"):
        followed(narrow, kept, False, until, 1.0, {})


def test_a_fact_whose_changes_are_left_out_is_not_settled() -> None:
    made = program(ONCE, "always worth is 5\n  always lock is at most 12")
    about, other = terms(made)
    for kept, left in ((None, [about, other]), (frozenset({"lock"}), [other])):
        view = Book(View(Whole(made.core), made.core, kept))
        view.settle({node: [about, other] for node in view.reached() if node != c.OVER}, time.monotonic() + 20)
        assert all(facts == left for facts in view.facts.values()) and view.facts


def test_a_lemma_counts_only_in_its_own_game() -> None:
    made = program(ONCE, "always worth is 5")
    (worth,) = terms(made)
    shown = prove(made.core, Aim(worth), 20)
    assert shown.proved and shown.whole is not None
    open_ = Lemma(worth, shown)
    limit = c.Op("eq", (c.Const(1), c.Const(1)))
    narrower = Lemma(worth, replace(shown, whole=Whole(made.core, limit)))
    Book(all_of(made.core)).lemmas = (open_,)
    Book(all_of(made.core, limit)).lemmas = (open_, narrower)
    other = program(twin(ONCE, "paid becomes 5", "paid becomes 4"), "always worth is 5").core
    for view, lemma in (
        (all_of(made.core), narrower),
        (all_of(other), open_),
        (all_of(made.core), Lemma(worth, Proof(False))),
        (all_of(made.core), Lemma(worth, Proof(True))),
    ):
        with pytest.raises(ValueError, match="another game"):
            Book(view).lemmas = (lemma,)


def test_every_engine_says_of_which_game_its_proof_is() -> None:
    made = program(ONCE, "always worth is 5\n  always lock is at most 12")
    worth, lock = map(Aim, terms(made))
    for proof in (
        prove(made.core, worth, 20),
        piecewise.piecewise(made.core, worth, None, 20),
        stepwise(made.core, lock, None, 10, False),
    ):
        assert proof.proved and proof.whole is not None and proof.whole.core is made.core


def test_the_book_of_a_game_forgets_the_lemmas_of_the_last_question() -> None:
    made = program(ONCE, "always worth is 5")
    (worth,) = terms(made)
    lemma = Lemma(worth, prove(made.core, Aim(worth), 20))
    first = book(made.core, frozenset(), None, time.monotonic() + 20, helped=False)
    first.lemmas = (lemma,)
    again = program(ONCE, "always worth is 5").core
    assert again is not made.core
    second = book(again, frozenset(), None, time.monotonic() + 20, helped=False)
    assert second is first and second.lemmas == ()
    with pytest.raises(ValueError, match="another game"):
        second.lemmas = (lemma,)


# ---- which claims are lemmas ---------------------------------------------------------------------------

MOODS = """
game moods
  players 2
  starts with main

reading mood: calm, or wild

remember
  noise: 0 to 3
  echo: 0 to 3

phase main
  repeat
    player 1 chooses one
      speak
        if mood is wild: add 1 to noise, up to 3
      listen
        if noise is 2: echo becomes 1
  until no
"""
"""With the default reading nobody makes a noise."""


def test_a_lemma_for_the_default_readings_is_none_for_all() -> None:
    made = program(MOODS, "always noise is 0\n  always echo is 0")
    usual = read_by_default(made)
    assert usual.core is made.core and usual is not made
    rules = given(usual.core, usual.assuming).rules
    quiet, silent = made.claims
    for _ in range(2):
        assert [lemma.term for lemma in claimed_before(usual, silent, rules, 10)] == [quiet.term]
        assert claimed_before(made, silent, None, 10) == []


def test_only_what_holds_always_is_a_lemma_and_only_if_it_is_proved() -> None:
    claims = "never echo is 0\n  each choice keeps noise is was noise\n  reachable noise is 3\n"
    claims += "  always noise is 0\n  always noise is at most 3\n  always echo is 0"
    made = program(MOODS, claims)
    *_, loud, small, last = made.claims
    assert hints(made, last) == (loud.term, small.term)
    assert [lemma.term for lemma in claimed_before(made, last, None, 10)] == [small.term]


# ---- places ------------------------------------------------------------------------------------------

SPENT = """
game spent
  players 2
  starts with main

reading chips-used: never, or each-round

cards chip
  token, 2 copies

zones
  supply: pile of chip, face up, full at start
  stack: pile of chip, face up

remember
  score: 0 to 20

phase main
  repeat
    player 1 chooses a number n from 1 to 3
    if chips-used is each-round: move token from supply to stack
    add n to score, up to 20
  until no
"""
"""With one reading there are no chips left in the third round: the game breaks off, and nobody scores any more."""
LOWER = "".join(f"-- {number}\n" for number in range(400)) + SPENT
"""The same, lower down in its file."""


def unreached(text: str) -> Verdict | None:
    made = program(text, "readings of chips-used agree on score")
    blank = verdict(made, made.claims[0])
    return unmoved.unmoved(made, made.claims[0], "chips-used", frozenset({"score"}), blank, 20, False)


def test_a_fault_is_found_by_its_place_in_the_text_that_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    for text in (SPENT, LOWER):
        said = unreached(text)
        assert said is not None and said.grade is Grade.UNKNOWN, told(said)
    here = program(LOWER, "readings of chips-used agree on score").core
    real = faultless.faultless

    def misplaced(*asked: Any) -> Any:
        *rest, counts = asked
        return real(*rest, lambda core: counts(here))

    monkeypatch.setattr(unmoved, "faultless", misplaced)
    said = unreached(SPENT)
    assert said is not None and said.grade.good, "looked for in other lines, it would be missed"


# ---- that a view has every step -------------------------------------------------------------------------


def untaken(core: c.Core, looked: str, plays: int = 2) -> str:
    """A step of the game, cut into pieces, that its view for one variable cannot take from where it begins."""
    game = cut(core, frozenset({looked}))
    view = cuts.bare(Whole(core), game, piecewise.visible(core, [c.Read(looked)]))
    made, sampler = Book(view), Sampler(game)
    for number in range(plays):
        fixed = sampler.setting(number)
        assert fixed is not None
        spots = [spot for spot in sampler.play(number, fixed, 15) if spot.end in ("", "over")]
        for before, after in zip([None, *spots], spots, strict=False):
            if not any(_leads(made, edge, before, after) for edge in made.edges(before and before.node)):
                return f"{before and before.node} to {after.node}"
    return ""


def _leads(made: Book, edge: Edge, before: Spot | None, after: Spot) -> bool:
    """Whether a step can lead from here, with all that is so here, to there, as far as is kept."""
    if edge.to != (c.OVER if after.node is None else after.node):
        return False
    start = {name: after.cells[name] for name, var in made.core.vars.items() if var.rigid}
    whole = start if before is None else before.cells.rows
    said = [
        term(cell) == value for name, row in whole.items() for cell, value in zip(made.cells[name], row, strict=True)
    ]
    kept = made.view.kept or frozenset()
    said += [
        term(cell) == value for name in kept for cell, value in zip(edge.cells[name], after.cells[name], strict=True)
    ]
    solver = z3.Solver()
    solver.add(*made.known, edge.whole, *said)
    return bool(solver.check() == z3.sat)


@pytest.mark.parametrize(
    "text", [ONCE, MOODS, SPENT, COUNTDOWN, DRAUGHT], ids=["once", "moods", "spent", "countdown", "draught"]
)
def test_every_step_is_a_step_of_the_view(text: str) -> None:
    core = program(text, "never undefined").core
    for name, var in core.vars.items():
        if not var.rigid:
            assert untaken(core, name) == "", name


def test_a_view_that_forgets_between_two_blocks_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cuts._Bare, "_block", _each_by_itself)
    assert untaken(program(ONCE, "never undefined").core, "worth")


def test_a_step_that_is_left_out_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    core = program(ONCE, "never undefined").core
    real = cuts.c.writes
    monkeypatch.setattr(cuts.c, "writes", lambda core, steps: real(core, steps) - {"lock"})
    assert untaken(core, "lock")
