"""Find games on which a mutant differs: shortest ones from the start, others from the middle."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

from attrs import frozen

from rulewright.interface import Action, IllegalAction
from rulewright.play.lockstep import Disagreement, Lockstep
from rulewright.play.mutants import Mutant
from rulewright.play.shorten import shortest
from rulewright.play.view import View, view
from rulewright.spec.coverage import RecordingRefuted
from rulewright.vectors.bench import PLIES, Bench, Options, from_ply, length, lines
from rulewright.vectors.vector import read_shared

STEPS = {True: 60_000, False: 20_000}
"""Actions tried in the search for a shorter game, times the most that are legal: fewer where positions
are large; by whether the mutant is compiled."""
MIDDLE = {True: (0.5,), False: (0.35, 0.6, 0.85)}
"""Where in recorded games differences are looked for, as parts of the longest: in large games, and in
others."""


@frozen
class Difference:
    """A game on which a mutant says something else than the rules, for the first time at its end."""

    mutant: Mutant
    options: Options
    moves: tuple[Action, ...]
    searched: int
    """All games of fewer actions than this were searched, and none shows a difference."""
    middle: bool = False
    """The mutant may have differed before, but has let the moves pass."""

    @property
    def is_shortest(self) -> bool:
        """Whether no shorter game shows a difference under these options."""
        return self.searched >= len(self.moves)


def properly(ask: Callable[[], bool]) -> bool:
    """Ask a mutant whether it differs; one that crashes has given no answer."""
    try:
        return ask()
    except Disagreement:
        return True
    except IllegalAction:
        return False
    except Exception:  # noqa: BLE001 - a mutant may break in any way, and that proves nothing
        return False


def from_the_start(bench: Bench, mutant: Mutant, options: Options) -> Difference | None:
    """Look for a shortest game on which a mutant differs, by recorded games, deletion and search."""
    found = recorded_difference(bench, mutant, options)
    if found is None and bench.is_compiled:
        return None
    tested, rival = bench.tested(options), bench.rival(mutant, options)
    steps = STEPS[bench.is_compiled and mutant.swap is not None] // bench.breadth(options)
    if found is None:
        return met_by_search(mutant, options, tested, rival, steps)
    differs_at = ends_in_difference(bench, mutant, options)
    moves = first_difference(tested, rival, shortest(found, differs_at))
    if moves is None:
        return None
    best, searched = nearest(tested, rival, len(moves) - 1, steps)
    return Difference(mutant, options, moves if best is None else best, searched)


def met_by_search(
    mutant: Mutant, options: Options, tested: Any, rival: Any, steps: int
) -> Difference | None:
    """Search the nearest positions for a difference that no recorded game shows."""
    moves, searched = nearest(tested, rival, PLIES, steps)
    return None if moves is None else Difference(mutant, options, moves, searched)


def recorded_difference(
    bench: Bench, mutant: Mutant, options: Options
) -> tuple[Action, ...] | None:
    """Find a recorded game, cut off where a mutant differs at its end."""
    for biased in (True, False):
        recording = bench.recording(options, biased=biased)
        if bench.replays(mutant):
            if bench.plays_alike(mutant, options, biased=biased):
                continue
            for line in lines(recording):
                tested, rival = bench.tested(options), bench.rival(mutant, options)
                moves = first_difference(tested, rival, line)
                if moves is not None:
                    return moves
            continue
        for game, plies in refuted(bench, mutant, options, recording):
            return tuple(recording.moves(game, plies))
    return None


def on_known_games(bench: Bench, mutant: Mutant) -> Iterator[Difference]:
    """Look for differences on games that other searches have found, where random play met none."""
    for game in known_games(bench.game):
        ruled = {} if mutant.swap is None else {mutant.subject: mutant.swap[0]}
        options = Options(game["params"], bench.default | game["rulings"] | ruled)
        if not bench.offers(options):
            continue
        tested, rival = bench.tested(options), bench.rival(mutant, options)
        moves = first_difference(tested, rival, game["moves"])
        if moves is not None:
            differs_at = ends_in_difference(bench, mutant, options)
            moves = first_difference(tested, rival, shortest(moves, differs_at)) or moves
            yield Difference(mutant, options, moves, 1)


def known_games(game: str) -> list[dict[str, Any]]:
    """Read games that are worth a try: parameters, rulings that are not the default, and moves."""
    return read_shared(game, "games.json") or []


def refuted(
    bench: Bench, mutant: Mutant, options: Options, recording: Any
) -> Iterator[tuple[int, int]]:
    """Give the first game that a mutant's rules refute, and after how many plies, if there is one."""
    try:
        bench.rival(mutant, options).check(recording)
    except RecordingRefuted as found:
        yield found.game, len(found.moves)
    except Exception:  # noqa: BLE001 - a mutant may break in any way, and that proves nothing
        return


