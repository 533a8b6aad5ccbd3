"""Prove a game's theorems afresh, on all cores."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from itertools import product
from math import inf
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any

from attrs import evolve, fields, frozen

from rulewright.checks import processes
from rulewright.interface import IllegalAction, UsageError
from rulewright.parts.executor import Executor, PartCrashed, in_flight
from rulewright.parts.part import WorkPart
from rulewright.parts.version import check_version, version_of
from rulewright.play import games
from rulewright.play.altered import rules_kept
from rulewright.play.attribution import GuestMistake, attributed
from rulewright.play.replay import state_after
from rulewright.play.time_limit import OverTheLimit, within
from rulewright.wording.options import options

if TYPE_CHECKING:
    from rulewright.certifying.certifier import Certifier
    from rulewright.proofs.certification import Certification
    from rulewright.proofs.prove import TheoremVerdict
    from rulewright.proofs.scope import TheoremScope
    from rulewright.proofs.solving import AskedBefore
    from rulewright.proofs.theorem import ShownGame, Theorem
    from rulewright.spec.engine import Ruled

Progress = Callable[[str], None]
BROKEN, LOST = "broken", "lost"
PER_QUERY = 120.0
"""Seconds that one query may take."""
EXHIBIT = "exhibit"


@frozen
class Asked:
    """How to prove theorems."""

    cross_check: bool = False
    """Whether to run a second solver too."""
    second_time_limit: float | None = None
    """The second solver's time limit for one query; None: that of the first."""
    second_seconds: float = inf
    """The second solver's time limit for all queries of a theorem."""
    smt2: Path | None = None
    """A folder for one SMT-LIB file per query."""
    certify: bool = False
    """Whether to check all answers without the solver that gave them."""
    certificates: Path | None = None
    """A folder for the queries with their certificates."""
    time_limit: float = inf
    """Seconds for each theorem; one that takes longer is not proved."""


@frozen
class Proved:
    """The result for one theorem, without formulas, so that it can be sent between processes."""

    name: str
    status: str
    """`proved`, `refuted`, `open`, `undecided` if the limit of time was reached, `broken` if its code
    raised an exception, or `lost` if its worker ended before it did."""
    holds: bool
    seconds: float
    """Excluding the second solver."""
    queries: int
    detail: str
    cross_check: str
    agreed: int
    """Queries on which a second solver agreed."""
    decided: int
    """Queries that constants decide."""
    enumerated: int
    """Cases of enumerations and games shown: the specification computes these, and no solver."""
    replayed: str
    """How many of the counterexamples that refute twins were replayed on the specification, in words."""
    certification: Certification | None
    """What stands behind the answers besides the solver; None if this was not asked."""
    witness: ShownGame | None
    """The first game that the theorem shows, if any."""
    unheld: tuple[str, ...] = ()
    """What of its claims is held against no game, in words."""


def proved(game: str, asked: Asked, name: str, progress: Progress) -> Proved:
    """Prove the theorem of that name within the limit of time; `progress` receives its parts."""
    import rulewright.proofs.prove  # noqa: F401, PLC0415 - an alarm must not interrupt an import

    games.theorems(game)
    began = perf_counter()
    try:
        with within(asked.time_limit):
            found = proved_in_time(game, asked, name, progress)
    except OverTheLimit:
        return undecided(name, asked.time_limit, perf_counter() - began)
    seconds = perf_counter() - began
    if seconds > asked.time_limit and found.status != "refuted":
        return undecided(name, asked.time_limit, seconds)
    return found


def undecided(name: str, limit: float, seconds: float) -> Proved:
    """Return the verdict on a theorem that was not proved in time."""
    return Proved(
        name,
        "undecided",
        holds=False,
        seconds=seconds,
        queries=0,
        detail=f"undecided: the limit of {limit:g} s",
        cross_check="not asked",
        agreed=0,
        decided=0,
        enumerated=0,
        replayed="0 of 0 counterexamples replayed",
        certification=None,
        witness=None,
    )


