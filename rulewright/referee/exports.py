"""What is taken along from a game, or brought in: vectors, positions, reports, pictures."""

from __future__ import annotations

import base64
from collections.abc import Mapping
from typing import Any

import attrs
import cattrs
from jinja2 import Environment, PackageLoader, StrictUndefined

from rulewright import __version__
from rulewright.interface import Action, Json, MalformedPosition, UsageError
from rulewright.play import games
from rulewright.play.explain import reasons
from rulewright.referee.beside import EngineBeside
from rulewright.referee.lines import LineOfPlay, PositionReached, reached
from rulewright.referee.pictures import svg_of
from rulewright.referee.positions import address_of, said_of
from rulewright.referee.refusals import explanation_of
from rulewright.vectors.failures import as_json
from rulewright.vectors.vector import SCHEMA, Expectation, Forbidden, Vector, content_of, identifier
from rulewright.wording.options import options

OPTIONS = ("params", "rulings")
PAGES = Environment(
    loader=PackageLoader("rulewright.referee"),
    undefined=StrictUndefined,
    autoescape=False,  # noqa: S701 - Markdown; the template escapes what needs it
    trim_blocks=True,
    lstrip_blocks=True,
    keep_trailing_newline=True,
)


class NotFromTheStart(UsageError):
    """A vector holds a game from its start; this line begins at another position."""


class Unreadable(UsageError):
    """A document is neither a vector, nor a position, nor moves."""


def vector_of(line: LineOfPlay, action: Action | None) -> Json:
    """Write a position, and perhaps an illegal action in it, as a file with one vector for a suite.

    Raises `NotFromTheStart`.
    """
    if line.start is not None:
        raise NotFromTheStart("a vector holds a game from the start: play it from there to save it")
    here = reached(line)
    seen = here.seen
    forbidden: tuple[Forbidden, ...] = ()
    if action is not None and action not in seen.legal:
        found = explanation_of(here, action)["violations"]
        forbidden = (Forbidden(action, tuple(each["clause"] for each in found)),)
    expect = Expectation(
        legal=seen.legal,
        forbidden=forbidden,
        position=as_json(seen.position),
        scores=dict(seen.scores),
        over=seen.over,
        turn=seen.turn,
        winners=seen.winners,
    )
    vector = Vector(
        id="",
        game=line.game,
        params=dict(here.engine.params),
        rulings=dict(here.engine.rulings),
        clauses=tuple(sorted({clause for each in forbidden for clause in each.clauses})),
        questions=tuple(sorted(here.engine.rulings)),
        comment="Saved from the referee.",
        moves=line.moves,
        expect=expect,
    )
    named = attrs.evolve(vector, id=identifier("referee", vector))
    content = {"id": named.id, **content_of(named)}
    file = {"schema": SCHEMA, "game": line.game, "vectors": [content]}
    return {"name": f"{line.game}-{named.id}.json", "vector": as_json(file)}


def loaded(document: Any, game: str | None, params: Json, rulings: Json) -> Json:
    """Read a vector, a file of vectors, a position, or a line; raises `Unreadable`.

    What the document does not say of game and options is as given.
    """
    if isinstance(document, Mapping) and isinstance(document.get("vectors"), list):
        several = document["vectors"]
        if not several:
            raise Unreadable("the file has no vectors")
        first = several[0] if isinstance(several[0], Mapping) else {}
        return loaded({"game": document.get("game", game), **first}, game, params, rulings)
    if isinstance(document, list):
        document = {"moves": document}
    if not isinstance(document, Mapping):
        raise Unreadable("a vector, a position or a list of moves is needed, as JSON")
    named = str(document.get("game") or game or "")
    if not named:
        raise Unreadable("the document names no game: choose one first")
    if "moves" in document:
        return of_moves(named, document, params, rulings)
    position = document["position"] if isinstance(document.get("position"), Mapping) else document
    given = {name: document[name] for name in OPTIONS if isinstance(document.get(name), Mapping)}
    own = {"params": params, "rulings": rulings, **given} if named == game else given
    start = {name: each for name, each in position.items() if name != "game"}
    line = LineOfPlay(named, own.get("params", {}), own.get("rulings", {}), start, ())
    return {"line": reached(line).line.json(), "action": None}


def of_moves(game: str, document: Mapping[str, Any], params: Json, rulings: Json) -> Json:
    """Read a line, or a vector; raises `Unreadable`, and what playing it raises."""
    moves = document["moves"]
    if not isinstance(moves, list) or not all(isinstance(each, str) for each in moves):
        raise Unreadable("'moves' must be a list of texts")
    own_params, own_rulings = document.get("params", params), document.get("rulings", rulings)
    if not isinstance(own_params, Mapping) or not isinstance(own_rulings, Mapping):
        raise Unreadable("'params' and 'rulings' must be objects")
    start = document.get("start")
    if start is not None and not isinstance(start, Mapping):
        raise MalformedPosition("'start' must be a position in JSON form")
    begun = None if start is None else dict(start)
    line = LineOfPlay(game, dict(own_params), dict(own_rulings), begun, tuple(moves))
    action = None
    expect = document.get("expect")
    if isinstance(expect, Mapping):
        try:
            found = cattrs.structure(expect, Expectation)
        except Exception as error:
            raise Unreadable("'expect' is not that of a vector") from error
        action = next((each.action for each in found.forbidden), None)
    return {"line": reached(line).line.json(), "action": action}


def picture_of(line: LineOfPlay, action: Action | None, *, legal: bool) -> Json:
    """Draw a position as a complete SVG file."""
    here = reached(line)
    drawn = svg_of(here, here.seen.legal if legal else (), action)
    return {"name": f"{line.game}-{here.ply}.svg", "svg": f"{drawn}\n"}


def report_of(line: LineOfPlay, action: Action | None, beside: EngineBeside | None) -> Json:
    """Write a position, why an action is illegal in it, and what a foreign engine says, as Markdown."""
    here = reached(line)
    refusal = None if action is None else explanation_of(here, action)
    compared = None if beside is None else beside.compare(line)
    shown = here
    if compared is not None and not compared["agrees"]:
        shown = reached(line.cut(compared["ply"]))
    drawn = svg_of(shown, (), action if refusal is not None and not refusal["legal"] else None)
    picture = base64.b64encode(drawn.encode()).decode()
    template = PAGES.get_template("report.md.j2")
    return {
        "markdown": template.render(
            title=games.specified(line.game).rulebook.title,
            options=options(games.not_default(line.game, here.engine.params, here.engine.rulings)),
            line=shown.line,
            address=address_of(shown.line),
            said=said_of(shown),
            ply=shown.ply,
            refusal=refusal,
            compared=compared,
            clause=clause_said(shown, compared),
            picture=picture,
            version=__version__,
        )
    }


def clause_said(here: PositionReached, compared: Json | None) -> str:
    """Return the clause that a difference is about, and its demand; "" if there is none."""
    named = compared and compared["difference"] and compared["difference"]["clause"]
    return reasons([here.engine.violation(named)]) if named else ""
