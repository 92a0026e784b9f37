"""Random expressions as a designer writes them, of every kind, and the small table at which they are asked."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from hypothesis import strategies as st

TABLE = """
game lets
  players 2
  starts with main

suit is one of red, blue

spot is one of near, far

cards
  red, rank 1 to 2, suit red
  blue, rank 1 to 2, suit blue
  knife, 2 copies

parameter bonus: 0 to 3
  assumed 2

reading ties: later, or never-ever

zones
  deck: pile of card, face down, full at start
  hand of each player: pile of card, seen by owner
  line: row of card, up to 4, face up
  scene: grid spot of card, face up
  nook: row of card, up to 1, face down, remembered

remember
  round: 0 to 9
  leader: player
  best: player or none, starting none
  side: yes or no
  tint: suit
  mark of each player: 0 to 9
  some-card: card
  some-place: place in line
  answer-number: 0 to 9999
  answer-truth: yes or no
  answer-card: card or none
  answer-player: player or none
  answer-place: place in line
  answer-suit: suit
  answer-reading: 0 to 1

define power-of of card c: 0 to 9
  rank of c + round mod 3 otherwise 0

define strength of place i in line: suit, power 0 to 9
  by card at i
    red: red, rank of card at i
    blue: blue, rank of card at i + 1
    knife: tint, 0

define gap(player p, number n): number
  mark of p - n

phase main
  chance chooses a number n from 0 to 9
  round becomes n
  chance chooses a player q
  leader becomes q
  chance chooses one
    somebody with player b
      best becomes b
    nobody-yet
  chance chooses a number k from 0 to 9
  mark of player 1 becomes k
  chance chooses one
    up
      side becomes yes
      tint becomes blue
    down
  deal 1 from deck to hand of each player
  deal 1 from deck to card at near in scene
  chance chooses a card c in hand of player 1
  move c from hand of player 1 to line
  deal 1 from deck to line
  deal 1 from deck to nook
  some-card becomes c
  leader chooses one
    now
      do asked-now
    later
      do asked-later
    after-a-choice
      do asked-after-a-choice

phase asked-now
  ANSWER(EXPRESSION)

phase asked-later
  let x be EXPRESSION
  do everything-changes
  ANSWER(x)

phase asked-after-a-choice
  let x be EXPRESSION
  do everything-changes
  right of leader chooses one
    go-on
  ANSWER(x)

phase everything-changes
  round becomes (round + 4) mod 10
  leader becomes left of leader
  if best is none
    best becomes leader
  otherwise
    best becomes none
  flip side
  flip tint
  mark of player 1 becomes (mark of player 1 + 3) mod 10
  mark of player 2 becomes (mark of player 2 + 5) mod 10
  move card at 1 in line to hand of player 1
  move all from hand of player 2 to line
  swap card at near in scene with card at far in scene
  some-card becomes knife
  some-place becomes 3
  show top of nook to player 2
