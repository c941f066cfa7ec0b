"""What the card of a decision tells: the deed on offer, an auction, an offer, a debt, a stake, the dice."""

import html
import json
import random
import re
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest

import monopoly_lab as ml
from monopoly_lab.common.messages import languages, percent
from monopoly_lab.game import consequences
from monopoly_lab.game.scenarios.draft import Draft
from monopoly_lab.notation.nodes import Chance, Decision, sums
from monopoly_lab.widgets import choice_buttons, decision_card, decision_facts, deed_card, recent_events, trade_form
from monopoly_lab.widgets.html_elements import Words, button_label
from tests.sampled import EDITIONS, FEW, sampled

ENGLISH = Words("en")


def text_of(markup: str) -> str:
    return re.sub(r"[ \n]+", " ", re.sub(r"<[^>]+>", " ", markup)).strip()  # with the blanks that end no line


def elements_of(markup: str) -> list[str]:
    """The outermost elements of a piece of markup."""
    found: list[str] = []
    depth = 0
    for close, name, end in re.findall(r"<(/?)([a-z0-9]+)[^>]*?(/?)>", markup):
        if not close and not depth:
            found.append(name)
        depth += 0 if end or name in ("input", "br") else -1 if close else 1
    return found


def told(game: ml.Game, shares: list[float] | None = None) -> str:
    return text_of(" ".join(decision_card.card_elements(game, ENGLISH, shares=shares)))


def new_game(*answers: str, seed: int = 1) -> ml.Game:
    """Ann, Bo and Cy on the classic board; Ann has thrown highest and begins."""
    game = ml.Game("classic_us", players=["Ann", "Bo", "Cy"], seed=seed)
    for text in ("roll 6 6", "roll 1 2", "roll 2 1", *answers):
        game.apply(text)
    return game


def test_purchase__rents_of_the_deed_its_mates_and_its_payback() -> None:
    game = new_game("roll 2 4")  # Oriental Avenue: price 100, rent 6, deed card of the classic rule book
    card = text_of("".join(decision_facts.deed_html(game, ENGLISH)))
    assert "Oriental Avenue" in card and "Rent $6" in card and "whole group $12" in card and "hotel $550" in card
    assert "Vermont Avenue nobody's" in card.replace("&#x27;", "'")
    shown = told(game, [0.02] * 40)
    assert "17 visits" in shown  # 100 / 6, rounded up
    assert "about 833 throws" in shown  # 100 / (6 * 0.02)
    assert "it is auctioned" in shown


def test_purchase__the_whole_deed_and_whose_the_mates_are() -> None:
    """Oriental Avenue: 6, 30, 90, 270, 400, 550; a house 50, mortgage 50 (the title deed of the US edition)."""
    game = new_game("roll 2 6", "buy", "roll 4 5", "buy", "roll 2 4")
    assert game.node is not None and (game.node.player, game.node.kind) == ("Cy", "buy")
    name, *mates = decision_facts.deed_html(game, ENGLISH)
    assert re.findall(r"\$(\d+)", text_of(name)) == ["6", "12", "30", "90", "270", "400", "550", "50", "50"]
    assert text_of("".join(mates)) == "Vermont Avenue Ann Connecticut Avenue Bo"


def tells_of_the_deed(game: ml.Game, words: Words) -> None:
    """Its name and rents, the mates and whose they are, in how many visits and throws it is paid back."""
    q, view, t = decision_facts.lot(game), game.scene(words.lang), game.tables
    card = html.unescape(text_of("".join(decision_facts.deed_html(game, words))))
    assert view.name(q) in card
    for name, *sums_of in deed_card.deed_lines(view, q, words, short=True)[1:]:
        assert html.unescape(name) in card and all(sum_ in card for sum_ in sums_of)
    for mate in view.edition.groups[t.group[q]].spaces:
        owner = view.owner(mate)
        assert mate == q or f"{view.name(mate)} {owner.name if owner else words.say('free')}" in card
    assert game.node is not None
    rent = consequences.rent_for(game.raw_state(), t, game.players.index(game.node.player), q)
    told_ = html.unescape(text_of(decision_facts.fact_lines(game, words, [0.02] * t.spaces)))
    assert rent <= 0 or (view.amount(rent) in told_ and percent(0.02, 1, words.lang) in told_)


