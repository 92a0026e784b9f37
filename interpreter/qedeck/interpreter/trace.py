"""A game written down: a play in, JSON out; JSON in, the same game played again.

    {"format": "qedeck-trace", "version": 1, "game": …, "players": 3, "seed": 7, "settings": {},
     "steps": [{"by": "player 1", "phase": "play-trick", "option": "c", "picks": {"c": "chest 7"}}, …],
     "result": {"kind": "won", "ending": …, "winners": [1], …}}

Steps are in words, also what chance did, so that a trace outlives the engine that made it.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any, assert_never

from qedeck.interpreter.actions import Action
from qedeck.interpreter.choices import Refused
from qedeck.interpreter.events import result_data
from qedeck.interpreter.play import Endless, Play, start
from qedeck.spec import core as c
from qedeck.spec.escapes import escaped
from qedeck.spec.game import Game

FORMAT, VERSION = "qedeck-trace", 1
LARGEST = 50_000_000
DEEPEST = 12
_STRINGS = re.compile(r'"(?:[^"\\]|\\.)*"')


class TraceError(ValueError):
    """This file is no trace, or not one of this game."""


@dataclass(frozen=True, slots=True)
class Replay:
    """A trace played again. `difference` says what came out otherwise, `step` at which step (from 1)."""

    play: Play
    step: int | None = None
    difference: str = ""

    @property
    def same(self) -> bool:
        return not self.difference


# ---- writing ---------------------------------------------------------------------------------


def trace(play: Play, game: Game | None = None) -> dict[str, Any]:
    """The whole play as plain data."""
    return {
        "format": FORMAT, "version": VERSION, "game": play.title, "variant": play.variant,
        "rules": fingerprint(game) if game else None,
        "players": play.core.players, "seed": play.seed, "settings": play.settings,
        "steps": [step_of(action, play) for action in play.actions],
        "result": result_data(play.result) if play.result else None,
    }


def save_trace(play: Play, path: Path | str, game: Game | None = None) -> None:
    text = json.dumps(trace(play, game), ensure_ascii=False, indent=1)
    Path(path).write_text(escaped(text, keep="\n") + "\n", "utf-8")


def fingerprint(game: Game) -> str:
    """Tells whether the rules are still those that the trace was made with."""
    rules = [source.text for name, source in sorted(game.sources.items()) if not name.endswith(".toml")]
    return sha256("\0".join(rules).encode("utf-8", "replace")).hexdigest()[:16]


def step_of(action: Action, play: Play) -> dict[str, Any]:
    """What was decided, in words."""
    node, words = play.core.nodes[action.node], play.rules.words
    match node:
        case c.Decision():
            by = words.player(action.player) if action.player else action.actor
            return {"by": by, "phase": action.phase, "option": action.option, "picks": action.picks}
        case c.DealDecision():
            faces = play.core.zones[node.source.zone].cards.members
            dealt = [{face: n for face, n in zip(faces, counts, strict=True) if n} for counts in action.outcome or ()]
            return {"by": "chance", "phase": action.phase, "deal": dealt}
        case c.ShuffleDecision():
            faces = play.core.zones[node.zone.zone].cards.members
            order = action.outcome[0] if action.outcome else ()
            return {"by": "chance", "phase": action.phase, "shuffle": [faces[card] for card in order]}
        case _:
            assert_never(node)


# ---- reading -----------------------------------------------------------------------------------


def load_trace(path: Path | str) -> dict[str, Any]:
    """A trace from a file; TraceError says why it is none."""
    path = Path(path)
    try:
        if not path.is_file():
            raise TraceError(f"{path} is a folder, not a trace" if path.is_dir() else f"there is no file {path}")
        if path.stat().st_size > LARGEST:
            raise TraceError(f"{path} is too large for a trace")
        raw = path.read_bytes()
    except (OSError, ValueError) as error:
        if isinstance(error, TraceError):
            raise
        raise TraceError(f"{path} cannot be read: {getattr(error, 'strerror', None) or error}") from None
    try:
        return read_trace(raw.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise TraceError(f"{path} is not a trace: it is not text in UTF-8") from None
    except TraceError as error:
        raise TraceError(f"{path} is not a trace: {error}") from None


def read_trace(text: str) -> dict[str, Any]:
    found = read_json(text)
    _check(found)
    assert isinstance(found, dict)
    return found


def read_json(text: str) -> object:
    """What somebody wrote down as JSON, or why it cannot be read."""
    depth = deepest = 0
    for sign in re.findall(r"[\[\]{}]", _STRINGS.sub("", text)):
        depth += 1 if sign in "[{" else -1
        deepest = max(deepest, depth)
    if deepest > DEEPEST:
        # Brackets in brackets in brackets would exhaust the stack of the JSON reader.
        raise TraceError("its brackets are nested too deeply")
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise TraceError(f"it is not JSON (line {error.lineno})") from None
    except ValueError as error:
        raise TraceError(f"it is not JSON ({error})") from None


def _check(found: object) -> None:
    if not isinstance(found, dict) or found.get("format") != FORMAT:
        raise TraceError(f'it does not say "format": "{FORMAT}"')
    if found.get("version") != VERSION:
        raise TraceError(f"it has version {found.get('version')}, but this qedeck reads version {VERSION}")
    wanted: dict[str, tuple[type, ...]] = {"game": (str,), "players": (int,), "seed": (int,), "settings": (dict,),
                                           "steps": (list,), "result": (dict, type(None))}
    for key, kinds in wanted.items():
        if key not in found or not isinstance(found[key], kinds) or isinstance(found[key], bool):
            raise TraceError(f'its "{key}" is missing or of the wrong kind')
    for number, step in enumerate(found["steps"], 1):
        if not isinstance(step, dict) or not isinstance(step.get("phase"), str) or not isinstance(step.get("by"), str):
            raise TraceError(f"step {number} does not say who decides and in which phase")
        good = (isinstance(step.get("deal"), list) or isinstance(step.get("shuffle"), list)
                or (isinstance(step.get("option"), str) and isinstance(step.get("picks"), dict)))
        if not good:
            raise TraceError(f"step {number} does not say what was decided")


# ---- playing it again ------------------------------------------------------------------------------


def replay(game: Game, found: dict[str, Any]) -> Replay:
    """Play a trace again, every step checked: the same result, or the step at which it goes another way."""
    _check(found)
    if found["game"] != game.name or found.get("variant") != game.variant:
        other = found.get("variant") or found["game"]
        raise TraceError(f"this is a trace of {other}, not of {game.variant or game.name}")
    if found["players"] not in game.players:
        raise TraceError(f"{game.name} is not for {found['players']} players")
    play = start(game, found["players"], found["seed"], found["settings"], auto=False)
    changed = found.get("rules") not in (None, fingerprint(game))
    why = " (the rules have changed since the trace was made)" if changed else ""
    for number, step in enumerate(found["steps"], 1):
        try:
            play.apply(action_of(play, step))
        except (Refused, TraceError) as error:
            return Replay(play, number, f"{error}{why}")
        except Endless as error:
            return Replay(play, number, f"{error}{why}")
    got = result_data(play.result) if play.result else None
    if got != found["result"]:
        ends = f"the trace ends with {_brief(found['result'])}, but this with {_brief(got)}"
        return Replay(play, len(found["steps"]), ends + why)
    return Replay(play)


def _brief(result: dict[str, Any] | None) -> str:
    if result is None:
        return "a game that goes on"
    winners = result.get("winners") or []
    names = f" ({', '.join(f'player {w}' for w in winners)})" if isinstance(winners, list) and winners else ""
    return f"{result.get('ending') or result.get('kind')}{names}"


def action_of(play: Play, step: dict[str, Any]) -> Action:
    """What a step of a trace does in a play that has come there; TraceError if that is none of its steps."""
    node, asked = play.decision, play.asked
    if node is None or asked is None or play.node is None:
        raise TraceError("the game is already over")
    if node.name != step["phase"]:
        raise TraceError(f"the game is in {node.name}, not in {step['phase']}")
    match node:
        case c.DealDecision() if "deal" in step:
            faces = play.core.zones[node.source.zone].cards
            outcome = tuple(_counts(counts, faces) for counts in step["deal"])
            return Action(play.node, 0, outcome=outcome, words=play.rules.words)
        case c.ShuffleDecision() if "shuffle" in step:
            faces = play.core.zones[node.zone.zone].cards
            order = tuple(_face(card, faces) for card in step["shuffle"])
            return Action(play.node, 0, outcome=(order,), words=play.rules.words)
        case c.Decision() if "option" in step:
            by = play.rules.words.player(asked.player) if asked.player else asked.who
            if asked.who != "anyone" and step["by"] != by:
                raise TraceError(f"{by} decides here, not {step['by']}")
            return _choice(play, node, step)
        case _:
            pass
    raise TraceError(f"this is no step of {node.name}")


def _choice(play: Play, node: c.Decision, step: dict[str, Any]) -> Action:
    for option in node.options:
        if option.name == step["option"]:
            if set(step["picks"]) != {pick.label for pick in option.picks}:
                raise TraceError(f"{option.name} needs {', '.join(p.label for p in option.picks) or 'no picks'}")
            words = [step["picks"][pick.label] for pick in option.picks]
            if not all(isinstance(word, (str, int)) for word in words):
                raise TraceError(f"the picks of {option.name} are not words")
            return play.action(option.name, words)
    raise TraceError(f"there is no option {step['option']} in {node.name}")


def _counts(counts: object, faces: c.Domain) -> tuple[int, ...]:
    if not isinstance(counts, dict) or not all(isinstance(n, int) for n in counts.values()):
        raise TraceError("a deal is a table of cards and how many")
    row = [0] * faces.size
    for card, n in counts.items():
        row[_face(card, faces)] = n
    return tuple(row)


def _face(card: object, faces: c.Domain) -> int:
    if card not in faces.members:
        raise TraceError(f"there is no card {card}")
    return faces.members.index(str(card))
