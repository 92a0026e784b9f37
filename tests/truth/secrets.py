"""Random small games of secrets: something is dealt, chosen or rolled unseen, then this and that is done and shown.

In: a seed; out: a text, and what claims about it can speak of. A number tells how far play has come, so that claims can
speak of what somebody can tell by then.
"""

from __future__ import annotations

from random import Random

from qedeck.spec.game import load_text

HEAD = """game secretive
  players {players}
  starts with main

cards
  ace, pip 1 to {aces}
{fool}
zones
  deck: pile of card, face down, full at start
  hand of each player: pile of card, seen by owner
  line: row of card, {line}
  heap: pile of card, {heap}

remember
  stage: 0 to 9
  x: 0 to 2, secret
  y: 0 to 1, {y}
  mine of each player: 0 to 1, {mine}

"""
STAGES = 3


class Secretive:
    """Writes one game, and claims about it."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.letters = 0
        self.kept = list[str]()
        """What may be one thing or another."""
        self.others = list[tuple[str, str]]()
        """The same with somebody who does not know it from the start."""
        self.players = random.choice((2, 2, 3))

    def pick(self, *things: str) -> str:
        return self.random.choice(things)

    def player(self) -> str:
        return f"player {self.random.randint(1, self.players)}"

    def text(self) -> str:
        fool = self.pick("", "  fool, 2 copies\n")
        self.aces = self.random.randint(2, 3)
        head = HEAD.format(
            players=self.players,
            aces=self.aces,
            fool=fool,
            line=self.pick("face up", "face down", "face down, remembered", "seen by player q where q is player 1"),
            heap=self.pick("face up", "face down", "unseen"),
            y=self.pick("secret", "seen by player q where q is player 2"),
            mine=self.pick("secret", "seen by owner", "seen by others"),
        )
        lines, again = self._hidden(), self.random.random() < 0.15
        lines += [one for _ in range(self.random.randint(0, 2)) for one in self._hidden()]
        body = list[str]()
        for stage in range(1, STAGES + 1):
            body += [f"stage becomes {stage}", *(one for _ in range(self.random.randint(1, 2)) for one in self._step())]
            if self.random.random() < 0.7:
                body += [f"{self.player()} chooses one", "  on"]
        lines += ["repeat", *(f"  {line}" for line in body), f"until {self.fact()}"] if again else body
        ending = "\nending done\n  when yes\n  won by player p where p is player 1 and x is 1\n"
        return f"{head}phase main\n" + "".join(f"  {line}\n" for line in (*lines, "judge done")) + ending

    # ---- what happens -----------------------------------------------------------------------------

    def _letter(self) -> str:
        self.letters += 1
        return f"n{self.letters}"

    def _hidden(self) -> list[str]:
        n = self._letter()
        name, high = self.random.choice((("x", 2), ("y", 1), (f"mine of {self.player()}", 1)))
        whose = self.player()
        chosen = self.pick(f"{whose} secretly chooses", f"{whose} secretly chooses", "chance chooses")
        seats = [f"player {k + 1}" for k in range(self.players)]
        self.others += [(name, who) for who in seats if who not in chosen + name]
        kept = [f"{chosen} a number {n} from 0 to {high}", f"{name} becomes {n}"]
        self.kept += [name, name, f"({name} is {self.random.randint(0, high)})"]
        dealt = ["if size of deck >= players: deal 1 from deck to hand of each player"]
        drawn = ["if deck is not empty: draw 1 from deck to line"]
        self.kept.append(self.pick("deck", "line", f"hand of {self.player()}"))
        return self.random.choice((kept, kept, kept, dealt, drawn))

    def _step(self) -> list[str]:
        n, who = self._letter(), self.pick("everyone", self.player(), f"every player q where {self.fact()}")
        played = ["if hand of player 1 is not empty", f"  player 1 chooses a card {n} in hand of player 1"]
        ways = [
            [f"show {self.value()} to {who}"],
            [f"if {self.fact()}: show {self.value()} to {who}"],
            [f"if {self.fact()}: announce {self.pick('dawn', 'dusk')}"],
            [f"{self.player()} chooses one", "  on", f"  off, if {self.fact()}"],
            [f"{self.player()} may choose a player {n} where {self.fact()}", f"  x becomes {self.pick('0', '1', '2')}"],
            [f"if {self.fact()}", *(f"  {line}" for line in self._hidden())],
            [*played, f"  move {n} from hand of player 1 to {self.pick('line', 'heap')}"],
            ["if line is not empty: show top of line to " + who],
            ["if size of line > 1: shuffle line"],
            [f"anyone {n} may", f"  slap, if {self.fact()}"],
            [f"with eyes closed but for {self.player()}", *(f"  {line}" for line in self._asleep())],
            [f"{self.value('x')} becomes {self.pick('0', '1', 'y')}"],
        ]
        return self.random.choice(ways)

    def _asleep(self) -> list[str]:
        n = self._letter()
        chosen = [f"{self.player()} chooses a number {n} from 0 to 1", f"x becomes {n}"]
        return self.random.choice((chosen, [f"show {self.value()} to everyone"], self._hidden()[:1] or chosen))

    def value(self, *names: str) -> str:
        return self.pick(*(names or ("x", "y", f"mine of {self.player()}")))

    def fact(self) -> str:
        seat = self.random.randint(1, self.players)
        kept = f"{self.value()} is {self.random.randint(0, 1)}"
        held = self.pick(f"ace {self.random.randint(1, self.aces)} is in hand of player {seat}", "line is empty")
        return self.pick(kept, kept, kept, held, f"({kept}) or ({held})")

    # ---- claims ------------------------------------------------------------------------------------

    def claim(self) -> str:
        who = self.pick("player q", "player q", *(f"player {seat + 1}" for seat in range(self.players)))
        others = "heap", "stage", self.value(), f"({self.fact()})"
        what = self.pick(*(self.kept if self.random.random() < 0.8 else others))
        stage = f"stage {self.pick('is', 'is', '>=')} {self.random.randint(1, STAGES)}"
        them = f"q is not {self.player()}" if who == "player q" else self.fact()
        when = self.pick("", stage, stage, stage, f"{stage} and ({self.fact()})", f"{stage} and ({them})")
        if self.others and self.random.random() < 0.25:
            what, who = self.random.choice(self.others)
            return f"{who} can never tell {what} while {stage}"
        how = self.pick("{} can tell {}", "{} can tell {}", "{} can never tell {}", "reachable {} can tell {}")
        return how.format(who, what) + (f" while {when}" if when else "")


def sound(random: Random) -> tuple[str, Secretive] | None:
    """A game that can be read."""
    author = Secretive(random)
    text = author.text()
    return (text, author) if load_text(text).sound else None
