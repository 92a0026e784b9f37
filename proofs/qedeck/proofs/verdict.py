"""What the prover says: a grade, never a bare tick, with what it rests on."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum


class Grade(Enum):
    """How sure we are; the words are those a designer reads."""

    PROVED = "proved for all"
    PROVED_SIZES = "proved for these sizes"
    SHOWN = "shown by a play"
    LAID_OUT = "shown by a position"
    BOUNDED = "no violation up to a depth"
    SAMPLED = "sampled"
    REFUTED = "refuted"
    UNKNOWN = "unknown"
    FAULT = "our own fault"

    @property
    def good(self) -> bool:
        return self in (Grade.PROVED, Grade.PROVED_SIZES, Grade.SHOWN, Grade.LAID_OUT)

    @property
    def exit_code(self) -> int:
        """0 good, 1 refuted, 4 our fault, 3 anything that is not decided: unknown is never success."""
        return 0 if self.good else {Grade.REFUTED: 1, Grade.FAULT: 4}.get(self, 3)


@dataclass(frozen=True, slots=True)
class Verdict:
    """The answer to one claim at one player count."""

    property: str
    claim: str
    players: int
    grade: Grade
    engine: str
    seconds: float = 0.0
    detail: str = ""
    """Why it is unknown, up to which depth, how many plays; or what was found, in words."""
    story: tuple[str, ...] = ()
    """The position or play that shows it, told at the table."""
    over: tuple[str, ...] = ()
    """What it holds over: every icon table, every reading."""
    agreed: tuple[str, ...] = ()
    """Who checked it again."""
    used: tuple[str, ...] = ()
    """The clauses it rests on."""
    vacuous: bool = False
    expected: bool = True
    """Whether it came out as the game says it does: refuted where that is expected, good elsewhere."""
    trace: dict[str, object] | None = field(default=None, compare=False)
    smt: str = field(default="", compare=False, repr=False)
    """The question in SMT-LIB, for whoever wants to ask somebody else."""


def exit_code(verdict: Verdict) -> int:
    """As the grade says, but for what the game expects: a known refutation is good, and its opposite is not."""
    if verdict.grade is Grade.REFUTED or verdict.grade.good:
        return 0 if verdict.expected else 1
    return verdict.grade.exit_code