def ends_in_difference(
    bench: Bench, mutant: Mutant, options: Options
) -> Callable[[Sequence[Action]], bool]:
    """Make the test whether a mutant differs in the position that some moves lead to.

    A mutant that is played plays the moves itself. One that judges in bulk takes the game up before the
    last of them: playing them all would take long.
    """
    tested, rival = bench.tested(options), bench.rival(mutant, options)

    def differs(moves: Sequence[Action]) -> bool:
        if bench.replays(mutant):
            return first_difference(tested, rival, moves) is not None
        state, before = tested.initial(), None
        for action in moves:
            before, state = state, tested.play(state, action)
        if before is None:
            return bool(view(rival, rival.initial()) != view(tested, state))
        return step_differs(tested, rival, before, moves[-1], state)

    return lambda moves: properly(lambda: differs(moves))


def step_differs(tested: Any, rival: Any, before: Any, action: Action, after: Any) -> bool:
    """Tell whether a mutant, put in a position, says otherwise of an action or of what it leads to."""
    try:
        reached = rival.play(rival.read(tested.to_json(before)), action)
    except IllegalAction:
        return True
    return bool(view(rival, reached) != view(tested, after))


def first_difference(tested: Any, rival: Any, moves: Sequence[Action]) -> tuple[Action, ...] | None:
    """Play on both from the start; returns the moves after which they differ for the first time."""
    try:
        game = Lockstep.begin(tested, rival)
        for action in moves:
            game = game.play(action)
    except Disagreement as found:
        return found.moves
    except Exception:  # noqa: BLE001 - illegal here, or a mutant that broke: no answer
        return None
    return None


def nearest(
    tested: Any, rival: Any, plies: int, steps: int
) -> tuple[tuple[Action, ...] | None, int]:
    """Search all games, shortest first, for a difference after at most `plies` actions.

    Tries no more than `steps` actions. Returns the moves (None if there are none), and a number such
    that every game with fewer moves than that was searched.
    """
    try:
        layer = [Lockstep.begin(tested, rival)]
    except Disagreement:
        return (), 0
    except Exception:  # noqa: BLE001 - a mutant that broke has given no answer
        return None, 0
    known = {game.states[0] for game in layer}
    for ply in range(1, plies + 1):
        following = []
        for game in layer:
            for action in game.seen.legal:
                steps -= 1
                if steps < 0:
                    return None, ply
                try:
                    after = game.play(action)
                except Disagreement as found:
                    return found.moves, len(found.moves)
                except Exception:  # noqa: BLE001, S112 - a mutant that broke has given no answer
                    continue
                if after.states[0] not in known:
                    known.add(after.states[0])
                    following.append(after)
        layer = following
    return None, plies + 1


def in_the_middle(bench: Bench, mutant: Mutant, options: Options, part: float) -> Difference | None:
    """Look for a difference in real games that have gone on for some time.

    The mutant must have let all moves pass, so that the difference is seen in the last position.
    """
    tested, rival = bench.tested(options), bench.rival(mutant, options)
    for biased in (False, True):
        recording = bench.recording(options, biased=biased)
        ply = int(length(recording) * part)
        if ply < 1:
            continue
        if bench.replays(mutant) and bench.plays_alike(mutant, options, biased=biased):
            continue
        for moves in later_differences(bench, mutant, options, recording, ply):
            found = Difference(mutant, options, moves, 0, middle=True)
            seen = bench.kept(seen_by(found), partial(last_view, rival, moves))
            if seen is not None and seen != view(tested, played(tested, moves)):
                return found
    return None


def later_differences(
    bench: Bench, mutant: Mutant, options: Options, recording: Any, ply: int
) -> Iterator[tuple[Action, ...]]:
    """Give recorded games, cut off where a mutant differs not before a ply."""
    if not bench.replays(mutant):
        for game, plies in refuted(bench, mutant, options, from_ply(recording, ply)):
            yield tuple(recording.moves(game, ply + plies))
        return
    tested, rival = bench.tested(options), bench.rival(mutant, options)
    for line in lines(recording):
        state, other = tested.initial(), rival.initial()
        for at, action in enumerate(line, start=1):
            try:
                state, other = tested.play(state, action), rival.play(other, action)
            except IllegalAction:
                break
            if at >= ply and view(tested, state) != view(rival, other):
                yield line[:at]
                break


def seen_by(difference: Difference) -> tuple[str, ...]:
    """Name what a mutant says in the end, to be kept."""
    return ("seen", difference.mutant.id, difference.options.key, *difference.moves)


def played(engine: Any, moves: Sequence[Action]) -> Any:
    """Play moves from the start; raises `IllegalAction`."""
    state = engine.initial()
    for action in moves:
        state = engine.play(state, action)
    return state


def last_view(rival: Any, moves: Sequence[Action]) -> View | None:
    """See what a mutant says after moves; None if it refuses one of them, or breaks."""
    try:
        return view(rival, played(rival, moves))
    except Exception:  # noqa: BLE001 - a refusal or a broken mutant: nothing to be seen
        return None
