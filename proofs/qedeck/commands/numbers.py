"""Numbers from the command line: what somebody typed in, a number or a sentence that says why not."""

from __future__ import annotations

import math
import re
from argparse import ArgumentTypeError
from collections.abc import Callable

MOST = 10**18
MOST_JOBS = 1_000
"""At once, on one machine."""


def whole(least: int = 1, most: int = MOST) -> Callable[[str], int]:
    """Reads a whole number within limits; commas and underlines may stand between its digits."""

    def read(text: str) -> int:
        digits = re.sub("[,_]", "", text.strip())
        if not re.fullmatch("-?[0-9]{1,40}", digits):
            raise ArgumentTypeError(f"{text or 'nothing'} is not a whole number")
        number = int(digits)
        if number < least:
            raise ArgumentTypeError(f"{text} is less than {least:,}")
        if number > most:
            raise ArgumentTypeError(f"{text} is more than {most:,}")
        return number

    return read


any_whole = whole(-(10**40), 10**40)
"""Whoever knows the game says what is wrong with it."""


def seconds(text: str) -> float:
    """Reads a length of time."""
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not 0 < number < math.inf:
        raise ArgumentTypeError(f"{text or 'nothing'} is no length of time")
    return number
