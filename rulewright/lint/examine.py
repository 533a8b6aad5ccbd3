"""Examine a game's package: first as data, then by playing it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from attrs import define, field

from rulewright.interface import MalformedPosition, RulewrightError
from rulewright.lint import package, symmetries
from rulewright.lint.bounds import LEFT, TooSlowToCheck, leaves_its_arrays
from rulewright.lint.code import asked_for, compared_readings
from rulewright.lint.effort import NORMAL, LintEffort, TooSlow
from rulewright.lint.finding import LintFinding, LintReport, finding, without_repetition
from rulewright.lint.formulas import FormulasLint
from rulewright.lint.idle import idle
from rulewright.lint.playing import (
    actions,
    beside,
    drawings,
    due_without_an_action,
    idle_ending,
    never_asked,
)
from rulewright.lint.readings import ReadingsSearch, unused_readings
from rulewright.lint.refusing import RefusingFactsLint
from rulewright.lint.rims import rims
from rulewright.lint.rulebook import RulebookLint
from rulewright.lint.sampling import (
    Calls,
    DemandBroken,
    ReadingChanges,
    SampledGames,
    asked_everything,
    described,
    option_sets,
    played,
)
from rulewright.lint.shared import takes_rules
from rulewright.lint.sources import SourceFiles, place_of
from rulewright.play import games
from rulewright.play.attribution import (
    GUEST,
    GuestMistake,
    Place,
    UnusableResult,
    attributed,
    place_in,
    raised_by,
)
from rulewright.play.games import NotOffered
from rulewright.play.promises import broken_by
from rulewright.play.watch import Alive, NoAnswer, watched
from rulewright.spec.catalogue import SpecifiedGame
from rulewright.spec.one_by_one import OneByOne
from rulewright.spec.registry import Rulebook
from rulewright.wording.numbers import counted

Progress = Callable[[str], None]


CONSEQUENCES = {"deadlock", "symmetry", "demand"}
"""Kinds of findings that may be due to a formula that says something else of many positions at once."""
UNTIL_MENDED = (
    "readings, symmetries, demands and players who are due, until the formulas are mended"
)


def nothing() -> None:
    """Wait for no answer."""


def silent(line: str) -> None:
    """Discard progress messages."""
    del line


def lint(
    game: str, seed: int = 0, effort: LintEffort = NORMAL, progress: Progress = silent
) -> LintReport:
    """Look for what is wrong with a game's package.

    What the game's code raises is a finding, and what depends on it is left out; raises `UnknownGame`,
    and every exception that is not a guest's.
    """
    examined = PackageLint(game, seed, effort, progress)
    examined.run()
    return examined.report()


@define(eq=False)
class PackageLint:
    """One game, and what was found so far."""

    game: str
    seed: int
    effort: LintEffort
    progress: Progress
    found: list[LintFinding] = field(factory=list)
    looked_at: list[str] = field(factory=list)
    left_out: list[str] = field(factory=list)
    cases: int = 0
    unread: bool = False
    """Whether positions that the game wrote could not be read."""
    alive: Alive = nothing
    """Called whenever something has been looked at."""

    def report(self) -> LintReport:
        """Return what was found."""
        return LintReport(
            self.game,
            without_repetition(self.found),
            tuple(self.looked_at),
            tuple(dict.fromkeys(self.left_out)),
            self.cases,
        )

    def run(self) -> None:
        """Look at everything; code that gives no answer ends it, and is a finding."""
        try:
            self.everything()
        except NoAnswer as error:
            place = place_named(error.place, self.game)
            remedy = "let every call come to an end"
            self.found.append(finding("endless", place, error.what, remedy))
            self.left_out.append("what comes after it")

    @contextmanager
    def in_time(self) -> Iterator[None]:
        """Interrupt code of the game's that gives no answer; raises `NoAnswer`."""
        try:
            with watched(self.game, self.effort.answer) as self.alive:
                yield
        finally:
            self.alive = nothing

    def note(self, line: str) -> None:
        """Report what is looked at now: so much has been answered."""
        self.alive()
        self.progress(line)

    def everything(self) -> None:
        """Look at everything, as far as the package can be loaded and played."""
        with self.in_time():
            loaded = self.loaded()
        if loaded is None:
            return
        specified, files = loaded
        if not self.keeps_its_arrays(files):
            self.left_out.append(
                "playing, since compiled code that leaves its arrays may do anything"
            )
            return
        with self.in_time():
            self.by_playing(specified, files)

    def loaded(self) -> tuple[SpecifiedGame, SourceFiles] | None:
        """Load the package, and look at it as data; None if it cannot be played."""
        specified = self.safely("the specification", lambda: games.specified(self.game))
        if specified is None:
            return None
        files = SourceFiles.of(self.game)
        before = len(self.found)
        self.as_data(specified, files)
        if len(self.found) > before and not playable(specified):
            self.left_out.append("playing, since the rulebook and the rulings do not fit")
            return None
        if self.safely("the engine", lambda: games.specification(self.game)) is None:
            return None
        return specified, files

    def keeps_its_arrays(self, files: SourceFiles) -> bool:
        """Look at compiled code, and return whether it may be run."""
        if dependent("the implementation") in self.left_out:
            return True
        self.note("the compiled code")
        before = len(self.found)
        try:
            self.take("compiled code", lambda: leaves_its_arrays(self.game, self.seed, files))
        except TooSlowToCheck:
            self.left_out.append("whether compiled code keeps within its arrays")
            return True
        return not any(each.what.startswith(LEFT) for each in self.found[before:])

    def as_data(self, specified: SpecifiedGame, files: SourceFiles) -> None:
        """Look at what can be read without playing."""
        self.note("the rulebook")
        rulebook = RulebookLint(specified.rulebook, files)
        self.take("the rulebook", rulebook.findings)
        self.take("the rulings", lambda: rulebook.against_rulings(specified.readings))
        self.take("the code", lambda: asked_for(specified.rulebook, files))
        self.take("the code", lambda: compared_readings(specified.rulebook, files))
        self.take("the names", lambda: package.named(self.game, specified, files))
        self.take("the sizes", lambda: package.sized(specified, files))
        self.take("the theorems", lambda: package.proved(self.game, specified, files))
        self.take("the theorems", lambda: rims(self.game, files))
        self.take("the implementation", lambda: package.implemented(self.game, specified, files))
        sentences = sum(map(len, specified.rulebook.sentences.values()))
        clauses = len(specified.rulebook.clauses)
        self.cases += sentences + clauses
        self.looked_at += [counted(sentences, "sentences"), counted(clauses, "clauses")]

    def by_playing(self, specified: SpecifiedGame, files: SourceFiles) -> None:
        """Play random games, and look at what shows."""
        calls = Calls(most=self.effort.kept)
        every = list(self.sampled(specified, calls))
        if not every:
            return
        engine = every[0].engine
        self.take("what methods return", lambda: unusable(engine, files))
        self.take("the options", lambda: package.consistent(specified, files))
        self.take("shared rules", lambda: takes_rules(self.game, specified, engine))
        before = len(self.found)
        self.take("the ending clause", lambda: package.ending(engine, files))
        if len(self.found) == before:
            self.take("the ending clause", lambda: idle_ending(specified, every, files))
        self.take("the symmetries", lambda: package.renamed(self.game, specified, engine, files))
        for sampled in every:
            self.take("the actions", partial(actions, sampled, files))
        self.take("what methods say", lambda: beside(every, files))
        self.take("players who are due", lambda: due_without_an_action(specified, every, files))
        if not self.unread:
            self.by_reading(specified, files, every, calls)
        self.note("the formulas")
        formulas: FormulasLint | RefusingFactsLint
        if isinstance(engine, OneByOne):
            formulas = compared = FormulasLint(specified, files, calls)
            self.take("the formulas", lambda: compared.findings(every))
        else:
            formulas = refusing = RefusingFactsLint(specified.rulebook, files, calls)
            self.take("the formulas", refusing.findings)
        self.left_out += formulas.left_out
        if any(each.kind == "formula" for each in self.found):
            self.found = [each for each in self.found if each.kind not in CONSEQUENCES]
            self.left_out.append(UNTIL_MENDED)
        else:
            if isinstance(engine, OneByOne):
                self.take("idle clauses", lambda: idle(specified, files, calls))
            self.compare_readings(specified, files)
        self.leave_out_what_nothing_plays(every)
        positions = sum(sampled.positions for sampled in every)
        lines = sum(len(sampled.lines) for sampled in every)
        self.cases += positions + formulas.evaluated
        self.looked_at += [
            f"{counted(positions, 'positions')} of {counted(lines, 'random games')}",
            f"{counted(formulas.evaluated, 'evaluations')} of formulas in other ways",
        ]

    def compare_readings(self, specified: SpecifiedGame, files: SourceFiles) -> None:
        """Look for readings that make no difference; a wrong demand may be why there is none."""
        what = "readings that make no difference"
        if any(each.kind == "demand" for each in self.found):
            self.left_out.append(f"{what}, until the demand is mended")
            return
        self.note("the readings")
        search = ReadingsSearch(self.game, specified, self.seed, self.effort, self.alive)
        self.in_time_for(
            what, partial(self.take, "the readings", lambda: unused_readings(search, files))
        )

    def leave_out_what_nothing_plays(self, every: Sequence[SampledGames]) -> None:
        """Where nobody can begin, no effect is asked for, and no reading differs."""
        begun = any(line.moves for sampled in every for line in sampled.lines)
        if not begun and any(each.kind == "deadlock" for each in self.found):
            self.found = [each for each in self.found if each.kind != "unused"]
            self.left_out.append("clauses and readings that nothing uses, until an action is legal")

    def by_reading(
        self,
        specified: SpecifiedGame,
        files: SourceFiles,
        every: Sequence[SampledGames],
        calls: Calls,
    ) -> None:
        """Look at what reads positions that the game has written."""
        for sampled in every:
            self.take("the drawing", partial(drawings, specified, sampled, files))
        self.take("unused clauses", lambda: never_asked(specified, calls, files))
        for what, look in (
            ("claims", symmetries.claimed_in_vain),
            ("candidates", symmetries.forgotten),
        ):
            self.in_time_for(
                f"some symmetries ({what})",
                partial(self.take, what, partial(look, specified, every, files, self.effort)),
            )

    def in_time_for(self, what: str, look: Callable[[], None]) -> None:
        """Look at something, or say that there was no time for it."""
        try:
            look()
        except TooSlow as slow:
            so_far = f" ({slow})" if str(slow) else ""
            self.left_out.append(f"{what}, for want of time{so_far}")

    def sampled(self, specified: SpecifiedGame, calls: Calls) -> Iterator[SampledGames]:
        """Play random games under several sets of options, with formulas that note their calls."""
        watched = calls.watched(specified.rulebook)
        for number, (params, rulings) in enumerate(option_sets(specified)):
            calls.under = number
            self.note(f"random games, {described({**params, **rulings})}")
            found = self.safely(
                "random games", partial(self.games, specified, params, rulings, watched)
            )
            if found is not None:
                lines = found.lines[:2]
                if not self.unread:
                    ask = partial(asked_everything, found.engine, lines, Random(self.seed))
                    said = self.safely("positions", ask)
                    self.unread = not said
                    if said is False:
                        self.left_out.append(dependent("positions"))
                yield found

    def games(
        self,
        specified: SpecifiedGame,
        params: dict[str, Any],
        rulings: dict[str, str],
        watched: Rulebook,
    ) -> SampledGames:
        """Play random games under one set of options."""
        engine = specified.engine(params, rulings, rulebook=watched)
        games.refuse_players(self.game, engine)
        effort = self.effort
        found = played(engine, self.seed, effort.most, effort.positions, effort.seconds)
        if found.is_cut_short:
            self.left_out.append("some random games, which were cut short for want of time")
        return found

    def take(self, what: str, look: Callable[[], Iterable[LintFinding]]) -> None:
        """Look for findings of one kind; an exception of the guest's is a finding itself."""
        self.safely(what, lambda: self.found.extend(look()))

    def safely(self, what: str, work: Callable[[], Any]) -> Any:
        """Return the result of some work; None if the game's code raises, which is a finding."""
        self.alive()
        try:
            return work()
        except BaseException as error:
            mistake = attributed(error)
            if isinstance(mistake, GuestMistake):
                self.found.append(of_mistake(mistake))
            elif isinstance(mistake, RulewrightError):
                self.found.append(self.of_refusal(mistake, what))
            else:
                raise
            self.left_out.append(dependent(what))
            return None

    def of_refusal(self, error: RulewrightError, what: str) -> LintFinding:
        """Return the finding of an error on purpose, where nothing wrong was asked for."""
        if isinstance(error, DemandBroken):
            files = SourceFiles.of(self.game)
            demand = games.specified(self.game).rulebook[error.clause].holds
            remedy = "mend the demand, or the formulas by which the game comes there"
            return finding("demand", place_of(demand, files.anywhere), str(error), remedy)
        files = SourceFiles.of(self.game)
        if error.exit_status == GUEST:  # of an implementation that is not complete
            return finding(
                "exception", package.implementation_place(files), str(error), "complete it"
            )
        if isinstance(error, MalformedPosition) and what != "the drawing":
            return self.of_reading(error, what, files)
        place = place_in(error, [games.folder_of_specification(self.game)])
        if isinstance(error, MalformedPosition):
            place = files.assigned("draw")
        return finding("exception", place or files.anywhere, f"{what}: {error}", "mend the code")

    def of_reading(self, error: MalformedPosition, what: str, files: SourceFiles) -> LintFinding:
        """Return the finding of a position that is not read as it was written."""
        place = place_of(getattr(games.specified(self.game).engine, "parsed", None), files.anywhere)
        if isinstance(error, ReadingChanges):
            said = "`parsed` changes the position that it is given"
            return finding("result", place, said, "copy what is to be changed")
        cause = error.__cause__
        why = f"it raises {raised_by(cause)}" if cause else "it makes another one of it"
        said = f"{what}: `parsed` does not read a position as `to_json` writes it: {why}"
        if cause is None:
            return finding("result", place, said, "let each read what the other writes")
        place = place_in(cause, [games.folder_of_specification(self.game)]) or place
        return finding("exception", place, said, "mend the code")


