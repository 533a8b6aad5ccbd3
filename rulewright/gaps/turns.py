"""Detect players who are due but have no action: what happens then is seldom written down."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import pairwise
from typing import Any, TypeAlias

from attrs import frozen

from rulewright.ambiguity.witness import exhibited, played_under
from rulewright.gaps.findings import Finding
from rulewright.gaps.subject import Subject
from rulewright.interface import Action, Engine, RulewrightError
from rulewright.play.driver import Allowance, Driver, driver_of
from rulewright.play.replay import states_if_legal
from rulewright.play.shorten import shortest

NAME = "player without an action"
SELDOM = 0.05
"""A phase that follows another in a smaller share of cases than this is out of turn."""
MOST = 60
"""Most random games played move by move per option set."""
RECORDED = Allowance(40, 0)
"""Recorded games per random game played move by move."""

Phase: TypeAlias = tuple[str, ...]
"""Whose turn it is, and all else that a position says in single words."""


@frozen
class TurnOrder:
    """Which phase follows which, as seen in random games."""

    seen: Mapping[Phase, Counter[Phase]]

    @classmethod
    def of(cls, games: Sequence[Sequence[Phase]]) -> TurnOrder:
        """Count the phases that follow each other in some games."""
        seen: dict[Phase, Counter[Phase]] = {}
        for phases in games:
            for one, other in pairwise(phases):
                if other:
                    seen.setdefault(one, Counter())[other] += 1
        return cls(seen)

    def due(self, before: Phase) -> Phase:
        """Return the phase that usually follows."""
        return self.seen[before].most_common(1)[0][0]

    def out_of_turn(self, before: Phase, after: Phase) -> bool:
        """Return whether a phase rarely follows another."""
        if not after or before not in self.seen:
            return False
        counts = self.seen[before]
        return counts[after] < SELDOM * counts.total()


def phase_of(engine: Engine[Any], state: Any) -> Phase:
    """Return the phase, the single words of the JSON form; () when the game is over."""
    if engine.is_over(state):
        return ()
    position = engine.to_json(state)
    return tuple(value for name, value in sorted(position.items()) if isinstance(value, str))


def out_of_turn(engine: Engine[Any], order: TurnOrder, moves: Sequence[Action]) -> int | None:
    """Return the ply of the first move followed by a phase out of turn; None if there is none."""
    states = states_if_legal(engine, moves)
    if states is None:
        return None
    phases = [phase_of(engine, state) for state in states]
    for ply, (one, other) in enumerate(pairwise(phases), 1):
        if order.out_of_turn(one, other):
            return ply
    return None


def suspects(
    subject: Subject, engine: Engine[Any], order: TurnOrder
) -> Iterator[tuple[Action, ...]]:
    """Yield games in which a phase is out of turn: random games, and games shown by theorems."""
    for line in subject.played(engine, min(subject.lines, MOST)):
        ply = out_of_turn(engine, order, line.moves)
        if ply is not None:
            yield line.moves[:ply]
    if len(engine.players) > 2:  # noqa: PLR2004
        yield from recorded(subject, driver_of(engine))
    for _, played_game in exhibited(subject.name) if subject.implemented else ():
        ply = (
            out_of_turn(engine, order, played_game.moves)
            if played_under(engine, played_game)
            else None
        )
        if ply is not None:
            yield tuple(played_game.moves[:ply])


def recorded(subject: Subject, driver: Driver) -> Iterator[tuple[Action, ...]]:
    """Yield recorded games in which a player is skipped; too weak a test for two players."""
    count = driver.allowed(RECORDED) * subject.lines
    for biased in (False, True) if count else ():
        done = driver.record(subject.seed, count, biased=biased, max_plies=subject.plies)
        one, other = done.turn[:-1], done.turn[1:]
        passed = (other >= 0) & (other != one) & (other != (one + 1) % len(done.players))
        for game in passed.any(axis=0).nonzero()[0].tolist():
            yield tuple(done.moves(game, int(passed[:, game].argmax()) + 1))


def find(subject: Subject) -> Iterator[Finding]:
    """Search under every option set until one shows a stuck player."""
    rulings = subject.default()
    for params in (*subject.specified.full_size, *subject.specified.played):
        engine = subject.engine(params, rulings)
        lines = list(subject.played(engine, min(subject.lines, MOST)))
        stuck = stuck_player(subject, engine, [line.moves for line in lines])
        if stuck is not None:
            yield stuck
            return
        order = TurnOrder.of([[phase_of(engine, state) for state in line.states] for line in lines])
        found = sorted(suspects(subject, engine, order), key=len)[:3]
        findings = [
            each for each in (confirmed(subject, params, order, moves) for moves in found) if each
        ]
        if findings:
            yield min(findings, key=lambda each: len(each.moves or ()))
            return


def has_no_legal_action(engine: Engine[Any], moves: Sequence[Action]) -> bool:
    """Return whether moves lead to an unfinished position without a legal action."""
    states = states_if_legal(engine, moves)
    return (
        states is not None
        and not engine.is_over(states[-1])
        and not engine.legal_actions(states[-1])
    )


def stuck_player(
    subject: Subject, engine: Engine[Any], games: Sequence[tuple[Action, ...]]
) -> Finding | None:
    """Report an unfinished random game without a legal action, if the specification confirms it."""
    met = [moves for moves in games if has_no_legal_action(engine, moves)]
    if not met:
        return None
    short = shortest(min(met, key=len), lambda some: has_no_legal_action(engine, some))
    reference = subject.reference(engine.params, engine.rulings)
    states = states_if_legal(reference, short)
    if states is None or not has_no_legal_action(reference, short):
        return None
    verdicts, own = reference.verdicts(states[-1]), tuple(reference.considered(states[-1]))
    clauses = tuple(
        clause
        for clause in verdicts.lanes
        if any(clause in verdicts.forbidding(lane) for lane in own)
    )
    begun = f"After {short[-1]}" if short else "At the start"
    return subject.finding(
        detector=NAME,
        title="A player who is to move has no legal action, and the game is not over",
        statement=f"{begun} it is the turn of {reference.turn(states[-1])}, for whom every action is "
        "forbidden; no clause says how the game continues, or that it is over.",
        clauses=clauses,
        params=engine.params,
        rulings=engine.rulings,
        moves=tuple(short),
        measured=f"Found in {len(met)} of {len(games)} random games and shrunk to "
        f"{len(short)} actions. The specification judged all {len(own)} actions that the notation "
        "allows there: none is legal.",
    )


def confirmed(
    subject: Subject, params: Mapping[str, Any], order: TurnOrder, moves: tuple[Action, ...]
) -> Finding | None:
    """Shrink a game; report it if the specification finds no action for the player who was due."""
    rulings = subject.default()
    engine = subject.engine(params, rulings)
    short = shortest(moves, lambda some: out_of_turn(engine, order, some) is not None)
    short = short[: out_of_turn(engine, order, short)]
    states = states_if_legal(engine, short)
    assert states is not None
    before, after = phase_of(engine, states[-2]), phase_of(engine, states[-1])
    due = order.due(before)
    position = engine.to_json(states[-1])
    names = [name for name, value in sorted(position.items()) if isinstance(value, str)]
    reference = subject.reference(params, rulings)
    with suppress(RulewrightError):  # incompatible words make no position
        stranded = reference.read(position | dict(zip(names, due, strict=True)))
        if reference.legal_actions(stranded) or reference.is_over(stranded):
            return None
        verdicts = reference.verdicts(stranded)
        own = reference.considered(stranded)
        clauses = tuple(
            clause
            for clause in verdicts.lanes
            if any(clause in verdicts.forbidding(lane) for lane in own)
        )
        asked = subject.asked(params, rulings, short)
        return subject.finding(
            detector=NAME,
            title="A player who is due has no legal action, and the game is not over",
            statement=f"After {short[-1]} it is the turn of {' '.join(due)}, for whom every action is "
            f"forbidden; the engines continue with {' '.join(after)}.",
            clauses=clauses,
            questions=asked,
            params=params,
            rulings=rulings,
            moves=short,
            measured="Found in random games or in one that a theorem shows, and shrunk to "
            f"{len(short)} actions. The specification judged all {len(own)} actions that the "
            "notation allows there: none is legal.",
        )
    return None
