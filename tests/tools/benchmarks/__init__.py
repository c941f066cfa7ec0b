"""How fast the rules are, against a bare machine of the same build: `python -m monopoly_lab.bench`."""
