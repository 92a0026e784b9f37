"""What may be entered: calls, choices with their names, why something else may not be, cards by hand, dials."""

from __future__ import annotations

import pytest

from qedeck.evening.by_hand import fallen, falling, only_way
from qedeck.evening.dials import Dial, dials, objection, turned
from qedeck.evening.offers import asking, offers, others, why_not
from qedeck.evening.people import people
from qedeck.interpreter.calls import calls, together
from qedeck.interpreter.choices import Refused
from qedeck.spec.game import load_text
from tests.evening.nights import choose, evening, game_of

# ---- calls -------------------------------------------------------------------------------------------------


def test_which_announcements_call_somebody() -> None:
    assert calls(game_of("hamlet").core(5)) == {"seer-wakes", "wolves-wake", "point"}
    assert calls(game_of("omens").core(3)) == {"look"}, "after the card is turned over, everybody is asked"


ONE = """\
game one
  players 2
  moderated
  starts with main

remember
  dead of each player: yes or no
  mark: 0 to 9, secret

phase main
  announce first
{lines}
  announce last
  judge over

ending over
  when yes
  nobody wins
"""


@pytest.mark.parametrize(("lines", "calls_first"), [
    ("", False),
    ("  mark becomes 3", False),
    ("  player 1 chooses a player t", False),
    ("  player 1 secretly chooses a player t", True),
    ("  show mark to player 1", True),
    ("  show mark to everyone", False),
    ("  if mark is 3: show mark to player 2", True),
    ("  announce between\n  show mark to player 2", False),
    ("  if mark is 3: announce between\n  show mark to player 2", True),
    ("  for each player p\n    show mark to p", True),
    ("  for each player p\n    if dead of p: announce between\n    show mark to p", True),
    ("  moderator chooses a player t", True),
    ("  repeat\n    add 1 to mark\n  until mark is 5\n  show mark to player 1", True),
    ("  with eyes closed but for player q where dead of q\n    player 1 chooses a player t", True),
    ("  chance chooses a number n from 1 to 3\n  show n to player 1", True),
])
def test_what_makes_a_call(lines: str, calls_first: bool) -> None:
    game = load_text(ONE.format(lines=lines))
    assert game.sound, [one.title for one in game.diagnostics]
    assert ("first" in calls(game.core(2))) is calls_first
    assert "last" not in calls(game.core(2))


def test_who_decides_together() -> None:
    now = evening("hamlet", 8, 3)
    wolves = tuple(one.seat for one in people(now, "en") if one.cards == "wolf")
    seer = next(one.seat for one in people(now, "en") if one.cards == "seer")
    asked = asking(now)
    assert asked is not None and asked.seats == (seer,) and not asked.together and asked.clause == "seer-call"
    now = choose(now, next(one.name for one in people(now, "en") if one.cards == "villager"))
    asked = asking(now)
    assert asked is not None and asked.seats == wolves and len(wolves) == 2 and asked.together
    assert [node.name for node in now.play.core.nodes if together(now.play.core, node)] == ["wolf-call"]


# ---- choices -----------------------------------------------------------------------------------------------


def test_names_of_choices_and_why_not() -> None:
    now = evening("hamlet", 5, 1)
    seer = next(one.name for one in people(now, "en") if one.cards == "seer")
    assert sorted([one.name for one in offers(now, "en")] + [seer]) == ["Anna", "Ben", "Carla", "Dan", "Eva"]
    (barred,) = others(now, "ja")
    assert barred.name == seer
    assert why_not(now, barred.action, "en", {}) == [f"{seer} is not among the choices", "t is not p"]
    assert why_not(now, barred.action, "ja", {"t is not p": "自分ではない"})[1:] == ["自分ではない"]
    assert why_not(now, offers(now, "en")[0].action, "en", {}) == []


def test_choices_of_several_kinds_are_whole_sentences() -> None:
    now = evening("omens", 3, 2)
    assert [one.name for one in offers(now, "en")] == ["1", "2"]
    assert not others(now, "en"), "a number beyond its limits is not listed"
    now = choose(now, "1")
    while now.play.decision is not None and now.play.asked is not None and now.play.asked.who != "moderator":
        now = now.chosen(now.play.legal()[-1])
    assert [one.name for one in offers(now, "en")] == ["Anna", "Ben", "Carla", "choose nothing"]
    now = choose(now, "Ben")
    names = [one.name for one in offers(now, "en")]
    assert names[0] == "stay" and all("Carla" in name or "Anna" in name for name in names[1:])
    assert len(names) > 1


