"""What a seat is shown: two plays that it cannot tell apart."""
