"""Stage 3: Core, the small language that has the meaning.

A Core is one game at one player count: finite typed state, pure definitions, and a control
graph whose nodes are the points where somebody or chance decides; between two nodes a step is
one deterministic function of the state. Everything a designer writes ends here.

Values are booleans and integers. A card, a player, a place or a word of a list is its position
in its domain, counted from 0; `none` is -1. Partial things (a card before the first, a draw
from nothing) are values too: `Need` says when they are defined, and `Try` asks.
"""

from qedeck.spec.core.contents import *  # noqa: F403
from qedeck.spec.core.control import *  # noqa: F403
from qedeck.spec.core.effects import *  # noqa: F403
from qedeck.spec.core.game import *  # noqa: F403
from qedeck.spec.core.inside import *  # noqa: F403
from qedeck.spec.core.sights import *  # noqa: F403
from qedeck.spec.core.state import *  # noqa: F403
from qedeck.spec.core.steps import *  # noqa: F403
from qedeck.spec.core.terms import *  # noqa: F403
from qedeck.spec.core.types import *  # noqa: F403
