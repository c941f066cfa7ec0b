"""Analysis notebook of a live class: it loads the tables of `Live.save`, and draws the class beside simulations.

Each activity that was played has a section: its table, and figures of `figures.class_figures`. The notebook runs from
top to bottom beside its tables, without the server of the class.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from monopoly_lab.common.escaping import escape_markdown
from monopoly_lab.common.messages import say
from monopoly_lab.game.scenarios import Scenario
from monopoly_lab.live import play_results
from monopoly_lab.live.activities.class_auction import ClassAuction
from monopoly_lab.live.activities.class_bargain import ENOUGH, HALF, ClassBargain
from monopoly_lab.live.activities.class_vote import ClassVote
from monopoly_lab.live.activities.give_or_keep import CAPACITY, MULTIPLIER, GiveOrKeep
from monopoly_lab.live.activities.lemon_market import LemonMarket
from monopoly_lab.live.activities.play_together import PlayTogether
from monopoly_lab.live.activities.predict import Predict
from monopoly_lab.live.activity import Activity
from monopoly_lab.live.bargain_results import SURPLUSES
from monopoly_lab.live.give_results import ENDOWMENT, FUND

FILE = "live.ipynb"
ALONE = "notebook"  # tag of what only a notebook says, and no page made from it
MARKETS = 200  # simulated markets
LETTERS = "ABCDEFGH"
LOADING = """\
import numpy as np
import pandas as pd
import monopoly_lab as ml
from monopoly_lab.figures import class_figures as figures
from monopoly_lab.figures.class_tables import in_words

ml.speak({lang!r})

def results(kind, activity):
    table = pd.read_csv(f"{{kind}}.csv")
    return table[table["activity"] == activity]
"""
NUMBERED = """
games["player"] = games.groupby("game").cumcount() + 1"""  # the page names nobody
DECISIONS = """\
decisions = pd.read_csv("decisions.csv")
in_words(decisions.groupby(["activity", "kind"])["decided_in"].describe().round(1))
"""


def notebook_of(code: str, lang: str, played: Sequence[tuple[int, Activity]], has_decisions: bool) -> str:
    """Return the notebook as text.

    Args:
        code: Code of the room.
        lang: Language of its words.
        played: The activities that have results, with their numbers.
        has_decisions: True if there is a table of all answers.
    """
    cells = [_words(say("live.analysis_title", lang, code=code), say("live.analysis_intro", lang))]
    cells.append(_words(say("live.analysis_how", lang)) | {"metadata": {"tags": [ALONE]}})
    cells.append(_code(LOADING.format(lang=lang)))
    for number, activity in played:
        heading = f"## {number}. {activity.say('title')}"
        asked = [f"**{escape_markdown(' '.join(activity.asked.split()))}**"] if isinstance(activity, Predict) else []
        cells.append(_words(heading, *asked, activity.say("teaches"), activity.analysis()))
        cells += [_code(lines) for lines in SECTIONS[activity.NAME](activity, number)]
    if has_decisions:
        cells += [_words(f"## {say('live.analysis_decisions', lang)}"), _code(DECISIONS)]
    for place, cell in enumerate(cells):
        cell["id"] = f"cell-{place}"
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    metadata = {"kernelspec": kernel, "language_info": {"name": "python"}}
    content = {"cells": cells, "metadata": metadata, "nbformat": 4, "nbformat_minor": 5}
    return json.dumps(content, ensure_ascii=False, indent=1) + "\n"


def _words(*paragraphs: str) -> dict[str, Any]:
    text = "\n\n".join(paragraphs).replace("<", "&lt;")
    return {"cell_type": "markdown", "metadata": {}, "source": text}


def _code(lines: str) -> dict[str, Any]:
    return {"cell_type": "code", "metadata": {}, "source": lines.strip(), "outputs": [], "execution_count": None}


# What stands in the section of an activity: cells of code


def _predict(activity: Predict, number: int) -> list[str]:
    load = f"""
predictions = results("predict", {number})
described = predictions.groupby("stage", sort=False)["value"].describe().round(2)
in_words(described[["count", "min", "25%", "50%", "75%", "max"]])"""
    drawn = f"figures.predictions(predictions, unit={activity.unit!r}, low={activity.low}, high={activity.high})"
    return [load, drawn]


def _auction(activity: ClassAuction, number: int) -> list[str]:
    load = f"""
