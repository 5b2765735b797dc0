"""One solution, the best one, whether there is another."""
