"""A player with preferences, in the words of the game: lines in, a Player out.

    knock                            an option, or a choice as a script writes it, or a card
    when suit of c is led            choices for which this holds
    most rank of c                   choices for which this is highest (least: lowest)
    bet when king is in hand of me   any of these, where the condition holds

The first line that tells the choices apart keeps the better ones, then the next line; of what is left one is drawn. In
an expression the names are those that the choice picks, and `me` is the seat that decides. A line that speaks of names
that a choice does not pick says nothing about that choice; but who compares by numbers does not stay out of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from qedeck.interpreter.actions import Action
from qedeck.interpreter.position import Position
from qedeck.interpreter.scripts import script_lines
from qedeck.interpreter.words import as_number
from qedeck.simulation.seats import idle
from qedeck.spec import core as c
from qedeck.spec import tree as t
from qedeck.spec.checker.elaborate import Workshop, workshop
from qedeck.spec.checker.values import Env, Value, as_kind
from qedeck.spec.diagnostic import Diagnostic, Report, did_you_mean
from qedeck.spec.game import Game
from qedeck.spec.reader import read
from qedeck.spec.source import Source

ME = "me"
_MANNERS = ("most", "least")


class PreferenceError(ValueError):
    """A line that is no preference of this game."""


Terms = tuple[tuple[tuple[int, int], c.Expr], ...]
"""An expression at each option, by node and choice, that it can speak of."""


@dataclass(frozen=True, slots=True)
class Preference:
    """One line: how it compares (choice, most, least, or only `when`), what, and where it counts."""

    manner: str
    text: str
    terms: Terms = ()
    given: Terms | None = None
    """The condition under which it counts; None: always."""

    def better(self, position: Position, legal: Sequence[Action]) -> Sequence[Action]:
        """Those of them that it likes best."""
        counts = [self.given is None or bool(_worth(self.given, position, action)) for action in legal]
        if self.manner in ("choice", "when"):
            named = [self.manner == "when" or self._named(action) for action in legal]
            return [a for a, here, there in zip(legal, named, counts, strict=True) if here and there] or legal
        worths = [_worth(self.terms, position, a) if here else None for a, here in zip(legal, counts, strict=True)]
        known = [worth for worth in worths if worth is not None]
        if not known:
            return legal
        best = max(known) if self.manner == "most" else min(known)
        # Whoever compares by a number wants to act: staying out must be wished for by name.
        return [a for a, worth in zip(legal, worths, strict=True) if worth == best or worth is None and not idle(a)]

    def _named(self, action: Action) -> bool:
        return self.text in (action.spelled(), action.option, *map(str, action.picks.values()))


def _worth(terms: Terms, position: Position, action: Action) -> int | None:
    """What an expression is worth if this is chosen; None where it does not speak of it."""
    term = dict(terms).get((action.node, action.choice))
    node = position.core.nodes[action.node]
    if term is None or not isinstance(node, c.Decision):
        return None
    picks = node.options[action.choice].picks
    picked: dict[str, int] = {pick.var: value for pick, value in zip(picks, action.values, strict=True)}
    worth, faults = position.rules.meaning.value(term, position.cells, picked | {ME: (action.player or 0) - 1})
    return None if faults else int(worth)


@dataclass(frozen=True, slots=True)
class Preferences:
    """A player: what it likes, first things first."""

    lines: tuple[Preference, ...]

    def __call__(self, position: Position, legal: Sequence[Action]) -> Sequence[Action]:
        for line in self.lines:
            if len(legal) > 1:
                legal = line.better(position, legal)
        return legal


@dataclass(frozen=True, slots=True)
class _Desk:
    """Where lines are read: a game, its decisions, and its names, looked up once for all lines."""

    name: str
    core: c.Core
    shop: Workshop
    report: Report


def preferences(game: Game, players: int, text: str) -> Preferences:
    """A player from its lines; PreferenceError names the line that cannot be understood."""
    report = Report()
    shop = workshop(game.clauses, players, report)
    assert shop is not None
    desk = _Desk(game.name, game.core(players), shop, report)
    lines = [_line(desk, line) for _, line in script_lines(text)]
    if not lines:
        raise PreferenceError("there is no preference in it")
    return Preferences(tuple(lines))


def _line(desk: _Desk, line: str) -> Preference:
    what, when, condition = (" " + line).partition(" when ")
    what = " ".join(what.split())
    given = _terms(desk, line, condition, yes_no=True) if when else None
    manner, _, number = what.partition(" ")
    if not what:
        return Preference("when", "", (), given)
    if manner in _MANNERS and number:
        return Preference(manner, number, _terms(desk, line, number, yes_no=False), given)
    _check_choice(desk, what)
    return Preference("choice", what, (), given)


def _terms(desk: _Desk, line: str, text: str, yes_no: bool) -> Terms:
    """The expression at every option that it can speak of; PreferenceError if there is none."""
    expr = _read(line, text)
    terms, wrong = [], None
    for number, node in enumerate(desk.core.nodes):
        if not isinstance(node, c.Decision) or node.owner.who not in ("player", "anyone"):
            continue
        for choice, option in enumerate(node.options):
            term, found = _checked(desk, expr, yes_no, option, node.owner.who == "anyone")
            if term is not None:
                terms.append(((number, choice), term))
            # The option that knows most of the names has the most to say about what is wrong.
            elif wrong is None or len(option.picks) > wrong[0]:
                wrong = len(option.picks), found
    if not terms:
        raise PreferenceError(f"{line}: {_told(wrong[1]) if wrong else f'{desk.name} asks no player anything'}")
    return tuple(terms)


def _check_choice(desk: _Desk, text: str) -> None:
    """An option or a choice in words; PreferenceError if nothing is called so."""
    options = [o for n in desk.core.nodes if isinstance(n, c.Decision) for o in n.options]
    words = {o.name for o in options}
    words |= {m for o in options for p in o.picks if isinstance(p.type, c.Member) for m in p.type.domain.members}
    option, with_, picks = text.partition(" with ")
    said = [option, *picks.split(" and ")] if with_ else [text]
    strange = [word for word in said if word not in words and as_number(word) is None and word not in ("yes", "no")]
    if strange:
        hint = did_you_mean(strange[0], [*words, *_MANNERS])
        hint = hint or "a line is a choice, or begins with when, most or least"
        raise PreferenceError(f"{text}: nothing that can be chosen is called {strange[0]}; {hint}")


def _read(line: str, text: str) -> t.Expr:
    """The expression, read where a clause of the language has one: as a claim."""
    file, found = read(Source(line, f"property preference\n  always {text}\n"))
    clause = file.clauses[0] if len(file.clauses) == 1 else None
    claims = clause.claims if isinstance(clause, t.Property) and not found else ()
    if len(claims) != 1 or claims[0].body is None or claims[0].kind != "always":
        raise PreferenceError(f"{line}: {_told(found)}")
    return claims[0].body


def _checked(
    desk: _Desk, expr: t.Expr, yes_no: bool, option: c.Option, race: bool
) -> tuple[c.Expr | None, list[Diagnostic]]:
    """The expression where this option is considered; None if it speaks of something else."""
    desk.report.taken()
    exprs = desk.shop.state.exprs
    env = Env().bind(ME, Value(c.Local(ME), c.Member(desk.core.domains["player"])))
    for pick in option.picks[1:] if race else option.picks:
        env = env.bind(pick.label, Value(c.Local(pick.var), as_kind(pick.type)))
    term = exprs.condition(expr, env) if yes_no else exprs.number(expr, env)
    return (None if desk.report.failed else term), desk.report.taken()


def _told(found: Sequence[Diagnostic]) -> str:
    if not found:
        return "this is not one expression"
    first = found[0]
    return f"{first.title}{f'; {first.hint}' if first.hint else ''} ({first.code})"
