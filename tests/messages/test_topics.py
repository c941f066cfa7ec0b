"""Which rule book speaks of which topic, and that every topic, refusal and doubt has its words."""

import re

import pytest

from monopoly_lab import Game, constants
from monopoly_lab.common import messages
from monopoly_lab.constants import action, event, payment_cause, refusal
from monopoly_lab.editions import editions, load_edition, rulebook_topics
from monopoly_lab.editions.options import OPTIONS

BOOKS = {
    "ru": "ukraine_ru",
    "uk": "ukraine_uk",
    "mo": "monopolist",
    "ov": "moscow_overview",
    "ms": "moscow",
    "hp": "home_print",
    "di": "disney",
    "fi": "fifa",
    "ga": "gamer",
    "ju": "junior",
    "ar": "article",
    "an": "anti_monopoly",
    "sp": "speed_die",
}

# Read from the rule books, topic by topic: the books that say something on it.
STATED = {
    "mode": "mo ms di",
    "players": "ru uk mo ov ms di ga",
    "banker": "ru uk mo ov ms hp di fi ga an",
    "start_cash": "ru uk mo ov ms hp di fi ga an",
    "start_notes": "ru uk mo ms hp di ga an",
    "bank_limit": "ru uk mo ov ms hp di fi",
    "components": "ru uk ms hp di fi ga",
    "first_player": "ru uk mo ov ms hp di fi ga an",
    "move": "ru uk mo ov ms hp di fi ga an",
    "doubles": "ru uk mo ov ms hp di fi an",
    "three_doubles": "ru uk mo ov ms hp di fi",
    "jail_ends_turn": "ru uk ms hp di fi ga",
    "salary": "ru uk mo ov ms hp di fi ga an",
    "double_salary": "ru uk mo ms hp di ga",
    "no_salary_when_jailed": "ru uk ov ms hp di fi ga an",
    "buy": "ru uk mo ov ms hp di fi ga an",
    "auction": "ru uk mo ov ms hp di fi ga an",
    "auction_start": "ru uk mo ms hp di fi ga",
    "rent_basic": "ru uk mo ov ms hp di fi ga an",
    "rent_double": "ru uk mo ov ms hp di fi ga an",
    "rent_group_mortgaged": "ru uk mo ov ms hp di fi",
    "rent_mortgaged_site": "ru uk mo ov ms hp di fi an",
    "rent_deadline": "ru uk mo ov ms hp di fi ga",
    "rent_claim": "ov ms hp di fi ga",
    "rent_waive": "ov fi",
    "utilities": "ru uk mo ov ms hp di fi an",
    "utilities_by_card": "ru uk mo ov ms hp fi",
    "stations": "ru uk mo ov ms hp di fi an",
    "own_property": "fi",
    "cards": "ru uk mo ov ms hp di fi an",
    "card_kinds": "ru uk mo ov ms hp di fi ar",
    "jail_free_card": "ru uk mo ov ms hp di fi",
    "card_move_go": "ru uk mo ms hp di fi",
    "tax": "ru uk mo ov ms hp di fi an",
    "free_parking": "mo ov ms hp di fi",
    "jail_enter": "ru uk mo ov ms hp di fi ga an",
    "just_visiting": "ru uk mo ms hp di fi ga an",
    "jail_exit": "ru uk mo ov ms hp di fi ga ar an",
    "jail_after_tries": "ru uk mo ms hp di fi ga an",
    "jail_rights": "ru uk mo ov ms hp di fi ga an",
    "casino": "ru uk",
    "tax_admin": "ru uk",
    "jackpot": "ru uk",
    "build_condition": "ru uk mo ov ms hp di fi an",
    "build_even": "ru uk mo ov ms hp di fi an",
    "build_time": "mo ms hp di fi an",
    "build_limit": "ms hp di",
    "hotel_need": "ru uk mo ov ms hp di fi",
    "hotel_cost": "ru uk mo ov ms hp di fi an",
    "shortage": "ru uk mo ov ms hp di fi",
    "shortage_auction": "ru uk mo ov ms hp di fi an",
    "sell_price": "ru uk mo ov ms hp di fi an",
    "sell_even": "ru uk mo ov ms hp di fi",
    "sell_hotel": "ru uk mo ov ms hp di fi",
    "sell_time": "mo ms hp di fi",
    "trade_items": "ru uk mo ov ms hp di fi ga an",
    "trade_buildings": "ru uk mo ov ms hp di fi an",
    "trade_mortgaged": "ru uk mo ov ms hp di fi an",
    "trade_time": "fi ga an",
    "mortgage_only_in_need": "ru uk mo ov ms hp di fi",
    "mortgage_condition": "ru uk mo ov ms hp di fi an",
    "mortgage_value": "ru mo ov ms hp di fi an",
    "redeem": "ru uk mo ov ms hp di fi an",
    "mortgage_ownership": "ru uk mo ov ms hp di",
    "transfer_mortgaged": "ru uk mo ov ms hp di fi",
    "mortgage_blocks": "ru uk mo ov ms hp di fi",
    "debt_property": "ru uk mo ms hp di fi ga",
    "loans": "ru uk mo ov ms hp di fi an",
    "bankrupt_when": "ru uk mo ov ms hp di fi ga an",
    "bankrupt_bank": "ru uk mo ov ms hp di fi an",
    "bankrupt_player": "ru uk mo ov ms hp di fi an",
    "bankrupt_mortgage_fee": "ru uk mo ov ms hp di fi",
    "fines": "hp",
    "win": "ru uk mo ov ms hp di fi ga an",
    "deal": "mo ms di",
    "timed": "mo ms di an",
    "short": "mo ms di",
    "end_bankruptcies": "mo ms di ju",
    "short_bankruptcy": "mo ms di",
    "scoring": "ru uk mo ms di ga ju an",
    **dict.fromkeys(("late_claims", "board_coins", "pipe", "handful", "thwomp", "power_die", "super_star"), "ga"),
    **dict.fromkeys(("boss_fight", "few_players", "party", "characters"), "ga"),
    **dict.fromkeys(("roles", "foundation", "role_cards"), "an"),
    **dict.fromkeys(("speed_die", "speed_bus", "speed_mr", "speed_triple"), "sp"),
    "decks": "",
    "casino_jackpot": "",
    "trade": "",
    "rounding": "",
    "rounds": "",
}

