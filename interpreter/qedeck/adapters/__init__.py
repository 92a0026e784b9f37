"""Games of qedeck for other people's programs: one module for each, which alone imports what it adapts to."""
