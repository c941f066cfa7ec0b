"""Dealings at the table in JupyterLab: auctions, offers, debts, the casino, the end. What comes out: the rule books."""

import re

from hands import by_hand, facts, has, hover, owned, place, press, refuses, says, tab, throw
from labwindow import Lab
from looks import flaws

THREE = """
import monopoly_lab as ml
game = ml.Game("classic_us", players=["Ann", "Bo", "Cy"], seed=3)
for text in ("roll 6 4", "roll 1 2", "roll 1 1"):
    game.apply(text)  # Ann begins
ml.Table(game)
"""
UNDER_WAY = """
import monopoly_lab as ml
table = ml.Table(ml.Scenario.load("game_under_way").game(seed=7))
for name in ("Bo", "Cy", "Dan"):
    table.game.seat(name, None)
table.refresh()
table
"""


def scenario(name: str) -> str:
    """Code that shows the table of a shipped scenario."""
    return f'import monopoly_lab as ml\nml.Table(ml.Scenario.load("{name}"))'


def test_deed__rent_rule_and_reason_of_a_refusal(lab: Lab) -> None:
    table = lab.show(THREE)
    throw(table, 1, 2)  # Baltic Avenue
    press(table, r"^Buy Baltic Avenue for \$60")
    says(table, "Bo throws the dice")
    throw(table, 1, 2)
    says(table, "Cy throws the dice")
    panel = table.get_by_role("tabpanel")
    panel.get_by_text("Bo paid Ann $4 rent").click()  # printed on the deed: 4 without a building
    panel.locator(".ml-rule").wait_for()  # the rule behind the entry
    place(table, 3).click()
    build = panel.get_by_role("button", name=re.compile("^Build on Baltic"))
    assert build.get_attribute("aria-disabled") == "true"
    build.click(force=True)
    refuses(table, "does not own the whole group")
    assert flaws(table) == []
    lab.shot("deed")
    hover(table, 39, "Rent with hotel")
    lab.shot("deed_under_the_mouse")


def test_auction__three_bidders(lab: Lab) -> None:
    table = lab.show(THREE)
    throw(table, 1, 2)
    press(table, "^Do not buy Baltic Avenue")
    for player, sum_ in (("Ann", "10"), ("Bo", "20")):
        says(table, f"{player} may bid")
        table.locator("#ml-sum").fill(sum_)
        press(table, "^Bid$")
    says(table, "Cy may bid")
    assert flaws(table) == []
    lab.shot("auction")
    press(table, "^Leave the auction")
    says(table, "Ann may bid")
    press(table, "^Leave the auction")
    says(table, "Bo throws the dice")
    tab(table, "Log").get_by_text("Bo paid $20 for Baltic Avenue, bought at auction.").wait_for()


def test_auction__of_the_last_house(lab: Lab) -> None:
    """Монополия (московские улицы), “Lack of buildings”: the last house goes to the highest bidder."""
    table = lab.show(scenario("building_auction"))
    place(table, 16).click()
    table.locator("#ml-build-16").click()
    for player in ("Ann", "Bo"):
        says(table, f"{player} says how many buildings")
        table.locator("#ml-sum").fill("1")
        press(table, "^Ask for this many$")
    for player, sum_ in (("Ann", "50"), ("Bo", "60"), ("Ann", "110")):
        says(table, f"{player} may bid for a house")
        table.locator("#ml-sum").fill(sum_)
        press(table, "^Bid$")
    says(table, "Bo may bid")
    assert flaws(table) == []
    lab.shot("building_auction")
    press(table, "^Leave the auction")
    says(table, "Ann chooses the site")
    press(table, "^Build on St. James Place")
    says(table, "Ann throws the dice")
    assert "1 house" in facts(table, 16)
    has(table, "Ann", 690)  # 800 - 110, whatever the deed says


BESIDE_ITS_NAME = """(box) => {
  const label = box.closest("label");
  label.style.width = "90px"; // where the name takes two lines
  const name = document.createRange();
  name.selectNodeContents([...label.childNodes].find((each) => each.data?.trim()));
  const [line, { top, bottom }] = [name.getClientRects()[0], box.getBoundingClientRect()];
  return top < line.bottom && bottom > line.top;
}"""


