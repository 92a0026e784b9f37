"""Stage 1: from Lark's parse to our tree."""

from qedeck.spec.builder.expressions import Expressions
from qedeck.spec.builder.rules import Rules
from qedeck.spec.builder.statements import Statements
from qedeck.spec.builder.trials import Trials
from qedeck.spec.builder.variants import Variants


class Builder(Expressions, Statements, Rules, Trials, Variants):
    """Builds any clause."""
