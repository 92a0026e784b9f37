"""Text to checked core: knows nothing of running or proving."""
