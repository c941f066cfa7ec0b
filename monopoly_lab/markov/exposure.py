"""Risk of one player from the deeds of the others: expected rent, tail, ruin, jail decisions.

A chain of the player's token on the board as it stands. Nothing is bought, sold, built or mortgaged
meanwhile, every rent is asked for, opponents collect from jail too, and nobody uses a card that frees; cards are
put back after each draw.
"""

from os import PathLike
from typing import Any

import numpy as np

from monopoly_lab.common.argument_checks import check_arguments
from monopoly_lab.common.errors import ChainError
from monopoly_lab.common.file_access import quoted
from monopoly_lab.common.lazy_imports import pd
from monopoly_lab.common.messages import say
from monopoly_lab.common.renamed_modules import warn_renamed
from monopoly_lab.game import Game
from monopoly_lab.game.position import seat_of
from monopoly_lab.game.scenarios import Scenario
from monopoly_lab.game.scenarios.named_start import Playable, edition_or_scenario
from monopoly_lab.markov import best_jail_policy, loss_distribution, ruin
from monopoly_lab.markov.distributions import CLOCKS, checked_choice, checked_per, checked_steps, step_count
from monopoly_lab.markov.event_trace import Key
from monopoly_lab.markov.jail_policy import Jail
from monopoly_lab.markov.position_states import (
    Deeds,
    PlayerWalk,
    character_of,
    is_thrown_again,
    opponent_position,
    rows_of,
    side_of,
    simplify_tables,
    turn_seats,
)
from monopoly_lab.markov.state_derivation import MatrixRow
from monopoly_lab.markov.transition_matrix import SpaceRef
from monopoly_lab.rules.dice import counts_runs
from monopoly_lab.rules.state import State

MOST_PERIODS = 500  # throws, turns or laps whose sums are followed: some minutes
MOST_CASH = 1_000_000  # in the money of the board


