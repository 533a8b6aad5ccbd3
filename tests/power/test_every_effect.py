"""Power: bulk judging asks each clause for all of its effect, and works nothing out by itself.

Facts and numbers of each kind in what a clause says follows are changed, one at a time, whatever the
game, until recordings that are right are refuted: one of each kind must be noticed.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, TypeAlias

import attrs
import pytest
from attrs import evolve

from rulewright.impl.drivers import record
from rulewright.interface import Recording
from rulewright.play import games
from rulewright.spec.coverage import RecordingRefuted
from rulewright.spec.logic import not_

Path: TypeAlias = tuple[str | int, ...]

OPTIONS: tuple[tuple[str, dict[str, Any], dict[str, str]], ...] = (
    ("minoa", {"n": 2}, {}),
    ("minoa", {"n": 2, "k": 4}, {"partners": "shared"}),
    ("nonaga", {}, {}),
    ("nonaga", {}, {"win": "end_of_turn"}),
    ("dreieck", {"s": 3}, {}),
    ("dreieck", {"k": 3, "s": 2}, {"claim": "may", "trigger": "standing"}),
    ("ari", {}, {}),
)
OFF_THE_BOARD = "a piece that is not on the board lies in no cell, and in no way"
UNSEEN = {
    ("ari", "ARI-1", "armies.dice.cell.x"): OFF_THE_BOARD,
    ("ari", "ARI-1", "armies.dice.cell.y"): OFF_THE_BOARD,
    ("ari", "ARI-1", "armies.dice.sides"): OFF_THE_BOARD,
    ("ari", "ARI-1", "armies.queen.cell.x"): OFF_THE_BOARD,
    ("ari", "ARI-1", "armies.queen.cell.y"): OFF_THE_BOARD,
}
"""Parts of effects that show in no position."""
SHAPES = {"window", "board"}
"""What has a place for each cell, and says nothing of what is there."""
PLIES = 40
TRIED = 40
"""Facts of one kind that are changed until one is noticed: most cells are far from any tile."""
FEW = 4
"""The same, of a kind that should not be noticed."""


def leaves(value: Any, path: Path = ()) -> Iterator[Path]:
    """List where facts and numbers are in what a clause says follows."""
    if attrs.has(type(value)):
        for each in attrs.fields(type(value)):
            if each.name not in SHAPES:
                yield from leaves(getattr(value, each.name), (*path, each.name))
    elif isinstance(value, tuple | list):
        for index, each in enumerate(value):
            yield from leaves(each, (*path, index))
    else:
        yield path


def changed(value: Any, path: Path, *, counts: bool) -> Any:
    """Change the fact, or the number, at one place."""
    if not path:
        return value + 1 if counts else not_(value)
    step, *rest = path
    if isinstance(step, str):
        return evolve(value, **{step: changed(getattr(value, step), tuple(rest), counts=counts)})
    listed = list(value)
    listed[step] = changed(listed[step], tuple(rest), counts=counts)
    return type(value)(listed)


def kind(path: Path) -> str:
    """Name what a fact is about, whichever player or place."""
    return ".".join(step for step in path if isinstance(step, str))


def first_effect(identifier: str, specified: Any, options: Any, recording: Recording) -> Any:
    """What a clause says follows when it is first asked."""
    effect, seen = specified.rulebook[identifier].effect, []

    def watched(*given: Any) -> Any:
        seen.append(effect(*given))
        return seen[-1]

    rulebook = specified.rulebook.replacing(identifier, effect=watched)
    specified.engine(*options, rulebook=rulebook).check(recording)
    assert seen, f"{identifier} is never asked"
    return seen[0]


def is_noticed(
    identifier: str, path: Path, specified: Any, options: Any, recording: Recording
) -> bool:
    """Return whether a recording is refuted when one fact of an effect is changed.

    A thing that cannot be there at all may also be reported as missing where it is looked up.
    """
    effect = specified.rulebook[identifier].effect
    for counts in (False, True):

        def wrong(*given: Any, counts: bool = counts) -> Any:
            return changed(effect(*given), path, counts=counts)

        rulebook = specified.rulebook.replacing(identifier, effect=wrong)
        try:
            specified.engine(*options, rulebook=rulebook).check(recording)
        except (RecordingRefuted, LookupError):
            return True
        except TypeError:
            continue  # a fact is no number
    return False


def effects() -> Iterator[Any]:
    """List every clause with an effect, under each set of options."""
    for game, params, rulings in OPTIONS:
        for clause in games.specified(game).rulebook.clauses:
            if clause.effect is not None:
                name = "-".join((clause.identifier, *map(str, (params | rulings).values())))
                yield pytest.param(game, params, rulings, clause.identifier, id=name)


@pytest.mark.slow
@pytest.mark.parametrize(("game", "params", "rulings", "identifier"), list(effects()))
def test_every_part_of_an_effect_is_asked_for(
    game: str, params: dict[str, Any], rulings: dict[str, str], identifier: str
) -> None:
    """A bulk judge that computes a part by itself would not notice that the clause is wrong there."""
    specified, options = games.specified(game), (params, rulings)
    recording = record(games.implementation(game, *options), 5, 32, biased=True, max_plies=PLIES)
    kinds: dict[str, list[Path]] = {}
    for path in leaves(first_effect(identifier, specified, options, recording)):
        kinds.setdefault(kind(path), []).append(path)
    for name, paths in kinds.items():
        unseen = (game, identifier, name) in UNSEEN
        tried = Random(1).sample(paths, min(FEW if unseen else TRIED, len(paths)))
        found = any(is_noticed(identifier, path, specified, options, recording) for path in tried)
        assert found != unseen, name
