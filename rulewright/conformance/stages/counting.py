"""Perft: counts of action sequences, and the way down to the position where a count goes wrong."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random
from time import monotonic
from typing import Any

from attrs import evolve, frozen

from rulewright.conformance.adapter.conversation import Conversation, NotSupported
from rulewright.conformance.adapter.crew import Result
from rulewright.conformance.adapter.observation import REFUSED, Difference, Observation, spelled
from rulewright.conformance.adapter.scripts import Script, look
from rulewright.conformance.evidence.deviations import Finding
from rulewright.conformance.evidence.reference import Replay, wrong_count
from rulewright.conformance.evidence.report import Case, Status
from rulewright.conformance.stages.random_games import lines, spread
from rulewright.conformance.stages.run import Run
from rulewright.conformance.stages.vectors import after_the_end
from rulewright.interface import Action, Json
from rulewright.play import games, perft
from rulewright.play.random_games import every_position
from rulewright.vectors import perft_tables

STAGE = "perft"
PATIENCE = 2.0
"""Seconds that the next count may take by the speed of the last one."""
DEEPEST = 12
NOT_COUNTED = "the adapter does not count (perft)"
NOT_IN_MID_GAME = "the adapter does not count in the middle of a game (perft)"
NEAREST = "nearest positions"
LOOKS = 12
"""Positions of one game in which an adapter is asked to count."""
CHEAP = 1_000
"""Sequences that it counts in one of them; those of one action are always counted."""
DEEPEST_THERE = 3


@frozen
class Table:
    """Counts from the start under some parameters."""

    name: str
    params: Json
    counts: dict[int, int]


@frozen
class Counts:
    """What an adapter counted; a wrong count comes with the moves that it is wrong after."""

    name: str
    checked: tuple[int, ...]
    """Depths."""
    wrong: tuple[Observation, Difference] | None = None


def tables(run: Run) -> Iterator[Table]:
    """Give the perft tables that apply, and one of our own where there is none."""
    defaults = games.specified(run.game).default_rulings
    seen = set()
    for each in perft_tables(run.game):
        params = run.params_sent(each.params)
        own = games.specified(run.game).default_parameters | each.params
        applies = defaults | each.rulings == run.rulings
        if applies and all(own.get(name) == value for name, value in run.given.items()):
            seen.add(spelled(params))
            yield Table(each.name, params, each.counts)
    params = run.params_sent({})
    reference = run.reference(params)
    if spelled(params) not in seen and reference is not None:
        counts: dict[int, int] = {}
        for depth in range(1, DEEPEST + 1):
            counts[depth] = perft.perft(reference.engine, reference.engine.initial(), depth)
            if not 0 < counts[depth] <= run.effort.count:
                break
        yield Table("from the start", params, counts)


def count(run: Run) -> None:
    """Compare all tables, and look at the nearest positions: an adapter need not count as it plays."""
    for params in run.parameters():
        by_hand(run, params)
    for table in tables(run):
        if run.known_unsupported(STAGE, Script(table.name, table.params, ())):
            continue
        run.note(f"{run.game}: {STAGE}: {table.name}")
        result = run.crew.first.work(lambda talk, each: counted(run, talk, each), table)
        written_down(run, table, result)
    if any(case.stage == STAGE and case.detail == NOT_COUNTED for case in run.cases):
        return
    for number, params in enumerate(run.parameters()):
        in_mid_game(run, params, number)


def in_mid_game(run: Run, params: Json, number: int) -> None:
    """Let an adapter count in the middle of games: a count must forget no move, nor make one."""
    run.note(f"{run.game}: {STAGE}: in mid-game {spelled(params)}")
    before = len(run.cases)
    scripts = list(counting_games(run, params, number))
    positions = sum(len(each.counts) for each in scripts)
    results = list(run.all_of(STAGE, scripts))  # all of them: now nobody else is asking
    found = [guilty(run, each) for _, wrong in results for each in wrong]
    counts = [each for result, _ in results if result.made for each in result.made.counts]
    refused = sum(each.count is None for each in counts)
    if len(run.cases) > before:
        return  # a fault, or not supported: there is a case already
    name = f"{positions} positions in mid-game {spelled(params)}"
    if found:
        run.cases.append(Case(STAGE, name, Status.DEVIATES, str(found[0])))
    elif refused:
        run.cases.append(Case(STAGE, name, Status.UNSUPPORTED, NOT_IN_MID_GAME))
    else:
        run.cases.append(Case(STAGE, name, Status.PASSED))


def counting_games(run: Run, params: Json, number: int) -> Iterator[Script]:
    """Draw a uniform and a biased game, with counts all through them."""
    reference = run.reference(params)
    assert reference is not None
    for biased in (False, True):
        seed = Random(f"{run.seed} {number} counts").randrange(2**31)
        for moves in lines(reference.engine, seed, 1, biased=biased, most_plies=run.effort.plies):
            looks = spread(len(moves), LOOKS)
            counts = {ply: cheap(reference, moves[:ply]) for ply in looks}
            name = f"{'biased' if biased else 'uniform'} game with counts {spelled(params)}"
            offers = {len(moves): after_the_end(reference, moves)}
            yield Script(name, params, moves, True, offers, looks, again=True, counts=counts)


def cheap(reference: Replay, moves: tuple[Action, ...]) -> tuple[int, ...]:
    """List the depths that are counted quickly after some moves."""
    depths = [1]
    for depth in range(2, DEEPEST_THERE + 1):
        if not 0 < expected_count(reference, moves, depth) <= CHEAP:
            break
        depths.append(depth)
    return tuple(depths)


def guilty(run: Run, finding: Finding) -> Finding:
    """Divide a wrong count down to the position whose own answer is wrong; gives the finding for it."""
    depth, observation = finding.difference.depth, finding.observation
    if finding.difference.kind != "count" or depth is None or depth == 1:
        return finding

    def work(talk: Conversation, _: None) -> tuple[Observation, Difference]:
        return divided(run, talk, observation.params, observation.moves, depth)

    result = run.crew.first.work(work, None)
    if result.made is None:
        return finding
    there, difference = result.made
    run.keep(there, deviates=True)
    run.findings[run.findings.index(finding)] = found = evolve(
        finding, observation=there, difference=difference
    )
    return found


def written_down(run: Run, table: Table, result: Result[Table, Counts]) -> None:
    """Count a table as a case."""
    reason = result.unsupported.reason if result.unsupported is not None else ""
    if reason == NOT_COUNTED:
        run.cases.append(Case(STAGE, table.name, Status.UNSUPPORTED, reason))
        return
    if result.made is None:
        script = Script(table.name, table.params, ())
        run.absorb(STAGE, Result(script, unsupported=result.unsupported, fault=result.fault))
        return
    found = result.made
    if found.wrong is None:
        depths = f"depths 1 to {found.checked[-1]}" if found.checked else "no depth"
        status = Status.PASSED if found.checked else Status.UNSUPPORTED
        run.cases.append(Case(STAGE, table.name, status, "" if found.checked else depths))
        return
    observation, difference = found.wrong
    finding = Finding(observation, difference, f"{STAGE}: {table.name}")
    run.keep(observation, deviates=True)
    run.findings.append(finding)
    run.cases.append(Case(STAGE, table.name, Status.DEVIATES, str(finding)))


def counted(run: Run, talk: Conversation, table: Table) -> Counts:
    """Let an adapter count, as deep as it is quick enough; raises `NotSupported`."""
    checked: list[int] = []
    began, before = monotonic(), 0
    for depth, expected in sorted(table.counts.items()):
        speed = before / max(monotonic() - began, 1e-4)
        if expected > run.effort.count or (before and expected / speed > PATIENCE):
            break
        talk.new(run.game, table.params, run.rulings_sent)
        began, before = monotonic(), expected
        given = asked(talk, depth)
        checked.append(depth)
        if given != expected:
            reference = run.reference(table.params)
            assert reference is not None
            assert expected_count(reference, (), depth) == expected, (
                f"the table {table.name} is wrong"
            )
            return Counts(table.name, tuple(checked), divided(run, talk, table.params, (), depth))
    return Counts(table.name, tuple(checked))


def asked(talk: Conversation, depth: int) -> int:
    """Ask for a count; raises `NotSupported` if the adapter does not count."""
    try:
        return talk.perft(depth)
    except NotSupported as error:
        raise NotSupported(NOT_COUNTED) from error


def divided(
    run: Run, talk: Conversation, params: Json, moves: tuple[Action, ...], depth: int
) -> tuple[Observation, Difference]:
    """Go down where the counts differ, to the first position whose own answer is wrong."""
    reference = run.reference(params)
    assert reference is not None
    reach(run, talk, params, moves)
    seen, _ = look(talk)
    observation = Observation(params, moves, seen)
    found = run.against(observation)
    if found:
        return observation, found[0]
    if depth > 1:
        for action in reference.engine.legal_actions(reference.state(moves)):
            line = (*moves, action)
            if not reach(run, talk, params, line):
                refused = Difference("missing", "legal", REFUSED, action)
                return observation, refused
            if asked(talk, depth - 1) != expected_count(reference, line, depth - 1):
                return divided(run, talk, params, line, depth - 1)
    reach(run, talk, params, moves)
    expected, given = expected_count(reference, moves, depth), asked(talk, depth)
    if expected == given:  # it was not, when it was asked before
        return observation, Difference(
            "mind", f"{expected} for depth {depth}", "another count before"
        )
    return observation, wrong_count(expected, given, depth)


def reach(run: Run, talk: Conversation, params: Json, moves: tuple[Action, ...]) -> bool:
    """Play moves on a fresh game; False if the last of them is refused."""
    talk.new(run.game, params, run.rulings_sent)
    return all(talk.play(action) is None for action in moves)


def expected_count(reference: Replay, moves: tuple[Action, ...], depth: int) -> int:
    """Count by the rules."""
    engine: Any = reference.engine
    return perft.perft(engine, reference.state(moves), depth)


def by_hand(run: Run, params: Json) -> None:
    """Look at every position, nearest first, as far as the effort goes."""
    scripts = [Script("nearest", params, line) for line in nearest_lines(run, params)]
    before = len(run.cases)
    found = [each for _, wrong in run.all_of(NEAREST, scripts) for each in wrong]
    if len(run.cases) > before:
        return  # a fault, or not supported: there is a case already
    name = f"{len(scripts)} positions {spelled(params)}"
    status = Status.DEVIATES if found else Status.PASSED
    run.cases.append(Case(NEAREST, name, status, str(found[0]) if found else ""))


def nearest_lines(run: Run, params: Json) -> Iterator[tuple[Action, ...]]:
    """Give a line to each of the nearest positions, as far as effort goes; of a small game, to all."""
    engine: Any = games.fastest(run.game, params, run.in_force.readings)
    found = list(islice(every_position(engine), run.effort.whole + 1))
    if len(found) <= run.effort.whole:
        yield from (line for line, _ in found)
        return
    entries = 0
    for line, state in found[: run.effort.by_hand]:
        yield line
        entries += len(engine.legal_actions(state))
        if entries > 4 * run.effort.entries:
            return
