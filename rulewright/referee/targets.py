"""Where in a drawing each action can be pointed at."""

from __future__ import annotations

from rulewright.interface import Json
from rulewright.referee.limits import MOST_PLACED
from rulewright.referee.lines import PositionReached
from rulewright.report.touch import Pictured, targets


def targets_of(here: PositionReached, which: str) -> Json:
    """Return the places of the legal actions, or of all that are spelled as actions."""
    legal = here.seen.legal
    permitted = set(legal)
    every = here.engine.candidates(here.state) if which == "all" else legal
    shown = sorted(every, key=lambda action: (action not in permitted, action))[:MOST_PLACED]
    before = None if here.before is None else here.before.position
    pictured = Pictured(here.draw, here.engine, here.position, legal, here.last, before)
    return {
        "actions": shown,
        "legal": [action in permitted for action in shown],
        **targets(pictured, shown),
        "more": len(every) - len(shown),
    }
