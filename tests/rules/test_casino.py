"""The casino, the jackpot and the tax administration of the hryvnia edition, by its two texts."""

from itertools import product

import pytest
from at_table import (
    BOOKS,
    CASINO,
    CHANCE,
    GO,
    JAIL,
    STATIONS,
    TAX_OFFICE,
    UTILITIES,
    actor,
    at,
    do,
    draw,
    happened,
    in_books,
    kind,
    paid,
    sit,
)
from choosing import refused

from monopoly_lab import Game

# Which symbol the die shows on each reel, from the bottom: made up for this edition, which says so; by them three
# cherries and three lemons win 6 times the stake, three bells 25 times, three sevens bring it back, and with them
# comes the jackpot.
FACES = {
    "cherry": ((1, 4), (2, 5), (3, 6)),
    "lemon": ((2, 6), (1, 3), (2, 5)),
    "bell": ((3,), (4,), (1,)),
    "seven": ((5,), (6,), (4,)),
}


def at_casino(book: str, options: dict[str, object] | None = None, **start: object) -> Game:
    """Ann has just stopped at the casino; 200 lie in the pot."""
    start = {"position": {"Ann": CASINO - 3}, "pots": {"jackpot": 200}} | start
    return do(sit(book, options=options, **start), "roll 1 2")  # type: ignore[arg-type]


def reels(game: Game, *faces: int) -> Game:
    return do(game, *(f"reel {face}" for face in faces))


@in_books("ukraine_ru")
def test_casino__visitor_must_play_in_the_russian_text(book: str) -> None:
    """Russian text, casino: whoever stops there is to play."""
    game = at_casino(book)
    assert (kind(game), actor(game), game.choices()) == ("stake", "Ann", ("stake 1",))
    assert game.why_not("pass") is not None


@in_books("ukraine_uk")
def test_casino__visitor_may_play_in_the_ukrainian_text(book: str) -> None:
    """Ukrainian text, casino: one may play, or leave it."""
    game = at_casino(book)
    assert set(game.choices()) == {"stake 1", "pass"}
    do(game, "pass")
    assert (paid(game), actor(game), game.state.pots["jackpot"]) == ([], "Bo", 200)


@in_books("ukraine_ru", "ukraine_uk")
@pytest.mark.parametrize("must", [True, False])
def test_casino__having_to_play_is_an_option(book: str, must: bool) -> None:
    game = at_casino(book, {"casino.mandatory": must})
    assert (game.why_not("pass") is not None) == must


@in_books("ukraine_ru", "ukraine_uk")
def test_casino__any_stake_then_one_die_for_each_of_three_reels(book: str) -> None:
    """Both texts: any stake; the die is thrown three times, once for each reel."""
    game = at_casino(book)
    assert game.why_not("stake 1500") is None
    do(game, "stake 70")
    drawn = sum(game.raw_state().count)
    for number in range(3):
        assert (kind(game), actor(game)) == ("reel", "Ann")
        assert game.choices() == tuple(f"reel {face}" for face in range(1, 7))
        assert refused(game, "reel 0") == refused(game, "reel 7") == "no_such_outcome"
        assert len(happened(game, "spun")) == number
        do(game, f"reel {number + 1}")
    assert actor(game) == "Bo"
    assert sum(game.raw_state().count) == drawn + 3  # each is a draw of luck


@in_books("ukraine_ru", "ukraine_uk")
def test_casino__lost_stake_stays_in_the_casino(book: str) -> None:
    """Both texts: who loses leaves the stake there; it lies with the jackpot."""
    game = reels(do(at_casino(book), "stake 70"), 1, 1, 1)
    assert (game.state.cash["Ann"], game.state.pots["jackpot"]) == (1430, 270)
    assert paid(game, "casino_win") == []


