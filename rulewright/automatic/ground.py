"""The rules of one engine, as terms: an arbitrary consistent position, an arbitrary legal action."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from itertools import combinations
from typing import Any

from rulewright.automatic.agreement import compared
from rulewright.automatic.asking import Solver
from rulewright.automatic.exploring import MOST_POSITIONS, Explored, explored
from rulewright.automatic.listed import ListedActions, NoSymbolicForm
from rulewright.automatic.statements import ShownStep
from rulewright.interface import Action, Json
from rulewright.play.attribution import guest_of, raised_by, shown
from rulewright.proofs.symbolic import MakeSymbolic, Symbolic, no_branches
from rulewright.spec.engine import Specification
from rulewright.spec.logic import Fact, all_of, any_of, not_
from rulewright.spec.one_by_one import OneByOne
from rulewright.spec.registry import Rulebook

SOUND, TURNS = "sound", "turns"
"""Demands that no clause states: what the facts of a position mean, at most one player is due."""


class Ground:
    """One engine, its symbolic form if it has one, and the terms that statements are made of."""

    def __init__(
        self,
        engine: Specification[Any],
        solver: Solver,
        make: MakeSymbolic | None = None,
        positions: int = MOST_POSITIONS,
        seconds: float = 60.0,
    ) -> None:
        """Take an engine; `make` returns the symbolic form of one whose actions are not listed."""
        self.engine = engine
        self.solver = solver
        self.make = make
        self.positions = positions
        self.seconds = seconds
        """How long games are searched at most."""
        self._broken: dict[Any, frozenset[str]] = {}
        self.compared = 0
        """Actions of random games of which the form and the engine say the same."""

    def of(self, make: Any, params: Mapping[str, Any], rulebook: Rulebook) -> Ground:
        """Return the same options under another rulebook; `make` makes an engine."""
        engine = make(params, self.engine.rulings, rulebook)
        return Ground(engine, self.solver, self.make, self.positions, self.seconds)

    @cached_property
    def _symbolic(self) -> tuple[Symbolic | None, str]:
        try:
            form = symbolic_form(self.engine, self.make)
            with no_branches():
                before, move = form.position(), form.move()
                form.permitted(before, move)
                form.after(before, move)
                for clause in self.engine.rulebook.speaking_of_positions():
                    if clause.holds is not None:
                        form.holds(clause.holds, before)
            self.compared, difference = compared(form)
        except NoSymbolicForm as error:
            return None, str(error)
        except Exception as error:  # noqa: BLE001 - a rule that is no formula fails in any way
            return None, reason(error)
        if difference:
            return None, f"over unknowns the rules are not those that run: {difference}"
        return form, ""

    @property
    def is_tried(self) -> bool:
        """Whether it is known if there are rules over unknowns: to find out takes time."""
        return "_symbolic" in vars(self)

    @property
    def symbolic(self) -> Symbolic | None:
        """The rules over unknowns; None if there is no such form."""
        return self._symbolic[0]

    @property
    def why_not(self) -> str:
        """Why there is no symbolic form."""
        return self._symbolic[1]

    @property
    def form(self) -> Symbolic:
        """The rules over unknowns; raises `NoSymbolicForm` if there is no such form."""
        if self.symbolic is None:
            raise NoSymbolicForm(self.why_not)
        return self.symbolic

    @cached_property
    def explored(self) -> Explored:
        """Positions that games reach, for which a quarter of the time that is left is spent at most."""
        return explored(self.engine, self.positions, min(self.seconds, self.solver.left / 4))

    @cached_property
    def before(self) -> Any:
        """The arbitrary position."""
        return self.form.position()

    @cached_property
    def move(self) -> Any:
        """The arbitrary move."""
        return self.form.move()

    @cached_property
    def permitted(self) -> dict[str, Fact]:
        """For each clause that speaks of actions, whether it permits the move."""
        with no_branches():
            return self.form.permitted(self.before, self.move)

    @cached_property
    def a_move(self) -> tuple[Fact, ...]:
        """The move is one action, and somebody is due."""
        with no_branches():
            due = any_of(self.form.due(self.before))
            return due, self.form.one_move(self.before, self.move)

    @cached_property
    def legal(self) -> Fact:
        """Every clause permits the move."""
        return all_of(self.permitted.values())

    @cached_property
    def after(self) -> Any:
        """The position after the move; None if the form does not say what follows."""
        with no_branches():
            return self.form.after(self.before, self.move)

    @property
    def demands(self) -> dict[str, Callable[[Any], Fact]]:
        """What is to hold in every position: each clause that says so, and what no clause states."""
        form = self.form

        def of_a_clause(holds: Callable[..., Fact]) -> Callable[[Any], Fact]:
            return lambda position: form.holds(holds, position)

        stated = {
            clause.identifier: of_a_clause(clause.holds)
            for clause in self.engine.rulebook.speaking_of_positions()
            if clause.holds is not None
        }
        return {
            SOUND: form.sound,
            TURNS: lambda position: at_most_one(form.due(position)),
            **stated,
        }

    @cached_property
    def consistent(self) -> Mapping[str, Fact]:
        """Each demand of the arbitrary position."""
        with no_branches():
            return {name: demand(self.before) for name, demand in self.demands.items()}

    def broken(self, state: Any) -> frozenset[str]:
        """Ask the engine which clauses a position breaks; each position is asked about once."""
        if state not in self._broken:
            found = (clause.identifier for clause in self.engine.broken_clauses(state))
            self._broken[state] = frozenset(found)
        return self._broken[state]

    def shown(
        self, state: Any, action: Action | None = None, after: Any = None, *, searched: bool = True
    ) -> ShownStep:
        """Show a position of the engine, and look whether a game comes there."""
        engine = self.engine
        moves = self.explored.game(state) if searched else None
        return ShownStep(
            dict(engine.params),
            dict(engine.rulings),
            written(engine, state),
            action,
            None if after is None else written(engine, after),
            moves,
            self.explored.extent if searched else "",
        )


def reason(error: Exception) -> str:
    """Write an exception in one line, with the place in the game's files if it is known."""
    guest = guest_of(error)
    return raised_by(error) + (f" ({shown(guest[1])})" if guest else "")


def symbolic_form(engine: Specification[Any], make: MakeSymbolic | None) -> Symbolic:
    """Return the rules over unknowns; raises `NoSymbolicForm` if the game has none."""
    if make is not None:
        return make(engine)
    if isinstance(engine, OneByOne):
        return ListedActions(engine)
    raise NoSymbolicForm("its actions are not listed, and its proofs offer no symbolic form")


def at_most_one(facts: Any) -> Fact:
    """No two of a few facts hold."""
    return all_of(not_(all_of(pair)) for pair in combinations(facts, 2))


def is_due(engine: Specification[Any], state: Any) -> int:
    """Count the players who are due in a position, where its facts are known; else by the turn."""
    turn = getattr(state, "turn", None)
    if isinstance(turn, tuple):
        return sum(map(bool, turn))
    return int(engine.turn(state) is not None)


def written(engine: Specification[Any], state: Any) -> Json:
    """Write a position as JSON; as text if the game has no JSON for it, which no game reaches."""
    try:
        return engine.to_json(state)
    except Exception:  # noqa: BLE001 - the game's own code, on a position that it may not foresee
        return {"facts": repr(state)}
