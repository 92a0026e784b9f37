"""A browser for tests: Debian's Chromium by way of playwright; where either is missing, these tests are left out."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from typing import Any

import pytest

QUIET = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update",
         "--disable-sync", "--no-first-run"]


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    missing = "playwright is not installed: pip install playwright"
    playwright = pytest.importorskip("playwright.sync_api", reason=missing)
    path = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
    if path is None:
        pytest.skip("there is no Chromium: apt install chromium fonts-noto-cjk")
    with playwright.sync_playwright() as started:
        browser = started.chromium.launch(executable_path=path, args=QUIET)
        yield browser
        browser.close()


@pytest.fixture
def page(chromium: Any) -> Iterator[Any]:
    """An empty page; what it throws fails the test."""
    opened = chromium.new_page()
    thrown: list[str] = []
    opened.on("pageerror", lambda error: thrown.append(str(error)))
    yield opened
    opened.close()
    assert not thrown, thrown
