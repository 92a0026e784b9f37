"""What somebody types at an evening: a line in, what it means out; anything is answered, nothing is lost."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Sequence


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
    """Which of these somebody means: by number from 1, by name, or by the beginning of one name alone."""
    if text.isascii() and text.isdigit() and len(text) < 6:
        return int(text) - 1 if 1 <= int(text) <= len(names) else None
    folded = [plain(name).casefold() for name in names]
    wanted = text.casefold()
    for fits in (lambda name: name == wanted, lambda name: bool(wanted) and name.startswith(wanted)):
        found = [at for at, name in enumerate(folded) if _fits(fits, name)]
        if len(found) == 1:
            return found[0]
    return None


def _fits(fits: Callable[[str], bool], name: str) -> bool:
    return fits(name)


def parts(text: str) -> list[str]:
    """What is separated by commas of any kind."""
    for comma in ("、", "，"):
        text = text.replace(comma, ",")
    return [part for part in (plain(one) for one in text.split(",")) if part]
