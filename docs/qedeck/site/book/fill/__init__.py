"""What fills the Book: one module for each part of the record. A Desk and what was made before in, a part out."""
