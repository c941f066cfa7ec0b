"""Notebook cells and tables of everything that can be exported; the cells make the object again.

Games and editions become Python expressions that make them again with their whole history.
"""

import platform
import warnings
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from functools import singledispatch
from math import ceil
from typing import Any, NamedTuple, cast

from monopoly_lab import __version__
from monopoly_lab.board_drawing.scene import Scene
from monopoly_lab.common.errors import ChainError, ExportError
from monopoly_lab.common.lazy_imports import pd
from monopoly_lab.common.messages import resolve_language, rounded, say
from monopoly_lab.editions import Edition, editions, load_edition
from monopoly_lab.experiments import Comparison, Simulation
from monopoly_lab.experiments.paired_differences import BUILT_IN
from monopoly_lab.experiments.plan import Plan
from monopoly_lab.experiments.summary_text import rules_words
from monopoly_lab.game.accounting import Ledger, Policies
from monopoly_lab.game.game import Game
from monopoly_lab.game.saves.saved_files import game_to_toml
from monopoly_lab.game.scenarios import Scenario
from monopoly_lab.markov import Chain
from monopoly_lab.notation.piece_names import player_name

WIDE = "pd.options.display.max_colwidth = None"  # sentences are shown to their end


def first_lines(*more: str) -> str:
    """Return the first lines of a notebook: what they import, and the language that its words are in."""
    return "\n".join(
        (
            "import pandas as pd",
            "",
            "import monopoly_lab as ml",
            *more,
            "",
            WIDE,
            f"ml.speak({resolve_language()!r})",
            "",
        )
    )


def game_code(game: Game) -> str:
    """Return the code of a game that is the same to the last answer; ExportError for what a text cannot hold."""
    base = game.edition.base or game.edition
    for name, who in game.seats.items():
        if callable(who) and not isinstance(who, str) and not hasattr(who, "parameters"):
            raise ExportError(say("export.function", player=name))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        text = game_to_toml(game, edition=base.id)
    own = "" if _is_shipped(base) else f", edition={edition_code(base)}"
    return f"ml.Game.from_toml({_triple_quoted(text)}{own})"


def edition_code(edition: Edition) -> str:
    """Return a shipped edition by its id, one of the user's as the whole text of its file."""
    base = edition.base or edition
    return repr(base.id) if _is_shipped(base) else f"ml.Edition.from_toml({_triple_quoted(base.to_toml())})"


def _is_shipped(base: Edition) -> bool:
    return base.id in editions() and load_edition(base.id) == base


def _triple_quoted(text: str) -> str:
    """Return a text in three quotes, its lines as they are."""
    inside = text.replace("\\", "\\\\").replace('"""', '\\"\\"\\"')
    return f'"""\n{inside}"""'


# What can be exported, each as the cells of a notebook that makes it again, and as tables

GAMES = 100  # played on from the position, to show how it goes on
SEED = 1
TOP = 10  # spaces that are listed
MOST = 40  # rows of a table on a page


class Cell(NamedTuple):
    """A cell of a notebook: words over it, if there are any, and the code, folded if it only holds what is shown.

    `is_again` is True for a cell that repeats for programs what is there in words: it is not printed.
    """

    words: str
    code: str = ""
    is_folded: bool = False
    is_again: bool = False


@dataclass
class Subject:
    """A thing to be exported: its name, its cells, its tables and what they need.

    The first cell makes the thing again and shows it; the others say more. `edition` is that of the spaces in its
    tables; the conditions it was made under are a line each.
    """

    title: str
    told: str
    made: str
    cells: list[Cell]
    tables: dict[str, Any] = field(default_factory=dict)
    ledger: Ledger | None = None
    edition: Edition | None = None
    conditions: list[str] = field(default_factory=list)

    def text_paragraphs(self) -> list[str]:
        """Return what happened and under which conditions, in paragraphs of Markdown."""
        return [part for part in (self.told, "\n".join(f"- {line}" for line in self.conditions)) if part]


@singledispatch
def subject_of(what: object) -> Subject:
    """Return the cells and tables of a thing; ExportError for what cannot be exported."""
    raise ExportError(say("export.unknown", value=type(what).__name__))


@subject_of.register
def _game(game: Game) -> Subject:
    return game_subject(game, f"{game.edition.called().title}: {', '.join(map(player_name, game.players))}")


