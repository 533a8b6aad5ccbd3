"""The vectors, played on an engine, and what each of them expects."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulewright.conformance.adapter.observation import (
    LISTED,
    NOT_LISTED,
    REFUSED,
    Difference,
    Observation,
    Seen,
    spelled,
)
from rulewright.conformance.adapter.scripts import Performance, Script
from rulewright.conformance.evidence.deviations import Finding
from rulewright.conformance.evidence.printable import options
from rulewright.conformance.evidence.reference import Replay, same_json
from rulewright.conformance.evidence.report import Case, Status
from rulewright.conformance.stages.run import Run
from rulewright.interface import Action, RulewrightError
from rulewright.play import games
from rulewright.vectors import Expectation, Vector, load

OFFERED = 3
"""Forbidden actions of a vector that are offered as well."""


class NoVectors(RulewrightError):
    """The installed suite has nothing for a game: an error of rulewright, not of the engine."""

    exit_status = 4

    def __init__(self, game: str) -> None:
        """Say where they should be."""
        super().__init__(
            f"the installed suite has no vector for {game!r}: 'rulewright vectors generate' makes "
            "them; this is an error of rulewright's installation, and nothing was checked"
        )


def suite(game: str) -> tuple[Vector, ...]:
    """Load the vectors of a game; raises `NoVectors` if there are none of one of our own."""
    found = load(game)
    if not found and not games.is_guest(game):
        raise NoVectors(game)
    return found


def left_out(run: Run) -> dict[str, int]:
    """Count the vectors that do not apply to a run, by reason; those without any are not named."""
    every = suite(run.game)
    ruled = [each for each in every if each.applies({}, run.rulings)]
    apply = [each for each in ruled if each.applies(run.given, run.rulings)]
    found = {
        "they depend on other rulings than those in force": len(every) - len(ruled),
        f"they have other parameters than {options(run.given)}": len(ruled) - len(apply),
    }
    return {reason: count for reason, count in found.items() if count}


def script_of(run: Run, vector: Vector) -> Script:
    """Make the script of a vector: its moves, and some of the actions that it forbids.

    Where the game is over, actions of before are offered as well.
    """
    params = run.params_sent(vector.params)
    forbidden = (each.action for each in vector.expect.forbidden[:OFFERED])
    offered = tuple(
        dict.fromkeys((*forbidden, *after_the_end(run.reference(params), vector.moves)))
    )
    offers = {len(vector.moves): offered}
    return Script(vector.id, params, vector.moves, offers=offers, again=bool(offered))


def after_the_end(reference: Replay | None, moves: tuple[Action, ...]) -> tuple[Action, ...]:
    """Give two actions that were legal before the last move, if that ended the game."""
    if reference is None or not moves or not reference.engine.is_over(reference.state(moves)):
        return ()
    before = reference.engine.legal_actions(reference.state(moves[:-1]))
    return (moves[-1], *[each for each in before if each != moves[-1]][:1])


def expected_otherwise(
    vector: Vector, performance: Performance
) -> list[tuple[Observation, Difference]]:
    """List what a vector expects otherwise than an engine has shown."""
    observation = performance.observations[-1]
    if len(observation.moves) < len(vector.moves):
        action = vector.moves[len(observation.moves)]
        return [(observation, Difference("missing", "legal", REFUSED, action))]
    return [(observation, each) for each in against_vector(vector.expect, observation.seen)]


def against_vector(expect: Expectation, seen: Seen) -> Iterator[Difference]:
    """Compare what a vector expects with what was seen."""
    legal = set(seen.legal or ())
    wanted = set(expect.allowed) | set(expect.legal or ())
    unwanted = {each.action for each in expect.forbidden}
    if expect.legal is not None:
        unwanted |= legal - wanted
    for action in sorted(unwanted & legal):
        yield Difference("extra", "illegal", LISTED, action)
    for action in sorted(wanted - legal):
        yield Difference("missing", "legal", NOT_LISTED, action)
    unwanted = set(seen.accepted) if expect.over else {each.action for each in expect.forbidden}
    for action in sorted(unwanted & set(seen.accepted)):
        yield Difference("extra", "illegal", "accepted when played", action)
    told: list[tuple[str, Any, Any]] = [
        ("over", expect.over, seen.over),
        ("scores", expect.scores, seen.scores),
        ("position", expect.position, seen.position),
    ]
    if expect.winners is not None:
        told.append(("winners", tuple(expect.winners), seen.winners))
    for kind, value, given in told:
        if value is not None and given is not None and not same_json(value, given):
            yield Difference(kind, value, given)
    if expect.over is not None and expect.turn != seen.turn:
        yield Difference("turn", expect.turn, seen.turn)


def play_vectors(run: Run) -> None:
    """Play the vectors that apply."""
    stage, every = "vectors", suite(run.game)
    chosen = {each.id: each for each in every if each.applies(run.given, run.rulings)}
    scripts = [script_of(run, each) for each in chosen.values()]
    if not scripts:
        reason = "the suite has no vector for these parameters and rulings"
        run.cases.append(Case(stage, "no vector", Status.UNSUPPORTED, reason))
    run.vector_lines = {(each.name, (spelled(each.params), each.moves)) for each in scripts}
    clauses = {name: each.clauses for name, each in chosen.items()}
    done = 0
    for result, found in run.all_of(stage, scripts, clauses):
        done += 1
        run.note(f"{run.game}: {stage}: {done} of {len(scripts)}")
        if result.made is None:
            continue
        vector = chosen[result.given.name]
        wrong = expected_otherwise(vector, result.made)
        known = {(each.observation.key, each.difference.kind) for each in found}
        for observation, difference in wrong:
            if (observation.key, difference.kind) not in known:
                run.findings.append(
                    Finding(observation, difference, f"{stage}: {vector.id}", vector.clauses)
                )
        run.cases.append(
            Case(
                stage,
                vector.id,
                Status.DEVIATES if wrong or found else Status.PASSED,
                str(found[0]) if found else str(wrong[0][1]) if wrong else "",
                vector.clauses,
                vector.questions,
            )
        )
