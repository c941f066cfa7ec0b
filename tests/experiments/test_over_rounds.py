"""Several simulations round by round: a line each, and the end of a round in numbers, by hand."""

import re

import numpy as np
import pandas as pd
import pytest

import monopoly_lab as ml
from monopoly_lab.common.file_access import quoted
from monopoly_lab.experiments.result_store import Readable

pytestmark = pytest.mark.usefixtures("all_compiled")


def test_over_rounds__has_a_line_for_each_simulation() -> None:
    runs = {
        str(x): ml.simulate("classic_us", games=20, rounds=3, options={"salary": x}, progress=False) for x in (0, 200)
    }
    found = ml.over_rounds(runs)
    assert list(found.table.columns) == ["0", "200"] and list(found.table.index) == [1, 2, 3]
    assert len(found.figure().data) == 2
    assert ml.over_rounds(runs, "wealth").table.loc[1, "0"] <= ml.over_rounds(runs, "wealth").table.loc[1, "200"]


def test_over_rounds__what_it_cannot_show_is_named() -> None:
    with pytest.raises(ml.ExperimentError, match='did you mean "gini"'):
        ml.over_rounds({}, "gin")
    with pytest.raises(ml.ExperimentError, match="no simulation"):
        ml.over_rounds({})
    for wrong in (ml.simulate("classic_us", games=2, rounds=1, progress=False), ["x"]):
        with pytest.raises(ml.ArgumentError, match=r'expected: a table of values by name, as \{"name": value\}$'):
            ml.over_rounds(wrong)  # type: ignore[arg-type]


def test_after__the_interval_of_a_mean_and_losers_beside_winners() -> None:
    """By hand from the same games, played one by one."""
    options: dict[str, object] = {"taxes.wealth": 5}
    found = ml.simulate("classic_us", games=25, rounds=9, players=3, options=options, progress=False)
    worths = []
    for number in range(25):
        game = found.game(number)
        game.run(rounds=9)
        worths.append(sorted(game.net_worth("short_game").values()))
    ginis = pd.Series([sum((2 * k - 2) * x for k, x in enumerate(each)) / (3 * sum(each)) for each in worths])
    row = ml.over_rounds({"taxed": found}).after(9).loc["taxed"]
    assert row["games"] == 25
    assert row["mean"] == pytest.approx(ginis.mean(), abs=0.0006)
    assert row["high"] - row["low"] == pytest.approx(2 * 1.96 * ginis.std() / 5, rel=0.1)
    all_worths = pd.Series([x for each in worths for x in each])
    spread = ml.over_rounds({"taxed": found}, "wealth").after(9).loc["taxed"]
    width = found.plan.start.bin_width
    assert spread["median"] == pytest.approx(all_worths.median(), abs=width)
    assert spread["q75"] == pytest.approx(all_worths.quantile(0.75), abs=width)
    assert spread["nothing"] == pytest.approx((all_worths == 0).mean(), abs=0.01)


def test_after__is_shown_in_words_and_holds_numbers() -> None:
    found = ml.simulate("classic_us", games=5, rounds=2, players=2, options={"start_cash": 15000}, progress=False)
    spread = ml.over_rounds({"rich": found}, "wealth").after(1)
    middle = spread["median"]["rich"]
    assert 14_000 < middle < 16_000 and spread["nothing"]["rich"] == 0
    assert type(spread[["median"]]) is pd.DataFrame
    assert f"{middle:,}" in repr(spread[["median"]].pipe(Readable.of, money=["median"]))
    html = spread._repr_html_() or ""
    assert f"<td>{middle:,}</td>" in html and "<td>0.00 %</td>" in html
    assert "<th>median of all players</th>" in html and "<th>median</th>" not in html


