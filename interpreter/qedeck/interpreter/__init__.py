"""The one meaning of Core, and what runs on it: play, views, traces, simulation."""
