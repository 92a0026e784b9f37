"""Stage 2: every name a game declares, at one player count, with its kind and type.

Goes in: the clauses of the tree. Comes out: a Scope that the checker asks, and diagnostics.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

from qedeck.spec import core as c
from qedeck.spec import tree as t
from qedeck.spec.diagnostic import Note, Report, did_you_mean
from qedeck.spec.reader import keywords
from qedeck.spec.source import Span

BUILT_IN = ("left", "right", "opposite", "size", "top")


@dataclass(frozen=True, slots=True)
class Number:
    """Any whole number; the type of arithmetic."""


@dataclass(frozen=True, slots=True)
class Parts:
    """Several named results."""

    names: tuple[str, ...]
    types: tuple[Kind, ...]


@dataclass(frozen=True, slots=True)
class Cards:
    """A zone seen as a value: what it holds."""

    zone: str


@dataclass(frozen=True, slots=True)
class Unknown:
    """The type of something already reported: it fits everywhere, so one mistake is told once."""


Kind: TypeAlias = c.YesNo | Number | c.Member | Parts | Cards | Unknown


@dataclass
class CardSet:
    """One set of cards: faces, families, printed attributes, copies."""

    domain: c.Domain
    families: tuple[str, ...]
    attributes: dict[str, tuple[Kind, list[int | bool | None]]]
    copies: list[t.Expr | int | None]
    """None: one. An expression reads a parameter."""
    removed: list[int]

    def faces(self, family: str, low: int | None, high: int | None) -> list[int]:
        found = []
        for i, (member, own) in enumerate(zip(self.domain.members, self.families, strict=True)):
            if own == family:
                number = int(member.rsplit(" ", 1)[1]) if member != family else None
                if low is None or (number is not None and low <= number <= (high if high is not None else low)):
                    found.append(i)
        return found


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
            self.report.error("Q106", f"{word.text} is one of the language's own words, so it cannot be a name here",
                              word.span, f"choose another name, for instance my-{word.text}")
            return True
        return False

    def declare(self, word: t.Word) -> bool:
        if self.reserved(word):
            return False
        if word.text in self.seen:
            self.report.error("Q202", f"{word.text} is declared twice", word.span, "give one of them another name",
                              (Note("the first one is here", self.seen[word.text]),))
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
                _cards(scope, clause)
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
            _leave_out(scope, clause)
        elif isinstance(clause, t.Trigger):
            if clause.event.text not in scope.events:
                report.error("Q206", f"there is no event called {clause.event.text}", clause.event.span,
                             did_you_mean(clause.event.text, scope.events))
            scope.triggers.setdefault(clause.event.text, []).append(clause)
    for triggers in scope.triggers.values():
        triggers.sort(key=lambda tr: tr.priority)
    return scope


def _values(scope: Scope, clause: t.Values) -> None:
    # Kinds of things have a namespace of their own: `role of each player: role` is how people speak.
    if clause.name.text in scope.domains:
        scope.report.error("Q202", f"there are two lists called {clause.name}", clause.name.span)
        return
    if clause.name.text in ("number", "place", "card") or scope.reserved(clause.name):
        scope.report.error("Q106", f"{clause.name} already means something in the language", clause.name.span)
        return
    words = [m.text for m in clause.members]
    for member in clause.members:
        scope.reserved(member)
        if words.count(member.text) > 1:
            scope.report.error("Q202", f"{member.text} is listed twice", member.span, "drop one of them")
    scope.domains[clause.name.text] = c.Domain(clause.name.text, tuple(dict.fromkeys(words)))


def _reading(scope: Scope, clause: t.Reading) -> None:
    if len({word.text for word in clause.alternatives}) < max(2, len(clause.alternatives)):
        scope.report.error("Q408", f"the reading {clause.name} needs two different alternatives", clause.name.span,
                           f"reading {clause.name}: this-way, or that-way")
        return
    for alternative in clause.alternatives:
        scope.reserved(alternative)
    if scope.declare(clause.name):
        scope.readings[clause.name.text] = clause
        name = clause.name.text
        scope.domains[f"reading {name}"] = c.Domain(f"reading {name}", tuple(a.text for a in clause.alternatives))


def _cards(scope: Scope, clause: t.Cards) -> None:
    name = clause.name.text if clause.name else "card"
    if name in scope.domains:
        scope.report.error("Q202", f"there are two sets of cards called {name}", clause.span,
                           "give the second set a name: cards chip")
        return
    members: list[str] = []
    families: list[str] = []
    copies: list[t.Expr | int | None] = []
    columns: dict[str, tuple[Kind, dict[int, int | bool]]] = {}

    def put(attr: t.Word, kind: Kind, face: int, value: int | bool) -> None:
        if attr.text not in columns:
            columns[attr.text] = (kind, {})
        if columns[attr.text][0] != kind:
            scope.report.error("Q301", f"{attr.text} is one kind of thing on some cards and another on others",
                               attr.span, "use numbers for all of them, or words of one list")
        columns[attr.text][1][face] = value

    for line in clause.lines:
        if len(line.spreads) > 1:
            scope.report.error("Q304", "a line of cards can run over one range only", line.span,
                               "write one line for each value of the second range")
        spread = line.spreads[0] if line.spreads else None
        if spread and (spread[2] < spread[1] or spread[2] - spread[1] > 999):
            scope.report.error("Q412", f"there are no cards from {spread[1]} to {spread[2]}", line.span)
            continue
        numbers = range(spread[1], spread[2] + 1) if spread else [None]
        for number in numbers:
            member = line.family.text if number is None else f"{line.family} {number}"
            if member in members:
                scope.report.error("Q202", f"the card {member} is declared twice", line.family.span)
                continue
            face = len(members)
            members.append(member)
            families.append(line.family.text)
            copies.append(line.copies)
            if spread and number is not None:
                put(spread[0], Number(), face, number)
            for attr, key in line.attributes:
                found = _attribute(scope, attr, key)
                if found is not None:
                    put(attr, found[0], face, found[1])
    domain = c.Domain(name, tuple(members))
    if not members:
        scope.report.error("Q412", f"the set of cards {name} is empty", clause.span)
    scope.domains[name] = domain
    attributes = {}
    for attr_name, (kind, cells) in columns.items():
        attributes[attr_name] = (kind, [cells.get(i) for i in range(len(members))])
    scope.sets[name] = CardSet(domain, tuple(families), attributes, copies, [0] * len(members))


def _attribute(scope: Scope, attr: t.Word, key: t.Key) -> tuple[Kind, int | bool] | None:
    if key.word is None:
        assert key.number is not None
        return Number(), key.number
    if key.word in ("yes", "no"):
        return c.YesNo(), key.word == "yes"
    own = scope.domain(attr.text)
    homes = [own] if own is not None and key.word in own.members else scope.owners(key.word)
    homes = [d for d in homes if d.name not in scope.sets]
    if len(homes) != 1:
        code, what = ("Q203", "belongs to several lists") if homes else ("Q201", "is in no list of words")
        scope.report.error(code, f"{key.word} {what}", key.span,
                           did_you_mean(key.word, scope.known()) or f"add: {attr} is one of {key.word}, …")
        return None
    return c.Member(homes[0]), homes[0].members.index(key.word)


def _leave_out(scope: Scope, clause: t.LeaveOut) -> None:
    for line in clause.lines:
        homes = [s for s in scope.sets.values() if line.family.text in s.families]
        if not homes:
            families = {f for s in scope.sets.values() for f in s.families}
            scope.report.error("Q208", f"there is no card called {line.family}", line.family.span,
                               did_you_mean(line.family.text, families))
            continue
        faces = homes[0].faces(line.family.text, line.low, line.high)
        if not faces:
            scope.report.error("Q208", f"there is no {line.family} {line.low}", line.span)
        for face in faces:
            there = homes[0].copies[face]
            total = there.value if isinstance(there, t.Integer) else 1 if there is None else None
            out = line.copies if line.copies is not None else (total if total is not None else 0)
            homes[0].removed[face] += out
            if total is not None and homes[0].removed[face] > total:
                scope.report.error("Q411", f"more copies of {homes[0].domain.members[face]} are left out than there are",
                                   line.span, f"there are {total}")
