"""Figures of what a live class did: each takes a table of results, and most also a simulation to compare with.

The title is what was found; means of a class have intervals (95 %). An analysis notebook of a live class calls them.
"""

import textwrap
from collections.abc import Mapping, Sequence
from itertools import cycle
from math import isfinite

import plotly.graph_objects as go
from plotly.subplots import make_subplots

from monopoly_lab.common.escaping import escape_chart_text
from monopoly_lab.common.lazy_imports import pd
from monopoly_lab.common.messages import decimal, grouped, percent, say
from monopoly_lab.figures.class_figure_parts import (
    HEIGHT,
    bids_beside_theory,
    bids_title,
    columns_axis,
    finish_figure,
    format_quantity,
    gifts_title,
    groups_caption,
    in_percent,
    labeled_line,
    market_title,
    mean_line,
    mean_of_round,
    mean_points,
    mean_price,
    percents_around,
    ticks_apart,
    winners,
    word,
)
from monopoly_lab.figures.style import CALM, FAINT, INK, STRONG, SYMBOLS, axis, titled
from monopoly_lab.figures.table_charts import DASHES, PALETTE
from monopoly_lab.measures.confidence_intervals import Interval, mean_of_few, mean_of_pairs, mean_of_strata, wilson
from monopoly_lab.measures.histogram_columns import alike, drawn_columns, place_of
from monopoly_lab.measures.inequality import gini
from monopoly_lab.notation.piece_names import dollars

SEALED = ("sealed", "vickrey")  # auctions in which the winner's bid is known too
RISING = "english"
FUND = "fund"
BINS = 20
WIDTH = 10  # of the columns of shares, in percent
INNER = 0.55  # of the width: columns in front of others
NAME = 11  # letters of a line below a column
TICKS = 6  # on an axis of counts, about


def predictions(
    table: "pd.DataFrame", unit: str = "", lang: str = "", low: float | None = None, high: float | None = None
) -> go.Figure:
    """Return the predictions of a class as a histogram, before and after the discussion, with the answer in it.

    Its columns are those of the wall; where they hold what is far outside, the axis says so.

    Args:
        table: Results of *Predict*.
        unit: Unit of the predictions.
        lang: Language; that of the session if empty.
        low: Least valid prediction; None for no limit.
        high: Largest valid prediction.
    """
    figure, last = go.Figure(), table
    truth = table["truth"].dropna()
    shown = float(truth.iloc[0]) if len(truth) else None
    stages = list(table.groupby("stage", sort=False))
    columns = alike([said["value"].tolist() for _, said in stages], low, high, shown)
    for place, (color, (stage, said), bins) in enumerate(zip(PALETTE, stages, columns)):
        starts, ends, counts = zip(*drawn_columns(bins))
        widths = [(end - start) / len(stages) for start, end in zip(starts, ends)]  # side by side
        middles = [start + (place + 0.5) * width for start, width in zip(starts, widths)]
        name = f"{word(str(stage), lang)} ({len(said)})"
        pen = {"width": 1, "color": "white"}
        figure.add_bar(x=middles, y=list(counts), width=widths, name=name, marker={"color": color, "line": pen})
        last = said
    figure.update_xaxes(columns_axis(columns[0], lang))
    middle = float(last["value"].median())
    told = {"middle": format_quantity(middle, unit, lang)}
    title = word("half_said", lang, **told)
    if len(truth):
        answer = format_quantity(float(truth.iloc[0]), unit, lang)
        at = place_of(float(truth.iloc[0]), columns[0])
        labeled_line(figure, at, answer, {"color": STRONG, "width": 3})
        title = word("half_said_truth", lang, **told, truth=answer)
    figure.update_layout(showlegend=len(stages) > 1)
    figure.update_yaxes(dtick=max(1, round(len(last) / BINS)))
    first, third = (format_quantity(float(last["value"].quantile(at)), unit, lang) for at in (0.25, 0.75))
    under = word("predictions_under", lang, n=len(last), low=first, high=third)
    return finish_figure(
        figure, title, under, word("value", lang, unit=f", {unit}" if unit else ""), word("students", lang), lang
    )


