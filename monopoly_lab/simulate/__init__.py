"""Many games at once: the same rules in a compiled loop, with what happened counted."""
