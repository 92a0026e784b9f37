"""Wolf and Hound: nothing left out, random games with every invariant watched, and an animal of our own."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

import pytest

from qedeck.interpreter.examples_run import run_example
from qedeck.interpreter.settings import settled
from qedeck.proofs.kinds import position
from qedeck.proofs.mutation.watching import Watched, watched
from qedeck.proofs.plays.everywhere import hold_at
from qedeck.proofs.plays.sample import Sampler, Spot, by_itself
from qedeck.proofs.steps.induction import Aim
from qedeck.proofs.verdict import Grade
from qedeck.spec import tree as t
from qedeck.spec.game import Game, load, load_text
from qedeck.spec.properties import property_counts, property_program

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
TABLES = [(PLAIN, chosen) for chosen in SETS] + [(MARKS, "intro"), (MARKS, "gamer-b"), (MARKS, "gamer-c")]
TWIN_WOLF = "\n  twin-wolf, kind wolf, pace double, target right-neighbour\n"
"""One line, for an animal that nobody has drawn yet: it moves double and is after the right-hand neighbour."""


@cache
def shipped(name: str) -> Game:
    return load(name)


def text() -> str:
    return next(source.text for file, source in shipped(PLAIN).sources.items() if file.endswith(f"{PLAIN}.qed"))


@cache
def table(name: str, players: int) -> tuple[Sampler, tuple[Watched, ...]]:
    """A game ready for random plays, and all that is claimed of every play."""
    game = shipped(name)
    head = next(clause for clause in game.clauses if isinstance(clause, t.Game))
    claims: list[Watched] = []
    for prop in (clause for clause in game.clauses if isinstance(clause, t.Property)):
        if players in property_counts(head, prop):
            asked = property_program(game.clauses, prop, players)
            assert asked is not None
            found = (watched(asked, number) for number in range(len(asked.claims)))
            claims += [claim for claim in found if claim is not None]
    return Sampler(game.core(players)), tuple(claims)


def last_spots(name: str, chosen: str, players: int, games: int) -> Iterator[Spot]:
    """How each random game ends; whatever is claimed is looked at after every choice."""
    sampler, claims = table(name, players)
    core, meaning = sampler.core, sampler.meaning
    fixed = settled(meaning, sampler.rules.words, {"animal-set": chosen})
    rows = meaning.initial(fixed)[0]
    looking = [c for c in claims if c.rules is None or hold_at(meaning, Aim(c.rules), rows)]
    assert len(looking) > 20
    for number in range(games):
        spot = None
        for spot in sampler.play(number, fixed):
            if spot.node is None or not by_itself(core, spot.node):
                broken = [(c.property, c.claim) for c in looking if c.broken(core, meaning, spot)]
                assert not broken, (name, chosen, players, number, broken)
        assert spot is not None
        yield spot


def to_an_end(name: str, chosen: str, players: int, games: int) -> None:
    sampler, _ = table(name, players)
    for spot in last_spots(name, chosen, players, games):
        assert spot.end == "over" and sampler.core.endings[spot.cells["ended"][0]].name in (
            "out-of-sheep",
            "empty-hand",
        )


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize(("name", "chosen"), [(PLAIN, "intro"), (PLAIN, "gamer-b"), (MARKS, "intro")])
def test_a_few_games_to_an_end(name: str, chosen: str, players: int) -> None:
    to_an_end(name, chosen, players, 2)


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize(("name", "chosen"), TABLES)
def test_a_thousand_games_to_an_end(name: str, chosen: str, players: int) -> None:
    to_an_end(name, chosen, players, 1_000)


def test_nothing_is_left_out() -> None:
    """Every statement, open point and property of the checklist is cited."""
    cited = set(re.findall(r"WH-(?:[UP]-)?\d+", " ".join(re.findall(r"\[[^\]]*\]", text()))))
    assert {f"WH-{number:03}" for number in range(1, 263)} <= cited
    assert {f"WH-U-{number:02}" for number in range(1, 51)} <= cited
    properties = {word.text for p in shipped(PLAIN).clauses if isinstance(p, t.Property) for word in p.cites}
    assert {f"WH-P-{number:02}" for number in range(1, 53)} <= properties


def test_every_card_is_data() -> None:
    """24 animals in six families; whatever a line does not say is a parameter."""
    core = shipped(PLAIN).core(4)
    assert core.domains["animal"].size == 24
    assert set(core.domains["card-set"].members) == {*SETS, "own-choice"}


def test_decks_that_the_text_does_not_allow_are_refused() -> None:
    sampler, _ = table(PLAIN, 4)
    for changes in ({"black 3": 4, "black 1": 6}, {"black 3": 5, "black 4": 3, "white 1": 4}, {"white 1": 6}):
        with pytest.raises(ValueError, match="break"):
            settled(sampler.meaning, sampler.rules.words, {"number-copies": changes})
    with pytest.raises(ValueError, match="break"):
        settled(sampler.meaning, sampler.rules.words, {"animal-set": "own-choice", "in-play": {"black-blanket": "yes"}})


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
