"""Hidden values of a live class: two classes differ in one of them, and all other pages are sent the same letters.

Each play sets or says one hidden value, lets others act around it, and returns the pages that may know it then.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from monopoly_lab.economics.bargaining import Bargain
from tests.live.pages import QUESTION, Class, Page, sent

Play = Callable[[Class, int], Awaitable[set[str]]]
SEALED = """
format = 1
edition = "classic_us"
seats = [{name = "A"}, {name = "B"}, {name = "C"}, {name = "D"}, {name = "E"}]
[options]
"auction.by" = "sealed"
"""


def of(*seats: int) -> set[str]:
    return {f"phone {seat}" for seat in seats}


WALLS = {"wall", "host"}


# Predict


async def truth(class_: Class, n: int) -> set[str]:
    class_.start("predict", {**QUESTION, "truth": ("78", "31")[n]})
    class_.open_pages()
    class_.hears(0, number="12")
    await sent()
    class_.press("again")
    class_.hears(1, number="50")
    return set()


async def prediction(class_: Class, n: int) -> set[str]:
    """In the same column of the histogram, which all may see."""
    class_.start("predict", QUESTION)
    class_.open_pages()
    class_.hears(0, number=("41.2", "41.7")[n])
    class_.hears(1, number="50")
    await sent()
    class_.press("again")
    class_.hears(0, number=("61.7", "61.2")[n])
    return of(0)


# Auction


async def private_value(class_: Class, n: int, by: str) -> set[str]:
    class_.start("auction", {"format": by})
    for lot in class_.activity.lots:
        lot.told[0] = (301, 802)[n]  # the same table as `worth`
    class_.open_pages()
    if by == "english":
        class_.press("go")
        for seat in range(4):
            class_.hears(seat, stay=True)
        class_.goes_on(7)
        await sent()
        class_.hears(1, stay=False)
    else:
        class_.hears(1, bid="5")
        await sent()
        class_.hears(2, bid="7")
    return of(0)


async def sealed_bid(class_: Class, n: int, by: str) -> set[str]:
    class_.start("auction", {"format": by})
    class_.open_pages()
    class_.hears(1, bid="500")
    class_.hears(0, bid=("301", "802")[n])
    await sent()
    class_.hears(2, bid="7")
    return of(0)


async def estimate(class_: Class, n: int, by: str) -> set[str]:
    class_.start("auction", {"format": by, "values": "common"})
    class_.activity.lots[0].told[0] = (1400, 1600)[n]
    class_.open_pages()
    class_.press("go")
    class_.goes_on(7)
    return of(0)


async def common_value(class_: Class, n: int) -> set[str]:
    """Nobody knows it before the sale."""
    class_.start("auction", {"format": "sealed", "values": "common"})
    for lot in class_.activity.lots:
        lot.worth.update(dict.fromkeys(lot.bidders, (1400, 1600)[n]))
    class_.open_pages()
    class_.hears(0, bid="1000")
    return set()


# Bargain


async def bargainers_value(class_: Class, n: int, way: str, role: str) -> set[str]:
    class_.start("bargain", {"way": way, "known": "own"})
    pair = next(pair for pair in class_.activity.pairs if min(pair.buyer, pair.seller) >= 0)
    most, least = (400 + 50 * n, 200) if role == "buyer" else (400, 200 - 50 * n)
    pair.deal, pair.proposer = Bargain(most, least), getattr(pair, role)
    class_.open_pages()
    class_.hears(pair.proposer, price="300")
    await sent()
    class_.hears(pair.partner_of(pair.proposer), accept=300)
    return of(pair.proposer)


async def offer(class_: Class, n: int, way: str) -> set[str]:
    class_.start("bargain", {"way": way})
    pair = next(pair for pair in class_.activity.pairs if min(pair.buyer, pair.seller) >= 0)
    class_.open_pages()
    price = (250, 300)[n]
    class_.hears(pair.proposer, price=str(price))
    await sent()
    class_.hears(pair.partner_of(pair.proposer), accept=price)
    return of(pair.buyer, pair.seller)


# Give or keep


async def gift(class_: Class, n: int, game: str, part: int) -> set[str]:
    """Until all have moved; in the second part of the pot, what is taken from one's own."""
    class_.start("give", {"game": game, "rounds": "2", "size": "3"})
    class_.open_pages()
    for press in ("late", "next", "late", "part")[: 4 * part]:
        class_.press(press)
        await sent()
    class_.hears(0, number=("9", "2")[n])
    await sent()
    class_.hears(1, number="5")
    return set()


async def fine(class_: Class, n: int) -> set[str]:
    class_.start("give", {"game": "fund", "rounds": "2", "size": "3"})
    for press in ("late", "next", "late", "part", "late"):
        class_.press(press)
    class_.open_pages()
    match = class_.activity.match_of[0]
    other = next(str(place) for place, name in enumerate(match.names) if name != "s0")
    class_.hears(0, numbers={other: ("0", "1")[n]})
    await sent()
    class_.hears(1, numbers={})
    return set()


# Hidden quality


def quality_set(class_: Class, n: int) -> Any:
    deed = class_.activity.deeds[0]
    deed.facts = {**deed.facts, "quality": (40, 90)[n]}
    return deed


def all_bid(class_: Class, **answer: Any) -> None:
    for seat in class_.activity.waiting():
        class_.hears(seat, **answer)


async def quality(class_: Class, n: int, sold: bool) -> set[str]:
    """Known to its seller alone, until the end of the round; after it to the buyer, and to the wall without names."""
    class_.start("lemons", {"rounds": "2"})
    deed = quality_set(class_, n)
    class_.open_pages()
    all_bid(class_, number="150")
    await sent()
    class_.hears(deed.seller, sell=sold)
    await sent()
    class_.press("close")
    assert class_.activity.round == 1
    return of(deed.seller, *([class_.activity._buyer(deed)] if sold else [])) | WALLS


