"""The rulebook site: what games become, without a browser."""
