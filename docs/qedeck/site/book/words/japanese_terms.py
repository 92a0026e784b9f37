"""Values in Japanese, as nouns: what is compared, counted and picked, and the names that a clause binds."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from typing import assert_never

from qedeck.site.book.words.japanese_forms import (
    Predicate,
)
from qedeck.site.book.words.sayings import THERE
from qedeck.site.book.words.speech import Env, Known, Lore, bare
from qedeck.spec import tree as t

_SIGNS = {"+": "＋", "-": "－", "*": "×", "/": "÷"}
_WHICH = {
    "first": "最初の", "last": "最後の", "only": "ただ1つの", "highest": "いちばん大きい", "lowest": "いちばん小さい",
    "most": "いちばん大きい", "least": "いちばん小さい",
}
BUILT_IN = {
    "left": "の左どなりの人", "right": "の右どなりの人", "opposite": "の向かいの人",
    "top": "のいちばん上のカード", "size": "の枚数", "end": "の最後のカードの次の場所",
}

_CLAUSE = re.compile("[をがに].*[うくぐすつぬぶむる]$|^[^ァ-ヴ]*[うくすつぬむる]$")
"""A name that is half a sentence: 仲間がいると裏返る."""


class JapaneseTerms(ABC):
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
                return "はい" if value else "いいえ"
            case t.Nothing():
                return "なし"
            case t.PlayerCount():
                return "プレイヤーの人数"
            case t.Name(word):
                return self._name(word, env)
            case t.Numbered(word, number):
                return self.numbered(word, number)
            case t.Call(word, args):
                return f"「{self.lore.name(word)}」（{'、'.join(self.term(arg, env) for arg in args)}）"
            case t.TupleOf(items):
                return f"（{'、'.join(self.term(item, env) for item in items)}）"
            case t.Of(word, arg):
                return self._of(word, arg, env)
            case t.Elsewhere(body):
                return f"{THERE[self.elsewhere][1]}の{self.term(body, env.loud())}"
            case t.At():
                return self._at(expr, env)
            case t.Count(t.Bind(t.Word("times"), what)) if "times" not in self.lore.desk.named:
                return f"「{self.lore.name(what.text)}」の回数"
            case t.Count(bind, where):
                inner, thing, such = self.bound(bind, where, env)
                return f"{such}{thing}の数"
            case t.Total(body, bind, where):
                inner, thing, such = self.bound(bind, where, env)
                return f"{such}すべての{thing}の、{self.term(body, self._quiet(bind, inner))}の合計"
            case t.Extreme(which, body, bind, where):
                inner, thing, such = self.bound(bind, where, env)
                return f"{such}{thing}のうちで{_WHICH[which]}{self.term(body, self._quiet(bind, inner))}"
            case t.Picker(which, bind, where, start):
                inner, thing, such = self.bound(bind, where, env)
                way = f"{self.term(start, env)}から時計回りに見て、" if start is not None else ""
                return f"{way}{such}{_WHICH[which]}{thing}"
            case t.Whichever(bind, where, which, body):
                inner, thing, such = self.bound(bind, where, env)
                return f"{such}{self.term(body, self._quiet(bind, inner))}が{_WHICH[which]}{thing}"
            case t.SeatsAway(distance, start, clockwise):
                way = "時計回り" if clockwise else "反時計回り"
                whence, far = self.term(start, env.loud()), self.term(distance, env)
                many = f"{far}人" if isinstance(distance, t.Integer) else f"「{far}」人"
                return f"{whence}から{way}に{many}先の人"
            case t.Negative(body):
                return f"－{self._inner(body, env)}"
            case t.Arithmetic("mod", left, right):
                return f"{self._inner(left, env)}を{self._inner(right, env)}で割った余り"
            case t.Arithmetic(op, left, right):
                said = f"{self._inner(left, env)}{_SIGNS[op]}{self._inner(right, env)}"
                return f"{said}（端数切り捨て）" if op == "/" else said
            case t.AsRead(given, then, otherwise):
                return f"{self.term(otherwise, env)}（{self.holds(given, env).short}なら{self.term(then, env)}）"
            case t.Otherwise(left, right):
                return f"{self.term(left, env)}（なければ{self.term(right, env)}）"
            case t.Compare() | t.Is() | t.In() | t.Empty() | t.Knows() | t.Not() | t.And() | (
                    t.Or() | t.Some() | t.Every()):
                return f"{self.holds(expr, env).short}かどうか"
            case _:
                assert_never(expr)

    def _name(self, word: str, env: Env) -> str:
        if word in env.names:
            return env.names[word].words
        if word in self.lore.readings:
            return f"「{self.lore.name(word)}」"
        if word in self.lore.families and word not in self.lore.several:
            return self.lore.card(word)
        return self.lore.name(word)

    def numbered(self, word: str, number: int) -> str:
        """`chest 7`, `player 2`."""
        name = f"{word} {number}"
        return self.lore.card(name) if word in self.lore.families else self.lore.desk.word(name)

    def _of(self, word: str, arg: t.Expr, env: Env) -> str:
        if word in BUILT_IN and word not in self.lore.desk.named:
            return f"{self.term(arg, env.loud() if isinstance(arg, t.Name) else env)}{BUILT_IN[word]}"
        among = self.lore.of_places.get(word) == (True,)
        return f"{self.whose(arg, env, among)}{self.lore.name(word)}"

    def whose(self, arg: t.Expr, env: Env, among: bool = False) -> str:
        """Xの, or nothing where the sentence has just said whose."""
        silent = isinstance(arg, t.Name) and arg.word in env.names and env.names[arg.word].silent
        return "" if silent else f"{self.place(arg, among, env)}の"

    def _at(self, expr: t.At, env: Env) -> str:
        zone = f"{self.term(expr.zone, env)}の" if expr.zone is not None else ""
        place = f"{expr.place.value}番目" if isinstance(expr.place, t.Integer) else self.term(expr.place, env.loud())
        if expr.word == "player":
            return f"{zone}{place}のカードを出した人"
        return f"{zone}{place}の{self.lore.desk.word(expr.word)}"

    def _inner(self, expr: t.Expr, env: Env) -> str:
        said = self.term(expr, env)
        return f"（{said}）" if isinstance(expr, t.Arithmetic | t.Otherwise) else said

    def place(self, arg: t.Expr, among: bool, env: Env) -> str:
        """Something that is asked of; a place of a row by its number is the card there."""
        return self.lore.place(arg.value) if among and isinstance(arg, t.Integer) else self.term(arg, env)

    def value(self, left: t.Expr, right: t.Expr, env: Env) -> str:
        """What something is said to be: 宝箱7、2番目のカード."""
        if isinstance(right, t.TupleOf):
            return "".join(self.term(item, env) for item in right.items)
        said = self.place(right, isinstance(left, t.Name) and left.word in self.lore.finds_place, env)
        whole = isinstance(right, t.Name) and right.word not in env.names and _CLAUSE.search(said) is not None
        return f"「{said}」" if whole else said

    def way(self, reading: str, word: str) -> int:
        """Which of the ways to read an open point, counted from 1."""
        part = self.lore.desk.written[reading]
        assert isinstance(part, t.Reading)
        return [one.text for one in part.alternatives].index(word) + 1

    @abstractmethod
    def holds(self, expr: t.Expr, env: Env) -> Predicate:
        """A condition as a predicate in all its forms."""

    # ---- names that are bound ---------------------------------------------------------------------------

    def bound(self, bind: t.Bind, where: t.Expr | None, env: Env) -> tuple[Env, str, str]:
        """The name is known from here on; what it ranges over, and what is said of it before that noun."""
        inner = self.known(bind.name.text, bind.type.text, env)
        type_ = self.lore.kind(bind.type.text)
        thing = "数" if type_ == "number" else self.lore.desk.word(type_)
        if type_ in env.lettered:
            thing += bind.name.text
        if bind.within is not None:
            within = self.term(bind.within, env)
            thing = within if bare(within).endswith(thing) else f"{within}の{thing}"
        if bind.low is not None and bind.high is not None:
            thing = f"{self.term(bind.low, env)}から{self.term(bind.high, env)}までの数{bind.name.text}"
        if where is None:
            return inner, thing, ""
        return inner, thing, self.holds(where, self._quiet(bind, inner)).before_noun

    def every(self, bind: t.Bind, thing: str, env: Env) -> str:
        """Each of them: どのアニマル、手札のどのカード、1から4までのどの数n."""
        if bind.low is not None and bind.high is not None:
            return f"{thing.removesuffix(f'数{bind.name.text}')}どの数{bind.name.text}"
        if bind.within is not None:
            kind = self.lore.desk.word(self.lore.kind(bind.type.text))
            within = bare(self.term(bind.within, env))
            return f"どの{thing}" if within.endswith(kind) else thing.replace(f"の{kind}", f"のどの{kind}", 1)
        return f"どの{thing}"

    def _quiet(self, bind: t.Bind, env: Env) -> Env:
        """Under its own noun a thing need not be named: 手札が空であるプレイヤー."""
        known = env.names[bind.name.text]
        return env.loud().bind(bind.name.text, Known(known.type, known.words, known.type != "number"))

    def known(self, name: str, type_: str, env: Env) -> Env:
        """One more name: その人, そのカード, or, where there is one already, もう1人, もう一方のカード."""
        type_ = self.lore.kind(type_)
        if type_ == "number":
            return env.bind(name, Known("number", name))
        thing, others = self.lore.desk.word(type_), env.others(name, type_)
        if type_ in env.lettered:
            return env.bind(name, Known(type_, f"{thing}{name}"))
        one, other = ("その人", "もう1人") if type_ == "player" else (f"その{thing}", f"もう一方の{thing}")
        said = (one, other)[others] if others < 2 else f"{thing}{name}"
        return env.bind(name, Known(type_, said))