def auction_bids(table: "pd.DataFrame", lang: str = "") -> go.Figure:
    """Return the bids of an auction over what the phones showed, with the line of theory for each format.

    Bids that won have a ring. Below the title, all bids of a format are shown beside theory, with intervals.
    """
    figure = go.Figure()
    table = table.assign(size=table.groupby(["round", "lot"])["told"].transform("size"))
    for n, (kind, bids) in enumerate(table.dropna(subset=["bid"]).groupby("format", sort=False)):
        name, color = word(f"format_{kind}", lang), PALETTE[n]
        marker = {"color": color, "symbol": SYMBOLS[n], "size": 9, "opacity": 0.7}  # equal bids are darker
        figure.add_scatter(x=bids["told"].tolist(), y=bids["bid"].tolist(), mode="markers", name=name, marker=marker)
        is_value = (bids["theory"] == bids["told"]).all()  # in groups of all sizes
        sizes = [(0, bids)] if is_value else list(bids.groupby("size"))
        for dash, (size, of_size) in zip(cycle(DASHES[1:]), sizes):  # each has an equilibrium of its own
            pen = {"color": color, "dash": dash, "width": 2}
            line, several = of_size.sort_values("told"), len(sizes) > 1
            label = word("theory_of_size" if several else "theory_of", lang, name=name, n=int(size))
            figure.add_scatter(x=line["told"].tolist(), y=line["theory"].tolist(), mode="lines", name=label, line=pen)
    figure.add_traces(winners(table, lang))
    first = next((kind for kind in SEALED if (table["format"] == kind).any()), table["format"].iloc[0])
    title = bids_title(table[table["format"] == first].dropna(subset=["bid"]), word(f"format_{first}", lang), lang)
    clock = word("bids_clock", lang) if (table["format"] == RISING).any() else ""
    under = "; ".join(filter(None, (bids_beside_theory(table, lang), clock)))
    return finish_figure(figure, title, under, word("told", lang), word("bid", lang), lang)


def auction_prices(table: "pd.DataFrame", simulated: Mapping[str, Sequence[float]], lang: str = "") -> go.Figure:
    """Return what sellers got by format: the class, theory with the same values, and simulated bidders.

    Deeds that were not sold, or for which fewer than two have bid, have no price that can be compared.

    Args:
        table: Results of an auction.
        simulated: Prices of simulated auctions by format, as "sealed".
        lang: Language; that of the session if empty.
    """
    lots = table[table["won"]].dropna(subset=["price", "theory_price"])
    kinds = list(lots["format"].unique())
    if not kinds:
        return finish_figure(go.Figure(), word("no_bids", lang), "", "", word("price", lang), lang)
    means = {kind: mean_price(lots[lots["format"] == kind]) for kind in kinds}
    theory = lots.groupby("format")["theory_price"].mean()
    names = [word(f"format_{kind}", lang) for kind in kinds]
    figure = go.Figure(mean_points(names, list(means.values()), word("class", lang), STRONG, "circle"))
    figure.add_trace(
        mean_points(names, [theory[kind] for kind in kinds], word("same_values", lang), INK, "line-ew-open")
    )
    usual = [mean_of_few(simulated[kind]).value for kind in kinds]
    figure.add_trace(mean_points(names, usual, word("simulated", lang), CALM, "diamond"))
    furthest = max(kinds, key=lambda kind: abs(means[kind].value - theory[kind]))
    told = {"mean": dollars(means[furthest].value, lang), "theory": dollars(theory[furthest], lang)}
    title = word("prices", lang, format=word(f"format_{furthest}", lang), **told)
    n = grouped(len(next(iter(simulated.values()))), lang)
    sealed = table[table["format"] != RISING]  # in rising bids, silence is an answer
    under = word("prices_under", lang, n=n, lots=len(lots))
    if len(sealed):
        bids = say("live.auction.counts_bids", lang, made=int(sealed["bid"].notna().sum()), asked=len(sealed))
        under = f"{under}; {bids}"
    return finish_figure(figure, title, under, "", word("price", lang), lang)


