"""Chains of rules that are not the classic ones: policies, an article, sides, a board for children.

What the rules say of these is tested in `tests/rules`; here the chain that follows from them.
"""

from pathlib import Path

import pytest

from monopoly_lab import Chain, Edition, load_edition
from monopoly_lab.common.errors import ChainError
from monopoly_lab.simulation.compiled.blocks import throw_tokens
from tests.sampled import sampled


@pytest.mark.parametrize("role", sampled(["monopolist", "competitor"], ["competitor"]))
def test_chain__shares_lie_within_four_standard_errors_of_a_walk(role: str) -> None:
    chain = Chain("anti_monopoly", role=role)
    games, throws = 40, 500
    counts = throw_tokens(chain.tables, chain._plan(), games, throws, 20, 1973) / throws
    shares = chain.shares()
    ends = [counts[:, q] for q in range(40)] + [counts[:, 50]]
    named = [*(chain.name_of((q, 0)) for q in range(40)), chain.name_of((10, 1))]
    for label, found in zip(named, ends):
        error = float(found.std(ddof=1)) / games**0.5
        assert abs(float(found.mean()) - shares.get(label, 0.0)) <= 4 * error + 1e-9, label


@pytest.mark.full
def test_chain__sides_change_the_cards_and_the_rents() -> None:
    mono, comp = (Chain("anti_monopoly", role="monopolist", owner=side) for side in ("monopolist", "competitor"))
    assert mono.rent("chicago", "set") == pytest.approx(2 * comp.rent("chicago", "set"))
    assert mono.rent("rush", 0) == pytest.approx(comp.rent("rush", 0))
    # A house adds a tenth of its price to each rent for a competitor, two tenths for a monopolist.
    assert comp.payback("san_francisco")[1] == pytest.approx(2 * mono.payback("san_francisco")[1])
    assert len(mono.payback("rush")) + 1 == len(comp.payback("rush"))
    assert mono.by_space()["Wall Street"] > Chain("anti_monopoly", role="competitor").by_space()["Wall Street"]
    for edition, side in (("anti_monopoly", "monopoly"), ("classic_us", "monopolist")):
        with pytest.raises(ChainError, match="no side"):
            Chain(edition, role=side)


@pytest.mark.parametrize("edition", sampled(["junior", "yokai", "masha"], ["masha"]))
def test_chain__as_a_token_that_is_thrown_60_000_times(edition: str) -> None:
    """Every space within 4 standard errors; of the places a card leaves open the token goes to the nearest."""
    chain = Chain(edition, jail="leave")
    counts = throw_tokens(chain.tables, chain._plan(), 40, 1500, 50, seed=3).reshape(40, 2, 24).sum(1) / 1500
    exact = chain.by_space("throw", merge_jail=True).to_numpy()
    error = counts.std(0, ddof=1) / 40**0.5
    assert (abs(counts.mean(0) - exact) <= 4 * error).all()


def test_chain__a_lost_turn_is_no_throw() -> None:
    """Who is sent to jail is free at his next throw: as often in jail as one who pays at once."""
    lost, pays = (Chain("class_board", options={"jail_exit.lost_turn": lost}, jail="leave") for lost in (True, False))
    assert lost.by_space(merge_jail=True).to_numpy() == pytest.approx(pays.by_space(merge_jail=True).to_numpy())
    assert [chain.bank_income().get("jail_fine", 0) > 0 for chain in (lost, pays)] == [False, True]


def test_chain__a_card_that_costs_a_turn_is_no_throw_either(tmp_path: Path) -> None:
    chains = [Chain(with_prize(tmp_path, effect)) for effect in ("skip_turn", "nothing")]
    assert chains[0]._rows == chains[1]._rows and chains[0].landings_per_throw == chains[1].landings_per_throw


def with_prize(folder: Path, effect: str) -> Edition:
    """The board of a class, on which a card does something else."""
    path = folder / f"{effect}.toml"
    path.write_text(
        f'inherits = "class_board"\nid = "{effect}"\nlanguage = "en"\nrulebook = "Rules of class 7b"\n'
        f'title = {{en = "Prize"}}\n[changes.cards]\nprize = {{do = "{effect}"}}\n',
        encoding="utf-8",
    )
    return load_edition(path)


@pytest.mark.full
def test_chain__expected_rents_are_linear_in_a_scale_and_bounded_by_a_cap() -> None:
    chains: dict[str, Chain] = {}

    def rent(what: str, **policies: object) -> float:
        """Rent by a chain that is made once for both colors."""
        key = str(policies)
        chains[key] = chains.get(key) or Chain("classic_us", options=policies)
        return chains[key].rent(what, 3)

    for what in ("orange", "dark_blue"):
        usual = rent(what)
        for scale in (50, 200):  # every printed rent with three houses is even
            assert rent(what, rent_scale=scale) == pytest.approx(usual * scale / 100)
        assert rent(what, rent_cap=100) == pytest.approx(
            rent(what, rent_scale=0, rent_cap=0) + rent(what, rent_cap=1) * 100
        )
    assert rent("orange", rent_scale={"red": 0}) == rent("orange")


def test_chain__money_put_into_play_is_linear_in_the_salary() -> None:
    found = [-Chain("class_board", options={"salary": x}).bank_income("turn").sum() for x in (0, 100, 400)]
    assert found[2] - found[0] == pytest.approx(4 * (found[1] - found[0])) != 0
