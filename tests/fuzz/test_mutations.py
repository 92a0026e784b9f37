"""Shipped games, broken at random: there are messages or a sound game, and never a traceback or a hang.

A mutation is known by its number: the same number gives the same text on every machine.
"""

from __future__ import annotations

import os
import re
import signal
import traceback
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from functools import cache
from multiprocessing import get_context
from pathlib import Path
from random import Random
from types import FrameType

import pytest

from qedeck.spec.explain import pages
from qedeck.spec.game import Game, load_text
from qedeck.spec.printer import format_text
from qedeck.spec.render import render_all, to_json
from qedeck.spec.source import Span

from ..all_games import SHIPPED
from ..all_games import text as text_of
from .at_random import play_at_random
from .mutations import mutate

SEED = 20
QUICK, ALL, CHUNK = 300, 10_000, 100
SECONDS = 20
"""A text that takes longer hangs, as far as its author can tell. Counted is what the process works, not how long it
waits for others on a busy machine."""
DECISIONS = 12
MEMORY = 4 << 30
LANG = Path(__file__).parents[1] / "lang"


class TooSlow(BaseException):
    """Not an Exception, so that nothing under test can swallow it."""


@contextmanager
def limited(seconds: int) -> Iterator[None]:
    if not hasattr(signal, "setitimer"):
        yield
        return

    def stop(number: int, frame: FrameType | None) -> None:
        raise TooSlow(f"more than {seconds} s")

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


@cache
def bases() -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The shipped games, and the small games of tests/lang that show each construct once."""
    shipped = tuple(map(text_of, SHIPPED))
    small = tuple(path.read_text("utf-8") for path in sorted(LANG.glob("*/good/*.qed")))
    return shipped, small or shipped


def lighter(text: str, random: Random) -> str:
    """A shipped game at one or two player counts, with few examples and properties: as much to break, in less time."""
    clauses = re.split(r"(?m)^(?=\S)", text)
    kept = [c for c in clauses if not c.startswith(("example", "property")) or random.random() < 0.06]
    extra = random.choice((0, 0, 1))
    return re.sub(r"(?m)^  players (\d+) to (\d+)", lambda m: f"  players {m[1]} to {int(m[1]) + extra}", "".join(kept))


def mutated(number: int) -> tuple[str, Random]:
    """The text of this number, and the chance to go on with."""
    random = Random(SEED * 1_000_000 + number)
    shipped, small = bases()
    text, other = (random.choice(small if random.random() < 0.5 else shipped) for _ in range(2))
    return mutate(lighter(text, random), lighter(other, random), random), random


def verdict(number: int) -> str | None:
    """What is wrong with the answer to this text, or None."""
    text, random = mutated(number)
    try:
        with limited(SECONDS):
            examine(text, random)
    except (Exception, TooSlow) as error:
        last = traceback.format_exception(error)[-8:]
        return f"mutation {number} (SEED {SEED}): {type(error).__name__}\n{''.join(last)}\n{shortened(text)}"
    return None


def examine(text: str, random: Random) -> None:
    game = load_text(text)
    for found in game.diagnostics:
        for span in (found.span, *(note.span for note in found.notes)):
            assert inside(span, game), f"{found} is outside the text"
        assert found.title.strip() and found.code in pages(), found
        to_json(found, game.sources)
    assert bool(render_all(game.diagnostics, game.sources)) == bool(game.diagnostics)
    render_all(game.diagnostics, game.sources, colour=True)
    printed = format_text(text)
    assert format_text(printed) == printed, "formatting twice is not formatting once"
    if game.sound:
        again = load_text(printed)
        assert again.sound and again.clauses == game.clauses, "the formatter changed the game"
        for players in random.sample(list(game.players), min(2, len(game.players))):
            play_at_random(game.core(players), random, DECISIONS)


def inside(span: Span, game: Game) -> bool:
    source = game.sources.get(span.file)
    # A mark may stand just behind the last character, where something is missing.
    return source is not None and 0 <= span.start <= span.end <= len(source.text) + 1


def shortened(text: str, most: int = 3000) -> str:
    return text if len(text) <= most else f"{text[: most // 2]}\n[…]\n{text[-most // 2 :]}"


@pytest.mark.parametrize("start", range(0, QUICK, 50))
def test_a_few_mutations(start: int) -> None:
    wrong = [said for number in range(start, start + 50) if (said := verdict(number))]
    assert not wrong, "\n\n".join(wrong[:3])


def chunk(start: int) -> list[str]:
    return [said for number in range(start, min(start + CHUNK, ALL)) if (said := verdict(number))]


def modest() -> None:
    """A worker that asks for absurd amounts of memory gets an error instead of the whole machine."""
    try:
        import resource
    except ImportError:
        return
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, resource.getrlimit(resource.RLIMIT_AS)[1]))


@pytest.mark.slow
def test_many_mutations() -> None:
    with ProcessPoolExecutor(os.cpu_count(), get_context("spawn"), modest) as pool:
        wrong = [said for found in pool.map(chunk, range(QUICK, ALL, CHUNK)) for said in found]
    assert not wrong, f"{len(wrong)} of {ALL}\n\n" + "\n\n".join(wrong[:10])
