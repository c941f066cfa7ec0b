"""A game as its users call it: names, options, rounds, going back, and what the log says."""

import sys
from types import FrameType

import pytest

from monopoly_lab import Game, Scenario
from monopoly_lab.common.errors import ArgumentError, OptionError, SeatError, StrategyError, UnreadableChoice
from monopoly_lab.common.messages import speaking


def between_bots(edition: str = "classic_us", **how: object) -> Game:
    return Game(edition, players={"Ann": "balanced", "Bo": "balanced"}, seed=3, **how)


# What is asked for again


def test_position__what_is_read_of_it_is_that_of_now() -> None:
    game = Game(players=["Ann", "Bo"], start={"cash": {"Ann": 900, "Bo": 900}})
    game.apply("roll 5 6")
    decision, acts, scene = game.node, game.acts(), game.scene()
    acts.clear()  # the caller's own
    game.apply("buy")
    assert game.node != decision
    assert game.acts() == {"Ann": ("Ann: mortgage st_charles",)}
    assert game.scene().owner(11).name == "Ann" and scene is not game.scene()
    game.undo()
    assert game.node == decision and game.scene().owner(11) is None
    other = game.fork()
    other.apply("buy")
    assert game.acts() == {} and game.scene().owner(11) is None and other.acts()
    own, english = game.scene(), game.scene("en")
    assert game.scene("ru").say("mortgaged") != english.say("mortgaged") == own.say("mortgaged")
    with speaking("ru"):
        assert own.say("mortgaged") == game.scene("ru").say("mortgaged") != english.say("mortgaged")


# Interrupts


def interrupted(game: Game, calls: int) -> bool:
    """Let the game take a step, interrupted as by Ctrl+C after so many calls of ours; False if it ended before."""
    left = calls

    def count(frame: FrameType, event: str, _: object) -> None:
        nonlocal left
        ours = event == "call" and "monopoly_lab" in frame.f_code.co_filename
        left -= ours and frame.f_code.co_name not in ("_restore", "mend")
        if not left and ours:
            sys.setprofile(None)
            raise KeyboardInterrupt

    sys.setprofile(count)
    try:
        game.step()
    except KeyboardInterrupt:
        return True
    finally:
        sys.setprofile(None)
    return False


