"""Draft vectors: what the specification says after some moves, and the rulings it depends on."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from random import Random

from attrs import evolve

from rulewright.interface import Action, IllegalAction, RulewrightError
from rulewright.play.replay import state_after
from rulewright.play.view import View, view
from rulewright.vectors.choosing import by_shape, chosen_of_each_shape, evenly_chosen, shape
from rulewright.vectors.dependence import questions_of_the_second_witness, questions_that_decide
from rulewright.vectors.distinguishing import DistinguishingGame
from rulewright.vectors.failures import as_json, failures_at, first_failure
from rulewright.vectors.variants import Scenario
from rulewright.vectors.vector import Expectation, Forbidden, Vector, hash_of, identifier

SHOWN = 4
"""Maximum number of allowed, and of forbidden, actions in a vector about one difference."""
OFFERED = 40
"""Legal actions tried on a mutant that lists them as legal."""
MOST_LEGAL = 400
"""Size up to which a legal set is written in full; larger ones are sampled."""


class Wrong(RulewrightError):
    """The two engines of a game disagree, so no vector can be written."""

    exit_status = 1


def draft_against(game: DistinguishingGame) -> Vector | None:
    """Draft the vector that expects only what a mutant gets wrong; None if it gave no answer."""
    mutant, scenario = game.trial.mutant, Scenario(game.trial.variant, game.moves)
    truth, claimed = agreed_view(scenario), game.trial.view_after(game.moves)
    if claimed is None:
        return None
    refused = refused_actions(game, truth) if claimed == truth else ()
    expect = Expectation(allowed=refused) if refused else expected_instead(scenario, truth, claimed)
    if expect == Expectation():
        return None
    rulebook = scenario.variant.variants.specified.rulebook
    about = (mutant.subject,) if mutant.swap is None else rulebook.question(mutant.subject).clauses
    how = "middle" if game.middle else "start"
    return assembled(
        scenario,
        slug=f"{mutant.subject}-{how if mutant.swap is None else mutant.swap[0]}",
        clauses=about,
        comment=comment_on(game),
        expect=expect,
    )


def comment_on(game: DistinguishingGame) -> str:
    """Write the comment of a vector against a mutant."""
    mutant = game.trial.mutant
    who = f"Catches an engine in which {mutant.subject} {mutant.about}"
    if mutant.swap is not None:
        who = f"Catches an engine that {mutant.about} ({mutant.subject})"
    if game.middle:
        return f"{who}, in the middle of a game."
    if game.is_shortest:
        return f"{who}; no shorter game does under these options."
    return (
        f"{who}; shrunk by leaving out moves, with no shorter game among those of fewer than "
        f"{max(game.searched, 1)} moves."
    )


def refused_actions(game: DistinguishingGame, truth: View) -> tuple[Action, ...]:
    """Return legal actions that a mutant lists but refuses to play."""
    rival = game.trial.rival
    state = state_after(rival, game.moves)
    found = []
    for action in evenly_chosen(truth.legal, OFFERED):
        try:
            rival.play(state, action)
        except IllegalAction:
            found.append(action)
        except Exception:  # noqa: BLE001, S110 - a mutant that broke has given no answer
            pass
    return tuple(sorted(found[:SHOWN]))


def expected_instead(scenario: Scenario, truth: View, claimed: View) -> Expectation:
    """Expect what the rules say wherever a mutant claims something else."""
    legal, listed = set(truth.legal), set(claimed.legal)
    if legal != listed and not truth.over:
        spelled = set(scenario.variant.specification.candidates(scenario.state))
        return Expectation(
            allowed=evenly_chosen(sorted(legal - listed), SHOWN),
            forbidden=forbidden(scenario, evenly_chosen(sorted((listed - legal) & spelled), SHOWN)),
        )
    expect = Expectation()
    if as_json(truth.position) != as_json(claimed.position):
        expect = evolve(expect, position=as_json(truth.position))
    if (truth.over, truth.turn) != (claimed.over, claimed.turn):
        expect = evolve(expect, over=truth.over, turn=truth.turn)
    if truth.scores != claimed.scores:
        expect = evolve(expect, scores=dict(truth.scores))
    if truth.winners != claimed.winners:
        expect = evolve(expect, winners=truth.winners)
    return expect


def draft_in_full(scenario: Scenario, slug: str, comment: str) -> Vector:
    """Draft the vector that expects everything about a position.

    Of a very large legal set it names a sample, and a sample of illegal actions.
    """
    truth = agreed_view(scenario)
    small = len(truth.legal) <= MOST_LEGAL
    expect = Expectation(
        legal=truth.legal if small else None,
        allowed=() if small else chosen_of_each_shape(truth.legal, 4 * SHOWN),
        forbidden=illegal_samples(scenario, truth),
        position=as_json(truth.position),
        over=truth.over,
        turn=truth.turn,
        scores=dict(truth.scores),
        winners=truth.winners,
    )
    return assembled(scenario, slug, (), comment, expect)


def assembled(
    scenario: Scenario, slug: str, clauses: tuple[str, ...], comment: str, expect: Expectation
) -> Vector:
    """Assemble a vector with the rulings that it depends on, and its identifier.

    It also keeps the rulings without which it would apply where the implementation is no second
    witness. Raises `Wrong` if either engine fails it.
    """
    variant = scenario.variant
    named = {clause for each in expect.forbidden for clause in each.clauses}
    vector = Vector(
        id=slug_of(slug),
        game=variant.variants.game,
        params=dict(variant.params),
        rulings=dict(variant.rulings),
        clauses=tuple(sorted({*clauses, *named})),
        questions=(),
        comment=comment,
        moves=scenario.moves,
        expect=expect,
    )
    for failure in (
        first_failure(variant.implementation, vector),
        *failures_at(variant.specification, scenario.state, vector),
    ):
        if failure is not None:
            raise Wrong(str(failure))
    needed = questions_that_decide(vector, variant)
    kept = needed | questions_of_the_second_witness(variant)
    rulings = {name: reading for name, reading in vector.rulings.items() if name in kept}
    vector = evolve(vector, rulings=rulings, questions=tuple(sorted(needed)))
    return evolve(vector, id=identifier(vector.id, vector))


def agreed_view(scenario: Scenario) -> View:
    """Return the view that both engines have of a position; raises `Wrong` if they differ."""
    variant = scenario.variant
    given = view(variant.implementation, state_after(variant.implementation, scenario.moves))
    expected = view(variant.specification, scenario.state)
    if given != expected:
        raise Wrong(
            f"{variant.variants.game} {variant.key}: the engines differ after "
            f"{' '.join(scenario.moves)}"
        )
    return expected


def forbidden(scenario: Scenario, actions: Iterable[Action]) -> tuple[Forbidden, ...]:
    """Name the clauses that forbid actions."""
    explain, state = scenario.variant.specification.explain, scenario.state
    return tuple(
        Forbidden(action, tuple(each.clause for each in explain(state, action)))
        for action in actions
    )


def illegal_samples(scenario: Scenario, truth: View) -> tuple[Forbidden, ...]:
    """Choose illegal actions, one for each set of clauses that forbids some."""
    variant, legal = scenario.variant, set(truth.legal)
    spelled = variant.specification.candidates(scenario.state)
    illegal = [action for action in spelled if action not in legal]
    random = Random(f"{variant.variants.seed} {variant.key} {scenario.moves}")
    small = len(truth.legal) <= MOST_LEGAL
    most = SHOWN if small else 3 * SHOWN
    # Beside a complete legal set it does not matter which illegal actions are named.
    kinds = [illegal] if small else list(by_shape(illegal).values())
    some = [
        action
        for same in kinds
        for action in random.sample(same, min(8 * most // len(kinds), len(same)))
    ]
    chosen: dict[tuple[str, tuple[str, ...]], Forbidden] = {}
    for each in forbidden(scenario, some):
        chosen.setdefault(("" if small else shape(each.action), each.clauses), each)
    fewest_first = sorted(chosen.values(), key=lambda each: (len(each.clauses), each.action))
    return tuple(sorted(fewest_first[:most], key=lambda each: each.action))


def slug_of(text: str) -> str:
    """Return a text in lower case, with hyphens for all but letters and digits."""
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")


def without_repetitions(vectors: Iterable[Vector]) -> Iterator[Vector]:
    """Discard vectors whose content came before."""
    seen: set[str] = set()
    for vector in vectors:
        content = hash_of(vector)
        if content not in seen:
            seen.add(content)
            yield vector
