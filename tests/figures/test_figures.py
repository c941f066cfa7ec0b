"""Figures hold the numbers of the chain, say their convention, and can be drawn for every edition."""

import base64
import colorsys
import json
import re
from inspect import signature
from typing import Any

import numpy as np
import pandas as pd
import plotly.graph_objects as go
import pytest

from monopoly_lab import Edition, editions, figures, load_edition
from monopoly_lab.board_drawing import colors
from monopoly_lab.common.errors import ChainError
from monopoly_lab.figures.board_shares import BoardBackground
from monopoly_lab.figures.experiments import wins_and_worth
from monopoly_lab.figures.rent_figures import spaced_positions
from monopoly_lab.figures.style import group_colors, shortened_label, subtitle, subtitle_line, word
from monopoly_lab.markov import Chain
from monopoly_lab.markov.rent_income import has_buildings
from monopoly_lab.measures.confidence_intervals import Interval
from tests.sampled import EDITIONS, FEW, sampled


@pytest.fixture(scope="module")
def chain() -> Chain:
    return Chain("classic_us", jail="leave")


@pytest.fixture(scope="module")
def small() -> Chain:
    return Chain("class_board", jail="stay")


def under(figure: go.Figure) -> str:
    return str(figure.layout.title.subtitle.text).replace("<br>", " · ")


def picture(figure: go.Figure) -> str:
    """The board under a figure, as SVG."""
    return base64.b64decode(figure.layout.images[0].source.partition("base64,")[2]).decode()


# Numbers


def test_heat_map__shares_are_those_of_the_chain_and_stand_on_the_board(chain: Chain) -> None:
    figure = figures.heat_map(chain)
    assert list(figure.data[0].customdata) == pytest.approx(chain.by_space().tolist())
    # Collins, "Probabilities in the Game of Monopoly", leaving jail at once: Illinois 3.19 %, In Jail 3.95 %
    for text in ("3.19 %", "In Jail 3.95 %", "Illinois Avenue"):
        assert text in picture(figure)


def test_heat_map__merged_jail_is_one_number(chain: Chain) -> None:
    merged = figures.heat_map(chain, merge_jail=True)
    assert len(merged.data[0].customdata) == 40
    assert "In Jail" not in picture(merged)
    assert "In Jail counted with Just Visiting" in under(merged)


def test_transitions__probabilities_from_a_space_are_those_of_the_chain(chain: Chain) -> None:
    goals = figures.transitions(chain, "In Jail").data[-1]
    row = chain.moves().loc["In Jail"]
    assert sorted(goals.customdata) == pytest.approx(sorted(row[row > 0]))
    # two dice: 6, 8, 9 to the orange squares; and 12, Chance, back three spaces, 1 of 16 cards
    assert row[["St. James Place", "Tennessee Avenue"]].tolist() == pytest.approx([5 / 36, 5 / 36])
    assert row["New York Avenue"] == pytest.approx(4 / 36 + 1 / 36 / 16)


def test_transitions__likely_ways_are_wider(chain: Chain) -> None:
    arrows = [trace for trace in figures.transitions(chain, "In Jail").data if trace.mode == "lines+markers"]
    row = chain.moves().loc["In Jail"].drop("In Jail")
    assert len(arrows) == (row > 0).sum()
    widths = [arrow.line.width for arrow in arrows]
    assert widths == sorted(widths) and widths[-1] > 3 * widths[0]


def test_transitions__whole_graph_has_a_disc_for_each_space_where_throws_end(chain: Chain) -> None:
    discs = figures.transitions(chain).data[-1]
    shares = chain.by_space()
    assert sorted(discs.customdata) == pytest.approx(sorted(shares[shares > 0]))


def test_transitions__a_space_where_no_throw_ends_is_refused(chain: Chain) -> None:
    with pytest.raises(ChainError, match="no throw or turn ends at Go To Jail"):
        figures.transitions(chain, "go_to_jail")


def test_matrix__rows_are_those_of_the_chain(chain: Chain) -> None:
    drawn = figures.matrix(chain).data[0]
    z = np.array([[share or 0 for share in row] for row in drawn.z], float)
    assert z == pytest.approx(100 * chain.moves().to_numpy(), rel=1e-5)
    assert list(drawn.x) == list(drawn.y) == list(chain.moves().index)


