"""Several engines of one game: each checked, and then each two on the same games."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack
from functools import partial
from itertools import combinations
from time import monotonic

from attrs import define, evolve, field

from rulewright import __version__
from rulewright.conformance.adapter.conversation import Conversation, Opens
from rulewright.conformance.adapter.crew import Crew, Seat
from rulewright.conformance.adapter.faults import MOST_FAULTS, ProgramNotFound, TimeExhausted
from rulewright.conformance.adapter.observation import spelled
from rulewright.conformance.adapter.scripts import Performance, Script
from rulewright.conformance.checking import Plan, conform, silent
from rulewright.conformance.evidence.comparison import (
    Contender,
    Contested,
    EnginesCompared,
    FirstDifference,
    Pairing,
    common_positions,
    first_difference,
)
from rulewright.conformance.evidence.hypothesis import Hypothesis
from rulewright.conformance.evidence.report import Report
from rulewright.conformance.evidence.setup import Setup
from rulewright.conformance.stages.random_games import drawn
from rulewright.conformance.stages.run import GameRun
from rulewright.conformance.verdict.boards import picture
from rulewright.interface import IllegalAction
from rulewright.play import games
from rulewright.play.shorten import shortest

Key = tuple[str, tuple[str, ...], tuple[str, ...]]


@define
class Bench:
    """One engine that plays what the others play; each game once."""

    contender: Contender
    report: Report
    run: GameRun
    played: dict[Key, Performance | None] = field(factory=dict, init=False)
    seconds: float = field(default=0.0, init=False)
    faults: int = field(init=False)
    """Faults met; after `MOST_FAULTS` the engine is asked no more."""

    @faults.default
    def _faults(self) -> int:
        return MOST_FAULTS if self.report.faults else 0

    def warm_up(self) -> int:
        """Start the engine, so that its start is not timed; returns the requests that this took."""
        try:
            self.faults += self.seat.work(greeted, None).fault is not None
        except (ProgramNotFound, TimeExhausted):
            self.faults = MOST_FAULTS
        return self.run.crew.asked

    @property
    def seat(self) -> Seat:
        """The engine."""
        return self.run.crew.first

    def play(self, script: Script) -> Performance | None:
        """Play a game; None if the engine does not support it, or breaks down."""
        key = spelled(script.params), script.moves, script.offers.get(len(script.moves), ())
        if key not in self.played:
            began = monotonic()
            self.played[key] = self._played(script) if self.faults < MOST_FAULTS else None
            self.seconds += monotonic() - began
        return self.played[key]

    def _played(self, script: Script) -> Performance | None:
        try:
            result = self.seat.work(self.run.perform, script)
        except (ProgramNotFound, TimeExhausted):
            self.faults = MOST_FAULTS
            return None
        self.faults += result.fault is not None
        return result.made


def compare(
    engines: Sequence[tuple[Contender, Opens]],
    plan: Plan,
    note: Callable[[str], None] = silent,
    *,
    strict: bool = False,
) -> EnginesCompared:
    """Check several engines of one game, and find out where each two part; raises as `conform` does.

    If `strict`, what an engine does not support counts as a failure.
    """
    game = plan.game or ""
    rulings = games.specified(game).default_rulings | dict(plan.rulings)
    setup = Setup(game, dict(plan.params), rulings, plan.effort, plan.seed)
    with ExitStack() as stack:
        benches = []
        for each, opens in engines:
            own = evolve(plan, known=each.known)
            report = conform(opens, own, partial(labelled, note, each.label))
            report = evolve(report, strict=strict)
            run = GameRun(setup, stack.enter_context(Crew(opens)), note)
            benches.append(Bench(each, report, run))
        scripts = tuple(common_games(benches))
        contested = []
        for bench in benches:
            note(f"{bench.contender.label}: {len(scripts)} games that all play")
            before = bench.warm_up()
            for script in scripts:
                bench.play(script)
            asked = 0 if bench.faults else bench.run.crew.asked - before
            seconds = bench.seconds
            contested.append(Contested(bench.contender, bench.report, asked, seconds))
        pairings = []
        for one, other in combinations(benches, 2):
            note(f"where {one.contender.label} and {other.contender.label} part")
            pairings.append(paired(one, other, scripts))
    title = games.specified(game).rulebook.title
    return EnginesCompared(
        game=game,
        title=title,
        params=setup.given,
        rulings=rulings,
        effort=plan.effort.name,
        seed=plan.seed,
        version=__version__,
        contested=tuple(contested),
        pairings=tuple(pairings),
    )


def greeted(conversation: Conversation, _: None) -> bool:
    """Begin a conversation."""
    conversation.hello()
    return True


def labelled(note: Callable[[str], None], label: str, line: str) -> None:
    """Report progress of one engine."""
    note(f"{label}: {line}")


def common_games(benches: Sequence[Bench]) -> Iterator[Script]:
    """Yield the games that every engine plays: those of all deviations, and random ones.

    The random ones are by the rulings in force, and by those that each engine seems to follow.
    """
    run = benches[0].run
    seen: set[Key] = set()
    for bench in benches:
        for game in bench.report.games:
            for each in game.deviations:
                offered = () if each.action is None else (each.action,)
                key = spelled(each.params), each.moves, offered
                if key not in seen:
                    seen.add(key)
                    offers = {len(each.moves): offered}
                    yield Script("deviation", each.params, each.moves, True, offers)
    rules = dict.fromkeys((run.rules.in_force, *map(played_by, benches)))
    for hypothesis in rules:
        for number, params in enumerate(run.parameters()):
            for script in drawn(run, params, hypothesis, number):
                yield Script(script.name, script.params, script.moves, everywhere=True)


def played_by(bench: Bench) -> Hypothesis:
    """Return the rulings that an engine seems to follow: by others it would soon refuse a move."""
    found = {
        each.question: each.readings[0]
        for game in bench.report.games
        for each in game.questions
        if len(each.readings) == 1
    }
    return bench.run.rules.in_force.but(**found)


def paired(one: Bench, other: Bench, scripts: Iterable[Script]) -> Pairing:
    """Find the shortest game on which two engines part, among those played, and shorten it."""
    found: FirstDifference | None = None
    positions = 0
    for script in scripts:
        first, second = one.play(script), other.play(script)
        if first is None or second is None:
            continue
        positions += common_positions(first, second)
        parted = first_difference(first, second)
        if parted is not None and (found is None or size(parted) < size(found)):
            found = parted
    if found is not None:
        found = drawn_on_the_board(one.run, shortened(one, other, found))
    return Pairing(one.contender.label, other.contender.label, found, positions)


def size(parted: FirstDifference) -> tuple[int, int]:
    """Return how much there is to play: moves first, then options."""
    return len(parted.moves), len(parted.params)


def shortened(one: Bench, other: Bench, parted: FirstDifference) -> FirstDifference:
    """Leave out moves as long as both engines play the rest, and part on it."""

    def parting(moves: tuple[str, ...]) -> FirstDifference | None:
        script = Script("shorter", parted.params, moves, everywhere=True)
        first, second = one.play(script), other.play(script)
        return None if first is None or second is None else first_difference(first, second)

    def shows(moves: tuple[str, ...]) -> bool:
        return parting(moves) is not None

    replays = one.run.setup.effort.replays
    moves = shortest(parted.moves, shows, until_stuck=True, replays=replays)
    found = parting(moves)
    return parted if found is None or len(found.moves) >= len(parted.moves) else found


def drawn_on_the_board(run: GameRun, parted: FirstDifference) -> FirstDifference:
    """Add a picture of the position, if the rules permit the moves."""
    reference = games.specification(run.setup.game, parted.params, run.setup.rulings)
    try:
        svg = picture(reference, parted.moves)
    except IllegalAction:
        return parted
    return evolve(parted, svg=svg)