def bargain_shares(table: "pd.DataFrame", simulated: Sequence[float], lang: str = "") -> go.Figure:
    """Return who got which part of the gains from trade, beside computers that bargained with the same values.

    Pairs without an offer have missed a deal; pairs with a computer count nowhere. Theory is there where it says any.

    Args:
        table: Results of a bargain.
        simulated: Shares in percent that computers agreed on.
        lang: Language; that of the session if empty.
    """
    table = table[~table["has_computer"]] if "has_computer" in table else table  # in older tables it is not known
    if not len(table):
        return finish_figure(go.Figure(), word("no_deals", lang), "", "", word("percent_of_deals", lang), lang)
    table = table.assign(share=shares_of(table), theory=shares_of(table.assign(price=table["theory_price"])))
    deals, who = table.dropna(subset=["share"]), "proposer" if table["proposer"].notna().any() else "buyer"
    figure = go.Figure()
    both = (("simulated", list(simulated), CALM, 1.0), ("class", deals["share"].tolist(), STRONG, INNER))
    for said, shares, color, part in both:  # the class in front of the simulation: theory is a line at its true place
        places, percents = percents_around(shares, WIDTH)
        style = {"name": word(said, lang), "marker_color": color, "width": [part * WIDTH] * len(places)}
        figure.add_bar(x=places, y=percents, **style)
    figure.update_layout(barmode="overlay", legend_traceorder="reversed").update_xaxes(
        tickmode="linear", tick0=0, dtick=ticks_apart(figure, WIDTH)
    )
    theory = float(table["theory"].mean())
    if isfinite(theory):
        label = word("theory_at", lang, value=percent(theory / 100, 0, lang))
        labeled_line(figure, theory, label, {"color": INK, "dash": "dash"})
    title = word("no_deals", lang)
    if len(deals):
        mean = mean_of_pairs(list(zip(deals["share"], deals["buyer"], deals["seller"])))
        lost = "_lost" if round(mean.value) < 0 else ""  # "they kept −5 % of the gain" is no sentence
        found = Interval(*(-each for each in (mean.value, mean.high, mean.low))) if lost else mean
        added = word(f"theory_added{lost}", lang, theory=round(theory)) if isfinite(theory) else ""
        told = {"n": len(deals), "total": len(table), "theory": added}
        title = word(f"shares_{who}{lost}", lang, mean=found.format_estimate(0, lang), **told)
    missed = float(1 - (deals["most"] - deals["least"]).sum() / (table["most"] - table["least"]).sum())
    under = word("lost_gains", lang, share=percent(missed, 0, lang))
    return finish_figure(figure, title, under, word(f"share_{who}", lang), word("percent_of_deals", lang), lang)


def shares_of(table: "pd.DataFrame") -> "pd.Series[float]":
    """Return the share of the gain, in percent, that the proposer got, or the buyer where nobody proposes alone."""
    buyers = (table["most"] - table["price"]) / (table["most"] - table["least"])
    is_sellers = table["proposer"] == table["seller"]
    return 100 * buyers.where(~is_sellers, 1 - buyers)


