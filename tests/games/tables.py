"""Public games for tests: a file becomes a game, a claim of it a verdict, and one changed place its broken twin."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path

from qedeck.interpreter.examples_run import run_example
from qedeck.interpreter.play import Action, Play, play_random, start
from qedeck.proofs.kinds import always, conserved, endings, ends, order, position, reach, stuck, undefined
from qedeck.proofs.verdict import Verdict
from qedeck.spec import core as c
from qedeck.spec import tree as t
from qedeck.spec.game import Game, load, load_text
from qedeck.spec.printer import format_text
from qedeck.spec.properties import property_program

HERE = Path(__file__).parent
KINDS = (always, conserved, endings, ends, order, position, reach, stuck, undefined)


def text(name: str) -> str:
    return (HERE / f"{name}.qed").read_text("utf-8")


@cache
def table(name: str) -> Game:
    return load(HERE / f"{name}.qed")


def twin(name: str, old: str, new: str) -> str:
    """The same game with one place changed."""
    assert old in text(name)
    return text(name).replace(old, new)


def is_clean(name: str) -> None:
    """It checks without a warning, apart from texts in two languages; it is laid out; its examples hold."""
    game = table(name)
    assert [d.title for d in game.diagnostics if d.code != "Q414"] == []
    assert format_text(text(name)) == text(name)
    outcomes = [run_example(program, game.texts) for program in game.examples()]
    assert len(outcomes) >= 3
    assert [outcome for outcome in outcomes if not outcome.passed] == []


def random_games(name: str, players: int, count: int) -> list[Play]:
    """So many random games, each to its declared ending."""
    plays = [start(table(name), players, seed) for seed in range(count)]
    for play in plays:
        play_random(play)
        assert play.result is not None and play.result.kind in ("won", "drawn"), (play.seed, play.result)
    return plays


def decided(game: str, name: str, players: int, seconds: float = 20, claim: int = 0) -> Verdict:
    """What the prover says of one claim of a property, about a game given as text."""
    loaded = load_text(game)
    assert loaded.sound, [d.title for d in loaded.diagnostics]
    prop = next(cl for cl in loaded.clauses if isinstance(cl, t.Property) and cl.name.text == name)
    program = property_program(loaded.clauses, prop, players)
    assert program is not None
    asked = program.claims[claim]
    kind = next(module for module in KINDS if asked.kind in module.KINDS)
    return kind.decide(program, asked, seconds, False)


def worth(play: Play) -> list[int]:
    """What the game was worth to each seat."""
    seats = range(play.core.players)
    found = [play.rules.meaning.value(c.Call("worth", (c.Const(seat),)), play.cells) for seat in seats]
    assert not any(faults for _, faults in found)
    return [int(value) for value, _ in found]


def deal(play: Play, hands: Sequence[Sequence[str]]) -> None:
    """Chance deals just so: for each hand its cards."""
    assert play.node is not None
    faces = play.core.domains["card"].members
    outcome = tuple(tuple(list(hand).count(face) for face in faces) for hand in hands)
    play.apply(Action(play.node, 0, outcome=outcome, words=play.rules.words))
