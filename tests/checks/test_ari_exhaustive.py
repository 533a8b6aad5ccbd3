"""ARI on its smallest board, in full: the whole set-up, and every arrangement of the pieces in play.

The counts are those that `docs/ari.md` states.
"""

from __future__ import annotations

from typing import Any

import pytest
from common.ari_arrangements import ARRANGED, LAYERS, arrangements, keys_of, stepped

from rulewright.impl.drivers import explore
from rulewright.impl.engine import CompiledEngine
from rulewright.impl.steps import steps
from rulewright.interface import ImpossiblePosition, choices_of
from rulewright.play import games
from rulewright.play.rulings import deviations
from rulewright.spec.ari import GAME, ONE_NUMBER_EACH
from rulewright.spec.coverage import RecordingRefuted

QUESTIONS = {name: readings for name, (_, readings) in choices_of(GAME.rulings).items()}
SMALL = {"n": 4, "nets": ONE_NUMBER_EACH}
OTHERS = {question: readings[-1] for question, readings in QUESTIONS.items()}
"""A reading other than the default for every question."""


def alike(number: int) -> dict[str, Any]:
    """The board of size 4, with one number on all sides of all dice."""
    return {"n": 4, "nets": {die: [number] * 6 for die in ("III", "IV", "V")}}


# ------------------------------------------------------------------------------------- the set-up


def swept(rulings: dict[str, str], plies: int) -> tuple[int, int]:
    """Compare every position within fewer than `plies` actions, with every action; count both."""
    reference, tested = GAME.engine(SMALL, rulings), games.implementation("ari", SMALL, rulings)
    layers = LAYERS[rulings.get("no_target", "any_die")][:plies]
    found = explore(tested, limit=sum(layers))
    assert found.counts == layers
    positions = played = 0
    for count, recording in steps(found):
        reference.check(recording)
        positions += count
        played += recording.plies
    return positions, played


@pytest.mark.slow
def test_the_set_up_of_the_first_three_dice_in_full() -> None:
    """Every position up to three dice, and every way to put down the next."""
    assert swept({}, 4) == (2_933, 11_924)


@pytest.mark.slow
@pytest.mark.soak
def test_the_set_up_in_full() -> None:
    """Every position before black's queen stands, and every action in each.

    So every first position of play is compared as well, as what such an action leads to.
    """
    assert swept({}, 8) == (289_053, 1_746_996)


@pytest.mark.slow
@pytest.mark.soak
@pytest.mark.parametrize("rulings", [{"no_target": "any_cell"}, OTHERS], ids=["alone", "others"])
def test_the_set_up_of_all_dice_in_full_with_any_cell(rulings: dict[str, str]) -> None:
    """Every position up to six dice, and every action in each, white's queen included."""
    assert swept(rulings, 7) == (237_525, 1_844_548)


# ---------------------------------------------------------------------------------------- in play


def refused(engine: Any, position: Any) -> str:
    """Return the clause that a position breaks."""
    with pytest.raises(ImpossiblePosition) as refusal:
        engine.from_json(position)
    return refusal.value.clause


def compared(number: int, rulings: dict[str, str], stride: int) -> int:
    """Compare every arrangement (or one in `stride`), with one action in each; count them.

    Where the player to move would have no action, both engines must refuse the position.
    """
    params = alike(number)
    reference, tested = GAME.engine(params, rulings), games.implementation("ari", params, rulings)
    rows = arrangements(rulings.get("next_to", "eight"))
    assert len(rows) == ARRANGED[rulings.get("next_to", "eight")]
    keys = keys_of(rows, number)[number % stride :: stride]
    done = 0
    for each in stepped(tested, keys, number):
        reference.check(each.recording)
        done += each.recording.turn.shape[1] + len(each.without_action)
        for key in each.without_action[:20]:
            position = tested.notation.to_json(key)
            assert refused(reference, position) == refused(tested, position) == "ARI-5"
    assert done == len(keys)
    return done


def test_keys_are_positions() -> None:
    """A key decodes to the position that both engines read from JSON."""
    tested, reference = games.implementation("ari", alike(2)), GAME.engine(alike(2))
    keys = keys_of(arrangements("eight")[::40_009], 5)
    assert len(keys) > 60
    for key in keys:
        position = tested.notation.to_json(key)
        assert tested.notation.from_json(position).tolist() == key.tolist()
        assert reference.to_json(reference.from_json(position)) == position


@pytest.mark.slow
@pytest.mark.parametrize(
    "rulings",
    [pytest.param({}, id="default"), pytest.param(OTHERS, id="others", marks=pytest.mark.soak)],
)
def test_a_part_of_all_arrangements(rulings: dict[str, str]) -> None:
    """One in 128, for each number that stays on the board."""
    assert sum(compared(number, rulings, 128) for number in (1, 2, 3)) > 60_000


@pytest.mark.slow
@pytest.mark.soak
@pytest.mark.parametrize("number", [1, 2, 3])
@pytest.mark.parametrize("rulings", [*deviations(QUESTIONS), OTHERS], ids=str)
def test_every_arrangement(number: int, rulings: dict[str, str]) -> None:
    """Every arrangement, compared in full for one action, under the defaults and every other reading."""
    assert compared(number, rulings, 1) == ARRANGED[rulings.get("next_to", "eight")]


def test_a_planted_bug_is_found_in_a_part_of_the_arrangements() -> None:
    """The comparison notices a table with one wrong entry."""
    tested = games.implementation("ari", alike(2))
    wrong = evolved(tested, sweeps=True)
    (some,) = stepped(wrong, keys_of(arrangements("eight")[::500], 1), 1)
    with pytest.raises(RecordingRefuted, match="legality"):
        GAME.engine(alike(2)).check(some.recording)


def evolved(engine: CompiledEngine, **changes: Any) -> CompiledEngine:
    """Return the engine with other tables."""
    kernel = engine.kernel._replace(**changes)  # type: ignore[attr-defined]
    return CompiledEngine("ari", engine.params, engine.rulings, kernel, engine.notation)
