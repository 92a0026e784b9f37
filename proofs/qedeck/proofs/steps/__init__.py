"""What every step keeps: helper facts, inductions, and what a reading can reach."""
