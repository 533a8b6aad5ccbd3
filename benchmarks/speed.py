"""Measure the engines of a game side by side in one run, on one core, and print the ratios.

    python benchmarks/speed.py [GAME] [--seconds S]

Each measurement is a function from the game's name and the seconds to spend to a `Row`, listed in
`MEASUREMENTS`. OpenSpiel's C++ hex(8), driven from Python, is the baseline for random play; without
OpenSpiel its row and the ratios to it are left out.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Callable
from typing import Any, TypeAlias

from attrs import frozen

from rulewright.checks.bulk import LONGEST
from rulewright.impl import game
from rulewright.impl.drivers import explore, perft, playouts, record
from rulewright.play.games import specification
from rulewright.spec.engine import Specification

MILLION = 1e6
TARGETS = {
    "minoa": {
        "play": 23,
        "perft": 20 * MILLION,
        "record": 400_000,
        "singly": 1_000,
        "bulk": 40_000,
        "lockstep": 30_000,
    },
    "nonaga": {
        "play": 9,
        "record": 200_000,
        "singly": 300,
        "bulk": 20_000,
        "lockstep": 15_000,
    },
    "dreieck": {
        "play": 7,
        "record": 200_000,
        "singly": 50,
        "bulk": 20_000,
        "lockstep": 15_000,
    },
    "ari": {
        "play": 4.5,
        "perft": 100 * MILLION,
        "record": 100_000,
        "singly": 100,
        "bulk": 25_000,
        "lockstep": 15_000,
    },
}
"""The targets for each game: `play` in multiples of OpenSpiel, the rest per second."""
SPREAD = 200
"""The most positions of a game judged one at a time; random games can be very long."""


@frozen
class Row:
    """One measurement: a rate per second, and its target (None if there is none)."""

    name: str
    unit: str
    rate: float
    least: float | None = None
    baseline: str | None = None
    """Name of the row that `least` is a multiple of; `least` is a plain rate if None."""


Measurement: TypeAlias = Callable[[str, float], Row | None]


def target(name: str, what: str) -> float | None:
    """Return a target for a game; None if there is none."""
    return TARGETS.get(name, {}).get(what)


def rate(work: Callable[[], int], seconds: float) -> float:
    """Repeat `work`, which returns how much it did, and return the best rate of a call."""
    work()  # compiles, or loads compiled code
    best, end = 0.0, time.perf_counter() + seconds
    while time.perf_counter() < end:
        begin = time.perf_counter()
        done = work()
        best = max(best, done / (time.perf_counter() - begin))
    return best


def openspiel_random_play(_: str, seconds: float) -> Row | None:
    """Random play of hex(8) in C++, with each step requested from Python."""
    try:
        import pyspiel  # noqa: PLC0415
    except ImportError:
        print("OpenSpiel is not installed: pip install 'rulewright[openspiel]'", file=sys.stderr)
        return None
    hexagons = pyspiel.load_game("hex(board_size=8)")

    def work() -> int:
        plies = 0
        for _ in range(200):
            state = hexagons.new_initial_state()
            while not state.is_terminal():
                actions = state.legal_actions()
                state.apply_action(actions[int(random.random() * len(actions))])
                plies += 1
        return plies

    return Row("OpenSpiel hex(8), random play", "plies/s", rate(work, seconds))


def implementation_random_play(name: str, seconds: float) -> Row:
    """Compiled random games under the default parameters and rulings."""
    engine = game(name).engine()
    work = lambda: playouts(engine, seed=1, games=5_000, max_plies=1_000).plies  # noqa: E731
    return Row(
        "implementation, random play",
        "plies/s",
        rate(work, seconds),
        target(name, "play"),
        "OpenSpiel hex(8), random play",
    )


def implementation_perft(name: str, seconds: float) -> Row:
    """Leaves of the shallowest perft with 3 million or more, the last ply counted in bulk."""
    engine = game(name).engine()
    depth = 1
    while perft(engine, depth=depth) < 3 * MILLION:
        depth += 1
    work = lambda: perft(engine, depth=depth)  # noqa: E731
    return Row(
        f"implementation, perft({depth})", "leaves/s", rate(work, seconds), target(name, "perft")
    )


def implementation_record(name: str, seconds: float) -> Row:
    """Positions recorded completely, with all legal sets and results."""
    engine = game(name).engine()

    def work() -> int:
        tables = record(engine, seed=1, games=200, biased=True, max_plies=1_000)
        return tables.plies + 200

    return Row(
        "implementation, recorded games",
        "positions/s",
        rate(work, seconds),
        target(name, "record"),
    )


def implementation_exploration(name: str, seconds: float) -> Row:
    """Distinct positions found by exhaustive search from the start."""
    engine = game(name).engine()
    work = lambda: explore(engine, limit=500_000).positions  # noqa: E731
    return Row("implementation, exploration", "positions/s", rate(work, seconds))


def positions_of_random_games(name: str, games: int) -> list[tuple[Specification[Any], Any]]:
    """Collect positions of some random games, as states of the specification.

    In a long game they are spread evenly over its length.
    """
    engine, reference = game(name).engine(), specification(name)
    found = []
    for seed in range(games):
        shuffle = random.Random(seed)
        states = [engine.initial()]
        while not engine.is_over(states[-1]):
            actions = engine.legal_actions(states[-1])
            states.append(engine.play(states[-1], shuffle.choice(actions)))
        chosen = states[: -1 : -(-len(states) // SPREAD)]
        found += [(reference, reference.from_json(engine.to_json(state))) for state in chosen]
    return found


def specification_one_at_a_time(name: str, seconds: float) -> Row:
    """Complete legal sets of the specification, one position at a time, without memory."""
    positions = positions_of_random_games(name, 2)

    def work() -> int:
        for reference, state in positions:
            reference.forget()
            reference.legal_actions(state)
        return len(positions)

    return Row(
        "specification, legal sets singly",
        "positions/s",
        rate(work, seconds),
        target(name, "singly"),
    )


def specification_in_bulk(name: str, seconds: float) -> Row:
    """Complete legal sets of the specification, thousands of positions in one evaluation.

    Games are cut off as in a campaign: once few are left, bulk evaluation has little to do.
    """
    reference = specification(name)
    tables = record(game(name).engine(), seed=1, games=1_024, max_plies=LONGEST)

    def work() -> int:
        return sum(reference.legal_in_bulk(tables, ply) for ply in range(0, len(tables.turn), 9))

    return Row(
        "specification, legal sets in bulk",
        "positions/s",
        rate(work, seconds),
        target(name, "bulk"),
    )


def lockstep_in_bulk(name: str, seconds: float) -> Row:
    """Recorded games judged by the specification: legal sets, boards, turns, scores, winners."""
    reference = specification(name)
    tables = record(game(name).engine(), seed=1, games=1_024, max_plies=LONGEST)
    work = lambda: reference.check(tables).positions  # noqa: E731
    return Row(
        "bulk lockstep, all compared",
        "positions/s",
        rate(work, seconds),
        target(name, "lockstep"),
    )


MEASUREMENTS: list[Measurement] = [
    openspiel_random_play,
    implementation_random_play,
    implementation_perft,
    implementation_record,
    implementation_exploration,
    specification_one_at_a_time,
    specification_in_bulk,
    lockstep_in_bulk,
]


def verdict(row: Row, rows: dict[str, Row]) -> str:
    """Compare a rate with its target."""
    if row.least is None:
        return ""
    if row.baseline is None:
        return f"{row.rate / row.least:7.1f} x the target of {row.least:,.0f}"
    if row.baseline not in rows:
        return ""
    ratio = row.rate / rows[row.baseline].rate
    return f"{ratio:7.1f} x {row.baseline} (target: {row.least:g} x)"


def main() -> None:
    """Print one line for each measurement."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("game", nargs="?", default="minoa")
    parser.add_argument("--seconds", type=float, default=3.0, help="time for each measurement")
    chosen = parser.parse_args()
    rows: dict[str, Row] = {}
    for measure in MEASUREMENTS:
        row = measure(chosen.game, chosen.seconds)
        if row is not None:
            rows[row.name] = row
            line = f"{row.name:32} {row.rate:16,.0f} {row.unit:12} {verdict(row, rows)}"
            print(line.rstrip(), flush=True)


if __name__ == "__main__":
    main()