auction = results("auction", {number})
auction["bidders"] = auction.groupby(["round", "lot"])["lot"].transform("size")
lots = auction.drop_duplicates(["round", "lot"]).dropna(subset=["theory_price"])  # two bids
in_words(lots.groupby("format", sort=False)[["price", "theory_price"]].agg(["count", "mean"]).round(0))"""
    dealt = f"""
from monopoly_lab.live.auction_lots import simulated_prices

simulated = {{
    of_kind: simulated_prices(of_kind, {activity.is_common}, lots.loc[lots["format"] == of_kind, "bidders"])
    for of_kind in lots["format"].unique()
}}"""
    won = """
won = auction[auction["won"]].rename(columns={"gain": "winner_gain"})
in_words(won.groupby("format", sort=False)[["winner_gain"]].describe().round(0))"""
    return [load, "figures.auction_bids(auction)", dealt, "figures.auction_prices(auction, simulated)", won]


def _bargain(activity: ClassBargain, number: int) -> list[str]:
    columns = ["price", *([] if activity.is_guess else ["theory_price"]), "buyer_gain", "seller_gain"]
    load = f"""
bargain = results("bargain", {number})
bargain = bargain[~bargain["has_computer"]]
deals = bargain.dropna(subset=["price"])
in_words(deals.groupby("round")[{columns}].mean())"""
    both = """
both = deals.dropna(subset=["theory_price"])
in_words(both.groupby("round")[["price", "theory_price"]].agg(["count", "mean"]).round(0))"""
    drawn = f"""
rng = np.random.default_rng(1)
gains = rng.choice(np.arange({SURPLUSES.start}, {SURPLUSES.stop}, {SURPLUSES.step}), 10_000)"""
    if activity.is_ultimatum:
        lines = f"""
simulated = 100 * {HALF} / gains[gains > {HALF}]"""
    else:
        lines = f"""
first = {HALF} / gains[gains >= {HALF + ENOUGH}]
simulated = 100 * np.where(rng.random(first.size) < 0.5, first, 1 - first)"""
    tables = [load, both] if activity.is_guess else [load]  # theory, too, misses deals: one set of pairs
    return [*tables, f"{drawn}{lines}", "figures.bargain_shares(bargain, simulated)"]


def _give(activity: GiveOrKeep, number: int) -> list[str]:
    size, rounds = int(activity.options["size"]), int(activity.options["rounds"])
    game = str(activity.options["game"])
    columns = ["group_gain", *(["group_fines"] if game == FUND and len(activity.matches) > 1 else [])]
    people = ' & ~give["by_computer"]' if game == FUND else ' & ~give.duplicated(["part", "round", "group"])'
    load = f"""
give = results("give", {number})
rounds = give.drop_duplicates(["part", "round", "group"]).groupby(["part", "round"])[{columns}].mean()
people = give[give["share"].notna(){people}].groupby(["part", "round"])["share"].mean()
people = people.rename({"paid_in" if game == FUND else "in_pot"!r})
in_words(pd.concat([people, rounds], axis=1), {game!r})"""
    if activity.options["game"] == FUND:
        rules = (
            f"public_good.PublicGood(players={size}, rounds={rounds}, endowment={ENDOWMENT}, multiplier={MULTIPLIER})"
        )
        kind, share = "free_rider", f'["give"].mean() / {ENDOWMENT}'
    else:
        rules = f"commons.Commons(players={size}, rounds={rounds}, capacity={CAPACITY * size})"
        kind, share = "grabber", f'["pot"].mean() / {CAPACITY * size}'
    lines = f"""
rules = ml.economics.{rules}
players = dict.fromkeys({LETTERS[:size]!r}, "conditional") | {{"A": {kind!r}}}
played = ml.economics.matches.play_games(rules, players, games=1)
simulated = played.groupby("round"){share}"""
    return [load, lines, f"figures.gifts(give, simulated, {game!r}, rounds={rounds})"]


def _lemons(activity: LemonMarket, number: int) -> list[str]:
    rounds, floor = int(activity.options["rounds"]), int(activity.options["floor"])
    called = {part + 1: activity.part_label(part) for part, rounds in enumerate(activity.past) if rounds}
    load = f"""
lemons = results("lemons", {number})
parts = {called}
has_bids = lemons.groupby(["part", "round"])["price"].transform("count") > 0
offered = lemons.assign(is_sold=lemons["is_sold"].astype(float).where(has_bids),
                        sold_quality=lemons["quality"].where(lemons["is_sold"]))
