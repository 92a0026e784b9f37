"""Stage 2: every name a game declares, at one player count, with its kind and type.

Goes in: the clauses of the tree. Comes out: a Scope that the checker asks, and diagnostics.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace

from qedeck.spec import core as c
from qedeck.spec import tree as t
from qedeck.spec.checker.card_sets import CardSet, leave_out, read_cards
from qedeck.spec.diagnostic import Note, Report, did_you_mean
from qedeck.spec.grammar import keywords
from qedeck.spec.limits import MOST_PLACES
from qedeck.spec.source import Span

BUILT_IN = ("left", "right", "opposite", "size", "top")


@dataclass
class Scope:
    """The names of one game at one player count."""

    players: int
    seats: int
    game: t.Game
    clauses: tuple[t.Clause, ...]
    report: Report
    domains: dict[str, c.Domain] = field(default_factory=dict)
    sets: dict[str, CardSet] = field(default_factory=dict)
    zones: dict[str, t.Zone] = field(default_factory=dict)
    remembered: dict[str, t.Remembered] = field(default_factory=dict)
    parameters: dict[str, t.Parameter] = field(default_factory=dict)
    readings: dict[str, t.Reading] = field(default_factory=dict)
    defines: dict[str, t.Define] = field(default_factory=dict)
    phases: dict[str, t.Phase] = field(default_factory=dict)
    events: dict[str, t.Event] = field(default_factory=dict)
    triggers: dict[str, list[t.Trigger]] = field(default_factory=dict)
    endings: dict[str, t.Ending] = field(default_factory=dict)
    places: dict[str, c.Domain] = field(default_factory=dict)
    named: dict[str, int] = field(default_factory=dict)
    """Of each list that goes on, how many of its words are written."""
    seen: dict[str, Span] = field(default_factory=dict)
    settings: list[t.Setting] = field(default_factory=list)
    restrictions: list[t.Restrict] = field(default_factory=list)

    # ---- asking ---------------------------------------------------------------------

    @property
    def player(self) -> c.Domain:
        return self.domains["player"]

    def domain(self, word: str) -> c.Domain | None:
        """The domain a type name means; plurals are welcome (`players p`, `cards c`)."""
        if word in self.domains:
            return self.domains[word]
        return self.domains.get(word.removesuffix("s")) if word.endswith("s") else None

    def goes_on(self, domain: c.Domain) -> bool:
        """Whether nobody can say how many of these there are: a list that ends with `and more`."""
        return domain.name in self.named

    def singular(self, word: str) -> str | None:
        """One of what a plural names; None if the word is no plural."""
        one = word.removesuffix("s")
        plural = word != one and word not in self.domains and (one in self.domains or one in ("number", "place", "gap"))
        return one if plural else None

    def known(self) -> set[str]:
        """Every name a designer could have meant, for hints."""
        words = set(self.zones) | set(self.remembered) | set(self.parameters) | set(self.readings)
        words |= set(self.defines) | set(BUILT_IN)
        for domain in self.domains.values():
            words |= set(domain.members)
        for cards in self.sets.values():
            words |= set(cards.families) | set(cards.attributes)
        return words

    def owners(self, word: str) -> list[c.Domain]:
        """The domains that have this word as a member."""
        return [d for d in self.domains.values() if word in d.members]

    # ---- telling ----------------------------------------------------------------------

    def reserved(self, word: t.Word) -> bool:
        if word.text in keywords():
            self.report.error(
                "Q106",
                f"{word.text} is one of the language's own words, so it cannot be a name here",
                word.span,
                f"choose another name, for instance my-{word.text}",
            )
            return True
        return False

    def declare(self, word: t.Word) -> bool:
        if self.reserved(word):
            return False
        if word.text in self.seen:
            self.report.error(
                "Q202",
                f"{word.text} is declared twice",
                word.span,
                "give one of them another name",
                (Note("the first one is here", self.seen[word.text]),),
            )
            return False
        self.seen[word.text] = word.span
        return True


def build_scope(clauses: tuple[t.Clause, ...], players: int, report: Report) -> Scope | None:
    """Collect the names of a game for this many players."""
    games = [cl for cl in clauses if isinstance(cl, t.Game)]
    if len(games) != 1:
        return None
    game = games[0]
    seats = game.seats or players
    scope = Scope(players, seats, game, clauses, report)
    scope.domains["player"] = c.Domain("player", tuple(f"player {i + 1}" for i in range(seats)))
    scope.domains["ending"] = c.Domain("ending", tuple(cl.name.text for cl in clauses if isinstance(cl, t.Ending)))
    for clause in clauses:
        if isinstance(clause, t.Values):
            _values(scope, clause)
        elif isinstance(clause, t.Reading):
            _reading(scope, clause)
    for clause in clauses:
        match clause:
            case t.Parameter():
                if scope.declare(clause.name):
                    scope.parameters[clause.name.text] = clause
            case t.Define():
                if scope.declare(clause.name):
                    scope.defines[clause.name.text] = clause
            case t.Phase():
                if clause.name.text in scope.phases:
                    scope.declare(clause.name)
                scope.phases[clause.name.text] = clause
                scope.seen.setdefault(clause.name.text, clause.name.span)
            case t.Event():
                if scope.declare(clause.name):
                    scope.events[clause.name.text] = clause
            case t.Ending():
                if scope.declare(clause.name):
                    scope.endings[clause.name.text] = clause
            case t.Cards():
                read_cards(scope, clause)
            case t.Zones():
                for zone in clause.lines:
                    if scope.declare(zone.name):
                        scope.zones[zone.name.text] = zone
            case t.Remember():
                for line in clause.lines:
                    if scope.declare(line.name):
                        scope.remembered[line.name.text] = line
            case t.Set():
                scope.settings.append(clause.setting)
            case t.Restrict():
                scope.restrictions.append(clause)
    for clause in clauses:
        if isinstance(clause, t.LeaveOut) and clause.players == players:
            leave_out(scope, clause)
        elif isinstance(clause, t.Trigger):
            if clause.event.text not in scope.events:
                report.error(
                    "Q206",
                    f"there is no event called {clause.event.text}",
                    clause.event.span,
                    did_you_mean(clause.event.text, scope.events),
                )
            scope.triggers.setdefault(clause.event.text, []).extend(_as_read(clause))
    for triggers in scope.triggers.values():
        triggers.sort(key=lambda tr: tr.priority)
    return scope


def trigger_names(clauses: tuple[t.Clause, ...]) -> dict[Span, str]:
    """The names of triggers as clauses, by where they stand."""
    names: dict[Span, str] = {}
    times: Counter[str] = Counter()
    for clause in clauses:
        if isinstance(clause, t.Trigger):
            event = clause.event.text
            times[event] += 1
            names[clause.span] = f"on {event}" if times[event] == 1 else f"on {event} {times[event]}"
    return names


def _as_read(trigger: t.Trigger) -> tuple[t.Trigger, ...]:
    """One for each priority that it may have, with how the rulebook must be read for that."""
    given, where = trigger.given, trigger.where
    if given is None:
        return (trigger,)
    otherwise = t.Not(given, span=given.span)
    made = []
    for so, priority in ((given, trigger.priority), (otherwise, trigger.other)):
        both = so if where is None else t.And(so, where, span=where.span)
        made.append(replace(trigger, where=both, priority=priority, given=None))
    return tuple(made)


def _values(scope: Scope, clause: t.Values) -> None:
    # Kinds of things have a namespace of their own: `role of each player: role` is how people speak.
    if clause.name.text in scope.domains:
        scope.report.error("Q202", f"there are two lists called {clause.name}", clause.name.span)
        return
    if clause.name.text in ("number", "place", "card") or scope.reserved(clause.name):
        scope.report.error("Q106", f"{clause.name} already means something in the language", clause.name.span)
        return
    words = [m.text for m in clause.members]
    counts = Counter(words)
    for member in clause.members:
        scope.reserved(member)
        if counts[member.text] > 1:
            scope.report.error("Q202", f"{member.text} is listed twice", member.span, "drop one of them")
    members = tuple(dict.fromkeys(words))
    if clause.further is not None:
        scope.named[clause.name.text] = len(members)
        members += _further(scope, clause, len(members))
    scope.domains[clause.name.text] = c.Domain(clause.name.text, members)


def _further(scope: Scope, clause: t.Values, named: int) -> tuple[str, ...]:
    """The words with which a list goes on, `spot 5`, `spot 6`: no rule can ask how many, yet there is an end."""
    assert clause.further is not None
    many = clause.further.most
    if many is None:
        sets = [clause for clause in scope.clauses if isinstance(clause, t.Cards)]
        many = sum(_how_many(line) or MOST_PLACES for cards in sets for line in cards.lines)
    if not 1 <= many <= MOST_PLACES - named:
        scope.report.error(
            "Q308",
            f"say how far the list {clause.name} goes on",
            clause.further.span,
            "and up to 20 more",
        )
        many = 1
    return tuple(f"{clause.name} {number}" for number in range(named + 1, named + many + 1))


def _how_many(line: t.CardLine) -> int | None:
    """How many cards a line declares, if that is written there."""
    faces = sum(max(1, high - low + 1) for _, low, high in line.spreads[:1]) or 1
    if line.copies is None:
        return faces
    return faces * line.copies.value if isinstance(line.copies, t.Integer) else None


def _reading(scope: Scope, clause: t.Reading) -> None:
    if len({word.text for word in clause.alternatives}) < max(2, len(clause.alternatives)):
        scope.report.error(
            "Q408",
            f"the reading {clause.name} needs two different alternatives",
            clause.name.span,
            f"reading {clause.name}: this-way, or that-way",
        )
        return
    for alternative in clause.alternatives:
        scope.reserved(alternative)
    if scope.declare(clause.name):
        scope.readings[clause.name.text] = clause
        name = clause.name.text
        scope.domains[f"reading {name}"] = c.Domain(f"reading {name}", tuple(a.text for a in clause.alternatives))
