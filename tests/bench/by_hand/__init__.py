"""The small ring in C, as somebody would write it by hand: compiled where there is a compiler, and run."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from functools import cache
from pathlib import Path

HERE = Path(__file__).parent


class NoCompiler(Exception):
    """There is neither gcc nor cc."""


@cache
def compiled(name: str, **sizes: int) -> Path:
    """The program of this name, with its sizes (PLAYERS=4, COPIES=2, …) other than the usual ones."""
    compiler = shutil.which("gcc") or shutil.which("cc")
    if compiler is None:
        raise NoCompiler("no C compiler (gcc or cc) is installed")
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
