"""The chain of the Gamer edition against one written by hand, and its coins against counting.

By hand: one die of six, pipes, the corner that sends to jail, and jail itself. Sources: Monopoly Gamer, "Pipe",
"Go to jail", "How to get out of jail?". The places of the spaces are those of the edition file, a reconstruction.
"""

from collections.abc import Callable
from fractions import Fraction

import pytest
from chains import first_throw

from monopoly_lab.common.errors import ChainError
from monopoly_lab.markov import Chain
from monopoly_lab.markov.event_trace import Key
from tests.sampled import sampled

SIZE, JAIL, CORNER = 32, 8, 24
PIPES = (6, 14, 22, 30)
STARS = (4, 12, 20, 28)
HANDFULS = (2, 18)
THWOMPS = (10, 26)
SIXTH = Fraction(1, 6)

State = tuple[int, int, int]  # space, failed tries + 1 in jail, 1 for a turn that goes on
Law = dict[State, Fraction]


def ends(q: int) -> list[State]:
    """Where the six throws from a space end: a pipe leads to the next pipe, the corner to jail."""
    found = []
    for n in range(1, 7):
        to = (q + n) % SIZE
        if to in PIPES:
            to = PIPES[(PIPES.index(to) + 1) % 4]
        found.append((JAIL, 1, 0) if to == CORNER else (to, 0, 0))
    return found


def leaving(state: State) -> Law:
    """A prisoner pays 5 before he throws both dice."""
    pi: Law = {}
    for end in ends(state[0]):
        pi[end] = pi.get(end, Fraction(0)) + SIXTH
    return pi


def staying(state: State) -> Law:
    """A six frees, then both dice are thrown; after the second try he goes free in his next turn, held until then."""
    if state[1] in (0, 3):
        return leaving(state)
    return {(JAIL, 0, 1): SIXTH, (JAIL, state[1] + 1, 0): 1 - SIXTH}


def by_hand(move: Callable[[State], Law]) -> dict[State, Law]:
    """All rows that can be reached from GO."""
    rows: dict[State, Law] = {}
    waiting: list[State] = [(0, 0, 0)]
    while waiting:
        state = waiting.pop()
        if state not in rows:
            rows[state] = move(state)
            waiting += rows[state]
    return rows


def rows(chain: Chain) -> dict[State, Law]:
    weights, over = chain.exact
    keys = [(key.space, key.held, key.begun) for key in chain.states]
    return {
        key: {other: Fraction(weight, over) for other, weight in zip(keys, row) if weight}
        for key, row in zip(keys, weights)
    }


@pytest.mark.parametrize(("jail", "move"), [("leave", leaving), ("stay", staying)])
def test_rows__are_those_written_by_hand(jail: str, move: Callable[[State], Law]) -> None:
    assert rows(Chain("gamer", jail=jail)) == by_hand(move)


@pytest.mark.parametrize("jail", sampled(["leave", "stay"], ["stay"]))
@pytest.mark.parametrize("options", [{"profile": "asked"}, {"profile": "party"}, {"characters.expansion": True}])
def test_rows__late_claims_and_teams_change_no_movement(jail: str, options: dict[str, object]) -> None:
    assert rows(Chain("gamer", jail=jail, options=options)) == rows(Chain("gamer", jail=jail))


def test_jail__two_tries_and_no_more() -> None:
    """1 + 5/6 throws in jail; nobody pays who stays."""
    stay = Chain("gamer", jail="stay").jail_stay()
    assert stay.tolist() == pytest.approx([11 / 6, 11 / 6, 0])
    assert max(key.held for key in Chain("gamer", jail="stay").states) == 3
    assert Key(JAIL, 0, 0, 1) in Chain("gamer", jail="stay").states


def test_jail__a_failed_try_ends_in_jail_the_last_one_too() -> None:
    """Both dice, "How to get out of jail?": the second failed try frees in the next turn, as on every board a throw
    ends where it has left the token. Of 36 stays 36 begin, 30 fail once, 25 twice: each ends a throw in jail."""
    chain = Chain("gamer", jail="stay")
    held = {key.held: share for key, share in zip(chain.states, chain.stationary()) if key.held}
    assert [held[n] / held[1] for n in (1, 2, 3)] == pytest.approx([1, 5 / 6, 25 / 36])
    assert chain.by_space()["In Jail"] == pytest.approx(sum(held.values()))


@pytest.mark.parametrize(
    ("jail", "names"), [("leave", ("mario", "peach", "yoshi", "donkey_kong")), ("stay", ("mario",))]
)
def test_landings__one_for_each_space_a_throw_brings_to(jail: str, names: tuple[str, ...]) -> None:
    """Only a pipe and the corner lead on; a number die thrown for coins is no throw of the token."""
    for name in names:
        chain = Chain("gamer", jail=jail, character=name)
        passing = (chain.by_space("landing") * chain.landings_per_throw - chain.by_space()).tolist()
        others = [x for q, x in enumerate(passing) if q not in (*PIPES, CORNER)]
        assert others == pytest.approx([0.0] * len(others), abs=1e-12)
        assert chain.landings_per_throw == pytest.approx(1 + sum(passing[q] for q in (*PIPES, CORNER)))


