"""Players to play against: a random one, and a greedy one."""

from __future__ import annotations

from random import Random

from rulewright.interface import Json, UsageError
from rulewright.referee.lines import LineOfPlay, PositionReached, reached
from rulewright.referee.positions import position_of

MOST_WEIGHED = 160
"""Legal actions that the greedy player weighs; of more it draws so many."""


class NothingToPlay(UsageError):
    """A player is asked for a move where there is none."""


def move(line: LineOfPlay, player: str, seed: int) -> Json:
    """Let a player choose a move and play it; raises `NothingToPlay`."""
    here = reached(line)
    legal = here.seen.legal
    if not legal:
        why = "the game is over" if here.seen.over else f"{here.seen.turn} has no legal action"
        raise NothingToPlay(f"there is no move to choose: {why}")
    random = Random(f"{seed} {line.moves}")
    action = random.choice(legal) if player == "random" else greedy(here, random)
    after = reached(
        LineOfPlay(line.game, line.params, line.rulings, line.start, (*line.moves, action))
    )
    return {"action": action, "position": position_of(after)}


def greedy(here: PositionReached, random: Random) -> str:
    """Choose the action after which the mover leads by most; a win is best, ties are drawn."""
    legal = list(here.seen.legal)
    if len(legal) > MOST_WEIGHED:
        legal = random.sample(legal, MOST_WEIGHED)
    engine, state = here.engine, here.state
    mover = str(here.seen.turn)

    def lead(action: str) -> tuple[int, int]:
        after = engine.successor(state, action)
        winners = engine.winners(after)
        scores = engine.scores(after)
        others = [score for player, score in scores.items() if player != mover]
        wins = 0 if not winners else 1 if mover in winners else -1
        return wins, scores[mover] - max(others, default=0)

    leads = [lead(action) for action in legal]
    best = max(leads)
    return random.choice([each for each, gain in zip(legal, leads, strict=True) if gain == best])
