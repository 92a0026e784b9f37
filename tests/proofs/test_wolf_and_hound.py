"""Wolf and Hound: nothing left out, random games with every invariant watched, and an animal of our own."""

from __future__ import annotations

import re
from functools import cache

import pytest

from qedeck.engine import Engine
from qedeck.interpreter.examples_run import run_example
from qedeck.interpreter.play import rules_of
from qedeck.interpreter.position import Rules
from qedeck.interpreter.settings import settled
from qedeck.proofs.formulas.positions import visible
from qedeck.proofs.kinds import position
from qedeck.proofs.mutation.watching import watched
from qedeck.proofs.plays.given import given, hold_at
from qedeck.proofs.plays.leeway import Leeway
from qedeck.proofs.referee import Referee, programs_of, refereed
from qedeck.proofs.steps.induction import Aim
from qedeck.proofs.verdict import Grade
from qedeck.spec import core as c
from qedeck.spec import tree as t
from qedeck.spec.checker.terms import both, same
from qedeck.spec.game import Game, load, load_text
from qedeck.spec.properties import PropertyProgram

from ..all_games import text as all_of
from .games import program, told

SETS = (
    "intro",
    "beginner-a",
    "beginner-b",
    "beginner-c",
    "intermediate-a",
    "intermediate-b",
    "intermediate-c",
    "intermediate-d",
    "intermediate-e",
    "intermediate-f",
    "gamer-a",
    "gamer-b",
    "gamer-c",
    "gamer-d",
    "blankets",
)
PLAIN, MARKS = "wolf_and_hound", "wolf_and_hound_meat_and_bone"
TWIN_WOLF = "\n  twin-wolf, kind wolf, pace double, target right-neighbour\n"
"""One line, for an animal that nobody has drawn yet: it moves double and is after the right-hand neighbour."""


@cache
def shipped(name: str) -> Game:
    return load(name)


def text() -> str:
    return all_of(PLAIN)


@cache
def claims(name: str, players: int) -> list[PropertyProgram]:
    return programs_of(shipped(name), players)


@cache
def rules(name: str, players: int) -> Rules:
    return rules_of(shipped(name), players)


def settings(name: str, players: int, chosen: str) -> dict[str, tuple[int, ...]]:
    at = rules(name, players)
    return settled(at.meaning, at.words, {"animal-set": chosen})


def to_an_end(watching: Referee, fixed: dict[str, tuple[int, ...]], games: int) -> None:
    """Random games, by the engine, broken off where a claim does not hold: all come to one of the two endings."""
    tally = Engine(watching.core).playouts(fixed, 1, games)
    broken = [(found.name if (found := watching.broken(said)) else said, many) for said, _, _, many in tally.faults()]
    assert not broken, (broken, [tally.first_seed + k for k, kind in enumerate(tally.kinds) if kind][:3])
    ends = {ending: many for (_, ending), many in tally.results().items()}
    assert ends.keys() <= {"out-of-sheep", "empty-hand"} and sum(ends.values()) == games, ends


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize(("name", "chosen"), [(PLAIN, "gamer-b"), (MARKS, "intro")])
def test_some_games_to_an_end(name: str, chosen: str, players: int) -> None:
    fixed = settings(name, players, chosen)
    watching = refereed(shipped(name).core(players), claims(name, players), fixed)
    assert len(watching.rules) > 20
    to_an_end(watching, fixed, 50)


def test_a_claim_that_looks_too_late_is_broken() -> None:
    """A dummy without a number deck plays before anybody decides: what animals did is asked before they move on."""
    late = text().replace("or card-now is not none or skipped or (every player p", "or skipped or (every player p")
    assert late != text()
    game, fixed = load_text(late), settings(PLAIN, 3, "intermediate-e")
    asked = [prop for prop in programs_of(game, 3) if prop.name == "phase-one-does-it-all"]
    watching = refereed(game.core(3), asked, fixed)
    faults = Engine(watching.core).playouts(fixed, 1, 300).faults()
    found = [watching.broken(said) for said, *_ in faults]
    assert [rule and (rule.name, rule.watched.claim) for rule in found] == [("phase-one-does-it-all", 0)]


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("chosen", SETS)
@pytest.mark.parametrize("name", [PLAIN, MARKS])
def test_a_thousand_games_to_an_end(name: str, chosen: str, players: int) -> None:
    fixed = settings(name, players, chosen)
    watching = refereed(shipped(name).core(players), claims(name, players), fixed)
    assert len(watching.rules) > 20
    to_an_end(watching, fixed, 1_000)


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("name", [PLAIN, MARKS])
def test_a_thousand_games_for_every_other_claim(name: str, players: int) -> None:
    """What is claimed of other sets and readings only has a table of its own: other claims may break there."""
    core, asked, meaning = shipped(name).core(players), claims(name, players), rules(name, players).meaning
    tables = [meaning.initial(settings(name, players, chosen))[0] for chosen in SETS]
    alone = 0
    for prop in asked:
        assumed = given(prop.core, prop.assuming).rules
        watched_here = any(watched(prop, number) for number in range(len(prop.claims)))
        if not watched_here or assumed is None or any(hold_at(meaning, Aim(assumed), cells) for cells in tables):
            continue
        named = visible(prop.core, [assumed])
        readings = [name for name, var in core.vars.items() if var.role == "reading" and name not in named]
        usual = both(assumed, *(same(c.Read(name), c.Const(0)) for name in readings))
        fixed = Leeway(meaning, 1, usual).draw(0)
        # A variant may rule out what a property is about.
        if fixed is not None:
            alone += 1
            watching = refereed(core, [prop], fixed)
            assert prop.name in {rule.name for rule in watching.rules}
            to_an_end(watching, fixed, 1_000)
    assert alone


