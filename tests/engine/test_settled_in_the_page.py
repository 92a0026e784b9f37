"""Parameters that are settled in the page: the same games as the interpreter plays with these settings."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import Any

import pytest

from qedeck.engine.describe import describe
from qedeck.engine.reading import Sitting
from qedeck.engine.seen import view
from qedeck.interpreter.play import rules_of, start
from qedeck.interpreter.settings import SettingError
from qedeck.spec.game import load_text
from tests.all_games import game

TABLES = [("hamlet", 5), ("hamlet", 8), ("werewolf_village", 8), ("werewolf_village", 13),
          ("werewolves_and_robbers", 4)]


def at_random(name: str, players: int, dice: Random) -> tuple[dict[str, object], dict[str, list[int]]]:
    """Settings near the usual ones, which may break a limit; as a command gives them, and as they lie in memory."""
    rules = rules_of(game(name), players)
    settings: dict[str, object] = {}
    rows: dict[str, list[int]] = {}
    for var in rules.core.vars.values():
        if var.role != "parameter":
            continue
        row = [int(value) for value in rules.first[0][var.name]]
        values = list(rules.words.values(var.type))
        one = dice.choice([-1, 1])
        for place in dice.sample(range(len(row)), min(2, len(row))):
            # One more here is one less there: most limits are sums.
            row[place] = min(max(row[place] + one, values[0]), values[-1])
            one = -one
        rows[var.name] = row
        keys = [", ".join(key) for key in product(*(dim.members for dim in var.dims))]
        named = [rules.words.word(var.type, value) for value in row]
        settings[var.name] = dict(zip(keys, named, strict=True)) if var.dims else named[0]
    return settings, rows


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_the_same_games(name: str, players: int) -> None:
    page = describe(game(name), players, unsettled=("parameter",))
    sitting, dice, played, refused = Sitting(page), Random(name), 0, 0
    for seed in range(200):
        if played == 8:
            break
        settings, rows = at_random(name, players, dice)
        try:
            play = start(game(name), players, seed, settings)
        except SettingError:
            assert sitting.broken(rows)
            refused += 1
            continue
        assert not sitting.broken(rows)
        sitting.begin(seed, settled=rows)
        played += 1
        for _ in range(40):
            seen, there = view(sitting, None), play.view(None).data()
            assert [seen[key] for key in ("zones", "remembered", "asked")] == [
                there[key] for key in ("zones", "remembered", "asked")]
            if play.over:
                assert seen["result"]["winners"] == there["result"]["winners"]
                break
            assert len(sitting.choices) == len(play.legal())
            at = dice.randrange(len(sitting.choices))
            sitting.step(sitting.choices[at])
            play.apply(play.legal()[at])
    assert played == 8, (played, refused)


def test_as_usual_until_it_is_settled() -> None:
    """What was settled for one game holds for the next ones, until it is settled anew."""
    sitting = Sitting(describe(game("hamlet"), 5, unsettled=("parameter",)))

    def dealt() -> list[int]:
        rows = [zone["cards"] for key, zone in view(sitting, None)["zones"].items() if key.startswith("own of")]
        return [sum(row.get(card, 0) for row in rows) for card in ("wolf", "seer", "hunter", "villager")]

    sitting.begin(3)
    assert dealt() == [1, 1, 1, 2]
    for copies in ([2, 1, 1, 1], [1, 1, 1, 2], [5, 0, 0, 0]):
        sitting.begin(3, settled={"copies-of": copies})
        assert dealt() == copies


def test_limits_as_they_are_written() -> None:
    sitting = Sitting(describe(game("hamlet"), 5, unsettled=("parameter",)))
    assert sitting.broken({"copies-of": [1, 1, 1, 2]}) == []
    assert sitting.broken({"copies-of": [0, 1, 1, 3]}) == ["copies-of of wolf is at least 1"]
    assert sitting.broken({"copies-of": [1, 1, 1, 1]}) == ["sum of copies-of of r for each tile r is players"]


def test_only_what_was_asked_for() -> None:
    def named(*roles: str) -> Any:
        return describe(game("hamlet"), 5, unsettled=roles).description["unsettled"]["names"]

    assert named() == [] and named("parameter") == ["copies-of"] and named("reading") == ["dead-seer"]


def test_a_reading_can_be_settled_too() -> None:
    """The seer is called first, whoever plays, or, if nobody does and the dead are not called, not at all."""
    sitting = Sitting(describe(game("hamlet"), 5, unsettled=("parameter", "reading")))
    for reading, called in ((0, True), (1, False)):
        sitting.begin(1, settled={"dead-seer": [reading], "copies-of": [1, 0, 1, 3]})
        assert ("announce seer-wakes" in [event["event"] for event in sitting.events]) is called


LUCK = """\
game luck
  players 2
  moderated
  starts with main

reading catching: moderator-says, or by-chance

parameter risk: 0 to 6
  assumed 1

parameter bonus: 0 to 3
  assumed 1

remember
  score of each player: 0 to 9

phase main
  if catching is by-chance
    chance chooses a number n from 1 to 6
    if n <= risk: add 1 to score of player 1
  otherwise
    moderator chooses one
      caught
        add bonus to score of player 1
      unnoticed
  judge over

ending over
  when yes
  won by player p where score of p > 0
"""


def test_what_makes_no_difference_is_not_settled() -> None:
    """Of what only another reading asks for, nobody is asked."""
    luck = load_text(LUCK)
    assert luck.sound

    def named(**settings: object) -> Any:
        return describe(luck, 2, settings, ("parameter",)).description["unsettled"]["names"]

    assert named() == ["bonus"] and named(catching="by-chance") == ["risk"]
    both = describe(luck, 2, {}, ("parameter", "reading")).description["unsettled"]["names"]
    assert sorted(both) == ["bonus", "catching", "risk"]
