"""A game in words: answers and their notation, what waits, what has happened, what is refused and why."""
