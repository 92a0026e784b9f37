"""Lines of a spec, and what belongs to them."""

from __future__ import annotations


def end_of(lines: list[str], at: int) -> int:
    """Where what belongs to a line ends."""
    deep = _depth(lines[at])
    end = at + 1
    while end < len(lines) and lines[end].strip() and _depth(lines[end]) > deep:
        end += 1
    return end


def _depth(line: str) -> int:
    return len(line) - len(line.lstrip())