def tells_of_the_auction(game: ml.Game, words: Words) -> None:
    """The highest bid and whose it is, who still bids, and the purse of who is asked."""
    going, view = consequences.auction_in_progress(game.raw_state(), game.tables), game.scene(words.lang)
    assert going is not None and game.node is not None
    standing, there, purse, *_ = html.unescape(decision_facts.fact_lines(game, words)).split("</li>")
    assert going.leader < 0 or (view.amount(going.bid) in standing and game.players[going.leader] in standing)
    assert all(game.players[p] in there for p in going.there)
    assert view.amount(game.state.cash[game.node.player]) in purse


@pytest.mark.parametrize("lang", sampled(languages(), ["en"]))
def test_deeds__every_card_has_all_that_the_choice_turns_on(lang: str) -> None:
    """Deed, its mates and whose they are, payback and share; of an auction how it stands, in every edition."""
    words, kinds = Words(lang), Counter[str]()
    for edition in ml.editions():
        for game in decided(edition, 60):
            if game.node is not None and game.node.kind in ("buy", "bid") and decision_facts.lot(game) >= 0:
                kinds[game.node.kind] += 1
                tells_of_the_deed(game, words)
                if game.node.kind == "bid":
                    tells_of_the_auction(game, words)
    assert kinds["buy"] > 20 and kinds["bid"] > 20


def test_purchase__buying_is_filled_and_refusing_is_not() -> None:
    markup = "".join(decision_card.card_elements(new_game("roll 2 4"), ENGLISH))
    filled = re.findall(r'<button[^>]*id="([^"]*)"[^>]*class="ml-main-choice"', markup)
    assert filled == ["ml-buy"] and 'id="ml-auction"' in markup


FILLED = re.compile(r'<button[^>]*class="ml-main-choice"[^>]*>')


def decided(edition: str, answers: int) -> Iterator[ml.Game]:
    """A game of people who choose at random, at each of its first decisions of a kind and at some later ones."""
    by, seen = random.Random(1), Counter[str]()
    game = ml.Game(edition, players=["Ann", "Bo", "Cy"], seed=3)
    for _ in range(answers):
        node = game.node
        if game.over or node is None:
            return
        if isinstance(node, Chance):
            game.step()
            continue
        seen[node.kind] += 1
        if seen[node.kind] <= 3 or seen[node.kind] % 10 == 0:
            yield game
        texts = [text for text in sums(node) if text != "bankrupt"] or ["bankrupt"]
        game.apply(by.choice(texts))


SOME = {*EDITIONS, "classic_london"}
USUAL = {"buy", "bid", "jail", "debt", "goal", "character", "turn", "boss", "role", "card", "tax"}


@pytest.mark.parametrize(
    ("looked_at", "usual"),
    [(SOME, USUAL), pytest.param({*ml.editions()} - SOME, {"buy", "bid", "jail"}, marks=pytest.mark.full)],
    ids=["some", "others"],
)
def test_filled__at_most_one_choice_and_never_a_refusal(looked_at: set[str], usual: set[str]) -> None:
    kinds = set()
    for edition in sorted(looked_at):
        for game in decided(edition, 220):
            assert game.node is not None
            kinds.add(game.node.kind)
            filled = FILLED.findall("".join(decision_card.card_elements(game, ENGLISH)))
            said = " ".join(filled)
            assert len(filled) <= 1, (edition, game.node.kind, filled)
            assert (
                not any(f'data-value="{verb}' in said for verb in decision_card.REFUSALS)
                and "aria-disabled" not in said
            )
    assert usual <= kinds, usual - kinds


def test_filled__in_jail_the_first_way_out_that_is_open() -> None:
    game = next(game for game in decided("classic_us", 600) if game.node is not None and game.node.kind == "jail")
    assert {"pay", "throw"} <= set(game.node.texts if isinstance(game.node, Decision) else ())
    (filled,) = FILLED.findall("".join(decision_card.card_elements(game, ENGLISH)))
    assert 'data-value="pay"' in filled


