"""Games to step through: of theorems, ambiguities, gaps, and rare occasions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any

from rulewright import gaps
from rulewright.ambiguity.witness import exhibited
from rulewright.checks import QUICK
from rulewright.interface import Action, Json
from rulewright.play import games
from rulewright.referee.lines import LineOfPlay
from rulewright.vectors.suite import folder_of, load
from rulewright.vectors.vector import Vector
from rulewright.wording.numbers import counted
from rulewright.wording.options import options

SEED = 1
"""The seed of the random games in which gaps are looked for."""


def shows_of(game: str, kind: str) -> Json:
    """Return the games of one kind to step through; raises `UnknownGame`."""
    games.specified(game)
    return {"shows": list(KINDS[kind](game))}


def show(
    kind: str,
    name: str,
    title: str,
    said: str,
    line: LineOfPlay | None,
    *,
    disputed: Action | None = None,
    question: str | None = None,
    readings: Sequence[str] = (),
) -> Json:
    """Write one game to step through; without a line the readings to be told apart."""
    return {
        "id": f"{kind}:{name}",
        "kind": kind,
        "title": title,
        "said": said,
        "line": None if line is None else line.json(),
        "disputed": disputed,
        "question": question,
        "readings": list(readings),
    }


def of_theorems(game: str) -> Iterator[Json]:
    """Yield the games that theorems exhibit."""
    for number, (theorem, shown) in enumerate(exhibited(game)):
        line = line_of(game, shown.params, shown.rulings, shown.moves)
        title = theorem.name.replace("_", " ")
        yield show("theorem", f"{number}-{theorem.name}", title, theorem.statement, line)


def of_ambiguities(game: str) -> Iterator[Json]:
    """Yield the pairs of readings; the game on which they part is searched when it is asked for."""
    for question in games.specified(game).rulebook.questions:
        for pair in combinations((reading.name for reading in question.readings), 2):
            yield show(
                "ambiguity",
                f"{question.name}-{'-'.join(pair)}",
                f"{question.name}: {' or '.join(pair)}?",
                question.asks,
                None,
                question=question.name,
                readings=pair,
            )


def of_gaps(game: str) -> Iterator[Json]:
    """Look for gaps, and yield those that have a witness."""
    found = gaps.found(game, QUICK, SEED, nothing)
    for number, each in enumerate(found):
        if isinstance(each, gaps.Finding) and each.moves is not None:
            line = line_of(game, each.params, each.rulings, each.moves)
            yield show("gap", f"{number}-{each.detector}", each.title, each.statement, line)


def of_occasions(game: str) -> Iterator[Json]:
    """Yield the rare positions of the game's suite."""
    if not folder_of(game).is_dir():
        return
    for vector in load(game):
        if vector.comment.startswith(("Where something occurs", "Just after something")):
            line = line_of(game, vector.params, vector.rulings, vector.moves)
            refused = next((each.action for each in vector.expect.forbidden), None)
            title = vector.comment.partition(": ")[2].removesuffix(".") or title_of(vector)
            under = options(games.not_default(game, vector.params, vector.rulings))
            said = f"{vector.comment} Under {under}."
            yield show("occasion", vector.id, title, said, line, disputed=refused)


def title_of(vector: Vector) -> str:
    """Name a game by its length, and by what is illegal or decided at its end."""
    after = f"After {counted(len(vector.moves), 'actions')}"
    if vector.expect.forbidden:
        (refused, *_) = vector.expect.forbidden
        return f"{after}: {refused.action} is illegal ({', '.join(refused.clauses)})"
    if vector.expect.over:
        return f"{after}: the game is over"
    legal = vector.expect.legal
    return after if legal is None else f"{after}: {counted(len(legal), 'legal actions')}"


def line_of(
    game: str, params: Mapping[str, Any], rulings: Mapping[str, str], moves: Sequence[Action]
) -> LineOfPlay:
    """Return a line from the start."""
    return LineOfPlay(game, dict(params), dict(rulings), None, tuple(moves))


def nothing(*texts: str) -> None:
    """Discard progress messages."""
    del texts


KINDS: Mapping[str, Callable[[str], Iterator[Json]]] = {
    "theorem": of_theorems,
    "ambiguity": of_ambiguities,
    "gap": of_gaps,
    "occasion": of_occasions,
}
"""How the games of each kind are found."""
