"""The time of a question is kept, also where the bell is not heard at first; and nobody is told of that."""

from __future__ import annotations

import signal
import sys
import time

import pytest

from qedeck.proofs import bell


class Slow:
    """Something that takes its time to be thrown away."""

    def __del__(self) -> None:
        until = time.monotonic() + 0.4
        while time.monotonic() < until:
            pass


@pytest.mark.skipif(not hasattr(signal, "SIGALRM"), reason="there is no bell here")
def test_the_bell_rings_again(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(bell, "RING", 0.3)
    start = time.monotonic()
    with pytest.raises(bell.TimeIsUp), bell.within(0.1):
        thing: Slow | None = Slow()
        thing = None  # the first bell rings in here, and is lost
        assert thing is None
        while time.monotonic() - start < 5:
            pass
    assert 0.3 < time.monotonic() - start < 3
    assert capfd.readouterr().err == ""


class HalfMade:
    """Something that misses, when it is thrown away, what the bell kept it from getting."""

    def __del__(self) -> None:
        self.context.leave()  # type: ignore[attr-defined]


@pytest.mark.skipif(not hasattr(signal, "SIGALRM"), reason="there is no bell here")
@pytest.mark.parametrize("home", ["z3.z3", "somewhere.else"])
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_terms_that_the_bell_leaves_half_made_are_thrown_away_in_silence(
    home: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[object] = []
    monkeypatch.setattr(sys, "unraisablehook", told.append)
    monkeypatch.setattr(HalfMade.__del__, "__module__", home)
    bell._hush.__wrapped__()
    thing: HalfMade | None = HalfMade()
    thing = None
    assert thing is None and len(told) == (home != "z3.z3")


@pytest.mark.skipif(not hasattr(signal, "SIGALRM"), reason="there is no bell here")
def test_a_limit_within_another() -> None:
    start = time.monotonic()
    with pytest.raises(bell.TimeIsUp), bell.within(0.4):
        with pytest.raises(bell.TimeIsUp), bell.within(0.1):
            while True:
                pass
        while time.monotonic() - start < 5:
            pass
    assert 0.3 < time.monotonic() - start < 3
