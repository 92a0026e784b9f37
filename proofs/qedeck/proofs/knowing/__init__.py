"""What somebody can tell from all that they noticed: sets of positions that a seat cannot tell apart."""
