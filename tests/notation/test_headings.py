"""Tables for readers: every column of what is exported has words in each language; programs keep the names."""

import io
import re

import IPython
import pandas as pd
import pytest
from IPython.core.interactiveshell import InteractiveShell

import monopoly_lab as ml
from monopoly_lab.common.messages import numbers_pointed, speaking, translation
from monopoly_lab.export.notebook_cells import subject_of
from monopoly_lab.figures import bars
from monopoly_lab.notation.html_tables import frame_in_language, with_plain_numbers, with_thousands
from monopoly_lab.notation.table_format import heading, in_words, name_in_words


@pytest.fixture(scope="module")
def game() -> ml.Game:
    game = ml.Scenario.load("game_under_way").game(seed=7)
    game.seat("Ann", "balanced")
    game.run(rounds=1)
    return game


def test_headings__every_column_of_an_export_has_words_in_each_language(game: ml.Game) -> None:
    found = ml.simulate("class_board", games=20, rounds=5, progress=False)
    arms = ml.compare({"a": "class_board", "b": game}, games=20, rounds=2, progress=False)
    chain = ml.Chain("class_board")
    own = {*game.players, "In Jail", *(space.name for space in chain.edition.spaces)}
    for what in (game, game.ledger(), found, arms, chain):
        for name, table in subject_of(what).tables.items():
            columns = {str(column) for column in table.columns} - own
            assert not [each for each in columns if not translation(f"heading.{each}", "en")], name
            for lang in ("en", "ru", "uk"):
                heads = list(in_words(table, lang=lang).columns)
                assert len(set(heads)) == len(heads), f"{name}: two columns of one name"
                assert not [each for each in heads if "_" in str(each)], name


@pytest.mark.parametrize("lang", ["en", "ru", "uk"])
def test_headings__of_strategies_and_editions_have_words_in_each_language(lang: str) -> None:
    """A page of the app showed English names of columns to Ukrainians."""
    for table in (ml.strategies_frame(lang), ml.editions_frame(lang)):
        assert not [each for each in table if not translation(f"heading.{each}", "en")]
        heads = list(in_words(table, lang=lang))
        assert len(set(heads)) == len(heads) and not [each for each in heads if "_" in each]
        assert lang == "en" or not set(heads) & set(table)


def test_in_words__says_causes_and_spaces_and_leaves_the_table_as_it_was(game: ml.Game) -> None:
    events = game.events_frame()
    before = events.copy()
    made = ml.in_words(events, game.edition, "ru")
    assert not made.drop(columns="сумма").isna().any().any(), "None is no word"
    assert list(made)[:3] == ["круг", "ход", "игрок"] and "kind" not in made
    paid = events.cause == "building"
    assert paid.any() and set(made.loc[paid.values, "за что"]) == {"строительство"}
    assert "New York Avenue" in set(made["поле"]) and "new_york" not in set(made["поле"])
    pd.testing.assert_frame_equal(events, before)
    assert list(ml.in_words(game.ledger().journal()))[4] == "books of" and heading("book") == "book value"


@pytest.mark.parametrize(
    ("lang", "street", "title"), [("en", "Arbat Street", "Moscow"), ("ru", "Улица Арбат", "Россия")]
)
def test_in_words__spaces_and_editions_are_called_as_the_reader_calls_them(lang: str, street: str, title: str) -> None:
    game = ml.Game("russia_moscow", players=["Ann", "Bo"], lang=lang, start={"deeds": {"Ann": ["arbat"]}})
    table = pd.DataFrame({"space": ["arbat"]})
    assert list(ml.in_words(table, game.edition, lang).iloc[0]) == [street]
    assert title in repr(game.ledger()) and title in repr(game)
    with speaking(lang):
        assert title in ml.simulate(game, games=1, rounds=2, seed=1).plan.title


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en", "liquidation value over debt"),
        ("ru", "ликвидационная стоимость к долгу"),
        ("uk", "ліквідаційна вартість до боргу"),
    ],
)
def test_in_words__the_heading_of_coverage_says_what_is_divided_by_what(lang: str, said: str) -> None:
    """New York Avenue is mortgaged for 100: cash 475, and nothing else that a forced sale would bring."""
    start = {"deeds": {"Ann": ["new_york"]}, "mortgaged": ["new_york"], "cash": {"Ann": 475}}
    game = ml.Game("classic_us", players=["Ann", "Bo"], start=start)
    made = ml.in_words(game.measures("coverage"), lang=lang)
    assert list(made)[-1] == said and made[said].tolist()[-2:] == ["4.75" if lang == "en" else "4,75", ""]


