"""What cannot be answered is refused with what, where and the way out."""

import copy
import json
from collections.abc import Callable

import pytest
from chains import leave, small

import monopoly_lab as ml
from monopoly_lab.common.errors import ChainError, EditionError, OptionError, UnknownName
from monopoly_lab.editions import Edition, load_edition
from monopoly_lab.markov import Chain, Exposure, compare


def two_circles() -> Edition:
    """Twelve spaces, a card space four ahead of the start with cards into two of the other circles of four steps."""
    content = json.loads(json.dumps(copy.deepcopy(dict(load_edition("class_board").content))))
    blank = [{"id": f"blank_{n}", "kind": "parking", "name": {"en": f"Blank {n}"}} for n in range(12)]
    spaces = content["spaces"]
    ring = [spaces[0], spaces[1], spaces[2], blank[3], spaces[3], blank[5], spaces[6], spaces[7], *blank[8:]]
    content["spaces"] = ring
    cards = content["decks"][0]["cards"][:2]
    cards[0]["to"], cards[1]["to"] = "blank_5", "cinema"
    content["decks"][0]["cards"] = cards
    content["groups"] = [group for group in content["groups"] if group["id"] != "bus"]
    return Edition(content)


def test_two_closed_classes__named() -> None:
    chain = Chain(two_circles(), die=[0, 0, 0, 1, 0, 0])
    with pytest.raises(ChainError, match=r"2 closed classes.*one holds .*, another "):
        chain.by_space()
    assert len(chain.classes()) == 2
    assert all(len(part) == 3 for part in chain.classes())


@pytest.mark.parametrize(
    "die", [[1, 1, 1], [1, 1, 1, 1, 1, -1], [0] * 6, [1, 1, 1, 1, 1, 0.5], [True] * 6, "123456", 6, [1] * 7]
)
def test_die__weights_that_are_none(die: object) -> None:
    with pytest.raises(ChainError, match="a die of 6 sides needs 6 whole weights"):
        Chain("classic_us", die=die)


@pytest.mark.parametrize("jail", ["pay", "", None, 3, lambda space, tries: "perhaps", lambda space, tries: None])
def test_unknown_policy(jail: object) -> None:
    with pytest.raises(ChainError, match='is no policy for jail; it is "leave", "stay" or a function'):
        Chain("classic_us", jail=jail)


@pytest.mark.parametrize(
    ("ask", "told"),
    [
        (lambda c: c.by_space("roll"), '"roll" is no way to count; there are: throw, turn, landing'),
        (lambda c: c.eigenvalues("landing"), '"landing" is no way to count; there are: throw, turn'),
        (lambda c: c.lap("round"), "no way to count"),
        (lambda c: c.rent("orange", 6), "6 is no level of St. James Place; there are: 0, set, 1, 2, 3, 4, 5"),
        (lambda c: c.rent("orange", True), "True is no level"),
        (lambda c: c.rent("station", 0), "0 is no level of Reading Railroad; there are: 1, 2, 3, 4"),
        (lambda c: c.rent("purple"), '"purple" is neither a deed nor a group of the edition "classic_us"'),
        (
            lambda c: c.rent("orang"),
            'group of the edition "classic_us" (did you mean "orange"?)',
        ),
        (lambda c: c.payback("boardwlk"), '(did you mean "boardwalk"?)'),
        (lambda c: c.rent("station", "hotel"), '"hotel" is no level of Reading Railroad; there are: 1, 2, 3, 4'),
        (lambda c: c.at("Jail"), '"Jail" may be "In Jail" or "Jail / Just Visiting": say which'),
        (lambda c: c.first_passage("go", "jail"), '"jail" may be "In Jail" or "Jail / Just Visiting": say which'),
        (lambda c: c.rent("go"), "neither a deed nor a group"),
        (lambda c: c.payback("chance"), "neither a deed nor a group"),
        (lambda c: c.distribution(-1), "-1 is not a whole number of throws"),
        (lambda c: c.distribution(1.5), "1.5 is not a whole number of throws"),
        (lambda c: c.distribution(True), "True is not a whole number"),
        (lambda c: c.mixing_time(0), "0 is no distance; it lies between 0 and 1"),
        (lambda c: c.mixing_time(1e-16), "1e-16 is too small: below 1e-12 rounding errors are larger"),
        (lambda c: c.mixing_time("near"), "is no distance"),
        (lambda c: c.start("go_to_jail"), "no throw or turn ends at Go To Jail"),
        (lambda c: c.first_passage("go", "go_to_jail"), "no throw or turn ends at Go To Jail"),
        (lambda c: c.hitting_probability("go", "boardwalk", "boardwalk"), "both the goal and what comes before it"),
        (lambda c: c.fundamental(*range(10), *range(10, 30), *range(31, 40), "In Jail"), "never left"),
        (lambda c: c.moments("bank", 3), "has no level"),
        (
            lambda c: c.moments("auction"),
            "is nothing the bank pays or is paid for on this board; there are: bank, card",
        ),
        (lambda c: c.reward("gifts"), "is nothing the bank pays"),
        (lambda c: c.spending(-1), "-1 is no budget"),
        (lambda c: c.best_mix("all"), '"all" is no budget'),
        (lambda c: c.simulate(5), "5 is not a whole number of throws from"),
        (lambda c: c.simulate(decks="shoe"), '"shoe" is no way to draw cards; there are: piles, replacement'),
    ],
)
def test_a_question_without_an_answer(ask: object, told: str) -> None:
    with pytest.raises(ChainError) as refused:
        ask(leave())
    assert told in str(refused.value)


def test_unknown_space__with_the_nearest() -> None:
    with pytest.raises(UnknownName, match="boardwalk"):
        leave().first_passage("go", "boardwlk")


