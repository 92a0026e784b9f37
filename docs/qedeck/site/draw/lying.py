"""Filling a Scene, part 2: cards that lie in piles, rows and grids."""

from __future__ import annotations

from typing import Any

from qedeck.site.draw.lettering import cut
from qedeck.site.draw.pen import LABEL, Pen
from qedeck.site.draw.record import Grid, Pile, Row


class Lying(Pen):
    """Draws zones."""

    def pile(self, part: Pile, key: str) -> None:
        zone = self.view["zones"].get(key)
        if zone is None:
            return
        size, cards, s = zone["size"], zone["cards"], part["size"]
        x, y, w = part["x"], part["y"] + LABEL, part["w"]
        old = None if self.before is None else self.before["zones"].get(key)
        self.label(part, size)
        spot = {"cards": part["cards"], "size": s, "zone": key, "at": 0, "new": False}
        if size is None or size == 0:
            self.empty(x, y, s)
            return
        grown = old is not None and old["size"] is not None and old["size"] < size
        if part["stack"] or (cards is None and s + (size - 1) * (s // 5) > w):
            for k in range(min(size, 4) - 1, 0, -1):
                self.put(
                    f'<rect class="q-edge" x="{x + 2 * k}" y="{y + 2 * k}" width="{s}" height="{s * 88 // 63}"'
                    f' rx="{s // 12 + 1}" fill="#fffdf7" stroke="#b9b19f"/>')
            self.card({**spot, "new": grown}, x, y, None)
            self.badge(x + s + 4, y + s * 88 // 63 + 4, str(size))
            return
        if cards is None:
            step = min(s // 3, (w - s) // max(1, size - 1))
            for k in range(size):
                self.card({**spot, "at": k, "new": grown and k == size - 1}, x + k * step, y, None)
            return
        self.spread(part, spot, cards, None if old is None else old["cards"])

    def spread(self, part: Pile, spot: dict[str, Any], cards: dict[str, int], old: dict[str, int] | None) -> None:
        """The faces of a pile; equal ones lie on each other where there is no room for all."""
        s, x, y, w = part["size"], part["x"], part["y"] + LABEL, part["w"]
        fan = part["fan"]
        left = x + 6 if fan else x
        wide = w - 12 if fan else w
        many = sum(cards.values())
        single = s + (many - 1) * (s // 4) <= wide
        shown: list[tuple[str, int, bool]] = []
        for word, count in cards.items():
            more = 0 if old is None else count - old.get(word, 0)
            if single:
                shown += [(word, 1, k >= count - more) for k in range(count)]
            else:
                shown.append((word, count, more > 0))
        n = len(shown)
        step = min(s * 3 // 4, (wide - s) // max(1, n - 1))
        for k, (word, count, new) in enumerate(shown):
            lean = 2 * k - (n - 1)
            drop = lean * lean * s // (n * n * 12) if fan else 0
            turn = lean * 7 // max(3, n) if fan else 0
            at_x, at_y = left + k * step, y + 3 + drop if fan else y
            more_ = f' transform="rotate({turn} {at_x + s // 2} {at_y + s * 88 // 63})"' if turn else ""
            self.card({**spot, "at": k, "new": new}, at_x, at_y, word, more_)
            if count > 1:
                self.badge(at_x + min(s, max(20, step)), at_y + s * 88 // 63, f"×{count}")

    def row(self, part: Row, key: str) -> None:
        zone = self.view["zones"].get(key)
        if zone is None:
            return
        s, x, y, w = part["size"], part["x"], part["y"] + LABEL, part["w"]
        cards, by = zone["cards"], zone["by"]
        old = None if self.before is None else self.before["zones"].get(key)
        self.label(part, zone["size"])
        if not cards:
            self.empty(x, y, s)
            return
        seen = min(len(cards), 1 + (w - s) // max(1, s // 4))
        first = len(cards) - seen
        step = min(s + 3, (w - s) // max(1, seen - 1))
        for k in range(first, len(cards)):
            at_x = x + (k - first) * step
            lay = None if old is None else old["cards"]
            new = lay is not None and (k >= len(lay) or lay[k] != cards[k])
            self.card({"cards": part["cards"], "size": s, "zone": key, "at": k, "new": new}, at_x, y, cards[k])
            self.remembered(part, zone, k, at_x, y)
            self.marks(part, zone, k, at_x, y)
            if part["by"] and by is not None and by[k] in self.scene["seats"]:
                number = self.scene["seats"].index(by[k]) + 1
                self.put(f'<circle class="q-badge" cx="{at_x + 9}" cy="{y + s * 88 // 63 - 1}" r="7" fill="#5d6b62"/>')
                self.text(at_x + 9, y + s * 88 // 63 + 3, 10, "q-by", "#fff", str(number),
                          ' font-weight="700" text-anchor="middle"')

    def grid(self, part: Grid, seat: str | None) -> None:
        key = self.key(part["key"], seat)
        zone = self.view["zones"].get(key)
        if zone is None:
            return
        s, places = part["size"], zone["places"]
        old = None if self.before is None else self.before["zones"].get(key)
        lying = [] if places is None else [place for place, word in places.items() if word != "none"]
        drawn = {cell["place"] for cell in part["cells"]}
        # A list of places that goes on may come to more than there is room for.
        self.label(part, None if drawn.issuperset(lying) else len(lying))
        for cell in part["cells"]:
            x, y = part["x"] + cell["x"], part["y"] + LABEL + cell["y"]
            word = "none" if places is None else places.get(cell["place"], "none")
            if word == "none":
                self.empty(x, y, s)
            else:
                new = old is not None and old["places"] is not None and old["places"].get(cell["place"], "none") != word
                self.card({"cards": part["cards"], "size": s, "zone": key, "at": cell["place"], "new": new}, x, y, word)
                self.remembered(part, zone, cell["place"], x, y)
                self.marks(part, zone, cell["place"], x, y)
            for over in part["over"]:
                other = self.view["zones"].get(self.key(over, seat))
                laid = None if other is None or other["places"] is None else other["places"].get(cell["place"])
                if laid is not None and laid != "none":
                    half = s * 5 // 8
                    self.card({"cards": part["cards"], "size": half, "zone": self.key(over, seat), "at": cell["place"],
                               "new": False}, x + s - half, y + s * 88 // 63 - half * 88 // 63, laid)

    def remembered(self, part: Row | Grid, zone: dict[str, Any], at: int | str, x: int, y: int) -> None:
        """A card that lies face down, drawn from memory."""
        known = zone.get("known")
        if known is not None and known[at]:
            s = part["size"]
            self.put(
                f'<rect class="q-known" x="{x + 2}" y="{y + 2}" width="{s - 4}" height="{s * 88 // 63 - 4}"'
                f' rx="{s // 12 + 1}" fill="none" stroke="#2f6f8f" stroke-width="2" stroke-dasharray="4 3"/>')

    def marks(self, part: Row | Grid, zone: dict[str, Any], at: int | str, x: int, y: int) -> None:
        """What lies on a card, where it is not what every card begins with: on its upper edge, one below the other.
        Where a card is too small for all of it, a value stands without its name."""
        for mark in part.get("marks", ()):
            laid = zone.get("marks", {}).get(mark["mark"])
            if laid is None or laid[at] == mark["rest"]:
                continue
            said = mark["label"] if laid[at] is True else f'{mark["label"]} {self.named(laid[at])}'
            shown = cut(said, part["size"] - 8, 11)
            if shown != said and laid[at] is not True:
                shown = cut(self.named(laid[at]), part["size"] - 8, 11)
            y += 16
            self.badge(x + part["size"], y, shown)
