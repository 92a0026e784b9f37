"""One record, several renderings: table, attention, -v, JSON, JUnit, SARIF. The golden files are meant to be read."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace

import pytest

from qedeck.commands.verdict_text import attention, closing, table, told
from qedeck.commands.verdicts import as_junit, as_sarif, data
from qedeck.proofs.answers import FULL, every_property
from qedeck.proofs.verdict import Grade, Verdict
from qedeck.proofs.wording import wording
from qedeck.spec.game import Game, load_text

GAME = """\
game fair
  players 2 to 4
  starts with main

reading closing: at-dusk, or at-night

remember
  sold of each player: 0 to 9

phase main
  for each player p
    p chooses a number n from 0 to 3
    sold of p becomes n

property small "nobody sells more than two" [FA-P-01]
  always every player p has sold of p is at most 9
  always every player p has sold of p is at most 2

property by-night
  with closing is at-night
  assuming sold of player 1 is 3            -- a remark
  each choice keeps sold of player 1 is was sold of player 1

property known "全員が売り切れる"
  expected refuted
  never every player p has sold of p is 3

property wrongly-known
  expected refuted
  never some player p where sold of p is 4

property can-happen
  reachable sold of player 1 is 3

property deep
  always sold of player 1 + sold of player 2 is not 17

property large
  any position has sold of player 1 is not 8

property nobody-there
  assuming sold of player 1 > 9
  any position has sold of player 2 is 0

property as-usual
  with default readings
  always sold of player 1 < 9
"""

PLAY = ("With closing: at-night.", "Player 1 chooses 1.", "Player 2 chooses 3.")


def game() -> Game:
    return load_text(GAME, "fair.qed")


def verdicts() -> list[Verdict]:
    fair = game()
    named = {prop.name.text: prop for prop in every_property(fair)}

    def made(name: str, grade: Grade, place: int = 0, players: int = 2, **more: object) -> Verdict:
        prop = named[name]
        found = Verdict(name, prop.claims[place].kind, players, Grade.UNKNOWN, "random plays", 1.25, place=place)
        words = wording(prop, place, fair.sources)
        return replace(found, grade=grade, wording=words, **more)  # type: ignore[arg-type]

    broken = {"expected": False, "detail": "it does not hold", "story": PLAY, "trace": {}}
    over, agreed, rests = ("every reading of closing",), ("z3", "cvc5"), ("no card is lost or made",)
    return [
        made("small", Grade.PROVED_SIZES, detail="4 questions", over=over, rests=rests, agreed=agreed),
        made("small", Grade.PROVED_SIZES, players=3, kept=True),
        made("small", Grade.REFUTED, 1, witness=("p is player 2", "sold of p is 3"), **broken),
        made("small", Grade.REFUTED, 1, 3, **broken),
        made("by-night", Grade.UNKNOWN, detail="the time was up", leads=("closing-time", "weather")),
        made("known", Grade.REFUTED, detail="it comes about", story=PLAY),
        made("wrongly-known", Grade.PROVED_SIZES, expected=False),
        made("can-happen", Grade.SHOWN, story=PLAY[1:]),
        made("deep", Grade.BOUNDED, detail="up to 12 steps"),
        made("deep", Grade.SAMPLED, players=3, detail="4,000 random plays do not break it"),
        made("large", Grade.UNKNOWN, detail=FULL),
        made("nobody-there", Grade.VACUOUS, expected=False, detail="no position fits what is assumed"),
        made("as-usual", Grade.PROVED_SIZES, default_readings=True),
        made("nobody is stuck", Grade.FAULT, detail="KeyError: 'x'"),
        made("every game ends", Grade.PROVED_SIZES, players=4),
        made("no case is idle", Grade.VACUOUS, detail="no definition has rows"),
    ]


Golden = Callable[[str, str], None]


def test_the_table_and_what_needs_attention(golden: Golden, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "90")
    lines = [*table(verdicts()), *attention(verdicts(), "my fair.qed"), "", closing(game(), verdicts(), 3.2)]
    golden("verdicts/short.txt", "\n".join(lines) + "\n")


def test_a_narrow_terminal_cuts_the_claim(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "64")
    lines = table(verdicts())
    assert all(len(line) <= 64 for line in lines) and any(line.endswith("…") for line in lines)


def test_everything(golden: Golden) -> None:
    golden("verdicts/verbose.txt", "\n\n".join(map(told, verdicts())) + "\n")


def test_a_long_play_is_cut_and_v_tells_it_all() -> None:
    long = [replace(verdict, story=PLAY * 20) for verdict in verdicts() if verdict.story]
    assert any("more lines: -v tells them all" in line for line in attention(long, "fair.qed"))
    assert told(long[0]).count("Player 1 chooses 1.") == 20


def test_json(golden: Golden) -> None:
    told_ = [data(verdict, "my fair.qed") for verdict in verdicts()]
    golden("verdicts/record.json", json.dumps(told_, ensure_ascii=False, indent=1) + "\n")


def test_junit(golden: Golden) -> None:
    golden("verdicts/junit.xml", as_junit(game(), verdicts(), "my fair.qed"))


def test_sarif(golden: Golden) -> None:
    log = as_sarif(game(), verdicts(), "my fair.qed")
    golden("verdicts/sarif.json", json.dumps(log, ensure_ascii=False, indent=1) + "\n")
