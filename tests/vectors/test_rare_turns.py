"""Vectors of games that are given by hand: what random play hardly ever meets is told apart."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from typing import Any

import pytest
from common.careless_engines import (
    ATurnPassedOverTwiceEnds,
    BoardEndsFarOut,
    BringsNothingBack,
    CountsActionsOfDreieckInAByte,
    CountsActionsOfMinoaInAByte,
    CountsInEightBits,
    EndsAriAtTheThirdTime,
    EndsAtTheThirdTime,
    GivesTheTurnToWhoHasNoMove,
    GreenIsNotPassedOverAlone,
    KeepsLegalActions,
    KeepsLegalLines,
    KeepsPieceSteps,
    KeepsTwoHundredActions,
    KnowsThirtyTwoBoundaryLines,
    LooksSixStepsFar,
    NamesLinesAsText,
    NamesOneOfTwo,
    OddActionsAreWhites,
    OfAri,
    OfMinoa,
    Proxy,
    RedIsNotPassedOverAfterGreen,
    RedKeepsPiecesAfterBlue,
    SeesEightCells,
    SeesShortRings,
    SeesWinsNearby,
    StrikesAreNoActions,
    TurnsAreCountedInAByte,
    TwoPiecesCancelOut,
    WhoCanOnlyStrikeHasLost,
    WinsNeedADiscStep,
    distance,
)
from common.naive_dreieck import Cell, beside, cell_of, part
from common.wrong_engines import wrong_nonaga
from common.wrong_engines.wrong_dreieck import Rules, Table

from rulewright.interface import Json
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


class TwoEdgesSpareARegion(Rules):
    """A region that the tile touches with two edges is not taken."""

    def captures(self, table: Table, laid: Cell) -> set[Cell]:
        """Leave it where it lies."""
        found = super().captures(table, laid)
        near = [cell for cell in beside(laid) if cell in found]
        regions = [
            part(cell, {each for each in found if table[each][0] == table[cell][0]})
            for cell in near
        ]
        spared = [each for each in regions if sum(cell in each for cell in near) > 1]
        return found.difference(*spared)


class TwoEdgesCountTwice(Rules):
    """A region that the tile touches with two edges is worth twice its tiles."""

    def play(self, state: dict[str, Any], action: str) -> dict[str, Any]:
        """Count it for each edge."""
        after = super().play(state, action)
        if action == "pass" or action.endswith("~"):
            return after
        before, laid = self.table(state), cell_of(action.split(":", maxsplit=1)[0])
        gone = before.keys() - self.table(after).keys()
        regions = [
            part(cell, {each for each in gone if before[each][0] == before[cell][0]})
            for cell in beside(laid)
            if cell in gone
        ]
        again = sum(len(each) for at, each in enumerate(regions) if each in regions[:at])
        after["captured"][state["turn"]] += again
        return after


class TableEndsFarOut(Rules):
    """Nothing is laid farther than ten from the first tile."""

    def matches(self, table: Table, cell: Cell, symbols: str) -> bool:
        """Compare the coordinates as well."""
        near = max(map(abs, cell[1:])) <= FAR
        return near and super().matches(table, cell, symbols)


class TenPassesEnd(Rules):
    """A game is over after ten passes in a row, however many players there are."""

    def play(self, state: dict[str, Any], action: str) -> dict[str, Any]:
        """Look at the passes; it does not go on after them."""
        if state["turn"] is None:
            return state
        after = super().play(state, action)
        return {**after, "turn": None} if after["passes"] >= 10 else after


class NineSymbols(Rules):
    """A tile with a symbol after the ninth is not found, unless a neighbour shows it."""

    def matches(self, table: Table, cell: Cell, symbols: str) -> bool:
        """Compare the corner that is free."""
        shown = {symbol for other in beside(cell) if other in table for symbol in table[other][1]}
        known = all(each <= NINTH or each in shown for each in symbols)
        return known and super().matches(table, cell, symbols)


class PassesAreKept(Rules):
    """A tile that is laid after a pass does not set the passes back."""

    def play(self, state: dict[str, Any], action: str) -> dict[str, Any]:
        """Keep their number while the game goes on."""
        after = super().play(state, action)
        kept = action != "pass" and after["turn"] is not None
        return {**after, "passes": state["passes"]} if kept else after


def given(params: Json | None = None) -> list[Vector]:
    """Return the given games, under the default readings, as far as they matter, or some of them."""
    entry = games.specified("dreieck")
    return [
        vector
        for vector in load("dreieck")
        if vector.id.startswith("turns")
        and entry.default_rulings.items() >= vector.rulings.items()
        and (len(vector.moves) <= MOST_MOVES or vector.params == {})
        and (params is None or params == vector.params)
    ]


def failures(rules: type[Rules], params: Json | None = None) -> list[str]:
    """Return what the vectors say of an engine: all of them, or those with some parameters alone."""
    entry = games.specified("dreieck")
    found: list[Any] = [
        first_failure(
            rules(entry.default_parameters | vector.params, dict(entry.default_rulings)), vector
        )
        for vector in given(params)
    ]
    return [str(each) for each in found if each is not None]


@pytest.mark.parametrize(
    "rules",
    [
        OneRegionAfterAnother,
        HolesTriggerToo,
        TakesTwoAtMost,
        LargeRegionsStay,
        TwoEdgesSpareARegion,
        TwoEdgesCountTwice,
        TableEndsFarOut,
        TenPassesEnd,
        NineSymbols,
    ],
    ids=lambda rules: rules.__name__,
)
def test_an_engine_that_is_wrong_where_play_seldom_gets_is_caught(rules: type[Rules]) -> None:
    """Engines of strangers: each passed all vectors, and thousands of random positions."""
    assert failures(rules)


@pytest.mark.parametrize(
    ("rules", "params"),
    [
        (PassesAreKept, {"s": 3}),
        (PassesAreKept, {"k": 3, "s": 2}),
        (PassesAreKept, {"k": 3, "s": 3}),
        (PassesAreKept, {"k": 5, "s": 2}),
        (TakesTwoAtMost, {"k": 4, "s": 3}),
        (TakesTwoAtMost, {"k": 5, "s": 2}),
        (OneRegionAfterAnother, {"k": 3, "s": 3}),
        *(
            (each, {"s": 5})
            for each in (
                HolesTriggerToo,
                TakesTwoAtMost,
                TwoEdgesSpareARegion,
                TwoEdgesCountTwice,
            )
        ),
    ],
)
def test_an_engine_that_is_asked_with_fixed_parameters_is_caught(
    rules: type[Rules], params: Json
) -> None:
    """With fewer symbols or more players than usual, too."""
    assert failures(rules, params)
    assert failures(Rules, params) == []


def test_a_right_engine_passes_the_vectors_of_games_that_are_given() -> None:
    """So that it is the mistakes that are caught."""
    assert len(given()) >= 10
    assert failures(Rules) == []


def failures_of(
    proxy: type[Proxy | SkippingLiftsTheBar],
    params: Json | None = None,
    rulings: Mapping[str, str] | None = None,
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


class SkippingLiftsTheBar(wrong_nonaga.Rules):
    """Whoever has no piece step may move the disc that the opponent has just relocated."""

    game = "nonaga"

    def due(self, state: dict[str, Any], passes: int) -> dict[str, Any]:
        """Lift the bar before the disc step."""
        skips = state["step"] == "piece" and not self.piece_steps(state)
        return super().due({**state, "barred": None} if skips else state, passes)


class OneShapeIsNotSeen(Proxy):
    """Black does not win with three in a line along one of the three directions."""

    def is_over(self, state: Any) -> bool:
        """Look how the winner stands."""
        pieces = self.engine.to_json(state)["pieces"]["black"]
        (q, r), *others = pieces
        line = others == [[q, r + 1], [q, r + 2]] and "black" in self.engine.winners(state)
        return self.engine.is_over(state) and not line


class NobodyIsPassedOver(GivesTheTurnToWhoHasNoMove):
    """The turn goes to the next player, who may have no move."""

    def turn(self, state: Any) -> str | None:
        """Name the next player."""
        order, due = self.engine.players, self.engine.turn(state)
        following = (order.index(self.mover) + 1) % len(order) if self.mover else 0
        return order[following] if due else due


OF_ONE_SIZE = (
    BoardEndsFarOut,
    EndsAtTheThirdTime,
    BringsNothingBack,
    KeepsLegalActions,
    KeepsPieceSteps,
)
"""Engines that were found by given games of the usual size alone, with red to begin."""


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
        (SkippingLiftsTheBar, {"n": 3}, {}),
        (SkippingLiftsTheBar, {"first": "black"}, {}),
        *((each, {"n": 3}, {}) for each in OF_ONE_SIZE),
        *((each, {"first": "black"}, {}) for each in OF_ONE_SIZE),
        *((EndsAriAtTheThirdTime, {"n": size}, {}) for size in (4, 5, 6, 7)),
        *((TwoPiecesCancelOut, {"n": size}, {}) for size in (4, 5, 6, 7)),
        *((WhoCanOnlyStrikeHasLost, {"n": size}, {}) for size in (6, 7)),
        *((NobodyIsPassedOver, {"n": size}, {}) for size in (3, 5)),
        (NamesOneOfTwo, {"n": 3}, {}),
        *((OneShapeIsNotSeen, params, {}) for params in ({}, {"n": 3})),
        *((SeesWinsNearby, other, {}) for other in ({"first": "black"}, {"n": 3})),
        (LooksSixStepsFar, {"first": "black"}, {}),
    ],
)
def test_an_engine_that_is_asked_with_fixed_options_is_caught(
    proxy: type[Proxy | SkippingLiftsTheBar], params: Json, rulings: Mapping[str, str]
) -> None:
    """Engines of strangers, which conformed as long as these options were fixed."""
    assert failures_of(proxy, params, rulings)
    right = {"minoa": OfMinoa, "ari": OfAri, "nonaga": Proxy}[proxy.game]
    assert failures_of(right, params, rulings) == []


class MayPassAfterAPass(Proxy):
    """Once somebody has passed, the others may, too."""

    game = "dreieck"

    def legal_actions(self, state: Any) -> tuple[str, ...]:
        """Add a pass."""
        every: tuple[str, ...] = self.engine.legal_actions(state)
        others = self.engine.to_json(state)["passes"] and len(self.engine.players) > 2
        return tuple(sorted({*every, "pass"})) if every and others else every


@pytest.mark.parametrize("size", [9, 10])
def test_each_die_strikes_all_across_the_board(size: int) -> None:
    """With each player, in each direction: on boards of these sizes random games met none of it."""
    dice = {9: ("IV", "V"), 10: ("III", "IV")}[size]  # those with the number of steps
    struck = set[Any]()
    for vector in load("ari"):
        if vector.id.startswith("turns") and vector.params == {"n": size}:
            engine = games.implementation("ari", vector.params, vector.rulings)
            state = engine.initial()
            for action in vector.moves:
                state = engine.play(state, action)
            mover, position = engine.turn(state), engine.to_json(state)
            queen = next(cell for name, cell in position["queens"].items() if name != mover)
            listed = {*(vector.expect.legal or ()), *vector.expect.allowed}
            for die, (cell, _) in position["dice"][mover].items():
                if f"{die}*" in listed and distance(cell, queen) == size - 1:
                    struck.add((mover, die, cell[0] == queen[0], cell < queen))
    both = (False, True)
    assert struck >= {*product(("white", "black"), dice, both, both)}


@pytest.mark.parametrize("params", [{}, {"n": 3}])
def test_each_player_wins_in_each_shape(params: Json) -> None:
    """Three lines, two triangles and six hooks: with random games alone half of them lacked."""
    defaults = games.specified("nonaga").default_rulings
    shapes = {"red": set[Any](), "black": set[Any]()}
    for vector in load("nonaga"):
        given = vector.id.startswith("turns") and vector.params == params
        given = given and defaults.items() >= vector.rulings.items()
        for winner in vector.expect.winners or () if given else ():
            assert vector.expect.position is not None
            pieces = vector.expect.position["pieces"][winner]
            shapes[winner].add(tuple((q - pieces[0][0], r - pieces[0][1]) for q, r in pieces))
    assert [len(each) for each in shapes.values()] == [11, 11]


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
        ATurnPassedOverTwiceEnds,
        OddActionsAreWhites,
        TwoPiecesCancelOut,
        RedIsNotPassedOverAfterGreen,
        TurnsAreCountedInAByte,
        KeepsTwoHundredActions,
        GreenIsNotPassedOverAlone,
        RedKeepsPiecesAfterBlue,
        KeepsPieceSteps,
        LooksSixStepsFar,
        CountsActionsOfMinoaInAByte,
        CountsActionsOfDreieckInAByte,
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


@pytest.mark.parametrize("params", [{"s": 2}, {"k": 5}, {"k": 4, "s": 3}])
def test_whoever_can_lay_after_a_pass_is_met(params: Json) -> None:
    """With `s=2` fixed an engine conformed: random games get there once in a hundred."""
    assert failures_of(MayPassAfterAPass, params, {})
