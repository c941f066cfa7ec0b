"""Every option of every edition takes effect somewhere: `option_effects.toml` names the position where it does.

A rule that a book states may be dead for the sake of another one: where only the mover may build, nobody could ever
bid against him for the last house. So each option is played twice in a scene, as the edition has it and with another
value, and what is seen at the table has to differ: choices, refusals and events. Editions that play alike, on like
boards, count once. What can have no effect is named in `[idle]` with the reason.

All this is played with a referee and the law of the table (`watched_play.py`): they know what each value of each
option makes of sums and choices.
"""

import re
import tomllib
from ast import literal_eval
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from itertools import zip_longest
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from watched_play import make_choice_watched, seal, try_choice_watched

from monopoly_lab import Game, editions, load_edition, rules
from monopoly_lab.common.errors import MonopolyLabError
from monopoly_lab.editions import Edition
from monopoly_lab.editions.options import OPTIONS, Option
from monopoly_lab.notation.nodes import Chance
from monopoly_lab.simulation import random_play
from tests.sampled import EDITIONS, FEW, sampled

TABLE = tomllib.loads(Path(__file__).with_name("option_effects.toml").read_text(encoding="utf-8"))
SCENES: dict[str, dict[str, Any]] = TABLE["scenes"]
SPACES: dict[str, dict[str, int]] = TABLE["spaces"]
ROWS: dict[str, dict[str, Any]] = TABLE["options"]
IDLE: dict[str, dict[str, str]] = TABLE["idle"]
RULES = Path(rules.__file__).parent
OFF_BOARD = 10_000  # the board has no such space
REFUSED = "no such game"
ROUNDS, STEPS = 25, 60  # of a game that goes on from a scene
SIDES = ["competitor", "monopolist", "competitor", "monopolist"]
SPACE_NUMBER = re.compile(r"\b(build|sell|sell all|clear|mortgage|redeem|claim|sell deed) (\d+)")
NUMBERED = re.compile(r"@(\d+)")


class Book(NamedTuple):
    """An edition with one of its profiles, "" for none."""

    edition: str
    profile: str

    def options(self) -> dict[str, object]:
        return {"profile": self.profile} if self.profile else {}

    def loaded(self) -> Edition:
        return load_edition(self.edition).under(self.options())

    def __str__(self) -> str:
        return f"{self.edition}:{self.profile}" if self.profile else self.edition


def books() -> list[Book]:
    """One book for all that play alike: the same kinds of space, the same cards, the same options but for amounts."""
    found: dict[object, Book] = {}
    for edition in editions():
        for profile in ("", *load_edition(edition).profiles):
            book = Book(edition, profile)
            content, options = book.loaded(), load_edition(edition).resolve(book.options())
            spaces = [(space.kind, space.group, space.percent) for space in content.spaces]
            cards = sorted({(card.deck, card.effect) for card in content.cards})
            values = [value for key, value in options.items() if not OPTIONS[key].money]
            found.setdefault(str((len(spaces), spaces, cards, values)), book)
    return list(found.values())


def board(book: Book) -> str:
    """The shape of the board, as `[spaces]` names it."""
    content = book.loaded()
    if len(content.spaces) == 40:
        return "classic"
    return "junior" if len(content.spaces) == 24 else book.edition


def place(content: Edition, shape: str, number: int) -> str:
    """The id of the space that takes the place of the one with this number on a board of forty."""
    return content.spaces[SPACES[shape].get(str(number), number if shape == "classic" else OFF_BOARD)].id


@cache
def seen(book: Book, scene: str, others: str) -> list[str]:
    """What is seen when the scene is played under the options of the book, and under others that it needs."""
    return list(told_of(book, scene, {}, others))


def told_of(book: Book, scene: str, change: Mapping[str, object], others: str) -> Iterator[str]:
    """What is seen in a scene as it is played, with some options changed; of a game that cannot be, only why."""
    try:
        yield from played(opened(book, scene, literal_eval(others) | dict(change)), board(book), SCENES[scene]["do"])
    except (MonopolyLabError, IndexError) as error:
        yield from (REFUSED, type(error).__name__)


@contextmanager
def noted(where: str) -> Iterator[None]:
    """Add to what the referee finds where it was found."""
    try:
        yield
    except AssertionError as error:
        error.add_note(where)
        raise


def differs(book: Book, scene: str, key: str, value: object, others: str, refuses: bool) -> bool:
    """True if something else is seen with another value of an option; `refuses`: also that there is no game."""
    with noted(f"in the scene {scene} of {book}, with {key} = {value!r}"):
        other = list(told_of(book, scene, {key: value}, others))
    pairs = zip_longest(seen(book, scene, others), other)
    first = next((pair for pair in pairs if pair[0] != pair[1]), None)
    return first is not None and (refuses or REFUSED not in first)


