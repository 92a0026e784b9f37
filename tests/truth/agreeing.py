"""Claims of one run that cannot all be so: the same said in several ways, of games too large to visit every position.

In: a seed; out: what was said of each way to put it, and which two contradict each other. What is true, nobody knows
here; but what is proved must not be broken by a play that another claim tells.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from qedeck.proofs.answers import Question, answer, every_property, know
from qedeck.proofs.verdict import Grade
from qedeck.spec.game import load_text

from .engines import lineup, without
from .games import Author
from .words import Writer

WIDE = "parameter wide: 0 to 100000\n  assumed 7\n"
"""More ways to set it than anybody visits."""
SECONDS = 1.0
OWN = ("never stuck", "never undefined", "endings exclusive", "endings complete", "always ends", "deal feasible")
HOLDS = {"always": "good", "never": "good", "leaning": "good", "reached": "REFUTED", "anywhere": "good"}
"""What says that something is always so, if it comes out so."""
BROKEN = {
    "always": "REFUTED",
    "never": "REFUTED",
    "leaning": "REFUTED",
    "reached": "good",
    "made": "good",
    "kept": "REFUTED",
}
"""What says that it is not."""


@dataclass(frozen=True, slots=True)
class Run:
    """A game with its claims, and how each came out."""

    text: str
    said: dict[str, Grade]
    """By the name of the property; what every game is asked, by its kind."""

    def contradictions(self) -> Iterator[str]:
        """Two claims that cannot both be so."""
        for one, grade in HOLDS.items():
            for other, opposite in BROKEN.items():
                if self._is(one, grade) and self._is(other, opposite):
                    yield f"{one} and {other}"
        if self._is("kept", "good") and self._is("made", "good"):
            yield "kept and made"
        if self._is("within", "good") and self._is("own-4", "REFUTED"):
            yield "within and always ends"
        if self._is("reached", "VACUOUS") != self._is("never", "VACUOUS") and self._is("reached", "good"):
            yield "reached and never"
        for own, stock in ((f"own-{k}", f"stock {claim}") for k, claim in enumerate(OWN)):
            for one, other in ((own, stock), (stock, own)):
                if self._is(one, "good") and self._is(other, "REFUTED"):
                    yield f"{one} and {other}"
        yield from (f"{name}: our own fault" for name, grade in self.said.items() if grade is Grade.FAULT)

    def _is(self, name: str, grade: str) -> bool:
        found = self.said.get(name)
        return found is not None and (found.good if grade == "good" else found.name == grade)


def run(name: str) -> Run | None:
    """The game of this name, and what is said of it; None if it cannot be read."""
    random = Random(name)
    game = Author(random).game()
    writer = Writer(random, game.vocabulary)
    condition = writer.condition(random.randint(0, 2))
    claims = {
        "always": f"always {condition}",
        "never": f"never not ({condition})",
        "leaning": f"always {writer.condition(1)}\n  always {writer.condition(0)}\n  always {condition}",
        "reached": f"reachable not ({condition})",
        "made": f"some choice makes not ({condition})",
        "kept": f"each choice keeps {condition}",
        "anywhere": f"any position has {condition}",
        "within": "always ends within 6 choices",
        **{f"own-{k}": claim for k, claim in enumerate(OWN)},
    }
    wide = WIDE if random.random() < 0.7 else ""
    text = "\n".join([game.text, wide, *(f"property {name}\n  {claim}\n" for name, claim in claims.items())])
    loaded = load_text(text)
    if not loaded.sound:
        return None
    know(text, loaded)
    said: dict[str, Grade] = {}
    kinds = {prop.claims[-1].kind: k for k, prop in enumerate(every_property(loaded, False))}
    with without(lineup(random)):
        for prop in every_property(loaded):
            last = len(prop.claims) - 1
            own = prop.name.text in claims
            if not own and prop.claims[0].kind not in kinds:
                continue
            asked = Question(text, prop.name.text, last, game.vocabulary.players, SECONDS, False)
            found = answer(asked).grade
            said[prop.name.text if own else f"stock {_words(prop.claims[0].kind)}"] = found
    return Run(text, said)


_KINDS = {
    "never_stuck": "never stuck",
    "never_undefined": "never undefined",
    "endings_exclusive": "endings exclusive",
    "endings_complete": "endings complete",
    "ends": "always ends",
    "deal": "deal feasible",
}


def _words(kind: str) -> str:
    return _KINDS.get(kind, kind)
