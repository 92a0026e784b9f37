"""The file that an evening is kept in: written whole and at once, so that whoever is killed loses nothing."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from qedeck.commands.exits import Wrong
from qedeck.evening.sheet import Sheet, SheetError, read_sheet, written

LARGEST = 5_000_000


def load(path: Path) -> Sheet | None:
    """The sheet in a file; None if there is no such file."""
    try:
        if not path.exists():
            return None
        if not path.is_file() or path.stat().st_size > LARGEST:
            raise Wrong(f"{path} is no file of an evening")
        return read_sheet(path.read_bytes().decode("utf-8-sig"))
    except OSError as error:
        raise Wrong(f"{path} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise Wrong(f"{path} is no file of an evening: it is not text in UTF-8") from None
    except SheetError as error:
        raise Wrong(f"{path} is no file of an evening: {error}") from None


def save(path: Path, sheet: Sheet) -> str:
    """Written beside the file first, then put in its place; why that cannot be done, or nothing."""
    return _put(path, written(sheet))


def tell(path: Path, lines: list[str]) -> str:
    """A text for people; why it cannot be written, or nothing."""
    return _put(path, "\n".join(lines) + "\n")


def put_away(path: Path) -> Path:
    """An earlier evening keeps its file under another name."""
    number = 1
    while (other := path.with_name(f"{path.stem}.{number}{path.suffix}")).exists():
        number += 1
    try:
        path.rename(other)
    except OSError as error:
        raise Wrong(f"{path} cannot be put away: {error.strerror}") from None
    return other


def _put(path: Path, text: str) -> str:
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with beside.open("w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    except OSError as error:
        with suppress(OSError):
            beside.unlink()
        return error.strerror or str(error)
    return ""
