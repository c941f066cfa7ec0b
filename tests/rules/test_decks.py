"""The shipped decks: each card stands as printed or published, and does what it says.

Disney: the cards are printed in its rule book, sections "Show Time" and "Magic Moments". Classic
decks: two published lists of 2008 and later agree card by card, and so do two Russian ones; the
London decks are the traditional ones; before 2008: published lists. The other books print no
cards, classic ones stand in.
"""

from collections.abc import Iterator

import pytest
from at_table import BROWN, CHANCE, CHEST, GO, JAIL, LIGHT_BLUE, TAX_OFFICE, actor, at, do, every_book, kind, sit

from monopoly_lab import Game, load_edition
from monopoly_lab.editions.components import Card

CLASSIC_CHANCE = (
    "move_to 39 | move_to 0 | move_to 24 | move_to 11 | nearest station 2 | nearest station 2 | nearest utility 10 | "
    "collect 50 | jail_free | move_back 3 | go_to_jail | repairs 25 100 | pay 15 | move_to 5 | pay_each 50 | "
    "collect 150"
)
CLASSIC_CHEST = (
    "move_to 0 | collect 200 | pay 50 | collect 50 | jail_free | go_to_jail | collect 100 | collect 20 | "
    "collect_each 10 | collect 100 | pay 100 | pay 50 | collect 25 | repairs 40 115 | collect 10 | collect 100"
)
CHEST_BEFORE_2008 = (
    "move_to 0 | collect 200 | pay 50 | collect 45 | jail_free | go_to_jail | collect 100 | collect 20 | "
    "collect_each 50 | collect 100 | pay 100 | pay 150 | collect 25 | repairs 40 115 | collect 10 | collect 100"
)
CHEST_WITHOUT_GO_AND_JAIL = (
    "collect 200 | pay 50 | collect 50 | collect 100 | collect 20 | collect_each 10 | collect 100 | pay 100 | pay 50 | "
    "collect 25 | repairs 40 115 | collect 10 | collect 100"
)
LONDON_CHANCE = (
    "move_to 39 | move_to 0 | move_to 24 | move_to 11 | move_to 15 | move_back 3 | go_to_jail | repairs 25 100 | "
    "repairs 40 115 | pay 150 | pay 20 | pay 15 | collect 150 | collect 100 | collect 50 | jail_free"
)
LONDON_CHEST = (
    "move_to 0 | back_to 1 | go_to_jail | pay 100 | pay 50 | pay 50 | collect 200 | collect 100 | collect 100 | "
    "collect 50 | collect 25 | collect 20 | collect 10 | collect_each 10 | pay_or_draw 10 chance | jail_free"
)
SHOW_TIME = (
    "pay 150 | repairs 40 115 | collect 150 | collect 150 | move_to 15 | move_to 0 | move_to 39 | move_to 24 | "
    "move_back 3 | pay 15 | jail_free | pay 50 | move_to 11 | repairs 25 100 | go_to_jail | pay_each 20"
)
SHOW_TIME_AS_LONDON = SHOW_TIME.replace("| collect 150 | collect 150 |", "| collect 150 | collect 100 |").replace(
    "| pay 50 |", "| collect 50 |"
)
MAGIC_MOMENTS = (
    "pay 50 | go_to_jail | back_to 1 | collect 100 | collect_each 10 | collect 10 | pay_or_draw 10 show | collect 20 | "
    "pay 50 | collect 25 | jail_free | move_to 0 | collect 200 | pay 100 | collect 50 | collect 100"
)
# Where a book says what a utility costs that a card leads to, four or ten times a new throw, the card keeps to it.
CHANCE_BY_BOOK = CLASSIC_CHANCE.replace("nearest utility 10", "nearest utility")
# The Russian text knows cards to and from the tax administration, both texts a card with a trade.
UKRAINE_UK_CHANCE = CHANCE_BY_BOOK.replace("nearest station 2 | nearest station 2", "nearest station 2 | trade")
UKRAINE_RU_CHANCE = UKRAINE_UK_CHANCE.replace("pay 15", "to_tax_office")
UKRAINE_RU_CHEST = CLASSIC_CHEST.replace("pay 100 | pay 50", "pay 100 | tax_office_free")

