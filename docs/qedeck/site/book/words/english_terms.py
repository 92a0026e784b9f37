"""Expressions in English: a value as a noun, a condition as a sentence that holds or does not."""

from __future__ import annotations

from typing import assert_never

from qedeck.site.book.words.speech import Env, Known, Lore, bare, operands, simple
from qedeck.spec import tree as t

ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
_COMPARE = {"<": "is less than", "<=": "is at most", ">": "is more than", ">=": "is at least"}
_NOT_COMPARE = {"<": ">=", "<=": ">", ">": "<=", ">=": "<"}
_SIGNS = {"+": "+", "-": "−", "*": "×", "/": "÷", "mod": "mod"}
_BUILT_IN = {
    "left": "the player to the left of", "right": "the player to the right of", "opposite": "the player opposite",
    "top": "the top card of", "size": "the number of cards in",
}


class EnglishTerms:
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
                return f"{self._the(word)} for {_listed([self.term(arg, env) for arg in args])}"
            case t.TupleOf(items):
                return f"({', '.join(self.term(item, env) for item in items)})"
            case t.Of(word, arg):
                return self._of(word, arg, env)
            case t.Elsewhere(body):
                return f"{self.term(body, env)} ({'before that' if self.elsewhere == 'before' else 'in the other'})"
            case t.At():
                return self._at(expr, env)
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
            case t.Compare() | t.Is() | t.In() | t.Empty() | t.Not() | t.And() | t.Or() | t.Some() | t.Every():
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
        if word in _BUILT_IN and word not in self.lore.desk.named:
            return f"{_BUILT_IN[word]} {self.term(arg, env)}"
        said = self.lore.name(word)
        if isinstance(arg, t.Name) and arg.word in env.names and env.names[arg.word].whose:
            return f"{env.names[arg.word].whose} {said}"
        if simple(arg):
            return f"{self.term(arg, env)}'s {said}"
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

    # ---- conditions ------------------------------------------------------------------------------------

    def holds(self, expr: t.Expr, env: Env) -> str:
        """A sentence that says so."""
        return self._claim(expr, env, True)

    def fails(self, expr: t.Expr, env: Env) -> str:
        """A sentence that says the opposite."""
        return self._claim(expr, env, False)

    def _claim(self, expr: t.Expr, env: Env, so: bool) -> str:
        match expr:
            case t.YesNo(value):
                return "always" if value == so else "never"
            case t.Not(body):
                return self._claim(body, env, not so)
            case t.And() | t.Or():
                joint = "and" if isinstance(expr, t.And) == so else "or"
                parts = [self._part(part, env, so, expr) for part in operands(expr)]
                return f" {joint} ".join(parts) if len(parts) < 3 else f"{', '.join(parts[:-1])}, {joint} {parts[-1]}"
            case t.Compare(op, left, right):
                verb = _COMPARE[op if so else _NOT_COMPARE[op]]
                return f"{self.term(left, env)} {verb} {self.term(right, env)}"
            case t.Is(left, right, negated):
                return self._is(left, right, env, so != negated)
            case t.In(left, zone, negated):
                verb = "is" if so != negated else "is not"
                return f"{self._one(left, env)} {verb} in {self.term(zone, env)}"
            case t.Empty(zone, negated):
                return f"{self.term(zone, env)} {'is' if so != negated else 'is not'} empty"
            case t.Some(bind, body, negated):
                inner, thing = self.bound(bind, env)
                return f"for {'some' if so != negated else 'no'} {thing}, {self.holds(body, inner)}"
            case t.Every(bind, where, body):
                inner, thing = self.bound(bind, env)
                every = "every" if so else "not every"
                return f"for {every} {thing}{self._such(where, inner)}, {self.holds(body, inner)}"
            case t.Otherwise(left, right):
                return f"{self._claim(left, env, so)} (if that means nothing: {self._claim(right, env, so)})"
            case t.Elsewhere(body):
                there = "before that" if self.elsewhere == "before" else "in the other"
                return f"{there}, {self._claim(body, env, so)}"
            case t.Name(word) if word not in env.names:
                return f"“{self.lore.name(word)}” {'holds' if so else 'does not hold'}"
            case t.Of(word, arg):
                whom = self.term(arg, env)
                return f"“{self.lore.name(word)}” {'holds' if so else 'does not hold'} for {whom}"
            case t.Call(word, args):
                whom = _listed([self.term(arg, env) for arg in args])
                return f"“{self.lore.name(word)}” {'holds' if so else 'does not hold'} for {whom}"
            case _:
                return f"{self.term(expr, env)} {'is' if so else 'is not'} so"

    def _part(self, part: t.Expr, env: Env, so: bool, whole: t.And | t.Or) -> str:
        said = self._claim(part, env, so)
        mixed = isinstance(part, t.And | t.Or) and type(part) is not type(whole)
        return f"({said})" if mixed or isinstance(part, t.Some | t.Every) else said

    def _is(self, left: t.Expr, right: t.Expr, env: Env, so: bool) -> str:
        verb = "is" if so else "is not"
        if isinstance(right, t.YesNo):
            return self._claim(left, env, so == right.value)
        if isinstance(left, t.Name) and left.word in self.lore.readings and isinstance(right, t.Name):
            which = self.way(left.word, right.word)
            return f"“{self.lore.name(left.word)}” {verb} read the {which} way"
        if isinstance(right, t.Name) and right.word in self.lore.families and right.word not in env.names:
            return f"{self.term(left, env)} {verb} {article(self._name(right.word, env))}"
        if isinstance(right, t.Compare | t.Is | t.In | t.Empty | t.Not | t.And | t.Or | t.Some | t.Every):
            both = "exactly if" if so else "exactly unless"
            return f"{self.holds(left, env)} {both} {self.holds(right, env)}"
        return f"{self.term(left, env)} {verb} {self.term(right, env)}"

    def way(self, reading: str, word: str) -> str:
        """Which of the ways to read an open point."""
        part = self.lore.desk.written[reading]
        assert isinstance(part, t.Reading)
        place = [one.text for one in part.alternatives].index(word)
        return ORDINALS[place] if place < len(ORDINALS) else f"{place + 1}th"

    def _one(self, left: t.Expr, env: Env) -> str:
        """A card, as something that may lie somewhere."""
        family = isinstance(left, t.Name) and left.word in self.lore.families and left.word not in env.names
        return article(self.term(left, env)) if family else self.term(left, env)

    # ---- names that are bound ---------------------------------------------------------------------------

    def bound(self, bind: t.Bind, env: Env) -> tuple[Env, str]:
        """The name is known from here on; and what it ranges over: `card in the trick`."""
        inner = self.known(bind.name.text, bind.type.text, env)
        thing = self.lore.desk.word(self.lore.kind(bind.type.text)).lower()
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
        said = (f"that {thing}", f"the other {thing}")[others] if others < 2 else f"{thing} {name}"
        return env.bind(name, Known(type_, said))

    def _such(self, where: t.Expr | None, env: Env) -> str:
        return f" such that{aside(self.holds(where, env))}" if where is not None else ""

    def _own(self, body: t.Expr, bind: t.Bind, env: Env) -> str:
        """What is said of the thing itself: `most power of i`."""
        match body:
            case t.Of(word, t.Name(name)) if name == bind.name.text and word not in _BUILT_IN:
                return self.lore.name(word)
            case _:
                return _bare_the(self.term(body, env))


def aside(sentence: str) -> str:
    """`until, for every player, …`; with the blank before it."""
    return f"{',' if sentence.startswith('for ') else ''} {sentence}"


def article(word: str) -> str:
    said = bare(word)
    return f"{'an' if said[:1].lower() in 'aeiou' else 'a'} {word}"


def _plural(thing: str) -> str:
    first, space, rest = thing.partition(" ")
    return f"{first}s{space}{rest}"


def _bare_the(words: str) -> str:
    return words.removeprefix("the ")


def _listed(words: list[str]) -> str:
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)
