"""Players who are ordered as texts, so that p10 comes after p1."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from attrs import evolve

from rulewright.conformance.adapter.observation import Observation
from rulewright.conformance.evidence.reference import Item, renamed
from rulewright.conformance.verdict.residue import Pattern, Residue
from rulewright.wording.numbers import counted

NAME = "players are ordered as texts"


def ordered_as_texts(residue: Residue) -> Iterator[Pattern]:
    """All is right if each player is called by the name that stands there in the order of the texts."""
    accounts = {
        key: due
        for key, (each, items) in residue.wrong.items()
        if (due := items & due_to_order(residue, each))
    }
    affected = {params for params, _ in accounts}
    every = [each for each in residue.observations if each.key[0] in affected]
    if not accounts or not all(is_as_texts(residue, each) for each in every):
        return
    first = min((each for each in every if each.key in accounts), key=lambda each: len(each.moves))
    players = residue.players(first)
    late, early = next(
        each for each in zip(players, sorted(players), strict=True) if len({*each}) > 1
    )
    words = f"{NAME}: {early} comes before {late} ({counted(len(accounts), 'positions')})"
    shows = partial(is_of_order, residue)
    yield Pattern(NAME, words, accounts, shows, known_as=NAME, is_general=True)


def in_right_order(residue: Residue, observation: Observation) -> Observation:
    """Return an observation with the players called as they would be in the right order."""
    answer, players = observation.seen.state, residue.players(observation)
    if answer is None:
        return observation
    names = dict(zip(sorted(players), players, strict=True))
    return evolve(observation, seen=evolve(observation.seen, state=renamed(answer, names)))


def wrong_in_order(residue: Residue, observation: Observation) -> tuple[frozenset[Item], ...]:
    """Return what is wrong as it is reported, and with the players in the right order."""
    both = (observation, in_right_order(residue, observation))
    wrong = (residue.laboratory.wrong(residue.hypothesis, each) for each in both)
    return tuple(wrong)


def due_to_order(residue: Residue, observation: Observation) -> frozenset[Item]:
    """Return what is wrong with an observation, and is right with the players in the right order."""
    players = residue.players(observation)
    if [*players] == sorted(players):
        return frozenset()
    as_it_is, in_order = wrong_in_order(residue, observation)
    return as_it_is - in_order


def is_as_texts(residue: Residue, observation: Observation) -> bool:
    """Return whether nothing is wrong in the right order that is right as it is reported."""
    as_it_is, in_order = wrong_in_order(residue, observation)
    return in_order <= as_it_is


def is_of_order(residue: Residue, observation: Observation, item: Item) -> bool:
    """Return whether an item is wrong because of the order of the players."""
    return item in due_to_order(residue, observation)
