"""A whole run: smoke test, then every game, then the report."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from time import monotonic
from typing import Any

from attrs import field, frozen

from rulewright import __version__
from rulewright.conformance.adapter.conversation import Object, Opens, Player
from rulewright.conformance.adapter.crew import Crew
from rulewright.conformance.adapter.faults import MalformedActions, ProgramNotFound, TimeExhausted
from rulewright.conformance.evidence.budget import NORMAL, Effort
from rulewright.conformance.evidence.printable import named
from rulewright.conformance.evidence.report import Case, FaultMet, GameReport, Report, Verdict
from rulewright.conformance.stages import counting, misspelt, options
from rulewright.conformance.stages.asking import ask_otherwise
from rulewright.conformance.stages.random_games import random_games
from rulewright.conformance.stages.run import LeftAlone, Run
from rulewright.conformance.stages.smoke import Smoke
from rulewright.conformance.stages.vectors import left_out, play_vectors, suite
from rulewright.conformance.verdict.conclude import Conclusion, plays, suggestion
from rulewright.interface import Json, UnknownGame, UsageError
from rulewright.play import games
from rulewright.protocol.messages import Introduced


def silent(line: str) -> None:
    """Tell nobody."""
    del line


class NotOfThisGame(UsageError):
    """Parameters or rulings that one of the games which an adapter names does not have."""

    def __init__(self, game: str, error: UsageError, *, several: bool) -> None:
        """Name the game, what is wrong with the options for it, and the way out."""
        out = "; the adapter names several games: add --game with the one that is meant"
        super().__init__(f"{game}: {error}{out if several else ''}")


@frozen
class Order:
    """What is to be checked, and how."""

    game: str | None = None
    """A game; None for all that the engine names."""
    params: Json = field(factory=dict)
    """Parameters that are fixed; the others take every value that the tests want."""
    rulings: Mapping[str, str] = field(factory=dict)
    """Readings in force; those left out have their defaults."""
    effort: Effort = NORMAL
    seed: int = 0
    jobs: int = 1

    def refuse_unknown(self) -> None:
        """Raise the error for a game or for options that there are not; all else comes later."""
        if self.game is not None:
            games.fastest(self.game, self.params, self.rulings)


def conform(opens: Opens, order: Order, note: Callable[[str], None] = silent) -> Report:
    """Check an engine.

    Raises `UnknownGame`, and what a game's engine raises for options that it does not have; whatever
    is wrong with the engine is in the report. Raises `NoVectors` where the installed suite has nothing.
    """
    began = monotonic()
    order.refuse_unknown()
    smoke = Smoke(opens)
    note("smoke")
    introduced = smoke.greet()
    reports: tuple[GameReport, ...] = ()
    early = tuple(smoke.faults)
    if introduced is not None and not early:
        chosen = games_of(order, introduced)
        reports = tuple(game_report(opens, order, game, smoke.cases, note) for game in chosen)
    return Report(
        name=named(introduced.name if introduced is not None else "") or named(opens.name),
        language=named(introduced.language if introduced is not None else ""),
        command=opens.name,
        seed=order.seed,
        effort=order.effort.name,
        games=reports,
        faults=early,
        seconds=monotonic() - began,
        version=__version__,
    )


def games_of(order: Order, introduced: Introduced) -> Sequence[str]:
    """Choose the games: the one ordered, or all that both sides know.

    Raises `NotOfThisGame` for options that one of them does not have.
    """
    if order.game is not None:
        return (order.game,)
    known = games.game_names()
    found = [name for name in dict.fromkeys(introduced.games) if name in known]
    for game in found:
        try:
            games.fastest(game, order.params, order.rulings)
        except UsageError as error:
            raise NotOfThisGame(game, error, several=len(found) > 1) from error
    if not found:
        raise UnknownGame(
            named(", ".join(introduced.games)) or "none", known, "among those it names"
        )
    return found


def game_report(
    opens: Opens,
    order: Order,
    game: str,
    smoke: Sequence[Case],
    note: Callable[[str], None],
) -> GameReport:
    """Check one game."""
    began = monotonic()
    suite(game)  # without vectors nothing is begun
    rulings = games.specified(game).default_rulings | dict(order.rulings)
    with Crew(opens, order.jobs) as crew:
        run = Run(opens, game, dict(order.params), rulings, order.effort, order.seed, note, crew)
        run.cases.extend(smoke)
        conclusion = Conclusion(run)
        supported = ""
        try:
            if run.begin():
                play_vectors(run)
                counting.count(run)
                misspelt.offer(run)
                random_games(run)
                ask_otherwise(run)
                options.offer(run)
                run.position_told()
            elif run.unsupported and not run.faults:
                found = run.supported_rulings()
                supported = "it does support " + ", ".join(
                    f"--ruling {name}={reading}" for each in found for name, reading in each.items()
                )
                supported = supported if found else ""
            if run.notebook.pages:
                conclusion.draw()
        except (TimeExhausted, ProgramNotFound, MalformedActions) as error:
            run.faults.append(FaultMet(error.kind, str(error), "the whole run"))
        except LeftAlone:
            note(f"{game}: left alone after {len(run.faults)} faults")
        if run.findings and not conclusion.deviations:
            conclusion.tell_plainly()
        drawn = hasattr(conclusion, "identified")
        return GameReport(
            game=game,
            title=games.specified(game).rulebook.title,
            params=run.given,
            rulings=rulings,
            cases=tuple(run.cases),
            deviations=conclusion.deviations + conclusion.about_options(),
            faults=tuple(run.faults),
            questions=conclusion.questions,
            plays=plays(conclusion) if drawn else "nothing was observed",
            suggestion=suggestion(conclusion) if drawn else supported,
            positions=run.compared,
            messages=crew.asked,
            seconds=monotonic() - began,
            left_out=left_out(run),
        )


def check(
    player: Player,
    game: str,
    params: Json | None = None,
    rulings: Mapping[str, str] | None = None,
    *,
    effort: Effort = NORMAL,
    seed: int = 0,
) -> Report:
    """Check an engine written in Python, without any process.

    `player` is an object with the methods of `Player`. The report says what came of it; its `verdict`
    is `Verdict.CONFORMS` if all that was checked is right. Raises as `conform` does.
    """
    order = Order(game, dict(params or {}), dict(rulings or {}), effort, seed)
    return conform(Object(player), order)


def passes(report: Report) -> bool:
    """Tell whether a report says that an engine conforms."""
    return report.verdict is Verdict.CONFORMS


__all__: list[Any] = ["Order", "check", "conform", "passes"]
