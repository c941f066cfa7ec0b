"""Every option gives a chain, and the chain is the same whenever in the game it is derived, and for rich and poor.

A state knows nothing of rounds or of cash: the token of a chain can pay anything. A rule that depends on them is
switched off for a chain, in `single_token_tables`; without that, a rule for late rounds or for the poor would be
missing in the chain, and nobody would see it.
"""

import tomllib
from pathlib import Path

import pytest

from monopoly_lab import Chain, editions, load_edition
from monopoly_lab.common.errors import OptionError
from monopoly_lab.editions.options import OPTIONS
from monopoly_lab.markov import state_derivation
from monopoly_lab.markov.chain_setup import rows_of, token_plan
from monopoly_lab.markov.event_trace import whole
from monopoly_lab.markov.state_derivation import opening, rows_in_steps
from monopoly_lab.simulation.progress import run_to_end
from tests.sampled import EDITIONS, rest_for_release

EFFECTS = Path(__file__).parents[1] / "rules" / "option_effects.toml"
ROWS = tomllib.loads(EFFECTS.read_text(encoding="utf-8"))["options"]
LATE = 100_000  # a round that no option can name
POOR = 2  # times the cash of the start, instead of cash without end
ENOUGH = 1_000  # to pay on a board whose players start with nothing


def check_moment(chain: Chain, patch: pytest.MonkeyPatch) -> None:
    """Derives the rows again, from a late round and for a player with little cash."""
    t = chain.tables
    plan = token_plan(chain.edition, t, "leave")
    patch.setattr(state_derivation, "PURSE", max(POOR * t.o_start_cash, ENOUGH))
    s = opening(t, max(t.go, 0), plan)
    s.round = s.turn = LATE
    late = run_to_end(rows_in_steps(t, plan, s, chain.label, whole))
    assert {key: row for key, (row, _) in late.items()} == rows_of(chain.edition, t, plan, chain.label)


@pytest.mark.parametrize("key", ROWS)
def test_every_option__the_chain_is_that_of_every_round_and_purse(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    option, row = OPTIONS[key], ROWS[key]
    own = load_edition("class_board").resolve({})[key]
    for value in [not own] if option.is_flag else row.get("other") or option.values:
        if value == own:
            continue
        try:
            chain = Chain("class_board", options={"house_rules": True} | row.get("given", {}) | {key: value})
        except OptionError:
            continue  # no such game on this board
        with monkeypatch.context() as patch:
            check_moment(chain, patch)


@pytest.mark.full
@pytest.mark.parametrize("name", rest_for_release(editions(), EDITIONS))
def test_every_edition__the_chain_is_that_of_every_round_and_purse(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    check_moment(Chain(name), monkeypatch)
