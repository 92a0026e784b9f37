"""What the tests of the prover share."""

from __future__ import annotations

import pytest

from qedeck.proofs.plays import explore


@pytest.fixture(autouse=True)
def large(monkeypatch: pytest.MonkeyPatch) -> None:
    """Our tiny games stand for large ones: nobody visits all of their positions, so that the other engines have to."""
    monkeypatch.setattr(explore, "MOST", 0)