def test_matrix__by_state_has_a_row_for_each_state_in_the_order_of_the_board(chain: Chain) -> None:
    drawn = figures.matrix(chain, by="state").data[0]
    assert list(drawn.y[:3]) == ["GO", "GO, 1 double", "GO, 2 doubles"] and drawn.y[-1] == "In Jail"
    z = np.array([[share or 0 for share in row] for row in drawn.z], float)
    assert z.sum(1) == pytest.approx(100, rel=1e-4)  # per cent
    with pytest.raises(ChainError, match="rows"):
        figures.matrix(chain, by="rows")


@pytest.mark.parametrize("per", ["throw", "turn"])
def test_convergence__frames_are_the_distributions_and_end_near_the_limit(chain: Chain, per: str) -> None:
    figure = figures.convergence(chain, throws=12, per=per)
    for k in (0, 1, 7, 12):
        discs, mark = figure.frames[k].data
        assert list(discs.customdata) == pytest.approx((100 * chain.distribution(k, per=per)).tolist(), rel=1e-5)
        assert mark.customdata[0] == pytest.approx(chain.distances(k, per=per)[k])
    assert list(figure.data[1].customdata) == pytest.approx((100 * chain.by_space(per)).tolist(), rel=1e-5)
    assert [step.label for step in figure.layout.sliders[0].steps] == [str(k) for k in range(13)]


def test_convergence__areas_of_discs_are_in_proportion(chain: Chain) -> None:
    limit = figures.convergence(chain, throws=1).data[1]
    areas = np.array(limit.marker.size) ** 2
    assert areas / areas.sum() == pytest.approx(np.array(limit.customdata) / 100, abs=1e-3)


def test_eigenvalues__second_modulus(chain: Chain) -> None:
    figure = figures.eigenvalues(chain)
    moduli = sorted((modulus for modulus, _ in figure.data[2].customdata), reverse=True)
    assert moduli[0] == pytest.approx(1)
    assert moduli[1] == pytest.approx(0.8365, abs=5e-5)
    assert figure.layout.annotations[0].text == "second modulus 0.8365"


def test_rents__lines_are_the_chain_s(chain: Chain) -> None:
    lines = {line.name: list(line.y) for line in figures.rents(chain).data}
    assert lines["orange"] == pytest.approx([chain.rent("orange", level) for level in ("set", 1, 2, 3, 4, 5)])
    assert len(lines) == 8


def test_at_level__the_best_group_is_on_top(chain: Chain) -> None:
    bars = figures.at_level(chain, 5).data[0]
    assert bars.y[-1] == "green"
    assert list(bars.x) == sorted(bars.x) and bars.x[-1] == pytest.approx(chain.rent("green", 5))


@pytest.mark.parametrize("level", [0, 6, True, "site"])
def test_at_level__what_no_group_has_is_refused_with_what_there_is(chain: Chain, level: Any) -> None:
    """A group that is owned in whole has no sites alone."""
    with pytest.raises(ChainError, match=r"there are: (0, )?set, 1, 2, 3, 4, 5"):
        figures.at_level(chain, level)


def test_at_level__three_houses_or_the_highest_below() -> None:
    for most, said in ((4, "3 houses"), (2, "2 houses"), (0, "set, unbuilt")):
        board = Chain("class_board", options={"build_even.maximum": most})
        assert f"With {said}" in figures.at_level(board).layout.title.text
    assert "With hotel" in figures.at_level("class_board", "hotel").layout.title.text


@pytest.mark.parametrize("draw", [figures.rents, figures.at_level])
def test_rents__of_a_board_without_streets_are_refused(draw: Any) -> None:
    with pytest.raises(ChainError, match='the board of the edition "class_board" has no streets'):
        draw(Chain(Edition(without_streets())))


def without_streets() -> dict[str, Any]:
    content = dict(load_edition("class_board").content)
    streets = {space["group"] for space in content["spaces"] if space["kind"] == "street"}
    return {
        **content,
        "spaces": [
            {"id": space["id"], "kind": "parking", "name": space["name"]} if space["kind"] == "street" else space
            for space in content["spaces"]
        ],
        "groups": [group for group in content["groups"] if group["id"] not in streets],
    }


