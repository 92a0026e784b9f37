"""Every limit of the language, in one place. Each is told before any work is done, and is far beyond real games.

The table of limits in the language reference is this one: a test compares them.
"""

from __future__ import annotations

MOST_BYTES = 2_000_000
"""Of a file. The longest rulebook we know has under 200,000."""
MOST_WORDS = 100_000
"""Names, numbers and signs of a spec; comments and quoted texts are not counted."""
MOST_WORDS_CHECKED = 500_000
"""The same, times the player counts, for each of which the game is checked."""
MOST_LINES = 5_000
"""Of one clause."""
MOST_CLAUSES = 5_000
"""Of one file."""
MOST_SIGNS_IN_A_NAME = 100
MOST_DIGITS = 9
MOST_NESTING = 120
"""How deep a clause may nest; nobody reads deeper, and recursion stays safe."""
MOST_TOLD = 100
"""Mistakes that are told at once."""
MOST_FILES = 100
"""Of one game."""
MOST_VARIANTS = 8
"""Of variants of variants."""

MOST_PLAYERS = 40
MOST_FACES = 400
"""Of different cards in one set: more than any box holds."""
MOST_CARDS = 100_000
"""In one set, copies counted."""
MOST_COLUMNS = 200
"""Of a table of cards."""
MOST_PLACES = 400
"""In a row."""
MOST_WORDS_IN_A_LIST = 1_000
MOST_REMEMBERED = 2_000
"""Values with a name of their own."""
MOST_CELLS = 200_000
"""Of one table: a value or a parameter for each of something, or for each pair."""

MOST_NUMBERS = 10_000
"""Between the ends of `number n from A to B`."""
MOST_ENTRIES = 2_000
"""Times that phases lead on to phases."""
MOST_ROUNDS = 100_000
"""Of loops in loops in which nobody decides."""
MOST_CHOICES = 1_000_000
"""Ways to fill in one option."""
MOST_WORK = 20_000_000
"""Terms that are worked out for one answer, half a minute for the reference. The shipped games need a tenth of it."""
MOST_DIGITS_OF_A_PRODUCT = 100
LARGEST_PRODUCT = 10**MOST_DIGITS_OF_A_PRODUCT
"""Products of products would grow beyond any memory. Whatever is kept is much smaller."""
DEEPEST_CALLS = 150
"""How many definitions may wait for each other: the text of a game must not overflow our stack."""
