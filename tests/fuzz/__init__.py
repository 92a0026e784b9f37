"""Games broken at random: the front end answers with messages, never with a traceback."""
