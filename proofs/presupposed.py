"""Whether what a guest's claims are given is so in every position of every game, and for every action.

Recorded games are a sample, which a premise passes that excludes one position in ten thousand. So of a
game that lists its actions it is shown by induction that no premise does. Where that cannot be shown,
the positions nearest to the start are looked at: all of them, if they are few. What is left is told; a
theorem that says that it is inductive is not proved. Our own theorems speak of positions by names of
their own, and are held against mutants of the rules (`mutation`).
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from textwrap import shorten
from typing import Any

import numpy as np
import z3
from attrs import define, field, frozen

from rulewright.interface import Action
from rulewright.proofs.consulted import is_of_a_guest
from rulewright.proofs.evaluation import Evaluated, UnknownOperation
from rulewright.proofs.held import spoken_of
from rulewright.proofs.induction import (
    BeforeAndAfter,
    Induction,
    Lost,
    NotFound,
    over_unknowns,
    put_in,
)
from rulewright.proofs.nearest import NearestPositions, nearest
from rulewright.proofs.reading import columns
from rulewright.proofs.real_positions import (
    LONGEST_TERM,
    Options,
    RealPositions,
    Speaking,
    Tabled,
    as_a_whole,
    facts_of,
    games_of_each,
    in_short,
    is_any,
    options_of,
    parameters_of,
    tabled,
)
from rulewright.proofs.terms import unknowns
from rulewright.proofs.theorem import Case, Claim, Theorem
from rulewright.spec.one_by_one import OneByOne

OF_SOME = "it speaks of some positions alone (`wanted`)"
IN_A_WINDOW = "it looks at positions through a window (`through`)"
NOT_LISTED = "its game does not list its actions"
MISREAD = "`values` reads unknowns otherwise than formulas have them"


@frozen
class Presupposed:
    """What became of the premises of a theorem: why it is refused, and what is told of it."""

    refused: str = ""
    told: tuple[str, ...] = ()


@frozen(eq=False)
class Premise:
    """A formula that a claim is given, about a position and perhaps about an action."""

    claim: Claim
    said: str
    """It, in words."""
    kept: BeforeAndAfter
    """It, of the positions of an induction."""
    of_steps: bool

    @property
    def name(self) -> str:
        """The claim, by its kind and its name."""
        return f"{self.claim.kind} {self.claim.name!r}"


@define(eq=False, slots=False)
class OfOptions:
    """What the claims of a theorem are given, in the games under some options."""

    options: Options
    engine: OneByOne[Any]
    premises: list[Premise] = field(factory=list)

    @cached_property
    def induction(self) -> Induction:
        """The game over unknowns; raises `NotFound`."""
        return Induction(self.engine)

    @cached_property
    def nearest(self) -> NearestPositions:
        """The first positions of its games."""
        return nearest(self.engine, self.options)

    @property
    def named(self) -> str:
        """The options, in words."""
        return ", ".join("=".join(pair) for pair in self.options)

    def add(self, claim: Claim, real: RealPositions, each: Speaking, table: Tabled) -> None:
        """Add what a claim is given of what is read; raises `NotFound`."""
        played = self.induction.before, self.induction.after
        before, after = (over_unknowns("values", real.values, each.rules, here) for here in played)
        if is_misread(before, table):
            raise NotFound(MISREAD)
        speaks = each.step or real.steps is None or reads_all_steps(table)
        spoken_of = self.played(real, each.step) if speaks else ()
        actions = {f"action {name}" for name in spoken_of}
        for term, value in each.demands:
            named = unknowns((term,))
            if named <= before.keys() | actions:
                fact = term if value else z3.Not(term)
                if each.step:
                    fact = z3.Implies(z3.Or(*map(z3.Bool, sorted(actions))), fact)
                kept = BeforeAndAfter(put_in(fact, before), put_in(fact, after))
                of_steps = bool(each.step or named - before.keys())
                self.premises.append(Premise(claim, in_short(term, value), kept, of_steps))

    def played(self, real: RealPositions, kind: str) -> Sequence[Action]:
        """Return the actions of a kind, all if it has no name; raises `NotFound`."""
        kinds = {
            action: over_unknowns("kind", real.kind, self.induction.before, action)
            for action in (self.engine.actions if kind else ())
        }
        return [action for action in self.engine.actions if kinds.get(action, kind) == kind]

    def unshown(self) -> list[tuple[Premise, Lost]]:
        """Return the premises that are not shown to hold always, with what may break them.

        What the clauses of the game keep true is looked at only where the premises alone are not kept,
        and where there are too many positions to look at.
        """
        alone = self.lost(())
        if not alone or all(self.is_settled(premise) for premise, _ in alone):
            return alone
        return self.lost(self.induction.known())

    def lost(self, known: Sequence[BeforeAndAfter]) -> list[tuple[Premise, Lost]]:
        """Return the same, where something else may be known."""
        positions = [each for each in self.premises if not each.of_steps]
        steps = [each for each in self.premises if each.of_steps]
        several = [*(each.kept for each in positions), *self.induction.due(), *known]
        lost = self.induction.lost(several)
        found = [(each, lost[at]) for at, each in enumerate(positions) if at in lost]
        kept = [each for at, each in enumerate(several) if at not in lost]
        excluding = self.induction.excluding(kept, [each.kept.before for each in steps])
        return found + [(each, excluding[at]) for at, each in enumerate(steps) if at in excluding]

    def excluded(self, premise: Premise) -> str:
        """Say which of the nearest positions, or steps, a premise excludes; empty if none of them."""
        shown = self.nearest.steps if premise.of_steps else self.nearest
        at = shown.where_false(premise.kept.before)
        if at is None:
            return ""
        what = (
            f"a step: {premise.said}: {shown.action(at)}"
            if premise.of_steps
            else (f"a position: {premise.said}:")
        )
        where = f"of a game ({self.named}), in {self.written(shown.state(at))}"
        return f"{premise.name}: a premise excludes {what} {where}"

    def is_settled(self, premise: Premise) -> bool:
        """Return whether a premise was held against all positions, or steps, of all games."""
        shown = self.nearest.steps if premise.of_steps else self.nearest
        return shown.are_all

    def how(self, lost: Lost) -> str:
        """Say what may break a premise."""
        if lost.why:
            return lost.why
        return f"{lost.action} in {self.written(lost.state)}"

    def written(self, state: Any) -> str:
        """Write a position."""
        text = json.dumps(self.engine.to_json(state))
        return shorten(text, LONGEST_TERM, placeholder=" ...")


def presupposed(theorem: Theorem, cases: Mapping[str, tuple[Case, ...]]) -> Presupposed:
    """Look at all that the claims of a guest's theorem are given of positions and actions."""
    found, unfound = by_options(theorem, cases)
    inductive = theorem.extent.inductive
    lines = list(as_the_author_says(unfound)) if inductive else []
    for of_options in found:
        unshown = of_options.unshown()
        for premise, _ in unshown:
            if why := of_options.excluded(premise):
                return Presupposed(why)
        left = [(premise, lost) for premise, lost in unshown if not of_options.is_settled(premise)]
        if left and inductive:
            premise, lost = left[0]
            what = "every action permits" if premise.of_steps else "every action keeps"
            return Presupposed(
                f"{premise.name}: its scope is inductive, but it is not shown that {what} a premise: "
                f"{premise.said}: {of_options.how(lost)}"
            )
        lines += of_the_rest([premise for premise, _ in left], of_options) if left else ()
    return Presupposed(told=tuple(dict.fromkeys(lines)))


