"""`reachable E`: some play comes there; `each ending reachable`: some play ends so, for every declared ending.

The play is the witness: shortened by bounded search while time lasts, told, and played again at the table.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, replace

from qedeck.interpreter.meaning import Meaning
from qedeck.interpreter.play import Play
from qedeck.interpreter.state import Cells
from qedeck.proofs.formulas.lemma import holds, nowhere, verdict
from qedeck.proofs.formulas.symbolic import Number, Truth
from qedeck.proofs.plays.checks import Watch
from qedeck.proofs.plays.everywhere import Sample, Search, again, plainly, sample, searched, told
from qedeck.proofs.plays.given import Given, given, hold_at
from qedeck.proofs.plays.hunt import Found, hunt, in_plain
from qedeck.proofs.plays.many import many
from qedeck.proofs.plays.replay import story
from qedeck.proofs.plays.sample import Sampler, Spot
from qedeck.proofs.plays.seek import seek
from qedeck.proofs.plays.throughout import proved
from qedeck.proofs.steps.claimed import shown
from qedeck.proofs.steps.induction import Aim, prove
from qedeck.proofs.verdict import Grade, Verdict
from qedeck.spec import core as c
from qedeck.spec.checker.terms import both
from qedeck.spec.plain import counted
from qedeck.spec.properties import Claim, PropertyProgram

KINDS = ("reachable", "endings_reachable")
AGAIN = 1.3
"""How often the time once more, for a play that was not found and not ruled out."""
LONG = 30
"""Decisions of a play that no bounded search comes to in a few seconds."""


def decide(program: PropertyProgram, claim: Claim, seconds: float, opinion: bool = True) -> Verdict:
    """Shown by a play, refuted by a proof that none comes there, or unknown."""
    core = program.core
    blank = verdict(program, claim, "random plays")
    assumed = given(core, program.assuming)
    if claim.kind == "endings_reachable":
        return _endings(core, assumed, blank, seconds, opinion)
    assert claim.term is not None
    term = claim.term if assumed.position is None else c.Op("and", (assumed.position, claim.term))
    return _Goal(core, term, None, assumed.rules).decide(blank, seconds, opinion)


@dataclass(frozen=True, slots=True)
class _Goal:
    """A position that shall be reachable; `where`: only at the end."""

    core: c.Core
    term: c.Expr
    where: tuple[int] | None
    rules: c.Expr | None

    def decide(self, blank: Verdict, seconds: float, opinion: bool) -> Verdict:
        start = time.monotonic()
        meaning = Sampler(self.core).meaning

        def shows(spot: Spot) -> bool:
            node = c.OVER if spot.node is None else spot.node
            there = spot.stands and (self.where is None or node in self.where)
            return there and hold_at(meaning, Aim(self.term), spot.cells)

        watch = Watch(Aim(self.term, True), "position" if self.where is None else "end", self.rules)
        every = Search(self.core, shows, self.rules, "a play comes there", wanted=True, watch=watch)
        small = searched(every, blank, seconds)
        if small is not None:
            return small
        swift = many(self.core, every.sought, self.rules, seconds / 6)
        sampled = Sample(swift.spot, swift.plays)
        if swift.spot is None:
            steered = sample(self.core, shows, seconds / 2, self.rules, toward=self.term)
            sampled = Sample(steered.spot, max(swift.plays, steered.plays))
        play = plainly(sampled.spot, self.core, shows, self.rules) if sampled.spot is not None else None
        if sampled.spot is not None and play is None:
            return replace(blank, grade=Grade.FAULT, detail="a play that cannot be replayed")
        left = seconds - (time.monotonic() - start)
        # A play that is long already is not made the shortest in a few seconds: then only a little is tried.
        little = left / 2 if play is None else min(left, 10.0 if len(play.actions) < LONG else 2.0)
        hunted = hunt(self.core, self._wanted, little, 40, self.rules)
        if hunted.play is not None and self._confirmed(hunted.play):
            detail = f"the shortest play there: {counted(hunted.depth, 'step')}"
            found = replace(blank, engine="bounded search", seconds=time.monotonic() - start)
            return told(found, Grade.SHOWN, in_plain(hunted, self.core, shows, self.rules), detail)
        blank = replace(blank, seconds=time.monotonic() - start)
        if play is not None:
            return told(blank, Grade.SHOWN, play, self._length(play, hunted))
        if hunted.fault or hunted.play is not None:
            return replace(blank, grade=Grade.FAULT, detail=f"a play that cannot be replayed: {hunted.fault}")
        absent = self._absent(blank, hunted, sampled.plays, seconds - (time.monotonic() - start), opinion)
        if absent.grade is not Grade.UNKNOWN:
            return absent
        # A play may be long and rare, and it is luck when one is found: so once more, with other luck and more of it.
        sampler = Sampler(self.core, given=self.rules)
        spot = seek(sampler, shows, self.term, seconds * AGAIN, seed=2, greedy=False)
        absent = replace(absent, seconds=time.monotonic() - start)
        if spot is None:
            return absent
        play = plainly(spot, self.core, shows, self.rules)
        if play is None:
            return replace(absent, grade=Grade.FAULT, detail="a play that cannot be replayed")
        return told(absent, Grade.SHOWN, play, self._length(play, hunted))

    def _absent(self, blank: Verdict, hunted: Found, plays: int, seconds: float, opinion: bool) -> Verdict:
        """Nobody came there: perhaps because nobody can."""
        if hunted.complete:
            detail = f"no play comes there: every play is over after {counted(hunted.depth, 'step')}"
            return nowhere(replace(blank, engine="bounded search"), detail, ("z3",))
        proof = shown(self.core, Aim(self.term, True), self.rules, seconds / 2, opinion, where=self.where)
        if not proof.proved:
            proof = prove(self.core, Aim(self.term, True), seconds / 2, opinion, self.where, self.rules)
        if proof.proved:
            return nowhere(proved(blank, proof), "no play of any length comes there", proof.agreed)
        tried = [counted(plays, "random play")] if plays else []
        tried += [f"all plays of up to {counted(hunted.depth, 'step')}"] if hunted.depth >= 0 else []
        vain = f"{' and '.join(tried)} do not come there" if tried else ""
        return replace(blank, detail="; ".join(filter(None, (vain, proof.reason))))

    def _wanted(self, meaning: Meaning[Truth, Number], node: int, cells: Cells) -> Truth:
        return holds(meaning, self.term, cells) if self.where is None or node in self.where else False

    def _confirmed(self, play: Play) -> bool:
        node = c.OVER if play.node is None else play.node
        there = play.stands and (self.where is None or node in self.where)
        # The play went by the rules as they are written; the term may ask for definitions that only this game has.
        return there and hold_at(Sampler(self.core).meaning, Aim(self.term), play.cells)

    def _length(self, play: Play, hunted: Found) -> str:
        steps = len(play.actions)
        shorter = f"none has fewer than {hunted.depth + 1} steps" if hunted.depth >= 0 else "perhaps not the shortest"
        return f"a play of {counted(steps, 'decision')}; {shorter}"


def _endings(core: c.Core, assumed: Given, blank: Verdict, seconds: float, opinion: bool) -> Verdict:
    """Every declared ending, over all readings and parameters: the plays first, then what none of them showed.

    What is assumed of the position must hold at the end.
    """
    if not core.endings:
        return replace(blank, grade=Grade.VACUOUS, detail="no ending is declared")
    start, rules, meaning = time.monotonic(), assumed.rules, Sampler(core).meaning
    fits = Aim(c.Const(True) if assumed.position is None else assumed.position)
    plays: dict[int, Play] = {}
    number = 0
    for spot in _every_setting(Sampler(core, given=rules), seconds / 2):
        number = spot.play + 1
        ended = spot.cells["ended"][0] if spot.end == "over" else c.NONE
        if ended != c.NONE and ended not in plays and hold_at(meaning, fits, spot.cells):
            play = again(spot, core)
            if play is None:
                return replace(blank, grade=Grade.FAULT, detail="a play that cannot be replayed")
            plays[ended] = play
        if len(plays) == len(core.endings):
            break
    missing = [k for k in range(len(core.endings)) if k not in plays]
    lines = [line for k, play in sorted(plays.items()) for line in (f"{core.endings[k].name}:", *_brief(play))]
    doubt = []
    for k in missing:
        left = (seconds - (time.monotonic() - start)) / max(1, len(missing))
        there = both(c.Op("eq", (c.Read("ended"), c.Const(k))), fits.term)
        said = _Goal(core, there, (c.OVER,), rules).decide(replace(blank, story=()), left, opinion)
        if said.grade in (Grade.REFUTED, Grade.FAULT):
            detail = f"{core.endings[k].name} is never the end: {said.detail}"
            return replace(said, detail=detail, seconds=time.monotonic() - start)
        if said.grade is Grade.SHOWN:
            lines += [f"{core.endings[k].name}:", *said.story[-3:]]
        else:
            doubt.append(f"{core.endings[k].name} was not seen ({said.detail})")
    blank = replace(blank, seconds=time.monotonic() - start, story=tuple(lines))
    if doubt:
        return replace(blank, detail="; ".join(doubt))
    detail = f"each of {counted(len(core.endings), 'ending')}, within {counted(number, 'random play')}"
    return replace(blank, grade=Grade.SHOWN, detail=detail)


def _every_setting(sampler: Sampler, seconds: float) -> Iterator[Spot]:
    """Random plays, one as assumed and then with other readings each time: many endings need their own."""
    until = time.monotonic() + seconds
    for number in (0, *range(1, 8000, 2)):
        fixed = sampler.setting(number)
        for spot in sampler.play(number, fixed) if fixed is not None else ():
            yield spot
            if time.monotonic() > until:
                return
        if fixed is None or time.monotonic() > until:
            return


def _brief(play: Play) -> tuple[str, ...]:
    """The last lines of a play: how it came to this."""
    return story(play)[-3:]
