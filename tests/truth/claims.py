"""Random properties of a game: claims of every kind, lemmas above them, and something assumed.

In: a game with all of its positions; out: properties as text. Claims about play are looked for among many: those that
are true, and those that fail in few positions only, teach more than what is plainly wrong.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from qedeck.interpreter.state import Cells
from qedeck.spec import tree as t
from qedeck.spec.game import load_text
from qedeck.spec.properties import property_program

from .games import RandomGame
from .lines import end_of
from .words import Writer
from .world import World

CANDIDATES = 24
RARE = 0.2
"""A claim that fails in so few of the positions is almost true."""


@dataclass(frozen=True, slots=True)
class Property:
    """The lines of one property."""

    name: str
    given: tuple[str, ...]
    claims: tuple[str, ...]

    @property
    def text(self) -> str:
        return "\n".join((f"property {self.name}", *(f"  {line}" for line in (*self.given, *self.claims)))) + "\n"


class Claimant(Writer):
    """Writes properties of one game."""

    def __init__(self, random: Random, game: RandomGame, world: World) -> None:
        super().__init__(random, game.vocabulary)
        self.game, self.world = game, world
        self.always = self._mined("always", self._candidate, [place.cells for place in world.places if place.position])
        self.kept = self._mined("each choice keeps", lambda: self.condition(self.random.randint(0, 1), True))

    # ---- looking for claims that are true, or almost ------------------------------------------------

    def _candidate(self) -> str:
        if self.known.numbers and self.chance(0.35):
            return self._listed(self.random.choice(list(self.known.numbers)))
        if self.chance(0.2):
            name = self.random.choice(list(self.known.numbers))
            return f"not ({self.condition(0)}) or {self._listed(name)}"
        return self.condition(self.random.randint(0, 2))

    def _listed(self, name: str) -> str:
        low, high = self.known.numbers[name]
        many = high - low + 1
        # All of them say no more than the type, and help proofs that go by cases; all but one is a claim.
        count = self.random.choice((many, many - 1, many - 1, self.random.randint(1, many)))
        values = self.random.sample(range(low, high + 1), min(max(1, count), 5))
        return " or ".join(f"{name} is {value}" for value in sorted(values))

    def _mined(self, how: str, write: Callable[[], str], cells: list[Cells] | None = None) -> dict[str, list[str]]:
        """Conditions by how often they hold: always, nearly so, sometimes."""
        tried = list(dict.fromkeys(write() for _ in range(CANDIDATES)))
        found: dict[str, list[str]] = {"true": [], "almost": [], "other": []}
        lines = tuple(f"{how} {condition}" for condition in tried)
        game = load_text(self.game.text + "\n" + Property("mining", (), lines).text)
        if not game.sound:
            return {**found, "other": self._sound(lines, tried)}
        prop = next(clause for clause in game.clauses if isinstance(clause, t.Property))
        program = property_program(game.clauses, prop, self.game.vocabulary.players)
        assert program is not None
        pairs: list[tuple[Cells, Cells | None]] = [(each, None) for each in cells or ()]
        if cells is None:
            steps = self.world.steps()
            pairs = [(after.cells, before.cells) for before, after in steps if after.position]
        pairs = pairs if len(pairs) <= 400 else self.random.sample(pairs, 400)
        for condition, claim in zip(tried, program.claims, strict=True):
            assert claim.term is not None
            fails = sum(not self.world.true(claim.term, now, was) for now, was in pairs)
            kind = "true" if not fails else "almost" if fails <= max(1, RARE * len(pairs)) else "other"
            found[kind].append(condition)
        return found

    def _sound(self, lines: tuple[str, ...], tried: list[str]) -> list[str]:
        """Those that can be read at all."""
        each = zip(lines, tried, strict=True)
        return [one for line, one in each if load_text(f"{self.game.text}\n{Property('one', (), (line,)).text}").sound]

    def mined(self, found: dict[str, list[str]]) -> str:
        kinds = [kind for kind in ("true", "true", "almost", "almost", "almost", "other") if found[kind]]
        return self.random.choice(found[self.random.choice(kinds)]) if kinds else self.condition(0)

    # ---- what is assumed ---------------------------------------------------------------------------

    def given(self) -> tuple[str, ...]:
        """Mostly nothing; a reading, a parameter, the position; now and then something that cannot be."""
        if self.chance(0.5):
            return ()
        kinds = (
            ["position", "impossible", "mined"]
            + ["rigid"] * 4 * bool(self.known.rigid)
            + ["with"] * 2 * bool(self.game.readings)
        )
        match self.random.choice(kinds):
            case "rigid":
                one, other = self.pick(*self.known.rigid), self.pick(*self.known.rigid)
                return (f"assuming {self.pick(one, one, one, f'not ({one})', f'({one}) or ({other})')}",)
            case "with":
                if self.chance(0.3):
                    return ("with default readings",)
                name = self.pick(*self.game.readings)
                return (f"with {name} is {self.pick(*self.known.words[name])}",)
            case "position":
                return (f"assuming {self.condition(self.random.randint(0, 1))}",)
            case "mined":
                return (f"assuming not ({self.mined(self.always)})",)
        one = self.pick(*self.known.rigid) if self.known.rigid and self.chance(0.7) else self.atom()
        return (f"assuming ({one}) and not ({one})",)

    # ---- properties --------------------------------------------------------------------------------

    def properties(self) -> list[Property]:
        """Some properties with lemmas above, some with one claim alone."""
        first = Property("first", self.given() if self.chance(0.3) else (), tuple(self._chain("always")))
        follows = ("follows from first",) if self.chance(0.4) else ()
        second = Property("second", (*follows, *self.given()), tuple(self._chain("always")))
        third = Property(
            "third",
            (*follows, *self.given()),
            (*self._chain("always")[: self.random.randint(0, 2)], *self._chain("each")),
        )
        plays = [Property(f"play-{k}", self.given(), (self._of_play(),)) for k in range(3)]
        whole = [Property(f"whole-{k}", self._of_rules(), tuple(self._whole())) for k in range(3)]
        anywhere = [Property(f"any-{k}", self.given(), (self._anywhere(),)) for k in range(2)]
        return [first, second, third, *plays, *whole, *anywhere, *self._changed()]

    def _changed(self) -> list[Property]:
        """Whether the game is the same with something left out of a clause, or with a definition in its place."""
        clauses = [clause.split("\n") for clause in re.split(r"\n+(?=\S)", self.game.text.rstrip("\n"))]
        written = [lines for lines in clauses if lines[0].split()[0] in ("phase", "ending", "define") and lines[2:]]
        for _ in range(4 if written and self.chance(0.6) else 0):
            lines = self.random.choice(written)
            at = self.random.randrange(1, len(lines))
            changed = self._named(lines, at) or [*lines[:at], *lines[end_of(lines, at) :]]
            claim = "\n    ".join(["same game with", f"replace {changed[0]}", *changed[1:]])
            made = Property("changed", self._of_rules(), (claim,))
            if load_text(f"{self.game.text}\n{made.text}").sound:
                return [made]
        return []

    def _named(self, lines: list[str], at: int) -> list[str]:
        """The clause with a condition that has a name of its own: that changes nothing."""
        before, when, rest = lines[at].partition("when ")
        if before.strip() or not when or self.chance(0.3):
            return []
        condition, colon, value = rest.partition(":")
        named = [*lines[:at], f"{before}when asked-for{colon}{value}", *lines[at + 1 :]]
        return [*named, "define asked-for: yes or no", f"  {condition}"]

    def _chain(self, kind: str) -> list[str]:
        found = self.always if kind == "always" else self.kept
        words = "always" if kind == "always" else "each choice keeps"
        if kind == "always" and self.chance(0.35):
            return self._by_cases()
        chain = [self.mined(found) for _ in range(self.random.randint(1, 3))]
        if self.chance(0.3):
            # What follows from a claim above it is as true as that is.
            chain.append(
                self.pick(
                    f"({chain[0]}) or ({chain[-1]})",
                    f"({chain[0]}) or ({self.mined(found)})",
                    " and ".join(f"({one})" for one in dict.fromkeys(chain)),
                )
            )
        return [f"{words} {condition}" for condition in chain]

    def _by_cases(self) -> list[str]:
        """Lists of values, one that says what the type says, and one from which a value is missing."""
        first, then = (self.random.choice(list(self.known.numbers)) for _ in range(2))
        if self.known.links and self.chance(0.85):
            first, then = self.random.choice(self.known.links)
        (low, high), (least, most) = self.known.numbers[first], self.known.numbers[then]
        gone = self._rarest(then) if self.chance(0.7) else self.random.randint(least, most)
        values = [value for value in range(least, most + 1) if value != gone] or [gone]
        return [
            f"always {' or '.join(f'{name} is {value}' for value in some)}"
            for name, some in ((first, range(low, high + 1)), (then, values))
        ]

    def _rarest(self, name: str) -> int:
        """The value that something has in the fewest positions, but in some."""
        least, most = self.known.numbers[name]
        if name not in self.world.core.vars:
            return self.random.randint(least, most)
        seen = Counter(int(place.cells[name][0]) for place in self.world.places if place.position)
        return min(seen, key=lambda value: (seen[value], value)) if seen else most

    def _of_play(self) -> str:
        kind = self.pick("never", "reachable", "some choice makes", "some choice makes")
        condition = self.mined(self.kept if kind.startswith("some") else self.always)
        return f"{kind} {f'not ({condition})' if self.chance(0.75) else condition}"

    def _of_rules(self) -> tuple[str, ...]:
        """Claims about whole plays can only assume something of the rulebook."""
        if self.chance(0.15):
            return self.given()
        return self.given() if self.known.rigid and self.chance(0.4) else ()

    def _whole(self) -> list[str]:
        kinds = [
            "never stuck",
            "never undefined",
            "always ends",
            f"always ends within {self._within()} choices",
        ]
        kinds += ["endings exclusive", "endings complete", "each ending reachable"] * bool(self.game.endings)
        kinds += ["deal feasible", "conserved card"] * self.game.cards
        kinds += [f"clauses {self.pick('exclusive', 'complete', 'alive')}"] * bool(self.game.definitions)
        kinds += [self.pick("order beats is strict", "cycle beats is intended")] * bool(self.game.orders)
        if self.game.readings:
            name, on = self.pick(*self.game.readings), self.pick(*self.game.compared)
            kinds += [f"readings of {name} {self.pick('agree', 'differ')}{self.pick('', f' on {on}')}"] * 3
        kinds += [f"same game without {part}" for part in self.game.parts]
        if "vote of player 1" in self.known.numbers and self.known.players > 1:
            kinds += [
                f"hidden vote of player {seat} from player q where q is player {3 - seat}" for seat in (1, 1, 2)
            ] * 2
        kinds += [f"shown {self.pick(*self.game.kept)} to player q"] * 1
        if self.known.numbers and self.chance(0.2):
            kinds.append(f"always ends as {self.random.choice(list(self.known.numbers))} shrinks")
        above = [f"always {self.mined(self.always)}"] if self.chance(0.25) else []
        return [*above, self.random.choice(kinds)]

    def _within(self) -> str:
        names = [name for name in ("x", "lock") if name in self.known.numbers]
        return f"{self.random.randint(0, 8)}{self.pick('', '', *(f' + {name}' for name in names))}"

    def _anywhere(self) -> str:
        if self.chance(0.3):
            condition = self.condition(1, was=True).replace("was ", "other ")
            return f"{self.pick('any two positions have', 'some two positions have')} {condition}"
        condition = self.mined(self.always) if self.chance(0.5) else self.condition(self.random.randint(0, 2))
        return f"{self.pick('any position has', 'some position has')} {condition}"