def gifts(
    table: "pd.DataFrame", simulated: "pd.Series[float]", game: str = FUND, lang: str = "", rounds: int = 0
) -> go.Figure:
    """Return what was given by round, or how full the pot was, with the intervals of groups, theory, and a simulation.

    Gifts that the computer made for late students count only where there are no others. Of a part in which people made
    less than half of them, the title says no more than that. Gains below the title are of all members, as on the wall,
    with how many rounds were played of a part that was ended early.

    Args:
        table: Results of Give or keep.
        simulated: Mean share by round of simulated groups.
        game: "fund" or "pot".
        lang: Language; that of the session if empty.
        rounds: How many rounds a part was to have; if 0, nothing is said of parts that were ended early.
    """
    by_persons = table[~table["by_computer"]] if game == FUND and "by_computer" in table else table
    shown = by_persons if len(by_persons) else table
    shown = shown if game == FUND else shown.drop_duplicates(["part", "round", "group"])  # a pot is that of all
    figure, titles, means_shown = go.Figure(), list[str](), list[Interval]()
    for n, (part, everybody) in enumerate(table.groupby("part")):
        played = shown[shown["part"] == part]
        means = [mean_of_round(found) for _, found in played.groupby("round")]
        numbers, name = sorted(played["round"].unique()), word(f"{game}_{part}", lang)
        figure.add_trace(mean_line(numbers, means, name, PALETTE[n]))
        theory = played.groupby("round")["theory"].first()
        said = word("theory_of", lang, name=name)
        pen = {"color": PALETTE[n], "dash": "dash", "width": 2}
        figure.add_scatter(x=numbers, y=(100 * theory).tolist(), mode="lines", name=said, line=pen)
        titles.append(gifts_title(everybody, means, name, lang))
        means_shown += means
    pen = {"color": FAINT, "dash": "dot", "width": 3}
    made = (100 * simulated).tolist()
    figure.add_scatter(x=list(simulated.index), y=made, mode="lines", name=word("simulated", lang), line=pen)
    under = groups_caption(table["group"].nunique(), means_shown, lang)
    if "group_gain" in table:
        under = f"{under}; {word('gains_under', lang, told=', '.join(_gain_sentences(table, game, rounds, lang)))}"
    figure.update_xaxes(dtick=1)
    return finish_figure(figure, "; ".join(titles), under, word("round", lang), word(f"axis_{game}", lang), lang)


def _gain_sentences(table: "pd.DataFrame", game: str, rounds: int, lang: str) -> list[str]:
    """Return what a member gained in a round by part, and what fines took from it."""
    groups = table.drop_duplicates(["part", "round", "group"])
    said = []
    for part, played in groups.groupby("part"):
        fines = float(played["group_fines"].mean()) if "group_fines" in played else float("nan")
        sums = {"gain": dollars(float(played["group_gain"].mean()), lang)}
        sums |= {"fines": dollars(fines, lang)} if isfinite(fines) else {}
        key = "gain_fines" if isfinite(fines) else "gain_part"
        name, n = word(f"{game}_{part}", lang), int(played["round"].max())
        name = word("cut", lang, part=name, n=n, total=rounds) if n < rounds else name
        said.append(word(key, lang, part=name, **sums))
    return said


