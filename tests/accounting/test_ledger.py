"""The books of a game: they balance, articulate and agree with the position, and refuse what cannot be asked."""

from types import MappingProxyType

import check_accounting
import pytest
from check_policies import POLICIES

import monopoly_lab as ml
from monopoly_lab.common.errors import LedgerError
from monopoly_lab.constants import event, names, payment_cause
from monopoly_lab.game.accounting.chart_of_accounts import ALL, SIDES
from monopoly_lab.game.accounting.journal import Line
from monopoly_lab.game.accounting.journal_entries import Books

FEW, MANY = 90, 300


def played(edition: str = "classic_us", rounds: int = 12, **arguments: object) -> ml.Game:
    game = ml.Game(edition, players={"Ann": "balanced", "Bo": "random", "Cy": "balanced"}, seed=5, **arguments)  # type: ignore[arg-type]
    game.run(rounds=rounds)
    return game


@pytest.mark.full
def test_random_games__the_books_balance_articulate_and_agree_with_the_position() -> None:
    assert check_accounting.check(FEW) == []


@pytest.mark.full
def test_random_games__have_policies_and_rules_that_change_on_the_way() -> None:
    drawn = [game.table.options for game in check_accounting.games(FEW, rounds=0)]
    known = {key for policy in POLICIES.values() for key in policy}
    assert sum("changes" in options for options in drawn) > 3
    assert sum(len(options) > 0 and set(options) <= known for options in drawn) > 10


def test_random_games__their_rules_change_in_play() -> None:
    assert any(game.state.stage > 0 for game in check_accounting.games(FEW, rounds=8))


@pytest.mark.release
def test_random_games__of_full_size() -> None:
    assert check_accounting.check(MANY, seed=7) == []


