"""Where a game lives: one file ending in .qed, or a folder with a file `rules.qed`; and what lies there with it.

A game is known everywhere by its first file. A folder is named like its game; every other file ending in .qed in it
belongs to that game, unless it begins a game or a variant of its own.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

SUFFIX = ".qed"
RULES = f"rules{SUFFIX}"
EXAMPLES = f"examples{SUFFIX}"
USUAL_PARTS = (f"readings{SUFFIX}", EXAMPLES, f"properties{SUFFIX}")
"""How a folder is laid out, unless somebody likes it otherwise."""
_HEAD = re.compile(rb"^(?:game|variant)[ \t]", re.MULTILINE)
_FIRST_BYTES = 1_000_000


def is_folder(path: Path) -> bool:
    """Whether this first file stands for a whole folder."""
    return path.name == RULES


def name_of(path: Path) -> str:
    """What the game of this first file is called by whoever asks for it."""
    return path.absolute().parent.name if is_folder(path) else path.stem


def companion(path: Path, ending: str) -> Path:
    """What belongs to a game beside its rules: `ja.toml` in its folder, or `my_game.ja.toml` beside `my_game.qed`."""
    return path.with_name(ending if is_folder(path) else f"{path.stem}.{ending}")


def examples_file(path: Path) -> Path:
    """Where further examples of a game belong."""
    return path.with_name(EXAMPLES) if is_folder(path) else path


def short(file: Path) -> str:
    """A file as people speak of it: `my_game.qed`, or `my_game/rules.qed` where it has a folder."""
    return f"{file.absolute().parent.name}/{file.name}" if file.with_name(RULES).is_file() else file.name


def around(path: Path) -> Path:
    """The folder in which a game lies: other games may lie beside it."""
    return Path(os.path.normpath(path.parent / os.pardir)) if is_folder(path) else path.parent


def parts(path: Path) -> list[Path]:
    """The files of a game after its first one, by name."""
    if not is_folder(path):
        return []
    return [other for other in games_in(path.parent) if other != path and not _own_game(other)]


def first_file(path: Path) -> Path | None:
    """The first file of the game that somebody means by a path: by its folder, or by any file of it."""
    if path.is_dir():
        rules = path / RULES
        return rules if rules.is_file() else None
    if not path.is_file():
        return None
    rules = path.with_name(RULES)
    return rules if path.suffix == SUFFIX and rules.is_file() and not _own_game(path) else path


def games_in(folder: Path) -> list[Path]:
    """Files ending in .qed."""
    return sorted(folder.glob(f"*{SUFFIX}"))


def homes_in(folder: Path) -> Iterator[Path]:
    """The first files of all games in a folder: by themselves, and in folders of their own."""
    yield from games_in(folder)
    yield from sorted(folder.glob(f"*/{RULES}"))


def neighbours(path: Path) -> Iterator[Path]:
    """The first files of all games that lie where this one lies, and in its folder."""
    yield from homes_in(around(path))
    if is_folder(path):
        yield from (other for other in games_in(path.parent) if other != path and _own_game(other))


def _own_game(path: Path) -> bool:
    """Whether a file begins a game of its own. What cannot be read does not: whoever reads it says so."""
    if not os.path.isfile(path):
        return False
    try:
        with path.open("rb") as opened:
            return _HEAD.search(opened.read(_FIRST_BYTES)) is not None
    except OSError:
        return False
