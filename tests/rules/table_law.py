"""The law of the table: what may be done in a position, said once more and otherwise than the rules say it.

Each rule of `monopoly_lab/rules` asks one reason for a refusal after the other; here stands the whole condition, over
sets of sites. Source: each book on buying, auctions, building, selling, mortgaging, deals, debts and jail.
"""

from collections.abc import Callable, Iterator
from functools import cached_property

from book_sums import BookSums

from monopoly_lab.constants import (
    ability,
    action,
    card_effect,
    dice_purpose,
    names,
    node,
    option_value,
    payer_account,
    player_role,
    refusal,
    space_kind,
)
from monopoly_lab.editions.rule_tables import HOTEL, TEAM, Tables
from monopoly_lab.rules import State, why_not
from monopoly_lab.rules.auction import HOTEL_LOT
from monopoly_lab.rules.code_groups import is_chance

QUIET = (node.TURN, node.BOSS, node.BUY, node.JAIL, node.TRADE_CARD)
MOVING = (dice_purpose.MOVE, dice_purpose.JAIL_TRY)
IN_NEED = (node.BID, node.TAX, node.CARD, node.STAKE, node.DETAINED, node.DEBT)
SETTLING = (  # nobody may sell or spend for anything else while one of these is open; DICE only of a throw to move
    *(node.NONE, node.OVER, node.DICE, node.DRAW, node.REEL, node.DEAL, node.CHANGE, node.WAY),
    *(node.ANSWER, node.INHERIT, node.WANT, node.PLACE, node.AGREE, node.CHARACTER, node.TOKEN, node.TARGET, node.COPY),
    *(node.GOAL, node.ROLE, node.BUS, node.TRIPLE, node.SALE, node.BOOTH, node.TOLL, node.DETOUR),
)
GIVEN, ASKED = 1, 2  # sides of an offer
NO_LIMIT = 99  # of offers


