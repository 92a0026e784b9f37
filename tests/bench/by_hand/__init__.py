"""The small ring in C, as somebody would write it by hand: compiled where there is a compiler, and run."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from functools import cache
from pathlib import Path

from ..contest import Side, Unavailable

HERE = Path(__file__).parent


@cache
def compiled(name: str, **sizes: int) -> Path:
    """The program of this name, with its sizes (PLAYERS=4, COPIES=2, …) other than the usual ones."""
    compiler = shutil.which("gcc") or shutil.which("cc")
    if compiler is None:
        raise Unavailable("no C compiler (gcc or cc) is installed")
    target = _folder() / "-".join([name, *(f"{size}{number}" for size, number in sizes.items())])
    defines = [f"-D{size}={number}" for size, number in sizes.items()]
    subprocess.run([compiler, "-O2", "-o", str(target), *defines, str(HERE / f"{name}.c")], check=True)
    return target


@cache
def _folder() -> Path:
    folder = tempfile.TemporaryDirectory(prefix="qedeck-by-hand-")
    _KEPT.append(folder)
    return Path(folder.name)


_KEPT: list[tempfile.TemporaryDirectory[str]] = []
"""Folders that are removed when Python ends."""


def run(program: Path, *arguments: object) -> tuple[list[str], dict[str, float]]:
    """Its lines but the last, and the last as names with numbers (of several the first)."""
    done = subprocess.run([str(program), *map(str, arguments)], check=True, capture_output=True, text=True)
    *lines, last = done.stdout.splitlines()
    words = last.split()
    return lines, {name: float(number) for name, number in zip(words[::2], words[1::2], strict=False)}


def playouts(players: int) -> Side:
    """Random games in a second, by the program's own clock."""
    program, size, seed = compiled("ring_playouts", PLAYERS=players), 1_000, 1

    def side(seconds: float) -> float:
        nonlocal size, seed
        while True:
            _, told = run(program, seed, size)
            seed += size
            if told["seconds"] >= seconds / 2:
                return told["games"] / told["seconds"]
            size = int(size * min(10.0, 1.1 * seconds / max(told["seconds"], 1e-6))) + 1

    return side


def search() -> Side:
    """Positions in a second, over the whole of the tiny ring."""
    program = compiled("ring_search")

    def side(seconds: float) -> float:
        _, told = run(program)
        return told["positions"] / told["seconds"]

    return side
