"""What each method of an engine must return, asked where something that it returned cannot be used.

Such a return value raises its exception later, in code of ours, and no file of the traceback says whose
mistake it is. So the engine is asked again, method by method, until one breaks its promise. None that
does is no proof: then the exception stays ours.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from inspect import signature, unwrap
from pathlib import Path
from random import Random
from time import process_time
from types import TracebackType
from typing import Any

import attrs
from attrs import frozen

from rulewright.interface import Engine, IllegalAction, Json, Symmetry
from rulewright.play.difference import unlike_json

GAMES, LONGEST, SECONDS = 4, 120, 3.0
"""Random games that are played, plies of each, and seconds of processor time for all."""
MOST = 40
"""Legal actions of a state of which it is asked whether they are spelled as actions."""
NO_ACTION = "no such action"
"""A text that is no action of any game, since it has spaces."""
LARGEST = 2**31 - 1
"""The largest score that recordings take."""
STEADY = ("initial", "turn", "legal_actions", "scores", "winners", "to_json")
"""Methods that are asked twice."""
SHOWN = 60
"""Characters shown of a value."""


@frozen
class BrokenPromise:
    """A method, or a formula, that returns something else than what it should."""

    culprit: Any
    """The function."""
    returns: str
    """What it does, in words, with its name."""
    due: str
    """What it should do."""

    @property
    def sentence(self) -> str:
        """Both in one line."""
        return f"{self.returns}: {self.due}"

    @property
    def place(self) -> tuple[Path, int] | None:
        """The file and the line of the function; None if it has none."""
        code = None if self.culprit is None else getattr(unwrap(self.culprit), "__code__", None)
        return None if code is None else (Path(code.co_filename).resolve(), code.co_firstlineno)


def broken_promise(engine: Engine[Any], met: Sequence[Any] = ()) -> BrokenPromise | None:
    """Return the first promise that an engine breaks, in states that were met, or in random games.

    None if it keeps all of them, as far as was looked at. What its code raises is raised.
    """
    for promise in promises(engine, met):
        if promise is not None:
            return promise
    return None


def broken_by(engine: Engine[Any], met: Sequence[Any]) -> BrokenPromise | None:
    """Return the first promise that an engine, or the other engine of its game, breaks; or None."""
    from rulewright.play import games  # noqa: PLC0415 - it imports what imports this module

    options = dict(engine.params), dict(engine.rulings)
    found = broken_promise(engine, met)
    if found is None:
        found = broken_promise(games.specification(engine.game, *options))
    if found is None and games.offered(engine.game, *options):
        found = broken_promise(games.implementation(engine.game, *options))
    return found


def promises(engine: Engine[Any], met: Sequence[Any]) -> Iterator[BrokenPromise | None]:
    """Yield what is broken in each state that is looked at; the start comes first."""
    start = engine.initial()
    looks = Looks(engine, start)
    yield from looks.at_formulas()
    yield from looks.at_symmetries()
    yield from looks.at(start, "initial")
    for state in met:
        yield from looks.at(state, looks.making)
    random, deadline = Random(0), process_time() + SECONDS
    for _ in range(GAMES):
        state = start
        for _ in range(LONGEST):
            legal = () if engine.is_over(state) else engine.legal_actions(state)
            if not legal or process_time() > deadline:
                break
            action = random.choice(legal)
            try:
                state = engine.play(state, action)
            except IllegalAction:
                yield looks.refused(action)
                break
            yield from looks.at(state, looks.making)


@frozen(eq=False)
class Looks:
    """Looks at what an engine returns in one state after another."""

    engine: Any
    start: Any
    texts: dict[Any, str] = attrs.field(factory=dict)
    """What each state was written as."""
    given: list[Any] = attrs.field(factory=list)
    """The positions in JSON form that were returned, and the states that they are of."""

    @property
    def making(self) -> str:
        """The name of the method that makes the next state."""
        names = ("played", "after", "successor", "play")
        return next(name for name in names if hasattr(self.engine, name))

    @property
    def builder(self) -> Any:
        """What builds a compiled engine; None of any other one."""
        return getattr(getattr(self.engine, "implementation", None), "build", None)

    def broken(self, name: str, value: Any, due: str) -> BrokenPromise:
        """Return the promise that a method breaks with a value."""
        culprit: Any = getattr(type(self.engine), name, None)
        if culprit is None or is_ours(culprit):
            culprit = getattr(type(getattr(self.engine, "notation", None)), name, culprit)
        if culprit is None or is_ours(culprit):
            culprit = self.builder or culprit
        return BrokenPromise(culprit, f"`{name}` returns {shortened(value)}", due)

    def refused(self, action: str) -> BrokenPromise:
        """Return the promise that is broken where a legal action is refused."""
        culprit = next(
            (
                method
                for name in ("after", "play")
                if (method := getattr(type(self.engine), name, None)) and not is_ours(method)
            ),
            None,
        )
        due = "`legal_actions` has just listed it"
        if culprit is None and self.builder is not None:
            culprit, due = self.builder, f"{due}: is all of a position in its key?"
        return BrokenPromise(culprit, f"`play` refuses {action!r}", due)

    def at_formulas(self) -> Iterator[BrokenPromise | None]:
        """Look at what the formulas of clauses can be given, where it is known."""
        if not hasattr(self.engine, "played"):
            return
        given = {"permits": "(rules, before, move)", "holds": "(rules, position)"}
        for clause in self.engine.rulebook.clauses:
            for kind, arguments in given.items():
                formula = getattr(clause, kind)
                count = arguments.count(",") + 1
                if formula is not None and not takes(formula, count):
                    what = (
                        f"`{kind}` of {clause.identifier} cannot be called with {count} arguments"
                    )
                    yield BrokenPromise(formula, what, f"it is given {arguments}")

    def at_symmetries(self) -> Iterator[BrokenPromise | None]:
        """Look at what the game claims of its board, and what it renames."""
        if not hasattr(self.engine, "rulebook"):
            return
        from rulewright.play import games  # noqa: PLC0415 - it imports what imports this module

        specified = games.specified(self.engine.game)
        for name in ("symmetries", "renamings"):
            make = getattr(specified, name)
            given = make(self.engine)
            listed = isinstance(given, Iterable)
            if not listed or not all(isinstance(each, Symmetry) for each in given):
                due = "it must return a tuple of `Symmetry`, which may be empty"
                yield BrokenPromise(make, f"`{name}` returns {shortened(given)}", due)
                continue
            for each in given:
                if said := no_renaming(each, self.engine.players):
                    due = "each of them must be made of one"
                    yield BrokenPromise(each.player, f"of `{name}`, {said}", due)

    def at(self, state: Any, made_by: str) -> Iterator[BrokenPromise | None]:
        """Look at all that is said of a state; what made it comes first."""
        yield self.state(state, made_by)
        yield self.turn(state)
        yield from self.listed(state)
        for name in ("wins", "points"):
            if hasattr(self.engine, "played"):
                yield self.of_each_player(name, getattr(self.engine, name)(state))
        yield self.winners(state)
        yield self.scores(state)
        yield self.written(state)
        yield self.steady(state)

    def state(self, state: Any, made_by: str) -> BrokenPromise | None:
        """Look at a state itself."""
        if not isinstance(state, Hashable) or not can_be_hashed(state):
            return self.broken(made_by, state, "a state must be hashable")
        if hasattr(self.engine, "played"):
            if type(state) is not type(self.start):
                kind = type(self.start).__name__
                return self.broken(made_by, state, f"it must be a {kind}, as at the start")
            if left_out := not_compared(state):
                due = f"two of which only {left_out!r} differs would be taken for one (`eq=False`)"
                return self.broken(made_by, state, due)
            if outline(state) != outline(self.start):
                return self.broken(
                    made_by,
                    state,
                    "its parts must be as many, and of the same kinds, as at the start",
                )
        return None

    def turn(self, state: Any) -> BrokenPromise | None:
        """Look at whose turn it is."""
        players = tuple(self.engine.players)
        if hasattr(self.engine, "played"):
            due = [name for name, turn in zip(players, state.turn, strict=False) if turn]
            if len(state.turn) != len(players) or len(due) > 1:
                making = "initial" if state == self.start else "played"
                rule = "there must be one fact for each player, at most one of them true"
                return self.broken(making, state.turn, f"of the turn {rule}")
            return None
        turn = self.engine.turn(state)
        if turn is None or turn in players:
            return None
        return self.broken("turn", turn, f"it must name one of {', '.join(players)}, or be None")

    def listed(self, state: Any) -> Iterator[BrokenPromise | None]:
        """Look at what is legal."""
        if self.engine.is_over(state):
            return
        if hasattr(self.engine, "after"):
            follows = self.engine.after(state)
            if not isinstance(follows, Mapping):
                yield self.broken("after", follows, "it must be a mapping of actions to states")
        legal = self.engine.legal_actions(state)
        if not isinstance(legal, Sequence) or not all(isinstance(each, str) for each in legal):
            yield self.broken("legal_actions", legal, "actions must be texts")
        is_action = getattr(self.engine, "is_action", None)
        if is_action is None:
            return
        for text, due in (*((each, True) for each in legal[:MOST]), (NO_ACTION, False)):
            said = is_action(text)
            if bool(said) != due:
                broken = self.broken("is_action", said, "it is legal" if due else "it is no action")
                yield attrs.evolve(broken, returns=f"{broken.returns} of {text!r}")

    def of_each_player(self, name: str, given: Any) -> BrokenPromise | None:
        """Look at what must be given for each player."""
        if isinstance(given, Sequence) and len(given) == len(self.engine.players):
            return None
        return self.broken(
            name, given, f"it must be one for each of {len(self.engine.players)} players"
        )

    def winners(self, state: Any) -> BrokenPromise | None:
        """Look at who has won."""
        winners, players = self.engine.winners(state), self.engine.players
        fits = isinstance(winners, Sequence) and not isinstance(winners, str)
        if not fits or not all(each in players for each in winners):
            return self.broken("winners", winners, "it must be a tuple of names of players")
        if winners and not self.engine.is_over(state):
            name = "wins" if hasattr(self.engine, "played") else "winners"
            given = self.engine.wins(state) if name == "wins" else winners
            return self.broken(name, given, "nobody has won as long as somebody is to move")
        return None

    def scores(self, state: Any) -> BrokenPromise | None:
        """Look at the scores."""
        scores = self.engine.scores(state)
        fits = isinstance(scores, Mapping) and set(scores) == set(self.engine.players)
        if not (fits and all(isinstance(each, int) for each in scores.values())):
            due = "it must be a whole number by the name of each player"
            return self.broken("scores", scores, due)
        if tuple(scores) != tuple(self.engine.players):
            due = f"the players must stand in their order: {', '.join(self.engine.players)}"
            return self.broken("scores", scores, due)
        if all(-LARGEST <= each <= LARGEST for each in scores.values()):
            return None
        counted = is_ours(type(self.engine).scores) and hasattr(self.engine, "points")
        name = "points" if counted else "scores"
        return self.broken(name, scores, f"the largest number that recordings take is {LARGEST}")

    def written(self, state: Any) -> BrokenPromise | None:
        """Look at a state as JSON."""
        position = self.engine.to_json(state)
        try:
            json.dumps(position)
        except (TypeError, ValueError):
            return self.broken("to_json", position, "it must be JSON")
        if not isinstance(position, dict) or not all(isinstance(key, str) for key in position):
            return self.broken("to_json", position, "it must be a dict, with texts as keys")
        if other := unlike_json(position):
            return self.broken("to_json", position, f"it must be as JSON is read, and {other}")
        return self.kept(state, position)

    def steady(self, state: Any) -> BrokenPromise | None:
        """Look at whether the engine says the same when it is asked again."""
        for name in STEADY:
            ask = getattr(self.engine, name)
            given = () if name == "initial" else (state,)
            first, again = ask(*given), ask(*given)
            if first != again:
                due = (
                    "asked the same again, it must say the same: it depends on chance, or on calls"
                )
                return self.broken(name, again, due)
        return None

    def kept(self, state: Any, position: Json) -> BrokenPromise | None:
        """Look at whether what was written of states stays as it is, and tells them apart."""
        for before, whose in self.given[-1:]:
            if json.dumps(before, sort_keys=True) != self.texts[whose]:
                due = "it must be another object each time: what was written before has changed"
                return self.broken("to_json", position, due)
        text = json.dumps(position, sort_keys=True)
        if self.texts.setdefault(state, text) != text:
            due = "a state that is equal to this one was written otherwise: compare all of a state"
            return self.broken("to_json", position, due)
        self.given[:] = [(position, state)]
        return None


def no_renaming(symmetry: Symmetry, players: Sequence[str]) -> str:
    """Say what a symmetry makes of the players, if that is not each of them once; else ""."""
    made = [symmetry.player(player) for player in players]
    if Counter(made) == Counter(players):
        return ""
    return f"{symmetry.name!r} makes {', '.join(map(str, made))} of {', '.join(players)}"


def shortened(value: Any) -> str:
    """Show a value in few characters."""
    text = repr(value)
    return text if len(text) <= SHOWN else f"{text[: SHOWN - 3]}..."


def is_ours(function: Any) -> bool:
    """Return whether a function is defined in this package."""
    return str(getattr(function, "__module__", "")).partition(".")[0] == "rulewright"


def takes(formula: Callable[..., Any], count: int) -> bool:
    """Return whether a function can be called with so many arguments; True if that is not known."""
    try:
        signature(formula).bind(*range(count))
    except TypeError:
        return False
    except ValueError:
        return True
    return True


def can_be_hashed(state: Any) -> bool:
    """Return whether a state can be hashed, parts included."""
    try:
        hash(state)
    except TypeError:
        return False
    return True


def not_compared(value: Any) -> str:
    """Return a field of a position that is left out where positions are compared; empty if none is."""
    if isinstance(value, tuple | list):
        return next(filter(None, map(not_compared, value)), "")
    if not attrs.has(type(value)):
        return ""
    every = attrs.fields(type(value))
    left_out = [each.name for each in every if each.eq is False]
    return left_out[0] if left_out else not_compared([getattr(value, each.name) for each in every])


def outline(value: Any) -> Any:
    """Return what of a position does not change: how many parts of which kind it has."""
    if isinstance(value, tuple | list):
        return [outline(part) for part in value]
    if attrs.has(type(value)):
        return {
            field.name: outline(getattr(value, field.name)) for field in attrs.fields(type(value))
        }
    return isinstance(value, bool), isinstance(value, int)


def met_in(
    traceback: TracebackType | None, is_asked: Callable[[str], bool]
) -> Iterator[tuple[Engine[Any], tuple[Any, ...]]]:
    """Yield the engines of some games in the frames of a traceback, with states; the inner first."""
    frames = []
    while traceback is not None:
        frames.append(traceback.tb_frame)
        traceback = traceback.tb_next
    known: list[Any] = []
    for frame in reversed(frames):
        values = dict(frame.f_locals)
        state = tuple(values[name] for name in ("state",) if name in values)
        for name, value in values.items():
            candidates: tuple[Any, Any] = value, getattr(value, "engine", None)
            for engine in candidates:
                if is_engine(engine, is_asked) and not any(engine is each for each in known):
                    known.append(engine)
                    yield engine, state if name == "self" else ()


def is_engine(value: Any, is_asked: Callable[[str], bool]) -> bool:
    """Return whether a value is an engine of one of some games."""
    kind = type(value)
    if not all(callable(getattr(kind, name, None)) for name in ("legal_actions", "to_json")):
        return False
    game = getattr(value, "game", None)
    return isinstance(game, str) and is_asked(game)