def test_trade__offer_and_counter_offer(lab: Lab) -> None:
    table = lab.show(UNDER_WAY)
    panel = tab(table, "Trade")
    refused = panel.locator("#ml-offer[aria-disabled='true']")  # nothing is chosen yet: greyed, not crossed out
    assert refused.evaluate("each => getComputedStyle(each).textDecorationLine") == "none"
    panel.locator("#ml-partner").select_option("Dan")
    panel.get_by_label("Kentucky Avenue").wait_for()  # Dan's: the form is the new one
    assert panel.get_by_label("Oriental Avenue").evaluate(BESIDE_ITS_NAME)
    panel.get_by_label("Oriental Avenue").check()
    panel.get_by_label("Kentucky Avenue").check()
    panel.locator("#ml-give-cash").fill("100")
    panel.locator("#ml-give-cash").press("Tab")
    panel.locator(".ml-swap p").filter(has_text="$1680").first.wait_for()  # Ann: 420, deeds of 660, six houses at 100
    panel.locator(".ml-swap p").filter(has_text="$1700").first.wait_for()  # a deed of 100 and 100 away, one of 220 got
    assert flaws(table) == []
    lab.shot("trade")
    panel.get_by_role("button", name="Make this offer").click()
    says(table, "Dan answers the offer of Ann")
    press(table, "counter-offer")
    panel.locator("#ml-ask-cash[value='100']").wait_for()  # the offer turned round
    panel.locator("#ml-ask-cash").fill("200")
    panel.locator("#ml-ask-cash").press("Tab")
    panel.locator(".ml-swap p").filter(has_text="$1600").first.wait_for()
    panel.get_by_role("button", name="Make this offer").click()
    says(table, "Ann answers the offer of Dan")
    press(table, "^Accept the offer")
    says(table, "Ann throws the dice")
    owned(table, 21, "Ann")


SEEN = (
    "side => { const { top, bottom } = side.getBoundingClientRect(); return top < 0.8 * innerHeight && bottom > 100; }"
)


def test_phone__a_counter_offer_brings_its_form_into_sight(lab: Lab) -> None:
    lab.resize((390, 844))
    table = lab.show(
        UNDER_WAY.replace("\ntable.r", "\ntable.press('Ann: trade Dan: oriental + 50 for kentucky')\ntable.r")
    )
    says(table, "Dan answers the offer of Ann")
    assert not table.locator(".ml-side").evaluate(SEEN)
    press(table, "counter-offer")
    table.locator("#ml-ask-cash[value='50']").wait_for()
    assert table.locator(".ml-side").evaluate(SEEN)
    lab.shot("counter_phone")


FASTER_THAN_THE_KERNEL = """panel => {
  const tick = (name) => panel.querySelector(`[value=${name}]`).click();
  const seen = new MutationObserver(() => {
    seen.disconnect();
    tick("states");
    const cash = panel.querySelector("#ml-ask-cash");
    cash.value = "35";
    cash.dispatchEvent(new Event("change", { bubbles: true }));
    panel.querySelector("#ml-offer").click();
  });
  tick("oriental");
  tick("reading");
  seen.observe(panel, { childList: true, subtree: true });
}"""


def test_trade__what_is_ticked_before_the_answer_is_in_the_offer(lab: Lab) -> None:
    """Two boxes at once, a third and a sum as soon as the panel changes, and the button in the same moment."""
    table = lab.show(UNDER_WAY)
    tab(table, "Trade").locator("#ml-ask-cash").wait_for()
    table.get_by_role("tabpanel").evaluate(FASTER_THAN_THE_KERNEL)
    says(table, "Bo answers the offer of Ann")
    offered = table.locator(".ml-deciding").inner_text()
    assert all(part in offered for part in ("Oriental", "Reading", "States", "$35")), offered


def test_trade__a_card_that_frees_from_jail(lab: Lab) -> None:
    """After “Stop on the field "Chance" and "Public Treasury"”: the card may be sold to another player."""
    table = lab.show(scenario("jail_card_bought"))
    says(table, "Bo is in jail")
    panel = tab(table, "Trade")
    panel.locator("#ml-give-cash").fill("30")
    panel.get_by_role("group", name="Ann gives").get_by_label("Out of jail without a fine").check()
    offer = panel.get_by_role("button", name="Make this offer")
    panel.locator("#ml-offer.ml-main-choice[data-value*='card chance 16']").wait_for()
    lab.shot("trade_with_a_card")
    offer.click()
    says(table, "Ann answers the offer of Bo")
    press(table, "^Accept the offer")
    says(table, "Bo is in jail")
    press(table, "^Use a card")
    says(table, "Bo throws the dice")
    throw(table, 2, 4)  # from jail to Bow Street
    press(table, "^Buy Bow Street")
    says(table, "Ann throws the dice")
    has(table, "Bo", 1290)  # 1500 - 30 for the card - 180


