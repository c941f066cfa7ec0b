"""What makes a position: every field of `State` with its type, its shape and its meaning."""

from typing import Annotated

from monopoly_lab.editions.rule_tables import (
    ACCOUNTS,
    SEATS,
    TEAM,
    TOKENS,
    PerBoss,
    PerCard,
    PerDeck,
    PerSeat,
    PerSpace,
    Shape,
)

DEPTH = 64
STREAMS = 16  # of luck that are counted: 0 dice, 1 + deck, 10 reels, 11 deal, 12 ways round
CLAIMS = 16  # rents open at a time; one more lets the oldest lapse
REFUSALS = 8  # refused offers remembered a seat
MENU = 512
BOXED = -2  # instead of the seat that keeps a card: it is for a token without a player

PerToken = Annotated[list[int], Shape(TOKENS)]
PerTask = Annotated[list[int], Shape(DEPTH)]  # the agenda, from the bottom; `depth` of them count
PerClaim = Annotated[list[int], Shape(CLAIMS)]  # the oldest first; `claims` of them count
PerMenuRow = Annotated[list[int], Shape(MENU)]  # None until `new_menu`; `menu` of them count


class PositionFields:
    """Everything that makes a position. True and false are 1 and 0."""

    __slots__ = ()

    # Seats and their money
    seats: int
    """How many seats the table has."""
    cash: Annotated[list[int], Shape(ACCOUNTS)]
    """Money of the seats, then of the bank and the pots, in `constants.payer_account`; the sum never changes."""
    loan: PerSeat
    """Owed to the bank for buildings, due at the next salary."""
    missed: PerSeat
    """Turns that the seat has still to miss."""
    out: PerSeat
    """0: in play; n: the n-th to go bankrupt."""
    bankruptcies: int
    """How many seats are bankrupt."""
    role: PerSeat
    """The side the seat is on, in `constants.player_role`; 0: none, or not chosen yet."""

    # Tokens: where they stand; a seat may have several
    tokens: int
    """How many tokens all seats have together."""
    seat_of: PerToken
    """The seat that the token belongs to."""
    at: PerToken
    """The space that it stands on."""
    jail: PerToken
    """0: free; else 1 + failed tries while it is held on the space."""

    # Deeds and buildings
    owner: PerSpace
    """The seat that holds the deed; -1: the bank's."""
    level: PerSpace
    """Houses on the site; HOTEL: a hotel."""
    mortgaged: PerSpace
    """1: the deed is mortgaged."""
    houses: int
    """Houses left in the bank."""
    hotels: int
    """Hotels left in the bank."""

    # Piles: cards not yet seen, and those whose order is known, next first
    unseen: PerCard
    """1: the card has not been seen since its pile was shuffled."""
    pile: PerCard
    """Cards whose order is known, the next first, from `deck_first` of the deck on."""
    known: PerDeck
    """How many cards of the pile are known so."""
    card_seat: PerCard
    """The seat that keeps the card; -1: in its pile; BOXED: in the box."""

    # What the game waits for
    node: int
    """The open node, in `constants.node`."""
    actor: int
    """The seat that is asked, or that throws or draws."""
    purpose: int
    """What the dice are thrown for, in `constants.dice_purpose`."""
    deck: int
    """The deck of the card to be drawn."""

    # Agenda, a stack
    depth: int
    """How many tasks are on the agenda."""
    todo: PerTask
    """The task, in `constants.task`."""
    ta: PerTask
    """First argument of the task."""
    tb: PerTask
    """Second argument."""
    tc: PerTask
    """Third argument."""
    td: PerTask
    """Fourth argument."""
    tq: PerTask
    """The space that a charge is for, or the lot of the node that was left; -1: none."""

    # The turn
    first: int
    """The seat that began the game."""
    mover: int
    """The seat whose turn it is."""
    token: int
    """The token that moves."""
    turn: int
    """How many turns have begun."""
    round: int
    """How many rounds have begun."""
    throws: int
    """Throws of the mover in this turn."""
    doubles: int
    """Doubles of the mover, one after the other."""
    turn_over: int
    """1: the mover throws no more in this turn."""
    built: PerSeat
    """Buildings bought in this turn."""
    dice: Annotated[list[int], Shape(3)]
    """The dice as they lie; in the last place the third of three, or the face of the speed die, from 1."""
    speed: PerSeat
    """1: the seat has had a salary, where that is how the speed die is taken up."""
    thrown: int
    """Sum of the last throw that moved a token."""
    ordered: PerSeat
    """Throw for the start; -1: out of the running."""

    # The auction
    lot: int
    """What is auctioned: a space; -1: a house, -2: a hotel."""
    bid: int
    """The highest bid."""
    leader: int
    """The seat that made it; -1: nobody."""
    passed: PerSeat
    """1: the seat is not asked in this auction: it may not bid, has passed, or has handed in a sealed bid."""
    sealed: PerSeat
    """Bids that only their bidders know until all have bid; 0: not handed in yet, auction.NO_BID: passed."""
    minimum: int
    """The least bid that opens the auction; at node WANT the most buildings that the seat may ask for."""
    waiting: PerSpace
    """1: the bank still has to auction the deed."""
    want: PerSeat
    """Scarce buildings that the seat has asked for."""

    # The debt
    debt: int
    """What the actor owes; 0: nothing."""
    debt_to: int
    """The creditor, a seat or an account."""
    debt_space: int
    """The space that the debt is for; -1: none."""
    debt_cause: int
    """What it is for, in `constants.payment_cause`."""
    debt_given: int
    """Deeds that the debtor has given toward it."""

    # The offer on the table
    offer_from: int
    """The seat that makes the offer; -1: there is none."""
    offer_to: int
    """The seat that it is made to."""
    asker: int
    """Who waits for an answer to an offer and may be countered; -1 after a settlement."""
    offer_give: int
    """Money that the proposer gives."""
    offer_ask: int
    """Money that the proposer asks for."""
    offer_value: int
    """The sum by which a settlement lowers the debt."""
    offer_deed: PerSpace
    """1: the deed goes from the proposer, 2: to the proposer."""
    offer_card: PerCard
    """1: the card goes from the proposer, 2: to the proposer."""
    offers: PerSeat
    """Offers made since the last throw."""
    refused: Annotated[list[int], Shape(SEATS, REFUSALS)]
    """Fingerprints of refused offers: [seat * REFUSALS + place]."""

    # Rents not yet claimed, oldest first
    claims: int
    """How many rents are open."""
    claim: int
    """The one that is being settled."""
    claim_seat: PerClaim
    """Who stopped there."""
    claim_space: PerClaim
    """The space that rent is due for."""
    claim_owner: PerClaim
    """Who may claim it."""
    claim_times: PerClaim
    """Factor by a card; 0: the usual rent."""
    claim_rent: PerClaim
    """What is owed; 0 where the dice are still to be thrown for it."""
    way: int
    """What it costs to go round the rent that is being settled; 0: not drawn yet."""

    # The casino
    stake: int
    """What the visitor has staked."""
    spun: Annotated[list[int], Shape(3)]
    """The faces at which the reels stopped."""
    spins: int
    """How many reels have stopped."""

    # Coins on the board, characters, the power-up die
    coins: PerSpace
    """Coins lying there; together what the account of the board holds."""
    passed_coins: PerSpace
    """Coins that the mover may still pick up, where they have to be asked for."""
    character: PerToken
    """The character of the token; -1: none."""
    resting: PerToken
    """1: its card lies face down."""
    team: Annotated[list[int], Shape(SEATS, TEAM)]
    """Characters of a seat in the party game: [seat * TEAM + place]; -1: a free place."""
    swapped: int
    """1: the mover has changed characters in this turn."""
    steps: int
    """Steps of the number die, still to be used."""
    face: int
    """Face of the power-up die, still to be used, from 1; 0: none."""
    late_face: int
    """One left unused at the end of a turn, in time until the next player throws."""
    late_token: int
    """The token that threw it."""

    # The ability that is being carried out
    ability: int
    """What it is, in `constants.ability`."""
    ability_x: int
    """Its amount."""
    ability_cause: int
    """What it came by, in `constants.payment_cause`."""
    ability_token: int
    """The token that uses it."""

    # The bosses
    boss: int
    """The boss that lies on top."""
    boss_due: int
    """1: the mover has come to GO."""
    boss_of: PerBoss
    """The seat that has beaten the boss; -1 in the stack, -2 escaped, -3 not in this game."""

    # The ending
    agreed: PerSeat
    """1: the seat agrees to end the game."""
    winner: int
    """The seat that has won; -1: none yet."""
    stage: int
    """How often the rules have changed."""

    # Luck already used, answers so far, and which seats were asked for acts before a throw
    count: Annotated[list[int], Shape(STREAMS)]
    """Draws of luck by stream; a seat's strategy draws by the number of answers instead."""
    answers: int
    """How many answers were given."""
    poll: int
    """Seats asked since the last act."""
    polled: int
    """Acts since the dice were taken up."""


