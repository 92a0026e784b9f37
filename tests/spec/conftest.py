"""Golden files: what a message looked like when somebody last read it and found it good."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import settings

# The first example also loads the grammar, so a time limit for each would fail by chance.
settings.register_profile("steady", deadline=None)
settings.load_profile("steady")

GOLDEN = Path(__file__).parent / "golden"


@pytest.fixture
def golden() -> Callable[[str, str], None]:
    """Compare with tests/spec/golden/<name>. To accept new output: UPDATE_GOLDEN=1 pytest, then read the diff."""

    def check(name: str, actual: str) -> None:
        path = GOLDEN / name
        if os.environ.get("UPDATE_GOLDEN"):
            path.write_text(actual, "utf-8")
        assert path.exists(), f"no golden file {name}; run once with UPDATE_GOLDEN=1 and read what it wrote"
        assert actual == path.read_text("utf-8")

    return check
