"""What is true of claims over a phase: the game is written anew, as text, so that it remembers what the claim asks for.

In: the text of a game and a claim of it; out: the text of a game that keeps in plain values what `was` asks when such a
phase begins, counts, and looks when it ends. Written apart from the checker, which does the same in Core.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from qedeck.spec.game import load_text

from .case import Case, Truth
from .world import TooLarge, World

_CLAIM = re.compile(r"each ([\w-]+)(?: of (\w+) ([\w-]+)|\((\w+) ([\w-]+)\))? keeps (.*)")
_BLOCK = re.compile(r"^( *)(.*: )?(judge [^:]*|alarm of [^:]* happens)$")


def each_phase(case: Case) -> Truth:
    """Whether it is never remembered that a phase was not kept; and whether one was ever looked at."""
    text = case.world.text
    at = case.claim.span
    given = re.findall(r"^  assuming (.*)$", _clause_of(text, f"property {case.program.name}"), re.MULTILINE)
    match = _CLAIM.fullmatch(text[at.start : at.end].strip())
    assert match is not None
    _, _, of_name, _, in_name, claimed = match.groups()
    told = Retold(text, match[1], of_name or in_name or "", claimed, given).text()
    game = load_text(told)
    if not game.sound:
        raise TooLarge(f"cannot be written so: {told}")
    world = World(game.core(case.world.core.players), 6 * case.world.most)
    settings = Case(world, case.program, case.claim).settings
    found = [place for place in world.places if place.setting in settings and place.position]
    kept = not any(place.cells["broken"][0] for place in found)
    met = any(place.cells["met"][0] for place in found)
    # What `every` and `and` leave of a claim that says no is another question.
    parts = re.search(r"\bevery\b|\band\b", claimed) is not None
    return Truth(kept, True if not met else None if parts else False)


def _clause_of(text: str, head: str) -> str:
    return next((part for part in re.split(r"\n+(?=\S)", text) if part.startswith(f"{head}\n")), "")


@dataclass
class Retold:
    """A game that remembers whether a phase was kept."""

    game: str
    phase: str
    given_name: str
    """What the claim calls what the phase is done with."""
    claimed: str
    given: list[str]
    values: list[tuple[str, str, str, str]] = field(default_factory=list)
    """What is kept from the beginning: its name, its type, what it is then, and a flag if it may be undefined."""
    counts: list[str] = field(default_factory=list)

    def text(self) -> str:
        """The game without what is claimed of it, with values of ours."""
        clauses = [part.rstrip("\n") for part in re.split(r"\n+(?=\S)", self.game)]
        clauses = [part for part in clauses if not part.startswith("property ")]
        heads = [part.split("\n")[0] for part in clauses]
        self.endings = {head.split()[1]: _when(part) for head, part in zip(heads, clauses, strict=True) if _ends(head)}
        head = next(head for head in heads if re.match(rf"phase {re.escape(self.phase)}\b", head))
        self.takes = re.match(r"phase [\w-]+(?: of (\w+) ([\w-]+)|\((\w+) ([\w-]+)\))?", head)
        self.claimed = self._told(self.claimed)
        self.given = [self._told(one) for one in self.given]
        made = [part if _silent(part) else "\n".join(self._lines(part.split("\n"))) for part in clauses]
        return "\n\n".join([*made, *self._phase(head), self._remember()]) + "\n"

    # ---- what is asked ---------------------------------------------------------------------------

    def _told(self, said: str) -> str:
        """The condition, asked of values of ours."""
        if self.given_name:
            said = re.sub(rf"(?<![\w-]){re.escape(self.given_name)}(?![\w-])", "done-with", said)
        for name in re.findall(r"number of times ([\w-]+)", said):
            self.counts += [] if name in self.counts else [name]
            said = re.sub(rf"number of times {re.escape(name)}(?![\w-])", f"counted-{name}", said)
        while (match := re.search(r"(?<![\w-])was ", said)) is not None:
            said = self._kept(said, match.start(), match.end())
        return said

    def _kept(self, said: str, start: int, end: int) -> str:
        """The first `was` of a condition, as a value of ours."""
        name = f"kept-{len(self.values) + 1}"
        if said[end] == "(":
            close = _closing(said, end)
            what, kind, whole = said[end + 1 : close], "yes or no", (start, close + 1)
            now = f"(1 / {name}-there is 1 and {name})"
        elif start and said[start - 1] == "(":
            close = _closing(said, start - 1)
            what, kind, whole = said[end:close], "-1000 to 1000", (start - 1, close + 1)
            now = f"({name} / {name}-there)"
        else:
            word = re.match(r"[\w-]+", said[end:])
            assert word is not None
            what, kind, whole = word[0], self._type_of(word[0]), (start, end + word.end())
            now = name
        self.values.append((name, kind, what, f"{name}-there" if now != name else ""))
        return said[: whole[0]] + now + said[whole[1] :]

    def _type_of(self, name: str) -> str:
        match = re.search(rf"^  {re.escape(name)}: ([^,\n]*)", self.game, re.MULTILINE)
        if match is None:
            raise TooLarge(f"what {name} is cannot be seen")
        return match[1]

    # ---- what is written -------------------------------------------------------------------------

    def _remember(self) -> str:
        lines = ["remember", *(f"  {name}: yes or no, secret" for name in ("broken", "met", "under-way"))]
        for name, kind, _, there in self.values:
            lines += [f"  {name}: {kind}, secret", *([f"  {there}: 0 to 1, secret"] if there else [])]
        lines += [f"  counted-{name}: 0 to 1000, secret" for name in self.counts]
        if self.given_name:
            assert self.takes is not None
            kind = self.takes[1] or self.takes[3]
            lines += [f"  done-with: {'-100 to 100' if kind == 'number' else kind}, secret"]
        return "\n".join(lines)

    def _phase(self, head: str) -> list[str]:
        """The phase itself: what it does stands in another one."""
        assert self.takes is not None
        taken = self.takes[2] or self.takes[4] or ""
        lines = [head, *(f"  {line}" for line in self._counted(self.phase))]
        lines += ["  under-way becomes yes", *(f"  counted-{name} becomes 0" for name in self.counts)]
        lines += [f"  done-with becomes {taken}"] * bool(self.given_name)
        for name, kind, what, there in self.values:
            nothing = {"yes or no": " otherwise no", "-1000 to 1000": " otherwise 0"}.get(kind, "") if there else ""
            lines += [f"  {name} becomes ({what}){nothing}"]
            lines += [f"  if (({what}) is ({what}) otherwise no): {there} becomes 1"] if there else []
        lines += [f"  do inside-{self.phase}{f'({taken})' if taken else ''}"]
        lines += [f"  {line}" for line in self._look()]
        lines += ["  under-way becomes no"]
        lines += [f"  {there} becomes 0" for *_, there in self.values if there]
        return ["\n".join(lines)]

    def _look(self) -> list[str]:
        lines = ["met becomes yes", f"if not (({self.claimed}) otherwise no): broken becomes yes"]
        for one in self.given:
            lines = [f"if (({one}) otherwise no)", *(f"  {line}" for line in lines)]
        return lines

    def _counted(self, name: str) -> list[str]:
        return [f"if under-way: add 1 to counted-{name}, up to 1000"] if name in self.counts else []

    def _lines(self, lines: list[str]) -> Iterator[str]:
        """A phase or a trigger; what it does when something ends or happens in it is looked at."""
        head = re.match(r"phase ([\w-]+)", lines[0])
        if head is not None and head[1] == self.phase:
            yield re.sub(r"^phase ", "phase inside-", lines[0])
        else:
            yield lines[0]
            yield from (f"  {line}" for line in self._counted(head[1] if head else ""))
        for line in lines[1:]:
            match = _BLOCK.match(line)
            if match is None:
                yield line
                continue
            deep, before, step = match[1], match[2] or "", match[3]
            if before:
                yield deep + before.rstrip()[:-1]
                deep += "  "
            if step.startswith("judge"):
                yield from self._judged(deep, step)
            yield deep + step
            if not step.startswith("judge"):
                yield from (deep + more for more in self._counted("alarm"))

    def _judged(self, deep: str, step: str) -> Iterator[str]:
        names = step.removeprefix("judge ").split(", ")
        over = " or ".join(f"(({self.endings[name]}) otherwise no)" for name in names)
        yield f"{deep}if under-way and ({over})"
        yield from (f"{deep}  {line}" for line in self._look())


def _ends(head: str) -> bool:
    return head.startswith("ending ")


def _when(part: str) -> str:
    match = re.search(r"^  when (.*)$", part, re.MULTILINE)
    return match[1] if match else "no"


def _silent(part: str) -> bool:
    return not part.startswith(("phase ", "on "))


def _closing(said: str, at: int) -> int:
    """Where the parenthesis that opens here closes."""
    deep = 0
    for place in range(at, len(said)):
        deep += {"(": 1, ")": -1}.get(said[place], 0)
        if not deep:
            return place
    raise AssertionError(said)


