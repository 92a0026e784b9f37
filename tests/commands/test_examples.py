"""`qedeck test`: what it says of examples that fail, and of a variant's."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from .conftest import Said

GOLDEN = Path(__file__).parent / "golden" / "test"


def as_before(name: str, said: str) -> None:
    """Compare with golden/test/<name>. To accept new output: UPDATE_GOLDEN=1 pytest, then read the diff."""
    path = GOLDEN / name
    if os.environ.get("UPDATE_GOLDEN"):
        path.write_text(said, "utf-8")
    assert said == path.read_text("utf-8")


@pytest.fixture
def test_of(qedeck: Callable[..., Said]) -> Callable[..., Said]:
    """`qedeck test` of a game of the golden folder."""
    for path in GOLDEN.glob("*.qed"):
        shutil.copy(path, path.name)

    def run(game: str, *words: str) -> Said:
        return qedeck("test", f"{game}.qed", *words)

    return run


def test_what_is_said_of_examples_that_fail(test_of: Callable[..., Said]) -> None:
    said = test_of("examples_that_fail")
    assert said.code == 1
    as_before("examples_that_fail.txt", said.out)


def test_examples_that_a_variant_changes_and_those_that_failed_before(test_of: Callable[..., Said]) -> None:
    said = test_of("double_pay")
    assert said.code == 1
    as_before("double_pay.txt", said.out)
    found = {one["name"]: one for one in json.loads(test_of("double_pay", "--format", "json").out)["examples"]}
    assert {name: one["base"] for name, one in found.items()} == {
        "one": None, "three": "passed", "forgotten": "failed", "own": None,
    }  # fmt: skip


def test_a_variant_of_a_sound_base_passes(test_of: Callable[..., Said]) -> None:
    Path("base_game.qed").write_text(
        Path("base_game.qed").read_text("utf-8").replace("coin 2 is 5", "coin 2 is 2"), "utf-8"
    )
    said = test_of("double_pay")
    assert said.code == 0
    assert said.out.endswith("3 examples, all as the rules say; 1 example of base_game comes out otherwise\n")
