"""Stage 1: from Lark's parse to our tree."""

from qedeck.spec.builder.expressions import Expressions
from qedeck.spec.builder.rules import Rules
from qedeck.spec.builder.statements import Statements
from qedeck.spec.builder.trials import Trials


class Builder(Expressions, Statements, Rules, Trials):
    """Builds any clause."""
