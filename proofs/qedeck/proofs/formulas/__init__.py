"""Games as formulas: symbols for any position, one step, one question to the solver."""