def test_in_jail__on_a_board_where_nobody_is_held() -> None:
    content = dict(small().edition.content)
    spaces = [space for space in content["spaces"] if space["kind"] not in ("jail", "go_to_jail")]
    chain = Chain(Edition({**content, "spaces": spaces}))
    assert "In Jail" not in chain.by_space()
    with pytest.raises(ChainError, match="no throw or turn ends at In Jail"):
        chain.first_passage("go", "In Jail")


def test_lap__on_a_board_without_go() -> None:
    content = dict(small().edition.content)
    spaces = [space | {"kind": "parking"} if space["kind"] == "go" else space for space in content["spaces"]]
    chain = Chain(Edition({**content, "spaces": spaces}))
    with pytest.raises(ChainError, match='a lap is counted at GO, and the board of the edition "class_board" has none'):
        chain.lap()
    assert compare({"no GO": chain})["lap_in_turns"].isna().all()


FIVES = (0, 0, 0, 0, 1, 0)  # from GO by Jail and Free Parking to Go To Jail; a double leads out to Free Parking


@pytest.mark.parametrize(
    ("ask", "told"),
    [
        (lambda c: c.lap(), "a lap need not end"),
        (lambda c: c.lap("turn"), "a lap need not end"),
        (lambda c: c.first_passage("go", "go"), "GO in the long run"),
        (lambda c: c.first_passage("jail", "go", "turn"), "GO in the long run"),
        (lambda c: c.passage_moments("go", "go"), "GO in the long run"),
    ],
)
def test_circle__that_leads_neither_to_go_nor_past_it(ask: Callable[[Chain], object], told: str) -> None:
    with pytest.raises(ChainError, match=told):
        ask(circle_of_fives())


def test_circle__that_comes_to_free_parking_with_the_second_throw() -> None:
    circle = circle_of_fives()
    assert circle.first_passage("go", "free_parking", "landing") == pytest.approx(2)
    assert circle.passage_moments("go", "free_parking")[["mean", "variance"]].tolist() == pytest.approx([2, 0])
    assert compare({"fives": circle})["lap_in_turns"].isna().all()


def circle_of_fives() -> Chain:
    return Chain("classic_us", die=FIVES, options={"doubles": False}, jail="stay")


def test_passage__landing_on_what_is_left_for_ever() -> None:
    """The throw from GO leads there; after it the circle is Free Parking, Go To Jail, and by paying Free Parking."""
    circle = Chain("classic_us", die=FIVES, options={"doubles": False})
    with pytest.raises(ChainError, match="Jail / Just Visiting in the long run"):
        circle.first_passage("go", "Jail / Just Visiting", "landing")


def test_turn__that_never_ends() -> None:
    """Always 12, a double: from GO a circle of ten spaces, of which Go To Jail is none."""
    endless = Chain("classic_us", die=[0, 0, 0, 0, 0, 1], cards=False, options={"three_doubles": 0})
    for ask in (
        lambda: endless.throws_per_turn,
        lambda: endless.by_space("turn"),
        lambda: endless.embedded("turn"),
        lambda: endless.lap("turn"),
    ):
        with pytest.raises(ChainError, match="a turn need not end"):
            ask()
    assert endless.lap() == pytest.approx(40 / 12)
    with pytest.raises(ChainError, match="a turn need not end"):
        Exposure("classic_us", deeds={"orange": 3}, die=endless.die, cards=False, options=endless.options).losses()


@pytest.mark.parametrize("kind", ["go", "jail"])
def test_edition__a_board_with_a_second_go_or_jail_is_refused(kind: str) -> None:
    """Content made by hand, too: the rules know one of each."""
    content = dict(small().edition.content)
    second = next(space for space in content["spaces"] if space["kind"] == kind) | {"id": "second"}
    with pytest.raises(EditionError, match="second"):
        Edition({**content, "spaces": [*content["spaces"], second]})


def test_unknown_edition_and_options__as_everywhere() -> None:
    told = []
    for ask in (Chain, ml.Table, lambda name: ml.simulate(name, games=1)):
        with pytest.raises((EditionError, ml.ExperimentError)) as refused:
            ask("clasic_us")
        told.append(str(refused.value))
    assert set(told) == {
        'there is no edition or scenario "clasic_us" (did you mean "classic_us"?); '
        "`ml.editions()` and `ml.scenarios()` list them"
    }
    with pytest.raises(OptionError):
        Chain("classic_us", options={"jail_exit.trys": 2})
    with pytest.raises(OptionError):
        Chain("classic_us", decks="shuffled")


def raises(space: str, tries: int) -> str:
    raise KeyError(space)


@pytest.mark.parametrize(("jail", "says"), [(int, "jail function int has failed for"), (raises, "raises .*KeyError")])
def test_jail__a_function_that_fails_is_named(jail: Callable[[str, int], str], says: str) -> None:
    with pytest.raises(ChainError, match=says):
        Chain("classic_us", jail=jail)


def test_die__a_long_one_is_refused_before_it_is_read() -> None:
    with pytest.raises(ChainError, match="6 whole weights"):
        Chain("classic_us", die=range(10**12))


@pytest.mark.parametrize("values", [[1.0], [[1.0]], float("nan"), True, [], "many"])
def test_rows__of_another_length_or_of_no_numbers_are_refused(values: object) -> None:
    chain = small()
    for ask in (chain.expected, chain.flow, chain.arrivals):
        with pytest.raises(ChainError, match="finite numbers in a row"):
            ask(values)  # type: ignore[operator]
    assert chain.expected([1] * len(chain.paths)) == pytest.approx([1] * len(chain.states))
