"""A test vector: a game's moves, and what must hold in the position that they lead to."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any

import cattrs
from attrs import field, frozen

from rulewright.interface import Action
from rulewright.play import games

SCHEMA = 1
"""The version of the file format."""
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
    scores: dict[str, int] | None = field(default=None, hash=False)
    over: bool | None = None
    turn: str | None = None
    """The player to move, None at the end; it says something only where `over` is not None."""
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
        """Return whether it speaks of games under `rulings` with the given `params`.

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
    """Return a vector as JSON, without identifier and game; what it does not speak of is left out."""
    content: dict[str, Any] = cattrs.unstructure(vector)
    del content["id"], content["game"]
    speaks_of = {
        "allowed": bool(vector.expect.allowed),
        "forbidden": bool(vector.expect.forbidden),
        "turn": vector.expect.over is not None,
    }
    content["expect"] = {
        name: value
        for name, value in content["expect"].items()
        if speaks_of.get(name, value is not None)
    }
    return content


def identifier(slug: str, vector: Vector) -> str:
    """Return the stable identifier: a slug, and a hash of what the test asks and expects.

    The comment and the lists of clauses and questions may be improved without a new identifier.
    """
    content = content_of(vector)
    asked = {name: content[name] for name in ("params", "rulings", "moves", "expect")}
    text = json.dumps([vector.game, asked], sort_keys=True, separators=(",", ":"))
    return f"{slug}-{hashlib.sha256(text.encode()).hexdigest()[:HASHED]}"


def hash_of(vector: Vector) -> str:
    """Return the part of a vector's identifier that is the hash of its content."""
    return vector.id.rsplit("-", 1)[1]


def read_vector(game: str, content: Mapping[str, Any]) -> Vector:
    """Read a vector from its JSON."""
    return cattrs.structure({**content, "game": game}, Vector)
