"""Find games that distinguish a mutant: shortest ones from the start, others from midgame."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any, TypeAlias

from attrs import frozen

from rulewright.interface import Action, IllegalAction, Recording
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
from rulewright.vectors.suite import read_shared
from rulewright.vectors.variants import PLIES, Variant, Variants

ACTIONS_OF_A_CLAUSE = 20_000
ACTIONS_OF_A_READING = Allowance(compiled=60_000, plain=20_000)
"""Budget of a search, in actions times the breadth of the game, for a mutant of either sort."""
Moves: TypeAlias = tuple[Action, ...]


@frozen(eq=False, slots=False)
class Trial:
    """A mutant compared with the implementation in one variant."""

    variant: Variant
    mutant: Mutant

    @property
    def tested(self) -> Any:
        """The implementation."""
        return self.variant.implementation

    @cached_property
    def rival(self) -> Any:
        """The engine of the mutant."""
        return self.mutant.engine(
            self.variant.variants.game, self.variant.params, self.variant.rulings
        )

    @property
    def is_replayed(self) -> bool:
        """Whether the mutant replays recorded games; if not, it judges them in bulk."""
        return self.mutant.swap is not None or not self.variant.variants.is_compiled

    @memoised
    def is_played_alike(self, *, biased: bool) -> bool:
        """Return whether a compiled mutant's random games are identical."""
        if not (self.is_replayed and self.variant.variants.is_compiled):
            return False
        own = self.variant.record(driver_of(self.rival), biased=biased)
        return are_equal(self.variant.recording(biased=biased), own)

    @memoised
    def view_after(self, moves: Moves) -> View | None:
        """Return the mutant's view after moves; None if it refuses one of them, or breaks."""
        try:
            return view(self.rival, state_after(self.rival, moves))
        except Exception:  # noqa: BLE001 - refused, or broken: there is no view
            return None

    def first_difference(self, moves: Sequence[Action]) -> Moves | None:
        """Replay moves on both engines; return those before the first difference, if any."""
        try:
            replay_both(self.tested, self.rival, moves)
        except Disagreement as found:
            return found.moves
        except Exception:  # noqa: BLE001 - illegal here, or a mutant that broke: no answer
            return None
        return None

    def shrunk(self, moves: Moves) -> Moves | None:
        """Shrink moves while the mutant differs; None if replaying them shows no difference."""
        differs = self._differs if self.is_replayed else self._last_step_differs
        return self.first_difference(shortest(moves, differs))

    def _differs(self, moves: Sequence[Action]) -> bool:
        return self.first_difference(moves) is not None

    def _last_step_differs(self, moves: Sequence[Action]) -> bool:
        """Start a mutant before the last move: for one that judges in bulk, replaying is slow."""
        tested, rival = self.tested, self.rival
        try:
            if not moves:
                return bool(view(rival, rival.initial()) != view(tested, tested.initial()))
            before = state_after(tested, moves[:-1])
            after = tested.play(before, moves[-1])
            position = rival.read(tested.to_json(before))
            try:
                reached = rival.play(position, moves[-1])
            except IllegalAction:
                return True
            return bool(view(rival, reached) != view(tested, after))
        except Exception:  # noqa: BLE001 - illegal here, or a mutant that broke: no answer
            return False

    def refuted_line(self, recording: Recording, first_ply: int = 0) -> Moves | None:
        """Return the first recorded game that the mutant refutes from a ply on, cut off there."""
        try:
            self.rival.check(from_ply(recording, first_ply) if first_ply else recording)
        except RecordingRefuted as found:
            return tuple(recording.moves(found.game, first_ply + len(found.moves)))
        except Exception:  # noqa: BLE001 - a mutant may break in any way, and that proves nothing
            return None
        return None


@memoised
def trial_of(variant: Variant, mutant: Mutant) -> Trial:
    """Return the trial of a mutant in a variant."""
    return Trial(variant, mutant)


@frozen
class DistinguishingGame:
    """A game at whose end a mutant disagrees with the rules for the first time."""

    trial: Trial
    moves: Moves
    searched: int
    """All games of fewer actions than this were searched, and none shows a difference."""
    middle: bool = False
    """It was found midgame: the mutant may have disagreed earlier, but accepted the moves."""

    @property
    def is_shortest(self) -> bool:
        """Whether no shorter game shows a difference under these options."""
        return self.searched >= len(self.moves)


