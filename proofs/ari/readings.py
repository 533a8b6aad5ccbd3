"""Where two readings of a question part: which permits more, and the shortest games that show it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from attrs import astuple, field, frozen

from rulewright.proofs.ari.play import STUCK, WHITE_STRIKES
from rulewright.proofs.ari.queens import following, whole_position
from rulewright.proofs.ari.reliance import (
    READINGS,
    asked_by,
    asked_by_clause,
    clauses_asking,
    combinations_of,
)
from rulewright.proofs.ari.setting import (
    FULL_SIZE,
    SEEN,
    SET_UP,
    SET_UP_SEEN,
    any_move,
    any_position,
    armies_within_reach,
    one_action,
    permits,
    pieces_apart,
    rules_of,
)
from rulewright.proofs.ari.targets import DRY
from rulewright.proofs.computed import Computed, Enumeration, Exhibit, FalseExhibit, game_of, replay
from rulewright.proofs.scope import TheoremScope
from rulewright.proofs.theorem import Case, Claim, Theorem, Twin
from rulewright.spec.ari import GAME, clauses, pointing
from rulewright.spec.ari.facts import Move, Position, Rules, View
from rulewright.spec.logic import Fact, all_of, any_of, exactly_one, iff, implies, none_of, not_


@frozen
class ReadingPair:
    """The two readings of a question, the narrower one first, and a game after which they part."""

    question: str
    narrow: str
    wide: str
    game: tuple[str, ...]
    where: dict[str, str] = field(factory=dict)
    """Readings of other questions that the order needs; it holds under all readings of the rest."""


ONE_QUEEN = game_of("IV@n15:3485 IV@i15:8435 V@d15:7823 V@l15:6843 III@l11:1297 III@l2:5961 Q@n4")
BOTH_QUEENS = (*ONE_QUEEN, "Q@e13")
PAIRS = (
    ReadingPair("no_target", "any_die", "any_cell", DRY),
    ReadingPair("next_to", "eight", "four", ONE_QUEEN),
    ReadingPair("own_face", "others", "any", BOTH_QUEENS),
    ReadingPair(
        "lifting",
        "before",
        "after",
        game_of("IV@o3:1398 III@g3:6257 III@g9:9217 IV@g8:5843 V@g4:8732 V@n4:6247 Q@e12 Q@h14"),
        {"own_face": "others"},
    ),
    ReadingPair("orientation", "kept", "free", BOTH_QUEENS),
    ReadingPair(
        "off_board",
        "dead",
        "sweeps",
        game_of("III@m14:7921 III@l14:2971 IV@l7:1495 IV@g7:9318 V@j7:6348 V@j3:4267 Q@k7 Q@l5"),
        {"threat": "open"},
    ),
    ReadingPair(
        "capture",
        "strike",
        "landing",
        game_of("V@d3:7328 V@g3:8237 IV@g11:3189 III@h11:9217 III@h10:5961 IV@h4:9318 Q@i10 Q@g14"),
    ),
    ReadingPair("threat", "mate", "open", WHITE_STRIKES),
)
IN_PLAY_ONLY = (
    *("own_face", "lifting", "orientation", "off_board", "capture", "threat", "no_action"),
)
ASKED = {
    "ARI-1": ("no_target",),
    "ARI-3": ("next_to",),
    "ARI-7": ("capture", "lifting", "orientation", "own_face"),
    "ARI-9": ("capture", "off_board", "threat"),
}
"""What the clauses that speak of actions look at; the others look at no question."""


# --------------------------------------------------------------------------------- which permits more


def any_action(rules: Rules, before: View, move: Move) -> tuple[Fact, ...]:
    """Any position of any phase, and any one action."""
    return pieces_apart(rules, before.pieces), one_action(rules, before, move)


def capture_alike(clause: str, question: str, others: Mapping[str, str]) -> str:
    """Say why ARI-9 permits alike under both readings of `capture`, where it does."""
    if (clause, question, others.get("threat")) != ("ARI-9", "capture", "open"):
        return ""
    return "with threat=open ARI-9 speaks of strikes alone, in the same words under both readings"


def within() -> Iterator[Case]:
    """Each ordered pair: clause by clause, under all readings of what else the clause looks at.

    An action is legal if every clause permits it; so if each clause permits more, more is legal. What a
    clause says under several rulings in the very same words is proved once.
    """
    before, move = any_position(), any_move()
    for pair in PAIRS:
        seen = set()
        for clause, asked in clauses_asking(pair.question):
            choice = {name: READINGS[name] for name in asked}
            choice |= {name: (reading,) for name, reading in pair.where.items() if name in asked}
            for others in combinations_of(choice):
                rules = rules_of(**{pair.question: pair.narrow}, **others)
                wider = rules_of(**{pair.question: pair.wide}, **others)
                more = implies(
                    permits(clause, rules, before, move), permits(clause, wider, before, move)
                )
                if more.get_id() not in seen:
                    seen.add(more.get_id())
                    label = f"{clause}, {pair.question}: {pair.narrow} within {pair.wide} {others}"
                    yield Case(
                        label,
                        any_action(rules, before, move),
                        more,
                        decided=capture_alike(clause, pair.question, others),
                        under=rules,
                    )


def own_face_without_lifting() -> Iterator[Case]:
    """With `lifting=after` a die that moves offers nothing itself, so `own_face` is no question."""
    before, move = any_position(), any_move()
    for clause, asked in clauses_asking("own_face"):
        choice = {name: READINGS[name] for name in asked} | {"lifting": ("after",)}
        for others in combinations_of(choice):
            one, other = (rules_of(own_face=name, **others) for name in READINGS["own_face"])
            yield Case(
                f"{clause} {others}",
                any_action(one, before, move),
                iff(permits(clause, one, before, move), permits(clause, other, before, move)),
                under=one,
            )


def legal(rules: Rules, before: View, move: Move) -> Fact:
    """Every clause permits the action."""
    return all_of(
        permits(clause.identifier, rules, before, move)
        for clause in GAME.rulebook.speaking_of_actions()
    )


def permits_more(question: str, narrow: str, wide: str, **others: str) -> Case:
    """What is legal under one reading is legal under the other; the rest is read as by default."""
    before, move = any_position(), any_move()
    rules, wider = (rules_of(**{question: reading}, **others) for reading in (narrow, wide))
    return Case(
        f"{question}: {narrow} within {wide} {others or ''}",
        any_action(rules, before, move),
        implies(legal(rules, before, move), legal(wider, before, move)),
    )


def converse(pair: ReadingPair) -> Twin:
    """The wider reading within the narrower one: wrong."""
    return Twin(
        f"{pair.question}: {pair.wide} within {pair.narrow}",
        lambda: permits_more(pair.question, pair.wide, pair.narrow),
        of="the narrower within the wider",
        changed="the two readings change places",
    )


def neither(question: str, **others: str) -> Iterator[Twin]:
    """Neither reading of a question permits all that the other does, under some other rulings."""

    def twin(narrow: str, wide: str) -> Twin:
        where = ", ".join(f"{name}={reading}" for name, reading in others.items())
        return Twin(
            f"{question}: {narrow} within {wide} with {where}",
            lambda: permits_more(question, narrow, wide, **others),
            of="the narrower within the wider",
            changed="another question is read so that neither is the narrower",
        )

    one, other = READINGS[question]
    yield from (twin(one, other), twin(other, one))


def questions_looked_at(expected: dict[str, tuple[str, ...]]) -> Computed:
    """Find for each clause which questions it looks at when it judges an action."""
    found = {
        clause.identifier: asked_by_clause(clause.identifier)
        for clause in GAME.rulebook.speaking_of_actions()
    }
    looking = {name: asked for name, asked in found.items() if asked}
    listed = "; ".join(f"{name}: {', '.join(asked)}" for name, asked in looking.items())
    return Computed(looking == expected, listed, len(found))


ORDERED = Theorem(
    "of_two_readings_one_permits_more",
    "Whatever is legal by the narrower reading of a question is legal by the wider one, however the "
    "other questions are read: no_target any_die within any_cell, next_to eight within four, own_face "
    "others within any, orientation kept within free, capture strike within landing, threat mate within "
    "open; with own_face=others lifting before within after, and with threat=open off_board dead within "
    "sweeps. With own_face=any neither reading of lifting permits all that the other does, with "
    "threat=mate neither of off_board. With lifting=after the readings of own_face are the same game.",
    TheoremScope("board", "all positions of all phases", params=FULL_SIZE, any_others=True),
    tuple(pair.question for pair in PAIRS),
    (
        Enumeration("which questions a clause looks at", lambda: questions_looked_at(ASKED)),
        Claim(
            "the narrower within the wider",
            within,
            real=SEEN,
            evident="it compares formulas of two rulebooks, of any position and any action",
        ),
        Claim(
            "own_face is no question with lifting=after",
            own_face_without_lifting,
            real=SEEN,
            evident="it compares formulas of two rulebooks, of any position and any action",
        ),
        *map(converse, PAIRS),
        *neither("lifting", own_face="any"),
        *neither("off_board", threat="mate"),
        FalseExhibit(
            "ARI-9 does not look at capture",
            lambda: questions_looked_at(ASKED | {"ARI-9": ("off_board", "threat")}),
            of="which questions a clause looks at",
            changed="capture is left out of what ARI-9 looks at",
        ),
    ),
    slow=True,
)


# ------------------------------------------------------------------------------- the shortest games


def other_than_default(questions: Iterable[str]) -> Iterator[dict[str, str]]:
    """Yield every combination of readings of some questions but the default one."""
    choice = {name: READINGS[name] for name in questions}
    by_default = {name: readings[0] for name, readings in choice.items()}
    return (rulings for rulings in combinations_of(choice) if rulings != by_default)


def same_before_play() -> Iterator[Case]:
    """Until both queens stand, a clause permits under all rulings what it permits by default.

    This is about the clauses that look at questions of play; so they are the same until then.
    """
    before, move = any_position(), any_move()
    for clause, asked in ASKED.items():
        if set(asked) <= set(IN_PLAY_ONLY):
            by_default = permits(clause, rules_of(), before, move)
            for rulings in other_than_default(asked):
                rules = rules_of(**rulings)
                swept = rulings.get("off_board") == "sweeps"
                yield Case(
                    f"{clause} before play {rulings}",
                    (*any_action(rules, before, move), not_(before.in_play)),
                    iff(by_default, permits(clause, rules, before, move)),
                    decided="" if swept else capture_alike(clause, "capture", rulings),
                    under=rules,
                )


def parts_of(position: Position) -> Iterator[Any]:
    """All facts and numbers of a position."""

    def unfolded(value: Any) -> Iterator[Any]:
        if isinstance(value, tuple):
            for each in value:
                yield from unfolded(each)
        else:
            yield value

    return unfolded(astuple(position, recurse=True))


def are_equal(one: Position, other: Position) -> Fact:
    """All facts and numbers of two positions are the same."""

    def equal(mine: Any, theirs: Any) -> Fact:
        if mine is theirs:
            return True
        is_fact = any(
            isinstance(each, bool) or each.sort().name() == "Bool" for each in (mine, theirs)
        )
        return iff(mine, theirs) if is_fact else mine == theirs

    return all_of(equal(*pair) for pair in zip(parts_of(one), parts_of(other), strict=True))


def same_effects_before_play() -> Iterator[Case]:
    """Until both queens stand, an action leads under all rulings to the same position."""
    position, move = whole_position(), any_move()
    asked = asked_by(lambda rules: following(rules, position, move))
    by_default, passed = following(rules_of(), position, move)
    for rulings in other_than_default(asked):
        rules = rules_of(**rulings)
        _, other = following(rules, position, move)
        yield Case(
            f"effects before play {rulings}",
            (
                *any_action(rules, position.view, move),
                armies_within_reach(rules, position),
                exactly_one(position.turn),
                not_(position.view.in_play),
                not_(clauses.queens_stand(by_default)),
            ),
            are_equal(passed, other),
            under=rules,
        )


def same_without_queens(*, none_standing: bool = True) -> Case:
    """Before a queen stands, `next_to` does not matter."""
    before, move = any_position(), any_move()
    one, other = rules_of(next_to="eight"), rules_of(next_to="four")
    standing = any_of((before.own.queen.present, before.enemy.queen.present))
    return Case(
        "next_to before a queen stands",
        (*any_action(one, before, move), *((not_(standing),) if none_standing else ())),
        iff(permits("ARI-3", one, before, move), permits("ARI-3", other, before, move)),
    )


def same_unless_dry() -> Case:
    """Where the last die offers a vacant cell, or there is none, `no_target` does not matter."""
    before, move = any_position(), any_move()
    one, other = (rules_of(no_target=reading) for reading in READINGS["no_target"])
    dry = none_of(pointing.vacant_offers(one, before, before.last))
    return Case(
        "no_target unless the set-up runs dry",
        (*any_action(one, before, move), any_of((not_(dry), none_of(before.last)))),
        iff(permits("ARI-1", one, before, move), permits("ARI-1", other, before, move)),
    )


def part(question: str, game: Iterable[str], n: int = 15) -> Computed:
    """Replay a game under both readings: it is legal under both, but then other actions are."""
    moves = tuple(game)
    readings = READINGS[question]
    engines = [GAME.engine({"n": n}, {question: reading}) for reading in readings]
    one, other = (set(engine.legal_actions(replay(engine, moves))) for engine in engines)
    detail = (
        f"{question}: after {len(moves)} actions {len(one - other)} legal by {readings[0]} alone, "
        f"{len(other - one)} by {readings[1]} alone"
    )
    return Computed.of_game(engines[0], moves, one != other, detail)


def exhibit(question: str, game: tuple[str, ...], n: int = 15) -> Exhibit:
    """A shortest game on which two readings part."""
    return Exhibit(f"{question} parts", lambda: part(question, game, n))


def cut_short(question: str, game: tuple[str, ...], n: int = 15) -> FalseExhibit:
    """The game without its last action: the readings do not part yet."""
    return FalseExhibit(
        f"{question} parts one action sooner",
        lambda: part(question, game[:-1], n),
        of=f"{question} parts",
        changed="the game without its last action",
    )


PART = Theorem(
    "readings_part_as_soon_as_play_begins",
    "Under all readings of own_face, lifting, orientation, off_board, capture, threat and no_action "
    "games go the same way until both queens stand; two readings of one of them part on a game of eight "
    "actions, in the first position of play (no_action on the board of size 4: at full size it never "
    "arises). Those of next_to are the same until a queen stands, and part after seven; those of "
    "no_target are the same until the set-up runs dry, which it can after four actions and not before. "
    "So these games are the shortest.",
    TheoremScope(
        "board",
        "every position of the set-up (no game is shorter)",
        params=FULL_SIZE,
        any_others=True,
        also="Games with the usual dice, the other questions read by default (no_action: n=4)",
    ),
    (*IN_PLAY_ONLY, "next_to", "no_target"),
    (
        Claim("the same actions before play", same_before_play, real=SET_UP_SEEN),
        Claim("the same positions before play", same_effects_before_play, real=SET_UP),
        Claim(
            "the same before a queen stands",
            same_without_queens,
            why_not_real="it speaks of positions in which no queen stands",
        ),
        Claim(
            "the same unless the set-up runs dry",
            same_unless_dry,
            why_not_real="it speaks of positions in which the last die offers a vacant cell",
        ),
        *(exhibit(pair.question, pair.game) for pair in PAIRS),
        exhibit("no_action", STUCK, 4),
        Twin(
            "next_to never matters",
            lambda: same_without_queens(none_standing=False),
            of="the same before a queen stands",
            changed="a queen may stand",
        ),
        *(cut_short(pair.question, pair.game) for pair in PAIRS),
        cut_short("no_action", STUCK, 4),
    ),
    slow=True,
)
