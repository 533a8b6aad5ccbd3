"""The `Engine` of every game with a compiled kernel, and the entry point of a game."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from pickle import PicklingError
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

import attrs
import numpy as np
from attrs import frozen

from rulewright.impl.by_address import KernelByAddress, by_address
from rulewright.impl.dispatch import require_complete
from rulewright.impl.kernel import Kernel, Row
from rulewright.impl.loops import advance, examine, rank
from rulewright.impl.spelling import Spelling, shared_spelling
from rulewright.interface import Action, IllegalAction, Json, options_from

State: TypeAlias = bytes
"""The numbers of a key (see `rulewright.impl.kernel`), as bytes."""

REMEMBERED = 4096
DRAWN = 16
"""Actions drawn from a position when its ranks are compared."""


class Notation(Protocol):
    """How the actions, places and positions of one game are written.

    All codes and keys are those of the game's kernel; `key` is a one-dimensional ``int64`` array.
    """

    players: tuple[str, ...]
    contents: tuple[str, ...]
    """Names of the codes that `write_board` writes; the first, 0, is an empty place."""

    def text(self, action: int) -> Action:
        """Spell an action."""

    def code(self, text: Action) -> int:
        """Read an action; raises `MalformedAction` unless it is spelt exactly as on the game's page."""

    def all_actions(self) -> Sequence[int] | None:
        """List all actions of the game; None if there are too many."""

    def places(self) -> tuple[str, ...]:
        """Name the places that `write_board` writes."""

    def reason(self, key: Row, action: int) -> str:
        """Explain, naming clauses, why an action is illegal in a position."""

    def to_json(self, key: Row) -> Json:
        """Write a position in the JSON form of the game's page."""

    def from_json(self, position: Json) -> Row:
        """Read a position; raises `MalformedPosition` and `ImpossiblePosition`."""


@frozen
class Examination:
    """What the engine says of one position; `actions` are codes in the order of their texts."""

    actions: tuple[int, ...]
    texts: tuple[Action, ...]
    turn: int
    scores: dict[str, int]
    winners: tuple[str, ...]


@frozen
class Ranking:
    """The legal actions of a position as random play finds them; codes of the kernel."""

    count: int
    ranked: tuple[int, ...]
    """One for each rank below the count."""
    drawn: frozenset[int]


class CompiledEngine:
    """A game with fixed parameters and rulings, played by compiled code (see `Engine`).

    A state is the position's key as bytes: immutable, hashable, equal for equal positions.
    """

    def __init__(  # noqa: PLR0917
        self,
        game: str,
        params: Mapping[str, Any],
        rulings: Mapping[str, str],
        kernel: Any,
        notation: Notation,
        implementation: Implementation[Any, Any] | None = None,
    ) -> None:
        """Combine a compiled game (a `NamedTuple` with the fields of `Kernel`) and its notation.

        An engine without its `implementation` can be pickled only if its game is one of ours.
        """
        self.game = game
        self.params = dict(params)
        self.rulings = dict(rulings)
        self.players = notation.players
        self.kernel: Kernel = kernel
        self.notation = notation
        self.implementation = implementation
        self._row: Row = np.zeros(self.kernel.row_size, np.int64)
        self._examinations: dict[State, Examination] = {}
        self._initial: State | None = None
        self._by_address: KernelByAddress | None = None
        self._spelling = self._lists = Spelling(notation.text)
        if implementation is not None and implementation.spelled_alike:
            self._lists = shared_spelling(implementation, self.params, notation.text)

    def __repr__(self) -> str:
        """Name the game, its parameters and rulings."""
        chosen = ", ".join(
            f"{name}={value}" for name, value in (self.params | self.rulings).items()
        )
        return f"<compiled {self.game}: {chosen}>"

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the options only: another process rebuilds the engine.

        Raises `pickle.PicklingError` if no module has its implementation as `GAME`.
        """
        return _engine_of, (*home_of(self), self.params, self.rulings)

    @property
    def by_address(self) -> KernelByAddress:
        """The compiled game for drivers that are compiled once for all games."""
        if self._by_address is None:
            self._by_address = by_address(self.kernel)
        return self._by_address

    def texts(self, codes: Sequence[int]) -> tuple[Action, ...]:
        """Spell actions, or recall how they are spelled: most recordings have the same ones."""
        return self._spelling.texts(codes)

    def key(self, state: State) -> Row:
        """Return the key of a state as a new array."""
        return np.frombuffer(state, np.int64).copy()

    def examination(self, state: State, *, fresh: bool = False) -> Examination:
        """Examine a position; the latest few thousand results are kept."""
        known = self._examinations.get(state)
        if known is None or fresh:
            key = self.key(state)
            if len(self._examinations) >= REMEMBERED:
                self._examinations.clear()
            known = self._examine(key, fresh=fresh)
            self._examinations[key.tobytes()] = known
            if fresh:
                self._initial = key.tobytes()
        return known

    def _examine(self, key: Row, *, fresh: bool) -> Examination:
        actions = np.empty(self.kernel.most_legal, np.int64)
        scores = np.zeros(len(self.players), np.int64)
        winners = np.zeros(len(self.players), np.int64)
        mover, count = examine(self.by_address, key, self._row, actions, scores, winners, fresh)
        codes, texts = self._lists.in_order(actions[:count])
        return Examination(
            actions=codes,
            texts=texts,
            turn=mover,
            scores=dict(zip(self.players, scores.tolist(), strict=True)),
            winners=tuple(name for name, won in zip(self.players, winners, strict=True) if won),
        )

    def initial(self) -> State:
        """Set the game up."""
        if self._initial is None:
            self.examination(bytes(8 * self.kernel.key_size), fresh=True)
        assert self._initial is not None
        return self._initial

    def legal_actions(self, state: State) -> tuple[Action, ...]:
        """List every legal action once, sorted; empty when the game is over."""
        return self.examination(state).texts

    def play(self, state: State, action: Action) -> State:
        """Play a legal action; raises `MalformedAction` or `IllegalAction`."""
        code = self.notation.code(action)
        key = self.key(state)
        if not advance(self.by_address, key, self._row, code):
            over = self.is_over(state)
            reason = "the game is over" if over else self.notation.reason(key, code)
            raise IllegalAction(action, reason)
        return key.tobytes()

    def ranking(self, state: State) -> Ranking:
        """Find the legal actions by rank, and by drawing."""
        ranked = np.full(self.kernel.most_legal, -1, np.int64)
        drawn = np.empty(DRAWN, np.int64)
        count = rank(self.by_address, self.key(state), self._row, ranked, drawn)
        found = frozenset(drawn.tolist()) if count else frozenset[int]()
        return Ranking(count, tuple(ranked[:count].tolist()), found)

    def is_over(self, state: State) -> bool:
        """Return whether the game has ended."""
        return self.examination(state).turn < 0

    def turn(self, state: State) -> str | None:
        """Name the player to move; None when the game is over."""
        mover = self.examination(state).turn
        return None if mover < 0 else self.players[mover]

    def scores(self, state: State) -> dict[str, int]:
        """Count the score of each player as it stands."""
        return dict(self.examination(state).scores)

    def winners(self, state: State) -> tuple[str, ...]:
        """Name the winners in turn order; empty while the game is on or when nobody wins."""
        return self.examination(state).winners

    def to_json(self, state: State) -> Json:
        """Write the position in the form of the game's page."""
        return self.notation.to_json(self.key(state))

    def from_json(self, position: Json) -> State:
        """Read a position; raises `MalformedPosition` or `ImpossiblePosition`."""
        return self.notation.from_json(position).tobytes()


