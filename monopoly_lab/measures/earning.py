"""What the deeds on the board earn and cost on average, by the chain: expected rents between the players.

Long-run frequencies of tokens that leave jail at once, times the rents of the real position by the rules; opponents
are taken to be anywhere.
"""

from typing import TYPE_CHECKING

from monopoly_lab.rules.rent import rent_due

if TYPE_CHECKING:
    from monopoly_lab.chain import Chain
    from monopoly_lab.rules.state import State

RATE, ROUNDS = 0.01, 20  # of the economic worth: interest a round, and how many rounds are looked at


def earned(chain: "Chain", s: "State") -> dict[int, float]:
    """Expected rent by owner in one turn of one other player."""
    from monopoly_lab.chain.income import rent_moments

    found = dict.fromkeys(range(s.seats), 0.0)
    for q, coming in chain.arrivals_at.items():
        owner = s.owner[q]
        if owner >= 0 and not s.mortgaged[q]:
            rent = sum(mass * rent_moments(chain, s, arrival)[0] for arrival, mass in coming.items())
            found[owner] += rent * chain.throws_in("turn")
    return found


def economic(cash: int, debt: int, income: float, others: float, opponents: int) -> float:
    """Cash less debts, and the present value of `ROUNDS` rounds of expected net rent at `RATE` a round.

    In a round every opponent has a turn and pays `income`, and the player has one and pays `others`.
    """
    annuity = (1 - (1 + RATE) ** -ROUNDS) / RATE
    return cash - debt + annuity * (income * opponents - others)


def worst_rent(s: "State", t: object, p: int) -> int:
    """The dearest rent that seat `p` could meet on one deed of another, on a utility after the highest throw."""
    most = t.o_move_dice * t.o_move_sides  # type: ignore[attr-defined]
    foreign = [q for q in range(t.spaces) if s.owner[q] not in (-1, p) and not s.mortgaged[q]]  # type: ignore[attr-defined]
    return max((int(rent_due(s, t, q, 0, most)) for q in foreign), default=0)
