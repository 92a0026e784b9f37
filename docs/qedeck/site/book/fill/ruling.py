"""Rules: each clause in words and as it is written, with all that stands beside it. Chapters hold them in order."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property

from qedeck.site.book.answers import Point, Promise
from qedeck.site.book.fill.contents import Contents
from qedeck.site.book.fill.course import Course
from qedeck.site.book.fill.desk import Desk
from qedeck.site.book.fill.marking import Margin
from qedeck.site.book.fill.open_points import Points
from qedeck.site.book.fill.order import CHAPTERS, Order, Spot
from qedeck.site.book.fill.other_ways import OtherWays
from qedeck.site.book.fill.phases import Phases
from qedeck.site.book.fill.promising import Promises
from qedeck.site.book.fill.uses import Web
from qedeck.site.book.prose import Paragraph, anchor_of
from qedeck.site.book.rules import Chapter, ChapterKey, Mark, Rule, RuleKind
from qedeck.site.book.words.speaker import Linker, speaker_of
from qedeck.spec import tree as t

TITLES: dict[ChapterKey, tuple[str, str]] = {
    "about": ("What it is about", "どんなゲームか"),
    "box": ("What is in the box", "箱の中身"),
    "setup": ("Setting up", "準備"),
    "course": ("How to play", "遊び方"),
    "cards": ("What the cards do", "カードのはたらき"),
    "end": ("The end of the game", "ゲームの終わり"),
    "scoring": ("Scoring", "得点"),
    "examples": ("Worked examples", "例"),
    "options": ("Options and open points", "選べるルールと、未確定の点"),
}
FEW = 6
"""How many rules are named under "see also"."""
WORDS = ("values", "cards", "parameter")
"""Kinds of rules whose words stand in examples of all else."""
RARE = 720
"""What an example is worth that alone names a rule, or alone shares a sentence with it; shared, as much less."""
TELLING = ("define", "phase", "trigger", "ending", "reading", "parameter", "leave out", "event")
"""Kinds of rules that are worth a look; where cards lie and what is counted goes without saying."""


@dataclass(frozen=True)
class Rulebook:
    """All rules of a game in one language."""

    desk: Desk
    known: tuple[Promise, ...] | None = None
    """Promises that are known already; with none at all, margins say nothing."""

    @cached_property
    def web(self) -> Web:
        return Web(self.desk)

    @cached_property
    def order(self) -> Order:
        return Order(Phases(self.web))

    @cached_property
    def other_ways(self) -> OtherWays:
        return OtherWays(self.desk)

    @cached_property
    def course(self) -> Course:
        return Course(self.order.phases)

    @cached_property
    def contents(self) -> Contents:
        return Contents(self.order)

    @cached_property
    def promises(self) -> tuple[Promise, ...]:
        return Promises(self.web).all if self.known is None else self.known

    @cached_property
    def points(self) -> tuple[Point, ...]:
        return Points(self.web, self.promises).points(self.prose)

    @cached_property
    def margin(self) -> Margin:
        return Margin(self.desk, self.promises, self.points)

    # ---- words --------------------------------------------------------------------------------------------

    @cached_property
    def prose(self) -> dict[str, tuple[Paragraph, ...]]:
        """What each rule says: a text of somebody, or else the clause in words."""
        speaker, linker = speaker_of(self.desk), Linker(self.desk)
        found: dict[str, tuple[Paragraph, ...]] = {}
        for name in (*self.desk.rules, *sorted(self.desk.tools)):
            text = self.desk.text(name)
            both = (*self.web.uses[name], *self.web.used_by[name])
            near = tuple(other for other in both if other in self.desk.anchored)
            said = linker.paragraphs(text, near, name) if text else speaker.clause(self.desk.written[name])
            found[name] = said
        return found

    # ---- chapters ----------------------------------------------------------------------------------------------

    def chapters(self, examples: bool) -> tuple[Chapter, ...]:
        """Those that have rules, and the one for examples if there are any."""
        shown = [key for key in CHAPTERS
                 if any(spot.chapter == key for spot in self.order.spots) or (key == "examples" and examples)]
        found: list[Chapter] = []
        for number, key in enumerate(shown, 1):
            spots = [spot for spot in self.order.spots if spot.chapter == key]
            rules = tuple(self.rule(spot, where) for spot, where in zip(spots, _numbers(number, spots), strict=True))
            found.append(Chapter(key, anchor_of(f"chapter  {key}"), number, TITLES[key][self.desk.ja], rules))
        return tuple(found)

    def tools(self) -> tuple[Rule, ...]:
        """Definitions that only promises use."""
        names = [name for name in self.desk.clauses if name in self.desk.tools]
        return tuple(self.rule(Spot("options", name, 0, None), "") for name in names)

    def rule(self, spot: Spot, number: str) -> Rule:
        name, clause = spot.name, self.desk.clauses[spot.name]
        readings = tuple(anchor_of(other) for other in self.web.uses[name]
                         if isinstance(self.desk.written[other], t.Reading))
        if isinstance(self.desk.written[name], t.Reading):
            readings = (anchor_of(name),)
        uses = tuple(other for other in self.web.uses[name] if other in self.desk.anchored)
        used_by = tuple(other for other in self.web.used_by[name] if other in self.desk.anchored)
        kind: RuleKind = clause.kind  # type: ignore[assignment]
        return Rule(
            anchor_of(name), name, kind, self.desk.heading(name), self.prose[name], not self.desk.text(name), number,
            spot.depth, anchor_of(spot.within) if spot.within else None, self.web.code[name],
            tuple(dict.fromkeys(clause.cites)), tuple(map(anchor_of, uses)), tuple(map(anchor_of, used_by)),
            tuple(map(anchor_of, self._see_also(spot, uses, used_by))), self.web.cards[name],
            self.course.choices(name), readings, self._examples[name], self.margin.needed_by(anchor_of(name)),
            self.margin.mark(name, readings) if self.known != () else Mark("nothing", ""), self._askable(name),
            name in self.desk.changed, self.other_ways.beside.get(name, ()),
        )

    def _see_also(self, spot: Spot, uses: tuple[str, ...], used_by: tuple[str, ...]) -> list[str]:
        """What it uses, then what uses it, without what stands right above or under it anyway."""
        near = {spot.within, *(one.name for one in self.order.spots if one.within == spot.name)}
        tools = self.desk.tools
        wanted = [other for other in dict.fromkeys((*uses, *used_by)) if other not in near and other not in tools]
        return [other for other in wanted if self.desk.clauses[other].kind in TELLING][:FEW]

    @cached_property
    def _examples(self) -> dict[str, tuple[str, ...]]:
        """For each rule the examples that show it, best first: what few others name or cite tells most."""
        written = [name for name, clause in self.desk.clauses.items() if clause.kind == "example"]
        trials = [name for name in written if name not in self.desk.outdated]
        rules = (*self.desk.rules, *self.desk.tools)
        cites = {name: set(self.desk.clauses[name].cites) for name in (*rules, *trials)}
        citing = Counter(cite for name in rules for cite in cites[name])
        naming = Counter(name for trial in trials for name in self.web.uses[trial])
        found: dict[str, tuple[str, ...]] = {}
        for name in rules:
            worth: Counter[str] = Counter()
            for trial in trials:
                worth[trial] = sum(RARE // citing[cite] for cite in sorted(cites[name] & cites[trial]))
                if name in self.web.uses[trial] and self.desk.clauses[name].kind not in WORDS:
                    worth[trial] += 2 * RARE // naming[name]
            found[name] = tuple(anchor_of(trial) for trial, score in worth.most_common() if score)
        return found

    def _askable(self, name: str) -> bool:
        """A definition whose arguments somebody can lay out or point at."""
        part = self.desk.written[name]
        return isinstance(part, t.Define) and any(
            self.desk.clauses[other].kind in ("zone", "define", "remember") for other in self.web.uses[name])


def _numbers(chapter: int, spots: list[Spot]) -> list[str]:
    """4.2.1 and so on, by depth."""
    counts: list[int] = []
    found: list[str] = []
    for spot in spots:
        counts = counts[: spot.depth + 1]
        counts += [0] * (spot.depth + 1 - len(counts))
        counts[spot.depth] += 1
        found.append(".".join(map(str, [chapter, *counts])))
    return found
