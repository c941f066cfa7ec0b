"""Name the misconception behind a wrong number, in self-checks and in the report of a class.

A slip is a word of the catalogs (`slip.`), which says how students come to the number, and the wrong number that it
leads to. Those of the delivered lessons are in `SLIPS`; a class can add its own in `lesson.toml`; some, such as a wrong
sign, any question knows. Each number of `SLIPS` follows in that way from the numbers of the lesson: its text, its
stored outputs, or the student's own numbers. It is a range where several ways of rounding, or guesses near each other,
have the same misconception behind them.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from monopoly_lab.common.messages import say
from monopoly_lab.lessons.number_parser import parse_number

# One number; all from one to another; or a function that works it out from the student's own numbers
# (`Lesson.own`, in their order), one or all from one to another.
WrongNumber = float | tuple[float, float] | Callable[..., float | tuple[float, float]]


def _rounding_range(number: float) -> tuple[float, float]:
    """Return the range of half a unit around a number, for a question that asks for whole ones."""
    return number - 0.5, number + 0.5


# What the third and the fourth house on a site are worth to its owner, from brown to dark blue: table of lesson 40.
HOUSE_VALUES = (161, 188, 356, 261, 640, 382, 880, 488, 1091, 424, 1052, 386, 1130, 432, 1417, 509)

# Lesson: question: word of the misconception: wrong number. Of several that fit, the first counts.
SLIPS: dict[str, dict[str, dict[str, WrongNumber]]] = {
    "02_where_do_tokens_land": {
        "most": {"even_chances": 2.5, "jail_counted": (3.9, 4.1), "seven_of_one_throw": (16, 17)},
        "park": {"even_chances": 2.5, "as_neighbor": (2.58, 2.65)},
        "ways": {"steps_for_ways": 20, "three_sums": 3, "five_each": 15, "order_forgotten": 8},
        "states": {"no_double_forgotten": 2, "squares": 1},
    },
    "03_the_marginal_house": {
        "house": {"average": 5, "first_house": 1},
        "round": {"one_throw": 18.5, "each_throw_a_visit": 1800, "turns_for_throws": 65.9},
        "rows": {"one_row": 9.4, "paybacks_added": 112.1, "bare_forgotten": 18},
        "green": {"first_house": 1, "average_rises": 5},
    },
    "04_build_a_scenario": {
        "houses": {"one_site": 23, "no_houses_taken": 26},
    },
    "05_risk_and_reward_gamer": {
        "morton": {"price_of_try": 18.67, "three_of_six": 12, "reward_forgotten": 11.33},
    },
    "07_who_wins": {
        "luckiest": {"equal_counts": 25, "luck_of_150": (38, 100)},
        "half": {"real_minutes": (1, 19)},
        "times": {"root_of_two": 1.41, "twice_the_games": 2},
        "width": {"root_forgotten": 0.245, "whole_interval": 13.9, "standard_error": 3.5, "not_points": 0.07},
        "balanced": {"luck_decides": 25, "three_equal": (32, 34)},
    },
    "08_books_of_a_landlord": {
        "profit": {"cash_is_profit": -1014, "rent_forgotten": -84, "operations_cash": 41, "nothing_gone": 100},
        "bo": {"cash_for_equity": 1010, "unchanged": 1500},
        "deeds": {"trade_forgotten": 600, "printed_deed": 700, "mortgage_kept": 690},
        "gain": {"whole_price": 180},
        "loss": {"no_loss": 50, "only_cash_in": 0},
        "bank": {"start_alone": -3000, "bank_owes_nothing": 0},
        "capital": {"salary_kept": 180},
    },
    "09_liquidity_or_solvency": {
        "hit": {"three_of_eleven": (27, 27.5), "five_each": (41.5, 42)},
        "sold": {"cash_forgotten": 1065, "printed_for_loan": (2130, 2230)},
    },
    "10_forget_the_start": {
        "left": {"four_generations": 3.125, "even_steps": 10},
        "ten": {"turns_for_throws_left": (0.055, 0.065), "what_is_gone": 0.83},
    },
    "12_npv_and_irr": {
        "round2": {"one_round_only": 111.98, "not_discounted": 113.1, "grown": 115.4},
    },
    "13_leverage": {
        "change": {"railroad_rents": 31.8, "double_rent_card": 22.8, "only_lost": -9.9},
        "ratio": {
            "debt_over_equity": lambda cash: 100 * 300 / (1760 + cash),
            "no_cash": lambda cash: 100 * 300 / 2060,
            "interest_as_debt": lambda cash: 100 * 330 / (2060 + cash),
        },
        "full": {"interest_alone": 7, "lost_rents_alone": 35, "one_round_interest": 30},
        "ruin": {"never_lands": 0, "long_run_share": (9, 10)},
        "again": {"less_rent_less_risk": (-100, 6.5)},
    },
    "14_the_house_edge": {
        "edge": {"what_comes_back": (56, 57)},
    },
    "16_jail": {
        "tries": {"no_limit": 6, "always_three": 3},
        "thumb": {"bank_forgotten": (13, 14), "fine_in_full": (1, 2)},
    },
    "17_replicate_and_refute": {
        "lap": {"turns_of_lap": (4.8, 4.9)},
    },
    "20_born_ahead": {
        "rich": {"equal_rules": 25, "fair_bets": (52.5, 54)},
        "square": {"no_exponent": 53.3, "no_sum": 64},
        "doubled": {"rents_for_owners": (2.45, 6)},
        "salary": {"same_for_all": (2.3, 2.45)},
        "gini": {"gini_n_1": 0.511, "gini_pairs_once": 0.192},
        "fair": {"equal_rules": 25, "board_for_coins": (78, 90)},
        "excess": {"quarter_for_share": (50, 68), "share_itself": (72, 95)},
    },
    "21_money_and_inflation": {
        "flow": {"taxes_left_out": (41, 41.2), "salary_each_turn": 200},
        "level": {"prices_follow_salary": (90, 110), "quantity_theory": (25, 35)},
        "growth": {"added_percent": 34, "price_forgotten": 36.5, "wrong_side": 37.9},
        "built": {"as_money": (25, 36), "as_salary": (95, 105), "fixed_streets": 0},
        "balance": {"no_salary_no_money": 0, "lap_each_turn": 7.1, "flow_off_salary": 166},
    },
    "30_is_anti_monopoly_fair": {
        "away": {"points_for_errors": (17.5, 30)},
        "visits": {"monopolist_visits": 5},
    },
    "31_a_game_by_hand": {
        "candy": {"chance_forgotten": 0.167, "card_alone": 0.417},
        "six": {"power_too_low": 1.85, "mean_throw": 1.71},
    },
    "40_demand_and_price_ceiling": {
        "last": {"one_house_a_color": 488, "printed_price": (50, 200), "highest_value": 1417},
        "wanted": {
            "three_sites_each": lambda price: 3 * sum(value >= price for value in HOUSE_VALUES),
            "supply_for_demand": 8,
        },
        "elastic": {"first_base": -0.53, "upside_down": -1.17},
        "sooner": {"same_price": (1040, 1060)},
        "lost": {"same_houses": 0, "wishes_that_fail": (81, 83)},
    },
    "41_supply_and_taxes": {
        "best": {"no_reaction": 100, "middle_of_scale": 50},
        "hotels": {"cost_forgotten": 1518, "half_profit": 768},
        "supply": {"no_reaction": 104, "one_site_each": 27},
        "rate": {"first_tooth": 26},
        "loss": {"tax_for_loss": 4089, "owners_alone": 5701, "all_four": 0},
        "built": {"every_tax": 0},
        "price": {"buyer_pays_later": 100, "tax_for_rest": 40},
    },
    "42_gains_from_trade": {
        "pays": {"printed_deeds": 0},
        "loses": {"both_gain": 0, "zero_sum": 100},
        "both": {"zero_sum": 100, "as_in_money": (140, 144)},
        "split": {"half_limit": lambda most, least: most / 2, "whole_surplus": lambda most, least: most},
        "endless": {"whole_gain": 97, "loss_of_others": 24},
        "ultimatum": {
            "seller_gets_least": lambda most, least: least,
            "half_each": lambda most, least: (most + least) / 2,
        },
    },
    "43_market_power": {
        "price": {"all_pay": 1, "highest_price": 200, "most_can_pay": 50},
        "loss": {
            "price_pays_too": 10.5625,
            "price_as_percent": 42.25,
            "half_forgotten": (20.7, 21.2),
            "not_by_share": 32.5,
            "loss_at_best": 24.75,
            "not_visitors_gain": 54.6,
            "transfer": 44.2,
            "share_not_paying": 32,
        },
        "cost": {
            "half_of_cost": lambda cost: cost / 2,
            "all_passed_on": lambda cost: 100 + cost,
            "none_passed_on": 100,
        },
        "again": {"half_of_cost": 20, "all_passed_on": 140, "none_passed_on": 100},
        "rivals": {"one_cut": 90, "step_needed": 0, "shared_monopoly": 100, "half_monopoly": 50},
        "future": {"over_cartel": 0.978, "rounded": 0.549, "any_step": 0.5},
    },
    "44_auctions": {
        "slip": {"own_value_800": 800, "half_value": 400},
        "second": {"mean_value": 500, "first_price_bids": 450, "highest_bid": 800},
        "bid": {
            "own_value": lambda value, bidders: value,
            "half_value": lambda value, bidders: value / 2,
            "one_too_many": lambda value, bidders: value * bidders / (bidders + 1),
        },
        "revenue": {"highest_value_mean": lambda bidders: 1000 * bidders / (bidders + 1)},
        "again": {"estimate_bid": 1500, "private_share": 1125, "curse_alone": (1396, 1398)},
    },
    "45_hidden_quality": {
        "bid": {"worth_more_anyway": 370, "one_step": (207, 209), "average_deed": (277, 278), "sellers_average": 185},
        "naive": {"fair_on_average": 0, "all_sell": (92, 94)},
        "again": {"best_stay_away": (1, 400), "fair_on_average": 0, "no_change": (-53, -52)},
        "floor": {"the_floor": lambda lowest: lowest, "worth_of_floor": lambda lowest: 1.5 * lowest},
        "look": {"perfect_deeds": 185, "no_price_paid": 278},
    },
    "46_externalities": {
        "both": {"private_for_all": 5, "all_harm": 0, "compromise": 4},
        "waste": {"damage_alone": 1100.5, "gain_alone": 728},
        "right": {"damage_paid_for": 5, "right_forbids": 0},
        "least": {"most_bo_pays": 1100.5, "middle_of_range": 914, "gain_of_deal": 372.5},
        "tax": {"pigou": 550, "two_rows": 728},
        "again": {"compromise": 4, "no_damage": 3},
        "private": {"damage_counted": 3},
    },
    "47_public_good_and_commons": {
        "rider": {"if_all_give": 320, "own_forgotten": 240, "three_share": 520, "not_multiplied": 350},
        "fourth": {"nobody_follows": 0, "no_reaction_of_followers": 37.5, "quarter_each_round": (15.5, 16.5)},
        "two": {"half_again": (5.4, 5.7)},
        "pot": {"no_growth_of_taken": 1000, "last_round_forgotten": 800, "nobody_waits": 400},
        "yield": {"per_player": 20, "full_growth": 100},
        "ann": {"equal_players": 25, "money_for_rank": (29, 100)},
        "discount": {"old_multiplier": 0.5, "fund_forgotten": 0.67},
    },
    "48_which_strategy_survives": {
        "fifth": {"weak_soon_gone": (25, 49.9), "win_rate": (50, 52)},
        "without": {"win_rate": (50, 52), "share_of_strong": (57, 59)},
        "step": {
            "win_rate_of_a": lambda share, a, b: a,
            "plain_mean": lambda share, a, b: _rounding_range(2 * share * a / (a + b)),
            "lead_added": lambda share, a, b: share + a - 25,
            "mean_forgotten": lambda share, a, b: _rounding_range(share * a / 100),
            "old_share_kept": lambda share, a, b: share,
        },
        "among": {"old_rate": (36, 40), "survives_wins": 100},
        "alone": {"four_players": 25},
    },
    "49_more_equal": {
        "tax": {"tax_equalizes": (0, 0.535), "shares_stay": (0.54, 0.555)},
        "paid": {
            "same_for_all": lambda gini, mean, payment: gini,
            "mean_stays": lambda gini, mean, payment: gini * (1 - payment / mean),
        },
        "again": {"as_without_salary": (0.605, 0.75)},
        "built": {"half_rent_half_built": (2300, 2600), "nobody_builds": 0},
        "lost": {"dollars_for_percent": (150, 400), "nothing_lost": 0},
    },
}


# `agrees(numbers, times)`: whether one of the numbers is right, with `times` times the tolerance of the question.
Agrees = Callable[[tuple[float, ...], int], bool]

ALIKE = 0.01  # share of a wrong number by which an answer may differ from it and still be taken for it
LEAST_ALIKE = 0.005  # the same for wrong numbers near 0, as a difference: half of the second decimal
USUAL_DIGITS = 2  # decimals of an answer to a question that does not say how many
COARSER = 10  # times the tolerance: that of an answer with one digit less, as after rounding too early


class AskedQuestion(NamedTuple):
    """A question as one student has it: names of lesson and question, and the student's own numbers, () if none."""

    lesson: str
    question: str
    own: Sequence[float] = ()


