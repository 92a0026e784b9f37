"""One small change at a time: what somebody might have written by mistake in place of one piece of a rule.

In: a piece of the tree, and which names could stand for each other; out: what could stand there instead, in words.
Which pieces of a game are asked is said in `mutants`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from qedeck.spec import tree as t
from qedeck.spec.source import Span

Names = dict[str, tuple[str, ...]]
"""For each name, those of the same kind that could stand there by mistake."""


@dataclass(frozen=True, slots=True)
class Change:
    """A piece to put in place of another; a tuple stands for several statements, or none."""

    new: Any
    words: str
    span: Span
    cites: tuple[str, ...] = ()
    """The statements of the rulebook that are cited around it, the nearest first."""


Write = Callable[[t.Node], str]
"""The text of a piece, as it is written."""

_OPPOSITES = {">": ("<", ">="), "<": (">", "<="), ">=": ("<=", ">"), "<=": (">=", "<")}
_SUMS = {"+": "-", "-": "+", "*": "+", "/": "*", "mod": "/"}
_EXTREMES = {"highest": "lowest", "lowest": "highest", "first": "last", "last": "first", "only": "first"}
_EXTREMES |= {"most": "least", "least": "most"}
_RESULTS = {"won": "drawn", "drawn": "nobody", "nobody": "drawn"}
_RESULT_WORDS = {"won": "won by …", "drawn": "drawn", "nobody": "nobody wins"}
_SIGHTS = {"all": "none", "none": "all", "owner": "all", "others": "all", "unseen": "none"}
_SIGHT_WORDS = {"all": "face up", "none": "face down", "owner": "seen by owner", "others": "seen by others",
                "unseen": "unseen"}


def changes(node: t.Node, names: Names, write: Write) -> Iterator[Change]:
    """Everything that could stand here instead; changes within it are not among them."""
    made = _Changes(names, write)
    for new, words in (*made.expression(node), *made.quantified(node), *made.statement(node), *made.rule(node)):
        yield Change(new, words, node.span)
    for name in ("body", "then", "otherwise"):
        block = getattr(node, name, None)
        if isinstance(block, tuple) and len(block) > 1:
            for k in range(len(block) - 1):
                order = (*block[:k], block[k + 1], block[k], *block[k + 2 :])
                words = f"{write(block[k + 1])} comes before {write(block[k])}"
                made_new: Any = replace(node, **{name: order})  # type: ignore[arg-type]
                yield Change(made_new, words, block[k].span)


Made = Iterator[tuple[Any, str]]


class _Changes:
    def __init__(self, names: Names, write: Write) -> None:
        self.names = names
        self.write = write

    def expression(self, node: t.Node) -> Made:
        match node:
            case t.Integer(value):
                for new in (value + 1, value - 1) if value else (1,):
                    yield replace(node, value=new), f"`{value}` becomes `{new}`"
            case t.Numbered(word, number):
                for new in (number + 1, number - 1):
                    yield replace(node, number=new), f"`{word} {number}` becomes `{word} {new}`"
            case t.YesNo(value):
                yield replace(node, value=not value), f"`{_yes(value)}` becomes `{_yes(not value)}`"
            case t.PlayerCount():
                less = t.Arithmetic("-", node, t.Integer(1, span=node.span), span=node.span)
                yield less, "`players` becomes `players - 1`"
            case t.Name(word) | t.Of(word) | t.Call(word):
                for new_word in self.names.get(word, ()):
                    yield replace(node, word=new_word), f"`{word}` becomes `{new_word}`"
                if isinstance(node, t.Call) and len(node.args) == 2:
                    yield replace(node, args=node.args[::-1]), f"{self.write(node)} with the two exchanged"
            case t.SeatsAway():
                yield replace(node, clockwise=not node.clockwise), "the seats are counted the other way round"
            case t.Arithmetic(op):
                yield replace(node, op=_SUMS[op]), f"`{op}` becomes `{_SUMS[op]}`"
            case t.Compare(op):
                for new_op in _OPPOSITES[op]:
                    yield replace(node, op=new_op), f"`{op}` becomes `{new_op}`"
            case t.Is() | t.In() | t.Empty() | t.Some():
                yield replace(node, negated=not node.negated), f"the opposite of {self.write(node)}"
            case t.Not(body) | t.Negative(body):
                yield body, f"drop the `not` of {self.write(node)}"
            case t.And(left, right):
                yield t.Or(left, right, span=node.span), f"`and` becomes `or` in {self.write(node)}"
            case t.Or(left, right):
                yield t.And(left, right, span=node.span), f"`or` becomes `and` in {self.write(node)}"
            case t.Otherwise(left):
                yield left, f"drop the `otherwise` of {self.write(node)}"
            case _:
                pass

    def quantified(self, node: t.Node) -> Made:
        """Folds, pickers, quantifiers, and whatever else has a `where`."""
        match node:
            case t.Extreme() | t.Picker() | t.Whichever():
                new = _EXTREMES[node.which]
                yield replace(node, which=new), f"`{node.which}` becomes `{new}`"
            case t.Some(bind, body, False):
                yield t.Every(bind, None, body, span=node.span), f"`some` becomes `every` in {self.write(node)}"
            case t.Every(bind, where, body):
                both = body if where is None else t.And(where, body, span=node.span)
                yield t.Some(bind, both, False, span=node.span), f"`every` becomes `some` in {self.write(node)}"
            case _:
                pass
        where = getattr(node, "where", None)
        if isinstance(where, t.Node) and not isinstance(node, t.Ending):
            yield replace(node, where=None), f"drop `where` {self.write(where)}"  # type: ignore[call-arg]

    def statement(self, node: t.Node) -> Made:
        match node:
            case t.If(condition, then):
                yield (), f"drop {self.write(node)}"
                yield then, f"drop `if` {self.write(condition)}: always"
            case t.Repeat(body):
                yield (), f"drop {self.write(node)}"
                yield body, "`repeat` only once"
            case t.Change(sign=sign):
                yield (), f"drop {self.write(node)}"
                yield replace(node, sign=-sign), "`add` becomes `take`" if sign > 0 else "`take` becomes `add`"
                if node.limit is not None:
                    yield replace(node, limit=None), f"drop the limit of {self.write(node)}"
            case t.Move(card, source, destination):
                yield (), f"drop {self.write(node)}"
                if source is not None and not destination.each:
                    turned = replace(node, source=destination.zone, destination=replace(destination, zone=source))
                    yield turned, f"{self.write(node)} the other way round"
                    one = t.Of("top", source, span=source.span)
                    yield (
                        replace(node, card=one if card is None else None),
                        (
                            f"`all` becomes the top one in {self.write(node)}"
                            if card is None
                            else f"{self.write(card)} becomes `all` in {self.write(node)}"
                        ),
                    )
            case t.Deal(amount) if not isinstance(amount, t.Integer):
                yield (), f"drop {self.write(node)}"
                for op in ("+", "-"):
                    other = t.Arithmetic(op, amount, t.Integer(1, span=amount.span), span=amount.span)
                    yield replace(node, amount=other), f"{self.write(amount)} becomes {self.write(amount)} {op} 1"
            case t.ForEach(start=start):
                yield (), f"drop {self.write(node)}"
                if start is not None:
                    yield replace(node, start=None), f"drop `clockwise from` {self.write(start)}"
                    onward = t.Of("left", start, span=start.span)
                    yield replace(node, start=onward), f"{self.write(start)} becomes `left of` {self.write(start)}"
            case t.Judge(endings):
                yield (), f"drop {self.write(node)}"
                for k, ending in enumerate(endings if len(endings) > 1 else ()):
                    yield replace(node, endings=endings[:k] + endings[k + 1 :]), f"`{ending}` is not judged"
            case t.Choose() | t.MayChoose() | t.ChooseOne() if node.secretly:
                yield replace(node, secretly=False), f"{self.write(node)}, but not secretly"
            case t.ChooseOne(options=options) | t.Race(options=options):
                for k, option in enumerate(options if len(options) > 1 else ()):
                    yield replace(node, options=options[:k] + options[k + 1 :]), f"drop the option `{option.name}`"
            case t.Meanwhile(condition):
                yield (), f"drop {self.write(node)}"
                if condition is not None:
                    yield replace(node, condition=None), f"drop `while` {self.write(condition)}"
            case t.Option(guard=guard) if guard is not None:
                yield replace(node, guard=None), f"drop `if` {self.write(guard)}"
            case t.LetBe() | t.Choose() | t.MayChoose() | t.Secretly() | t.Together():
                pass  # what is bound here is needed below
            case _:
                if isinstance(node, t.Statement):
                    yield (), f"drop {self.write(node)}"

    def rule(self, node: t.Node) -> Made:
        match node:
            case t.By(rows=rows) if len(rows) > 1:
                for k, row in enumerate(rows):
                    yield replace(node, rows=rows[:k] + rows[k + 1 :]), f"drop the row {_keys(row)}"
                for k in range(len(rows) - 1):
                    one, other = replace(rows[k], keys=rows[k + 1].keys), replace(rows[k + 1], keys=rows[k].keys)
                    if one.keys and other.keys:
                        told = f"the rows {_keys(rows[k])} and {_keys(rows[k + 1])} exchange their results"
                        yield replace(node, rows=(*rows[:k], one, other, *rows[k + 2 :])), told
            case t.Cases(cases) | t.Row(cases=cases) if len(cases) > 1:
                for k, case in enumerate(cases):
                    yield replace(node, cases=cases[:k] + cases[k + 1 :]), f"drop {self.write(case)}"
                for k in range(len(cases) - 1):
                    first, second = cases[k], cases[k + 1]
                    swapped = (replace(first, values=second.values), replace(second, values=first.values))
                    told = f"{self.write(first)} and {self.write(second)} exchange their results"
                    yield replace(node, cases=(*cases[:k], *swapped, *cases[k + 2 :])), told
            case t.Case(excepts=excepts):
                for k, exception in enumerate(excepts):
                    yield replace(node, excepts=excepts[:k] + excepts[k + 1 :]), f"drop {self.write(exception)}"
            case t.Ending():
                yield from self._ending(node)
            case t.Trigger(priority=priority):
                for new in (priority + 1, priority - 1):
                    yield replace(node, priority=new), f"priority {priority} becomes {new}"
            case t.Zone(sight=sight, full=full):
                new_sight = _SIGHTS[sight]
                told = f"{_SIGHT_WORDS[sight]} becomes {_SIGHT_WORDS[new_sight]}"
                yield replace(node, sight=new_sight, seen_by=(), otherwise_unseen=False), told
                yield from self._seen_by(node)
                if node.otherwise_unseen:
                    yield replace(node, otherwise_unseen=False), "drop `otherwise unseen`"
                if full:
                    yield replace(node, full=False), "drop `full at start`"
            case t.Remembered(sight=sight) if sight != "all":
                yield replace(node, sight="all", seen_by=()), "everybody sees it"
                yield from self._seen_by(node)
            case t.CardLine() | t.OutLine() | t.TypeRange():
                yield from self._cards(node)
            case _:
                pass

    def _seen_by(self, node: t.Zone | t.Remembered) -> Made:
        for k, one in enumerate(node.seen_by):
            left = node.seen_by[:k] + node.seen_by[k + 1 :]
            if left or not getattr(node, "otherwise_unseen", False):
                yield replace(node, seen_by=left), f"drop `{self.write(one)}`"

    def _ending(self, node: t.Ending) -> Made:
        if node.condition is not None:
            yield replace(node, condition=t.Not(node.condition, span=node.condition.span)), "the opposite condition"
        new = replace(node, result=_RESULTS[node.result], bind=None, where=None)
        yield new, f"{_RESULT_WORDS[node.result]} becomes {_RESULT_WORDS[new.result]}"
        if node.where is not None:
            yield replace(node, where=None), f"won by everybody, not only where {self.write(node.where)}"
        if node.before:
            yield replace(node, before=()), "drop `before`"

    def _cards(self, node: t.CardLine | t.OutLine | t.TypeRange) -> Made:
        """How many there are, and of which numbers."""
        match node:
            case t.CardLine(spreads=spreads, copies=copies):
                for k, (name, low, high) in enumerate(spreads):
                    for ends in ((low + 1, high), (low, high - 1), (low, high + 1)):
                        row = (*spreads[:k], (name, *ends), *spreads[k + 1 :])
                        told = f"{name} {low} to {high} becomes {ends[0]} to {ends[1]}"
                        yield replace(node, spreads=row), told
                if copies is None and not spreads:
                    yield replace(node, copies=t.Integer(2, span=node.span)), f"2 copies of {node.family}"
            case t.OutLine(family, copies, low, high):
                if copies is not None:
                    yield replace(node, copies=copies + 1), f"{copies} {family} becomes {copies + 1}"
                if low is not None and high is not None:
                    for first, last in ((low + 1, high), (low - 1, high), (low, high - 1)):
                        if first <= last:
                            told = f"{family} {low} to {high} becomes {first} to {last}"
                            yield replace(node, low=first, high=last), told
                yield (), f"{family} is not left out"
            case t.TypeRange(low):
                yield replace(node, low=low + 1), f"from {low} becomes from {low + 1}"


def _yes(value: bool) -> str:
    return "yes" if value else "no"


def _keys(row: t.Row) -> str:
    """What a row is called: `3, 4`, or otherwise."""
    words = [" ".join(str(part) for part in (key.word, key.number) if part is not None) for key in row.keys]
    return f"`{', '.join(words)}`" if words else "`otherwise`"