@check_arguments
class Exposure(PlayerWalk):
    """The risk of one player on the board: distribution of losses, probability of ruin, decisions in jail.

    Losses are counted in the edition's money. "rent" is what goes to other players for their deeds. "out" adds taxes,
    fines and cards paid to the bank. "net" adds cards between players and subtracts salary and all receipts. Payments
    from a pot count as nothing.

    Args:
        game: A game; or an edition, and then `deeds`.
        player: Name or seat of the player; the one whose turn it is by default.
        deeds: For an edition: deeds of a single opponent with the levels of `Chain.rent`: `{"orange": 3, "reading":
            None}`; `{}` for a board on which no rent is due. Left out, only questions other than rents are answered.
        jail: Policy in jail, as for `Chain`.
        **arguments: Other arguments of `Chain`.

    Raises:
        ChainError: For a question that has no answer on this board.
        SeatError: For a player who is not at the table.

    References:
        Kemeny and Snell 1960, Finite Markov Chains, chapter III.

    Example:
        In the examples below:

        >>> orange = ml.Exposure("classic_us", deeds={"orange": 3})
    """

    def __init__(
        self,
        game: Playable = "classic_us",
        player: str | int | None = None,
        deeds: Deeds | None = None,
        jail: Jail = "leave",
        **arguments: Any,
    ) -> None:
        found = edition_or_scenario(game) if isinstance(game, str | PathLike) else game
        table = found.game() if isinstance(found, Scenario) else found
        if isinstance(table, Game) and deeds is not None:
            raise ChainError(say("exposure.deeds_of_a_game"))
        if not isinstance(table, Game) and player is not None:
            raise ChainError(say("exposure.no_players", value=quoted(player)))
        self.now: Key | None = None
        self.worths = {}  # filled and read by `best_jail_policy`
        self.player = ""
        self.cash: int | None = None
        self._has_deeds = isinstance(table, Game) or deeds is not None
        if isinstance(table, Game):
            position = self._seat_player(table, player)
            arguments = {"character": character_of(table.edition, position), "role": side_of(position)} | arguments
            self._set_board(table, jail, "replacement", **arguments)
        else:
            self._set_board(table, jail, "replacement", **arguments)
            position = opponent_position(self, deeds or {})
        simplify_tables(self.tables)
        self.position = position
        self.rows = rows_of(self, position, self._plan())
        self._set_rows({key: self._row_by_policy(key) for key in self.rows.throwing})

    def _seat_player(self, game: Game, player: str | int | None) -> State:
        s = game.raw_state()
        p = s.mover if player is None else seat_of(game.players, player)
        if s.out[p]:
            raise ChainError(say("exposure.out", player=game.players[p]))
        self.player, self.cash = game.players[p], s.cash[p]
        k = s.token if p == s.mover else p * (s.tokens // s.seats)
        begun = p == s.mover and s.throws > 0 and not s.turn_over and is_thrown_again(s)
        doubles = s.doubles if begun and counts_runs(game.tables) else 0
        self.now = Key(s.at[k], doubles, s.jail[k], int(begun))
        return turn_seats(s, p)

    def __repr__(self) -> str:
        who = f", {self.player!r}" if self.player else ""
        return f"Exposure({self.edition.id!r}{who}, {len(self.states)} states)"

    # Policy in jail

    def _row_by_policy(self, key: Key) -> MatrixRow:
        return self.rows.paying[key] if self.pays_at(key) else self.rows.throwing[key]

    def start_index(self, start: SpaceRef | None = None) -> int:
        """Return the index of the state in which a period starts.

        Args:
            start: Space to start from; by default where the token stands in the game, else GO. "In Jail": just put
                there.

        Example:
            >>> orange.start_index()
            0
        """
        if start is not None or self.now is None:
            return self.at("go" if start is None else start)
        if self.now not in self._index:
            raise ChainError(say("chain.never_there", space=self.label(self.now)))
        return self._index[self.now]

    # Losses (`loss_distribution`)

    def losses(
        self, per: str = "turn", n: int = 1, loss: str = "rent", start: SpaceRef | None = None
    ) -> "pd.Series[float]":
        """Return the exact distribution P(L = x) of the loss over `n` throws, turns or laps.

        A lap ends with the throw that next passes or reaches GO forward; time in jail counts.

        Args:
            per: Unit of `n`: "throw", "turn" or "lap".
            n: Number of throws, turns or laps, as `per` says.
            loss: "rent", "out" or "net"; see the class.
            start: Space to start from; by default where the token stands in the game, else GO. "In Jail": just put
                there.

        Returns:
            Series of probabilities by amount; sums to 1.

        Example:
            >>> orange.losses().round(4).to_dict()
            {0: 0.9629, 550: 0.0257, 600: 0.0111, 1150: 0.0003, 1200: 0.0}
        """
        steps = step_count(n, MOST_PERIODS)
        return loss_distribution.loss_distribution(self, self.start_index(start), self._loss(loss), per, steps)

    def rate(self, per: str = "turn", loss: str = "rent") -> float:
        """Return the expected loss per throw or turn in the long run.

        Args:
            per: "throw" or "turn".
            loss: "rent", "out" or "net"; see the class.

        Example:
            >>> round(orange.rate("throw"), 2)
            50.02
        """
        loss = self._loss(loss)
        values = np.array([loss_distribution.loss_on(path, loss) for path in self.paths], float)
        return float(self.pi @ self.expected(values)) * self.throws_in(checked_per(per, CLOCKS))

    def risk(
        self,
        per: str = "turn",
        n: int = 1,
        loss: str = "rent",
        start: SpaceRef | None = None,
        confidence: float = 0.95,
        a: float | None = None,
    ) -> "pd.Series[float]":
        """Return mean, deviation, chance of a loss, VaR, CVaR and worst case of `losses`.

        VaR is the smallest x with P(L <= x) >= `confidence`. CVaR is the mean of the worst `1 - confidence` of the
        cases, an atom counted in proportion. VaR does not see a disaster of a smaller probability, so look at both.

        Args:
            per: Unit of `n`: "throw", "turn" or "lap".
            n: Number of throws, turns or laps, as `per` says.
            loss: "rent", "out" or "net"; see the class.
            start: Space to start from; by default where the token stands in the game, else GO. "In Jail": just put
                there.
            confidence: Confidence level, between 0 and 1.
            a: Its name in earlier versions.

        Returns:
            Series in the money of the edition; `chance` is a probability.

        References:
            Rockafellar and Uryasev 2002, Journal of Banking and Finance 26, "Conditional value-at-risk for general loss
            distributions".

        Example:
            >>> orange.risk().round(3).to_dict()
            {'mean': 21.103, 'deviation': 108.022, 'chance': 0.037, 'VaR': 0.0, 'CVaR': 422.069, 'worst': 1200.0}
        """
        if a is not None:
            warn_renamed("risk(a=...)", "risk(confidence=...)")
            confidence = a
        return pd.Series(loss_distribution.risk_figures(self.losses(per, n, loss, start), confidence), name=loss)

    # Ruin (`ruin`)

    def ruin(self, n: int, cash: int | None = None, per: str = "throw", start: SpaceRef | None = None) -> float:
        """Return the probability that a payment within `n` throws or turns exceeds the cash, nothing being sold.

        Payments come in the order of the table. Cash of exactly 0 survives. A prisoner who would pay but cannot afford
        the fine throws instead.

        Args:
            n: Number of throws or turns, as `per` says.
            cash: Cash at the start; by default that of the player in the game.
            per: Unit of `n`: "throw" or "turn".
            start: Space to start from; by default where the token stands in the game, else GO. "In Jail": just put
                there.

        Example:
            >>> round(orange.ruin(5, cash=500), 3)
            0.424
        """
        return float(self.ruin_by_span(n, cash, per, start).iloc[-1])

    def ruin_by_span(
        self, n: int, cash: int | None = None, per: str = "throw", start: SpaceRef | None = None
    ) -> "pd.Series[float]":
        """Return the probability of ruin within 0, 1, ..., `n` throws or turns.

        Args:
            n: Number of throws or turns, as `per` says.
            cash: Cash at the start; by default that of the player in the game.
            per: Unit of `n`: "throw" or "turn".
            start: Space to start from; by default where the token stands in the game, else GO. "In Jail": just put
                there.

        Returns:
            Series by number of throws or turns.

        Example:
            >>> orange.ruin_by_span(3, cash=500).round(3).to_list()
            [0.0, 0.0, 0.194, 0.372]
        """
        found = ruin.ruin_by_span(
            self, self.start_index(start), self._purse(cash), step_count(n, MOST_PERIODS), checked_per(per, CLOCKS)
        )
        return pd.Series(found, name="ruin").rename_axis(per)

    def ruin_by_cash(
        self, n: int, cash: int = 2000, per: str = "throw", start: SpaceRef | None = None
    ) -> "pd.Series[float]":
        """Return the probability of ruin for each amount of cash from 0 to `cash`.

        Args:
            n: Number of throws or turns, as `per` says.
            cash: Largest amount.
            per: Unit of `n`: "throw" or "turn".
            start: Space to start from; by default where the token stands in the game, else GO. "In Jail": just put
                there.

        Returns:
            Series by amount, in steps of the common unit of all payments.

        Example:
            >>> round(float(orange.ruin_by_cash(1, start="In Jail")[590]), 3)
            0.391
        """
        survival = ruin.survival_by_cash(
            self, self.start_index(start), self._purse(cash), step_count(n, MOST_PERIODS), checked_per(per, CLOCKS)
        )
        unit = ruin.cash_paths(self).unit
        return pd.Series(1 - survival, index=np.arange(len(survival)) * unit, name="ruin").rename_axis("cash")

    def cash_needed(
        self,
        n: int,
        confidence: float = 0.95,
        per: str = "throw",
        start: SpaceRef | None = None,
        share: float | None = None,
    ) -> int:
        """Return the smallest cash with which a player survives `n` throws or turns with a given probability.

        With any larger amount the probability is at least as high.

        Args:
            n: Number of throws or turns, as `per` says.
            confidence: Probability of survival, between 0 and 1.
            per: Unit of `n`: "throw" or "turn".
            start: Space to start from; by default where the token stands in the game, else GO. "In Jail": just put
                there.
            share: The name of `confidence` in earlier versions.

        Example:
            >>> orange.cash_needed(5)
            750
        """
        if share is not None:
            warn_renamed("cash_needed(share=...)", "cash_needed(confidence=...)")
            confidence = share
        sure, per = loss_distribution.checked_share(confidence), checked_per(per, CLOCKS)
        return ruin.cash_needed(self, self.start_index(start), step_count(n, MOST_PERIODS), sure, per)

    def _loss(self, loss: str) -> str:
        """Return what is counted as a loss; ChainError for rents of an edition whose deeds nobody has been given."""
        checked_choice(loss, loss_distribution.LOSSES, "exposure.loss")
        if loss == "rent" and not self._has_deeds:
            raise ChainError(say("exposure.no_deeds"))
        return loss

    def _purse(self, cash: int | None) -> int:
        cash = self.cash if cash is None else cash
        if isinstance(cash, bool) or not isinstance(cash, int) or cash < 0:
            raise ChainError(say("exposure.cash", value=quoted(cash)))
        return checked_steps(cash, MOST_CASH)

    # Jail (`best_jail_policy`)

    def jail_rules(self, value: float = 0) -> "pd.DataFrame":
        """Return every policy in jail ("throw, pay": one try, then pay), best first, with its long-run value per turn.

        Args:
            value: Worth of a visit to a deed that nobody owns, in the money of the edition.

        Returns:
            Table: `rent` paid to other players; `bank`: salary and cards less taxes, cards and fine; `visits`: arrivals
            at deeds nobody owns, each worth `value`; `net`: their sum.

        Example:
            >>> orange.jail_rules().index[0]
            'throw, throw, throw'
        """
        return best_jail_policy.table(self, value)

    def jail_choices(self, value: float = 0) -> "pd.DataFrame":
        """Return the value of paying and of throwing after each number of failed tries.

        After the choice in the row, the best choice is made from then on, also by a prisoner who has thrown although
        paying was better. Values are relative: money more than the best policy brings on average in the long run.

        Args:
            value: Worth of a visit to a deed that nobody owns, in the money of the edition.

        Returns:
            Table by failed tries, with the better choice and by how much.

        References:
            Puterman 1994, Markov Decision Processes, sections 8.2 and 8.6.

        Example:
            >>> orange.jail_choices()["better"].to_list()
            ['throw', 'throw', 'throw']
        """
        return best_jail_policy.choices(self, value)

    def jail_threshold(self, value: float = 0) -> float:
        """Return the expected rent per turn above which paying to leave jail is never better, all rents scaled alike.

        Args:
            value: Worth of a visit to a deed that nobody owns, in the money of the edition.

        Example:
            >>> round(orange.jail_threshold(), 1)
            20.8
        """
        return best_jail_policy.threshold(self, value)
