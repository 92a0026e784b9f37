"""Plain English for numbers and lists, wherever a sentence is made of them."""

from __future__ import annotations

from collections.abc import Sequence


def counted(number: int, word: str) -> str:
    """1 card, 2 cards."""
    return f"{number:,} {word}" if number == 1 else f"{number:,} {word}s"


def and_so_on(items: Sequence[object]) -> str:
    """3, 4 and 5."""
    words = [str(item) for item in items]
    return f"{', '.join(words[:-1])} and {words[-1]}" if len(words) > 1 else "".join(words)


def spread(numbers: Sequence[int]) -> str:
    """Player counts in few words: 2 to 5, or 3 and 5."""
    whole = len(numbers) > 2 and list(numbers) == list(range(numbers[0], numbers[-1] + 1))
    return f"{numbers[0]} to {numbers[-1]}" if whole else and_so_on(numbers)
