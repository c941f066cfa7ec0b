"""What can be exported, each as the cells of a notebook that makes it again, and as tables."""

import platform
import warnings
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from functools import singledispatch
from typing import TYPE_CHECKING, Any, NamedTuple

from monopoly_lab import __version__
from monopoly_lab.accounts import Ledger, Policies
from monopoly_lab.chain import Chain
from monopoly_lab.errors import ChainError, ExportError
from monopoly_lab.experiments import Comparison, Simulation
from monopoly_lab.experiments.arms import BUILT_IN
from monopoly_lab.experiments.plan import Plan
from monopoly_lab.game.game import Game
from monopoly_lab.messages import say
from monopoly_lab.scenario import Scenario

if TYPE_CHECKING:
    import pandas as pd

GAMES = 100  # played on from the position, to show how it goes on
SEED = 1
TOP = 10  # spaces that are listed


class Cell(NamedTuple):
    """A cell of a notebook: the words over it, if there are any, and the code."""

    words: str
    code: str = ""


@dataclass
class Subject:
    """A thing to be exported: what it is called, the cells that make it again and show it, its tables, its books."""

    title: str
    cells: list[Cell]
    tables: dict[str, Any] = field(default_factory=dict)
    ledger: Ledger | None = None


@singledispatch
def subject_of(what: object) -> Subject:
    """The cells and tables of a thing; ExportError for what cannot be exported."""
    raise ExportError(say("export.unknown", value=type(what).__name__))


@subject_of.register
def _game(game: Game) -> Subject:
    return game_subject(game, game.edition.title)


@subject_of.register
def _scenario(scenario: Scenario) -> Subject:
    """The scenario after its script, with its words."""
    words = "\n\n".join(part for part in (scenario.project, f"*{scenario.source}*" if scenario.source else "") if part)
    return game_subject(scenario.replay(), scenario.title, words)


def game_subject(game: Game, title: str, words: str = "") -> Subject:
    """A game: its board, boards on the way, history, worth, the chain of its board and games played on from here."""
    cells = [
        Cell(words),
        Cell(say("export.made", **_made(game)), f"import monopoly_lab as ml\n\ngame = {embedded(game)}"),
        Cell(say("export.position"), "game"),
        *_moments(game),
        Cell(say("export.history"), "game.log()"),
        Cell("", "game.events_frame()"),
        Cell(say("export.worth"), _worths()),
        *_chain_cells(game),
    ]
    if not game.over:
        code = f"ml.simulate(game, games={GAMES}, seed={SEED}, progress=False)"
        cells.append(Cell(say("export.onward", n=GAMES), code))
    return Subject(title, cells, _game_tables(game), game.ledger())


@subject_of.register
def _ledger(ledger: Ledger) -> Subject:
    """The books of a game: the journal and the statements of every player."""
    game, given = ledger.game, asdict(ledger.policies)
    chosen = {name: value for name, value in given.items() if value != getattr(Policies(), name)}
    made = f"import monopoly_lab as ml\n\ngame = {embedded(game)}\nledger = game.ledger({chosen or ''})\nledger"
    cells = [Cell(say("export.made", **_made(game)), made), Cell(say("export.journal"), "ledger.journal()")]
    for p, name in enumerate(game.players):
        cells.append(Cell(say("export.statements", player=name), f"ledger.trial_balance({p})"))
        parts = ("income_statement", "balance_sheet", "cash_flow")
        cells += [Cell("", f"ledger.{part}({p})") for part in parts]
    cells.append(Cell("", "ledger.ratios()"))
    tables = {"chart": ledger.chart().reset_index(), "ratios": ledger.ratios().reset_index()}
    return Subject(game.edition.title, cells, {"entries": ledger.journal()} | tables, ledger)


def branch_cells(name: str, game: Game) -> Iterator[Cell]:
    """Another line of the same game: its position, what has happened in it, what everybody is worth."""
    yield Cell(say("export.branch", name=name), f"branch = {embedded(game)}\nbranch")
    yield Cell("", "branch.log(last=10)")
    yield Cell("", _worths().replace("game.net_worth", "branch.net_worth"))


def embedded(game: Game) -> str:
    """An expression that makes the game again, its whole past in it; ExportError for what a text cannot hold."""
    base = game.edition.base or game.edition
    if base.file:
        raise ExportError(say("export.own_edition", value=base.id))
    for name, who in game.seats.items():
        if callable(who) and not isinstance(who, str) and not hasattr(who, "parameters"):
            raise ExportError(say("export.function", player=name))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        text = game.to_toml()
    quoted = text.replace("\\", "\\\\").replace('"""', '\\"\\"\\"')
    return f'ml.Game.from_toml("""\n{quoted}""")'


def _made(game: Game) -> dict[str, Any]:
    return {"version": __version__, "python": platform.python_version(), "seed": game.seed, "n": len(game.answers)}


