"""Compile what tests of every kind run, so that they find it in the cache.

    python tests/compile_ahead.py

Else the first tests of a game wait for the one of them that compiles it, and most cores do nothing.
"""

from __future__ import annotations

from rulewright.certifying.hints import with_hints
from rulewright.impl.comparison import Manner, nearest_difference, play_under_both
from rulewright.impl.drivers import explore, perft, playouts, record
from rulewright.impl.engine import CompiledEngine
from rulewright.impl.steps import steps
from rulewright.play import games

FEW = 50
"""Positions, or plies: what is compiled is the same."""


def run_all(engine: CompiledEngine) -> None:
    """Do each thing that is done with one engine."""
    start = engine.initial()
    engine.play(start, engine.legal_actions(start)[0])
    engine.to_json(start)
    engine.ranking(start)
    perft(engine, depth=1)
    playouts(engine, 1, 1, FEW)
    record(engine, 1, 1, max_plies=FEW)
    for _ in steps(explore(engine, limit=FEW)):
        pass


def compare(first: CompiledEngine, second: CompiledEngine) -> None:
    """Do each thing that is done with two."""
    nearest_difference(first, second, FEW)
    play_under_both(first, second, 1, 1, most_plies=FEW)
    play_under_both(first, second, 1, 1, Manner.GREEDY, FEW)


def main() -> None:
    """Take one game after the other, the longest first, and what finds the steps of a proof."""
    for game in ("nonaga", "ari", "dreieck", "minoa"):
        run_all(games.implementation(game))
    compare(
        *(games.implementation("minoa", {}, {"closure": each}) for each in ("line", "coloured"))
    )
    with_hints([(1, 2), (1, -2), (-1, 2), (-1, -2)], ["1 0", "0"])


if __name__ == "__main__":
    main()
