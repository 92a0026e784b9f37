"""What is printed on the cards of a game, in one language: a game in, Cards out, set by set.

A card's number, the words that it has, and numbers that the rulebook leaves open and the game assumes for each card
(never how many copies there are: that is not printed on a card).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import assert_never

from qedeck.interpreter.play import rules_of
from qedeck.interpreter.settings import settled
from qedeck.site.draw.look import Look, Looks
from qedeck.spec import core as c
from qedeck.spec.checker.card_sets import CardSet
from qedeck.spec.checker.kinds import Cards, Number, Parts, Unknown
from qedeck.spec.checker.scope import build_scope
from qedeck.spec.diagnostic import Report
from qedeck.spec.game import Game

SERIAL = "number"
"""The attribute of a card that is written with a number but no range: wolf 1."""


@dataclass(frozen=True, slots=True)
class Fact:
    """One thing that a card has, in words; of a small number also how many."""

    word: str
    label: str
    value: str
    pips: int = 0


@dataclass(frozen=True, slots=True)
class Card:
    """One face. `number` is what stands in its corner."""

    set: str
    word: str
    name: str
    family: str
    number: str
    facts: tuple[Fact, ...]
    look: Look


@dataclass(frozen=True, slots=True)
class Deck:
    """One set of cards, with the look of its backs."""

    word: str
    name: str
    back: Look
    cards: dict[str, Card]


def decks_of(
    game: Game, language: str, players: int | None = None, settings: Mapping[str, object] | None = None
) -> dict[str, Deck]:
    """Every set of cards of a game; by default at the largest player count."""
    players = game.players[-1] if players is None else players
    scope = build_scope(game.clauses, players, Report())
    if scope is None or not scope.sets:
        return {}
    rules = rules_of(game, players)
    fixed = settled(rules.meaning, rules.words, settings or {}, {})
    cells, _ = rules.meaning.initial(fixed) if fixed else rules.first
    looks = looks_of(game, language, scope.sets)
    decks: dict[str, Deck] = {}
    for place, (name, cards) in enumerate(scope.sets.items()):
        said = _assumed(rules.core, name)
        faces = {}
        for k, word in enumerate(cards.domain.members):
            # A number that all of a family lack is not printed on it, nor one that stands in its corner anyway.
            own = [i for i, family in enumerate(cards.families) if family == cards.families[k]]
            assumed = {
                var.name: int(cells[var.name][k]) for var in said
                if any(cells[var.name][i] for i in own)
                and any(str(cells[var.name][i]) != _number(cards, cards.domain.members[i], i) for i in own)
            }
            faces[word] = _card(name, cards, k, assumed, looks)
        back = looks.wished(name) or Look(("petals", "star", "ring")[place % 3], ("blue", "brown", "green")[place % 3])
        decks[name] = Deck(name, looks.texts.name(language, name), back, faces)
    return decks


def looks_of(game: Game, language: str, sets: Mapping[str, CardSet]) -> Looks:
    """The looks of all families, given out in the order of the game."""
    looks = Looks(game.texts, language)
    for cards in sets.values():
        looks.settle(_groups(cards))
    return looks


def _groups(cards: CardSet) -> list[tuple[str, ...]]:
    """The families of a set, each with what it may go by: words that all its cards have, and that are few."""
    suit = _suit(cards)
    groups: dict[str, tuple[str, ...]] = {}
    for k, family in enumerate(cards.families):
        word = None if suit is None else _word(cards, suit, k)
        groups.setdefault(family, (family,) if word is None else (family, word))
    return list(groups.values())


def _suit(cards: CardSet) -> str | None:
    """The attribute that families go by: a word, the same on all cards of a family, fewer words than families."""
    for name, (kind, _) in cards.attributes.items():
        if not isinstance(kind, c.Member):
            continue
        by: dict[str, set[str | None]] = {}
        for k, family in enumerate(cards.families):
            by.setdefault(family, set()).add(_word(cards, name, k))
        if all(len(words) == 1 for words in by.values()) and any(None not in words for words in by.values()):
            return name
    return None


def _word(cards: CardSet, attribute: str, k: int) -> str | None:
    kind, values = cards.attributes[attribute]
    value = values[k]
    return kind.domain.members[int(value)] if isinstance(kind, c.Member) and value is not None else None


def _assumed(core: c.Core, cards: str) -> list[c.Var]:
    """Numbers left open for each card, apart from how many copies there are."""
    read = c.reads(*core.copies.get(cards, ()))
    return [
        var for var in core.vars.values()
        if var.role == "parameter" and isinstance(var.type, c.Whole) and var.name not in read
        and [dim.name for dim in var.dims] == [cards]
    ]


def _card(name: str, cards: CardSet, k: int, assumed: dict[str, int], looks: Looks) -> Card:
    word, family, texts = cards.domain.members[k], cards.families[k], looks.texts
    language = looks.language
    look = looks.wished(word) or looks.given[family]
    of_set = looks.wished(name)
    serial = cards.attributes.get(SERIAL, (None, [None] * (k + 1)))[1][k] is not None
    number = _number(cards, word, k)
    if number == "" and assumed:
        number = str(assumed.pop(next(iter(assumed))))
    plain = look.finish or (of_set.finish if of_set else None) or ("open" if number and not serial else "solid")
    facts: list[Fact] = []
    for attribute, (kind, values) in cards.attributes.items():
        value = values[k]
        if value is None or attribute == SERIAL:
            continue
        label = texts.name(language, attribute)
        match kind:
            case c.Member(domain):
                said = domain.members[int(value)]
                if said != family:
                    facts.append(Fact(attribute, label, texts.name(language, said)))
            case c.YesNo():
                facts.append(Fact(attribute, label, _YES[language][bool(value)]))
            case Number() | Parts() | Cards() | Unknown():
                if str(value) != number:
                    facts.append(Fact(attribute, label, str(value)))
            case _:
                assert_never(kind)
    facts += [
        Fact(open_, texts.name(language, open_), str(value), value if value <= 6 else 0)
        for open_, value in assumed.items()
    ]
    called = texts.name(language, word)
    return Card(name, word, called[:1].upper() + called[1:], family, number, tuple(facts),
                Look(look.symbol, look.colour, plain))


_YES = {"en": ("no", "yes"), "ja": ("いいえ", "はい")}


def _number(cards: CardSet, word: str, k: int) -> str:
    """What stands in the corner: the number in the card's name, or the first number that it has."""
    last = word.rpartition(" ")[2]
    if " " in word and last.isdigit():
        return last
    numbers: Sequence[str] = [
        str(values[k]) for kind, values in cards.attributes.values()
        if not isinstance(kind, c.Member | c.YesNo) and values[k] is not None
    ]
    return numbers[0] if numbers else ""
