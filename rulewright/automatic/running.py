"""All automatic theorems of a game: on its smallest board, or on all boards within a limit of time."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from time import monotonic
from typing import Any

from attrs import evolve, field, frozen

from rulewright.automatic.asking import Solver
from rulewright.automatic.contradictions import clauses
from rulewright.automatic.exploring import MOST_POSITIONS
from rulewright.automatic.ground import Ground
from rulewright.automatic.induction import invariants
from rulewright.automatic.listed import ListedActions
from rulewright.automatic.pairs import compared_readings, pairs
from rulewright.automatic.statements import AutomaticVerdict
from rulewright.automatic.symmetries import symmetries
from rulewright.automatic.turns import turns
from rulewright.automatic.twins import with_twins
from rulewright.play import games
from rulewright.play.rulings import Rulings, deviations, every_set, how_many
from rulewright.spec.catalogue import SpecifiedGame
from rulewright.spec.one_by_one import OneByOne
from rulewright.spec.structure import leaves
from rulewright.wording.options import options

DEFAULT_SECONDS = 600.0
"""The limit of time of the smallest board, if none is given."""
MOST_COMBINATIONS = 24
"""Most combinations of readings that are all tried; of more, those with one that is not the default."""

Progress = Callable[[str], None]


@frozen
class BoardVerdict:
    """The verdicts on one board."""

    params: Mapping[str, Any]
    verdicts: tuple[AutomaticVerdict, ...]
    readings: str
    """The combinations of readings that were tried, in words."""
    compared: int
    """Actions of random games of which the rules over unknowns and the engine say the same."""
    why_not: str
    """Why there is no symbolic form; "" if there is one."""
    seconds: float = field(eq=False)

    @property
    def stands(self) -> bool:
        """Whether nothing is refuted or undecided."""
        return bool(self.verdicts) and all(verdict.stands for verdict in self.verdicts)

    @property
    def ran_out(self) -> bool:
        """Whether something is undecided because of the limit of time."""
        return any("the limit of" in verdict.detail for verdict in self.verdicts)


@frozen
class AutomaticRun:
    """The automatic theorems of a game on one board or more."""

    game: str
    boards: tuple[BoardVerdict, ...]
    not_tried: tuple[Mapping[str, Any], ...]
    """Parameters for which no time was left."""

    @property
    def stands(self) -> bool:
        """Whether nothing is refuted or undecided on any board, and none was left out."""
        return not self.not_tried and all(board.stands for board in self.boards)


def automatic(
    game: str,
    *,
    seconds: float | None = None,
    positions: int = MOST_POSITIONS,
    combinations: int = MOST_COMBINATIONS,
    progress: Progress = lambda _: None,
) -> AutomaticRun:
    """Try all automatic theorems of a game; raises `UnknownGame`.

    Without a limit of time (`seconds`, of the whole) only the smallest board is tried, else all that the
    game names, the smallest first. `positions` bounds the games that are searched. Of more than
    `combinations` of readings the defaults are tried, and each other reading once.
    """
    limit = DEFAULT_SECONDS if seconds is None else seconds
    began = monotonic()
    sizes = sizes_of(games.specified(game))
    wanted = sizes[:1] if seconds is None else sizes
    boards: list[BoardVerdict] = []
    for params in wanted:
        left = limit - (monotonic() - began)
        if left <= 0.0 and boards:
            break
        solver = Solver(max(left, 0.0), total=limit)
        boards.append(on_board(game, params, solver, (positions, combinations), progress))
    return AutomaticRun(game, tuple(boards), tuple(wanted[len(boards) :]))


def sizes_of(game: SpecifiedGame) -> list[Mapping[str, Any]]:
    """Return the parameters that a game names, without repetition, the smallest board first.

    Of a game that lists its actions the size is known; others name their shrunken boards first.
    """
    unique: list[Mapping[str, Any]] = []
    for params in (*game.exhausted, *game.explored, *game.played, *game.full_size):
        whole = {**game.default_parameters, **params}
        if all({**game.default_parameters, **each} != whole for each in unique):
            unique.append(params)
    return sorted(unique, key=lambda params: size_of(game.engine(params)))


def size_of(engine: Any) -> int:
    """Return facts times actions; 0 where actions are not listed, so that the order stays."""
    if not isinstance(engine, OneByOne):
        return 0
    return sum(1 for _ in leaves(engine.initial())) * len(engine.actions)


def combinations_of(game: SpecifiedGame, most: int) -> tuple[list[Rulings], str]:
    """Choose combinations of readings, the defaults first; return them, and which they are in words."""
    total = how_many(game.readings)
    if total <= most:
        chosen = list(every_set(game.readings))
        return chosen, f"all {total} combinations of readings" if total > 1 else "its only rules"
    chosen = deviations(game.readings)
    return (
        chosen,
        f"{len(chosen)} of {total:,} combinations: the defaults, and each other reading once",
    )


def on_board(
    game: str, params: Mapping[str, Any], solver: Solver, most: tuple[int, int], progress: Progress
) -> BoardVerdict:
    """Try all statements on one board; `most` bounds positions and combinations of readings."""
    specified, began = games.specified(game), monotonic()
    positions, combinations = most
    chosen, words = combinations_of(specified, combinations)
    share = min(60.0, solver.left / 4 / len(chosen))
    form = games.symbolic(game)

    def ground(rulings: Mapping[str, str]) -> Ground:
        return Ground(specified.engine(params, rulings), solver, form, positions, share)

    grounds = [ground(rulings) for rulings in chosen]
    found: list[tuple[Rulings, AutomaticVerdict]] = []
    for index, (rulings, rules) in enumerate(zip(chosen, grounds, strict=True)):
        where = options(params, games.not_default(game, rulings))
        for part in parts(specified, rules, params, first=index == 0):
            progress(f"{game} ({where}): {part[-1].name}" if part else f"{game} ({where})")
            found += [(rulings, verdict) for verdict in part]
    verdicts = list(together(game, found))
    for question in specified.rulebook.questions:
        base = specified.default_rulings
        readings = {
            reading: grounds[at] if at is not None else ground({**base, question.name: reading})
            for reading in specified.readings.get(question.name, ())
            for at in [index_of({**base, question.name: reading}, chosen)]
        }
        for two in pairs(question, readings):
            progress(f"{game}: {two.title}")
            verdicts.append(timed(partial(compared_readings, two), solver))
    return BoardVerdict(
        params,
        tuple(verdicts),
        words,
        grounds[0].compared,
        grounds[0].why_not,
        monotonic() - began,
    )


def index_of(rulings: Rulings, chosen: Sequence[Rulings]) -> int | None:
    """Return where rulings are among those chosen; None if they are not."""
    return chosen.index(rulings) if rulings in chosen else None


def parts(
    game: SpecifiedGame, ground: Ground, params: Mapping[str, Any], *, first: bool
) -> Iterator[list[AutomaticVerdict]]:
    """Yield the verdicts under one combination of readings; with twins under the first."""
    kept = invariants(ground)
    if first:
        kept = with_twins(ground, kept, lambda book: ground.of(game.engine, params, book))
    yield kept
    yield turns(ground, game.deadlock)
    yield clauses(ground)
    if isinstance(ground.symbolic, ListedActions):
        yield symmetries(ground, game.symmetries(ground.engine))
    elif first:  # looked at position by position, which takes too long under every reading
        found = symmetries(ground, game.symmetries(ground.engine))
        yield [evolve(each, under="the default readings") for each in found]


def timed(make: Callable[[], AutomaticVerdict], solver: Solver) -> AutomaticVerdict:
    """Add to a verdict how long it took and how many queries."""
    began, asked = monotonic(), solver.count
    found = make()
    return evolve(found, seconds=monotonic() - began, queries=solver.count - asked)


def together(
    game: str, found: Iterable[tuple[Rulings, AutomaticVerdict]]
) -> Iterator[AutomaticVerdict]:
    """Join equal verdicts on a statement under several combinations of readings."""
    groups: dict[str, dict[tuple[str, str], list[tuple[Rulings, AutomaticVerdict]]]] = {}
    for rulings, verdict in found:
        same = groups.setdefault(verdict.name, {})
        same.setdefault((verdict.status, verdict.answer), []).append((rulings, verdict))
    for same in groups.values():
        for members in same.values():
            verdict = members[0][1]
            under = (
                verdict.under
                if len(same) == 1
                else named(game, [rulings for rulings, _ in members])
            )
            yield evolve(
                verdict,
                under=under,
                queries=sum(each.queries for _, each in members),
                seconds=sum(each.seconds for _, each in members),
            )


def named(game: str, chosen: Sequence[Rulings]) -> str:
    """Name the first of some combinations of readings, and count the others."""
    first = options(games.not_default(game, chosen[0]))
    more = f", and {len(chosen) - 1} more" if len(chosen) > 1 else ""
    return f"{first}{more}"
