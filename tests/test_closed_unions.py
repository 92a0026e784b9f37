"""Nothing of Core is passed over: where a construct is new, each place that must know of it is named."""

from __future__ import annotations

import ast
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import get_args

import pytest

from qedeck.spec import core as c

ROOT = Path(__file__).resolve().parents[1]
ROOTS = ("spec", "interpreter", "proofs", "docs")
MODULES = sorted(path for root in ROOTS for path in (ROOT / root / "qedeck").rglob("*.py"))
UNIONS = {"Step": c.Step, "Exit": c.Exit, "Node": c.Node, "Type": c.Type, "Expr": c.Expr}
UNION = {cls.__name__: name for name, union in UNIONS.items() for cls in get_args(union)}

# What only looks for one shape of a thing, and is right to pass over every other.
LOOKING = {
    # A second look that may miss something: what it cannot tell is no warning.
    "spec/qedeck/spec/checker/swallowed.py": {"missing", "worth"},
    "spec/qedeck/spec/checker/definitions.py": {"_moves_on"},
    "spec/qedeck/spec/checker/during.py": {"emptied"},
    # Only what an assignment sets is known beforehand.
    "spec/qedeck/spec/checker/graph.py": {"_before", "first_values"},
    "spec/qedeck/spec/checker/statements.py": {"_flip"},
    "spec/qedeck/spec/checker/terms.py": {"greatest"},
    "spec/qedeck/spec/checker/work.py": {"_rounds", "too_much"},
    "spec/qedeck/spec/earlier.py": {"_was"},
    "interpreter/qedeck/engine/weights.py": {"weight"},
    "interpreter/qedeck/interpreter/calls.py": {"_says_together"},
    "interpreter/qedeck/interpreter/trace.py": {"action_of"},
    "proofs/qedeck/proofs/fixed/asked_with.py": {"_calls"},
    "proofs/qedeck/proofs/fixed/folding.py": {"_counted", "_gone_over", "unmoved"},
    "proofs/qedeck/proofs/fixed/settled.py": {"_values"},
    "proofs/qedeck/proofs/fixed/terms.py": {"_by_value"},
    "proofs/qedeck/proofs/fixed/values.py": {"lost", "put_in"},
    "proofs/qedeck/proofs/formulas/shapes.py": {"rows", "swap"},
    "proofs/qedeck/proofs/formulas/sheet.py": {"_fixed"},
    "proofs/qedeck/proofs/kinds/endings.py": {"judged_together", "_ends"},
    "proofs/qedeck/proofs/kinds/position.py": {"_members"},
    "proofs/qedeck/proofs/kinds/undefined.py": {"_handed_out"},
    "proofs/qedeck/proofs/missing.py": {"_turned"},
    "proofs/qedeck/proofs/mutation/same_steps.py": {"_same_exits"},
    "proofs/qedeck/proofs/mutation/sides.py": {"_untold"},
    "proofs/qedeck/proofs/plays/checks.py": {"checked"},
    "proofs/qedeck/proofs/plays/distance.py": {"_far", "_counts"},
    "proofs/qedeck/proofs/plays/seek.py": {"_broken"},
    "proofs/qedeck/proofs/steps/cuts.py": {"_chain"},
    "proofs/qedeck/proofs/steps/faultless.py": {"_seat"},
    "proofs/qedeck/proofs/steps/piecewise.py": {"_cases"},
    "proofs/qedeck/proofs/steps/rounds.py": {"_loops", "_said_of_one"},
    "proofs/qedeck/proofs/steps/slices.py": {"_type", "by_size", "_open", "_blur", "_anywhere"},
    "proofs/qedeck/proofs/steps/stepwise.py": {"_parts", "loops"},
    "proofs/qedeck/proofs/steps/sure.py": {"_after", "_met"},
}


