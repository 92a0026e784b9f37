"""The picture of the site in the README: python -m tests.site.picture SITE docs/site.png, of a site that is built.

A rules page and a table as on a desk, and the same rules on a phone in Japanese, put together by the browser itself.
"""

from __future__ import annotations

import os
import shutil
import sys
from base64 import b64encode
from pathlib import Path
from typing import Any

from tests.site.browser.conftest import QUIET

GAME = "games/werewolves_and_robbers"
TRICK = f"ask=strength&game={GAME[6:]}&players=4&trick=seer,werewolf,chest%208"
TABLE = f"game={GAME[6:]}&players=4&seed=21&seat=1"
TURNS, UP = 5, 385
"""How far the game has come, and how far up the rule begins whose explorer is in the middle."""
SHEET = """<body style="margin:0;background:#e9e4d8"><style>img{position:absolute;border-radius:9px;
border:1px solid #cfc6b4;box-shadow:0 3px 14px #0003}</style>
<img src="%s" style="left:24px;top:24px;width:540px"><img src="%s" style="left:432px;top:60px;width:564px">
<img src="%s" style="left:976px;top:56px;width:240px;border-radius:18px">"""


def taken(browser: Any, address: str, size: tuple[int, int], turns: int = 0, up: int = 0) -> str:
    """One page as an image that stands in the text of another; a table after so many turns, or a page further up."""
    context = browser.new_context(viewport=dict(zip(("width", "height"), size, strict=True)), reduced_motion="reduce")
    page = context.new_page()
    page.goto(address)
    page.locator("qed-explorer .qt-row b, qed-table .qt-choices button, .qed-fan").first.wait_for()
    for _ in range(turns):
        page.locator(".qt-choices button").first.click()
    page.wait_for_timeout(600)
    page.add_style_tag(content=".md-top { display: none }")
    page.evaluate(f"window.scrollBy(0, -{up})")
    page.wait_for_timeout(600)
    image = page.screenshot()
    context.close()
    return f"data:image/png;base64,{b64encode(image).decode()}"


def main() -> None:
    from playwright.sync_api import sync_playwright

    site, out = Path(sys.argv[1]).resolve().as_uri(), sys.argv[2]
    with sync_playwright() as started:
        path = os.environ.get("CHROMIUM") or shutil.which("chromium")
        browser = started.chromium.launch(executable_path=path, args=QUIET)
        images = (
            taken(browser, f"{site}/en/{GAME}/rules.html#{TRICK}", (1000, 860), up=UP),
            taken(browser, f"{site}/en/{GAME}/table.html#{TABLE}", (1060, 1010), TURNS),
            taken(browser, f"{site}/ja/{GAME}/rules.html#chapter..box", (360, 760)),
        )
        page = browser.new_page(viewport={"width": 1240, "height": 640})
        page.set_content(SHEET % images)
        page.wait_for_timeout(300)
        page.screenshot(path=out)
        browser.close()


if __name__ == "__main__":
    main()
