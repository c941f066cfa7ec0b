"""Public good: what a gift pays, how gifts develop, and when they last: `ml.Explorable("public_good")`."""

from collections.abc import Mapping, Sequence
from math import isinf
from typing import Any

import plotly.graph_objects as go

from monopoly_lab.common.messages import decimal, messages_of, percent
from monopoly_lab.economics.matches import Match
from monopoly_lab.economics.public_good import PublicGood, conditional_path
from monopoly_lab.editions import editions, load_edition
from monopoly_lab.figures.style import CALM, LEGEND, STRONG, axis, lay_out
from monopoly_lab.widgets.explorables.controls import Choice, Control, Slider, Switch, format_sum, in_percent
from monopoly_lab.widgets.explorables.explorable import Shown

ONE, MANY, FUTURE = "one", "many", "future"
TENTHS = 10
ROUNDS = 10
HORIZON = 96  # percent that the next round counts, at most


message = messages_of("explorable.public_good")


def controls(chosen: Mapping[str, Any]) -> Sequence[Control]:
    """Return the controls; each picture has its own beside the number of players and the multiplier."""
    picture, players = chosen.get("picture", ONE), chosen.get("players", 4)
    return (
        Choice("edition", "classic_us", [(name, name) for name in editions()], hidden=True),
        Choice("picture", ONE, [(name, message(f"picture_{name}")) for name in (ONE, MANY, FUTURE)]),
        Slider("players", 4, 2, 10),
        Slider("multiplier", 16, 5, 60, 1, lambda n: decimal(n / TENTHS, 1)),
        Slider("mine", 50, 0, 100, 5, in_percent, hidden=picture != ONE),
        Slider("others", 50, 0, 100, 5, in_percent, hidden=picture != ONE),
        Slider("free_riders", 1, 0, players, hidden=picture != MANY),
        Switch("fines", hidden=picture != MANY),
        Slider("future", 30, 0, HORIZON, 2, lambda n: decimal(n / 100, 2), hidden=picture != FUTURE),
    )


def draw(chosen: Mapping[str, Any]) -> Shown:
    """Return what a gift pays in one round, how gifts develop, or what one defection pays in the long run."""
    stake = int(load_edition(chosen["edition"]).resolve()["salary"])
    game = PublicGood(chosen["players"], ROUNDS, stake, chosen["multiplier"] / TENTHS)
    drawn = {ONE: _one, MANY: _many, FUTURE: _future}[chosen["picture"]]
    return drawn(game, chosen)


def _one(game: PublicGood, chosen: Mapping[str, Any]) -> Shown:
    """Draw what I have after a round, and what each of the others has, by my gift."""
    mine, others = (round(game.endowment * chosen[name] / 100) for name in ("mine", "others"))
    rest = (others,) * (game.players - 1)
    gifts = sorted({round(game.endowment * share / 100) for share in range(0, 101, 5)})
    own = [game.one_round((gift, *rest))[0] for gift in gifts]
    theirs = [game.one_round((gift, *rest))[1] for gift in gifts]
    figure = go.Figure()
    _line(figure, gifts, own, STRONG, message("me"))
    _line(figure, gifts, theirs, CALM, message("each_other"))
    now = game.one_round((mine, *rest))
    figure.add_scatter(
        x=[mine, mine], y=now[:2], mode="markers", marker={"size": 13, "color": [STRONG, CALM]}, showlegend=False
    )
    figure.update_traces(hovertemplate="%{x} → %{y}<extra></extra>")
    lay_out(figure, xaxis=axis(message("gift")), yaxis=axis(message("money"), rangemode="tozero"), legend=LEGEND)
    best = "all" if game.dominant_gift else "waste" if game.multiplier <= 1 else "none"
    hundred = {"group": decimal(100 * game.multiplier, 0), "own": decimal(100 * game.marginal_return, 0)}
    values = {"mine": mine, "gain": now[0], "others": others, "theirs": now[1], "total": sum(now)}
    most = sum(game.one_round((game.best_gift,) * game.players))
    said = message(
        "said_one", **{name: format_sum(chosen["edition"], value) for name, value in (values | {"most": most}).items()}
    )
    return Shown(figure, message(f"title_{best}", **hundred), said)