class Law(BookSums):
    """What seats may do at the position `at`."""

    def __init__(self, s: State, t: Tables) -> None:
        self.before = self.at = s
        self.t = t

    # Moments

    @cached_property
    def quiet(self) -> bool:
        """Nothing is being settled."""
        s = self.at
        return s.node in QUIET or (s.node == node.DICE and s.purpose in MOVING)

    @cached_property
    def between_turns(self) -> bool:
        return self.at.throws == 0 and self.at.node in (node.DICE, node.JAIL)

    @cached_property
    def english(self) -> bool:
        return self.t.o_auction_by == option_value.AUCTION_BY_ENGLISH

    def can_sell_now(self) -> bool:
        return self.quiet or self.at.node in IN_NEED

    def can_spend_now(self, p: int) -> bool:
        s = self.at
        bidding = s.node == node.BID
        return self.quiet or (self.english if bidding else s.node in IN_NEED and p != s.actor)

    def held(self, p: int) -> bool:
        return self.at.jail[self.at.seat_of.index(p)] > 0

    def purse(self, p: int) -> int:
        """Cash, without what has been bid."""
        return self.at.cash[p] - self.at.bid * (self.at.node == node.BID and self.at.leader == p)

    # Sites

    @cached_property
    def groups(self) -> dict[int, list[int]]:
        """The spaces of each group; -1: of none."""
        found: dict[int, list[int]] = {}
        for q in range(self.t.spaces):
            found.setdefault(self.t.group[q], []).append(q)
        return found

    def group_of(self, q: int) -> list[int]:
        return self.groups[self.t.group[q]]

    def own_in_group(self, p: int, q: int) -> list[int]:
        owner = self.at.owner
        return [m for m in self.group_of(q) if owner[m] == p]

    def is_monopolist(self, p: int) -> bool:
        return self.t.o_roles_sides != 0 and self.at.role[p] == player_role.MONOPOLIST

    def steps(self, q: int) -> int:
        """Buildings bought on a site so far, as its owner builds."""
        level = self.at.level[q]
        return self.houses_before_hotel(self.at.owner[q]) + 1 if level == HOTEL else level

    def hotel_is_next(self, p: int, q: int) -> bool:
        return self.at.level[q] >= self.houses_before_hotel(p)

    def may_own_buildings(self, p: int, q: int) -> bool:
        """Buildings of the seat may stand on the site, as far as deeds and mortgages go."""
        s, t = self.at, self.t
        if s.owner[q] != p or t.kind[q] != space_kind.STREET or t.house_cost[q] == 0:
            return False
        group, own = self.group_of(q), self.own_in_group(p, q)
        pledged = [m for m in group if s.mortgaged[m]]
        whole = own == group or not t.o_build_condition_full_group
        free = q not in pledged and not (t.o_mortgage_blocks and pledged)
        rich = not self.is_monopolist(p) or len([m for m in own if m not in pledged]) >= t.o_roles_monopoly
        return whole and free and rich

    def fits(self, p: int, q: int) -> bool:
        """One more building may stand on the site, whatever it costs."""
        s, t = self.at, self.t
        if not self.may_own_buildings(p, q) or s.level[q] == HOTEL:
            return False
        lowest = min(self.steps(m) for m in self.own_in_group(p, q))
        even = not t.o_build_even or self.steps(q) == lowest
        if self.hotel_is_next(p, q):
            each = lowest >= self.houses_before_hotel(p)
            even = (even and each) or t.o_hotel_need != option_value.HOTEL_NEED_ON_EACH
        return even

    def bank_has(self, p: int, q: int) -> bool:
        if self.t.o_shortage_auction == option_value.SHORTAGE_AUCTION_IMPROVISED:
            return True
        return (self.at.hotels if self.hotel_is_next(p, q) else self.at.houses) > 0

    def price_of_next(self, p: int, q: int) -> int:
        return (self.t.hotel_cost if self.hotel_is_next(p, q) else self.t.house_cost)[q]

    def credit(self, p: int) -> int:
        s, t = self.at, self.t
        open_to = max(t.o_loans_building - s.loan[p], 0)
        in_bank = max(t.o_components_coins + s.cash[payer_account.BANK], 0) if t.o_bank_limit else open_to
        return min(open_to, in_bank)

    def can_build_now(self, p: int) -> bool:
        s, t, when = self.at, self.t, self.t.o_build_time
        if when == option_value.BUILD_TIME_ANY:
            right = self.can_spend_now(p)
        elif when == option_value.BUILD_TIME_OWN_TURN_OR_BETWEEN:
            right = self.quiet and (p == s.mover or self.between_turns)
        elif when == option_value.BUILD_TIME_BEFORE_OWN_MOVE:
            right = self.quiet and p == s.mover and self.between_turns
        elif when == option_value.BUILD_TIME_OWN_TURN:
            right = self.quiet and p == s.mover
        else:
            right = self.quiet
        below = t.o_build_limit == 0 or s.built[p] < t.o_build_limit
        return right and below and not (self.held(p) and not t.o_jail_rights_build)

    # Scarce buildings

    def could_want(self, p: int, hotels: bool) -> int:
        """Buildings of a sort that a seat could buy now."""
        s, t = self.at, self.t
        if s.out[p]:
            return 0
        if p != s.mover and t.o_build_time in (
            option_value.BUILD_TIME_BEFORE_OWN_MOVE,
            option_value.BUILD_TIME_OWN_TURN,
        ):
            free = not (self.held(p) and not t.o_jail_rights_build)
        else:
            free = self.can_build_now(p)
        if not free:
            return 0
        sites = [q for q in range(t.spaces) if self.may_own_buildings(p, q)]
        if hotels:
            room = {q: int(self.fits(p, q) and self.hotel_is_next(p, q)) for q in sites}
        else:
            room = {q: self.houses_before_hotel(p) - s.level[q] for q in sites if s.level[q] != HOTEL}
        prices = [(t.hotel_cost if hotels else t.house_cost)[q] for q, n in room.items() if n > 0]
        places = sum(room.values())
        if places == 0:
            return 0
        cheapest = min(prices)
        wanted = min(places, (self.purse(p) + self.credit(p)) // max(cheapest, 1))
        return min(wanted, t.o_build_limit - s.built[p]) if t.o_build_limit else wanted

    def is_contested(self, hotels: bool) -> bool:
        """More than one seat could want more than there are."""
        s = self.at
        if self.t.o_shortage_auction != option_value.SHORTAGE_AUCTION_CONTESTED:
            return False
        wanted = [self.could_want(p, hotels) for p in range(s.seats)]
        left = max(s.hotels if hotels else s.houses, 0)
        return len([n for n in wanted if n > 0]) > 1 and sum(wanted) > left

    def lowest_price(self, hotels: bool) -> int:
        """At which the bids for a building begin: the least price among the sites of those who want one."""
        s, t = self.at, self.t
        if t.o_shortage_auction_start != option_value.SHORTAGE_AUCTION_START_LOWEST_DEED:
            return t.o_auction_start
        sites = [(s.owner[q], q) for q in range(t.spaces) if s.owner[q] >= 0 and s.want[s.owner[q]]]
        fit = [(p, q) for p, q in sites if self.fits(p, q) and self.hotel_is_next(p, q) == hotels]
        return max(min((self.price_of_next(p, q) for p, q in fit), default=0), t.o_auction_start)

    # Acts

    def build(self, p: int, q: int) -> bool:
        s = self.at
        if s.node == node.PLACE:
            won = self.hotel_is_next(p, q) == (s.lot == HOTEL_LOT)
            return p == s.actor and self.fits(p, q) and won and self.bank_has(p, q)
        if not (self.fits(p, q) and self.can_build_now(p) and self.bank_has(p, q)):
            return False
        if self.purse(p) + self.credit(p) < self.price_of_next(p, q):
            return False
        return s.node != node.BID or (s.lot >= 0 and not self.is_contested(self.hotel_is_next(p, q)))

    def sells_buildings(self, p: int, q: int) -> bool:
        s = self.at
        free = self.t.o_sell_time != option_value.SELL_TIME_OWN_TURN_OR_BETWEEN
        mine = p in (s.mover, s.actor) or self.between_turns
        return s.owner[q] == p and s.level[q] > 0 and self.can_sell_now() and (free or mine)

    def highest_beside(self, p: int, q: int) -> int:
        return max((self.steps(m) for m in self.own_in_group(p, q) if m != q), default=0)

    def sell(self, p: int, q: int) -> bool:
        s, t = self.at, self.t
        if not self.sells_buildings(p, q) or (t.o_sell_even and self.highest_beside(p, q) > self.steps(q)):
            return False
        improvised = t.o_shortage_auction == option_value.SHORTAGE_AUCTION_IMPROVISED
        houses = improvised or s.houses >= self.houses_before_hotel(p)
        return s.level[q] < HOTEL or (t.o_sell_hotel_break_down != 0 and houses)

    def sell_group(self, p: int, q: int) -> bool:
        s, t = self.at, self.t
        hotels = [m for m in self.own_in_group(p, q) if s.level[m] == HOTEL]
        if s.owner[q] != p or not hotels or not all(self.sells_buildings(p, m) for m in hotels):
            return False
        if t.o_sell_hotel_cash == option_value.SELL_HOTEL_CASH_SHORTAGE:
            return s.houses < t.o_build_even_maximum
        return t.o_sell_hotel_cash != option_value.SELL_HOTEL_CASH_NONE

    def clear(self, p: int, q: int) -> bool:
        t = self.t
        even = not t.o_sell_even or self.highest_beside(p, q) <= 1
        alone = t.o_sell_hotel_cash == option_value.SELL_HOTEL_CASH_SITE
        return self.sells_buildings(p, q) and self.at.level[q] == HOTEL and alone and even

    def mortgage(self, p: int, q: int) -> bool:
        s, t = self.at, self.t
        if s.owner[q] != p or s.mortgaged[q] or t.loan[q] == 0 or s.level[q]:
            return False
        own = self.own_in_group(p, q)
        built = any(s.level[m] for m in self.group_of(q))
        if t.o_mortgage_condition == option_value.MORTGAGE_CONDITION_GROUP_CLEAR and built:
            return False
        unpledged = [m for m in own if not s.mortgaged[m]]
        breaks = self.is_monopolist(p) and len(unpledged) == t.o_roles_monopoly and any(s.level[m] for m in own)
        if t.o_mortgage_condition == option_value.MORTGAGE_CONDITION_MONOPOLY_CLEAR and breaks:
            return False
        return self.can_sell_now() and (not t.o_mortgage_only_in_need or (s.node == node.DEBT and s.actor == p))

    def price_of_redeeming(self, q: int) -> int:
        t = self.t
        printed = t.printed_redemption[q] if t.o_redeem == option_value.REDEEM_PRINTED else 0
        return printed or t.loan[q] + self.percent(t.loan[q], t.o_redeem_percent)

    def redeem(self, p: int, q: int) -> bool:
        s = self.at
        mine = s.owner[q] == p and s.mortgaged[q] > 0
        return mine and self.can_spend_now(p) and self.purse(p) >= self.price_of_redeeming(q)

    def gives_to_bank(self, p: int, q: int) -> bool:
        s = self.at
        return s.owner[q] == p and not s.mortgaged[q] and not any(s.level[m] for m in self.group_of(q))

    def sell_deed(self, p: int, q: int) -> bool:
        s = self.at
        owes = s.node == node.DEBT and s.cash[p] < s.debt and self.t.o_debt_property_deeds_to_bank != 0
        return s.actor == p and (owes or s.node == node.SALE) and self.gives_to_bank(p, q)

    def claim(self, p: int, q: int) -> bool:
        s = self.at
        return self.quiet and any(s.claim_space[i] == q and s.claim_owner[i] == p for i in range(s.claims))

    def finish(self, p: int) -> bool:
        s = self.at
        again = s.node == node.DICE and s.purpose == dice_purpose.MOVE and s.throws > 0
        return again and p == s.mover and self.t.o_doubles_may_decline != 0

    def end(self) -> bool:
        return self.t.o_win_by_agreement != 0 and self.quiet

    def collect(self, p: int) -> bool:
        s, t = self.at, self.t
        there = any(s.passed_coins[q] and s.coins[q] for q in range(t.spaces))
        asked = t.o_late_claims != option_value.LATE_CLAIMS_AUTOMATIC
        return p == s.mover and self.quiet and asked and there

    def late_power(self, p: int) -> bool:
        return self.quiet and self.at.seat_of[self.at.late_token] == p

    def is_party(self) -> bool:
        return self.t.o_party > 1 and self.at.seats > 2 and self.t.characters > 0

    def team(self, p: int) -> list[int]:
        return [c for c in self.at.team[p * TEAM : p * TEAM + TEAM] if c >= 0]

    def on_board(self) -> list[int]:
        return self.at.character[: self.at.tokens]

    def swap(self, p: int, c: int) -> bool:
        s = self.at
        mine = c in self.team(p) and c not in self.on_board()
        return self.is_party() and p == s.mover and self.quiet and not s.swapped and mine

    def fine(self, x: int) -> bool:
        return self.t.o_fines != 0 and 0 <= x < self.at.seats and not self.at.out[x] and self.quiet

    def call(self) -> bool:
        return self.t.o_mode == option_value.MODE_TIMED and self.quiet

    # Offers

    def had_last_turn(self, p: int) -> bool:
        s = self.at
        before = next(q for i in range(1, s.seats + 1) if not s.out[q := (s.mover - i) % s.seats])
        return s.turn > 1 and self.between_turns and before == p

    def transfer(self, q: int) -> int:
        """What the bank takes at least when the deed changes hands."""
        s, t, how = self.at, self.t, self.t.o_transfer_mortgaged
        if not s.mortgaged[q] or how == option_value.TRANSFER_MORTGAGED_FREE:
            return 0
        if how == option_value.TRANSFER_MORTGAGED_MUST_REDEEM:
            return self.price_of_redeeming(q)
        by_price = t.o_transfer_mortgaged_base == option_value.TRANSFER_MORTGAGED_BASE_PRICE
        return self.percent((t.price if by_price else t.loan)[q], t.o_redeem_percent)

    def changes_hands(self, q: int, giver: int) -> bool:
        s, t = self.at, self.t
        clear = t.o_trade_buildings != option_value.TRADE_BUILDINGS_GROUP_CLEAR
        return (
            t.group[q] >= 0
            and s.owner[q] == giver
            and not s.level[q]
            and (clear or not any(s.level[m] for m in self.group_of(q)))
        )

    def bid_of(self, p: int) -> int:
        """What a seat has bid in an auction that is open, or that an offer has interrupted."""
        s = self.at
        bidding = s.node == node.BID or (s.node == node.ANSWER and s.depth > 0 and s.ta[s.depth - 1] == node.BID)
        return s.bid if bidding and p == s.leader else 0

    def deal(self) -> bool:
        """The offer in the position could be carried out."""
        s, t = self.at, self.t
        a, b = s.offer_from, s.offer_to
        if a == b or s.out[a] or s.out[b] or min(s.offer_give, s.offer_ask) < 0:
            return False
        deeds = {side: [q for q in range(t.spaces) if s.offer_deed[q] == side] for side in (GIVEN, ASKED)}
        cards = {side: [c for c in range(t.cards) if s.offer_card[c] == side] for side in (GIVEN, ASKED)}
        for side, giver in ((GIVEN, a), (ASKED, b)):
            if not all(self.changes_hands(q, giver) for q in deeds[side]):
                return False
            if not all(s.card_seat[c] == giver and t.card_effect[c] != card_effect.FOR_TOKEN for c in cards[side]):
                return False
        if any(cards.values()) and not (t.o_trade_items_cards and t.o_jail_free_card_sell):
            return False
        if not any((*deeds.values(), *cards.values())):
            return False
        gives, asks = s.offer_give or deeds[GIVEN] or cards[GIVEN], s.offer_ask or deeds[ASKED] or cards[ASKED]
        if s.offer_value == 0 and not (gives and asks):
            return False
        if t.o_deed_cap:
            after = [{GIVEN: b, ASKED: a}.get(s.offer_deed[q], s.owner[q]) for q in range(t.spaces)]
            for q in deeds[GIVEN] + deeds[ASKED]:
                if len([m for m in self.group_of(q) if after[m] == after[q]]) > t.o_deed_cap:
                    return False
        for p, out, back, taken in ((a, s.offer_give, s.offer_ask, ASKED), (b, s.offer_ask, s.offer_give, GIVEN)):
            due = self.bid_of(p) + sum(self.transfer(q) for q in deeds[taken])
            if s.cash[p] < out or s.cash[p] - out + back < due:
                return False
        return True

    def has_offers_left(self, p: int) -> bool:
        return self.t.o_trade_offers in (NO_LIMIT,) or self.at.offers[p] < self.t.o_trade_offers

    def propose(self, p: int) -> bool:
        s, t, when = self.at, self.t, self.t.o_trade_time
        counter = s.node == node.ANSWER and s.actor == p
        debtor = s.node == node.DEBT and s.actor == p
        auction = s.node == node.BID and self.english and when == option_value.TRADE_TIME_AUCTIONS_TOO
        if not (self.quiet or counter or debtor or auction) or p != s.offer_from or s.offer_value:
            return False
        forced = s.node == node.DEBT and t.o_bankrupt_when_forgiven != 0
        mine = when != option_value.TRADE_TIME_OWN_TURN or p == s.mover or self.had_last_turn(p) or forced
        if s.offer_to != s.asker if counter else not mine:
            return False
        if not t.o_jail_rights_trade and (self.held(p) or self.held(s.offer_to)):
            return False
        return self.has_offers_left(p) and self.deal()

    def settle(self, p: int) -> bool:
        """Property toward a debt."""
        s, t = self.at, self.t
        if s.node != node.DEBT or s.actor != p or s.offer_from != p or s.offer_give or s.offer_ask:
            return False
        given = [q for q in range(t.spaces) if s.offer_deed[q] == GIVEN]
        if any(x == ASKED for x in s.offer_deed) or not 1 <= s.offer_value <= s.debt:
            return False
        if t.o_debt_property == option_value.DEBT_PROPERTY_ONE_SITE and s.debt_given + len(given) > 1:
            return False
        if s.debt_to == payer_account.BANK:
            worth = sum(max(t.price[q] - t.loan[q] * (s.mortgaged[q] > 0), 0) for q in given)
            fit = all(self.changes_hands(q, p) for q in given)
            return t.o_debt_property_bank != 0 and fit and s.offer_value <= worth
        if t.o_debt_property == option_value.DEBT_PROPERTY_NONE or not 0 <= s.debt_to < s.seats:
            return False
        goods = s.offer_to == s.debt_to and given and not any(s.offer_card)
        return bool(goods) and self.has_offers_left(p) and self.deal()

    # Answers

    def least_bid(self) -> int:
        s = self.at
        return s.bid + self.t.o_auction_start_raise if s.bid else s.minimum

    def most_to_bid(self, p: int) -> int:
        s, t = self.at, self.t
        if s.lot < 0 or t.o_auction_start_limit != option_value.AUCTION_START_LIMIT_RAISABLE:
            return s.cash[p]
        return self.raisable(p)

    def worth_of_buildings(self, q: int) -> int:
        s, t, percent = self.at, self.t, self.t.o_sell_price
        if s.level[q] < HOTEL:
            return s.level[q] * self.percent(t.house_cost[q], percent)
        before = t.house_cost[q] * self.houses_before_hotel(s.owner[q])
        return self.percent(t.hotel_cost[q], percent) + self.percent(before, percent)

    def raisable(self, p: int) -> int:
        s, t = self.at, self.t
        estate = [q for q in range(t.spaces) if s.owner[q] == p]
        sold = [self.percent(t.price[q], t.o_debt_property_deeds_to_bank) for q in estate]
        deeds = [max(t.loan[q], x) for q, x in zip(estate, sold) if not s.mortgaged[q]]
        return s.cash[p] + sum(deeds) + sum(map(self.worth_of_buildings, estate))

    def is_over_cap(self, p: int, q: int) -> bool:
        return self.t.o_deed_cap != 0 and len(self.own_in_group(p, q)) >= self.t.o_deed_cap

    def answers(self) -> dict[int, bool]:
        """The verbs of the open node that name no sum and no space, and whether each may be answered."""
        s, t, p = self.at, self.t, self.at.actor
        always: dict[int, dict[int, bool]] = {
            node.BID: {action.PASS: True},
            node.TAX: {action.FLAT: True, action.PERCENT: True},
            node.CARD: {action.PAY: True, action.DRAW_INSTEAD: True},
            node.DETOUR: {action.PAY: True, action.DETOUR: True},
            node.AGREE: {action.AGREE: True, action.REFUSE: True},
            node.TRADE_CARD: {action.PASS: True},
        }
        if s.node == node.BUY:
            buys = s.cash[p] >= t.price[s.lot] and not self.is_over_cap(p, s.lot)
            return {action.BUY: buys, action.DECLINE: True}
        if s.node == node.INHERIT:
            return {action.FEE: t.o_transfer_mortgaged != option_value.TRANSFER_MORTGAGED_MUST_REDEEM}
        if s.node == node.STAKE:
            return {action.PASS: t.o_casino_mandatory == 0}
        if s.node == node.DEBT:
            return {action.PAY: s.cash[p] >= s.debt}  # the referee looks at bankruptcy
        if s.node in (node.JAIL, node.DETAINED):
            return self.prisoner(p)
        if s.node == node.ANSWER:
            return {action.ACCEPT: self.deal(), action.REFUSE: True}
        if s.node == node.GOAL:
            return {action.DRAW_INSTEAD: t.card_effect[s.lot] == card_effect.STEP_OR_DRAW}
        if s.node == node.BOSS:
            return {action.FIGHT: s.cash[p] >= t.boss_price[s.boss], action.PASS: True}
        if s.node == node.ROLE:
            half = (len([q for q in range(s.seats) if not s.out[q]]) + 1) // 2
            sides = {action.MONOPOLIST: player_role.MONOPOLIST, action.COMPETITOR: player_role.COMPETITOR}
            return {v: s.role[: s.seats].count(side) < half for v, side in sides.items()}
        if s.node == node.TURN:
            passes = s.steps == 0 and t.o_late_claims != option_value.LATE_CLAIMS_AUTOMATIC
            return {
                action.MOVE: s.steps > 0,
                action.POWER: s.face > 0,
                action.MOVE_POWER: s.steps > 0 < s.face,
                action.PASS: passes,
            }
        if s.node == node.CHARACTER:
            return {action.PASS: self.is_party() and len(self.team(p)) > 1}
        return always.get(s.node, {})

    def prisoner(self, p: int) -> dict[int, bool]:
        s, t, k = self.at, self.t, self.at.token
        office = t.kind[s.at[k]] == space_kind.TAX_OFFICE
        fine = t.o_tax_admin_fine if office else t.o_jail_exit_fine
        frees = card_effect.TAX_OFFICE_FREE if office else card_effect.JAIL_FREE
        tries = s.jail[k] <= t.o_jail_exit_tries
        may = {
            action.PAY: fine > 0 and (s.cash[p] >= fine or not (tries or s.node == node.DETAINED)),
            action.CARD: any(s.card_seat[c] == p and t.card_effect[c] == frees for c in range(t.cards)),
        }
        if s.node == node.JAIL:
            return may | {action.THROW: tries or fine == 0}
        return may | {action.STOP: True}

    def bid(self, x: int) -> bool:
        s = self.at
        return s.node == node.BID and self.least_bid() <= x <= self.most_to_bid(s.actor)

    def stake(self, x: int) -> bool:
        s = self.at
        return s.node == node.STAKE and self.t.o_casino_minimum <= x <= s.cash[s.actor]

    def choose(self, x: int) -> bool:
        """A character to play or to copy, or a token to move."""
        s, t, p = self.at, self.t, self.at.actor
        if s.node == node.CHARACTER and 0 <= x < t.characters:
            at_hand = (t.boxed[x] or t.o_characters_expansion) and t.star_do[x] != ability.UNKNOWN
            first = not self.team(p) or not self.is_party()
            return bool(at_hand) and x not in self.team(p) and not (first and x in self.on_board())
        if s.node == node.COPY and 0 <= x < t.characters:
            in_play = [s.character[k] for k in range(s.tokens) if not s.out[s.seat_of[k]]]
            return x in in_play and t.star_do[x] != ability.COPY
        if s.node == node.TOKEN and 0 <= x < s.tokens:
            in_jail = s.throws == 0  # of prisoners one tries, after a throw one that is free moves
            return s.seat_of[x] == s.mover and not s.resting[x] and (s.jail[x] > 0) == in_jail
        return False

    def estate(self, p: int) -> Iterator[int]:
        """The spaces that a seat may do something with, and two that it may not."""
        s = self.at
        yield from (q for q in range(self.t.spaces) if s.owner[q] == p)
        yield max(self.t.go, 0)
        yield next((q for q in range(self.t.spaces) if self.t.group[q] >= 0 and s.owner[q] != p), -1)


OF_SITES = {
    action.BUILD: Law.build,
    action.SELL: Law.sell,
    action.SELL_GROUP: Law.sell_group,
    action.CLEAR: Law.clear,
    action.MORTGAGE: Law.mortgage,
    action.SELL_DEED: Law.sell_deed,
    action.CLAIM: Law.claim,
}
OF_SEATS = {
    action.FINISH: Law.finish,
    action.COLLECT: Law.collect,
    action.PROPOSE: Law.propose,
    action.SETTLE: Law.settle,
}
PLAIN = (
    *(action.BUY, action.DECLINE, action.PASS, action.CARD, action.THROW, action.STOP, action.FLAT, action.PERCENT),
    *(action.PAY, action.ACCEPT, action.REFUSE, action.FEE, action.AGREE, action.DRAW_INSTEAD, action.MOVE),
    *(action.POWER, action.MOVE_POWER, action.FIGHT, action.MONOPOLIST, action.COMPETITOR, action.DETOUR),
)


def check_law(s: State, t: Tables) -> None:
    """Compare what the rules allow here with the law of the table."""
    law = Law(s, t)
    if s.node in (node.OVER, node.CHANGE):
        return

    def may(p: int, v: int, q: int = -1, x: int = -1) -> bool:
        return why_not(s, t, p, v, q, x) == refusal.NONE

    for p in range(s.seats):
        if s.out[p]:
            continue
        for q in law.estate(p):
            for v, rule in OF_SITES.items():
                assert may(p, v, q) == rule(law, p, q), (v, p, q)
            if not (s.node == node.INHERIT and s.actor == p):
                assert may(p, action.REDEEM, q) == law.redeem(p, q), (p, q)
        laid = s.offer_from >= 0 <= s.offer_to
        # A debt may be settled with the bank, or with a boss; nobody trades with them.
        asked = {action.SETTLE: laid, action.PROPOSE: laid and s.offer_to < s.seats}
        for v, rule_of in OF_SEATS.items():
            if asked.get(v, True):
                assert may(p, v) == rule_of(law, p), (v, p)
        assert may(p, action.END) == law.end()
        assert not may(p, action.FINE_TURN, x=p) and not may(p, action.CALL), p  # only the bank may
        if s.late_face:
            assert may(p, action.POWER) == law.late_power(p), p
        for c in range(-1, t.characters):
            assert may(p, action.SWAP, x=c) == law.swap(p, c), (p, c)
    for x in range(-1, s.seats + 1):
        assert may(-1, action.FINE_MOVE, x=x) == law.fine(x), x
    assert may(-1, action.CALL) == law.call()
    check_answers(law, may)


def check_answers(law: Law, may: Callable[..., bool]) -> None:
    """Compare what the seat that is asked may answer."""
    s, p = law.at, law.at.actor
    answers = {} if is_chance(s.node) else law.answers()
    for v in PLAIN:
        if v != action.POWER or not s.late_face:
            assert may(p, v) == answers.get(v, False), f"{names(action)[v]} at {names(node)[s.node]}"
    least, most = law.least_bid(), law.most_to_bid(p)
    for x in (-1, 0, 1, least - 1, least, most, most + 1, s.cash[p], s.cash[p] + 1):
        assert may(p, action.BID, x=x) == law.bid(x), x
        assert may(p, action.STAKE, x=x) == law.stake(x), x
        assert may(p, action.WANT, x=x) == (s.node == node.WANT and 0 <= x <= s.minimum), x
    for x in range(-1, max(law.t.characters, s.tokens) + 1 if law.t.characters else 0):
        assert may(p, action.CHOOSE, x=x) == law.choose(x), x
