"""Views: transition systems that are asked in the place of a whole game, because there is less in them.

In: a game, and what is assumed of its readings and parameters; out: a system with at least its steps. Facts are
settled in a view, truths are carried into it, and neither crosses over but by `View.shows` and `Whole.holds_in`.

NOTE(view): let a play of the whole game step from s, at a node, to t, at another. A view has a step between the same
two nodes that begins in s and ends in some t' with t' = t in all variables that are `kept`: steps that write only
others may have been left out, so of the others t' says nothing. Let K be what is true of the whole game at each node
(lemmas, what the way there makes sure, the laws of the table) and F facts that speak of kept variables alone. If F
holds after the set-up, and every step of the view leads from K and F to F, then F holds in the whole game at every
node: by induction over the play, K(s) and F(s) give F(t'), and F cannot tell t' from t. So K may speak of anything, but
must be proved of the whole game; F may be settled here, but must speak of what is kept. A fact about a variable whose
writers were left out is kept by every step of the view, true or not.
"""

from __future__ import annotations

from dataclasses import dataclass

from qedeck.interpreter.layout import layout_of
from qedeck.spec import core as c


@dataclass(frozen=True, slots=True, eq=False)
class Whole:
    """The game that a proof is about: its rules, and what is assumed of its readings and parameters."""

    core: c.Core
    given: c.Expr | None = None

    def holds_in(self, other: Whole) -> bool:
        """Whether what is proved of this one is true of the other: the same rules, and there no less is assumed."""
        return self.core is other.core and (self.given is None or self.given == other.given)


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """A system with at least the steps of a whole game, as far as some of its variables go (see NOTE(view))."""

    whole: Whole
    core: c.Core
    kept: frozenset[str] | None = None
    """The variables that every step of the whole game changes here, too; None: all of them."""
    loose: frozenset[str] = frozenset()
    """Definitions that are left open: they answer the same until something is changed that they ask for."""
    fickle: frozenset[str] = frozenset()
    """Of these, those that may answer otherwise each time."""

    def shows(self, *terms: c.Expr | None) -> bool:
        """Whether what is settled of these terms here holds in the whole game."""
        asked = [term for term in terms if term is not None]
        return self.kept is None or layout_of(self.core).seen_by(asked) <= self.kept

    def demand(self, *terms: c.Expr | None) -> None:
        """Refuse to settle here what would not hold in the whole game."""
        if not self.shows(*terms):
            raise ValueError("a fact about variables whose changes are not in this view")


def all_of(core: c.Core, given: c.Expr | None = None, loose: frozenset[str] = frozenset()) -> View:
    """The whole game as a view of itself, perhaps with some definitions left open."""
    return View(Whole(core, given), core, None, loose)
