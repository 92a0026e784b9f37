"""What is true of claims about what somebody can tell; and random games with such claims."""

from __future__ import annotations

import re
from random import Random

from qedeck.interpreter.state import Cells
from qedeck.spec.game import load_text
from tests.proofs.nights import Storyteller

from .case import Case, Truth
from .noticed import known
from .secrets import Secretive
from .words import Writer
from .world import TooLarge

CLAIMS = 6


def telling(case: Case) -> Truth:
    """Asked of every history, of each player of whom the claim speaks."""
    told, world = case.claim.secret, case.world
    assert told is not None
    if not world.settings:
        return Truth(None, None)

    def worth(cells: Cells, seat: int) -> tuple[object, ...]:
        found = (world.meaning.value(term, cells, {told.local: seat}) for term in told.terms)
        return tuple(None if faults else value for value, faults in found)

    def asked(cells: Cells, seat: int) -> bool:
        holds, faults = world.meaning.value(told.where, cells, {told.local: seat})
        return bool(holds) and not faults and case.assumed(cells)

    places = [place for place in case.plays if place.position]
    seats = range(world.meaning.layout.seats)
    concerned = [seat for seat in seats if any(asked(place.cells, seat) for place in places)]
    sure, unsure, whole, constant = False, False, True, True
    for seat in concerned:
        kept = {number: {worth(p.cells, seat) for p in places if p.setting == number} for number in case.settings}
        constant = constant and all(len(values) < 2 for values in kept.values())
        found = known(world, seat, case.settings)
        whole = whole and found.all
        for fitting in found.places.values():
            if any(asked(place.cells, seat) for place in fitting):
                same = len({worth(place.cells, seat) for place in fitting}) == 1
                sure, unsure = sure or same, unsure or not same
    match case.claim.kind:
        case "can_tell":
            holds, settled = not unsure, unsure
        case "never_tell":
            holds, settled = not sure, sure
        case _:
            holds, settled = sure, sure
    idle = True if not concerned else None if constant else False
    return Truth(holds if whole or settled else None, idle)


# ---- games --------------------------------------------------------------------------------------------


def with_secrets(random: Random, text: str) -> str:
    """The same game, with some of its values and choices kept from others; as it is, where that makes no sense."""
    lines = text.rstrip("\n").split("\n")
    for at, line in enumerate(lines):
        sights = [", secret"] * 2 + [", seen by owner"] * (" of each player:" in line and " and each" not in line)
        if re.match(r"  (x|y|score of each player|feeling): ", line) and ", s" not in line and random.random() < 0.6:
            line = line + random.choice(sights)
        if re.match(r" +player \d chooses ", line) and random.random() < 0.5:
            line = line.replace(" chooses ", " secretly chooses ")
        if load_text("\n".join([*lines[:at], line, *lines[at + 1 :]]) + "\n").sound:
            lines[at] = line
    return "\n".join(lines) + "\n"


def night(random: Random) -> str:
    """A game of nights, for three players."""
    return Storyteller(random.randrange(10**9)).text()


def claims(random: Random, text: str, writer: Writer | Secretive | None) -> str:
    """The game with such claims, those that can be read."""
    whole = text
    for number in range(CLAIMS):
        if isinstance(writer, Secretive):
            longer = f"{whole}\nproperty tells-{number}\n  {writer.claim()}\n"
            whole = longer if load_text(longer).sound else whole
            continue
        who = random.choice(("player q", "player q", "player 1", "player 2", "player 3"))
        given = []
        if writer is not None and writer.known.rigid and random.random() < 0.2:
            given = [f"assuming {random.choice(writer.known.rigid)}"]
        elif random.random() < 0.15:
            given = [f"assuming {_condition(random, writer)}"]
        when = f" while {_when(random, writer, who)}" if random.random() < 0.7 else ""
        verb = random.choice(("{} can tell {}", "{} can tell {}", "{} can never tell {}", "reachable {} can tell {}"))
        claim = verb.format(who, _what(random, text, writer)) + when
        lines = "\n".join(f"  {line}" for line in (*given, claim))
        longer = f"{whole}\nproperty tells-{number}\n{lines}\n"
        whole = longer if load_text(longer).sound else whole
    if whole == text:
        raise TooLarge("nothing to claim")
    return whole


def _when(random: Random, writer: Writer | None, who: str) -> str:
    one = _condition(random, writer)
    if who == "player q" and random.random() < 0.4:
        player = f"q is {random.choice(('player 1', 'player 2', 'left of player 1'))}"
        return random.choice((player, f"{player} and ({one})"))
    return one


def _condition(random: Random, writer: Writer | None) -> str:
    if writer is not None:
        return writer.condition(random.randint(0, 1))
    name = random.choice(("open", "victim", "gaze of player 1", "gaze of player 3"))
    return f"{name} is {random.randint(0, 1)}"


def _what(random: Random, text: str, writer: Writer | None) -> str:
    """A value, a zone, or whether something is so."""
    if writer is None:
        names = ["victim"] * 3 + ["open", "gaze of player 1", "gaze of player 2", "heap", "deck"]
        return random.choice(names)
    zones = re.findall(r"^  ([\w-]+)(?= of each player:|:) ?(?:of each player)?: (?:pile|row|grid)", text, re.MULTILINE)
    names = [name for name in writer.known.numbers if "size of" not in name and "number of" not in name]
    if names and random.random() < 0.6:
        return random.choice(names)
    if zones and random.random() < 0.6:
        zone = random.choice(zones)
        owned = re.search(f"^  {zone} of each player:", text, re.MULTILINE)
        return f"{zone} of player {random.randint(1, 2)}" if owned else zone
    return f"({writer.condition(random.randint(0, 1))})"