def market(
    table: "pd.DataFrame", simulated: "pd.DataFrame", lang: str = "", parts: Mapping[int, str] | None = None
) -> go.Figure:
    """Return price and share of deeds sold by round, each part beside theory, and beside simulated buyers.

    Deeds of late sellers, and deeds without a bid, count as not sold; below the title it says how many these are. What
    sellers pay back is taken off the price.

    Args:
        table: Results of Hidden quality.
        simulated: Columns price and is_sold by round, of a market where quality is hidden.
        lang: Language; that of the session if empty.
        parts: What each part was called in the class, by its number; first and second part if left out.
    """
    called = parts or {}
    has_bids = table.groupby(["part", "round"])["price"].transform("count") > 0
    table = table.assign(is_sold=table["is_sold"].astype(float).where(has_bids))
    if "net_price" in table:
        table = table.assign(price=table["net_price"])
    figure, titles = make_subplots(1, 2, horizontal_spacing=0.14), []
    for n, (part, played) in enumerate(table.groupby("part")):
        by_round, label = played.groupby("round"), called.get(part) or word(f"part_{part}", lang)
        titles.append(market_title(label, played, lang))
        for column, (key, theory, times) in enumerate(
            (("price", "theory_price", 1), ("is_sold", "theory_sold", 100)), 1
        ):
            means = [Interval(times * float(each), float("nan"), float("nan")) for each in by_round[key].mean()]
            rounds = list(by_round.groups)
            line = mean_line(rounds, means, label, PALETTE[n], 1)
            figure.add_trace(line.update(showlegend=column == 1), 1, column)
            pen, said = {"color": PALETTE[n], "dash": "dash"}, word("theory_of", lang, name=label)
            expected = (times * by_round[theory].mean()).tolist()
            shown = {"name": said, "showlegend": column == 1, "mode": "lines+markers", "line": pen}
            figure.add_scatter(x=rounds, y=expected, **shown, row=1, col=column)
            if n == 0:
                pen = {"color": FAINT, "dash": "dot"}
                shown = {"name": word("simulated", lang), "mode": "lines+markers", "line": pen}
                made = (times * simulated[key]).tolist()
                figure.add_scatter(x=rounds, y=made, showlegend=column == 1, **shown, row=1, col=column)
    figure.update_xaxes(axis(word("round", lang), dtick=1))
    figure.update_yaxes(axis(word("price", lang), rangemode="tozero"), col=1)
    figure.update_yaxes(axis(word("axis_sold", lang), range=[0, 105]), col=2)
    under = word("market_under", lang, n=round(len(table) / table.groupby("part")["round"].nunique().sum()))
    if "net_price" in table and table["promise"].notna().any():
        under = f"{under}; {word('market_net', lang)}"
    if "is_decided" in table and (late := (has_bids & ~table["is_decided"])).any():
        unbid = int((late & table["price"].isna()).sum())
        under = f"{under}; {word('market_late', lang, late=int(late.sum()) - unbid, unbid=unbid)}"
    return titled(figure, ". ".join(titles), [under], HEIGHT, lang)


def firsts(table: "pd.DataFrame", simulated: "pd.DataFrame", games: int, lang: str = "") -> go.Figure:
    """Return how often each role was first in the games of the class, and in simulated games, with intervals.

    Args:
        table: Results of Play together, of a scenario.
        simulated: Shares by player, with low and high: `Simulation.wins`.
        games: Number of simulated games.
        lang: Language; that of the session if empty.
    """
    simulated = simulated.set_axis(list(dict.fromkeys(table["player"])))  # the same order, in the language of the room
    roles, total = list(simulated.index), table["game"].nunique()
    won = {role: int(table.loc[table["player"] == role, "first"].sum()) for role in roles}
    names = [escape_chart_text(role) for role in roles]
    mine = [in_percent(wilson(won[role], total)) for role in roles]
    theirs = [in_percent(Interval(*simulated.loc[role, ["share", "low", "high"]])) for role in roles]
    figure = go.Figure(mean_points(names, mine, word("class", lang), STRONG, "circle"))
    figure.add_trace(mean_points(names, theirs, word("simulated", lang), CALM, "diamond"))
    best = max(roles, key=lambda role: simulated.loc[role, "share"])
    share = percent(float(simulated.loc[best, "share"]), 0, lang)
    title = word("firsts", lang, role=escape_chart_text(best), n=won[best], total=total, share=share)
    under = word("firsts_under", lang, n=grouped(games, lang))
    return finish_figure(figure, title, under, "", word("axis_firsts", lang), lang)