def test_auction__highest_bid_leader_who_is_in_and_own_purse() -> None:
    game = new_game("roll 2 4", "auction")
    assert "No bid yet" in told(game)
    first = game.node
    assert first is not None
    game.apply("bid 30")
    leader = first.player
    after = game.node
    assert after is not None and after.player != leader
    game.apply("pass")
    shown = told(game)
    assert f"Highest bid: $30, by {leader}" in shown
    still = re.search(r"Still bidding: ([A-Za-z, ]+?) In ", shown)
    assert still is not None and set(still[1].split(", ")) == {"Ann", "Bo", "Cy"} - {after.player}
    assert game.node is not None and f"In {game.node.player}'s purse: $1500" in shown.replace("&#x27;", "'")


def test_auction__the_payback_is_that_of_the_next_bid() -> None:
    """Oriental Avenue: printed price 100, rent 6; a bid of 252, the least after 251, needs 42 visits, not 17."""
    game = new_game("roll 2 4", "auction")
    assert "a bid of $1 is paid back by 1 visit" in told(game)
    game.apply("bid 251")
    shown = told(game, [0.02] * 40)
    assert "Rent now $6: a bid of $252 is paid back by 42 visits" in shown
    assert "about 2100 throws" in shown  # 252 / (6 * 0.02)


def test_offer__worth_of_both_and_the_group_it_completes() -> None:
    start = ml.Scenario.load("game_under_way").game(seed=7)
    draft = trade_form.Proposal("Bo", "Dan", "50", "0", [], ["st_charles"])
    shown = text_of(trade_form.panel(start, draft, ENGLISH))
    worth = start.net_worth()
    assert f"Worth ${worth['Bo']} → ${worth['Bo'] + 140 - 50} (+\u2060$90)" in shown  # St. Charles Place costs 140
    moved = {11: 1, 14: 1}  # St. Charles Place and Virginia Avenue to Bo, who has States Avenue
    assert consequences.completed_groups(start.raw_state(), start.tables, moved) == [(2, 1)]


def test_offer__stands_above_its_buttons_over_the_whole_width() -> None:
    game = ml.Scenario.load("game_under_way").game(seed=7)
    game.seat("Dan", None)
    game.apply("Ann: trade Dan: oriental for kentucky")
    head = decision_card.card_elements(game, ENGLISH)
    assert decision_facts.deed_html(game, ENGLISH) == []  # nothing beside it
    order = [each.partition('class="')[2].partition('"')[0] for each in head]
    assert order == ["ml-waiting", "ml-swap", "ml-choices"]
    assert all(f'id="{name}"' in head[2] for name in ("ml-accept", "ml-refuse", "ml-counter"))


def test_settlement__the_creditor_gives_a_part_of_her_claim_and_worth_counts_the_debt() -> None:
    """Bo owes Ann 1100 and has 600 and two deeds at 220; they settle 600 of it: he is worth 600 + 440 - 1100 before and
    600 - 500 after, she, with 2150 besides, 2150 + 1100 and 2150 + 440 + 500.
    """
    game = ml.Scenario.load("debt_settled_with_property").game().redo(2)
    shown = text_of(decision_facts.offer_sides(game, ENGLISH)).replace("\u2060", "")
    assert "Ann gives ₽600k of the debt (₽1100k → ₽500k left)" in shown and "nothing" not in shown
    assert "Worth −₽60k → ₽100k (+₽160k)" in shown and "Worth ₽3250k → ₽3090k (−₽160k)" in shown
    assert "Worth includes the debt" in shown