def opened(book: Book, scene: str, change: Mapping[str, object]) -> Game:
    """The first position of a scene, with some options changed."""
    told = SCENES[scene]
    options = {"house_rules": True, **book.options(), **told.get("options", {}), **change}
    players = told.get("players", ["Ann", "Bo", "Cy"])
    content = book.loaded()
    start = {name: told[name] for name in told.keys() - {"players", "do", "options"}}
    if not start:
        return Game(book.edition, players, options=options, seed=1)
    if load_edition(book.edition).resolve(book.options())["roles.sides"]:
        options |= {"roles": SIDES[: len(players)]}
    if content.characters:
        start["characters"] = {who: content.characters[n].id for n, who in enumerate(players[:4])}
    if not any(space.house for space in content.spaces):
        start.pop("buildings", None)
    if not any(space.mortgage for space in content.spaces):
        start.pop("mortgaged", None)
    if not any(space.kind == "casino" for space in content.spaces):
        start.pop("pots", None)

    def named(value: object) -> Any:
        if isinstance(value, int):
            return place(content, board(book), value)
        if isinstance(value, list):
            return [named(one) for one in value]
        return jail_card(content) if value == "@jail_card" else value

    for key in {"position", "deeds", "cards"} & start.keys():
        start[key] = {who: named(what) for who, what in start[key].items()}
    if "mortgaged" in start:
        start["mortgaged"] = named(start["mortgaged"])
    if "buildings" in start:
        start["buildings"] = {named(int(space)): level for space, level in start["buildings"].items()}
    return Game(book.edition, players, options=options, start={"turn": "Ann"} | start)


def jail_card(content: Edition) -> str:
    for deck in content.decks:
        for number, card in enumerate(deck.cards, 1):
            if card.effect == "jail_free":
                return f"{deck.id} {number}"
    return "none"


def played(game: Game, shape: str, steps: list[str]) -> Iterator[str]:
    told = game.events
    yield from map(str, told)
    for step in steps:
        number = len(told)
        texts = [written(game, shape, text) for text in step.split("|")]
        text = next((text for text in texts if text and is_legal(game, text)), texts[0])
        try:
            game.take(text)
            if text.startswith("roll"):
                move_on(game)
            told += game.events_since(number)
            yield from map(str, told[number:])
        except MonopolyLabError as error:
            yield f"refused: {getattr(error, 'reason', type(error).__name__)}"
        yield open_now(game)


def move_on(game: Game) -> None:
    """Where two dice are used one after the other the token moves first."""
    if game.node and game.node.kind == "turn" and game.why_not("move") is None:
        game.take("move")


def open_now(game: Game) -> str:
    """What is waited for, with the choices; of the dice how many results they have."""
    if game.node is None:
        return "over"
    texts = game.choices()
    if isinstance(game.node, Chance):
        return f"{game.node.kind} {game.node.player} {game.node.weights}"
    return f"{game.node.kind} {game.node.player} {texts}"


def written(game: Game, shape: str, text: str) -> str:
    """The step as a choice: spaces and cards by their ids, a throw with as many dice as there are."""
    if text == "*":
        return game.choices()[0] if game.choices() else ""
    if text.startswith("draw "):
        return drawn(game, *text.split()[1:])
    if text.startswith("roll ") and shape != "classic":
        total = f"roll {sum(int(face) for face in text.split()[1:])}"
        power = f" {game.edition.power[0].id}" if game.edition.power else ""
        return next((way for way in (text + power, total + power, text) if is_legal(game, way)), total)
    text = text.replace("@jail_card", f"card {jail_card(game.edition)}")
    text = SPACE_NUMBER.sub(lambda found: f"{found[1]} @{found[2]}", text)
    return NUMBERED.sub(lambda found: place(game.edition, shape, int(found[1])), text)


def drawn(game: Game, effect: str, goal: str = "") -> str:
    deck = game.choices()[0].split()[1] if game.choices() and game.choices()[0].startswith("draw") else ""
    for card in game.edition.cards:
        if card.deck == deck and card.effect == effect:
            where = card.arguments.get("to") or card.arguments.get("kind")
            if not goal or where == goal or (goal[0] == "@" and game.edition.space(str(where)) == int(goal[1:])):
                return f"draw {card.id}"
    return "draw nothing"


def is_legal(game: Game, text: str) -> bool:
    try:
        return game.why_not(text) is None
    except MonopolyLabError:
        return False


