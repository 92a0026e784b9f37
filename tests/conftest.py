"""What the laws are asked of: `make test` draws the same examples each time, so that it fails for what was changed and
for nothing else; `make test-all` (the profile `hunt`) draws new ones, and finds what nobody has thought of."""

from __future__ import annotations

import gc
import os
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import settings

from qedeck.spec import game as door
from qedeck.spec.diagnostic import Report
from qedeck.spec.files import games_folder
from qedeck.spec.source import Source

# The first example also loads the grammar, so a time limit for each would fail by chance.
settings.register_profile("steady", deadline=None, derandomize=True, database=None)
settings.register_profile("hunt", deadline=None)
settings.load_profile("steady")

# Games and formulas are millions of small things that stay: to look through them for rubbish all the time takes a fifth
# of what it takes to read a game.
gc.set_threshold(50_000, 20, 50)


@pytest.fixture(scope="session", autouse=True)
def read_once() -> Iterator[None]:
    """A game, once read, is never changed, and no test writes to these folders: each game in them is read and checked
    once in a process, which takes seconds of the largest."""
    here, kept, reading = (games_folder(), Path(__file__).parent / "games"), dict[object, door.Game](), door._load

    def once(path: Path, sources: dict[str, Source], report: Report, claims: bool) -> door.Game:
        if not any(path.is_relative_to(folder) for folder in here):
            return reading(path, sources, report, claims)
        claims = claims or (path, True) in kept  # whoever wants less may have all of it
        if (path, claims) not in kept:
            kept[path, claims] = reading(path, sources, report, claims)
        found = kept[path, claims]
        return replace(found, sources=dict(found.sources), diagnostics=list(found.diagnostics))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(door, "_load", once)
        yield


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[str, str], None]:
    """Compare with golden/<name> beside the test: what something looked like when somebody last found it good.

    To accept new output: UPDATE_GOLDEN=1 pytest, then read the diff.
    """
    folder = request.path.parent / "golden"

    def check(name: str, actual: str) -> None:
        path = folder / name
        if os.environ.get("UPDATE_GOLDEN"):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(actual, "utf-8")
        assert path.exists(), f"no golden file {name}; run once with UPDATE_GOLDEN=1 and read what it wrote"
        assert actual == path.read_text("utf-8")

    return check
