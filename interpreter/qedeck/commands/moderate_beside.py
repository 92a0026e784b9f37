"""What may be typed at any leaf: who is who, who was shown what, taking back, a timer, the story; leaving."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from qedeck.commands import evening_file as file
from qedeck.commands.moderate_lines import Left, typed
from qedeck.commands.moderate_said import SAID
from qedeck.commands.moderate_screen import told
from qedeck.commands.talk import minutes_of, talk
from qedeck.evening.evening import Evening
from qedeck.evening.people import COLON, people, shown
from qedeck.evening.story import story, taken_back
from qedeck.interpreter.telling import COMMA


class Again(Exception):
    """Something has changed: what stands now is shown anew."""


class Beside:
    """An evening, kept in a file, and somebody at the keyboard."""

    def __init__(self, evening: Evening, path: Path, language: str) -> None:
        self.evening, self.path, self.language = evening, path, language
        self.said = SAID[language]

    # ---- saying and keeping -----------------------------------------------------------------------

    def say(self, key: str, **slots: object) -> str:
        from qedeck.interpreter.words import fill

        return fill(self.said[key], {name: str(value) for name, value in slots.items()})

    def names(self, seats: tuple[int, ...]) -> str:
        return COMMA[self.language].join(self.evening.sheet.names[seat - 1] for seat in seats)

    def keep(self, evening: Evening) -> None:
        """This is how it stands now; it is kept before anything else happens."""
        self.evening = evening
        why = file.save(self.path, evening.sheet)
        if why:
            print(self.say("not saved", file=str(self.path), why=why))

    # ---- what may be typed anywhere ---------------------------------------------------------------

    def line(self, prompt: str, names: list[str] | None = None) -> str:
        """A line that is an answer; all else that may be typed is done, and asked again. A name comes first."""
        while True:
            text = typed(prompt)
            if text in (names or []) or not self._command(text):
                return text

    def _command(self, text: str) -> bool:
        """Whether it is something to do besides answering; then it is done. Again: the table has changed by it."""
        verb, _, rest = text.lower().partition(" ")
        match verb:
            case "q" | "quit" | "exit":
                raise Left
            case "?" | "h" | "help":
                print(self.said["help"])
            case "t":
                self._people()
            case "w":
                self._shown()
            case "s":
                for line in story(self.evening, self.language):
                    told(line)
            case "b":
                if self.evening.sheet.turned == 0:
                    print(self.said["first leaf"])
                    return True
                last = len(self.evening.open_leaves(self.language)) - 1
                self.keep(self.evening.turn(min(self.evening.sheet.turned, last) - 1))
                raise Again
            case "m" if (minutes := minutes_of(rest)) is not None:
                self._timer(minutes)
            case "u" if not rest or rest.isdigit():
                if self._take_back(rest):
                    raise Again
            case _:
                return False
        return True

    def _people(self) -> None:
        everybody = people(self.evening, self.language)
        told(self.say("living", n=sum(one.living for one in everybody), all=len(everybody)))
        for one in everybody:
            more = [one.cards, *one.marks] if one.cards else list(one.marks)
            more = more if one.living else [self.said["out"], *more]
            told(f"{one.seat:>3}  {one.name}" + (f"  {COMMA[self.language].join(more)}" if more else ""))

    def _shown(self) -> None:
        told(self.said["shown"])
        for seat, lines in shown(self.evening, self.language):
            told(f"{self.names((seat,))}{COLON[self.language]}{'' if lines else self.said['shown nothing']}".rstrip())
            for line in lines:
                told(line, 6)

    def _take_back(self, rest: str) -> bool:
        """Back by so many entries, if that is meant when it is said what goes; whether it was done."""
        mine = self.evening.mine()
        if not mine:
            print(self.said["nothing to take back"])
            return False
        if not rest:
            for number, taken in enumerate(taken_back(self.evening, mine[-1], self.language)[:9], 1):
                told(f"{number:>3}  {taken.entered}")
            rest = typed(self.said["take back"] + " ") or "1"
        many = min(int(rest), len(mine)) if rest.isdigit() and len(rest) < 6 else 0
        if not many:
            return False
        step = mine[many - 1]
        told(self.said["takes"])
        for taken in taken_back(self.evening, step, self.language):
            told(f"- {taken.entered}", 4)
            for text in taken.learned:
                told(self.say("learned", text=text), 0)
        if not typed(self.said["sure"] + " ").lower().startswith(self.said["yes"]):
            return False
        self.evening = self.evening.before(step)
        # Its leaves were read already: on with the question.
        self.keep(self.evening.turn(len(self.evening.open_leaves(self.language)) - 1))
        print(self.said["taken"])
        return True

    # ---- time -------------------------------------------------------------------------------------

    def _timer(self, minutes: float) -> None:
        from time import time

        self.keep(replace(self.evening, sheet=replace(self.evening.sheet, until=round(time() + 60 * minutes, 1))))
        self._talk()

    def _talk(self) -> None:
        """Until the time is up, or somebody ends it. Who hangs up meanwhile comes back to what is left of it."""
        until = self.evening.sheet.until
        assert until is not None
        talk(until, self.said)
        self.keep(replace(self.evening, sheet=replace(self.evening.sheet, until=None)))
