"""The JSON Schema of the protocol: real conversations fit it, and each field is held to it."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from copy import deepcopy
from random import Random
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from rulewright.conformance.adapter.faults import AdapterFault
from rulewright.conformance.adapter.reading import read_answer
from rulewright.interface import Json
from rulewright.play import games
from rulewright.protocol.messages import (
    HelloRequest,
    LegalRequest,
    NewRequest,
    PerftRequest,
    PlayRequest,
    QuitRequest,
    Request,
    StateRequest,
)
from rulewright.protocol.schema import (
    MISSING,
    SCHEMA,
    CannotValidate,
    WrongField,
    definition,
    validator,
    wrong_fields,
)
from rulewright.protocol.serving import Adapter

WHOLE = json.loads(SCHEMA.read_text())
EXCHANGE = Draft202012Validator(WHOLE)
CONSTRAINTS = {"type", "const", "enum", "minimum", "items", "uniqueItems", "additionalProperties"}


def talk(game: str, options: dict[str, Any], version: float) -> Iterator[tuple[Request, Json]]:
    """Play a random game on `serve`, with requests that are refused on the way."""
    adapter, random = Adapter("impl"), Random(f"{game} {options}")

    def ask(request: Request) -> tuple[Request, Json]:
        return request, json.loads(json.dumps(adapter.answer(request.line())))

    yield ask(HelloRequest(version))
    yield ask(LegalRequest())  # no game is in progress
    yield ask(NewRequest("no-such-game"))
    yield ask(NewRequest(game, **options))
    for _ in range(400):
        listed = ask(LegalRequest())
        yield listed
        yield ask(StateRequest())
        yield ask(PlayRequest("no action"))
        if not listed[1]["actions"]:
            break
        yield ask(PlayRequest(random.choice(listed[1]["actions"])))
    yield ask(PerftRequest(1))
    yield ask(QuitRequest())


SMALL: list[tuple[str, dict[str, Any]]] = [
    ("minoa", {"params": {"n": 2, "k": 4}, "rulings": {"partners": "shared"}}),
    ("nonaga", {"rulings": {"removal": "rim"}}),
    ("ari", {"params": {"n": 4}}),
    ("dreieck", {"params": {"k": 3}}),
]
CONVERSATIONS = [(*each, version) for each in SMALL for version in (1, 1.1)]


@pytest.mark.parametrize(("game", "options", "version"), CONVERSATIONS)
def test_real_conversations_fit(game: str, options: dict[str, Any], version: float) -> None:
    """Every request and every answer, by itself and as an exchange."""
    kinds = set()
    for request, answer in talk(game, options, version):
        assert wrong_fields(definition(request, "request"), request.fields()) == ()
        assert wrong_fields(definition(request, "answer"), answer) == ()
        exchange = {"version": version, "request": request.fields(), "answer": answer}
        assert EXCHANGE.is_valid(exchange)
        kinds.add((request.cmd, answer["ok"]))
    assert len(kinds) >= 10
    assert not EXCHANGE.is_valid({**exchange, "version": 2})
    assert not EXCHANGE.is_valid({**exchange, "answer": {}})


def test_all_games_are_among_them() -> None:
    """A game that is added is to be tried here as well."""
    assert {game for game, _ in SMALL} == set(games.game_names())


def subschemas(schema: Any) -> Iterator[dict[str, Any]]:
    """Yield all that constrains a value, but for conditions."""
    if isinstance(schema, dict):
        if CONSTRAINTS & set(schema):
            yield schema
        for name, each in schema.items():
            if name != "if":
                yield from subschemas(each)
    elif isinstance(schema, list):
        for each in schema:
            yield from subschemas(each)


def test_the_schema_is_one_and_can_say_what_would_be_right() -> None:
    """Whatever can be wrong has words for what is right."""
    Draft202012Validator.check_schema(WHOLE)
    found = list(subschemas(WHOLE))
    assert len(found) > 40
    assert [each for each in found if not each.get("description")] == []


ABOUT = {"ok": True, "name": "x", "language": "y", "games": ["minoa"], "versions": [1, 1.1]}
LEFT = {"minoa": ["turn"]}
STATE = {"ok": True, "over": False, "turn": "red", "winners": ["red"], "scores": {"red": 1}}
ANSWERS: list[tuple[Request, Json]] = [
    (HelloRequest(1), {**ABOUT, "version": 1}),
    (HelloRequest(1.1), {**ABOUT, "version": 1.1, "leaves_out": LEFT}),
    (NewRequest("minoa", {"n": 1}, {"end": "full"}), {"ok": True}),
    (NewRequest("minoa"), {"ok": False, "unsupported": "no"}),
    (LegalRequest(), {"ok": True, "actions": ["a", "b"]}),
    (LegalRequest(), {"ok": False, "error": "no"}),
    (PlayRequest("a"), {"ok": True}),
    (PlayRequest("a"), {"ok": False, "illegal": "no"}),
    (StateRequest(), {**STATE, "position": {"turn": "red"}}),
    (PerftRequest(1), {"ok": True, "count": 3}),
    (PerftRequest(1), {"ok": False, "unsupported": "perft"}),
    (QuitRequest(), {"ok": True}),
]
OPTIONAL = {"versions", "leaves_out", "position", "params", "rulings"}
NULLABLE = {"turn", "position", "leaves_out"}


def mutations(message: Json) -> Iterator[tuple[str, Json]]:
    """Yield a message with one field missing, or of another type, for each field, however deep."""
    for name, value in message.items():
        if name not in OPTIONAL:
            yield name, {other: each for other, each in message.items() if other != name}
        for wrong in (7, "7", None, True, [], {}, 0.5):
            if type(wrong) is not type(value) and not (wrong is None and name in NULLABLE):
                yield name, {**message, name: wrong}
        if isinstance(value, list):
            for wrong in ([*value, {}], [*value, None], [True]):
                yield name, {**message, name: wrong}
        if isinstance(value, dict) and name not in {"params", "position"}:
            for inner in value:
                yield name, {**message, name: {**value, inner: None}}
                yield name, {**message, name: {**value, inner: 0.5}}


@pytest.mark.parametrize(("request_", "answer"), ANSWERS, ids=lambda each: str(each)[:40])
def test_each_mutation_of_a_field_is_noticed(request_: Request, answer: Json) -> None:
    """In answers, and in requests; the field is named."""
    for kind, message in (("answer", answer), ("request", request_.fields())):
        name = definition(request_, kind)
        assert wrong_fields(name, message) == ()
        for field, mutant in mutations(message):
            found = wrong_fields(name, mutant)
            assert found, (name, field, mutant)
            assert {each.path.split(".")[0].split("[")[0] for each in found} & {field, ""}
            assert not EXCHANGE.is_valid(
                {
                    "version": getattr(request_, "version", 1),
                    "request": request_.fields(),
                    "answer": answer,
                    kind: mutant,
                }
            )


def accepts(request: Request, answer: Json) -> bool:
    """Return whether the parser of `conform` takes an answer."""
    try:
        read_answer(request, deepcopy(answer))
    except AdapterFault as fault:
        return fault.kind == "error answer"
    return True


@pytest.mark.parametrize(("request_", "answer"), ANSWERS, ids=lambda each: str(each)[:40])
def test_the_parser_refuses_the_same(request_: Request, answer: Json) -> None:
    """Two witnesses; only the version and the type of an error are left to others."""
    assert accepts(request_, answer)
    for field, mutant in mutations(answer):
        if field not in {"version", "error"}:
            assert not accepts(request_, mutant), mutant


WRONG = [
    (
        "legal-answer",
        {"ok": True, "actions": ["a", 5]},
        "actions[1]",
        5,
        "an action, which is a text",
    ),
    (
        "legal-answer",
        {"ok": True, "actions": ["a", "a"]},
        "actions[1]",
        "a",
        "one that is not listed",
    ),
    ("legal-answer", {"ok": True}, "actions", MISSING, "a list of texts, each of them once"),
    ("quit-answer", {"ok": False}, "", {"ok": False}, "an object with 'error', as 'ok' is false"),
    ("play-answer", {"ok": False}, "", {"ok": False}, "an object with 'illegal' or 'error', as"),
    ("state-answer", {**STATE, "over": True}, "turn", "red", "null, as the game is over"),
    ("state-answer", {**STATE, "scores": {"red": 1.5}}, "scores.red", 1.5, "a whole number"),
    ("hello-answer", {**ABOUT, "version": 1.1}, "version", 1.1, "1, as in the request"),
    ("hello-answer-1.1", {**ABOUT, "version": 1}, "version", 1, "1.1, as in the request"),
    ("perft-answer", {"ok": True, "count": -1}, "count", -1, "a whole number from 0"),
]


@pytest.mark.parametrize(("name", "message", "path", "given", "right"), WRONG)
def test_what_is_wrong_is_named(
    name: str, message: Json, path: str, given: Any, right: str
) -> None:
    """The field, its value, and what would be right."""
    (found,) = wrong_fields(name, message)
    assert (found.path, found.given) == (path, given)
    assert found.right.startswith(right)
    assert isinstance(found, WrongField)


def test_a_whole_number_may_be_written_with_a_point() -> None:
    """As some languages do; the parser takes it, too."""
    for answer in ({"ok": True, "count": 58.0}, {"ok": True, "count": 58}):
        assert wrong_fields("perft-answer", answer) == ()
        assert accepts(PerftRequest(2), answer)


def test_the_extra_is_named_where_it_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    """One line, and status 2."""
    monkeypatch.setitem(sys.modules, "jsonschema", None)
    validator.cache_clear()
    with pytest.raises(CannotValidate, match=r'pip install "rulewright\[validate\]"') as found:
        wrong_fields("legal-answer", {"ok": True, "actions": []})
    assert found.value.exit_status == 2
    validator.cache_clear()
