"""What a verdict used: the rows that matter to it and not the others, and what nobody needs."""

from __future__ import annotations

from dataclasses import replace

import pytest

from qedeck.commands.uses import data, table
from qedeck.proofs.answers import Question, answer, know
from qedeck.proofs.steps.induction import Aim, prove
from qedeck.proofs.uses.cited import Rulebook
from qedeck.proofs.uses.reached import rows_of
from qedeck.proofs.uses.uses import with_uses
from qedeck.proofs.verdict import Grade, Verdict
from qedeck.spec.game import Game, load, load_text
from qedeck.spec.properties import Claim, PropertyProgram
from tests.proofs.games import program, twin

GAME = """
game tower                                         [T-1]
  players 2
  starts with main

cards                                              [T-2]
  crown
  sword
  bell

zones
  deck: pile of card, face down, full at start     [T-3]
  laid: pile of card, face up                      [T-4]

remember
  floor: 0 to 5                                    [T-5]
  rung: 0 to 9                                     [T-6]

define worth of card c: 0 to 9                     [T-10]
  by c
    crown: 9                                       [T-11]
    sword: 4                                       [T-12]
    bell: 1                                        [T-13]

define noise of card c: 0 to 9                     [T-14]
  by c
    bell: 7                                        [T-15]
    otherwise: 0                                   [T-16]

phase main                                         [T-20]
  repeat
    player 1 chooses one                           [T-21]
      up, if floor < 3
        add 1 to floor                             [T-22]
      wait
        rung becomes noise of bell                 [T-23]
  until floor is 3
  judge top

ending top                                         [T-30]
  when floor is 3
  drawn

property crown-is-best
  any position has every card c where c is a sword has worth of crown > worth of c

property something-quiet
  some position has noise of sword is 0

property low
  always floor <= 3

property tops
  reachable floor is 2

property bad
  expected refuted
  always floor <= 1

property kept
  conserved card
"""


def _asked(text: str, name: str, players: int = 2, seconds: float = 20.0) -> tuple[Game, Verdict]:
    game = load_text(text)
    assert game.sound, [d.title for d in game.diagnostics]
    know("tower", game)
    return game, answer(Question("tower", name, 0, players, seconds, False, True))


def _statements(game: Game, verdict: Verdict) -> set[str]:
    rulebook = Rulebook(game.clauses)
    return {word for line in verdict.used for word in rulebook.cites(line)}


def test_a_lemma_needs_the_rows_it_turns_on_and_no_others() -> None:
    game, verdict = _asked(GAME, "crown-is-best")
    assert verdict.grade is Grade.PROVED_SIZES and verdict.narrowed
    assert "define worth (crown; sword)" in verdict.used
    found = _statements(game, verdict)
    assert {"T-10", "T-11", "T-12"} <= found
    assert not {"T-13", "T-14", "T-15", "T-20", "T-30"} & found


@pytest.mark.parametrize(("row", "needed"), [("crown: 9", True), ("sword: 4", True), ("bell: 1", False)])
def test_without_a_needed_row_the_proof_falls(row: str, needed: bool) -> None:
    dropped = "\n".join(line for line in GAME.splitlines() if not line.strip().startswith(row))
    assert dropped != GAME
    _, verdict = _asked(dropped, "crown-is-best")
    assert (verdict.grade is Grade.REFUTED) is needed
    assert verdict.grade.good is not needed


def test_a_row_that_is_not_needed_may_say_anything() -> None:
    _, verdict = _asked(twin(GAME, "bell: 1 ", "bell: 9 "), "crown-is-best")
    assert verdict.grade.good
    _, verdict = _asked(twin(GAME, "sword: 4 ", "sword: 9 "), "crown-is-best")
    assert verdict.grade is Grade.REFUTED


def test_a_position_that_shows_it_needs_the_row_that_applies_there() -> None:
    game, verdict = _asked(GAME, "something-quiet")
    assert verdict.grade is Grade.LAID_OUT and verdict.narrowed
    found = _statements(game, verdict)
    assert "T-16" in found and "T-15" not in found


def test_a_refuted_lemma_needs_the_rows_that_break_it() -> None:
    game, verdict = _asked(twin(twin(GAME, "sword: 4 ", "sword: 5 "), "crown: 9 ", "crown: 5 "), "crown-is-best")
    assert verdict.grade is Grade.REFUTED and verdict.narrowed
    found = _statements(game, verdict)
    assert {"T-11", "T-12"} <= found and "T-13" not in found