def test_in_words__rounds_as_readers_need_and_leaves_out_what_is_not_there(game: ml.Game) -> None:
    table = pd.DataFrame(
        {"share": [0.2534, 0.1], "mean": [1316.6667, -0.4], "gini": [0.12345, None], "space": ["go", None]}
    )
    made = ml.in_words(table, game.edition)
    assert made.to_numpy().tolist() == [["25.3 %", "1317", "0.123", "GO"], ["10.0 %", "0", "", ""]]
    assert ml.in_words(table, lang="ru")["доля"].tolist() == ["25,3\u00a0%", "10,0\u00a0%"]
    events = ml.in_words(game.events_frame(), game.edition)
    began = events["what happened"].str.contains("turn began")
    assert began.any() and set(events["amount"][began.to_numpy()]) == {""} and "None" not in events.to_numpy()
    arms = pd.DataFrame({"measure": ["wins", "worth"], "difference": [-0.1, -150.0], "low": [-0.153, -248.3]})
    assert ml.in_words(arms).to_numpy().tolist() == [
        ["share of games won", "−10.0 points", "−15.3 points"],
        ["worth at the end", "−150", "−248"],
    ]


def test_exported__table_has_words_and_csv_names(game: ml.Game, tmp_path) -> None:
    sheets = pd.read_excel(game.export(tmp_path / "game.xlsx"), sheet_name=None)
    assert list(sheets["worth"]) == ["player", "short-game worth", "liquidation value", "cash"]
    assert "what happened" in sheets["events"] and list(sheets["journal"])[4] == "books of"
    text = game.export(tmp_path / "game.csv").read_text("utf-8-sig")
    assert list(pd.read_csv(io.StringIO(text)))[:3] == ["round", "turn", "kind"]


def test_in_words__sums_and_shares_of_ones_own() -> None:
    table = pd.DataFrame({"cost": [1500.4, None], "won": [0.25, 1.0], "who": ["a", "b"]})
    made = ml.in_words(table, money="cost", shares=["won"])
    assert made.to_numpy().tolist() == [["1,500", "25.0 %", "a"], ["—", "100.0 %", "b"]]
    assert ml.in_words(table, lang="uk", money="cost", shares="won").to_numpy()[0].tolist() == [
        "1\u202f500",
        "25,0\u00a0%",
        "a",
    ]
    with pytest.raises(ml.ArgumentError, match=r"no column .cots. .did you mean .cost"):
        ml.in_words(table, money="cots")
    with pytest.raises(ml.ArgumentError, match='"who" holds no numbers'):
        ml.in_words(table, shares=["who"])


@pytest.mark.parametrize(("lang", "pot", "bank"), [("en", "the jackpot pot", "the bank"), ("uk", "джекпот", "банк")])
def test_in_words__bank_and_pots_are_called_as_the_reader_calls_them(lang: str, pot: str, bank: str) -> None:
    game = ml.Scenario.load("casino").replay()
    said = ml.in_words(game.events_frame(), game.edition, lang)
    assert {pot, bank, "Ann", "Bo", ""} == set(said.iloc[:, 4]) | set(said.iloc[:, 5])
    if lang == "en":
        assert "The bank takes the stake of ₴50k out of the pot." in str(game.log("en"))


def test_in_words__parts_of_statements_are_words_of_the_reader(game: ml.Game) -> None:
    ledger = game.ledger()
    said = [
        ml.in_words(table, lang="uk")
        for table in (ledger.income_statement(), ledger.balance_sheet(), ledger.cash_flow())
    ]
    parts = {part for table in said for part in table.iloc[:, 0]}
    assert {"доходи", "витрати", "активи", "власний капітал", "операційна"} <= parts
    assert not any(part.isascii() for part in parts)


