"""Would it be the same game with these changes? Alike, or a play that parts them, played again at both tables."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from qedeck.interpreter.trace import replay
from qedeck.proofs.depends import key
from qedeck.proofs.digest import digest
from qedeck.proofs.kinds import same_game
from qedeck.proofs.mutation.mutants import rules
from qedeck.proofs.verdict import Grade, Verdict
from qedeck.proofs.wording import wording
from qedeck.spec import core as c
from qedeck.spec import tree as t
from qedeck.spec.game import Game, load
from qedeck.spec.printer import format_text
from qedeck.spec.properties import PropertyProgram, property_program
from qedeck.spec.reader import read
from qedeck.spec.source import Source

from .games import COUNTDOWN, told, twin

PRICED = twin(twin(COUNTDOWN, "take n from pool\n", "take n from pool\n    add price of sized of n to paid\n"),
              "  turn: player\n", "  turn: player\n  paid: 0 to 60\n") + """
size is one of small, large

define sized of number n: size
  when n is 1: small
  otherwise: large

define price of size s: number
  by s
    small: 1
    large: 2

define nobody-asks: number
  1
"""  # fmt: skip
"""The countdown, in which whatever is taken has its price."""

LOOP = """
replace phase main
  repeat
    turn chooses a number n from 1 to 2 where n <= pool
    take n from pool
    add {paid} to paid
    turn becomes left of turn
  until pool is 0
  judge last-taker, never-used