class ScratchFields:
    """What is filled before it is read, or remembered; no part of a position."""

    __slots__ = ()

    menu: int
    """How many choices the menu has."""
    menu_verb: PerMenuRow
    """What can be chosen, in `constants.action`."""
    menu_space: PerMenuRow
    """The space of the choice; -1: none."""
    menu_amount: PerMenuRow
    """The amount of the choice."""

    # For the frame of bids (`simulation.recorder`)
    auctions_begun: int
    """How many auctions have begun since the position was copied."""
    awarded_to: int
    """The seat that won the last auction decided since it was set to -1."""
    awarded_for: int
    """What that seat has to pay."""

    # What is remembered (`ownership`; from `least` on by strategies, 0: not known); nothing in a copy
    shares_known: int
    """1: `full` and `part` are as the deeds lie."""
    full: PerSeat
    """A bit for each group of which the seat owns every deed."""
    part: PerSeat
    """A bit for each group of which it owns some deeds, not all."""
    least: PerSeat
    """No building open to the seat costs less."""
    favorite_site: PerSeat
    """2 + the site where it likes best to build; 1: none."""
    least_redemption: PerSeat
    """No mortgage of the seat is redeemed for less."""
    mortgageable_value: PerSeat
    """1 + what its deeds outside full groups would bring as mortgages."""