@in_books("ukraine_ru", "ukraine_uk")
@pytest.mark.parametrize(("symbol", "times"), [("cherry", 6), ("lemon", 6), ("bell", 25), ("seven", 1)])
def test_casino__bank_pays_a_winning_line(book: str, symbol: str, times: int) -> None:
    """Both texts, casino: the bank pays a win. The multiple is of the stake and includes it; it needs no pot."""
    for faces in product(*FACES[symbol]):
        game = reels(do(at_casino(book, {"casino_jackpot": False}), "stake 10"), *faces)
        assert paid(game, "casino_win") == [("the bank", "Ann", 10 * times)]
        assert (game.state.cash["Ann"], game.state.pots["jackpot"]) == (1500 - 10 + 10 * times, 200)


@in_books("ukraine_ru", "ukraine_uk")
def test_casino__wins_of_all_throws(book: str) -> None:
    """Of 216 throws 8 show three cherries, 8 three lemons, 1 three bells, 1 three sevens: nothing else wins."""
    start = do(at_casino(book), "stake 10")
    won = {"casino_win": 0, "jackpot": 0}
    for faces in product(range(1, 7), repeat=3):
        game = reels(start.fork(), *faces)
        for cause in won:
            won[cause] += len(paid(game, cause))
    assert won == {"casino_win": 18, "jackpot": 1}


@in_books("ukraine_ru", "ukraine_uk")
def test_casino__stake_from_one_to_the_cash_in_hand(book: str) -> None:
    """No book sets limits: at least 1, nothing on credit."""
    game = at_casino(book, cash={"Ann": 40}, deeds={"Ann": [39]})
    assert game.why_not("stake 0") is not None
    assert game.why_not("stake 41") is not None
    assert game.why_not("stake 40") is None


def test_casino__least_stake_is_an_option() -> None:
    game = at_casino("ukraine_ru", {"casino.minimum": 20})
    assert game.why_not("stake 19") is not None
    assert game.why_not("stake 20") is None


@in_books("ukraine_ru", "ukraine_uk")
def test_casino__who_cannot_stake_passes_by(book: str) -> None:
    """Without the least stake in cash nobody plays, not even where one must."""
    game = at_casino(book, cash={"Ann": 0})
    assert (actor(game), kind(game), happened(game, "spun")) == ("Bo", "dice", [])
    poor = at_casino(book, {"casino.minimum": 20}, cash={"Ann": 19})
    assert actor(poor) == "Bo"


@in_books("ukraine_ru")
def test_casino__extra_throw_of_a_double_follows(book: str) -> None:
    game = do(sit(book, position={"Ann": CASINO - 4}), "roll 2 2", "stake 5")
    assert (kind(reels(game, 1, 1, 1)), actor(game)) == ("dice", "Ann")


# The jackpot


@in_books("ukraine_ru", "ukraine_uk")
def test_jackpot__two_hundred_are_laid_out_at_the_start(book: str) -> None:
    """Both texts, preparation: 200 thousand on the place of the jackpot."""
    edition, profile = BOOKS[book]
    game = Game(edition, ("Ann", "Bo"), options=profile)
    assert game.state.pots["jackpot"] == 200
    assert [amount for *_, amount in paid(game, "pot_setup")] == [200]


def test_jackpot__sum_at_the_start_is_an_option() -> None:
    assert Game("ukraine", ("Ann", "Bo"), options={"jackpot.setup": 500}).state.pots["jackpot"] == 500


@in_books("ukraine_ru", "ukraine_uk")
def test_casino_jackpot__three_sevens_take_the_pot_with_the_lost_stakes(book: str) -> None:
    """Nobody is ever said to win the jackpot; in the shipped edition it comes with three sevens,
    which it calls a reconstruction. The pot holds the 200 and what others have lost."""
    game = at_casino(book, pots={"jackpot": 275})
    reels(do(game, "stake 10"), 5, 6, 4)
    assert paid(game, "casino_win") == [("the bank", "Ann", 10)]
    assert [amount for *_, amount in paid(game, "jackpot")] == [275]
    assert (game.state.cash["Ann"], game.state.pots["jackpot"]) == (1500 - 10 + 10 + 275, 0)
    assert game.edition.provenance["casino.jackpot"].source == "reconstruction"


