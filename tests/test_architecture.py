"""The shape of the code: imports point left, only the doors touch files, modules say what they are and stay short."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
LONGEST = 350

# Each stage may know those to its left; commands may know all. The solver belongs to proofs.
KNOWS: dict[str, set[str]] = {
    "spec": {"spec"},
    "interpreter": {"spec", "interpreter"},
    "engine": {"spec", "interpreter", "engine"},
    "evening": {"spec", "interpreter", "engine", "evening"},
    "adapters": {"spec", "interpreter", "engine", "adapters"},
    "simulation": {"spec", "interpreter", "engine", "simulation"},
    "proofs": {"spec", "interpreter", "engine", "proofs"},
    "site": {"spec", "interpreter", "engine", "simulation", "proofs", "site"},
}
SOLVERS = {"z3", "cvc5"}

# The doors of spec: files in general, where games lie, the grammar with its table, what is kept, pages behind codes,
# what other languages say.
DOORS = {f"spec/qedeck/spec/{name}.py" for name in ("files", "home", "grammar", "store", "explain", "habits")}
# With a dot: a method of whatever object. `open` alone, because a checker may open a binding.
FILE_CALLS = {
    "open", ".read_text", ".read_bytes", ".write_text", ".write_bytes", ".mkdir", ".makedirs", ".unlink", ".rename",
    ".rmdir", ".touch", ".iterdir", ".glob", ".rglob", ".listdir", ".scandir", ".stat", ".exists", ".is_file",
    ".is_dir",
}
FAR_CALLS = {"print", "input", "exec", "eval", "__import__", ".system", ".popen"}
# The one place that runs text: the engine's own program, made of numbers and of names that it chose itself.
RUNS = {"interpreter/qedeck/engine/stepper.py": {"exec"}}
HARMLESS = {"urllib.parse"}  # takes addresses apart, and fetches nothing
# The one place that listens, to whoever reads the site while it is written.
SERVES = {"docs/qedeck/site/serve.py": {"http.server"}}
FAR_MODULES = {"socket", "subprocess", "urllib", "http", "ssl", "pickle", "shutil", "tempfile", "asyncio"}

ROOTS = sorted(path for path in ROOT.glob("*/qedeck") if not path.parent.name.startswith("."))
MODULES = sorted(path for root in ROOTS for path in root.rglob("*.py"))
PYTHON = sorted({*MODULES, *(ROOT / "tests").rglob("*.py")})


def named(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def stage(path: Path) -> str:
    """spec, interpreter, proofs, commands …: the part of qedeck that a module belongs to."""
    parts = path.relative_to(ROOT).parts
    return parts[parts.index("qedeck") + 1].removesuffix(".py")


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"), named(path))


@cache
def imports(path: Path) -> list[tuple[int, str]]:
    """Everything a module imports, wherever in it, with the line."""
    found: list[tuple[int, str]] = []
    package = ["qedeck", *path.relative_to(ROOT).parts[2:-1]]
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Import):
            found += [(node.lineno, alias.name) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            module = ".".join([*base, *([node.module] if node.module else [])])
            # `from qedeck import proofs` names the part only in its aliases.
            names = [f"{module}.{alias.name}" for alias in node.names] if module == "qedeck" else [module]
            found += [(node.lineno, name) for name in names]
    return found


@cache
def calls(path: Path) -> list[tuple[int, str]]:
    found: list[tuple[int, str]] = []
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Call):
            name = f".{node.func.attr}" if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            found.append((node.lineno, name))
    return found


BELOW = [path for path in MODULES if stage(path) in KNOWS]
"""All but the commands."""


def test_there_is_something_to_look_at() -> None:
    assert {"spec", "interpreter", "proofs"} <= {stage(path) for path in MODULES}
    assert "commands" not in {stage(path) for path in BELOW}


def test_imports_point_left() -> None:
    wrong = []
    for path in BELOW:
        for line, name in imports(path):
            parts = name.split(".")
            if parts[0] == "qedeck" and len(parts) > 1 and parts[1] not in KNOWS[stage(path)]:
                wrong.append(f"{named(path)}:{line}: {stage(path)} knows nothing of {name}")
            if parts[0] in SOLVERS and stage(path) != "proofs":
                wrong.append(f"{named(path)}:{line}: only proofs knows {name}")
    assert not wrong, "\n".join(wrong)


def test_only_the_doors_of_spec_touch_files() -> None:
    inside = [path for path in MODULES if stage(path) == "spec" and named(path) not in DOORS]
    wrong = [f"{named(path)}:{line}: {name}" for path in inside for line, name in calls(path) if name in FILE_CALLS]
    assert not wrong, "\n".join(wrong)


def test_nothing_below_the_commands_prints_runs_or_fetches() -> None:
    wrong = []
    for path in BELOW:
        far, harmless = FAR_CALLS - RUNS.get(named(path), set()), HARMLESS | SERVES.get(named(path), set())
        wrong += [f"{named(path)}:{line}: {name}" for line, name in calls(path) if name in far]
        wrong += [f"{named(path)}:{line}: import {name}" for line, name in imports(path)
                  if name.split(".")[0] in FAR_MODULES and name not in harmless]
    assert not wrong, "\n".join(wrong)


def test_a_module_says_what_it_is() -> None:
    assert not [named(path) for path in MODULES if not (ast.get_docstring(tree(path)) or "").strip()]


def test_no_module_is_too_long() -> None:
    long = {named(path): len(path.read_text("utf-8").splitlines()) for path in MODULES}
    assert not {name: lines for name, lines in long.items() if lines > LONGEST}


def test_what_is_left_to_do_has_an_issue() -> None:
    left = re.compile(r"\b(?:TO" r"DO|FIX" r"ME|XX" r"X)\b(?!\(#\d+\))")
    files = [*PYTHON, *ROOT.glob("spec/games/**/*.qed"), *ROOT.glob("spec/qedeck/spec/*.lark")]
    found = [
        f"{named(path)}:{number}"
        for path in files
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        if left.search(line)
    ]
    assert not found, found


def test_the_namespace_stays_open() -> None:
    """One package with several roots has no __init__.py of its own."""
    assert not list(ROOT.glob("*/qedeck/__init__.py"))