def test_frame__of_pandas_speaks_the_readers_language_and_other_tables_stay() -> None:
    table = pd.DataFrame({"worst_rent": [-1.5], "cheapest": ["light_blue 4-4: 2.5"]}, index=["salary, balanced"])
    made = frame_in_language(table.to_html(), "uk")
    for said in ("найбільша рента попереду", "\u22121,5", "блакитна 4-4: 2,5", "зарплата, зважена"):
        assert f">{said}<" in made
    assert "largest" not in made and "<th>balanced</th>" in frame_in_language("<table><th>balanced</th></table>", "uk")
    assert ">salary, balanced<" in frame_in_language(table.to_html(), "en")


def test_numbers__of_a_pandas_table_are_whole_where_a_column_is_and_have_a_true_minus_and_no_nan() -> None:
    table = pd.DataFrame({"n": [134.0, -20.0, float("nan")], "part": [0.5, -1.0, 2.0], "said": ["-", "NaN-1", "2.0"]})
    made = with_plain_numbers(table.to_html(index=False))
    rows = [re.findall("<td>(.*?)</td>", row) for row in made.split("<tr>")[1:]]
    assert rows == [["134", "0.5", "-"], ["\u221220", "\u22121.0", "NaN-1"], ["—", "2.0", "2.0"]]
    there = table.to_html(index=False).replace("134.0", "134,0").replace("-20.0", "\u221220,0")  # already in Ukrainian
    assert "<td>134<" in with_plain_numbers(there) and "<td>\u221220<" in with_plain_numbers(there)
    assert with_plain_numbers("<table><td>1.0</td></table>") == "<table><td>1.0</td></table>"


@pytest.mark.parametrize(("lang", "mark"), [("en", ","), ("uk", "\u202f"), ("ru", "\u202f")])
def test_thousands__of_a_pandas_table_have_the_mark_of_the_language(lang: str, mark: str) -> None:
    """From four digits on, as in sentences and in `in_words`: 1,500 and 1,247.5; no name has a mark."""
    data = {"year": [12026, 12027], "seed": [1234567, 7654321], "total": [4400, 1234567], "lost": [-25000, 250]}
    table = pd.DataFrame(data | {"share": [12345.5, 0.25], "said": ["12345 a", "x12345"]}, index=[10101, 20202])
    once = frame_in_language(table.to_html(), lang)
    minus = "\u2212"
    for made in (once, frame_in_language(once, lang)):  # what Jupyter has shown comes to the page as it is
        cells = re.findall("<t[dh]>(.*?)</t[dh]>", made.partition("<tbody>")[2])
        first = ["10101", "12026", "1234567", f"4{mark}400", f"{minus}25{mark}000"]
        assert cells[:5] == first and cells[6:8] == ["12345 a", "20202"]
        assert cells[8:12] == ["12027", "7654321", f"1{mark}234{mark}567", "250"] and cells[13] == "x12345"
    point = "." if lang == "en" else ","
    small = frame_in_language(pd.DataFrame({"cash": [1500, -999], "mean": [-1247.5, 999.5]}).to_html(), lang)
    for number in (f"1{mark}500", f"{minus}1{mark}247{point}5", f"999{point}5"):
        assert f">{number}<" in small.replace("-", minus)
    assert frame_in_language("<table><td>11600</td></table>", lang) == "<table><td>11600</td></table>"


def test_tables__of_a_lesson_in_jupyter_speak_its_language(monkeypatch: pytest.MonkeyPatch) -> None:
    """A lesson in Russian shows tables of pandas with its words and numbers; one in English as pandas does."""
    shell = InteractiveShell()
    monkeypatch.setattr(IPython, "get_ipython", lambda: shell)
    table = pd.DataFrame({"worst_rent": [-1.5], "part": ["12.5 %"]}, index=["balanced"])
    before = shell.display_formatter.format(table)
    ml.Lesson("20_born_ahead")
    assert shell.display_formatter.format(table) == before
    ml.Lesson("20_born_ahead", lang="ru")
    shown = shell.display_formatter.format(table)[0]["text/html"]
    assert ">−1,5<" in shown and ">12,5\u00a0%<" in shown and "worst_rent" not in shown and "balanced" not in shown
    assert ">−1,5<" in shell.display_formatter.format(table["worst_rent"])[0]["text/html"]


