"""What each clause names, and what names it: from the tokens of its text."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from qedeck.site.book.fill.coding import code_of, nodes
from qedeck.site.book.fill.desk import Desk
from qedeck.site.book.prose import anchor_of, card_anchor
from qedeck.site.book.rules import Code
from qedeck.spec import tree as t


@dataclass(frozen=True)
class Web:
    """The clauses of a game as a web of names. Keys and values are names of clauses, trials among them."""

    desk: Desk

    @cached_property
    def code(self) -> dict[str, Code]:
        """Every clause as it is written."""
        return {name: code_of(self.desk, name) for name in self.desk.clauses}

    @cached_property
    def uses(self) -> dict[str, tuple[str, ...]]:
        """What a clause names, in the order in which it names them; cards in general (`card`) do not count."""
        found: dict[str, tuple[str, ...]] = {}
        sets = {part.name.text if part.name else "card" for part in self.desk.written.values()
                if isinstance(part, t.Cards)}
        by_anchor = {anchor: name for name, anchor in self._anchors.items()}
        for name, code in self.code.items():
            named = (token for token in code.tokens if token.to is not None and token.text not in sets)
            found[name] = tuple(dict.fromkeys(by_anchor[token.to] for token in named if token.to in by_anchor))
        for name, part in self.desk.written.items():
            # What an event brings about stands in its triggers, which name it.
            if isinstance(part, t.Event):
                found[name] += tuple(
                    other for other, one in self.desk.written.items()
                    if isinstance(one, t.Trigger) and one.event.text == part.name.text
                )
        return found

    @cached_property
    def _anchors(self) -> dict[str, str]:
        return {name: anchor_of(name) for name in self.desk.clauses}

    @cached_property
    def used_by(self) -> dict[str, tuple[str, ...]]:
        """What names a clause, in the order of the file."""
        found: dict[str, list[str]] = {name: [] for name in self.desk.clauses}
        for name, used in self.uses.items():
            for other in used:
                if other in found and other != name:
                    found[other].append(name)
        return {name: tuple(users) for name, users in found.items()}

    @cached_property
    def cards(self) -> dict[str, tuple[str, ...]]:
        """The anchors of the cards that each clause names, one by one or by family."""
        faces = self.faces
        found: dict[str, tuple[str, ...]] = {}
        for name, part in self.desk.written.items():
            named: list[str] = []
            for node in () if isinstance(part, t.Cards) else nodes(part):
                match node:
                    case t.Numbered(word, number) if word in faces:
                        named.append(f"{word} {number}")
                    case t.Key(word, number) if word in faces:
                        named += [f"{word} {number}"] if number is not None else faces[word]
                    case t.Name(word) if word in faces:
                        named += faces[word]
                    case t.OutLine():
                        named += faces.get(node.family.text, [])
                    case _:
                        pass
            found[name] = tuple(card_anchor(card) for card in dict.fromkeys(named))
        return found

    @cached_property
    def faces(self) -> dict[str, list[str]]:
        """The cards of each family, as the fullest table has them."""
        found: dict[str, list[str]] = {}
        for count in self.desk.game.players:
            core = self.desk.game.core(count)
            for set_name, families in core.families.items():
                for card, family in zip(core.domains[set_name].members, families, strict=True):
                    row = found.setdefault(family, [])
                    if card not in row:
                        row.append(card)
        return found