def test_debt__a_mortgage_brings_what_is_missing(lab: Lab) -> None:
    table = lab.show(UNDER_WAY)
    throw(table, 3, 2)  # Ann: from the railroad to Free Parking
    says(table, "Bo throws the dice")
    throw(table, 4, 3)  # Bo: from Connecticut to St. James Place with two houses
    says(table, "Cy throws the dice")
    throw(table, 1, 4)  # Cy: Reading Railroad, four of them: 200 to Bo, 180 in the purse
    says(table, "Cy owes Bo $200")
    panel = tab(table, "Manage")
    panel.get_by_text("$20 is missing").wait_for()
    assert flaws(table) == []
    lab.shot("debt")
    panel.get_by_text("Park Place").first.click()
    panel.get_by_role("button", name=re.compile("^Mortgage Park Place")).click()
    says(table, "Cy owes Bo $200")
    press(table, r"^Pay \$200")
    says(table, "Dan throws the dice")


def test_debt__settled_with_deeds(lab: Lab) -> None:
    """“Notes to the game”: rent beyond one's cash may be paid with property, at a value the creditor agrees to."""
    table = lab.show(scenario("debt_settled_with_property"))
    throw(table, 2, 3)
    says(table, "Bo owes Ann ₽1100k")
    table.get_by_text("Offer property for the debt").click()
    form = table.locator("form[data-act='settle']")
    table.locator(".ml-sales").wait_for(state="hidden")  # the form has their room, and all of it is seen
    card = table.locator(".ml-deciding").element_handle()
    lab.page.wait_for_function("card => card.scrollHeight <= card.clientHeight + 1", arg=card)
    for box in form.get_by_role("checkbox").all():
        box.check()
    form.get_by_label("Part of the debt").fill("600")
    assert flaws(table) == []
    lab.shot("debt_settled")
    form.get_by_role("button", name="Offer property").click()
    says(table, "Ann answers the offer of Bo")
    table.get_by_text("₽600k of the debt").first.wait_for()
    table.locator(".ml-swap p").filter(has_text="₽3090k").wait_for()  # 2150, two deeds at 220, 500 of the debt left
    press(table, "^Accept the offer")
    says(table, "Bo owes Ann ₽500k")  # 1100 - 600
    press(table, "^Pay ₽500k")
    says(table, "Ann throws the dice")
    owned(table, 21, "Ann")
    owned(table, 23, "Ann")
    has(table, "Ann", 700)  # 200 + 500


def test_casino__a_stake_is_lost_and_the_pot_is_won(lab: Lab) -> None:
    """Монополия (Украина, гривны), “Казино”; three sevens bring back the stake, and the pot of
    200 with a lost stake comes with them.
    """
    table = lab.show(scenario("casino"))
    throw(table, 2, 4)
    stopped = tab(table, "Log").get_by_text("A reel stopped")
    for player, stake, reels, then in (("Ann", "100", "111", "Bo throws"), ("Bo", "50", "564", "Ann throws")):
        says(table, f"{player} names a stake")
        table.locator(".ml-facts").get_by_text("Chance to win: 8.3 %").wait_for()
        assert table.locator(".ml-facts details").count() == 0  # what comes back on average is for the class to find
        if player == "Ann":
            lab.shot("casino_stake")
        table.locator("#ml-sum").fill(stake)
        press(table, "^Stake$")
        for reel in reels:
            says(table, f"{player} throws a die for the next reel")
            known = stopped.count()
            by_hand(table, f"reel {reel}")
            stopped.nth(known).wait_for()
        says(table, then)
        if player == "Ann":
            throw(table, 3, 4)
    lab.shot("casino")
    has(table, "Ann", 1400)  # 1500 - 100
    has(table, "Bo", 1800)  # 1500 - 50 + 50 + 200 + 100


def test_end__time_is_called(lab: Lab) -> None:
    """“Rules of a shortened game in monopoly”: cash, deeds at their price, mortgaged ones at half, houses at cost."""
    table = lab.show(scenario("time_is_called"))
    press(table, "Call time")
    says(table, "The game is over; Ann has won.")
    has(table, "Ann", 300, 1850)
    has(table, "Bo", 1500, 1550)


def test_end__proposed_and_agreed(lab: Lab) -> None:
    """Монополия (Украина, гривны): the players may agree on the end; the richest wins."""
    table = lab.show(scenario("casino"))
    table.locator("#ml-also").select_option(label="Bo: Propose that the game ends and the richest wins")
    says(table, "Ann says whether the game should end now")
    lab.shot("end_proposed")
    press(table, "^End the game now")
    says(table, "The game is over")


def test_fine__by_the_banker(lab: Lab) -> None:
    """Rules of the game in Monopoly (print at home), “Notes to the game”: a throw off the table costs 50."""
    table = lab.show(scenario("fine_by_the_banker"))
    table.locator("#ml-also").select_option(label="Fine Bo $50: dice off the table")
    tab(table, "Log").get_by_text(re.compile(r"Bo .*\$50")).wait_for()
    says(table, "Ann throws the dice")  # the game waits where it waited
    has(table, "Bo", 1450)
