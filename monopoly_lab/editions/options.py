"""Define every switch of the rule books: key, kind of value, default.

A key is the topic of the rule it switches, with a part after a dot where the topic
has several ("jail_exit.fine"). Editions set them under `[rules]`, profiles of an
edition and house rules override them, and a game may override them once more.
The rules read the compiled number as `t.o_<topic>_<part>`.

A default of `None` means that every edition has to state the value.

For a new option follow the recipe "An option" in CONTRIBUTING.md.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, get_args

MOST_AMOUNT = 1_000_000  # the greatest number that an option takes where nothing else is said


@dataclass(frozen=True)
class Option:
    """One switch: `values` maps its words to codes; without words it is a number in `low..high`."""

    key: str
    default: int | str | bool | None
    values: tuple[str, ...] = ()
    low: int = 0
    high: int = MOST_AMOUNT
    house: bool = False  # a house rule: in no rule book, off by default
    money: bool = False  # an amount, in the money of the edition

    @property
    def topic(self) -> str:
        """Return the topic, the first part of the key."""
        return self.key.split(".")[0]

    @property
    def field(self) -> str:
        """Return the name of its field in the tables of rules."""
        return "o_" + self.key.replace(".", "_")

    @property
    def is_flag(self) -> bool:
        """Return True for an option that is on or off."""
        return isinstance(self.default, bool)


def _flag(key: str, default: bool, house: bool = False) -> Option:
    return Option(key, default, high=1, house=house)


def _one_of(key: str, *values: str, house: bool = False) -> Option:
    """Return a switch between words; the first is the default."""
    return Option(key, values[0], values, house=house)


def _number(key: str, default: int | None, low: int = 0, high: int = MOST_AMOUNT, house: bool = False) -> Option:
    return Option(key, default, low=low, high=high, house=house)


def _amount(key: str, default: int | None, low: int = 0, house: bool = False) -> Option:
    return Option(key, default, low=low, house=house, money=True)


class OptionFields:
    """Every switch of the rule books as a field of tables, `o_` and the key: the number of its value.

    A word is the number of its place among the words, true and false are 1 and 0.
    """

    __slots__ = ()

    # Set-up
    o_mode: Annotated[int, _one_of("mode", "standard", "short", "timed")]
    o_players_min: Annotated[int, _number("players.min", 2, 1, 8)]
    o_players_max: Annotated[int, _number("players.max", 8, 1, 8)]
    o_start_cash: Annotated[int, _amount("start_cash", None)]
    o_components_houses: Annotated[int, _number("components.houses", None, 0, 10_000)]
    o_components_hotels: Annotated[int, _number("components.hotels", None, 0, 10_000)]
    o_components_tokens: Annotated[int, _number("components.tokens", 0, 0, 99)]
    """Tokens in the box, for the players; 0: not told."""
    o_components_coins: Annotated[int, _amount("components.coins", 0)]
    """What the coins of the box are worth in all; 0: not told."""
    o_bank_limit: Annotated[int, _flag("bank_limit", False)]
    """The bank has no more than the coins of the box."""
    o_first_player: Annotated[int, _number("first_player", 2, 0, 3)]
    """Dice thrown for who starts; 0: the first seat does."""

    # Turn, dice, salary
    o_move_dice: Annotated[int, _number("move.dice", 2, 1, 3)]
    o_move_sides: Annotated[int, _number("move.sides", 6, 2, 12)]
    o_doubles: Annotated[int, _flag("doubles", True)]
    o_doubles_may_decline: Annotated[int, _flag("doubles.may_decline", False)]
    o_doubles_most: Annotated[int, _number("doubles.most", 0, 0, 9)]
    """The most extra throws that a run of doubles gives; 0: no limit."""
    o_three_doubles: Annotated[int, _number("three_doubles", 3, 0, 9)]
    """The double that sends to jail; 0: none does."""
    o_speed_die: Annotated[int, _one_of("speed_die", "none", "after_go", "from_start")]
    """A seat throws it once it has had a salary, or at once."""
    o_speed_die_start_cash: Annotated[int, _amount("speed_die.start_cash", 0)]
    """Start cash on top where the speed die is in the game."""
    o_salary: Annotated[int, _amount("salary", None)]
    """Paid for passing GO."""
    o_salary_stop_bonus: Annotated[int, _amount("salary.stop_bonus", 0, house=True)]
    """Paid on top for stopping on GO."""
    o_card_move_go_back: Annotated[int, _flag("card_move_go.back", False)]
    o_late_claims: Annotated[int, _one_of("late_claims", "automatic", "asked")]
    """Passed coins and the power-up die: taken automatically, or only if asked for in time."""

    # Buying and auctions
    o_buy: Annotated[int, _flag("buy", True)]
    o_buy_duty: Annotated[int, _flag("buy.duty", False)]
    """Whoever comes to a free deed has to buy it."""
    o_auction: Annotated[int, _flag("auction", True)]
    o_auction_decliner_may_bid: Annotated[int, _flag("auction.decliner_may_bid", True)]
    o_auction_by: Annotated[int, _one_of("auction.by", "english", "sealed", "vickrey", house=True)]
    """How lots are auctioned; sealed: the highest bidder pays its bid."""
    o_auction_start: Annotated[int, _amount("auction_start", 1, 1)]
    o_auction_start_raise: Annotated[int, _amount("auction_start.raise", 1, 1)]
    o_auction_start_limit: Annotated[int, _one_of("auction_start.limit", "cash", "raisable")]

    # Rent
    o_rent_double: Annotated[int, _number("rent_double", None, 1, 10)]
    o_rent_double_unimproved_only: Annotated[int, _flag("rent_double.unimproved_only", True)]
    o_rent_group_mortgaged_cancels: Annotated[int, _flag("rent_group_mortgaged.cancels", True)]
    o_rent_deadline: Annotated[
        int, _one_of("rent_deadline", "before_next_player", "before_next_roll", "none", "before_visitor_throws")
    ]
    o_rent_claim: Annotated[int, _one_of("rent_claim", "automatic", "asked")]
    o_utilities_dice: Annotated[int, _one_of("utilities.dice", "move", "new_roll")]
    o_utilities_by_card_times: Annotated[int, _one_of("utilities_by_card.times", "card", "owned")]
    """What multiplies the throw: the number on the card, or utilities owned, as usual."""

    # Cards and special squares
    o_decks: Annotated[int, _one_of("decks", "piles", "replacement")]
    o_jail_free_card_sell: Annotated[int, _flag("jail_free_card.sell", True)]
    o_free_parking: Annotated[int, _one_of("free_parking", "nothing", "shield")]
    o_free_parking_pot: Annotated[int, _flag("free_parking.pot", False, house=True)]
    o_tax_mortgaged: Annotated[int, _number("tax.mortgaged", 100, 0, 100)]
    """Percent of the price that a mortgaged deed adds to the worth in a tax by share."""
    o_tax_counted: Annotated[int, _flag("tax.counted", False, house=True)]
    """The share is worked out before the player chooses."""
    o_casino_minimum: Annotated[int, _amount("casino.minimum", 1, 1)]
    o_casino_mandatory: Annotated[int, _flag("casino.mandatory", True)]
    o_casino_jackpot: Annotated[int, _flag("casino_jackpot", False)]
    o_jackpot_setup: Annotated[int, _amount("jackpot.setup", 0)]
    o_tax_admin_pass: Annotated[int, _amount("tax_admin.pass", 0)]
    o_tax_admin_land: Annotated[int, _amount("tax_admin.land", 0)]
    o_tax_admin_fine: Annotated[int, _amount("tax_admin.fine", 0)]
    o_tax_admin_detain: Annotated[int, _flag("tax_admin.detain", False)]
    o_tax_admin_exempt: Annotated[int, _one_of("tax_admin.exempt", "no_property", "no_site")]
    o_tax_admin_by_card: Annotated[int, _flag("tax_admin.by_card", True)]

    # Jail
    o_jail_exit_fine: Annotated[int, _amount("jail_exit.fine", None)]
    o_jail_exit_tries: Annotated[int, _number("jail_exit.tries", 3, 0, 9)]
    o_jail_exit_double_again: Annotated[int, _flag("jail_exit.double_again", False)]
    o_jail_exit_double_counts: Annotated[int, _flag("jail_exit.double_counts", False)]
    """The double that frees a prisoner is the first of a run."""
    o_jail_exit_face: Annotated[int, _number("jail_exit.face", 0, 0, 12)]
    """The face of one die that frees a prisoner; 0: a double does."""
    o_jail_exit_lost_turn: Annotated[int, _flag("jail_exit.lost_turn", False)]
    """A prisoner misses one turn and is then free without paying."""
    o_jail_after_tries: Annotated[int, _one_of("jail_after_tries", "pay_and_move", "pay_and_throw", "free", "pay_next")]
    """What follows the last failed try; `free` and `pay_next` take effect in the next turn."""
    o_jail_rights_rent: Annotated[int, _flag("jail_rights.rent", True)]
    o_jail_rights_cards: Annotated[int, _flag("jail_rights.cards", True)]
    """Prisoners get what a card pays to everybody of a side."""
    o_jail_rights_auction: Annotated[int, _flag("jail_rights.auction", True)]
    o_jail_rights_build: Annotated[int, _flag("jail_rights.build", True)]
    o_jail_rights_trade: Annotated[int, _flag("jail_rights.trade", True)]

    # Characters and bosses
    o_characters_expansion: Annotated[int, _flag("characters.expansion", False)]
    """Characters that are not in the box are at hand."""
    o_super_star_double_rent: Annotated[int, _flag("super_star.double_rent", False)]
    """The bank pays double for a complete group."""
    o_boss_fight_last: Annotated[int, _one_of("boss_fight.last", "ends", "stays")]
    """When nobody fights the last boss any more: the game ends, or the boss waits."""
    o_few_players_characters: Annotated[int, _number("few_players.characters", 1, 1, 3)]
    """Characters of each player where two play."""
    o_few_players_start_cash: Annotated[int, _amount("few_players.start_cash", 0)]
    """Start cash where two play; 0: as for more."""
    o_few_players_start_cash_of_three: Annotated[int, _amount("few_players.start_cash_of_three", 0)]
    o_party: Annotated[int, _number("party", 0, 0, 3)]
    """Characters of a team; below 2: no party game."""

    # Building
    o_build_condition_full_group: Annotated[int, _flag("build_condition.full_group", True)]
    o_mortgage_blocks: Annotated[int, _flag("mortgage_blocks", True)]
    o_build_even: Annotated[int, _flag("build_even", True)]
    o_build_even_maximum: Annotated[int, _number("build_even.maximum", None, 0, 4)]
    """Houses on a site before a hotel."""
    o_build_time: Annotated[int, _one_of("build_time", "own_turn_or_between", "any", "before_own_move", "own_turn")]
    o_build_limit: Annotated[int, _number("build_limit", 0, 0, 99)]
    """Buildings a turn; 0: no limit."""
    o_hotel_need: Annotated[int, _one_of("hotel_need", "on_each", "on_site")]
    o_shortage_auction: Annotated[int, _one_of("shortage_auction", "contested", "never", "improvised")]
    """When scarce buildings are auctioned; improvised: there is no shortage."""
    o_shortage_auction_start: Annotated[int, _one_of("shortage_auction.start", "lowest_deed", "one")]

    # Selling and trading
    o_sell_price: Annotated[int, _number("sell_price", None, 0, 100)]
    """Percent of the price of a building that the bank pays back."""
    o_sell_even: Annotated[int, _flag("sell_even", True)]
    o_sell_hotel_break_down: Annotated[int, _flag("sell_hotel.break_down", True)]
    o_sell_hotel_cash: Annotated[int, _one_of("sell_hotel.cash", "group", "site", "none", "shortage")]
    o_sell_time: Annotated[int, _one_of("sell_time", "any", "own_turn_or_between")]
    o_trade_items_cards: Annotated[int, _flag("trade_items.cards", True)]
    o_trade_buildings: Annotated[int, _one_of("trade_buildings", "group_clear", "site_clear")]
    o_trade_time: Annotated[int, _one_of("trade_time", "any", "own_turn", "auctions_too")]
    o_trade_offers: Annotated[int, _number("trade.offers", 99, 0, 99)]
    """Offers that a seat may make between two throws; 99: any number."""

    # Mortgage
    o_mortgage_condition: Annotated[int, _one_of("mortgage_condition", "group_clear", "site_clear", "monopoly_clear")]
    """What has to be free of buildings; monopoly_clear: the group, if the mortgage breaks a monopoly."""
    o_mortgage_condition_share: Annotated[int, _number("mortgage_condition.share", 100, 0, 200, house=True)]
    """Percent of the printed loan."""
    o_mortgage_only_in_need: Annotated[int, _flag("mortgage_only_in_need", False)]
    o_redeem: Annotated[int, _one_of("redeem", "percent", "printed")]
    o_redeem_percent: Annotated[int, _number("redeem.percent", None, 0, 100)]
    o_rounding: Annotated[int, _one_of("rounding", "up", "down", "nearest")]
    o_transfer_mortgaged: Annotated[int, _one_of("transfer_mortgaged", "fee_or_redeem", "must_redeem", "free")]
    o_transfer_mortgaged_base: Annotated[int, _one_of("transfer_mortgaged.base", "mortgage", "price")]
    o_loans_building: Annotated[int, _amount("loans.building", 0)]
    """The most a player may owe the bank for buildings; 0: no such loans."""
    o_loans_percent: Annotated[int, _number("loans.percent", 10, 0, 100)]
    """Interest, due with the loan at the next salary."""

    # Debt and bankruptcy
    o_debt_property: Annotated[int, _one_of("debt_property", "sites", "one_site", "none")]
    o_debt_property_bank: Annotated[int, _flag("debt_property.bank", False)]
    o_debt_property_deeds_to_bank: Annotated[int, _number("debt_property.deeds_to_bank", 0, 0, 100)]
    """Percent of the price that a debtor gets; 0: no sale."""
    o_bankrupt_when_forgiven: Annotated[int, _flag("bankrupt_when.forgiven", False)]
    """Players with nothing left owe nothing and play on."""
    o_bankrupt_when_collects_first: Annotated[int, _flag("bankrupt_when.collects_first", True)]
    """A debtor first gets what others already owe."""
    o_bankrupt_bank: Annotated[int, _one_of("bankrupt_bank", "auction_all", "keep")]
    o_bankrupt_bank_lifts_mortgages: Annotated[int, _flag("bankrupt_bank.lifts_mortgages", True)]
    o_bankrupt_player_keeps_buildings: Annotated[
        int, _one_of("bankrupt_player.keeps_buildings", "never", "last", "always")
    ]
    """Whether buildings stay on deeds that go to a creditor; last: in the bankruptcy that ends the game."""
    o_bankrupt_mortgage_fee: Annotated[int, _flag("bankrupt_mortgage_fee", True)]
    o_fines: Annotated[int, _amount("fines", 0)]

    # Endings
    o_win_by_agreement: Annotated[int, _flag("win.by_agreement", False)]
    o_rounds: Annotated[int, _number("rounds", 0, house=True)]
    """The game ends after so many rounds; 0: no limit."""
    o_deal_deeds: Annotated[int, _number("deal.deeds", 0, 0, 28)]
    o_short_deal: Annotated[int, _number("short.deal", 2, 0, 28)]
    o_short_houses_before_hotel: Annotated[int, _number("short.houses_before_hotel", 3, 0, 4)]
    o_short_end_bankruptcies: Annotated[int, _number("short.end_bankruptcies", 2, 1, 8)]
    o_short_keeps_buildings: Annotated[int, _one_of("short.keeps_buildings", "last", "always")]
    o_short_in_book: Annotated[int, _flag("short.in_book", False)]
    o_timed_deal: Annotated[int, _number("timed.deal", 2, 0, 28)]
    o_timed_in_book: Annotated[int, _flag("timed.in_book", False)]
    o_end_bankruptcies: Annotated[int, _number("end_bankruptcies", 0, 0, 8)]
    """The game ends with this bankruptcy; 0: with the last but one."""
    o_scoring_by: Annotated[int, _one_of("scoring.by", "worth", "cash", "rents")]
    """What wins; rents: cash and one rent of each deed."""
    o_scoring_cash: Annotated[int, _number("scoring.cash", 100, 0, 100)]
    """Percent of cash that counts with the rents."""
    o_scoring_mortgaged: Annotated[int, _number("scoring.mortgaged", 50, 0, 100)]
    """Percent of the printed price that a mortgaged deed counts."""
    o_scoring_coins: Annotated[int, _amount("scoring.coins", 0)]
    """Coins of a block; 0: by money, else by points."""
    o_scoring_block_points: Annotated[int, _number("scoring.block_points", 10, 0, 1000)]
    """Points of a full block of coins."""

    # Sides: monopolists against competitors
    o_roles_sides: Annotated[int, _flag("roles.sides", False)]
    o_roles_monopoly: Annotated[int, _number("roles.monopoly", 2, 1, 28)]
    """Unmortgaged deeds of a group that make a monopoly."""
    o_roles_houses: Annotated[int, _number("roles.houses", 3, 0, 4)]
    """Houses on a monopolist's site before a hotel."""
    o_roles_cash_tax: Annotated[int, _number("roles.cash_tax", 0, 0, 100)]
    """Percent of a monopolist's cash in a tax by share; 0: as others."""
    o_roles_scoring_cash: Annotated[int, _number("roles.scoring_cash", 100, 0, 100)]
    """As `scoring.cash`, for monopolists."""
    o_roles_end: Annotated[int, _one_of("roles.end", "side", "last")]
    """The game ends with the last of a side, or as any other."""

    # Policies, at the end of each round; what a seat or a group of its own has is in `policies`
    o_salary_progressive: Annotated[int, _number("salary.progressive", 0, 0, 100, house=True)]
    """Percent of the distance to the mean wealth."""
    o_taxes_wealth: Annotated[int, _number("taxes.wealth", 0, 0, 100, house=True)]
    """Percent of wealth above `taxes.wealth_free`, each round."""
    o_taxes_wealth_free: Annotated[int, _amount("taxes.wealth_free", 0, house=True)]
    o_taxes_rents: Annotated[int, _number("taxes.rents", 0, 0, 100, house=True)]
    """Percent of each rent, withheld."""
    o_taxes_sites: Annotated[int, _number("taxes.sites", 0, 0, 100, house=True)]
    """Percent of what a site earns without buildings."""
    o_taxes_to: Annotated[int, _one_of("taxes.to", "bank", "pot", "dividend", "poorest")]
    o_basic_income: Annotated[int, _amount("basic_income", 0, house=True)]
    o_basic_income_from: Annotated[int, _one_of("basic_income.from", "printed", "taxed", "funded")]
    o_deed_cap: Annotated[int, _number("deed_cap", 0, 0, 28, house=True)]
    """Deeds of one group that a seat may own; 0: no limit."""
    o_damage_percent: Annotated[int, _number("damage.percent", 0, 0, 100, house=True)]
    """Percent of a rent that is lost for each row of buildings on the group that harms it, as `damage` says."""
    o_damage_from: Annotated[int, _number("damage.from", 4, 1, 5, house=True)]
    """The first row of buildings that does damage; 5: the hotels alone."""
    o_detour: Annotated[int, _amount("detour", 0, house=True)]
    """The most that a way round a rent can cost; 0: every rent has to be paid."""
    o_detour_toll: Annotated[int, _flag("detour.toll", False, house=True)]
    """The owner names the price of each stop, instead of the rent."""


def _declared() -> Iterator[Option]:
    """Yield the options as `OptionFields` declares them."""
    for name, of in OptionFields.__annotations__.items():
        option = next(each for each in get_args(of) if isinstance(each, Option))
        assert option.field == name, option.key
        yield option


OPTIONS: dict[str, Option] = {option.key: option for option in _declared()}
# Keys that older files may name: the books agree on these rules, and no edition, profile or policy differs.
REMOVED = frozenset(
    {
        *("deal.paid", "debt_property.mortgaged", "jail_ends_turn", "salary.when_jailed", "stations.by"),
        *("tax_admin.per_deed", "trade_mortgaged", "utilities_by_card.new_roll"),
    }
)


Value = int | str | bool  # of an option
