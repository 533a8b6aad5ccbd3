"""Where two readings of a question part: which permits more, and the shortest games that show it."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from rulewright.proofs.ari.setting import (
    FULL_SIZE,
    any_move,
    any_position,
    one_action,
    permits,
    pieces_apart,
    rules_of,
)
from rulewright.proofs.ari.targets import DRY
from rulewright.proofs.theorem import Case, Claim, Exhibit, FalseExhibit, Finding, Theorem, Twin
from rulewright.spec.ari import GAME
from rulewright.spec.ari.facts import Move, Rules, View
from rulewright.spec.logic import Fact, all_of, any_of, iff, implies, not_


@frozen
class Pair:
    """The two readings of a question, the narrower one first, and a game after which they part."""

    question: str
    narrow: str
    wide: str
    game: tuple[str, ...]


PAIRS = (
    Pair("no_target", "any_die", "any_cell", DRY),
    Pair(
        "next_to",
        "eight",
        "four",
        (
            "IV@n15:3485",
            "IV@i15:8435",
            "V@d15:7823",
            "V@l15:6843",
            "III@l11:1297",
            "III@l2:5961",
            "Q@n4",
        ),
    ),
    Pair(
        "own_face",
        "others",
        "any",
        (
            *("IV@n15:3485", "IV@i15:8435", "V@d15:7823", "V@l15:6843"),
            *("III@l11:1297", "III@l2:5961", "Q@n4", "Q@e13"),
        ),
    ),
    Pair(
        "lifting",
        "before",
        "after",
        (
            *("IV@o3:1398", "III@g3:6257", "III@g9:9217", "IV@g8:5843"),
            *("V@g4:8732", "V@n4:6247", "Q@e12", "Q@h14"),
        ),
    ),
    Pair(
        "orientation",
        "kept",
        "free",
        (
            *("IV@n15:3485", "IV@i15:8435", "V@d15:7823", "V@l15:6843"),
            *("III@l11:1297", "III@l2:5961", "Q@n4", "Q@e13"),
        ),
    ),
    Pair(
        "off_board",
        "dead",
        "sweeps",
        (
            *("III@m14:7921", "III@l14:2971", "IV@l7:1495", "IV@g7:9318"),
            *("V@j7:6348", "V@j3:4267", "Q@k7", "Q@l5"),
        ),
    ),
    Pair(
        "capture",
        "strike",
        "landing",
        (
            *("V@d3:7328", "V@g3:8237", "IV@g11:3189", "III@h11:9217"),
            *("III@h10:5961", "IV@h4:9318", "Q@i10", "Q@g14"),
        ),
    ),
    Pair(
        "threat",
        "mate",
        "open",
        (
            *("IV@j6:3189", "III@j9:1695", "V@j10:2476", "IV@n10:5941"),
            *("III@m10:1596", "V@m11:2873", "Q@g9", "Q@e6"),
        ),
    ),
)
IN_PLAY_ONLY = ("own_face", "lifting", "orientation", "off_board", "capture", "threat")
READINGS = {
    question.name: tuple(reading.name for reading in question.readings)
    for question in GAME.rulebook.questions
}


def legal(rules: Rules, before: View, move: Move) -> Fact:
    """Every clause permits the action."""
    return all_of(
        permits(clause.identifier, rules, before, move)
        for clause in GAME.rulebook.speaking_of_actions()
    )


def permits_more(question: str, narrow: str, wide: str, **others: str) -> Case:
    """What is legal under one reading is legal under the other, all else being read by default."""
    before, move = any_position(), any_move()
    rules, wider = (rules_of(**{question: reading}, **others) for reading in (narrow, wide))
    return Case(
        f"{question}: {narrow} within {wide}",
        (pieces_apart(rules, before.pieces), one_action(rules, before, move)),
        implies(legal(rules, before, move), legal(wider, before, move)),
    )


def same_before_play(question: str) -> Case:
    """Before both queens stand, the two readings permit the same."""
    before, move = any_position(), any_move()
    one, other = (rules_of(**{question: reading}) for reading in READINGS[question])
    return Case(
        f"{question} before play",
        (pieces_apart(one, before.pieces), one_action(one, before, move), not_(before.in_play)),
        iff(legal(one, before, move), legal(other, before, move)),
    )


def same_without_queens(*, none_standing: bool = True) -> Case:
    """Before a queen stands, `next_to` does not matter."""
    before, move = any_position(), any_move()
    one, other = rules_of(next_to="eight"), rules_of(next_to="four")
    standing = any_of((before.own.queen.present, before.enemy.queen.present))
    return Case(
        "next_to before a queen stands",
        (
            pieces_apart(one, before.pieces),
            one_action(one, before, move),
            *((not_(standing),) if none_standing else ()),
        ),
        iff(legal(one, before, move), legal(other, before, move)),
    )


def part(question: str, readings: tuple[str, ...], game: tuple[str, ...]) -> Finding:
    """Replay a game under both readings: the same up to its last action, then other legal actions."""
    engines = [GAME.engine({}, {question: reading}) for reading in readings]
    states = [engine.initial() for engine in engines]
    for action in game:
        states = [engine.play(state, action) for engine, state in zip(engines, states, strict=True)]
    one, other = (
        set(engine.legal_actions(state)) for engine, state in zip(engines, states, strict=True)
    )
    return Finding(
        one != other,
        f"{question}: after {len(game)} actions {len(one - other)} legal by {readings[0]} alone, "
        f"{len(other - one)} by {readings[1]} alone",
        game,
    )


def within() -> Iterator[Case]:
    """Each ordered pair."""
    return (permits_more(pair.question, pair.narrow, pair.wide) for pair in PAIRS)


def exhibit(question: str, readings: tuple[str, ...], game: tuple[str, ...]) -> Exhibit:
    """A shortest game on which two readings part."""
    return Exhibit(f"{question} parts", lambda: part(question, readings, game))


def converse(pair: Pair) -> Twin:
    """The wider reading within the narrower one: wrong."""
    return Twin(
        f"{pair.question}: {pair.wide} within {pair.narrow}",
        lambda: permits_more(pair.question, pair.wide, pair.narrow),
    )


ORDERED = Theorem(
    "of_two_readings_one_permits_more",
    "Whatever is legal by the narrower reading of a question is legal by the wider one: "
    + ", ".join(f"{pair.question} {pair.narrow} within {pair.wide}" for pair in PAIRS)
    + ". With own_face=any neither reading of lifting permits all that the other does.",
    f"{FULL_SIZE}; all positions of all phases; the other questions read by default",
    tuple(pair.question for pair in PAIRS),
    (
        Claim("the narrower within the wider", within),
        *map(converse, PAIRS),
        Twin(
            "lifting: before within after with own_face=any",
            lambda: permits_more("lifting", "before", "after", own_face="any"),
        ),
        Twin(
            "lifting: after within before with own_face=any",
            lambda: permits_more("lifting", "after", "before", own_face="any"),
        ),
    ),
)

PART = Theorem(
    "readings_part_as_soon_as_play_begins",
    "Two readings of own_face, lifting, orientation, off_board, capture or threat permit the same until "
    "both queens stand, and part on a game of eight actions, the first position of play; those of "
    "next_to permit the same until a queen stands, and part after seven; those of no_target part after "
    "four, when the set-up can first run dry. These games are the shortest.",
    f"{FULL_SIZE}; the other questions read by default",
    (*IN_PLAY_ONLY, "next_to", "no_target"),
    (
        Claim("the same before play", lambda: map(same_before_play, IN_PLAY_ONLY)),
        Claim("the same before a queen stands", lambda: (same_without_queens(),)),
        *(exhibit(pair.question, (pair.narrow, pair.wide), pair.game) for pair in PAIRS),
        Twin("next_to never matters", lambda: same_without_queens(none_standing=False)),
        FalseExhibit(
            "next_to parts after six actions",
            lambda: part("next_to", ("eight", "four"), PAIRS[1].game[:-1]),
        ),
    ),
)
