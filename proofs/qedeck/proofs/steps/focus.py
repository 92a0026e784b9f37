"""Induction over a few variables: what a claim speaks of, then what decides about that; the rest may be anything.

In: a Core and a truth; out: a proof, or where it breaks off. Whole choices, but little in them: so what is known at a
decision is kept together, which piece by piece is lost.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence

from qedeck.interpreter.layout import Layout, layout_of
from qedeck.proofs.fixed.folding import unrolled
from qedeck.proofs.formulas.loose import Late
from qedeck.proofs.plays.sample import by_itself
from qedeck.proofs.steps.book import QUESTION, Book, guessed
from qedeck.proofs.steps.induction import Aim, Induction, Lemma, Proof
from qedeck.proofs.steps.piecewise import without_one
from qedeck.proofs.steps.rounds import gone_over
from qedeck.proofs.steps.slices import Slice, by_size, slices
from qedeck.proofs.steps.sure import sure
from qedeck.proofs.steps.views import View, Whole
from qedeck.spec import core as c


def focused(
    core: c.Core,
    aim: Aim,
    rules: c.Expr | None,
    seconds: float,
    opinion: bool = False,
    hints: Sequence[c.Expr] = (),
    where: Iterable[int] | None = None,
    quick: bool = False,
    firm: Sequence[Lemma] = (),
) -> Proof:
    """That the aim holds at these nodes (or wherever somebody or chance decides, and at the end).

    `hints` are truths that may help: nobody has proved them yet, but all that is needed of them is proved with it.
    `quick`: only what is claimed is looked at, and nothing is guessed. `firm`: what is known wherever play stands.
    """
    until = time.monotonic() + seconds
    ends = {c.OVER, *(node for node in range(len(core.nodes)) if not by_itself(core, node))}
    wanted = ends if where is None else set(where)
    proof = Proof(False, "the time was up")
    # Whoever is late without helper facts is later still with them.
    for made, helped in books(core, aim, rules, until, hints, quick, 0.6 if quick else 0.3):
        made.lemmas = tuple(firm)
        try:
            proof = _Focus(made, aim, wanted, made.meaning.until, helped).run(opinion)
        except Late:
            continue
        if proof.proved:
            break
    return proof


def books(
    core: c.Core,
    aim: Aim,
    rules: c.Expr | None,
    until: float,
    hints: Sequence[c.Expr] = (),
    quick: bool = False,
    first: float = 0.3,
) -> Iterator[tuple[Book, bool]]:
    """Wider and wider slices of the game, each first without helper facts, for so much of the time, then with them."""
    claims = [aim.term, *hints]
    for piece, made in _bare(core, aim, rules, hints, quick):
        left = until - time.monotonic()
        if left <= 0:
            return
        made.meaning.until = time.monotonic() + left * first
        yield made, False
        yield from ((made, True) for _ in _helped(core, piece, made, until, claims, quick))


class Views:
    """Wider and wider slices of one game, looked at several times: with nothing but themselves, then with more."""

    def __init__(self, core: c.Core, aim: Aim, rules: c.Expr | None, hints: Sequence[c.Expr]) -> None:
        self.core, self.claims = core, [aim.term, *hints]
        self.views = list(_bare(core, aim, rules, hints, False))

    def bare(self, until: float, lemmas: Sequence[Lemma] = ()) -> Iterator[Book]:
        """Each without helper facts; `lemmas`, where some were proved, are known."""
        for place, (_, made) in enumerate(self.views):
            left = until - time.monotonic()
            made.meaning.until = time.monotonic() + (left / 2 if place < len(self.views) - 1 else left)
            made.lemmas = tuple(lemmas)
            yield made

    def helped(self, until: float) -> Iterator[Book]:
        """Each with helper facts, which have to be found."""
        for piece, made in self.views:
            late = time.monotonic() + (until - time.monotonic()) / 2
            yield from (made for _ in _helped(self.core, piece, made, late, self.claims, False))


def _bare(
    core: c.Core, aim: Aim, rules: c.Expr | None, hints: Sequence[c.Expr], quick: bool
) -> Iterator[tuple[Slice, Book]]:
    """What is known without looking for it: what the way to a place makes sure, and the laws of the table."""
    met, layout, whole = sure(core), layout_of(core), Whole(core, rules)
    spoken = [aim.term, *hints, *([aim.given] if aim.given is not None else ())]
    for piece in slices(unrolled(core), spoken, 1 if quick else 3):
        made = sliced_book(piece, whole)
        made.sure = {node: _within(layout, piece, facts) for node, facts in met.items()}
        made.lawful = True
        yield piece, made


def _helped(
    core: c.Core, piece: Slice, made: Book, until: float, claims: Sequence[c.Expr], quick: bool
) -> Iterator[None]:
    """The book with cases of the claims as helper facts; then also with guesses."""
    layout = layout_of(core)
    # Every claim is a list of cases: at a given place, some of them cannot be.
    fewer = [case for claim in claims for case in without_one(claim, 2)]
    loops = {node: _within(layout, piece, facts) for node, facts in gone_over(core, claims).items()}
    for guess in (False,) if quick else (False, True):
        share = 1 if quick else 2 if guess else 3
        made.meaning.until = late = time.monotonic() + (until - time.monotonic()) / share
        try:
            guesses = guessed(core, late) if guess else {}
            met_there = {node: _within(layout, piece, guesses.get(node, ())) for node in made.reached()}
            every = {node: [*facts, *fewer, *loops.get(node, ())] for node, facts in met_there.items()}
            made.settle({node: facts for node, facts in every.items() if node != c.OVER}, late)
        except Late:
            continue
        yield


def sliced_book(piece: Slice, whole: Whole) -> Book:
    """The steps of a slice of a whole game as formulas."""
    return Book(View(whole, piece.core, piece.kept, piece.loose | piece.fickle, piece.fickle))


def _within(layout: Layout, piece: Slice, facts: Iterable[c.Expr]) -> list[c.Expr]:
    """Facts that speak of nothing else."""
    facts = (by_size(layout.core, fact) for fact in facts)
    return [fact for fact in facts if layout.seen_by([fact]) <= piece.kept]


class _Focus(Induction):
    """The aim is carried through every node as far as that goes; the laws of the table are known."""

    def __init__(self, made: Book, aim: Aim, where: Iterable[int], until: float, helped: bool) -> None:
        super().__init__(made, aim, where, until, helped)
        self.holding = set(made.reached())
        self.laws = True
        # Facts for a whole slice take longer to find than one hard step takes to be seen through.
        self.patience = QUESTION if helped else QUESTION / 2
