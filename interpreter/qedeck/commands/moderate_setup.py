"""Before an evening: who sits where, what is settled among the rules, how cards are dealt; each answer kept at once."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from qedeck.commands import evening_file as file
from qedeck.commands.moderate_lines import meant, parts, plain, typed
from qedeck.commands.moderate_said import SAID
from qedeck.commands.moderate_screen import columns, told
from qedeck.commands.moderate_words import limits
from qedeck.evening.dials import Dial, dials, objection, turned
from qedeck.evening.people import COLON
from qedeck.evening.sheet import LONGEST_NAME, Sheet
from qedeck.interpreter.telling import COMMA
from qedeck.interpreter.words import fill
from qedeck.spec import core as c
from qedeck.spec.game import Game


class SetUp:
    """The questions before the first leaf."""

    def __init__(self, game: Game, sheet: Sheet, path: Path, language: str) -> None:
        self.game, self.sheet, self.path, self.language = game, sheet, path, language
        self.said = SAID[language]

    def run(self) -> Sheet:
        """A sheet that is ready; Left if somebody leaves meanwhile."""
        low, high = self.game.players.start, self.game.players.stop - 1
        print(self.say("kept", file=self.path))
        print()
        if len(self.sheet.names) not in self.game.players:
            self._people(low, high)
        while not self._names():
            pass
        while not self._settled():
            pass
        by_hand = self._has_chance() and self._dealt()
        self._keep(replace(self.sheet, by_hand=by_hand, ready=True))
        return self.sheet

    def say(self, key: str, **slots: object) -> str:
        return fill(self.said[key], {name: str(value) for name, value in slots.items()})

    def _keep(self, sheet: Sheet) -> None:
        self.sheet = sheet
        why = file.save(self.path, sheet)
        if why:
            print(self.say("not saved", file=self.path, why=why))

    # ---- names and seats --------------------------------------------------------------------------

    def _people(self, low: int, high: int) -> None:
        """Name after name, up to an empty line."""
        print(self.say("names", low=low, high=high))
        while True:
            text = typed(f"{len(self.sheet.names) + 1}> ")
            self._add(text)
            if not text and len(self.sheet.names) in self.game.players:
                return
            if not text:
                print(self.say("how many", low=low, high=high, n=len(self.sheet.names)))

    def _names(self) -> bool:
        """The names as they are, or one of them changed; whether all is well."""
        print(self.said["seats"])
        columns(self.sheet.names)
        print(self.said["change names"])
        text = typed(self.said["prompt"])
        if not text:
            return len(self.sheet.names) in self.game.players
        number, _, rest = text.partition(" ")
        at, names = int(number) - 1 if number.isdigit() and len(number) < 4 else -1, list(self.sheet.names)
        if rest.startswith(">") and rest[1:].strip().isdigit() and 0 <= at < len(names):
            to = min(max(int(rest[1:].strip()[:4]), 1), len(names)) - 1
            names.insert(to, names.pop(at))
            self._seat(names, "")
        elif rest == "-" and 0 <= at < len(names):
            self._seat(names[:at] + names[at + 1 :], "")
        elif rest and 0 <= at < len(names):
            self._seat([*names[:at], rest, *names[at + 1 :]], rest)
        else:
            self._add(text)
        return False

    def _add(self, text: str) -> None:
        for name in parts(text):
            if len(self.sheet.names) == self.game.players.stop - 1:
                print(self.say("no room", name=name))
                return
            self._seat([*self.sheet.names, name], name)

    def _seat(self, names: list[str], new: str) -> None:
        """These people, unless the new one cannot be told from another."""
        if new and (len(new) > LONGEST_NAME or names.count(new) != 1):
            print(self.say("bad name", name=new, n=LONGEST_NAME))
            return
        self._keep(replace(self.sheet, names=tuple(map(plain, names))))

    # ---- what the rules leave open ------------------------------------------------------------------

    def _settled(self) -> bool:
        """Parameters as they are, one changed, or readings; whether all is well."""
        all_ = dials(self.game, len(self.sheet.names), self.sheet.settings, self.language)
        values, readings = ([one for one in all_ if one.role == role] for role in ("parameter", "reading"))
        if not all_:
            return True
        print()
        print(self.said["cast"])
        for setting in dict.fromkeys(one.setting for one in values):
            group = [one for one in values if one.setting == setting]
            name = self.game.texts.name(self.language, setting)
            each = [f"{one.name} {one.shown}" if one.entry else one.shown for one in group]
            told(f"{name}{COLON[self.language]}{COMMA[self.language].join(each)}")
        example = f"{values[0].name} {values[0].shown}" if values else "…"
        print(self.say("change cast", example=example, open=len(readings)))
        text = typed(self.said["prompt"])
        if not text:
            why = objection(self.game, len(self.sheet.names), self.sheet.settings)
            if why:
                print(self.say("objection", why=limits(self.game, self.language).get(why, why)))
            return not why
        if text == "o":
            while self._read(readings):
                all_ = dials(self.game, len(self.sheet.names), self.sheet.settings, self.language)
                readings = [one for one in all_ if one.role == "reading"]
            return False
        name, _, value = text.rpartition(" ")
        at = meant(name, [one.name for one in values]) if name else None
        which = meant_value(values[at], value) if at is not None else None
        if at is None or which is None:
            print(self.say("unknown", text=text))
        else:
            self._keep(replace(self.sheet, settings=turned(self.sheet.settings, values[at], values[at].choices[which])))
        return False

    def _read(self, readings: list[Dial]) -> bool:
        """The readings; one is turned to its next way. Whether there may be more."""
        print(self.said["open points"])
        for number, one in enumerate(readings, 1):
            usual = self.said["usual"] if one.value == one.usual else ""
            told(f"{number:>3}  {one.name}{COLON[self.language]}{one.shown}{usual}")
        text = typed(self.said["prompt"])
        at = meant(text, [one.name for one in readings]) if text else None
        if at is not None:
            dial = readings[at]
            value = dial.choices[(dial.choices.index(dial.value) + 1) % len(dial.choices)]
            self._keep(replace(self.sheet, settings=turned(self.sheet.settings, dial, value)))
        return bool(text)

    # ---- cards ----------------------------------------------------------------------------------------

    def _has_chance(self) -> bool:
        return any(c.who_decides(node) == "chance" for node in self.game.core(len(self.sheet.names)).nodes)

    def _dealt(self) -> bool:
        """Whether cards fall at the table."""
        ways = [self.said["deal by hand"], self.said["deal by me"]]
        print()
        print(self.said["deal"])
        columns(ways)
        while (at := meant(typed(self.said["prompt"]), ways)) is None:
            pass
        return at == 0


def meant_value(dial: Dial, text: str) -> int | None:
    """Which of its values a dial is turned to: a number is the value itself, not a place in the list."""
    return next((at for at, name in enumerate(dial.names) if name == text), None)
