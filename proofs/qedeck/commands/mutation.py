"""`qedeck verify GAME --mutate`: how many small changes to the rules no property would notice, and which."""

from __future__ import annotations

import argparse
import os
import random
import sys
import time
from typing import TYPE_CHECKING, Any

from qedeck.commands.common import complain, print_json, tell_trouble
from qedeck.commands.exits import INTERRUPTED
from qedeck.spec.plain import counted

if TYPE_CHECKING:
    from qedeck.proofs.mutation.finding import Fate, Finding
    from qedeck.proofs.mutation.mutants import Mutant
    from qedeck.proofs.mutation.mutation import Bench
    from qedeck.spec.game import Game

SEED = 1
MOST = 10**6
"""The highest number of a change that somebody may ask for."""


def mutated(game: Game, path: str, args: argparse.Namespace) -> int:
    """Change the rules one by one and print who notices; 0 if no change goes unnoticed, else 1."""
    from qedeck.proofs.kept import Kept
    from qedeck.proofs.mutation.findings import Findings
    from qedeck.proofs.mutation.mutation import Bench, examine_all

    bench = Bench(game, args.seconds, args.players)
    chosen = _chosen(bench, args)
    if isinstance(chosen, str):
        return complain(chosen)
    numbers, seed = chosen
    kept = Kept()
    findings = Findings(bench, kept)
    report = _Report(bench, len(numbers), seed, args.format)
    for number in numbers if not getattr(args, "fresh", False) else ():
        known = findings.get(number)
        if known is not None:
            report.add(known)
    found = examine_all(bench, [n for n in numbers if n not in report.found], args.jobs or os.cpu_count() or 1)
    stopped = False
    try:
        for finding in found:
            findings.put(finding)
            report.add(finding)
    except KeyboardInterrupt:
        stopped = True
    finally:
        found.close()
    report.close(stopped)
    tell_trouble(kept, "findings")
    return INTERRUPTED if stopped else report.exit_code


def _chosen(bench: Bench, args: argparse.Namespace) -> tuple[list[int], int | None] | str:
    """The numbers of the changes to look at, and the seed if they were drawn; or what is wrong with the question."""
    numbers = [mutant.number for mutant in bench.mutants]
    given: list[int] | None = getattr(args, "changes", None)
    wanted: int | None = getattr(args, "mutants", None)
    if given is not None:
        beyond = [number for number in given if number not in numbers]
        if beyond:
            return f"there is no change {beyond[0]}: {bench.game.name} has {counted(len(numbers), 'change')}"
        return given, None
    if wanted is None:
        return numbers, None
    seed = SEED if getattr(args, "seed", None) is None else args.seed
    return sorted(random.Random(seed).sample(numbers, min(wanted, len(numbers)))), seed


def numbers(text: str) -> list[int]:
    """`12,48,50-53`: numbers of changes, as they are listed."""
    found: set[int] = set()
    for part in text.split(","):
        first, _, last = part.partition("-")
        low, high = int(first), int(last or first)
        if not 1 <= low <= high <= MOST:
            raise argparse.ArgumentTypeError(f"{part} says no numbers of changes")
        found |= set(range(low, high + 1))
    return sorted(found)


