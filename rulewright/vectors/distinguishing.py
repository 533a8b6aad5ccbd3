"""Find games that distinguish a mutant: shortest ones from the start, others from the middle."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from attrs import frozen

from rulewright.interface import Action, Engine, IllegalAction, Recording
from rulewright.play.driver import Allowance, driver_of, moves_of
from rulewright.play.lockstep import Disagreement, Lockstep, replay_both
from rulewright.play.mutants import Mutant
from rulewright.play.nearest import Bound, BreadthFirst, states_of_the_reference
from rulewright.play.recording import are_equal, from_ply
from rulewright.play.replay import state_after
from rulewright.play.shorten import shortest
from rulewright.play.view import View, view
from rulewright.spec.coverage import RecordingRefuted
from rulewright.vectors.memory import memoised
from rulewright.vectors.variants import PLIES, Scenario, Variant, Variants
from rulewright.vectors.vector import read_shared

ACTIONS_OF_A_CLAUSE = 20_000
ACTIONS_OF_A_READING = Allowance(compiled=60_000, plain=20_000)
"""Actions tried in a search, times the most that are legal, for mutants of clauses and of readings."""
Moves = tuple[Action, ...]


@frozen
class DistinguishingGame:
    """A game at whose end a mutant disagrees with the rules for the first time."""

    mutant: Mutant
    scenario: Scenario
    searched: int
    """All games of fewer actions than this were searched, and none shows a difference."""
    middle: bool = False
    """The mutant may have disagreed before, but has let the moves pass."""

    @property
    def is_shortest(self) -> bool:
        """Whether no shorter game shows a difference under these options."""
        return self.searched >= len(self.scenario.moves)

    @property
    def view_of_mutant(self) -> View | None:
        """What the mutant says in the end; None if it is no proper answer."""
        return view_of_mutant(self.scenario.variant, self.mutant, self.scenario.moves)


def distinguishing_games(variants: Variants, mutant: Mutant) -> Iterator[DistinguishingGame]:
    """Find games on which a mutant differs, from the start and from the middle of games."""
    scale = variants.scale
    fruitful: list[Variant] = []
    for variant in variants.selected(mutant):
        found = from_the_start(variant, mutant)
        if found is None:
            continue
        fruitful.append(variant)
        yield found
        if len(fruitful) == scale.from_the_start:
            break
    if not fruitful:
        yield from on_known_games(variants, mutant)
    for number, part in enumerate(scale.middle):
        for variant in fruitful[number % max(len(fruitful), 1) :]:
            found = in_the_middle(variant, mutant, part)
            if found is not None:
                yield found
                break


def from_the_start(variant: Variant, mutant: Mutant) -> DistinguishingGame | None:
    """Look for a shortest game on which a mutant differs, by recorded games, shrinking and search."""
    found = recorded_difference(variant, mutant)
    if found is None and variant.variants.is_compiled:
        return None
    tested, rival = variant.implementation, variant.engine_of(mutant)
    of_a_reading = variant.driver.allowed(ACTIONS_OF_A_READING)
    budget = (of_a_reading if mutant.swap else ACTIONS_OF_A_CLAUSE) // variant.extent.breadth
    if found is None:
        moves, searched = nearest_difference(tested, rival, PLIES, budget)
    else:
        moves = first_difference(
            tested, rival, shortest(found, differs_at_the_end(variant, mutant))
        )
        if moves is None:
            return None
        nearer, searched = nearest_difference(tested, rival, len(moves) - 1, budget)
        moves = moves if nearer is None else nearer
    return None if moves is None else DistinguishingGame(mutant, Scenario(variant, moves), searched)


def recorded_difference(variant: Variant, mutant: Mutant) -> Moves | None:
    """Find a recorded game, cut off where a mutant differs at its end."""
    for biased in (True, False):
        recording = variant.recording(biased=biased)
        if not is_replayed(variant, mutant):
            found = refuted_line(variant, mutant, recording)
        elif plays_alike(variant, mutant, biased=biased):
            continue
        else:
            tested, rival = variant.implementation, variant.engine_of(mutant)
            every = (first_difference(tested, rival, line) for line in moves_of(recording))
            found = next((moves for moves in every if moves is not None), None)
        if found is not None:
            return found
    return None


def is_replayed(variant: Variant, mutant: Mutant) -> bool:
    """Return whether recorded games are replayed on a mutant, and not judged by it in bulk."""
    return mutant.swap is not None or not variant.variants.is_compiled


@memoised
def plays_alike(variant: Variant, mutant: Mutant, *, biased: bool) -> bool:
    """Return whether a compiled mutant's own random games are the very same."""
    if not variant.variants.is_compiled:
        return False
    own = variant.record(driver_of(variant.engine_of(mutant)), biased=biased)
    return are_equal(variant.recording(biased=biased), own)


def on_known_games(variants: Variants, mutant: Mutant) -> Iterator[DistinguishingGame]:
    """Look for differences in the suite's `games.json`, where random play met none."""
    for game in read_shared(variants.game, "games.json") or []:
        variant = variants.of(game["params"], game["rulings"] | mutant.ruled)
        if not variant.is_witnessed:
            continue
        tested, rival = variant.implementation, variant.engine_of(mutant)
        moves = first_difference(tested, rival, game["moves"])
        if moves is not None:
            shrunk = shortest(moves, differs_at_the_end(variant, mutant))
            moves = first_difference(tested, rival, shrunk) or moves
            yield DistinguishingGame(mutant, Scenario(variant, moves), 1)


