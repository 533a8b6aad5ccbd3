"""Vectors of games that are given by hand: what random play hardly ever meets is told apart."""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import combinations, permutations
from typing import Any

import pytest
from common.naive_dreieck import Cell, beside, part
from common.wrong_engines.wrong_dreieck import Rules, Table

from rulewright.interface import IllegalAction, Json
from rulewright.play import games
from rulewright.vectors import Vector, load
from rulewright.vectors.failures import first_failure

NINTH = "i"
FAR = 10
MOST_MOVES = 30
"""The naive engine is slow late in a game; one turn farther out is as good."""


class OneRegionAfterAnother(Rules):
    """Of regions that border on each other the first is gone before the next is looked at."""

    def captures(self, table: Table, laid: Cell) -> set[Cell]:
        """Take what is taken off the table at once."""
        left, found = dict(table), set[Cell]()
        for cell in sorted(super().captures(table, laid)):
            taken = super().captures(left, laid)
            if cell in taken:
                own = {each for each in left if left[each][0] == left[cell][0]}
                region = part(cell, own)
                found |= region
                left = {each: tile for each, tile in left.items() if each not in region}
        return found


class HolesTriggerToo(Rules):
    """A tile in the hole of a region that its owner closed captures it."""

    def captures(self, table: Table, laid: Cell) -> set[Cell]:
        """Look at every region beside the tile."""
        rulings = self.rulings
        self.rulings = {**rulings, "trigger": "standing"}
        found = super().captures(table, laid)
        self.rulings = rulings
        near = {
            cell
            for start in beside(laid)
            if start in found
            for cell in part(start, {each for each in found if table[each][0] == table[start][0]})
        }
        return near if rulings["trigger"] == "completing" else found


class TakesTwoAtMost(Rules):
    """Of three regions that are enclosed at once one stays."""

    most, largest = 2, 24

    def captures(self, table: Table, laid: Cell) -> set[Cell]:
        """Take the first regions."""
        found = super().captures(table, laid)
        regions: list[set[Cell]] = []
        for cell in sorted(found):
            if not any(cell in region for region in regions):
                own = {each for each in found if table[each][0] == table[cell][0]}
                regions.append(part(cell, own))
        taken = [each for each in regions[: self.most] if len(each) <= self.largest]
        return set().union(*taken)


class LargeRegionsStay(TakesTwoAtMost):
    """A region of more than fourteen tiles is not taken."""

    most, largest = 24, 14


class TableEndsFarOut(Rules):
    """Nothing is laid farther than ten from the first tile."""

    def matches(self, table: Table, cell: Cell, symbols: str) -> bool:
        """Compare the coordinates as well."""
        near = max(map(abs, cell[1:])) <= FAR
        return near and super().matches(table, cell, symbols)


class NineSymbols(Rules):
    """A tile with a symbol after the ninth is not found, unless a neighbour shows it."""

    def matches(self, table: Table, cell: Cell, symbols: str) -> bool:
        """Compare the corner that is free."""
        shown = {symbol for other in beside(cell) if other in table for symbol in table[other][1]}
        known = all(each <= NINTH or each in shown for each in symbols)
        return known and super().matches(table, cell, symbols)


def given() -> list[Vector]:
    """Return the vectors of games that are given, under the default readings, as far as they matter."""
    entry = games.specified("dreieck")
    return [
        vector
        for vector in load("dreieck")
        if vector.id.startswith("turns")
        and entry.default_rulings.items() >= vector.rulings.items()
        and (len(vector.moves) <= MOST_MOVES or vector.params == {})
    ]


def failures(rules: type[Rules]) -> list[str]:
    """Return what the vectors say of an engine."""
    entry = games.specified("dreieck")
    found: list[Any] = [
        first_failure(
            rules(entry.default_parameters | vector.params, dict(entry.default_rulings)), vector
        )
        for vector in given()
    ]
    return [str(each) for each in found if each is not None]


@pytest.mark.parametrize(
    "rules",
    [
        OneRegionAfterAnother,
        HolesTriggerToo,
        TakesTwoAtMost,
        LargeRegionsStay,
        TableEndsFarOut,
        NineSymbols,
    ],
    ids=lambda rules: rules.__name__,
)
def test_an_engine_that_is_wrong_where_play_seldom_gets_is_caught(rules: type[Rules]) -> None:
    """Engines of strangers: each passed all vectors, and thousands of random positions."""
    assert failures(rules)


