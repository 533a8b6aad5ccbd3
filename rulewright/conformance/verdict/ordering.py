"""Players who have their turns in another order: as texts, so that p10 comes after p1, or backwards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import permutations
from typing import Any

from attrs import evolve

from rulewright.conformance.adapter.observation import Observation
from rulewright.conformance.evidence.printable import options
from rulewright.conformance.evidence.reference import Item, renamed
from rulewright.conformance.verdict.residue import Pattern, Residue
from rulewright.conformance.verdict.results import WINNERS
from rulewright.wording.numbers import counted

NAME = "players are ordered as texts"
ANOTHER = "turns go round in another order"
FEW_PLAYERS = 4
"""Players of whom every order is tried."""
LEAST = 3
"""Positions in which the order must show: another bug may name another player once."""
MOSTLY = 0.8
"""Share of the wrong turns that must be right in the order: a missed end changes the turn, too."""
Orders = Mapping[str, tuple[str, ...]]
"""For the parameters of games, in what order the engine has the players."""


def ordered_as_texts(residue: Residue) -> Iterator[Pattern]:
    """All is right if each player is called by the name that stands there in the order of the texts."""
    orders = {each.key[0]: as_texts(residue.players(each)) for each in residue.observations}
    accounts, affected = due_to_orders(residue, orders)
    every = [each for each in residue.observations if each.key[0] in affected]
    if not accounts or not all(is_in_order(residue, orders, each) for each in every):
        return
    first = min((each for each in every if each.key in accounts), key=lambda each: len(each.moves))
    players = residue.players(first)
    late, early = next(
        each for each in zip(players, sorted(players), strict=True) if len({*each}) > 1
    )
    words = f"{NAME}: {early} comes before {late} ({counted(len(accounts), 'positions')})"
    shows = partial(is_of_order, residue, orders)
    yield Pattern(NAME, words, accounts, shows, known_as=NAME, is_general=True)


def in_another_order(residue: Residue) -> Iterator[Pattern]:
    """All is right if each player is called by the name that stands there in another order."""
    turns: dict[str, list[Observation]] = {}
    for each, items in residue.wrong.values():
        if ("turn", "") in items:
            turns.setdefault(each.key[0], []).append(each)
    orders = {
        params: order
        for params, shown in turns.items()
        if len(shown) >= LEAST and (order := order_of(residue, params, shown))
    }
    known = tuple(dict.fromkeys(orders.values()))
    for params, shown in turns.items():  # it need not show often to be the same order
        order = None if params in orders else order_of(residue, params, shown, known)
        if order is not None:
            orders[params] = order
    accounts, _ = due_to_orders(residue, orders)
    if not accounts:
        return
    named = [
        f"{', '.join(order)} with {options(turns[params][0].params) or 'default parameters'}"
        for params, order in orders.items()
    ]
    words = f"{ANOTHER}: {'; '.join(named[:2])} ({counted(len(accounts), 'positions')})"
    shows = partial(is_of_order, residue, orders)
    covers = partial(has_right_winners, residue, orders)
    yield Pattern(ANOTHER, words, accounts, shows, known_as=ANOTHER, is_general=True, covers=covers)


def order_of(
    residue: Residue,
    params: str,
    shown: Sequence[Observation],
    known: Sequence[tuple[str, ...]] | None = None,
) -> tuple[str, ...] | None:
    """Find the order in which turns with some parameters are right; None if there is none.

    Only among known ones, if there are any given.
    """
    players = residue.players(shown[0])
    every = [each for each in residue.observations if each.key[0] == params]
    for order in other_orders(players):
        if known is not None and order not in known:
            continue
        orders = {params: order}
        told = (each for each in shown if ("turn", "") in due_to_order(residue, orders, each))
        if len(tuple(told)) >= MOSTLY * len(shown) and all(
            is_in_order(residue, orders, each) for each in every
        ):
            return order
    return None


def other_orders(players: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """Yield other orders: each of a few players; of many, backwards from the first or from the last."""
    if len(players) <= FEW_PLAYERS:
        yield from (each for each in permutations(players) if each != players)
    else:
        yield (players[0], *players[:0:-1])
        yield players[::-1]


def as_texts(players: Sequence[str]) -> tuple[str, ...]:
    """Return players in the order of their names."""
    return tuple(sorted(players))


def due_to_orders(
    residue: Residue, orders: Orders
) -> tuple[dict[Any, frozenset[Item]], frozenset[str]]:
    """Return what is due to other orders in each position, and the parameters of these."""
    accounts = {
        key: due
        for key, (each, items) in residue.wrong.items()
        if (due := items & due_to_order(residue, orders, each))
    }
    return accounts, frozenset(params for params, _ in accounts)


def in_right_order(residue: Residue, orders: Orders, observation: Observation) -> Observation:
    """Return an observation with the players called as they would be in the right order."""
    answer, players = observation.seen.state, residue.players(observation)
    if answer is None:
        return observation
    names = dict(zip(orders.get(observation.key[0], players), players, strict=True))
    return evolve(observation, seen=evolve(observation.seen, state=renamed(answer, names)))


def wrong_in_order(
    residue: Residue, orders: Orders, observation: Observation
) -> tuple[frozenset[Item], ...]:
    """Return what is wrong as it is reported, and with the players in the right order."""
    both = (observation, in_right_order(residue, orders, observation))
    wrong = (residue.laboratory.wrong(residue.hypothesis, each) for each in both)
    return tuple(wrong)


def due_to_order(residue: Residue, orders: Orders, observation: Observation) -> frozenset[Item]:
    """Return what is wrong with an observation, and is right with the players in the right order."""
    players = residue.players(observation)
    if orders.get(observation.key[0], players) == players:
        return frozenset()
    as_it_is, in_order = wrong_in_order(residue, orders, observation)
    return as_it_is - in_order


def is_in_order(residue: Residue, orders: Orders, observation: Observation) -> bool:
    """Return whether nothing is wrong in the right order that is right as it is reported.

    Winners are another matter: whose win it is depends on who plays with whom.
    """
    as_it_is, in_order = wrong_in_order(residue, orders, observation)
    return {part for part, _ in in_order - as_it_is} <= {WINNERS}


def is_of_order(residue: Residue, orders: Orders, observation: Observation, item: Item) -> bool:
    """Return whether an item is wrong because of the order of the players."""
    return item in due_to_order(residue, orders, observation)


def has_right_winners(
    residue: Residue, orders: Orders, observation: Observation, item: Item
) -> bool:
    """Return whether winners are right but for their own order, which is that of the turns."""
    truth = residue.expected(observation)
    answer = in_right_order(residue, orders, observation).seen.state
    if item[0] != WINNERS or truth is None or answer is None:
        return False
    return {*answer.winners} == {*truth[0].engine.winners(truth[1])}
