"""What somebody could hand us who means no good, or who slipped: there is always a message, soon, and nothing raw."""