def values(option: Option, own: object) -> list[object]:
    """Other values of an option, those of the table first."""
    named = list(ROWS[option.key].get("other", []))
    if option.is_flag:
        return [not own]
    return [value for value in named or option.values if value != own]


def reason(key: str, book: Book) -> str:
    """Why an option can have no effect in a book; "" where it has to."""
    rows = IDLE.get(key, {})
    return rows.get(str(book)) or rows.get(book.edition) or rows.get(board(book)) or rows.get("everywhere", "")


def lacks(key: str, book: Book) -> bool:
    """True where the board has nothing that the option is about, or another option leaves nothing to it."""
    content = book.loaded()
    options = load_edition(book.edition).resolve(book.options())
    if any(options[other] not in allowed for other, allowed in ROWS[key].get("when", {}).items()):
        return True
    kinds = {space.kind for space in content.spaces}
    kinds |= {card.effect for card in content.cards}
    kinds |= {"characters"} if content.characters else set()
    kinds |= {"houses"} if any(space.house for space in content.spaces) else set()
    kinds |= {"loans"} if any(space.mortgage for space in content.spaces) else set()
    kinds |= {"percent"} if any(space.percent for space in content.spaces) else set()
    kinds |= {"speed_die"} if content.third_die and not content.characters else set()
    kinds |= {"go_to_jail_card"} if any(card.effect == "go_to_jail" for card in content.cards) else set()
    kinds |= {"redemption"} if any(space.redemption for space in content.spaces) else set()
    kinds |= {"roles"} if options["roles.sides"] else {"no_roles"}
    return not set(ROWS[key].get("needs", [])) <= kinds


def takes_effect(key: str, book: Book) -> bool:
    return not lacks(key, book) and not reason(key, book)


def dead(key: str, book: Book) -> Iterator[str]:
    """What nothing shows: the other values for which nothing changes in any scene; of numbers one will do."""
    row = ROWS[key]
    own = load_edition(book.edition).resolve(book.options())[key]
    given = repr(row.get("given", {}))
    others = values(OPTIONS[key], own)
    for scene in row["scenes"]:
        for value in list(others):
            if differs(book, scene, key, value, given, bool(row.get("refuses"))):
                others.remove(value)
    if row.get("other") and len(others) < len(values(OPTIONS[key], own)):
        return
    for value in others:
        yield (
            f"no scene in `scenes` of {key} shows {value!r} in {book}{unplaced(book, row['scenes'])}: add one to "
            "option_effects.toml, or say in `needs` or `when` what the option depends on, or give the reason under "
            "[idle]"
        )


def unplaced(book: Book, scenes: list[str]) -> str:
    """Say which spaces of the scenes have no place on the board of a book."""
    shape = board(book)
    if shape == "classic":
        return ""
    missing = sorted({n for scene in scenes for n in space_numbers(SCENES[scene])} - set(map(int, SPACES[shape])))
    named = ", ".join(map(str, missing))
    return f" (no place in [spaces] on the board {shape}: {named})" if missing else ""


def space_numbers(scene: Mapping[str, Any]) -> Iterator[int]:
    """The spaces that a scene names, by their number on a board of forty."""
    for part in ("position", "deeds"):
        for what in scene.get(part, {}).values():
            yield from (n for n in (what if isinstance(what, list) else [what]) if isinstance(n, int))
    yield from scene.get("mortgaged", [])
    yield from map(int, scene.get("buildings", {}))
    for step in scene["do"]:
        yield from (int(found[2]) for found in SPACE_NUMBER.finditer(step))
        yield from (int(found[1]) for found in NUMBERED.finditer(step))


def test_effects__a_space_without_a_place_on_another_board_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """The board of a class has places for 1, 3, 5 and 39, and none for 17."""
    scene = {"position": {"Ann": 17, "Bo": "jail"}, "deeds": {"Ann": [1, 3]}, "do": ["build 39", "trade Bo: @5 for 1"]}
    monkeypatch.setitem(SCENES, "new", scene)
    assert sorted(space_numbers(scene)) == [1, 3, 5, 17, 39]
    assert unplaced(Book("class_board", ""), ["new"]) == " (no place in [spaces] on the board class_board: 17)"
    assert unplaced(Book("classic_us", ""), ["new"]) == ""


def test_effects__every_option_has_a_row() -> None:
    without = set(OPTIONS) - set(ROWS)
    assert not without, f"give them rows under [options] of tests/rules/option_effects.toml: {sorted(without)}"
    assert set(ROWS) <= set(OPTIONS)
    assert set(IDLE) <= set(OPTIONS)
    assert {scene for row in ROWS.values() for scene in row["scenes"]} == set(SCENES)