def test_a_right_engine_passes_the_vectors_of_games_that_are_given() -> None:
    """So that it is the mistakes that are caught."""
    assert len(given()) >= 10
    assert failures(Rules) == []


class Proxy:
    """Plays Nonaga as the reference implementation does, and notes each position by its pieces."""

    game = "nonaga"

    def __init__(self, params: dict[str, Any], rulings: dict[str, str]) -> None:
        """Remember nothing yet."""
        self.engine: Any = games.implementation(self.game, params, rulings)
        self.met: dict[str, int] = {}

    def __getattr__(self, name: str) -> Any:
        """Do as the engine does."""
        return getattr(self.engine, name)

    def play(self, state: Any, action: str) -> Any:
        """Play an action, and note the position without the disc that is barred."""
        after = self.engine.play(state, action)
        key = self.key(after)
        self.met[key] = self.met.get(key, 0) + 1
        return after

    def key(self, state: Any) -> str:
        """Return a position without the barred disc."""
        return repr({**self.engine.to_json(state), "barred": None})


class BoardEndsFarOut(Proxy):
    """No disc is put down farther than nine from the middle."""

    def legal_actions(self, state: Any) -> tuple[str, ...]:
        """Leave out what is farther."""
        return tuple(
            each
            for each in self.engine.legal_actions(state)
            if max(abs(int(part)) for part in re.findall(r"-?\d+", each.partition(">")[2])) <= 9
        )


class EndsAtTheThirdTime(Proxy):
    """A position that is there for the third time ends the game."""

    def is_over(self, state: Any) -> bool:
        """Count."""
        return self.engine.is_over(state) or self.met.get(self.key(state), 0) >= 3


class SeesWinsNearby(Proxy):
    """Nobody wins six or more from the middle."""

    def is_over(self, state: Any) -> bool:
        """Look where the winner stands."""
        pieces = self.engine.to_json(state)["pieces"]
        won = [cell for name in self.engine.winners(state) for cell in pieces[name]]
        return self.engine.is_over(state) and all(abs(each) < 6 for cell in won for each in cell)


class BringsNothingBack(Proxy):
    """An action that brings back an earlier position is forbidden."""

    def legal_actions(self, state: Any) -> tuple[str, ...]:
        """Leave these out."""
        every = self.engine.legal_actions(state)
        return tuple(
            each for each in every if self.key(self.engine.play(state, each)) not in self.met
        )


class KeepsLegalActions(Proxy):
    """Legal actions are kept under a key that lacks the barred disc."""

    def __init__(self, params: dict[str, Any], rulings: dict[str, str]) -> None:
        """Keep none yet."""
        super().__init__(params, rulings)
        self.kept: dict[str, tuple[str, ...]] = {}

    def play(self, state: Any, action: str) -> Any:
        """Look whether it is legal first."""
        self.legal_actions(state)
        return super().play(state, action)

    def legal_actions(self, state: Any) -> tuple[str, ...]:
        """Look them up."""
        return self.kept.setdefault(self.key(state), self.engine.legal_actions(state))


def numbers(name: str) -> list[int]:
    """Return the coordinates in the name of a line of Minoa."""
    return [int(each) for each in re.findall(r"(?<![0-9])-?[0-9]+", name)]


class OfMinoa(Proxy):
    """Plays Minoa as the reference implementation does."""

    game = "minoa"


class CountsInEightBits(OfMinoa):
    """No score is larger than 255."""

    def scores(self, state: Any) -> dict[str, int]:
        """Cut them."""
        return {name: score % 256 for name, score in self.engine.scores(state).items()}


class NamesOneOfTwo(OfMinoa):
    """Of three players, the first and the last of whom tie, only the first is named."""

    def winners(self, state: Any) -> tuple[str, ...]:
        """Leave out the last."""
        winners: tuple[str, ...] = self.engine.winners(state)
        return winners[:1] if winners == ("red", "yellow") else winners


class NamesLinesAsText(OfMinoa):
    """The ends of a line are in the order of their texts."""

    def legal_actions(self, state: Any) -> tuple[str, ...]:
        """Name them so."""
        return tuple(sorted(map(self.named, self.engine.legal_actions(state))))

    def play(self, state: Any, action: str) -> Any:
        """Find the line of that name."""
        every = {self.named(each): each for each in self.engine.legal_actions(state)}
        if action not in every:
            raise IllegalAction(action, "there is no such line")
        return self.engine.play(state, every[action])

    def named(self, line: str) -> str:
        """Name a line."""
        q, r, s, t = numbers(line)
        return "-".join(sorted((f"{q},{r}", f"{s},{t}")))


