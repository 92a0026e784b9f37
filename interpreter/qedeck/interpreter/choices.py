"""Which choices are legal, and why another one is not.

In: a state at a decision; out: actions, or a Refusal with its reason. Picks are tried one at a
time: what the guard says of the first picks is asked before the later ones are tried.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from qedeck.interpreter.actions import STAYING_OUT, Action, spell
from qedeck.interpreter.meaning import Meaning
from qedeck.interpreter.state import Cells
from qedeck.interpreter.words import Word, Words, fill
from qedeck.spec import core as c
from qedeck.spec.diagnostic import did_you_mean

WHY_NOT = {
    "en": {"option": "{choice} is not allowed now ({phase})", "nothing": "nothing can be chosen for this now ({phase})",
           "together": "{choice} does not go with the rest of the choice",
           "left out": "{choice} is left out with {players} players", "not among": "{choice} is not among the choices",
           "rules": "the rules do not allow this ({phase})"},
    "ja": {"option": "今は{choice}はできません（{phase}）", "nothing": "今ここで選べるものはありません（{phase}）",
           "together": "{choice}はほかの選び方と合いません", "left out": "{choice}は{players}人のときは使いません",
           "not among": "{choice}は選択肢にありません", "rules": "ルールで許されていません（{phase}）"},
}
"""What is said of a choice that is not legal."""


class Refused(Exception):
    """This may not be done now. `kind`: over, turn, option, choice, rule."""

    def __init__(self, kind: str, reason: str, reason_ja: str) -> None:
        super().__init__(reason)
        self.kind = kind
        self.reason = reason
        self.reason_ja = reason_ja

    def told(self, language: str) -> str:
        return self.reason_ja if language == "ja" else self.reason


class Choices:
    """The decisions of a Core, laid out so that their legal actions are found quickly."""

    def __init__(self, meaning: Meaning[bool, int], words: Words) -> None:
        self.meaning = meaning
        self.words = words
        self._plans: dict[tuple[int, int], list[list[c.Expr]]] = {}

    # ---- every legal action ------------------------------------------------------------------

    def each(self, cells: Cells, node: int, player: int | None) -> Iterator[Action]:
        """Every legal action at this decision, in the order of the text; `player` is the seat that is asked."""
        decision = self.meaning.core.nodes[node]
        assert isinstance(decision, c.Decision)
        for number in range(len(decision.options)):
            for values in self._values(cells, node, number):
                yield self.action(node, number, values, player)

    def action(self, node: int, choice: int, values: Sequence[int], player: int | None) -> Action:
        decision = self.meaning.core.nodes[node]
        assert isinstance(decision, c.Decision)
        if decision.owner.who == "anyone" and values:
            player = values[0] + 1
        picks = decision.options[choice].picks
        typed = [bool(v) if isinstance(p.type, c.YesNo) else int(v) for p, v in zip(picks, values, strict=True)]
        return Action(node, choice, tuple(typed), player=player, words=self.words)

    def _values(self, cells: Cells, node: int, number: int) -> Iterator[tuple[int, ...]]:
        option, plan = self._option(node, number), self._plan(node, number)
        play = self.meaning.look(cells, option.clause)

        def holds(terms: list[c.Expr]) -> bool:
            for term in terms:
                worth = play.value(term, True)
                if play.faults or not worth:
                    play.faults.clear()
                    return False
            return True

        def extend(chosen: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
            level = len(chosen)
            if level == len(option.picks):
                # The plan only sorts out early; the meaning has the last word.
                if self.meaning.legal(cells, node, number, chosen):
                    yield chosen
                return
            pick = option.picks[level]
            values: Sequence[int] = self.words.values(pick.type)
            for term in plan[level]:
                likely = play.told(term, pick.var, values[0], values[-1] + 1) if values else ()
                values = likely if len(likely) < len(values) else values
            for value in values:
                play.locals[pick.var] = bool(value) if isinstance(pick.type, c.YesNo) else value
                if holds(plan[level]):
                    yield from extend((*chosen, play.locals[pick.var]))

        yield from extend(())

    def _option(self, node: int, number: int) -> c.Option:
        decision = self.meaning.core.nodes[node]
        assert isinstance(decision, c.Decision)
        return decision.options[number]

    def _plan(self, node: int, number: int) -> list[list[c.Expr]]:
        """For each pick, the parts of the guard that speak of it and of earlier picks only."""
        if (node, number) not in self._plans:
            option = self._option(node, number)
            order = {pick.var: level for level, pick in enumerate(option.picks)}
            plan: list[list[c.Expr]] = [[] for _ in option.picks]
            for term in conjuncts(option.guard, self.meaning.core):
                levels = [order[name] for name in c.free(term) if name in order]
                if levels:
                    plan[max(levels)].append(term)
            self._plans[node, number] = plan
        return self._plans[node, number]

    # ---- from words ----------------------------------------------------------------------------

    def read(self, cells: Cells, node: int, player: int | None, option: str | None, values: Sequence[Word]) -> Action:
        """The action that these words mean here: legal if one is, else one that will be refused with its reason."""
        decision = self.meaning.core.nodes[node]
        assert isinstance(decision, c.Decision)
        if option is None and len(values) == 1 and any(o.name == values[0] and not o.picks for o in decision.options):
            option, values = str(values[0]), ()
        names = STAYING_OUT if option in STAYING_OUT else (option,)
        found: list[Action] = []
        for number, here in enumerate(decision.options):
            if option is None and here.name in STAYING_OUT or option is not None and here.name not in names:
                continue
            picked = [self.words.value(p.type, w) for p, w in zip(here.picks, values, strict=False)]
            if len(here.picks) == len(values) and None not in picked:
                found.append(self.action(node, number, [v for v in picked if v is not None], player))
        legal = [a for a in found if self.meaning.legal(cells, node, a.choice, a.values)]
        if len(legal) == 1 or (found and not legal):
            return (legal or found)[0]
        if legal:
            wanted = " / ".join(a.spelled() for a in legal)
            raise Refused("option", f"this could mean {wanted}: say which", f"どれのことか選んでください：{wanted}")
        raise self._unread(decision, option, values)

    def _unread(self, decision: c.Decision, option: str | None, values: Sequence[Word]) -> Refused:
        named = [o for o in decision.options if o.name == option] if option else list(decision.options)
        known = {o.name for o in decision.options}
        if not named:
            listed = ", ".join(sorted(known))
            hint = did_you_mean(str(option), known) or f"the options are {listed}"
            return Refused("option", f"there is no option {option} here; {hint}",
                           f"ここに「{option}」という選択肢はありません（{listed}）")
        said = " and ".join(spell(v) for v in values) or "nothing"
        members = {m for o in named for p in o.picks if isinstance(p.type, c.Member) for m in p.type.domain.members}
        hint = did_you_mean(said, members | known)
        needed = " or ".join(_needs(o) for o in named)
        return Refused("choice", f"{said} cannot be chosen here; {hint or f'needed: {needed}'}",
                       f"「{said}」はここでは選べません（必要なもの：{needed}）")

    def _left_out(self, cells: Cells, type_: c.Type, value: int) -> bool:
        """Whether it is a card of which there is none in the game."""
        copies = self.meaning.core.copies.get(type_.domain.name, ()) if isinstance(type_, c.Member) else ()
        return 0 <= value < len(copies) and self.meaning.value(copies[value], cells)[0] <= 0

    # ---- why not --------------------------------------------------------------------------------

    def why_not(self, cells: Cells, action: Action) -> Refused:
        """The reason why an action at this decision is not legal."""
        option = self._option(action.node, action.choice)
        if not option.picks:
            return self._refused("rule", "option", action, action.option)
        legal = list(self._values(cells, action.node, action.choice))
        if not legal:
            return self._refused("rule", "nothing", action)
        for level, (pick, value) in enumerate(zip(option.picks, action.values, strict=True)):
            if not any(other[: level + 1] == action.values[: level + 1] for other in legal):
                word = self.words.word(pick.type, value)
                if level and any(other[level] == value for other in legal):
                    return self._refused("choice", "together", action, word)
                left_out = self._left_out(cells, pick.type, value)
                return self._refused("choice", "left out" if left_out else "not among", action, word)
        return self._refused("rule", "rules", action)

    def _refused(self, kind: str, key: str, action: Action, word: Word = "") -> Refused:
        def told(language: str) -> str:
            slots = {"choice": self.words.name(language, word) if word != "" else "",
                     "phase": self.words.clause(language, action.phase), "players": str(self.meaning.core.players)}
            return fill(WHY_NOT[language][key], slots)

        return Refused(kind, told("en"), told("ja"))


def _needs(option: c.Option) -> str:
    if not option.picks:
        return option.name
    kinds = [p.type.domain.name if isinstance(p.type, c.Member) else "yes or no" if isinstance(p.type, c.YesNo)
             else f"a number from {p.type.low} to {p.type.high}" for p in option.picks]
    one = len(option.picks) == 1 and option.picks[0].label == option.name
    return " and ".join(kinds) if one else f"{option.name} with {' and '.join(kinds)}"


# ---- taking a guard apart ----------------------------------------------------------------------


def conjuncts(guard: c.Expr, core: c.Core, deep: int = 8) -> Iterator[c.Expr]:
    """What must hold for the guard to hold: parts of `and`, also inside definitions it calls."""
    if isinstance(guard, c.Op) and guard.op == "and":
        for arg in guard.args:
            yield from conjuncts(arg, core, deep)
        return
    yield guard
    if isinstance(guard, c.Call) and deep and all(isinstance(a, (c.Local, c.Const)) for a in guard.args):
        define = core.defines[guard.define]
        args = zip(define.params, guard.args, strict=True)
        body = c.substituted(define.body, {name: arg for (name, _), arg in args})
        if isinstance(body, c.Op) and body.op == "and":
            yield from conjuncts(body, core, deep - 1)