def test_trade__while_a_debt_waits_counts_it_too() -> None:
    game = ml.Scenario.load("debt_settled_with_property").game().redo(1)
    shown = text_of(trade_form.panel(game, trade_form.Proposal("Bo", "Ann", "0", "100", ["tverskaya"]), ENGLISH))
    # 600 + 440 - 1100, then 100 in cash for a deed of 220
    assert "Worth −₽60k → −₽180k (−₽120k)" in shown.replace("\u2060", "") and "Worth includes the debt" in shown
    free = ml.Scenario.load("game_under_way").game(seed=7)
    assert "Worth includes the debt" not in trade_form.panel(free, trade_form.Proposal("Bo", "Dan", "50"), ENGLISH)


def test_trade__a_side_without_so_much_cash_is_not_weighed() -> None:
    free = ml.Scenario.load("game_under_way").game(seed=7)
    purse = free.state.cash["Bo"]
    for cash, weighed in ((purse, True), (purse + 1, False)):
        shown = trade_form.panel(free, trade_form.Proposal("Bo", "Dan", str(cash), "0", [], ["st_charles"]), ENGLISH)
        assert ("Worth $" in shown) is weighed


def test_trade__a_card_that_frees_from_jail_is_said_to_count_nothing() -> None:
    game = ml.Scenario.load("jail_card_bought").game().redo(1)
    shown = text_of(decision_facts.offer_sides(game, ENGLISH)).replace("\u2060", "")
    assert "Worth £1500 → £1470 (−£30)" in shown and "“Out of jail without a fine” counts 0." in shown


def filled(game: ml.Game) -> list[str]:
    """The buttons of the card that are shown as the ones to press."""
    return re.findall(r'id="([^"]*)" class="ml-main-choice"', "".join(decision_card.card_elements(game, ENGLISH)))


def test_debt__says_whether_all_property_raises_what_is_missing() -> None:
    """Two deeds of 220 have loans of 110 each: of 500 that are missing 280 still are."""
    short = ml.Scenario.load("debt_settled_with_property").game().redo(1)
    assert "₽500k missing; all property raises ₽220k: ₽280k still missing" in told(short)
    assert filled(short) == []  # no mortgage saves him
    enough = debt()
    assert enough.debt is not None
    enough.seat(enough.debt.player, None)
    raised = enough.net_worth("liquidation")[enough.debt.player] - enough.state.cash[enough.debt.player]
    assert f"all property raises ${raised}: enough" in told(enough) and filled(enough) == ["ml-sale-0"]


def debt(seed: int = 3) -> ml.Game:
    game = ml.Game("classic_us", players=[(name, "balanced") for name in ("Ann", "Bo", "Cy")], seed=seed)
    for _ in range(3000):
        if game.node is not None and game.node.kind == "debt":
            break
        game.step()
    return game


def test_debt__sales_in_the_order_that_keeps_most_rent_cover_it() -> None:
    game = debt()
    owed, sales = game.debt, game.sales()
    assert owed is not None and sales and {sale.text for sale in sales[:1]} <= set(game.choices())
    shown = told(game)
    missing = owed.amount - game.state.cash[owed.player]
    assert f"Owes ${owed.amount}," in shown and f"${missing} missing" in shown
    before = game.state.cash[owed.player]
    game.apply(sales[0].text)
    assert game.state.cash[owed.player] - before == sales[0].brings
    assert len({sale.text for sale in sales}) == len(sales)
    for _ in range(40):
        if game.sales() and game.state.cash[owed.player] < owed.amount:
            game.apply(game.sales()[0].text)
    assert "pay" in game.choices()


def test_stake__chances_are_those_of_the_reels() -> None:
    game = ml.Scenario.load("casino").game()
    game.go_to(1)
    odds = consequences.stake(game.raw_state(), game.tables)
    assert odds is not None
    # Counted by hand from the three reels of the Ukrainian board: three cherries or three lemons in 8 of 216 throws
    # each, paid 6 times; three bells in 1, paid 25 times; three sevens in 1, which bring the stake back, and the pot.
    assert odds.wins == Fraction(8 + 8 + 1 + 1, 216)
    assert odds.back == Fraction(8 * 6 + 8 * 6 + 25 + 1, 216)
    assert odds.jackpot == Fraction(1, 216)
    assert "Chance to win: 8.3 %" in told(game)