def _moments(game: Game) -> Iterator[Cell]:
    """Boards on the way: after a third and two thirds of the rounds."""
    starts = game.rounds()
    rounds = sorted(starts)
    chosen = [rounds[len(rounds) * part // 3] for part in (1, 2)] if len(rounds) > 3 else []
    for round_ in chosen:
        yield Cell(say("export.moment", round=round_), f"game.fork().go_to({starts[round_]})")


def _worths() -> str:
    methods = '["short_game", "tax_base", "liquidation", "cash"]'
    return f"import pandas as pd\n\nmethods = {methods}\npd.DataFrame(map(game.net_worth, methods), methods).T"


def _chain_cells(game: Game) -> Iterator[Cell]:
    try:
        Chain(game)
    except ChainError:  # a board that has no chain is shown without one
        return
    yield Cell(say("export.chain"), f"chain = ml.Chain(game)\nchain.by_space().round(4).nlargest({TOP}).to_frame()")
    yield Cell("", "from monopoly_lab import figures\n\nfigures.heat_map(chain)")


def _game_tables(game: Game) -> dict[str, Any]:
    import pandas as pd

    payments = pd.DataFrame(list(game.payments()), columns=["round", "payer", "payee", "amount", "cause"])
    worth = pd.DataFrame({method: game.net_worth(method) for method in ("short_game", "liquidation", "cash")})
    worths = worth.rename_axis("player").reset_index()
    return {"events": game.events_frame(), "payments": payments, "worth": worths, "measures": game.measures()}


@subject_of.register
def _chain(chain: Chain) -> Subject:
    base = chain.edition.base or chain.edition
    if base.file:
        raise ExportError(say("export.own_edition", value=base.id))
    if callable(chain.jail):
        raise ExportError(say("export.function_jail"))
    options = {key: value for key, value in chain.options.items() if key != "decks"}
    given = {
        "decks": chain.options["decks"],
        "options": options,
        "cards": chain.cards,
        "die": chain.die,
        "lang": chain.lang,
    }
    more = {"character": chain.character, "names": chain.names}
    arguments = ", ".join(f"{key}={value!r}" for key, value in (given | {k: v for k, v in more.items() if v}).items())
    made = "import monopoly_lab as ml\nfrom monopoly_lab import figures\n\n"
    made += f"chain = ml.Chain({base.id!r}, jail={chain.jail!r}, {arguments})\nchain"
    cells = [
        Cell(say("export.made_chain", version=__version__, python=platform.python_version()), made),
        Cell(say("export.shares"), f"chain.by_space().round(4).nlargest({TOP}).to_frame()"),
        Cell("", "figures.heat_map(chain)"),
        Cell(say("export.convergence"), "figures.convergence(chain)"),
        Cell(say("export.rents"), "figures.rents(chain)"),
    ]
    shares = {per: chain.by_space(per) for per in ("throw", "turn", "landing")}
    return Subject(base.title, cells, {"shares": _frame(shares), "moves": chain.moves().reset_index(drop=True)})


def _frame(columns: dict[str, Any]) -> "pd.DataFrame":
    import pandas as pd

    return pd.DataFrame(columns).rename_axis("space").reset_index()


@subject_of.register
def _simulation(found: Simulation) -> Subject:
    start, rounds = _start_of(found.plan)
    code = f"simulation = ml.simulate(game, games={found.games}, seed={found.seed}{rounds}, progress=False)\nsimulation"
    made = say("export.made", **_made(found.plan.game) | {"seed": found.seed})
    cells = [
        Cell(made, f"import monopoly_lab as ml\n\ngame = {start}"),
        Cell(say("export.position"), "game"),
        Cell(say("export.games", n=found.games), code),
        Cell(say("export.wins"), "simulation.wins"),
        Cell(say("export.wealth"), "simulation.wealth"),
    ]
    tables = {name: getattr(found, name).reset_index() for name in ("wins", "bankruptcies", "rounds", "wealth")}
    return Subject(found.plan.title, cells, tables | {"landings": found.landings.reset_index()})


@subject_of.register
def _comparison(found: Comparison) -> Subject:
    arms, rounds = [], ""
    for name, plan in found.plans.items():
        start, rounds = _start_of(plan)
        arms.append(f"    {name!r}: {start},")
    if found.measure not in BUILT_IN:
        raise ExportError(say("export.measure", value=found.measure))
    given = {"games": found.games, "seed": found.seed, "measure": found.measure, "player": found.player}
    given |= {"paired": found.paired, "confidence": found.confidence}
    arguments = ", ".join(f"{key}={value!r}" for key, value in given.items())
    code = f"comparison = ml.compare(arms, {arguments}{rounds}, progress=False)\ncomparison"
    made = say("export.made", **_made(next(iter(found.plans.values())).game) | {"seed": found.seed})
    cells = [
        Cell(made, "import monopoly_lab as ml\n\narms = {\n" + "\n".join(arms) + "\n}"),
        Cell(say("export.compared"), code),
        Cell("", "comparison.table"),
        Cell("", "comparison.differences"),
    ]
    tables = {"table": found.table.reset_index(), "differences": found.differences}
    return Subject(" / ".join(found.plans), cells, tables)


def _start_of(plan: Plan) -> tuple[str, str]:
    """The game a plan begins from as an expression, and the argument for its last round."""
    from monopoly_lab.batch.many import ROUNDS

    rounds = plan.start.last - plan.start.begun + 1
    return embedded(plan.game), f", rounds={rounds}" if rounds < ROUNDS else ""
