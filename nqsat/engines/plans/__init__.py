"""Plans: how a count is split into parts, and how long they are predicted to take."""
