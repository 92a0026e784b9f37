"""The hunt on the command line.

    python -m tests.truth --pairs 2000 --seed 7 [--jobs 2] [--keep FOLDER] [--kinds same_with,same_without]
    python -m tests.truth --again 7000021:3      one game once more

A mistake is printed as a game with one property, as few lines as it takes, and what is true of it.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterable, Iterator
from pathlib import Path

from .hunt import Mistake, Tally, spread, trial
from .shrink import shrunk
from .truth import KINDS


def main() -> int:
    wanted = _wanted()
    tally, start = Tally(), time.monotonic()
    asked = wanted.kinds.split(",") if wanted.kinds else KINDS
    for part in _again(wanted.again) if wanted.again else spread(wanted.seed, wanted.pairs, wanted.jobs, asked):
        tally += part
        _tell(part.mistakes, wanted.keep)
        print(f"{tally.pairs} pairs, {len(tally.mistakes)} mistakes", file=sys.stderr, flush=True)
    rate = tally.pairs / (time.monotonic() - start)
    drawn = f"{tally.pairs} pairs, {tally.games} games, {rate:.1f} a second"
    print(f"seed {wanted.seed}: {drawn}, {len(tally.mistakes)} mistakes")
    for key, count in sorted(tally.said.items()):
        print(f"{count:8}  {', '.join(key)}")
    return 1 if tally.mistakes else 0


def _wanted() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.truth")
    parser.add_argument("--seed", type=int, default=int(time.time()))
    parser.add_argument("--pairs", type=int, default=200)
    parser.add_argument("--jobs", type=int, help="processes; else one for each core")
    parser.add_argument("--kinds", default="", help="only claims of these kinds, with commas between them")
    parser.add_argument("--keep", type=Path, help="a folder for the games in which something is wrong")
    parser.add_argument("--again", help="a game by its name, as a mistake tells it")
    return parser.parse_args()


def _again(name: str) -> Iterator[Tally]:
    one, tally = trial(name), Tally(games=1)
    if one is not None:
        print(one.text)
        tally.mistakes += one.mistakes(tally)
    yield tally


def _tell(mistakes: Iterable[Mistake], keep: Path | None) -> None:
    for mistake in mistakes:
        small = shrunk(mistake)
        print(f"{small.told()}\n", flush=True)
        if keep is not None:
            keep.mkdir(parents=True, exist_ok=True)
            name = small.seed.replace(":", "_").replace("/", "_")
            (keep / f"{name}_{small.property}.qed").write_text(small.told(), "utf-8")


if __name__ == "__main__":
    sys.exit(main())
