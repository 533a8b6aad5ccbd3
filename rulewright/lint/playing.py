"""What shows in random games: drawings, actions, players without an action, what is never asked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import wraps
from itertools import islice
from typing import Any

from attrs import frozen

from rulewright.author.boards import BoardDrawing
from rulewright.lint.finding import LintFinding, finding
from rulewright.lint.sampling import KINDS, Calls, SampledGames, described
from rulewright.lint.sources import SourceFiles, place_of
from rulewright.play.by_clauses import beside_the_clauses, overridden
from rulewright.play.random_games import Line
from rulewright.play.view import view
from rulewright.spec.catalogue import SpecifiedGame
from rulewright.spec.lanes import lanes_in
from rulewright.wording.texts import HALF, halves_in

DRAWN = 6
"""Positions drawn of each set of options."""
MOST_DRAWN, FEWEST = 60, 3
"""Positions of games that may all have one drawing, and how many show that it is one too few."""

FOUND_IN = "`BoardDrawing` finds lists of cells at the top of a position, such as {'x': ['a1']}"


def drawings(
    specified: SpecifiedGame, sampled: SampledGames, files: SourceFiles
) -> Iterator[LintFinding]:
    """Draw some positions of games, with every mark; yield drawings that are no text.

    What a drawing raises is raised.
    """
    place = place_of(type(specified.draw).text, files.assigned("draw"))
    engine = sampled.engine
    for before, action, after in steps(sampled):
        here = engine.to_json(after)
        legal = engine.legal_actions(after)
        illegal = next((each for each in engine.candidates(after) if each not in legal), None)
        made = {
            "text": specified.draw.text(engine, here),
            "svg": specified.draw.svg(
                engine,
                here,
                action,
                before=None if before is None else engine.to_json(before),
                legal=legal,
                forbidden=illegal,
            ),
        }
        if here != engine.to_json(after):
            what = "the drawing changes the position that it is given"
            yield finding("drawing", place, what, "copy what is to be changed")
            return
        for name, drawn in made.items():
            if not isinstance(drawn, str) or not drawn.strip():
                what = f"the drawing's `{name}` gives {type(drawn).__name__} {drawn!r}"
                yield finding("drawing", place, what, "return a text that is not empty")
        if isinstance(made["svg"], str) and "<svg" not in made["svg"]:
            what = "the drawing's `svg` gives no <svg> element"
            yield finding("drawing", place, what, "return one SVG element")
    if shows_nothing(specified, sampled):
        what = "the drawing is the same for all positions of a game, as text and as SVG"
        ready = isinstance(specified.draw, BoardDrawing)
        remedy = FOUND_IN if ready else "draw what is on the board"
        yield finding("drawing", files.assigned("draw"), what, remedy)


def shows_nothing(specified: SpecifiedGame, sampled: SampledGames) -> bool:
    """Return whether positions have one drawing where turn, scores and winners, drawn too, are alike."""
    engine, draw = sampled.engine, specified.draw
    positions: dict[str, list[Any]] = {}
    drawn: dict[str, tuple[str, str]] = {}
    for state in islice(sampled.states(), MOST_DRAWN):
        here = engine.to_json(state)
        alike = repr((engine.turn(state), engine.scores(state), engine.winners(state)))
        met = positions.setdefault(alike, [])
        if here not in met:
            met.append(here)
            made = draw.text(engine, here), draw.svg(engine, here)
            if drawn.setdefault(alike, made) != made:
                return False
    return any(len(met) >= FEWEST for met in positions.values())


def steps(sampled: SampledGames) -> Iterator[tuple[Any, str | None, Any]]:
    """Yield some positions: what was before, the action, and what is now; starts and ends among them."""
    for line in sampled.lines[:1]:
        ends = len(line.states) - 1
        yield None, None, line.states[0]
        for at in sorted({1, *range(1, ends, max(ends // DRAWN, 1)), ends} - {0}):
            if at <= ends:
                yield line.states[at - 1], line.moves[at - 1], line.states[at]


def actions(sampled: SampledGames, files: SourceFiles) -> Iterator[LintFinding]:
    """Yield actions that are no text without spaces, or that are listed twice."""
    engine: Any = sampled.engine
    place = place_of(getattr(engine, "every_action", None), files.assigned("actions"))
    if "actions" in vars(type(engine)):
        place = files.assigned("actions")
    listed: Sequence[Any] = getattr(engine, "actions", ())
    seen, again = dict.fromkeys(listed), repeated(listed)
    for line in sampled.lines:
        for state in line.states[:: max(len(line.states) // DRAWN, 1)]:
            candidates = engine.candidates(state)
            seen |= dict.fromkeys(candidates)
            again = again or repeated(candidates)
    for action in seen:
        if not isinstance(action, str) or not action or action.split() != [action]:
            what = f"the action {action!r} is no text without spaces"
            yield finding(
                "action", place, what, "spell it without, since lists of moves have spaces"
            )
            break
    for action in halves_in(seen):
        what = f"the action {action!r} has {HALF}"
        yield finding("action", place, what, "spell it with whole characters")
    for action in again:
        what = f"the action {action!r} is listed more than once"
        yield finding("action", place, what, "list each action once")


def repeated(entries: Sequence[Any]) -> list[Any]:
    """Return the first entry that is listed more than once, if any is."""
    return [each for each, times in Counter(entries).items() if times > 1][:1]


def beside(every: Sequence[SampledGames], files: SourceFiles) -> Iterator[LintFinding]:
    """Yield a method of the specification that says something else than its clauses."""
    found = (
        (engine, line.moves[:ply], beside_the_clauses(engine, state, view(engine, state)))
        for engine, lines in ((sampled.engine, sampled.lines) for sampled in every)
        if overridden(type(engine))
        for line in lines
        for ply, state in enumerate(line.states)
    )
    for engine, moves, other in found:
        if other is not None:
            place = place_of(getattr(type(engine), other.method), files.anywhere)
            under = described({**engine.params, **engine.rulings})
            after = " ".join(moves) or "no move"
            what = f"{other.what} under {under}, after {after}: {other.said}"
            remedy = f"let `{other.method}` say what the clauses say, or leave it out"
            yield finding("result", place, what, remedy)
            return


def idle_ending(
    specified: SpecifiedGame, every: Sequence[SampledGames], files: SourceFiles
) -> Iterator[LintFinding]:
    """Yield an `ending_clause` that decides no end: by no effect, nor by forbidding whatever follows."""
    named: str = every[0].engine.ending_clause
    if all(getattr(specified.rulebook[named], kind) is None for kind in KINDS):
        return  # it says so in words alone
    forbids, ended, asked = True, 0, False
    for sampled in every:
        finished = (each for each in sampled.lines if is_finished(sampled.engine, each))
        for line in islice(finished, 1):
            said = said_at_the_end(specified, sampled.engine, line)
            if any(decides(each, line.states[-1]) for each in said):
                return
            ended, asked = ended + 1, asked or bool(said)
            forbids = forbids and forbids_all(sampled.engine, named, line.states[-1])
    if ended and not forbids:
        what = (
            f"{named}, which is the `ending_clause`, says what follows from an action, and ends no game"
            if asked
            else f"nothing evaluates {named}, which is the `ending_clause`, as a game ends"
        )
        remedy = "name the clause by which it ends"
        yield finding("reference", files.assigned("ending_clause"), what, remedy)


def decides(said: Any, last: Any) -> bool:
    """Return whether what a clause says may end a game: not if it is a position that goes on."""
    return type(said) is not type(last) or not any(getattr(said, "turn", ()) or ())


def forbids_all(engine: Any, clause: str, last: Any) -> bool:
    """Return whether a clause forbids every action in a position."""
    judged = engine.verdicts(last)
    width = len(judged.candidates)
    return clause in judged.lanes and not lanes_in(judged.lanes[clause], width)


def is_finished(engine: Any, line: Line) -> bool:
    """Return whether a game was played to its end."""
    return bool(line.moves) and bool(engine.is_over(line.states[-1]))


def said_at_the_end(specified: SpecifiedGame, engine: Any, line: Line) -> list[Any]:
    """Return what the effect of the ending clause says as the last action is played, and then."""
    said: list[Any] = []
    book = specified.rulebook
    effect = book[engine.ending_clause].effect
    if effect is None:
        return []

    @wraps(effect)
    def noting(*given: Any) -> Any:
        said.append(effect(*given))
        return said[-1]

    noted = book.replacing(engine.ending_clause, effect=noting)
    watched = specified.engine(engine.params, engine.rulings, rulebook=noted)
    for _ in range(2):  # what is asked once for all games is asked at first
        said.clear()
        watched.forget()
        view(watched, watched.play(line.states[-2], line.moves[-1]))
    return said


@frozen
class Deadlock:
    """A game in which a player is due and has no action."""

    moves: tuple[str, ...]
    player: str | None
    options: str

    @property
    def story(self) -> str:
        """The game, in words."""
        shown = " ".join(self.moves) or "no move"
        return f"under {self.options}, after {shown}, {self.player} is due and has no legal action"


def deadlocks(every: Sequence[SampledGames]) -> Iterator[Deadlock]:
    """Yield the games that stop although they are not over, the shortest first."""
    found = []
    for sampled in every:
        engine = sampled.engine
        for line in sampled.lines:
            last = line.states[-1]
            if not engine.is_over(last) and not engine.legal_actions(last):
                options = described({**engine.params, **engine.rulings})
                found.append(Deadlock(line.moves, engine.turn(last), options))
    yield from sorted(found, key=lambda each: len(each.moves))


def due_without_an_action(
    specified: SpecifiedGame, every: Sequence[SampledGames], files: SourceFiles
) -> Iterator[LintFinding]:
    """Yield a player who is due without an action where that is not declared, or declared in vain."""
    found = next(deadlocks(every), None)
    declared = specified.deadlock
    if found is not None and not declared:
        yield finding(
            "deadlock",
            files.call(("SpecifiedGame",)),
            found.story,
            "let the turn pass or the game end there, or say in `deadlock` of the SpecifiedGame why not",
        )
    if found is None and declared:
        positions = sum(sampled.positions for sampled in every)
        yield finding(
            "deadlock",
            files.assigned("deadlock"),
            f"`deadlock` is declared, but every player who was due had an action in {positions:,} "
            "positions",
            "leave it out, or list parameters in `exhausted` or `played` under which it happens",
        )


def never_asked(
    specified: SpecifiedGame, calls: Calls, files: SourceFiles
) -> Iterator[LintFinding]:
    """Yield the formulas that nothing evaluates."""
    for clause in specified.rulebook.clauses:
        for kind in KINDS:
            formula = getattr(clause, kind)
            if formula is not None and (clause.identifier, kind) not in calls.asked:
                place = place_of(formula, files.call_with(("Clause",), clause.identifier))
                name = getattr(formula, "__name__", kind)
                remedy = (
                    f"ask the rulebook for it: effect({clause.identifier!r}, ...), or leave it out"
                    if kind == "effect"
                    else "let the engine judge by it, or leave it out"
                )
                what = f"nothing evaluates {name}, `{kind}` of {clause.identifier}"
                yield finding("unused", place, what, remedy)
