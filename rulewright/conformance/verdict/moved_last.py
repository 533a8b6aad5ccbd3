"""What a player moved last, and is not moved: by the same player, where a rule speaks of the other one.

A bar on the opponent's last disc may be reversed. Then the engine follows no reading by which there
is none, though it permits all that the bar forbids.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from functools import partial
from itertools import islice
from typing import Any

from attrs import define, field

from rulewright.conformance.adapter.observation import LEGAL, Observation
from rulewright.conformance.evidence.hypothesis import Hypothesis, Laboratory
from rulewright.conformance.evidence.reference import BREAKING, Item
from rulewright.conformance.verdict.directions import LEGAL_THERE, MAIN, way_of, wrong_moves
from rulewright.conformance.verdict.moved_before import (
    Cell,
    EarlierMoves,
    Phase,
    asked_about,
    cells_of,
    where,
)
from rulewright.conformance.verdict.one_only import legal_in_one_only
from rulewright.conformance.verdict.residue import Pattern, Residue
from rulewright.interface import Action
from rulewright.wording.numbers import counted

OWN_LAST = "what was moved last stays"
"""The name of the bug."""
LOOKED_AT = 12
"""Positions in which a reading must forbid what the opponent moved last, and nothing else."""
ASKED_IN = 4
"""Positions that are too few to say so."""
Lasts = tuple[Cell | None, Cell | None]
"""Where the last move of the player to move ended, and the last move of anybody else."""


@define
class LastMoves:
    """Where the last moves ended that were made in the phase of now."""

    moved: EarlierMoves
    known: dict[tuple[str, tuple[Action, ...]], Lasts] = field(factory=dict, init=False)

    def of(self, observation: Observation) -> Lasts:
        """Return where they ended; nowhere if there were none, or they cannot be played."""
        if observation.key not in self.known:
            try:
                self.known[observation.key] = self._of(observation)
            except BREAKING:
                self.known[observation.key] = None, None
        return self.known[observation.key]

    def _of(self, observation: Observation) -> Lasts:
        residue, moves = self.moved.residue, observation.moves
        reference = residue.laboratory.asked(residue.hypothesis, observation)
        assert reference is not None
        engine = reference.engine
        now = self.moved.phase(observation, len(moves))
        mover = engine.turn(reference.state(moves))
        found: dict[bool, Cell] = {}
        for plies, action in enumerate(moves):
            if way_of(action) is not None and self.moved.phase(observation, plies) == now:
                is_own = engine.turn(reference.state(moves[:plies])) == mover
                found[is_own] = cells_of(action)[1]
        return found.get(True), found.get(False)

    def is_own(self, observation: Observation, action: Action) -> bool:
        """Return whether an action moves what the player to move moved last."""
        own, _ = self.of(observation)
        return way_of(action) is not None and cells_of(action)[0] == own

    def is_of_another(self, observation: Observation, action: Action) -> bool:
        """Return whether an action moves what another player moved last."""
        _, other = self.of(observation)
        return way_of(action) is not None and cells_of(action)[0] == other

    def is_due(self, observation: Observation, item: Item) -> bool:
        """Return whether an action is not listed that moves what the same player moved last."""
        part, action = item
        seen = observation.seen
        if part != LEGAL or action in {*(seen.legal or ()), *seen.accepted}:
            return False
        return self.is_own(observation, action)


def own_last_stays(residue: Residue) -> Iterator[Pattern]:
    """Nothing is ever moved that the player to move has moved last, in the same phase of a turn."""
    asked = residue.of_right_turn(residue.observations)
    missing = [*wrong_moves(residue, {each.key for each in asked})]
    if len(missing) < LEGAL_THERE:
        return
    lasts = LastMoves(EarlierMoves(residue))
    lying = [(each, item) for each, item in missing if lasts.is_due(each, item)]
    if len(lying) < max(LEGAL_THERE, MAIN * len(missing)):
        return
    phases = phases_without(lasts, asked)
    due = partial(is_due_in, lasts, phases)
    accounts: dict[Any, frozenset[Item]] = {}
    for each, item in lying:
        if due(each, item):
            accounts[each.key] = accounts.get(each.key, frozenset()) | {item}
    actions = [action for items in accounts.values() for _, action in items]
    if len(actions) >= max(LEGAL_THERE, MAIN * len(missing)):
        shown = {
            lasts.moved.phase(each, len(each.moves)) for each, item in lying if due(each, item)
        }
        said = "; nor ".join(
            f"what the same player moved last{where(phase)}" for phase in sorted(shown, key=sorted)
        )
        known_as = f"it never lists an action that moves again {said}"
        shortest = min(sorted(actions), key=len)
        words = f"{known_as} (legal {counted(len(actions), 'times')}, as {shortest!r})"
        yield Pattern(OWN_LAST, words, accounts, due, known_as, is_general=True, is_due_anyway=due)


def phases_without(lasts: LastMoves, observations: Iterable[Observation]) -> frozenset[Phase]:
    """Return the phases in which no legal action is listed that moves what its player moved last."""
    legal, listed = set[Phase](), set[Phase]()
    for each in observations:
        if lasts.of(each)[0] is None:
            continue
        phase = lasts.moved.phase(each, len(each.moves))
        for action in asked_about(lasts.moved.residue, each):
            if lasts.is_own(each, action):
                legal.add(phase)
                if action in (each.seen.legal or each.seen.accepted):
                    listed.add(phase)
    return frozenset(legal - listed)


def is_due_in(
    lasts: LastMoves, phases: Collection[Phase], observation: Observation, item: Item
) -> bool:
    """Return whether an action is missing, in one of some phases, for what it moves."""
    if not lasts.is_due(observation, item):
        return False
    return lasts.moved.phase(observation, len(observation.moves)) in phases


def forbids_what_others_moved(
    laboratory: Laboratory, pair: tuple[Hypothesis, Hypothesis], observations: Iterable[Observation]
) -> bool:
    """Return whether the second of two hypotheses forbids just to move what another moved last."""
    own, _ = pair
    lasts = LastMoves(EarlierMoves(Residue(laboratory, own, {}, ())))
    every = ((each, legal_in_one_only(laboratory, pair, each)) for each in observations)
    parting = [*islice(((each, actions) for each, actions in every if actions), LOOKED_AT)]
    return len(parting) >= ASKED_IN and all(
        all(map(partial(lasts.is_of_another, each), actions)) for each, actions in parting
    )
