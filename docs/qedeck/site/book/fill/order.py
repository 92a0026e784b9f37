"""The order of the rulebook: which rule stands in which chapter, after which, and under which.

Set-up is what is dealt and laid out before anybody decides; scoring what is counted after the last decision of a round;
definitions stand under the first rule that uses them, or with the cards if cards are what they speak of. What nobody
needs while open points are read as usual stands under the point that brings it into play.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from qedeck.site.book.fill.apart import Apart
from qedeck.site.book.fill.coding import nodes
from qedeck.site.book.fill.desk import Desk, Written
from qedeck.site.book.fill.phases import Phases
from qedeck.site.book.fill.uses import Web
from qedeck.site.book.rules import ChapterKey
from qedeck.spec import tree as t

CHAPTERS: tuple[ChapterKey, ...] = (
    "about", "box", "setup", "course", "cards", "end", "scoring", "examples", "options",
)
DEEPEST = 3
"""How deep rules are nested at most; what would be deeper stands beside what it belongs to."""


class Spot(NamedTuple):
    """Where a rule stands."""

    chapter: ChapterKey
    name: str
    depth: int
    within: str | None


@dataclass(frozen=True)
class Order:
    """All rules of a game, in the order of the book."""

    phases: Phases

    @property
    def web(self) -> Web:
        return self.phases.web

    @property
    def desk(self) -> Desk:
        return self.web.desk

    @cached_property
    def apart(self) -> dict[str, str]:
        return Apart(self.phases).points

    @cached_property
    def spots(self) -> tuple[Spot, ...]:
        """Every rule once."""
        waiting = dict.fromkeys(self.desk.rules)
        found: list[Spot] = []
        for chapter in CHAPTERS:
            for name in self._heads(chapter):
                self._stand(chapter, name, 0, None, waiting, found)
        for name in list(waiting):
            # Nothing leads to it: it stands with what it is most like.
            self._stand(self._home(name), name, 0, None, waiting, found)
        return tuple(spot for chapter in CHAPTERS
                     for spot in self._raised([spot for spot in found if spot.chapter == chapter]))

    def _raised(self, spots: list[Spot]) -> list[Spot]:
        """A rule, or a phase of the course, with no other beside it leads on to what it does: 4.2, and not 4.1.1."""
        tops = [place for place, spot in enumerate(spots) if spot.depth == 0]
        phases = [place for place in tops if self.desk.clauses[spots[place].name].kind == "phase"]
        if len(tops) != 1 and not (phases == [0] and spots[0].chapter == "course"):
            return spots
        end = tops[1] if len(tops) > 1 else len(spots)
        inner = [spot._replace(depth=spot.depth - 1) for spot in spots[1:end]]
        return [spots[0], *self._raised(inner), *spots[end:]]

    def _stand(self, chapter: ChapterKey, name: str, depth: int, within: str | None, waiting: dict[str, None],
               found: list[Spot]) -> None:
        if name not in waiting:
            return
        del waiting[name]
        found.append(Spot(chapter, name, depth, within))
        deeper = (depth + 1, name) if depth < DEEPEST else (depth, within)
        for other in self._under(name):
            if self._home(other) == chapter and other not in self._heads(chapter):
                self._stand(chapter, other, *deeper, waiting, found)

    def _under(self, name: str) -> Iterator[str]:
        """What belongs under a rule: the phases that it does, the definitions that it uses, what follows an event."""
        part = self.desk.written[name]
        if isinstance(part, t.Reading):
            yield from (other for other, point in self.apart.items() if point == name)
        if isinstance(part, t.Values) and isinstance(self.desk.written.get(part.name.text), t.Define):
            yield part.name.text
        for other in self.web.uses[name]:
            kind = self.desk.clauses[other].kind
            done = kind in ("phase", "event") and isinstance(part, t.Phase | t.Trigger)
            if done or kind in ("define", "trigger"):
                yield other
        yield from (other for other in self.web.uses[name] if self._noted_in(other) == name)

    # ---- chapters ------------------------------------------------------------------------------------

    @cached_property
    def _heading_rules(self) -> dict[ChapterKey, tuple[str, ...]]:
        """What each chapter begins with, before anything stands under something."""
        found: dict[ChapterKey, list[str]] = {chapter: [] for chapter in CHAPTERS}
        course = [name for name in self.phases.order if self._home(name) == "course"]
        for name, clause in self.desk.clauses.items():
            if name in self.desk.anchored and clause.kind not in ("define", "phase", "event", "trigger") and (
                    self._noted_in(name) is None) and name not in self.apart:
                found[self._home(name)].append(name)
        # Set-up: what is left out, what is done, then where things lie and what is kept track of.
        kinds = ("leave out", "zone", "remember")
        laid = sorted(found["setup"], key=lambda name: kinds.index(self.desk.clauses[name].kind))
        out = [name for name in laid if self.desk.clauses[name].kind == "leave out"]
        done = [name for name in self.phases.order if self._home(name) == "setup"]
        found["setup"] = [*out, *self._tops(done), *(name for name in laid if name not in out)]
        found["course"] = [*found["course"], *self._tops(course)]
        found["scoring"] += self._tops([name for name in self.phases.order if self._home(name) == "scoring"])
        found["cards"] += [name for name in self.desk.rules if self._home(name) == "cards" and self._of_cards(name)]
        found["box"].sort(key=lambda name: ("cards", "values", "parameter").index(self.desk.clauses[name].kind))
        return {chapter: tuple(dict.fromkeys(names)) for chapter, names in found.items()}

    def _heads(self, chapter: ChapterKey) -> tuple[str, ...]:
        return self._heading_rules[chapter]

    def _tops(self, phases: list[str]) -> list[str]:
        """Those that no other of them does; where all do each other, the first. Triggers stand under their event."""
        phases = [name for name in phases if self.desk.clauses[name].kind == "phase"]
        inner = {other for name in phases for other in self.web.uses[name] if other != name and other in phases}
        return [name for name in phases if name not in inner] or phases[:1]

    @cached_property
    def _homes(self) -> dict[str, ChapterKey]:
        """The chapter of every rule; where one depends on another, they are looked for until none moves."""
        known: dict[str, ChapterKey] = {}
        names = (*self.desk.rules, *sorted(self.desk.tools))
        for _ in names:
            before = dict(known)
            for name in names:
                known[name] = self._find_home(name, known)
            if known == before:
                break
        return known

    def _home(self, name: str) -> ChapterKey:
        return self._homes.get(name, "course")

    def _find_home(self, name: str, known: dict[str, ChapterKey]) -> ChapterKey:
        part = self.desk.written[name]
        if name in self.apart:
            return "options"
        match part:
            case t.Game():
                return "about"
            case t.Values():
                homes = self._users_homes(name, known, part.name.text)
                of_cards = part.name.text in self._attributes
                return "box" if of_cards or (homes and homes <= {"box", "options"}) else "about"
            case t.Cards():
                return "box"
            case t.LeaveOut() | t.Zone():
                return "setup"
            case t.Remembered():
                first = self._noted_in(name)
                return "setup" if first is None else known.get(first, "course")
            case t.Parameter(params=params):
                return "box" if any(param.type.text in self._sets for param in params) else "options"
            case t.Reading():
                return "options"
            case t.Ending():
                return "end"
            case t.Phase():
                if name in self.phases.setting_up:
                    return "setup"
                return "scoring" if name in self.phases.scoring else "course"
            case t.Define():
                return self._home_of_define(name, known)
            case _:
                return "course"

    def _noted_in(self, name: str) -> str | None:
        """The phase that first notes something of which nothing is laid out: that it is so, or which it is."""
        part = self.desk.written[name]
        if not isinstance(part, t.Remembered) or part.starting is not None:
            return None
        optional = isinstance(part.type, t.TypeName) and part.type.optional
        if not optional and not isinstance(part.type, t.TypeYesNo) and (
                part.each is not None or not isinstance(part.type, t.TypeRange)):
            return None
        first = self.phases.first_to_write(name)
        return None if first in self.phases.setting_up else first

    def _home_of_define(self, name: str, known: dict[str, ChapterKey]) -> ChapterKey:
        homes = self._users_homes(name, known)
        if name in self.desk.kinds:
            # Who is on which team stands where the teams are named.
            return known.get(self.desk.kinds[name], "about")
        if self._of_cards(name) and not homes <= {"box", "setup", "options"}:
            return "cards"
        # Where a reader first meets it.
        used = (known[other] for other in self.web.uses[name]
                if self.desk.clauses[other].kind == "define" and other in known)
        return min(homes, key=CHAPTERS.index) if homes else next(used, "course")

    def _users_homes(self, name: str, known: dict[str, ChapterKey], but: str = "") -> set[ChapterKey]:
        users = (user for user in self.web.used_by[name] if user in self.desk.anchored and user not in (name, but))
        return {known[user] for user in users if user not in self.desk.tools and user in known}

    # ---- what speaks of cards -------------------------------------------------------------------------------

    @cached_property
    def _sets(self) -> frozenset[str]:
        parts = self.desk.written.values()
        return frozenset(part.name.text if part.name else "card" for part in parts if isinstance(part, t.Cards))

    @cached_property
    def _attributes(self) -> frozenset[str]:
        """Kinds of words that cards have."""
        values = {part.name.text: {one.text for one in part.members} for part in self.desk.written.values()
                  if isinstance(part, t.Values)}
        lines = [line for part in self.desk.written.values() if isinstance(part, t.Cards) for line in part.lines]
        found: set[str] = set()
        for word, key in (pair for line in lines for pair in line.attributes):
            # An attribute is mostly called as its kind is; else any kind that has the word.
            homes = [word.text] if word.text in values else [name for name, has in values.items() if key.word in has]
            found |= set(homes[:1])
        return frozenset(found)

    def _of_cards(self, name: str) -> bool:
        """A definition about cards: of a card or of a place where one lies, and no condition of a choice."""
        part = self.desk.written[name]
        if not isinstance(part, t.Define) or name in self.phases.conditions:
            return False
        if self._asked_of_a_card(part) or any(isinstance(one.type, t.TypePlace) for one in part.parts):
            return True
        if part.params:
            return False
        users = [self.desk.written[user] for user in self.web.used_by[name] if user in self.desk.rules]
        looks = any(isinstance(node, t.At) and node.word in self._sets for node in nodes(part))
        return looks or (bool(users) and all(map(self._asked_of_a_card, users)))

    def _asked_of_a_card(self, part: Written) -> bool:
        first = part.params[0].type.text if isinstance(part, t.Define) and part.params else ""
        return first in self._sets or first == "place"