DECKS: dict[str, tuple[str, str]] = {
    "ukraine_ru": (UKRAINE_RU_CHANCE, UKRAINE_RU_CHEST),
    "ukraine_uk": (UKRAINE_UK_CHANCE, CLASSIC_CHEST),
    "monopolist": (CHANCE_BY_BOOK, CHEST_WITHOUT_GO_AND_JAIL),
    "moscow_overview": (CLASSIC_CHANCE, CLASSIC_CHEST),
    "moscow": (CLASSIC_CHANCE, CLASSIC_CHEST),
    "home_print": (CHANCE_BY_BOOK, CLASSIC_CHEST),
    "disney": (SHOW_TIME, MAGIC_MOMENTS),
    "fifa": (CHANCE_BY_BOOK, CLASSIC_CHEST),
    "classic_us": (CLASSIC_CHANCE, CLASSIC_CHEST),
    "classic_london": (LONDON_CHANCE, LONDON_CHEST),
}
PROFILES = {
    ("classic_us", "pre2008"): (CLASSIC_CHANCE, CHEST_BEFORE_2008),
    ("disney", "london_sums"): (SHOW_TIME_AS_LONDON, MAGIC_MOMENTS),
}
EVERY_CARD = [
    (book, number, words)
    for book, decks in DECKS.items()
    for number, words in enumerate(word for deck in decks for word in deck.split(" | "))
]


def in_words(game: Game, card: Card) -> str:
    """A card as in the lists above, spaces by number."""
    spaces = {space.id: space.index for space in game.edition.spaces}
    return " ".join([card.effect, *(str(spaces.get(str(value), value)) for value in card.arguments.values())])


def deck_words(game: Game) -> tuple[str, ...]:
    return tuple(" | ".join(in_words(game, card) for card in deck.cards) for deck in game.edition.decks)


@every_book
def test_decks__hold_the_cards_of_the_book_or_the_published_ones(book: str) -> None:
    assert deck_words(sit(book)) == DECKS[book]


@pytest.mark.parametrize(("edition", "profile"), PROFILES)
def test_decks__of_profiles(edition: str, profile: str) -> None:
    assert deck_words(Game(edition, options={"profile": profile})) == PROFILES[edition, profile]


# Ann owns a hotel, four houses beside it and two more; she has come to a card space.
BUILT = {BROWN[0]: "hotel", BROWN[1]: 4, LIGHT_BLUE[0]: 1, LIGHT_BLUE[1]: 1}
HOUSES, HOTELS = 6, 1


def drawing(book: str, number: int) -> Game:
    """Ann at the second card space of the deck that holds card `number`, about to draw."""
    chance = number < len(DECKS[book][0].split(" | "))
    space = (CHANCE if chance else CHEST)[1]
    start = {"Ann": space - 3}
    return do(sit(book, deeds={"Ann": BROWN + LIGHT_BLUE}, buildings=BUILT, position=start), "roll 1 2")


NEAREST = {"station": (5, 15, 25, 35), "utility": (12, 28)}


def after(start: int) -> Iterator[int]:
    return (q % 40 for q in range(start + 1, start + 41))


def outcome(book: str, words: str, start: int) -> tuple[int, int, str]:
    """What a card does to Ann: her money, where she is afterwards, what is asked next; all by its words."""
    effect, *rest = words.split()
    number = int(rest[0]) if rest and rest[0].isdigit() else 0
    money, goal, next_node = 0, start, "dice"
    if effect in ("move_to", "nearest"):
        goal = number if effect == "move_to" else next(q for q in after(start) if q in NEAREST[rest[0]])
        taxed = book.startswith("ukraine") and (TAX_OFFICE - start) % 40 < (goal - start) % 40
        money = (200 if goal < start else 0) - (50 if taxed else 0)
        next_node = "dice" if goal == GO else "buy"
    elif effect == "move_back":
        goal = start - number
        next_node = "buy"
    elif effect == "back_to":
        goal = number
    elif effect == "go_to_jail":
        goal = JAIL
    elif effect == "to_tax_office":
        goal, money = TAX_OFFICE, -50
    elif effect in ("collect", "pay"):
        money = number if effect == "collect" else -number
    elif effect in ("pay_each", "collect_each"):
        money = 2 * number if effect == "collect_each" else -2 * number
    elif effect == "repairs":
        money = -(HOUSES * number + HOTELS * int(rest[1]))
    elif effect in ("pay_or_draw", "trade"):
        next_node = {"pay_or_draw": "card", "trade": "trade_card"}[effect]
    return money, goal, next_node