def proved_in_time(game: str, asked: Asked, name: str, progress: Progress) -> Proved:
    """Prove the theorem of that name; `progress` receives its parts."""
    from rulewright.proofs.prove import OPEN, prove  # noqa: PLC0415 - the prover is slow to load
    from rulewright.proofs.solving import not_known  # noqa: PLC0415
    from rulewright.proofs.trust import unheld  # noqa: PLC0415

    theorem = {each.name: each for each in games.theorems(game)}[name]
    began = perf_counter()
    try:
        note: Progress = lambda line: progress(f"{name}: {line}")  # noqa: E731
        certify = certifier(asked, note) if asked.certify else None
        with rules_kept(game, f"as {name!r} was proved"):
            verdict = prove(
                theorem,
                cross_check=asked.cross_check,
                smt2=asked.smt2,
                time_limit=min(PER_QUERY, asked.time_limit),
                second_time_limit=asked.second_time_limit,
                second_seconds=asked.second_seconds,
                progress=progress,
                certify=certify,
                known=not_known if certify is None else certify.known,
                answered=answered_here(game),
            )
    except (Exception, SystemExit) as error:  # no theorem ends the run
        mistake = attributed(error)
        if not isinstance(mistake, GuestMistake):
            error.add_note(f"while proving {name} of {game}")
            raise
        return broken(name, mistake, perf_counter() - began)
    second = verdict.second_opinion
    if verdict.holds and (why := refused(game, verdict)):
        verdict = evolve(verdict, status=OPEN, holds=False, detail=why)
    return Proved(
        name,
        verdict.status,
        verdict.holds,
        sum(part.seconds for part in verdict.parts),
        verdict.queries,
        verdict.detail,
        verdict.cross_check,
        0 if second is None else second.agreed,
        verdict.decided,
        verdict.enumerated + sum(part.kind == EXHIBIT for part in verdict.parts),
        verdict.replayed,
        verdict.certification,
        verdict.witness,
        tuple(unheld(verdict)),
    )


@cache
def answered_here(_: str) -> AskedBefore:
    """Return where the solver's answers about a game are kept as long as this process lives."""
    from rulewright.proofs.solving import AskedBefore  # noqa: PLC0415 - the prover is slow to load

    return AskedBefore()


def of_another_engine(game: str, theorem: Theorem) -> str:
    """Say which claim is held against the games of another engine than the game's; empty if none is."""
    own = type(games.specified(game).engine())
    for part in theorem.parts:
        real = getattr(part, "real", None)
        played = own if real is None else type(real.engine({}, {}))
        if played is not own:
            return (
                f"{part.kind} {part.name!r} is held against games of {played.__name__} (`real`), "
                f"which is not the game's {own.__name__}"
            )
    return ""


def refused(game: str, verdict: TheoremVerdict) -> str:
    """Say why a theorem does not hold of this game though it is proved; empty if it does.

    It names clauses and questions of the rulebook, and the games that it shows are legal.
    """
    rulebook = games.specified(game).rulebook
    known = {each.identifier for each in rulebook.clauses} | {q.name for q in rulebook.questions}
    if not verdict.theorem.clauses:
        return "it names no clause that it is about"
    if unknown := [each for each in verdict.theorem.clauses if each not in known]:
        return f"it is about {unknown[0]!r}, which is no clause and no question of {game}"
    if unknown_option := not_of_the_game(game, verdict.theorem.extent):
        return f"its scope has {unknown_option}, which {game} does not have"
    return of_another_engine(game, verdict.theorem) or of_its_games(game, verdict)


def of_its_games(game: str, verdict: TheoremVerdict) -> str:
    """Say which game that a theorem shows is none; empty if all are legal."""
    played: list[Ruled] = []
    for part in verdict.parts:
        shown = part.witness
        if shown is None:
            continue
        try:
            engine = games.specification(game, shown.params, shown.rulings)
            state_after(engine, shown.moves)
        except (IllegalAction, UsageError) as error:
            return f"{part.kind} {part.name!r} shows a game that the rules refuse: {error}"
        played.append(engine.rules)  # type: ignore[attr-defined]  # every game has them
    scope = verdict.theorem.extent
    if scope.over == "games" and played and (missed := scope.missed(played)):
        return f"its scope promises {missed}, but no game that it shows has it"
    return ""


def by_default(game: str, theorem: Theorem) -> str:
    """Say which parameters and readings a theorem leaves to the defaults of a game; empty if none."""
    specified = games.specified(game)
    every = specified.default_parameters, specified.default_rulings
    left = theorem.extent.by_default(*every)
    return options(left) if any(each is not None for each in left.values()) else ""


