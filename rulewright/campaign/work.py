"""What a part of a campaign does, by the code of the checks: a pure function from part to outcome."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from random import Random
from time import monotonic, process_time
from typing import Any

from attrs import evolve, frozen

from rulewright.campaign.distinct_positions import smallest_of
from rulewright.campaign.examples import DROPPED, EXAMPLES
from rulewright.campaign.wrong import (
    ANSWER,
    Traced,
    WrongAfter,
    answer_limit,
    finding_of,
    wrong_after,
)
from rulewright.checks import bulk, laws
from rulewright.checks.lockstep import random_game, reads
from rulewright.checks.recorded import LONGEST as LONGEST_PLAIN
from rulewright.checks.recorded import Ticking
from rulewright.checks.sizes import STYLES, compared
from rulewright.checks.witness import OWN, is_machine_code, limit
from rulewright.interface import Engine, RulewrightError, UsageError
from rulewright.parts import Note, PartOutcome, WorkPart, check_version
from rulewright.play import games
from rulewright.play.attribution import GuestMistake, attributed
from rulewright.play.driver import driver_of
from rulewright.play.lockstep import Disagreement
from rulewright.play.recording import record
from rulewright.play.watch import Alive, NoAnswer, watched
from rulewright.spec.coverage import Coverage, RecordingRefuted
from rulewright.spec.engine import Specification

RECORDED, BIASED, DETAILED, STYLED, LAWS = "recorded", "biased", "detailed", "styled", "laws"
"""Games that are recorded and judged side by side, uniform or biased; compared move by move in every
detail, or in several styles of play; and held against the symmetries that are claimed."""
DRAWN = "drawn"
"""Games that Hypothesis draws and steers."""
JUDGED_GAMES = "judged games"
"""The count of games in which clauses and occasions are counted."""
NOTED_EVERY = 1.0
"""Seconds from one note that a part is alive to the next."""


@frozen
class EnginesOfPart:
    """The specification, and what is compared with it: another one of it, if there is nothing else."""

    reference: Specification[Any]
    tested: Engine[Any]
    compiled: bool
    """Whether the tested engine is compiled: then it is not interrupted, and has loops of its own."""

    @classmethod
    def of(cls, part: WorkPart) -> EnginesOfPart:
        """Make the engines under the options of a part."""
        given = part.game, dict(part.params), dict(part.rulings)
        offered = games.offered(*given)
        second = games.implementation if offered else games.specification
        compiled = offered and is_machine_code(OWN, part.game)
        return cls(games.specification(*given), second(*given), compiled)

    @property
    def alone(self) -> bool:
        """Whether there is no implementation."""
        return isinstance(self.tested, Specification)

    def traced(self) -> EnginesOfPart:
        """Return the same, with the moves of the tested engine kept; compiled ones stay as they are."""
        tested: Any = Traced(self.tested)
        return self if self.compiled else evolve(self, tested=tested)


Do = Callable[[WorkPart, EnginesOfPart, Alive], PartOutcome]


def done(part: WorkPart, note: Note) -> PartOutcome:
    """Do a part; what is wrong is a finding, and then nothing else of the part counts.

    Raises `OtherSources`, and `RulewrightError` if the options are not supported.
    """
    check_version(part)
    began = process_time()
    outcome = attempted(part, EnginesOfPart.of(part), note)
    return evolve(outcome, seconds=process_time() - began)


def attempted(part: WorkPart, engines: EnginesOfPart, note: Note) -> PartOutcome:
    """Play the games of a part; if its code breaks down or hangs, again to see after which moves."""
    try:
        return played(part, engines, note)
    except WrongAfter as found:
        return with_finding(part, found, note)
    except (NoAnswer, GuestMistake) as error:
        wrong = WrongAfter.of_breakdown(error, ())
    except RulewrightError:
        raise
    except Exception as error:  # noqa: BLE001 - whatever the code of a game raises is a finding
        wrong = WrongAfter.of_breakdown(attributed(error), ())
    traced = engines.traced()
    if isinstance(traced.tested, Traced):
        try:
            played(part, traced, note)
        except Exception:  # noqa: BLE001 - it was raised before
            wrong = WrongAfter(wrong.kind, wrong.said, traced.tested.moves, wrong.blame)
    return with_finding(part, wrong, note)


def with_finding(part: WorkPart, wrong: WrongAfter, note: Note) -> PartOutcome:
    """Return the outcome of a part that found something wrong, and whether its moves alone show it."""
    finding, by_moves = finding_of(part, lambda: EnginesOfPart.of(part), wrong, note)
    data: dict[str, Any] = {"by_moves": by_moves}
    if wrong.examples is not None:
        data[EXAMPLES] = wrong.examples
    return PartOutcome(part, findings=(finding,), data=data)


def looked_again(part: WorkPart, note: Note) -> PartOutcome:
    """Look again for what a part has found: play its moves, or all its games if those did not show it.

    Without a finding in the outcome it is gone; `data` says why if the options are gone as well.
    """
    check_version(part)
    try:
        engines = EnginesOfPart.of(part)
    except UsageError as refusal:
        return PartOutcome(part, data={"refused": str(refusal)})
    if part.check == DRAWN:
        return drawn_again(part, engines, note)
    if not part.share.get("by_moves"):
        return attempted(part, engines, note)
    return moved_again(part, engines, note)


def moved_again(part: WorkPart, engines: EnginesOfPart, note: Note) -> PartOutcome:
    """Play the moves of a finding again."""
    seconds = answer_limit(part)
    wrong = wrong_after(part, engines, tuple(part.share["moves"]), limit=seconds)
    return PartOutcome(part) if wrong is None else with_finding(part, wrong, note)


def drawn_again(part: WorkPart, engines: EnginesOfPart, note: Note) -> PartOutcome:
    """Try the examples that Hypothesis kept; then the moves, or all games if those do not show it."""
    tried = PartOutcome(part)
    if part.share[EXAMPLES]:
        tried = attempted(evolve(part, share={**part.share, "games": 0}), engines, note)
    if tried.findings:
        return evolve(tried, part=part)
    more = moved_again if part.share.get("by_moves") else attempted
    # Those that fail no more are dropped already; without them the games are drawn as at first.
    found = more(evolve(part, share={**part.share, EXAMPLES: []}), engines, note)
    data = {**tried.data, **found.data}
    if EXAMPLES in tried.data and EXAMPLES in found.data:
        dropped = tried.data[EXAMPLES][DROPPED]
        data[EXAMPLES] = {**found.data[EXAMPLES], DROPPED: dropped}
    return evolve(found, part=part, data=data)


def played(part: WorkPart, engines: EnginesOfPart, note: Note) -> PartOutcome:
    """Play the games of a part; raises `WrongAfter`, and whatever the code of the game raises."""
    with watched(part.game, limit(OWN, part.game, answer_limit(part))) as answered:
        noted = monotonic()

        def alive() -> None:
            nonlocal noted
            answered()
            if monotonic() - noted > NOTED_EVERY:
                note()
                noted = monotonic()

        try:
            return KINDS[part.check](part, engines, alive)
        except (Disagreement, RecordingRefuted) as found:
            raise WrongAfter.of_difference(found, claim=part.check == LAWS) from found


def outcome_of_coverage(
    part: WorkPart, coverage: Coverage, counts: Mapping[str, int], smallest: tuple[int, ...] = ()
) -> PartOutcome:
    """Return the outcome of a part that found nothing."""
    return PartOutcome(
        part,
        {"positions": coverage.positions, **counts},
        {name: (each.held, each.failed, each.alone) for name, each in coverage.clauses.items()},
        dict(coverage.occasions),
        smallest=smallest,
    )


def games_of(part: WorkPart) -> int:
    """Return how many games a part plays."""
    return int(part.share["games"])


# --- kinds of parts -----------------------------------------------------------------------------------


def recorded(part: WorkPart, engines: EnginesOfPart, alive: Alive) -> PartOutcome:
    """Record games, and let the specification judge all their positions side by side."""
    coverage, plies = Coverage(), 0
    smallest: tuple[int, ...] = ()
    specified = games.specified(part.game)
    for recording in recordings(part, engines, alive):
        coverage += engines.reference.check(recording)
        seen = recording
        if specified.occasions:
            seen = seen if seen.places else engines.reference.with_places(seen)
            coverage += Coverage(occasions=specified.count_occasions(seen))
        smallest = smallest_of(seen, smallest)
        plies += recording.plies
        alive()
    return outcome_of_coverage(
        part,
        coverage,
        {"games": games_of(part), JUDGED_GAMES: games_of(part), "plies": plies},
        smallest,
    )


def drawn(part: WorkPart, engines: EnginesOfPart, alive: Alive) -> PartOutcome:
    """Have Hypothesis draw the games; see `rulewright.campaign.drawn`."""
    from rulewright.campaign import drawn as by_hypothesis  # noqa: PLC0415 - loads Hypothesis

    return by_hypothesis.drawn(part, engines, alive)


def recordings(part: WorkPart, engines: EnginesOfPart, alive: Alive) -> Iterator[Any]:
    """Yield recordings of the games: as many at once as have room in memory."""
    wanted, biased = games_of(part), part.check == BIASED
    if not engines.compiled:
        ticking: Any = Ticking(engines.tested, alive)
        yield record(ticking, part.seed, wanted, biased=biased, max_plies=LONGEST_PLAIN)
        return
    driver, begun = driver_of(engines.tested), 0
    room = bulk.ROOM // (bulk.LONGEST * driver.extent(part.seed, bulk.LONGEST).breadth)
    while begun < wanted:
        share = max(min(wanted - begun, room), 1)
        yield driver.record(part.seed + begun, share, biased=biased, max_plies=bulk.LONGEST)
        begun += share


def detailed(part: WorkPart, engines: EnginesOfPart, alive: Alive) -> PartOutcome:
    """Compare games move by move: refusals, explanations, changed positions, random draws."""
    random, positions = Random(part.seed), 0
    for _ in range(games_of(part)):
        positions += random_game(engines.reference, engines.tested, random, alive)
    return PartOutcome(part, {"positions": positions, "games": games_of(part)})


def styled(part: WorkPart, engines: EnginesOfPart, alive: Alive) -> PartOutcome:
    """Compare games move by move, played so that rare ends become common."""
    positions = 0

    def goes_on() -> bool:
        alive()
        return True

    for number in range(games_of(part)):
        random = Random(f"{part.seed} {number}")
        style = STYLES[(part.seed + number) % len(STYLES)]
        positions += compared(engines.reference, engines.tested, random, style, goes_on)
    return PartOutcome(part, {"positions": positions, "games": games_of(part)})


def lawful(part: WorkPart, engines: EnginesOfPart, alive: Alive) -> PartOutcome:
    """Compare positions with their images under the symmetries that the specification names."""
    symmetries = tuple(games.specified(part.game).symmetries(engines.reference))
    random, cases = Random(part.seed), 0
    for engine in (engines.reference,) if engines.alone else (engines.reference, engines.tested):
        play = laws.random_game if reads(engine) else laws.mirrored_game
        for _ in range(games_of(part)):
            cases += play(engine, symmetries, random, alive)
    return PartOutcome(part, {"cases": cases, "lawful games": games_of(part)})


KINDS: Mapping[str, Do] = {
    RECORDED: recorded,
    BIASED: recorded,
    DETAILED: detailed,
    STYLED: styled,
    LAWS: lawful,
    DRAWN: drawn,
}

# --- what a game can be checked with ------------------------------------------------------------------

COMPILED_GAMES, MOST_PLAIN, FEWEST_PLAIN = 128, 64, 4
"""Recorded games in a part: of a compiled engine, and of others at most and at least."""
DRAWN_GAMES = 8
"""Games in a part that Hypothesis draws: the first one is the simplest there is."""
WORTH = 50_000
"""Legal actions in all positions of a recorded part of an engine that is not compiled, roughly."""


def sizes_of(game: str) -> dict[str, int]:
    """Return the kinds of parts that a game can be checked with, and the games in each.

    The same in every process: it depends on the sources alone.
    """
    specified, reference = games.specified(game), games.specification(game)
    compiled, alone = is_machine_code(OWN, game), bool(OWN.missing(game))
    sizes = dict[str, int]()
    try:
        reference.in_bulk()
    except UsageError:
        pass
    else:
        sizes[RECORDED] = COMPILED_GAMES if compiled else plain_games(game)
        if compiled:
            sizes[BIASED] = COMPILED_GAMES
    if not alone:
        sizes[DETAILED] = 2
    if not compiled or games.is_guest(game):
        sizes[STYLED] = max(sizes.get(RECORDED, 8) // 4, 2)
    if tuple(islice(specified.symmetries(reference), 1)):
        sizes[LAWS] = 2
    if not alone and (not compiled or games.is_guest(game)):
        sizes[DRAWN] = DRAWN_GAMES
    return sizes


def plain_games(game: str) -> int:
    """Return how many games of an engine that is not compiled make a part.

    The specification is looked at: an implementation that never ends is for the parts to find.
    """
    with watched(game, ANSWER):
        size = driver_of(games.specification(game)).extent(0, LONGEST_PLAIN)
    return max(min(WORTH // (size.breadth * size.plies), MOST_PLAIN), FEWEST_PLAIN)
