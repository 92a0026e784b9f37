"""Rooms for mutants: settings that claims ask for, and who is heard in them."""

from __future__ import annotations

from qedeck.proofs.mutation.finding import Fate
from qedeck.proofs.mutation.mutation import Bench
from qedeck.spec.game import load_text

READ = """
game read
  players 2
  starts with main

remember
  n: 0 to 9

reading twice: no-more, or once-more
reading quick: slow, or fast

phase main
  repeat
    player 1 chooses one
      on
        add 1 to n
        if twice is once-more: add 1 to n
        if quick is fast and twice is once-more: add 1 to n
  until n >= 5
  judge done

ending done
  when n >= 5
  drawn

property by-ones
  with twice is no-more
  each choice keeps n is 1 + was n

property by-threes
  with twice is once-more
  with quick is fast
  each choice keeps n is 3 + was n
"""


def test_rooms_are_made_for_what_claims_assume() -> None:
    """A claim about two readings at once is heard in some room, and each claim only where it says something."""
    game = load_text(READ)
    assert game.sound, [d.title for d in game.diagnostics]
    bench = Bench(game, 5.0)
    rooms = bench._rooms(2)
    first = rooms.nearest({("by-threes", 0)})[0]
    assert ("by-threes", 0) in rooms[first].fair and rooms[first].setting["quick"] == (1,)
    usual = rooms.nearest({("by-ones", 0)})[0]
    assert ("by-ones", 0) in rooms[usual].fair and ("by-threes", 0) not in rooms[usual].fair
    number = next(m.number for m in bench.mutants if m.words.startswith("drop `if quick is fast"))
    found = bench.examine(number)
    assert (found.fate, found.by) == (Fate.NOTICED, "by-threes"), found
