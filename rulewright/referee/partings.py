"""The shortest game on which two readings part, as far as a search within a time finds it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from attrs import define

from rulewright.ambiguity.dispute import dispute
from rulewright.ambiguity.witness import claimed, scope, search_summary, shrunk
from rulewright.impl.comparison import Manner
from rulewright.interface import Action, Json, UnknownQuestion, UnknownReading, UsageError
from rulewright.play import games
from rulewright.play.pair import EnginePair, PlainPair, pair_of
from rulewright.referee.lines import LineOfPlay, specification
from rulewright.referee.timing import TimeLimit, within
from rulewright.vectors.suite import folder_of, load
from rulewright.wording.numbers import counted

AT_ONCE = 200
"""Positions compared by the specification alone, before any engine is compiled."""
POSITIONS = (30_000, 300_000)
"""Positions compared with compiled engines: first few, then more if random games find nothing."""
GAMES = 400
"""Random games of each kind."""
PLIES = 300
"""Plies of a random game."""
SHRUNK = 4
"""Random games of each kind that are shrunk."""


class SameReading(UsageError):
    """Two readings to be told apart are one."""


@define
class Search:
    """A search for the shortest game on which two readings part, and what it has found so far."""

    question: str
    readings: tuple[str, str]
    game: str
    params: Mapping[str, Any]
    rulings: tuple[Mapping[str, str], Mapping[str, str]]
    moves: tuple[Action, ...] | None = None
    exact: bool = False
    searched: str = ""
    passed: int = -1
    """All games of at most so many actions were searched."""

    def run(self) -> None:
        """Search: all short games, a theorem, random games."""
        claim = None
        defaults = games.specified(self.game).default_rulings
        if all(each == {**defaults, self.question: each[self.question]} for each in self.rulings):
            claim = claimed(self.game, self.question, self.readings, self.params)
        if claim is not None and claim.plies is None:
            self.exact = True
            self.searched = f"Theorem {claim.theorem} ({scope(self.game, claim)})."
            return
        plain = PlainPair(*(specification(self.game, self.params, each) for each in self.rulings))
        self.recall(plain)
        if self.search(plain, AT_ONCE):
            return
        pair = pair_of(self.game, self.params, self.rulings, seed=1)
        for most in POSITIONS:
            if self.search(pair, most):
                return
            self.play(pair)
            if self.moves is not None and len(self.moves) == self.passed + 1:
                self.exact = True
                self.searched += " So none is shorter."
                return

    def search(self, pair: EnginePair, most: int) -> bool:
        """Compare positions, nearest first; returns whether that decides it."""

        def progress(positions: int, plies: int) -> None:
            self.passed = max(self.passed, plies)
            if self.moves is None:
                games_of = counted(plies, "actions")
                self.searched = f"No game of up to {games_of} parts them ({positions:,} positions)."

        nearest = pair.nearest(most, progress)
        self.passed = max(self.passed, nearest.plies)
        if self.moves is None or nearest.moves is not None:
            self.searched = search_summary(nearest)
        if nearest.moves is None and (not nearest.complete or self.moves is not None):
            return False  # a game that is known counts for more than a search that finds none
        self.moves, self.exact = nearest.moves, True
        return True

    def recall(self, pair: EnginePair) -> None:
        """Take the shortest game of the suite on which the readings part, if there is one."""
        if not folder_of(self.game).is_dir():
            return
        one, other = self.readings
        sentences = [
            f"plays {first} where {second} is ruled ({self.question})"
            for first, second in ((one, other), (other, one))
        ]
        known = [
            each for each in load(self.game) if any(said in each.comment for said in sentences)
        ]
        for vector in sorted(known, key=lambda each: len(each.moves)):
            full = specification(self.game, vector.params, {}).params
            if full == pair.first.params and (ply := pair.parting(vector.moves)) is not None:
                self.moves = vector.moves[:ply]
                self.searched = f"The suite records it as {vector.id}."
                return

    def play(self, pair: EnginePair) -> None:
        """Shrink random games on which the readings part."""
        for manner in Manner:
            for moves in pair.play(1, GAMES, manner, PLIES).shortest(SHRUNK):
                short = shrunk(pair, moves)
                if short is not None and (self.moves is None or len(short) < len(self.moves)):
                    self.moves = tuple(short)


def must_differ(game: str, question: str, readings: Sequence[str]) -> Json:
    """Raise `UnknownQuestion`, `UnknownReading` or `SameReading` unless there are two readings."""
    known = games.specified(game).readings
    if question not in known:
        raise UnknownQuestion(question, known, f"of {game}")
    for reading in readings:
        if reading not in known[question]:
            raise UnknownReading(reading, known[question], f"of question {question!r}")
    if len({*readings}) == 1:
        raise SameReading(
            f"two readings of {question!r} are needed, {readings[0]!r} is given twice"
        )
    return {}


def parting(  # noqa: PLR0917
    game: str,
    params: Mapping[str, Any],
    rulings: Mapping[str, str],
    question: str,
    readings: Sequence[str],
    seconds: float,
) -> Json:
    """Search for the shortest game on which two readings part, at most for some seconds of work.

    Raises what `must_differ` raises.
    """
    must_differ(game, question, readings)
    first, second = readings
    own = specification(game, params, rulings)
    both = {**own.rulings, question: first}, {**own.rulings, question: second}
    search = Search(question, (first, second), game, params, both)
    limit = TimeLimit()
    try:
        with within(seconds) as limit:
            search.run()
    except BaseException:
        if not limit.passed:  # a compiler that is interrupted raises what it likes
            raise
        search.searched = f"{search.searched} The search stopped after {seconds:g} s.".strip()
    return answer(search)


def answer(search: Search) -> Json:
    """Write what was found, after the specification has confirmed it."""
    found = search.moves is not None
    engines = [specification(search.game, search.params, each) for each in search.rulings]
    lines = [
        LineOfPlay(search.game, search.params, each, None, search.moves or ()).json()
        for each in search.rulings
    ]
    differ = None
    if search.moves is not None:
        differ = dispute(search.question, (engines[0], engines[1]), search.moves)
    names = " and ".join(search.readings)
    never = f"{names} never part." if search.exact else f"{names} were not seen to part."
    return {
        "found": found,
        "line": lines[0] if found else None,
        "other": lines[1] if found else None,
        "disputed": differ.disputed if differ else "",
        "said": differ.what if differ else never,
        "exact": search.exact,
        "searched": search.searched,
    }
