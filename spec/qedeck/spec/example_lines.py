"""Stage 3, examples as programs over Core: the lines of one, in order, each with all that running it needs."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

from qedeck.spec import core as c
from qedeck.spec.anatomy import Part
from qedeck.spec.learned import What
from qedeck.spec.source import NOWHERE, Span


@dataclass(frozen=True, slots=True)
class ScriptPick:
    """One choice in words: an option's name, the values picked, or declining."""

    option: str | None
    values: tuple[str | int | bool, ...]
    span: Span = field(default=NOWHERE, compare=False, repr=False)

    def __str__(self) -> str:
        words = " and ".join(str(v) for v in self.values)
        return f"{self.option} with {words}" if self.option and words else self.option or words


@dataclass(frozen=True, slots=True)
class Run:
    """Go to a block and feed it these choices."""

    block: int
    picks: tuple[ScriptPick, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class GoOn:
    """Feed more choices to where the play stands."""

    picks: tuple[ScriptPick, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class ToldCards:
    """Cards of a deal in their order, and where they go; None: there is only one place."""

    cards: tuple[int, ...]
    to: c.ZoneRef | None
    player: c.Expr | None = None
    """In the place of a zone: whoever gets them."""


@dataclass(frozen=True, slots=True)
class Falls:
    """Chance deals so."""

    groups: tuple[ToldCards, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Shuffles:
    """Chance shuffles so that these lie on top, the last one uppermost."""

    cards: tuple[int, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Drawn:
    """Chance chooses this."""

    pick: ScriptPick
    span: Span


@dataclass(frozen=True, slots=True)
class LayOut:
    """Change the position by the steps of a block; whoever is asked is still asked."""

    block: int
    span: Span


@dataclass(frozen=True, slots=True)
class Expect:
    """A condition that must hold, taken apart to show what does not."""

    part: Part
    span: Span


@dataclass(frozen=True, slots=True)
class ExpectRefused:
    span: Span


@dataclass(frozen=True, slots=True)
class ExpectEnded:
    ending: str | None
    span: Span


@dataclass(frozen=True, slots=True)
class ExpectWon:
    players: tuple[c.Expr, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class ExpectAsked:
    owner: c.Owner
    span: Span


@dataclass(frozen=True, slots=True)
class ExpectLearned:
    """What those for whom `who` holds over VIEWER were told since the first `when` after what was expected last."""

    who: c.Expr
    how: str
    """shown, noticed or heard."""
    negated: bool
    what: tuple[What, ...]
    """Values with their types, names of options or announcements; nothing here: anything at all."""
    span: Span


Told: TypeAlias = Falls | Shuffles | Drawn
Expected: TypeAlias = Expect | ExpectRefused | ExpectEnded | ExpectWon | ExpectAsked | ExpectLearned
Line: TypeAlias = Run | GoOn | LayOut | Told | Expected


@dataclass(frozen=True, slots=True)
class ExampleProgram:
    name: str
    title: str | None
    core: c.Core
    lines: tuple[Line, ...]
    span: Span