@subject_of.register
def _scenario(scenario: Scenario) -> Subject:
    """Return the scenario after its script, with its words."""
    source = f"*{scenario.source}*" if scenario.source else ""
    return game_subject(scenario.replay(), scenario.title, scenario.project, source)


def game_subject(game: Game, title: str, words: str = "", source: str = "") -> Subject:
    """Yield a game: its board, boards on the way, history, worth, its chain and games played on from here."""
    cells = [
        Cell("", f"{first_lines()}\ngame = {game_code(game)}{_names(game)}\ngame", is_folded=True),
        Cell(say("export.worth"), _worths()),
        *_moments(game),
        Cell(say("export.history"), "game.log()"),
        Cell(
            _truncation_note(len(game.events)),
            f"ml.in_words(game.events_frame().tail({MOST}), game.edition)",
            is_again=True,
        ),
        *_chain_cells(game),
    ]
    if not game.over:
        code = f"ml.simulate(game, games={GAMES}, seed={SEED}, progress=False)"
        cells.append(Cell(say("export.onward", n=GAMES), code))
    told = "\n\n".join(part for part in (words, _standing_text(game), source) if part)
    made, conditions = _origin_text(game), list(origins(game.edition))
    return Subject(title, told, made, cells, _game_tables(game), game.ledger(), game.edition, conditions)


def origins(*editions: Edition) -> Iterator[str]:
    """Yield for each edition which of its parts no rule book and no publication gives; nothing if it has none."""
    for edition in {edition.id: edition for edition in editions}.values():
        if parts := Scene(edition, edition.tables(), None, (), resolve_language(""), "").origin():
            yield say("export.origin", edition=edition.called().title, parts=parts)


def _standing_text(game: Game) -> str:
    """Return where the game stands, and what everybody is worth, the richest first."""
    worth = sorted(game.net_worth("short_game").items(), key=lambda pair: -pair[1])
    worths = ", ".join(f"{player_name(name)} {game.edition.money.text_for_reader(amount)}" for name, amount in worth)
    return say("export.standing", game=repr(game), worths=worths)


def _names(game: Game) -> str:
    return f"\ngame.names = {game.names!r}" if game.names else ""


@subject_of.register
def _ledger(ledger: Ledger) -> Subject:
    """Return the books of a game: the journal and the statements of every player."""
    game, given = cast(Game, ledger.game), asdict(ledger.policies)
    chosen = {name: value for name, value in given.items() if value != getattr(Policies(), name)}
    code = f"{first_lines()}\ngame = {game_code(game)}{_names(game)}\nledger = game.ledger({chosen or ''})\ngame"
    journal = "\n\n".join(filter(None, (say("export.journal"), _truncation_note(len(ledger.journal())))))
    cells = [
        Cell("", code, is_folded=True),
        Cell(journal, f"ml.in_words(ledger.journal().tail({MOST}), game.edition)"),
    ]
    for p, name in enumerate(game.players):
        words = say("export.statements", player=player_name(name))
        cells.append(Cell(words, f"ml.in_words(ledger.trial_balance({p}))"))
        parts = ("income_statement", "balance_sheet", "cash_flow")
        cells += [Cell("", f"ml.in_words(ledger.{part}({p}))") for part in parts]
    cells.append(Cell("", "ml.in_words(ledger.ratios())"))
    tables = {"entries": ledger.journal(), "chart": ledger.chart().reset_index()}
    tables |= {"ratios": ledger.ratios().reset_index()}
    told = f"{ledger!r}\n\n{_standing_text(game)}"
    title, conditions = game.edition.called().title, list(origins(game.edition))
    return Subject(title, told, _origin_text(game), cells, tables, ledger, game.edition, conditions)


def branch_cells(name: str, game: Game) -> Iterator[Cell]:
    """Yield cells of another branch of a game: its position, what has happened in it, what each player is worth."""
    words = f"{say('export.branch', name=name)}\n\n{_standing_text(game)}"
    if game.notes:
        words += f"\n\n{game.notes.strip()}"
    yield Cell(words, f"branch = {game_code(game)}{_names(game).replace('game', 'branch')}\nbranch", is_folded=True)
    yield Cell("", _worths().replace("game.net_worth", "branch.net_worth"))
    yield Cell("", "branch.log(last=10)")


def _origin_text(game: Game) -> str:
    n = len(game.answers)
    made = say("export.made", version=__version__, python=platform.python_version(), seed=game.seed)
    return f"{made} {say('export.answers', n=n)}" if n else made