@in_books("ukraine_ru", "ukraine_uk")
def test_casino_jackpot__cannot_be_won_as_an_option(book: str) -> None:
    """The literal texts: every win comes from the bank, that of three sevens too; the pot stays."""
    game = at_casino(book, {"casino_jackpot": False})
    reels(do(game, "stake 10"), 5, 6, 4)
    assert (paid(game, "jackpot"), game.state.pots["jackpot"]) == ([], 200)
    assert game.state.cash["Ann"] == 1500 - 10 + 10


# The tax administration


def office(book: str, options: dict[str, object] | None = None, **start: object) -> Game:
    """Ann, who owns the dearest site, stops at the tax administration."""
    start = {"position": {"Ann": TAX_OFFICE - 3}, "deeds": {"Ann": [39]}} | start
    return do(sit(book, options=options, **start), "roll 1 2")  # type: ignore[arg-type]


def passing(book: str, options: dict[str, object] | None = None, **start: object) -> Game:
    """Ann, who owns the dearest site, passes the tax administration on her way to it."""
    start = {"position": {"Ann": 28}, "deeds": {"Ann": [39]}} | start
    return do(sit(book, options=options, **start), "roll 5 6")  # type: ignore[arg-type]


@in_books("ukraine_ru", "ukraine_uk")
def test_tax_admin__passing_costs_fifty(book: str) -> None:
    """Both texts: passing costs the property tax of 50, once, whatever one owns."""
    game = passing(book, deeds={"Ann": [39, 37, 5]})
    assert (at(game, "Ann"), paid(game)) == (39, [("Ann", "the bank", 50)])


@in_books("ukraine_ru", "ukraine_uk")
def test_tax_admin__on_the_way_to_go_the_tax_comes_before_the_salary(book: str) -> None:
    """Hryvnia edition, tax administration, «проходите ли Вы это поле мимо», and course of the game, «Вы проходите через
    поле „ВПЕРЕД“»: the one is passed first and paid first. Ann, without money, has to raise 50 before she gets 200."""
    start = {"position": {"Ann": TAX_OFFICE - 1}, "deeds": {"Ann": [39]}}
    rich = do(sit(book, **start), "roll 5 6")
    assert paid(rich) == [("Ann", "the bank", 50), ("the bank", "Ann", 200)]
    poor = do(sit(book, cash={"Ann": 20}, **start), "roll 5 6")
    assert (kind(poor), actor(poor), paid(poor)) == ("debt", "Ann", [])
    do(poor, "mortgage 39", "pay")
    assert paid(poor)[1:] == [("Ann", "the bank", 50), ("the bank", "Ann", 200)]
    lost = do(sit(book, cash={"Ann": 0}, **start | {"mortgaged": [39]}), "roll 5 6", "bankrupt")
    assert not paid(lost, "salary")


@in_books("ukraine_ru", "ukraine_uk")
def test_tax_admin__passing_costs_nothing_without_property(book: str) -> None:
    game = passing(book, deeds={"Bo": [1]})
    assert paid(game) == []


@in_books("ukraine_ru")
def test_tax_admin__stopping_costs_the_tax_alone_in_the_russian_text(book: str) -> None:
    """Russian text: 50 whether one passes or stops, nothing without property; nobody is held."""
    game = office(book)
    assert (paid(game), dict(game.state.jail), actor(game)) == ([("Ann", "the bank", 50)], {}, "Bo")
    assert paid(office(book, deeds={"Bo": [39]})) == []


