"""Saved games, scripts and golden tests: one TOML form, checked as a whole.

`document` describes the form, `expectations` what a scenario expects.
"""