@pytest.fixture(autouse=True)
def _watched(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rules, "make_choice_and_update_rules", make_choice_watched)


@pytest.mark.parametrize("book", sampled(books(), FEW[:1], EDITIONS), ids=str)
def test_effects__every_option_takes_effect_in_every_edition(book: Book) -> None:
    found = [line for key in ROWS if takes_effect(key, book) for line in dead(key, book)]
    assert not found, "\n".join(found)


def test_effects__options_that_need_another_board_take_effect_there() -> None:
    """Each option is played on in every run: bosses, a casino, a tax office or sides are not on the board above."""
    always = [book for book in books() if str(book) == FEW[0]]
    found = []
    for key in ROWS:
        if not any(takes_effect(key, book) for book in always):
            first = next((book for book in books() if takes_effect(key, book)), None)
            found += dead(key, first) if first else []
    assert not found, "\n".join(found)


DIFFERENT = [book for book in books() if str(book) in EDITIONS]
ENOUGH = (*FEW, "ukraine", "anti_monopoly")


@cache
def values_of(book: Book) -> Mapping[str, object]:
    return load_edition(book.edition).resolve(book.options())


def read_together() -> list[set[str]]:
    """The options that a function of the rules asks for, of each that asks for several."""
    keys = {option.field: key for key, option in OPTIONS.items()}
    sources = [path.read_text(encoding="utf-8") for path in RULES.glob("*.py")]
    parts = [part for source in sources for part in re.split(r"^(?=def )", source, flags=re.MULTILINE)]
    found = [{keys[field] for field in re.findall(r"\bo_\w+", part) if field in keys} for part in parts]
    return [each for each in found if len(each) > 1]


def own_values(book: Book) -> set[str]:
    """The options whose value a profile has changed or no book of the full tests has."""
    elsewhere = {key: {values_of(other)[key] for other in DIFFERENT} for key in OPTIONS}
    plain = values_of(Book(book.edition, ""))
    new = {key for key, value in values_of(book).items() if value not in elsewhere[key] and not OPTIONS[key].money}
    return new | {key for key, value in values_of(book).items() if value != plain[key]}


@pytest.mark.full
def test_effects__beside_a_value_that_only_a_profile_or_another_edition_has(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of these books only options of the same topics, and those that the rules ask for in the same function."""
    monkeypatch.undo()  # without the referee, who takes most of the time
    together = read_together()
    played: set[tuple[str, str]] = set()
    found: list[str] = []
    for book in books():
        own = own_values(book) if book not in DIFFERENT else set()
        near = {key for keys in together if keys & own for key in keys}
        topics = {OPTIONS[key].topic for key in own}
        for key in ROWS:
            if (key in near or OPTIONS[key].topic in topics) and takes_effect(key, book):
                played.add((str(book), key))
                found += dead(key, book)
    assert len(played) > 90
    assert ("anti_monopoly:last_one", "end_bankruptcies") in played and ("monopolist", "redeem") in played
    assert not found, "\n".join(found)


@pytest.mark.full
def test_effects__what_takes_effect_anywhere_does_in_the_books_of_full_games() -> None:
    effects = {str(book): {key for key in ROWS if takes_effect(key, book)} for book in DIFFERENT}
    assert set().union(*effects.values()) == set().union(*(effects[name] for name in ENOUGH))


@pytest.mark.parametrize("book", sampled(DIFFERENT, (), ENOUGH), ids=str)
def test_effects__games_with_each_value_of_each_option(book: Book, monkeypatch: pytest.MonkeyPatch) -> None:
    """They begin where the option takes effect and go on at random, with the referee beside them."""
    monkeypatch.setattr(random_play, "try_choice", try_choice_watched)
    monkeypatch.setattr(random_play, "seal", seal)
    options = load_edition(book.edition).resolve(book.options())
    played = impossible = 0
    for key, row in ROWS.items():
        forced = values(OPTIONS[key], options[key]) if takes_effect(key, book) and not row.get("refuses") else []
        for seed, value in enumerate(forced):
            try:
                game = opened(book, row["scenes"][0], {**row.get("given", {}), key: value})
            except (MonopolyLabError, IndexError):  # no such game on this board, or no such space
                impossible += 1
                continue
            played += 1
            slot = [0] * random_play.SLOT
            with noted(f"after the start of {row['scenes'][0]} in {book}, with {key} = {value!r}"):
                found = random_play.play_wildly(game.raw_state(), [game.tables], [], None, slot, seed, 0, ROUNDS, STEPS)
                assert found[1] == 0
    assert played > 8 * impossible, "nearly all values can be played on a board on which they take effect"
