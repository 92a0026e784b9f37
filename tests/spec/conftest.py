"""Golden files: what a message looked like when somebody last read it and found it good."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

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
