"""Define every switch of the rule books: key, kind of value, default.

A key is the topic of the rule it switches, with a part after a dot where the topic
has several ("jail_exit.fine"). Editions set them under `[rules]`, profiles of an
edition and house rules override them, and a game may override them once more.
The rules read the compiled number as `t.o_<topic>_<part>`.

A default of `None` means that every edition has to state the value.

Values of options, as files and people write them.
"""

from dataclasses import dataclass

from monopoly_lab.common.file_access import shortened

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
        return self.key.split(".")[0]

    @property
    def field(self) -> str:
        return "o_" + self.key.replace(".", "_")

    @property
    def is_flag(self) -> bool:
        return isinstance(self.default, bool)


def _flag(key: str, default: bool, house: bool = False) -> Option:
    return Option(key, default, high=1, house=house)


def _one_of(key: str, *values: str, house: bool = False) -> Option:
    """A switch between words; the first is the default."""
    return Option(key, values[0], values, house=house)


def _number(key: str, default: int | None, low: int = 0, high: int = MOST_AMOUNT, house: bool = False) -> Option:
    return Option(key, default, low=low, high=high, house=house)


def _amount(key: str, default: int | None, low: int = 0, house: bool = False) -> Option:
    return Option(key, default, low=low, house=house, money=True)


