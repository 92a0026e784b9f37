"""Sweeps: a game tried with every combination of player counts, readings, parameters and variants.

    players   players=3..5   reading:NAME   reading:NAME=a,b   parameter:NAME=1..3   variant:NAME,NAME

In: a game and such axes; out: every combination, each with its own game, player count and settings. A narrowed game is
the game in which nothing but that combination is left open, for whoever asks about all readings and parameters.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product

from qedeck.spec import core as c
from qedeck.spec.diagnostic import Report, did_you_mean
from qedeck.spec.game import Game, load
from qedeck.spec.reader import read
from qedeck.spec.source import Source
from qedeck.spec.variants import apply_variant

MOST = 400
"""Combinations in one sweep."""


class SweepError(ValueError):
    """This cannot be swept over."""


@dataclass(frozen=True, slots=True)
class Axis:
    """What is varied, and the values it takes."""

    kind: str
    name: str
    values: tuple[str, ...]

    @property
    def title(self) -> str:
        return self.name or self.kind


@dataclass(frozen=True)
class Combination:
    """One value on each axis."""

    game: Game
    players: int
    settings: dict[str, object]
    values: dict[str, str] = field(default_factory=dict)
    """For each axis its value, as people say it."""
    called: str = ""
    """The name of a variant that was swept over."""

    def narrowed(self) -> Game:
        """The game with nothing else left open: other player counts and other values are ruled out."""
        lines = [f"restrict players {self.players} to {self.players}"]
        for name, value in self.settings.items():
            entries = (
                {f"{name} of {key}": v for key, v in value.items()} if isinstance(value, Mapping) else {name: value}
            )
            for target, one in entries.items():
                lines += [f"restrict {name} such that {target} is {one}", f"set {target} is {one}"]
        file, found = read(Source("sweep", "\n".join(lines) + "\n"))
        report = Report()
        clauses = apply_variant(self.game.clauses, file.clauses, report)
        if found or report.failed:
            raise SweepError((found or report.found)[0].title)
        return replace(self.game, clauses=clauses, _cores={})


def combinations(
    game: Game, players: int | None, settings: Mapping[str, object], axes: Sequence[Axis]
) -> list[Combination]:
    """Every combination; what no axis varies is as given."""
    if len({(axis.kind, axis.name) for axis in axes}) < len(axes):
        raise SweepError("one thing is swept over twice")
    many = 1
    for axis in axes:
        many *= len(axis.values)
    if many > MOST:
        raise SweepError(f"that makes {many:,} combinations; at most {MOST} can be tried at once")
    games: dict[str, Game] = {}
    found = []
    for values in product(*(axis.values for axis in axes)):
        here, count, chosen, called = game, players, dict(settings), ""
        for axis, value in zip(axes, values, strict=True):
            match axis.kind:
                case "variant" if value != _named(game):
                    here = games[value] = games.get(value) or _variant(value)
                    called = value
                case "players":
                    count = int(value)
                case "reading" | "parameter":
                    _choose(chosen, axis.name, value)
        count = here.players.start if count is None else count
        titles = {axis.title: value for axis, value in zip(axes, values, strict=True)}
        found.append(Combination(here, count, chosen, titles, called))
    return found


def _choose(settings: dict[str, object], name: str, value: str) -> None:
    head, of, entry = (part.strip() for part in name.partition(" of "))
    if not of:
        settings[head] = value
        return
    table = settings.get(head)
    settings[head] = {**(table if isinstance(table, dict) else {}), entry: value}


def _named(game: Game) -> str:
    return game.variant or game.name


def _variant(name: str) -> Game:
    game = load(name)
    if not game.sound:
        errors = [d for d in game.diagnostics if d.severity == "error"]
        raise SweepError(f"{name}: {errors[0].title} ({errors[0].code})")
    return game


# ---- axes from words ---------------------------------------------------------------------------


def axis_of(game: Game, text: str) -> Axis:
    """`reading:tie-scope` and the like; SweepError says what is wrong with it."""
    what, equals, values = text.partition("=")
    kind, colon, name = (part.strip() for part in what.partition(":"))
    match kind:
        case "players" if not colon:
            return Axis(kind, "", _counts(game, values if equals else ""))
        case "reading" if name:
            return Axis(kind, name, _alternatives(game, name, values if equals else ""))
        case "parameter" if name and equals:
            _known(game, name.partition(" of ")[0].strip(), "parameter")
            return Axis(kind, name, _listed(values))
        case "parameter" if name:
            raise SweepError(f"--sweep {text} does not say which values: parameter:{name}=1..3")
        case "variant" if name and not equals:
            return Axis(kind, "", (_named(game), *_listed(name)))
    forms = "players, reading:NAME, parameter:NAME=1..3 or variant:NAME"
    raise SweepError(f"--sweep {text} is none of {forms}")


def _counts(game: Game, values: str) -> tuple[str, ...]:
    counts = _listed(values) if values else tuple(map(str, game.players))
    for count in counts:
        if not count.isdigit() or int(count) not in game.players:
            raise SweepError(f"{game.name} is for {game.players.start} to {game.players.stop - 1} players, not {count}")
    return counts


def _known(game: Game, name: str, role: str) -> c.Var:
    variables = game.core(game.players.start).vars
    known = [n for n, var in variables.items() if var.role == role]
    if name not in known:
        hint = did_you_mean(name, known) or (f"it has {', '.join(known)}" if known else "it has none")
        raise SweepError(f"{game.name} has no {role} called {name}; {hint}")
    return variables[name]


def _alternatives(game: Game, name: str, values: str) -> tuple[str, ...]:
    type_ = _known(game, name, "reading").type
    assert isinstance(type_, c.Member)
    wanted = _listed(values) if values else type_.domain.members
    for value in wanted:
        if value not in type_.domain.members:
            hint = did_you_mean(value, type_.domain.members) or f"it is one of {', '.join(type_.domain.members)}"
            raise SweepError(f"{name} cannot be {value}; {hint}")
    return wanted


def _listed(text: str) -> tuple[str, ...]:
    """1..3, or a, b, c."""
    low, dots, high = (part.strip() for part in text.partition(".."))
    if dots:
        if not (low.isdigit() and high.isdigit() and int(low) <= int(high) < int(low) + MOST):
            raise SweepError(f"{text} is no range; for instance 1..3")
        return tuple(str(number) for number in range(int(low), int(high) + 1))
    found = tuple(dict.fromkeys(" ".join(part.split()) for part in text.split(",") if part.strip()))
    if not found:
        raise SweepError("there is no value to sweep over")
    return found
