"""Rules changed a little, to see whether the properties notice."""