def _many(game: PublicGood, chosen: Mapping[str, Any]) -> Shown:
    """Draw how gifts develop in ten rounds: by theory, and as computer players give whole amounts."""
    riders = chosen["free_riders"]
    rounds, path = list(range(1, ROUNDS + 1)), conditional_path(game.players - riders, riders, rounds=ROUNDS)
    figure = go.Figure()
    figure.add_bar(x=rounds, y=[100 * share for share in path], marker={"color": CALM}, name=message("without_fines"))
    values: dict[str, object] = {"n": riders, "players": game.players, "share": percent(path[-1], 0)}
    title, said = message("title_many", **values), message("said_many")
    if chosen["fines"]:
        fined = PublicGood(game.players, ROUNDS, game.endowment, game.multiplier, True, most_points=game.endowment)
        kinds = ["opportunist"] * riders + ["punisher"] * (game.players - riders)
        match = Match(fined, {str(seat): kind for seat, kind in enumerate(kinds)})
        gifts = [sum(old.moves["give"]) / game.players / game.endowment for old in match.position.past]  # type: ignore[arg-type]
        figure.add_scatter(
            x=rounds, y=[100 * gift for gift in gifts], mode="lines+markers", line={"color": STRONG, "width": 3},
            name=message("with_fines"),
        )  # fmt: skip
        first = sum(match.position.past[0].payoffs) / game.players
        title = message("title_fines", **(values | {"share": percent(gifts[-1], 0)}))
        said = message(
            "said_fines",
            first=format_sum(chosen["edition"], first),
            stake=format_sum(chosen["edition"], game.endowment),
        )
    figure.update_traces(hovertemplate="%{x}: %{y:.1f} %<extra></extra>")
    lay_out(
        figure,
        xaxis=axis(message("round"), dtick=1), yaxis=axis(message("average_gift"), range=[0, 104]),
        showlegend=bool(chosen["fines"]), legend=LEGEND,
    )  # fmt: skip
    return Shown(figure, title, said)


def _future(game: PublicGood, chosen: Mapping[str, Any]) -> Shown:
    """Draw what giving for ever and keeping once are worth a round, by how much the next round counts."""
    n, everything = game.players, game.endowment
    together, once, alone = (
        game.one_round(gifts)[0] for gifts in ((everything,) * n, (0, *(everything,) * (n - 1)), (0,) * n)
    )
    counts = [share / 100 for share in range(0, HORIZON + 1, 2)]
    figure = go.Figure()
    _line(figure, counts, [together] * len(counts), CALM, message("give_always"))
    _line(figure, counts, [(1 - d) * once + d * alone for d in counts], STRONG, message("keep_once"))
    now = chosen["future"] / 100
    keeping = (1 - now) * once + now * alone
    figure.add_scatter(
        x=[now, now],
        y=[together, keeping],
        mode="markers",
        marker={"size": 13, "color": [CALM, STRONG]},
        showlegend=False,
    )
    figure.update_traces(hovertemplate="%{x:.2f}: %{y:.0f}<extra></extra>")
    lay_out(
        figure, xaxis=axis(message("next_counts")), yaxis=axis(message("a_round"), rangemode="tozero"), legend=LEGEND
    )
    limit = game.critical_discount
    key = "never" if isinf(limit) else "always" if not limit else "gives" if now >= limit - 1e-9 else "keeps"
    title = message(
        f"title_{key}", keep=format_sum(chosen["edition"], keeping), give=format_sum(chosen["edition"], together)
    )
    key = "never" if isinf(limit) else "future" if limit else "always"
    said = message(f"said_{key}", limit=decimal(0 if isinf(limit) else limit, 2))
    return Shown(figure, title, said)


def _line(figure: go.Figure, x: Sequence[float], y: Sequence[float], color: str, name: str) -> None:
    """Draw a line that the legend names."""
    figure.add_scatter(x=x, y=y, mode="lines", line={"color": color, "width": 3}, name=name)
