"""Decide where the next games are played, from what was seen so far: the same for everybody.

The plan of a round depends on the seed and on the totals of earlier rounds only. So it is the same
however often the campaign was stopped, and however many processes played it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import cycle, islice
from typing import Any

from attrs import asdict, frozen

from rulewright.parts.totals import Totals
from rulewright.play.rulings import pairs
from rulewright.wording.numbers import counted

FIRST, LARGEST = 4, 4_096
"""Parts of the first rounds, and the most; in between a round has half as many as all before it."""
MAIN, RARE = 0.25, 0.375
"""The share of a round under the game's own options, and that for what was rarely seen."""
ONCE_IN = 2_000
"""A clause is rare if it was the only one to forbid a candidate less often than once in so many
positions."""
SELDOM = 4
"""A pair of readings is rare if it has had less than the mean number of games, divided by this."""
AT_ONCE = 4
"""Rare clauses, pairs and occasions, of each, that one round looks for."""

JUDGED = ("recorded", "biased")
"""Kinds of parts in which most positions are seen, and the clauses are counted."""


@frozen
class PlannedGames:
    """Equal parts of a round: the kind of games, the number of the options, and why."""

    kind: str
    options: int
    parts: int
    why: str


@frozen
class RoundPlan:
    """The parts of a round."""

    round: int
    items: tuple[PlannedGames, ...]

    @property
    def parts(self) -> int:
        """The number of parts."""
        return sum(each.parts for each in self.items)

    def item(self, number: int) -> PlannedGames:
        """Return what a part of the round belongs to; raises `LookupError`."""
        left = number
        for each in self.items:
            if left < each.parts:
                return each
            left -= each.parts
        raise LookupError(f"round {self.round} has {self.parts} parts: there is no part {number}")

    def as_json(self) -> dict[str, Any]:
        """Return all fields as JSON."""
        return asdict(self)

    @classmethod
    def of_json(cls, written: Mapping[str, Any]) -> RoundPlan:
        """Read what `as_json` returned."""
        return cls(written["round"], tuple(PlannedGames(**each) for each in written["items"]))


@frozen
class OptionsToPlay:
    """Parameters and rulings of a campaign, and the occasion that is met under them."""

    params: Mapping[str, Any]
    rulings: Mapping[str, str]
    occasion: str = ""


@frozen
class GameInView:
    """What is known of a game as a round is planned."""

    options: Sequence[OptionsToPlay]
    """The game's own first."""
    kinds: Sequence[str]
    readings: Mapping[str, Sequence[str]]
    """Of each question; the default one first."""
    occasions: Sequence[str]
    ending: str
    """The clause that ends the game: it forbids nothing in a position that is judged."""
    seen: Mapping[int, Totals]
    """What was seen under each of the options."""

    def games(self, number: int) -> int:
        """Return the number of games under some options."""
        return self.seen.get(number, Totals()).counts.get("games", 0)

    @property
    def totals(self) -> Totals:
        """What was seen under all options."""
        return sum(self.seen.values(), Totals())

    def rulings(self, number: int) -> set[tuple[str, str]]:
        """Return the reading of each question under some options."""
        default = {question: every[0] for question, every in self.readings.items()}
        return set({**default, **self.options[number].rulings}.items())

    def by_pair(self) -> dict[frozenset[tuple[str, str]], int]:
        """Return the number of games under each pair of readings that any of the options has."""
        found: dict[frozenset[tuple[str, str]], int] = {}
        every = pairs(self.readings)
        for number in range(len(self.options)):
            inside = self.rulings(number)
            for pair in every:
                if pair <= inside:
                    found[pair] = found.get(pair, 0) + self.games(number)
        return found