def as_the_author_says(unfound: Mapping[str, str]) -> Iterator[str]:
    """Yield for each claim of an induction of which nothing can be shown that this is so, and why."""
    for name, why in unfound.items():
        said = "every action keeps what it is given of a position"
        yield f"{name}: that {said} is as the author says: {why}"


def of_the_rest(premises: Sequence[Premise], of_options: OfOptions) -> Iterator[str]:
    """Yield for each claim that some of its premises are not shown to hold in all positions of games."""
    looked = len(of_options.nearest)
    of_claims: dict[str, list[str]] = {}
    for each in premises:
        of_claims.setdefault(each.name, []).append(each.said)
    for name, (first, *more) in of_claims.items():
        others = f" and {len(more)} more" if more else ""
        yield (
            f"{name} is given what holds in recorded games and in the {looked} positions nearest to the "
            f"start, and is not shown to hold in all others: {first}{others}"
        )


def by_options(
    theorem: Theorem, cases: Mapping[str, tuple[Case, ...]]
) -> tuple[list[OfOptions], dict[str, str]]:
    """Put together what claims are given about the same options; say of which nothing can be shown."""
    found: dict[Options, OfOptions] = {}
    told: dict[str, str] = {}
    for claim in theorem.parts:
        if not (isinstance(claim, Claim) and claim.real and is_of_a_guest(claim.make)):
            continue
        real, name = claim.real, f"{claim.kind} {claim.name!r}"
        spoken = spoken_of(cases[claim.name], theorem.extent)
        for speaking, rulings, games in games_of_each(spoken, real, theorem.extent):
            rules = speaking[0].rules
            engine = real.engine(parameters_of(rules), dict(rulings))
            if why := unfit(real, engine):
                told[name] = why
                continue
            assert isinstance(engine, OneByOne)
            options = options_of(rules, rulings)
            of_options = found.setdefault(options, OfOptions(options, engine))
            table = tabled(real, rules, rulings, games)
            try:
                for each in speaking:
                    of_options.add(claim, real, each, table)
            except (NotFound, UnknownOperation) as error:
                told[name] = str(error)
    return [each for each in found.values() if each.premises], told


def unfit(real: RealPositions, engine: object) -> str:
    """Say why nothing can be shown of the premises of a claim; empty if something can."""
    if not isinstance(engine, OneByOne):
        return NOT_LISTED
    if real.through is not as_a_whole:
        return IN_A_WINDOW
    return "" if real.wanted is is_any else OF_SOME


def reads_all_steps(table: Tabled) -> bool:
    """Return whether steps are read, and none is left out."""
    made = sum(bool(each.action) for each in table.positions)
    return table.steps is not None and len(table.with_steps("").positions) == made


def is_misread(named: Mapping[str, Any], table: Tabled) -> bool:
    """Return whether unknowns have other values in positions than what stands for them in formulas.

    Those that are called as `any_position` calls them were looked at as positions were read.
    """
    others = {name for name in table.evaluation.table if str(named.get(name)) != name}
    if not others:
        return False
    there = Evaluated(columns([facts_of(each.state) for each in table.positions]))
    for name in others & named.keys():
        value = named[name]
        own = there.of(value) if isinstance(value, z3.ExprRef) else np.array(value)
        if own is None or not np.all(own == table.evaluation.table[name]):
            return True
    return not others <= named.keys()
