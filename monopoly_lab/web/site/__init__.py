"""Lessons that open with a link: one command makes a folder that any web server hands out.

    monopoly-lab site DIR --pyodide FOLDER

A student's browser fetches Python once and then runs the lessons by itself: nothing is installed, nothing of the
student's leaves the machine. `lock.toml` pins every file of it by digest.
"""

from monopoly_lab.web.site.build import build_site

__all__ = ["build_site"]