CELLS = [(topic, book) for topic, row in STATED.items() for book in map(BOOKS.get, row.split())]


def test_books__the_rule_books_and_their_followers() -> None:
    assert rulebook_topics.books() == list(BOOKS.values())
    shipped = {load_edition(name).rulebook for name in editions()}
    assert set(rulebook_topics.followers()) == shipped - set(rulebook_topics.books())
    assert rulebook_topics.followers()[:2] == ["classic_us", "classic_london"]


def test_stated__each_topic_by_the_books_that_speak_of_it_and_no_others() -> None:
    found = [
        (topic, book)
        for topic in rulebook_topics.topics()
        for book in rulebook_topics.books()
        if rulebook_topics.has_topic(topic, book)
    ]
    assert sorted(found) == sorted(CELLS)


def test_stated__has_a_sentence_and_a_citation() -> None:
    for topic, book in CELLS:
        assert re.fullmatch(r"[A-Z0-9].*[.]", rulebook_topics.sentence(topic, book)), (topic, book)
        cited = rulebook_topics.citation(topic, book)
        assert cited.startswith(rulebook_topics.book_title(book) + ", "), (topic, book)
        assert "“" in cited, (topic, book)
        assert not re.search(r"\b00[0-4]\b|\bl\. ?\d|line \d", cited), (topic, book)


@pytest.mark.parametrize("lang", messages.languages())
def test_stated__in_every_language(lang: str) -> None:
    for topic, book in CELLS:
        assert re.fullmatch(r"[^\W_][^{}|]*[.]", rulebook_topics.sentence(topic, book, lang)), (topic, book)
        assert rulebook_topics.citation(topic, book, lang)


def test_silent__no_sentence_is_made_up() -> None:
    # The Ukrainian edition knows no free parking; only the print-at-home rules have fines.
    for topic, book in [("free_parking", "ukraine_ru"), ("fines", "moscow"), ("rounding", "fifa")]:
        assert not rulebook_topics.has_topic(topic, book)
        assert rulebook_topics.rule(topic, book) == ""
        with pytest.raises(messages.MessageError, match="says nothing"):
            rulebook_topics.sentence(topic, book)


@pytest.mark.parametrize(
    ("topic", "book", "headings"),
    [  # as printed
        ("jail_exit", "ukraine_ru", ["Тюрьма"]),
        ("tax_admin", "ukraine_uk", ["Податкова адміністрація"]),
        ("transfer_mortgaged", "monopolist", ["Залог"]),
        ("rent_waive", "moscow_overview", ["Stopping on someone else's real estate"]),
        ("tax", "moscow", ["Stop on the tax field"]),
        ("fines", "home_print", ["Notes to the game"]),
        ("short", "disney", ["Rules of shortened game"]),
        ("mortgage_condition", "anti_monopoly", ["11. HYPOTHEKEN"]),
        ("bankrupt_bank", "fifa", ["НА ПОМОЩЬ! Я В ДОЛГАХ!", "ПРОДВОДИТЕ АУКЦИОНЫ"]),
    ],
)
def test_citation__headings_as_printed(topic: str, book: str, headings: list[str]) -> None:
    assert re.findall("“(.*?)”", rulebook_topics.citation(topic, book)) == headings