@pytest.mark.parametrize("what", ["gini", "wealth", "cash"])
def test_after__columns_have_one_name_in_every_language_and_headings_in_its_own(what: str) -> None:
    found = ml.simulate("classic_us", games=5, rounds=2, players=2, progress=False)
    english, ukrainian = (ml.over_rounds({"x": found}, what, lang=lang).after(1) for lang in ("en", "uk"))
    assert list(english) == list(ukrainian)
    shown = [set(re.findall("<th>(.+?)</th>", table._repr_html_() or "")) for table in (english, ukrainian)]
    assert shown[0] & shown[1] == {"x"}


def test_after__a_round_that_nobody_has_come_to_is_refused() -> None:
    found = ml.over_rounds({"a": ml.simulate("classic_us", games=5, rounds=2, progress=False)})
    for beyond in (3, 10**40):
        with pytest.raises(ml.ExperimentError, match="the last they have is 2"):
            found.after(beyond)
    for wrong in (0, -1, "2", True, 1.5):
        with pytest.raises(
            ml.ExperimentError, match=f"^{quoted(wrong)} is not a round; a round is a whole number from 1 to 2$"
        ):
            found.after(wrong)  # type: ignore[arg-type]


def test_after__shows_the_columns_that_are_asked_for_and_refuses_others() -> None:
    found = ml.over_rounds({"a": ml.simulate("classic_us", games=5, rounds=2, progress=False)}, "wealth")
    whole, part = found.after(2), found.after(2, ["middle", "nothing"])
    assert list(part) == ["middle", "nothing"] and part.loc["a"].to_dict() == whole.loc["a", list(part)].to_dict()
    assert re.findall("<th>(.+?)</th>", part._repr_html_() or "") == ["middle of a game", "have nothing", "a"]
    with pytest.raises(ml.ExperimentError, match='did you mean "middle"'):
        found.after(2, ["midle"])


def test_over_rounds__many_rounds_are_printed_by_tens() -> None:
    found = ml.over_rounds({"a": ml.simulate("classic_us", games=2, rounds=40, progress=False)})
    assert [line.split()[0] for line in repr(found).splitlines()[2:]] == ["10", "20", "30", "40"]
    assert len(found.table) == 40


def test_after__takes_numbers_of_numpy_and_columns_once_and_refuses_what_is_no_list() -> None:
    found = ml.over_rounds({"a": ml.simulate("classic_us", games=5, rounds=3, progress=False)})
    assert found.after(np.int64(3)).equals(found.after(3))  # type: ignore[arg-type]
    twice = found.after(3, ["games", "games"])
    assert list(twice) == ["games"] and twice._repr_html_() and repr(twice)
    assert list(found.after(3, "mean")) == ["mean"]
    for wrong in (None, 5):
        with pytest.raises(ml.ArgumentError, match=r"^OverRounds\.after: columns: "):
            found.after(3, wrong)  # type: ignore[arg-type]


def test_after__of_games_still_on_there_are_twenty_as_in_the_table() -> None:
    """`table` ended where fewer than 20 games were still on, `after` did not."""
    runs = {"a": ml.simulate("classic_us", games=30, rounds=60, options={"salary": 0}, progress=False)}
    found = ml.over_rounds(runs, of="still on")
    last = int(found.table.index[-1])
    assert last < 60 and found.after(last).games["a"] >= 20 > runs["a"].by_round("gini", "still on").games[last + 1]
    for n in (last + 1, 60):
        with pytest.raises(ml.ExperimentError, match=f"^round {n}: fewer than 20 games .* so many is {last}$"):
            found.after(n)
    with pytest.raises(ml.ExperimentError, match=r"^round 61: not all simulations have come to it"):
        found.after(61)
    few = {"a": ml.simulate("classic_us", games=5, rounds=2, progress=False)}
    with pytest.raises(ml.ExperimentError, match=r"^round 1: fewer than 20 games are still on in at least one of"):
        ml.over_rounds(few, of="still on").after(1)


def test_over_rounds__what_it_measures_has_its_old_name_too() -> None:
    found = ml.over_rounds({"a": ml.simulate("classic_us", games=2, rounds=2, progress=False)}, "cash")
    with pytest.warns(DeprecationWarning, match="measure"):
        assert found.what == found.measure == "cash"
