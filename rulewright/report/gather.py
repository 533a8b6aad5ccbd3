"""Gather what a report shows besides the checks: games for clauses, lengths, results."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from random import Random
from time import perf_counter
from typing import Any, TypeVar

from rulewright import ambiguity, gaps
from rulewright.checks import Effort, Outcome, Progress
from rulewright.console.progress import Silent
from rulewright.play import games
from rulewright.play.driver import driver_of
from rulewright.play.lockstep import Disagreement
from rulewright.play.rulings import deviations
from rulewright.report.study import ForbiddenAlone, GameStudy, Statistics
from rulewright.spec.coverage import RecordingRefuted, alone
from rulewright.spec.lanes import unpack
from rulewright.wording.numbers import duration
from rulewright.wording.players import listed

Part = TypeVar("Part")
UNHEARD = Silent()

GAMES_COUNTED = 8
"""Random games whose length and result are counted, per game recorded in a check."""
LONGEST = 400
"""Actions after which a random game is cut off."""
SEARCHED = 60
"""Plies of a random game that are searched for forbidden actions."""
SHOWN = 100
"""Actions of the random game that is shown."""
GAMES_SEARCHED = 4
"""Random games searched under one set of options."""
POSITIONS_SEARCHED = 2
"""The most positions searched in total, per game recorded in a check."""


def gather(  # noqa: PLR0917
    game: str,
    outcomes: Iterable[Outcome],
    effort: Effort,
    seed: int,
    progress: Progress,
    done: Progress = UNHEARD.note,
) -> GameStudy:
    """Study a game; `outcomes` are those of its checks.

    `progress` receives what is under way, `done` the result and the time of each part.
    """
    unstudied: list[str] = []

    def part(what: str, study: Callable[[], Iterable[Part]]) -> tuple[Part, ...]:
        progress(what)
        began = perf_counter()
        try:
            found = tuple(study())
        except (Disagreement, RecordingRefuted) as error:
            # A page that reports the disagreement is worth more than no page.
            unstudied.append(f"{what}: {error}")
            done(f"{what}: not reported, because the engines disagree: {error}")
            return ()
        done(f"{what}: {len(found):,} in {duration(perf_counter() - began)}")
        return found

    statistics = part(
        "lengths and results of random games",
        lambda: (
            statistics_of(game, params, effort, seed, progress)
            for params in parameters_counted(game)
        ),
    )
    forbidden = part(
        "actions that one clause alone forbids",
        lambda: forbidden_alone(game, effort, seed).items(),
    )
    ambiguities = part("ambiguities", lambda: ambiguity.study(game, effort, seed, progress))
    looked = part("gaps", lambda: gaps.found(game, effort, seed, progress))
    return GameStudy(
        game=game,
        outcomes=tuple(each for each in outcomes if each.game == game),
        statistics=statistics,
        forbidden=dict(forbidden),
        sample=random_game(game, seed),
        ambiguities=ambiguities,
        findings=tuple(each for each in looked if isinstance(each, gaps.Finding)),
        clear=tuple(each for each in looked if isinstance(each, gaps.Clear)),
        unlooked=tuple(each for each in looked if isinstance(each, gaps.Unlooked)),
        unstudied=tuple(unstudied),
    )


# ------------------------------------------------------------------------------ lengths and results


def parameters_counted(game: str) -> tuple[dict[str, Any], ...]:
    """Return the parameters whose games are counted: full size, one for each number of players."""
    found: dict[int, dict[str, Any]] = {}
    own = games.specification(game)
    for params in games.specified(game).played:
        players = len(games.specification(game, params).players)
        same_size = all(
            own.params.get(name) == value or (isinstance(value, int) and value == players)
            for name, value in params.items()
        )
        if same_size:
            found.setdefault(players, dict(params))
    return tuple(found.values())


def statistics_of(
    game: str,
    params: Mapping[str, Any],
    effort: Effort,
    seed: int,
    progress: Progress = UNHEARD.note,
) -> Statistics:
    """Play uniformly random games and count their lengths and results."""
    driver = driver_of(games.fastest(game, params, {}))
    lengths: Counter[int] = Counter()
    results: Counter[str] = Counter()
    wanted, broken_off = effort.bulk_games * GAMES_COUNTED, 0
    for number in range(wanted):
        progress(f"random game {number + 1:,} of {wanted:,}")
        played = driver.play_out(seed + number, LONGEST)
        if played.winners is None:
            broken_off += 1
        else:
            lengths[played.plies] += 1
            results[listed(played.winners)] += 1
    return Statistics(
        params=dict(driver.engine.params),
        rulings=dict(driver.engine.rulings),
        lengths=dict(sorted(lengths.items())),
        longest=LONGEST,
        broken_off=broken_off,
        results=dict(results.most_common()),
    )


def random_game(game: str, seed: int) -> tuple[str, ...]:
    """Play one random game of at most `SHOWN` actions under the default options."""
    return next(driver_of(games.fastest(game, {}, {})).lines(seed, 1, max_plies=SHOWN))


# ---------------------------------------------------------------------- what one clause alone forbids


def forbidden_alone(game: str, effort: Effort, seed: int) -> dict[str, ForbiddenAlone]:
    """Return, by clause, the shortest game found after which it alone forbids an action.

    Random games are searched under the default options first, then under others for the clauses
    still missing. A clause without such a game is left out.
    """
    clauses = {each.identifier for each in games.specified(game).rulebook.speaking_of_actions()}
    found: dict[str, ForbiddenAlone] = {}
    left = effort.bulk_games * POSITIONS_SEARCHED
    for params, rulings in options_searched(game):
        if left <= 0 or clauses <= set(found):
            break
        here, searched = forbidden_under(game, params, rulings, seed, left)
        found = {**here, **found}
        left -= searched
    return dict(sorted(found.items()))


def options_searched(game: str) -> Iterator[tuple[Mapping[str, Any], dict[str, str]]]:
    """Yield options: the defaults, single deviations, then the other sizes."""
    specified = games.specified(game)
    every = deviations(specified.readings)
    own, *others = specified.played
    yield from ((own, rulings) for rulings in every)
    yield from ((params, every[0]) for params in others)


def forbidden_under(
    game: str, params: Mapping[str, Any], rulings: Mapping[str, str], seed: int, most: int
) -> tuple[dict[str, ForbiddenAlone], int]:
    """Search random games under one set of options, half of them biased towards rare events.

    Returns what it found, and the number of positions searched, `most` at most.
    """
    engine = games.specification(game, params, rulings)
    driver = driver_of(games.fastest(game, params, rulings))
    found: dict[str, ForbiddenAlone] = {}
    searched = 0
    for number in range(GAMES_SEARCHED):
        drawn = driver.lines(seed + number, 1, biased=bool(number % 2), max_plies=SEARCHED)
        moves = next(drawn)
        state = engine.initial()
        for ply in range(min(len(moves) + 1, most - searched)):
            searched += 1
            for clause, action in lonely(engine, state, Random(seed + ply)):
                known = found.get(clause)
                if known is None or len(known.moves) > ply:
                    found[clause] = ForbiddenAlone(clause, params, rulings, moves[:ply], action)
            if ply < len(moves):
                state = engine.play(state, moves[ply])
    return found, searched


def lonely(engine: Any, state: Any, random: Random) -> Iterator[tuple[str, str]]:
    """Yield each clause that alone forbids some action of the player to move, with one of them."""
    if engine.is_over(state):
        return
    verdicts = engine.verdicts(state)
    live = 0
    for lane in engine.considered(state):
        live |= 1 << lane
    for clause, lanes in alone(verdicts.lanes, live, len(verdicts.candidates)).items():
        if lanes:
            numbers = unpack(lanes, len(verdicts.candidates)).nonzero()[0].tolist()
            yield clause, verdicts.candidates[random.choice(numbers)]
