"""Read-only position of a game, by the names of players and spaces."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from monopoly_lab.common.errors import SeatError
from monopoly_lab.common.file_access import comparable_name
from monopoly_lab.common.messages import say
from monopoly_lab.common.renamed_modules import warn_renamed
from monopoly_lab.constants import names, payer_account, player_role
from monopoly_lab.editions import Edition
from monopoly_lab.editions.rule_tables import HOTEL, TEAM, Tables
from monopoly_lab.rules.dice import throws_speed_die
from monopoly_lab.rules.state import State


class Position:
    """The facts of a game at one moment; a copy, so it does not change when the game goes on."""

    def __init__(
        self, edition: Edition, tables: Tables, state: State, players: tuple[str, ...], lang: str = ""
    ) -> None:
        self._edition = edition
        self._lang = lang
        self._tables = tables
        self._state = state.copy()
        self.players = players

    def hide_bids(self, player: str) -> None:
        """Hide the amounts of sealed bids of players other than `player`; who has made a bid stays visible."""
        for p, name in enumerate(self.players):
            if name != player and self._state.sealed[p]:
                self._state.sealed[p] = 1

    @property
    def round(self) -> int:
        """Return the number of the round."""
        return self._state.round

    @property
    def turn(self) -> int:
        """Return the number of the turn."""
        return self._state.turn

    @property
    def current_player(self) -> str:
        """Return whose turn it is."""
        return self.players[self._state.mover]

    @property
    def first(self) -> str:
        """Return who began the game, and so begins each round."""
        return self.players[self._state.first]

    @property
    def cash(self) -> Mapping[str, int]:
        """Return each player's cash, in the edition's unit."""
        return MappingProxyType({name: self._state.cash[p] for p, name in enumerate(self.players)})

    @property
    def bank(self) -> int:
        """Return what the bank has taken in less what it has paid out; it never runs dry."""
        return self._state.cash[payer_account.BANK]

    @property
    def pots(self) -> Mapping[str, int]:
        """Return the money lying on the board: the pot of Free Parking, the pot of the casino, coins on a boss."""
        s = self._state
        pots = {"parking": s.cash[payer_account.PARKING], "jackpot": s.cash[payer_account.JACKPOT]}
        return MappingProxyType(pots | ({"boss": s.cash[payer_account.BOSS]} if self._tables.bosses else {}))

    @property
    def in_play(self) -> tuple[str, ...]:
        """Return the players who are not bankrupt, in the order of the seats."""
        return tuple(name for p, name in enumerate(self.players) if self._state.out[p] == 0)

    @property
    def out(self) -> tuple[str, ...]:
        """Return the bankrupt players, in the order of their bankruptcies."""
        places = {name: self._state.out[p] for p, name in enumerate(self.players)}
        return tuple(sorted((name for name in places if places[name]), key=places.__getitem__))

    @property
    def speed_die(self) -> tuple[str, ...]:
        """Return the players who throw the speed die as well; nobody where it is not in the game."""
        s, t = self._state, self._tables
        return tuple(name for p, name in enumerate(self.players) if s.out[p] == 0 and throws_speed_die(s, t, p))

    @property
    def position(self) -> Mapping[str, str]:
        """Return the same as `space`, by its old name."""
        warn_renamed("Position.position", "Position.space")
        return self.space

    @property
    def space(self) -> Mapping[str, str]:
        """Return the space each player's first token stands on, by id."""
        return MappingProxyType(
            {name: self._edition.spaces[self._state.at[self._token(name)]].id for name in self.players}
        )

    @property
    def jail(self) -> Mapping[str, int]:
        """Return players in jail with their failed tries; of several tokens of a player, the first one held."""
        held = {name: [n for n in tries if n is not None] for name, tries in self.held.items()}
        return MappingProxyType({name: tries[0] for name, tries in held.items() if tries})

    @property
    def loans(self) -> Mapping[str, int]:
        """Return what each player owes the bank for buildings, due at the next salary."""
        return MappingProxyType({name: self._state.loan[p] for p, name in enumerate(self.players)})

    @property
    def missed(self) -> Mapping[str, int]:
        """Return how many turns each player has still to miss."""
        return MappingProxyType({name: self._state.missed[p] for p, name in enumerate(self.players)})

    @property
    def deeds(self) -> Mapping[str, tuple[str, ...]]:
        """Return the deeds of each player, by id, in the order of the board."""
        return MappingProxyType({name: self._spaces_owned_by(p) for p, name in enumerate(self.players)})

    @property
    def buildings(self) -> Mapping[str, int | str]:
        """Return the built sites with the number of houses, or "hotel"."""
        levels = {space.id: self._state.level[space.index] for space in self._edition.spaces}
        return MappingProxyType({name: "hotel" if n == HOTEL else n for name, n in levels.items() if n})

    @property
    def mortgages(self) -> tuple[str, ...]:
        """Return the ids of the mortgaged deeds."""
        return tuple(space.id for space in self._edition.spaces if self._state.mortgaged[space.index])

    @property
    def houses(self) -> int:
        """Return the number of houses left in the bank."""
        return max(self._state.houses, 0)

    @property
    def hotels(self) -> int:
        """Return the number of hotels left in the bank."""
        return max(self._state.hotels, 0)

    @property
    def cards(self) -> Mapping[str, tuple[str, ...]]:
        """Return the ids of the cards kept by each player."""
        s, cards = self._state, self._edition.cards
        return MappingProxyType(
            {
                name: tuple(card.id for card in cards if s.card_seat[card.index] == p)
                for p, name in enumerate(self.players)
            }
        )

    @property
    def piles(self) -> Mapping[str, tuple[str, ...]]:
        """Return for each deck the cards whose place is known, the next one first; the unseen ones lie above them."""
        s, t = self._state, self._tables
        known = {}
        for deck in self._edition.decks:
            first = t.deck_first[deck.index]
            known[deck.id] = tuple(self._edition.cards[c].id for c in s.pile[first : first + s.known[deck.index]])
        return MappingProxyType(known)

    @property
    def coins(self) -> Mapping[str, int]:
        """Return the coins that lie on spaces, by id."""
        lying = {space.id: self._state.coins[space.index] for space in self._edition.spaces}
        return MappingProxyType({name: n for name, n in lying.items() if n})

    @property
    def tokens(self) -> Mapping[str, tuple[str, ...]]:
        """Return the spaces on which each player's tokens stand, by id."""
        at = {name: [self._state.at[k] for k in self._tokens(p)] for p, name in enumerate(self.players)}
        return MappingProxyType({name: tuple(self._edition.spaces[q].id for q in found) for name, found in at.items()})

    @property
    def held(self) -> Mapping[str, tuple[int | None, ...]]:
        """Return the failed tries in jail of each token of a player; None for a free token."""
        jail = {name: [self._state.jail[k] for k in self._tokens(p)] for p, name in enumerate(self.players)}
        return MappingProxyType({name: tuple(n - 1 if n else None for n in found) for name, found in jail.items()})

    @property
    def roles(self) -> Mapping[str, str]:
        """Return the side of each player, "monopolist" or "competitor"; empty before it is chosen or without sides."""
        sides = {
            name: names(player_role)[self._state.role[p]] for p, name in enumerate(self.players) if self._state.role[p]
        }
        return MappingProxyType(sides)

    @property
    def characters(self) -> Mapping[str, tuple[str, ...]]:
        """Return the characters of each player on the board, by id, token by token; none before they are chosen."""
        found = {name: [self._state.character[k] for k in self._tokens(p)] for p, name in enumerate(self.players)}
        return MappingProxyType({name: self._characters(chosen) for name, chosen in found.items()})

    @property
    def teams(self) -> Mapping[str, tuple[str, ...]]:
        """Return all characters that each player has chosen, by id; in the party game one of them is on the board."""
        team = self._state.team
        return MappingProxyType(
            {name: self._characters(team[p * TEAM : p * TEAM + TEAM]) for p, name in enumerate(self.players)}
        )

    @property
    def resting(self) -> tuple[str, ...]:
        """Return the characters whose cards lie face down, by id."""
        s = self._state
        return self._characters([s.character[k] for k in range(s.tokens) if s.resting[k]])

    @property
    def boss(self) -> str | None:
        """Return the boss on top of the stack, by id; None when there is none left."""
        stack = self._bosses(-1)
        return stack[0] if stack else None

    @property
    def bosses(self) -> Mapping[str, tuple[str, ...]]:
        """Return the bosses that each player has beaten, by id."""
        return MappingProxyType({name: self._bosses(p) for p, name in enumerate(self.players)})

    @property
    def escaped(self) -> tuple[str, ...]:
        """Return the bosses that nobody wanted to fight any more, by id."""
        return self._bosses(-2)

    def _bosses(self, place: int) -> tuple[str, ...]:
        return tuple(boss.id for boss in self._edition.bosses if self._state.boss_of[boss.index] == place)

    def _characters(self, numbers: Sequence[int]) -> tuple[str, ...]:
        return tuple(self._edition.characters[c].id for c in numbers if c >= 0)

    def _tokens(self, p: int) -> list[int]:
        return [k for k in range(self._state.tokens) if self._state.seat_of[k] == p]

    def owner(self, space: int | str) -> str | None:
        """Return who owns a space, given by number, id or name; None for the bank."""
        p = self._state.owner[self._edition.space(space)]
        return self.players[p] if p >= 0 else None

    def level(self, space: int | str) -> int:
        """Return the number of houses on a site; 5 for a hotel."""
        return self._state.level[self._edition.space(space)]

    def is_mortgaged(self, space: int | str) -> bool:
        """Return True for a mortgaged deed."""
        return self._state.mortgaged[self._edition.space(space)] != 0

    def _spaces_owned_by(self, p: int) -> tuple[str, ...]:
        return tuple(space.id for space in self._edition.spaces if self._state.owner[space.index] == p)

    def _token(self, player: str) -> int:
        p = seat_of(self.players, player)
        return next(k for k in range(self._state.tokens) if self._state.seat_of[k] == p)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and self._state == other._state and self.players == other.players

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        purses = ", ".join(
            f"{name} {self._edition.money.text_for_reader(cash, self._lang)}" for name, cash in self.cash.items()
        )
        return say("position.summary", self._lang, round=self.round, purses=purses)


def seat_of(players: tuple[str, ...], player: str | int) -> int:
    """Return the number of a seat given by name or number; SeatError for one that is not at the table."""
    if isinstance(player, int) and 0 <= player < len(players):
        return player
    for p, name in enumerate(players):
        if comparable_name(name) == comparable_name(player):
            return p
    raise SeatError(say("seat.unknown", value=player, players=", ".join(players)))
