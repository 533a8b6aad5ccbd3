"""The vectors, played on an engine, and what each of them expects."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.conformance.adapter.observation import (
    LISTED,
    NOT_LISTED,
    REFUSED,
    Discrepancy,
    Observation,
    Seen,
    left_out_of,
    spelled,
)
from rulewright.conformance.adapter.scripts import Performance, Script
from rulewright.conformance.evidence.deviations import Detection
from rulewright.conformance.evidence.printable import options
from rulewright.conformance.evidence.reference import same_json
from rulewright.conformance.evidence.rules import RulesInForce
from rulewright.conformance.evidence.setup import Setup
from rulewright.conformance.stages.run import GameRun
from rulewright.interface import Action, Json, RulewrightError
from rulewright.play import games
from rulewright.vectors import Expectation, Vector, load

OFFERED = 3
"""Forbidden actions of a vector that are offered as well."""


class NoVectors(RulewrightError):
    """The installed suite has nothing for a game: an error of rulewright, not of the engine."""

    exit_status = 4

    def __init__(self, game: str) -> None:
        """Say how to make them."""
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


def left_out(setup: Setup) -> dict[str, int]:
    """Count the vectors that do not apply to a run, by reason; those without any are not named."""
    every = suite(setup.game)
    ruled = [each for each in every if each.applies({}, setup.rulings)]
    apply = [each for each in ruled if each.applies(setup.given, setup.rulings)]
    found = {
        "they depend on other rulings than those in force": len(every) - len(ruled),
        f"they have other parameters than {options(setup.given)}": len(ruled) - len(apply),
    }
    return {reason: count for reason, count in found.items() if count}


def script_of(run: GameRun, vector: Vector) -> Script:
    """Return the script of a vector: its moves, and some of the actions that it forbids.

    Where the game is over, actions of before are offered as well.
    """
    params = run.setup.params_sent(vector.params)
    forbidden = (each.action for each in vector.expect.forbidden[:OFFERED])
    offered = tuple(dict.fromkeys((*forbidden, *after_the_end(run.rules, params, vector.moves))))
    offers = {len(vector.moves): offered}
    return Script(vector.id, params, vector.moves, offers=offers, again=bool(offered))


def after_the_end(
    rules: RulesInForce, params: Json, moves: tuple[Action, ...]
) -> tuple[Action, ...]:
    """Return two actions that were legal before the last move, if that ended the game."""
    if not moves or not rules.has(params):
        return ()
    reference = rules.reference(params)
    if not reference.engine.is_over(reference.state(moves)):
        return ()
    before = reference.engine.legal_actions(reference.state(moves[:-1]))
    return (moves[-1], *[each for each in before if each != moves[-1]][:1])


def expected_otherwise(
    vector: Vector, performance: Performance
) -> list[tuple[Observation, Discrepancy]]:
    """List the discrepancies between a vector and a performance."""
    observation = performance.observations[-1]
    if len(observation.moves) < len(vector.moves):
        action = vector.moves[len(observation.moves)]
        return [(observation, Discrepancy("missing", "legal", REFUSED, action))]
    return [(observation, each) for each in against_vector(vector.expect, observation.seen)]


def against_vector(expect: Expectation, seen: Seen) -> Iterator[Discrepancy]:
    """Compare what a vector expects with what was seen."""
    legal = set(seen.legal or ())
    wanted = set(expect.allowed) | set(expect.legal or ())
    unwanted = {each.action for each in expect.forbidden}
    if expect.legal is not None:
        unwanted |= legal - wanted
    for action in sorted(unwanted & legal):
        yield Discrepancy("extra", "illegal", LISTED, action)
    for action in sorted(wanted - legal):
        yield Discrepancy("missing", "legal", NOT_LISTED, action)
    unwanted = set(seen.accepted) if expect.over else {each.action for each in expect.forbidden}
    for action in sorted(unwanted & set(seen.accepted)):
        yield Discrepancy("extra", "illegal", "accepted when played", action)
    answer = seen.state
    if answer is None:
        return
    winners = None if expect.winners is None else tuple(expect.winners)
    position, left_out = expect.position, left_out_of(answer)
    if position is not None and left_out:
        position = {name: value for name, value in position.items() if name not in left_out}
    for kind, value, given in (
        ("over", expect.over, answer.over),
        ("scores", expect.scores, answer.scores),
        ("position", position, answer.position),
        ("winners", winners, answer.winners),
    ):
        if value is not None and given is not None and not same_json(value, given):
            yield Discrepancy(kind, value, given)
    if expect.over is not None and expect.turn != answer.turn:
        yield Discrepancy("turn", expect.turn, answer.turn)


def play_vectors(run: GameRun) -> None:
    """Play the vectors that apply."""
    stage, every = "vectors", suite(run.setup.game)
    chosen = {each.id: each for each in every if each.applies(run.setup.given, run.setup.rulings)}
    scripts = [script_of(run, each) for each in chosen.values()]
    if not scripts:
        reason = "the suite has no vector for these parameters and rulings"
        run.evidence.skip(stage, "no vector", reason)
    run.evidence.vector_lines = {
        (each.name, (spelled(each.params), each.moves)) for each in scripts
    }
    clauses = {name: each.clauses for name, each in chosen.items()}
    for done, (result, found) in enumerate(run.play_all(stage, scripts, clauses), start=1):
        run.note(f"{stage}: {done} of {len(scripts)}")
        if result.made is None:
            continue
        vector = chosen[result.given.name]
        wrong = expected_otherwise(vector, result.made)
        known = {(each.observation.key, each.difference.kind) for each in found}
        for observation, difference in wrong:
            if (observation.key, difference.kind) not in known:
                run.evidence.detections.append(
                    Detection(observation, difference, f"{stage}: {vector.id}", vector.clauses)
                )
        both: list[Detection | str] = [*found, *(str(difference) for _, difference in wrong)]
        run.evidence.add_case(stage, vector.id, both, vector.clauses, vector.questions)