def test_paybacks__where_no_deed_brings_rent() -> None:
    """Always a five: Free Parking, Go To Jail, and from jail by a double to Free Parking again."""
    drawn = figures.paybacks(Chain("classic_us", die=[0, 0, 0, 0, 1, 0], jail="stay"))
    assert drawn.layout.title.text == "<b>No deed brings rent, so none is ever paid back</b>"
    assert not any(text.startswith("<b>") for line in drawn.data for text in line.text)


def test_paybacks__orange(chain: Chain) -> None:
    orange = next(line for line in figures.paybacks(chain).data if line.name == "orange")
    # costs of 300 a row over rents of 14, 70, 200, 550, 750, 950 (16, 80, 220, 600, 800, 1000) at 2.79, 2.94, 3.09 %
    assert list(orange.y) == pytest.approx([77.19, 25.50, 9.44, 17.02, 17.02], abs=5e-3)
    assert [text for text in orange.text if text.startswith("<b>")] == ["<b>9</b>"]


@pytest.mark.parametrize(("budget", "best"), [(600, "light blue"), (900, "orange"), (2250, "red")])
def test_frontier__the_best_buy_for_a_budget_is_named(chain: Chain, budget: int, best: str) -> None:
    figure = figures.frontier(chain, deeds=False, budget=budget)
    named = figure.layout.annotations[0]
    assert f"For ${budget} {best} brings most" in figure.layout.title.text
    assert named.text.startswith(f"<b>{best} ")
    assert named.y == pytest.approx(chain.spending(budget)["rent"].iloc[0])


def test_frontier__points_are_the_chain_s(chain: Chain) -> None:
    table = chain.frontier(True)
    drawn = {line.name: line for line in figures.frontier(chain).data}
    for name, group in (("orange", "orange"), ("railroads", "station")):
        steps = table[table.group == group]
        assert list(drawn[name].x) == steps.capital.tolist() and list(drawn[name].y) == steps.rent.tolist()


def test_monte_carlo__bars_exact_points_sampled_two_standard_errors(small: Chain) -> None:
    sample = small.simulate(2000)
    bars, points = figures.monte_carlo(small, sample, 2000).data
    assert list(bars.y) == pytest.approx((100 * small.by_space()).tolist())
    assert list(points.y) == pytest.approx((100 * sample["share"]).tolist())
    assert list(points.error_y.array) == pytest.approx((200 * sample["error"]).tolist())


# Conventions


ALL = {
    "heat_map": lambda chain: figures.heat_map(chain),
    "transitions": lambda chain: figures.transitions(chain),
    "transitions_from": lambda chain: figures.transitions(chain, 0),
    "matrix": lambda chain: figures.matrix(chain),
    "convergence": lambda chain: figures.convergence(chain, 3),
    "eigenvalues": lambda chain: figures.eigenvalues(chain),
    "rents": lambda chain: figures.rents(chain),
    "at_level": lambda chain: figures.at_level(chain),
    "paybacks": lambda chain: figures.paybacks(chain),
    "frontier": lambda chain: figures.frontier(chain),
}


OTHERWISE = {
    "bars",
    "boss_chances",
    "boss_stopping",
    "dots",
    "group_colors",
    "lines",
    "monte_carlo",
}  # in tests of their own


def test_figures__each_of_a_chain_is_looked_at() -> None:
    assert set(figures.__all__) - OTHERWISE == {name for name in ALL if name != "transitions_from"}
    assert ALL.keys() == UNITS.keys() == DRAWN_IN_UKRAINIAN.keys()


@pytest.fixture(scope="module")
def drawn(chain: Chain) -> dict[str, go.Figure]:
    return {name: draw(chain) for name, draw in ALL.items()}


@pytest.mark.parametrize("name", ALL)
def test_titles__say_edition_count_policy_and_decks(drawn: dict[str, go.Figure], name: str) -> None:
    figure = drawn[name]
    assert figure.layout.title.text
    assert_small(figure)
    for part in (
        "Classic, Atlantic City",
        "per throw",
        "jail left at once by paying",
        "cards put back after each draw",
    ):
        assert part in under(figure)


