"""Expressions in English: a value as a noun, a condition as a sentence that holds or does not."""

from __future__ import annotations

from typing import assert_never

from qedeck.site.book.words.sayings import CONDITIONS, arguments, asks, change, conditions, plain_value
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
                return f"{self.term(body, env)} ({'before' if self.elsewhere == 'before' else 'in the other'})"
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
                return self._compared(op if so else _NOT_COMPARE[op], left, right, env)
            case t.Is(left, right, negated):
                return self._is(left, right, env, so != negated)
            case t.In(left, zone, negated):
                verb = "is" if so != negated else "is not"
                return f"{self._one(left, env)} {verb} in {self.term(zone, env)}"
            case t.Empty(zone, negated):
                return f"{self.term(zone, env)} {'is' if so != negated else 'is not'} empty"
            case t.Some(bind, body, negated):
                inner, thing = self.bound(bind, env)
                many = "some" if so != negated else "no"
                match body:
                    case t.Is(t.Of(word, t.Name(bind.name.text)), right, False) if " in " in thing and (
                            word not in _BUILT_IN and plain_value(right)):
                        return f"{many} {thing} has {self.term(right, inner)} as its {self.lore.name(word)}"
                    case _:
                        known = inner.names[bind.name.text]
                        return self._of_each(many, thing, "", known, self.holds(body, inner))
            case t.Every(bind, where, body):
                inner, thing = self.bound(bind, env)
                return self._of_each("every" if so else "not every", thing, self._such(where, inner),
                                     inner.names[bind.name.text], self.holds(body, inner))
            case t.Otherwise(left, t.YesNo(False)):
                return self._claim(left, env, so)
            case t.Otherwise(left, right):
                return f"{self._claim(left, env, so)} (if that means nothing: {self._claim(right, env, so)})"
            case t.Elsewhere(body):
                return f"{'before' if self.elsewhere == 'before' else 'in the other'}, {self._claim(body, env, so)}"
            case t.Of("winner", arg) if "winner" not in self.lore.desk.named:
                return f"{self.term(arg, env)} {'wins' if so else 'does not win'}"
            case (t.Name() | t.Of() | t.Call()) if not (isinstance(expr, t.Name) and expr.word in env.names):
                said = self.args(expr, env)
                told = self.lore.fact(expr.word, so, said)
                if told:
                    return told
                whom = f" for {_listed(said)}" if said else ""
                return f"“{self.lore.name(expr.word)}” {'holds' if so else 'does not hold'}{whom}"
            case _:
                return f"{self.term(expr, env)} {'is' if so else 'is not'} so"

    def says(self, expr: t.Expr, env: Env) -> str:
        """A sentence of its own: what is denied in it first becomes a condition."""
        match expr:
            case t.Or():
                given, rest = conditions(operands(expr))
                if not given or not rest:
                    return self.holds(expr, env)
                when = self._conditions(given, env, expr)
                said = " or ".join(self._part(one, env, True, expr) for one in rest)
                return f"if {when}, {said if len(rest) > 1 else self.says(rest[0], env)}"
            case t.Every(bind, where, body):
                inner, thing = self.bound(bind, env)
                return self._of_each("every", thing, self._such(where, inner), inner.names[bind.name.text],
                                     self.says(body, inner))
            case _:
                return self.holds(expr, env)

    def _conditions(self, given: list[t.Expr], env: Env, whole: t.Or) -> str:
        """What must be so, first before a choice and then after it."""
        now = [self._part(one, env, False, whole) for one in given if not isinstance(one, t.Elsewhere)]
        before = [self._part(one.body, env, False, whole) for one in given if isinstance(one, t.Elsewhere)]
        there = "before" if self.elsewhere == "before" else "in the other"
        told = [f"{there}, {' and '.join(before)}"] if before else []
        return ", and now ".join([*told, " and ".join(now)] if now else told)

    def _of_each(self, many: str, thing: str, such: str, known: Known, said: str) -> str:
        """`no player's hand is empty`, where the sentence begins with the thing itself; else `for no player, …`."""
        rest = said.removeprefix(known.words)
        whole = " in " not in thing or not rest.startswith("'s")
        if rest != said and known.words not in rest and whole and not such:
            return f"{many} {thing}{rest}"
        return f"for {many} {thing}{such}, {said}"

    def _compared(self, op: str, left: t.Expr, right: t.Expr, env: Env) -> str:
        match change(left, right):
            case 0 if self.elsewhere == "before":
                return f"{self.term(left, env)} {_COMPARE[op]} before"
            case int(more) if self.elsewhere == "before":
                return f"{self.term(left, env)} {_COMPARE[op]} {more} more than before"
            case _:
                value = f"{_COMPARE[op].removeprefix('is ')} {self.term(right, env)}"
                told = self._told(left, True, value, env) if plain_value(right) else ""
                return told or f"{self.term(left, env)} is {value}"

    def _asked(self, left: t.Expr, env: Env) -> str:
        """Something with a value; of a yes or no, whether it is so."""
        yes_no = isinstance(left, t.Name | t.Of | t.Call) and left.word in self.lore.yes_no
        return f"whether {self.holds(left, env)}" if yes_no else self.term(left, env)

    def _told(self, left: t.Expr, so: bool, value: str, env: Env) -> str:
        """That something has a value, as the text file says it; nothing if it does not."""
        if not isinstance(left, t.Name | t.Of | t.Call) or (isinstance(left, t.Name) and left.word in env.names):
            return ""
        return self.lore.fact(left.word, so, self.args(left, env), value)

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
        return self.term(right, env)

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
        if isinstance(left, t.Name) and left.word == "result" and "result" not in self.lore.desk.named:
            if isinstance(right, t.Nothing):
                return "the game goes on" if so else "the game is over"
            return f"the game {'ends' if so else 'does not end'} with “{self.term(right, env)}”"
        match change(left, right):
            case 0:
                what = self._asked(left, env)
                if self.elsewhere == "before":
                    return f"there is {'no' if so else 'a'} change in {what}"
                return f"{what} is {'the same' if so else 'not the same'} in both"
            case int(more) if self.elsewhere == "before":
                return f"{self.term(left, env)} {verb} {more} more than before"
        if isinstance(right, CONDITIONS) or asks(right, self.lore.yes_no):
            both = "exactly if" if so else "exactly unless"
            return f"{self.holds(left, env)} {both} {self.holds(right, env)}"
        if isinstance(right, t.Nothing):
            many = "no" if so else "a"
            if isinstance(left, t.Of) and left.word not in _BUILT_IN:
                return f"{self.term(left.arg, env)} has {many} {self.lore.name(left.word)}"
            return f"there is {many} {_bare_the(self.term(left, env))}"
        kind = isinstance(right, t.Name) and right.word in self.lore.families and right.word not in env.names
        named = article(self._name(right.word, env)) if kind and isinstance(right, t.Name) else ""
        told = self._told(left, so, named or self.value(left, right, env), env) if plain_value(right) else ""
        if told:
            return told
        if named:
            return f"{self.term(left, env)} {verb} {named}"
        return f"{self.term(left, env)} {verb} {self.value(left, right, env)}"

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
