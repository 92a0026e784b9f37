"""`same game without X`, `same game as G`, `same game with` changes: whatever is played, two games go alike.

First whether they are written alike; then plays at two tables, for the shortest one that parts them; then every
position, if there are few; then every step, begun in positions that are alike. What only one game has is not compared.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, replace

from qedeck.proofs.formulas.lay_out import lay_out
from qedeck.proofs.formulas.lemma import Shown, holding_over, refute, verdict
from qedeck.proofs.formulas.symbolic import term
from qedeck.proofs.formulas.symbols import cells_in
from qedeck.proofs.formulas.two_games import Apart, TwoGames
from qedeck.proofs.mutation.alike import said_apart
from qedeck.proofs.plays.everywhere import told
from qedeck.proofs.plays.given import given
from qedeck.proofs.plays.two_tables import Looked, Parting, Tables
from qedeck.proofs.steps.book import prepared
from qedeck.proofs.verdict import Grade, Verdict
from qedeck.spec import core as c
from qedeck.spec.beside import SAME, way
from qedeck.spec.properties import Claim, PropertyProgram

KINDS = SAME


def decide(program: PropertyProgram, claim: Claim, seconds: float, opinion: bool = True) -> Verdict:
    """Parted by a play, or alike in every position, or step by step."""
    blank, other = verdict(program, claim), claim.beside
    assert other is not None
    assumed = given(program.core, program.assuming)
    if assumed.position is not None:
        return replace(blank, detail="games are compared from their beginning: nothing can be assumed of a position")
    games, tables = TwoGames(program.core, other), Tables(program.core, other, assumed.rules)
    return Alike(program, games, tables, sides(claim)).decide(blank, seconds, opinion)


def sides(claim: Claim) -> tuple[str, str]:
    """What the two tables are called."""
    name = "".join(claim.names)
    match way(claim.kind):
        case "without":
            return f"With {name}", f"Without {name}"
        case "with":
            return "In this game", "With the changes"
        case _:
            return "In this game", f"In {name}"


@dataclass(frozen=True, slots=True)
class Alike:
    """Two games, the first one that of the program: whether they go alike, as far as the tables look at them."""

    program: PropertyProgram
    games: TwoGames
    tables: Tables
    sides: tuple[str, str]

    def decide(self, blank: Verdict, seconds: float, opinion: bool) -> Verdict:
        start = time.monotonic()
        if self.written_alike():
            detail = "all that is played is written alike"
            return replace(blank, grade=Grade.PROVED_SIZES, engine="structure", detail=detail)
        return replace(self._decide(blank, seconds, opinion), seconds=time.monotonic() - start)

    def _decide(self, blank: Verdict, seconds: float, opinion: bool) -> Verdict:
        until = time.monotonic() + seconds
        few = self.tables.at_random(min(3.0, seconds / 8))
        if few.parting is None or not few.shortest:
            every = self.tables.everywhere(seconds / 4)
            if every is not None and every.parting is not None:
                return parted(blank, every, every.parting, self.sides, "exhaustive search")
            if every is not None:
                detail = f"all {every.positions:,} positions"
                return replace(blank, grade=Grade.PROVED_SIZES, engine="exhaustive search", detail=detail)
        if few.parting is not None:
            return parted(blank, few, few.parting, self.sides, "random plays")
        if not few.plays:
            # What cannot be played in both games would be proved of them, whatever it is.
            return replace(blank, detail="no setting was found that both games allow")
        said = self.proved(blank, seconds / 2, opinion)
        if said.grade.good:
            return said
        more = self.more_plays(max(seconds / 4, until - time.monotonic()))
        if more.parting is not None:
            return parted(blank, more, more.parting, self.sides, "random plays")
        plays = f"{few.plays + more.plays} plays go alike"
        return replace(said, grade=Grade.SAMPLED, engine="random plays", detail=f"{plays}; {said.detail}")

    def written_alike(self) -> bool:
        return not self.games.hopeless and not any(True for _ in self.games.differing())

    def proved(self, blank: Verdict, seconds: float, opinion: bool) -> Verdict:
        return _step_by_step(self.program, self.games, blank, seconds, opinion)

    def more_plays(self, seconds: float) -> Looked:
        return self.tables.at_random(seconds)


def parted(blank: Verdict, looked: Looked, parting: Parting, sides: tuple[str, str], engine: str) -> Verdict:
    """Refuted, with the play and what it came to at each table."""
    where = "the last choice parts them" if parting.choices else "they part when the game begins"
    if parting.choices:
        where += "; no shorter play does" if looked.shortest else "; a shorter play may do so too"
    found = told(replace(blank, engine=engine), Grade.REFUTED, parting.play, where)
    ways = [
        line
        for name, said in zip(sides, (parting.first, parting.second), strict=True)
        for line in (f"{name}:", *(f"  {one}" for one in said))
    ]
    return replace(found, story=(*found.story, *ways))


def _step_by_step(
    program: PropertyProgram, games: TwoGames, blank: Verdict, seconds: float, opinion: bool
) -> Verdict:
    """Proved if every step that is not written alike comes to the same, begun in any two positions that are alike."""
    until = time.monotonic() + seconds
    if games.hopeless:
        return replace(blank, detail=games.hopeless)
    agreed, texts, seen = {"z3", "cvc5"}, list[str](), frozenset[str]()
    said = _definitions(games, blank, seconds / 2, opinion)
    if said is not None and said.grade.good:
        # With definitions that say the same it does not matter whose are asked.
        games = TwoGames(games.one, replace(games.other, defines=games.one.defines), games.reading)
        agreed &= set(said.agreed)
        texts.append(said.stated())
    for node in games.differing():
        said, looked = _one_step(games, node, (), blank, until, opinion)
        if said.grade is Grade.REFUTED:
            # Play may never come to such a position: the helper facts say what is known of this decision.
            book = prepared(program.core, time.monotonic() + (until - time.monotonic()) / 2)
            facts = book.facts.get(node, []) if node != c.START else []
            if facts:
                said, looked = _one_step(games, node, facts, blank, until, opinion)
                said = replace(said, agreed=tuple(who for who in said.agreed if who == "z3"))
        if not said.grade.good:
            part = f"a position that play may never come to parts them: {said.detail}"
            return replace(blank, detail=part if said.grade is Grade.REFUTED else said.detail)
        agreed &= set(said.agreed)
        texts.append(said.stated())
        seen |= looked
    names = tuple(sorted(agreed, reverse=True))
    proved = replace(blank, grade=Grade.PROVED_SIZES, engine="step by step", agreed=names, smt="\n".join(texts))
    return holding_over(proved, program.core, seen)


def _definitions(games: TwoGames, blank: Verdict, seconds: float, opinion: bool) -> Verdict | None:
    """Whether definitions say the same in any position; None where that is no question."""
    one, other = games.one, games.other
    apart = {name for name in one.vars.keys() | other.vars.keys() if name not in (*games.shared, games.reading)}
    asked = one.defines.keys() == other.defines.keys() and not apart and one.defines != other.defines
    question = said_apart(one, other) if asked else None
    if question is None:
        return None
    return refute(blank, *question, seconds, opinion, lambda model: Shown("some definitions say something else"))


def _one_step(
    games: TwoGames, node: int, facts: list[c.Expr] | tuple[()], blank: Verdict, until: float, opinion: bool
) -> tuple[Verdict, frozenset[str]]:
    apart: Apart | None = games.apart(node, facts)
    if apart is None:
        return replace(blank, detail="a first value may be undefined"), frozenset()
    where = "when the game begins" if node == c.START else f"after {games.one.nodes[node].name}"

    def again(model: object) -> Shown:
        assert apart is not None
        return Shown(where, tuple(lay_out(games.one, cells_in(model, apart.cells), apart.seen)))

    left = max(0.1, until - time.monotonic())
    return refute(blank, apart.known, term(apart.parts), left, opinion, again), apart.seen