def named(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"))


@cache
def inside(path: Path) -> list[tuple[str, ast.AST]]:
    """Everything in a module, with the function around it."""
    return list(functions(tree(path)))


def functions(tree: ast.AST, name: str = "") -> Iterator[tuple[str, ast.AST]]:
    for child in ast.iter_child_nodes(tree):
        inner = child.name if isinstance(child, ast.FunctionDef) else name
        yield inner, child
        yield from functions(child, inner)


def everything() -> Iterator[tuple[Path, str, ast.AST]]:
    return ((path, function, node) for path in MODULES for function, node in inside(path))


def kinds(pattern: ast.pattern) -> set[str]:
    """The classes of Core that a pattern takes apart."""
    match pattern:
        case ast.MatchOr(patterns):
            return set[str]().union(*map(kinds, patterns))
        case ast.MatchAs(pattern=inner) if inner is not None:
            return kinds(inner)
        case ast.MatchClass(cls):
            return _classes(cls)
        case _:
            return set()


def _classes(expr: ast.expr) -> set[str]:
    """Classes as they are written: c.Move, or Move beside Core itself."""
    if isinstance(expr, ast.Tuple | ast.BinOp):
        return set[str]().union(*(_classes(e) for e in ast.iter_child_nodes(expr) if isinstance(e, ast.expr)))
    if isinstance(expr, ast.Attribute) and isinstance(expr.value, ast.Name) and expr.value.id == "c":
        return {expr.attr} & UNION.keys()
    return set()


def closed(match: ast.Match) -> bool:
    last = match.cases[-1]
    return "assert_never" in ast.unparse(last)


def opened(match: ast.Match) -> bool:
    """Whether it says what becomes of all else."""
    last = match.cases[-1].pattern
    return isinstance(last, ast.MatchAs) and last.pattern is None


def test_a_match_over_core_is_total() -> None:
    wrong = []
    for path, function, node in everything():
        if not isinstance(node, ast.Match) or not any(kinds(case.pattern) for case in node.cases):
            continue
        if not closed(node) and not (opened(node) and function in LOOKING.get(named(path), ())):
            wrong.append(f"{named(path)}:{node.lineno}: {function} may pass something over")
    assert not wrong, "\n".join(wrong)


def test_steps_and_exits_are_told_apart_by_match() -> None:
    wrong = []
    for path, function, node in everything():
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "isinstance":
            asked = {UNION[name] for name in _classes(node.args[1])} & {"Step", "Exit"}
            if asked and function not in LOOKING.get(named(path), ()):
                place = f"{named(path)}:{node.lineno}"
                wrong.append(f"{place}: {function} asks for one {asked.pop()} and passes over the others")
    assert not wrong, "\n".join(wrong)


def test_whoever_only_looks_is_there() -> None:
    gone = {
        f"{name}: {function}"
        for name, looking in LOOKING.items()
        for function in looking - {inner for inner, _ in inside(ROOT / name)}
    }
    assert not gone


def test_nobody_goes_through_core_by_its_slots() -> None:
    """What is found by its fields is found by accident: what a thing is made of is said beside Core."""
    slots = []
    for path, _, node in everything():
        if isinstance(node, ast.Attribute) and node.attr == "__slots__":
            slots.append(f"{named(path)}:{node.lineno}")
        if isinstance(node, ast.ImportFrom) and node.module == "dataclasses" and knows_core(path):
            slots += [f"{named(path)}:{node.lineno}" for alias in node.names if alias.name == "is_dataclass"]
    assert not slots, slots


@cache
def knows_core(path: Path) -> bool:
    return "core as c" in path.read_text("utf-8")


# ---- a new construct of each kind, in a copy of the tree ---------------------------------------------

FRESH = '''

@dataclass(frozen=True, slots=True)
class {name}:
    """New."""

    {fields}
'''
NEW = {
    "Step": ("steps.py", "Wipe", "var: str"),
    "Exit": ("control.py", "Leap", "far: int"),
    "Node": ("control.py", "Vote", "name: str\n    clause: str = \"\"\n    span: Span = NOWHERE"),
    "Expr": ("terms.py", "Hash", "of: Expr"),
}
EXPECTED = {
    "Step": """
        spec/core/contents spec/core/effects interpreter/steps engine/weights proofs/fixed/asked_with
        proofs/fixed/folding proofs/formulas/shapes proofs/steps/faultless proofs/steps/slices proofs/steps/sway
        proofs/uses/reached
    """,
    "Exit": """
        spec/core/contents interpreter/course engine/ways proofs/fixed/folding proofs/formulas/two_games
        proofs/plays/checks proofs/steps/cuts proofs/steps/slices proofs/steps/sure
    """,
    "Node": """
        spec/core/contents interpreter/actions interpreter/meaning interpreter/play interpreter/position
        interpreter/trace engine/driver engine/program engine/stepper adapters/quick adapters/turns simulation/points
        proofs/fixed/folding proofs/formulas/moves proofs/formulas/two_games proofs/hidden/glimpse
        proofs/hidden/unseen proofs/plays/hunt proofs/plays/sample proofs/plays/swept proofs/plays/two_tables
        proofs/plays/walk proofs/steps/faultless proofs/steps/slices
    """,
    "Expr": "spec/core/inside interpreter/layout engine/canon proofs/fixed/bounds proofs/fixed/terms",
}
"""What a step contains, asks, reads and writes is said beside Core; these places mean more by it than that."""


def complaints(folder: Path) -> dict[str, set[str]]:
    """For each new construct, the modules in which mypy finds it passed over."""
    run = subprocess.run(
        [sys.executable, "-m", "mypy", "--no-error-summary", "--cache-dir", str(folder / "cache")],
        cwd=folder, capture_output=True, text=True,
    )  # fmt: skip
    found: dict[str, set[str]] = {union: set() for union in NEW}
    for line in run.stdout.splitlines():
        module = re.match(r"\w+/qedeck/([\w/]+)\.py:", line)
        for union, (_, name, _) in NEW.items():
            if module and f'"{name}"' in line:
                found[union].add(module[1])
    return found


@pytest.mark.slow
def test_a_new_construct_is_named_wherever_it_must_be_known(tmp_path: Path) -> None:
    for root in ROOTS:
        shutil.copytree(ROOT / root / "qedeck", tmp_path / root / "qedeck", ignore=shutil.ignore_patterns("*.pyc"))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    for union, (file, name, fields) in NEW.items():
        path = tmp_path / "spec/qedeck/spec/core" / file
        text = path.read_text("utf-8")
        alias = f"\n{union}: TypeAlias = "
        assert text.count(alias) == 1
        fresh = FRESH.format(name=name, fields=fields)
        path.write_text(text.replace(alias, f"{fresh}\n{alias}{name} | "), "utf-8")
    found = complaints(tmp_path)
    silent = {union: set(modules.split()) - found[union] for union, modules in EXPECTED.items()}
    assert silent == {union: set() for union in NEW}
