"""Perft: counts of action sequences, and the way down to the position where a count goes wrong."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import islice
from random import Random
from time import monotonic
from typing import Any

from attrs import evolve, frozen

from rulewright.conformance.adapter.conversation import Conversation, NotSupported, PastGame
from rulewright.conformance.adapter.crew import Result
from rulewright.conformance.adapter.observation import REFUSED, Discrepancy, Observation, spelled
from rulewright.conformance.adapter.scripts import Script, look
from rulewright.conformance.evidence.deviations import Detection
from rulewright.conformance.evidence.reference import Reference, wrong_count
from rulewright.conformance.stages.random_games import spread
from rulewright.conformance.stages.run import GameRun
from rulewright.conformance.stages.vectors import after_the_end, suite
from rulewright.interface import Action, Json, RulewrightError
from rulewright.play import games, perft
from rulewright.play.driver import driver_of
from rulewright.play.misspelt import form
from rulewright.play.nearest import every_position
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
OF_EACH_FORM = 4
"""Vectors after which it counts, for each form of their last action."""
ENDINGS = 4
"""Games whose last sequences it counts."""


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
    wrong: tuple[Observation, Discrepancy] | None = None
    past: tuple[PastGame, ...] = ()
    """The games before it in the same conversation."""


def tables(run: GameRun) -> Iterator[Table]:
    """Yield the perft tables that apply, and one of our own for the parameters if they have none."""
    defaults = games.specified(run.setup.game).default_rulings
    seen = set()
    for each in perft_tables(run.setup.game):
        params = run.setup.params_sent(each.params)
        own = games.specified(run.setup.game).default_parameters | each.params
        applies = defaults | each.rulings == run.setup.rulings
        if applies and all(own.get(name) == value for name, value in run.setup.given.items()):
            seen.add(spelled(params))
            yield Table(each.name, params, each.counts)
    params = run.setup.params_sent({})
    if spelled(params) not in seen and run.rules.has(params):
        reference = run.rules.reference(params)
        counts: dict[int, int] = {}
        for depth in range(1, DEEPEST + 1):
            counts[depth] = perft.perft(reference.engine, reference.engine.initial(), depth)
            if not 0 < counts[depth] <= run.setup.effort.count:
                break
        yield Table("from the start", params, counts)


def count(run: GameRun) -> None:
    """Compare all tables, and the nearest positions: an adapter may count otherwise than it plays."""
    for params in run.parameters():
        by_hand(run, params)
    for table in tables(run):
        if run.evidence.is_unsupported(STAGE, Script(table.name, table.params, ())):
            continue
        run.note(f"{STAGE}: {table.name}")
        result = run.crew.first.work(lambda talk, each: counted(run, talk, each), table)
        written_down(run, table, result)
    if any(case.stage == STAGE and case.detail == NOT_COUNTED for case in run.evidence.cases):
        return
    for number, params in enumerate(run.parameters()):
        in_mid_game(run, spelled(params), counting_games(run, params, number))
    in_mid_game(run, "after each kind of action", after_each_form(run))
    in_mid_game(run, "shortly before an end", before_an_end(run))


def in_mid_game(run: GameRun, what: str, games_counted: Iterable[Script]) -> None:
    """Have an adapter count in mid-game: a count must neither forget nor make a move."""
    run.note(f"{STAGE}: in mid-game {what}")
    scripts = list(games_counted)
    before = len(run.evidence.cases)
    results = list(run.play_all(STAGE, scripts))  # all of them: dividing needs the first seat
    detections = [guilty(run, each) for _, wrong in results for each in wrong]
    if len(run.evidence.cases) > before:
        return  # it is decided: by a fault, or as unsupported
    counts = [each for result, _ in results if result.made for each in result.made.counts]
    name = f"{sum(len(each.counts) for each in scripts)} positions in mid-game {what}"
    if not detections and any(each.count is None for each in counts):
        run.evidence.skip(STAGE, name, NOT_IN_MID_GAME)
    else:
        run.evidence.add_case(STAGE, name, detections)


def counting_games(run: GameRun, params: Json, number: int) -> Iterator[Script]:
    """Draw a uniform and a biased game, with counts all through them."""
    reference = run.rules.reference(params)
    for biased in (False, True):
        seed = Random(f"{run.setup.seed} {number} counts").randrange(2**31)
        driver = driver_of(reference.engine)
        for moves in driver.lines(seed, 1, biased=biased, max_plies=run.setup.effort.plies):
            looks = spread(len(moves), LOOKS)
            counts = {ply: cheap(reference, moves[:ply]) for ply in looks}
            name = f"{'biased' if biased else 'uniform'} game with counts {spelled(params)}"
            offers = {len(moves): after_the_end(run.rules, params, moves)}
            yield Script(name, params, moves, True, offers, looks, again=True, counts=counts)


def after_each_form(run: GameRun) -> Iterator[Script]:
    """Take the shortest vectors that end with each form of action: random play hardly passes, say."""
    taken = Counter[str]()
    applying = [
        each
        for each in suite(run.setup.game)
        if each.moves and each.applies(run.setup.given, run.setup.rulings)
    ]
    for vector in sorted(applying, key=lambda each: len(each.moves)):
        params, kind = run.setup.params_sent(vector.params), form(vector.moves[-1])
        is_played = run.rules.has(params) and spelled(params) not in run.evidence.unsupported
        if taken[kind] >= OF_EACH_FORM or not is_played:
            continue
        depths = cheap(run.rules.reference(params), vector.moves)
        if len(depths) > 1:  # a count of one action is a list
            taken[kind] += 1
            counts = {len(vector.moves): depths}
            yield Script(f"counts after {vector.id}", params, vector.moves, counts=counts)


def before_an_end(run: GameRun) -> Iterator[Script]:
    """Take the shortest vectors that end a game, without their last actions: sequences end there."""
    ending = (
        each
        for each in sorted(suite(run.setup.game), key=lambda each: len(each.moves))
        if each.expect.over and each.moves and each.applies(run.setup.given, run.setup.rulings)
    )
    unsupported = run.evidence.unsupported
    played = ((each, run.setup.params_sent(each.params)) for each in ending)
    possible = (
        (each, params)
        for each, params in played
        if run.rules.has(params) and spelled(params) not in unsupported
    )
    for vector, params in islice(possible, ENDINGS):
        moves, reference = vector.moves[:-1], run.rules.reference(params)
        plies = frozenset(range(max(len(moves) - 1, 0), len(moves) + 1))
        counts = {ply: cheap(reference, moves[:ply]) for ply in plies}
        name = f"counts before the end of {vector.id}"
        yield Script(name, params, moves, everywhere=True, looks=plies, counts=counts)


def cheap(reference: Reference, moves: tuple[Action, ...]) -> tuple[int, ...]:
    """List the depths that are counted quickly after some moves."""
    depths = [1]
    for depth in range(2, DEEPEST_THERE + 1):
        if not 0 < expected_count(reference, moves, depth) <= CHEAP:
            break
        depths.append(depth)
    return tuple(depths)


def guilty(run: GameRun, detection: Detection) -> Detection:
    """Divide a wrong count down to the position whose own answer is wrong."""
    depth, observation = detection.difference.depth, detection.observation
    if detection.difference.kind != "count" or depth is None or depth == 1:
        return detection

    def work(talk: Conversation, _: None) -> tuple[Observation, Discrepancy]:
        return divided(run, talk, observation.params, observation.moves, depth)

    result = run.crew.first.work(work, None)
    if result.made is None:
        return detection
    there, difference = result.made
    run.observe(there, detection.source, deviates=True)
    past = run.evidence.past.get(observation.key, ())
    run.evidence.past.setdefault(there.key, past)
    found = evolve(detection, observation=there, difference=difference)
    detections = run.evidence.detections
    detections[detections.index(detection)] = found
    return found


def written_down(run: GameRun, table: Table, result: Result[Table, Counts]) -> None:
    """Add a table as a case."""
    reason = result.unsupported.reason if result.unsupported is not None else ""
    if reason == NOT_COUNTED:
        run.evidence.skip(STAGE, table.name, reason)
        return
    if result.made is None:
        script = Script(table.name, table.params, ())
        run.absorb(STAGE, Result(script, unsupported=result.unsupported, fault=result.fault))
        return
    found = result.made
    if found.wrong is None and not found.checked:
        run.evidence.skip(STAGE, table.name, "no depth")
        return
    wrong = [] if found.wrong is None else [Detection(*found.wrong, f"{STAGE}: {table.name}")]
    for each in wrong:
        run.observe(each.observation, each.source, deviates=True)
        run.evidence.past.setdefault(each.observation.key, found.past)
    run.evidence.detections.extend(wrong)
    run.evidence.add_case(STAGE, table.name, wrong)


class WrongTable(RulewrightError):
    """A perft table of ours disagrees with our own engine: no verdict about the adapter."""

    exit_status = 4

    def __init__(self, table: Table, depth: int, own: int) -> None:
        """Name the table, and both counts."""
        super().__init__(
            f"the perft table {table.name} is wrong: it has {table.counts[depth]:,} sequences of "
            f"{depth} actions, the reference counts {own:,}; this is a bug in rulewright"
        )


def counted(run: GameRun, talk: Conversation, table: Table) -> Counts:
    """Have an adapter count, as deep as it is quick enough; raises `NotSupported`."""
    checked: list[int] = []
    began, before, past = monotonic(), 0, tuple(talk.past)
    for depth, expected in sorted(table.counts.items()):
        speed = before / max(monotonic() - began, 1e-4)
        if expected > run.setup.effort.count or (before and expected / speed > PATIENCE):
            break
        talk.new(run.setup.game, table.params, run.setup.rulings_sent)
        began, before = monotonic(), expected
        given = asked(talk, depth)
        checked.append(depth)
        if given != expected:
            reference = run.rules.reference(table.params)
            own = expected_count(reference, (), depth)
            if own != expected:
                raise WrongTable(table, depth, own)
            wrong = divided(run, talk, table.params, (), depth)
            return Counts(table.name, tuple(checked), wrong, past)
    return Counts(table.name, tuple(checked))


def asked(talk: Conversation, depth: int) -> int:
    """Ask for a count; raises `NotSupported` if the adapter does not count."""
    try:
        return talk.perft(depth)
    except NotSupported as error:
        raise NotSupported(NOT_COUNTED) from error


def divided(
    run: GameRun, talk: Conversation, params: Json, moves: tuple[Action, ...], depth: int
) -> tuple[Observation, Discrepancy]:
    """Go down where the counts differ, to the first position whose own answer is wrong."""
    reference = run.rules.reference(params)
    reach(run, talk, params, moves)
    seen, _ = look(talk)
    observation = Observation(params, moves, seen)
    found = run.rules.discrepancies(observation)
    if found:
        return observation, found[0]
    if depth > 1:
        for action in reference.engine.legal_actions(reference.state(moves)):
            line = (*moves, action)
            if not reach(run, talk, params, line):
                refused = Discrepancy("missing", "legal", REFUSED, action)
                return observation, refused
            if asked(talk, depth - 1) != expected_count(reference, line, depth - 1):
                return divided(run, talk, params, line, depth - 1)
    reach(run, talk, params, moves)
    expected, given = expected_count(reference, moves, depth), asked(talk, depth)
    if expected == given:  # it was not, when it was asked before
        return observation, Discrepancy(
            "mind", f"{expected} for depth {depth}", "another count before"
        )
    return observation, wrong_count(expected, given, depth)


def reach(run: GameRun, talk: Conversation, params: Json, moves: tuple[Action, ...]) -> bool:
    """Play moves on a fresh game; False if the last of them is refused."""
    talk.new(run.setup.game, params, run.setup.rulings_sent)
    return all(talk.play(action) is None for action in moves)


def expected_count(reference: Reference, moves: tuple[Action, ...], depth: int) -> int:
    """Count by the rules."""
    engine: Any = reference.engine
    return perft.perft(engine, reference.state(moves), depth)


def by_hand(run: GameRun, params: Json) -> None:
    """Look at every position, nearest first, within the limits."""
    scripts = [Script("nearest", params, line) for line in nearest_lines(run, params)]
    detections = run.play_as_one(NEAREST, scripts)
    if detections is not None:
        run.evidence.add_case(NEAREST, f"{len(scripts)} positions {spelled(params)}", detections)


def nearest_lines(run: GameRun, params: Json) -> Iterator[tuple[Action, ...]]:
    """Yield a line to each of the nearest positions, within the limits; to all of a small game."""
    engine: Any = games.fastest(run.setup.game, params, run.rules.in_force.readings)
    found = list(islice(every_position(engine), run.setup.effort.whole + 1))
    if len(found) <= run.setup.effort.whole:
        yield from (line for line, _ in found)
        return
    entries = 0
    for line, state in found[: run.setup.effort.by_hand]:
        yield line
        entries += len(engine.legal_actions(state))
        if entries > 4 * run.setup.effort.entries:
            return