def not_of_the_game(game: str, scope: TheoremScope) -> str:
    """Name a parameter, a question or one of their values in a scope that a game does not have."""
    from rulewright.proofs.scope import is_possible  # noqa: PLC0415 - the prover is slow to load

    specified = games.specified(game)
    for name, readings in scope.readings.items():
        for reading in readings:
            if reading not in specified.readings.get(name, ()):
                return f"{name}={reading}"
    rules: Any = games.specification(game, {}, {})
    kind = type(rules.rules.params)
    known = {each.name for each in fields(kind)}
    ways = [
        {**base, **dict(zip(scope.params, values, strict=True))}
        for values in product(*scope.params.values())
        for base in ({}, *specified.full_size)  # what goes with a value may not be in the scope
    ]
    played = [each for each in ways if each.keys() <= known and is_possible(kind, each)]
    for name, values in scope.params.items():
        for value in values:
            if name not in known or not any(each[name] == value for each in played):
                return f"{name}={value}"
    return ""


def broken(name: str, mistake: GuestMistake, seconds: float) -> Proved:
    """Return the result for a theorem whose own code raised an exception: it does not hold."""
    return without_verdict(name, BROKEN, f"{mistake.what}{mistake.at}", seconds)


def lost(name: str, how: str) -> Proved:
    """Return the result for a theorem whose worker is lost."""
    return without_verdict(name, LOST, f"a worker is lost: {how}", 0.0)


def without_verdict(name: str, status: str, detail: str, seconds: float) -> Proved:
    """Return the result for a theorem that was not proved, and why."""
    nothing = "nothing was asked"
    return Proved(
        *(name, status, False, seconds, 0, detail, nothing, 0, 0, 0, nothing),
        certification=None,
        witness=None,
    )


def certifier(asked: Asked, progress: Progress) -> Certifier:
    """Return what checks the answers; certificates are kept in the user's cache folder."""
    from rulewright.certifying.certifier import Certifier  # noqa: PLC0415 - an optional step
    from rulewright.certifying.keeping import Kept  # noqa: PLC0415
    from rulewright.impl.cache import user_cache  # noqa: PLC0415

    try:
        kept = Kept(user_cache() / "certificates")
    except RuntimeError:  # the user has no home folder
        kept = Kept(None)
    return Certifier(kept, asked.certificates, progress=progress)


def slow_first(game: str, names: Sequence[str]) -> list[str]:
    """Return names of theorems, the slow ones first."""
    slow = {theorem.name for theorem in games.theorems(game) if theorem.slow}
    return sorted(names, key=lambda name: name not in slow)


@frozen
class TheoremParts:
    """Proves theorems that are parts; it travels to where they are proved."""

    asked: Asked

    def __call__(self, part: WorkPart, note: Callable[..., None]) -> Proved:
        """Prove the theorem of a part; raises `OtherSources`."""
        check_version(part)
        return proved(part.game, self.asked, part.share["theorem"], note)


def proved_with(
    executor: Executor, game: str, names: Sequence[str], asked: Asked
) -> Iterator[Proved]:
    """Prove theorems with an executor, the slow ones first; yield each verdict as it comes.

    One that kills its worker three times has none. Raises `ClusterError`.
    """
    rules = version_of(game)
    parts = (
        WorkPart(game, "theorem", {}, {}, 0, {"theorem": name}, rules)
        for name in slow_first(game, names)
    )
    for part, future in in_flight(executor, TheoremParts(asked), parts):
        try:
            yield future.result()
        except PartCrashed as error:
            yield lost(part.share["theorem"], str(error))


def side_by_side(
    game: str,
    names: Sequence[str],
    asked: Asked,
    jobs: int | None,
    progress: Progress,
    *,
    instead: Callable[[str, str], Proved] | None = None,
) -> Iterator[Proved]:
    """Prove theorems in several processes (None: see `processes.cores`), the slow ones first.

    Yields each verdict as soon as it is available. A guest's theorems are proved in another process.
    `instead` makes the verdict on one whose process ends; without it, `WorkerLost` is raised.
    """
    in_turn = slow_first(game, names)
    work = partial(proved, game, asked)
    apart = games.is_guest(game)
    return processes.side_by_side(work, in_turn, jobs, progress, lost=instead, apart=apart)
