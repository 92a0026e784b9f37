"""The moderator's page reads an evening as qedeck/evening does: leaf by leaf, choice by choice, in both languages."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from qedeck.evening.by_hand import falling
from qedeck.evening.evening import Evening
from qedeck.evening.leaves import Leaf
from qedeck.evening.offers import asking, offers, others, why_not
from qedeck.evening.people import people, shown
from qedeck.evening.sheet import written
from qedeck.evening.story import last_aloud, story, taken_back
from qedeck.interpreter.trace import step_of
from tests.evening.nights import whole
from tests.site.browser.laid import lay

pytestmark = pytest.mark.browser

LANGUAGES = ("en", "ja")
TABLES = [("hamlet", 4, False), ("hamlet", 8, True), ("omens", 2, True), ("omens", 4, False)]
TELL = """async ([game, players, texts]) => {
  const q = window.qedeck, machine = await q.machineOf(await q.packOf(game, players, "", "./"));
  return texts.map((text) => ["en", "ja"].map((language) => {
    const evening = new q.Evening(machine, q.readSheet(text), language);
    const asked = q.asking(evening), asks = q.falling(evening);
    const named = (list) => list.map(({ name, sentence }) => [name, sentence]);
    return { trouble: evening.trouble, leaves: evening.leaves(evening.records.length - 1), open: evening.openLeaves(),
      since: evening.since, last: evening.lastAloud(), asked, asks, offers: named(q.offers(evening)),
      entries: q.offers(evening).map(({ action }) => evening.entryOf(action)),
      others: asks ? [] : q.others(evening).map(({ name, action }) => [name, q.whyNotNow(evening, action)[0]]),
      people: q.people(evening), shown: q.shownTo(evening), story: q.story(evening),
      taken: evening.mine().length ? q.takenBack(evening, evening.mine().slice(-1)[0]) : [] };
  }));
}"""


def told_leaf(leaf: Leaf) -> dict[str, Any]:
    cues = [{"kind": one.kind, "text": one.text, "seats": list(one.seats), "clause": one.clause} for one in leaf.cues]
    return {"aloud": leaf.aloud, "name": leaf.name, "awake": None if leaf.awake is None else list(leaf.awake),
            "pretended": leaf.pretended, "cues": cues}


def told(now: Evening, language: str) -> dict[str, Any]:
    """What the page should say of it."""
    asked, asks = asking(now), falling(now, language)
    chance = asks is not None
    legal = [] if chance else offers(now, language)
    return {
        "trouble": "", "leaves": [told_leaf(leaf) for leaf in now.leaves(len(now.ends) - 1, language)],
        "open": [told_leaf(leaf) for leaf in now.open_leaves(language)], "since": now.since,
        "last": last_aloud(now, language),
        "asked": asked and {"who": asked.asked.who, "seats": list(asked.seats), "together": asked.together,
                            "phase": asked.phase, "clause": asked.clause},
        "asks": asks and {"targets": [{"name": name, "many": many} for name, many in asks.targets],
                          "pile": [list(one) for one in asks.pile], "order": asks.order},
        "offers": [[one.name, one.sentence] for one in legal],
        "entries": [step_of(one.action, now.play) for one in legal],
        "others": [] if chance else [[one.name, why_not(now, one.action, language, {})[0]]
                                     for one in others(now, language)],
        "people": [{"seat": one.seat, "name": one.name, "living": one.living, "cards": one.cards,
                    "marks": list(one.marks)} for one in people(now, language)],
        "shown": [lines for _, lines in shown(now, language)], "story": story(now, language),
        "taken": [{"step": one.step, "entered": one.entered, "learned": list(one.learned)}
                  for one in (taken_back(now, now.mine()[-1], language) if now.mine() else [])],
    }


@pytest.mark.parametrize(("name", "players", "by_hand"), TABLES)
def test_the_same_evening(page: Any, tmp_path: Path, name: str, players: int, by_hand: bool) -> None:
    page.goto(lay(tmp_path, "", "en", (name, players)))
    for seed in range(2):
        nights = whole(name, players, seed, by_hand)
        found = page.evaluate(TELL, [name, players, [written(now.sheet) for now in nights]])
        for now, both in zip(nights, found, strict=True):
            for language, there in zip(LANGUAGES, both, strict=True):
                here = json.loads(json.dumps(told(now, language)))
                for key, wanted in here.items():
                    assert there[key] == wanted, (key, len(now.sheet.entries), language)


@pytest.mark.parametrize(("old", "new"), [
    ("const FEW = 3;", "const FEW = 0;"),
    ("|| (asks && at === found.length - 1)", "|| asks"),
    ('sight !== "none" || word === false', "word === false"),
    ("if (cue.kind !== \"some\" || !last || of(last) !== of(cue))", "if (true)"),
    ("this.about.text.calls.includes(leaf.name)", "leaf.name"),
])
def test_a_planted_difference_is_found(page: Any, tmp_path: Path, old: str, new: str) -> None:
    # The players of omens have numbers, and nobody in the hamlet does.
    name, players = ("omens", 3) if "sight" in old else ("hamlet", 8)
    page.goto(lay(tmp_path, "", "en", (name, players), changed={old: new}))
    nights = whole(name, players, 1)
    found = page.evaluate(TELL, [name, players, [written(now.sheet) for now in nights]])
    here = [[json.loads(json.dumps(told(now, language))) for language in LANGUAGES] for now in nights]
    assert any(there[key] != wanted[key] for both, wants in zip(found, here, strict=True)
               for there, wanted in zip(both, wants, strict=True) for key in wanted)


def test_another_cast(page: Any, tmp_path: Path) -> None:
    """Parameters that are settled in the page: the cards that are dealt are these."""
    page.goto(lay(tmp_path, "", "en", ("hamlet", 5)))
    found = page.evaluate("""async () => {
      const q = window.qedeck, machine = await q.machineOf(await q.packOf("hamlet", 5, "", "./"));
      const sheet = { ...q.emptySheet("hamlet", ["A", "B", "C", "D", "E"]), ready: true, "by hand": false };
      const all = (settings) => q.people(new q.Evening(machine, { ...sheet, settings }, "en"));
      const cards = (settings) => all(settings).map((one) => one.cards).sort();
      return [cards({}), cards({ "copies-of": { wolf: 3, hunter: 0, villager: 1 } }), cards({})];
    }""")
    assert found == [["hunter", "seer", "villager", "villager", "wolf"], ["seer", "villager", "wolf", "wolf", "wolf"],
                     ["hunter", "seer", "villager", "villager", "wolf"]]