def slip(question: AskedQuestion, answer: float, agrees: Agrees, digits: int | None = None, lang: str = "") -> str:
    """Return what is likely behind a wrong answer to a self-check, in words; "" where nothing is known.

    Args:
        question: The question as the student has it.
        answer: The wrong number.
        agrees: Whether numbers are right.
        digits: Digits after the decimal point that the question asks for.
        lang: Language of the words.
    """
    word = delivered_slip(question, answer) or next(_usual_slips(answer, agrees, digits), "")
    return say(f"slip.{word}", lang) if word else ""


def delivered_slip(question: AskedQuestion, answer: float) -> str:
    """Return the word of a slip that a delivered lesson names for a wrong number; "" for none."""
    known = SLIPS.get(question.lesson, {}).get(question.question, {})
    return next((word for word, wrong in known.items() if _is_slip(answer, wrong, question.own)), "")


def class_slip(answer: float, slips: Mapping[str, str]) -> str:
    """Return what the `lesson.toml` of a class says of a wrong number: texts by number, as typed; "" for nothing."""
    return next((text for number, text in slips.items() if _is_alike(answer, parse_number(number).meant[0])), "")


def _usual_slips(answer: float, agrees: Agrees, digits: int | None) -> Iterator[str]:
    """Yield slips that any question knows: another sign, percent, thousands, rounded too early."""
    if answer and agrees((-answer,), 1):
        yield "sign"
    if answer and (agrees((answer / 100,), 1) or agrees((answer * 100,), 1)):
        yield "hundred"
    if answer and (agrees((answer / 1000,), 1) or agrees((answer * 1000,), 1)):
        yield "thousand"
    fewer = (USUAL_DIGITS if digits is None else digits) - 1
    if answer and answer == round(answer, fewer) and agrees((answer,), COARSER):
        yield "rounded"


def _is_slip(answer: float, wrong: WrongNumber, own: Sequence[float]) -> bool:
    """Return True if an answer is a wrong number; one that follows from own numbers never is where there are none."""
    if isinstance(wrong, tuple):
        return wrong[0] <= answer <= wrong[1]
    if callable(wrong):
        return bool(own) and _is_slip(answer, wrong(*own), ())
    return _is_alike(answer, wrong)


def _is_alike(answer: float, wrong: float) -> bool:
    return abs(answer - wrong) <= max(ALIKE * abs(wrong), LEAST_ALIKE)