# ---- cards by hand -----------------------------------------------------------------------------------------


def test_cards_that_fell_at_the_table() -> None:
    now = evening("hamlet", 5, 1, by_hand=True)
    asks = falling(now, "en")
    assert asks is not None and not asks.order
    assert asks.targets == tuple((f"{name}'s tile", 1) for name in ("Anna", "Ben", "Carla", "Dan", "Eva"))
    assert dict(asks.pile) == {"wolf": 1, "seer": 1, "hunter": 1, "villager": 2}
    told = [["villager"], ["wolf"], ["villager"], ["seer"], ["hunter"]]
    later = now.chosen(fallen(now, told))
    assert [one.cards for one in people(later, "en")] == [cards[0] for cards in told]
    assert not any(leaf.cues for leaf in later.open_leaves("en")), "whoever entered it need not be told"
    assert falling(later, "en") is None
    with pytest.raises(ValueError, match="wolf"):
        fallen(now, [["wolf"], ["wolf"], [], [], []])
    with pytest.raises(Refused):
        now.chosen(fallen(now, [["wolf"], [], [], [], []]))


def test_what_is_left_can_fall_in_one_way() -> None:
    asks = falling(evening("hamlet", 5, 1, by_hand=True), "en")
    assert asks is not None
    assert only_way(asks, [["wolf"], [], ["seer"], ["hunter"], []]) == [
        ["wolf"], ["villager"], ["seer"], ["hunter"], ["villager"]]
    assert only_way(asks, [["wolf"], [], ["seer"], [], []]) is None, "the hunter is somewhere"
    assert only_way(asks, [["wolf"], ["villager"], ["seer"], ["hunter"], ["villager"]]) is None, "all lie"


def test_an_order_that_was_shuffled() -> None:
    now = evening("omens", 2, 2, by_hand=True)
    hands = falling(now, "en")
    assert hands is not None and [n for _, n in hands.targets] == [1, 1]
    now = now.chosen(fallen(now, [["omen 1"], ["bone 4"]]))
    deck = falling(now, "ja")
    assert deck is not None and deck.order and [n for _, n in deck.targets] == [6]
    order = ["bone 3", "bone 2", "omen 4", "omen 3", "bone 1", "omen 2"]
    now = now.chosen(fallen(now, [order]))
    assert list(dict(now.play.view(None).zones)["deck"].cards or ()) == order  # type: ignore[union-attr]
    with pytest.raises(ValueError, match="omen 1"):
        fallen(evening("omens", 2, 2, by_hand=True).drawn(), [["omen 1", "omen 1"]])


# ---- dials -------------------------------------------------------------------------------------------------


def dial(name: str, settings: dict[str, object] | None = None) -> Dial:
    (found,) = (one for one in dials(game_of("hamlet"), 5, settings or {}, "en") if one.name == name)
    return found


def test_dials_turned_and_turned_back() -> None:
    assert [(one.name, one.value, one.usual) for one in dials(game_of("hamlet"), 5, {}, "en")] == [
        ("dead seer", "still-called", "still-called"), ("wolf", 1, 1), ("seer", 1, 1), ("hunter", 1, 1),
        ("villager", 2, 2)]
    two = turned({}, dial("wolf"), 2)
    assert two == {"copies-of": {"wolf": 2}} and dial("wolf", two).value == 2
    assert "sum of copies-of" in objection(game_of("hamlet"), 5, two)
    fair = turned(two, dial("villager", two), 1)
    assert fair == {"copies-of": {"wolf": 2, "villager": 1}} and objection(game_of("hamlet"), 5, fair) == ""
    assert turned(turned(fair, dial("wolf", fair), 1), dial("villager", fair), 2) == {}, "as usual is not written down"
    seer = turned({}, dial("dead seer"), "not-called")
    assert seer == {"dead-seer": "not-called"} and turned(seer, dial("dead seer", seer), "still-called") == {}


def test_settings_as_a_command_writes_them() -> None:
    """--set gives words: 2 is "2"."""
    assert dial("wolf", {"copies-of": {"wolf": "2"}}).value == 2
    assert dial("wolf", {"copies-of": {"wolf": "many"}}).value == 1
    assert [one.shown for one in dials(game_of("hamlet"), 5, {}, "ja")] == ["still called", "1", "1", "1", "2"]
