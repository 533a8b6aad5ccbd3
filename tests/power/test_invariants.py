"""Power: each demand on positions is false somewhere, or dropping it could not be noticed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest
from attrs import evolve

from rulewright.interface import RulewrightError
from rulewright.play import games
from rulewright.play.changed import changed
from rulewright.play.mutants import clause_mutants

PLIES, PLAYED, CHANGES = 20, 2, 300
Found = Callable[[Any, Any], Iterator[Any]]
"""Positions found by hand, for an engine and its initial position."""


def broken(engine: Any, seen: tuple[Any, ...]) -> Iterator[str]:
    """Yield the clauses that a position breaks; one may not be asked where others are broken."""
    for clause in engine.rulebook.speaking_of_positions():
        try:
            if not clause.holds(*seen):
                yield clause.identifier
        except Exception:  # noqa: BLE001 - it may take it that the clauses before it hold
            return


def by_mutants(right: Any, params: dict[str, Any]) -> Iterator[str]:
    """Play each mutant of each clause at random, and yield what its positions break."""
    book, random = right.rulebook, Random(1)
    for mutant in (each for clause in book.clauses for each in clause_mutants(book, clause)):
        engine: Any = games.specified(right.game).engine(params, {}, mutant.rulebook)
        for _ in range(PLAYED):
            try:
                state = engine.initial()
                for _ in range(PLIES):
                    yield from broken(right, engine.looked_at(state))
                    state = engine.play(state, random.choice(engine.legal_actions(state)))
            except Exception:  # noqa: BLE001, S112 - a mutant that has no action or broke
                continue


def by_changes(right: Any) -> Iterator[str]:
    """Change positions of random games in one place, and yield what the changed ones break."""
    random, positions = Random(1), []
    for _ in range(PLAYED):
        state = right.initial()
        while not right.is_over(state) and len(positions) < 2 * PLIES:
            positions.append(right.to_json(state))
            state = right.play(state, random.choice(right.legal_actions(state)))
    for _ in range(CHANGES):
        position = changed(random.choice(positions), random.choice(positions), random)
        try:
            state = right.read(position)
        except RulewrightError:
            continue
        yield from broken(right, right.looked_at(state))


def line_of_discs(engine: Any, start: Any) -> Iterator[Any]:
    """Stand pieces at the ends of a line, so that nothing can be relocated (NON-5)."""
    del start
    pieces = {"red": [[0, 0], [2, 0], [4, 0]], "black": [[14, 0], [16, 0], [18, 0]]}
    line = {"discs": [[q, 0] for q in range(19)], "pieces": pieces}
    yield engine.read({**line, "turn": "red", "step": "disc", "barred": None})


def barred_at_one_disc(engine: Any, start: Any) -> Iterator[Any]:
    """Bar a disc that touches only one other (NON-7)."""
    form = engine.to_json(start)
    discs = sorted([*(cell for cell in form["discs"] if cell != [1, 1]), [3, 0]])
    yield engine.read({**form, "discs": discs, "barred": [3, 0]})


def both_to_move(engine: Any, start: Any) -> Iterator[Any]:
    """Let both players be to move (ARI-5)."""
    del engine
    yield evolve(start, turn=(True, True))


def queens_side_by_side(engine: Any, start: Any) -> Iterator[Any]:
    """Put both queens in a corner (ARI-3)."""
    form = engine.to_json(start)
    yield engine.read({**form, "queens": {"white": "a1", "black": "a2"}})


def everything_everywhere(engine: Any, start: Any) -> Iterator[Any]:
    """Put a stick, or a piece of everybody, on every line (MIN-4, MIN-5)."""
    del engine
    yield evolve(start, sticks=(True,) * len(start.sticks))
    yield evolve(start, pieces=tuple((True,) * len(each) for each in start.pieces))


def turned_tiles(engine: Any, start: Any) -> Iterator[Any]:
    """Turn the second tile on the table (DRE-4)."""
    for first in engine.legal_actions(start)[:1]:
        state = engine.play(start, first)
        form = engine.to_json(engine.play(state, engine.legal_actions(state)[0]))
        for cell, (owner, way) in form["tiles"].items():
            for turned in (way[1:] + way[:1], way[2:] + way[:2]):
                yield engine.read({**form, "tiles": {**form["tiles"], cell: [owner, turned]}})


BY_HAND: dict[str, tuple[Found, ...]] = {
    "ari": (both_to_move, queens_side_by_side),
    "dreieck": (turned_tiles,),
    "minoa": (everything_everywhere,),
    "nonaga": (line_of_discs, barred_at_one_disc),
}
"""What neither a mutant nor one change reaches."""


def breakable(game: str) -> set[str]:
    """Return the clauses about positions that some position breaks."""
    specified = games.specified(game)
    small = next(iter(specified.exhausted), specified.played[0])
    engine: Any = games.specification(game)
    found = {*by_mutants(games.specification(game, dict(small)), dict(small)), *by_changes(engine)}
    for positions in BY_HAND.get(game, ()):
        for state in positions(engine, engine.initial()):
            found.update(broken(engine, engine.looked_at(state)))
    return found


@pytest.mark.parametrize("game", [name for name in games.game_names() if not games.is_guest(name)])
def test_every_demand_on_positions_is_broken_somewhere(game: str) -> None:
    """By a mutant in play, by one change of a position in JSON, or by hand."""
    demands = games.specified(game).rulebook.speaking_of_positions()
    assert breakable(game) == {clause.identifier for clause in demands}


def test_a_demand_that_always_holds_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """`all_of` for `any_of` in NON-5: `due` would then never be so."""
    specified = games.specified("nonaga")
    silenced = specified.rulebook.replacing("NON-5", holds=lambda *_: True)
    monkeypatch.setattr(
        games, "specification", lambda _, *options: specified.engine(*options, rulebook=silenced)
    )
    engine: Any = games.specification("nonaga")
    (state,) = line_of_discs(engine, engine.initial())
    assert "NON-5" not in set(broken(engine, engine.looked_at(state)))