rounds = offered.groupby(["part", "round"])
in_words(rounds[["quality", "sold_quality", "net_price", "theory_price", "is_sold", "theory_sold"]].mean(), parts)"""
    lines = f"""
rules = ml.economics.hidden_quality.HiddenQuality(players=3, rounds={rounds}, floor={floor})
players = {{"A": "owner", "B": "learner", "C": "learner"}}
played = ml.economics.matches.play_games(rules, players, games={MARKETS}, seed=1)
deeds = played.groupby(["game", "round"])[["bid", "sell"]].max()
simulated = deeds.groupby("round").mean().rename(columns={{"bid": "price", "sell": "is_sold"}})"""
    gains = """
possible = lemons[has_bids].groupby("part")["quality"].sum()
sold = lemons[lemons["is_sold"]].groupby("part")
made = sold[["seller_gain", "buyer_gain"]].mean().reindex(possible.index)
made["sold"] = sold.size().reindex(possible.index, fill_value=0)
made["gains_made"] = (sold["quality"].sum() / possible).fillna(0)
in_words(made, parts)"""
    return [load, lines, "figures.market(lemons, simulated, parts=parts)", gains]


def _start_arguments(activity: PlayTogether) -> str:
    """Return the first arguments of `ml.simulate` for the start of an activity."""
    start = str(activity.options["start"])
    if isinstance(activity.found, Scenario):
        return repr(start)
    fill, size = activity.options["fill"], len(activity.games[0].game.players)
    return f"{activity.found.id!r}, players=dict.fromkeys({LETTERS[:size]!r}, {fill!r})"


def _play(activity: PlayTogether, number: int) -> list[str]:
    rounds, games = activity.rounds_played(), play_results.SIMULATED  # those of the wall
    numbers = "" if activity.roles else NUMBERED
    load = f"""
games = results("play", {number}){numbers}
in_words(games.set_index(["game", "player"])[["worth", "first", "finished"]])"""
    if not activity.finished_games:  # no whole game to compare
        return [load]
    lines = f"""
simulated = ml.simulate({_start_arguments(activity)},
                        games={games}, seed={activity.seed}, options={{"rounds": {rounds}}}, keep=True)"""
    cells = [load, 'games = games[games["finished"]]', lines]
    if isinstance(activity.found, Scenario):
        cells.append(f"figures.firsts(games, simulated.wins, games={games})")
    return [*cells, "figures.inequality(games, simulated.rows)"]


def _vote(activity: ClassVote, number: int) -> list[str]:
    offered = {"vote": list(activity.rules)} | ({"runoff": activity.pair} if activity.runoff else {})
    groups = list(activity.roles.values()) if activity.grouping == "player" else [True, False]
    named = '.rename(columns={"vote": "first_vote"})' if activity.runoff else ""
    counted = (f"{each!r}: vote[{each!r}].value_counts().reindex(offered[{each!r}], fill_value=0)" for each in offered)
    columns = ",\n    ".join(counted)
    load = f"""
vote = results("vote", {number})
offered = {offered}
counts = pd.DataFrame({{
    {columns}
}})
in_words(counts.reindex(offered["vote"]).rename_axis("rule"){named})"""
    who = [
        f"""
voted = vote.dropna(subset=[{ballot!r}])
counts = pd.crosstab(voted[{activity.grouping!r}], voted[{ballot!r}])
in_words(counts.reindex(index={groups}, columns=offered[{ballot!r}], fill_value=0))"""
        for ballot in offered
    ]
    cells = [load, *(who if activity.grouping else [])]
    if not activity.simulated:  # no game went on after the vote
        return cells
    lines = f"""
simulated = results("vote_simulated", {number})
ends = simulated.groupby("rule", sort=False)[["gini", "worth"]].mean()
in_words(ends.round({{"gini": 3, "worth": 0}}))"""
    cells += [lines, "figures.votes(vote, simulated)"]
    if any(row["compared"] for row in activity.rows()):
        under = f'simulated[simulated["rule"] == {activity.chosen!r}]'
        cells.append(f"figures.inequality(vote[vote['compared']], {under})")
    return cells


SECTIONS: Mapping[str, Callable[[Any, int], list[str]]] = {
    "predict": _predict,
    "auction": _auction,
    "bargain": _bargain,
    "give": _give,
    "lemons": _lemons,
    "play": _play,
    "vote": _vote,
}