class SeesShortRings(OfMinoa):
    """No ring of more than 32 sticks is noticed."""

    longest = 32

    def legal_actions(self, state: Any) -> tuple[str, ...]:
        """Add what would close a longer one."""
        sticks = self.engine.to_json(state)["sticks"]
        every = self.engine.legal_actions(state)
        ends = {end for stick in sticks for end in ends_of(stick)}
        closing = {
            between(one, other) for one, other in combinations(sorted(ends), 2) if near(one, other)
        }
        return tuple(sorted({*every} | {each for each in closing if self.is_long(sticks, each)}))

    def is_long(self, sticks: list[str], line: str) -> bool:
        """Return whether a stick closes a ring that is longer than is noticed."""
        start, end = ends_of(line)
        reached, steps = {start}, 0
        while end not in reached:
            steps += 1
            more = {b for stick in sticks for a, b in permutations(ends_of(stick)) if a in reached}
            if more <= reached:
                return False
            reached |= more
        return steps >= self.longest


class KnowsThirtyTwoBoundaryLines(OfMinoa):
    """The game is over when all areas are assigned and the first 32 boundary lines are taken."""

    def is_over(self, state: Any) -> bool:
        """Look at these alone."""
        pieces, size = self.engine.to_json(state)["pieces"], self.engine.params["n"]
        start = self.engine.initial()
        side = {each for each in self.engine.legal_actions(start) if self.is_rim(each, size)}
        seen = sorted(side, key=numbers)[:32]
        assigned = sum(self.engine.scores(state).values()) == 6 * size * size
        early = assigned and all(each in pieces for each in seen)
        return self.engine.is_over(state) or early

    def is_rim(self, line: str, size: int) -> bool:
        """Return whether both ends lie on the same side of the board."""
        q, r, s, t = numbers(line)
        pairs = (q, s), (r, t), (q + r, s + t)
        return any(abs(one) == size and one == other for one, other in pairs)


class KeepsLegalLines(OfMinoa):
    """Legal actions are kept under the lines that are taken, whoever is to move."""

    kept: dict[str, tuple[str, ...]] = {}  # noqa: RUF012 - games of one process share it

    def legal_actions(self, state: Any) -> tuple[str, ...]:
        """Look them up."""
        position = self.engine.to_json(state)
        taken = repr((self.engine.params, position["sticks"], sorted(position["pieces"])))
        return self.kept.setdefault(taken, self.engine.legal_actions(state))


class OfAri(Proxy):
    """Plays ARI as the reference implementation does."""

    game = "ari"


class SeesEightCells(OfAri):
    """A queen that is nine cells away is never threatened."""

    def legal_actions(self, state: Any) -> tuple[str, ...]:
        """Leave out strikes from so far away."""
        position = self.engine.to_json(state)
        own = position["dice"].get(position["turn"], {})
        queen = next(
            (cell for name, cell in position["queens"].items() if name != position["turn"]), None
        )
        far = {f"{die}*" for die, (cell, _) in own.items() if queen and distance(cell, queen) == 9}
        return tuple(each for each in self.engine.legal_actions(state) if each not in far)


class StrikesAreNoActions(OfAri):
    """Whoever can only strike is passed over."""

    def turn(self, state: Any) -> str | None:
        """Name the other player then."""
        turn: str | None = self.engine.turn(state)
        every = self.engine.legal_actions(state)
        others = [name for name in self.engine.players if name != turn]
        return others[0] if every and all("*" in each for each in every) else turn


class EndsAriAtTheThirdTime(EndsAtTheThirdTime):
    """A position of ARI that is there for the third time ends the game."""

    game = "ari"


def distance(one: str, other: str) -> int:
    """Return how many columns and rows two cells are apart together."""
    return abs(ord(one[0]) - ord(other[0])) + abs(int(one[1:]) - int(other[1:]))


End = tuple[int, int]


def ends_of(line: str) -> tuple[End, End]:
    """Return the vertices of a line."""
    q, r, s, t = numbers(line)
    return (q, r), (s, t)


def between(one: End, other: End) -> str:
    """Name the line between two vertices."""
    return "-".join(f"{q},{r}" for q, r in sorted((one, other)))