def _truncation_note(rows: int) -> str:
    """Return a sentence that a table shows its last rows only, and where the others are; "" if it shows all."""
    return say("export.cut", n=MOST, rows=rows) if rows > MOST else ""


def _moments(game: Game) -> Iterator[Cell]:
    """Yield cells of boards on the way: after a third and two thirds of the rounds."""
    starts = game.rounds()
    rounds = sorted(starts)
    chosen = [rounds[len(rounds) * part // 3] for part in (1, 2)] if len(rounds) > 3 else []
    for round_ in chosen:
        yield Cell(say("export.moment", round=round_), f"game.fork().go_to({starts[round_]})")


def _worths() -> str:
    methods = '["short_game", "tax_base", "liquidation", "cash"]'
    made = "worth = pd.DataFrame(map(game.net_worth, methods), methods).T"
    return f"methods = {methods}\n{made}\nml.in_words(worth)"


def _chain_cells(game: Game) -> Iterator[Cell]:
    try:
        Chain(game)
    except ChainError:  # a board that has no chain is shown without one
        return
    code = "from monopoly_lab import figures\n\nchain = ml.Chain(game)\nfigures.heat_map(chain)"
    yield Cell(say("export.chain"), code)
    yield Cell("", f"ml.in_words(chain.by_space().nlargest({TOP}).to_frame())")


def _game_tables(game: Game) -> dict[str, Any]:
    payments = pd.DataFrame(list(game.payments()), columns=["round", "payer", "payee", "amount", "cause"])
    worth = pd.DataFrame({method: game.net_worth(method) for method in ("short_game", "liquidation", "cash")})
    worths = worth.rename_axis("player").reset_index()
    return {"events": game.events_frame(), "payments": payments, "worth": worths, "measures": game.measures()}


@subject_of.register
def _chain(chain: Chain) -> Subject:
    if callable(chain.jail):
        raise ExportError(say("export.function_jail"))
    given = {
        "jail": chain.jail,
        "decks": chain.options["decks"],
        "options": {key: value for key, value in chain.options.items() if key != "decks"},
        "cards": chain.cards,
        "die": chain.die,
        "lang": chain.lang,
    }
    given |= {
        key: value for key in ("character", "names", "role", "owner", "triple") if (value := getattr(chain, key)) != ""
    }
    given |= {} if chain.bus == "both" else {"bus": chain.bus}
    arguments = ", ".join(f"{key}={value!r}" for key, value in given.items())
    made = f"chain = ml.Chain({edition_code(chain.edition)}, {arguments})"
    shares = {per: chain.by_space(per) for per in ("throw", "turn", "landing")}
    top = shares["throw"].nlargest(1)
    cells = [
        Cell("", f"{first_lines('from monopoly_lab import figures')}\n{made}\nfigures.heat_map(chain)", is_folded=True),
        Cell(say("export.shares"), f"ml.in_words(chain.by_space().nlargest({TOP}).to_frame())"),
        Cell(say("export.convergence"), "figures.convergence(chain)"),
        Cell(say("export.rents"), "figures.rents(chain)"),
    ]
    told = say("export.most", space=top.index[0], share=rounded(100 * top.iloc[0], 2))
    versions = say("export.made_chain", version=__version__, python=platform.python_version())
    tables = {"shares": _frame(shares), "moves": chain.moves().reset_index(drop=True)}
    conditions = list(origins(chain.edition))
    return Subject(chain.edition.called().title, told, versions, cells, tables, conditions=conditions)


def _frame(columns: dict[str, Any]) -> "pd.DataFrame":
    return pd.DataFrame(columns).rename_axis("space").reset_index()


@subject_of.register
def _simulation(found: Simulation) -> Subject:
    """Return the content of a simulation: who wins, if anybody, worth by round, and the board it starts from."""
    plan, is_won = found.plan, bool(found.counts.wins.sum())
    code = f"simulation = ml.simulate(game, games={found.games}, seed={found.seed}{_rounds(plan)}, progress=False)"
    cells = [Cell("", f"{first_lines()}\ngame = {game_code(plan.game)}\n{code}\nsimulation", is_folded=True)]
    if is_won:
        cells.append(Cell(say("export.wins"), "ml.in_words(simulation.wins)"))
    cells.append(_worth(found))
    if not _is_beginning(plan):
        cells.append(Cell(say("export.position"), "game"))
    names = ["wins"] * is_won + ["wealth", "bankruptcies"] + ["rounds"] * (found.unfinished < found.games)
    tables = {name: _flat(getattr(found, name)) for name in (*names, "landings")}
    title = say("export.simulated", n=found.games, what=plan.title)
    conditions = [*_rules(plan), _length(plan), _seats(plan), say("export.luck", n=found.games, seed=found.seed)]
    conditions += origins(plan.edition)
    return Subject(title, found.sentence(), _version_text(), cells, tables, None, plan.edition, conditions)


@subject_of.register
def _comparison(found: Comparison) -> Subject:
    arms = [f"    {name!r}: {game_code(plan.game)}," for name, plan in found.plans.items()]
    if found.measure not in BUILT_IN:
        raise ExportError(say("export.measure", value=found.measure))
    given = {"games": found.games, "seed": found.seed, "measure": found.measure, "player": found.player}
    given |= {"paired": found.paired, "confidence": found.confidence}
    arguments = ", ".join(f"{key}={value!r}" for key, value in given.items())
    last = list(found.plans.values())[-1]
    code = f"comparison = ml.compare(arms, {arguments}{_rounds(last)}, progress=False)\ncomparison"
    held = "\n".join((first_lines(), "arms = {", *arms, "}", code))
    cells = [
        Cell("", held, is_folded=True),
        Cell(say("export.compared"), "ml.in_words(comparison.table.assign(measure=comparison.measure))"),
        Cell("", "ml.in_words(comparison.differences)"),
    ]
    tables = {"table": _flat(found.table.assign(measure=found.measure)), "differences": found.differences}
    lines = {name: [*_rules(plan), _length(plan), _seats(plan)] for name, plan in found.plans.items()}
    common = [line for line in lines[found.baseline] if all(line in others for others in lines.values())]
    own = [(name, line) for name, said in lines.items() for line in said if line not in common]
    conditions = [*(say("export.of_arm", arm=name, line=line) for name, line in own), *common]
    conditions.append(say("export.luck", n=found.games, seed=found.seed))
    conditions += origins(*(plan.edition for plan in found.plans.values()))
    told = found.sentence().replace("\n", "\n\n")
    return Subject(" / ".join(found.plans), told, _version_text(), cells, tables, None, last.edition, conditions)


def _worth(found: Simulation) -> Cell:
    """Return the middle worth of each player after every so many rounds; on a page, no more rows than can be read."""
    rounds = found.wealth["round"].nunique()
    step = max(ceil(rounds / MOST), 1)
    made = 'simulation.wealth.pivot(index="round", columns="player", values="median")[list(game.players)]'
    game = found.plan.game
    unit = "" if game.tables.o_scoring_coins else f", {game.edition.money.symbol()}"
    words = say("export.wealth", unit=unit, step=step)
    return Cell(words, f"ml.in_words({made}{f'.iloc[{step - 1}::{step}]' if step > 1 else ''})")


def _is_beginning(plan: Plan) -> bool:
    game = plan.game
    return not (game.answered or game.start or game.is_changed or game.round)


def _rules(plan: Plan) -> Iterator[str]:
    """Yield the edition, then the rules that are not its own, each in words."""
    other = rules_words(plan)
    key = "export.rules" if other else "export.rules_own"
    yield say(key, edition=plan.game.edition.called(plan.game.names).title, rules="; ".join(other))


def _length(plan: Plan) -> str:
    return say("export.limit", n=_last(plan)) if _rounds(plan) else say("export.to_end")


def _seats(plan: Plan) -> str:
    return say("export.seats", list=", ".join(f"{player}: {who}" for player, who in plan.strategies().items()))


def _version_text() -> str:
    return say("export.made_with", version=__version__, python=platform.python_version())


def _flat(table: Any) -> Any:
    """Return the table with its index as columns, if that says something."""
    return table.reset_index(drop=table.index.name is None and table.index.nlevels == 1)


def _last(plan: Plan) -> int:
    return plan.start.last - plan.start.first_round + 1


def _rounds(plan: Plan) -> str:
    """Return the argument for the last round a plan plays, "" where it plays to the end."""
    from monopoly_lab.simulation.batches import MOST_ROUNDS

    return f", rounds={_last(plan)}" if _last(plan) < MOST_ROUNDS else ""