def test_citation__form() -> None:
    assert (
        rulebook_topics.citation("tax", "moscow")
        == "Монополия (московские улицы), “Stop on the tax field” (tax spaces)"
    )


def test_citation__part_whose_heading_is_lost_names_the_one_before() -> None:
    # In the book with Moscow streets the part on jail stands under "Free parking".
    assert rulebook_topics.citation("jail_exit", "moscow").endswith("after “Free parking” (jail)")


@pytest.mark.parametrize("book", ["classic_us", "classic_london"])
def test_followers__take_the_rules_of_the_moscow_book_but_clear_the_whole_group_for_a_mortgage(book: str) -> None:
    for topic in rulebook_topics.topics():
        source = {"mortgage_condition": "fifa", "doubles": "disney"}.get(topic, "moscow")
        assert rulebook_topics.wording(topic, book) == rulebook_topics.wording(topic, source)
        if rulebook_topics.has_topic(topic, book):
            assert rulebook_topics.citation(topic, book) == f"as in {rulebook_topics.citation(topic, source)}"
    assert "all buildings of its group" in rulebook_topics.sentence("mortgage_condition", book)


def test_sentence__takes_the_names_of_the_book() -> None:
    assert (
        rulebook_topics.sentence("hotel_need", "moscow") == "Before a hotel, every site of the group needs four houses."
    )
    assert (
        rulebook_topics.sentence("hotel_need", "disney")
        == "Before a castle, every site of the group needs four cottages."
    )
    assert rulebook_topics.sentence("hotel_need", "fifa") == "Before a stadium, its own team needs four stands."


@pytest.mark.parametrize(("lang", "team"), [("en", "team"), ("uk", "команда"), ("ru", "команда")])
def test_sentence__a_follower_on_one_topic_keeps_its_own_words(lang: str, team: str) -> None:
    """The classic board clears the whole group before a mortgage, as the book on football does, and has no teams."""
    followed = rulebook_topics.sentence("mortgage_condition", "fifa", lang)
    own = rulebook_topics.sentence("mortgage_condition", "classic_us", lang)
    assert team in followed and team not in own and own != followed
    assert rulebook_topics.wording("mortgage_condition", "classic_us") == rulebook_topics.wording(
        "mortgage_condition", "fifa"
    )


def test_sentence__the_names_of_the_book_are_declined() -> None:
    need = "Прежде чем строить {}, нужно поставить четыре {} на том же месте."
    assert rulebook_topics.sentence("hotel_need", "fifa", "ru") == need.format("стадион", "трибуны")
    assert (
        rulebook_topics.sentence("build_limit", "home_print", "ru") == "За один ход можно купить не больше трёх домов."
    )
    assert (
        rulebook_topics.sentence("build_limit", "home_print", "uk")
        == "За один хід можна купити не більше трьох будинків."
    )


def test_wording__equal_where_books_say_the_same_in_their_own_names() -> None:
    assert rulebook_topics.wording("hotel_need", "moscow") == rulebook_topics.wording("hotel_need", "disney")
    assert rulebook_topics.wording("hotel_need", "moscow") != rulebook_topics.wording("hotel_need", "fifa")


def test_titles__every_option_has_a_topic_with_a_title() -> None:
    for option in OPTIONS.values():
        assert rulebook_topics.title(option.topic), option.key


def test_words__no_sentence_is_left_over() -> None:
    used = {f"{topic}.{words}" for topic in rulebook_topics.topics() for words in rulebook_topics._topic(topic)}
    titles = {f"{topic}.title" for topic in rulebook_topics.topics()}
    assert set(messages.keys("topic")) == used | titles


def test_words__every_book_section_and_term_is_known() -> None:
    sections = {name for book in rulebook_topics.books() for name in rulebook_topics._book(book)["sections"]}
    assert set(messages.keys("section")) == sections
    assert set(messages.keys("book")) == {*rulebook_topics.books(), *rulebook_topics.followers()}
    assert set(messages.keys("term.usual")) == set(rulebook_topics.TERMS)


def test_unknown_names__the_nearest_is_named() -> None:
    with pytest.raises(messages.MessageError, match=r"no topic 'aucton'.*did you mean 'auction'"):
        rulebook_topics.title("aucton")
    with pytest.raises(messages.MessageError, match=r"no rule book 'moskow'.*did you mean 'moscow'"):
        rulebook_topics.sentence("auction", "moskow")