def distinguishing_games(variants: Variants, mutant: Mutant) -> Iterator[DistinguishingGame]:
    """Yield games that distinguish a mutant, from the start and from midgame."""
    scale = variants.scale
    fruitful: list[Trial] = []
    for variant in variants.selected(mutant):
        trial = trial_of(variant, mutant)
        found = from_the_start(trial)
        if found is None:
            continue
        fruitful.append(trial)
        yield found
        if len(fruitful) == scale.from_the_start:
            break
    if not fruitful:
        yield from on_known_games(variants, mutant)
    for number, part in enumerate(scale.middle):
        for trial in fruitful[number % max(len(fruitful), 1) :]:
            found = in_the_middle(trial, part)
            if found is not None:
                yield found
                break


def from_the_start(trial: Trial) -> DistinguishingGame | None:
    """Find a short distinguishing game by recorded games, shrinking and search."""
    recorded = recorded_difference(trial)
    if recorded is None:
        if trial.variant.variants.is_compiled:
            return None
        moves, searched = nearest_difference(trial, PLIES)
    else:
        moves = trial.shrunk(recorded)
        if moves is None:
            return None
        nearer, searched = nearest_difference(trial, len(moves) - 1)
        moves = moves if nearer is None else nearer
    return None if moves is None else DistinguishingGame(trial, moves, searched)


def recorded_difference(trial: Trial) -> Moves | None:
    """Return a recorded game, cut off at the first difference; None if there is none."""
    for biased in (True, False):
        recording = trial.variant.recording(biased=biased)
        if not trial.is_replayed:
            found = trial.refuted_line(recording)
        elif trial.is_played_alike(biased=biased):
            continue
        else:
            every = map(trial.first_difference, moves_of(recording))
            found = next((moves for moves in every if moves is not None), None)
        if found is not None:
            return found
    return None


def on_known_games(variants: Variants, mutant: Mutant) -> Iterator[DistinguishingGame]:
    """Try the games of the suite's `games.json`, where random play found no difference."""
    for game in read_shared(variants.game, "games.json") or []:
        trial = trial_of(variants.of(game["params"], game["rulings"] | mutant.ruled), mutant)
        moves = trial.first_difference(game["moves"]) if trial.variant.is_witnessed else None
        if moves is not None:
            yield DistinguishingGame(trial, trial.shrunk(moves) or moves, 1)


def nearest_difference(trial: Trial, plies: int) -> tuple[Moves | None, int]:
    """Search all games, shortest first, for a difference after at most `plies` actions.

    Positions are the same if they are to the implementation; actions that break the mutant are skipped.
    Returns the moves (None if none were found), and the length below which every game was searched.
    """

    def play_on(game: Lockstep, action: Action) -> Lockstep | None:
        try:
            return game.play(action)
        except Disagreement:
            raise
        except Exception:  # noqa: BLE001 - a mutant that broke has given no answer
            return None

    of_a_reading = trial.variant.driver.allowed(ACTIONS_OF_A_READING)
    actions = of_a_reading if trial.mutant.swap else ACTIONS_OF_A_CLAUSE
    bound = Bound(plies, actions=actions // trial.variant.extent.breadth)
    try:
        start = Lockstep.begin(trial.tested, trial.rival)
    except Disagreement:
        return (), 0
    except Exception:  # noqa: BLE001 - the same
        return None, 0
    search = BreadthFirst(
        start, lambda game: game.seen.legal, play_on, states_of_the_reference, bound
    )
    try:
        for _ in search.steps():
            pass
    except Disagreement as found:
        return found.moves, len(found.moves)
    return None, (search.plies if search.tried > bound.actions else plies) + 1


def in_the_middle(trial: Trial, part: float) -> DistinguishingGame | None:
    """Find a difference midgame, in random games.

    The mutant must accept all moves, so that the difference shows in the last position.
    """
    tested = trial.tested
    for biased in (False, True):
        recording = trial.variant.recording(biased=biased)
        first_ply = int(len(recording.played) * part)
        if first_ply < 1 or trial.is_played_alike(biased=biased):
            continue
        for moves in later_differences(trial, recording, first_ply):
            seen = trial.view_after(moves)
            if seen is not None and seen != view(tested, state_after(tested, moves)):
                return DistinguishingGame(trial, moves, 0, middle=True)
    return None


def later_differences(trial: Trial, recording: Recording, first_ply: int) -> Iterator[Moves]:
    """Yield recorded games, each cut off at the first difference from a ply on."""
    if not trial.is_replayed:
        refuted = trial.refuted_line(recording, first_ply)
        if refuted is not None:
            yield refuted
        return
    tested, rival = trial.tested, trial.rival
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
