"""The rules in force, to compare an engine with."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from attrs import define, evolve, field

from rulewright.conformance.adapter.faults import MalformedActions
from rulewright.conformance.adapter.observation import (
    LISTED,
    MISSPELT,
    Discrepancy,
    Observation,
    Seen,
)
from rulewright.conformance.adapter.scripts import Count
from rulewright.conformance.evidence import spelling
from rulewright.conformance.evidence.hypothesis import Hypothesis, Laboratory
from rulewright.conformance.evidence.reference import Reference, wrong_count
from rulewright.conformance.evidence.setup import Setup
from rulewright.interface import Action, Json, MalformedAction
from rulewright.play import games, perft
from rulewright.play.view import rehearse


def is_well_spelt(action: Action, reference: Reference, observation: Observation) -> bool:
    """Return whether an action is spelt as others are that are legal there, or at the start.

    It cannot exist under these options: a cell off the board, a die that does not show these numbers.
    """
    shape = spelling.shape(action)
    return spelling.is_plain(action) and any(
        shape in {spelling.shape(each) for each in reference.engine.legal_actions(state)}
        for state in (reference.engine.initial(), reference.state(observation.moves))
    )


def is_elsewhere(rules: RulesInForce, reference: Reference, action: Action) -> bool:
    """Return whether a text is an action by another reading, or on another board."""
    return not rules.misspelling(reference, action) or rules.is_on_another_board(action)


@define
class RulesInForce:
    """Engines that play by the rulings in force, to compare an engine with."""

    setup: Setup
    laboratory: Laboratory = field(init=False)
    in_force: Hypothesis = field(init=False)
    compared: int = field(default=0, init=False)
    """Positions compared so far."""
    judged: dict[tuple[str, Action], MalformedAction | None] = field(
        factory=dict, init=False, repr=False
    )
    """By parameters, what is wrong with a text: each position of a foreign board has hundreds."""
    shaped: set[tuple[str, Action]] = field(factory=set, init=False, repr=False)
    """By parameters, the texts among these that are well spelt."""
    elsewhere: dict[Action, str] = field(factory=dict, init=False, repr=False)
    """The question with another reading, for each text that is an action under that only."""

    @laboratory.default
    def _laboratory(self) -> Laboratory:
        return Laboratory(self.setup.game)

    @in_force.default
    def _in_force(self) -> Hypothesis:
        return Hypothesis.of(self.setup.rulings)

    def rehearse(self) -> None:
        """Have compiled what judges a game: one process does so, and an adapter may need the same."""
        reference = self.laboratory.reference(self.in_force, self.setup.params_sent({}))
        if reference is not None:
            rehearse(reference.engine)
            perft.perft(reference.engine, reference.engine.initial(), 1)

    def has(self, params: Json) -> bool:
        """Return whether the game has some parameters."""
        return self.laboratory.reference(self.in_force, params) is not None

    def reference(self, params: Json) -> Reference:
        """Return the engine under parameters that the game has."""
        found = self.laboratory.reference(self.in_force, params)
        assert found is not None
        return found

    def parameters(self) -> list[Json]:
        """List the parameters that fit those that are fixed, the game's own first."""
        played = [self.setup.params_sent(each) for each in games.specified(self.setup.game).played]
        fitting: list[Json] = []
        for params in (self.setup.params_sent({}), *played):
            if params not in fitting and self.has(params):
                fitting.append(params)
        return fitting

    def discrepancies(self, observation: Observation) -> list[Discrepancy]:
        """List what differs from the rules; raises `MalformedActions`."""
        reference = self.reference(observation.params)
        self.compared += 1
        found = list(reference.discrepancies(observation))
        for at, each in enumerate(found):
            if each.kind == "extra" and each.given == LISTED:
                self.refuse_misspelt(reference, observation, each.action or "")
            if each.kind == MISSPELT and is_elsewhere(self, reference, each.action or ""):
                found[at] = evolve(each, kind="extra")
        return found

    def refuse_misspelt(
        self, reference: Reference, observation: Observation, action: Action
    ) -> None:
        """Raise `MalformedActions` if an action that is listed is none, and is not spelt like one."""
        key = observation.key[0], action
        if key in self.shaped:
            return
        if key not in self.judged:
            self.judged[key] = self.misspelling(reference, action)
        found = self.judged[key]
        if found is None:
            return
        if not (is_well_spelt(action, reference, observation) or self.is_on_another_board(action)):
            raise MalformedActions(action, found.reason or "no action")
        self.shaped.add(key)

    def is_on_another_board(self, action: Action) -> bool:
        """Return whether a text is an action under other parameters: who ignores these may list it."""
        known = games.specified(self.setup.game)
        others = ({}, *known.played, *known.larger)
        found = (self.laboratory.reference(self.in_force, dict(params)) for params in others)
        return any(each is not None and each.misspelling(action) is None for each in found)

    def misspelling(self, reference: Reference, action: Action) -> MalformedAction | None:
        """Return what is wrong with a text that is no action under any reading of any question."""
        found = reference.misspelling(action)
        if found is None:
            return None
        for question, readings in games.specified(self.setup.game).readings.items():
            for reading in readings:
                other = self.in_force.but(**{question: reading})
                engine = self.laboratory.reference(other, reference.engine.params)
                if engine is not None and engine.misspelling(action) is None:
                    self.elsewhere[action] = question
                    return None
        return found

    def miscounted(self, counts: Iterable[Count]) -> Iterator[tuple[Observation, Discrepancy]]:
        """Yield the counts in mid-game that are wrong."""
        for each in counts:
            observation, depth = each.observation, each.depth
            reference = self.reference(observation.params)
            expected = perft.perft(reference.engine, reference.state(observation.moves), depth)
            if each.count not in {None, expected}:
                yield observation, wrong_count(expected, each.count, depth)

    def up_to_first_illegal(self, observation: Observation) -> Observation:
        """Cut a game off at its first illegal action, which becomes one that was accepted."""
        reference = self.reference(observation.params)
        moves = observation.moves
        for ply, action in enumerate(moves):
            if action not in reference.engine.legal_actions(reference.state(moves[:ply])):
                return Observation(observation.params, moves[:ply], Seen(accepted=(action,)))
        return observation