"""


def asking(folder: Path, text: str, changes: str, more: str = "", name: str = "countdown") -> Game:
    """A game that is asked whether it is the same with these changes."""
    lines = "".join(f"    {line}\n" if line else "\n" for line in changes.strip("\n").split("\n"))
    (folder / f"{name}.qed").write_text(f"{text}\nproperty asked\n{more}  same game with\n{lines}", "utf-8")
    game = load(folder / f"{name}.qed")
    assert game.sound, [d.title for d in game.diagnostics]
    return game


def asked_of(game: Game, players: int = 2) -> tuple[t.Property, PropertyProgram]:
    prop = next(clause for clause in game.clauses if isinstance(clause, t.Property))
    program = property_program(game.clauses, prop, players)
    assert program is not None
    return prop, program


def decided(folder: Path, text: str, changes: str, more: str = "", name: str = "countdown") -> Verdict:
    """The verdict; the other game is that of a variant with these changes, and a play that parts them does so there."""
    game = asking(folder, text, changes, more, name)
    (folder / "other.qed").write_text(f"variant other of {name}\n{changes}\nremove asked\n", "utf-8")
    other = load(folder / "other.qed")
    assert other.sound, [d.title for d in other.diagnostics]
    _, program = asked_of(game)
    assert program.claims[0].beside is not None
    assert _unwritten(program.claims[0].beside) == _unwritten(other.core(2))
    said = same_game.decide(program, program.claims[0], 20)
    if said.grade is Grade.REFUTED:
        assert {"In this game:", "With the changes:"} <= set(said.story), told(said)
        assert said.trace is not None
        trace = dict(said.trace) | {"variant": game.variant}
        here, there = replay(game, trace), replay(other, trace | {"variant": "other"})
        assert here.same, here.difference
        assert not there.same or here.play.cells != there.play.cells, told(said)
    return said


def _unwritten(core: c.Core) -> c.Core:
    """The game without where its clauses stand."""
    return replace(core, clauses={})


SAME = {
    "another way to say it": LOOP.format(paid="(1 - 1 + price of sized of n)"),
    "a new definition in place of another": LOOP.format(paid="dues of n")
    + "\nremove price\n\ndefine dues of number n: number\n  n\n",
    "a row as it was": "replace row small of price\n  small: 3 - 2\n",
    "without what nobody asks": "remove nobody-asks\n",
    "without what never comes": twin(LOOP.format(paid="n"), ", never-used", "") + "\nremove never-used\n",
    "what only one game has": "remember\n  more: 0 to 3\n",
}
OTHER = {
    "another way to play it": LOOP.format(paid="3 - n"),
    "another row": "replace row large of price\n  large: 1\n",
    "a new definition that says something else": LOOP.format(paid="dues of n")
    + "\ndefine dues of number n: number\n  when pool is 0: 0\n  otherwise: n\n",
    "without the ending that comes": twin(LOOP.format(paid="n"), "last-taker, ", "") + "\nremove last-taker\n",
    "another one wins": "replace ending last-taker\n  when pool is 0\n  won by player p where p is turn\n",
}


@pytest.mark.parametrize("changes", SAME.values(), ids=SAME)
def test_the_same_game(changes: str, tmp_path: Path) -> None:
    said = decided(tmp_path, PRICED, changes)
    assert said.grade is Grade.PROVED_SIZES, told(said)


@pytest.mark.parametrize("changes", OTHER.values(), ids=OTHER)
def test_another_game(changes: str, tmp_path: Path) -> None:
    said = decided(tmp_path, PRICED, changes)
    assert said.grade is Grade.REFUTED and "no shorter play does" in said.detail, told(said)


def test_a_variant_is_changed_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "base.qed").write_text(twin(PRICED, "game countdown", "game base"), "utf-8")
    dear = "variant dear of base\n\nreplace row large of price\n  large: 5\n"
    said = decided(tmp_path, dear, "replace row large of price\n  large: 2 + 3\n", name="dear")
    assert said.grade is Grade.PROVED_SIZES, told(said)
    said = decided(tmp_path, dear, "replace row large of price\n  large: 2\n", name="dear")
    assert said.grade is Grade.REFUTED, told(said)


def test_the_cards_of_a_change_may_be_a_table(tmp_path: Path) -> None:
    table = "\ncards\n  knife\n\nzones\n  deck: pile of card, full at start\n"
    (tmp_path / "more.csv").write_text("family,copies\nknife,1\njoker,2\n", "utf-8")
    said = decided(tmp_path, COUNTDOWN + table, 'replace cards from "more.csv"\n')
    assert said.grade is not Grade.PROVED_SIZES, told(said)
    (tmp_path / "more.csv").write_text("family,copies\nknife,1\n", "utf-8")
    assert decided(tmp_path, COUNTDOWN + table, 'replace cards from "more.csv"\n').grade is Grade.PROVED_SIZES


# ---- what is said of it, and for which text it holds -------------------------------------------------


def test_the_claim_in_a_few_words(tmp_path: Path) -> None:
    game = asking(tmp_path, PRICED, "replace row small of price\n  small: 1\nremove nobody-asks")
    said = "same game with another row small of price and no nobody-asks"
    assert wording(asked_of(game)[0], 0, game.sources).words == said
    changes = LOOP.format(paid="n") + "remember\n  more: 0 to 3\ndefine dues: number\n  1\nremove price"
    game = asking(tmp_path, PRICED, changes)
    said = "same game with another main, more to remember, a new dues and 1 more change"
    assert wording(asked_of(game)[0], 0, game.sources).words == said


def _known_by(game: Game) -> tuple[str, str]:
    prop, program = asked_of(game)
    return digest(game.clauses, prop, 0, program), key(program, program.claims[0])


def test_what_a_verdict_holds_for(tmp_path: Path) -> None:
    """What the changes say counts, and what only the other game asks; not where they stand, nor what they cite."""
    asks = LOOP.format(paid="nobody-asks")
    before = _known_by(asking(tmp_path, PRICED, asks))
    remarked = twin(asks, "add nobody-asks to paid\n", "-- paid in full\n    add nobody-asks  to paid  [P-1]\n")
    assert _known_by(asking(tmp_path, PRICED, remarked)) == before
    assert _known_by(asking(tmp_path, f"-- further down\n\n{PRICED}", asks)) == before
    for text, changes in (
        (PRICED, LOOP.format(paid="nobody-asks + 1")),
        (twin(PRICED, "nobody-asks: number\n  1", "nobody-asks: number\n  2"), asks),
    ):
        assert not set(_known_by(asking(tmp_path, text, changes))) & set(before)


def test_a_changed_game_beside_makes_another_text(tmp_path: Path) -> None:
    """`same game as G` holds for what G says."""
    (tmp_path / "countdown.qed").write_text(f"{COUNTDOWN}\nproperty asked\n  same game as other\n", "utf-8")
    known = []
    for last in ("turn", "left of turn"):
        ending = f"replace ending last-taker\n  when pool is 0\n  won by player p where p is {last}\n"
        (tmp_path / "other.qed").write_text(f"variant other of countdown\n\n{ending}", "utf-8")
        known.append(_known_by(load(tmp_path / "countdown.qed")))
    assert not set(known[0]) & set(known[1])


def test_changes_are_no_rules_of_the_game(tmp_path: Path) -> None:
    """Nothing in them is mutated, and what they cite is not cited by the game."""
    game = asking(tmp_path, PRICED, "define dues: number  [P-2]\n  nobody-asks\n")
    assert "dues" not in {getattr(clause, "name", None) and str(clause.name) for clause in rules(game.clauses)}  # type: ignore[union-attr]
    assert "P-2" not in game.cited()


# ---- its layout ------------------------------------------------------------------------------------

WRITTEN = """
property asked "what if?"   -- at the head
  same game with [P-1]      -- at the claim
    -- of the first change
    replace   phase main -- its own
        -- inside
        repeat
          turn chooses a number n from 1 to 2 where n <= pool
          take n from pool -- and no price

          turn becomes left of turn
        until pool is 0
        -- at its end

    -- of the second
    remove price [P-2]
    -- at the end of the changes
  never stuck
"""


def test_its_one_layout_keeps_every_comment() -> None:
    text = PRICED + WRITTEN
    printed = format_text(text)
    assert format_text(printed) == printed
    before, after = read(Source("a", text)), read(Source("a", printed))
    assert not before[1] and not after[1] and before[0].clauses == after[0].clauses
    assert [line.split("--")[1] for line in text.split("\n") if "--" in line] == [
        line.split("--")[1] for line in printed.split("\n") if "--" in line
    ]
    assert "\n    replace phase main  -- its own\n      -- inside\n      repeat\n" in printed
    assert "\n    -- at the end of the changes\n  never stuck\n" in printed
