"""Why a mutant survives: it is equivalent, or its difference has no second witness.

A vector is only written if specification and implementation both agree with it. An implementation that
supports only some readings is no witness of the others.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any

from attrs import field, frozen

from rulewright.play.lockstep import Disagreement, Lockstep
from rulewright.play.mutants import OFF, Mutant
from rulewright.play.nearest import (
    Bound,
    search_in_lockstep,
    shortest_by_search,
    states_of_the_reference,
)
from rulewright.spec.coverage import RecordingRefuted
from rulewright.vectors.memory import memoised
from rulewright.vectors.suite import read_shared
from rulewright.vectors.variants import PLIES, Variant, Variants
from rulewright.wording.numbers import counted

ALIKE, UNWITNESSED, OPEN = "alike", "unwitnessed", "open"
RULED = "The implementation does not play the reading that is ruled, so there is no second witness."
ELSEWHERE = (
    "It differs under options that the implementation does not play, so there is no second witness; "
    "where that plays, shrunken games show no difference."
)
NOT_FOUND = (
    "No vector was found that it fails, nor that there can be none. A game on which it differs can be "
    "put into 'games.json' of the suite, or why there is none into 'alike.json'."
)
BY_THE_SPECIFICATION = "by_the_specification_alone"
"""Marks what is shown without a second witness, where the implementation is unsupported."""
MOST_POSITIONS, MOST_ACTIONS = 400_000, 60_000
"""Maximum size of a shrunken game: positions if it is compiled, actions if not."""
MOST_COMPARED = 20_000
"""Maximum number of positions compared by the specification alone, under one set of options."""


@frozen
class Survivor:
    """Why no vector kills a mutant, with the evidence."""

    kind: str
    """`alike`, `unwitnessed` or `open`."""
    reason: str
    data: Mapping[str, Any] = field(factory=dict)


def explained_survivor(
    variants: Variants, mutant: Mutant, *, reverse_is_killed: bool
) -> Survivor | None:
    """Explain why nothing kills a mutant; None if no reason is found.

    A mutant whose reverse is killed is not equivalent.
    """
    if is_unwitnessed(variants, mutant):
        return Survivor(UNWITNESSED, RULED, shown_by_the_specification(variants, mutant))
    equivalent = None if reverse_is_killed else why_equivalent(variants, mutant)
    return equivalent or unwitnessed_elsewhere(variants, mutant)


# --- equivalent mutants ---------------------------------------------------------------------------


def why_equivalent(variants: Variants, mutant: Mutant) -> Survivor | None:
    """Explain why a mutant is equivalent to the game; None if that is not known.

    The suite's `alike.json` has the reasons that theorems supply.
    """
    known = (read_shared(variants.game, "alike.json") or {}).get(mutant.id)
    if known is not None:
        return Survivor(ALIKE, known["reason"], known)
    return permits_every_spelled_action(variants, mutant) or equivalent_in_shrunken_games(
        variants, mutant
    )


class Untouchable:
    """A position that raises when it is read."""

    def __getattr__(self, name: str) -> Any:
        """Refuse."""
        raise LookupError(name)


def permits_every_spelled_action(variants: Variants, mutant: Mutant) -> Survivor | None:
    """Show that a clause permits every action that can be spelled: to switch it off changes nothing.

    Its formula is evaluated on all of them, with a position that raises when it is read.
    """
    game = variants.specified
    permits = None if mutant.swap else game.rulebook[mutant.subject].permits
    if permits is None or not mutant.id.endswith(OFF):
        return None

    def blind(rules: Any, before: Any, move: Any) -> Any:
        del before
        return permits(rules, Untouchable(), move)

    rulebook = game.rulebook.replacing(mutant.subject, permits=blind)
    evaluated = []
    for variant in variants.played:
        engine: Any = game.engine(variant.params, variant.rulings, rulebook)
        start = game.engine(variant.params, variant.rulings).initial()
        try:
            verdicts = engine.judge(start)
        except Exception:  # noqa: BLE001 - whatever went wrong, it read the position
            return None
        all_lanes = (1 << len(verdicts.candidates)) - 1
        if verdicts.lanes[mutant.subject] not in {True, all_lanes, -1}:
            return None
        evaluated.append({"params": variant.params, "actions": len(verdicts.candidates)})
    return Survivor(
        ALIKE,
        "The notation cannot spell an action that the clause forbids: its formula, which does not look "
        "at the position, permits every action that can be spelled.",
        {"kind": "every action", "evaluated": evaluated},
    )


def equivalent_in_shrunken_games(
    variants: Variants, mutant: Mutant, *, witnessed_only: bool = False
) -> Survivor | None:
    """Compare every action of every position of the shrunken games, under all readings.

    The specification plays where the implementation is unsupported: there equivalence needs no second
    witness, since no vector applies. Parameters that once proved too large are skipped.
    """
    rows: list[dict[str, Any]] = []
    positions, actions = 0, 0
    for variant in concerned(variants, mutant, variants.specified.exhausted):
        if str(variant.params) in variants.too_large or witnessed_only > variant.is_witnessed:
            continue
        try:
            compared = compared_in_full(variant, mutant)
        except MutantDiffers:
            return None
        if compared is not None:
            positions += compared.positions
            actions += compared.actions
            row: dict[str, Any] = {"params": variant.params, "rulings": variant.rulings}
            rows.append(row if variant.is_witnessed else row | {BY_THE_SPECIFICATION: True})
        elif not variants.is_compiled:
            # It is for every other mutant, too, and finding out takes long.
            variants.too_large.add(str(variant.params))
    if not rows:
        return None
    where = (
        f"{len(rows)} shrunken games"
        if any(row["params"] for row in rows)
        else f"the whole game under {counted(len(rows), 'combinations')} of readings"
    )
    return Survivor(
        ALIKE,
        f"In every position that can be reached in {where} ({positions} positions, {actions} actions) "
        "it says the same of every action and comes to the same position.",
        {"kind": "exhaustive", "positions": positions, "actions": actions, "games": rows},
    )


class MutantDiffers(Exception):
    """A mutant disagrees with the rules somewhere."""


@frozen
class Compared:
    """How much of a game was compared."""

    positions: int
    actions: int


@memoised
def compared_in_full(variant: Variant, mutant: Mutant) -> Compared | None:
    """Compare every action of a whole game; None if the game is too large.

    Raises `MutantDiffers`.
    """
    judge = mutant.specification(variant.variants.game, variant.params, variant.rulings)
    if variant.variants.is_compiled:
        if not variant.driver.visit(MOST_POSITIONS).complete:
            return None
        try:
            swept = variant.driver.sweep(judge, MOST_POSITIONS)
        except (Disagreement, RecordingRefuted) as error:
            raise MutantDiffers from error
        return Compared(swept.positions, swept.actions)
    try:
        start = Lockstep.begin(variant.fastest, judge)
        bound = Bound(actions=MOST_ACTIONS + 1)
        search = search_in_lockstep(start, states_of_the_reference, bound)
        for _ in search.steps():
            pass
    except Exception as error:
        raise MutantDiffers from error
    return None if search.tried > MOST_ACTIONS else Compared(search.positions, search.tried)


# --- mutants without a second witness -------------------------------------------------------------


def is_unwitnessed(variants: Variants, mutant: Mutant) -> bool:
    """Return whether the implementation supports none of the variants that a mutant concerns."""
    return next(variants.selected(mutant), None) is None


def unwitnessed_elsewhere(variants: Variants, mutant: Mutant) -> Survivor | None:
    """Show that a mutant differs only where the implementation is unsupported; None if it may not.

    In all shrunken games that the implementation supports it must be equivalent.
    """
    within = equivalent_in_shrunken_games(variants, mutant, witnessed_only=True)
    shown = {} if within is None else shown_by_the_specification(variants, mutant)
    if within is None or not shown:
        return None
    return Survivor(UNWITNESSED, ELSEWHERE, {**shown, "alike_elsewhere": within.data})


def shown_by_the_specification(variants: Variants, mutant: Mutant) -> dict[str, Any]:
    """Return a shortest distinguishing game without a second witness; {} if none is found."""
    for variant in concerned(variants, mutant, variants.specified.played):
        if variant.is_witnessed:
            continue
        rival = mutant.engine(variants.game, variant.params, variant.rulings)
        try:
            found = shortest_by_search(variant.specification, rival, PLIES, MOST_COMPARED)
        except Exception:  # noqa: BLE001, S112 - a mutant that broke has shown nothing
            continue
        if found.moves is not None:
            return {
                BY_THE_SPECIFICATION: {
                    "params": variant.params,
                    "rulings": variant.rulings,
                    "moves": list(found.moves),
                }
            }
    return {}


def concerned(
    variants: Variants, mutant: Mutant, parameters: tuple[Mapping[str, Any], ...]
) -> Iterator[Variant]:
    """Yield variants a mutant concerns: the default rulings, and each single deviation from them."""
    base = variants.default_rulings | mutant.ruled
    rulings = [base] + [
        base | {question: reading}
        for question, readings in variants.questions.items()
        for reading in readings
        if question != mutant.subject and reading != base[question]
    ]
    for params, ruled in product(parameters, rulings):
        yield variants.of(params, ruled)
