"""What every other reading of every question says of a position, and where the readings part.

Each reading is followed along the line with its own specification, and compared in every position. Where
it has parted, this very position is read by it anew; if it cannot arise under it, the same moves are
followed further.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from attrs import evolve, field, frozen

from rulewright.ambiguity.dispute import first_difference
from rulewright.interface import Json, RulewrightError
from rulewright.play import games
from rulewright.play.view import View, view
from rulewright.referee.limits import EXAMPLES
from rulewright.referee.lines import PositionReached, specification
from rulewright.spec.registry import Question
from rulewright.wording.players import listed


@frozen
class PartedOnLine:
    """The first position of a line in which a reading says something else."""

    ply: int
    said: str
    illegal: bool
    """Whether the reading forbids the move that led there."""


@frozen(eq=False)
class Followed:
    """How far a line goes under another reading."""

    engine: Any
    parted: PartedOnLine | None
    state: Any
    """This position, as the reading has it; None if it cannot arise under it."""
    why: str = ""
    """Why it cannot."""
    seen: View | None = field(default=None, repr=False)
    forbids: bool = False
    """Whether the reading forbids the last move, in the position before it."""
    anew: bool = False
    """Whether it has read a position anew, since it forbids a move or would have come to another one."""
    elsewhere: bool = False
    """Whether it holds that this position cannot arise: what is seen is where the same moves lead."""


def readings_of(here: PositionReached) -> Json:
    """Return what each reading that is not in force says of a position, question by question."""
    book = games.specified(here.line.game).rulebook
    questions = [question_of(here, question) for question in book.questions]
    parted = [
        {
            "ply": reading["parts"]["ply"],
            "illegal_move": reading["parts"]["illegal_move"],
            "question": question["question"],
            "reading": reading["reading"],
            "said": reading["parts"]["said"],
        }
        for question in questions
        for reading in question["readings"]
        if reading["parts"] is not None
    ]
    return {
        "questions": questions,
        "parted": sorted(parted, key=lambda each: each["ply"]),
        "forbidden": forbidden_on(here),
    }


def forbidden_on(here: PositionReached) -> list[Json]:
    """Return the moves of a line that another reading forbids where they were played."""
    return [
        {
            "ply": each.ply,
            "question": question,
            "reading": reading,
            "said": f"under {question}={reading} {each.last} is illegal",
        }
        for each in [*here.path()][::-1]
        for (question, reading), other in each.under.items()
        if other.forbids
    ]


def question_of(here: PositionReached, question: Question) -> Json:
    """Return what the readings of one question say."""
    in_force = here.engine.rulings[question.name]
    return {
        "question": question.name,
        "asks": question.asks,
        "in_force": in_force,
        "readings": [
            {
                "reading": reading.name,
                "meaning": reading.meaning,
                **compared(here, question.name, reading.name),
            }
            for reading in question.readings
            if reading.name != in_force
        ],
    }


def compared(here: PositionReached, question: str, reading: str) -> Json:
    """Compare a position under the reading in force and another one."""
    other = followed(here, question, reading)
    name = f"{question}={reading}"
    parts = None
    if other.parted is not None:
        at = other.parted
        parts = {"ply": at.ply, "illegal_move": at.illegal, "said": f"{name}: {at.said}"}
    if other.seen is None:
        unknown = {"over": None, "turn": None, "winners": None, "scores": None}
        none = {"count": 0, "examples": []}
        said = f"under {name} this position cannot arise: {other.why}"
        return {"here": "impossible", "more": none, "fewer": none, **unknown, "said": said} | {
            "parts": parts,
            "elsewhere": False,
        }
    own, seen = here.seen, other.seen
    more = sorted({*seen.legal} - {*own.legal})
    fewer = sorted({*own.legal} - {*seen.legal})
    return {
        "here": kind_of(own, seen, more, fewer),
        "more": {"count": len(more), "examples": more[:EXAMPLES]},
        "fewer": {"count": len(fewer), "examples": fewer[:EXAMPLES]},
        "over": seen.over,
        "turn": seen.turn,
        "winners": list(seen.winners),
        "scores": dict(seen.scores),
        "said": said_of(name, own, seen, more, fewer, elsewhere=other.elsewhere),
        "parts": parts,
        "elsewhere": other.elsewhere,
    }


def kind_of(own: View, seen: View, more: Sequence[str], fewer: Sequence[str]) -> str:
    """Name how another reading differs here."""
    if standing_of(own) != standing_of(seen):
        return "result"
    if more and fewer:
        return "other"
    return "more" if more else "fewer" if fewer else "same"


def standing_of(seen: View) -> tuple[Any, ...]:
    """Return what a view says besides the legal actions."""
    return seen.over, seen.turn, seen.winners, seen.scores


def said_of(
    name: str,
    own: View,
    seen: View,
    more: Sequence[str],
    fewer: Sequence[str],
    *,
    elsewhere: bool,
) -> str:
    """Say in one sentence what another reading says here."""
    said = []
    if own.over != seen.over:
        said.append("the game is over" if seen.over else f"the game goes on, {seen.turn} to move")
    elif own.turn != seen.turn:
        said.append(f"{seen.turn} is to move")
    if own.winners != seen.winners and seen.over:
        said.append(f"{listed(seen.winners)} won")
    if own.scores != seen.scores:
        said.append("scores are " + ", ".join(f"{who} {n}" for who, n in seen.scores.items()))
    if own.over == seen.over:
        said += [counted(each, how) for each, how in ((more, "legal"), (fewer, "illegal")) if each]
    if elsewhere:
        what = "; ".join(said) or "what is legal is the same"
        return f"under {name} the same moves lead elsewhere: {what}"
    return f"under {name} {'; '.join(said) or 'it is the same'}"


def counted(actions: Sequence[str], how: str) -> str:
    """Say how many actions are legal, or illegal, and name some."""
    named = ", ".join(actions[:EXAMPLES]) + (", ..." if len(actions) > EXAMPLES else "")
    noun = "1 more action is" if len(actions) == 1 else f"{len(actions):,} more actions are"
    return f"{noun} {how}: {named}"


# ------------------------------------------------------------------------------- along the line


def followed(here: PositionReached, question: str, reading: str) -> Followed:
    """Follow a line under another reading, from as far as that is known."""
    key = question, reading
    ahead = []
    for each in here.path():
        if key in each.under:
            break
        ahead.append(each)
    for each in reversed(ahead):
        each.under[key] = (
            begun(each, key) if each.before is None else gone_on(each, each.before.under[key], key)
        )
    found: Followed = here.under[key]
    return found


def begun(here: PositionReached, key: tuple[str, str]) -> Followed:
    """Begin a line under another reading."""
    rulings = {**here.engine.rulings, key[0]: key[1]}
    engine = specification(here.line.game, here.engine.params, rulings)
    if here.line.start is None:
        state = engine.initial()
        return looked_at(here, engine, state, None, illegal=False)
    return read_anew(here, engine, None, illegal=False)


def gone_on(here: PositionReached, before: Followed, key: tuple[str, str]) -> Followed:
    """Play the last move under another reading."""
    del key
    engine, parted, action = before.engine, before.parted, here.last
    if before.state is None or before.seen is None:
        return read_anew(here, engine, parted, illegal=False)
    if action not in before.seen.legal:
        anew = read_anew(here, engine, parted, illegal=parted is None)
        return evolve(anew, forbids=True)
    state = engine.successor(before.state, action)
    if parted is not None and engine.to_json(state) != here.position:
        there = None if before.anew else state
        return anew_or_there(here, engine, parted, there)
    return evolve(looked_at(here, engine, state, parted, illegal=False), anew=before.anew)


def anew_or_there(here: PositionReached, engine: Any, parted: PartedOnLine, there: Any) -> Followed:
    """Read a position anew; if it cannot arise, take the state to which the same moves lead, if any."""
    anew = read_anew(here, engine, parted, illegal=False)
    if anew.seen is not None or there is None:
        return anew
    return Followed(engine, parted, there, anew.why, view(engine, there), elsewhere=True)


def read_anew(
    here: PositionReached, engine: Any, parted: PartedOnLine | None, *, illegal: bool
) -> Followed:
    """Read a position under another reading, which may hold that it cannot arise."""
    try:
        state = engine.from_json(here.position)
    except RulewrightError as error:
        said = PartedOnLine(here.ply, f"this position cannot arise: {error}", illegal)
        if illegal:
            said = PartedOnLine(here.ply, f"move {here.ply}, {here.last}, is illegal", illegal)
        return Followed(engine, parted or said, None, str(error), anew=True)
    return evolve(looked_at(here, engine, state, parted, illegal=illegal), anew=True)


def looked_at(
    here: PositionReached, engine: Any, state: Any, parted: PartedOnLine | None, *, illegal: bool
) -> Followed:
    """Compare all that two readings say of one position, if they have not parted before."""
    seen = view(engine, state)
    if parted is None and illegal:
        parted = PartedOnLine(here.ply, f"move {here.ply}, {here.last}, is illegal", illegal)
    if parted is None and seen.differences(here.seen):
        if seen.position != here.position:
            return anew_or_there(here, engine, parted_at(here, seen), state)
        parted = parted_at(here, seen)
    return Followed(engine, parted, state, "", seen)


def parted_at(here: PositionReached, seen: View) -> PartedOnLine:
    """Say how two readings differ in the first position in which they do."""
    what, (_, other) = first_difference((here.seen, seen), here.line.moves)
    after = f"after move {here.ply}" if here.ply else "at the start"
    said = (
        f"{after}: {other}" if what == other.partition(" is ")[0] else f"{after}: {what}: {other}"
    )
    return PartedOnLine(here.ply, said, illegal=False)