def test_numbers__in_a_text_that_python_has_written() -> None:
    """What is no number stays: a version, a range, a word with a hyphen, code of a law with letters."""
    text = "-0.5 of 12%, 3-4, 1.2.3, x-1, A1.5: -7"
    assert numbers_pointed(text, "uk") == "−0,5 of 12\u00a0%, 3-4, 1.2.3, x-1, A1.5: −7"
    assert numbers_pointed(text, "en") == text


@pytest.mark.parametrize(
    ("name", "uk", "ru"),
    [
        ("dark_blue", "синя", "синяя"),
        ("bowser", "Боузер", "Боузер"),
        ("balanced", "зважена", "уравновешенная"),
        ("jail_fine", "тюремний штраф", ""),
        ("throw, throw, pay", "кинути, кинути, заплатити", "бросить, бросить, заплатить"),
        ("Ann, light_blue", "Ann, блакитна", ""),
        ("New York Avenue", "New York Avenue", "New York Avenue"),
    ],
)
def test_names__in_charts_and_tables_are_those_of_the_reader(name: str, uk: str, ru: str) -> None:
    assert name_in_words(name, "uk") == uk and (not ru or name_in_words(name, "ru") == ru)
    figure = bars(pd.Series({name: 1.0, "Bo": 2.0}), "title", lang="uk")
    assert list(figure.data[0].x) == [uk, "Bo"]


def test_in_words__columns_that_may_lack_numbers_are_as_others() -> None:
    table = pd.DataFrame({"a": pd.array([1500, None], "Int64"), "b": pd.array([0.5, None], "Float64")})
    shown = ml.in_words(table, money="a", shares="b")
    assert shown["a"].tolist() == ["1,500", "\u2014"] and shown["b"].tolist() == ["50.0 %", ""]
    assert ml.in_words(table)["b"].tolist() == ["0.500", ""]
    assert ml.in_words(table, money="b")["b"].tolist()[1] == "\u2014"


def test_in_words__shares_that_happen_to_be_whole_are_in_percent() -> None:
    assert ml.in_words(pd.DataFrame({"a": [0, 1]}), shares="a")["a"].tolist() == ["0.0 %", "100.0 %"]


def test_in_words__two_columns_of_one_name_are_both_shown() -> None:
    table = pd.DataFrame([[1500, 0.25, 2000, 0.5]], columns=["a", "share", "a", "share"])
    shown = ml.in_words(table, money="a")
    assert shown.iloc[0].tolist() == ["1,500", "25.0 %", "2,000", "50.0 %"]
    with pytest.raises(ml.ArgumentError):
        ml.in_words(pd.DataFrame([["x", 1]], columns=["a", "a"]), money="a")


def test_in_words__infinity_keeps_its_sign_and_nothing_has_none() -> None:
    shown = ml.in_words(pd.DataFrame({"a": [-float("inf"), -0.0, -2.5]}))["a"].tolist()
    assert shown == ["\u2212inf", "0.00", "\u22122.50"]


def test_in_words__a_table_from_elsewhere_with_names_of_ours_is_shown() -> None:
    table = pd.DataFrame({"payer": ["x"], "text": ["y"], "part": ["z"], "item": [1]})
    assert ml.in_words(table).iloc[0].tolist() == ["x", "y", "z", "1"]


def test_thousands__under_a_cell_that_reaches_down_the_seed_is_still_a_name() -> None:
    index = pd.MultiIndex.from_tuples([("a", "b"), ("a", "c")])
    table = pd.DataFrame({"seed": [12345, 12346], "cash": [11600, 11700]}, index=index)
    cells = re.findall(r"<td>([^<]*)<", with_thousands(table.to_html(), "en"))
    assert cells == ["12345", "11,600", "12346", "11,700"]


def test_numbers__a_text_with_hyphens_is_no_number() -> None:
    table = pd.DataFrame({"move": ["-2-1", "-3"], "x": [-1.5, -2e-7]})
    cells = re.findall(r"<td>([^<]*)<", with_plain_numbers(table.to_html(float_format=str)))
    assert cells == ["-2-1", "\u22121.5", "\u22123", "\u22122e-07"]
