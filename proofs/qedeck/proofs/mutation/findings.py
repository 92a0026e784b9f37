"""Findings kept between runs: a run that is stopped goes on where it was, and a new property meets only survivors.

In: a bench and the answers of earlier runs; out: for a mutant, what was found of it, if that still counts. A change
that a property noticed stays noticed while the rules and that property are the same; that nobody noticed one
counts only for the very same properties and examples, and for no more time than it was given.
"""

from __future__ import annotations

import json
from hashlib import sha256

from qedeck.proofs.kept import Kept
from qedeck.proofs.mutation.finding import Fate, Finding, read_finding
from qedeck.proofs.mutation.mutants import asked_for, rules
from qedeck.proofs.mutation.mutation import Bench
from qedeck.spec import tree as t


class Findings:
    """What earlier runs found of a game's mutants."""

    def __init__(self, bench: Bench, kept: Kept) -> None:
        self.bench, self.kept = bench, kept
        clauses = bench.game.clauses
        written = {id(clause) for clause in rules(clauses)}
        self._places = [at for at, clause in enumerate(clauses) if id(clause) in written]
        """Where the rules are among the clauses: a mutant has its own in the same places."""
        self._others = [clause for clause in clauses if id(clause) not in written]
        """Examples, properties, and what only properties speak of."""
        self._pieces: dict[int, str] = {}
        self._as_written = self._digest(*(clauses[at] for at in self._places))
        self._all = self._digest(*self._others, *bench.properties.values())

    def get(self, number: int) -> Finding | None:
        """What was found of a mutant, if it would be found again."""
        for seconds, text in self.kept.noted(self._key(number)):
            try:
                found, rests = json.loads(text)
            except ValueError:
                return None
            finding = read_finding(number, found)
            if finding is None or rests != self._rests(finding):
                return None
            unsure = finding.fate in (Fate.UNNOTICED, Fate.EXAMPLE)
            return None if unsure and seconds < self.bench.seconds else finding
        return None

    def put(self, finding: Finding) -> None:
        """Keep a finding. The next run shall look again at what was lost."""
        if not finding.lost:
            text = json.dumps([finding.data, self._rests(finding)], ensure_ascii=False)
            self.kept.note(self._key(finding.number), self.bench.seconds, text)

    def _key(self, number: int) -> str:
        clauses = self.bench.mutants[number - 1].clauses
        changed = self._digest(*(clauses[at] for at in self._places))
        return f"change {self._as_written} {changed} {self.bench.counts}"

    def _rests(self, finding: Finding) -> str:
        """The part of what is claimed that a finding rests on."""
        match finding.fate:
            case Fate.ALIKE | Fate.SAME:
                return ""
            case Fate.NOTICED:
                noticed_by = self.bench.properties.get(finding.by)
                if noticed_by is None:
                    return "a property that is gone"
                helping = {cl.name.text: cl for cl in self._others if isinstance(cl, t.Define)}
                return self._digest(noticed_by, *(helping[name] for name in sorted(asked_for([noticed_by], helping))))
        return self._all

    def _digest(self, *clauses: t.Clause) -> str:
        made = sha256()
        for clause in clauses:
            if id(clause) not in self._pieces:  # all but one clause of a mutant are those of the game
                self._pieces[id(clause)] = sha256(repr(clause).encode("utf-8", "surrogatepass")).hexdigest()
            made.update(self._pieces[id(clause)].encode())
        return made.hexdigest()
