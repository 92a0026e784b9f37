"""The Python interface, from the docstrings of the public modules: read as text, nothing is imported."""

from __future__ import annotations

import ast
import re
from importlib import resources

from qedeck.site.pages.escaping import code, text
from qedeck.site.pages.handbook import WRITTEN_IN_ENGLISH
from qedeck.site.pages.parts import text_run

# What somebody who writes a program with qedeck needs, in the order in which they meet it.
PUBLIC = (
    ("Reading games", ("spec.game", "spec.diagnostic", "spec.texts")),
    ("Playing", ("interpreter.play", "interpreter.actions", "interpreter.views", "interpreter.telling",
                 "interpreter.trace", "interpreter.examples_run")),
    ("Many games", ("simulation.table", "simulation.running", "simulation.exact", "simulation.figures")),
    ("Proving", ("proofs.answers", "proofs.portfolio", "proofs.verdict", "proofs.record")),
    ("Rulebooks", ("site.book.record", "site.book.as_json", "site.build")),
    ("Other people's programs", ("adapters.open_spiel", "adapters.petting_zoo")),
)


def api_page() -> str:
    """One page: modules with what they offer."""
    lines = [WRITTEN_IN_ENGLISH + "# The Python interface", "",
             "What the modules that are meant to be used say of themselves. Names that begin with an underscore are "
             "ours alone.", ""]
    for group, modules in PUBLIC:
        lines += [f"## {group}", ""]
        for module in modules:
            lines += _module(f"qedeck.{module}")
    return "\n".join(lines)


def _module(name: str) -> list[str]:
    package, _, last = name.rpartition(".")
    try:
        tree = ast.parse(resources.files(package).joinpath(f"{last}.py").read_text("utf-8"))
    except (OSError, ModuleNotFoundError):
        return []
    lines = [f"### {text(name)} {{#{name}}}", "", _said(tree), ""]
    entries = [entry for node in tree.body for entry in _entries(node, name)]
    return [*lines, f'<dl class="qed-api">{"".join(entries)}</dl>', ""] if entries else lines


def _entries(node: ast.stmt, within: str) -> list[str]:
    match node:
        case ast.FunctionDef(name=name) if not name.startswith("_") and ast.get_docstring(node):
            read = any(ast.unparse(one) in ("property", "cached_property") for one in node.decorator_list)
            head = name + (_signature(node).removeprefix("()") if read else _signature(node))
            return [_entry(f"{within}.{name}", head, node)]
        case ast.ClassDef(name=name) if not name.startswith("_") and ast.get_docstring(node):
            methods = [f'<dl>{"".join(inner)}</dl>' for inner in [
                [one for part in node.body for one in _entries(part, f"{within}.{name}")]] if inner]
            return [_entry(f"{within}.{name}", f"class {name}", node, "".join(methods))]
        case _:
            return []


def _entry(anchor: str, head: str, node: ast.FunctionDef | ast.ClassDef, inside: str = "") -> str:
    return f'<dt id="{code(anchor)}"><code>{code(head)}</code></dt><dd><p>{_said(node)}</p>{inside}</dd>'


def _signature(node: ast.FunctionDef) -> str:
    arguments = ast.unparse(node.args).removeprefix("self, ")
    returns = f" -> {ast.unparse(node.returns)}" if node.returns else ""
    return f"({'' if arguments == 'self' else arguments}){returns}"


def _said(node: ast.Module | ast.FunctionDef | ast.ClassDef) -> str:
    """A docstring, with what it quotes as code."""
    said = re.split(r"`([^`\n]+)`", ast.get_docstring(node) or "")
    return "".join(f"<code>{text(one)}</code>" if place % 2 else text_run(one) for place, one in enumerate(said))
