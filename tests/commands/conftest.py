"""A folder with a small game in it, and the command line as somebody would type it."""

from __future__ import annotations

import signal
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from qedeck.commands.main import main

SMALL = """\
game small
  players 2 to 3
  starts with evening

cards
  ace, 2 copies
  king, 2 copies

parameter points of card c: 0 to 9
  assumed 1
reading ties: shared, lost

zones
  deck: pile of card, face down, full at start
  hand of each player: pile of card, seen by owner
  heap: row of card, up to 4, face up

remember
  score of each player: 0 to 30

phase evening
  deal 1 from deck to hand of each player
  for each player p
    p chooses one
      keep
      throw with card c, if c is in hand of p
        move c from hand of p to heap
        add points of c to score of p
  judge threw, kept

define threw-away of player p: yes or no
  score of p is at least 1

ending threw
  when some player p where threw-away of p
  won by player p where threw-away of p

ending kept
  when no player p where threw-away of p
  nobody wins

example throws "a card thrown away scores"
  given hand of player 1 is ace
  when do evening choosing keep, keep
  then ended with kept
"""


@pytest.fixture(autouse=True)
def own_cache(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Nothing is kept in, or taken from, the cache of whoever runs the tests."""
    folder = tmp_path_factory.mktemp("cache")
    monkeypatch.setenv("XDG_CACHE_HOME", str(folder))
    return folder / "qedeck"


@dataclass(frozen=True, slots=True)
class Said:
    code: int
    out: str
    err: str


@pytest.fixture
def qedeck(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Callable[..., Said]:
    """Run a command in a folder that holds small.qed; nothing it says may be a traceback."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("QEDECK_DEBUG", raising=False)
    Path("small.qed").write_text(SMALL, "utf-8")

    def run(*words: str) -> Said:
        code = main(list(words))
        said = capsys.readouterr()
        assert "Traceback" not in said.out + said.err
        return Said(code, said.out, said.err)

    return run


def hears_ctrl_c() -> None:
    """For a process that is started: whoever runs the tests in the background may have told them to ignore Ctrl-C."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
