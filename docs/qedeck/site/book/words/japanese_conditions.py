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
    is_read,
    led,
    noun,
    of_each,
    over,
    there_is,
    wins,
)
from qedeck.site.book.words.japanese_terms import JapaneseTerms
from qedeck.site.book.words.sayings import CONDITIONS, arguments, asks, change, conditions, opposite, plain_value
from qedeck.site.book.words.speech import Env, operands
from qedeck.spec import tree as t

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
            case t.Some(bind, body, negated):
                inner, thing, such = self.bound(bind, body, env)
                said = there_is(f"{such}{thing}が", bind.type.text in ("player", "players"))
                return ~said if negated else said
            case t.Every(bind, where, body):
                inner, thing, such = self.bound(bind, where, env)
                return of_each(thing, such, inner.names[bind.name.text].words, self.holds(body, inner))
            case t.Otherwise(left, t.YesNo(False)):
                return self.holds(left, env)
            case t.Otherwise(left, right):
                return led(f"（{self.holds(right, env).short}、ただし、わかるときは）", self.holds(left, env))
            case t.Elsewhere(body):
                return led("その前は" if self.elsewhere == "before" else "もう一方では", self.holds(body, env))
            case t.Of("winner", arg) if "winner" not in self.lore.desk.named:
                return wins(self._subject(arg, env))
            case (t.Name() | t.Of() | t.Call()) if not (isinstance(expr, t.Name) and expr.word in env.names):
                args = arguments(expr)
                told = self._fact(expr.word, args, env)
                return told or applies(f"{self._about(args, env) if args else ''}「{self.lore.name(expr.word)}」が")
            case _:
                return noun(f"{self.term(expr, env)}がはい")

    def says(self, expr: t.Expr, env: Env) -> Predicate:
        """A sentence of its own: what is denied in it first becomes a condition."""
        match expr:
            case t.Or():
                given, rest = conditions(operands(expr))
                if not given or not rest:
                    return self.holds(expr, env)
                then = self.says(rest[0], env) if len(rest) == 1 else either([self.holds(one, env) for one in rest])
                return led(f"{self._conditions(given, env)}、", then)
            case t.Every(bind, where, body):
                inner, thing, such = self.bound(bind, where, env)
                return of_each(thing, such, inner.names[bind.name.text].words, self.says(body, inner))
            case _:
                return self.holds(expr, env)

    def _conditions(self, given: list[t.Expr], env: Env) -> str:
        """What must be so, first before a choice and then after it."""
        before = [self.holds(opposite(one.body), env) for one in given if isinstance(one, t.Elsewhere)]
        now = [self.holds(opposite(one), env) for one in given if not isinstance(one, t.Elsewhere)]
        there, here = ("その前に", "今は") if self.elsewhere == "before" else ("もう一方で", "こちらで")
        if before:
            before[0] = led(there, before[0])
            now = [led(here, now[0]), *now[1:]] if now else []
        *first, last = [*before, *now]
        return "".join(f"{one.joined}、" for one in first) + last.if_

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
        who, than = self._subject(left, env), self.term(right, env.loud())
        more = change(left, right) if self.elsewhere == "before" else None
        if more is not None:
            than = f"前より{more}大きい数" if more else "前"
        match op:
            case "<=":
                return noun(f"{who}{than}以下")
            case ">=":
                return noun(f"{who}{than}以上")
            case "<":
                return adjective(f"{who}{than}より小さ")
            case _:
                return adjective(f"{who}{than}より大き")

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
            return ~changes(what) if self.elsewhere == "before" else noun(f"{what}両方で同じ")
        if more is not None and self.elsewhere == "before":
            return adjective(f"{self._subject(left, env)}前より{more}大き")
        if isinstance(right, t.Nothing):
            return ~there_is(self._subject(left, env))
        if isinstance(right, CONDITIONS) or asks(right, self.lore.yes_no):
            return noun(f"{self.holds(left, env).plain}ことと、{self.holds(right, env).plain}ことが、同じ")
        value = self.value(left, right, env.loud())
        bound = isinstance(left, t.Name) and left.word in env.names
        if isinstance(left, t.Name | t.Of | t.Call) and not bound and plain_value(right):
            told = self._fact(left.word, arguments(left), env, value)
            if told is not None:
                return told
        return noun(f"{self._subject(left, env)}{value}")