@in_books("ukraine_ru")
def test_tax_admin__detention_in_the_russian_text_is_an_option(book: str) -> None:
    """It speaks of being freed by a double without ever holding anybody: with the option the visitor is held, pays no
    fine, and a double in the next turn frees."""
    game = office(book, {"tax_admin.detain": True}, players=("Ann", "Bo"))
    assert (dict(game.state.jail), paid(game), actor(game)) == ({"Ann": 0}, [("Ann", "the bank", 50)], "Bo")
    do(game, "roll 1 3")
    assert (kind(game), game.choices()) == ("jail", ("throw",))
    do(game, "throw", "roll 2 2")
    assert (at(game, "Ann"), dict(game.state.jail), len(paid(game))) == (34, {}, 2)


@in_books("ukraine_uk")
def test_tax_admin__stopping_costs_tax_and_fine_in_the_ukrainian_text(book: str) -> None:
    """Ukrainian text: the tax, then a fine of 50, paid at once; the turn goes on."""
    game = office(book)
    assert (kind(game), actor(game), game.choices()) == ("detained", "Ann", ("pay", "stay"))
    do(game, "pay")
    assert [(cause, amount) for cause in ("tax_office", "tax_office_fine") for *_, amount in paid(game, cause)] == [
        ("tax_office", 50),
        ("tax_office_fine", 50),
    ]
    assert (dict(game.state.jail), actor(game)) == ({}, "Bo")


@in_books("ukraine_uk")
def test_tax_admin__fine_is_due_without_property_too_the_tax_is_not(book: str) -> None:
    """Ukrainian text: the exemption is from the tax; whoever stops has the fine before him."""
    game = do(office(book, deeds={"Bo": [39]}), "pay")
    assert (paid(game, "tax_office"), paid(game, "tax_office_fine")) == ([], [("Ann", "the bank", 50)])


@in_books("ukraine_uk")
def test_tax_admin__double_in_one_of_three_turns_saves_the_fine_not_the_tax(book: str) -> None:
    """Ukrainian text: as in jail, a double in one of three turns frees without the fine."""
    game = do(office(book, players=("Ann", "Bo")), "stay")
    assert (dict(game.state.jail), at(game, "Ann"), actor(game)) == ({"Ann": 0}, TAX_OFFICE, "Bo")
    do(game, "roll 1 3", "throw", "roll 1 2", "roll 1 4", "auction", "pass", "pass", "throw", "roll 2 2")
    assert (at(game, "Ann"), dict(game.state.jail)) == (34, {})
    assert (len(paid(game, "tax_office")), paid(game, "tax_office_fine")) == (1, [])


@in_books("ukraine_uk")
def test_tax_admin__third_failed_throw_pays_the_fine_and_moves(book: str) -> None:
    """As in jail."""
    start = {"position": {"Ann": TAX_OFFICE}, "jail": {"Ann": 2}, "deeds": {"Ann": [35]}}
    game = do(sit(book, **start), "throw", "roll 1 4")  # type: ignore[arg-type]
    assert (at(game, "Ann"), dict(game.state.jail)) == (35, {})
    assert paid(game) == [("Ann", "the bank", 50)]


@in_books("ukraine_uk")
def test_tax_admin__double_that_led_there_throws_again_after_the_fine(book: str) -> None:
    game = do(sit(book, position={"Ann": TAX_OFFICE - 4}), "roll 2 2", "pay")
    assert (kind(game), actor(game)) == ("dice", "Ann")
    held = do(sit(book, position={"Ann": TAX_OFFICE - 4}), "roll 2 2", "stay")
    assert actor(held) == "Bo"


@in_books("ukraine_uk")
def test_tax_admin__who_is_ruined_by_the_tax_is_not_held(book: str) -> None:
    """Ukrainian text: the tax comes before the fine; who cannot pay the tax is bankrupt and out of the game."""
    game = do(office(book, mortgaged=[39], cash={"Ann": 0}), "bankrupt", "pass", "pass")
    assert not happened(game, "jailed") and not game.state.jail
    assert (kind(game), actor(game)) == ("dice", "Bo")