def test_titles__say_what_is_reconstructed_and_where_a_speed_die_leads() -> None:
    asked = {"speed_die": "from_start"}
    chain = Chain("class_board", cards=False)
    assert "partly reconstructed" in under(figures.heat_map(chain)) and "bus" not in under(figures.heat_map(chain))
    fives = [0, 0, 0, 0, 1, 0]  # few states
    chain = Chain("classic_us", cards=False, die=fives, options=asked, bus="lower", triple="boardwalk")
    told = under(figures.heat_map(chain))
    assert "bus for the lower die" in told and "three alike to Boardwalk" in told and "reconstructed" not in told


FINDINGS = {
    "heat_map": "In Jail holds a token most often: 3.95 % of throws",  # Collins
    "eigenvalues": "In the long run a throw leaves 84 % of what the start meant",  # second eigenvalue 0.8365
    "paybacks": "Paid back soonest: orange, 3 houses, after 9.4 opponent throws",  # 77.19, 25.50, 9.44, 17.02, 17.02
}


@pytest.mark.parametrize("name", FINDINGS)
def test_titles__say_the_finding(drawn: dict[str, go.Figure], name: str) -> None:
    assert drawn[name].layout.title.text.replace("<br>", " ") == f"<b>{FINDINGS[name]}</b>"


@pytest.mark.parametrize(("per", "of"), [("throw", "of throws"), ("turn", "of turn ends"), ("landing", "of landings")])
def test_heat_map__says_what_its_shares_are_of(chain: Chain, per: str, of: str) -> None:
    figure = figures.heat_map(chain, per)
    assert figure.layout.title.text.endswith(f"{of}</b>")
    assert all(of in text for text in figure.data[0].hovertext)


WITH_PER = [name for name in figures.__all__ if "per" in signature(getattr(figures, name)).parameters]
NOT_PER_LANDING = {"convergence", "eigenvalues", "matrix", "transitions"}  # a landing leads to no next one


@pytest.mark.parametrize("name", WITH_PER)
def test_per__every_way_to_count_is_drawn_or_refused_in_words(chain: Chain, name: str) -> None:
    draw = getattr(figures, name)
    for per in ("turn", "landing"):  # without it per throw: see the titles
        if per == "landing" and name in NOT_PER_LANDING:
            with pytest.raises(ChainError, match=r"there are: throw, turn$"):
                draw(chain, per=per)
        else:
            assert word(f"per_{per}", "en") in under(draw(chain, per=per))
    for per in ("move", ""):
        with pytest.raises(ChainError, match=f'"{per}" is no way to count; there are: throw, turn'):
            draw(chain, per=per)


UNITS = {  # a text that every hover of the figure contains
    "heat_map": "of throws",
    "transitions": "of throws in the long run",
    "transitions_from": "% of throws",
    "matrix": "of throws",
    "convergence": "of tokens",
    "eigenvalues": "left after a throw",
    "rents": "rent per throw of one opponent (unit: $1)",
    "at_level": " % a throw",
    "paybacks": "opponent throws",
    "frontier": "a throw of one opponent (unit: $1)",
}


@pytest.mark.parametrize("name", ALL)
def test_hovers__say_what_their_numbers_are(drawn: dict[str, go.Figure], name: str) -> None:
    hovers = [hover for trace in drawn[name].data for hover in hovers_of(trace)]
    assert hovers and all(UNITS[name] in hover for hover in hovers)
    assert not any("%}" in hover for hover in hovers)  # plotly's own per cent has no space before the sign


def hovers_of(trace: Any) -> list[str]:
    shown = trace.hovertemplate or trace.hovertext
    return [shown] if isinstance(shown, str) else list(shown or [])


@pytest.fixture(scope="module")
def ukraine() -> Chain:
    return Chain("ukraine", lang="en")


