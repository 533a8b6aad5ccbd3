"""Strategies: options, games, positions, actions; and what `st.from_type` makes of public types."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, TypeAlias, overload

from hypothesis import assume
from hypothesis import strategies as st

from rulewright.interface import Action, Engine, UsageError, Violation
from rulewright.play import games as catalogue
from rulewright.play.position import Position
from rulewright.spec.engine import Specification
from rulewright.testing.choices import CHOICE, choice_lists, chosen, play
from rulewright.testing.drawn import DrawnGame, DrawnPosition
from rulewright.testing.rare import Where, shortest_lines
from rulewright.testing.sides import Playable, engine_of, specification_of, split_options

Options: TypeAlias = Mapping[str, Any] | st.SearchStrategy[Mapping[str, Any]]
"""Parameters or rulings: fixed, or drawn anew for each example."""
MAX_PLIES = 100
"""Actions of the longest game drawn, unless another limit is given."""
POOLS: dict[tuple[object, ...], tuple[tuple[Action, ...], ...]] = {}
"""Lines to rare positions, by engine and condition."""


def rulings(game: str) -> st.SearchStrategy[dict[str, str]]:
    """Draw a reading for each question of a game; the defaults are simplest.

    Raises `UnknownGame`.

    >>> from hypothesis import find
    >>> from rulewright.testing import rulings
    >>> find(rulings("minoa"), lambda chosen: chosen["end"] == "literal")["closure"]
    'line'
    """
    questions = catalogue.specified(game).readings
    return st.fixed_dictionaries(
        {question: st.sampled_from(readings) for question, readings in questions.items()}
    )


def parameters(game: str) -> st.SearchStrategy[dict[str, Any]]:
    """Draw parameters from those that the game's specification names for checking.

    The smallest board is simplest, so that examples shrink to it. Raises `UnknownGame`.

    >>> from hypothesis import find
    >>> from rulewright.testing import parameters
    >>> find(parameters("nonaga"), lambda params: True)
    {'n': 1}
    """
    return st.sampled_from(by_size(game)).map(dict)


@lru_cache
def by_size(game: str) -> tuple[Mapping[str, Any], ...]:
    """Return the parameters named for checking, fewest legal actions at the start first."""
    found = catalogue.specified(game)
    every = [dict(each) for each in (*found.exhausted, *found.played)]
    unique = [each for at, each in enumerate(every) if each not in every[:at]]

    def size(params: Mapping[str, Any]) -> tuple[int, int]:
        engine = engine_of(game, params, {})
        return len(engine.legal_actions(engine.initial())), len(params)

    return tuple(sorted(unique, key=size))


def as_strategy(given: Options) -> st.SearchStrategy[Mapping[str, Any]]:
    """Return options as a strategy."""
    return given if isinstance(given, st.SearchStrategy) else st.just(given)


def engines(
    game: Playable, params: Options | None, rulings: Options | None, options: Mapping[str, Any]
) -> st.SearchStrategy[Engine[Any]]:
    """Draw the engine of a game under options that may be drawn too; raises early if they are fixed."""
    if not isinstance(game, str):
        return st.just(engine_of(game, {**options, **dict(params or {})}, dict(rulings or {})))  # type: ignore[arg-type]
    own, ruled = split_options(game, options)
    if not isinstance(params, st.SearchStrategy) and not isinstance(rulings, st.SearchStrategy):
        return st.just(engine_of(game, {**(params or {}), **own}, {**(rulings or {}), **ruled}))
    return st.builds(
        lambda some, others: engine_of(game, {**some, **own}, {**others, **ruled}),
        as_strategy({} if params is None else params),
        as_strategy({} if rulings is None else rulings),
    )


def games(
    game: Playable,
    /,
    *,
    params: Options | None = None,
    rulings: Options | None = None,
    max_plies: int = MAX_PLIES,
    **options: Any,
) -> st.SearchStrategy[DrawnGame]:
    """Draw games of at most `max_plies` actions from the start of the game.

    `game` is a name or an engine. Options left out have their defaults; `params` and `rulings` may be
    strategies. A game shrinks as a game: actions are removed, and exchanged for simpler ones.

    >>> from hypothesis import find
    >>> from rulewright.testing import games
    >>> find(games("nonaga"), lambda game: len(game.moves) >= 2).moves
    ('-2,2>-1,2', '-1,-1>-1,3')
    """
    return _games(engines(game, params, rulings, options), max_plies)


@st.composite
def _games(draw: st.DrawFn, engine: st.SearchStrategy[Engine[Any]], max_plies: int) -> DrawnGame:
    playing = draw(engine)
    made = play(playing, draw(choice_lists(max_plies)))
    return DrawnGame(playing, made.moves, made.states)


def positions(
    game: Playable,
    /,
    *,
    where: Where | Callable[[Position], bool] | None = None,
    params: Options | None = None,
    rulings: Options | None = None,
    max_plies: int = MAX_PLIES,
    **options: Any,
) -> st.SearchStrategy[DrawnPosition]:
    """Draw positions that can be reached within `max_plies` actions.

    `where` is a condition: of `clause`, `question` or `occasion`, or any function of a position. For a
    `Where`, lines to such positions are searched for once, and then varied, so that no example is
    wasted; raises `NeverMet` if none is found. Any other function filters.

    >>> from hypothesis import find
    >>> from rulewright.testing import clause, positions
    >>> rare = positions("minoa", n=1, closure="coloured", where=clause("MIN-9").alone_decides())
    >>> len(find(rare, lambda position: True).moves)
    1
    """
    drawn = engines(game, params, rulings, options)
    if where is None:
        return _games(drawn, max_plies).map(lambda made: made.position)
    if isinstance(where, Where):
        return _rare(drawn, where, max_plies)
    return _games(drawn, max_plies).map(lambda made: made.position).filter(where)


@st.composite
def _rare(
    draw: st.DrawFn, engine: st.SearchStrategy[Engine[Any]], where: Where, max_plies: int
) -> DrawnPosition:
    """Draw a known line and go on from it, or look through another game; the known line is simplest."""
    playing = draw(engine)
    pool = pool_of(playing, where)
    at = draw(st.integers(0, len(pool) - 1))
    line = pool[at]
    choices = draw(choice_lists(max_plies))
    if where.lines is None and choices:
        made = play(playing, choices)
        game = DrawnGame(playing, made.moves, made.states)
        for ply in range(len(made.moves), -1, -1):
            if where(here := game.at(ply)):
                return here
    states = [playing.initial()]
    for action in line:
        states.append(playing.play(states[-1], action))
    return DrawnGame(playing, line, tuple(states)).position


def pool_of(engine: Engine[Any], where: Where) -> tuple[tuple[Action, ...], ...]:
    """Return lines to positions that meet a condition, searched for once."""
    key = (where.name, engine.game, repr(engine.params), repr(engine.rulings), id(engine))
    if key not in POOLS:
        POOLS[key] = shortest_lines(engine, where)
    return POOLS[key]


@overload
def legal_actions(of: Position, /) -> st.SearchStrategy[Action]: ...
@overload
def legal_actions(
    of: Playable, /, **options: Any
) -> st.SearchStrategy[tuple[DrawnPosition, Action]]: ...
def legal_actions(of: Any, /, **options: Any) -> Any:
    """Draw a legal action of a position; or, of a game, a position and a legal action of it.

    For a game, `options` are those of `positions`. Raises `UsageError` for a position without any.

    >>> from hypothesis import find
    >>> from rulewright.testing import legal_actions
    >>> position, action = find(legal_actions("nonaga", n=1), lambda pair: True)
    >>> position.play(action).over
    True
    """
    if isinstance(of, Position):
        legal = of.legal_actions
        if not legal:
            raise UsageError(f"{of!r} has no legal action to draw")
        return st.sampled_from(legal)
    back = options.get("where") is None
    return _with_action(positions(of, **options), lambda here: here.legal_actions, back=back)


@overload
def illegal_actions(of: Position, /) -> st.SearchStrategy[Action]: ...
@overload
def illegal_actions(
    of: Playable, /, **options: Any
) -> st.SearchStrategy[tuple[DrawnPosition, Action]]: ...
def illegal_actions(of: Any, /, **options: Any) -> Any:
    """Draw an action that is spelled as one of the game, and forbidden in a position.

    Of a game, it draws a position and such an action of it; `options` are those of
    `positions`. Raises `UsageError` for a position in which every action is legal.

    >>> from hypothesis import find
    >>> from rulewright.testing import illegal_actions
    >>> position, action = find(illegal_actions("minoa", n=1), lambda pair: True)
    >>> action in position.legal_actions, len(position.explain(action)) > 0
    (False, True)
    """
    if isinstance(of, Position):
        illegal = forbidden(of)
        if not illegal:
            raise UsageError(f"every action is legal in {of!r}: there is no illegal one to draw")
        return st.sampled_from(illegal)
    return _with_action(positions(of, **options), forbidden, back=options.get("where") is None)


def forbidden(position: Position) -> tuple[Action, ...]:
    """Return the actions that are spelled as such, and illegal; after the end, those of the start."""
    specification = specification_of(position.engine)
    state = specification.from_json(position.json)
    over = specification.is_over(state)
    spelled = specification.candidates(specification.initial() if over else state)
    legal = set(position.legal_actions)
    return tuple(action for action in spelled if action not in legal)


@st.composite
def _with_action(
    draw: st.DrawFn,
    positions: st.SearchStrategy[DrawnPosition],
    actions: Callable[[Position], tuple[Action, ...]],
    *,
    back: bool,
) -> tuple[DrawnPosition, Action]:
    """Draw an action of a position; where there is none, go `back` to an earlier position if allowed."""
    position = draw(positions)
    some = actions(position)
    if back and not some and position.moves:
        position = position.game.at(len(position.moves) - 1)
        some = actions(position)
    assume(some)
    return position, chosen(draw(CHOICE), some)


def pairs_of_games(
    game: Playable,
    /,
    *,
    params: Options | None = None,
    rulings: Options | None = None,
    max_plies: int = MAX_PLIES,
    **options: Any,
) -> st.SearchStrategy[tuple[DrawnGame, DrawnGame]]:
    """Draw two games of the same length whose moves differ in one place.

    >>> from hypothesis import find
    >>> from rulewright.testing import pairs_of_games
    >>> find(pairs_of_games("nonaga", n=1), lambda pair: True)
    (replay('nonaga', '-1,1>0,0', n=1), replay('nonaga', '0,-1>0,0', n=1))
    """
    return _pairs(engines(game, params, rulings, options), max_plies)


@st.composite
def _pairs(
    draw: st.DrawFn, engine: st.SearchStrategy[Engine[Any]], max_plies: int
) -> tuple[DrawnGame, DrawnGame]:
    playing = draw(engine)
    made = play(playing, draw(choice_lists(max_plies)))
    open_plies = [
        ply for ply, state in enumerate(made.states[:-1]) if len(playing.legal_actions(state)) > 1
    ]
    assume(open_plies)
    at = draw(st.sampled_from(open_plies))
    before = made.states[at]
    others = [each for each in playing.legal_actions(before) if each != made.moves[at]]
    moves, states = [*made.moves[:at]], [*made.states[: at + 1]]
    for action in (chosen(draw(CHOICE), others), *made.moves[at + 1 :]):
        if action not in playing.legal_actions(states[-1]):
            break
        states.append(playing.play(states[-1], action))
        moves.append(action)
    same = len(moves)
    return (
        DrawnGame(playing, made.moves[:same], made.states[: same + 1]),
        DrawnGame(playing, tuple(moves), tuple(states)),
    )


def any_names() -> st.SearchStrategy[str]:
    """Draw the name of a game, of those that there are when it is drawn."""
    return st.just(None).flatmap(lambda _: st.sampled_from(catalogue.game_names()))


def any_games() -> st.SearchStrategy[DrawnGame]:
    """Draw games of any game of the catalogue, on small boards."""
    return any_names().flatmap(lambda name: games(name, params=by_size(name)[0], max_plies=30))


def any_violations() -> st.SearchStrategy[Violation]:
    """Draw violations: a clause that forbids an action in some position."""
    offered = any_names().flatmap(lambda name: illegal_actions(name, params=by_size(name)[0]))
    return offered.flatmap(lambda pair: st.sampled_from(pair[0].explain(pair[1])))


def register() -> None:
    """Say what `st.from_type` draws for the public types."""
    position = any_games().map(lambda game: game.position)
    st.register_type_strategy(DrawnGame, lambda _: any_games())
    st.register_type_strategy(DrawnPosition, lambda _: position)
    st.register_type_strategy(Position, lambda _: position)
    st.register_type_strategy(Violation, lambda _: any_violations())
    st.register_type_strategy(
        Specification, lambda _: any_games().map(lambda game: specification_of(game.engine))
    )