def test_stake__its_average_return_is_folded_away_and_gone_where_a_class_is_asked_for_it(tmp_path: Path) -> None:
    position = {"turn": "Ann", "position": {"Ann": "poltava"}}
    game = ml.Game("ukraine", start=position)
    game.apply("roll 2 4")
    markup = " ".join(decision_card.card_elements(game, ENGLISH))
    assert "56.5 %" in markup, "122/216"
    assert "56.5 %" not in re.sub(r"<details>.*?</details>", "", markup)
    scenario = ml.Scenario.load("casino")
    asked = scenario.game()
    asked.save(tmp_path / "mine.toml")
    with pytest.warns(UserWarning, match="script of the scenario is dropped"):
        house_rule = scenario.game(options={"salary.stop_bonus": 1})
    ways = {
        "as it is": asked,
        "a fork": asked.fork(),
        "saved": ml.Game.load(tmp_path / "mine.toml"),
        "under a house rule": house_rule,
        "in the builder": Draft.of(scenario.game()).game(),
    }
    for name, other in ways.items():
        if not other.answers:
            other.apply("roll 2 4")
        markup = " ".join(decision_card.card_elements(other, ENGLISH))
        assert "Chance to win: 8.3 %" in text_of(markup), name
        assert "56.5" not in markup and ENGLISH("stake_ask") not in markup, name


@pytest.mark.parametrize("edition", sampled(ml.editions(), FEW, EDITIONS))
def test_cards__of_every_decision_in_a_game_can_be_drawn(edition: str) -> None:
    lang = languages()[len(edition) % len(languages())]
    game = ml.Game(edition, players=[(name, "balanced") for name in ("Ann", "Bo", "Cy")], seed=5, lang=lang)
    words = Words(lang)
    for _ in range(250):
        if game.over:
            break
        shown = decision_facts.deed_html(game, words) + decision_card.card_elements(
            game, words, {}, "", [0.02] * game.tables.spaces
        )
        assert sum(map(len, shown)) < 12_000
        assert [len(elements_of(piece)) for piece in shown] == [1] * len(shown)  # as the window counts them
        game.advance()


def test_dice__what_is_seldom_done_stands_below_the_faces() -> None:
    """Монополия (Украина): a player may be fined at any time, and the list of that parted words and faces."""
    game = ml.Game("ukraine", players=["Ann", "Bo"], seed=1)
    for text in ("roll 5", "roll 2"):  # Ann begins
        game.apply(text)
    head = decision_card.card_elements(game, ENGLISH)
    faces = next(n for n, each in enumerate(head) if "ml-faces" in each)
    assert head[faces - 1].endswith("or click a face of each:</span></div>")
    assert "<select" not in "".join(head[:faces]) and 'id="ml-also"' in "".join(head[faces:])


def test_dice__of_the_power_up_die_have_faces_too() -> None:
    game = ml.Game("gamer", players=["Ann", "Bo", "Cy"], seed=1)
    while not (game.node is not None and game.node.kind == "dice"):
        game.step() if game.node.kind != "character" else game.apply(game.choices()[0])
    assert "Throw the die" in told(game) and "or click a face:" in told(game)  # who starts: the number die alone
    while not (game.node is not None and game.node.kind == "dice" and "coins" in game.choices()[0]):
        game.step()
    markup = "".join(decision_card.card_elements(game, ENGLISH))
    assert "Throw the dice" in markup and "<select" not in markup
    assert re.findall('data-face="([^"]+)"', markup) == [*"123456", "coins", "red", "green", "pow", "blooper"]
    assert choice_buttons.dice_faces(game.node, ["coins", "red", "green", "pow", "blooper"])[0] == list("123456")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("lang", "one", "two"), [("en", "die", "dice"), ("ru", "кубик", "кубики"), ("uk", "кубик", "кубики")]
)
def test_dice__are_called_by_their_number(lang: str, one: str, two: str) -> None:
    for edition, said in (("junior", one), ("classic_us", two)):
        game = ml.Game(edition, players=["Ann", "Bo"], seed=1, lang=lang)
        assert re.search(rf"\b{said}\b", game.waiting(lang)) and re.search(
            rf"\b{said}\b", decision_card.card_elements(game, Words(lang))[2]
        )
        game.step()
        assert "кубики" not in game.log(lang)[-1]


