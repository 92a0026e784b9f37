"""Stage 1: what was written. One class for each construct of the grammar, with its span.

Spans never take part in equality, so that a file and its formatted twin are equal trees.
"""

from qedeck.spec.tree.base import *  # noqa: F403
from qedeck.spec.tree.expressions import *  # noqa: F403
from qedeck.spec.tree.rules import *  # noqa: F403
from qedeck.spec.tree.statements import *  # noqa: F403
from qedeck.spec.tree.trials import *  # noqa: F403
from qedeck.spec.tree.variants import *  # noqa: F403
