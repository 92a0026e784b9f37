"""What became of one change to a game: its fate, and who noticed it."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field, fields
from enum import Enum
from typing import Any


class Fate(Enum):
    """What became of a change; the words are those a designer reads."""

    NOTICED = "noticed by a property"
    EXAMPLE = "noticed by an example only"
    UNNOTICED = "unnoticed"
    ALIKE = "makes no difference: proved"
    REFUSED = "refused by the checker"
    SAME = "no change"

    @property
    def counts(self) -> bool:
        """Whether it takes part in the ratio: somebody could have noticed it."""
        return self in (Fate.NOTICED, Fate.EXAMPLE, Fate.UNNOTICED)


@dataclass(frozen=True, slots=True)
class Finding:
    """A mutant with its fate: who noticed, at which player count."""

    number: int
    fate: Fate
    by: str = ""
    players: int = 0
    seconds: float = 0.0
    detail: str = ""
    digest: str = field(default="", repr=False)
    """The same for two mutants that are the same game."""
    lost: bool = False
    """Nobody could look to the end: the process had to be given up, or a fault of ours came up."""
    kept: bool = False
    """An earlier run found it."""

    @property
    def data(self) -> dict[str, Any]:
        """What is written down of it; numbers change when the text does."""
        left_out = ("number", "lost", "kept")
        return {name: value for name, value in asdict(self).items() if name not in left_out} | {"fate": self.fate.name}


def read_finding(number: int, data: object) -> Finding | None:
    """A finding as it was written down; None if it is none."""
    names = {f.name for f in fields(Finding)} - {"number", "lost", "kept"}
    if not isinstance(data, dict) or set(data) != names:
        return None
    try:
        return Finding(number, **data | {"fate": Fate[data["fate"]], "kept": True})
    except (KeyError, TypeError):
        return None
