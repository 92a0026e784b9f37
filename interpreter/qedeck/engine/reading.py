"""A game played with nothing but a page's module, its description and its words: what the page's script does.

    sitting = Sitting(describe(game, 4))
    sitting.begin(seed=7)
    while sitting.choices:
        sitting.step(sitting.choices[0])
    view(sitting, 2)                                   # what seat 2 sees: `seen`
    lines(sitting, "ja", sitting.noticed(2))           # what seat 2 noticed, in words: `lines`

Everything here reads memory through the description. Nothing knows a rule; tests hold it to the interpreter.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from qedeck.engine.describe import PageModule
from qedeck.engine.laid import Laid, bits
from qedeck.engine.records import Event, events_in, noticed

KINDS = ("over", "undeclared", "undefined", "stuck", "endless")


@dataclass(frozen=True, slots=True)
class Saved:
    """Where a game stands, to come back to."""

    raw: bytes
    events: tuple[Event, ...]


class Sitting(Laid):
    """One game in a page's module."""

    def __init__(self, page: PageModule) -> None:
        super().__init__(page)
        self.status = -1
        self.choices: tuple[int, ...] = ()
        """What may be chosen now, by number; also where chance chooses and waits."""
        self.events: list[Event] = []

    # ---- playing ---------------------------------------------------------------------------------

    def begin(self, seed: int, given: bool = False, settled: Mapping[str, Sequence[int]] | None = None) -> None:
        """A new game; with `given`, play also waits where chance decides; `settled`: what can be settled before it."""
        self.events = []
        for name, values in (settled or {}).items():
            start, *more = self.vars[name]["at"]
            self.write([start + self.description["unsettled"]["first"], *more], values)
        self._take(self.host.call("begin", seed - (1 << 64) if seed >> 63 else seed, int(given)))

    def step(self, action: int) -> None:
        if action not in self.choices:
            raise ValueError(f"{action} cannot be chosen now")
        self._take(self.host.call("step", action))

    def draw(self) -> None:
        """Chance decides by the seed."""
        self._take(self.host.call("draw"))

    def deal(self, outcome: Sequence[Sequence[int]]) -> None:
        """Cards fall so: for each target how many of each card."""
        node, chance = self.node, self.description["chance"]
        if node is None or not self._can_fall(outcome):
            raise ValueError("the cards cannot fall like this")
        for k, counts in enumerate(outcome):
            if node["set"]:
                mask = sum(many << card for card, many in enumerate(counts))
                self.host.write_bytes(chance["dealt sets"] + 8 * k, mask.to_bytes(8, "little"))
            else:
                self.write(chance["dealt"], counts, k * len(counts))
        self._take(self.host.call("fallen"))

    def _can_fall(self, outcome: Sequence[Sequence[int]]) -> bool:
        """So many cards for each target, and no more of any than there are."""
        node, chance = self.node, self.description["chance"]
        assert node is not None
        size = len(self.description["domains"][self.zones[node["zone"]]["cards"]])
        pile = bits(self.wide(chance["pile set"]), size) if node["set"] else self.cells(chance["pile"])[:size]
        amounts = self.cells(chance["amounts"])[: len(node["targets"])]
        dealt = [sum(counts[card] for counts in outcome) for card in range(size)]
        return [sum(counts) for counts in outcome] == amounts and all(d <= p for d, p in zip(dealt, pile, strict=True))

    def shuffle(self, order: Sequence[int]) -> None:
        """The row lies so from now on."""
        node, cells = self.node, self.description["chance"]["order"]
        assert node is not None
        places = len(self.description["domains"][self.zones[node["zone"]]["places"]])
        if sorted(order) != sorted(card for card in self.cells(cells)[:places] if card >= 0):
            raise ValueError("the cards cannot fall like this")
        self.write(cells, [*order, *[-1] * (places - len(order))])
        self._take(self.host.call("fallen"))

    def random_choice(self) -> int:
        """One of the choices, each alike, from the players' stream of the seed."""
        return self.choices[int(self.host.call("pick", len(self.choices)))]

    def save(self) -> Saved:
        raw = self.host.read_bytes(0, self.description["image"])
        return Saved(raw, tuple(self.events))

    def load(self, saved: Saved) -> None:
        """Go back, or anywhere else where somebody has been."""
        self.host.write_bytes(0, saved.raw)
        self.events = list(saved.events)
        status = self.head("status")
        # What may be chosen, or what there is to deal, lies beside the state: it is put there anew.
        self._stand(status if status < 0 else self.host.call("resume", self.head("node")))

    def _stand(self, status: int) -> None:
        self.status = status
        self.choices = tuple(self.numbers(self.description["choices"], 4, True, max(0, status)))

    def _take(self, status: int) -> None:
        """What lies in memory after a call."""
        self._stand(status)
        self.events += events_in(self, self.log())
        if status < 0:
            self.events.append({"event": "end", "result": self.result})

    # ---- where the game stands ---------------------------------------------------------------------

    @property
    def node(self) -> dict[str, Any] | None:
        """Where something is decided; None when the game is over."""
        found: dict[str, Any] = self.description["nodes"][self.head("node")]
        return found if self.status >= 0 else None

    @property
    def asked(self) -> dict[str, Any] | None:
        node = self.node
        if node is None:
            return None
        return {"who": node["who"], "player": self.head("seat") + 1 if node["who"] == "player" else None}

    def read(self, number: int, node: Mapping[str, Any]) -> tuple[int, list[int]]:
        """The option and the picks that a number means at a node."""
        options = node["options"]
        option = max(k for k, one in enumerate(options) if one["base"] <= number)
        rest, values = number - options[option]["base"], list[int]()
        for pick in reversed(options[option]["picks"]):
            rest, place = divmod(rest, pick["size"])
            values.insert(0, place + pick["low"])
        return option, values

    def number(self, option: Mapping[str, Any], values: Sequence[int]) -> int:
        """The other way round."""
        number = 0
        for pick, value in zip(option["picks"], values, strict=True):
            number = number * pick["size"] + value - pick["low"]
        return number + int(option["base"])

    @property
    def result(self) -> dict[str, Any] | None:
        """How the game came out."""
        if self.status >= 0:
            return None
        kind = KINDS[-1 - self.status]
        made: dict[str, Any] = {"kind": kind, "ending": None, "winners": [], "holding": [], "reason": ""}
        if kind in ("over", "undeclared"):
            endings = self.description["endings"]
            made["holding"] = [e["name"] for e in endings if self.host.call("ask", *self._padded(e["ask"]))]
        if kind == "over":
            ending = endings[self.cells(self.description["ended"])[0]]
            winners = [seat for seat, wins in enumerate(self.cells(self.description["winner"]), 1) if wins]
            made |= {"kind": ending["result"], "ending": ending["name"], "winners": winners}
        elif kind == "undefined":
            code, clause, _ = self.description["faults"][(self.head("fault") & 0xFFFFF) - 1]
            made |= {"code": code, "clause": clause}
        elif kind == "stuck":
            node = self.description["nodes"][self.head("node")]
            made |= {"phase": node["name"], "player": self.head("seat") + 1 or None, "who": node["who"]}
        return made

    # ---- questions ------------------------------------------------------------------------------------

    def ask(self, name: str, *args: int) -> int | None:
        """What a definition is worth; None where it is undefined."""
        found = int(self.host.call("ask", *self._padded(self.defines[name]["ask"], *args)))
        return None if self.head("fault") else found

    def sees(self, which: int, player: int, whose: int) -> bool:
        """Whether a seat sees something now, both counted from 1: the answer to that question."""
        return self._seen(which, player - 1, whose - 1)

    def notices(self, which: int, player: int) -> bool:
        """Whether a seat, counted from 1, notices what happens here."""
        return self._seen(which, player - 1)

    def _seen(self, which: int, *args: int) -> bool:
        fault = self.description["head"]["fault"]
        raw = self.host.read_bytes(fault, fault + 4)
        found = bool(self.host.call("ask", *self._padded(which, *args)))
        # A look changes nothing: how play broke off is still there.
        self.host.write_bytes(fault, raw)
        return found

    def broken(self, settled: Mapping[str, Sequence[int]]) -> list[str]:
        """The limits that these values break; what lies in memory is another position afterwards."""
        for name, values in settled.items():
            self.put(name, values)
        limits = self.description["limits"]
        return [one["text"] for one in limits if not self.host.call("ask", *self._padded(one["ask"]))]

    def rows(self, name: str, *args: int) -> list[list[int]]:
        """For each table of a definition, the rows that apply."""
        return [self._told(table["ask"], *args) for table in self.defines[name]["tables"]]

    def failing(self, option: Mapping[str, Any], values: Sequence[int]) -> list[int]:
        """The conditions of a choice that do not hold."""
        return [] if option["ask"] is None else self._told(option["ask"], *values)

    def _told(self, which: int, *args: int) -> list[int]:
        self.host.call("ask", *self._padded(which, *args))
        return self.log()

    def _padded(self, which: int, *args: int) -> list[int]:
        """JavaScript passes as many as it likes; here every argument is given."""
        return [which, *args, *[0] * (self.description["arguments"] - len(args))]

    def at_work(self) -> list[str]:
        """The clauses that were at work in the last call."""
        marks = self.description["marks"]
        worked = self.numbers(marks["start"], 1, False, len(marks["clauses"]))
        return [name for name, there in zip(marks["clauses"], worked, strict=True) if there]

    def log(self) -> list[int]:
        """The words of the last call."""
        start = self.description["log"]
        return self.numbers(start, 4, True, (self.head("log") - start) // 4)

    # ---- what has happened ----------------------------------------------------------------------------------

    def noticed(self, player: int | None = None) -> list[Event]:
        """What this seat, counted from 1, noticed of what happened; None: everything."""
        seen = (noticed(event, player) for event in self.events)
        return [event for event in seen if event is not None]

