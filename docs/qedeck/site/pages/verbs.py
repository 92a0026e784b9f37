"""The commands, as their own parsers describe them: one page, a part for each verb."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from qedeck.site.pages.escaping import code, text
from qedeck.site.pages.handbook import WRITTEN_IN_ENGLISH

# A parser has no public way to tell what it was given; argparse has kept these names since it was written.
_Option = argparse.Action


def commands_page(parsers: Sequence[tuple[str, argparse.ArgumentParser]]) -> str:
    """All verbs, in their order."""
    lines = [WRITTEN_IN_ENGLISH + "# The commands", "",
             "What `qedeck` can be told to do. Exit codes: 0 good; 1 failing or refuted; 2 the input or the usage is "
             "wrong; 3 unknown or timed out; 4 our own fault.", ""]
    for verb, parser in parsers:
        lines += [f"## qedeck {text(verb)} {{#{verb.replace(' ', '-')}}}", "", text(parser.description or ""), ""]
        example = (parser.epilog or "").partition("\n")[2]
        if example:
            shown = code(_straight(example))
            lines += [f'<div class="highlight"><pre><code tabindex="0">{shown}</code></pre></div>', ""]
        lines += [*_options(parser), ""]
    return "\n".join(lines)


def _straight(example: str) -> str:
    return "\n".join(line.removeprefix("  ") for line in example.splitlines()) + "\n"


def _options(parser: argparse.ArgumentParser) -> list[str]:
    rows = [(_named(action), _told(action)) for action in parser._actions
            if action.help is not argparse.SUPPRESS and not isinstance(action, argparse._SubParsersAction)
            and "--help" not in action.option_strings]
    if not rows:
        return []
    body = "".join(f"<div><dt>{name}</dt><dd>{what}</dd></div>" for name, what in rows)
    return [f'<dl class="qed-options">{body}</dl>']


def _named(action: _Option) -> str:
    metavar = action.metavar if isinstance(action.metavar, str) else action.dest.upper()
    if not action.option_strings:
        return f"<code>{code(metavar)}</code>"
    takes = "" if action.nargs == 0 else " " + ("|".join(map(str, action.choices)) if action.choices else metavar)
    return ", ".join(f"<code>{code(option + takes)}</code>" for option in action.option_strings)


def _told(action: _Option) -> str:
    return text((action.help or "") % {"default": action.default, "prog": "qedeck"})
