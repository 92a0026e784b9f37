"""Stage 2, cards: faces, families, printed attributes, copies, and what is left out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from qedeck.spec import core as c
from qedeck.spec import tree as t
from qedeck.spec.checker.kinds import Kind, Number
from qedeck.spec.diagnostic import did_you_mean

if TYPE_CHECKING:
    from qedeck.spec.checker.scope import Scope


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


def read_cards(scope: Scope, clause: t.Cards) -> None:
    name = clause.name.text if clause.name else "card"
    if name in scope.domains:
        scope.report.error(
            "Q202", f"there are two sets of cards called {name}", clause.span, "give the second set a name: cards chip"
        )
        return
    members: list[str] = []
    seen: set[str] = set()
    families: list[str] = []
    copies: list[t.Expr | int | None] = []
    columns: dict[str, tuple[Kind, dict[int, int | bool]]] = {}

    def put(attr: t.Word, kind: Kind, face: int, value: int | bool) -> None:
        if attr.text not in columns:
            columns[attr.text] = (kind, {})
        if columns[attr.text][0] != kind:
            scope.report.error(
                "Q301",
                f"{attr.text} is one kind of thing on some cards and another on others",
                attr.span,
                "use numbers for all of them, or words of one list",
            )
        columns[attr.text][1][face] = value

    for line in clause.lines:
        if len(line.spreads) > 1:
            scope.report.error(
                "Q304",
                "a line of cards can run over one range only",
                line.span,
                "write one line for each value of the second range",
            )
        spread = line.spreads[0] if line.spreads else None
        if spread and spread[2] < spread[1]:
            scope.report.error("Q412", f"there are no cards from {spread[1]} to {spread[2]}", line.span)
            continue
        numbers = range(spread[1], spread[2] + 1) if spread else [None]
        for number in numbers:
            member = line.family.text if number is None else f"{line.family} {number}"
            if member in seen:
                scope.report.error("Q202", f"the card {member} is declared twice", line.family.span)
                continue
            face = len(members)
            members.append(member)
            seen.add(member)
            families.append(line.family.text)
            copies.append(line.copies)
            if spread and number is not None:
                put(spread[0], Number(), face, number)
            for attr, key in line.attributes:
                found = _attribute(scope, attr, key)
                if found is not None:
                    put(attr, found[0], face, found[1])
    domain = c.Domain(name, tuple(members))
    if not members and clause.file not in scope.report.broken:
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
        scope.report.error(
            code,
            f"{key.word} {what}",
            key.span,
            did_you_mean(key.word, scope.known()) or f"add: {attr} is one of {key.word}, …",
        )
        return None
    return c.Member(homes[0]), homes[0].members.index(key.word)


def leave_out(scope: Scope, clause: t.LeaveOut) -> None:
    for line in clause.lines:
        homes = [s for s in scope.sets.values() if line.family.text in s.families]
        if not homes:
            families = {f for s in scope.sets.values() for f in s.families}
            scope.report.error(
                "Q208",
                f"there is no card called {line.family}",
                line.family.span,
                did_you_mean(line.family.text, families),
            )
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
                scope.report.error(
                    "Q411",
                    f"more copies of {homes[0].domain.members[face]} are left out than there are",
                    line.span,
                    f"there are {total}",
                )