@in_books("ukraine_uk")
def test_tax_admin__who_lacks_the_fine_stays(book: str) -> None:
    game = office(book, cash={"Ann": 60})
    assert game.choices() == ("stay",)


@pytest.mark.parametrize(("fine", "detain"), [(50, False), (0, True), (30, True), (0, False)])
def test_tax_admin__fine_and_detention_are_options(fine: int, detain: bool) -> None:
    game = office("ukraine_uk", {"tax_admin.fine": fine, "tax_admin.detain": detain}, players=("Ann", "Bo"))
    if fine and detain:
        assert game.choices() == ("pay", "stay")
        do(game, "pay")
    assert [amount for *_, amount in paid(game, "tax_office_fine")] == ([fine] if fine else [])
    assert bool(game.state.jail) == (detain and not fine)


@in_books("ukraine_ru", "ukraine_uk")
@pytest.mark.parametrize("owned", [STATIONS[0], UTILITIES[0], 39])
def test_tax_admin__any_deed_counts_as_property(book: str, owned: int) -> None:
    """ "Property" in the Russian text, "site" in the Ukrainian one: any deed is taxed."""
    game = do(sit(book, position={"Ann": 29}, deeds={"Ann": [owned], "Bo": [31]}), "roll 1 1")
    assert len(paid(game, "tax_office")) == 1


@pytest.mark.parametrize(("owned", "times"), [(STATIONS[0], 0), (UTILITIES[0], 0), (39, 1)])
def test_tax_admin__sites_alone_count_as_an_option(owned: int, times: int) -> None:
    """The literal Ukrainian text."""
    rule: dict[str, object] = {"tax_admin.exempt": "no_site"}
    game = do(sit("ukraine_uk", options=rule, position={"Ann": 29}, deeds={"Ann": [owned], "Bo": [31]}), "roll 1 1")
    assert len(paid(game, "tax_office")) == times


def test_tax_admin__is_one_sum_however_many_deeds() -> None:
    """ "50 from all property" can be read as 50 for each; it is played as one sum."""
    game = passing("ukraine_ru", deeds={"Ann": [39, 37, 5]})
    assert [amount for *_, amount in paid(game)] == [50]


@pytest.mark.parametrize(("rules", "sums"), [({"tax_admin.pass": 20}, [20]), ({"tax_admin.pass": 0}, [])])
def test_tax_admin__sum_for_passing_is_an_option(rules: dict[str, object], sums: list[int]) -> None:
    assert [amount for *_, amount in paid(passing("ukraine_ru", rules))] == sums


def test_tax_admin__sum_for_stopping_is_an_option() -> None:
    assert [amount for *_, amount in paid(office("ukraine_ru", {"tax_admin.land": 80}))] == [80]


@in_books("ukraine_ru", "ukraine_uk")
@pytest.mark.parametrize(("taxed", "sums"), [(True, [50]), (False, [])])
def test_tax_admin__card_move_past_it_costs_the_tax_unless_the_option_says_no(
    book: str, taxed: bool, sums: list[int]
) -> None:
    """No text says: a card move past it is taxed like any other."""
    start = {"position": {"Ann": CHANCE[1] - 3}, "deeds": {"Ann": [39]}}
    game = do(sit(book, options={"tax_admin.by_card": taxed}, **start), "roll 1 2")  # type: ignore[arg-type]
    draw(game, "move_to", to=GO)
    assert [amount for *_, amount in paid(game, "tax_office")] == sums


@in_books("ukraine_ru", "ukraine_uk")
def test_tax_admin__the_way_to_jail_is_not_taxed(book: str) -> None:
    """No text says: who is sent to jail passes nothing."""
    game = do(sit(book, position={"Ann": CHANCE[1] - 3}, deeds={"Ann": [39]}), "roll 1 2")
    draw(game, "go_to_jail")
    assert (at(game, "Ann"), paid(game)) == (JAIL, [])