async def promise(class_: Class, n: int) -> set[str]:
    """Until all sellers have promised; the quality behind it, after that too."""
    to_warranty(class_)
    deed = class_.activity.deeds[0]
    class_.open_pages()
    class_.hears(deed.seller, number=("40", "90")[n])
    return of(deed.seller)


async def quality_behind_a_promise(class_: Class, n: int) -> set[str]:
    to_warranty(class_)
    deed = quality_set(class_, n)
    class_.open_pages()
    all_bid(class_, number="60")
    await sent()
    for seat in class_.activity.waiting():
        class_.hears(seat, numbers={"0": "100", "1": "100"})
    await sent()
    class_.hears(deed.seller, sell=False)
    class_.press("close")
    return of(deed.seller) | WALLS


def to_warranty(class_: Class) -> None:
    class_.start("lemons", {"rounds": "1", "second": "warranty"})
    for press in ("close", "part"):
        class_.press(press)
    assert class_.activity.stage == "promise"


async def bid_for_a_deed(class_: Class, n: int) -> set[str]:
    class_.start("lemons", {"rounds": "2"})
    class_.open_pages()
    buyer = class_.activity.deeds[0].buyers[0]
    class_.hears(buyer, number=("100", "200")[n])
    return of(buyer)


async def sale(class_: Class, n: int) -> set[str]:
    """Whether a seller sells, until all have decided."""
    class_.start("lemons", {"rounds": "2"})
    class_.open_pages()
    all_bid(class_, number="150")
    await sent()
    seller = class_.activity.deeds[0].seller
    class_.hears(seller, sell=bool(n))
    return of(seller)


# Play together and Vote


async def sealed_bid_on_the_board(class_: Class, n: int) -> set[str]:
    start = class_.room.store.path.with_name("sealed.toml")
    start.write_text(SEALED)
    class_.start("play", {"start": str(start), "seconds": "0"})
    class_.press("begin")
    class_.open_pages()
    activity = class_.activity
    for _ in range(30):
        seat = activity.waiting()[0]
        view = class_.room.view(seat)
        if "sum_bid" in view:
            break
        choices = [each["answer"] for each in view["ask"]["choices"]]
        class_.hears(seat, **next((each for each in choices if each == {"text": "auction"}), choices[0]))
        await sent()
    class_.hears(seat, verb="bid", sum=("800", "900")[n])
    await sent()
    class_.hears(activity.waiting()[0], verb="bid", sum="70")
    assert "sum_bid" in class_.room.view(activity.waiting()[0])
    return set()


async def vote(class_: Class, n: int) -> set[str]:
    class_.start("vote", {"rounds": "2", "rounds_after": "1"})
    class_.press("go")
    class_.open_pages()
    class_.press("to_vote")
    await sent()
    class_.hears(0, vote=("income", "keep")[n])
    await sent()
    class_.hears(1, vote="income")
    return of(0)


# Comparing

SALES = ("sealed", "vickrey", "english")
WAYS = ("free", "ultimatum")
PLAYS: Sequence[Play] = [
    *(truth, prediction, common_value),
    *(partial(private_value, by=by) for by in SALES),
    *(partial(estimate, by=by) for by in SALES),
    *(partial(sealed_bid, by=by) for by in SALES[:2]),
    *(partial(bargainers_value, way=way, role=role) for way in WAYS for role in ("buyer", "seller")),
    *(partial(offer, way=way) for way in WAYS),
    *(partial(gift, game=game, part=part) for game in ("fund", "pot") for part in (0, 1)),
    *(
        fine,
        partial(quality, sold=False),
        partial(quality, sold=True),
        promise,
        quality_behind_a_promise,
        bid_for_a_deed,
        sale,
    ),
    *(sealed_bid_on_the_board, vote),
]


def named(play: Any) -> str:
    return "-".join(
        [play.func.__name__, *map(str, play.keywords.values())] if isinstance(play, partial) else [play.__name__]
    )


async def shown(folder: Path, play: Play, n: int) -> tuple[dict[str, list[str]], dict[str, list[str]], set[str]]:
    """Return what each page was sent, and a page that is opened now; then what is shown later; and who may know."""
    class_ = Class(folder)
    knowing = await play(class_, n)
    await sent()
    class_.room.host({"act": "pause"})
    class_.live.hub.schedule_send()
    await sent()
    class_.room.host({"act": "resume"})
    class_.room.host({"act": "rename", "seat": 4, "name": "Elsewhere"})  # everything is made again
    class_.live.hub.schedule_send()
    await sent()
    before = {name: list(page.texts) for name, page in class_.pages.items()}
    for name, page in class_.pages.items():
        again = Page(class_.live)
        class_.live.hub.add(again, page.who)
        before[name] += again.texts
    for _ in range(3):
        if controls := class_.activity.buttons():
            class_.press(controls[0])
    await sent()
    return before, {name: page.texts for name, page in class_.pages.items()}, knowing


@pytest.mark.usefixtures("same_luck")
@pytest.mark.parametrize("play", PLAYS, ids=named)
def test_hidden_value__reaches_no_page_that_may_not_know_it(play: Play, tmp_path: Path) -> None:
    one, other = (asyncio.run(shown(tmp_path / str(n), play, n)) for n in range(2))
    assert one[0].keys() == other[0].keys() and {"wall", "host", "phone 4"} < one[0].keys()
    for name in one[0].keys() - one[2]:
        assert one[0][name] == other[0][name], name
    assert one[2] == other[2] and all(one[0][name] != other[0][name] for name in one[2])
    assert one[1] != other[1]  # what was hidden decides something