def home_of(engine: CompiledEngine) -> tuple[str, str]:
    """Return the module whose `GAME` makes an engine, and the folder from which it is imported.

    The folder is "" for our own games. Raises `pickle.PicklingError` if there is no such module.
    """
    own, made = f"{__package__}.{engine.game}", engine.implementation
    near = str(getattr(made and made.build, "__module__", own))
    if f"{near}.".startswith(f"{own}."):
        return own, ""
    likely = sorted(sys.modules.items(), key=lambda pair: pair[0] != near)
    for name, module in likely:
        if getattr(module, "__dict__", {}).get("GAME") is made and name != "__main__":
            top = sys.modules[name.partition(".")[0]]
            levels = 1 if hasattr(top, "__path__") else 0
            file = getattr(top, "__file__", None)
            return name, str(Path(file).resolve().parents[levels]) if file else ""
    raise PicklingError(
        f"no module has the implementation of {engine.game} as GAME: without it another process "
        "cannot make the engine"
    )


def _engine_of(module: str, folder: str, params: Any, rulings: Any) -> CompiledEngine:
    if folder:
        for finder in sys.meta_path:  # that of `rulewright.sources`, which is not for import here
            getattr(finder, "watch", str)(module)
        if folder not in sys.path:
            sys.path.append(folder)
    made: CompiledEngine = import_module(module).GAME.engine(params, rulings)
    return made


Parameters = TypeVar("Parameters", bound=attrs.AttrsInstance)
Rulings = TypeVar("Rulings", bound=attrs.AttrsInstance)


@frozen
class Implementation(Generic[Parameters, Rulings]):
    """The implementation of a game: its options, and how an engine is built from them."""

    name: str
    parameters: type[Parameters]
    rulings: type[Rulings]
    build: Callable[[Parameters, Rulings], tuple[Any, Notation]]
    """Builds the compiled game and its notation."""
    spelled_alike: bool = False
    """Whether no ruling changes `Notation.text`: then engines with equal parameters share their texts.

    Recordings do not, so lockstep notices a notation for which this is not so.
    """

    def engine(
        self, params: Mapping[str, Any] | None = None, rulings: Mapping[str, str] | None = None
    ) -> CompiledEngine:
        """Build an engine; options left out have their defaults.

        Raises `UnknownParameter`, `BadParameter`, `UnknownQuestion` or `UnknownReading`, and
        `IncompleteKernel` if the game does not provide all that the drivers need.
        """
        parameters = options_from(self.parameters, params or {})
        chosen = options_from(self.rulings, rulings or {})
        kernel, notation = self.build(parameters, chosen)
        require_complete(kernel, notation)
        return CompiledEngine(
            *(self.name, attrs.asdict(parameters), attrs.asdict(chosen)),
            *(kernel, notation, self),
        )
