"""The books of a game: double entry, statements, and what an accountant may choose."""

from monopoly_lab.accounts.ledger import Ledger
from monopoly_lab.accounts.policies import Policies

__all__ = ["Ledger", "Policies"]