def refuted_line(
    variant: Variant, mutant: Mutant, recording: Recording, first_ply: int = 0
) -> Moves | None:
    """Return the first recorded game that a mutant's rules refute from a ply on, cut off there."""
    judge: Any = variant.engine_of(mutant)
    try:
        judge.check(from_ply(recording, first_ply) if first_ply else recording)
    except RecordingRefuted as found:
        return tuple(recording.moves(found.game, first_ply + len(found.moves)))
    except Exception:  # noqa: BLE001 - a mutant may break in any way, and that proves nothing
        return None
    return None


def differs_at_the_end(variant: Variant, mutant: Mutant) -> Callable[[Sequence[Action]], bool]:
    """Make the test whether a mutant differs in the position that some moves lead to.

    A mutant that is played replays all moves. One that judges in bulk only plays the last of them:
    replaying would take long.
    """
    tested, rival = variant.implementation, variant.engine_of(mutant)

    def last_step_differs(moves: Sequence[Action]) -> bool:
        try:
            if not moves:
                return bool(view(rival, rival.initial()) != view(tested, tested.initial()))
            before = state_after(tested, moves[:-1])
            after = tested.play(before, moves[-1])
            return step_differs(tested, rival, before, moves[-1], after)
        except Exception:  # noqa: BLE001 - illegal here, or a mutant that broke: no answer
            return False

    if is_replayed(variant, mutant):
        return lambda moves: first_difference(tested, rival, moves) is not None
    return last_step_differs


def step_differs(tested: Engine[Any], rival: Any, before: Any, action: Action, after: Any) -> bool:
    """Return whether a mutant, put in a position, differs about an action or what it leads to."""
    try:
        reached = rival.play(rival.read(tested.to_json(before)), action)
    except IllegalAction:
        return True
    return bool(view(rival, reached) != view(tested, after))


def first_difference(
    tested: Engine[Any], rival: Engine[Any], moves: Sequence[Action]
) -> Moves | None:
    """Replay moves on both; returns those after which they differ for the first time, if any."""
    try:
        replay_both(tested, rival, moves)
    except Disagreement as found:
        return found.moves
    except Exception:  # noqa: BLE001 - illegal here, or a mutant that broke: no answer
        return None
    return None


def nearest_difference(
    tested: Engine[Any], rival: Engine[Any], plies: int, budget: int
) -> tuple[Moves | None, int]:
    """Search all games, shortest first, for a difference after at most `plies` actions.

    Tries no more than `budget` actions. Positions are the same if they are to the tested engine; an
    action by which the mutant breaks is passed by. Returns the moves (None if there are none), and a
    number such that every game with fewer moves than that was searched.
    """

    def play_on(game: Lockstep, action: Action) -> Lockstep | None:
        try:
            return game.play(action)
        except Disagreement:
            raise
        except Exception:  # noqa: BLE001 - a mutant that broke has given no answer
            return None

    try:
        start = Lockstep.begin(tested, rival)
    except Disagreement:
        return (), 0
    except Exception:  # noqa: BLE001 - the same
        return None, 0
    bound = Bound(plies, actions=budget)
    search = BreadthFirst(
        start, lambda game: game.seen.legal, play_on, states_of_the_reference, bound
    )
    try:
        for _ in search.steps():
            pass
    except Disagreement as found:
        return found.moves, len(found.moves)
    return None, (search.plies if search.tried > budget else plies) + 1


def in_the_middle(variant: Variant, mutant: Mutant, part: float) -> DistinguishingGame | None:
    """Look for a difference in random games that have gone on for some time.

    The mutant must have let all moves pass, so that the difference is seen in the last position.
    """
    tested = variant.implementation
    for biased in (False, True):
        recording = variant.recording(biased=biased)
        first_ply = int(len(recording.played) * part)
        if first_ply < 1:
            continue
        if is_replayed(variant, mutant) and plays_alike(variant, mutant, biased=biased):
            continue
        for moves in later_differences(variant, mutant, recording, first_ply):
            found = DistinguishingGame(mutant, Scenario(variant, moves), 0, middle=True)
            seen = found.view_of_mutant
            if seen is not None and seen != view(tested, state_after(tested, moves)):
                return found
    return None


def later_differences(
    variant: Variant, mutant: Mutant, recording: Recording, first_ply: int
) -> Iterator[Moves]:
    """Yield recorded games, cut off where a mutant differs, but not before a ply."""
    if not is_replayed(variant, mutant):
        refuted = refuted_line(variant, mutant, recording, first_ply)
        if refuted is not None:
            yield refuted
        return
    tested, rival = variant.implementation, variant.engine_of(mutant)
    for line in moves_of(recording):
        state, other = tested.initial(), rival.initial()
        for ply, action in enumerate(line, start=1):
            try:
                state, other = tested.play(state, action), rival.play(other, action)
            except IllegalAction:
                break
            if ply >= first_ply and view(tested, state) != view(rival, other):
                yield line[:ply]
                break


@memoised
def view_of_mutant(variant: Variant, mutant: Mutant, moves: Moves) -> View | None:
    """Return what a mutant says after moves; None if it refuses one of them, or breaks."""
    engine = variant.engine_of(mutant)
    try:
        return view(engine, state_after(engine, moves))
    except Exception:  # noqa: BLE001 - a refusal or a broken mutant: nothing to be seen
        return None