def test_nothing_is_left_out() -> None:
    """Every statement, open point and property of the checklist is cited."""
    cited = set(re.findall(r"WH-(?:[UP]-)?\d+", " ".join(re.findall(r"\[[^\]]*\]", text()))))
    assert {f"WH-{number:03}" for number in range(1, 263)} <= cited
    assert {f"WH-U-{number:02}" for number in range(1, 51)} <= cited
    properties = {word.text for p in shipped(PLAIN).clauses if isinstance(p, t.Property) for word in p.cites}
    # The last one asks how often each team wins: no claim can say that, and the report lists it as open.
    assert {f"WH-P-{number:02}" for number in range(1, 52)} <= properties
    assert "WH-P-52" not in properties


def test_every_card_is_data() -> None:
    """24 animals in six families; whatever a line does not say is a parameter."""
    core = shipped(PLAIN).core(4)
    assert core.domains["animal"].size == 24
    assert set(core.domains["card-set"].members) == {*SETS, "own-choice"}


def test_decks_that_the_text_does_not_allow_are_refused() -> None:
    at = rules(PLAIN, 4)
    for changes in ({"black 3": 4, "black 1": 6}, {"black 3": 5, "black 4": 3, "white 1": 4}, {"white 1": 6}):
        with pytest.raises(ValueError, match="break"):
            settled(at.meaning, at.words, {"number-copies": changes})
    with pytest.raises(ValueError, match="break"):
        settled(at.meaning, at.words, {"animal-set": "own-choice", "in-play": {"black-blanket": "yes"}})


def with_twin_wolf() -> str:
    head = next(line for line in text().splitlines(keepends=True) if line.startswith("  wolf 8, kind wolf"))
    return text().replace(head, head.rstrip("\n") + TWIN_WOLF)


def test_a_new_animal_is_one_line() -> None:
    """It runs, its arrow and its pace are understood, and the same claims are watched for it."""
    game = load_text(
        with_twin_wolf()
        + """
example twin-wolf
  with 4 players
  with animal-set is own-choice
  with in-play of twin-wolf is yes
  given turn-number is 6
  given turn-player is player 2
  given seat of twin-wolf is player 2
  given hand of player 2 is black 3
  when do effect-phase
  then pen of player 1 is 2 and pen of player 2 is 3
  when do play-phase choosing black 3
  then seat of twin-wolf is player 4
""",
        "twin.qed",
    )
    assert game.sound, [d.title for d in game.diagnostics]
    twin = next(example for example in game.examples() if example.name == "twin-wolf")
    assert run_example(twin).passed


@pytest.mark.slow
@pytest.mark.parametrize(
    ("claim", "grade"),
    [
        ("destination(twin-wolf, n, turn-player) is (2 * n) seats after seat of twin-wolf", Grade.PROVED_SIZES),
        ("destination(twin-wolf, n, turn-player) is n seats after seat of twin-wolf", Grade.REFUTED),
        ("walked(twin-wolf, n, turn-player) is at most steps(twin-wolf, n)", Grade.PROVED_SIZES),
        ("target-now of twin-wolf is right of turn-player", Grade.PROVED_SIZES),
        ("not turns-over(twin-wolf, n, turn-player)", Grade.PROVED_SIZES),
    ],
)
def test_the_same_is_proved_of_a_new_animal(claim: str, grade: Grade) -> None:
    asked = program(
        with_twin_wolf(),
        f"any position has every number n from 1 to 4 has {claim}",
        players=4,
        more="  with marks-used is no\n",
    )
    found = position.decide(asked, asked.claims[0], 60, opinion=False)
    assert found.grade is grade, told(found)
