"""What the prover says: a grade, never a bare tick, with what it rests on."""

from __future__ import annotations

from dataclasses import MISSING, dataclass, field, fields
from enum import Enum
from typing import Any, assert_never

from qedeck.interpreter.state import Cells
from qedeck.proofs.wording import Wording

BY_DEFAULT = "proved (default readings)"
"""What is proved of the default readings only is counted apart."""


class Grade(Enum):
    """How sure we are; the words are those a designer reads."""

    PROVED = "proved for all"
    PROVED_SIZES = "proved for these sizes"
    SHOWN = "shown by a play"
    LAID_OUT = "shown by a position"
    BOUNDED = "no violation up to a depth"
    SAMPLED = "sampled"
    REFUTED = "refuted"
    VACUOUS = "claims nothing"
    UNKNOWN = "unknown"
    FAULT = "our own fault"

    @property
    def good(self) -> bool:
        return self in (Grade.PROVED, Grade.PROVED_SIZES, Grade.SHOWN, Grade.LAID_OUT)

    @property
    def decided(self) -> bool:
        """Whether more time could not change it."""
        return self.good or self in (Grade.REFUTED, Grade.VACUOUS)

    @property
    def exit_code(self) -> int:
        """0 good, 1 refuted, 4 our fault, 3 all else: neither unknown nor vacuous is success."""
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
    witness: tuple[str, ...] = ()
    """What stands out in that position: which player, which place, and what is so there, each in words."""
    met: tuple[str, ...] = ()
    """A play or position that shows that there is something the claim speaks of: what it assumes can be met."""
    over: tuple[str, ...] = ()
    """What it holds over: every icon table, every reading."""
    rests: tuple[str, ...] = ()
    """What a proof takes for granted beside the rules, each in words: it stands and falls with that."""
    agreed: tuple[str, ...] = ()
    """Who checked it again."""
    used: tuple[str, ...] = ()
    """The clauses it rests on."""
    narrowed: bool = False
    """Whether the clauses were narrowed down; otherwise they are all that it may rest on."""
    default_readings: bool = False
    """The claim is about the default readings only, but for what the property sets; else about all of them."""
    expected: bool = True
    """Whether it came out as the game says it does: refuted where that is expected, good elsewhere.

    A stock property may be vacuous: nobody has written it.
    """
    leads: tuple[str, ...] = ()
    """Of a claim that is open: what a claim above it, as a stepping stone, should speak of."""
    place: int = 0
    """Which of the property's claims it answers, counted from 0."""
    goes_on: bool = False
    """A search was not finished; the next run takes it up where it was left."""
    wording: Wording = field(default=Wording(), compare=False)
    """What was claimed, in the words of the file as it is now."""
    at: tuple[Cells, ...] = field(default=(), compare=False, repr=False)
    """The position that the story comes to, and the one before the last choice or the other of two: not kept."""
    kept: bool = field(default=False, compare=False)
    """Nobody was asked: it was answered in an earlier run, and nothing it depends on has changed."""
    trace: dict[str, object] | None = field(default=None, compare=False)
    smt: str = field(default="", compare=False, repr=False)
    """The question in SMT-LIB, for whoever wants to ask somebody else."""
    nowhere: bool = False
    """Refuted because what shall be somewhere is nowhere: that is proved, and there is nothing to tell."""

    def __post_init__(self) -> None:
        """A refutation is told by a play or a position, or proves that there is none; there is no other."""
        if self.grade is Grade.REFUTED and not self.story and not self.nowhere:
            raise ValueError(f"{self.property}: refuted, and nothing is told that shows it")

    def solved(self) -> str:
        """What a solver says of its questions: unsat where somebody agreed that there is nothing, sat for a model."""
        if not self.grade.decided:
            return "unknown"
        return "unsat" if self.agreed else "sat"

    def stated(self) -> str:
        """Its questions with the answer written into them, for a verdict that rests on several."""
        return self.smt.replace("(set-info :status unknown)", f"(set-info :status {self.solved()})")


def exit_code(verdict: Verdict) -> int:
    """As the grade says, but for what the game expects: a known refutation is good, and its opposite is not."""
    if verdict.grade is Grade.VACUOUS and verdict.expected:
        return 0
    if verdict.grade is Grade.REFUTED or verdict.grade.good:
        return 0 if verdict.expected else 1
    return verdict.grade.exit_code


def brief(verdict: Verdict) -> str:
    """What became of the claim, in a word or two: so tables and reports count."""
    if verdict.grade is Grade.FAULT:
        return "our own fault"
    match verdict.grade:
        case Grade.REFUTED:
            return "refuted, as expected" if verdict.expected else "refuted"
        case Grade.SHOWN | Grade.LAID_OUT:
            return "shown"
        case Grade.PROVED | Grade.PROVED_SIZES:
            return BY_DEFAULT if verdict.default_readings else "proved"
        case Grade.BOUNDED | Grade.SAMPLED | Grade.UNKNOWN:
            return "open"
        case Grade.VACUOUS:
            return "claims nothing"
    assert_never(verdict.grade)


def every(name: str) -> str:
    """That it holds whatever a number is that nobody states."""
    return f"every {name}"


def every_reading(name: str) -> str:
    """That it holds however something is read."""
    return f"every reading of {name}"


# ---- as data -----------------------------------------------------------------------------------------

_TOLD = {field.name for field in fields(Verdict)} - {"wording", "at"}
"""How a claim is worded may change without its answer; positions are told, and not needed any more."""


_NEEDED = {field.name for field in fields(Verdict) if field.default is MISSING}


def to_data(verdict: Verdict) -> dict[str, Any]:
    """All that is worth keeping of a verdict, for JSON."""
    return {name: getattr(verdict, name) for name in _TOLD} | {"grade": verdict.grade.name}


def from_data(data: Any) -> Verdict | None:
    """The verdict again, as far as its fields are known; None if this is none."""
    if not isinstance(data, dict) or not set(data) >= _NEEDED or str(data["grade"]) not in Grade.__members__:
        return None
    known = {name: value for name, value in data.items() if name in _TOLD}
    listed: dict[str, Any] = {name: tuple(value) if isinstance(value, list) else value for name, value in known.items()}
    if not all(_fits(value, _KINDS[name]) for name, value in listed.items() if name != "grade"):
        return None
    try:
        return Verdict(**listed | {"grade": Grade[data["grade"]]})
    except ValueError:
        return None


_KINDS = {field_.name: str(field_.type) for field_ in fields(Verdict)}


def _fits(value: object, kind: str) -> bool:
    """Whether a value from a file is of the kind that its field says: the file may be anybody's."""
    match kind:
        case "str" | "bool":
            return type(value).__name__ == kind
        case "int":
            return type(value) is int and abs(value) < 10**9
        case "float":
            return type(value) in (int, float) and 0 <= float(str(value)) < 10**9
        case "tuple[str, ...]":
            return isinstance(value, tuple) and all(isinstance(one, str) for one in value)
        case _:
            return value is None or isinstance(value, dict)
