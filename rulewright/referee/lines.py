"""Lines of play: engines and positions, kept from one request to the next."""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator, Mapping
from functools import cached_property
from typing import Any, Generic, TypeVar

from attrs import define, evolve, field, frozen

from rulewright.interface import Action, IllegalAction, Json, MalformedAction
from rulewright.play import games
from rulewright.play.explain import IllegalMove, explain
from rulewright.play.view import View, view
from rulewright.referee.limits import ENGINES, POSITIONS
from rulewright.spec.drawing import Drawing

Kept = TypeVar("Kept")


@define
class Shelf(Generic[Kept]):
    """Keeps what was made last, up to a number of things."""

    most: int
    things: OrderedDict[Hashable, Kept] = field(factory=OrderedDict)

    def __getitem__(self, key: Hashable) -> Kept:
        """Return what is kept; raises `KeyError`."""
        self.things.move_to_end(key)
        return self.things[key]

    def __contains__(self, key: Hashable) -> bool:
        """Return whether something is kept."""
        return key in self.things

    def keep(self, key: Hashable, thing: Kept) -> Kept:
        """Keep a thing, and discard the one that was used least recently if there are too many."""
        self.things[key] = thing
        self.things.move_to_end(key)
        if len(self.things) > self.most:
            self.things.popitem(last=False)
        return thing

    def made(self, key: Hashable, make: Callable[[], Kept]) -> Kept:
        """Return what is kept, made if it is not."""
        return self[key] if key in self else self.keep(key, make())


ENGINES_KEPT: Shelf[Any] = Shelf(ENGINES)
LINES_KEPT: Shelf[PositionReached] = Shelf(POSITIONS)


def specification(game: str, params: Mapping[str, Any], rulings: Mapping[str, str]) -> Any:
    """Return the specification under some options, made once."""
    key = game, spelled(params), spelled(rulings)
    return ENGINES_KEPT.made(key, lambda: games.specification(game, params, rulings))


def spelled(value: Any) -> str:
    """Spell a JSON value in one fixed way."""
    return json.dumps(value, sort_keys=True)


@frozen
class LineOfPlay:
    """A game in progress: options, where it starts (None: as the rules say), and the moves."""

    game: str
    params: Mapping[str, Any]
    rulings: Mapping[str, str]
    start: Json | None
    moves: tuple[Action, ...]

    @classmethod
    def of(cls, given: Json) -> LineOfPlay:
        """Read the JSON of a request, whose form is right."""
        return cls(
            given["game"],
            given.get("params") or {},
            given.get("rulings") or {},
            given.get("start"),
            tuple(given.get("moves") or ()),
        )

    def cut(self, ply: int) -> LineOfPlay:
        """Return the line up to a ply."""
        return LineOfPlay(self.game, self.params, self.rulings, self.start, self.moves[:ply])

    def json(self) -> Json:
        """Write it as JSON, with all parameters and rulings."""
        engine = specification(self.game, self.params, self.rulings)
        return {
            "game": self.game,
            "params": dict(engine.params),
            "rulings": dict(engine.rulings),
            "start": self.start,
            "moves": list(self.moves),
        }


@define(eq=False, slots=False)
class PositionReached:
    """A position that a line has reached, with what was found out about it."""

    engine: Any
    """The specification under the options of the line."""
    state: Any
    line: LineOfPlay
    before: PositionReached | None
    """The position before the last move; None at the start."""
    under: dict[tuple[str, str], Any] = field(factory=dict)
    """What other readings say of it, by question and reading."""

    @property
    def last(self) -> Action | None:
        """The last move; None at the start."""
        return self.line.moves[-1] if self.line.moves else None

    @property
    def ply(self) -> int:
        """Number of moves played."""
        return len(self.line.moves)

    @cached_property
    def seen(self) -> View:
        """All that the specification says of it."""
        return view(self.engine, self.state)

    @cached_property
    def draw(self) -> Any:
        """What draws it; the position is read once for all drawings."""
        draw: Any = games.specified(self.line.game).draw
        layers = draw.drawing(self.engine) if hasattr(draw, "drawing") else draw
        if not isinstance(layers, Drawing):
            return draw
        scene = layers.scene(self.engine, self.position)
        return evolve(layers, scene=lambda *_: scene)

    @property
    def position(self) -> Json:
        """Its JSON form."""
        return self.seen.position

    def path(self) -> Iterator[PositionReached]:
        """Yield the positions from this one back to the start."""
        here: PositionReached | None = self
        while here is not None:
            yield here
            here = here.before


def reached(line: LineOfPlay) -> PositionReached:
    """Play a line, from as far as it is known; raises `IllegalMove` and what the options raise."""
    engine = specification(line.game, line.params, line.rulings)
    options = line.game, spelled(engine.params), spelled(engine.rulings), spelled(line.start)
    known = next(
        (
            ply
            for ply in range(len(line.moves), -1, -1)
            if (*options, line.moves[:ply]) in LINES_KEPT
        ),
        None,
    )
    if known is None:
        state = engine.initial() if line.start is None else engine.from_json(line.start)
        here = LINES_KEPT.keep((*options, ()), PositionReached(engine, state, line.cut(0), None))
        known = 0
    else:
        here = LINES_KEPT[*options, line.moves[:known]]
    for ply in range(known, len(line.moves)):
        state = played(here, line.moves[ply], ply + 1)
        here = PositionReached(engine, state, line.cut(ply + 1), here)
        LINES_KEPT.keep((*options, line.moves[: ply + 1]), here)
    return here


def played(here: PositionReached, action: Action, number: int) -> Any:
    """Return the state after a move; raises `IllegalMove` with the clauses, or the nearest action."""
    try:
        return here.engine.play(here.state, action)
    except MalformedAction:
        try:
            explain(here.engine, here.state, action)
        except MalformedAction as error:
            raise IllegalMove(number, action, error.reason) from error
        raise
    except IllegalAction as refusal:
        raise IllegalMove(number, action, refusal.reason) from refusal