def inequality(table: "pd.DataFrame", simulated: "pd.DataFrame", lang: str = "") -> go.Figure:
    """Return the Gini coefficients of simulated games as a distribution, with the games of the class marked in it.

    Args:
        table: Results of Play together or Vote.
        simulated: A row for each simulated game, with its Gini coefficient in `gini`, or what each player is worth in
            columns `worth_...`: `Simulation.rows` of an experiment with `keep=True`.
        lang: Language; that of the session if empty.
    """
    worths = simulated[[name for name in simulated.columns if name.startswith("worth_")]].to_numpy(dtype=float)
    usual = list(simulated["gini"]) if "gini" in simulated else [gini(row) for row in worths if row.sum() > 0]
    mine = [gini(worth) for _, worth in table.groupby("game")["worth"] if worth.sum() > 0]
    bins = {"start": 0, "end": 1, "size": 0.025}
    figure = go.Figure()
    figure.add_histogram(x=usual, xbins=bins, histnorm="percent", name=word("simulated", lang), marker_color=CALM)
    marker = {"color": STRONG, "size": 13, "symbol": "triangle-down", "line": {"width": 1, "color": INK}}
    figure.add_scatter(x=mine, y=[0.4] * len(mine), mode="markers", name=word("class_games", lang), marker=marker)
    mean, middle = mean_of_few(mine), sorted(usual)
    low, high = (decimal(middle[int(at * (len(middle) - 1))], 2, lang) for at in (0.05, 0.95))
    title = word("inequality", lang, mean=mean.format_estimate(2, lang), low=low, high=high)
    under = word("games_under", lang, n=len(mine), total=grouped(len(usual), lang))
    return finish_figure(figure, title, under, word("gini", lang), word("percent_of_games", lang), lang)


def votes(table: "pd.DataFrame", simulated: "pd.DataFrame", lang: str = "") -> go.Figure:
    """Return the votes for each rule, and in a run-off if there was one, and how unequal simulated games end.

    Args:
        table: Results of Vote.
        simulated: A row for each simulated game: the rule, the game of the class that it goes on from, and the Gini
            coefficient at its end, `gini`.
        lang: Language; that of the session if empty.
    """
    rules, first = list(simulated["rule"].unique()), table["vote"].dropna()
    names = ["<br>".join(textwrap.wrap(say(f"live.vote.rule_{rule}", lang), NAME)) for rule in rules]
    figure = make_subplots(1, 2, horizontal_spacing=0.14)
    runoff = table["runoff"].dropna() if "runoff" in table else first.iloc[:0]  # in older tables it is not known
    counts: list[int | None] = [int((first == rule).sum()) for rule in rules]
    shown = [("vote", counts, CALM if len(runoff) else STRONG)]
    if len(runoff):
        shown.append(("runoff", [int((runoff == rule).sum()) or None for rule in rules], STRONG))
    for key, each, color in shown:
        label = say("live.vote.first_vote" if key == "vote" else "live.vote.head_runoff", lang)
        figure.add_bar(x=names, y=each, text=each, marker_color=color, name=label, row=1, col=1)
    ends = [simulated[simulated["rule"] == rule].groupby("game")["gini"] for rule in rules]
    found = [mean_of_strata([each.tolist() for _, each in games]) for games in ends]
    figure.add_trace(mean_points(names, found, "", CALM, "diamond").update(showlegend=False), 1, 2)
    rule, voted = table["rule"].iloc[0], runoff if len(runoff) else first
    chosen, total = say(f"live.vote.rule_{rule}", lang), len(voted)
    least = say(f"live.vote.rule_{rules[min(range(len(rules)), key=lambda n: found[n].value)]}", lang)
    by = word("votes_runoff" if len(runoff) else "votes_first", lang, n=int((voted == rule).sum()), total=total)
    figure.update_yaxes(axis(word("axis_votes", lang), rangemode="tozero"), col=1)
    figure.update_yaxes(axis(word("axis_gini", lang)), col=2)
    figure.update_xaxes(tickangle=0)
    most = max(each or 0 for _, counted, _ in shown for each in counted)
    figure.update_layout(showlegend=len(shown) > 1).update_yaxes(dtick=max(1, round(most / TICKS)), col=1)
    title = word("votes", lang, rule=chosen, by=f" ({by})" if total else "")
    return titled(figure, title, [word("votes_least", lang, least=least), word("votes_under", lang)], HEIGHT, lang)