def planned_round(view: GameInView, number: int, before: int, most: int | None = None) -> RoundPlan:
    """Plan a round after rounds of `before` parts together; `most` parts, if that is given."""
    size = min(max(FIRST, before // 2), LARGEST)
    size = max(min(size, size if most is None else most), 1)
    rare = list(rare_things(view, number))
    looked_for = min(int(size * RARE), size - 1) if rare else 0
    main = max(int(size * MAIN), 1)
    kinds = islice(cycle(mix_of(view.kinds)), before, None)
    judged = [each for each in view.kinds if each in JUDGED] or list(view.kinds)
    chosen = [(next(kinds), 0, "the game's own options") for _ in range(main)]
    chosen += [
        (judged[at % len(judged)], options, why)
        for at, (options, why) in enumerate(islice(cycle(rare), looked_for))
    ]
    in_turn = sorted(range(len(view.options)), key=lambda at: (view.games(at), at))
    chosen += [
        (next(kinds), options, "the options with the fewest games")
        for options in islice(cycle(in_turn), size - len(chosen))
    ]
    return RoundPlan(number, tuple(together(chosen)))


def mix_of(kinds: Sequence[str]) -> list[str]:
    """Return the kinds of parts in the order in which they come: the judged ones between all others."""
    judged = [each for each in kinds if each in JUDGED]
    others = [each for each in kinds if each not in JUDGED]
    return [kind for each in others for kind in (*judged, each)] or judged


def together(chosen: Sequence[tuple[str, int, str]]) -> Iterator[PlannedGames]:
    """Put equal parts together, in the order in which the first of each comes."""
    counts: dict[tuple[str, int, str], int] = {}
    for each in chosen:
        counts[each] = counts.get(each, 0) + 1
    for (kind, options, why), parts in counts.items():
        yield PlannedGames(kind, options, parts, why)


def rare_things(view: GameInView, number: int) -> Iterator[tuple[int, str]]:
    """Yield options for what was rarely seen, each with the reason."""
    yield from rare_clauses(view)
    yield from rare_pairs(view)
    unmet = [each for each in view.occasions if not view.totals.occasions.get(each)]
    turned = [*unmet[number % max(len(unmet), 1) :], *unmet[: number % max(len(unmet), 1)]]
    for name in turned[:AT_ONCE]:
        for at, each in enumerate(view.options):
            if each.occasion == name:
                yield at, f"the occasion {name!r} was never met"


def rare_clauses(view: GameInView) -> Iterator[tuple[int, str]]:
    """Yield the options under which clauses that rarely forbid alone do so most often."""
    totals = view.totals
    positions = totals.counts.get("positions", 0)
    rare = [
        (alone, clause)
        for clause, (_, _, alone) in totals.clauses.items()
        if alone * ONCE_IN < positions and clause != view.ending
    ]
    for alone, clause in sorted(rare)[:AT_ONCE]:
        yield (
            best_for(view, clause),
            f"{clause} alone forbade {counted(alone, 'candidates')} so far",
        )


def best_for(view: GameInView, clause: str) -> int:
    """Return the options under which a clause most often forbade alone: the least played, if none."""

    def rank(at: int) -> tuple[float, int, int]:
        seen = view.seen.get(at, Totals())
        games = max(seen.counts.get("games", 0), 1)
        return -seen.clauses.get(clause, (0, 0, 0))[2] / games, view.games(at), at

    return min(range(len(view.options)), key=rank)


def rare_pairs(view: GameInView) -> Iterator[tuple[int, str]]:
    """Yield options for the pairs of readings with the fewest games."""
    games = view.by_pair()
    if not games:
        return
    mean = sum(games.values()) / len(games)
    rare = [(count, sorted(pair)) for pair, count in games.items() if count * SELDOM < mean]
    for count, pair in sorted(rare)[:AT_ONCE]:
        able = [at for at in range(len(view.options)) if set(pair) <= view.rulings(at)]
        names = " and ".join(f"{question}={reading}" for question, reading in pair)
        yield (
            min(able, key=lambda at: (view.games(at), at)),
            f"{names} met in {counted(count, 'games')}",
        )
