"""What is answered, for the OpenAPI description; the workers write it."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, JsonValue

Scores = dict[str, int]
Place = Literal["circle", "rect", "polygon", "path", "line", "ellipse", "polyline"]


class Answer(BaseModel):
    """The body of an answer."""

    model_config = ConfigDict(extra="forbid")


class ErrorSaid(Answer):
    """What was wrong, and what would be right."""

    kind: str
    message: str
    move: int | None
    """The number of the move at fault, from 1."""


class ErrorReply(Answer):
    """The answer to a request that cannot be answered."""

    error: ErrorSaid


class SetupAnswer(Answer):
    """What the command line has fixed."""

    game: str | None
    params: dict[str, JsonValue]
    rulings: dict[str, str]
    adapter: str | None
    version: str


class GameListed(Answer):
    """A game that can be played."""

    game: str
    title: str


class GameBroken(Answer):
    """A game that cannot be loaded."""

    game: str
    error: str


class GamesAnswer(Answer):
    """All games."""

    games: list[GameListed]
    broken: list[GameBroken]


class ParameterSaid(Answer):
    """A parameter of a game."""

    default: JsonValue
    values: JsonValue


class QuotationSaid(Answer):
    """Words of a rulebook; `english` is empty if they are English, or no translation is known."""

    text: str
    language: str
    english: str
    source: str
    title: str


class ReadingSaid(Answer):
    """One answer to a question."""

    name: str
    meaning: str


class QuestionSaid(Answer):
    """A question that the rulebook leaves open."""

    name: str
    asks: str
    default: str
    clauses: list[str]
    quotation: QuotationSaid | None
    readings: list[ReadingSaid]
    wording: str


class SourceSaid(Answer):
    """A source of the rules."""

    name: str
    title: str
    language: str


class ClauseSaid(Answer):
    """A clause of the rulebook."""

    clause: str
    about: Literal["actions", "positions", "both", "other"]
    demand: str
    quotations: list[QuotationSaid]


class HintsSaid(Answer):
    """The clauses that a newcomer needs: how to act, and what follows."""

    how: list[str]
    end: list[str]


class GameAnswer(Answer):
    """A game for who is new to it."""

    game: str
    title: str
    parameters: dict[str, ParameterSaid]
    questions: list[QuestionSaid]
    sources: list[SourceSaid]
    clauses: list[ClauseSaid]
    hints: HintsSaid


class LineSaid(Answer):
    """A game in progress, with all options."""

    game: str
    params: dict[str, JsonValue]
    rulings: dict[str, str]
    start: dict[str, JsonValue] | None
    moves: list[str]


class DrawingSaid(Answer):
    """A drawing, its style sheet apart."""

    svg: str
    style: str
    width: float
    height: float
    title: str


class PositionAnswer(Answer):
    """A position, and all that there is to say about it."""

    line: LineSaid
    players: list[str]
    ply: int
    over: bool
    turn: str | None
    winners: list[str]
    scores: Scores
    totals: Scores
    said: str
    legal: list[str]
    stuck: bool
    position: dict[str, JsonValue]
    text: str
    address: str
    drawing: DrawingSaid


class TargetSaid(Answer):
    """A place in a drawing, and the actions that go there, as numbers."""

    tag: Place
    attributes: dict[str, str]
    x: float
    y: float
    label: str
    actions: list[int]


class TargetsAnswer(Answer):
    """Where actions can be pointed at."""

    actions: list[str]
    legal: list[bool]
    targets: list[TargetSaid]
    steps: list[list[int]]
    more: int


class ClauseBroken(Answer):
    """A clause that forbids an action."""

    clause: str
    demand: str
    quotations: list[QuotationSaid]
    questions: list[str]


class ExplanationAnswer(Answer):
    """Whether an action is legal, and why it is not."""

    action: str
    legal: bool
    malformed: str
    violations: list[ClauseBroken]
    said: str
    drawing: DrawingSaid


class PlayAnswer(Answer):
    """The position after an action, or why it is illegal."""

    legal: bool
    position: PositionAnswer | None
    explanation: ExplanationAnswer | None


class ActionsCounted(Answer):
    """How many actions, and some of them."""

    count: int
    examples: list[str]


class PartsSaid(Answer):
    """The first position of a line in which a reading says something else."""

    ply: int
    illegal_move: bool
    said: str


class ReadingHere(Answer):
    """What another reading says here."""

    reading: str
    meaning: str
    here: Literal["same", "fewer", "more", "other", "result", "impossible"]
    more: ActionsCounted
    fewer: ActionsCounted
    over: bool | None
    turn: str | None
    winners: list[str] | None
    scores: Scores | None
    said: str
    parts: PartsSaid | None
    elsewhere: bool
    """Whether this position cannot arise, so that what is said is about where the same moves lead."""


class QuestionHere(Answer):
    """What the readings of a question say here."""

    question: str
    asks: str
    in_force: str
    readings: list[ReadingHere]


class PartedHere(PartsSaid):
    """Where one reading parts from the one in force."""

    question: str
    reading: str


class MoveForbidden(Answer):
    """A move that another reading forbids in the position in which it was played."""

    ply: int
    question: str
    reading: str
    said: str


class ReadingsAnswer(Answer):
    """What every other reading says here, where on the line each has parted, and what it forbids."""

    questions: list[QuestionHere]
    parted: list[PartedHere]
    forbidden: list[MoveForbidden]


class PartingAnswer(Answer):
    """The shortest game found on which two readings part."""

    found: bool
    line: LineSaid | None
    other: LineSaid | None
    disputed: str
    said: str
    exact: bool
    searched: str


class ShowSaid(Answer):
    """A game to step through; without a line, two readings to be told apart."""

    id: str
    kind: Literal["theorem", "ambiguity", "gap", "occasion"]
    title: str
    said: str
    line: LineSaid | None
    disputed: str | None
    question: str | None
    readings: list[str]


class ShowsAnswer(Answer):
    """Games to step through."""

    shows: list[ShowSaid]


class OpponentAnswer(Answer):
    """The move of an opponent."""

    action: str
    position: PositionAnswer


class DifferenceSaid(Answer):
    """What a foreign engine says otherwise."""

    what: str
    said: str
    expected: Any
    given: Any
    clause: str | None
    line: LineSaid


class EngineAnswer(Answer):
    """Whether a foreign engine agrees along a line."""

    called: str
    agrees: bool
    ply: int
    difference: DifferenceSaid | None


class VectorAnswer(Answer):
    """A file of a suite with one vector, and a name for it."""

    name: str
    vector: dict[str, JsonValue]


class LoadAnswer(Answer):
    """The line that a document holds, and the illegal action that it is about."""

    line: LineSaid
    action: str | None


class ReportAnswer(Answer):
    """A report in Markdown."""

    markdown: str


class PictureAnswer(Answer):
    """A complete SVG file."""

    name: str
    svg: str
