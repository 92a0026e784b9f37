"""What many random games came to: a record for each, and counters where they were asked for."""

from __future__ import annotations

from array import array
from collections import Counter
from dataclasses import dataclass, field

from qedeck.engine.driver import KINDS, RECORD
from qedeck.spec import core as c
from qedeck.spec.source import Span


@dataclass(slots=True)
class Tally:
    """Games of the seeds from `first_seed` on."""

    core: c.Core
    first_seed: int
    kinds: bytearray = field(default_factory=bytearray)
    endings: array[int] = field(default_factory=lambda: array("b"))
    winners: array[int] = field(default_factory=lambda: array("I"))
    decisions: array[int] = field(default_factory=lambda: array("i"))
    choices: array[int] = field(default_factory=lambda: array("Q"))
    """For each game a number made of all that was chosen: equal plays have equal numbers."""
    sites: array[int] = field(default_factory=lambda: array("H"))
    places: list[tuple[str, str, Span]] = field(default_factory=list)
    seconds: float = 0.0
    played: dict[str, list[int]] = field(default_factory=dict)
    won: dict[str, list[int]] = field(default_factory=dict)
    clauses: dict[str, int] = field(default_factory=dict)

    @property
    def games(self) -> int:
        return len(self.kinds)

    def results(self) -> Counter[tuple[str, str]]:
        """How many games came out how: the result and the ending's name, or the kind and nothing."""
        found: Counter[tuple[str, str]] = Counter()
        for (kind, ending), many in Counter(zip(self.kinds, self.endings, strict=True)).items():
            if ending >= 0:
                found[self.core.endings[ending].result, self.core.endings[ending].name] += many
            else:
                found[KINDS[kind], ""] += many
        return found

    def wins(self) -> list[int]:
        """For each seat, the games it won, alone or with others."""
        masks = Counter(self.winners)
        seats = self.core.domains["player"].size if "player" in self.core.domains else self.core.players
        return [sum(many for mask, many in masks.items() if mask >> seat & 1) for seat in range(seats)]

    def faults(self) -> list[tuple[str, str, Span, int]]:
        """What was undefined: code, clause, place, and how many games it ended; the most frequent first."""
        undefined = KINDS.index("undefined")
        met = Counter(site for kind, site in zip(self.kinds, self.sites, strict=True) if kind == undefined)
        return [(*self.places[site - 1], many) for site, many in met.most_common() if site]

    def take(self, records: bytes) -> None:
        """Records as the driver leaves them, many at once: a column each, without looking at single games."""
        raw = memoryview(records)
        self.kinds += raw[::RECORD].tobytes()
        self.endings.frombytes(raw[1::RECORD].tobytes())
        self.sites.frombytes(raw.cast("H")[1 :: RECORD // 2].tobytes())
        self.winners.frombytes(raw.cast("I")[1 :: RECORD // 4].tobytes())
        self.decisions.frombytes(raw.cast("i")[2 :: RECORD // 4].tobytes())
        self.choices.frombytes(raw.cast("Q")[2 :: RECORD // 8].tobytes())

    def add(self, kind: int, ending: int, site: int, winners: int, decisions: int, choices: int) -> None:
        self.kinds.append(kind)
        self.endings.append(ending)
        self.sites.append(site)
        self.winners.append(winners)
        self.decisions.append(decisions)
        self.choices.append(choices)
