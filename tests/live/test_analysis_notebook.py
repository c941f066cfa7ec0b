"""The notebook beside the tables of a live class: it runs alone, for each activity, and figures say what was found."""

import json
import os
import random
import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any

import nbformat
import pandas as pd
import plotly.graph_objects as go
import pytest

import monopoly_lab as ml
from monopoly_lab.common.errors import LiveError
from monopoly_lab.common.messages import percent, say
from monopoly_lab.economics.auction_theory import best_share
from monopoly_lab.export import notebook_runner
from monopoly_lab.figures import class_figures
from monopoly_lab.figures.class_tables import in_words
from monopoly_lab.live.activities.class_vote import ClassVote
from monopoly_lab.live.activities.give_or_keep import GiveOrKeep
from monopoly_lab.live.activities.lemon_market import LemonMarket
from monopoly_lab.live.activities.play_together import PlayTogether
from monopoly_lab.live.activity import Activity, read_options
from monopoly_lab.live.analysis_notebook import SECTIONS, notebook_of
from monopoly_lab.live.room import Room, new_room
from tests.live.pages import FORMS
from tests.live.test_play_together import Clock, choice_of
from tests.sampled import rest_for_release, sampled

PLOTLY = "application/vnd.plotly.v1+json"


def offered(view: dict[str, Any], rng: random.Random) -> Iterator[tuple[int, dict[str, Any]]]:
    """Answers to what a phone shows."""
    for block in view.values():
        if block["kind"] == "number":
            high = 100 if block["high"] is None else block["high"]
            yield (
                block["question"],
                {**block["more"], block["key"]: str(rng.randint(int(block["low"] or 0), int(high)))},
            )
        elif block["kind"] == "numbers":
            yield block["question"], {"numbers": {name: str(rng.randint(0, 2)) for name, *_ in block["fields"]}}
        elif block["kind"] == "choices":
            yield from ((block["question"], each["answer"]) for each in block["choices"])


def shuffled(answers: Iterator[Any], rng: random.Random) -> list[Any]:
    found = list(answers)
    return rng.sample(found, len(found))


def is_taken(room: Room, seat: int, said: tuple[int, dict[str, Any]]) -> bool:
    try:
        room.hear(seat, {"question": said[0], "answer": said[1]})
    except LiveError:
        return False
    return True


def lives_through(room: Room, name: str, form: dict[str, Any]) -> None:
    """Let a class play an activity to its end, with answers by lot."""
    room.host({"act": "start", "activity": name, "options": form})
    rng = random.Random(name)
    while not room.activity.is_over:
        waiting = room.activity.waiting()
        if not waiting:
            looks = ("board", "step", "round", "theory", "hide_theory")
            own = [key for key in room.activity.controls() if key not in looks]
            what = "go" if "go" in own else own[-1] if own else ""
            room.host({"act": "control", "what": what} if what else {"act": "end"})
            continue
        seat = rng.choice(waiting)
        if isinstance(room.activity, PlayTogether) and (question := room.activity.question(seat) or 0) > 0:
            answer = choice_of(room.activity.game_of[seat], seat, rng)
            room.hear(seat, {"question": question, "answer": answer})
            continue
        assert any(is_taken(room, seat, each) for each in shuffled(offered(room.view(seat), rng), rng))
    assert room.activity.rows() and not room.faults
    room.host({"act": "close"})


def saved(folder: Path, lang: str, forms: dict[str, list[dict[str, Any]]]) -> Any:
    """The notebook of a class that has lived through activities, beside its tables."""
    room, _ = new_room(folder / "rooms", lang)
    room.clock = Clock()
    for n in range(12):
        room.join(f"Student {n}")
    for name, all_ in forms.items():
        for form in all_:
            lives_through(room, name, form)
    files = ml.Live.open(room.code, folder / "rooms").save(folder / "tables")
    assert files[-1].name == "live.ipynb"
    found = nbformat.read(files[-1], 4)
    nbformat.validate(found)
    return found


@pytest.fixture
def few_simulated(monkeypatch: pytest.MonkeyPatch) -> None:
    """Walls and tables simulate 200 games, not 20,000, which would be half of the time of a test."""
    monkeypatch.setattr("monopoly_lab.live.play_results.SIMULATED", 200)
    monkeypatch.setattr("monopoly_lab.live.activities.class_vote.SIMULATED", 200)


