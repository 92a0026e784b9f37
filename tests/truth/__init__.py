"""Random small games and claims of every kind: what is said of them, held against what is true of every position."""
