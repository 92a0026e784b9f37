"""Small changes to a small game: those that its properties notice, those they do not, and those nobody could."""

from __future__ import annotations

import json
from argparse import Namespace

import pytest

from qedeck.commands.mutation import mutated
from qedeck.engine import Engine
from qedeck.proofs.mutation.alike import alike
from qedeck.proofs.mutation.mutants import mutants
from qedeck.proofs.mutation.mutation import Bench, Fate, Finding, examine_all
from qedeck.spec.core import Core
from qedeck.spec.game import Game, load_text

TOWER = """
game tower
  players 2
  starts with main

remember
  height: 0 to 9
  builder: player

define tall: yes or no
  height >= 3

define spare: number
  when height > 4: 4
  otherwise: height

define helped: number
  height + 1

phase main
  repeat
    builder chooses a number n from 1 to 2
    add n to height
    builder becomes left of builder
  until tall
  judge built

ending built
  when tall
  won by player p where p is builder

example two-up
  given height is 4
  then spare is 4
  given height is 9
  then spare is 4

property grows
  each choice keeps height > was height

property high-enough
  any position has tall is (height >= 3)

property in-turns
  each choice keeps builder is not was builder

property helping
  any position has helped > height
"""


def fates(text: str) -> dict[str, Finding]:
    """For each change, what became of it."""
    game = load_text(text)
    assert game.sound, [d.title for d in game.diagnostics]
    bench = Bench(game, 5.0)
    return {f"{m.clause}: {m.words}": bench.examine(m.number) for m in bench.mutants}


@pytest.fixture(scope="module")
def tower() -> dict[str, Finding]:
    return fates(TOWER)


def test_what_is_changed() -> None:
    """Only rules; not what only properties speak of, nor examples and properties."""
    told = [f"{m.clause}: {m.words}" for m in mutants(load_text(TOWER))]
    assert "define tall: `>=` becomes `>`" in told
    assert "phase main: `left` becomes `right`" in told
    assert "phase main: drop `add n to height`" in told
    assert "phase main: `builder becomes left of builder` comes before `add n to height`" in told
    assert "ending built: won by … becomes drawn" in told
    clauses = {line.split(":")[0] for line in told}
    assert clauses == {"define tall", "define spare", "phase main", "ending built"}


def test_each_change_is_one_change() -> None:
    game = load_text(TOWER)
    for mutant in mutants(game):
        differing = [new for old, new in zip(game.clauses, mutant.clauses, strict=True) if old != new]
        assert len(differing) == 1, mutant.words
        assert "\n" not in mutant.words and mutant.line > 0


def test_noticed_by_the_property_that_speaks_of_it(tower: dict[str, Finding]) -> None:
    for change, property_ in {
        "define tall: `>=` becomes `>`": "high-enough",
        "define tall: `3` becomes `4`": "high-enough",
        "phase main: drop `add n to height`": "grows",
        "phase main: drop `builder becomes left of builder`": "in-turns",
        "ending built: the opposite condition": "a result for every end",
    }.items():
        found = tower[change]
        assert found.fate is Fate.NOTICED and found.by == property_, (change, found)


def test_a_survivor_is_told(tower: dict[str, Finding]) -> None:
    """Nothing is said about who wins, nor about what is spare."""
    assert tower["ending built: won by … becomes drawn"].fate is Fate.UNNOTICED
    found = tower["phase main: `add` becomes `take`"]
    assert found.fate is Fate.UNNOTICED and "breaks off" in found.detail


def test_an_example_is_no_property(tower: dict[str, Finding]) -> None:
    found = tower["define spare: `>` becomes `<`"]
    assert found.fate is Fate.EXAMPLE and found.by == "two-up"


def test_what_makes_no_difference(tower: dict[str, Finding]) -> None:
    """Where the height is 4, four and the height are the same; right and left are, with two players."""
    assert tower["define spare: `>` becomes `>=`"].fate is Fate.ALIKE
    assert tower["phase main: `left` becomes `right`"].fate in (Fate.SAME, Fate.UNNOTICED)


def test_the_checker_notices_too(tower: dict[str, Finding]) -> None:
    refused = [found for found in tower.values() if found.fate is Fate.REFUSED]
    assert all(found.detail for found in refused)


def test_a_broken_property_notices_nothing() -> None:
    """What fails for the game as it is written is no measure of a change."""
    text = TOWER.replace("any position has tall is (height >= 3)", "any position has tall is (height >= 2)")
    bench = Bench(load_text(text), 5.0)
    number = next(m.number for m in bench.mutants if m.words == "`>=` becomes `>`" and m.clause == "define tall")
    assert bench.examine(number).by != "high-enough"


