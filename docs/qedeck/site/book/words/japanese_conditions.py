"""Conditions in Japanese: a predicate in all its forms, as the text file says it or as the clause does."""

from __future__ import annotations

import re

from qedeck.site.book.words.japanese_forms import (
    Predicate,
    adjective,
    applies,
    as_said,
    both,
    changes,
    either,
    ends,
    exactly_when,
    grows,
    is_read,
    led,
    noun,
    of_each,
    over,
    shrinks,
    so_many,
    there_is,
    wins,
)
from qedeck.site.book.words.japanese_terms import BUILT_IN, JapaneseTerms
from qedeck.site.book.words.sayings import (
    CONDITIONS,
    THERE,
    arguments,
    asks,
    change,
    conditions,
    nested,
    operands,
    opposite,
    plain_value,
)
from qedeck.site.book.words.speech import Env, bare
from qedeck.spec import tree as t

_LIMITS = {">=": "以上", "<=": "以下"}
_SILENT = re.compile("\0[がはをにの]?")
"""What goes without saying, with its particle."""


class JapaneseConditions(JapaneseTerms):
    """Puts conditions into words."""

    def holds(self, expr: t.Expr, env: Env) -> Predicate:
        match expr:
            case t.YesNo(value):
                return noun("いつも" if value else "そうなることはなく、いいえ")
            case t.Not(body):
                return ~self.holds(body, env)
            case t.And():
                return both([self.holds(part, env) for part in operands(expr)])
            case t.Or():
                return either([self.holds(part, env) for part in operands(expr)])
            case t.Compare(op, left, right):
                return self._compared(op, left, right, env)
            case t.Is(left, right, negated):
                said = self._is(left, right, env)
                return ~said if negated else said
            case t.In(left, zone, negated):
                said = there_is(f"{self.term(zone, env)}に{self.term(left, env)}が")
                return ~said if negated else said
            case t.Empty(zone, negated):
                said = noun(f"{self.term(zone, env)}が空")
                return ~said if negated else said
            case t.Knows(who, card):
                known = f"{self.term(who, env)}が{self.term(card, env)}を知って"
                return as_said(f"{known}いる", f"{known}いない")
            case t.Some(bind, body, negated):
                said = self._several(expr, env) or self._one(bind, body, env)
                return ~said if negated else said
            case t.Every(bind, where, body):
                inner, thing, such = self.bound(bind, where, env)
                each = self.every(bind, thing, env)
                return of_each(each, such, inner.names[bind.name.text].words, self.holds(body, inner))
            case t.Otherwise(left, t.YesNo(False)):
                return self.holds(left, env)
            case t.Otherwise(left, right):
                return led(f"（{self.holds(right, env).short}、ただし、わかるときは）", self.holds(left, env))
            case t.Elsewhere(body):
                there = "もう一方では" if self.elsewhere == "other" else f"{THERE[self.elsewhere][1]}に"
                return led(there, self.holds(body, env))
            case t.Of("winner", arg) if "winner" not in self.lore.desk.named:
                return wins(self._subject(arg, env))
            case (t.Name() | t.Of() | t.Call()) if not (isinstance(expr, t.Name) and expr.word in env.names):
                args = arguments(expr)
                told = self._fact(expr.word, args, env)
                return told or applies(f"{self._about(args, env) if args else ''}「{self.lore.name(expr.word)}」が")
            case _:
                return noun(f"{self.term(expr, env)}がはい")

    def _one(self, bind: t.Bind, body: t.Expr, env: Env) -> Predicate:
        """That there is such a thing: 手札に出せるカードがある."""
        inner, thing, such = self.bound(bind, body, env)
        within, name = "", inner.names[bind.name.text]
        if bind.within is not None and "の" in bare(thing):
            zone = self.term(bind.within, env)
            within, thing = f"{zone}に", bare(thing).removeprefix(f"{bare(zone)}の") if name.type in env.lettered else (
                self.lore.desk.word(name.type))
        return there_is(f"{within}{such}{thing}が", self.lore.alive(bind.type.text))

    def _several(self, expr: t.Some, env: Env) -> Predicate | None:
        """That there are several things together, each with its letter: …ような場所i、場所j、場所kがある."""
        binds, parts = nested(expr)
        kinds = {self.lore.kind(bind.type.text) for bind in binds}
        if len(binds) == 1 or len(kinds) > 1 or not kinds <= env.lettered:
            return None
        inner, within = env.loud(), binds[0].within
        for bind in binds:
            inner = self.known(bind.name.text, bind.type.text, inner)
        names = "、".join(inner.names[bind.name.text].words for bind in binds)
        where = f"{self.term(within, env)}に" if within is not None else ""
        such = both([self.holds(part, inner) for part in parts]).plain
        return there_is(f"{such}ような{names}が{where}", self.lore.alive(binds[0].type.text))

    def says(self, expr: t.Expr, env: Env) -> Predicate:
        """A sentence of its own: what is denied in it first becomes a condition."""
        match expr:
            case t.Or():
                given, rest = conditions(operands(expr))
                if not given or not rest:
                    return self.holds(expr, env)
                then = self.says(rest[0], env) if len(rest) == 1 else either([self.holds(one, env) for one in rest])
                return led(self.given(given, env, expr), then)
            case t.Every(bind, where, body):
                inner, thing, such = self.bound(bind, where, env)
                each = self.every(bind, thing, env)
                return of_each(each, such, inner.names[bind.name.text].words, self.says(body, inner))
            case t.And():
                return both([self.says(part, env) for part in operands(expr)])
            case _:
                return self.holds(expr, env)

    def of_every(self, bind: t.Bind, where: t.Expr | None, env: Env) -> tuple[Env, str]:
        """What a sentence begins with that is about each of several."""
        inner, thing, such = self.bound(bind, where, env)
        return inner, f"{such}{self.every(bind, thing, env)}についても、"

    def given(self, given: list[t.Expr], env: Env, _whole: t.Or) -> str:
        """What a sentence begins with, if something must be so: first before a choice and then after it."""
        so = [opposite(one) for one in given]
        before = [self.holds(one.body, env) for one in so if isinstance(one, t.Elsewhere)]
        now = [self.holds(one, env) for one in so if not isinstance(one, t.Elsewhere)]
        there, here = f"{THERE[self.elsewhere][1]}に", "今は"
        if self.elsewhere == "other":
            there, here = "もう一方で", "こちらで"
        if before:
            before[0] = led(there, before[0])
            now = [led(here, now[0]), *now[1:]] if now else []
        *first, last = [*before, *now]
        return f"{''.join(f'{one.joined}、' for one in first)}{last.if_}、"

    def _fact(self, word: str, args: list[t.Expr], env: Env, value: str = "") -> Predicate | None:
        """That something is so, as the text file says it."""
        silent = [isinstance(arg, t.Name) and arg.word in env.names and env.names[arg.word].silent for arg in args]
        places = self.lore.of_places.get(word, ())
        said = ["\0" if quiet else self.place(arg, places[at : at + 1] == (True,), env)
                for at, (arg, quiet) in enumerate(zip(args, silent, strict=True))]
        plain, denied = (_SILENT.sub("", self.lore.fact(word, so, said, value)) for so in (True, False))
        return as_said(plain, denied) if plain else None

    def _about(self, args: list[t.Expr], env: Env) -> str:
        """Xについて, or nothing where the sentence is about it already."""
        only = args[0] if len(args) == 1 else None
        if isinstance(only, t.Name) and only.word in env.names and env.names[only.word].silent:
            return ""
        return f"{'と'.join(self.term(arg, env) for arg in args)}について"

    def _subject(self, expr: t.Expr, env: Env) -> str:
        """Xが, or nothing where the sentence is about it already."""
        silent = isinstance(expr, t.Name) and expr.word in env.names and env.names[expr.word].silent
        return "" if silent else f"{self.term(expr, env)}が"

    def _compared(self, op: str, left: t.Expr, right: t.Expr, env: Env) -> Predicate:
        more = change(left, right) if self.elsewhere != "other" else None
        if more is not None:
            return self._changed(op, self._subject(left, env), more)
        if isinstance(left, t.Count) and not self._of_times(left):
            limit = f"{self.term(right, env)}{self.lore.counter(left.bind.type.text)}"
            exclusive = "より多く" if op == ">" else "より少なく"
            return self._counted(left, f"{limit}{_LIMITS.get(op, exclusive)}", env)
        who, than = self._subject(left, env), self.term(right, env.loud())
        match op:
            case "<=":
                return noun(f"{who}{than}以下")
            case ">=":
                return noun(f"{who}{than}以上")
            case "<":
                return adjective(f"{who}{than}より小さ")
            case _:
                return adjective(f"{who}{than}より大き")

    def _of_times(self, many: t.Count) -> bool:
        """Whether it is said how often something comes, not how many there are."""
        return many.bind.type.text == "times" and "times" not in self.lore.desk.named

    def _changed(self, op: str, who: str, more: int) -> Predicate:
        """That a number is another one than it was before."""
        match op:
            case ">":
                return grows(f"{who}{more + 1}以上" if more else who)
            case "<=":
                return ~grows(f"{who}{more + 1}以上" if more else who)
            case ">=":
                return grows(f"{who}{more}以上") if more else ~shrinks(who)
            case _:
                return ~grows(f"{who}{more}以上") if more else shrinks(who)

    def _counted(self, many: t.Count, limit: str, env: Env) -> Predicate:
        """How many there are of which something is so."""
        _, thing, such = self.bound(many.bind, many.where, env)
        return so_many(f"{such}{thing}", limit, self.lore.alive(many.bind.type.text))

    def _is(self, left: t.Expr, right: t.Expr, env: Env) -> Predicate:
        if isinstance(right, t.YesNo):
            said = self.holds(left, env)
            return said if right.value else ~said
        if isinstance(left, t.Name) and left.word in self.lore.readings and isinstance(right, t.Name):
            return is_read(f"「{self.lore.name(left.word)}」を{self.way(left.word, right.word)}つ目の読み方で")
        if isinstance(left, t.Name) and left.word == "result" and "result" not in self.lore.desk.named:
            return ~over() if isinstance(right, t.Nothing) else ends(f"ゲームが「{self.term(right, env)}」で")
        more = change(left, right)
        if more == 0:
            yes_no = isinstance(left, t.Name | t.Of | t.Call) and left.word in self.lore.yes_no
            what = f"{self.holds(left, env).short}かどうかが" if yes_no else self._subject(left, env)
            return ~changes(what) if self.elsewhere != "other" else noun(f"{what}両方で同じ")
        if more is not None and self.elsewhere != "other":
            return grows(f"{self._subject(left, env)}{more}")
        if isinstance(right, t.Nothing):
            return ~there_is(self._subject(left, env))
        if isinstance(right, CONDITIONS) or asks(right, self.lore.yes_no):
            return exactly_when(self.holds(left, env), self.holds(right, env))
        if isinstance(left, t.Count) and isinstance(right, t.Integer) and not self._of_times(left):
            if right.value == 0:
                return self.holds(t.Some(left.bind, left.where or t.YesNo(True), True), env)
            limit = f"ちょうど{right.value}{self.lore.counter(left.bind.type.text)}"
            return self._counted(left, limit, env)
        quiet = isinstance(right, t.Name) and right.word in env.names and env.names[right.word].silent
        value = "\0" if quiet else self.value(left, right, env.loud())
        bound = isinstance(left, t.Name) and left.word in env.names
        if isinstance(left, t.Name | t.Of | t.Call) and not bound and plain_value(right):
            told = self._fact(left.word, arguments(left), env, value)
            if told is not None:
                return told
        if isinstance(left, t.Integer):
            return noun(f"{self.term(right, env)}が{left.value}と同じ")
        value = self.value(left, right, env.loud())
        seat = isinstance(right, t.Of) and right.word in BUILT_IN
        alike = isinstance(right, t.Of | t.Call | t.Arithmetic | t.Elsewhere | t.Count | t.Total) and not seat
        return noun(f"{self._subject(left, env)}{value}{'と同じ' if alike else ''}")