def near(one: End, other: End) -> bool:
    """Return whether two vertices are joined by a line."""
    return (other[0] - one[0], other[1] - one[1]) in {(1, 0), (0, 1), (-1, 1), (1, -1)}


class GivesTheTurnToWhoHasNoMove(OfMinoa):
    """Of two players in a row who have no move, only the first is passed over."""

    mover = ""

    def play(self, state: Any, action: str) -> Any:
        """Note whose action it was."""
        self.mover = self.engine.turn(state)
        return super().play(state, action)

    def turn(self, state: Any) -> str | None:
        """Name the second of them."""
        order, due = self.engine.players, self.engine.turn(state)
        if not due or not self.mover:
            return due
        passed = (order.index(due) - order.index(self.mover)) % len(order) - 1
        return order[order.index(due) - 1] if passed == 2 else due


class WhoCanOnlyStrikeHasLost(OfAri):
    """A strike is no action."""

    def is_over(self, state: Any) -> bool:
        """Look for others."""
        every = self.engine.legal_actions(state)
        return self.engine.is_over(state) or all(each.endswith("*") for each in every)


class WinsNeedADiscStep(Proxy):
    """Three pieces together are looked at after a disc step alone."""

    step = "disc"

    def play(self, state: Any, action: str) -> Any:
        """Note which step it was."""
        self.step = self.engine.to_json(state)["step"]
        return super().play(state, action)

    def winners(self, state: Any) -> tuple[str, ...]:
        """Name nobody after a piece step that ends the game."""
        won: tuple[str, ...] = self.engine.winners(state)
        return won if self.step == "disc" else ()


def failures_of(
    proxy: type[Proxy], params: Json | None = None, rulings: Mapping[str, str] | None = None
) -> list[str]:
    """Return what the given games say of an engine: all of them, or those with some options alone."""
    entry = games.specified(proxy.game)
    turns = [each for each in load(proxy.game) if each.id.startswith("turns")]
    if rulings is not None:
        played = entry.default_rulings | dict(rulings)
        turns = [each for each in turns if played.items() >= each.rulings.items()]
        turns = [each for each in turns if (params or {}).items() <= each.params.items()]
    assert turns
    found: list[Any] = [
        first_failure(
            proxy(
                entry.default_parameters | each.params,
                entry.default_rulings | dict(rulings or {}) | each.rulings,
            ),
            each,
        )
        for each in turns
    ]
    return [str(each) for each in found if each is not None]


@pytest.mark.parametrize(
    ("proxy", "params", "rulings"),
    [
        (GivesTheTurnToWhoHasNoMove, {"n": 2}, {}),
        (WhoCanOnlyStrikeHasLost, {"n": 5}, {"no_action": "loses"}),
        (WinsNeedADiscStep, {}, {"win": "end_of_turn", "connectivity": "throughout"}),
        (
            WinsNeedADiscStep,
            {},
            {"win": "end_of_turn", "connectivity": "throughout", "no_disc_step": "loses"},
        ),
    ],
)
def test_an_engine_that_is_asked_with_fixed_options_is_caught(
    proxy: type[Proxy], params: Json, rulings: Mapping[str, str]
) -> None:
    """Engines of strangers, which conformed as long as these options were fixed."""
    assert failures_of(proxy, params, rulings)
    right = {"minoa": OfMinoa, "ari": OfAri, "nonaga": Proxy}[proxy.game]
    assert failures_of(right, params, rulings) == []


@pytest.mark.parametrize(
    "proxy",
    [
        BoardEndsFarOut,
        EndsAtTheThirdTime,
        EndsAriAtTheThirdTime,
        SeesWinsNearby,
        NamesOneOfTwo,
        BringsNothingBack,
        KeepsLegalActions,
        CountsInEightBits,
        NamesLinesAsText,
        SeesShortRings,
        KnowsThirtyTwoBoundaryLines,
        KeepsLegalLines,
        SeesEightCells,
        StrikesAreNoActions,
    ],
    ids=lambda proxy: proxy.__name__,
)
def test_an_engine_that_is_wrong_where_random_games_seldom_get_is_caught(
    proxy: type[Proxy],
) -> None:
    """Engines of strangers: most of them passed at normal effort, too."""
    assert failures_of(proxy)


@pytest.mark.parametrize("proxy", [Proxy, OfMinoa, OfAri])
def test_an_engine_without_a_mistake_passes_them(proxy: type[Proxy]) -> None:
    """So that it is the mistakes that are caught."""
    assert failures_of(proxy) == []
