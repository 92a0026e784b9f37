"""The evening itself, in a terminal: leaf after leaf, question after question, each entry kept at once."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from qedeck.commands import evening_file as file
from qedeck.commands.exits import FAILING, GOOD
from qedeck.commands.moderate_beside import Again, Beside
from qedeck.commands.moderate_cards import Cards
from qedeck.commands.moderate_lines import Left, meant
from qedeck.commands.moderate_screen import columns, large, rule, told
from qedeck.commands.moderate_words import conditions
from qedeck.evening.evening import Evening
from qedeck.evening.leaves import Leaf
from qedeck.evening.offers import Asking, Offer, asking, offers, others, why_not
from qedeck.evening.story import last_aloud, story
from qedeck.interpreter.actions import option_name
from qedeck.interpreter.telling import COMMA, tell_result

MOST_LISTED, MANY = 60, 9
"""Of more choices it is asked option by option, pick by pick; so many are enough if they are of several kinds."""


class Table(Beside):
    """One evening at one table."""

    def run(self) -> int:
        """Up to the end of the evening, or until the moderator leaves."""
        try:
            while True:
                try:
                    if self._step():
                        return self._over()
                except Again:
                    continue
        except Left:
            print(self.say("bye", file=str(self.path)))
            return GOOD

    def _step(self) -> bool:
        """One leaf, or one question; whether the evening is over."""
        leaves = self.evening.open_leaves(self.language)
        at = min(self.evening.sheet.turned, len(leaves) - 1)
        self._leaf(leaves[at])
        if self.evening.sheet.until is not None:
            self._talk()
        if at < len(leaves) - 1:
            self.line(self.said["on"])
            self.keep(self.evening.turn(at + 1))
            return False
        if self.evening.play.over:
            return True
        asked = asking(self.evening)
        assert asked is not None
        if leaves[at] == Leaf() and self._elsewhere() and (before := last_aloud(self.evening, self.language)):
            told(self.say("under", text=before))
        self._ask(asked)
        return False

    # ---- leaves -----------------------------------------------------------------------------------

    def _leaf(self, leaf: Leaf) -> None:
        print()
        if leaf.aloud:
            rule("=")
            print(f"  {self.said['aloud']}")
            print()
            large([leaf.aloud])
            print()
            rule()
        if leaf.awake:
            told(self.say("awake", names=self.names(leaf.awake)))
        if leaf.pretended:
            told(self.said["pretended"])
        minutes = self.evening.game.texts.minutes(self.language, leaf.name)
        if minutes:
            told(self.say("minutes", n=minutes))
        for cue in leaf.cues:
            told(self.say("show" if cue.kind == "some" else cue.kind, names=self.names(cue.seats), text=cue.text))

    def _elsewhere(self) -> bool:
        """Whether the last entry was made in another part of the rules than the next."""
        entries, node = self.evening.sheet.entries, self.evening.play.decision
        return not entries or node is None or entries[-1]["phase"] != node.name

    # ---- questions --------------------------------------------------------------------------------

    def _ask(self, asked: Asking) -> None:
        words = self.evening.play.rules.words
        cards = Cards(self)
        if cards.asks is not None:
            cards.ask()
            return
        print()
        told(f"{words.clause(self.language, asked.clause)} – "
             + self.say("together" if asked.together else asked.asked.who, names=self.names(asked.seats)))
        self.keep(self._decided(offers(self.evening, self.language)))

    def _decided(self, legal: list[Offer]) -> Evening:
        """What somebody chose, once it is legal; chance may be left to the seed."""
        chance = self.evening.play.asked is not None and self.evening.play.asked.who == "chance"
        kinds = {offer.action.option for offer in legal}
        if len(legal) > (MANY if len(kinds) > 1 else MOST_LISTED):
            legal = self._narrowed(legal)
            if len(legal) == 1:
                return self.evening.chosen(legal[0].action)
        names = [offer.name for offer in legal]
        names = names if len(set(names)) == len(names) else [offer.sentence for offer in legal]
        columns(names, numbered=not all(name.isdigit() for name in names))
        barred = others(self.evening, self.language)
        if barred:
            told(self.say("not now", names=COMMA[self.language].join(offer.name for offer in barred)), 5)
        if chance:
            told(self.said["draw"])
        while True:
            text = self.line(self.said["prompt"], names)
            if not text:
                if chance:
                    return self.evening.drawn()
                continue
            at = meant(text, names)
            if at is not None:
                return self.evening.chosen(legal[at].action)
            at = meant(text, [offer.name for offer in barred]) if not text.isdigit() else None
            if at is None:
                print(self.say("no such", text=text))
                continue
            reason, *failing = why_not(self.evening, barred[at].action, self.language, self._conditions)
            told(self.say("refused", reason=reason))
            if failing:
                told(self.say("failing", conditions=COMMA[self.language].join(failing)), 4)

    def _narrowed(self, legal: list[Offer]) -> list[Offer]:
        """First which option, then one pick after the other, until few are left."""
        words, language, depth = self.evening.play.rules.words, self.language, 0
        while len(legal) > 1:
            keys = [(offer.action.option, *offer.action.picks.values()) for offer in legal]
            here = list(dict.fromkeys(key[depth] for key in keys if depth < len(key)))
            if len(here) > 1:
                if depth:
                    told(f"{words.texts.name(language, legal[0].action.option)} …")
                names = [words.name(language, one) if depth else option_name(words, language, str(one)) for one in here]
                columns(names)
                while (at := meant(self.line(self.said["prompt"], names), names)) is None:
                    pass
                legal = [offer for offer, key in zip(legal, keys, strict=True) if key[depth : depth + 1] == (here[at],)]
            depth += 1
        return legal

    @cached_property
    def _conditions(self) -> Mapping[str, str]:
        """Conditions of choices in words, by how they are written."""
        return conditions(self.evening.game, self.language)

    # ---- the end ----------------------------------------------------------------------------------

    def _over(self) -> int:
        result = self.evening.play.result
        assert result is not None
        print()
        rule("=")
        large([tell_result(self.evening.play.rules.words, result, self.language)])
        rule("=")
        told(self.said["over"])
        lines = story(self.evening, self.language)
        print()
        for line in lines:
            told(line)
        print()
        at = self.path.with_name(f"{self.path.name.split('.')[0]}.story.txt")
        why = file.tell(at, lines)
        print(self.say("not saved", file=str(at), why=why) if why else self.say("story", file=str(at)))
        return FAILING if result.kind in ("stuck", "undefined") else GOOD
