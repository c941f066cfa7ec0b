"""States and weights: derived from the rules, exact, and lawful to merge."""

from collections.abc import Callable, Sequence
from fractions import Fraction

import numpy as np
import pytest
from chains import leave, small, stay, two_dice

from monopoly_lab.common.errors import ChainError
from monopoly_lab.editions import OPTIONS, editions, load_edition
from monopoly_lab.markov import Chain, state_derivation
from monopoly_lab.markov.distributions import PER
from monopoly_lab.markov.event_trace import Key
from monopoly_lab.rules import Tables
from monopoly_lab.simulation.progress import run_to_end
from tests.sampled import EDITIONS, FEW, sampled

JAIL = [option for option in OPTIONS.values() if option.topic in ("jail_exit", "jail_after_tries", "jail_ends_turn")]


def values(option: object) -> list[object]:
    if option.is_flag:
        return [False, True]
    return list(option.values) or [0, 1, 3]


@pytest.mark.parametrize("name", sampled(editions(), FEW, EDITIONS))
@pytest.mark.parametrize("jail", ["leave", "stay"])
def test_every_edition_and_profile__exact_rows_and_one_law(name: str, jail: str) -> None:
    """Rows sum to 1 exactly; signed crossings of GO times the length of the board are the mean displacement."""
    for profile in ("", *load_edition(name).profiles):
        chain = Chain(name, jail=jail, options={"profile": profile})
        weights, over = chain.exact
        assert all(sum(row) == over for row in weights)
        assert chain.pi @ chain.P == pytest.approx(chain.pi, abs=1e-14)
        assert chain.tables.spaces / chain.lap() == pytest.approx(chain.mean_step(), rel=1e-12)
        assert chain.period == 1
        assert [chain.by_space(per).sum() for per in PER] == pytest.approx([1, 1, 1])
        for path in chain.paths:  # every throw has an arrival at its end
            last = path.arrivals[-1]
            assert (last.space, last.held) == (path.to.space, int(path.to.held > 0))


@pytest.mark.full
@pytest.mark.parametrize(("key", "value"), [(o.key, value) for o in JAIL for value in values(o)])
@pytest.mark.parametrize("name", ["classic_us", "class_board"])
def test_every_option_of_jail__builds_a_chain(name: str, key: str, value: object) -> None:
    chain = Chain(name, jail="stay", options={key: value})
    assert chain.by_space().sum() == pytest.approx(1)


def test_detention__states_of_the_tax_administration() -> None:
    """The Ukrainian text holds a visitor of the tax administration like a prisoner, with three tries."""
    chain = Chain("ukraine", jail="stay", options={"profile": "text_uk"})
    office = chain.tables.tax_office
    assert {key.held for key in chain.states if key.space == office and key.held} == {1, 2, 3}
    assert chain.by_space().iloc[-1] > 0.03


def test_detention__paid_at_once_is_a_landing_on_the_tax_administration() -> None:
    """A visitor who pays where he has just come to is let go in the same throw: a landing of a free token."""
    chain = Chain("ukraine", jail="leave", options={"profile": "text_uk"})
    office = chain.square(chain.tables.tax_office)
    assert chain.by_space("landing")[office] * chain.landings_per_throw == pytest.approx(chain.by_space()[office])
    assert chain.first_passage("go", office, "landing") == pytest.approx(chain.first_passage("go", office))


def test_detention__of_who_stays_is_one_landing_held_and_none_free() -> None:
    """The Ukrainian text ("Податкова адміністрація") detains whoever stops there: nobody rests there free.

    So the free square is never landed on, and the held one once by each throw that ends there.
    """
    chain = Chain("ukraine", jail="stay", options={"profile": "text_uk"})
    office = chain.square(chain.tables.tax_office)
    assert chain.by_space("landing")[office] == 0
    ends = chain.by_space().iloc[-1]
    assert chain.by_space("landing").iloc[-1] * chain.landings_per_throw == pytest.approx(ends)


@pytest.mark.parametrize("tries", sampled([0, 1, 2], ["1"]))
def test_let_out_as_the_turn_begins__held_until_then(tries: int) -> None:
    """Free after so many failed tries: 1, 5/6, 25/36, ... of the stays end a throw in jail."""
    options = {"jail_after_tries": "free", "jail_exit.tries": tries}
    chain = two_dice("stay", **options)
    assert {key.held for key in chain.states if key.held} == set(range(1, tries + 2))
    assert chain.simulate(50_000, seed=9)["score"].abs().max() < 4


def test_no_run_of_doubles_counts_where_none_sends_to_jail() -> None:
    """Without the rule on three doubles a token only has to know whether its turn has begun."""
    for most, runs in ((0, {0}), (3, {0, 1, 2})):
        chain = two_dice("leave", three_doubles=most)
        assert {key.doubles for key in chain.states} == runs and {key.begun for key in chain.states} == {0, 1}


def test_labels__are_unique_and_say_the_state() -> None:
    assert len(set(stay().labels)) == 120
    assert {"Boardwalk, 2 doubles", "In Jail, 1 failed try", "Chance (7)"} <= set(stay().labels)