def test_dice__a_face_of_each_die_and_a_list_where_no_dice_fall() -> None:
    markup = "".join(decision_card.card_elements(new_game(), ENGLISH))
    assert "Throw the dice" in markup and markup.count("data-face=") == 12 and "<select" not in markup
    assert choice_buttons.dice_faces(new_game().node, []) == [list("123456")] * 2  # type: ignore[arg-type]


def test_sum__its_bounds_are_said_as_money_and_those_of_buildings_as_a_number() -> None:
    """Монополия (Украина, гривны): 1500 k to start with, so that a typed 1 is 1 k."""
    casino = ml.Table(ml.Scenario.load("casino"))
    casino.press("roll 2 4")
    assert "<span>₴1k to ₴1500k</span>" in casino._view.section_markup("head")
    last_house = ml.Table(ml.Scenario.load("building_auction"))
    last_house.press("build st_james")
    assert "<span>0 to 1</span>" in last_house._view.section_markup("head")


def test_deed__of_a_utility_says_its_multiples_of_the_dice_and_one_without_buildings_tells_of_none() -> None:
    """Electric Company: four times the dice, ten times with both (the title deed of the US edition)."""
    view = ml.Game("classic_us", players=["Ann", "Bo"]).scene("en")
    q = view.edition.space("electric")
    assert [amount for _, amount in deed_card.deed_lines(view, q, ENGLISH)] == [
        "$150",
        "4 × the dice",
        "10 × the dice",
        "$75",
    ]
    view = ml.Game("gamer", players=["Ann", "Bo"]).scene("en")
    names = [name for name, _ in deed_card.deed_lines(view, view.edition.groups[0].spaces[0], ENGLISH, short=True)]
    assert names == ["Price", "Rent", "whole group"]


def under_the_hammer(**seats: object) -> ml.Game:
    """A deed is put up to sealed bids, Ann bids first; each seat is a person's unless it is given."""
    players = [(name, seats.get(name)) for name in ("Ann", "Bo", "Cy")]
    game = ml.Game("classic_us", players=players, seed=1, options={"auction.by": "sealed"})
    for text in ("roll 6 6", "roll 1 2", "roll 2 1", "roll 5 6", "decline"):
        game.apply(text)
    return game


def test_sealed_bids__the_field_of_the_next_bidder_is_another_one() -> None:
    """The page keeps a piece that has not changed, with what was typed: bounds alone may be the same for all."""
    game = under_the_hammer()
    fields = []
    for bid in ("bid 333", "bid 200"):
        fields += re.findall(r"<input[^>]*>", " ".join(decision_card.card_elements(game, ENGLISH)))
        game.apply(bid)
    fields += re.findall(r"<input[^>]*>", " ".join(decision_card.card_elements(game, ENGLISH)))
    assert len(fields) == len(set(fields)) == 3
    assert not any("333" in field or "200" in field for field in fields)


def test_sealed_bids__among_several_people_what_is_typed_and_what_is_weighed_shows_no_bid() -> None:
    table = ml.Table(under_the_hammer())
    assert 'class="ml-hidden"' in table._view.section_markup("head") and 'value="1"' not in table._view.section_markup(
        "head"
    )
    assert "only Ann at the keyboard" in table._view.section_markup("head")
    table.evaluate_choices(2)
    assert "<span>$750 <small>" in table._view.section_markup(
        "head"
    ) and "ml-bid-750" not in table._view.section_markup("head")
    table._carry_out("sum", "bid", {"sum": ["77 7"]})
    assert "•••" in table._view.section_markup("problem") and "77" not in table._view.section_markup("problem")
    table._carry_out("sum", "bid", {"sum": [" 777 "]})
    assert "only Bo at the keyboard" in table._view.section_markup(
        "head"
    ) and "Handed in: Ann. Still bidding: Bo, Cy" in told(table.game)