"""

ANSWERS = {
    "number": "answer-number becomes ({0} + 5000) mod 10000",
    "truth": "answer-truth becomes {0}",
    "card": "answer-card becomes {0}",
    "player": "answer-player becomes {0}",
    "place": "answer-place becomes {0}",
    "suit": "answer-suit becomes {0}",
    "reading": "if {0} is never-ever: answer-reading becomes 1",
    "pair": "answer-number becomes power of {0} + 5000",
    "couple": "answer-truth becomes {0} is (red, 1)",
}
"""For each kind of value, how it is kept so that two can be compared."""


@dataclass(frozen=True, slots=True)
class Asked:
    """An expression, as it is written, and what kind of value it gives."""

    kind: str
    text: str

    def game(self) -> str:
        def answer(what: str) -> str:
            return ANSWERS[self.kind].format(what)

        text = TABLE.replace("ANSWER(EXPRESSION)", answer(f"({self.text})")).replace("ANSWER(x)", answer("x"))
        return text.replace("EXPRESSION", self.text)


class Wording:
    """Writes expressions, asking `draw` at every turn."""

    def __init__(self, draw: st.DrawFn) -> None:
        self.draw = draw
        self.names = 0

    def say(self, kind: str, depth: int) -> str:
        ways: list[Callable[[int], str]] = getattr(self, "_" + kind)(depth - 1)
        text = self.draw(st.sampled_from(ways))(depth - 1)
        return f"({text})" if " " in text and kind != "couple" else text

    def one_of(self, *words: str) -> str:
        return self.draw(st.sampled_from(words))

    def name(self) -> str:
        self.names += 1
        return f"v{self.names}"

    def _plain(self, *texts: str) -> list[Callable[[int], str]]:
        return [lambda _, text=text: text for text in texts]  # type: ignore[misc]

    def _number(self, deeper: int) -> list[Callable[[int], str]]:
        say, v = self.say, self.name()
        few = self._plain("7", "players", "round", "bonus", "size of line", "mark of player 1", "size of scene")
        return few if deeper < 0 else [
            *few[-2:],
            lambda d: f"{say('number', d)} {self.one_of('+', '-', '*', '/', 'mod')} {say('number', d)}",
            lambda d: f"- {say('number', d)}",
            lambda d: f"mark of {say('player', d)}",
            lambda d: f"size of hand of {say('player', d)}",
            lambda d: f"power-of of {say('card', d)}",
            lambda d: f"gap({say('player', d)}, {say('number', d)})",
            lambda d: f"rank of {say('card', d)} otherwise {say('number', d)}",
            lambda d: f"power of {say('pair', d)}",
            lambda d: f"number of cards {v} in line where {say('truth', d)}",
            lambda d: f"sum of rank of {v} for each card {v} in hand of leader where {v} is not a knife",
            lambda d: f"highest mark of {v} for each player {v} where {say('truth', d)}",
            lambda d: f"lowest {say('number', d)} for each number {v} from 1 to size of line",
        ]

    def _truth(self, deeper: int) -> list[Callable[[int], str]]:
        say, v = self.say, self.name()
        few = self._plain("yes", "side", "line is empty", "scene is not empty", "knife is in line")
        return few if deeper < 0 else [
            *few[-2:],
            lambda d: f"not {say('truth', d)}",
            lambda d: f"{say('truth', d)} and {say('truth', d)}",
            lambda d: f"{say('truth', d)} or {say('truth', d)}",
            lambda d: f"{say('number', d)} {self.one_of('<', '<=', '>', '>=')} {say('number', d)}",
            lambda d: f"{say('card', d)} is {self.one_of('a knife', 'red 1', 'not blue 2')}",
            lambda d: f"{say('card', d)} is in hand of {say('player', d)}",
            lambda d: f"{say('player', d)} is {say('player', d)}",
            lambda d: f"{say('player', d)} knows card at 1 in nook",
            lambda d: f"some player {v} where mark of {v} > {say('number', d)}",
            lambda d: f"every card {v} in line has {v} is {say('card', d)}",
            lambda d: f"no place {v} in line where card at {v} in line is a knife",
            lambda d: f"{say('truth', d)} otherwise {say('truth', d)}",
        ]

    def _card(self, deeper: int) -> list[Callable[[int], str]]:
        say, v = self.say, self.name()
        few = self._plain("red 1", "top of line", "some-card", "card at 1 in line", "card at near in scene")
        return few if deeper < 0 else [
            *few[-2:],
            lambda d: f"card at {say('place', d)} in line",
            lambda d: f"card at {say('place', d)} in line otherwise {say('card', d)}",
            lambda d: f"first card {v} in line where {say('truth', d)}",
            lambda d: f"only card {v} in hand of {say('player', d)}",
            lambda d: f"last card {v} in hand of {say('player', d)} otherwise none",
            lambda d: f"whichever card {v} in line where {v} is not a knife has most rank of {v}",
        ]

    def _player(self, deeper: int) -> list[Callable[[int], str]]:
        say, v = self.say, self.name()
        few = self._plain("player 2", "leader", "best", "player at 1 in line")
        return few if deeper < 0 else [
            *few[-2:],
            lambda d: f"{self.one_of('left', 'right', 'opposite')} of {say('player', d)}",
            lambda d: f"{say('number', d)} seats {self.one_of('after', 'before')} {say('player', d)}",
            lambda d: f"whichever player {v} has least mark of {v}",
            lambda d: f"first player {v} where {say('truth', d)} clockwise from {say('player', d)}",
            lambda d: f"player at {say('place', d)} in line otherwise {say('player', d)}",
            lambda d: f"only player {v} where {v} is not {say('player', d)} otherwise none",
        ]

    def _place(self, deeper: int) -> list[Callable[[int], str]]:
        say, v = self.say, self.name()
        few = self._plain("some-place", f"first place {v} in line")
        return few if deeper < 0 else [
            *few[-2:],
            lambda d: f"{say('place', d)} + 1",
            lambda d: f"last place {v} in line where card at {v} in line is {say('card', d)}",
            lambda d: f"{say('place', d)} otherwise {say('place', d)}",
        ]

    def _suit(self, deeper: int) -> list[Callable[[int], str]]:
        say, v = self.say, self.name()
        few = self._plain("tint")
        return few if deeper < 0 else [
            *few[-2:],
            lambda d: f"suit of {say('card', d)}",
            lambda d: f"suit of {say('pair', d)}",
            lambda d: f"first suit {v} where {v} is not tint",
        ]

    def _reading(self, deeper: int) -> list[Callable[[int], str]]:
        return self._plain("ties")

    def _pair(self, deeper: int) -> list[Callable[[int], str]]:
        say = self.say
        few = self._plain("strength of some-place", "strength of 1")
        return few if deeper < 0 else [
            *few[-2:],
            lambda d: f"strength of {say('place', d)}",
            lambda d: f"{say('pair', d)} otherwise {say('pair', d)}",
        ]

    def _couple(self, deeper: int) -> list[Callable[[int], str]]:
        return [lambda d: f"(tint, {self.say('number', d)})", lambda d: f"({self.say('suit', d)}, round)"]


@st.composite
def asked(draw: st.DrawFn) -> Asked:
    kind = draw(st.sampled_from((*sorted(ANSWERS), "number", "number", "truth")))
    text = Wording(draw).say(kind, draw(st.integers(1, 3)))
    return Asked(kind, text)
