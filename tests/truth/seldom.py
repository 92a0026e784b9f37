"""What few random games need: constructs that are put into one that is written already.

Each game has them with chances of their own, so that a game without them stays what it was.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random

from .statements import Lines, inner
from .ways import Ways

PART = 0.45
"""Of the games, how many have something of this."""
_BEFORE = re.compile(r"( +)(?:\S+ becomes|add 1|take 1|flip|if .*[^:]$|draw|move|let|show|judge|repeat|for each) ?.*")
"""A line before which there may be another statement: it begins one itself."""


class Seldom(Ways):
    """Puts statements between those that are there, and conditions into what claims speak of."""

    def seldom(self, defines: Lines, phases: Lines) -> None:
        whole, self.random = self.random, Random("\n".join(("seldom", *defines, *phases)))
        if self.shelf or self.chance(PART):
            self._define(defines)
            for _ in range(self.random.randint(1, 3)):
                self._put(phases)
            self._speak()
        if self.marked:
            for _ in range(self.random.randint(2, 4)):
                self._put(phases, self._mark)
        if self.remembered:
            for _ in range(self.random.randint(2, 4)):
                self._put(phases, self._look)
        self.random = whole

    def _put(self, phases: Lines, another: Callable[[], Lines] | None = None) -> None:
        """Another statement somewhere in a phase, before one that is there."""
        places = [(at, found[1]) for at, line in enumerate(phases) if (found := _BEFORE.fullmatch(line))]
        if places:
            at, room = self.random.choice(places)
            phases[at:at] = [room + line for line in (another or self._another)()]

    def _another(self) -> Lines:
        return self.random.choice(self.ways_on())()

    def ways_on(self) -> list[Callable[[], Lines]]:
        """What else may happen."""
        ways = [self._count_up, self._go_round, self._say, self._fixed, self._again, self._secret]
        ways += [self._cards_in_turn, self._named_card, self._places] * 2 * self.cards
        return ways + [self._exchange] * 3 * self.grid + [self._shelve] * 12 * self.shelf

    # ---- values ------------------------------------------------------------------------------------

    def _amount(self) -> str:
        """A number that is counted, added up, or the most of something."""
        ways = ["number of players p where p is not player 1", "number of numbers k from 0 to 2 where k < x"]
        ways += ["rate of calm", *(f"rate of {name}" for name in self.feelings)]
        if self.scores:
            ways += ["sum of score of p for each player p", "highest score of p for each player p",
                     "lowest score of p for each player p where p is not player 1"]  # fmt: skip
        for zone in self.zones if self.cards else ():
            ways += [f"number of cards c in {zone}", f"sum of pip of c for each card c in {zone} where c is an ace",
                     f"highest pip of c for each card c in {zone} where c is an ace"]  # fmt: skip
        return f"({self.pick(*ways)})"

    def _count_up(self) -> Lines:
        name, high = self.random.choice(self.settable)
        amount = self._amount()
        most = f"({amount} otherwise {self.random.randint(0, high)})" if self.chance(0.5) else amount
        return [self.pick(f"if {most} <= {high}: {name} becomes {most}", f"{name} becomes {most}",
                          f"add {most} to {name}, up to {high}")]  # fmt: skip

    def _person(self) -> str:
        """Who is met going round."""
        whom = self.pick(*self.known.persons, "player 1")
        ways = [f"2 seats after {whom}", f"1 seats before {whom}", f"right of {whom}"]
        if self.scores:
            ways += [f"((first player q where score of q is 0 clockwise from {whom}) otherwise {whom})",
                     f"((whichever player q has least score of q) otherwise {whom})"]  # fmt: skip
        return self.pick(*ways)

    def _go_round(self) -> Lines:
        """Everybody in turn, from somebody on."""
        p, done = self.letter(), self.change()
        changes = [f"{name} becomes {p}" for name in (*self.known.persons, *self.known.perhaps)]
        body = [self.pick(*changes)] if changes and self.chance(0.4) else done
        if self.chance(0.4):
            body = [f"if {p} is {self.player()}", *inner(body)]
        if self.chance(0.25):
            body = [f"{p} chooses one", *inner(["nothing", "something", *inner(body)])]
        where = f" where {p} is not {self.player()}" if self.chance(0.4) else ""
        return [f"for each player {p}{where} clockwise from {self._person()}", *inner(body)]

    def _say(self) -> Lines:
        """Who is to move, found by looking round."""
        if not self.known.persons:
            return self._count_up()
        return [f"{self.pick(*self.known.persons)} becomes {self._person()}"]

    def _fixed(self) -> Lines:
        """A name for something that changes before it is asked."""
        n, (name, high) = self.letter(), self.random.choice(self.settable)
        if self.known.persons and self.chance(0.5):
            who = self.pick(*self.known.persons)
            last = [f"if {n} is {self.player()}", *inner(self.change())]
            return [f"let {n} be {who}", f"{who} becomes {self._person()}", *last]
        return [f"let {n} be {self._amount()}", *self.change(), f"if {n} <= {high}: {name} becomes {n}"]

    def _again(self) -> Lines:
        """A loop within whatever there is."""
        body = self.decision(0) if self.chance(0.6) else self.change()
        return ["repeat", *inner([*body, *(self.change() if self.chance(0.4) else ())]), f"until {self.condition(0)}"]

    def _secret(self) -> Lines:
        who = self.pick(f"{self.player()} secretly", "chance", "table")
        return [f"{who} chooses one", *inner(["hide", *inner(self.change()), "wait"])]

    # ---- cards -------------------------------------------------------------------------------------

    def _cards_in_turn(self) -> Lines:
        c, zone = self.letter(), self.pick(*self.zones)
        each = ", every copy" if zone in self.piles and self.chance(0.4) else ""
        where = f" where {c} is {self.pick('an ace', 'not an ace', 'ace 1')}" if self.chance(0.5) else ""
        others = [other for other in self.zones if other != zone]
        if others and zone in self.piles and self.chance(0.4):
            return [f"for each card {c} in {zone}{where}{each}", f"  move {c} from {zone} to {self.pick(*others)}"]
        return [f"for each card {c} in {zone}{where}{each}", *inner(self.change())]

    def _named_card(self) -> Lines:
        """A card keeps its name when it lies elsewhere."""
        c, row = self.letter(), self.pick(*self.rows) if self.rows else ""
        if not row:
            return self._cards_in_turn()
        where = self.pick(f"top of {row}", f"card at 1 in {row}")
        others = [zone for zone in (*self.zones, "deck") if zone != row] or [row]
        done = [f"let {c} be {where}", f"move {where} from {row} to {self.pick(*others)}" if "top" in where
                else f"move {where} to {self.pick(*others)}",
                f"if {c} is {self.pick('an ace', 'ace 1')}", *inner(self.change())]  # fmt: skip
        return [f"if {row} is not empty", *inner(done)] if self.chance(0.8) else done

    def _places(self) -> Lines:
        """A place of a row, and whose card lies there."""
        if not self.rows:
            return self._cards_in_turn()
        i, row = self.letter(), self.pick(*self.rows)
        asked = self.pick(f"card at {i} is {self.pick('an ace', 'ace 1')}", f"{i} is 1",
                          f"(player at {i} is player 1 otherwise {self.pick('yes', 'no')})")  # fmt: skip
        if self.chance(0.4):
            lines = [f"{self.player()} chooses a place {i} in {row}", f"if {asked}", *inner(self.change())]
            return [f"if {row} is not empty", *inner(lines)]
        return [f"for each place {i} in {row} where {asked}", *inner(self.change())]

    def _mark(self) -> Lines:
        """A mark is set or turned; a card with one goes, so that it goes along."""
        zone = self.pick(*self.marked)
        card = f"card at {self.pick('calm', 'odd')} in scene" if zone == "scene" else self.pick(
            f"card at 1 in {zone}", f"card at 1 in {zone}", f"top of {zone}", f"card at 2 in {zone}")  # fmt: skip
        there = f"if (tapped of {card} or yes) otherwise no"
        others = [*self.zones, "deck", *["card at wild in scene"] * self.grid]
        done = [[f"tapped of {card} becomes yes"], [f"flip tapped of {card}"],
                [f"move {card} to {self.pick(*others)}"],
                [f"if tapped of {card}", *inner(self.change())]]  # fmt: skip
        return [there, *inner(self.random.choice(done))] if self.chance(0.9) else self.random.choice(done)

    def _look(self) -> Lines:
        """Somebody looks at a card that lies face down, or one goes that may be known."""
        zone = self.pick(*self.remembered)
        card = self.pick(f"card at 1 in {zone}", f"card at 1 in {zone}", f"top of {zone}")
        done = [[f"show {card} to {self.player()}"], [f"{self.player()} peeks at {card}"], [f"show {zone} to everyone"],
                [f"swap card at 1 in {zone} with top of {zone}"], [f"move {card} to {self.pick(*self.zones, 'deck')}"],
                [f"if {self.player()} knows {card}", *inner(self.change())]]  # fmt: skip
        return [f"if {zone} is not empty", *inner(self.random.choice(done))]

    def _exchange(self) -> Lines:
        there = [f"card at {mood} in scene" for mood in ("calm", "wild", "odd")]
        one, other = self.random.sample(there, 2)
        return [self.pick(f"swap {one} with {other}", f"{self.player()} peeks at {one}",
                          f"if {one} is an ace: {self.change()[0]}")]  # fmt: skip

    def _shelve(self) -> Lines:
        """A card comes behind the last one, goes into a gap, or leaves one."""
        i, zone = self.letter(), self.pick(*self.zones)
        laid = [f"if {zone} is not empty: draw 1 from {zone} to shelf"]
        filled = [f"if {zone} is not empty and (some gap {i} in shelf where {i} < 3)",
                  f"  draw 1 from {zone} to card at first gap {i} in shelf in shelf"]  # fmt: skip
        left = [f"for each place {i} in shelf where {i} is {self.pick('1', '2')}",
                f"  move card at {i} in shelf to {zone}"]  # fmt: skip
        chosen = ["if shelf is not empty", f"  {self.player()} chooses a place {i} in shelf",
                  f"  move card at {i} in shelf to {self.pick(zone, 'shelf')}"]  # fmt: skip
        counted = [f"for each gap {i} in shelf where card at 2 in shelf is none", *inner(self.change())]
        careless = [f"draw 1 from {zone} to shelf"]
        return self.random.choice([laid, laid, filled, left, left, chosen, counted, careless])

    # ---- definitions, and what claims speak of -----------------------------------------------------

    def _define(self, defines: Lines) -> None:
        rows = [f"    {mood}: {self.random.randint(0, 2)}" for mood in ("calm", "wild")]
        last = self.pick("    otherwise: 1", "    odd: x", "    odd\n      when x is 0: 2\n      otherwise: 0")
        defines += ["", "define rate of mood m: number", "  by m", *rows, *last.split("\n")]

    def _speak(self) -> None:
        for _ in range(2):
            self.known.truths.append(f"({self._amount()} {self.compare()} {self.random.randint(0, 2)})")
        if self.known.persons:
            self.known.truths.append(f"({self._person()} is {self.player()})")
        for row in self.rows:
            self.known.truths.append(f"((card at 1 in {row} is {self.pick('an ace', 'ace 1')}) otherwise no)")
