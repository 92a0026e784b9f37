"""A page's module plays as the interpreter does, read by its description alone; planted differences are noticed."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import product
from math import prod
from random import Random

import pytest

from qedeck.engine.describe import PageModule, describe
from qedeck.engine.following import follow
from qedeck.engine.reading import Sitting
from qedeck.engine.refusals import why_not
from qedeck.engine.seen import view
from qedeck.interpreter.meaning import Meaning
from qedeck.interpreter.play import Play, play_random, rules_of
from qedeck.interpreter.trace import action_of, trace
from qedeck.spec import core as c
from qedeck.spec.texts import LANGUAGES
from tests.all_games import EVERY, SHIPPED, ends, fewest, game
from tests.engine.pages import different_game, different_position, different_story

SEEDS, STEPS = 2, 16
"""Of the quick tests; a step of the interpreter with all its views takes some milliseconds."""
MORE_SEEDS, MORE_STEPS, APART = 15, 300, 3
"""Of the slow ones, with the views of all seats at every third step."""

pytest.importorskip("wasmtime")


@cache
def page(name: str, players: int) -> PageModule:
    return describe(game(name), players)


def different(name: str, players: int, seeds: int, steps: int, apart: int = 1) -> str:
    sitting = Sitting(page(name, players))
    for seed in range(seeds):
        found = different_game(Play(rules_of(game(name), players), seed), sitting, seed, steps, apart)
        if found:
            return f"{players} players, {found}"
    return ""


@pytest.mark.parametrize("name", EVERY)
def test_the_page_plays_as_the_interpreter_does(name: str) -> None:
    """A shipped game with the fewest and the most players, a public one with the fewest."""
    for players in ends(name) if name in SHIPPED else [fewest(name)]:
        assert different(name, players, SEEDS, STEPS) == ""


@pytest.mark.slow
@pytest.mark.parametrize("name", EVERY)
def test_the_page_plays_very_many_games_as_the_interpreter_does(name: str) -> None:
    for players in game(name).players if name in SHIPPED else [fewest(name)]:
        assert different(name, players, MORE_SEEDS, MORE_STEPS, APART) == ""


# ---- chance told, going back, laying out ---------------------------------------------------------------------------


@pytest.mark.parametrize("name", EVERY)
def test_a_recorded_play_is_taken_again(name: str) -> None:
    """What chance did is told from the trace, whatever the seed; the views are the same at every step."""
    rules = rules_of(game(name), fewest(name))
    play = Play(rules, 5)
    play.begin()
    play_random(play, 40)
    sitting = Sitting(page(name, fewest(name)))
    sitting.begin(seed=99, given=True)
    twin = Play(rules, 99, auto=False)
    twin.begin()
    for step in trace(play)["steps"]:
        assert different_position(twin, sitting, True) == ""
        follow(sitting, step)
        twin.apply(action_of(twin, step))
    assert different_position(twin, sitting, True) == ""
    assert different_story(twin, sitting) == ""


@pytest.mark.parametrize("name", EVERY)
def test_chance_drawn_one_by_one_is_chance_drawn_by_itself(name: str) -> None:
    one, two = Sitting(page(name, fewest(name))), Sitting(page(name, fewest(name)))
    one.begin(3)
    two.begin(3, given=True)
    for _ in range(12):
        while two.asked == {"who": "chance", "player": None}:
            two.draw()
        assert (one.status, one.choices, one.events, view(one)) == (two.status, two.choices, two.events, view(two))
        if one.status < 0:
            return
        one.step(one.choices[-1])
        two.step(two.choices[-1])


@pytest.mark.parametrize("name", EVERY)
def test_a_page_goes_back(name: str) -> None:
    """From anywhere to anywhere: what follows is what followed before, chance too."""
    sitting, saved, seen = Sitting(page(name, fewest(name))), [], []
    sitting.begin(11)
    for _ in range(20):
        saved.append(sitting.save())
        seen.append((sitting.choices, view(sitting), len(sitting.events)))
        if sitting.status < 0:
            break
        sitting.step(sitting.random_choice())
    for at in (0, len(saved) // 2, len(saved) - 1, len(saved) // 3):
        sitting.load(saved[at])
        for later in range(at, len(saved)):
            assert (sitting.choices, view(sitting), len(sitting.events)) == seen[later]
            if later + 1 < len(saved):
                sitting.step(sitting.random_choice())


def test_cards_that_cannot_fall_so_are_refused() -> None:
    sitting = Sitting(page("wolf_and_hound", 4))
    sitting.begin(1, given=True)
    node = sitting.node
    assert node is not None and node["kind"] == "deal"
    size = len(sitting.description["domains"]["card"])
    with pytest.raises(ValueError, match="cannot fall"):
        sitting.deal([[9] + [0] * (size - 1)] * len(node["targets"]))
    with pytest.raises(ValueError, match="not in"):
        follow(sitting, {"phase": "nowhere", "deal": []})


def test_a_choice_that_is_none_is_refused() -> None:
    sitting = Sitting(page("wolf_and_hound", 4))
    sitting.begin(1)
    with pytest.raises(ValueError, match="cannot be chosen"):
        sitting.step(10_000)


# ---- questions -----------------------------------------------------------------------------------------------------


def positions(name: str, many: int, apart: int) -> Iterator[tuple[Play, Sitting]]:
    """A few positions of a random game, in the interpreter and in the module."""
    play, sitting = Play(rules_of(game(name), fewest(name)), 4), Sitting(page(name, fewest(name)))
    play.begin()
    sitting.begin(4)
    for step in range(many * apart):
        if step % apart == 0:
            yield play, sitting
        if play.over:
            return
        k = play.chance.below(len(play.legal()))
        play.apply(play.legal()[k])
        sitting.step(sitting.choices[k])


def arguments(define: c.Define, random: Random) -> Iterator[tuple[int, ...]]:
    """All of them, or some at random."""
    ranges = [range(of.size) if isinstance(of, c.Domain) else range(max(of.low, -3), min(of.high, 9) + 1)
              for _, of in define.params]
    if prod(map(len, ranges)) <= 40:
        yield from product(*ranges)
    else:
        yield from (tuple(map(random.choice, ranges)) for _ in range(25))


@pytest.mark.parametrize("name", EVERY)
def test_definitions_are_worth_the_same_and_by_the_same_rows(name: str) -> None:
    random = Random(1)
    for play, sitting in positions(name, 4, 7):
        meaning, core = play.rules.meaning, play.core
        for told in sitting.description["defines"]:
            define = core.defines[told["name"]]
            assert told["ask"] is not None
            for args in arguments(define, random):
                worth, faults = meaning.value(c.Call(define.name, tuple(map(c.Const, args))), play.cells)
                assert sitting.ask(define.name, *args) == (None if faults else int(worth)), (define.name, args)
                bound = {name: arg for (name, _), arg in zip(define.params, args, strict=True)}
                cases = [t for t in outside_in(define.body) if isinstance(t, c.Cases) and c.free(t) <= bound.keys()]
                wanted = [[k for k, row in enumerate(case.rows) if holds(meaning, row.guard, play, bound)]
                          for case in cases]
                assert sitting.rows(define.name, *args) == wanted, (define.name, args)


@pytest.mark.parametrize("name", EVERY)
def test_why_a_choice_is_not_allowed(name: str) -> None:
    """The sentence is the interpreter's; of the conditions one fails just where the choice is not legal."""
    random = Random(2)
    for play, sitting in positions(name, 6, 5):
        node, decision = sitting.node, play.decision
        if node is None or not isinstance(decision, c.Decision):
            continue
        assert play.node is not None and play.asked is not None
        for place, option in enumerate(node["options"]):
            ranges = [range(pick["low"], pick["low"] + pick["size"]) for pick in option["picks"]]
            every = list(product(*ranges)) if prod(map(len, ranges)) < 200 else [
                tuple(map(random.choice, ranges)) for _ in range(60)
            ]
            for values in every:
                action = play.rules.choices.action(play.node, place, values, play.asked.player)
                refused = play.refusal(action)
                for language in LANGUAGES:
                    found = why_not(sitting, language, place, values)
                    assert (found is None) == (refused is None)
                    if found is not None and refused is not None:
                        assert found.sentence == refused.told(language)
                        assert found.failing
                        assert all(condition["text"] for condition in found.failing)


def outside_in(expr: c.Expr) -> Iterator[c.Expr]:
    yield expr
    for part in c.parts(expr):
        yield from outside_in(part)


def holds(meaning: Meaning[bool, int], term: c.Expr, play: Play, bound: dict[str, int]) -> bool:
    worth, faults = meaning.value(term, play.cells, bound)
    return bool(worth) and not faults
