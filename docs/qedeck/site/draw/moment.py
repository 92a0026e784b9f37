"""The table at a moment: a Scene and what somebody sees in, SVG text out.

draw/script does the same, statement by statement, and a test holds both to each other: whoever changes one changes
the other. Whole numbers only, and `//` rounds down.
"""

from __future__ import annotations

from typing import Any, assert_never

from qedeck.site.draw.lettering import FONT, breadth, cut, esc
from qedeck.site.draw.record import Either, Part, Scene, Slot
from qedeck.site.draw.said import Said


def moment_svg(
    scene: Scene, view: dict[str, Any], before: dict[str, Any] | None = None, pictures: bool = True
) -> str:
    """The picture. What differs from the view `before` is marked. Without `pictures`, those of cards and icons are
    left out: then `pictures_svg` has to stand on the page."""
    filler = _Filler(scene, view, before)
    filler.table()
    inside = "".join(filler.out)
    defs = f"<defs>{''.join(filler.used.values())}</defs>" if pictures else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="q-moment" viewBox="0 0 {scene["width"]} {scene["height"]}"'
        f' style="max-width:{scene["most"]}px" role="img" font-family="{FONT}">'
        f'<title>{esc(scene["title"])}</title>{defs}{inside}</svg>'
    )


def pictures_svg(scene: Scene) -> str:
    """The pictures of all cards and icons of a Scene, to stand once on a page, unseen."""
    filler = _Filler(scene, {"player": None, "zones": {}, "remembered": {}, "asked": None, "result": None}, None)
    for cards, faces in scene["faces"].items():
        for word in faces:
            filler.face(cards, word)
        filler.face(cards, None)
    for icon in scene["icons"]:
        filler.icon(icon)
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" width="0" height="0" style="position:absolute" aria-hidden="true"'
        f' font-family="{FONT}"><defs>{"".join(filler.used.values())}</defs></svg>'
    )


class _Filler(Said):
    """Draws the whole table."""

    def table(self) -> None:
        scene, view = self.scene, self.view
        self.put(f'<rect class="q-felt" width="{scene["width"]}" height="{scene["height"]}" rx="16" fill="#e6ebe3"/>')
        middle = scene["middle"]
        self.put(
            f'<rect class="q-middle" x="{middle["x"]}" y="{middle["y"]}" width="{middle["w"]}" height="{middle["h"]}"'
            ' rx="14" fill="#d9e1d6"/>'
        )
        for part in scene["parts"]:
            self.part(part, None)
        me = view["player"] or 1
        seats = scene["seats"]
        for k, slot in enumerate(scene["slots"]):
            self.seat(slot, seats[(me - 1 + k) % len(seats)])

    def seat(self, slot: Slot, seat: str) -> None:
        x, y, w = slot["x"], slot["y"], slot["w"]
        number = self.scene["seats"].index(seat) + 1
        asked, result = self.view["asked"], self.view["result"]
        turn = asked is not None and asked["player"] == number
        won = result is not None and number in result["winners"]
        self.put(
            f'<g class="q-seat{" q-asked" if turn else ""}{" q-won" if won else ""}" data-player="{number}">'
            f'<rect class="q-panel" x="{x}" y="{y}" width="{w}" height="{slot["h"]}" rx="10" fill="#fbfbf7"'
            f' stroke="{"#3b5bb5" if turn else "#c9d1c5"}" stroke-width="{2 if turn else 1}"/>'
            f'<circle class="q-badge" cx="{x + 15}" cy="{y + 13}" r="8" fill="{"#3b5bb5" if turn else "#5d6b62"}"/>'
            f'<text x="{x + 15}" y="{y + 17}" font-size="11" font-weight="700" text-anchor="middle" fill="#fff">'
            f"{number}</text>"
        )
        said = self.scene["phrases"]["wins"] if won else self.scene["phrases"]["chooses"] if turn else ""
        room = w - 34 - (breadth(said) * 11 // 100 + 8 if said else 0)
        name = cut(self.scene["names"][seat], room, 12)
        self.text(x + 28, y + 17, 12, "q-name", "#23302a", name, ' font-weight="700"')
        if said:
            self.text(x + w - 8, y + 17, 11, "q-said", "#2d499a", said, ' font-weight="700" text-anchor="end"')
        for part in slot["parts"]:
            self.part(part, seat)
        self.put("</g>")

    def part(self, part: Part, seat: str | None) -> None:
        if part["part"] == "pile":
            self.pile(part, self.key(part["key"], seat))
        elif part["part"] == "row":
            self.row(part, self.key(part["key"], seat))
        elif part["part"] == "grid":
            self.grid(part, seat)
        elif part["part"] == "board":
            self.board(part)
        elif part["part"] == "chips":
            self.chips(part, seat)
        elif part["part"] == "tokens":
            self.tokens(part, seat)
        elif part["part"] == "either":
            self.either(part, seat)
        else:
            assert_never(part)

    def either(self, part: Either, seat: str | None) -> None:
        """The first of some zones that holds cards; the label tells of others that do."""
        holding = []
        for one in part["parts"]:
            zone = self.view["zones"].get(self.key(one["key"], seat))
            if zone is not None and zone["size"] != 0:
                holding.append((one, zone["size"]))
        shown = holding[0][0] if holding else part["parts"][0]
        also = "".join(f' · {one["label"]} {"?" if size is None else size}' for one, size in holding[1:])
        drawn = shown.copy()
        drawn["label"] = shown["label"] + also
        self.part(drawn, seat)
