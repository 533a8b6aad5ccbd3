"""A test vector: a game's moves, and what must hold in the position that they lead to."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from attrs import field, frozen

from rulewright.interface import Action, UnknownGame
from rulewright.play import games

SCHEMA = 1
"""The version of the files' form."""
FOLDER = Path(__file__).parents[1] / "suite"
"""Where the installed data lies: one folder for each game."""
OF_A_GUEST = "vectors"
"""The folder in the package of a game from elsewhere that holds its suite, laid out like ours."""
HASHED = 10
"""Hexadecimal digits of the content's hash that end an identifier."""


@frozen
class Forbidden:
    """An action that must not be legal, and the clauses that forbid it."""

    action: Action
    clauses: tuple[str, ...] = ()


@frozen
class Expectation:
    """What must hold after the moves; None and () where a vector does not speak of it."""

    legal: tuple[Action, ...] | None = None
    """The complete legal set, sorted by code point."""
    allowed: tuple[Action, ...] = ()
    """Actions that must be legal."""
    forbidden: tuple[Forbidden, ...] = ()
    """Actions that must not be legal."""
    position: dict[str, Any] | None = field(default=None, hash=False)
    over: bool | None = None
    turn: str | None = None
    """The player to move, None at the end; it says something only where `over` is not None."""
    scores: dict[str, int] | None = field(default=None, hash=False)
    winners: tuple[str, ...] | None = None


@frozen
class Vector:
    """One test: under these parameters and rulings, after these moves, this must hold."""

    id: str
    game: str
    params: dict[str, Any] = field(hash=False)
    """Parameters; those left out have their defaults."""
    rulings: dict[str, str] = field(hash=False)
    """The rulings that it depends on, and no others: under any reading of the rest it holds."""
    clauses: tuple[str, ...]
    questions: tuple[str, ...]
    comment: str
    moves: tuple[Action, ...]
    expect: Expectation

    def applies(self, params: Mapping[str, Any], rulings: Mapping[str, str]) -> bool:
        """Tell whether it speaks of games under `rulings`, and of the `params` that are given.

        A question without a ruling has its default; a parameter that is not given can be anything.
        """
        in_force = games.specified(self.game).default_rulings | dict(rulings)
        own = games.specified(self.game).default_parameters | self.params
        return all(in_force[name] == reading for name, reading in self.rulings.items()) and all(
            own.get(name) == value for name, value in params.items()
        )


@frozen
class PerftTable:
    """Counts of action sequences from the start, by their length."""

    game: str
    name: str
    params: dict[str, Any] = field(hash=False)
    rulings: dict[str, str] = field(hash=False)
    """Every ruling that is not the default one."""
    counts: dict[int, int] = field(hash=False)


def content_of(vector: Vector) -> dict[str, Any]:
    """Write a vector as JSON, without its identifier; what it does not speak of is left out."""
    expect: dict[str, Any] = {}
    if vector.expect.legal is not None:
        expect["legal"] = list(vector.expect.legal)
    if vector.expect.allowed:
        expect["allowed"] = list(vector.expect.allowed)
    if vector.expect.forbidden:
        expect["forbidden"] = [
            {"action": each.action, "clauses": list(each.clauses)}
            for each in vector.expect.forbidden
        ]
    for name in ("position", "scores"):
        if getattr(vector.expect, name) is not None:
            expect[name] = getattr(vector.expect, name)
    if vector.expect.over is not None:
        expect |= {"over": vector.expect.over, "turn": vector.expect.turn}
    if vector.expect.winners is not None:
        expect["winners"] = list(vector.expect.winners)
    return {
        "params": vector.params,
        "rulings": vector.rulings,
        "clauses": list(vector.clauses),
        "questions": list(vector.questions),
        "comment": vector.comment,
        "moves": list(vector.moves),
        "expect": expect,
    }


def identifier(slug: str, vector: Vector) -> str:
    """Make the stable identifier: a slug, and a hash of what the test asks and expects.

    The comment and the lists of clauses and questions may be improved without a new identifier.
    """
    content = content_of(vector)
    asked = {name: content[name] for name in ("params", "rulings", "moves", "expect")}
    text = json.dumps([vector.game, asked], sort_keys=True, separators=(",", ":"))
    return f"{slug}-{hashlib.sha256(text.encode()).hexdigest()[:HASHED]}"


def hash_of(vector: Vector) -> str:
    """Give the part of a vector's identifier that is the hash of its content."""
    return vector.id.rsplit("-", 1)[1]


def read_vector(game: str, content: Mapping[str, Any]) -> Vector:
    """Read a vector from its JSON."""
    expect = content["expect"]
    return Vector(
        id=content["id"],
        game=game,
        params=content["params"],
        rulings=content["rulings"],
        clauses=tuple(content["clauses"]),
        questions=tuple(content["questions"]),
        comment=content["comment"],
        moves=tuple(content["moves"]),
        expect=Expectation(
            legal=tuple(expect["legal"]) if "legal" in expect else None,
            allowed=tuple(expect.get("allowed", ())),
            forbidden=tuple(
                Forbidden(each["action"], tuple(each["clauses"]))
                for each in expect.get("forbidden", ())
            ),
            position=expect.get("position"),
            over=expect.get("over"),
            turn=expect.get("turn"),
            scores=expect.get("scores"),
            winners=tuple(expect["winners"]) if "winners" in expect else None,
        ),
    )


def suite_of(game: str) -> Path:
    """Find the suite that a game belongs to: ours, or the one in the package that it comes in."""
    package = games.folder_of_guest(game)
    return FOLDER if package is None else package / OF_A_GUEST


def folder_of(game: str, suite: Path | None = None) -> Path:
    """Find the folder of a game's vectors, in its own suite if none is named; raises `UnknownGame`."""
    known = games.game_names()
    if game not in known:
        raise UnknownGame(game, known)
    return (suite or suite_of(game)) / game


def load(game: str, suite: Path | None = None) -> tuple[Vector, ...]:
    """Read all vectors of a game, file by file in the order of their names; raises `UnknownGame`."""
    return tuple(
        read_vector(game, content)
        for file in sorted(folder_of(game, suite).glob("*.json"))
        for content in json.loads(file.read_text("utf-8"))["vectors"]
    )


def perft_tables(game: str, suite: Path | None = None) -> tuple[PerftTable, ...]:
    """Read all perft tables of a game; raises `UnknownGame`."""
    files = sorted((folder_of(game, suite) / "perft").glob("*.txt"))
    return tuple(read_table(game, file.stem, file.read_text("utf-8")) for file in files)


def read_shared(game: str, name: str) -> Any:
    """Read what a file of a game's suite, such as ``games.json``, says of it; None if nothing."""
    file = suite_of(game) / name
    known: dict[str, Any] = json.loads(file.read_text("utf-8")) if file.exists() else {}
    return known.get(game)


def read_table(game: str, name: str, text: str) -> PerftTable:
    """Read a perft table: comment lines `# key value` (JSON), then lines `depth count`."""
    head: dict[str, Any] = {}
    counts: dict[int, int] = {}
    for line in text.splitlines():
        key, _, value = line.removeprefix("# ").partition(" ")
        if line.startswith("#"):
            head[key] = value
        else:
            counts[int(key)] = int(value)
    return PerftTable(game, name, json.loads(head["params"]), json.loads(head["rulings"]), counts)
