"""The books of a game: double entry, statements, and what an accountant may choose."""

from monopoly_lab.game.accounting.chart_of_accounts import Policies
from monopoly_lab.game.accounting.ledger import Ledger

__all__ = ["Ledger", "Policies"]
