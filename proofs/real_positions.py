"""Positions and steps of recorded games, against which a claim about all of them is held.

A claim may be proved of fewer positions than it promises, if a premise excludes some. So its premises
are evaluated in positions of random games, which the specification plays under just the options that
the claim's cases are about: a premise that is false in one of them fails the theorem. What is played in
these positions is put in as well, where the claim says how it is read.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Container, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property, partial
from io import StringIO
from math import ceil
from textwrap import shorten
from typing import Any, TypeAlias

import numpy as np
import z3
from attrs import evolve, field, frozen
from attrs.validators import is_callable, optional
from z3 import z3printer

from rulewright.interface import Action
from rulewright.proofs.demanded import Demand, demanded
from rulewright.proofs.evaluation import Evaluated
from rulewright.proofs.fields import makes
from rulewright.proofs.reading import (
    NoReading,
    Read,
    Values,
    as_read,
    asked,
    checked,
    columns,
    in_its_words,
    quoted,
    the_same,
)
from rulewright.proofs.recorded_games import RecordedPosition, UnderKey, games_played
from rulewright.proofs.scope import TheoremScope
from rulewright.proofs.terms import is_simplified_to_true
from rulewright.spec.engine import Ruled, Specification
from rulewright.spec.one_by_one import OneByOne
from rulewright.spec.structure import leaves

Options: TypeAlias = tuple[tuple[str, str], ...]
Engine: TypeAlias = Callable[[dict[str, Any], dict[str, str]], Specification[Any]]
LEAST_POSITIONS, LEAST_GAMES = 1_000, 100
LEAST_STEPS = LEAST_GAMES
FEWEST = 6
"""Games under each of the options, where there are so many that each has few."""
AT_ONCE = 40
"""Games played side by side, at least: a game is the same whatever the number, and little more work."""
LONGEST_TERM = 240
"""Characters of a premise that are shown where it excludes something."""


def is_any(_: Any) -> bool:
    """Any position."""
    return True


def as_a_whole(_: Any) -> None:
    """Through no window."""
    return


def of_one_kind(_: Any, __: Action) -> str:
    """All steps are of the same kind, which has no name."""
    return ""


@frozen(eq=False)
class RealPositions:
    """Where the positions of recorded games come from, and how they are read."""

    engine: Engine = field(validator=makes("engines, such as GAME.engine"))
    values: Callable[[Any, Any], Values] = field(validator=makes("values, such as facts_in"))
    """Reads a position of the specification, for a case about some rules."""
    games: int = LEAST_GAMES
    through: Callable[[Any], Hashable] = field(default=as_a_whole, validator=is_callable())
    """The window of some rules through which a position is read, if it is not read as a whole."""
    stride: int = 5
    """One position in so many is looked at: enough for ten of each game."""
    max_plies: int = 200
    wanted: Callable[[Any], bool] = field(default=is_any, validator=is_callable())
    """Which of the positions in which somebody is to move the claim speaks of, as its docstring says."""
    steps: Callable[[Any, Any, Action], Values | None] | None = field(
        default=None, validator=optional(is_callable())
    )
    """Reads what is played in a position of the specification, if the claim speaks of a step as well.

    None for a step of which the claim does not speak: its docstring says which these are. A position
    that is read through a window may be read anew, round what is played.
    """
    kind: Callable[[Any, Action], str] = field(default=of_one_kind, validator=is_callable())
    """Of which kind a step is, where the cases of a claim divide these among them (`Case.step`); its
    docstring says how."""

    @property
    def only(self) -> str:
        """Which positions the claim speaks of, in the words of `wanted`; empty if of all."""
        return "" if self.wanted is is_any else in_its_words(self.wanted)


@frozen(eq=False)
class Speaking:
    """What a claim gives for all positions of games under some options: rules, and premises."""

    rules: Ruled
    premises: tuple[z3.BoolRef, ...]
    step: str = ""
    """The kind of the steps that it speaks of; empty if of all."""

    @cached_property
    def demands(self) -> list[Demand]:
        """What has one value wherever all premises hold."""
        return demanded(self.premises)


@frozen(eq=False)
class Tabled:
    """Positions, and the values of terms in them."""

    positions: tuple[RecordedPosition, ...]
    evaluation: Evaluated
    steps: Mapping[str, Tabled] | None = None
    """By the kind of what is played, and of all kinds under no name: those positions in which a step is
    read, with its values as well; None if none is to be read."""

    @classmethod
    def of(cls, positions: Sequence[RecordedPosition], values: Sequence[Values]) -> Tabled:
        """Put the values of each position into columns."""
        return cls(tuple(positions), Evaluated(columns(values)))

    played: int = 0
    """How many positions were looked at, those that are not `wanted` included."""
    games: int = 0
    cut: int = 0
    """How many of the games were not played to their end."""

    def with_steps(self, kind: str) -> Tabled:
        """Return the positions in which a step of a kind is read, or all if none is to be read."""
        return self if self.steps is None else self.steps.get(kind, Tabled.of((), ()))

    def read(self, position: int, names: Container[str]) -> Read:
        """Return those of some unknowns that are read from a position, with their values."""
        columns = self.evaluation.table.items()
        return [
            pair
            for name, column in columns
            if name in names
            for pair in as_read(name, column[position])
        ]


def excluded(
    speaking: Sequence[Sequence[Speaking]], real: RealPositions, scope: TheoremScope
) -> str:
    """Say which premise a position of a recorded game breaks, for cases by their options; else empty.

    Of premises that speak of other things as well, of an action or of what is reached, those parts are
    evaluated that speak of a position alone, and have one value wherever all premises hold. A claim
    about some of the options of a scope is held against its share of the games.
    """
    if real.wanted is not is_any and not real.only:
        return (
            "it leaves out positions of games (`wanted`), but no docstring says which it speaks of"
        )
    looked: dict[Options, Tabled] = {}
    share = share_of(speaking, scope)
    for cases, rulings, games in games_of_each(speaking, real, scope):
        rules = cases[0].rules
        if why := otherwise(real, rules, rulings):
            return why
        table = tabled(real, rules, rulings, games)
        named = options_of(rules, rulings)
        looked[named] = table
        if why := of_no_case(cases, table):
            return why
        why, found = next(
            (each for each in map(partial(broken, table), cases) if each[0]), UNBROKEN
        )
        if why:
            where = ", ".join("=".join(pair) for pair in named)
            here = written(real, rules, rulings, found)
            return f"{why} of a recorded game ({where}){here}{hint(table)}"
    positions = [table.positions for table in looked.values()]
    steps = [table.with_steps("").positions for table in looked.values()]
    whole = real.stride == 1 and not any(table.cut for table in looked.values())
    return too_few(positions, share, 1 if whole else 2) or too_few_steps(
        real, positions, steps, share
    )


def games_of_each(
    speaking: Sequence[Sequence[Speaking]], real: RealPositions, scope: TheoremScope
) -> Iterator[tuple[Sequence[Speaking], dict[str, str], int]]:
    """Yield cases about the same options, each with rulings under which so many games are played."""
    ways = ways_of(speaking, scope)
    options = {options_of(each[0].rules, rulings) for each, rulings in ways}
    games = max(ceil(real.games * share_of(speaking, scope) / len(options)), FEWEST)
    return ((each, rulings, games) for each, rulings in ways)


def ways_of(
    speaking: Sequence[Sequence[Speaking]], scope: TheoremScope
) -> list[tuple[Sequence[Speaking], dict[str, str]]]:
    """Return cases about the same options, with each of the rulings under which games are played."""
    return [(each, way) for each in speaking for way in scope.rulings_played(each[0].rules)]


def share_of(speaking: Sequence[Sequence[Speaking]], scope: TheoremScope) -> float:
    """Return of which share of the options of a scope some cases speak."""
    ways = ways_of(speaking, scope)
    options = {options_of(each[0].rules, rulings) for each, rulings in ways}
    return len(options) / max(scope.ways(), len(options))


def too_few(looked: Iterable[tuple[RecordedPosition, ...]], share: float, least: int) -> str:
    """Say how many positions were looked at under each of some options, if they are not enough.

    Of 100 games there must be `least` positions each: two, so that it is not the first one alone; where
    games were looked at as a whole, one, since a game may have no more.
    """
    positions, often = 0, 0
    for found in looked:
        positions += len(found)
        often += sum(number >= least for number in in_games(found))
    if positions < LEAST_POSITIONS * share or often < LEAST_GAMES * share:
        return (
            f"only {positions} positions of recorded games were looked at, "
            f"{'more than one' if least > 1 else 'all'} of {often} games: it takes "
            f"{ceil(LEAST_POSITIONS * share)}, of {ceil(LEAST_GAMES * share)} games "
            "(`games` and `stride` of its `RealPositions`)"
        )
    return ""


def too_few_steps(
    real: RealPositions,
    positions: Sequence[Sequence[RecordedPosition]],
    steps: Sequence[Sequence[RecordedPosition]],
    share: float,
) -> str:
    """Say how many steps were read, if they are not enough, or why some were not; else empty."""
    if real.steps is None:
        return ""
    read = sum(map(len, steps))
    if read < LEAST_STEPS * share:
        return f"only {read} steps of recorded games were read (`steps`)"
    if read < sum(map(len, positions)) and not in_its_words(real.steps):
        return "it leaves out steps of games (`steps`), but no docstring says which it speaks of"
    if real.kind is not of_one_kind and not in_its_words(real.kind):
        return "it divides steps (`kind`), but no docstring says how"
    return ""


def otherwise(real: RealPositions, rules: Ruled, rulings: Mapping[str, str]) -> str:
    """Say which option of a game is another one than was asked for; empty if none is."""
    asked = {**parameters_of(rules), **rulings}
    engine = real.engine(parameters_of(rules), dict(rulings))
    played = {**engine.params, **engine.rulings}
    for name, value in asked.items():
        if played.get(name) != value:
            return f"its games are of {name}={played.get(name)}, and not of {name}={value} (`real`)"
    return ""


def in_games(found: Iterable[RecordedPosition]) -> Iterable[int]:
    """Return how many of some positions are of the same game, for each game."""
    return Counter(each.game for each in found).values()


def hint(table: Tabled) -> str:
    """Say how positions are left out, where steps are: an author may take one for the other."""
    left_out = table.steps is not None and len(table.with_steps("").positions) < len(
        table.positions
    )
    return "; `steps` leaves out steps, and `wanted` positions" if left_out else ""


def of_no_case(cases: Sequence[Speaking], table: Tabled) -> str:
    """Name a kind of steps that no case speaks of, or that a case speaks of and no game has."""
    kinds = set(table.steps or ()) - {""}
    spoken = {each.step for each in cases} - {""}
    if spoken and table.steps is None:
        return (
            f"a case speaks of steps of the kind {min(spoken)!r}, but nothing reads steps (`steps`)"
        )
    if unmet := sorted(spoken - kinds):
        return f"a case speaks of steps of the kind {unmet[0]!r}, which no game has (`kind`)"
    if unspoken := sorted(kinds - spoken if spoken else ()):
        return f"no case speaks of steps of the kind {unspoken[0]!r}, which games have (`step`)"
    return ""


def broken(table: Tabled, each: Speaking) -> tuple[str, RecordedPosition | None]:
    """Say which premise excludes one of some positions, or what is played in it, and which position.

    Empty if none does.
    """
    evaluated = 0
    shown = table.with_steps(each.step) if each.step else table
    if not shown.positions:
        return none_wanted(table), None
    steps = table.with_steps(each.step)
    for term, value in each.demands:
        if table.evaluation.of(term) is None:
            if step := otherwise_in(term, value, steps):
                said = f"a premise excludes a step: {in_short(term, value)}: {step.action}"
                return said, step
            evaluated += steps.evaluation.of(term) is not None
            continue
        evaluated += 1
        if found := otherwise_in(term, value, shown):
            return f"a premise excludes a position: {in_short(term, value)}:", found
    if not evaluated:
        return "none of its premises speaks of a position alone: none could exclude one", None
    return UNBROKEN


def none_wanted(table: Tabled) -> str:
    """Say why no position was looked at: those at the end of games are none of them."""
    if table.positions or not table.played:
        return "no position was looked at"
    return (
        f"`wanted` leaves out all {table.played} positions (in each somebody is to move: a claim about "
        "the end says `why_not_real`)"
    )


UNBROKEN: tuple[str, RecordedPosition | None] = "", None
"""No premise excludes anything."""


def otherwise_in(term: z3.BoolRef, value: bool, table: Tabled) -> RecordedPosition | None:
    """Return where a formula has another value than is demanded; None if nowhere is known."""
    holds = table.evaluation.of(term)
    if holds is None:
        return None
    wrong = np.flatnonzero(np.broadcast_to(holds != value, len(table.positions)))
    return table.positions[wrong[0]] if len(wrong) else None


def written(
    real: RealPositions, rules: Ruled, rulings: Mapping[str, str], found: RecordedPosition | None
) -> str:
    """Write a position of a game, to be told in which one a premise does not hold."""
    if found is None:
        return ""
    engine = real.engine(parameters_of(rules), dict(rulings))
    position = shorten(json.dumps(engine.to_json(found.state)), LONGEST_TERM, placeholder=" ...")
    return f", on ply {found.ply}, in {position}"


def in_short(term: z3.BoolRef, value: bool) -> str:
    """Write a formula, or its negation, on one line."""
    printer = z3printer.Formatter()
    printer.max_visited = LONGEST_TERM  # each part that is visited is a character at least
    written = StringIO()
    z3printer.PP()(written, printer(term if value else z3.Not(term)))
    return shorten(written.getvalue(), LONGEST_TERM, placeholder=" ...")


def options_of(rules: Ruled, rulings: Mapping[str, str]) -> Options:
    """Return the options of some games, as words."""
    params = parameters_of(rules).items()
    return tuple((name, str(value)) for name, value in (*params, *rulings.items()))


def parameters_of(rules: Ruled) -> dict[str, Any]:
    """Return the parameters that some rules have, those without a value left out."""
    names = [each.name for each in type(rules.params).__attrs_attrs__]
    return {name: value for name in names if (value := getattr(rules.params, name)) is not None}


def tabled(real: RealPositions, rules: Ruled, rulings: dict[str, str], games: int) -> Tabled:
    """Return positions of random games in which somebody is to move; none is played or read twice."""
    engine = real.engine(parameters_of(rules), rulings)
    # Another class of engines may play otherwise by the same clauses.
    options = repr((engine.game, options_of(rules, rulings)))
    key = (type(engine), options, engine.rulebook.clauses)
    played = AT_ONCE
    while played < games:
        played *= 2  # so that claims that ask for some more or some less are given the same games
    kept = UnderKey((engine, played), (*key, played))
    return tables(UnderKey((kept, real, rules, games), (kept, real, real.through(rules), games)))


@cache
def tables(kept: UnderKey) -> Tabled:
    """Read the positions that a claim speaks of, as some rules see them."""
    of_games, real, rules, games = kept.what
    played = games_played(of_games)
    looked = tuple(played.positions(games, real.stride, real.max_plies))
    found = tuple(each for each in looked if asked("wanted", real.wanted, each.state))
    values = [checked("values", asked("values", real.values, rules, each.state)) for each in found]
    engine = of_games.what[0]
    named = engine if isinstance(engine, OneByOne) and real.through is as_a_whole else None
    for each, read in zip(found, values, strict=True) if named else ():
        not_otherwise("values", facts_of(each.state), read)
    table = Tabled.of(found, values)
    return evolve(
        table,
        steps=None if real.steps is None else stepped(real, rules, table, values, named),
        played=len(looked),
        games=games,
        cut=played.cut(games, real.max_plies),
    )


def stepped(
    real: RealPositions,
    rules: Ruled,
    table: Tabled,
    values: Sequence[Values],
    named: OneByOne[Any] | None,
) -> Mapping[str, Tabled]:
    """Read what is played in some positions, and leave out those in which no step is read.

    An engine is `named` if its actions have names of which `moves_in` makes unknowns.
    """
    of_kinds: dict[str, list[tuple[int, Values]]] = {"": []}
    for row, (each, own) in enumerate(zip(table.positions, values, strict=True)):
        step = step_read(real, rules, each)
        if step is not None:
            if real.through is as_a_whole:
                the_same(own, step)
            if named is not None:
                played = {f"action {name}": name == each.action for name in named.actions}
                not_otherwise("steps", played, step)
            for kind in {"", kind_of(real, each)}:
                of_kinds.setdefault(kind, []).append((row, step))
    return {kind: beside(table, read) for kind, read in of_kinds.items()}


def beside(table: Tabled, read: Sequence[tuple[int, Values]]) -> Tabled:
    """Put what is read of some steps beside the positions of a table that they are made in."""
    rows = [row for row, _ in read]
    own = {name: column[rows] for name, column in table.evaluation.table.items()}
    steps = columns([step for _, step in read])
    return Tabled(tuple(table.positions[row] for row in rows), Evaluated({**own, **steps}))


def facts_of(state: Any) -> dict[str, bool | int]:
    """Return the values of the unknowns of `any_position`, by where they are in a position."""
    return {".".join(path): value for path, value in leaves(state)}


def not_otherwise(reader: str, facts: Values, read: Values) -> None:
    """Raise `NoReading` if a position is read otherwise than it is, where the names are the same."""
    for name, value in facts.items():
        if name in read and read[name] != value:
            raise NoReading(
                f"`{reader}` reads {name!r} as {read[name]}, where it is {value} in the game"
            )


def step_read(real: RealPositions, rules: Ruled, found: RecordedPosition) -> Values | None:
    """Read what is played in a position; None if nothing is, or the claim does not speak of it."""
    assert real.steps is not None
    if not found.action:
        return None
    step = asked("steps", real.steps, rules, found.state, found.action)
    return None if step is None else checked("steps", step)


def kind_of(real: RealPositions, found: RecordedPosition) -> str:
    """Return the kind of what is played; raises `NoReading` if that is no text."""
    kind = asked("kind", real.kind, found.state, found.action)
    if real.kind is not of_one_kind and not (isinstance(kind, str) and kind.strip()):
        raise NoReading(
            f"`kind` calls a step {quoted(kind)}: it must be a text that says something"
        )
    return str(kind)


def says_nothing(premises: Iterable[z3.BoolRef]) -> bool:
    """Return whether premises exclude no position, because all are true whatever the position."""
    return all(map(is_simplified_to_true, premises))