@pytest.mark.parametrize("name", sampled(ALL, list(ALL)[::2]))
def test_language__of_a_figure_is_one(ukraine: Chain, name: str) -> None:
    """A chain in English, drawn for Ukrainians: names are those of the file, numbers have a comma."""
    figure = DRAWN_IN_UKRAINIAN[name](ukraine)
    words = json.dumps(figure.to_plotly_json(), default=list, ensure_ascii=False)
    assert not [english for english in ("Ternopil", "In Jail", "brown", "Chance") if english in words]
    assert figure.layout.separators == ",\u202f"
    assert not re.search(r"\d\.\d", f"{figure.layout.title.text} {under(figure)}")


DRAWN_IN_UKRAINIAN = {
    "heat_map": lambda chain: figures.heat_map(chain, lang="uk"),
    "transitions": lambda chain: figures.transitions(chain, lang="uk"),
    "transitions_from": lambda chain: figures.transitions(chain, "In Jail", lang="uk"),
    "matrix": lambda chain: figures.matrix(chain, "turn", "state", "uk"),
    "convergence": lambda chain: figures.convergence(chain, 3, "in jail", lang="uk"),
    "eigenvalues": lambda chain: figures.eigenvalues(chain, lang="uk"),
    "rents": lambda chain: figures.rents(chain, lang="uk"),
    "at_level": lambda chain: figures.at_level(chain, lang="uk"),
    "paybacks": lambda chain: figures.paybacks(chain, lang="uk"),
    "frontier": lambda chain: figures.frontier(chain, lang="uk"),
}


def test_monte_carlo__a_sample_in_one_language_is_drawn_in_another(ukraine: Chain) -> None:
    bars, points = figures.monte_carlo(ukraine, ukraine.simulate(200), 200, "uk").data
    assert "Тернопіль" in bars.customdata and list(bars.y) == pytest.approx((100 * ukraine.by_space()).tolist())
    assert len(points.y) == len(bars.y)


def test_maps__light_is_much_on_all_of_them(chain: Chain) -> None:
    scale = figures.matrix(chain).data[0]
    assert not scale.reversescale
    assert scale.colorscale[0][1] == colors.VIRIDIS[0]


@pytest.mark.parametrize("color", colors.SEATS + colors.GROUPS)
def test_lines__have_a_contrast_of_three_on_either_paper(color: str) -> None:
    """Web Content Accessibility Guidelines 2.1, 1.4.11: graphical objects have a contrast of 3:1 at least."""
    dark = colors.luminance(colors.THEMES["dark"].ground)
    assert colors.contrast(colors.luminance(colors.seen_on_light(color)), 1.0) >= 3
    assert colors.contrast(colors.luminance(colors.seen_on_dark(color)), dark) >= 3


def test_worth__names_at_lines_have_their_hue_in_a_contrast_that_letters_need() -> None:
    """Web Content Accessibility Guidelines 2.1, 1.4.3: small text has a contrast of 4.5:1 at least."""
    wins = {f"P{n}": Interval(0.125, 0.1, 0.15) for n in range(8)}
    rows = [{"player": name, "round": 1, "q25": 1, "median": n, "q75": 9} for n, name in enumerate(wins)]
    drawn = wins_and_worth("Title", [], wins, pd.DataFrame(rows), "$")
    lines = [trace.line.color for trace in drawn.data if trace.mode == "lines" and trace.line.width == 2.5]
    for line, name in zip(lines, drawn.layout.annotations, strict=True):
        hues = [colorsys.rgb_to_hsv(*(part / 255 for part in colors.rgb(each)))[0] for each in (line, name.font.color)]
        assert hues[0] == pytest.approx(hues[1], abs=0.02) and len(lines) == 8
        assert colors.contrast(colors.luminance(name.font.color), 1.0) >= 4.5


def test_rents__lines_are_named_in_their_color(chain: Chain) -> None:
    figure = figures.rents(chain)
    for trace, note in zip(figure.data, figure.layout.annotations):
        assert note.text.startswith(f"<b>{trace.name}  ") and "&" not in note.text
        assert note.font.color == trace.line.color


def test_rents__where_nothing_is_built_are_bars() -> None:
    assert figures.rents(Chain("gamer")).data[0].type == "bar"


