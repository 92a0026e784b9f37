"""What lies in the memory of a page's module, by its description: numbers, cells of a variable, words for values."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Any

from qedeck.engine.describe import PageModule
from qedeck.engine.machine import Host


class Laid:
    """A module that runs, and the description that says what lies where in it."""

    def __init__(self, page: PageModule) -> None:
        self.description, self.words = page.description, page.words
        self.host = Host(page.wasm)
        self.vars = {var["name"]: var for var in self.description["vars"]}
        self.zones = {zone["name"]: zone for zone in self.description["zones"]}
        self.defines = {define["name"]: define for define in self.description["defines"]}
        self.players: list[str] = self.description["domains"]["player"]

    def head(self, name: str) -> int:
        """What the module keeps of the course of play."""
        return self.numbers(self.description["head"][name], 4, True, 1)[0]

    def numbers(self, start: int, width: int, signed: bool, count: int) -> list[int]:
        raw = self.host.read_bytes(start, start + width * count)
        return [int.from_bytes(raw[k : k + width], "little", signed=signed) for k in range(0, len(raw), width)]

    def cells(self, cells: Sequence[int]) -> list[int]:
        start, width, signed, count = cells
        return self.numbers(start, width, bool(signed), count)

    def write(self, cells: Sequence[int], values: Sequence[int], first: int = 0) -> None:
        start, width, _, _ = cells
        raw = b"".join((value & (1 << 8 * width) - 1).to_bytes(width, "little") for value in values)
        self.host.write_bytes(start + first * width, raw)

    def wide(self, start: int) -> int:
        return self.numbers(start, 8, False, 1)[0]

    def row(self, name: str) -> list[int]:
        """The cells of a variable, the last dimension running fastest."""
        var = self.vars[name]
        if "values" in var:
            return list(var["values"])
        if "at" in var:
            return self.cells(var["at"])
        *outer, last = (len(self.description["domains"][dim]) for dim in var["dims"])
        masks = self.numbers(var["set"], 8, False, prod(outer))
        return [bit for mask in masks for bit in bits(mask, last)]

    def put(self, name: str, values: Sequence[int]) -> None:
        """Lay out a position: the cells of a variable become these."""
        var = self.vars[name]
        if "at" in var:
            self.write(var["at"], values)
            return
        size = len(self.description["domains"][var["dims"][-1]])
        for k in range(0, len(values), size):
            mask = sum(bit << card for card, bit in enumerate(values[k : k + size]))
            self.host.write_bytes(var["set"] + 8 * (k // size), mask.to_bytes(8, "little"))

    def word(self, type_: Sequence[Any], value: int) -> Any:
        """A value in the words of the spec."""
        match type_[0]:
            case "yes":
                return bool(value)
            case "number":
                return value
            case _:
                members = self.description["domains"][type_[1]]
                return members[value] if 0 <= value < len(members) else "none"


def bits(mask: int, count: int) -> list[int]:
    return [mask >> k & 1 for k in range(count)]