def test_in_processes_of_their_own() -> None:
    """Also where this process has used the engine: a forked one has neither its threads nor room for its memory."""
    bench = Bench(load_text(TOWER), 5.0)
    assert Engine(bench.game.core(2)).playouts(None, 1, 5).games == 5
    wanted = [m.number for m in bench.mutants if m.clause == "define tall"]
    found = list(examine_all(bench, wanted, 2))
    assert sorted(f.number for f in found) == wanted
    assert {f.fate for f in found} == {Fate.NOTICED}


def report(game: Game, capsys: pytest.CaptureFixture[str], **more: object) -> tuple[int, str]:
    args = Namespace(seconds=5.0, jobs=1, players=None, format="text", **more)
    code = mutated(game, "tower.qed", args)
    return code, capsys.readouterr().out


def test_the_report(capsys: pytest.CaptureFixture[str]) -> None:
    code, out = report(load_text(TOWER), capsys)
    assert code == 1
    assert "unnoticed:\n" in out and "  ending built\n" in out and "won by … becomes drawn" in out
    assert "makes no difference: proved:\n  define spare\n" in out
    assert " noticed by a property, " in out.splitlines()[-1]


def test_a_sample_with_its_seed_as_data(capsys: pytest.CaptureFixture[str]) -> None:
    args = Namespace(seconds=5.0, jobs=1, players=2, format="json", mutants=4, seed=7)
    mutated(load_text(TOWER), "tower.qed", args)
    told = json.loads(capsys.readouterr().out)
    assert told["seed"] == 7 and len(told["changes"]) <= 4 and told["stopped"] is False
    assert told["unnoticed"] == sum("unnoticed" in c["fate"] or "example" in c["fate"] for c in told["changes"])


ERRANDS = """
game errands
  players 2
  starts with main

cards
  coin, rank 1 to 3

zones
  purse of each player: pile of card, seen by owner
  shop: pile of card, face up
  cellar: pile of card, face down
  chest: pile of card, face down, full at start

remember
  gone: 0 to 9
  left-over: 0 to 9
  half: 0 to 9

phase main
  deal 1 from chest to purse of each player
  repeat
    table chooses a number n from 1 to 2
    STEPS
  until gone > 5
  judge done

ending done
  when gone > 5
  drawn
"""


def errands(*steps: str) -> Core:
    game = load_text(ERRANDS.replace("STEPS", "\n    ".join(steps)))
    assert game.sound, [d.title for d in game.diagnostics]
    return game.core(2)


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        # Steps that have nothing to do with each other, and steps that have.
        (["add n to gone", "left-over becomes 2"], ["left-over becomes 2", "add n to gone"], True),
        (["add n to gone", "left-over becomes gone"], ["left-over becomes gone", "add n to gone"], False),
        # Undefined in one order only.
        (
            ["half becomes 0", "add n to gone"],
            ["half becomes gone", "add 4 to half", "half becomes 0", "add n to gone"],
            False,
        ),
        (["add n to gone", "take n from gone"], ["take n from gone", "add n to gone"], False),
        # The same cards end up there, by another way that nobody sees any of, or past everybody's eyes.
        (
            ["move all from chest to cellar", "add n to gone"],
            ["move all from cellar to chest", "move all from chest to cellar", "add n to gone"],
            False,
        ),
        (
            ["move all from cellar to chest", "move all from chest to cellar", "add n to gone"],
            ["move all from chest to cellar", "move all from chest to cellar", "add n to gone"],
            True,
        ),
        (
            ["move all from chest to cellar", "move all from cellar to chest", "add n to gone"],
            ["move all from chest to shop", "move all from shop to chest", "add n to gone"],
            False,
        ),
        # What is shown counts, the order of it does not.
        (["show cellar to everyone", "add n to gone"], ["add n to gone"], False),
        (["show cellar to everyone", "add n to gone"], ["show cellar to player 1", "add n to gone"], False),
        (
            ["show cellar to everyone", "show chest to everyone", "add n to gone"],
            ["show chest to everyone", "add n to gone", "show cellar to everyone"],
            True,
        ),
        # Conditions that say the same in other words.
        (
            ["if gone > 2: left-over becomes 1", "add n to gone"],
            ["if gone >= 3: left-over becomes 1", "add n to gone"],
            True,
        ),
        (
            ["if gone > 2: left-over becomes 1", "add n to gone"],
            ["if gone > 3: left-over becomes 1", "add n to gone"],
            False,
        ),
    ],
)
def test_steps_that_come_to_the_same(one: list[str], other: list[str], same: bool) -> None:
    assert alike(errands(*one), errands(*other), 5.0) is same
