"""Random claims over phases: a game in which some of what is done stands in phases, and what each of them keeps.

In: the text of a random game; out: the same game with such phases and claims. Drawn by chances of its own: all other
games stay what they are.
"""

from __future__ import annotations

import re
from random import Random

from qedeck.spec.game import load_text

from .lines import end_of
from .words import Vocabulary, Writer

TRIES = 8
CLAIMS = 5


def with_phases(random: Random, text: str) -> str | None:
    """The game with a phase `night` in it, perhaps another one, `strike`; None if nothing fits."""
    found = _with_phase(random, text, "night")
    if found is None:
        return None
    return (_with_phase(random, found, "strike") if random.random() < 0.6 else None) or found


def _with_phase(random: Random, text: str, name: str) -> str | None:
    """Some lines that belong together, in a phase of their own."""
    lines = text.split("\n")
    starts = [number for number, line in enumerate(lines) if re.match(r"(phase|on) ", line)]
    inner = [number for start in starts for number in range(start + 1, end_of(lines, start))]
    for _ in range(TRIES if inner else 0):
        at = random.choice(inner)
        end, deep = end_of(lines, at), len(lines[at]) - len(lines[at].lstrip())
        for _ in range(random.randint(0, 2)):
            following = lines[end] if end < len(lines) else ""
            if following.strip() and len(following) - len(following.lstrip()) == deep:
                end = end_of(lines, end)
        takes, gets = random.choice((("", ""), ("", ""), (" of player who", " of player 1"), ("(number who)", "(1)")))
        body = [f"  {line[deep:]}" for line in lines[at:end]]
        made = [*lines[:at], f"{' ' * deep}do {name}{gets}", *lines[end:]]
        changed = "\n".join(["\n".join(made).rstrip("\n"), "", f"phase {name}{takes}", *body]) + "\n"
        if load_text(changed).sound:
            return changed
    return None


def claims(random: Random, text: str, known: Vocabulary) -> str:
    """The game with claims over its phases, those that can be read."""
    writer, phases = Writer(random, known), dict(re.findall(r"^phase ([\w-]+)(.*)$", text, re.MULTILINE))
    things = [name for name in phases if name != "main"] + ["alarm"] * ("event alarm" in text)
    for number in range(CLAIMS):
        name = random.choice([*phases, "night", "night"])
        takes = phases[name] if random.random() < 0.5 else ""
        given = []
        if random.random() < 0.3:
            rigid = known.rigid and random.random() < 0.5
            given = [f"assuming {random.choice(known.rigid) if rigid else writer.condition(0)}"]
        claim = f"each {name}{takes} keeps {_kept(writer, things, takes)}"
        longer = f"{text}\n" + "\n".join((f"property over-{number}", *(f"  {line}" for line in (*given, claim)))) + "\n"
        text = longer if load_text(longer).sound else text
    whole = text
    for number in range(CLAIMS):
        longer = f"{whole}\nproperty out-{number}\n  {_comes_out(random, text, phases)}\n"
        whole = longer if load_text(longer).sound else whole
    return whole


def _comes_out(random: Random, text: str, phases: dict[str, str]) -> str:
    """Whether the game comes out the same without something."""
    clauses = [part.rstrip("\n").split("\n") for part in re.split(r"\n+(?=\S)", text)]
    endings = [lines[0].split()[1] for lines in clauses if lines[0].startswith("ending ")]
    if random.random() < 0.4:
        return f"same outcome without {random.choice([*endings, *(name for name in phases if name != 'main')])}"
    lines = random.choice([lines for lines in clauses if lines[0].startswith("phase ") and lines[2:]] or clauses[:1])
    at = random.randrange(1, len(lines))
    words = re.fullmatch(r"(.* (?:becomes|add|take|is|>|<|>=|<=) )(\d+)(.*)", lines[at])
    changed = [*lines[:at], *lines[end_of(lines, at) :]]
    if words is not None and random.random() < 0.5:
        changed = [*lines[:at], f"{words[1]}{random.randint(0, 2)}{words[3]}", *lines[at + 1 :]]
    return "\n    ".join(["same outcome with", f"replace {changed[0]}", *changed[1:]])


def _kept(writer: Writer, things: list[str], takes: str) -> str:
    kinds = ["was"] * 4 + ["grows"] * 2 + ["times"] * 3 * bool(things) + ["with"] * bool(takes)
    match writer.random.choice(kinds):
        case "times":
            many = f"number of times {writer.pick(*things)} {writer.compare()} {writer.random.randint(0, 2)}"
            return many if writer.chance(0.6) else f"({many}) or ({writer.condition(0, True)})"
        case "grows":
            name = writer.pick(*writer.known.numbers)
            return f"{name} {writer.pick('>=', '<=')} (was {name}){writer.pick('', '', ' + 1', ' - 1')}"
        case "with":
            who = "who is player 1" if "player" in takes else "who is 1"
            return writer.pick(who, f"({who}) or ({writer.condition(0, True)})")
    return writer.condition(writer.random.randint(0, 1), True)
