"""How long a designer waits for the first word: the cold start of checking a game, in a process of its own.

The ratio to `python -c pass` is what can be compared between machines. The limit is reported, never asserted.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from importlib.util import find_spec
from pathlib import Path

from qedeck.spec.files import shipped_games

ROOT = Path(__file__).resolve().parents[2]
LIMIT = 0.5
TIMES = 5
LONG = 300


def check(path: Path) -> list[str]:
    """The command that checks a game, or what it will do once there is a command."""
    if _exists("qedeck.commands.main"):
        return [sys.executable, "-m", "qedeck.commands.main", "check", str(path)]
    code = "import sys; from qedeck.spec.game import load; from qedeck.spec.render import render_all; "
    code += "game = load(sys.argv[1]); print(render_all(game.diagnostics, game.sources))"
    return [sys.executable, "-c", code, str(path)]


def _exists(module: str) -> bool:
    try:
        return find_spec(module) is not None
    except ModuleNotFoundError:
        return False


def seconds(command: list[str], cache: Path | None, empty: bool) -> float:
    """The best of several runs; with `empty` each of them finds nothing in the cache."""
    best = float("inf")
    for turn in range(TIMES):
        folder = cache and (cache / str(turn) if empty else cache)
        roots = [str(ROOT / name) for name in ("spec", "interpreter", "proofs")]
        around = {**os.environ, "PYTHONPATH": os.pathsep.join(roots)}
        if folder is not None:
            around["XDG_CACHE_HOME"] = str(folder)
        before = time.perf_counter()
        done = subprocess.run(command, env=around, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        best = min(best, time.perf_counter() - before)
        if done.returncode not in (0, 1) or b"Traceback" in done.stderr:
            raise SystemExit(f"{' '.join(command)} failed:\n{done.stderr.decode('utf-8', 'replace')}")
    return best


def long_game(folder: Path) -> Path:
    """A game of the given length that uses what games use most: cards, zones, definitions, phases, examples."""
    head = (
        "game long-game\n  players 3 to 4\n  starts with round-1\n\nsuit is one of red, black\n\n"
        "cards\n  chest, rank 1 to 15, suit red\n  robber, rank 1 to 15, suit black\n\n"
        "zones\n  deck: pile of card, face down, full at start\n  hand of each player: pile of card, seen by owner\n"
        "  trick: row of card, up to players, face up\n\nremember\n  leader: player\n  points of each player: 0 to 99\n"
    )
    part = (
        "\ndefine worth-{0} of card c: number\n  by c\n    chest: rank of c + {0}\n    robber\n"
        "      when rank of c > 7: {0}\n      otherwise: 0\n"
        "\nphase round-{0}\n  deal 1 from deck to hand of each player\n  for each player p clockwise from leader\n"
        "    p chooses a card c in hand of p\n    move c from hand of p to trick\n"
        "    add worth-{0} of c to points of p, up to 99\n  leader becomes player at 1 in trick\n"
        "  move all from trick to deck\n{1}"
        "\nexample opening-{0}\n  given leader is player 2\n  then worth-{0} of chest 3 is {2}\n"
    )
    room = (LONG - head.count("\n")) // part.count("\n")
    parts = [part.format(n, f"  do round-{n + 1}\n" if n < room else "", n + 3) for n in range(1, room + 1)]
    path = folder / "long_game.qed"
    path.write_text(head + "".join(parts), "utf-8")
    return path


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        games = [shipped_games()["werewolves_and_robbers"], long_game(folder)]
        plain = seconds([sys.executable, "-c", "pass"], None, False)
        print(f"python -c pass: {plain:.3f} s; limit {LIMIT} s; best of {TIMES}")
        print(f"{'game':<26}{'lines':>6}  {'cache':<6}{'seconds':>8}{'ratio':>7}  within the limit")
        for game in games:
            lines = len(game.read_text("utf-8").splitlines())
            warm = folder / "warm"
            seconds(check(game), warm, False)
            for cache, empty in (("warm", False), ("empty", True)):
                took = seconds(check(game), folder / f"empty-{game.stem}" if empty else warm, empty)
                within = "yes" if took <= LIMIT else "no"
                print(f"{game.stem:<26}{lines:>6}  {cache:<6}{took:>8.3f}{took / plain:>7.1f}  {within}")


if __name__ == "__main__":
    main()
