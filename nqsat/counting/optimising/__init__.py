"""Find one solution or the best one, and decide whether it is unique."""