def test_sealed_bids__among_several_people_who_does_not_bid_presses_the_same_button() -> None:
    table = ml.Table(under_the_hammer())
    head = table._view.section_markup("head")
    assert 'id="ml-pass"' not in head and "$1 to $1500; 0: no bid" in head
    table._carry_out("sum", "bid", {"sum": ["0"]})
    assert "Handed in: Ann. Still bidding: Bo, Cy" in told(table.game)
    table.press("bid 20")
    table._carry_out("sum", "bid", {"sum": ["0"]})
    assert table.game.state.owner("st_charles") == "Bo"


def test_sealed_bids__one_person_among_strategies_reads_what_is_typed() -> None:
    table = ml.Table(under_the_hammer(Bo="balanced", Cy="balanced"))
    head = table._view.section_markup("head")
    assert "ml-hidden" not in head and 'type="number"' in head and "keyboard" not in head


def test_told__after_an_auction_who_won_and_for_how_much() -> None:
    game = ml.Game("classic_us", players=["Ann", "Bo", "Cy"], seed=1, lang="en")
    for text in ("roll 6 6", "roll 1 2", "roll 2 1", "roll 5 6", "auction", "bid 1", "bid 135", "pass", "pass"):
        game.apply(text)
    won = "Ann dropped out of the auction of St. Charles Place. Bo paid $135 for St. Charles Place, bought at auction."
    assert f">{won}</p>" in " ".join(decision_card.card_elements(game, ENGLISH))
    assert recent_events.last_answer_told(game, "en", 80) == "… Bo paid $135 for St. Charles Place, bought at auction."
    assert recent_events.last_answer_told(game, "en", 10) == "… Bo paid $135 for St. Charles Place, bought at auction."


def test_told__who_went_bankrupt_comes_first_whatever_followed() -> None:
    game = ml.Scenario.load("second_bankruptcy").replay().go_to(2)
    assert game.latest()[-1].kind == "game_over" or game.over
    gone = "Bo went bankrupt, owing Ann $1400."
    assert recent_events.last_answer_told(game, "en", 110).startswith(f"{gone} … ")
    assert recent_events.last_answer_told(game, "en", 1000) == " ".join(
        text for text in game.log("en", last=1) if not text.endswith("turn began.")
    )


def test_end__sums_stand_in_the_readers_language_as_on_the_board() -> None:
    """Маша и Медведь writes "31 M"; an English board writes "M31"."""
    game = ml.Game("masha", players=[("Ann", "balanced"), ("Bo", "balanced")], seed=1, lang="en")
    while not game.over:
        game.step()
    assert re.search(
        r"<span>worth M\d+, including M\d+ in cash</span></li>", " ".join(decision_card.card_elements(game, ENGLISH))
    )


def test_deed__of_two_sides_has_a_column_of_rents_for_each() -> None:
    """Sunset Boulevard: 10, 15, 20, 25, 30 and 35 of a competitor; 20, 30, 40, 50 and 60 of a monopolist, who
    builds three houses at most; U.S. Railroad: always 20, and 40, 80, 160, 320 (Anti-Monopoly, the booklet on rents).
    """
    game = ml.Game("anti_monopoly", players=["Ann", "Bo"], seed=1)
    view = game.scene("en")
    street = deed_card.deed_lines(view, view.edition.space("sunset"), ENGLISH)
    assert street[1] == ("", "competitor", "monopolist with 2 of the group")
    assert [sums for _, *sums in street[2:8]] == [
        *(["$10", "$20"], ["$15", "$30"], ["$20", "$40"], ["$25", "$50"], ["$30", "–"], ["$35", "$60"]),
    ]
    railroad = deed_card.deed_lines(view, view.edition.space("railroad"), ENGLISH)
    assert [sums for _, *sums in railroad[2:6]] == [["$20", "$40"], ["$20", "$80"], ["$20", "$160"], ["$20", "$320"]]
    markup = decision_facts.card(view, view.edition.space("sunset"), ENGLISH)
    assert (
        markup.count("ml-side-mark") == 2 and 'class="ml-two"' in markup and '<dd class="ml-across">$50</dd>' in markup
    )
    assert (
        '<td class="ml-sum" colspan="2">$100</td>' in deed_card.deeds_html(game, ENGLISH)[view.edition.space("sunset")]
    )


