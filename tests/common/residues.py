"""What an engine says in random games, held against a hypothesis: tests of one pattern need no more."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any

from rulewright.conformance.adapter.conversation import Player
from rulewright.conformance.adapter.observation import Observation, Seen
from rulewright.conformance.evidence.hypothesis import Hypothesis, Laboratory
from rulewright.conformance.verdict.residue import Residue
from rulewright.protocol.messages import StateAnswer

NO_PARAMETERS: Mapping[str, Any] = {}


def observed(
    player: Player, game: str, params: Mapping[str, Any] = NO_PARAMETERS, *, played: int, plies: int
) -> Iterator[Observation]:
    """Play random games, each up to some ply, and yield what is said in every position."""
    for number in range(played):
        random = Random(number)
        line: tuple[str, ...] = ()
        player.new(game, dict(params), {})
        while True:
            legal = tuple(player.legal())
            answer = player.state()
            state = StateAnswer(**{**answer, "winners": tuple(answer["winners"])})
            yield Observation(dict(params), line, Seen(legal, state))
            if not legal or len(line) == plies:
                break
            line = (*line, random.choice(legal))
            player.play(line[-1])


def residue_of(hypothesis: Hypothesis, game: str, every: Sequence[Observation]) -> Residue:
    """Return what a hypothesis has otherwise than was observed."""
    laboratory = Laboratory(game)
    wrong = {each.key: (each, laboratory.wrong(hypothesis, each)) for each in every}
    left = {key: each for key, each in wrong.items() if each[1]}
    return Residue(laboratory, hypothesis, left, every)
