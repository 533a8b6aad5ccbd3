"""A whole run: smoke test, then every game, then the report."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from time import monotonic

from attrs import evolve, field, frozen

from rulewright import __version__
from rulewright.conformance.adapter.conversation import Command, Object, Opens, Player
from rulewright.conformance.adapter.crew import Crew
from rulewright.conformance.adapter.elsewhere import NoProgram, PlayedElsewhere
from rulewright.conformance.adapter.faults import (
    GameNotNamed,
    MalformedActions,
    NoSuchPart,
    ProgramNotFound,
    TimeExhausted,
)
from rulewright.conformance.evidence.collected import Evidence, TooManyFaults
from rulewright.conformance.evidence.hypothesis import Hypothesis, not_default
from rulewright.conformance.evidence.known import KnownDifference, met_elsewhere, version_in
from rulewright.conformance.evidence.played import what_was_played
from rulewright.conformance.evidence.printable import named
from rulewright.conformance.evidence.report import (
    PASSING,
    Conformity,
    FaultMet,
    GameReport,
    Report,
    of_faults,
)
from rulewright.conformance.evidence.setup import Setup
from rulewright.conformance.evidence.thoroughness import NORMAL, Thoroughness
from rulewright.conformance.stages import counting, misspelt, options
from rulewright.conformance.stages.asking import ask_otherwise
from rulewright.conformance.stages.late_games import late_games
from rulewright.conformance.stages.nearly_legal import nearly_legal_actions
from rulewright.conformance.stages.other_rulings import other_rulings
from rulewright.conformance.stages.other_values import other_values
from rulewright.conformance.stages.random_games import random_games
from rulewright.conformance.stages.right_after import offer_right_after
from rulewright.conformance.stages.ruling_sets import SupportedRulings, seed_under
from rulewright.conformance.stages.run import GameRun, requests_sent
from rulewright.conformance.stages.smoke import (
    Smoke,
    begins,
    refuse_unknown_parts,
    refuse_unnamed,
    supported_rulings,
)
from rulewright.conformance.stages.vectors import left_out, play_vectors, suite
from rulewright.conformance.verdict.conclude import Conclusion, plays, suggestion
from rulewright.conformance.verdict.declared import DeclaredDifferences
from rulewright.conformance.verdict.reporting import about_options, unreduced
from rulewright.interface import Json, UnknownGame, UsageError
from rulewright.parts import Executor
from rulewright.play import games
from rulewright.protocol.messages import HelloAnswer

ENDING = (TimeExhausted, ProgramNotFound, MalformedActions, GameNotNamed, NoSuchPart)
"""Faults that end the run of a game."""


def silent(line: str) -> None:
    """Discard progress messages."""
    del line


class NotOfThisGame(UsageError):
    """Parameters or rulings that one of the games which an adapter names does not have."""

    def __init__(self, game: str, error: UsageError, *, several: bool) -> None:
        """Name the game, what is wrong with the options for it, and the way out."""
        out = "; the adapter names several games: add --game with the one that is meant"
        super().__init__(f"{game}: {error}{out if several else ''}")


@frozen
class Plan:
    """What to check, and how."""

    game: str | None = None
    """One game; None for all that the engine names."""
    params: Json = field(factory=dict)
    """Parameters that are fixed; the others take every value that the tests want."""
    rulings: Mapping[str, str] = field(factory=dict)
    """Readings in force; those left out have their defaults."""
    effort: Thoroughness = NORMAL
    seed: int = 0
    jobs: int = 1
    known: tuple[KnownDifference, ...] = ()
    """Differences that are declared."""
    covering: str = ""
    """How to check under several rulings, `EVERY` or `PAIRS`; "" for those in force alone."""
    elsewhere: Executor | None = None
    """Has the engine play, on its processes; None: this process does."""

    def refuse_unknown(self) -> None:
        """Fail early on an unknown game or option."""
        if self.game is not None:
            games.fastest(self.game, self.params, self.rulings)


def conform(opens: Opens, plan: Plan, note: Callable[[str], None] = silent) -> Report:
    """Check an engine.

    Raises `UnknownGame`, and what a game's engine raises for options that it does not have; whatever
    is wrong with the engine is in the report. Raises `NoVectors` where the installed suite has nothing.
    """
    began = monotonic()
    plan.refuse_unknown()
    smoke = Smoke(opens)
    note("smoke")
    introduced = smoke.greet()
    reports: tuple[GameReport, ...] = ()
    early = tuple(smoke.faults)
    chosen: Sequence[str] = ()
    if introduced is not None and not early:
        chosen = games_of(plan, introduced)
        reports = tuple(
            game_report(opens, ruled, game, smoke, note)
            for game in chosen
            for ruled in plans_for(opens, plan, game, note)
        )
        met = [each.difference for game in reports for each in game.declared if each.deviations]
        reports = tuple(
            evolve(each, declared=met_elsewhere(each.declared, met)) for each in reports
        )
    return Report(
        name=named(introduced.name if introduced is not None else "") or named(opens.name),
        language=named(introduced.language if introduced is not None else ""),
        command=opens.name,
        words=opens.words,
        seed=plan.seed,
        effort=plan.effort.name,
        games=reports,
        faults=early,
        seconds=monotonic() - began,
        version=__version__,
        readings={game: readings_of(game) for game in chosen} if plan.covering else {},
    )


def readings_of(game: str) -> tuple[tuple[str, str], ...]:
    """Return each question with each of its readings, the default ones first."""
    every = games.specified(game).readings
    return tuple((question, reading) for question in every for reading in every[question])


def plans_for(opens: Opens, plan: Plan, game: str, note: Callable[[str], None]) -> Iterator[Plan]:
    """Yield a plan for each of the rulings that a game is checked under, each with a seed of its own."""
    if not plan.covering:
        yield plan
        return
    found = games.specified(game)
    in_force = Hypothesis.of(found.default_rulings | dict(plan.rulings))
    params = not_default(plan.params, found.default_parameters)
    with Crew(opens) as crew:
        chosen = SupportedRulings(crew.first, game, params, in_force).chosen(plan.covering)
    for number, each in enumerate(chosen, start=1):
        note(f"{game}: rulings {number} of {len(chosen)}")
        seed = seed_under(plan.seed, game, each, in_force)
        yield evolve(plan, rulings=each.readings, seed=seed)


def games_of(plan: Plan, introduced: HelloAnswer) -> Sequence[str]:
    """Choose the games: the one ordered, or all that both sides know.

    Raises `NotOfThisGame` for options that one of them does not have.
    """
    if plan.game is not None:
        return (plan.game,)
    known = games.game_names()
    found = [name for name in dict.fromkeys(introduced.games) if name in known]
    for game in found:
        try:
            games.fastest(game, plan.params, plan.rulings)
        except UsageError as error:
            raise NotOfThisGame(game, error, several=len(found) > 1) from error
    if not found:
        raise UnknownGame(
            named(", ".join(introduced.games)) or "none", known, "among those it names"
        )
    return found


def game_report(
    opens: Opens,
    plan: Plan,
    game: str,
    smoke: Smoke,
    note: Callable[[str], None],
) -> GameReport:
    """Check one game."""
    began = monotonic()
    suite(game)  # without vectors nothing is begun
    rulings = games.specified(game).default_rulings | dict(plan.rulings)
    setup = Setup(game, dict(plan.params), rulings, plan.effort, plan.seed)
    assert smoke.introduced is not None
    with Crew(opens, plan.jobs, smoke.introduced) as crew:
        run = GameRun(setup, crew, note, elsewhere_with(opens, plan))
        evidence = run.evidence
        evidence.cases.extend(smoke.cases)
        conclusion = Conclusion(run)
        supported: list[str] = []
        try:
            prepare(run, opens, smoke.introduced)
            if begins(run):
                if isinstance(opens, Command):  # a player in this process names no games
                    refuse_unnamed(run, smoke.introduced)
                through(run, partial(play_stages, run))
            elif evidence.unsupported and not evidence.faults:
                supported = [f"--ruling {each}" for each in supported_rulings(run)]
            if evidence.notebook.pages and not through(run, conclusion.draw):
                conclusion.draw()
        except ENDING as error:
            evidence.faults.append(FaultMet(error.kind, str(error), "the whole run"))
        if evidence.detections and not conclusion.deviations:
            conclusion.deviations = tuple(unreduced(run))
        hint = f"it does support {' '.join(supported)}" if supported else ""
        drawn = hasattr(conclusion, "identified")
        report = GameReport(
            game=game,
            title=games.specified(game).rulebook.title,
            params=setup.given,
            rulings=rulings,
            cases=tuple(evidence.cases),
            deviations=conclusion.deviations + tuple(about_options(run)),
            faults=tuple(evidence.faults),
            questions=conclusion.questions,
            plays=plays(conclusion) if drawn else not_judged(evidence),
            suggestion=suggestion(conclusion) if drawn else hint,
            positions=run.rules.compared,
            played=what_was_played(evidence.notebook),
            messages=requests_sent(run),
            seconds=monotonic() - began,
            not_compared=evidence.not_compared,
            left_out=left_out(setup),
            unexplained=conclusion.unexplained,
            seed=plan.seed,
        )
        return with_known(report, conclusion, plan, smoke) if plan.known else report


def prepare(run: GameRun, opens: Opens, introduced: HelloAnswer) -> None:
    """Get ready to judge a game, before the adapter is asked for more than its name."""
    if isinstance(opens, Command):
        run.rules.laboratory.in_time = opens.clock.left
    refuse_unknown_parts(run, introduced)
    run.rules.rehearse()


def elsewhere_with(opens: Opens, plan: Plan) -> PlayedElsewhere | None:
    """Return what plays scripts elsewhere, if that is wanted; raises `NoProgram`."""
    if plan.elsewhere is None:
        return None
    if not isinstance(opens, Command):
        raise NoProgram
    return PlayedElsewhere(plan.elsewhere, opens, plan.seed)


def not_judged(evidence: Evidence) -> str:
    """Say why nothing is said of what an engine plays."""
    if not evidence.notebook.pages:
        return "nothing was observed"
    if of_faults(evidence.faults) is Conformity.UNFINISHED:
        return "what it plays is not judged, as the run was not finished"
    return "what it plays is not judged, as the adapter is at fault"


def with_known(report: GameReport, conclusion: Conclusion, plan: Plan, smoke: Smoke) -> GameReport:
    """Hold a report against the differences that are declared."""
    name = "" if smoke.introduced is None else smoke.introduced.name
    entries = tuple(
        each
        for each in plan.known
        if each.applies(report.game, dict(report.rulings), report.params)
    )
    found = DeclaredDifferences(conclusion, entries, version_in(name))
    complete = not report.faults and report.checked > 0
    deviations, declared = found.marked(report.deviations, complete=complete)
    report = evolve(report, deviations=deviations, declared=declared)
    if deviations and complete and all(each.known for each in deviations):
        return evolve(report, beyond=found.beyond())
    return report


def through(run: GameRun, work: Callable[[], None]) -> bool:
    """Do some work; False if the adapter broke down too often, and is left alone from then on."""
    try:
        work()
    except TooManyFaults:
        run.note(f"left alone after {len(run.evidence.faults)} faults")
        run.left_alone = True
        return False
    return True


def play_stages(run: GameRun) -> None:
    """Go through all stages of a game that is supported."""
    play_vectors(run)
    counting.count(run)
    misspelt.offer(run)
    random_games(run)
    nearly_legal_actions(run)
    late_games(run)
    other_values(run)
    other_rulings(run)
    ask_otherwise(run)
    offer_right_after(run)
    options.offer(run)
    run.evidence.add_positions_case()


def check(
    player: Player,
    game: str,
    params: Json | None = None,
    rulings: Mapping[str, str] | None = None,
    *,
    effort: Thoroughness = NORMAL,
    seed: int = 0,
) -> Report:
    """Check an engine written in Python, without any process.

    `player` has the methods of `Player`. The `verdict` of the report is `Conformity.CONFORMS` if all
    that was checked is right. Raises as `conform` does.
    """
    plan = Plan(game, dict(params or {}), dict(rulings or {}), effort, seed)
    return conform(Object(player), plan)


def passes(report: Report) -> bool:
    """Return whether a report says that an engine conforms, known differences apart."""
    return report.verdict in PASSING
