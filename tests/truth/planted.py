"""Mistakes that somebody could make in the prover, planted in its text: the hunt has to find each of them.

A plant is one place of the prover's text with something else in it. Only the function or the method around it is made
anew; the rest of the module is as it was.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from .engines import PROOFS, SEARCHES, no_plays, without
from .hunt import FAULT, Tally, games, trials


@dataclass(frozen=True, slots=True)
class Plant:
    """What is changed, and who shall meet it: claims of these kinds, with only these proofs left."""

    changes: tuple[tuple[str, str, str], ...]
    """A module, a text in it, and what it becomes."""
    kinds: tuple[str, ...]
    keep: tuple[str, ...] = ()
    """Names of proofs that are left; none: all of them."""
    search: bool = False
    """Whether every position is visited."""

    @property
    def off(self) -> dict[str, Any]:
        if self.search:
            return no_plays()
        gone = {name: none for name, none in PROOFS.items() if self.keep and name.rpartition(".")[2] not in self.keep}
        return {**SEARCHES, **no_plays(), **gone}


STEPS, KNOWING = "qedeck.proofs.steps", "qedeck.proofs.knowing"
PLANTS = {
    "facts of lemmas settled where the steps that change them were cut": Plant(
        (
            (f"{STEPS}.piecewise", "seen = visible(core, [*told, *cases])", "seen = visible(core, told)"),
            (f"{STEPS}.views", "return self.kept is None or", "return True or"),
        ),
        ("always",),
        ("piecewise",),
    ),
    "an induction that does not ask how it begins": Plant(
        ((f"{STEPS}.induction", "yield from self.book.edges(None)", "yield from ()"),), ("always", "never"), ("prove",)
    ),
    "an induction that forgets some steps": Plant(
        ((f"{STEPS}.induction", "for node in self.book.reached():", "for node in self.book.reached()[:1]:"),),
        ("always", "never"),
        ("prove", "focused"),
    ),
    "several steps at once, but none from the set-up": Plant(
        ((f"{STEPS}.runs", "found = [*begun, *longer]", "found = longer"),), ("always", "never"), ("prove",)
    ),
    "helper facts that hold at first, and are not asked of any step": Plant(
        (
            (f"{STEPS}.houdini", "waiting: list[int | None] = [None, *facts]", "waiting: list[int | None] = [None]"),
            (f"{STEPS}.houdini", "waiting.append(edge.to)", "pass"),
            (f"{STEPS}.support", "if more is False:", "if False:"),
            (f"{STEPS}.support", "waiting += more", "waiting += more or []"),
        ),
        ("always", "never", "never_stuck", "each_choice"),
        ("prove", "followed", "carried"),
    ),
    "a step that does not keep a claim by itself passes": Plant(
        ((f"{STEPS}.stepwise", "if not c.writes(self.core, unit[0]) & self.seen:", "if True:"),),
        ("always", "never", "each_choice"),
        ("stepwise",),
    ),
    "a claim that does not hold at first, kept by every step": Plant(
        ((f"{STEPS}.stepwise", "[*fine, z3.Not(look.truth(cells))]", "[*fine, z3.BoolVal(False)]"),),
        ("always", "never"),
        ("stepwise",),
    ),
    "a slice without what happens in a branch": Plant(
        (
            (
                f"{STEPS}.slices",
                "if not changed & self.kept:",
                "if not changed & self.kept or isinstance(step, c.When):",
            ),
        ),
        ("always", "never", "each_choice"),
        ("focused", "followed"),
    ),
    "conditions that are still met after what they ask for was changed": Plant(
        ((f"{STEPS}.sure", "known = _without(known, c.writes(self.core, [step]))", "known = dict(known)"),),
        ("always", "never", "each_choice"),
    ),
    "lemmas that nobody has proved": Plant(
        ((f"{STEPS}.claimed", "if not lemmas[-1].proof.proved or not all(map(lemmas[-1].at, wanted)):", "if False:"),),
        ("always",),
    ),
    "a choice of which only the first way is looked at": Plant(
        ((f"{STEPS}.choices", "for step in made.edges(node)]", "for step in made.edges(node)[:1]]"),),
        ("each_choice",),
        ("followed",),
    ),
    "what is carried along a choice is not asked where it ends": Plant(
        ((f"{STEPS}.carried", "if edge.to in self.between:\n", "if edge.to in self.between or edge.to == c.OVER:\n"),),
        ("each_choice",),
        ("carried",),
    ),
    "a measure that only does not grow": Plant(
        ((f"{STEPS}.measures", "SYMBOLIC.lt(new, old) if down", "SYMBOLIC.le(new, old) if down"),),
        ("ends", "ends_within"),
    ),
    "whoever must choose always can": Plant(
        (("qedeck.proofs.kinds.stuck", "either([*legal, undefined(", "either([True, undefined("),), ("never_stuck",)
    ),
    "a decision is never unclear": Plant(
        ((f"{STEPS}.faultless", "made.meaning.unclear(made.cells, node))", "())"),), ("never_undefined", "deal")
    ),
    "a search that passes over a choice": Plant(
        (("qedeck.proofs.plays.explore", "enumerate(reached)])", "enumerate(reached[:1])])"),),
        ("always", "never", "each_choice", "reachable", "some_choice", "never_stuck"),
        search=True,
    ),
    "a longest play that is a decision too short": Plant(
        (("qedeck.proofs.plays.all_plays", "or most > allowed", "or most > allowed + 1"),),
        ("ends_within",),
        search=True,
    ),
    "vacuous truths that count as proofs": Plant(
        (("qedeck.proofs.vacuity", "if settled_by_one or", "if True or"),),
        ("always", "never", "any_position"),
        search=True,
    ),
    "what a property sets is put into the rules as the first of its words": Plant(
        (
            (
                "qedeck.proofs.fixed.settled",
                "yield from _value(terms, read, value)",
                "yield from _value(terms, read, 0)",
            ),
        ),
        ("always", "never", "reachable", "each_choice", "any_position"),
        search=True,
    ),
    "cards are counted in the first zone of a name only": Plant(
        (("qedeck.proofs.formulas.table", "[face :: zone.cards.size]", "[face : zone.cards.size]"),),
        ("any_position", "some_position", "any_two", "some_two"),
    ),
    "cards that nobody asks for lie nowhere": Plant(
        (("qedeck.proofs.formulas.positions", "whole = laid_out and len(mine) == len(every)", "whole = laid_out"),),
        ("any_position", "some_position", "any_two", "some_two"),
    ),
    "two plays that look the same, whatever is seen": Plant(
        (
            (
                "qedeck.proofs.hidden.two_plays",
                "return either([*looks, heard_apart(",
                "return False and either([*looks, heard_apart(",
            ),
        ),
        ("hidden",),
    ),
    "who sees something by a condition is nobody": Plant(
        (("qedeck.proofs.hidden.looks", "        yield sees\n", "        return\n        yield sees\n"),), ("hidden",)
    ),
    "with eyes closed everybody notices": Plant(
        (("qedeck.proofs.hidden.glimpse", "return self.meaning.notices(", "return True or self.meaning.notices("),),
        ("hidden",),
    ),
    "two games of which only the first step that differs is compared": Plant(
        (
            (
                "qedeck.proofs.kinds.same_game",
                "for node in games.differing():",
                "for node in list(games.differing())[:1]:",
            ),
        ),
        ("readings_agree", "readings_differ", "same_without", "same_with"),
    ),
    "two games compared where all that nobody asks for is as at the start": Plant(
        (
            ("qedeck.proofs.formulas.two_games", "*looked, *facts], unseen=True)", "*looked, *facts])"),
            ("qedeck.proofs.formulas.two_games", 'theirs, "other ", unseen=True)', 'theirs, "other ")'),
        ),
        ("readings_agree", "same_without", "same_with"),
    ),
    "an ending in the middle of a phase, where nobody looks whether it was kept": Plant(
        (("qedeck.spec.checker.flow", "() if self.during is None else self.during.stops()", "()"),),
        ("each_phase",),
        search=True,
    ),
    "how it was when a phase began is how it is when it ends": Plant(
        (("qedeck.spec.earlier", "return self._was(expr.body)", "return self.now(expr.body)"),),
        ("each_phase",),
        search=True,
    ),
    "what was not kept is forgotten when the game is over": Plant(
        (("qedeck.spec.checker.during", "replace(var, lasting=True)", "var"),), ("each_phase",), search=True
    ),
    "what is done in a phase is counted only where it is under way twice": Plant(
        (("qedeck.spec.checker.during", "for one in self._open if name", "for one in self._open[1:] if name"),),
        ("each_phase",),
        search=True,
    ),
    "what is assumed of a position, where a phase ends, is not asked": Plant(
        (("qedeck.spec.checker.during", "told if assumed == TRUE else", "told if True else"),),
        ("each_phase",),
        search=True,
    ),
    "games that come out alike if the same ending comes, whoever wins by it": Plant(
        (("qedeck.proofs.kinds.outcome", "result.kind, result.ending, tuple(result.winners)", "result.ending"),),
        ("outcome_without", "outcome_with"),
        search=True,
    ),
    "a game that goes on where the other is over comes out alike": Plant(
        (("qedeck.proofs.kinds.outcome", "if ends[0] != ends[1]:", "if None not in ends and ends[0] != ends[1]:"),),
        ("outcome_without", "outcome_with"),
        search=True,
    ),
    "what happened unnoticed is followed for one step only": Plant(
        ((f"{KNOWING}.beliefs", "if not item[1]:", "if False:"),), ("can_tell", "never_tell"), search=True
    ),
    "a clock: every moment is noticed": Plant(
        ((f"{KNOWING}.noticing", "if now != look:", "if True:"),), ("can_tell", "never_tell", "may_tell"), search=True
    ),
    "the face of a card that somebody else plays is noticed": Plant(
        ((f"{KNOWING}.noticing", "else cards_picked(action)", "else []"),),
        ("can_tell", "never_tell", "may_tell"),
        search=True,
    ),
    "a secret choice is noticed by everybody": Plant(
        ((f"{KNOWING}.noticing", "if not mine and (not noticed or who in", "if not mine and (who in"),),
        ("can_tell", "never_tell", "may_tell"),
        search=True,
    ),
    "who is asked is not noticed": Plant(
        ((f"{KNOWING}.noticing", "            yield \"asked\", asked\n", "            pass\n"),),
        ("can_tell", "never_tell", "may_tell"),
        search=True,
    ),
    "of a set of positions only the first is looked at": Plant(
        (("qedeck.proofs.kinds.telling", "same = len(set(worths)) == 1", "same = len(set(worths[:1])) == 1"),),
        ("can_tell", "never_tell", "may_tell"),
        search=True,
    ),
    "what somebody can tell is only asked where all that looks alike is asked": Plant(
        (("qedeck.proofs.kinds.telling", "if not asked or same", "if len(asked) < len(stands) or same"),),
        ("can_tell", "never_tell", "may_tell"),
        search=True,
    ),
    "two looks at the table are two looks at the same table": Plant(
        ((f"{KNOWING}.by_looks", 'there = any_position(meaning, asked, "other ", here)', "there = here"),),
        ("can_tell",),
    ),
    "only the first two endings are held against each other": Plant(
        (("qedeck.proofs.kinds.endings", "return list(pairs)", "return list(pairs)[:1]"),), ("endings_exclusive",)
    ),
}


@contextmanager
def planted(plant: Plant) -> Iterator[None]:
    """While this lasts, the prover makes the mistake."""
    instead: dict[str, Any] = {}
    for name in dict.fromkeys(module for module, _, _ in plant.changes):
        instead |= _changed(name, [(old, new) for module, old, new in plant.changes if module == name])
    with without(instead):
        yield


def _changed(name: str, changes: Sequence[tuple[str, str]]) -> dict[str, Any]:
    """The functions and methods of a module that are others when its text is changed so, by their names."""
    module = import_module(name)
    source = changed = inspect.getsource(module)
    for old, new in changes:
        assert source.count(old) == 1, f"{name} has {source.count(old)} places with: {old}"
        changed = changed.replace(old, new)
    made: dict[str, Any] = {}
    places = zip(ast.parse(source).body, ast.parse(changed).body, strict=True)
    for before, after in ((b, a) for b, a in places if ast.dump(b) != ast.dump(a)):
        assert isinstance(before, ast.FunctionDef | ast.ClassDef) and isinstance(after, ast.FunctionDef | ast.ClassDef)
        found: dict[str, Any] = {}
        exec(compile(ast.Module([after], []), f"<{name}, planted>", "exec"), vars(module), found)
        if isinstance(before, ast.FunctionDef):
            made[f"{name}.{before.name}"] = found[before.name]
            continue
        # A class keeps what it is; its methods are exchanged one by one.
        for method, other in zip(before.body, after.body, strict=True):
            if ast.dump(method) != ast.dump(other):
                assert isinstance(method, ast.FunctionDef)
                made[f"{name}.{before.name}.{method.name}"] = vars(found[before.name])[method.name]
    return made


def caught(plant: Plant, seed: int, pairs: int) -> Tally:
    """What the hunt finds with the mistake in place: it stops at the first that is wrong."""
    tally = Tally()
    with planted(plant):
        for name in games(seed):
            for one in trials(name, frozenset(plant.kinds), plant.off):
                for mistake in one.mistakes(tally, plant.kinds):
                    # A prover that breaks down is no prover that is wrong.
                    if not mistake.said.startswith(FAULT):
                        tally.mistakes.append(mistake)
                        return tally
            if tally.pairs >= pairs:
                break
    return tally
