"""Control games: what a bug never does is not done where both readings have it, either."""

from __future__ import annotations

from itertools import islice
from types import SimpleNamespace
from typing import Any

import pytest
from common.players import Playing

from rulewright.conformance import QUICK
from rulewright.conformance.adapter.conversation import Object
from rulewright.conformance.adapter.crew import Crew
from rulewright.conformance.adapter.observation import PLAYED, Observation, Seen
from rulewright.conformance.checking import silent
from rulewright.conformance.evidence.hypothesis import Hypothesis
from rulewright.conformance.evidence.setup import Setup
from rulewright.conformance.stages.run import GameRun
from rulewright.conformance.verdict.controls import Controls
from rulewright.conformance.verdict.deciding import is_undone_in_controls
from rulewright.conformance.verdict.doubts import FEW, Doubts, Weighed
from rulewright.conformance.verdict.probing import Probing
from rulewright.conformance.verdict.sides import amounts
from rulewright.play import games
from rulewright.play.replay import state_after
from rulewright.protocol.messages import StateAnswer

DREIECK = Hypothesis.of(games.specified("dreieck").default_rulings)
EVERY = DREIECK.but(outline="every")
ABOUT = ("outline", "every", "outer")
CAPTURED, TILES = "position.captured", "position.tiles"
BOTH = frozenset({CAPTURED, TILES})


def captured(params: dict[str, Any], moves: tuple[str, ...], readings: dict[str, str]) -> int:
    """Return how many tiles are captured after some moves, by the specification."""
    engine: Any = games.specification("dreieck", params, readings)
    return sum(engine.to_json(state_after(engine, moves))["captured"].values())


@pytest.mark.parametrize("claim", ["must", "may"])
def test_both_readings_take_as_much_in_a_control_game(claim: str) -> None:
    """Once the hole is filled the region falls by `outline=every`, too."""
    own = EVERY.but(claim=claim, match="one")
    other = own.but(outline="outer")
    opens = Crew(Object(Playing(**own.readings)))
    run = GameRun(Setup("dreieck", {}, DREIECK.readings, QUICK, 1), opens, silent)
    lines = [*islice(Probing(run, own).parting_games("outline", Weighed("outer")), 12)]
    made = Controls(run.rules.laboratory, (own, other), 1)
    found = [*islice(made.of(lines), 2)]
    assert len(found) == 2
    for (params, moves), parts in found:
        assert CAPTURED in parts
        before, after = (captured(params, each, own.readings) for each in (moves[:-1], moves))
        assert after - before > 2  # the smallest region with a hole


def doubts(
    wrong: int,
    right: int,
    *items: str,
    about: frozenset[str] = frozenset({CAPTURED}),
    everywhere: str = "",
    reports: bool = True,
) -> Doubts:
    """Return what is doubtful where captures are wrong in some control games, and what everywhere."""
    names = [f"{each}" for each in range(wrong + right)]
    position = {"captured": {}, "tiles": {}} if reports else None
    answer = StateAnswer(over=False, turn="p1", winners=(), scores={}, position=position)
    controls = tuple(Observation({}, (each,), Seen(state=answer)) for each in names)
    others = tuple(Observation({}, (f"other {each}",), Seen(state=answer)) for each in range(20))

    def left(_: Hypothesis, observation: Observation) -> frozenset[tuple[str, str]]:
        here = (items or (CAPTURED,)) if observation.moves[0] in names[:wrong] else ()
        return frozenset((part, "") for part in (*here, everywhere) if part)

    laboratory = SimpleNamespace(wrong=left)
    weigher: Any = SimpleNamespace(in_force=DREIECK, laboratory=laboratory, known={}, wrong=left)
    known = {each.key: about for each in controls}
    return Doubts(weigher, EVERY, (), (*controls, *others), {ABOUT: known})


@pytest.mark.parametrize(
    ("found", "undone"),
    [
        (doubts(FEW + 1, FEW), True),
        (doubts(FEW, 0), False),
        (doubts(FEW + 1, FEW + 1), False),
        (doubts(FEW + 1, 0, "legal"), False),  # another part is wrong
        (doubts(FEW + 1, 0, PLAYED), False),  # nothing was compared
        (doubts(FEW + 1, 0, reports=False), False),
        (doubts(FEW + 1, 0, CAPTURED, TILES, about=BOTH), True),
        (doubts(FEW + 1, 0, CAPTURED, about=BOTH), False),  # it is done, and counted otherwise
        (doubts(FEW + 1, 0, CAPTURED, about=BOTH, everywhere=TILES), True),
        (doubts(0, FEW + 1, about=frozenset({TILES}), everywhere=TILES), False),  # wrong anyhow
    ],
)
def test_what_is_not_done_in_control_games_is_a_bug(found: Doubts, undone: bool) -> None:
    """Nor is it why one of two readings is followed."""
    assert is_undone_in_controls(found, "outline", Weighed("outer")) is undone


def test_amounts_say_how_much_more_there_is_and_how_much_less() -> None:
    """Of numbers, lists, and what has names."""
    assert amounts({"p1": 2, "p2": 5}, {"p1": 4, "p2": 4}) == {1: 2, -1: 1}
    assert amounts(["a", "b", "b"], ["c"]) == {1: 1, -1: 3}
    assert amounts({"a": 1}, {}) == {-1: 1}
    assert amounts("red", "blue") == {1: 1, -1: 1}
    assert not amounts([1, 2], [2, 1])
