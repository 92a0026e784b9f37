"""Values in English, as nouns: what is compared, counted and picked, and the names that a clause binds."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from typing import assert_never

from qedeck.site.book.words.sayings import THERE, arguments
from qedeck.site.book.words.speech import Env, Known, Lore, bare, simple
from qedeck.spec import tree as t

ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
_SIGNS = {"+": "+", "-": "−", "*": "×", "/": "÷", "mod": "mod"}
BUILT_IN = {
    "left": "the player to the left of", "right": "the player to the right of", "opposite": "the player opposite",
    "top": "the top card of", "size": "the number of cards in",
    "end": "the place behind the last card of",
}

_QUESTION = re.compile(r"(?i)(where|how|what|who|whether|which)\b|.*,")
_HALF_A_SENTENCE = re.compile(r"(?!(?:a|an|the)\b)[a-z]+ .*")
"""Names that would not stand in a sentence without quotation marks: comes a turn late."""


class EnglishTerms(ABC):
    """Puts expressions into words; `elsewhere` says where `was` and `other` look."""

    def __init__(self, lore: Lore, elsewhere: str = "before") -> None:
        self.lore = lore
        self.elsewhere = elsewhere

    # ---- values ------------------------------------------------------------------------------------

    def term(self, expr: t.Expr, env: Env) -> str:
        match expr:
            case t.Integer(value):
                return str(value)
            case t.YesNo(value):
                return "yes" if value else "no"
            case t.Nothing():
                return "none"
            case t.PlayerCount():
                return "the number of players"
            case t.Name(word):
                return self._name(word, env)
            case t.Numbered(word, number):
                return self.numbered(word, number)
            case t.Call(word, args):
                said = self.lore.name(word)
                name = f"“{said}”" if _QUESTION.match(bare(said)) else self._the(word)
                return f"{name} for {listed([self.term(arg, env) for arg in args])}"
            case t.TupleOf(items):
                return f"({', '.join(self.term(item, env) for item in items)})"
            case t.Of(word, arg):
                return self._of(word, arg, env)
            case t.Elsewhere(body):
                return f"{self.term(body, env)} ({THERE[self.elsewhere][0]})"
            case t.At():
                return self._at(expr, env)
            case t.Count(t.Bind(t.Word("times"), what)) if "times" not in self.lore.desk.named:
                return f"the number of times “{self.lore.name(what.text)}” comes up"
            case t.Count(bind, where):
                inner, thing = self.bound(bind, env)
                return f"the number of {_plural(thing)}{self._such(where, inner)}"
            case t.Total(body, bind, where):
                inner, thing = self.bound(bind, env)
                return f"the sum of {self.term(body, inner)} over every {thing}{self._such(where, inner)}"
            case t.Extreme(which, body, bind, where):
                inner, thing = self.bound(bind, env)
                return f"the {which} {self._own(body, bind, inner)} of any {thing}{self._such(where, inner)}"
            case t.Picker(which, bind, where, start):
                inner, thing = self.bound(bind, env)
                way = f", clockwise from {self.term(start, env)}" if start is not None else ""
                return f"the {which} {thing}{self._such(where, inner)}{way}"
            case t.Whichever(bind, where, which, body):
                inner, thing = self.bound(bind, env)
                return f"the {thing}{self._such(where, inner)} with the {which} {self._own(body, bind, inner)}"
            case t.SeatsAway(distance, start, clockwise):
                way = "clockwise" if clockwise else "counter-clockwise"
                return f"the player {self.term(distance, env)} seats {way} from {self.term(start, env)}"
            case t.Negative(body):
                return f"−{self._inner(body, env)}"
            case t.Arithmetic(op, left, right):
                said = f"{self._inner(left, env)} {_SIGNS[op]} {self._inner(right, env)}"
                return f"{said}, rounded down" if op == "/" else said
            case t.AsRead(given, then, otherwise):
                return f"{self.term(otherwise, env)} (if {self.holds(given, env)}: {self.term(then, env)})"
            case t.Otherwise(left, right):
                return f"{self.term(left, env)} (if there is none: {self.term(right, env)})"
            case t.Compare() | t.Is() | t.In() | t.Empty() | t.Knows() | t.Not() | t.And() | (
                    t.Or() | t.Some() | t.Every()):
                return f"whether {self.holds(expr, env)}"
            case _:
                assert_never(expr)

    def _name(self, word: str, env: Env) -> str:
        if word in env.names:
            return env.names[word].words
        if word in self.lore.readings:
            return f"“{self.lore.name(word)}”"
        if word in self.lore.families:
            return self.lore.card(word) if word not in self.lore.several else self.lore.name(word)
        return self._the(word) if word in self.lore.desk.named and self._thing(word) else self.lore.name(word)

    def _thing(self, word: str) -> bool:
        return self.lore.desk.clauses[self.lore.desk.named[word]].kind in ("zone", "remember", "define", "parameter")

    def _the(self, word: str) -> str:
        said = self.lore.name(word)
        first = bare(said)[:1]
        return said if first.isupper() else f"the {said}"

    def numbered(self, word: str, number: int) -> str:
        """`chest 7`, `player 2`."""
        name = f"{word} {number}"
        return self.lore.card(name) if word in self.lore.families else self.lore.desk.word(name)

    def _of(self, word: str, arg: t.Expr, env: Env) -> str:
        if word in BUILT_IN and word not in self.lore.desk.named:
            return f"{BUILT_IN[word]} {self.term(arg, env)}"
        said = self.lore.name(word)
        if isinstance(arg, t.Name) and arg.word in env.names and env.names[arg.word].whose:
            return f"{env.names[arg.word].whose} {said}"
        if simple(arg):
            return f"{self.args(t.Of(word, arg), env)[0]}'s {said}"
        return f"the {said} of {self.term(arg, env)}"

    def _at(self, expr: t.At, env: Env) -> str:
        where = f" in {self.term(expr.zone, env)}" if expr.zone is not None else ""
        place = self._place(expr.place, env)
        if expr.word == "player":
            return f"the player who laid the card at {place}{where}"
        return f"the {self.lore.desk.word(expr.word)} at {place}{where}"

    def _place(self, place: t.Expr, env: Env) -> str:
        return f"place {place.value}" if isinstance(place, t.Integer) else self.term(place, env)

    def _inner(self, expr: t.Expr, env: Env) -> str:
        said = self.term(expr, env)
        return f"({said})" if isinstance(expr, t.Arithmetic | t.Otherwise) else said

    def args(self, expr: t.Name | t.Of | t.Call, env: Env) -> list[str]:
        """What it is asked of; a place of a row by its number is the card there."""
        places = self.lore.of_places.get(expr.word, ())
        return [
            self.lore.place(arg.value) if isinstance(arg, t.Integer) and at < len(places) and places[at]
            else self.term(arg, env)
            for at, arg in enumerate(arguments(expr))
        ]

    def value(self, left: t.Expr, right: t.Expr, env: Env) -> str:
        """What something is said to be: `Chest 7`, `card 2`."""
        if isinstance(right, t.TupleOf):
            return " ".join(self.term(item, env) for item in right.items)
        if isinstance(right, t.Integer) and isinstance(left, t.Name) and left.word in self.lore.finds_place:
            return self.lore.place(right.value)
        said = self.term(right, env)
        member = isinstance(right, t.Name) and right.word not in env.names and self.lore.fixed(right.word)
        return f"“{said}”" if member and _HALF_A_SENTENCE.match(bare(said)) else said

    def way(self, reading: str, word: str) -> str:
        """Which of the ways to read an open point."""
        part = self.lore.desk.written[reading]
        assert isinstance(part, t.Reading)
        place = [one.text for one in part.alternatives].index(word)
        return ORDINALS[place] if place < len(ORDINALS) else f"{place + 1}th"

    @abstractmethod
    def holds(self, expr: t.Expr, env: Env) -> str:
        """A sentence that says so."""

    # ---- names that are bound ---------------------------------------------------------------------------

    def bound(self, bind: t.Bind, env: Env) -> tuple[Env, str]:
        """The name is known from here on; and what it ranges over: `card in the trick`."""
        inner = self.known(bind.name.text, bind.type.text, env)
        thing = self.lore.desk.word(self.lore.kind(bind.type.text)).lower()
        if self.lore.kind(bind.type.text) in env.lettered:
            thing += f" {bind.name.text}"
        if bind.within is not None:
            thing += f" in {self.term(bind.within, env)}"
        if bind.low is not None and bind.high is not None:
            thing += f" {bind.name.text} from {self.term(bind.low, env)} to {self.term(bind.high, env)}"
        return inner, thing

    def known(self, name: str, type_: str, env: Env) -> Env:
        """One more name: `that player`, or, where there is one already, `the other player`."""
        type_ = self.lore.kind(type_)
        if type_ == "number":
            return env.bind(name, Known("number", name))
        thing, others = self.lore.desk.word(type_).lower(), env.others(name, type_)
        if type_ in env.lettered:
            return env.bind(name, Known(type_, f"{thing} {name}"))
        said = (f"that {thing}", f"the other {thing}")[others] if others < 2 else f"{thing} {name}"
        return env.bind(name, Known(type_, said))

    def _such(self, where: t.Expr | None, env: Env) -> str:
        return f" such that{aside(self.holds(where, env))}" if where is not None else ""

    def _own(self, body: t.Expr, bind: t.Bind, env: Env) -> str:
        """What is said of the thing itself: `most power of i`."""
        match body:
            case t.Of(word, t.Name(name)) if name == bind.name.text and word not in BUILT_IN:
                return self.lore.name(word)
            case _:
                return bare_the(self.term(body, env))


def aside(sentence: str) -> str:
    """`until, for every player, …`; with the blank before it."""
    return f"{',' if sentence.startswith('for ') else ''} {sentence}"


def article(word: str) -> str:
    said = bare(word)
    return f"{'an' if said[:1].lower() in 'aeiou' else 'a'} {word}"


def _plural(thing: str) -> str:
    first, space, rest = thing.partition(" ")
    return f"{first}s{space}{rest}"


def bare_the(words: str) -> str:
    return words.removeprefix("the ")


def listed(words: list[str]) -> str:
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)