@pytest.mark.parametrize(
    "broken",
    [
        "enter_building_sale",
        "enter_mortgage",
        "enter_trade",
        "enter_bankruptcy",
        "enter_redemption",
        "_enter_inheritance",
    ],
)
def test_random_games__a_forgotten_entry_is_found(broken: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the entries of one kind of event the books no longer agree."""
    if broken == "_enter_inheritance":
        monkeypatch.setattr(Books, broken, lambda books, new, old, q: None)
    else:
        from monopoly_lab.game.accounting import journal_entries

        readers = {what: reader for what, reader in journal_entries.READERS.items() if reader.__name__ != broken}
        monkeypatch.setattr(journal_entries, "READERS", MappingProxyType(readers))
    assert any(
        list(check_accounting.wrong(game, check_accounting.books_of(game, check_accounting.CHOICES[0])))
        for game in check_accounting.games(30, seed=3)
    )


def test_chart__every_cause_of_a_payment_has_accounts_of_both_sides() -> None:
    assert set(SIDES) == set(names(payment_cause))
    known = {each.id for each in ALL}
    assert {name for pair in SIDES.values() for name in pair} <= known


def test_chart__is_that_of_the_edition() -> None:
    junior, classic, gamer = (set(played(name, 2).ledger().chart().index) for name in ("junior", "classic_us", "gamer"))
    assert "mortgages" in classic and "mortgages" not in junior
    assert "houses" in classic and "houses" not in junior
    assert "boss_expense" in gamer and "boss_expense" not in classic


def test_ledger__players_hold_what_the_bank_has_issued() -> None:
    """All money comes from the bank: the purses of the players are minus the bank's."""
    game = played()
    ledger = game.ledger()
    players, bank = (ledger.balances(who).end("cash") for who in ("players", "bank"))
    assert players == -bank == sum(game.net_worth("cash").values())


def test_ledger__statements_of_a_span_articulate_with_what_came_before() -> None:
    ledger = played(rounds=20).ledger()
    for who in ("Ann", "bank", "table"):
        early, late = ledger.balance_sheet(who, (0, 9)), ledger.balance_sheet(who, (10, 20))
        amount = late["amount"]
        assert amount["assets"] == amount["liabilities_and_equity"]
        assert amount["net_income"] == ledger.income_statement(who, (10, 20)).loc["net_income", "amount"]
        kept = early["amount"]["retained_earnings"] + early["amount"]["net_income"]
        assert amount["retained_earnings"] == kept
        flow = ledger.cash_flow(who, (10, 20))["amount"]
        assert flow["opening_cash"] == early["amount"].get("cash", 0)
        assert flow["closing_cash"] == amount.get("cash", 0)
        assert flow["change"] == flow["operating"] + flow["investing"] + flow["financing"]
        trial = ledger.trial_balance(who, (10, 20))
        assert list(trial.columns) == ["account", "debit", "credit"]
        assert trial["debit"].sum() == trial["credit"].sum()


def test_journal__has_an_entry_for_every_event_that_changes_what_the_books_hold() -> None:
    game = played(rounds=30)
    journal = game.ledger().journal()
    sums = journal.groupby(["entry", "book"])[["debit", "credit"]].sum()
    assert (sums["debit"] == sums["credit"]).all()
    entered = set(journal["event"])
    changing = {"built", "sold", "mortgaged", "redeemed", "debt"}
    assert {e.number for e in game.events if e.kind in changing} <= entered
    rents = [e.number for e in game.events if e.kind == "paid" and e.cause == "rent"]
    assert rents and set(rents) <= entered


def test_journal__says_what_happened_in_the_language_of_the_reader() -> None:
    ledger = played(rounds=3).ledger(lang="uk")
    journal = ledger.journal("Ann")
    assert "Гроші" in set(journal["account"]) and set(journal["book"]) == {"Ann"}
    assert journal["counterparty"].iloc[0] == "банк"


def test_account__runs_from_line_to_line_to_the_balance() -> None:
    ledger = played(rounds=15).ledger()
    cash = ledger.account("cash", "Ann", (5, 15))
    assert cash["balance"].iloc[-1] == ledger.balance_sheet("Ann").loc["cash", "amount"]


def test_ledger__a_monopolists_hotel_opens_with_the_houses_that_stand_under_it() -> None:
    """Anti-Monopoly: a monopolist hands in three houses for a hotel, a competitor four."""
    deeds = {"Ann": ["rush", "state"], "Bo": ["locust", "chestnut", "walnut"]}
    game = ml.Game(
        "anti_monopoly",
        ("Ann", "Bo"),
        options={"roles": ["monopolist", "competitor"]},
        start={"deeds": deeds, "buildings": {"rush": "hotel", "locust": "hotel"}},
    )
    for player, houses in (("Ann", 3), ("Bo", 4)):
        assert game.ledger().balance_sheet(player).loc["hotels", "amount"] == (houses + 1) * 100


def test_ledger__a_game_from_a_scenario_opens_with_what_it_begins_with() -> None:
    """Source: Knechel 1989, opening balances of a business that is taken over; deeds at the price on the card."""
    start = {
        "cash": {"Ann": 100, "Bo": 500},
        "deeds": {"Ann": ["boardwalk", "park_place"]},
        "buildings": {"boardwalk": 1},
    }
    game = ml.Game("classic_us", players=["Ann", "Bo"], start=start)
    sheet = game.ledger().balance_sheet("Ann")["amount"]
    assert (sheet["cash"], sheet["deeds"], sheet["houses"]) == (100, 750, 200)
    assert sheet["capital"] == 1050


def test_ledger__of_an_unfinished_game_answers_and_says_so() -> None:
    game = ml.Game("classic_us", players=["Ann", "Bo"], seed=1)
    ledger = game.ledger()
    assert not ledger.finished and "goes on" in repr(ledger)
    assert ledger.balance_sheet("Ann").loc["assets", "amount"] == 1500
    over = played(rounds=500).ledger()
    assert over.finished and "is over" in repr(over)


@pytest.mark.parametrize(
    ("ask", "said"),
    [
        (lambda ledger: ledger.trial_balance("An"), "Ann"),
        (lambda ledger: ledger.trial_balance(7), "7 keeps no books"),
        (lambda ledger: ledger.income_statement("Ann", (5, 4)), "no span of rounds"),
        (lambda ledger: ledger.income_statement("Ann", range(3, 3)), "no span of rounds"),
        (lambda ledger: ledger.cash_flow("Ann", 99), "from 0 to 13"),
        (lambda ledger: ledger.balance_sheet("Ann", "all"), "no span of rounds"),
        (lambda ledger: ledger.account("cahs"), "cash"),
        (lambda ledger: ledger.points(), "no points"),
    ],
)
def test_ledger__refuses_whom_and_what_it_does_not_know(ask: object, said: str) -> None:
    with pytest.raises(LedgerError, match=said):
        ask(played().ledger())  # type: ignore[operator]


@pytest.mark.parametrize(
    ("policies", "said"),
    [
        ({"depreciation": "staight_line"}, "straight_line"),
        ({"deprecation": "off"}, "depreciation"),
        ({"house_years": 0}, "from 1 to 1000"),
        ({"salvage": 101}, "from 0 to 100"),
        ("off", "no policies"),
    ],
)
def test_policies__refuse_what_is_none_and_name_the_nearest(policies: object, said: str) -> None:
    with pytest.raises(LedgerError, match=said):
        played(rounds=1).ledger(policies=policies)  # type: ignore[arg-type]


def test_gamer__points_are_a_memorandum_beside_the_coins() -> None:
    """What the winner has is no money: the points of deeds and bosses are those of the game without those of coins."""
    game = played("gamer", 8)
    ledger = game.ledger()
    t = game.tables
    coins = {name: x // t.o_scoring_coins * t.o_scoring_block_points for name, x in game.net_worth("cash").items()}
    assert ledger.points().to_dict() == {name: x - coins[name] for name, x in game.net_worth().items()}
    journal = ledger.journal()
    assert journal["points"].sum() == ledger.points().sum()
    assert not journal.loc[journal["points"] != 0, ["debit", "credit"]].any().any()
    assert ledger.trial_balance("board")["debit"].sum() >= 0


def test_netted__a_purchase_has_no_line_for_the_deed_on_its_way() -> None:
    game = ml.Game("classic_us", players=["Ann", "Bo"], seed=1)
    game.run(steps=2)
    game.apply("roll 5 6")
    game.apply("buy")
    bought = [entry for entry in game.ledger().entries if entry.what == "purchase"]
    assert bought[0].netted_lines()[:2] == [Line(0, "deeds", 140, 8), Line(0, "cash", -140, 8, "deeds")]
    assert game.raw_events()[bought[0].event][0] == event.PAID
