"""The chain against tokens thrown by the rules, plain and compiled.

The large runs are commands: `python tests/tools/check_chain.py --throws 100000000`, throws by the compiled rules, and
`python tests/tools/independent_simulation.py --games 600 --throws 200`, throws, turns and landings of real games.
"""

import check_chain
import independent_simulation
import numpy as np
import pytest

from monopoly_lab.markov import Chain
from monopoly_lab.markov.chain_setup import token_plan
from monopoly_lab.simulation.compiled import blocks
from tests.sampled import rest_for_release, sampled


@pytest.mark.parametrize("name", sampled(["classic_us", "ukraine", "class_board"], ["class_board"]))
@pytest.mark.parametrize("jail", ["leave", "stay"])
def test_every_square_within_four_standard_errors(name: str, jail: str) -> None:
    table = Chain(name, jail=jail).simulate(2_000_000, seed=20)
    assert table["share"].sum() == pytest.approx(1)
    assert table["score"].abs().max() < 4
    assert (table["error"] < 1e-3).all()


def test_detained_tokens__too() -> None:
    chain = Chain("ukraine", jail="stay", options={"profile": "text_uk"})
    table = chain.simulate(1_000_000, seed=21)
    assert table["score"].abs().max() < 4
    assert table["share"].iloc[-1] > 0.03


BOARDS = {
    "classic_us": {},
    "classic_london": {},
    "monopolist": {},
    "ukraine": {"profile": "text_uk"},
    "class_board": {},
    "gamer": {},
    "junior": {},
    "junior_fair": {},
}  # the other editions have the movement of one of these


ASKED = [(name, jail) for name in BOARDS for jail in ("leave", "stay")]
IN_TURN = [each for n, each in enumerate(ASKED) if n % 4 in (0, 3)]  # each board with one of the two


@pytest.mark.full
@pytest.mark.parametrize(("name", "jail"), rest_for_release(ASKED, IN_TURN))
def test_real_games__throws_turns_and_landings_within_four_standard_errors(name: str, jail: str) -> None:
    """Games of three players who buy nothing, where they are read from the events: see `independent_simulation`."""
    table = independent_simulation.compared(Chain(name, jail=jail, options=BOARDS[name]), games=20, throws=120, seed=20)
    assert table.groupby("per")["share"].sum().tolist() == pytest.approx([1, 1, 1])
    assert table["score"].abs().max() < 4
    assert table["error"].max() < 0.02


@pytest.mark.parametrize("side", sampled(["monopolist", "competitor"], ["competitor"]))
@pytest.mark.parametrize("jail", sampled(["leave", "stay"], ["leave"]))
def test_real_games__each_side_as_its_own_chain_says(side: str, jail: str) -> None:
    table = independent_simulation.compared(Chain("anti_monopoly", jail=jail, role=side), games=20, throws=120, seed=20)
    assert table["score"].abs().max() < 4


@pytest.mark.full
def test_real_games__a_chain_of_the_other_side_is_found_out() -> None:
    chain = Chain("anti_monopoly", jail="leave", role="monopolist")
    chain.tables.role_of[:] = Chain("anti_monopoly", jail="leave", role="competitor").tables.role_of
    assert (
        independent_simulation.compared(chain, games=200, throws=80, seed=20)["score"].abs().max()
        > independent_simulation.LIMIT
    )


def test_real_games__a_chain_of_another_policy_is_found_out() -> None:
    chain = Chain("classic_us", jail="leave")
    chain.jail = "stay"
    assert independent_simulation.compared(chain, games=20, throws=120, seed=20)["score"].abs().max() > 8


def test_compiled_and_plain_throws__end_on_the_same_squares() -> None:
    for decks in ("replacement", "piles"):
        chain = Chain("classic_us", jail="stay")
        from monopoly_lab.markov.board_chain import with_decks

        t, plan = with_decks(chain, decks), token_plan(chain.edition, chain.tables, "stay")
        given = (t, plan, 3, 400, 10, 5)
        assert (blocks.roll_plain(*given) == blocks.roll_compiled(*given)).all()
        assert blocks.roll_plain(*given).sum() == 3 * 400


@pytest.mark.full
def test_real_piles__held_cards_thin_them() -> None:
    """Both jail cards kept for good leave 15 of 16 cards in each pile: a tenth of a percentage point on some squares.

    A prisoner who leaves by card puts it back, and real piles are then close to replacement.
    """
    chain = Chain("classic_us")
    kept, used = (chain.simulate(4_000_000, seed=22, decks="piles", by_card=card) for card in (False, True))
    assert 0.06 < 100 * (kept["share"] - kept["exact"]).abs().max() < 0.16
    assert kept["score"].abs().max() > 4
    assert 100 * (used["share"] - used["exact"]).abs().max() < 0.05


@pytest.mark.full
def test_turns__of_the_plain_rules_agree_with_block_elimination() -> None:
    """Turn ends counted in the rules' own play; the share of those in jail, with its error over games."""
    chain = Chain("class_board", jail="stay", options={"move.dice": 2, "doubles": True})
    from monopoly_lab import rules
    from monopoly_lab.constants import node
    from monopoly_lab.rules.random_numbers import chance_outcome, fate_of
    from monopoly_lab.simulation.single_token import single_token_answer

    plan = token_plan(chain.edition, chain.tables, "stay")
    shares = []
    for game in range(60):
        s, turn, jailed, ends = blocks.opening(chain.tables), 0, 0, 0
        while ends < 320:
            if s.turn > turn:
                turn, ends = s.turn, ends + 1
                jailed += s.jail[0] > 0 and ends > 20
            if s.node >= node.BUY:
                v, x = single_token_answer(s, chain.tables, plan)
                rules.make_choice(s, chain.tables, blocks.NullLog(), s.actor, v, -1, x)
            else:
                rules.make_choice(
                    s, chain.tables, blocks.NullLog(), -1, *chance_outcome(s, chain.tables, fate_of(8, game))
                )
        shares.append(jailed / 300)
    error = np.std(shares, ddof=1) / len(shares) ** 0.5
    assert np.mean(shares) == pytest.approx(chain.by_space("turn")["In Jail"], abs=4 * error)


def test_check__prints_a_line_for_each_policy(capsys: pytest.CaptureFixture[str]) -> None:
    assert check_chain.main(["--throws", "20000", "--editions", "class_board"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 2
    assert "20,000 throws" in lines[0]
