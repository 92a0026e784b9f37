"""What somebody types at an evening: a line in, what it means out; anything is answered, nothing is lost."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence


class Left(Exception):
    """The person leaves, or hangs up."""


def typed(prompt: str) -> str:
    """A line as it is meant: letters and digits of any width, no spaces around it. Left at the end of the input."""
    try:
        return plain(input(prompt))
    except (EOFError, KeyboardInterrupt):
        print()
        raise Left from None
    except UnicodeDecodeError:
        return "?"


def plain(text: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", text).split())


def meant(text: str, names: Sequence[str]) -> int | None:
    """Which of these somebody means: by its name, by its number from 1, or by the beginning of one name alone."""
    folded, wanted = [plain(name).casefold() for name in names], plain(text).casefold()
    if folded.count(wanted) == 1:
        return folded.index(wanted)
    if text.isascii() and text.isdigit() and len(text) < 6:
        return int(text) - 1 if 1 <= int(text) <= len(names) else None
    found = [at for at, name in enumerate(folded) if wanted and name.startswith(wanted)]
    return found[0] if len(found) == 1 else None


def parts(text: str) -> list[str]:
    """What is separated by commas of any kind."""
    for comma in ("、", "，"):
        text = text.replace(comma, ",")
    return [part for part in (plain(one) for one in text.split(",")) if part]
