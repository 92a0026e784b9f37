"""JUnit reports: a suite of cases in, the XML that build servers read out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Case:
    """One test. `how`: empty if it is good, else failure, error or skipped, with what is said about it."""

    name: str
    seconds: float
    how: str = ""
    message: str = ""
    text: str = ""


def junit(name: str, cases: Sequence[Case]) -> str:
    """The whole report; no character of a spec can leave its place in it."""
    from xml.sax.saxutils import escape, quoteattr

    from qedeck.spec.escapes import escaped

    def sound(text: str) -> str:
        return escaped(text, keep="\n")

    def attribute(text: str) -> str:
        return quoteattr(sound(text))

    counts = {how: sum(case.how == how for case in cases) for how in ("failure", "error", "skipped")}
    total = sum(case.seconds for case in cases)
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        f'<testsuite name={attribute(name)} tests="{len(cases)}" failures="{counts["failure"]}"'
        f' errors="{counts["error"]}" skipped="{counts["skipped"]}" time="{total:.3f}">',
    ]
    for case in cases:
        head = f'  <testcase classname={attribute(name)} name={attribute(case.name)} time="{case.seconds:.3f}"'
        if not case.how:
            lines.append(f"{head}/>")
            continue
        text = escape(sound(case.text))
        told = f"    <{case.how} message={attribute(case.message)}>{text}</{case.how}>"
        lines += [f"{head}>", told, "  </testcase>"]
    return "\n".join([*lines, "</testsuite>"]) + "\n"
