"""What a verdict rests on, in clauses and statements."""
