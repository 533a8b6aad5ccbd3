"""Winners are compared as they are given: several come in turn order."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from rulewright.conformance.adapter.conversation import Conversation, Object
from rulewright.conformance.adapter.observation import Observation
from rulewright.conformance.adapter.scripts import look
from rulewright.conformance.evidence.reference import Reference
from rulewright.conformance.stages.vectors import against_vector
from rulewright.play import games
from rulewright.vectors import Expectation, load

from common.players import Playing  # isort: skip


class NamesTheLastFirst(Playing):
    """Names several winners in the wrong order."""

    def state(self) -> dict[str, Any]:
        """Return the state."""
        answer = super().state()
        return answer | {"winners": answer["winners"][::-1]}


def shared_wins() -> Iterator[Any]:
    """Give the vectors of Minoa at whose end several players win."""
    for vector in load("minoa"):
        if len(vector.expect.winners or ()) > 1:
            yield vector


VECTOR = next(shared_wins())


def looked(player: Playing) -> Any:
    """Play the vector's game, and look at its end."""
    talk: Conversation = Object(player).open()
    talk.new("minoa", VECTOR.params, VECTOR.rulings)
    for action in VECTOR.moves:
        assert talk.play(action) is None
    return look(talk)[0]


@pytest.mark.parametrize(("player", "wrong"), [(Playing(), []), (NamesTheLastFirst(), ["winners"])])
def test_several_winners_come_in_turn_order(player: Playing, wrong: list[str]) -> None:
    """The rules in force and the vector both notice another order, and only that."""
    seen = looked(player)
    replay = Reference(games.implementation("minoa", VECTOR.params, VECTOR.rulings))
    found = replay.discrepancies(Observation(VECTOR.params, VECTOR.moves, seen))
    assert [each.kind for each in found] == wrong
    expect: Expectation = VECTOR.expect
    assert [each.kind for each in against_vector(expect, seen)] == wrong
