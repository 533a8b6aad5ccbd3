"""Measure random play by the specification alone: many games side by side, and one after the other.

    python benchmarks/bulk_play.py [GAME ...] [--games N] [--seconds S]

Both play uniformly random games of the default options and find legal sets, turns, scores and winners
of every position. Side by side they are written down as well (`spec.play.record`); one after the
other they are asked for through the game interface, as the tools do where there is no implementation.
Rates are per second of processor time: both use one core.
"""

from __future__ import annotations

import argparse
from random import Random
from time import process_time
from typing import Any

from rulewright.games import game_names, specification

from rulewright.spec.play import record

LONGEST = 120
"""Plies after which a game is broken off."""


def side_by_side(game: str, games: int) -> float:
    """Play so many games at once: positions per second."""
    began = process_time()
    recording = record(specification(game), 1, games, max_plies=LONGEST)
    return (recording.plies + games) / (process_time() - began)


def singly(game: str, seconds: float) -> float:
    """Play one game after the other for some time: positions per second."""
    engine: Any = specification(game)
    began, positions, number = process_time(), 0, 0
    while process_time() < began + seconds:
        chance, state, number = Random(number), engine.initial(), number + 1
        for _ in range(LONGEST):
            legal = engine.legal_actions(state)
            engine.scores(state), engine.winners(state)
            positions += 1
            if not legal or process_time() > began + seconds:
                break
            state = engine.play(state, chance.choice(legal))
    return positions / (process_time() - began)


def main() -> None:
    """Print a line for each game."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("game", nargs="*", default=game_names())
    parser.add_argument("--games", type=int, default=512, help="games played side by side")
    parser.add_argument("--seconds", type=float, default=5.0, help="time for those played singly")
    chosen = parser.parse_args()
    for game in chosen.game:
        bulk, single = side_by_side(game, chosen.games), singly(game, chosen.seconds)
        print(
            f"{game:10} {bulk:10,.0f} positions/s side by side "
            f"{single:10,.0f} singly {bulk / single:8.1f} x",
            flush=True,
        )


if __name__ == "__main__":
    main()
