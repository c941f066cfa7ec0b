"""Property-trading board games in Jupyter, each edition under its own rule book."""

__version__ = "0.1.0"
