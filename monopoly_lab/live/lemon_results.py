"""Results of the class's market with hidden quality: what was sold, who lost, and theory once it may be seen."""

from collections import defaultdict
from collections.abc import Callable, Sequence
from statistics import fmean
from typing import Any

from monopoly_lab.common.messages import percent, rounded
from monopoly_lab.economics.hidden_quality import HiddenQuality
from monopoly_lab.live import page_blocks as blocks
from monopoly_lab.live.activity import Activity
from monopoly_lab.live.offered_deed import Deed, decided_deeds, on_offer
from monopoly_lab.live.page_blocks import Block, Blocks

WARRANTY, LOWEST, NONE = "warranty", "lowest", "none"  # what the second part brings


class LemonResults(Activity):
    """What the rounds of a market with hidden quality show. The theory is hidden while it could still be copied.

    All sums are whole dollars, so that what a phone says adds up. A price is the highest bid for a deed, less what the
    seller would pay back under a warranty: the net price. In theory buyers bid what a promise of p is worth. A seller
    of quality q who promises p >= q is then left with the worth of q, whatever p is, and with less by a lower promise.
    So the net price is what a deed is worth to a buyer, all are sold, and sellers have all gains (Grossman 1981).
    """

    TABLES = ("bids",)
    markets: list[HiddenQuality]  # by part
    past: list[list[list[Deed]]]  # by part and round
    market: HiddenQuality  # of this part
    sellers: list[int]
    buyers: list[int]
    stage: str  # of a round; empty between rounds

    def _gain(self, deed: Deed, seat: int) -> int:
        """Return what a sale brings, or would have brought, to its seller or to its buyer; 0 to the other buyer."""
        if seat == deed.seller:
            return self._net_price(deed) - self._own_worth(deed.quality)
        return self._worth(deed.quality) - self._net_price(deed) if seat == self._buyer(deed) else 0

    def _buyer(self, deed: Deed) -> int:
        return deed.buyers[self.market.buyer(deed.facts, deed.moves()) - 1]

    def _own_worth(self, quality: int) -> int:
        """Return what a deed is worth to its seller, in whole dollars."""
        return int(rounded(self.market.owner_value(quality)))

    def _worth(self, quality: int) -> int:
        """Return what a deed is worth to a buyer, in whole dollars."""
        return int(rounded(self.market.buyer_factor * self.market.owner_value(quality)))

    def _refund(self, deed: Deed) -> int:
        """Return what a seller pays back after a sale: what the quality that is missing is worth to the buyer."""
        return self._worth(max(deed.promise, deed.quality)) - self._worth(deed.quality)

    def _net_price(self, deed: Deed) -> int:
        """Return the highest bid less what the seller would pay back, or does."""
        return deed.price - self._refund(deed)

    def _own_moves(self, seat: int, mine: Sequence[Deed]) -> list[tuple[str, str]]:
        """Return what a seat has promised or bid in this round."""
        if seat in self.sellers:
            is_due = self.market.warranty and (mine[0].is_promised or self.stage != "promise")
            return [(self.say("your_promise"), self._share(mine[0].promise / 100))] if is_due else []
        if not any(seat in deed.bids for deed in mine):
            return []
        bids = [self.money(deed.bids[seat]) if seat in deed.bids else self.say("nothing_bid") for deed in mine]
        if len(bids) > 1 and not self.market.warranty:
            return [(self.say("your_bid_each", n=len(bids)), bids[0])]
        return [(self.say("your_bid" if len(bids) == 1 else "your_bids"), ", ".join(bids))]

    def _results(self, seat: int, mine: Sequence[Deed]) -> Blocks:
        """Return what became of the deeds of a seat in the round that has just ended."""
        results = [self._result(seat, deed) for deed in mine]
        return {
            f"result{place}": said
            for place, said in enumerate(results)
            if said not in results[:place] or said["tone"] != "note"
        }

    def _result(self, seat: int, deed: Deed) -> Block:
        if seat == deed.seller and not deed.is_sold:
            if deed.bids and not deed.is_decided:
                return blocks.text(self.say("kept_late"), "bad")
            return blocks.text(self.say("kept" if deed.bids else "no_bids"), "note")
        if seat != deed.seller and seat not in deed.bids:
            return blocks.text(self.say("no_bid"), "note")
        if not deed.is_sold or seat not in (deed.seller, self._buyer(deed)):
            key = {"sold": "not_bought", "kept": "not_sold", "late": "not_sold_late"}[deed.outcome]
            return blocks.text(self.say(key), "note")
        gain, back = self._gain(deed, seat), self._refund(deed)
        worth = self.money(self._worth(deed.quality))
        values = {"price": self.money(deed.price), "n": deed.quality, "worth": worth, "back": self.money(back)}
        key = "sold" if seat == deed.seller else "bought"
        text = self.say(f"{key}_back" if back else key, gain=self.money(gain), **values)
        return blocks.text(text, "good" if gain >= 0 else "bad")

    def _sums(self) -> dict[int, int]:
        """Return the gains of all seats in the rounds that are finished."""
        sums = dict.fromkeys(self.seats, 0)
        for deed in (deed for rounds in self.past for deeds in rounds for deed in deeds if deed.is_sold):
            for seat in (deed.seller, self._buyer(deed)):
                sums[seat] += self._gain(deed, seat)
        return sums

    def _own_end(self, seat: int) -> Blocks:
        """Return what a phone shows at the debrief: the sum of gains, the place by role, and how they came about."""
        sums, role = self._sums(), "sellers" if seat in self.sellers else "buyers"
        alike = [sums[each] for each in (self.sellers if role == "sellers" else self.buyers)]
        place = self.say(f"place_{role}", n=1 + sum(gain > sums[seat] for gain in alike), total=len(alike))
        pairs = ((self.say("gained_all"), self.money(sums[seat])), (self.say("place"), place))
        all_deeds = [deed for rounds in self.past for deeds in rounds for deed in deeds]
        offered = [deed for deed in decided_deeds(all_deeds) if deed.seller == seat]
        bid_on = [deed for deed in decided_deeds(all_deeds) if seat in deed.bids]
        why = self._seller_sentences(offered) if offered else []
        late = sum(deed.seller == seat and bool(deed.bids) and deed.outcome == "late" for deed in all_deeds)
        why += [self.say("end_late", n=late)] if late else []
        why += self._buyer_sentences(seat, bid_on) if bid_on else []
        return {"own": blocks.figures(*pairs), "why": blocks.text(" ".join(why or [self.say("end_none")]))}

    def _seller_sentences(self, mine: Sequence[Deed]) -> list[str]:
        """Return how many deeds a seller sold, and of each that was kept why, as far as bids and promises tell it."""
        kept = [deed for deed in mine if not deed.is_sold]
        dear = [deed for deed in kept if deed.price < self._own_worth(deed.quality)]
        promised = [deed for deed in kept if deed not in dear and self._gain(deed, deed.seller) < 0]
        lines = [self.say("end_sold", n=len(mine) - len(kept), total=len(mine))]
        mean = fmean(deed.quality for rounds in self.past for deeds in rounds for deed in deeds)
        counts = {
            "kept": len(dear),
            "good": sum(deed.quality > mean for deed in dear),
            "promised": len(promised),
            "missed": len(kept) - len(dear) - len(promised),
        }
        return lines + [self.say(f"end_{key}", n=n, mean=self._share(mean / 100)) for key, n in counts.items() if n]

    def _buyer_sentences(self, seat: int, bid_on: Sequence[Deed]) -> list[str]:
        """Return how many deeds a buyer bought of those that they bid on, and how good these and the rest were."""
        mine = [deed.quality for deed in bid_on if deed.is_sold and self._buyer(deed) == seat]
        kept = [deed.quality for deed in bid_on if not deed.is_sold]
        sentences = [self.say("end_bought", n=len(mine), total=len(bid_on))]
        if mine and kept:
            own, rest = (self._share(fmean(each) / 100) for each in (mine, kept))
            sentences.append(self.say("end_quality", own=own, kept=rest))
        return sentences

    def part_called(self, part: int) -> str:
        """Return what a part, counted from 0, is called on the wall."""
        return self.say(f"part_{self.options['second'] if part else 'hidden'}")

    def part_label(self, part: int) -> str:
        """Return the name of a part at the debrief, and how many of its rounds were played if these are not all."""
        part_name, n, total = self.part_called(part), len(self.past[part]), int(self.options["rounds"])
        return self.say("cut", part=part_name, n=n, total=total) if n < total else part_name

    def prices(self, part: int) -> dict[int, float]:
        """Return the mean net price of the deeds with a bid by round; rounds without bids have none."""
        net_prices = {
            n: [self._net_price(deed) for deed in deeds if deed.bids] for n, deeds in enumerate(self.past[part], 1)
        }
        return {n: fmean(net) for n, net in net_prices.items() if net}

    def shares(self, part: int) -> dict[int, float]:
        """Return the share that was sold of the deeds on offer, by round; rounds without a bid have none."""
        sales = {n: [deed.is_sold for deed in on_offer(deeds)] for n, deeds in enumerate(self.past[part], 1)}
        return {n: fmean(sold) for n, sold in sales.items() if sold}

    def theory_prices(self, part: int) -> list[float]:
        """Return the price that theory expects in each round of a part.

        Buyers bid the mean worth of all deeds, then in each round of those that sellers would sell at the last price.
        Under a warranty all deeds are sold for what they are worth: the mean of the same deeds as in `prices`.
        """
        market, rounds = self.markets[part], int(self.options["rounds"])
        if market.warranty:
            by_round = [[deed for deed in deeds if deed.bids] or deeds for deeds in self.past[part]]
            return [fmean(self._worth(deed.quality) for deed in deeds) for deeds in by_round]
        bids = market.unraveling(rounds)
        return bids + bids[-1:] * (rounds - len(bids))

    def long_run(self, part: int) -> tuple[float, float]:
        """Return where theory ends: the price, net of what is paid back, and the share of deeds that are sold."""
        market = self.markets[part]
        if market.warranty:
            return market.unraveling(1)[0], 1.0
        return market.competitive_price, market.share_sold(market.competitive_price)

    def _theory_shares(self, part: int) -> list[float]:
        market = self.markets[part]
        return [1.0 if market.warranty else market.share_sold(price) for price in self.theory_prices(part)]

    def _charts(self) -> Block:
        prices, shares = [], []
        for part in range(len(self.past)):
            if not self.past[part]:
                continue
            said = self.part_called(part)
            found = (list(self.prices(part).items()), list(self.shares(part).items()))
            theory = (list(enumerate(self.theory_prices(part), 1)), list(enumerate(self._theory_shares(part), 1)))
            named = [self.say("theory_warranty" if self.markets[part].warranty else "theory"), self.say("theory")]
            shown = [([said, said], found), *([(named, theory)] if self.shows_theory else [])]
            for (of_prices, of_shares), (price, share) in shown:
                look: dict[str, Any] = {"color": 1 + part, "dashed": of_shares != said}
                prices.append(blocks.line(of_prices, price, **look))
                shares.append(blocks.line(of_shares, [(n, 100 * x) for n, x in share], **look))
        axis, reach = self.say("axis_round"), (1, max(map(self._rounds_shown, range(len(self.past)))))
        drawn = (("price", prices, self.prices, self.money, 0), ("sold", shares, self.shares, self._share, 100))
        lines = (
            blocks.lines(
                series,
                axis,
                self.say(f"axis_{self._net(key)}"),
                title=self._finding(found, shown),
                reach=reach,
                top=top,
            )
            for key, series, found, shown, top in drawn
        )
        return blocks.grid([self._qualities(), *lines])

    def _net(self, key: str) -> str:
        """Return the key of a label of prices: of net prices where a part has had a warranty."""
        is_net = any(market.warranty and rounds for market, rounds in zip(self.markets, self.past, strict=True))
        return "net" if is_net and key == "price" else key

    def _rounds_shown(self, part: int) -> int:
        """Return how many rounds of a part have room in the charts: also those that are to come."""
        is_open = part == len(self.past) - 1 and not self.is_over
        return max(len(self.past[part]), int(self.options["rounds"]) if is_open else 0)

    def _qualities(self) -> Block:
        """Return the qualities of deeds by what became of them, and by round; the second part follows the first.

        Only what sellers decided says something of the market: the rest is drawn apart, and in no headline.
        """
        points: dict[str, list[tuple[float, float]]] = {"sold": [], "kept": [], "late": []}
        ticks, marks = list[tuple[float, str]](), []
        for part, rounds in enumerate(self.past):
            if not rounds:
                continue
            before = len(ticks)
            if part:
                marks = [blocks.mark(before + 0.5, self.say(f"mark_{self.options['second']}"), is_after=True)]
            ticks += [(before + n, str(n)) for n in range(1, self._rounds_shown(part) + 1)]
            for number, deeds in enumerate(rounds, before + 1):
                for deed in on_offer(deeds):
                    points[deed.outcome].append((number, deed.quality))
        series = [
            blocks.line(self.say("dots_sold"), points["sold"], color=1, dots=True),
            blocks.line(self.say("dots_kept"), points["kept"], color=8, dots=True, dashed=True),
            *([blocks.line(self.say("dots_late"), points["late"], color=4, dots=True)] if points["late"] else []),
        ]
        part = max(part for part, rounds in enumerate(self.past) if rounds)
        last = on_offer(self.past[part][-1])
        means = {key: [deed.quality / 100 for deed in last if deed.outcome == key] for key in ("sold", "kept")}
        values = {key: self._share(fmean(each)) for key, each in means.items() if each}
        title = ""
        if last:
            key = "quality" if len(values) == 2 else "kept" if "sold" not in values else "sold"
            key += "_some" if key == "sold" and len(means["sold"]) < len(last) else ""
            title = self.say(f"finding_{key}", part=self.part_called(part), n=len(self.past[part]), **values)
        shape: dict[str, Any] = {"reach": (1, len(ticks)), "ticks": ticks, "top": 100}
        return blocks.lines(series, self.say("axis_round"), self.say("axis_quality"), marks, title=title, **shape)

    def _round_figures(self) -> Block:
        """Return how many deeds were sold in the last round, and what a sale brought its buyer and its seller."""
        deeds = self.past[-1][-1]
        sold = [deed for deed in deeds if deed.is_sold]
        unbid = sum(not deed.bids for deed in deeds)
        late = sum(bool(deed.bids) and not deed.is_decided for deed in deeds)
        gains = [self._gain(deed, self._buyer(deed)) for deed in sold]
        by_buyer: dict[int, int] = defaultdict(int)  # who buys two deeds is one buyer
        for deed, gain in zip(sold, gains, strict=True):
            by_buyer[self._buyer(deed)] += gain
        pairs = [(self.say("sold_of"), self.say("n_of", n=len(sold), total=len(deeds)))]
        pairs += [(self.say(key), str(n)) for key, n in (("unbid", unbid), ("late_sellers", late)) if n]
        if sold:
            for key, each in (("deals_lost", gains), ("buyers_lost", list(by_buyer.values()))):
                lost = sum(gain < 0 for gain in each)
                pairs.append((self.say(key), self.say("n_of", n=lost, total=len(each))))
            pairs.append((self.say("buyer_gain"), self.money(fmean(gains))))
            pairs.append((self.say("seller_gain"), self.money(fmean(self._gain(deed, deed.seller) for deed in sold))))
        return blocks.figures(*pairs)

    def _share(self, share: float) -> str:
        return percent(share, 0, self.lang)

    def _finding(self, of_part: Callable[[int], dict[int, float]], in_words: Callable[[float], str]) -> str:
        """Return how prices or sales have changed in each part."""
        found = ((self.part_called(part), list(of_part(part).values())) for part in range(len(self.past)))
        return " ".join(self.change(part, [in_words(each) for each in values]) for part, values in found if values)

    def debrief(self) -> Blocks:
        played = [part for part, rounds in enumerate(self.past) if rounds]
        talk = blocks.text(" ".join(map(self.say, self._questions())), "note")
        if not played:
            return {"talk": talk}
        heads = (f"head_{self._net('price')}", "head_round", "head_long", "head_sold", "head_long")
        table = blocks.table(["", *map(self.say, heads)], [self._summary(part) for part in played])
        of_gains = ("head_buyer", "head_seller", "head_gains")
        gains = blocks.table(["", *map(self.say, of_gains)], [self._gains_made(part) for part in played])
        silent = sum(not on_offer(deeds) for part in played for deeds in self.past[part])
        explained = [self.say(f"words_{self._net('price')}"), *[self.say("no_bid_rounds", n=silent)] * bool(silent)]
        words = blocks.text(" ".join(explained), "note")
        late = {"late": blocks.text(said)} if (said := self._unsold_sentences(played)) else {}
        return {"charts": self._charts(), **late, "table": table, "gains": gains, "words": words, "talk": talk}

    def _unsold_sentences(self, played: Sequence[int]) -> str:
        """Return for each part how many deeds were not sold for want of a bid or of an answer to one; "" for none."""
        sentences = []
        for part in played:
            deeds = [deed for deeds in self.past[part] for deed in on_offer(deeds)]
            late = [deed for deed in deeds if deed.outcome == "late"]
            counts = {"n": len(late), "total": len(deeds), "unbid": sum(not deed.bids for deed in late)}
            if late:
                counts["late"] = len(late) - counts["unbid"]
                causes = [cause for cause in ("late", "unbid") if counts[cause]]
                key = "late_part" if len(causes) > 1 else f"late_part_{causes[0]}"
                sentences.append(self.say(key, part=self.part_called(part), **counts))
        return " ".join(sentences)

    def analysis(self) -> str:
        sentences = [super().analysis()]
        for part, rounds in enumerate(self.past):
            if rounds:
                price, share = self.long_run(part)
                named = {"price": self.money(price), "share": self._share(share)}
                sentences.append(self.say("analysis_long", part=self.part_called(part), **named))
        return " ".join(sentences)

    def _questions(self) -> list[str]:
        """Return the keys of the questions that fit what has happened."""
        hidden, *second = [[deed for deeds in rounds for deed in on_offer(deeds)] for rounds in self.past]
        keys = [f"talk_{'sold' if all(deed.is_sold for deed in found) else 'kept'}"] if (found := hidden) else []
        for deeds in filter(None, second):
            is_true = self.options["second"] == WARRANTY and all(deed.promise <= deed.quality for deed in deeds)
            keys.append("talk_warranty_true" if is_true else f"talk_{self.options['second']}")
        return [*keys, "talk_outside"]

    def _summary(self, part: int) -> list[str]:
        """Return the last round of a part beside theory, and where that ends."""
        price, share = self.long_run(part)
        number, prices, shares = len(self.past[part]), self.prices(part), self.shares(part)
        return [
            self.part_label(part),
            self.money(prices[number]) if number in prices else "-",
            self.money(self.theory_prices(part)[number - 1]),
            self.money(price),
            self._share(shares[number]) if number in shares else "-",
            self._share(share),
        ]

    def _gains_made(self, part: int) -> list[str]:
        """Return what a sale brought in all rounds of a part, and the share of the gains of all deeds that was made.

        Rounds without a bid are left out: they show who was silent, not what the market did.
        """
        deeds = [deed for deeds in self.past[part] for deed in on_offer(deeds)]
        possible = sum(deed.quality for deed in deeds)  # the gain of a sale is in proportion to the quality
        sold = [deed for deed in deeds if deed.is_sold]
        gains = [[self._gain(deed, seat) for seat in (self._buyer(deed), deed.seller)] for deed in sold]
        return [
            self.part_label(part),
            *(map(self.money, map(fmean, zip(*gains))) if gains else ("-", "-")),
            self._share(sum(deed.quality for deed in sold) / possible) if possible else "-",
        ]

    def rows(self) -> list[dict[str, Any]]:
        return [
            {
                "part": part + 1,
                "round": number,
                "seller": deed.seller,
                "quality": deed.quality,
                "promise": deed.promise if market.warranty else None,
                "price": deed.price if deed.bids else None,
                "paid_back": self._refund(deed),
                "net_price": self._net_price(deed) if deed.bids else None,
                "theory_price": self.theory_prices(part)[number - 1],
                "theory_sold": self._theory_shares(part)[number - 1],
                "is_sold": deed.is_sold,
                "is_decided": deed.is_decided,
                "buyer": self._buyer(deed) if deed.is_sold else None,
                "seller_gain": self._gain(deed, deed.seller) if deed.is_sold else 0,
                "buyer_gain": self._gain(deed, self._buyer(deed)) if deed.is_sold else 0,
            }
            for part, market in enumerate(self.markets)
            for number, deeds in enumerate(self.past[part], 1)
            for deed in deeds
        ]

    def detail_rows(self) -> dict[str, list[dict[str, Any]]]:
        bids = [
            {"part": part, "round": number, "seller": deed.seller, "buyer": buyer, "bid": bid}
            | {"won": deed.is_sold and buyer == self._buyer(deed)}
            for part, rounds in enumerate(self.past, 1)
            for number, deeds in enumerate(rounds, 1)
            for deed in deeds
            for buyer, bid in deed.bids.items()
        ]
        return {"bids": bids}
