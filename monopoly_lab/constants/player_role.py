"""Sides of a game of monopolists against competitors."""

NONE = 0
MONOPOLIST = 1
COMPETITOR = 2
