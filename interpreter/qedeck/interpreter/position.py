"""A position of a game: who is asked, what may be done, and why something else may not.

In: rules, the cells and the node where the game stands; out: questions answered. Nothing here
changes the position; `play` does that.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import assert_never

from qedeck.interpreter.actions import Action
from qedeck.interpreter.choices import Choices, Refused
from qedeck.interpreter.concrete import CONCRETE
from qedeck.interpreter.events import Asked, Result
from qedeck.interpreter.meaning import Meaning
from qedeck.interpreter.state import Cells, Fault
from qedeck.interpreter.words import Word, Words
from qedeck.spec import core as c
from qedeck.spec.texts import Texts


class Rules:
    """A Core made ready for playing: its meaning and its words, shared by many plays."""

    def __init__(self, core: c.Core, texts: Texts) -> None:
        self.core = core
        self.meaning: Meaning[bool, int] = Meaning(core, CONCRETE)
        self.words = Words(core, texts)
        self.choices = Choices(self.meaning, self.words)

    @cached_property
    def first(self) -> tuple[Cells, tuple[Fault[bool], ...]]:
        """Where every play begins for which nobody sets anything: worked out once."""
        return self.meaning.initial()

    @cached_property
    def forbidden(self) -> tuple[Fault[bool], ...]:
        """What the rulebook says about its parameters and the assumed values do not keep."""
        return self.meaning.forbidden(self.first[0])


class Position:
    """Where a game stands."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.cells = Cells({})
        self.node: int | None = None
        self.result: Result | None = None
        self._legal: list[Action] | None = None

    # ---- where the game stands -------------------------------------------------------------

    @property
    def core(self) -> c.Core:
        return self.rules.core

    @property
    def over(self) -> bool:
        return self.result is not None

    @property
    def stands(self) -> bool:
        """Whether claims speak of this: somebody or chance has to decide, able to or not, or the game is over.

        Where something was undefined on the way, the table means nothing.
        """
        return self.node is not None or (self.result is not None and self.result.kind != "undefined")

    @property
    def decision(self) -> c.Node | None:
        return None if self.node is None or self.over else self.core.nodes[self.node]

    @property
    def asked(self) -> Asked | None:
        """Who decides now; None when the game is over."""
        node = self.decision
        if node is None:
            return None
        if not isinstance(node, c.Decision):
            return Asked("chance")
        if node.owner.player is None:
            return Asked(node.owner.who)
        seat, _ = self.rules.meaning.value(node.owner.player, self.cells)
        return Asked("player", seat + 1)

    def legal(self) -> list[Action]:
        """Everything that may be done now, in the order of the text."""
        if self._legal is None:
            self._legal = self._possible()
        return list(self._legal)

    def _possible(self) -> list[Action]:
        node, asked = self.decision, self.asked
        if node is None or asked is None:
            return []
        assert self.node is not None
        if not isinstance(node, c.Decision):
            return [Action(self.node, 0, words=self.rules.words)]
        found = list(self.rules.choices.each(self.cells, self.node, asked.player))
        return [a for a in found if self.weight(a) > 0] if asked.who == "chance" else found

    # ---- may this be done? ---------------------------------------------------------------------

    def action(self, option: str | None, values: Sequence[Word] = (), who: str | None = None) -> Action:
        """The action that these words mean now; `who` is only compared with who is asked."""
        node, asked = self.decision, self.asked
        if node is None or asked is None:
            raise self._refuse_over()
        assert self.node is not None
        if not isinstance(node, c.Decision):
            return Action(self.node, 0, words=self.rules.words)
        if who is not None and asked.who == "player" and who != self.rules.words.player(asked.player or 1):
            raise self._refuse_turn(who)
        return self.rules.choices.read(self.cells, self.node, asked.player, option, values)

    def refusal(self, action: Action) -> Refused | None:
        """Why an action may not be done now; None if it may."""
        node, asked = self.decision, self.asked
        if node is None or asked is None:
            return self._refuse_over()
        assert self.node is not None
        meaning = self.rules.meaning
        if action.node != self.node:
            if asked.player is not None and action.player != asked.player:
                return self._refuse_turn(self.rules.words.player(action.player) if action.player else action.actor)
            return Refused("option", f"there is no {action.option} to choose now",
                           f"今は「{action.option}」を選ぶ場面ではありません")
        if isinstance(node, c.Decision):
            if asked.who == "player" and action.player != asked.player:
                return self._refuse_turn(self.rules.words.player(action.player) if action.player else action.actor)
            fits = action.choice < len(node.options) and len(node.options[action.choice].picks) == len(action.values)
            legal = fits and meaning.legal(self.cells, self.node, action.choice, action.values)
            if legal and (asked.who != "chance" or self.weight(action) > 0):
                return None
            return self.rules.choices.why_not(self.cells, action)
        if action.outcome is None:
            return None
        if isinstance(node, c.DealDecision):
            legal = len(action.outcome) == len(node.targets)
            legal = legal and meaning.deal_legal(self.cells, self.node, action.outcome)
        elif isinstance(node, c.ShuffleDecision):
            legal = len(action.outcome) == 1 and meaning.shuffle_legal(self.cells, self.node, action.outcome[0])
        else:
            assert_never(node)
        return None if legal else Refused("choice", "the cards cannot fall like this", "カードはそのようにはなりません")

    def _refuse_over(self) -> Refused:
        return Refused("over", "the game is over", "ゲームは終わっています")

    def _refuse_turn(self, who: str) -> Refused:
        asked, words = self.asked, self.rules.words
        assert asked is not None
        decides = words.player(asked.player) if asked.player else asked.who
        en, ja = words.name("en", decides), words.name("ja", decides)
        return Refused("turn", f"it is not the turn of {words.name('en', who)}: {en} decides",
                       f"{words.name('ja', who)}の番ではありません（今は{ja}の番です）")

    def movable(self) -> bool:
        """Whether there is anything to choose at this decision; what chance gives no weight does not happen."""
        node = self.decision
        assert self.node is not None and isinstance(node, c.Decision)
        found = self.rules.choices.each(self.cells, self.node, None)
        return any(node.owner.who != "chance" or self.weight(action) > 0 for action in found)

    def unasked(self) -> tuple[Fault[bool], ...]:
        """Why it is undefined who decides here; nothing if it is clear."""
        if not isinstance(self.decision, c.Decision):
            return ()
        assert self.node is not None
        return self.rules.meaning.unclear(self.cells, self.node)

    # ---- looking closer --------------------------------------------------------------------------

    def noticers(self, node: int) -> frozenset[int] | None:
        """Who notices, counted from 1, who decides at a node and how; None: everybody does."""
        noticed = self.core.nodes[node].noticed
        if noticed == c.EVERYBODY:
            return None
        meaning, players = self.rules.meaning, range(self.core.domains["player"].size)
        return frozenset(seat + 1 for seat in players if meaning.notices(self.cells, node, seat))

    def weight(self, action: Action) -> int:
        node = self.core.nodes[action.node]
        assert isinstance(node, c.Decision)
        option = node.options[action.choice]
        if option.weight is None:
            return 1
        picked = {pick.var: value for pick, value in zip(option.picks, action.values, strict=True)}
        weight, faults = self.rules.meaning.value(option.weight, self.cells, picked)
        return 0 if faults else max(0, weight)

    def row(self, ref: c.ZoneRef) -> tuple[int, ...]:
        """What lies in a zone, or in one of those of its name: of a pile, how many of each card."""
        row = self.cells[c.faces_of(self.core.zones[ref.zone])]
        width = len(row) // len(c.parts_of(self.core, self.core.zones[ref.zone]))
        part = self.rules.meaning.part(ref, self.cells)
        return row[part * width : (part + 1) * width]
