"""Findings as test vectors: what the rules say in the position where something was wrong."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from attrs import evolve

from rulewright.campaign.state import CampaignState
from rulewright.campaign.work import LAWS
from rulewright.interface import RulewrightError
from rulewright.parts import PartFinding
from rulewright.play import games
from rulewright.play.lockstep import Disagreement
from rulewright.play.replay import state_after
from rulewright.play.rulings import deviations
from rulewright.play.view import view
from rulewright.vectors.choosing import chosen_of_each_shape
from rulewright.vectors.failures import as_json, first_failure
from rulewright.vectors.vector import SCHEMA, Expectation, Forbidden, Vector, content_of, identifier

MOST_LEGAL = 400
"""Size up to which a legal set is written in full; larger ones are sampled."""
SHOWN = 16
"""Actions of a sample."""


def exported(state: CampaignState) -> dict[str, tuple[str, int, int]]:
    """Return for each game with findings the file of its vectors, their number, and how many it lacks.

    A finding without moves, or whose moves are no legal game by the rules, has no vector; nor has a
    broken symmetry if the implementation is right after the moves and after their images.
    """
    found: dict[str, tuple[str, int, int]] = {}
    for game in state.games:
        kept = [each.finding for each in game.findings if each.open]
        vectors = {each.id: each for each in filter(None, map(vector_of, kept))}
        without = sum(vector_of(each) is None for each in kept)
        if kept:
            written = file_of(game.game, vectors.values())
            found[game.game] = written, len(vectors), without
    return found


def file_of(game: str, vectors: Iterable[Vector]) -> str:
    """Write vectors as a file of the suite, one per line."""
    lines = [
        json.dumps({"id": each.id, **content_of(each)}, ensure_ascii=False)
        for each in sorted(vectors, key=lambda vector: vector.id)
    ]
    head = f'{{"schema": {SCHEMA}, "game": {json.dumps(game)}, "vectors": ['
    return "\n".join([head, ",\n".join(lines), "]}\n"])


def vector_of(finding: PartFinding) -> Vector | None:
    """Return the vector that expects what the specification says after the moves; None if it cannot."""
    if not finding.moves and finding.kind != "difference":
        return None
    try:
        engine = games.specification(finding.game, finding.params, finding.rulings)
        if finding.check != LAWS or not games.offered(
            finding.game, finding.params, finding.rulings
        ):
            return vector_after(finding, engine, finding.moves)
        vectors = (vector_after(finding, engine, each) for each in images(engine, finding.moves))
        return next(filter(implementation_fails, vectors), None)
    except RulewrightError:
        return None


def images(engine: Any, moves: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """Yield moves and their images: an engine that breaks a symmetry may be wrong in either position."""
    yield moves
    for symmetry in games.specified(engine.game).symmetries(engine):
        yield tuple(map(symmetry.action, moves))


def implementation_fails(vector: Vector) -> bool:
    """Return whether the implementation gives another answer than a vector expects."""
    tested = games.implementation(vector.game, vector.params, vector.rulings)
    return first_failure(tested, vector) is not None


def vector_after(finding: PartFinding, engine: Any, line: Iterable[str]) -> Vector:
    """Return the vector of the position after a line of moves, as far as the rules allow them."""
    moves = played_by_rules(engine, line)
    expect, clauses = expectation(engine, moves)
    vector = Vector(
        id="campaign",
        game=finding.game,
        params=dict(finding.params),
        rulings=rulings_that_decide(finding, moves, expect),
        clauses=clauses,
        questions=(),
        comment=f"Found by a campaign ({finding.kind}): {finding.headline}",
        moves=moves,
        expect=expect,
    )
    vector = evolve(vector, questions=tuple(sorted(vector.rulings)))
    return evolve(vector, id=identifier("campaign", vector))


def played_by_rules(engine: Any, moves: Iterable[str]) -> tuple[str, ...]:
    """Return the moves as far as the rules allow them: a finding may end with an illegal one."""
    state, played = engine.initial(), []
    for action in moves:
        if action not in engine.legal_actions(state):
            break
        state = engine.play(state, action)
        played.append(action)
    return tuple(played)


def expectation(engine: Any, moves: tuple[str, ...]) -> tuple[Expectation, tuple[str, ...]]:
    """Return what the specification says of a position, and the clauses that forbid actions in it."""
    state = state_after(engine, moves)
    truth, legal = view(engine, state), engine.legal_actions(state)
    small = len(legal) <= MOST_LEGAL
    illegal = [each for each in engine.candidates(state) if each not in {*legal}]
    refused = tuple(
        Forbidden(each, tuple(why.clause for why in engine.explain(state, each)))
        for each in chosen_of_each_shape(illegal, SHOWN)
    )
    expect = Expectation(
        legal=tuple(legal) if small else None,
        allowed=() if small else chosen_of_each_shape(legal, SHOWN),
        forbidden=refused,
        position=as_json(truth.position),
        over=truth.over,
        turn=truth.turn,
        scores=dict(truth.scores),
        winners=truth.winners,
    )
    return expect, tuple(sorted({clause for each in refused for clause in each.clauses}))


def rulings_that_decide(
    finding: PartFinding, moves: tuple[str, ...], expect: Expectation
) -> dict[str, str]:
    """Return the rulings without which the specification says otherwise under some other reading.

    Readings are changed one at a time, from those of the finding and then with all others that were
    left out at their defaults.
    """
    specified = games.specified(finding.game)
    base = {**specified.default_rulings, **finding.rulings}
    probe = Vector("campaign", finding.game, dict(finding.params), {}, (), (), "", moves, expect)

    def holds(rulings: Mapping[str, str]) -> bool:
        try:
            engine = games.specification(finding.game, finding.params, rulings)
            return first_failure(engine, probe) is None
        except (RulewrightError, Disagreement):
            return False

    kept = {
        question: base[question]
        for question, readings in specified.readings.items()
        if not all(holds(base | {question: other}) for other in readings)
    }
    alone = all(holds({**each, **kept}) for each in deviations(specified.readings))
    return kept if alone else base