def test_refusals__reasons_verbs_and_topics_exist() -> None:
    reasons, verbs = set(constants.names(refusal).values()), set(constants.names(action).values())
    for entry, topic in rulebook_topics._places()["refusal"].items():
        reason, _, act = entry.partition(".")
        assert reason in reasons, entry
        assert not act or act in verbs, entry
        assert topic in rulebook_topics.topics(), entry


def test_refusal__the_reason_with_the_rule_of_the_book() -> None:
    said = rulebook_topics.refusal("uneven", "monopolist", levels="St. James Place has 1, New York Avenue 0")
    assert said == (
        "Houses must be built evenly (St. James Place has 1, New York Avenue 0). Rule: Build evenly: no site gets "
        "another house before the others of its group have as many; four is the most. "
        "(Монополист, “Дома и отели” (building))"
    )


def test_refusal__the_same_reason_for_another_verb_cites_another_rule() -> None:
    assert rulebook_topics.why_topic("group_built") == "mortgage_condition"
    assert rulebook_topics.why_topic("group_built", "propose") == "trade_buildings"


def test_refusal__alone_where_no_rule_or_book_speaks() -> None:
    assert rulebook_topics.refusal("game_over", "moscow") == "The game is over."
    assert rulebook_topics.refusal("no_fines", "moscow") == "There are no fines of this kind here."
    assert "Rule:" not in rulebook_topics.refusal("uneven", levels="")


def test_refusal__a_book_read_in_another_way_says_so() -> None:
    # The football edition asks for four stands on one team; by default four on each are needed.
    said = rulebook_topics.refusal("houses_missing", "fifa", levels="Russia has 4, Egypt 3")
    assert "Before a stadium, its own team needs four stands." in said
    assert said.endswith("Read here as: Every team of the group needs four stands.")


def test_refusal__a_rule_chosen_for_the_game_is_not_cited_from_the_book() -> None:
    said = rulebook_topics.refusal("build_limit", "home_print", chosen={"build_limit"}, n=5)
    assert said == "No more may be built in this turn; the limit is 5. This is a rule chosen for this game."


def test_house_rules__each_has_its_option_and_says_that_it_is_one() -> None:
    switched = rulebook_topics.house_rules()
    assert set(switched) == set(messages.keys("house"))
    assert set(switched.values()) <= set(OPTIONS)
    assert {option.key for option in OPTIONS.values() if option.house} <= set(switched.values())
    for name in switched:
        assert rulebook_topics.house_rule(name).endswith("(house rule)")


def test_contradictions__all_are_there_with_topic_books_and_options() -> None:
    found = rulebook_topics.contradictions()
    assert [doubt.id for doubt in found] == [*(f"x{n:02}" for n in range(1, 60)), "prisoners_card"]
    for doubt in found:
        assert doubt.topic in rulebook_topics.topics(), doubt
        assert doubt.books, doubt
        assert set(doubt.books) <= set(rulebook_topics.books()), doubt
        assert set(doubt.options) <= set(OPTIONS), doubt


def test_contradictions__of_one_book_and_of_an_edition_that_follows_it() -> None:
    # The football edition has seven of its own, X46 to X52, and X59 with five other books.
    assert [doubt.id for doubt in rulebook_topics.contradictions("fifa")] == [f"x{n}" for n in (*range(46, 53), 59)]
    assert rulebook_topics.contradictions("classic_us") == rulebook_topics.contradictions("moscow")


def test_gaps__what_no_book_settles_has_topic_and_options() -> None:
    for doubt in rulebook_topics.gaps():
        assert doubt.topic in rulebook_topics.topics(), doubt
        assert set(doubt.options) <= set(OPTIONS), doubt


def test_doubts__no_words_are_left_over() -> None:
    for table, found in [("contradiction", rulebook_topics.contradictions()), ("gap", rulebook_topics.gaps())]:
        assert set(messages.keys(table)) == {f"{doubt.id}.{part}" for doubt in found for part in ("text", "reading")}


def test_events__every_event_and_every_payment_rests_on_a_topic() -> None:
    kinds = [name for name in constants.names(event).values() if name != "paid"]
    for name in kinds:
        assert rulebook_topics.event_topic(name) in rulebook_topics.topics(), name
    for name in constants.names(payment_cause).values():
        assert rulebook_topics.event_topic("paid", name) in rulebook_topics.topics(), name
    known = {*kinds, *(f"paid.{name}" for name in constants.names(payment_cause).values())}
    assert set(rulebook_topics._places()["event"]) == known


@pytest.mark.parametrize(
    ("lang", "said"), [("ru", "В банке: 32 дома и 12 отелей"), ("uk", "У банку: 32 будинки і 12 готелів")]
)
def test_terms__a_word_of_the_edition_that_is_the_usual_one_has_its_cases(lang: str, said: str) -> None:
    assert said in Game("deluxe", ("Ann", "Bo"), seed=1).describe(lang)
