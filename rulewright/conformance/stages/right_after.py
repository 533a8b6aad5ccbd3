"""Offer what was legal a move before, with nothing asked in between.

An engine may hold an action against the list that it gave last. Who asks for a new one before each offer
does not notice.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from attrs import evolve

from rulewright.conformance.adapter.conversation import Conversation
from rulewright.conformance.adapter.observation import (
    Discrepancy,
    Observation,
    Seen,
    spelled,
)
from rulewright.conformance.adapter.scripts import UNASKED, Performance, Script
from rulewright.conformance.stages.asking import REPEATS, STAGE, Way, recorded
from rulewright.conformance.stages.run import GameRun, begin_afresh
from rulewright.interface import Action, Json
from rulewright.play.driver import driver_of
from rulewright.wording.numbers import counted

PLIES = (1, 2, 3, 8, 20)
"""Actions of a game after which it is done."""
OTHERS = 1
"""Actions that are offered in a position beside the one just played."""


def offer_right_after(run: GameRun) -> None:
    """Offer such actions in a game with each set of parameters."""
    for number, params in enumerate(run.parameters()):
        for script in offering(run, params, Random(f"right after {run.setup.seed} {number}")):
            tried(run, script)


def offering(run: GameRun, params: Json, random: Random) -> Iterator[Script]:
    """Yield a script for each action that is offered, in some positions of a random game."""
    reference = run.rules.reference(params)
    (moves,) = driver_of(reference.engine).lines(
        random.randrange(2**31), 1, biased=False, max_plies=max(PLIES)
    )
    for ply in (each for each in PLIES if each <= len(moves)):
        earlier, legal = (
            reference.engine.legal_actions(reference.state(moves[:each])) for each in (ply - 1, ply)
        )
        stale = [each for each in earlier if each not in set(legal) and each != moves[ply - 1]]
        again = () if moves[ply - 1] in legal else (moves[ply - 1],)
        for action in (*again, *random.sample(stale, min(OTHERS, len(stale)))):
            when = f"after {counted(ply, 'actions')} {spelled(params)}, nothing asked before it"
            yield Script(f"{action!r} {when}", params, moves[:ply], offers={ply: (action,)})


def tried(run: GameRun, script: Script) -> None:
    """Offer an action with nothing asked since the move before; what is taken so alone is a finding."""
    played = run.crew.first.work(at_once(run), script)
    if played.fault is not None:
        run.evidence.fault(STAGE, script, played.fault)
        return
    if played.made is None:
        return
    seen = played.made.observations[-1].seen
    kind = due_to(run, script) if seen.accepted else ""
    if kind:
        (action,) = script.offers[len(script.moves)]
        given = "accepted with nothing asked before it"
        recorded(run, script, Seen(), Discrepancy(kind, "refused", given, action))
    else:
        run.evidence.add_case(STAGE, script.name)


def due_to(run: GameRun, script: Script) -> str:
    """Return the kind of difference; "" if fresh engines take the action however they are asked.

    Then it is found, and told, where it is offered as usual.
    """
    taken: list[list[bool]] = [[], []]
    for _ in range(REPEATS):
        for side, way in enumerate((run.perform, at_once(run))):
            begin_afresh(run, script.params)
            made = run.crew.first.work(way, script).made
            if made is None:  # it broke down; what was seen before stands
                return UNASKED
            taken[side].append(bool(made.observations[-1].seen.accepted))
    if all(taken[0]):
        return ""
    return UNASKED if all(taken[1]) and not any(taken[0]) else "mind"


def at_once(run: GameRun) -> Way:
    """Ask before the last move, play it, and offer an action before anything is asked again."""

    def way(conversation: Conversation, script: Script) -> Performance:
        *_, last = script.moves
        made = run.perform(conversation, evolve(script, moves=script.moves[:-1], offers={}))
        if made.observations[-1].seen.refused:
            return made
        if conversation.play(last) is not None:
            seen = Seen(refused=(last,))
            return evolve(made, observations=(Observation(script.params, made.script.moves, seen),))
        action: Action
        (action,) = script.offers[len(script.moves)]
        taken = conversation.play(action) is None
        seen = Seen(accepted=(action,) if taken else (), refused=() if taken else (action,))
        return evolve(made, observations=(Observation(script.params, script.moves, seen),))

    return way
