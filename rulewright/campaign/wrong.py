"""What is wrong, with the game that shows it: shortened, and looked for again in later runs."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

from rulewright.checks.laws import applicable, keeps
from rulewright.checks.lockstep import offer_changed, offer_misspelt, reads
from rulewright.checks.story import story
from rulewright.interface import Engine, IllegalAction, RulewrightError
from rulewright.parts import DIFFERENCE, HANG, RAISED, REFUTED, Note, PartFinding, WorkPart
from rulewright.play import games
from rulewright.play.attribution import GuestMistake, attributed, raised_by
from rulewright.play.lockstep import Disagreement, Lockstep, replay_legal
from rulewright.play.nearest import search_of
from rulewright.play.shorten import shortest
from rulewright.play.watch import NoAnswer, watched
from rulewright.spec.coverage import RecordingRefuted

REPLAYS = 600
"""Games that are tried in order to find a shorter one."""
REPLAYS_OF_A_HANG = 20
STEPS_NEARBY = 200
"""Actions tried from the start, nearest positions first, once no more moves can be removed."""
ANSWER, SECONDS = 60.0, 5.0
"""Seconds for one answer of an engine that is not compiled, unless a part says otherwise; and while
a game on which it hangs is shortened."""
OFFERED = 24
"""Actions offered to both engines in each position of a game that is looked at again in detail."""


class WrongAfter(RulewrightError):
    """Something is wrong after some moves."""

    exit_status = 1

    def __init__(
        self,
        kind: str,
        said: str,
        moves: Sequence[str],
        blame: str = "",
        examples: Mapping[str, Any] | None = None,
    ) -> None:
        """Keep the kind of finding, one line, the moves, and whose mistake it is if that is known.

        `examples` are those of Hypothesis that were kept and dropped, if it has played.
        """
        self.kind = kind
        self.said = " ".join(said.split())
        self.moves = tuple(moves)
        self.blame = blame
        self.examples = examples
        super().__init__(self.said)

    @classmethod
    def of_difference(cls, found: Disagreement | RecordingRefuted, *, claim: bool) -> WrongAfter:
        """Return what a comparison found."""
        headline = getattr(found, "headline", str(found))
        line = getattr(found, "line", found.moves)  # with the action that one of them refuses
        return cls(REFUTED if claim else DIFFERENCE, headline, line)

    @classmethod
    def of_breakdown(cls, error: BaseException, moves: Sequence[str]) -> WrongAfter:
        """Return how code broke down."""
        if isinstance(error, NoAnswer):
            return cls(HANG, str(error), moves)
        blame = "guest" if isinstance(error, GuestMistake) else ""
        said = str(error) if blame else raised_by(error)
        return cls(RAISED, said, moves, blame)


class Traced:
    """An engine of which the moves are kept that lead to the state it was asked about last."""

    def __init__(self, engine: Engine[Any]) -> None:
        """Pass everything on."""
        self._engine = engine
        self._lines: dict[Any, tuple[str, ...]] = {}
        self.moves: tuple[str, ...] = ()

    def initial(self) -> Any:
        """Set the game up."""
        self._lines, self.moves = {}, ()
        state = self._engine.initial()
        self._lines[state] = ()
        return state

    def play(self, state: Any, action: str) -> Any:
        """Play an action."""
        line = self._lines.get(state, ())
        self.moves = (*line, action)
        reached = self._engine.play(state, action)
        self._lines.setdefault(reached, self.moves)
        return reached

    def __getattr__(self, name: str) -> Any:
        """Pass a question on to the engine; most are about a state."""
        found = getattr(self._engine, name)
        if not callable(found):
            return found

        def asked(*given: Any) -> Any:
            if given and name != "from_json":
                self.moves = self._lines.get(given[0], self.moves)
            return found(*given)

        return asked


def answer_limit(part: WorkPart) -> float:
    """Return the seconds for one answer of an engine that is not compiled."""
    return float(part.share.get("answer", ANSWER))


def finding_of(
    part: WorkPart, make: Callable[[], Any], wrong: WrongAfter, note: Note
) -> tuple[PartFinding, bool]:
    """Return the finding of a part with the shortest game, and whether the moves alone show it.

    They do if engines that `make` has just made go wrong: others may remember earlier games.
    """
    shown, limit, engines = wrong, answer_limit(part), make()
    by_moves = same_kind(part, engines, wrong, note)(wrong.moves, limit) is not None
    if by_moves:
        wrongly = same_kind(part, engines, wrong, note)
        soon = min(SECONDS, limit)
        shorter = shortest(
            wrong.moves,
            lambda moves: wrongly(moves, soon) is not None,
            until_stuck=True,
            replays=REPLAYS_OF_A_HANG if wrong.kind == HANG else REPLAYS,
        )
        shown = same_kind(part, make(), wrong, note)(shorter, limit) or wrong
        if shown.kind == DIFFERENCE:
            found = nearest(
                part, make(), shown.moves, lambda moves: wrongly(moves, soon) is not None
            )
            shown = same_kind(part, make(), wrong, note)(found, limit) or shown
    finding = PartFinding(
        *(shown.kind, part.game, part.check, dict(part.params), dict(part.rulings), part.seed),
        headline=shown.said,
        text=described(engines.reference, shown),
        moves=shown.moves,
        blame=wrong.blame,
    )
    return finding, by_moves


def nearest(
    part: WorkPart, engines: Any, known: tuple[str, ...], shows: Callable[[Sequence[str]], bool]
) -> tuple[str, ...]:
    """Return the nearest game that shows a difference if it is shorter than one that is known.

    Removing moves does not turn a swap into another start. The search is short, and ends if the
    specification breaks down: then the known game is returned.
    """
    steps = search_of(engines.reference).steps()
    for _ in range(STEPS_NEARBY):
        try:
            with watched(part.game, min(SECONDS, answer_limit(part))):
                step = next(steps, None)
        except Exception:  # noqa: BLE001 - the finding counts, not a nicer game
            return known
        if step is None or len(step.moves) >= len(known):
            return known
        if step.is_new and shows(step.moves):
            return step.moves
    return known


def described(reference: Any, wrong: WrongAfter) -> str:
    """Describe a finding for people; a drawing that breaks down is left out."""
    try:
        return story(reference, wrong.moves, wrong.said)
    except Exception as error:  # noqa: BLE001 - the finding counts, not its picture
        return f"{wrong.said}\nmoves: {' '.join(wrong.moves) or 'none'}\n(not drawn: {error})"


def same_kind(
    part: WorkPart, engines: Any, wrong: WrongAfter, note: Note
) -> Callable[[Sequence[str], float], WrongAfter | None]:
    """Return a function that plays moves and returns what is wrong, if it is of the same kind."""

    def wrongly(moves: Sequence[str], limit: float) -> WrongAfter | None:
        note()
        found = wrong_after(part, engines, moves, limit=limit)
        if found is None or found.kind != wrong.kind:
            return None
        return found if wrong.kind != RAISED or type_of(found) == type_of(wrong) else None

    return wrongly


def type_of(wrong: WrongAfter) -> str:
    """Return what was raised, without its message."""
    return wrong.said.partition(":")[0]


def wrong_after(
    part: WorkPart, engines: Any, moves: Sequence[str], *, limit: float
) -> WrongAfter | None:
    """Play moves on both engines and return what is wrong; None if nothing is, or they are illegal."""
    looks = (with_symmetries,) if part.check == "laws" else (simply, in_detail)
    for look in looks:
        reached: list[str] = []
        try:
            with watched(part.game, 0.0 if engines.compiled else limit) as alive:
                look(engines, tuple(moves), reached, alive)
        except (Disagreement, RecordingRefuted) as found:
            return WrongAfter.of_difference(found, claim=part.check == "laws")
        except IllegalAction:
            return None
        except (NoAnswer, GuestMistake) as error:
            return WrongAfter.of_breakdown(error, reached)
        except RulewrightError:
            raise
        except Exception as error:  # noqa: BLE001 - that the code breaks down is what is looked for
            return WrongAfter.of_breakdown(attributed(error), reached)
    return None


def simply(engines: Any, moves: tuple[str, ...], reached: list[str], alive: Any) -> None:
    """Compare all that both say of each position."""
    reached[:] = moves
    alive()
    replay_legal(engines.reference, engines.tested, moves)


def in_detail(engines: Any, moves: tuple[str, ...], reached: list[str], alive: Any) -> None:
    """Compare refusals, explanations, round trips, draws and changed positions as well."""
    reference = engines.reference
    game = Lockstep.begin(reference, engines.tested)
    for action in (*moves, None):
        alive()
        reached[:] = game.moves
        legal = {*game.seen.legal}
        spelled = reference.candidates(game.states[0])
        random = Random(" ".join(game.moves))
        for each in random.sample(spelled, min(OFFERED, len(spelled))):
            game.explained(reference.explain, each)
            if each not in legal:
                game.refuse(each)
        game.reread()
        game.ranked()
        if action is None:
            game.refuse("no action")
            return
        reached.append(action)
        before, game = game, game.play_legal(action) if action in legal else game.play(action)
        offer_changed(game, before)
        offer_misspelt(game, before)


def with_symmetries(engines: Any, moves: tuple[str, ...], reached: list[str], alive: Any) -> None:
    """Hold each position against its image under each symmetry."""
    reference = engines.reference
    symmetries = tuple(games.specified(reference.game).symmetries(reference))
    for engine in (reference, engines.tested):
        state = engine.initial()
        for at, action in enumerate((*moves, None)):
            alive()
            reached[:] = moves[:at]
            for symmetry in applicable(engine, state, symmetries) if reads(engine) else ():
                keeps(engine, state, symmetry, action, moves[:at])
            state = state if action is None else engine.play(state, action)
