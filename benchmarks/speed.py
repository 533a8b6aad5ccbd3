"""Measure the engines of a game side by side in one run, on one core, and print the ratios.

    python benchmarks/speed.py [GAME] [--seconds S]

Each measurement is a function from the game's name and the seconds to spend to a `Row`; add it to
`MEASUREMENTS`. OpenSpiel's C++ hex(8), driven from Python, is the yardstick for random play; without
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
ASKED_FOR = {
    "minoa": {
        "play": 6,
        "perft": 20 * MILLION,
        "singly": 1_000,
        "bulk": 20_000,
        "lockstep": 10_000,
    },
    "nonaga": {"play": 3, "singly": 300, "bulk": 5_000},
    "ari": {"play": 1.5, "perft": 100 * MILLION, "singly": 100, "bulk": 2_000},
    "dreieck": {"play": 2.5, "singly": 50, "bulk": 1_000},
}
"""What is asked of each game at least: `play` in multiples of OpenSpiel, the rest per second."""
SPREAD = 200
"""Positions of a game that the specification judges singly; random games can be very long."""


@frozen
class Row:
    """One measurement: things per second, and what is asked for at least (None if nothing is)."""

    name: str
    unit: str
    rate: float
    least: float | None = None
    yardstick: str | None = None
    """Name of the row that `least` counts in; `least` is a plain rate if None."""


Measurement: TypeAlias = Callable[[str, float], Row | None]


def asked_for(name: str, what: str) -> float | None:
    """Look up what is asked of a game; None if nothing is."""
    return ASKED_FOR.get(name, {}).get(what)


def rate(work: Callable[[], int], seconds: float) -> float:
    """Repeat `work`, which tells how much it did, for some time; give the best rate of one call."""
    work()  # compiles, or loads compiled code
    best, end = 0.0, time.perf_counter() + seconds
    while time.perf_counter() < end:
        begin = time.perf_counter()
        done = work()
        best = max(best, done / (time.perf_counter() - begin))
    return best


def openspiel_random_play(_: str, seconds: float) -> Row | None:
    """Random play of hex(8) in C++, each step asked for from Python."""
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
        asked_for(name, "play"),
        "OpenSpiel hex(8), random play",
    )


def implementation_perft(name: str, seconds: float) -> Row:
    """Leaves of the deepest perft that fits the time, the last ply counted in bulk."""
    engine = game(name).engine()
    depth = 1
    while perft(engine, depth=depth) < 3 * MILLION:
        depth += 1
    work = lambda: perft(engine, depth=depth)  # noqa: E731
    return Row(
        f"implementation, perft({depth})", "leaves/s", rate(work, seconds), asked_for(name, "perft")
    )


def implementation_record(name: str, seconds: float) -> Row:
    """Positions written down in full, with all legal sets and results."""
    engine = game(name).engine()

    def work() -> int:
        tables = record(engine, seed=1, games=200, biased=True, max_plies=1_000)
        return tables.plies + 200

    return Row("implementation, recorded games", "positions/s", rate(work, seconds))


def implementation_exploration(name: str, seconds: float) -> Row:
    """Distinct positions found by exhaustive search from the start."""
    engine = game(name).engine()
    work = lambda: explore(engine, limit=500_000).positions  # noqa: E731
    return Row("implementation, exploration", "positions/s", rate(work, seconds))


def positions_of_random_games(name: str, games: int) -> list[tuple[Specification[Any], Any]]:
    """Collect positions of some random games, as states of the specification.

    Of a long game they are spread evenly from its beginning to its end.
    """
    engine, measure = game(name).engine(), specification(name)
    found = []
    for seed in range(games):
        shuffle = random.Random(seed)
        states = [engine.initial()]
        while not engine.is_over(states[-1]):
            actions = engine.legal_actions(states[-1])
            states.append(engine.play(states[-1], shuffle.choice(actions)))
        chosen = states[: -1 : -(-len(states) // SPREAD)]
        found += [(measure, measure.from_json(engine.to_json(state))) for state in chosen]
    return found


def specification_one_at_a_time(name: str, seconds: float) -> Row:
    """Complete legal sets of the specification, one position after the other, none remembered."""
    positions = positions_of_random_games(name, 2)

    def work() -> int:
        for measure, state in positions:
            measure.forget()
            measure.legal_actions(state)
        return len(positions)

    return Row(
        "specification, legal sets singly",
        "positions/s",
        rate(work, seconds),
        asked_for(name, "singly"),
    )


def specification_in_bulk(name: str, seconds: float) -> Row:
    """Complete legal sets of the specification, thousands of positions in one evaluation.

    Games are broken off as in a campaign: where few are left, there is nothing to do in bulk.
    """
    measure = specification(name)
    tables = record(game(name).engine(), seed=1, games=1_024, max_plies=LONGEST)

    def work() -> int:
        return sum(measure.legal_in_bulk(tables, ply) for ply in range(0, len(tables.turn), 9))

    return Row(
        "specification, legal sets in bulk",
        "positions/s",
        rate(work, seconds),
        asked_for(name, "bulk"),
    )


def lockstep_in_bulk(name: str, seconds: float) -> Row:
    """Recorded games judged by the specification: legal sets, boards, turns, scores, winners."""
    measure = specification(name)
    tables = record(game(name).engine(), seed=1, games=1_024, max_plies=LONGEST)
    work = lambda: measure.check(tables).positions  # noqa: E731
    return Row(
        "bulk lockstep, all compared",
        "positions/s",
        rate(work, seconds),
        asked_for(name, "lockstep"),
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
    """Say how a rate stands to what is asked for."""
    if row.least is None:
        return ""
    if row.yardstick is None:
        return f"{row.rate / row.least:7.1f} x the {row.least:,.0f} asked for"
    if row.yardstick not in rows:
        return ""
    ratio = row.rate / rows[row.yardstick].rate
    return f"{ratio:7.1f} x {row.yardstick} (asked for: {row.least:g} x)"


def main() -> None:
    """Measure and print one line for each measurement."""
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