def test_purchase__without_auctions_nothing_is_said_of_one() -> None:
    """Anti-Monopoly and the games for children know no auction."""
    game = ml.Game("anti_monopoly", players=[("Ann", "balanced"), ("Bo", "balanced")], seed=1)
    while game.node is None or game.node.kind != "buy":
        game.step()
    assert game.waiting().endswith(("$60.", "$100.", "$120.", "$140.", "$150.", "$160.", "$180.", "$200."))


@pytest.mark.parametrize(
    "edition, lang, written", [("russia_moscow", "en", "₽[]k"), ("classic_us", "en", "$[]"), ("gamer", "en", "[]")]
)
def test_sums__the_field_has_the_unit_of_its_bounds(edition: str, lang: str, written: str) -> None:
    """Where "₽1k to ₽1500k" stands beside it, 26 alone would be read as 26 roubles."""
    game = ml.Game(edition, players=["Ann", "Bo"], seed=5, lang=lang)
    while game.node.kind != "buy":
        game.step() if game.node.kind == "dice" else game.apply(game.choices()[0])
    game.apply("auction")
    form = (
        " ".join(decision_card.card_elements(game, Words(lang))).split("<form")[1].split("<button")[0].split(">", 1)[1]
    )
    assert re.sub(r"<input[^>]*>", "[]", re.sub(r"</?span[^>]*>", "", form)) == written


def drawn_by(number: int, **more: object) -> ml.Table:
    """A table after a card of Chance, which lies seven spaces from GO; Ann has begun."""
    table = ml.Table(ml.Game("classic_us", players=["Ann", "Bo"], seed=5, **more))
    for text in ("roll 6 4", "roll 1 2", "roll 4 3", f"draw chance {number}"):
        table.press(text)
    return table


def test_card__of_luck_that_was_drawn_stands_beside_what_follows() -> None:
    table = drawn_by(16)
    shown, head = table._view.section_markup("drawn"), table._view.section_markup("head")
    assert "ml-luck-card" in shown and "Chance" in shown and "Your building loan pays out" in shown
    assert "Collect $150 from the bank." in shown and " id=" not in shown and "url(#" not in shown
    assert "The bank paid Ann $150" in head and "drew a card" not in re.sub("<[^>]*>", "", head)
    table.press("roll 1 2")
    assert "ml-luck-card" not in table._view.section_markup("drawn")


def test_card__of_luck_is_a_line_before_a_deed() -> None:
    table = drawn_by(6)  # to the next station, which is free
    assert "ml-luck-card" not in table._view.section_markup(
        "drawn"
    ) and "Pennsylvania Railroad" in table._view.section_markup("drawn")
    head = table._view.section_markup("head")
    assert head.index("The next station, at double rent") < head.index("Ann may buy")


def test_card__of_luck_is_told_to_a_window_that_shows_it_coming() -> None:
    told = json.loads(drawn_by(16)._view.parts["motion"][0])
    assert told["card"] == 7 and told["paid"] == [[-1, 0, "$150"]]


@pytest.mark.parametrize(
    ("lang", "said"), [("ru", "60\u00a0тыс.\u00a0руб."), ("uk", "60\u00a0тис.\u00a0руб."), ("en", "₽60k")]
)
def test_labels__keep_the_stop_of_the_unit_of_money_and_no_other(lang: str, said: str) -> None:
    """Монополия (московские улицы): Житная улица costs 60."""
    game = ml.Game("russia_moscow", players=["Ann", "Bo"], seed=1, lang=lang)
    for text in ("roll 6 4", "roll 1 2", "roll 1 2"):
        game.apply(text)
    assert said in button_label(game, "buy", lang) and not button_label(game, "buy", lang).endswith("..")
    assert button_label(game, "buy", lang).endswith(said)
    assert not button_label(game, "auction", lang).endswith(".")