OPTIONS: dict[str, Option] = {
    option.key: option
    for option in (
        # Set-up
        _one_of("mode", "standard", "short", "timed"),
        _number("players.min", 2, 1, 8),
        _number("players.max", 8, 1, 8),
        _amount("start_cash", None),
        _number("components.houses", None, 0, 10_000),
        _number("components.hotels", None, 0, 10_000),
        _number("components.tokens", 0, 0, 99),  # for the players; 0: not told
        _amount("components.coins", 0),  # what the coins of the box are worth in all; 0: not told
        _flag("bank_limit", False),  # the bank has no more than the coins of the box
        _number("first_player", 2, 0, 3),  # dice thrown for it; 0: the first seat starts
        # Turn, dice, salary
        _number("move.dice", 2, 1, 3),
        _number("move.sides", 6, 2, 12),
        _flag("doubles", True),
        _flag("doubles.may_decline", False),
        _number("doubles.most", 0, 0, 9),  # throws more that a run of doubles gives; 0: no limit
        _number("three_doubles", 3, 0, 9),  # the double that sends to jail; 0: none does
        _one_of("speed_die", "none", "after_go", "from_start"),  # a seat throws it once it has had a salary, or at once
        _amount("speed_die.start_cash", 0),  # more than without it
        _flag("jail_ends_turn", True),
        _amount("salary", None),
        _amount("salary.stop_bonus", 0, house=True),  # paid on top for stopping on GO
        _flag("salary.when_jailed", False),
        _flag("card_move_go.back", False),
        _one_of("late_claims", "automatic", "asked"),  # coins passed and the power-up die: taken, or asked for in time
        # Buying and auctions
        _flag("buy", True),
        _flag("buy.duty", False),  # whoever comes to a free deed has to buy it
        _flag("auction", True),
        _flag("auction.decliner_may_bid", True),
        _one_of("auction.by", "english", "sealed", "vickrey", house=True),  # sealed: the highest pays its bid
        _amount("auction_start", 1, 1),
        _amount("auction_start.raise", 1, 1),
        _one_of("auction_start.limit", "cash", "raisable"),
        # Rent
        _number("rent_double", None, 1, 10),
        _flag("rent_double.unimproved_only", True),
        _flag("rent_group_mortgaged.cancels", True),
        _one_of("rent_deadline", "before_next_player", "before_next_roll", "none", "before_visitor_throws"),
        _one_of("rent_claim", "automatic", "asked"),
        _one_of("utilities.dice", "move", "new_roll"),
        _flag("utilities_by_card.new_roll", True),
        _one_of("utilities_by_card.times", "card", "owned"),  # what multiplies the throw: the card, else as usual
        _one_of("stations.by", "count", "deed"),
        # Cards and special squares
        _one_of("decks", "piles", "replacement"),
        _flag("jail_free_card.sell", True),
        _one_of("free_parking", "nothing", "shield"),
        _flag("free_parking.pot", False, house=True),
        _number("tax.mortgaged", 100, 0, 100),  # per cent of the price of a mortgaged deed in a share of one's worth
        _flag("tax.counted", False, house=True),  # the share is reckoned up before the choice
        _amount("casino.minimum", 1, 1),
        _flag("casino.mandatory", True),
        _flag("casino_jackpot", False),
        _amount("jackpot.setup", 0),
        _amount("tax_admin.pass", 0),
        _amount("tax_admin.land", 0),
        _amount("tax_admin.fine", 0),
        _flag("tax_admin.detain", False),
        _one_of("tax_admin.exempt", "no_property", "no_site"),
        _flag("tax_admin.by_card", True),
        _flag("tax_admin.per_deed", False),
        # Jail
        _amount("jail_exit.fine", None),
        _number("jail_exit.tries", 3, 0, 9),
        _flag("jail_exit.double_again", False),
        _flag("jail_exit.double_counts", False),  # and that double is the first of a run
        _number("jail_exit.face", 0, 0, 12),  # of one die, frees a prisoner; 0: a double does
        _flag("jail_exit.lost_turn", False),  # a prisoner misses one turn and is free, for nothing
        _one_of("jail_after_tries", "pay_and_move", "pay_and_throw", "free", "pay_next"),  # the last two: next turn
        _flag("jail_rights.rent", True),
        _flag("jail_rights.cards", True),  # prisoners get what a card pays to everybody of a side
        _flag("jail_rights.auction", True),
        _flag("jail_rights.build", True),
        _flag("jail_rights.trade", True),
        # Characters and bosses
        _flag("characters.expansion", False),  # those that are not in the box are at hand
        _flag("super_star.double_rent", False),  # the bank pays double for a complete group
        _one_of("boss_fight.last", "ends", "stays"),  # the last boss, fought by nobody any more: the end, or it waits
        _number("few_players.characters", 1, 1, 3),  # of each, where two play
        _amount("few_players.start_cash", 0),  # where two play; 0: as for more
        _amount("few_players.start_cash_of_three", 0),
        _number("party", 0, 0, 3),  # characters of a team; below 2: no party game
        # Building
        _flag("build_condition.full_group", True),
        _flag("mortgage_blocks", True),
        _flag("build_even", True),
        _number("build_even.maximum", None, 0, 4),  # houses on a site before a hotel
        _one_of("build_time", "own_turn_or_between", "any", "before_own_move", "own_turn"),
        _number("build_limit", 0, 0, 99),  # buildings a turn; 0: no limit
        _one_of("hotel_need", "on_each", "on_site"),
        _one_of("shortage_auction", "contested", "never", "improvised"),  # improvised: there is no shortage
        _one_of("shortage_auction.start", "lowest_deed", "one"),
        # Selling and trading
        _number("sell_price", None, 0, 100),  # per cent of the deed price
        _flag("sell_even", True),
        _flag("sell_hotel.break_down", True),
        _one_of("sell_hotel.cash", "group", "site", "none", "shortage"),
        _one_of("sell_time", "any", "own_turn_or_between"),
        _flag("trade_items.cards", True),
        _one_of("trade_buildings", "group_clear", "site_clear"),
        _flag("trade_mortgaged", True),
        _one_of("trade_time", "any", "own_turn", "auctions_too"),
        _number("trade.offers", 99, 0, 99),  # a seat, between two throws; 99: any number
        # Mortgage
        _one_of("mortgage_condition", "group_clear", "site_clear", "monopoly_clear"),  # the last: if it breaks one
        _number("mortgage_condition.share", 100, 0, 200, house=True),  # per cent of the printed loan
        _flag("mortgage_only_in_need", False),
        _one_of("redeem", "percent", "printed"),
        _number("redeem.percent", None, 0, 100),
        _one_of("rounding", "up", "down", "nearest"),
        _one_of("transfer_mortgaged", "fee_or_redeem", "must_redeem", "free"),
        _one_of("transfer_mortgaged.base", "mortgage", "price"),
        _amount("loans.building", 0),  # the most a player may owe the bank for buildings; 0: no such loans
        _number("loans.percent", 10, 0, 100),  # interest, due with the loan at the next salary
        # Debt and bankruptcy
        _one_of("debt_property", "sites", "one_site", "none"),
        _flag("debt_property.mortgaged", True),
        _flag("debt_property.bank", False),
        _number("debt_property.deeds_to_bank", 0, 0, 100),  # per cent of the price that a debtor gets; 0: no sale
        _flag("bankrupt_when.forgiven", False),  # who has nothing left owes nothing and plays on
        _flag("bankrupt_when.collects_first", True),  # a debtor first gets what others already owe
        _one_of("bankrupt_bank", "auction_all", "keep"),
        _flag("bankrupt_bank.lifts_mortgages", True),
        _one_of("bankrupt_player.keeps_buildings", "never", "last", "always"),  # last: who ends the game
        _flag("bankrupt_mortgage_fee", True),
        _amount("fines", 0),
        # Endings
        _flag("win.by_agreement", False),
        _number("rounds", 0, house=True),  # the game ends after so many; 0: no limit
        _number("deal.deeds", 0, 0, 28),
        _flag("deal.paid", True),
        _number("short.deal", 2, 0, 28),
        _number("short.houses_before_hotel", 3, 0, 4),
        _number("short.end_bankruptcies", 2, 1, 8),
        _one_of("short.keeps_buildings", "last", "always"),
        _flag("short.in_book", False),
        _number("timed.deal", 2, 0, 28),
        _flag("timed.in_book", False),
        _number("end_bankruptcies", 0, 0, 8),  # the game ends with this bankruptcy; 0: with the last but one
        _one_of("scoring.by", "worth", "cash", "rents"),  # rents: cash and one rent of each deed
        _number("scoring.cash", 100, 0, 100),  # per cent of cash that counts with the rents
        _number("scoring.mortgaged", 50, 0, 100),  # per cent of the printed price
        _amount("scoring.coins", 0),  # of a block; 0: by money, else by points
        _number("scoring.block_points", 10, 0, 1000),  # of a full block of coins
        # Sides: monopolists against competitors
        _flag("roles.sides", False),
        _number("roles.monopoly", 2, 1, 28),  # unmortgaged deeds of a group that make a monopoly
        _number("roles.houses", 3, 0, 4),  # of a monopolist's site before a hotel
        _number("roles.cash_tax", 0, 0, 100),  # per cent of a monopolist's cash in a tax by share; 0: as others
        _number("roles.scoring_cash", 100, 0, 100),  # as scoring.cash, for monopolists
        _one_of("roles.end", "side", "last"),  # the game ends with the last of a side, or as any other
        # Policies, at the end of each round; what a seat or a group of its own has is in `policies`
        _number("salary.progressive", 0, 0, 100, house=True),  # per cent of the distance to the mean wealth
        _number("taxes.wealth", 0, 0, 100, house=True),  # per cent
        _amount("taxes.wealth_free", 0, house=True),
        _number("taxes.rents", 0, 0, 100, house=True),  # per cent, withheld
        _number("taxes.sites", 0, 0, 100, house=True),  # per cent of what a site earns without buildings
        _one_of("taxes.to", "bank", "pot", "dividend", "poorest"),
        _amount("basic_income", 0, house=True),
        _one_of("basic_income.from", "printed", "taxed", "funded"),
        _number("deed_cap", 0, 0, 28, house=True),  # deeds of one group that a seat may own; 0: no limit
    )
}


# Values of options, as files and people write them

Value = int | str | bool


def shown(value: object) -> str:
    """A value as it would stand in a file."""
    if isinstance(value, bool):
        return str(value).lower()
    return f'"{shortened(value)}"' if isinstance(value, str) else shortened(value)
