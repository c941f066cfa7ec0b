"""Sides of an offer, by which deeds and cards are marked in it: what its maker gives, and what is asked in return."""

GIVEN = 1
ASKED = 2
