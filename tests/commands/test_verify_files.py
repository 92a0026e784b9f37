"""What `qedeck verify` writes: certificates for others to check, and refutations as examples of the game."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
import z3

from qedeck.commands.certify import smt_texts
from qedeck.proofs.formulas.solver import second_opinion

from .conftest import Said

GAME = """\
game little
  players 2
  starts with main

suit is one of red, blue

cards
  red, rank 1 to 3, suit red
  blue, rank 1 to 3, suit blue

parameter price of card c: 0 to 9
  assumed 1

reading ties: shared, lost

zones
  deck: pile of card, face down, full at start
  hand of each player: pile of card, seen by owner
  trick: row of card, up to 2, face up

remember
  round: 0 to 5
  score of each player: 0 to 9

define beats(card c, card d): yes or no
  rank of c >= rank of d

define worth: number
  when ties is lost: 5
  otherwise: 1

phase main
  deal 2 from deck to hand of each player
  do one-round
  judge done

phase one-round
  for each player p
    p chooses a card c in hand of p
    move c from hand of p to trick
    add price of c to score of p
  add 1 to round

ending done
  when round is 1
  won by player p where score of p is highest score of q for each player q

property in-a-round "a play after a deal"
  always trick is empty or round is 1

property never-over
  never round is 1

property cheap
  with ties is lost
  any position has worth + price of red 1 < 9

property small-trick
  any position has no place i in trick where rank of card at i in trick is 3

property strict
  order beats is strict

property two-at-once
  any two positions have round is other round

property none-lost
  conserved card

property holds
  any position has worth <= 5
