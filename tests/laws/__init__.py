"""Laws: what must hold of every program, whatever game it is."""