class _Report:
    """What was found so far, and how it is told."""

    def __init__(self, bench: Bench, asked: int, seed: int | None, format_: str) -> None:
        self.bench, self.asked, self.seed = bench, asked, seed
        self.text = format_ != "json"
        self.found: dict[int, Finding] = {}
        self.start = time.monotonic()

    def add(self, finding: Finding) -> None:
        self.found[finding.number] = finding
        done = len(self.found)
        if self.text and sys.stderr.isatty():
            new = done - self.kept
            left = f", about {(time.monotonic() - self.start) / new * (self.asked - done):.0f} s to go" if new else ""
            told = f"{done} of {self.asked} changes, {self.unnoticed} unnoticed{left}"
            print(f"\r{told}\x1b[K", end="", file=sys.stderr, flush=True)

    # ---- counting ----------------------------------------------------------------------------------

    @property
    def findings(self) -> list[Finding]:
        """In the order of the text, and of mutants that are the same game only the first."""
        seen: set[str] = set()
        kept = []
        for _, finding in sorted(self.found.items()):
            if not finding.digest or finding.digest not in seen:
                kept.append(finding)
            seen.add(finding.digest)
        return kept

    def of(self, *fates: Fate) -> list[Finding]:
        return [finding for finding in self.findings if finding.fate in fates]

    @property
    def counted(self) -> int:
        return sum(finding.fate.counts for finding in self.findings)

    @property
    def unnoticed(self) -> int:
        """Changes that no property notices; an example that does is no property."""
        from qedeck.proofs.mutation.finding import Fate

        return len(self.of(Fate.UNNOTICED, Fate.EXAMPLE))

    @property
    def kept(self) -> int:
        """Changes that an earlier run looked at."""
        return sum(finding.kept for finding in self.found.values())

    @property
    def exit_code(self) -> int:
        return 1 if self.unnoticed else 0

    # ---- telling -----------------------------------------------------------------------------------

    def close(self, stopped: bool) -> None:
        if self.text and sys.stderr.isatty():
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)
        if not self.text:
            print_json(self.data(stopped))
            return
        for line in self.lines(stopped):
            print(line)

    def lines(self, stopped: bool) -> list[str]:
        from qedeck.proofs.mutation.finding import Fate

        lines = [*self._listed(Fate.UNNOTICED), *self._listed(Fate.EXAMPLE), *self._listed(Fate.ALIKE), ""]
        lines += [f"{number:6}  {name}" for name, number in self.noticers()]
        if stopped:
            lines.append(f"stopped: {len(self.found)} of {self.asked} changes were tried; run again to go on")
        if self.seed is not None:
            lines.append(f"{self.asked} of {len(self.bench.mutants)} changes, drawn with seed {self.seed}")
        left_out = [(fate, len(self.of(fate))) for fate in (Fate.ALIKE, Fate.REFUSED, Fate.SAME)]
        apart = ", ".join(f"{number} {fate.value}" for fate, number in left_out if number)
        name = self.bench.game.variant or self.bench.game.name
        share = f" ({100 * self.unnoticed / self.counted:.1f} %)" if self.counted else ""
        lines.append(
            f"{name}: {counted(self.counted, 'change')} in {time.monotonic() - self.start:.0f} s"
            f"{f' ({self.kept} kept)' if self.kept else ''}: "
            f"{self.counted - self.unnoticed} noticed by a property, {self.unnoticed} not{share}, "
            f"{len(self.of(Fate.EXAMPLE))} of these by an example" + (f"; not counted: {apart}" if apart else "")
        )
        return lines

    def _listed(self, fate: Fate) -> list[str]:
        """The changes of one fate, by clause."""
        lines: list[str] = []
        clause = ""
        for finding in self.of(fate):
            mutant = self.mutant(finding)
            if not lines:
                lines.append(f"\n{fate.value}:")
            if mutant.clause != clause:
                clause = mutant.clause
                lines.append(f"  {clause}")
            why = ": ".join(part for part in (finding.by, finding.detail) if part)
            lines.append(f"    {finding.number}, line {mutant.line}: {mutant.words}" + (f"  ({why})" if why else ""))
        return lines

    def mutant(self, finding: Finding) -> Mutant:
        return self.bench.mutants[finding.number - 1]

    def noticers(self) -> list[tuple[str, int]]:
        """How many changes each property noticed first, those that noticed most before the others."""
        from qedeck.proofs.mutation.finding import Fate

        counts: dict[str, int] = {}
        for finding in self.of(Fate.NOTICED):
            counts[finding.by] = counts.get(finding.by, 0) + 1
        return sorted(counts.items(), key=lambda item: (-item[1], item[0]))

    def data(self, stopped: bool) -> dict[str, Any]:
        changes = []
        for finding in self.findings:
            mutant = self.mutant(finding)
            changes.append(
                {
                    "number": finding.number,
                    "clause": mutant.clause,
                    "line": mutant.line,
                    "change": mutant.words,
                    "fate": finding.fate.value,
                    "by": finding.by,
                    "players": finding.players or None,
                    "detail": finding.detail,
                    "seconds": round(finding.seconds, 3),
                }
            )
        return {
            "game": self.bench.game.name,
            "variant": self.bench.game.variant,
            "seed": self.seed,
            "stopped": stopped,
            "changes": changes,
            "counted": self.counted,
            "unnoticed": self.unnoticed,
            "noticed_by": dict(self.noticers()),
        }