def test_every_activity__has_a_section() -> None:
    assert set(SECTIONS) == set(FORMS)


@pytest.mark.usefixtures("few_simulated")
@pytest.mark.parametrize("name", sampled(FORMS, ("lemons", "bargain", "give")))
def test_notebook__runs_beside_its_tables_and_each_figure_says_what_was_found(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its cells are run in their order where nothing but the tables is; the last value of a cell is looked at."""
    notebook = saved(tmp_path, "uk", {name: FORMS[name]})
    monkeypatch.chdir(tmp_path / "tables")
    monkeypatch.setenv("MONOPOLY_LAB_PROGRESS", "off")
    there: dict[str, Any] = {}
    figures, tables = [], []
    cells = [cell.source for cell in notebook.cells if cell.cell_type == "code"]
    try:
        for lines in cells:
            *before, last = ast_of(lines)
            exec(compile_of(before), there)
            value = eval(last, there) if isinstance(last, str) else exec(compile_of([last]), there)
            figures += [value] if isinstance(value, go.Figure) else []
            tables += [value] if isinstance(value, pd.DataFrame | pd.Series) else []
    finally:
        ml.speak("en")
    assert len(figures) >= len(FORMS[name]) and max(line.count("\n") for line in cells[1:]) < 18
    for figure in figures:
        assert any(letter.isdigit() for letter in figure.layout.title.text.replace("<br>", " ")) or name == "vote"
        assert not {"class_figure", "{"} & set(figure.layout.title.text.replace("<br>", " ").split())
        assert figure.layout.yaxis.title.text
    pointed = [each for table in tables for each in table.to_numpy().ravel() if re.search(r"\d\.\d", str(each))]
    assert pointed == []  # in Ukrainian
    assert [each for table in tables for each in program_names(table)] == [] and len(tables) > len(FORMS[name])
    words = "\n".join(cell.source for cell in notebook.cells if cell.cell_type == "markdown")
    assert "Клас" in words and "live." not in words


def program_names(table: Any) -> list[str]:
    """What stands over the columns and rows of a table as programs call it, and not in Ukrainian."""
    if isinstance(table, pd.Series):
        return [str(table.name)]
    heads = [*table.columns.to_flat_index(), *table.columns.names, *table.index.names]
    texts = [text for head in heads for text in (head if isinstance(head, tuple) else (head,))]
    return [str(text) for text in texts if re.search("[A-Za-z]|[0-9]%", str(text or ""))]


def test_tables__groups_and_heads_are_in_words_of_the_language() -> None:
    stages = pd.DataFrame({"stage": ["first", "second"], "value": [1.0, 2.0]})
    described = in_words(stages.groupby("stage")["value"].describe(), lang="en")
    heads = ["count", "mean", "standard deviation", "lowest", "a quarter lies below", "median", "a quarter lies above"]
    assert list(described) == [*heads, "highest"] and described["count"].to_list() == ["1", "1"]  # no 1.0 students
    assert list(described.index) == ["first", "after the discussion"] and described.index.name == "predictions"
    lots = pd.DataFrame({"format": ["vickrey"], "price": [1.0], "theory_price": [2.0], "won": [True]})
    prices = in_words(lots.groupby("format")[["price", "theory_price"]].agg(["count", "mean"]), lang="uk")
    assert prices.index.tolist() == ["Друга ціна"] and program_names(prices) == []
    assert prices.columns.tolist()[-1] == ("ціна за теорією", "середнє")
    assert in_words(lots, lang="en")["won"].tolist() == ["✓"] and lots["won"].tolist() == [True]
    wins = pd.DataFrame({"share": [0.5, 0.5]}, pd.Index(["Upper", "Ann"], name="player"))
    assert in_words(wins, lang="uk").index.tolist() == [say("live.role.Upper", "uk"), "Ann"]  # roles, as in the game
    both = pd.DataFrame({"part": [1, 2], "round": 1, "share": 0.5})
    called = in_words(both.groupby("part")["share"].mean(), {1: "Hidden quality", 2: "Warranty"}, "en")
    assert called.index.tolist() == ["Hidden quality", "Warranty"]
    table = in_words(both.groupby(["part", "round"])["share"].mean().unstack("part"), "fund", "en")
    assert list(table) == ["fund", "fund with fines"] and table.index.name == "round"


@pytest.mark.parametrize(
    ("lang", "shown"),
    [
        ("en", [["1,250", "0.4", "\u22120.25", "12", "12.5 %"], ["—", "7.5", "0.00", "3", "87.5 %"]]),
        ("ru", [["1 250", "0,4", "\u22120,25", "12", "12,5 %"], ["—", "7,5", "0,00", "3", "87,5 %"]]),
        ("uk", [["1 250", "0,4", "\u22120,25", "12", "12,5 %"], ["—", "7,5", "0,00", "3", "87,5 %"]]),
    ],
)
def test_tables__numbers_are_those_of_the_language(lang: str, shown: list[list[str]]) -> None:
    """Whole sums with a mark between thousands, the point or comma, a true minus, and a dash for nothing."""
    told = pd.DataFrame({"price": [1250.0, None], "mean": [0.4, 7.5], "min": [-0.25, 0.0], "count": [12.0, 3.0]})
    told["share"] = [0.125, 0.875]
    rows = in_words(told, lang=lang).to_numpy().tolist()
    assert [[re.sub(r"[\u00a0\u202f]", " ", each) for each in row] for row in rows] == shown
    assert told["price"].iloc[0] == 1250


@pytest.mark.parametrize(("low", "high"), [(0.0, 100.0), (None, None)])
def test_predictions__have_the_columns_of_the_wall(tmp_path: Path, low: float | None, high: float | None) -> None:
    room, _ = new_room(tmp_path)
    said = (3, 40, 41, 78, 99)
    for n in range(len(said)):
        room.join(f"Student {n}")
    limits = {} if low is None else {"low": "0", "high": "100"}
    room.host({"act": "start", "activity": "predict", "options": {"question": "How often?", "truth": "78", **limits}})
    for seat, number in enumerate(said):
        room.hear(seat, {"question": 1, "answer": {"number": number}})
    room.host({"act": "control", "what": "reveal"})
    assert room.activity is not None
    figure = class_figures.predictions(pd.DataFrame(room.activity.rows()), low=low, high=high)
    (bars,) = figure.data
    drawn = [[x - w / 2, x + w / 2, y] for x, w, y in zip(bars.x, bars.width, bars.y)]
    assert drawn == room.wall()["chart"]["bins"]
    (answer,) = figure.layout.annotations
    assert answer.yanchor == "top" and figure.layout.yaxis.range[1] > 1.1 * max(bars.y)  # over columns, below the title
    assert class_figures.predictions(pd.DataFrame(room.activity.rows()), "%").layout.xaxis.title.text == "Prediction, %"
    text = notebook_of(room.code, "en", [(1, room.activity)], False)
    assert f"low={low}, high={high})" in text


def ast_of(lines: str) -> list[Any]:
    """The statements of a cell; the last one as text if it is a value."""
    import ast

    body = ast.parse(lines).body
    return [*body[:-1], ast.unparse(body[-1]) if isinstance(body[-1], ast.Expr) else body[-1]]


def compile_of(statements: list[Any]) -> Any:
    import ast

    return compile(ast.Module(statements, []), "cell", "exec")


@pytest.mark.full
@pytest.mark.usefixtures("few_simulated")
@pytest.mark.parametrize("lang", rest_for_release(["en", "ru", "uk"], ["uk"]))
def test_notebook__runs_in_a_kernel_of_its_own(lang: str, tmp_path: Path) -> None:
    notebook = saved(tmp_path, lang, FORMS)
    notebook_runner.run(notebook, tmp_path / "tables")
    drawn = [o.data[PLOTLY] for cell in notebook.cells for o in cell.get("outputs", []) if PLOTLY in o.get("data", {})]
    assert len(drawn) >= sum(map(len, FORMS.values()))
    assert not [o for cell in notebook.cells for o in cell.get("outputs", []) if o.output_type in ("error", "stream")]
    assert json.loads((tmp_path / "tables" / "live.ipynb").read_text())["nbformat"] == 4 and os.listdir(tmp_path)


def test_figures__title_and_intervals_by_hand() -> None:
    """Three lots sold at 100, 200 and 300: mean 200, and with t = 4.303 half of the interval is 248."""
    rows = [
        {"round": 1, "lot": lot, "format": "sealed", "told": told, "bid": told // 2, "theory": told * best_share(2)}
        | {"price": price, "theory_price": 210.0, "won": True, "gain": 0, "seat": lot}
        for lot, price, told in ((1, 100, 200), (2, 200, 400), (3, 300, 600))
    ]
    figure = class_figures.auction_prices(pd.DataFrame(rows), {"sealed": [150.0, 250.0]})
    assert figure.layout.title.text.replace("<br>", " ") == "<b>First price: sellers got $200; theory $210</b>"
    assert figure.layout.title.subtitle.text.startswith("3 deeds with two bidders or more;")
    assert "3 of 3 bids" in figure.layout.title.subtitle.text.replace("<br>", " ")
    assert figure.data[0].error_y.array[0] == pytest.approx(4.303 * 100 / 3**0.5, abs=0.1)
    assert figure.data[2].y == (200,)
    unsold = [{**row, "lot": 9, "price": None, "bid": None, "theory_price": None, "won": False} for row in rows[:1]]
    alone = [{**row, "lot": 8, "price": 5, "theory_price": None} for row in rows[:1]]
    with_silent = class_figures.auction_prices(pd.DataFrame([*rows, *unsold, *alone]), {"sealed": [150.0, 250.0]})
    assert [each.y for each in with_silent.data] == [each.y for each in figure.data]
    assert "4 of 5 bids" in with_silent.layout.title.subtitle.text.replace("<br>", " ")
    nothing = class_figures.auction_prices(pd.DataFrame(unsold), {"sealed": [150.0]})
    assert nothing.layout.title.text.replace("<br>", " ").startswith("<b>Nobody bid")
    bids = class_figures.auction_bids(pd.DataFrame(rows))
    assert (
        bids.layout.title.text.replace("<br>", " ")
        == "<b>First price: mean value $400, mean bid $200; theory $200 (0 %)</b>"
    )
    common = class_figures.auction_bids(pd.DataFrame(rows).assign(worth=350)).layout.title.text.replace("<br>", " ")
    assert common.startswith("<b>First price: mean estimate $400, mean bid $200;")  # the deeds are worth $350


def test_bids__of_each_format_stand_beside_theory_with_an_interval_and_winners_have_a_ring() -> None:
    """Three bidders, by hand: bids 90, 110, 100 and theory 100 each: R = 1, d = -10, 10, 0.

    With t = 4.303 half of the interval is 4.303 sqrt(3/2 · 200) / 300 = 0.248. Rising bids 20 % below, all alike.
    """
    bids = {"sealed": (90, 110, 100), "english": (80, 80, 80)}
    rows = [
        {"round": number, "lot": 1, "seat": seat, "format": kind, "told": 150 + seat, "bid": bid, "theory": 100}
        | {"theory_compared": 100, "won": bid == 110}
        for number, (kind, made) in enumerate(bids.items(), 1)
        for seat, bid in enumerate(made)
    ]
    figure = class_figures.auction_bids(pd.DataFrame(rows))
    said = figure.layout.title.subtitle.text.replace("<br>", " ").replace("\u00a0", " ")
    assert "First price 0 % (−25 to +25 %; 3 bids), Rising bids −20 % (−20 to −20 %; 3 bids)" in said
    (rings,) = [each for each in figure.data if each.name == "bids that won"]
    assert (rings.x, rings.y, rings.marker.symbol) == ((151,), (110,), "circle-open")
    lost = class_figures.auction_bids(pd.DataFrame(rows).assign(won=False))
    assert "bids that won" not in {each.name for each in lost.data}


def test_bids__have_a_line_of_theory_for_each_size_of_groups() -> None:
    """At the first price n bidders bid (n - 1)/n of their value; at the second all bid it."""
    rows = [
        {"round": number, "lot": size, "format": kind, "told": told, "bid": told // 2}
        | {"theory": told * (best_share(size) if kind == "sealed" else 1), "won": False}
        for number, kind in ((1, "sealed"), (2, "vickrey"))
        for size, values in ((2, (300, 900)), (3, (200, 500, 800)))
        for told in values
    ]
    lines = [each for each in class_figures.auction_bids(pd.DataFrame(rows)).data if each.mode == "lines"]
    assert [each.name.partition(", ")[2] for each in lines] == ["2 bidders", "3 bidders", ""]
    assert [line.line.dash for line in lines] == ["dash", "dot", "dash"]
    for line, share in zip(lines, (1 / 2, 2 / 3, 1), strict=True):
        assert line.y == pytest.approx([share * told for told in line.x])


def test_shares__are_those_of_the_proposer_where_one_alone_proposes() -> None:
    table = pd.DataFrame({"seller": 1, "proposer": [1, 0], "most": 300, "least": 100, "price": [250, 250]})
    assert class_figures.shares_of(table).to_list() == [75, 25]
    assert class_figures.shares_of(table.assign(proposer=None)).to_list() == [25, 25]


def test_shares__count_lapsed_offers_and_say_nothing_of_a_theory_that_is_not_there() -> None:
    """Two of four pairs agreed, at 200 and 250 of 100 to 300: buyers got 50 and 25 %."""
    rows = [
        {"round": 1, "buyer": 0, "seller": 1, "proposer": None, "most": 300, "least": 100}
        | {"price": price, "has_offer": has_offer, "theory_price": None}
        for price, has_offer in ((200, True), (250, True), (None, True), (None, False))
    ]
    title = class_figures.bargain_shares(pd.DataFrame(rows), [50.0]).layout.title.text.replace("<br>", " ")
    assert title.startswith("<b>2 of 4 pairs agreed; buyers got 38 ") and "theory" not in title
    known = pd.DataFrame(rows).assign(theory_price=200.0)
    assert "(theory 50 %)" in class_figures.bargain_shares(known, [50.0]).layout.title.text.replace(
        "<br>", " "
    ).replace("\u00a0", " ")


def test_predict__the_section_says_what_was_asked_as_it_was_typed(tmp_path: Path) -> None:
    room, _ = new_room(tmp_path)
    room.join("Ann")
    room.host({"act": "start", "activity": "predict", "options": {"question": "How many *houses*, $5 <each>?"}})
    assert room.activity is not None
    text = notebook_of(room.code, "en", [(1, room.activity)], False)
    words = [cell.source for cell in nbformat.reads(text, as_version=4).cells if cell.cell_type == "markdown"]
    assert "\n\n**How many *houses*, $5 <each>?**\n\n" in unescape(words[-1])
    assert not set("*$<>") & set(re.search(r"\*\*(.*)\*\*", words[-1])[1])  # type: ignore[index]


def cells_of(activity: Activity, table: pd.DataFrame) -> list[Any]:
    """The last values of the cells of a section, of which the simulations and figures are left out."""
    there: dict[str, Any] = {"pd": pd, "results": lambda *_: table, "in_words": in_words}
    found = []
    for lines in SECTIONS[activity.NAME](activity, 1):
        if "in_words" in lines and "ml." not in lines and "vote_simulated" not in lines:
            *before, last = ast_of(lines)
            exec(compile_of(before), there)
            found.append(eval(last, there))
    return found


def test_vote__the_page_has_the_runoff_beside_the_first_vote(tmp_path: Path) -> None:
    """Ten vote: 4 for half rents, 3 for an income, 3 to keep; in the run-off 7 for the income and 3 for half rents."""
    room, _ = new_room(tmp_path)
    room.clock = Clock()
    for n in range(10):
        room.join(f"Student {n}")
    form = {"seconds": "0", "rounds": "1", "rounds_after": "1", "size": "5", "start": "edition:classic_us"}
    room.host({"act": "start", "activity": "vote", "options": form})
    for what in ("begin", "to_vote"):
        room.host({"act": "control", "what": what})
    first = [*["rent_cap"] * 4, *["income"] * 3, *["keep"] * 3]
    for seat, rule in enumerate(first):
        room.hear(seat, {"question": 0, "answer": {"vote": rule}})
    activity = room.activity
    assert isinstance(activity, ClassVote)
    activity.pair = ["rent_cap", "income"]
    for seat in range(10):
        room.hear(seat, {"question": -1, "answer": {"vote": "income" if seat < 7 else "rent_cap"}})
    activity.mean_then |= {seat: activity.mean_then[seat] + 1 for seat in range(0, 10, 2)}  # half of them have less
    table = pd.DataFrame(activity.rows()).replace("", None)
    counts, by_first, by_runoff = cells_of(activity, table)
    assert by_first.index.tolist() == ["below the mean of their game", "at the mean or above"]  # as on the wall
    offered = ["Keep the rules", "Land value tax", "Basic income", "Half rents", "Fewer houses"]
    assert counts.index.tolist() == offered and list(counts) == ["First vote", "Run-off"]
    assert counts.index.name == "rule"
    assert counts.to_numpy().tolist() == [["3", "—"], ["0", "—"], ["3", "7"], ["4", "3"], ["0", "—"]]
    assert list(by_first) == offered and by_first["Land value tax"].tolist() == ["0", "0"]
    assert list(by_runoff) == ["Half rents", "Basic income"]
    rules = ("keep", "income", "rent_cap")
    ends = pd.DataFrame([{"rule": rule, "game": 1, "gini": gini} for rule in rules for gini in (0.2, 0.4)])
    figure = class_figures.votes(table, ends)
    assert figure.layout.title.text.replace("<br>", " ").startswith(
        "<b>In force: Basic income (7 of 10 votes in the run-off)"
    )
    assert [(bar.name, list(bar.y)) for bar in figure.data[:2]] == [
        ("First vote", [3, 3, 4]),
        ("Run-off", [None, 7, 3]),
    ]
    assert figure.layout.showlegend and figure.data[0].x[0] == "Keep the<br>rules" and not figure.data[2].showlegend
    alone = class_figures.votes(table.assign(runoff=None, rule="rent_cap"), ends)
    assert (
        "Half rents (4 of 10 votes)" in alone.layout.title.text.replace("<br>", " ")
        and alone.layout.showlegend is False
    )


def test_votes__means_and_intervals_of_simulated_games_count_all_positions_alike() -> None:
    """Two positions with means 0.2 and 0.4, of pairs 0.1 apart each way: t = 12.706, so 1.27 each, 0.898 together."""
    ends = pd.DataFrame(
        {"rule": "keep", "game": game, "gini": middle + off}
        for game, middle in ((1, 0.2), (2, 0.4))
        for off in (-0.1, 0.1)
    )
    votes = pd.DataFrame({"vote": ["keep", "keep"], "rule": "keep"})
    figure = class_figures.votes(votes, ends)
    assert figure.data[-1].y[0] == pytest.approx(0.3)
    assert figure.data[-1].error_y.array[0] == pytest.approx(12.706 * 0.1 / 2**0.5, rel=1e-3)
    assert "Most equal in simulated games: Keep the rules" in figure.layout.title.subtitle.text


def test_play__the_page_names_nobody_beside_what_they_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Players of an edition are numbers of their game, as on the wall, whether names go on the wall or not."""
    monkeypatch.setattr("monopoly_lab.live.activities.class_vote.SIMULATED", 20)
    form = {"start": "edition:classic_us", "rounds": "1", "size": "3", "by_name": True}
    forms = {"play": [form, {**form, "by_name": False}], "vote": [{**form, "rounds_after": "1"}]}
    notebook = saved(tmp_path, "en", forms)
    monkeypatch.chdir(tmp_path / "tables")
    there: dict[str, Any] = {}
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            assert not re.search(r"Student \d", cell.source)
        elif "ml.simulate" not in cell.source and "figures.firsts" not in cell.source:
            *before, last = ast_of(cell.source)
            if isinstance(last, str) and "simulated.rows" in last:
                continue
            exec(compile_of(before), there)
            value = eval(last, there) if isinstance(last, str) else exec(compile_of([last]), there)
            shown = value.to_string() if isinstance(value, pd.DataFrame) else str(value)
            assert not re.search(r"Student \d", shown)
            if isinstance(value, pd.DataFrame) and list(value.index.names)[-1:] == ["player"]:
                assert value.index.get_level_values(-1).tolist() == [1, 2, 3] * 4


@pytest.mark.parametrize("start", ["born_ahead", "edition:classic_us"])
def test_play__the_page_simulates_the_games_of_the_wall(
    start: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("monopoly_lab.live.play_results.SIMULATED", 60)
    monkeypatch.setenv("MONOPOLY_LAB_PROGRESS", "off")
    room, _ = new_room(tmp_path)
    for n in range(3):
        room.join(f"Student {n}")
    lives_through(room, "play", {"start": start, "rounds": "2", "size": "3", "seconds": "0"})
    (activity,) = room.activities
    (lines,) = (each for each in SECTIONS["play"](activity, 1) if "ml.simulate" in each)
    there: dict[str, Any] = {"ml": ml}
    exec(lines, there)
    works = activity.comparison()
    worths = there["simulated"].rows.filter(regex="^worth_").to_numpy(float)
    assert [class_figures.gini(each) for each in worths] == pytest.approx(works["ginis"]())
    if start == "born_ahead":
        assert there["simulated"].wins["share"].tolist() == pytest.approx(list(works["firsts"]().values()))


def test_market__where_nothing_is_sold_or_nobody_bids_page_and_table_say_so() -> None:
    """Two rounds of three deeds, of 50 % each: bids of 200 and 240, nothing sold; in round 3 nobody bids."""
    rows = [
        {"part": 1, "round": n, "quality": 50, "price": price, "is_sold": False, "theory_price": 200.0}
        | {"theory_sold": 0.4, "seller_gain": 0, "buyer_gain": 0, "is_decided": True, "net_price": price}
        for n, price in ((1, 200.0), (2, 240.0), (3, None))
        for _ in range(3)
    ]
    table = pd.DataFrame(rows).assign(promise=None)
    simulated = pd.DataFrame({"price": [200.0], "is_sold": [0.5]}, index=[1])

    def title(some: pd.DataFrame) -> str:
        return (
            class_figures.market(some, simulated, parts={1: "Hidden quality"})
            .layout.title.text.replace("<br>", " ")
            .replace("\u00a0", " ")
        )

    assert title(table) == "<b>Hidden quality: $200 to $240, 0 % sold</b>"
    assert title(table[table["round"] == 3]) == "<b>Hidden quality: nobody bid</b>"
    below = table.assign(net_price=table["round"].map({1: -50, 2: -36}))  # after what sellers pay back
    assert title(below) == "<b>Hidden quality: −$50 to −$36, 0 % sold</b>"
    activity = LemonMarket(range(4), {}, 1, read_options(LemonMarket, {}), "en", 0.0)
    _, gains = cells_of(activity, table)
    assert gains.to_numpy().tolist() == [["—", "—", "0", percent(0, 1, "en")]]
    assert list(gains) == ["seller’s gain", "buyer’s gain", "deeds sold", "possible gains made"]
    sold = table.assign(is_sold=[True, *[False] * 8])  # one of six deeds with bids, all of one quality
    table.loc[0, "quality"] = 20  # of the deeds of a round 20 % and two of 50 %, and the first one is sold
    rounds, _ = cells_of(activity, table.assign(is_sold=sold["is_sold"]))
    assert rounds.iloc[:2, :2].to_numpy().tolist() == [["40", "20"], ["50", "—"]]
    assert list(rounds)[:2] == ["quality of all deeds, %", "quality of deeds sold, %"]
    _, gains = cells_of(activity, sold)
    assert gains.iloc[0].tolist()[2:] == ["1", percent(1 / 6, 1, "en")]


def test_shares__theory_stands_at_its_place_on_the_columns_and_not_between_them() -> None:
    """Shares of 46, 50, 54 and 61 %: three nearest to 50, one to 60. Equal parts are at 50."""
    rows = [
        {"round": 1, "buyer": n, "seller": 9 - n, "proposer": None, "most": 300, "least": 200, "theory_price": 250.0}
        | {"price": 300 - share}
        for n, share in enumerate((46, 50, 54, 61))
    ]
    figure = class_figures.bargain_shares(pd.DataFrame(rows), [50.0, 40.0])
    simulated, mine = figure.data
    assert (list(mine.x), list(mine.y)) == ([50.0, 60.0], [75.0, 25.0]) and list(simulated.x) == [40.0, 50.0]
    assert figure.layout.barmode == "overlay" and mine.width[0] < simulated.width[0] == 10
    (line,) = figure.layout.shapes
    assert line.x0 == pytest.approx(mine.x[0])  # on the middle of a column of both


def test_give__shares_are_called_what_they_are() -> None:
    for form, words in (
        ({"game": "fund"}, "paid in, of what members have"),
        ({"game": "pot"}, "in the pot, of a full one"),
    ):
        activity = GiveOrKeep(range(4), dict.fromkeys(range(4), "Ann"), 1, read_options(GiveOrKeep, form), "en", 0.0)
        row = {"part": 1, "round": 1, "group": 1, "share": 0.5, "by_computer": False, "group_gain": 30.0}
        (table,) = cells_of(activity, pd.DataFrame([row]))
        assert next(iter(table)) == words and table.iloc[0, 0] == percent(0.5, 1, "en")
