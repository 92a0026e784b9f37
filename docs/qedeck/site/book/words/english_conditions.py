"""Conditions in English: a sentence that holds or does not, as the text file says it or as the clause does."""

from __future__ import annotations

from qedeck.site.book.words.english_terms import BUILT_IN, EnglishTerms, article, bare_the, listed
from qedeck.site.book.words.sayings import (
    CONDITIONS,
    THERE,
    asks,
    change,
    conditions,
    operands,
    opposite,
    plain_value,
)
from qedeck.site.book.words.speech import Env, Known
from qedeck.spec import tree as t

_COMPARE = {"<": "is less than", "<=": "is at most", ">": "is more than", ">=": "is at least"}
_OTHER = {">": "grows", "<=": "does not grow", "<": "shrinks", ">=": "does not shrink"}
_BY_SO_MUCH = {">": "grows by more than {}", "<=": "grows by {} at most", "<": "grows by less than {}",
               ">=": "grows by {} or more"}
_NOT_COMPARE = {"<": ">=", "<=": ">", ">": "<=", ">=": "<"}


class EnglishConditions(EnglishTerms):
    """Puts conditions into words."""

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
            case t.Knows(who, card):
                verb = "knows" if so else "does not know"
                return f"{self.term(who, env)} {verb} {self.term(card, env)}"
            case t.Some(bind, body, negated):
                inner, thing = self.bound(bind, env)
                many = "some" if so != negated else "no"
                match body:
                    case t.Is(t.Of(word, t.Name(bind.name.text)), right, False) if " in " in thing and (
                            word not in BUILT_IN and plain_value(right)):
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
                return f"{THERE[self.elsewhere][0]}, {self._claim(body, env, so)}"
            case t.Of("winner", arg) if "winner" not in self.lore.desk.named:
                return f"{self.term(arg, env)} {'wins' if so else 'does not win'}"
            case (t.Name() | t.Of() | t.Call()) if not (isinstance(expr, t.Name) and expr.word in env.names):
                said = self.args(expr, env)
                told = self.lore.fact(expr.word, so, said)
                if told:
                    return told
                whom = f" for {listed(said)}" if said else ""
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

    def given(self, given: list[t.Expr], env: Env, whole: t.Or) -> str:
        """What a sentence begins with, if something must be so."""
        return f"if {self._conditions(given, env, whole)}, "

    def of_every(self, bind: t.Bind, where: t.Expr | None, env: Env) -> tuple[Env, str]:
        """What a sentence begins with that is about each of several."""
        inner, thing = self.bound(bind, env)
        return inner, f"for every {thing}{self._such(where, inner)}, "

    def _conditions(self, given: list[t.Expr], env: Env, whole: t.Or) -> str:
        """What must be so, first before a choice and then after it."""
        so = [opposite(one) for one in given]
        now = [self._part(one, env, True, whole) for one in so if not isinstance(one, t.Elsewhere)]
        past = [one.body for one in so if isinstance(one, t.Elsewhere)]
        before = [self.holds(past[0], env)] if len(past) == 1 else [self._part(one, env, True, whole) for one in past]
        there = THERE[self.elsewhere][0]
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
            case int(more) if self.elsewhere != "other":
                return f"{self.term(left, env)} {(_BY_SO_MUCH if more else _OTHER)[op].format(more)}"
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
                if self.elsewhere != "other":
                    return f"there is {'no' if so else 'a'} change in {what}"
                return f"{what} is {'the same' if so else 'not the same'} in both"
            case int(more) if self.elsewhere != "other":
                return f"{self.term(left, env)} {'grows' if so else 'does not grow'} by {more}"
        if isinstance(right, CONDITIONS) or asks(right, self.lore.yes_no):
            both = "exactly if" if so else "exactly unless"
            return f"{self.holds(left, env)} {both} {self.holds(right, env)}"
        if isinstance(right, t.Nothing):
            many = "no" if so else "a"
            if isinstance(left, t.Of) and left.word not in BUILT_IN:
                return f"{self.term(left.arg, env)} has {many} {self.lore.name(left.word)}"
            return f"there is {many} {bare_the(self.term(left, env))}"
        kind = isinstance(right, t.Name) and right.word in self.lore.families and right.word not in env.names
        named = article(self._name(right.word, env)) if kind and isinstance(right, t.Name) else ""
        told = self._told(left, so, named or self.value(left, right, env), env) if plain_value(right) else ""
        if told:
            return told
        if named:
            return f"{self.term(left, env)} {verb} {named}"
        return f"{self.term(left, env)} {verb} {self.value(left, right, env)}"

    def _one(self, left: t.Expr, env: Env) -> str:
        """A card, as something that may lie somewhere."""
        family = isinstance(left, t.Name) and left.word in self.lore.families and left.word not in env.names
        return article(self.term(left, env)) if family else self.term(left, env)
