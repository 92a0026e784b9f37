"""What became of a question, for those who have never seen a prover: composed from what a verdict holds as data.

A verdict's own sentences are English and speak of solvers; they stay as they are, for designers. Here a reader learns
how far a claim was tried, for what it holds, what it leans on, and what could help to decide it.
"""

from __future__ import annotations

from qedeck.proofs.steps.claimed import GIVEN
from qedeck.proofs.steps.support import CONSERVED
from qedeck.proofs.verdict import Grade, Verdict, every, every_reading
from qedeck.site.book.prose import Prose
from qedeck.site.book.words.speaker import Speaker
from qedeck.site.book.words.speech import capital, prose_of
from qedeck.spec import tree as t

# English, Japanese. What was tried, by the engine that gave up last.
TRIED = {
    "induction": ("step by step the proof could not be closed", "1手ずつ確かめる方法では、証明しきれませんでした"),
    "random plays": ("random games did not decide it", "ランダムに遊んでみても、決め手は見つかりませんでした"),
    "bounded search": ("all short plays did not decide it", "短い手順をすべて調べても、決まりませんでした"),
    "measure": ("no number was found that always shrinks", "必ず減っていく数が見つかりませんでした"),
}
NO_TIME = "the time was up before anything was found", "何も見つからないうちに、時間が切れました"
FEW = 4
"""So many names are read one by one; of more, the rest is counted."""
LEANS = {
    GIVEN: ("it leans on the claims above it", "上の主張をもとにしています"),
    CONSERVED: ("it leans on this: no card is lost or made", "カードがなくなりも増えもしないことを使っています"),
}
HELPED = "it leans on smaller facts that were proved on the way", "途中で証明した小さな事実を使っています"
LEADS = (
    "to go on, a designer would first prove something of {}",
    "先へ進むには、まず{}について何かを証明するとよさそうです")


def findings(speaker: Speaker, verdict: Verdict) -> tuple[Prose, ...]:
    """Sentences beside the grade, in the language of the speaker."""
    ja = speaker.lore.desk.ja
    said: list[str] = []
    if verdict.grade is Grade.UNKNOWN:
        said.append(TRIED.get(verdict.engine, NO_TIME)[ja])
    said += _over(speaker, verdict)
    leans = dict.fromkeys(LEANS.get(rest, HELPED)[ja] for rest in verdict.rests)
    said += list(leans)
    known = [word for word in verdict.leads if word in speaker.lore.desk.named]
    if not verdict.grade.decided and known:
        said.append(LEADS[ja].format(_listed(speaker, known)))
    return tuple(prose_of(f"{one}。" if ja else capital(f"{one}.")) for one in said)


def _over(speaker: Speaker, verdict: Verdict) -> list[str]:
    """Whatever is left open may be, however the book is read."""
    parts, ja = speaker.lore.desk.written, speaker.lore.desk.ja
    numbers = [name for name, part in parts.items() if isinstance(part, t.Parameter) and every(name) in verdict.over]
    points = [name for name, part in parts.items()
              if isinstance(part, t.Reading) and every_reading(name) in verdict.over]
    said = []
    if numbers:
        names = _listed(speaker, numbers)
        said.append(f"{names}がどうであっても成り立ちます" if ja else f"it holds whatever {names} may be")
    if points:
        names = _listed(speaker, points)
        said.append(f"{names}をどう読んでも成り立ちます" if ja else f"it holds however {names} may be read")
    return said


def _listed(speaker: Speaker, names: list[str]) -> str:
    ja, shown = speaker.lore.desk.ja, names if len(names) <= FEW + 1 else names[:FEW]
    said, left = [speaker.lore.name(name) for name in shown], len(names) - len(shown)
    if ja:
        return "".join(f"「{one}」" for one in said) + (f"など{len(names)}か所" if left else "")
    quoted = [f"“{one}”" for one in said] + ([f"{left} others"] if left else [])
    return quoted[0] if len(quoted) == 1 else f"{', '.join(quoted[:-1])} and {quoted[-1]}"
