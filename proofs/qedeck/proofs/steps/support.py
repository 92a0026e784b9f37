"""What a proof stands on: its own reasons, and those of every helper fact in them, down to the set-up.

In: a book and reasons; out: the texts of all questions, and who agrees with each of them.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass

from qedeck.proofs.formulas.reasons import Reason
from qedeck.proofs.steps.book import QUESTION, Book
from qedeck.proofs.uses.grounds import Ground, note
from qedeck.spec.plain import counted

CONSERVED = "no card is lost or made"
"""What every table obeys is a claim of its own."""
SECOND = QUESTION / 2
"""Seconds for the other solver: what it answers at all, it mostly answers in one."""
TOGETHER = "{} proved together, with no question of their own"
"""Such a fact is one that a certificate cannot show."""


@dataclass(frozen=True, slots=True)
class Support:
    """All that a proof stands on; `problem`: why it does not stand."""

    texts: tuple[str, ...]
    agreed: tuple[str, ...]
    facts: frozenset[tuple[int, str]]
    """The helper facts that are used, each with its node."""
    rests: tuple[str, ...] = ()
    """What else it rests on, each in words."""
    problem: str = ""
    leaning: bool = False
    """Whether a lemma is used, here or for a helper fact."""


def support(made: Book, reasons: Iterable[Reason], until: float, opinion: bool) -> Support:
    """Backwards from these reasons: every helper fact that is used is shown to be kept, with questions of its own."""
    waiting = list(reasons)
    texts: list[str] = []
    agreed = {"z3", "cvc5"} if opinion else {"z3"}
    facts: set[tuple[int, str]] = set()
    laws, leaning, together = False, False, 0

    def said(problem: str = "") -> Support:
        # Where nothing had to be asked, nobody agreed.
        who = tuple(sorted(agreed, reverse=True)) if texts else ()
        rests = [f"{counted(len(facts), 'fact')} that every step keeps"] if facts else []
        rests += [TOGETHER.format(counted(together, "fact"))] if together else []
        rests += [CONSERVED] if laws else []
        return Support(tuple(texts), who, frozenset(facts), tuple(rests), problem, leaning)

    while waiting:
        reason = waiting.pop()
        texts.append(reason.smt)
        laws |= any(name.startswith("law") for name in reason.used)
        leaning |= any(name.startswith("lemma") for name in reason.used)
        if "cvc5" in agreed:
            says = reason.second(max(1.0, min(SECOND, until - time.monotonic())))
            if says == "sat":
                return said("the solvers disagree: z3 says no, cvc5 yes")
            agreed -= {"cvc5"} if says != "unsat" else set()
        for name in reason.used:
            if reason.node is None or not name.startswith("fact") or (reason.node, name) in facts:
                continue
            facts.add((reason.node, name))
            more = made.base.reasons(reason.node, int(name.removeprefix("fact ")), until)
            if more is False:
                return said("a fact that it needs is not kept")
            if more is True:
                # It was proved together with the others, when the book was made; there is no time to say so again.
                agreed -= {"cvc5"}
                together += 1
            else:
                waiting += more
    note(Ground(tuple(made.facts[node][int(name.removeprefix("fact "))] for node, name in facts), made.meaning.loose))
    return said()
