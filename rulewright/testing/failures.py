"""What a failing test says: what is wrong, the clause, the game with its board, a line to paste."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from traceback import extract_tb
from typing import Any

from rulewright.interface import Action, Engine, MalformedAction, RulewrightError, UsageError
from rulewright.testing.drawn import board, code
from rulewright.testing.sides import specification_of
from rulewright.wording.numbers import counted

SHOWN = 6
"""Actions named of a longer list."""


class GameFails(RulewrightError, AssertionError):
    """A game in which an engine, or a property, is wrong: shown with its moves and its board."""

    exit_status = 1

    def __init__(
        self,
        what: str,
        engine: Engine[Any],
        moves: Sequence[Action],
        *,
        because: Sequence[str] = (),
        offered: Action | None = None,
        earlier: Sequence[Sequence[Action]] = (),
    ) -> None:
        """Keep what is wrong after which moves of the game that `engine` plays.

        `because` are clauses in words, `offered` the illegal action that shows it, if one does, and
        `earlier` the games that were played before on the same instance.
        """
        self.what = what
        self.engine = engine
        self.moves = tuple(moves)
        self.because = tuple(because)
        self.offered = offered
        self.earlier = tuple(tuple(each) for each in earlier)
        super().__init__(self.story())

    def story(self) -> str:
        """Return it as lines."""
        after = f"after {counted(len(self.moves), 'moves')}" if self.moves else "at the start"
        lines = [f"{self.what}, {after}", *(f"  {each}" for each in self.because)]
        lines += [f"  earlier game: {' '.join(each) or 'no moves'}" for each in self.earlier]
        if self.moves:
            lines.append(f"  moves: {' '.join(self.moves)}")
        drawn = self.drawn()
        lines += ["", *(f"    {line}".rstrip() for line in drawn.splitlines()), ""] if drawn else []
        lines.append(f"  to play it again: {code(self.engine, self.moves)}")
        return "\n".join(lines)

    def drawn(self) -> str:
        """Draw the position."""
        try:
            state = self.engine.initial()
            for action in self.moves:
                state = self.engine.play(state, action)
            return board(self.engine, self.engine.to_json(state))
        except RulewrightError:
            return ""


class EngineRaises(UsageError):
    """An engine or a property raised an exception of its own."""

    def __init__(self, name: str, error: BaseException) -> None:
        """Name who raised it, and where."""
        super().__init__(raised(name, error))


def raised(name: str, error: BaseException) -> str:
    """Say in one line who raised what, in which line of which file."""
    frames = extract_tb(error.__traceback__)
    where = f" in {Path(frames[-1].filename).name}, line {frames[-1].lineno}" if frames else ""
    said = " ".join(str(error).split())
    return f"{name} raises {type(error).__name__}{f': {said}' if said else ''}{where}"


def clauses_of(engine: Engine[Any], state: Any, action: Action) -> tuple[str, ...]:
    """Return, in words, the clauses that forbid an action; that none does, if it is legal."""
    specification = specification_of(engine)
    try:
        here = state if specification is engine else specification.from_json(engine.to_json(state))
        violations = specification.explain(here, action)
    except MalformedAction:
        return (f"{action!r} is not spelled as an action",)
    if not violations:
        return (f"no clause forbids {action!r}",)
    return tuple(f"{action!r} is forbidden by {each.clause}: {each.demand}" for each in violations)


def listing_differs(
    name: str, expected: Sequence[Action], given: Sequence[Action]
) -> tuple[str, Action] | None:
    """Say which legal actions a list lacks or has too many of, with the first one; None if equal."""
    missing, extra = sorted({*expected} - {*given}), sorted({*given} - {*expected})
    if missing:
        return f"{name} does not list {some(missing)}, which {is_or_are(missing)} legal", missing[0]
    if extra:
        return f"{name} lists {some(extra)}, which {is_or_are(extra)} illegal", extra[0]
    return None


def is_or_are(things: Sequence[Action]) -> str:
    """Return the verb."""
    return "is" if len(things) == 1 else "are"


def some(actions: Sequence[Action]) -> str:
    """Name some actions, and how many more there are."""
    named = ", ".join(map(repr, actions[:SHOWN]))
    return named if len(actions) <= SHOWN else f"{named} and {len(actions) - SHOWN} more"
