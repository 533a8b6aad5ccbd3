"""`rulewright certificates`: check proofs that were written to a folder, without a solver."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from rulewright.certificates.folder import MANIFEST, summary
from rulewright.certificates.text import RefusedError, read_json
from rulewright.certifying.lrat import all_exported
from rulewright.console.files import folder_for, replace
from rulewright.interface import UsageError
from rulewright.wording.numbers import counted

PROVED = "proved"
NEEDED = {"proof": "unsat", "witness": "sat", "twin": "sat"}
"""For each kind of query the answer that a proof needs."""
NUMBERED = re.compile(
    r"([0-9]{2}|[1-9][0-9]{2,})-[a-z0-9_]*(-([0-9]{3}|[1-9][0-9]{3,})-(proof|witness)|-twin(-given)?)"
)
"""What follows the theorem in the name of a query: part and kind, and for a claim its case."""
IN_WORDS = {"proof": "proofs", "witness": "witnesses", "twin": "refuted twins"}


class UnusableCertificates(UsageError):
    """A folder that has no certificates, or those of another version."""


@click.group("certificates")
def certificates_command() -> None:
    """Check certificates of theorems."""


@certificates_command.command("check")
@click.argument("folder", type=click.Path(path_type=Path), metavar="DIR")
@click.pass_context
def check_command(context: click.Context, *, folder: Path) -> None:
    """Check the queries and certificates that `rulewright prove GAME --certify DIR` wrote.

    Needs no solver. The exit status is 1 if anything is wrong with a query, a certificate or a file,
    if a query has no certificate, or if a theorem is not proved by answers of its queries.
    """
    try:
        lines, right = summary(folder)
        manifest = read_json((folder / MANIFEST).read_text("utf-8"))
        unproved = [
            *listed_wrongly(manifest["theorems"]),
            *not_proved(manifest["theorems"], manifest["queries"]),
        ]
        shown = [
            *shown_of(manifest["theorems"], manifest["queries"]),
            *not_shown(manifest["theorems"], manifest["queries"]),
        ]
    except RefusedError as error:
        raise UnusableCertificates(str(error)) from error
    except (LookupError, TypeError, AttributeError) as error:
        raise UnusableCertificates(f"{MANIFEST} has no theorems: {error!r}") from error
    if unproved:
        found, _, _ = lines[-1].rpartition(": ")
        lines[-1] = f"{found}: {len(unproved) + len(lines) - 1} wrong"
    for line in (*unproved, *shown, *lines):
        click.echo(line)
    context.exit(0 if right and not unproved else 1)


def listed_wrongly(theorems: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Yield what is wrong with the list of theorems of a manifest, whatever their queries say."""
    for name, times in Counter(str(theorem["name"]) for theorem in theorems).items():
        if times > 1:
            yield f"{name}: the theorem is listed {times} times"
    for theorem in theorems:
        if type(theorem["queries"]) is not int:
            yield f"{theorem['name']}: {theorem['queries']!r} is no number of queries"
        for key in ("statement", "scope"):
            if not is_text(theorem.get(key)):
                yield f"{theorem['name']}: the manifest does not say its {key}"
        for key in ("clauses", "assumptions"):
            if type(listed := theorem.get(key)) is not list or not all(map(is_text, listed)):
                yield f"{theorem['name']}: the manifest does not list its {key}"


def is_text(value: object) -> bool:
    """Return whether this is a text that says something."""
    return isinstance(value, str) and bool(value.strip())


def shown_of(
    theorems: Iterable[Mapping[str, Any]], queries: Iterable[Mapping[str, Any]]
) -> Iterator[str]:
    """Yield how many queries of each kind show each theorem: a folder may lack some consistently."""
    found = Counter((query["theorem"], kind_of(query)) for query in queries)
    for theorem in theorems:
        name = theorem["name"]
        numbers = [
            counted(found[name, kind], noun) for kind, noun in IN_WORDS.items() if found[name, kind]
        ]
        if numbers:
            yield f"{name}: {', '.join(numbers)}"


def kind_of(query: Mapping[str, Any]) -> str:
    """Return the kind of a query, which is the last word of its name: see docs/certificates.md."""
    kind: str = query["name"].rpartition("-")[2]
    return kind


def not_shown(
    theorems: Sequence[Mapping[str, Any]], queries: Iterable[Mapping[str, Any]]
) -> Iterator[str]:
    """Yield which theorems of a manifest have no proof in it: computed, or not shown."""
    shown = {query["theorem"] for query in queries if kind_of(query) == "proof"}
    silent = [str(theorem["name"]) for theorem in theorems if theorem["name"] not in shown]
    if silent:
        number = f"{len(silent)} of {counted(len(theorems), 'theorems')}"
        ask, them = ("asks", "it") if len(silent) == 1 else ("ask", "them")
        yield f"{number} {ask} for no proof, so nothing here shows {them}: {', '.join(silent)}"


def not_proved(
    theorems: Iterable[Mapping[str, Any]], queries: Iterable[Mapping[str, Any]]
) -> Iterator[str]:
    """Yield for each theorem of a manifest why what it lists does not prove it."""
    asked: dict[str, list[Mapping[str, Any]]] = {}
    for query in queries:
        asked.setdefault(query["theorem"], []).append(query)
    for theorem in theorems:
        name, verdict = theorem["name"], theorem.get("verdict", "without a verdict")
        if verdict != PROVED:
            yield f"{name}: the theorem is {verdict}, not proved"
            continue
        kinds = set()
        for query in asked.get(name, ()):
            kind = kind_of(query)
            kinds.add(kind)
            if NEEDED.get(kind) != query["answer"]:
                yield f"{name}: no theorem is proved that has {query['answer']} for {query['name']}"
            elif not query["name"].startswith(f"{name}-"):
                yield f"{name}: {query['name']} is a query of another theorem"
            elif not NUMBERED.fullmatch(query["name"].removeprefix(f"{name}-")):
                yield f"{name}: {query['name']} does not name a part, its case and its kind"
        if kinds and "witness" not in kinds:
            yield f"{name}: no query says that what is given can be: it may hold of nothing"


@certificates_command.command("export")
@click.argument("folder", type=click.Path(path_type=Path), metavar="DIR")
@click.argument("output", metavar="OUTPUT")
def export_command(*, folder: Path, output: str) -> None:
    """Write the certificates of DIR for other checkers of proofs: NAME.cnf (DIMACS), NAME.lrat.

    What follows from linear arithmetic is among the clauses, and the last line counts it: `certificates
    check` alone checks that. Models have no such form and are left out.
    """
    files = given = 0
    into = folder_for(output)
    try:
        for each in all_exported(folder):
            replace(into / f"{each.name}.cnf", each.clauses)
            replace(into / f"{each.name}.lrat", each.steps)
            files, given = files + 1, given + each.given
    except (
        *(RefusedError, OSError, ValueError, LookupError),
        *(TypeError, AttributeError, RecursionError),
    ) as error:
        raise UnusableCertificates(f"cannot export {str(folder)!r}: {error}") from error
    click.echo(f"{counted(files, 'proofs')}; {counted(given, 'clauses')} by linear arithmetic")