@pytest.mark.parametrize("done", [0, 3, 31, 40])
def test_interrupt__a_choice_is_carried_out_or_not_at_all(done: int) -> None:
    begun = between_bots().go_to(0)
    begun.run(steps=done)
    after = begun.fork()
    after.step()
    calls = 1
    while interrupted(game := begun.fork(), calls):
        there = after if game.answered > done else begun
        assert repr(game.state) == repr(there.state) and game.events == there.events
        game.run(steps=3)
        twin = there.fork()
        twin.run(steps=3)
        assert game.to_toml() == twin.to_toml() and game.choices() == twin.choices()
        calls += max(1, calls // 6)
    assert calls > 100


# Names


@pytest.mark.parametrize(
    "name",
    ["trade Bo", "Trade  Bo", "settle 120", "bank", " Bank ", "players", "Table", "B:o", "a+b", "", "  ", None, 5],
)
def test_names__what_would_be_misread_is_refused(name: object) -> None:
    with pytest.raises(SeatError):
        Game(players=[name, "Bo"])


@pytest.mark.parametrize("name", ["roll", "trade", "Traded", "for", "card", "7", "Анна Петрівна", "a for b", "buy it"])
def test_names__offers_to_and_of_any_other_name_parse_back(name: str) -> None:
    start = {"cash": {name: 900, "Bo": 900}, "deeds": {name: ["boardwalk"], "Bo": ["reading"]}}
    game = Game(players=[name, "Bo"], start=start)
    for offer in ("trade Bo: boardwalk for reading + 20", f"Bo: trade {name}: reading + 5 for boardwalk"):
        other = game.fork()
        other.apply(offer)
        assert other.answers[-1].casefold() == offer.casefold()
        other.apply("accept")
        assert other.state.owner("boardwalk") == "Bo"


@pytest.mark.parametrize(
    ("name", "other"),
    [
        *[
            ("Βo", "Bo"),
            ("Ηal", "Hal"),
            ("Εve", "Eve"),
            ("Μia", "Mia"),
            ("Ζoe", "Zoe"),
            ("Υan", "Yan"),
            ("ΝΙΝΑ", "NINA"),
        ],
        *[("Аnn", "Ann"), ("Ρam", "Pam"), ("Άnn", "Ánn"), ("Zоё", "Zoë"), ("Ｂｏ", "Bo")],
        *[("Ann\ufe0f", "Ann"), ("A\u034fnn", "Ann"), ("Bo\u180b", "Bo"), ("Bo\U000e0100", "Bo"), ("Bo\ufe00", "Bo")],
        *[("e\u034f\u0301va", "éva"), ("\u2764\ufe0f", "\u2764"), ("bank\ufe0f", "bank"), ("\ufe0f", "Bo")],
    ],
)
def test_names__that_look_alike_are_refused(name: str, other: str) -> None:
    """Greek capitals whose small letters look otherwise, and marks that nobody sees, passed."""
    for players in ([other, name], [name, other]):
        with pytest.raises(SeatError):
            Game(players=players)


@pytest.mark.parametrize(
    "players",
    [["\u2764\ufe0f", "\u2600\ufe0f"], ["Νίκος", "Ντίνος", "Ηλίας"], ["Ёва", "Ева"], ["Їжак", "Йосип"], ["Zoë", "Zoe"]],
)
def test_names__that_can_be_told_apart_are_taken(players: list[str]) -> None:
    assert Game(players=players).players == tuple(players)


def test_names__spaces_are_one_space() -> None:
    game = Game(players=["Ann  Lee", "Bo"])
    assert game.players == ("Ann Lee", "Bo")
    game.seat("ann   lee", "random")
    assert game.seats["Ann Lee"] == "random"
    with pytest.raises(SeatError):
        Game(players=["Ann Lee", "Ann\u00a0Lee"])


@pytest.mark.parametrize("players", ["Ann", None, 5])
def test_names__players_are_a_list(players: object) -> None:
    with pytest.raises(SeatError, match="is no list of players"):
        Game(players=players)


@pytest.mark.parametrize("options", ["mode", 3, ["mode"]])
def test_options__are_given_by_name(options: object) -> None:
    with pytest.raises(OptionError, match="are no options"):
        Game(options=options)


# Choices


@pytest.mark.parametrize("text", [None, 5, ["buy"]])
def test_choice__is_a_text(text: object) -> None:
    game = Game()
    with pytest.raises(UnreadableChoice, match="is no text"):
        game.apply(text)
    assert game.answers == ()


def test_choice__a_number_of_twenty_digits_is_too_large() -> None:
    game = Game()
    for text in ("bid 99999999999999999999", "trade Bo: 99999999999999999999 for 1"):
        with pytest.raises(UnreadableChoice, match="too large"):
            game.apply(text)


@pytest.mark.parametrize("text", ["fine turn", "trade : boardwalk for 1"])
def test_choice__without_its_player_names_those_there_are(text: str) -> None:
    with pytest.raises(UnreadableChoice, match=r"^a player is missing; there are: Ann, Bo$"):
        Game(players=("Ann", "Bo")).apply(text)


def test_choice__a_strategy_that_answers_nothing_is_told_so() -> None:
    game = Game(players={"Ann": lambda view: None, "Bo": "balanced"}, seed=7)
    with pytest.raises(StrategyError, match="None is no text"):
        game.run(rounds=3)
    assert game.node.player == "Ann"


# Rounds


def test_run__the_set_up_is_no_round() -> None:
    game = between_bots()
    game.run(rounds=1)
    assert game.state.round == 2
    assert {happened.player for happened in game.events if happened.kind == "turn_began"} == {"Ann", "Bo"}
    game.run(rounds=3)
    assert game.state.round == 5


def test_run__no_rounds_are_nothing() -> None:
    game = between_bots()
    game.run(rounds=2)
    game.step()
    before = game.answers
    game.run(rounds=0)
    assert game.answers == before


# Going back


@pytest.mark.parametrize("go", [lambda game: game.undo(99), lambda game: game.redo(99), lambda game: game.go_to(99)])
def test_undo__a_wrong_number_leaves_a_whole_game(go) -> None:
    game = between_bots()
    game.run(steps=6)
    log = game.log()
    go(game)
    assert game.redo(9).log() == log
    assert game.log(last=0) == []


def test_undo__the_same_luck_returns_unless_reseeded() -> None:
    game = between_bots()
    game.run(steps=40)
    log = game.log()
    game.undo(15).run(steps=15)
    assert game.log() == log
    game.undo(15).reseed(8)
    game.run(steps=15)
    assert game.log() != log


def test_fork__goes_its_own_way() -> None:
    game = between_bots()
    game.run(steps=20)
    log, state, seats = game.log(), game.state, dict(game.seats)
    other = game.fork()
    other.seat("Bo", None)
    other.reseed(9)
    other.undo(5).run(steps=9)
    assert (game.log(), game.state, game.seats, game.seed) == (log, state, seats, 3)


# What the log says


@pytest.mark.parametrize("dice", [0, 1, 2])
def test_log__who_begins_without_a_throw_has_thrown_nothing(dice: int) -> None:
    game = between_bots(options={"first_player": dice})
    game.run(rounds=1)
    assert sum("had the first turn" in sentence for sentence in game.log()) == 1
    assert not [sentence for sentence in game.log() if "threw 0" in sentence]


def test_log__spaces_are_called_as_the_board_calls_them() -> None:
    game = Game("class_board", players=["Ann", "Bo"])
    teller = game._teller
    texts = " ".join(teller.card(card.index, "en") for card in game.edition.cards)
    assert "pass Start" in texts and "GO" not in texts


def test_log__an_offer_is_told_in_words() -> None:
    start = {"deeds": {"Ann": ["boardwalk", "reading"], "Bo": ["st_james"]}, "cards": {"Bo": ["jail_free_chance"]}}
    game = Game(players=["Ann", "Bo"], start=start)
    told = game.apply("trade Bo: boardwalk + reading + 50 for st_james + card jail_free_chance")
    asked = "St. James Place and the card “Out of jail without a fine”"
    assert f"Ann made Bo an offer: Reading Railroad, Boardwalk and $50 for {asked}." in told


def test_log__property_for_a_debt_is_told_in_words() -> None:
    game = Scenario.load("debt_settled_with_property").game().redo(2)
    assert [line for line in game.log() if "for ₽600k of the debt" in line and "tverskaya" not in line]


@pytest.mark.parametrize(
    ("edition", "amount", "text"),
    [("class_board", 1, "1 coin"), ("class_board", 2, "2 coins"), ("disney", 1, "1 unit")],
)
def test_money__one_is_singular(edition: str, amount: int, text: str) -> None:
    assert Game(edition).edition.money.text(amount) == text


@pytest.mark.parametrize(("amount", "text"), [(1, "1 монета"), (3, "3 монеты"), (15, "15 монет")])
def test_money__russian_plurals(amount: int, text: str) -> None:
    assert Game("class_board").edition.money.text(amount, "ru") == text


@pytest.mark.parametrize("n", [-1, -5, 1.5, 1e308, float("nan"), float("inf"), True, "2"])
@pytest.mark.parametrize(
    "ask",
    [
        lambda game, n: game.run(rounds=n),
        lambda game, n: game.run(steps=n),
        lambda game, n: game.undo(n),
        lambda game, n: game.redo(n),
        lambda game, n: game.log(last=n),
    ],
)
def test_counts__what_is_no_whole_number_from_0_on_is_refused_and_changes_nothing(ask, n) -> None:
    game = Game("classic_us", {"Ann": "balanced", "Bo": "balanced"}, seed=1)
    game.run(steps=3)
    with pytest.raises(ArgumentError, match=r"0 on|is not accepted"):
        ask(game, n)
    assert game.answered == 3


def test_fork__options_that_are_no_table_are_refused_at_once() -> None:
    with pytest.raises(OptionError, match="range"):
        Game("classic_us").fork(options=range(10**12))
