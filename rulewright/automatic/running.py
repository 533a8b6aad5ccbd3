"""All automatic theorems of a game: on its smallest board, or on all boards within a limit of time."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from time import monotonic
from typing import Any

from attrs import define, evolve, field, frozen

from rulewright.automatic.asking import Solver
from rulewright.automatic.contradictions import clauses
from rulewright.automatic.exploring import MOST_POSITIONS
from rulewright.automatic.ground import Ground
from rulewright.automatic.induction import invariants
from rulewright.automatic.listed import ListedActions
from rulewright.automatic.pairs import TwoReadings, compared_readings, pairs
from rulewright.automatic.statements import AutomaticVerdict
from rulewright.automatic.symmetries import symmetries
from rulewright.automatic.turns import turns
from rulewright.automatic.twins import with_twins
from rulewright.automatic.unreached import kinds_left, not_compared, undecided
from rulewright.play import games
from rulewright.play.rulings import Rulings, deviations, every_set, how_many
from rulewright.play.time_limit import OverTheLimit, within
from rulewright.spec.catalogue import SpecifiedGame
from rulewright.spec.one_by_one import OneByOne
from rulewright.spec.structure import leaves
from rulewright.wording.options import options

DEFAULT_SECONDS = 600.0
"""The limit of time of the smallest board, if none is given."""
GRACE = 2.0
"""Seconds beyond the limit after which whatever is in hand is broken off."""
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


@define
class StatementsReached:
    """The verdicts on one board as far as they were reached, under each combination of readings."""

    specified: SpecifiedGame
    params: Mapping[str, Any]
    chosen: Sequence[Rulings]
    grounds: Sequence[Ground]
    progress: Progress
    done: list[dict[str, AutomaticVerdict]] = field(factory=list, init=False)
    """For each of the first combinations its verdicts, by name."""
    kinds: set[str] = field(factory=set, init=False)
    """The kinds of statements that were reached under some combination."""
    complete: int = field(default=0, init=False)
    """Combinations of which all parts were reached."""
    compared: dict[str, AutomaticVerdict] = field(factory=dict, init=False)
    """The verdicts on pairs of readings, by name."""

    @property
    def why(self) -> str:
        """Why something was not reached."""
        return f"not reached within the limit of {self.grounds[0].solver.limit:g} s"

    def under_each(self) -> None:
        """Try the statements under each combination, until the time is used up."""
        game, solver = self.specified.name, self.grounds[0].solver
        for index, (rulings, rules) in enumerate(zip(self.chosen, self.grounds, strict=True)):
            if index and solver.is_over:
                return
            where = options(self.params, games.not_default(game, rulings))
            self.done.append({})
            for kind, part in parts(self.specified, rules, self.params, first=index == 0):
                name = f": {part[-1].name}" if part else ""
                self.progress(f"{game} ({where}){name}")
                self.done[index].update({verdict.name: verdict for verdict in part})
                self.kinds.add(kind)
            self.complete += 1

    def compare(self, every: Iterable[TwoReadings]) -> None:
        """Compare pairs of readings, until the time is used up."""
        solver = self.grounds[0].solver
        for two in every:
            if solver.is_over:
                return
            self.progress(f"{self.specified.name}: {two.title}")
            self.compared[two.title] = timed(partial(compared_readings, two), solver)

    def verdicts(self, every: Iterable[TwoReadings]) -> Iterator[AutomaticVerdict]:
        """Yield all verdicts; what was not reached is undecided."""
        found = [
            (self.chosen[at], each) for at, some in enumerate(self.done) for each in some.values()
        ]
        first = self.done[0] if self.done else {}
        for at in range(self.complete, len(self.chosen)):
            have = self.done[at] if at < len(self.done) else {}
            found += [
                (self.chosen[at], undecided(verdict, self.why))
                for name, verdict in first.items()
                if name not in have and not verdict.under
            ]
        yield from together(self.specified.name, found)
        if not self.complete:
            yield from kinds_left(self.kinds, self.why)
        for two in every:
            yield self.compared.get(two.title) or not_compared(two, self.why)


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
    every: list[TwoReadings] = []
    for question in specified.rulebook.questions:
        base = specified.default_rulings
        readings = {
            reading: grounds[at] if at is not None else ground({**base, question.name: reading})
            for reading in specified.readings.get(question.name, ())
            for at in [index_of({**base, question.name: reading}, chosen)]
        }
        every += pairs(question, readings)
    reached = StatementsReached(specified, params, chosen, grounds, progress)
    with suppress(OverTheLimit), within(solver.left + GRACE):
        reached.under_each()
        reached.compare(every)
    tried = grounds[0].is_tried
    return BoardVerdict(
        params,
        tuple(reached.verdicts(every)),
        words,
        grounds[0].compared if tried else 0,
        grounds[0].why_not if tried else "",
        monotonic() - began,
    )


def index_of(rulings: Rulings, chosen: Sequence[Rulings]) -> int | None:
    """Return where rulings are among those chosen; None if they are not."""
    return chosen.index(rulings) if rulings in chosen else None


def parts(
    game: SpecifiedGame, ground: Ground, params: Mapping[str, Any], *, first: bool
) -> Iterator[tuple[str, list[AutomaticVerdict]]]:
    """Yield each kind and its verdicts under some readings; under the first, twins are added to it."""
    kept = invariants(ground)
    yield "invariants", kept
    if first:
        yield (
            "invariants",
            with_twins(ground, kept, lambda book: ground.of(game.engine, params, book)),
        )
    yield "turns", turns(ground, game.deadlock)
    yield "clauses", clauses(ground)
    if isinstance(ground.symbolic, ListedActions):
        yield "symmetries", symmetries(ground, game.symmetries(ground.engine))
    elif first:  # looked at position by position, which takes too long under every reading
        found = symmetries(ground, game.symmetries(ground.engine))
        yield "symmetries", [evolve(each, under="the default readings") for each in found]


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
