"""Plans: the parts that a count is cut into, and how long they would take."""
