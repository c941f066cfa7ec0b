"""Old import paths lead to the modules that have taken their place, with a warning."""

import json
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

import monopoly_lab as ml
from monopoly_lab.common.renamed_modules import RENAMED

PACKAGE = Path(ml.__file__).parent
IN_A_NEW_PROCESS = """
import json, sys, warnings
from importlib import import_module
for old, new in json.loads(sys.argv[1]).items():
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        found = import_module(f"monopoly_lab.{old}")
    assert found is import_module(f"monopoly_lab.{new}"), old
    assert found.__spec__.name == found.__name__ == f"monopoly_lab.{new}", (old, found.__spec__)
    said = [str(each.message) for each in told if each.category is DeprecationWarning]
    assert f"monopoly_lab.{old} is now called monopoly_lab.{new}" in said, (old, said)
"""


@pytest.mark.full
def test_renamed__old_paths_give_the_modules_of_the_new_ones() -> None:
    """A module below a package that was renamed is found there, too, and is not loaded twice."""
    paths = json.dumps(RENAMED | {"chain.exposure": "markov.exposure", "scenario.scenario": "game.scenarios.scenario"})
    command = [sys.executable, "-c", IN_A_NEW_PROCESS, paths]
    done = subprocess.run(command, cwd=PACKAGE.parent, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("path", ["chains", "chain.nothing", "widgets.nothing"])
def test_renamed__what_never_was_is_still_not_found(path: str) -> None:
    with pytest.raises(ModuleNotFoundError):
        import_module(f"monopoly_lab.{path}")


@pytest.mark.parametrize("old", RENAMED)
def test_renamed__no_old_path_is_a_module_again(old: str) -> None:
    there = PACKAGE.joinpath(*old.split("."))
    assert not [*there.glob("*.py")] and not there.with_suffix(".py").exists()


def test_renamed__old_names_give_the_same_with_a_warning() -> None:
    game = ml.Game("classic_us", options={"first_player": 0})
    game.apply("roll 1 2")
    with pytest.warns(DeprecationWarning, match=r"Game.position\(\) is now called Game.raw_state\(\)"):
        assert game.position() == game.raw_state()
    with pytest.warns(DeprecationWarning, match="Position.position is now called Position.space"):
        assert game.state.position == game.state.space
    with pytest.warns(DeprecationWarning, match="Decision.choices is now called Decision.texts"):
        assert game.node.choices == game.node.texts == game.choices()  # type: ignore[union-attr]
    table = ml.Table(game)
    with pytest.warns(DeprecationWarning, match="Table.weigh is now called Table.evaluate_choices"):
        assert table.weigh == table.evaluate_choices
    with pytest.warns(DeprecationWarning, match="WishError is now called MonopolyLabError"):
        assert ml.WishError is ml.MonopolyLabError
    with pytest.raises(AttributeError, match="no attribute 'weighs'"):
        table.weighs  # noqa: B018
    prediction = ml.Prediction("sevens")
    with pytest.warns(DeprecationWarning, match="Prediction.say is now called Prediction.record"):
        assert prediction.say(17) and prediction.value == 17
    compared = ml.compare({"a": "classic_us", "b": "classic_london"}, games=20)
    now = {"pairs": "compared_pairs", "reach": "largest_half_width", "level": "interval_confidence"}
    for old, new in now.items():
        with pytest.warns(DeprecationWarning, match=f"Comparison.{old} is now called Comparison.{new}"):
            assert getattr(compared, old) == getattr(compared, new)


def test_renamed__a_copy_of_lesson_9_that_was_handed_out_before_still_runs() -> None:
    with pytest.warns(DeprecationWarning, match="loss_risk is now called monopoly_lab.markov.loss_distribution"):
        from monopoly_lab.markov import loss_risk  # type: ignore[attr-defined]
    with pytest.warns(DeprecationWarning, match="is now called loss_distribution.conditional_value_at_risk"):
        assert loss_risk.conditional is loss_risk.conditional_value_at_risk
