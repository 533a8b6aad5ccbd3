"""What may be asked: the bodies of requests, bounded in every direction."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, JsonValue

from rulewright.referee.limits import (
    LARGEST,
    LONGEST_ACTION,
    LONGEST_NAME,
    MOST_MOVES,
    MOST_OPTIONS,
    SEARCH,
)


def modest(value: Any) -> Any:
    """Refuse whole numbers that would exhaust memory, as the command line does."""
    if isinstance(value, int) and abs(value) > LARGEST:
        raise ValueError(f"a number must be at most {LARGEST}")
    return value


Name = Annotated[str, Field(min_length=1, max_length=LONGEST_NAME)]
Text = Annotated[str, Field(max_length=LONGEST_ACTION)]
Value = Annotated[JsonValue, AfterValidator(modest)]
Params = Annotated[dict[Name, Value], Field(max_length=MOST_OPTIONS)]
Rulings = Annotated[dict[Name, Name], Field(max_length=MOST_OPTIONS)]
Position = Annotated[dict[str, JsonValue], Field(description="A position in the form of the game")]


class RefereeRequest(BaseModel):
    """The body of a request."""

    model_config = ConfigDict(extra="forbid", strict=True)


class LineAsked(RefereeRequest):
    """A game in progress: options, where it starts (null: as the rules say), and the moves."""

    game: Name
    params: Params = {}
    rulings: Rulings = {}
    start: Position | None = None
    moves: Annotated[list[Text], Field(max_length=MOST_MOVES)] = []


class TargetsAsked(RefereeRequest):
    """Where in the drawing actions can be pointed at."""

    line: LineAsked
    which: Literal["legal", "all"] = "legal"


class ActionAsked(RefereeRequest):
    """An action after a line."""

    line: LineAsked
    action: Text


class ActionOrNot(RefereeRequest):
    """A line, and perhaps an action after it."""

    line: LineAsked
    action: Text | None = None


class PictureAsked(ActionOrNot):
    """A drawing, perhaps with a forbidden action or all legal ones marked."""

    legal: bool = False


class ReportAsked(ActionOrNot):
    """A report, perhaps with what the foreign engine says."""

    engine: bool = False


class PartingAsked(RefereeRequest):
    """Two readings of a question, and how long to search."""

    game: Name
    params: Params = {}
    rulings: Rulings = {}
    question: Name
    readings: Annotated[list[Name], Field(min_length=2, max_length=2)]
    seconds: Annotated[float, Field(gt=0, le=SEARCH, strict=False)] = 10.0


class MoveAsked(RefereeRequest):
    """A move of an opponent."""

    line: LineAsked
    player: Literal["random", "greedy"] = "random"
    seed: Annotated[int, Field(ge=0, lt=1 << 53)] = 0


class DocumentAsked(RefereeRequest):
    """A vector, a position or a list of moves; what it does not say of game and options."""

    document: JsonValue
    game: Name | None = None
    params: Params = {}
    rulings: Rulings = {}