def unusable(engine: Any, files: SourceFiles) -> Iterator[LintFinding]:
    """Yield what a method of the specification, or of the implementation, may not return."""
    broken = broken_by(engine, ())
    if broken is not None:
        yield finding("result", broken.place or files.anywhere, broken.returns, broken.due)


def of_mistake(mistake: GuestMistake) -> LintFinding:
    """Return the finding of an exception that the game's code raises."""
    place = place_of_mistake(mistake)
    if isinstance(mistake, NotOffered):
        what, _, remedy = mistake.raised.partition(": ")
        return finding("package", place, what, remedy)
    if isinstance(mistake, UnusableResult):
        what, _, remedy = mistake.raised.rpartition(": ")
        return finding("result", place, what, remedy)
    what = f"the code of {mistake.game!r} raises {mistake.raised}"
    return finding("exception", place, what, "mend the code there")


def place_of_mistake(mistake: GuestMistake) -> Place:
    """Return the place that a mistake names; the package, if it names none."""
    return place_named(mistake.place, mistake.game)


def place_named(place: str, game: str) -> Place:
    """Return the place of a text such as `file:line`; the game's package if it is empty."""
    file, _, line = place.rpartition(":")
    if file:
        return Path(file).resolve(), int(line)
    return Path(games.guest_packages().get(game, game)), 1


def dependent(what: str) -> str:
    """Say what was left out because something could not be looked at."""
    return f"what depends on {what}, until that is mended"


def playable(specified: SpecifiedGame) -> bool:
    """Return whether the rulebook can be asked for its clauses while games are played."""
    identifiers = [clause.identifier for clause in specified.rulebook.clauses]
    return len(set(identifiers)) == len(identifiers)