@pytest.mark.parametrize("name", ["tops", "bad"])
def test_a_play_uses_what_took_part_in_it(name: str) -> None:
    game, verdict = _asked(GAME, name)
    assert verdict.trace is not None and verdict.narrowed
    found = _statements(game, verdict)
    assert {"T-5", "T-20", "T-21", "T-22"} <= found
    assert not {"T-10", "T-11", "T-30"} & found


def test_conservation_needs_cards_and_zones_and_no_definitions() -> None:
    game, verdict = _asked(GAME, "kept")
    assert verdict.grade.good and verdict.narrowed
    found = _statements(game, verdict)
    assert {"T-2", "T-3", "T-4"} <= found and not {"T-5", "T-10", "T-22"} & found


def test_what_is_not_decided_uses_nothing() -> None:
    def undecided(program: PropertyProgram, claim: Claim, seconds: float, opinion: bool) -> Verdict:
        return Verdict(program.name, claim.kind, 2, Grade.SAMPLED, "random plays")

    asked = program(GAME, "always floor <= 4")
    found = with_uses(load_text(GAME).clauses, undecided)(asked, asked.claims[0], 10, False)
    assert found.used == () and not found.narrowed


def test_what_cannot_be_narrowed_down_reaches_everything() -> None:
    def decided(program: PropertyProgram, claim: Claim, seconds: float, opinion: bool) -> Verdict:
        return Verdict(program.name, claim.kind, 2, Grade.PROVED_SIZES, "exhaustive search")

    asked = program(GAME, "always floor <= 4")
    game = load_text(GAME)
    found = with_uses(game.clauses, decided)(asked, asked.claims[0], 10, False)
    assert not found.narrowed and {"T-22", "T-23", "T-15", "T-30"} <= _statements(game, found)
    told = table(game, [found])
    assert "Not narrowed down" in told and "No property is known to need:" in told


def test_an_induction_needs_the_steps_that_touch_what_it_speaks_of() -> None:
    asked = program(GAME, "always floor <= 3")
    blank = Verdict("asked", "always", 2, Grade.UNKNOWN, "induction")

    def induction(program: PropertyProgram, claim: Claim, seconds: float, opinion: bool) -> Verdict:
        assert claim.term is not None
        proof = prove(program.core, Aim(claim.term), seconds, opinion)
        return replace(blank, grade=Grade.PROVED_SIZES if proof.proved else Grade.UNKNOWN)

    game = load_text(GAME)
    found = with_uses(game.clauses, induction)(asked, asked.claims[0], 10, False)
    assert found.grade.good and found.narrowed
    statements = _statements(game, found)
    assert {"T-5", "T-22"} <= statements and not {"T-6", "T-10", "T-14", "T-23"} & statements


def test_the_table_says_what_nobody_needs() -> None:
    game, first = _asked(GAME, "crown-is-best")
    _, second = _asked(GAME, "something-quiet")
    told = table(game, [first, second])
    assert "T-11  crown-is-best" in told and "T-16  something-quiet" in told
    needed, unneeded = told.split("No property needs:")
    assert "T-13 (define worth)" in unneeded and "T-13 " not in needed
    assert "T-30 (ending top)" in unneeded and "T-11 " not in unneeded
    assert "define worth" in needed
    written = data(game, [first, second])
    assert written["unneeded"] and "T-13" in written["unneeded"]  # type: ignore[operator]
    assert written["clauses"]["define worth"] == {"needed_by": ["crown-is-best"], "perhaps_by": []}  # type: ignore[index]


def test_what_was_not_found_out_is_told_as_perhaps() -> None:
    game, verdict = _asked(GAME, "crown-is-best")
    told = table(game, [replace(verdict, narrowed=False)])
    assert "T-11  crown-is-best?" in told and "(?: " in told
    assert "crown-is-best?" not in table(game, [replace(verdict, narrowed=False), verdict])


def test_an_answer_outlives_another_citation() -> None:
    _, verdict = _asked(GAME, "crown-is-best")
    renamed = load_text(twin(GAME, "[T-11]", "[T-99]"))
    assert "T-99" in _statements(renamed, verdict)


@pytest.mark.parametrize("name", ["werewolves_and_robbers", "wolf_and_hound", "stool_pigeon"])
def test_rows_are_called_as_in_core(name: str) -> None:
    """Otherwise the statements of a row would not be found again."""
    game = load(name)
    rulebook = Rulebook(game.clauses)
    rows = [(d, place) for d in game.core(game.players[0]).defines.values() for row, place in rows_of(d) if row]
    assert len(rows) > 8
    for define, place in rows:
        assert place.row in rulebook.clauses["define", define.clause].rows
