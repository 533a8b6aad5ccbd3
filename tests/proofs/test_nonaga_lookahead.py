"""What can be done depends on the board and the barred disc: an assumption of a theorem, tested."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from attrs import evolve

from rulewright.proofs.nonaga.possible import LOOKAHEAD, POSSIBLE
from rulewright.spec.nonaga.game import Nonaga

RULINGS = [
    {"win": win, "no_piece_step": piece, "no_disc_step": disc}
    for win in ("immediate", "end_of_turn")
    for piece in ("skip", "loses")
    for disc in ("skip", "loses")
]


def contradictions(engine: Nonaga, actions: int, seed: int) -> tuple[int, list[str]]:
    """Play a random game, and compare what can be done before and after the turn passes on.

    Returns how often the two were compared, and what the assumption denies.
    """
    random, state = Random(seed), engine.initial()
    found: list[str] = []
    compared = 0
    for _ in range(actions):
        legal = engine.legal_actions(state)
        if not legal:
            break
        laid, state = both(engine, state, random.choice(legal))
        found += denied(engine.outlook(laid), engine.outlook(state), state)
        compared += 1
    return compared, found


def both(engine: Nonaga, state: Any, action: str) -> tuple[Any, Any]:
    """Return the board after a step as it is before the turn passes on, and the next position."""
    after = engine.play(state, action)
    origin, target = (tuple(map(int, cell.split(","))) for cell in action.split(">"))
    barred = target if state.disc_step else state.barred
    del origin
    return evolve(after, turn=state.turn, disc_step=state.disc_step, barred=barred), after


def denied(now: Any, later: Any, after: Any) -> list[str]:
    """Say what the assumption denies of the two outlooks."""
    before, unbarred = bool(now.can_relocate), bool(now.can_relocate_unbarred)
    can = bool(later.can_relocate)
    found = []
    if [bool(can) for can in now.can_step] != [bool(can) for can in later.can_step]:
        found.append("other pieces can step")
    if unbarred != bool(later.can_relocate_unbarred) or (before and not unbarred):
        found.append("other discs can be relocated with none barred")
    if after.turn is None:
        found += ["more can be relocated once it is over"] if can and not before else []
    elif can != (unbarred if after.barred is None else before):
        found.append("the bar is no reason")
    return found


@pytest.mark.parametrize("rulings", RULINGS, ids=lambda each: "-".join(each.values()))
def test_passing_on_changes_what_can_be_done_only_by_lifting_the_bar(rulings: Any) -> None:
    """`LOOKAHEAD`: n=1 is soon without a disc step, n=2 is the game's own board."""
    assert LOOKAHEAD in POSSIBLE.assumptions
    for n, actions in ((1, 12), (2, 4)):
        compared, found = contradictions(Nonaga({"n": n}, rulings), actions, seed=n)
        assert compared > 0
        assert found == []


def test_a_contradiction_would_be_found() -> None:
    """With outlooks that do not belong together."""
    engine = Nonaga({"n": 2})
    state = engine.initial()
    now = engine.outlook(state)
    later = evolve(now, can_step=(False, False), can_relocate=False, can_relocate_unbarred=False)
    assert len(denied(now, later, state)) == 3
