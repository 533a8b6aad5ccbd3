"""A bug in one direction of the board: what is wrong there is right when the game is played in another.

No reading knows directions. A departure that is wrong in one of them only is followed, then, with a bug
beside it; of another reading it would have to be wrong in all of them, by one bug more.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from attrs import field, frozen

from rulewright.conformance.adapter.faults import AdapterFault
from rulewright.conformance.adapter.observation import LEGAL, Observation
from rulewright.conformance.adapter.scripts import Script
from rulewright.conformance.evidence.hypothesis import Hypothesis
from rulewright.conformance.stages.run import GameRun
from rulewright.conformance.verdict.turned import Renaming, directions
from rulewright.conformance.verdict.weighing import Weigher, by_length
from rulewright.interface import Action

SEVERAL = 4
"""Positions that must show whether what is wrong in them is wrong in every direction."""
ASKED = 12
"""Positions in which it must be so of the reading that is followed."""
TRIED = 48
"""Positions that are tried at most to find some in which it is not so of another one."""
Directed = bool | None
"""Whether something is wrong in one direction only; None if the engine did not play any other."""


@frozen
class OneDirection:
    """Asks an engine about positions in other directions."""

    run: GameRun
    weigher: Weigher
    """Leaves out nothing: a bug may be known already."""
    hypothesis: Hypothesis
    observations: Sequence[Observation]
    known: dict[tuple[Hypothesis, Hypothesis], bool] = field(factory=dict, init=False, hash=False)

    def tells(self, question: str, reading: str) -> bool:
        """Return whether a bug of one direction is all that is wrong beside the reading followed.

        And not beside another one, which actions contradict in every direction.
        """
        other = self.hypothesis.but(**{question: reading})
        pair = self.hypothesis, other
        if pair not in self.known:
            self.known[pair] = self.is_all_directed(*pair) and self.is_elsewhere(*pair)
        return self.known[pair]

    def is_all_directed(self, own: Hypothesis, other: Hypothesis) -> bool:
        """Return whether all that one of two hypotheses has wrong is right in another direction."""
        positions = 0
        for is_directed in islice(self.directed(own, other), ASKED):
            if not is_directed:
                return False
            positions += 1
        return positions >= SEVERAL

    def is_elsewhere(self, own: Hypothesis, other: Hypothesis) -> bool:
        """Return whether the other is wrong in every direction in several positions."""
        every = islice(self.directed(other, own), TRIED)
        everywhere = (is_directed for is_directed in every if not is_directed)
        return len([*islice(everywhere, SEVERAL)]) == SEVERAL

    def directed(self, hypothesis: Hypothesis, other: Hypothesis) -> Iterator[bool]:
        """Yield for some positions whether actions are wrong in one direction only, all that are.

        Of those that one of two hypotheses has wrong and the other right.
        """
        for each in by_length(self.observations):
            mine, theirs = (self.weigher.wrong(one, each) for one in (hypothesis, other))
            actions = [action for part, action in mine - theirs if part == LEGAL]
            if not actions or {part for part, _ in mine} != {LEGAL} or not each.seen.legal:
                continue
            found = self.in_other_directions(hypothesis, each, actions)
            if found is not None:
                yield found

    def in_other_directions(
        self, hypothesis: Hypothesis, observation: Observation, actions: Sequence[Action]
    ) -> Directed:
        """Return whether each of some actions that are wrong is right in another direction."""
        right: set[Action] = set()
        line, played = (observation.params, observation.moves), False
        for moves, rename in directions(self.run.setup.game, hypothesis, line):
            seen = self.asked(observation, moves)
            if seen is not None:
                played = True
                right |= {*self.right(hypothesis, seen, actions, rename)}
            if right.issuperset(actions):
                return True
        return False if played else None

    def right(
        self,
        hypothesis: Hypothesis,
        seen: Observation,
        actions: Sequence[Action],
        rename: Renaming,
    ) -> Iterator[Action]:
        """Yield the actions that a hypothesis has right in another direction."""
        wrong = self.weigher.wrong(hypothesis, seen)
        if {part for part, _ in wrong} <= {LEGAL}:
            yield from (each for each in actions if (LEGAL, rename(each)) not in wrong)

    def asked(self, observation: Observation, moves: tuple[Action, ...]) -> Observation | None:
        """Ask what an engine says after some moves; None if it does not play them."""
        try:
            made = self.run.play(Script("asked", observation.params, moves))
        except AdapterFault:
            return None
        seen = () if made is None else made.observations
        last = next((each for each in seen if each.moves == moves), None)
        return None if last is None else self.run.rules.laboratory.named_right(last)
