"""The number of positions of the shrunken games, under every set of rulings."""  # noqa: INP001

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from markup import table

from rulewright.impl.drivers import explore
from rulewright.interface import choices_of
from rulewright.play import games
from rulewright.play.rulings import every_set

if TYPE_CHECKING:
    from rulewright.spec.catalogue import SpecifiedGame

MOST_POSITIONS = 1_000_000
"""The count stops here."""


def counts_page(game: SpecifiedGame) -> Iterator[str]:
    """Count positions with the implementation, while the documentation is built."""
    yield f"# {game.rulebook.title}: shrunken games"
    yield ""
    yield (
        "All positions reachable from the start, each counted once, by the "
        "implementation, whenever this page is built. `rulewright verify` visits the same positions "
        "with both engines and compares them in full, as far as its effort allows. "
        "Sets of rulings with the same counts share a row."
    )
    yield ""
    if not game.exhausted:
        yield "No shrunken game is small enough to be visited in full."
    questions = {name: values for name, (_, values) in choices_of(game.rulings).items()}
    for params in game.exhausted:
        yield f"## {', '.join(f'{name}={value}' for name, value in params.items())}"
        yield ""
        rows: dict[tuple[str, ...], list[Mapping[str, str]]] = {}
        for rulings in every_set(questions):
            rows.setdefault(counted(game.name, params, rulings), []).append(rulings)
        head = ("positions", "of them over", "plies to the farthest", "rulings")
        yield from table(head, ((*key, described(questions, sets)) for key, sets in rows.items()))


def counted(name: str, params: Mapping[str, Any], rulings: Mapping[str, str]) -> tuple[str, ...]:
    """Count positions, finished positions and plies; mark counts that stopped at the limit."""
    found = explore(games.implemented(name).engine(params, rulings), limit=MOST_POSITIONS)
    more = "" if found.complete else "more than "
    return f"{more}{found.positions:,}", f"{found.finished:,}", f"{len(found.counts) - 1}"


def described(questions: Mapping[str, Any], sets: list[Mapping[str, str]]) -> str:
    """Describe the sets of rulings of a row, as products of readings where that is exact."""
    groups: list[dict[str, set[str]]] = [{q: {r[q]} for q in questions} for r in sets]
    merged = True
    while merged:
        merged = merge_two(groups)
    return "; ".join(product_of(questions, group) for group in groups)


def merge_two(groups: list[dict[str, set[str]]]) -> bool:
    """Merge two groups that differ in one question only; return whether there were any."""
    for at, first in enumerate(groups):
        for other in groups[at + 1 :]:
            differing = [name for name in first if first[name] != other[name]]
            if len(differing) == 1:
                first[differing[0]] |= other[differing[0]]
                groups.remove(other)
                return True
    return False


def product_of(questions: Mapping[str, Any], group: Mapping[str, set[str]]) -> str:
    """Name the readings of a group, omitting questions that do not matter to it."""
    named = [
        f"`{name}={'/'.join(reading for reading in readings if reading in group[name])}`"
        for name, readings in questions.items()
        if len(group[name]) < len(readings)
    ]
    return " ".join(named) or "all"