def test_titles__say_other_policies_counts_and_dice() -> None:
    stay = Chain("class_board", jail="stay", options={"move.dice": 2, "move.sides": 4})
    told = under(figures.heat_map(stay, "turn"))
    assert "per end of turn · staying in jail as long as allowed · 2 dice of 4 sides" in told
    own = Chain("class_board", jail=lambda space, tries: "leave", die=[1, 1, 1, 1, 1, 2])
    assert "jail by a policy of one's own · 1 die of 6 sides · loaded dice" in under(figures.heat_map(own, "landing"))


# Looks


def assert_small(figure: go.Figure) -> None:
    assert len(str(figure.layout.template.to_plotly_json())) < 100  # plotly's "none"
    assert len(json.dumps(figure.to_plotly_json(), default=list)) < 250_000


@pytest.mark.parametrize("edition", sampled(editions(), FEW[1:], EDITIONS))  # the first is in the titles
def test_editions__every_figure_can_be_drawn_and_exported(edition: str) -> None:
    board = Chain(edition)
    for name, draw in ALL.items():
        if name == "paybacks" and not has_buildings(board):
            with pytest.raises(ChainError, match=r"no group of the edition .* has more than one step to be paid back"):
                draw(board)
            continue
        figure = draw(board)
        assert_small(figure)
        assert board.edition.title in under(figure)


@pytest.mark.parametrize("edition", editions())
def test_colors__groups_have_those_of_the_board_and_no_two_are_alike(edition: str) -> None:
    board = load_edition(edition)
    found = group_colors(board)
    assert len(set(found.values())) == len(board.groups)
    assert {found[group.index] for group in board.groups if group.kind == "street"} <= set(colors.GROUPS)


@pytest.mark.parametrize("board", ["ukraine", "small"])
def test_plan__no_two_places_cover_each_other(board: str, request: pytest.FixtureRequest) -> None:
    plan = BoardBackground(request.getfixturevalue(board))
    places = [plan.point(location) for location in plan.chain.locations]
    apart = [np.hypot(a.x - b.x, a.y - b.y) for n, a in enumerate(places) for b in places[:n]]
    assert min(apart) > 30
    assert all(0 < place.x < plan.width and 0 < place.y < plan.height for place in places)


@pytest.mark.parametrize(
    ("values", "gap", "places"),
    [
        ([1.0, 5.0], 1.0, [1.0, 5.0]),
        ([1.0, 1.0], 2.0, [0.0, 2.0]),
        ([3.0, 1.0, 1.2], 1.0, [3.0, 0.6, 1.6]),
        ([], 1.0, []),
    ],
)
def test_spread__labels_stay_in_order_with_a_gap(values: list[float], gap: float, places: list[float]) -> None:
    assert spaced_positions(values, gap) == pytest.approx(places)


def test_subtitle__breaks_between_parts_only() -> None:
    parts = ["a" * 60, "b" * 60, "c"]
    assert subtitle(parts) == f"{parts[0]}<br>{parts[1]} · c"


def test_unwrapped__is_one_line_with_points_between_parts_and_none_within_a_sentence() -> None:
    parts = ["one " * 10 + "two", "word " * 30 + "end", "last"]
    assert "<br>" in subtitle(parts) and subtitle_line(subtitle(parts)) == " · ".join(parts)


def test_short__names_that_differ_in_their_last_word_stay_apart() -> None:
    names = ["Железнодорожное предприятие 1", "Железнодорожное предприятие 2"]
    assert [shortened_label(name) for name in names] == ["Железнодорожное предпр…1", "Железнодорожное предпр…2"]
    assert shortened_label("Unverwechselbarkeitsbescheinigungen") == "Unverwechselbarkeitsbes…"


def test_colors__old_spelling_still_works_with_a_warning() -> None:
    with pytest.warns(DeprecationWarning, match=r"figures\.group_colors"):
        assert figures.group_colours("classic_us", ["red"]) == figures.group_colors("classic_us", ["red"])
    table = pd.Series([1.0, 2.0])
    with pytest.warns(DeprecationWarning, match=r"lines\(colors=\.\.\.\)"):
        old = figures.lines(table, "title", colours=["#123456"])
    assert old == figures.lines(table, "title", colors=["#123456"])