def test_jail__more_tries_give_more_states() -> None:
    chain = Chain("gamer", jail="stay", options={"jail_exit.tries": 3})
    assert chain.jail_stay()["throws"] == pytest.approx(1 + 5 / 6 + 25 / 36)


# Coins. Jumps (to jail, through pipes) are multiples of eight spaces: who leaves jail at once ends, in the long run, an
# eighth of the throws on the spaces 4, 12, 20, 28 together (the stars), and so on.


def test_coins__by_cause() -> None:
    """Mario: a star pays 3.5 + 5 (an eighth of all throws), a handful 3.5, the coin face 4 on two sides of six;
    the fine is 5; GO pays 2 a lap; on a thwomp 2 are dropped, which are picked up again."""
    chain = Chain("gamer")
    shares, found = chain.by_space().tolist(), -chain.bank_income()
    assert sum(shares[q] for q in STARS) == pytest.approx(1 / 8)
    assert sum(shares[q] for q in (*HANDFULS, *THWOMPS)) == pytest.approx(1 / 8)
    assert found["star"] == pytest.approx(8.5 / 8)
    assert found["handful"] == pytest.approx(3.5 * sum(shares[q] for q in HANDFULS))
    assert found["power"] == pytest.approx(4 * 2 / 6)
    assert found["jail_fine"] == pytest.approx(-5 * shares[-1])
    assert found["salary"] == pytest.approx(2 / chain.lap())
    assert found["thwomp"] == pytest.approx(-2 * sum(shares[q] for q in THWOMPS))
    assert found["coins"] == pytest.approx(-found["thwomp"])
    assert "rent" not in found


def test_coins__by_space() -> None:
    chain = Chain("gamer", jail="stay")
    table, shares = chain.income_by_space(), chain.by_space().tolist()
    assert table.sum().to_dict() == pytest.approx((-chain.bank_income()).to_dict())
    assert list(table.index) == [chain.square(q) for q in range(SIZE)]
    assert table["handful"].tolist() == pytest.approx([3.5 * shares[q] * (q in HANDFULS) for q in range(SIZE)])
    assert table["star"].tolist() == pytest.approx([8.5 * shares[q] * (q in STARS) for q in range(SIZE)])
    assert table["thwomp"].tolist() == pytest.approx([-2 * shares[q] * (q in THWOMPS) for q in range(SIZE)])
    assert table["coins"].tolist() == pytest.approx((-table["thwomp"]).tolist())
    assert chain.pi @ chain.reward() == pytest.approx(table.to_numpy().sum())
    assert chain.income_by_space("turn").to_numpy() == pytest.approx(table.to_numpy() * chain.throws_per_turn)


def test_characters__differ_in_coins_only() -> None:
    """Nobody but Mario is paid by the bank for a star without deeds; the others have 3 for the coin face."""
    for name in ("peach", "yoshi", "donkey_kong"):
        chain = Chain("gamer", character=name)
        assert (chain.P == Chain("gamer").P).all()
        found = -chain.bank_income()
        assert found["power"] == pytest.approx(3 * 2 / 6)
        assert "star" not in found
        assert found["coins"] == pytest.approx(-found["thwomp"])


@pytest.mark.parametrize(("edition", "name"), [("gamer", "bowser"), ("gamer", "wario"), ("classic_us", "mario")])
def test_characters__who_cannot_be_chosen_is_refused(edition: str, name: str) -> None:
    with pytest.raises(ChainError, match="no character that can be chosen"):
        Chain(edition, character=name)


def test_a_board_by_space__classic_taxes_and_fines() -> None:
    """Salary at GO, income tax 200 and luxury tax 100 where they are printed, the fine in jail."""
    chain = Chain("classic_us")
    table, shares = chain.income_by_space(), chain.by_space()
    assert table.loc["GO", "salary"] == pytest.approx(200 / chain.lap())
    assert table.loc["Income Tax", "tax"] == pytest.approx(-200 * shares["Income Tax"])
    assert table.loc["Luxury Tax", "tax"] == pytest.approx(-100 * shares["Luxury Tax"])
    assert table.loc["Jail / Just Visiting", "jail_fine"] == pytest.approx(-50 * shares["In Jail"])
    assert table.sum().to_dict() == pytest.approx((-chain.bank_income()).to_dict())


def test_two_dice__and_the_power_up_die() -> None:
    """36 throws of two dice times the faces of the power-up die: from GO a 3 has two ways in 36."""
    row = first_throw("gamer", {"move.dice": 2})
    assert row[Key(3, 0, 0, 0)] == Fraction(2, 36)
    assert sum(row.values()) == 1


def test_names__labels_are_in_the_language_of_the_reader() -> None:
    assert Chain("gamer", lang="en").square(1) == "Acorn Plains"
    assert Chain("gamer", lang="en", names="own").square(1) == "Долина желудей"
    assert Chain("gamer", lang="uk").square(1) == "Долина жолудів"


# Simulation


@pytest.mark.parametrize("jail", ["leave", "stay"])
def test_every_square_within_four_standard_errors(jail: str) -> None:
    table = Chain("gamer", jail=jail).simulate(60_000, seed=23)
    assert table["score"].abs().max() < 4
    assert (table["error"] < 4e-3).all()
