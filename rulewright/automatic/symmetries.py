"""The symmetries that a game claims: looked at in positions, and proved of its formulas."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np
from attrs import frozen

from rulewright.automatic.asking import SAT, UNSAT
from rulewright.automatic.ground import Ground, written
from rulewright.automatic.induction import limit
from rulewright.automatic.listed import ListedActions
from rulewright.automatic.pairs import any_differ
from rulewright.automatic.statements import (
    NOT_APPLICABLE,
    PROVED,
    REFUTED,
    UNDECIDED,
    AutomaticTwin,
    AutomaticVerdict,
    MakeVerdict,
)
from rulewright.interface import Action, Symmetry, UsageError
from rulewright.proofs.symbolic import no_branches
from rulewright.spec.logic import Fact, all_of, any_of, differ, not_
from rulewright.spec.structure import mapped

LOOKED_AT, LOOKED_AT_BEFORE = 60, 40
"""Positions in which a symmetry is looked at; the latter where a proof follows."""
POOL = 1500
"""Positions from which is read off where a fact goes."""


@frozen(eq=False)
class Image:
    """What a symmetry does to the facts of a position and to an action."""

    sources: tuple[int, ...]
    """For each fact of the image, the fact of the position that it is."""
    actions: Mapping[Action, Action]
    read_off: int
    """Positions with which this agrees."""
    players: tuple[int, ...]
    """For each player of the image, the player that it is."""


def symmetries(ground: Ground, claimed: Sequence[Symmetry]) -> list[AutomaticVerdict]:
    """Give a verdict on each symmetry."""
    return [symmetric(ground, each) for each in claimed]


def symmetric(ground: Ground, symmetry: Symmetry) -> AutomaticVerdict:
    """Look for a position that refutes a symmetry; prove it of all where there is a symbolic form."""
    verdict = partial(
        AutomaticVerdict,
        f"symmetry: {symmetry.name}",
        "symmetries",
        "Renamed positions have the renamed legal actions, successors and results.",
    )
    looked, most = 0, LOOKED_AT_BEFORE if isinstance(ground.symbolic, ListedActions) else LOOKED_AT
    for state in spread_out(list(ground.explored.parents), most):
        if ground.solver.is_over:
            break
        if not symmetry.applies(ground.engine.to_json(state)):
            continue
        looked += 1
        wrong = difference(ground, symmetry, state)
        if wrong:
            return verdict(REFUTED, f"{wrong}, in a position of a game", shown=ground.shown(state))
    seen = f"true in {looked} of {ground.explored.extent}, by evaluation"
    if not looked:
        seen = f"it applies to none of {ground.explored.extent}"
    if ground.solver.is_over:
        return verdict(UNDECIDED, limit(ground))
    if not isinstance(ground.symbolic, ListedActions):
        if looked == len(ground.explored.parents) and ground.explored.everything:
            return verdict(PROVED, f"{ground.explored.extent} were looked at, by evaluation")
        why = ground.why_not or "no proof by Z3: its actions are not listed"
        return verdict(NOT_APPLICABLE, f"{why}; {seen}")
    image = image_of(ground, symmetry)
    if isinstance(image, str):
        return verdict(NOT_APPLICABLE, f"no proof by Z3: {image}; {seen}")
    return by_solver(ground, symmetry, image, verdict)


def spread_out(states: list[Any], most: int) -> list[Any]:
    """Choose some of a list, from all parts of it."""
    step = max(1, len(states) // most)
    return states[::step][:most]


def difference(ground: Ground, symmetry: Symmetry, state: Any) -> str:
    """Compare a position with its image, on the engine; return the first difference, or ""."""
    engine = ground.engine
    try:
        image = engine.from_json(symmetry.position(engine.to_json(state)))
    except UsageError as error:
        return f"its image is no position of the game: {error}"
    for what, wanted, given in said_of_players(engine, symmetry, state, image):
        if wanted != given:
            return f"its image has another result or turn ({what})"
    legal = engine.legal_actions(state)
    if sorted(map(symmetry.action, legal)) != list(engine.legal_actions(image)):
        return "the legal actions of its image differ"
    for action in legal[:6]:
        there = engine.successor(image, symmetry.action(action))
        renamed = symmetry.position(engine.to_json(engine.successor(state, action)))
        if renamed != engine.to_json(there):
            return f"{action} and its image lead to positions that are no images of each other"
    return ""


def said_of_players(
    engine: Any, symmetry: Symmetry, state: Any, image: Any
) -> Iterator[tuple[str, Any, Any]]:
    """Yield turn, scores and winners: renamed, and those of the image."""

    def turns(position: Any) -> list[str]:
        turn = engine.turn(position)
        return [] if turn is None else [turn]

    yield "turn", list(map(symmetry.player, turns(state))), turns(image)
    scores = {symmetry.player(name): score for name, score in engine.scores(state).items()}
    yield "scores", scores, dict(engine.scores(image))
    winners = set(map(symmetry.player, engine.winners(state)))
    yield "winners", winners, set(engine.winners(image))


def image_of(ground: Ground, symmetry: Symmetry) -> Image | str:
    """Find what a symmetry does to facts, from positions and their images; or say why not."""
    engine, form = ground.engine, ground.form
    states = [*spread_out(list(ground.explored.parents), POOL), *one_by_one(ground)]
    here, there = [], []
    for state in states:
        position = written(engine, state)
        if not symmetry.applies(position):
            return "it does not apply to every position"
        try:
            image = engine.read(symmetry.position(position))
        except UsageError:
            return "it makes a position of a game into none"
        here.append([int(value) for value in form.facts(state)])
        there.append([int(value) for value in form.facts(image)])
    sources = permutation(np.array(here), np.array(there), everything=ground.explored.everything)
    if isinstance(sources, str):
        return sources
    spelled = tuple(form.spelled(ground.before))
    actions = {action: symmetry.action(action) for action in spelled}
    if sorted(actions.values()) != sorted(spelled):
        return "it does not map the actions one to one"
    names = [symmetry.player(player) for player in engine.players]
    if sorted(names) != sorted(engine.players):
        return "it does not map the players one to one"
    return Image(
        sources, actions, len(here), tuple(names.index(player) for player in engine.players)
    )


def one_by_one(ground: Ground) -> Iterator[Any]:
    """Yield positions that the engine can write and read, each one fact away from the start."""
    start = ground.engine.initial()
    facts = list(ground.form.facts(start))
    for index, value in enumerate(facts):
        changed = list(facts)
        changed[index] = not value if isinstance(value, bool) else value + 1
        found = iter(changed)
        state = mapped(lambda _, found=found: next(found), start)
        try:
            if ground.engine.read(ground.engine.to_json(state)) == state:
                yield state
        except Exception:  # noqa: BLE001, S112 - a position that the game's own code does not foresee
            continue


def permutation(here: Any, there: Any, *, everything: bool) -> tuple[int, ...] | str:
    """Find for each column of a table the one of another table that it is; or say why none fits.

    Columns that are alike may stand for each other if `everything` was visited.
    """
    if here.size == 0 or here.shape != there.shape:
        return "no position was read"
    columns: dict[bytes, list[int]] = {}
    for index, column in enumerate(here.T):
        columns.setdefault(column.tobytes(), []).append(index)
    found = []
    for index, column in enumerate(there.T):
        fitting = columns.get(column.tobytes(), [])
        if not fitting:
            return "it does not only exchange facts of a position"
        if len(fitting) > 1 and not everything:
            return (
                "some facts are alike in all positions visited, so it is not clear which is which"
            )
        found.append(index if index in fitting else fitting[0])
    return tuple(found)


def by_solver(
    ground: Ground, symmetry: Symmetry, image: Image, say: MakeVerdict
) -> AutomaticVerdict:
    """Prove that formulas commute with a renaming."""
    given = (*ground.consistent.values(), *ground.a_move)
    wrong = claims(ground, image)
    for name, fact in wrong.items():
        answer = ground.solver.ask(*given, fact)
        if answer.result == SAT:
            state, action = ground.form.state(answer.values)
            what = difference(ground, symmetry, state)
            if what:
                return say(REFUTED, f"{what} ({name})", shown=ground.shown(state, action))
            return say(UNDECIDED, f"{name}: its counterexample is none to the engine")
        if answer.result != UNSAT:
            return say(UNDECIDED, f"{name}: {limit(ground)}")
    if ground.solver.ask(*given, ground.legal).result != SAT:
        return say(UNDECIDED, "no witness of the premises was found")
    how = (
        "by Z3, of every consistent position and legal action; where each fact goes was read off "
        f"{image.read_off:,} positions"
    )
    return say(PROVED, how, twins=unrenamed(ground, image, given))


def claims(ground: Ground, image: Image, *, renames_actions: bool = True) -> dict[str, Fact]:
    """Return for each claim of a symmetry that it fails."""
    form = ground.form
    before = renamed(ground, image, ground.before)
    if renames_actions:
        by_name = dict(zip(image.actions.values(), ground.move, strict=True))
        move = tuple(by_name[action] for action in image.actions)
    else:
        move = ground.move
    with no_branches():
        legal = all_of(form.permitted(before, move).values())
        after, results = form.after(before, move), form.results(before)
        usual = form.results(ground.before)
        players = len(ground.engine.players)
        expected = [
            usual[start + image.players[at]]
            for start in range(0, len(usual), players)
            for at in range(players)
        ]
        due, own = form.due(before), form.due(ground.before)
        turns = any_of(differ(due[at], own[image.players[at]]) for at in range(players))
        broken = not_(all_of(demand(before) for demand in ground.demands.values()))
        leads = any_differ(form.facts(after), form.facts(renamed(ground, image, ground.after)))
        return {
            "legality": differ(ground.legal, legal),
            "successors": all_of((ground.legal, leads)),
            "results": any_differ(results, expected),
            "turns": turns,
            "demands on positions": broken,
        }


def renamed(ground: Ground, image: Image, position: Any) -> Any:
    """Rename a position of terms."""
    facts = list(ground.form.facts(position))
    found = iter([facts[source] for source in image.sources])
    return mapped(lambda _: next(found), ground.engine.initial())


def unrenamed(ground: Ground, image: Image, given: tuple[Fact, ...]) -> tuple[AutomaticTwin, ...]:
    """Rename positions and not actions: that must be refuted, unless it renames no action."""
    if all(action == other for action, other in image.actions.items()):
        return ()
    wrong = claims(ground, image, renames_actions=False)
    answer = ground.solver.ask(*given, any_of((wrong["legality"], wrong["successors"])))
    status = {SAT: "refuted", UNSAT: "survives"}.get(answer.result, "undecided")
    return (AutomaticTwin("actions are not renamed", status),)
