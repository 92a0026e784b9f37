"""Random small games of nights: who is awake, and who sees what, may depend on anything; one choice is to be hidden."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from qedeck.spec.game import load_text

HEAD = """game night
  players 3
  starts with main

cards
  stone, rank 1 to 2

zones
  deck: pile of card, unseen, full at start
  heap: pile of card, {heap}

remember
  victim: 0 to 1, secret
  open: 0 to 1
  gaze of each player: 0 to 1, {gaze}

phase main
"""


class Storyteller:
    """Writes one game, line by line."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.numbers = 0

    def pick(self, *things: str) -> str:
        return self.random.choice(things)

    def text(self) -> str:
        some = [f"seen by player q where {self.of_player()}" for _ in range(3)]
        heap = self.pick("unseen", "face down", "face up", f"{some[0]}, otherwise unseen", some[1])
        gaze = self.pick("seen by owner", "seen by others", "secret", some[2])
        lines = [*self.night(), *(line for _ in range(self.random.randint(2, 4)) for line in self.statement())]
        return HEAD.format(heap=heap, gaze=gaze) + "".join(f"  {line}\n" for line in lines)

    def player(self) -> str:
        return f"player {self.random.randint(1, 3)}"

    def fact(self) -> str:
        value = self.pick("victim", "victim", "victim", "open", f"gaze of {self.player()}")
        return f"{value} is {self.random.randint(0, 1)}"

    def of_player(self) -> str:
        """Who sees, or is awake."""
        one = f"q is {self.player()}"
        return self.pick(one, f"{one} or {self.fact()}", f"{one} and {self.fact()}", "gaze of q is 1", self.fact())

    def night(self) -> list[str]:
        """The choice that is to be hidden."""
        return self.closed(["victim becomes {n}", *(self.statement() if self.random.random() < 0.5 else [])])

    def closed(self, body: list[str]) -> list[str]:
        chooser = self.player()
        awake = self.pick(f"but for {chooser}", f"but for player q where q is {chooser} or {self.of_player()}")
        secretly = self.pick("", "", "secretly ")
        self.numbers += 1
        n = f"n{self.numbers}"
        lines = [f"{chooser} {secretly}chooses a number {n} from 0 to 1", *(line.format(n=n) for line in body)]
        return [f"with eyes closed {awake}", *(f"  {line}" for line in lines)]

    def statement(self) -> list[str]:
        name = self.pick("open", f"gaze of {self.player()}")
        match self.pick("set", "show", "move", "if", "if", "closed", "closed", "closed", "asleep", "turn"):
            case "set":
                return [f"{name} becomes {self.pick('0', '1', 'open')}"]
            case "show":
                return [f"show {self.pick('victim', 'open')} to {self.pick('everyone', self.player())}"]
            case "move":
                return [f"if heap is empty and {self.fact()}: move stone 1 from deck to heap"]
            case "if":
                return [f"if {self.fact()}: {name} becomes {self.random.randint(0, 1)}"]
            case "closed":
                return self.closed([f"{name} becomes {{n}}"])
            case "asleep":
                return ["with eyes closed", *(f"  {line}" for line in self.statement() if "chooses" not in line)]
            case _:
                self.numbers += 1
                who = self.pick(self.player(), "whom")
                chosen = f"{who} chooses a number n{self.numbers} from 0 to 1"
                return [chosen if who != "whom" else chosen.replace("whom", self.pick("left of player 1", "player 2"))]


def nights(first: int, last: int) -> Iterator[str]:
    """Games that make sense, one for most seeds."""
    for seed in range(first, last):
        text = Storyteller(seed).text()
        if load_text(text).sound:
            yield text
