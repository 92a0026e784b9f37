"""What lies beside a spec, broken at random: tables of cards and text files give messages, in their place."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from qedeck.interpreter.play import Endless, play_random, start
from qedeck.interpreter.telling import tell
from qedeck.spec.escapes import escaped
from qedeck.spec.explain import pages
from qedeck.spec.game import load
from qedeck.spec.render import render_all, to_json

from .mutations import mutate
from .test_mutations import SECONDS, inside, limited

SEED = 50
QUICK, ALL = 200, 3_000
SPEC = """\
game beside
  players 2
  starts with main

colour is one of black, white

cards animal from "beside.csv"

reading ties: shared, lost

zones
  deck: pile of animal, face down, full at start
  hand of each player: pile of animal, seen by owner

remember
  score of each player: 0 to 9
  leader: player

phase main
  deal 1 from deck to hand of each player
  for each player p
    p chooses an animal c in hand of p
    add 1 to score of p
    leader becomes p
"""
TABLE = "family,number,colour,steps,copies\nwolf,1,black,2,2\nsheep,,white,1,\nsheep,2,,3,1\n狼,,black,,\n"
TEXTS = """\
[title]
name = "Beside"
[names]
wolf = "the wolf"
"main.x" = "y"
[clauses]
main = \"\"\"Everybody plays
an animal.\"\"\"
[readings.ties]
shared = "both"
lost = "none"
[choices]
main = "{player} plays {c}"
[log]
main = "{player} gets {amount}"
"main.unseen" = ""
[changes]
"score.more" = "{player} has {value}"
[table]
player = "{leader} {player}: {score}"
[table.lists.score]
each = "{player}"
"""


def examine(number: int, folder: Path) -> None:
    random = Random(SEED * 1_000_000 + number)
    files = {"beside.csv": TABLE, "beside.en.toml": TEXTS, "beside.ja.toml": TEXTS}
    broken = random.choice(sorted(files))
    files[broken] = mutate(files[broken], random.choice((TABLE, TEXTS, SPEC)), random)
    for name, text in {**files, "beside.qed": SPEC}.items():
        (folder / name).write_bytes(text.encode("utf-8", "surrogatepass"))
    game = load(folder / "beside.qed")
    for found in game.diagnostics:
        assert found.code in pages() and found.title.strip()
        assert found.span.file not in game.sources or inside(found.span, game), found
        to_json(found, game.sources)
    render_all(game.diagnostics, game.sources)
    if game.sound:
        play = start(game, 2, number)
        try:
            play_random(play, 20)
        except Endless:
            return
        for language in ("en", "ja"):
            for line in tell(play, language):
                assert escaped(line, keep="\n") == line, "a text file reached the log raw"


@pytest.mark.parametrize("first", range(0, QUICK, 50))
def test_a_few(first: int, tmp_path: Path) -> None:
    for number in range(first, first + 50):
        with limited(SECONDS):
            examine(number, tmp_path)


@pytest.mark.slow
def test_many(tmp_path: Path) -> None:
    for number in range(QUICK, ALL):
        with limited(SECONDS):
            examine(number, tmp_path)
