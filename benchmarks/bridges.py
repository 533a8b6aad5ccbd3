"""Measure the batch environment beside the loops of OpenSpiel and PettingZoo, in one run on one core.

    python benchmarks/bridges.py [GAME ...] [--seconds S]

Steps a second of random play: the batch of 4,096 games (stepping alone, with actions drawn, with the
legal actions listed, and with masks), then the same game as one of OpenSpiel and of PettingZoo, and
OpenSpiel's own hex(8) in C++. Time is processor time, so that other work on the machine counts little;
each rate is the mean over all calls, since the games of a batch are all early or all late.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from rulewright.bridges import openspiel, pettingzoo
from rulewright.bridges.training import ManyGames, many_games

GAMES = 4_096
TARGETS = {"minoa": 1_000_000}
TARGET = 300_000
CUT = 60
"""Actions of a game in the slow loops."""


def rate(work: Callable[[], int], seconds: float) -> float:
    """Repeat `work`, which returns how many steps it made; the mean rate."""
    work()  # compiles, or loads compiled code
    done, begin = 0, time.process_time()
    while (spent := time.process_time() - begin) < seconds:
        done += work()
    return done / spent


def rate_alone(batch: ManyGames, seconds: float) -> float:
    """Measure the batch without the time in which actions are drawn."""
    done, spent = 0, 0.0
    while spent < seconds:
        drawn = batch.sample(1)
        begin = time.process_time()
        batch.step(drawn)
        spent += time.process_time() - begin
        done += batch.games
    return done / spent


def batch_rates(name: str, seconds: float) -> dict[str, float]:
    """Measure the batch in four ways."""
    batch = many_games(name, GAMES)
    masks = np.zeros((GAMES, batch.action_count), np.int8)

    def drawing() -> int:
        batch.step(batch.sample(2))
        return GAMES

    def listing() -> int:
        batch.legal()
        return drawing()

    def masking() -> int:
        batch.rounds.masks(masks)
        return drawing()

    drawing()  # compiles, or loads compiled code
    return {
        "batch, step alone": rate_alone(batch, seconds),
        "batch, actions drawn": rate(drawing, seconds),
        "batch, drawn and listed": rate(listing, seconds),
        "batch, drawn and masked": rate(masking, seconds),
    }


def openspiel_loop(game: Any) -> Callable[[], int]:
    """Return a random game of OpenSpiel."""

    def work() -> int:
        state, plies = game.new_initial_state(), 0
        while not state.is_terminal() and plies < CUT:
            state.apply_action(random.choice(state.legal_actions()))
            plies += 1
        return plies

    return work


def pettingzoo_loop(name: str) -> Callable[[], int]:
    """Return a random game of PettingZoo."""
    env = pettingzoo.env(name, max_cycles=CUT)

    def work() -> int:
        env.reset()
        plies = 0
        for agent in env.agent_iter():
            seen, _, over, cut, _ = env.last()
            env.step(None if over or cut else env.action_space(agent).sample(seen["action_mask"]))
            plies += not (over or cut)
        return plies

    return work


def main() -> None:
    """Print a line for each measurement."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("games", nargs="*", default=["minoa", "nonaga", "ari", "dreieck"])
    parser.add_argument(
        "--seconds", type=float, default=2.0, help="processor time of each measurement"
    )
    chosen = parser.parse_args()
    hexagons = openspiel.pyspiel.load_game("hex(board_size=8)")
    print(
        f"{'OpenSpiel hex(8), in C++':36} {rate(openspiel_loop(hexagons), chosen.seconds):14,.0f}"
    )
    for name in chosen.games:
        rates = batch_rates(name, chosen.seconds)
        openspiel.register(name)
        ours = openspiel.pyspiel.load_game(f"rulewright_{name}")
        rates["through OpenSpiel"] = rate(openspiel_loop(ours), chosen.seconds)
        rates["through PettingZoo"] = rate(pettingzoo_loop(name), chosen.seconds)
        target = TARGETS.get(name, TARGET)
        for what, steps in rates.items():
            against = f"{steps / target:7.1f} x the target" if "alone" in what else ""
            print(f"{name + ', ' + what:36} {steps:14,.0f} steps/s {against}".rstrip(), flush=True)


if __name__ == "__main__":
    main()
