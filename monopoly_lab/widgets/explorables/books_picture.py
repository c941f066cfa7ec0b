"""Twelve turns in the books, and what is counted as an expense: `ml.Explorable("books")`."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import plotly.graph_objects as go

from monopoly_lab.common.messages import grouped, messages_of, resolve_language
from monopoly_lab.editions import load_edition
from monopoly_lab.figures.style import CALM, STRONG, axis, lay_out
from monopoly_lab.game import Game
from monopoly_lab.widgets.explorables.controls import Choice, Control, Slider
from monopoly_lab.widgets.explorables.explorable import Shown

if TYPE_CHECKING:
    from monopoly_lab.game.accounting import Ledger

EDITION, PLAYERS = "classic_us", ("Ann", "Bo")
TURNS = (  # the first line throws for the start
    "roll 6 5, roll 2 3",
    "roll 2 4, buy",
    "roll 5 3, buy",
    "roll 1 2, buy",
    "roll 1 3, buy",
    "Ann: trade Bo: 180 for vermont, accept, Ann: build oriental, Ann: build vermont, Ann: build connecticut, "
    "Ann: build oriental, Ann: build vermont, Ann: build connecticut, roll 6 5",
    "roll 5 4, buy",
    "roll 6 4",
    "roll 6 5, buy",
    "pay, roll 2 4, buy",
    "roll 6 6, roll 3 2",
    "Ann: mortgage st_james, roll 5 4, buy",
    "Ann: sell oriental, Ann: redeem st_james, roll 5 3, draw chest 2",
)
BARS = ("cash", "deeds", "houses", "mortgages")  # keys of the ledger


message = messages_of("explorable.books")


@lru_cache(maxsize=1)
def game() -> Game:
    """Return the game of the unit on books."""
    played = Game(EDITION, players=list(PLAYERS), seed=8)
    for move in ", ".join(TURNS).split(", "):
        played.take(move)
    return played


@lru_cache(maxsize=6)
def ledger(salary: str, lang: str) -> "Ledger":
    """Return its books; `salary` is "revenue" or "capital"."""
    return game().ledger({} if salary == "revenue" else {"salary": salary}, lang)


def controls(chosen: Mapping[str, Any]) -> Sequence[Control]:
    """Return the controls: whose books, until when, and what is counted."""
    return (
        Choice("player", PLAYERS[0], [(name, message(f"player_{name.lower()}")) for name in PLAYERS]),
        Slider("turn", len(TURNS) - 1, 0, len(TURNS) - 1),
        Choice("counted", "gone", [(way, message(f"counted_{way}")) for way in ("gone", "spent")]),
        Choice("salary", "revenue", [(way, message(f"salary_{way}")) for way in ("revenue", "capital")]),
    )


def draw(chosen: Mapping[str, Any]) -> Shown:
    """Return what has changed since the start: cash, property, debts, and their sum, the profit."""
    lines = ledger(chosen["salary"], resolve_language("")).journal(chosen["player"])
    sums = (lines["debit"] - lines["credit"]).groupby([lines["turn"] <= chosen["turn"], lines["key"]]).sum()
    at = {str(key): int(value) for (until, key), value in sums.items() if until}
    start = int(lines.loc[lines["turn"] == 0, "debit"].max())
    change = {key: at.get(key, 0) - (start if key == "cash" else 0) for key in BARS}
    put_in = -at.get("salary_capital", 0)  # by the bank, if a salary is no revenue
    profit = sum(change.values()) - put_in
    seen = change["cash"] if chosen["counted"] == "spent" else profit
    said = load_edition(EDITION).money.grouped
    names = (
        [message(f"bar_{key}") for key in BARS] + ([message("bar_capital")] if put_in else []) + [message("bar_profit")]
    )
    values = [*change.values(), *([-put_in] if put_in else []), seen]
    figure = go.Figure()
    figure.add_bar(
        x=names,
        y=values,
        text=[f"{'+' * (value > 0)}{grouped(value)}" for value in values],
        textposition="outside",
        marker={"color": [CALM] * (len(values) - 1) + [STRONG]},
        cliponaxis=False,
        hoverinfo="x+text",
    )
    low, high = min(0, *values), max(0, *values)
    room = 0.15 * max(high - low, 100)
    lay_out(
        figure,
        xaxis=axis(""),
        yaxis=axis(message("axis"), range=[low - room, high + room], zeroline=True),
        showlegend=False,
    )
    kind = "spent" if chosen["counted"] == "spent" else "profit" if profit > 0 else "loss" if profit < 0 else "even"
    facts = {"player": message(f"player_{chosen['player'].lower()}"), "n": chosen["turn"]}
    title = message(f"title_{kind}", sum=said(abs(seen)), **facts)
    return Shown(figure, title, _entries_of_turn(lines[lines["turn"] == chosen["turn"]], chosen["turn"], said))


def _entries_of_turn(lines: Any, turn: int, said: Any) -> str:
    """Return what was entered in a turn: debits and credits by account."""
    if lines.empty:
        return message("nothing", n=turn)
    sides = {}
    for side in ("debit", "credit"):
        by_account = lines[lines[side] > 0].groupby("account", sort=False)[side].sum()
        sides[side] = ", ".join(f"{account} {said(int(sum_))}" for account, sum_ in by_account.items())
    return message("said", n=turn, **sides)