"""

Command = Callable[..., Said]


@pytest.fixture
def little(qedeck: Command) -> Path:
    path = Path("little.qed")
    path.write_text(GAME, "utf-8")
    return path


def test_refutations_become_examples_that_pass(little: Path, qedeck: Command) -> None:
    said = qedeck("verify", "little.qed", "--own", "--jobs", "1", "--seconds", "5", "--save-example")
    assert said.code == 1
    text = little.read_text("utf-8")
    added = text.removeprefix(GAME)
    assert text.startswith(GAME) and added
    saved = re.findall(r"^example (\S+)", added, re.MULTILINE)
    assert saved == re.findall(r"^example (\S+) added to little.qed$", said.out, re.MULTILINE)
    wanted = {"in-a-round-with-2", "never-over-with-2", "cheap-with-2", "small-trick-with-2", "strict-with-2"}
    assert set(saved) == wanted
    assert "no example for two-at-once, 2 players: it is no single play or position" in said.out
    # The deal is laid out, and the play taken up after it.
    played = added.split("example in-a-round-with-2")[1].split("\n\n")[0]
    assert "given hand of player 1 is" in played and "when do one-round choosing" in played
    assert "then not (trick is empty or round is 1)" in played
    assert "with ties is lost" in added.split("example cheap-with-2")[1].split("\n\n")[0]
    tested = qedeck("test", "little.qed")
    assert tested.code == 0, tested.out
    assert tested.out.count("ok    ") == len(wanted)
    assert qedeck("fmt", "--check", "little.qed").code == 0
    assert qedeck("check", "little.qed").code == 0
    again = qedeck("verify", "little.qed", "--own", "--jobs", "1", "--seconds", "5", "--save-example")
    assert again.out.count("this example is there already") == len(wanted)
    assert little.read_text("utf-8") == text


def test_an_example_fails_as_soon_as_the_rules_are_mended(little: Path, qedeck: Command) -> None:
    qedeck("verify", "little.qed", "--own", "--jobs", "1", "-k", "strict", "--save-example")
    assert qedeck("test", "little.qed").code == 0
    little.write_text(little.read_text("utf-8").replace("rank of c >= rank of d", "rank of c > rank of d"), "utf-8")
    assert qedeck("test", "little.qed").code == 1


def test_examples_may_go_elsewhere(little: Path, qedeck: Command) -> None:
    words = ("verify", "little.qed", "--own", "--jobs", "1", "-k", "small-trick", "--save-example", "found.qed")
    assert qedeck(*words).code == 1
    assert little.read_text("utf-8") == GAME
    first = Path("found.qed").read_text("utf-8")
    assert first.startswith("example small-trick-with-2 ")
    assert "there already" in qedeck(*words).out
    assert Path("found.qed").read_text("utf-8") == first


def test_a_shipped_game_is_left_alone(qedeck: Command) -> None:
    said = qedeck("verify", "stool_pigeon", "--save-example")
    assert said.code == 2 and "shipped game" in said.err


def test_nothing_refuted_nothing_saved(little: Path, qedeck: Command) -> None:
    said = qedeck("verify", "little.qed", "--own", "--jobs", "1", "-k", "holds", "--save-example")
    assert said.code == 0 and "nothing was refuted" in said.out
    assert little.read_text("utf-8") == GAME


# ---- certificates ------------------------------------------------------------------------------


def test_certificates_can_be_checked_by_others(little: Path, qedeck: Command) -> None:
    said = qedeck("verify", "little.qed", "--own", "--jobs", "1", "--seconds", "5", "--certificate", "proofs")
    folder = Path("proofs")
    assert "written to proofs" in said.out
    index = json.loads((folder / "index.json").read_text("utf-8"))
    files = {name for entry in index["verdicts"] for name in entry["questions"]}
    assert files == {path.name for path in folder.glob("*.smt2")} and len(files) > 6
    answers = set()
    for entry in index["verdicts"]:
        for name, answer in zip(entry["questions"], entry["answers"], strict=True):
            text = (folder / name).read_text("utf-8")
            assert text.startswith("; game: little, 2 players\n; property: ") and f"The answer is {answer}" in text
            assert text.count("(check-sat)") == 1
            solver = z3.Solver()
            solver.from_string(text)
            assert str(solver.check()) == answer
            answers.add(answer)
    assert answers == {"sat", "unsat"}
    played = next(entry for entry in index["verdicts"] if entry["property"] == "never-over")
    assert json.loads((folder / played["play"]).read_text("utf-8"))["format"] == "qedeck-trace"
    assert "Player 1" in (folder / played["story"]).read_text("utf-8")
    readme = (folder / "README.md").read_text("utf-8")
    assert "z3 FILE.smt2" in readme and "| holds | 2 | proved for these sizes |" in readme
    holds = next(entry for entry in index["verdicts"] if entry["property"] == "holds")
    text = (folder / holds["questions"][0]).read_text("utf-8")
    # Whoever asks cvc5 for us begins with this line already.
    assert text.count("(set-logic ALL)\n") == 1
    assert second_opinion(text.replace("(set-logic ALL)\n", ""), 5.0) == "unsat"
    lost = next(entry for entry in index["verdicts"] if entry["property"] == "none-lost")
    assert len(lost["questions"]) > 1 and set(lost["answers"]) == {"unsat"}
    assert all(re.fullmatch(r"[\w.-]+", path.name) for path in folder.iterdir())


def test_kept_answers_have_certificates_too(little: Path, qedeck: Command) -> None:
    words = ("verify", "little.qed", "--own", "--jobs", "1", "-k", "holds", "--certificate")
    qedeck(*words, "one")
    assert "kept" in qedeck(*words, "two").out
    assert {p.name: p.read_text("utf-8") for p in Path("one").iterdir()} == {
        p.name: p.read_text("utf-8") for p in Path("two").iterdir()
    }


def test_a_folder_that_cannot_be_written(little: Path, qedeck: Command) -> None:
    Path("taken").write_text("a file", "utf-8")
    said = qedeck("verify", "little.qed", "--own", "--jobs", "1", "-k", "holds", "--certificate", "taken")
    assert said.code == 2 and "taken cannot be written" in said.err


def test_questions_are_told_apart() -> None:
    assert smt_texts("") == []
    assert smt_texts("(a)\n(check-sat)\n\n(b)\n(check-sat)\n") == ["(a)\n(check-sat)\n", "(b)\n(check-sat)\n"]