@pytest.mark.parametrize(("book", "number", "words"), EVERY_CARD)
def test_decks__each_card_does_what_it_says(book: str, number: int, words: str) -> None:
    game = drawing(book, number)
    start = at(game, "Ann")
    money, goal, next_node = outcome(book, words, start)
    do(game, f"draw {game.edition.cards[number].id}")
    cash = game.state.cash
    assert (cash["Ann"] - 1500, at(game, "Ann"), kind(game)) == (money, goal, next_node)
    assert actor(game) == ("Bo" if next_node == "dice" else "Ann")
    others = -money // 2 if words.split()[0] in ("pay_each", "collect_each") else 0
    assert (cash["Bo"], cash["Cy"]) == (1500 + others, 1500 + others)
    assert dict(game.state.jail) == ({"Ann": 0} if words == "go_to_jail" else {})
    kept = (game.edition.cards[number].id,) if words in ("jail_free", "tax_office_free") else ()
    assert game.state.cards["Ann"] == kept


def test_class_board__its_deck() -> None:
    assert [(card.effect, *card.arguments.values()) for card in load_edition("class_board").cards] == [
        ("move_to", "go"),
        ("move_to", "museum"),
        ("collect", 30),
        ("pay", 15),
        ("collect_each", 5),
        ("jail_free",),
    ]


@pytest.mark.parametrize(
    ("edition", "profile", "card", "sums"),
    [
        ("classic_us", "pre2008", "poor_tax", (-15, 0)),
        ("classic_us", "pre2008", "share_sale", (45, 0)),
        ("classic_us", "pre2008", "christmas_fund", (100, 0)),
        ("classic_us", "pre2008", "opera", (50, -50)),
        ("classic_us", "pre2008", "school_tax", (-150, 0)),
        ("classic_us", "pre2008", "services", (25, 0)),
        ("disney", "london_sums", "simba", (50, 0)),
        ("disney", "london_sums", "feather", (100, 0)),
    ],
)
def test_decks__cards_that_profiles_change(edition: str, profile: str, card: str, sums: tuple[int, int]) -> None:
    """Sums for the drawer and for the other player. Before 2008: the published lists; Disney: the London sums."""
    fresh = Game(edition, ("Ann", "Bo"), options={"profile": profile})
    chance = card in [c.id for c in fresh.edition.decks[0].cards]
    where = {"Ann": fresh.edition.spaces[(CHANCE if chance else CHEST)[1] - 3].id}
    start = {"turn": "Ann", "position": where}
    game = do(Game(edition, ("Ann", "Bo"), options={"profile": profile}, start=start), "roll 1 2", f"draw {card}")
    assert (game.state.cash["Ann"] - 1500, game.state.cash["Bo"] - 1500) == sums


@pytest.mark.parametrize(
    ("card", "sums", "goal"),
    [
        ("to_go", (40, 0), "go"),
        ("to_museum", (0, 0), "museum"),
        ("prize", (30, 0), "luck"),
        ("window", (-15, 0), "luck"),
        ("birthday", (5, -5), "luck"),
        ("jail_free", (0, 0), "luck"),
    ],
)
def test_class_board__each_card_does_what_it_says(card: str, sums: tuple[int, int], goal: str) -> None:
    """Made up for lessons: what stands in the edition, salary 40."""
    game = do(Game("class_board", ("Ann", "Bo"), start={"turn": "Ann"}), "roll 3", f"draw {card}")
    assert (game.state.cash["Ann"] - 300, game.state.cash["Bo"] - 300) == sums
    assert game.state.space["Ann"] == goal
    assert game.state.cards["Ann"] == (("jail_free",) if card == "jail_free" else ())
