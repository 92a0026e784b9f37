"""Induction piece by piece: over blocks and the turns of loops, each a short step with little in it.

In: a Core and a truth; out: a proof, or where it breaks off. No helper fact is guessed: what is known at a place is
the truth itself, as far as it was carried there, what the way there makes sure, and what was proved before.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from qedeck.interpreter.layout import layout_of
from qedeck.proofs.formulas.loose import Late, LooseMeaning, spared
from qedeck.proofs.formulas.onward import terms_of, terms_of_node
from qedeck.proofs.formulas.positions import visible
from qedeck.proofs.plays.sample import by_itself
from qedeck.proofs.steps.book import Book
from qedeck.proofs.steps.cuts import bare, cut
from qedeck.proofs.steps.induction import Aim, Induction, Lemma, Proof, lasting
from qedeck.proofs.steps.nearby import far_away
from qedeck.proofs.steps.sure import sure
from qedeck.proofs.steps.views import Whole
from qedeck.spec import core as c

CASES = 12
"""Cases of a claim that are worth being told apart."""


def piecewise(
    core: c.Core,
    aim: Aim,
    rules: c.Expr | None,
    seconds: float,
    opinion: bool = False,
    lemmas: Sequence[Lemma] = (),
    where: Iterable[int] | None = None,
    by_cases: bool = False,
) -> Proof:
    """That the aim holds at these nodes (or wherever somebody or chance decides, and at the end)."""
    until = time.monotonic() + seconds
    asked = [e for e in (aim.term, aim.given, rules, *(lemma.term for lemma in lemmas)) if e is not None]
    told = [e for e in (aim.term, aim.given) if e is not None]
    # What is settled of the lemmas by cases, too, is settled where all steps are that change what they speak of.
    cases = [aim.term, *(lemma.term for lemma in lemmas)] if by_cases else []
    seen = visible(core, [*told, *cases])
    game = cut(core, seen)
    met, view = sure(game), bare(Whole(core, rules), game, seen)
    met = _near(view.core, met, seen | visible(core, [lemma.term for lemma in lemmas]))
    ends = {c.OVER, *(node for node in range(len(core.nodes)) if not by_itself(core, node))}
    proof = Proof(False, "the time was up")
    open_ = spared(core, LooseMeaning(core).layout, [*asked, *core.constraints])
    for loose in dict.fromkeys((open_, far_away(core, [*asked, *core.constraints]), frozenset[str]())):
        left = until - time.monotonic()
        if left <= 0:
            break
        made = Book(replace(view, loose=loose))
        made.sure, made.lemmas = met, tuple(lemmas)
        made.meaning.until = time.monotonic() + left * (0.5 if loose else 1.0)
        try:
            if by_cases:
                # Every claim is a list of cases: at a given place, some of them cannot be.
                made.lawful = True
                fewer = [case for claim in cases for case in without_one(claim)]
                made.settle({node: fewer for node in made.reached() if node != c.OVER}, made.meaning.until)
            proof = _Pieces(made, aim, ends if where is None else where, made.meaning.until, False).run(opinion)
        except Late:
            continue
        proof.loose, proof.where = bool(loose), frozenset(node for node in proof.where if node < lasting(core))
        if proof.proved:
            break
    return proof


class _Pieces(Induction):
    """The aim is carried through every piece as far as that goes; the laws of the table are known."""

    def __init__(self, made: Book, aim: Aim, where: Iterable[int], until: float, helped: bool) -> None:
        super().__init__(made, aim, where, until, helped)
        self.holding = set(made.reached())
        self.laws = True


def without_one(claim: c.Expr, least: int = 3) -> list[c.Expr]:
    """A claim, and if it is a list of cases, with one of them left out: for each."""
    cases = list(_cases(claim))
    if not least <= len(cases) <= CASES:
        return [claim]
    rest = ((*cases[:k], *cases[k + 1 :]) for k in range(len(cases)))
    return [claim, *(c.Op("or", some) if len(some) > 1 else some[0] for some in rest)]


def _cases(claim: c.Expr) -> Iterator[c.Expr]:
    match claim:
        case c.Op("or", args):
            for arg in args:
                yield from _cases(arg)
        case c.Op("implies", (given, then)):
            yield c.Op("not", (given,))
            yield from _cases(then)
        case _:
            yield claim


def _near(game: c.Core, met: dict[int, list[c.Expr]], seen: frozenset[str]) -> dict[int, list[c.Expr]]:
    """Of what is sure at a node, what speaks of the piece that follows it, or of what is looked at."""
    layout = layout_of(game)
    reads = {fact: visible(game, [fact], layout) for facts in met.values() for fact in facts}
    found = {}
    for node, facts in met.items():
        after = terms_of(game, (game.blocks[to] for to in c.follows(game.nodes[node])))
        here = seen | visible(game, [*after, *terms_of_node(game, game.nodes[node])], layout)
        found[node] = [fact for fact in facts if reads[fact] & here]
    return found
