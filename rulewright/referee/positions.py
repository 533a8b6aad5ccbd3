"""What the page shows of a position."""

from __future__ import annotations

from urllib.parse import urlencode

from rulewright.interface import Action, Json
from rulewright.play import games
from rulewright.play.explain import IllegalMove
from rulewright.referee.lines import LineOfPlay, PositionReached, reached, spelled
from rulewright.referee.pictures import drawing_of
from rulewright.referee.refusals import explanation_of
from rulewright.report.replay import standing
from rulewright.wording.players import totals_of


def position_of(here: PositionReached) -> Json:
    """Describe a position."""
    engine, state, seen = here.engine, here.state, here.seen
    return {
        "line": here.line.json(),
        "players": list(engine.players),
        "ply": here.ply,
        "over": seen.over,
        "turn": seen.turn,
        "winners": list(seen.winners),
        "scores": dict(seen.scores),
        "totals": totals_of(engine, state),
        "said": said_of(here),
        "legal": list(seen.legal),
        "stuck": not seen.over and not seen.legal,
        "position": seen.position,
        "text": here.draw.text(engine, seen.position),
        "address": address_of(here.line),
        "drawing": drawing_of(here),
    }


def said_of(here: PositionReached) -> str:
    """Say how the game stands, in a sentence or two."""
    said = standing(here.engine, here.state, len(here.seen.legal))
    if here.seen.over or here.seen.legal:
        return said
    return f"{said} The rules do not say what happens to a player who cannot act."


def address_of(line: LineOfPlay) -> str:
    """Return the query of the page's address that leads to a line."""
    default = games.specified(line.game)
    full = line.json()
    named = {**default.default_parameters, **default.default_rulings}
    given: list[tuple[str, str]] = [("game", line.game)]
    for prefix, options in (("param", full["params"]), ("ruling", full["rulings"])):
        for name, value in options.items():
            if named.get(name) != value and value is not None:
                text = value if isinstance(value, str) else spelled(value)
                given.append((f"{prefix}.{name}", text))
    if line.start is not None:
        given.append(("start", spelled(line.start)))
    if line.moves:
        given.append(("moves", " ".join(line.moves)))
    return urlencode(given)


def play(line: LineOfPlay, action: Action) -> Json:
    """Play an action if it is legal; explain why not, if it is not."""
    here = reached(line)
    try:
        after = reached(
            LineOfPlay(line.game, line.params, line.rulings, line.start, (*line.moves, action))
        )
    except IllegalMove as refusal:
        if refusal.number != len(line.moves) + 1:
            raise
        return {"legal": False, "position": None, "explanation": explanation_of(here, action)}
    return {"legal": True, "position": position_of(after), "explanation": None}