def test_exact__weights_over_a_common_denominator() -> None:
    """From GO: Chance has 7 of 36 throws but keeps 6 of 16 cards; Go To Jail keeps nobody."""
    weights, over = leave().exact
    row = weights[leave().at("go")]
    assert Fraction(row[leave().at("Chance (7)")], over) == Fraction(6, 36) * Fraction(6, 16)
    assert not any(key.space == 30 for key in leave().states)
    assert np.array(weights, float) / over == pytest.approx(leave().P, abs=1e-15)


def test_stationary__exact_fractions_on_a_small_board() -> None:
    """A distribution that solves its equations exactly, with the floats beside it."""
    shares = small().stationary(exact=True)
    weights, over = small().exact
    assert sum(shares) == 1
    for j in range(len(shares)):
        assert sum(share * weights[i][j] for i, share in enumerate(shares)) == shares[j] * over
    assert [float(share) for share in shares] == pytest.approx(small().stationary().tolist(), abs=1e-15)


def test_one_way_to_count__class_board_by_hand() -> None:
    """One die, cards for GO and the museum: from Start the library has 1/6, the deck keeps 4 of 6 cards."""
    row = dict(zip(small().labels, small().P[small().at("go")]))
    assert row["Library"] == pytest.approx(1 / 6)
    assert row["Luck"] == pytest.approx(1 / 6 * 4 / 6)
    assert row["Start"] == pytest.approx(1 / 6 * 1 / 6)
    assert row["Museum"] == pytest.approx(1 / 6 * 1 / 6)


# Lumping


def test_real_piles__are_refused_and_the_two_positions_are_named() -> None:
    with pytest.raises(ChainError, match=r"is no state: .* in turn \d+ goes on to .* with the probability .* turn \d+"):
        Chain("class_board", decks="piles")


def test_merging_away_the_run_of_doubles__is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    chain = leave()  # derived before anything is replaced
    monkeypatch.setattr(state_derivation, "place_of", lambda s, t, log: (s.at[s.token], 0, s.jail[s.token], 0))
    with pytest.raises(ChainError, match="goes on to"):
        derived(chain)


@pytest.mark.full
def test_merging_away_the_failed_tries__is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = state_derivation.place_of
    chain = stay()  # derived before anything is replaced
    monkeypatch.setattr(state_derivation, "place_of", lambda *a: (*plain(*a)[:2], min(plain(*a)[2], 1), plain(*a)[3]))
    with pytest.raises(ChainError, match="goes on to"):
        derived(chain)


@pytest.mark.parametrize("cards", [True, False])
def test_positions_that_are_paid_differently__are_caught(cards: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Movement alike but a salary that depends on history: the rewards of such a state mean nothing.

    Without cards no position remembers others than the first: the turn alone is another history.
    """
    chain = Chain("class_board", cards=cards)
    plain = state_derivation.prepare_throw

    def poorer(t, s, plan):
        s, (money, *rest) = plain(t, s, plan)
        return s, (((8, 3, s.turn),) if s.turn > 1 else money, *rest)

    monkeypatch.setattr(state_derivation, "prepare_throw", poorer)
    with pytest.raises(ChainError, match="paid differently"):
        derived(chain)


def rows(t: Tables, plan: Sequence[int], name: Callable[[Key], str]) -> dict[Key, state_derivation.MatrixRow]:
    return run_to_end(state_derivation.in_steps(t, plan, 0, name))


def derived(chain: Chain) -> dict[Key, state_derivation.MatrixRow]:
    return rows(chain.tables, chain._plan(), chain.label)


def test_representatives__differ_in_their_history(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two positions of most states are expanded, reached in different turns, one of them holding a card."""
    chain = leave()  # derived before anything is replaced
    found: dict[Key, list[tuple[int, bool]]] = {}
    plain = state_derivation.throw_from

    def noted(t, position, plan, copy, between):
        holds = any(seat == 0 for seat in position.card_seat)
        found.setdefault(Key(*state_derivation.place_of(position, t, [])), []).append((position.turn, holds))
        return plain(t, position, plan, copy, between)

    monkeypatch.setattr(state_derivation, "throw_from", noted)
    derived(chain)
    assert sum(len(seen) >= 2 for seen in found.values()) > 100
    assert all(len({turn for turn, _ in seen}) == len(seen) for seen in found.values())
    assert sum(len({holds for _, holds in seen}) == 2 for seen in found.values()) > 20


def test_shared_lists__give_the_same_rows_as_whole_copies() -> None:
    from monopoly_lab.markov.chain_setup import token_plan
    from monopoly_lab.markov.event_trace import whole

    t = small().tables
    plan = token_plan(small().edition, t, "stay")
    copied = run_to_end(state_derivation.rows_in_steps(t, plan, state_derivation.opening(t, 0, plan), str, whole))
    assert {key: row for key, (row, _) in copied.items()} == rows(t, plan, str)


def test_a_chain_is_derived_once(monkeypatch: pytest.MonkeyPatch) -> None:
    chain = Chain("classic_us")  # derived just now, or still remembered: other tests ask for many chains
    monkeypatch.setattr(state_derivation, "throw_from", None)
    assert (Chain("classic_us").P == chain.P).all()
