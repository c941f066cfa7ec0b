"""Names of players that are words, Upper, Middle, Working and Poor, are translated wherever a reader meets them."""

from pathlib import Path

import pandas as pd
import pytest

import monopoly_lab as ml
from monopoly_lab import figures
from monopoly_lab.common.messages import say, speaking
from monopoly_lab.economics.matches import Match
from monopoly_lab.economics.public_good import PublicGood
from monopoly_lab.export.notebook_cells import subject_of
from monopoly_lab.lessons.translation import file_of
from monopoly_lab.notation.html_tables import frame_in_language
from monopoly_lab.widgets import decision_facts
from monopoly_lab.widgets.html_elements import Words

ROLES = ("Upper", "Middle", "Working", "Poor")


@pytest.mark.usefixtures("all_compiled")
@pytest.mark.parametrize("lang", ["uk", "ru"])
def test_roles__are_in_words_in_tables_charts_boards_and_sentences(lang: str) -> None:
    said = [say(f"live.role.{role}", lang) for role in ROLES]
    assert not set(said) & set(ROLES)
    table = pd.DataFrame({"wins": [0.8, 0.1, 0.1, 0.0]}, index=ROLES)
    with speaking(lang):
        game = ml.Scenario.load("born_ahead").game(seed=1)
        shown = [frame_in_language(table._repr_html_(), lang), str(figures.bars(table, "title", y="y").to_dict())]
        found = ml.simulate(game, games=40, seed=1, progress=False)
        shown += [str(found), str(found.figure().to_dict())]
        shown += [repr(game), repr(game.apply("roll 6 4")), game.node.sentence]
    for text in shown:
        assert any(word in text for word in said) and not [role for role in ROLES if role in text], text
    assert game.players == ROLES, "programs and files know them by their own names"


@pytest.mark.parametrize("lang", ["uk", "ru"])
def test_roles__are_in_words_in_an_auction_a_comparison_and_a_match(lang: str) -> None:
    with speaking(lang):
        game = ml.Game("classic_us", ROLES, seed=1, start={"turn": "Upper"})
        for command in ("roll 2 4", "auction", "bid 30"):
            game.apply(command)
        shown = ["".join(decision_facts.fact_lines(game, Words(lang)))]
        arms = ml.compare({"a": game, "b": game}, player="Upper", games=4, seed=1, progress=False)
        shown += [arms.sentence(), str(arms.figure().to_dict())]
        match = Match(PublicGood(2, 1, 20, 1.6), {"You": None, "Upper": "giver"}, seed=1)
        panel = ml.MatchPanel(match, "You")
        panel.match.move("You", 5)
        shown.append(panel._table() + repr(panel))
    found = [(n, name) for n, text in enumerate(shown) for name in (*ROLES, "You") if name in text]
    assert not found, shown[found[0][0]]


@pytest.mark.parametrize("lang", ["uk", "ru"])
def test_roles__are_in_words_on_an_exported_page(lang: str) -> None:
    with speaking(lang):
        scenario = ml.Scenario.load("born_ahead")
        game = scenario.replay()
        game.run(rounds=1)
        worth = ml.in_words(pd.DataFrame({"cash": game.net_worth("cash")}))
        events = ml.in_words(game.events_frame(), game.edition)
        shown = [subject_of(scenario).told, worth.to_string(), events.to_string(), subject_of(game.ledger()).told]
        shown += [subject_of(game).title, *(cell.words for cell in subject_of(game.ledger()).cells)]
    assert list(worth.index) == [say(f"live.role.{role}", lang) for role in ROLES]
    assert not [text for text in shown if any(role in text for role in ROLES)]


@pytest.mark.usefixtures("all_compiled")
@pytest.mark.parametrize("lang", ["uk", "ru"])
def test_shares_of_games_won__have_room_for_the_names_as_they_are_said(lang: str) -> None:
    with speaking(lang):
        figure = ml.simulate(ml.Scenario.load("born_ahead").game(seed=1), games=20, seed=1, progress=False).figure()
        longest = max(len(say(f"live.role.{role}")) for role in ROLES)
    assert figure.layout.margin.l >= 8 * longest, "letters of 15 pixels are about 8 pixels wide"


@pytest.mark.parametrize("lang", ["uk", "ru"])
def test_lesson_20__names_nobody_in_english(lang: str) -> None:
    text = file_of("20_born_ahead", lang).read_text(encoding="utf-8")
    said = text.split("\nmsgstr ")[1:]
    assert not [part for part in said if any(role in part.partition("\n\n")[0] for role in ROLES)]


@pytest.mark.parametrize("lang", ["uk", "ru"])
def test_group__of_dark_blue_has_one_name(lang: str) -> None:
    """As the Ukrainian and Russian editions call it; "темно-синій" beside it would be another color."""
    folder = Path(ml.__file__).parent
    files = [
        folder / "common" / "messages" / f"{lang}.toml",
        *(folder / "lessons" / "translations" / lang).glob("*.po"),
    ]
    joined = {file.name: file.read_text(encoding="utf-8").replace('"\n"', "").lower() for file in files}
    assert not [name for name, text in joined.items() if "темно-син" in text or "тёмно-син" in text]
