"""What is proved about a game: statement, scope, assumptions, and verdicts where they are given."""  # noqa: INP001

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from markup import prose, table
from rules_page import link

from rulewright.checks.proving import by_default
from rulewright.interface import UnknownGame
from rulewright.play import games

if TYPE_CHECKING:
    from rulewright.proofs.theorem import Theorem
    from rulewright.spec.catalogue import SpecifiedGame

Verdicts = Mapping[str, Mapping[str, Any]]


def read_verdicts(path: Path) -> Verdicts:
    """Read the output of `rulewright prove GAME --json`: verdicts by theorem; none without a file."""
    if not path.exists():
        return {}
    kept_page = json.loads(path.read_text(encoding="utf-8"))
    return {theorem["name"]: theorem for theorem in kept_page["theorems"]}


def theorems_page(game: SpecifiedGame, verdicts: Verdicts) -> Iterator[str]:
    """List the theorems in a table, then each in full."""
    yield f"# {game.rulebook.title}: theorems"
    yield ""
    try:
        theorems = games.theorems(game.name)
    except UnknownGame:
        yield "No theorem is stated about this game."
        return
    yield (
        f"Theorems: {len(theorems)}, stated over the formulas of the specification. "
        "[](../../proofs.md) explains what a verdict means. "
        + (
            "`rulewright prove` reached the verdicts."
            if verdicts
            else f"This page was built without verdicts; run `rulewright prove {game.name}` for them."
        )
    )
    yield from ("", "```{table}", ":class: theorems", "")
    yield from table(
        ("theorem", "verdict", "scope"),
        (
            (linked(game, theorem), brief(verdicts.get(theorem.name)), prose(theorem.scope))
            for theorem in theorems
        ),
    )
    yield from ("```", "")
    for theorem in theorems:
        yield from theorem_section(game, theorem, verdicts.get(theorem.name))


def linked(game: SpecifiedGame, theorem: Theorem) -> str:
    """Link to the section of a theorem; its name may break after an underscore."""
    return f"[<code>{theorem.name.replace('_', '_<wbr>')}</code>](#{label(game, theorem)})"


def label(game: SpecifiedGame, theorem: Theorem) -> str:
    """Return the link target of a theorem."""
    return f"{game.name}-theorem-{theorem.name}".replace("_", "-")


def brief(verdict: Mapping[str, Any] | None) -> str:
    """Return a verdict in a word or two."""
    if verdict is None:
        return "not run"
    status = str(verdict["status"])
    return status if verdict["holds"] else f"**{status}, does not hold**"


def stands_on(verdict: Mapping[str, Any]) -> str:
    """Return what stands behind the answers of the solver, in one line."""
    certification = verdict["certification"]
    answers = certification["summary"] if certification else "answers not checked"
    computed = f"{verdict['enumerated']} enumerated, {verdict['assumed']} assumed"
    return f"{answers}; {computed}; {verdict['replayed']}"


def theorem_section(
    game: SpecifiedGame, theorem: Theorem, verdict: Mapping[str, Any] | None
) -> Iterator[str]:
    """Show one theorem: statement, scope, clauses, assumptions, verdict."""
    yield f"({label(game, theorem)})="
    yield f"## {theorem.name.replace('_', ' ')}"
    yield ""
    yield from (prose(theorem.statement), "")
    yield from ("Scope", f": {prose(theorem.scope)}", "")
    if left := by_default(game.name, theorem):
        yield from ("By default", f": {prose(left)}", "")
    if theorem.clauses:
        yield "Clauses and questions"
        yield f": {', '.join(link(game.rulebook, name) for name in theorem.clauses)}"
        yield ""
    yield "Parts"
    kinds = dict.fromkeys(part.kind for part in theorem.parts)
    for kind in kinds:
        names = (prose(part.name) for part in theorem.parts if part.kind == kind)
        yield f": *{kind}*: {'; '.join(names)}\n"
    if theorem.assumptions:
        yield "Assumed, checked by no query"
        for assumption in theorem.assumptions:
            statement, tested = prose(assumption.statement), prose(assumption.tested)
            yield f": `{assumption.name}`: {statement} Tested: {tested}\n"
    if verdict is not None:
        yield "Verdict"
        yield f": {brief(verdict)}, {verdict['queries']} queries, {verdict['seconds']:.2f} s\n"
        yield f": {prose(verdict['detail'])}\n"
        yield f": {stands_on(verdict)}\n"
        if verdict["on_trust"]:
            yield "On trust, left to the reader"
            yield from (f": {prose(each)}\n" for each in verdict["on_trust"])
        if verdict["witness"]:
            yield f"Game\n: `{' '.join(verdict['witness'])}`\n"
