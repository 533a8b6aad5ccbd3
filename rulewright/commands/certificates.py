"""`rulewright certificates`: check proofs that were written to a folder, without a solver."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from rulewright.certificates.folder import MANIFEST, summary
from rulewright.certificates.text import Assertions, RefusedError, read_json
from rulewright.certifying.lrat import all_exported, file_of, plain
from rulewright.console.files import UnusableFile, folder_for, replace
from rulewright.interface import UsageError
from rulewright.wording.numbers import counted
from rulewright.wording.signs import visible

PROVED = "proved"
NEEDED = {"proof": "unsat", "witness": "sat", "twin": "sat"}
"""For each kind of query the answer that a proof needs."""
THEOREM = re.compile("[a-z0-9_]+")
"""The name of a theorem."""
NUMBERED = re.compile(
    r"([0-9]{2}|[1-9][0-9]{2,})-[a-z0-9_]*(-([0-9]{3}|[1-9][0-9]{3,})-(proof|witness)|-twin(-given)?)"
)
"""What follows the theorem in the name of a query: part and kind, and for a claim its case."""
IN_WORDS = {"proof": "proofs", "witness": "witnesses", "twin": "refuted twins"}
CONSTANT = re.compile("true|false")
"""What stands in a query that a constant decides."""
TOLD = ("statement", "scope", "clauses", "assumptions", "verdict", "queries")
"""What a manifest says of a theorem."""
OF_ALL = ("format", "game")
"""What it says of all of them."""
FOLDED = ("not", "and")
"""Operators that constants decide."""
NOT_SHOWN = (
    "a folder does not show that its queries are those of the theorems: write them anew with "
    "`rulewright prove GAME --certify NEW`, and compare (`rulewright certificates compare`)"
)


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
    if a query has no certificate, or if the queries of a theorem do not prove it. A theorem that asks
    for no proof is named. That the queries are those of the theorems no folder shows: see `compare`.
    """
    try:
        lines, right = summary(folder)
        manifest = read_json((folder / MANIFEST).read_text("utf-8"))
        theorems, queries = manifest["theorems"], manifest["queries"]
        unproved = [*listed_wrongly(theorems), *not_proved(theorems, queries)]
        unproved += missing(manifest, queries)
        wrong = {line.partition(": ")[0] for line in (*lines[:-1], *unproved)}
        shown = [
            *shown_of(folder, theorems, [each for each in queries if each["name"] not in wrong]),
            *without_a_certificate(queries),
            *not_shown(theorems, queries),
        ]
    except RefusedError as error:
        why = f"no readable {MANIFEST} in {str(folder)!r}: {in_words(error.__cause__ or error)}"
        raise UnusableCertificates(why) from error
    except (LookupError, TypeError, AttributeError, OSError, ValueError) as error:
        raise UnusableCertificates(f"{MANIFEST} has no theorems: {in_words(error)}") from error
    silent = unshown(theorems, queries)
    if unproved:
        found, _, _ = lines[-1].rpartition(": ")
        lines[-1] = f"{found}: {len(unproved) + len(lines) - 1} wrong"
    elif right and silent:
        lines[-1] += f", but for {counted(len(silent), 'theorems')} without a proof"
    for line in (*unproved, *shown, NOT_SHOWN, *lines):
        click.echo(visible(line))  # names of others stand in it
    context.exit(0 if right and not unproved else 1)


def listed_wrongly(theorems: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Yield what is wrong with the list of theorems of a manifest, whatever their queries say."""
    for name, times in Counter(str(theorem["name"]) for theorem in theorems).items():
        if times > 1:
            yield f"{name}: the theorem is listed {times} times"
    for theorem in theorems:
        if not (isinstance(theorem["name"], str) and THEOREM.fullmatch(theorem["name"])):
            yield f"{theorem['name']!r}: no name of a theorem, which has a to z, 0 to 9 and _ alone"
        if type(theorem["queries"]) is not int:
            yield f"{theorem['name']}: {theorem['queries']!r} is no number of queries"
        for key in ("statement", "scope"):
            if not is_text(theorem.get(key)):
                yield f"{theorem['name']}: the manifest does not say its {key}"
        for key in ("clauses", "assumptions"):
            if type(listed := theorem.get(key)) is not list or not all(map(is_text, listed)):
                yield f"{theorem['name']}: the manifest does not list its {key}"


def missing(manifest: Mapping[str, Any], queries: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    """Yield what a manifest leaves out: its game, and digests of texts of queries."""
    if not is_text(manifest.get("game")):
        yield f"{MANIFEST}: it does not say its game"
    for query in queries:
        if not isinstance(query["query"], str):
            yield f"{query['name']}: {MANIFEST} lists no digest of its text"


def is_text(value: object) -> bool:
    """Return whether this is a text that says something: it has a letter or a digit."""
    return isinstance(value, str) and any(map(str.isalnum, value))


def shown_of(
    folder: Path, theorems: Iterable[Mapping[str, Any]], queries: Iterable[Mapping[str, Any]]
) -> Iterator[str]:
    """Yield how many queries of each kind show each theorem, and on how many assumptions it rests.

    A folder may lack some of them consistently. What a constant decides, and what has no certificate, is
    counted separately.
    """
    found: Counter[tuple[str, str]] = Counter()
    for query in queries:
        if query["certificate"] is None:
            found[query["theorem"], "without"] += 1
            continue
        kind = kind_of(query)
        found[query["theorem"], kind] += 1
        if kind == "proof":
            found[query["theorem"], "decided"] += is_decided(
                plain(file_of(folder, query["name"], "smt2")).read_text("utf-8")
            )
    for theorem in theorems:
        name = theorem["name"]
        numbers = [
            counted(found[name, kind], noun) for kind, noun in IN_WORDS.items() if found[name, kind]
        ]
        if found[name, "decided"]:
            numbers[0] += f" ({found[name, 'decided']} decided by a constant)"
        if found[name, "without"]:
            numbers.append(f"{found[name, 'without']} without a certificate")
        assumed = theorem["assumptions"] if isinstance(theorem.get("assumptions"), list) else ()
        rests = f"; rests on {counted(len(assumed), 'assumptions')}" if assumed else ""
        if numbers or rests:
            yield f"{name}: {', '.join(numbers) or 'no query'}{rests}"


def is_decided(text: str) -> bool:
    """Return whether a constant alone makes an assertion of a query false."""
    if not CONSTANT.search(text):
        return False
    query, values = Assertions(text), list[bool | None]()
    for operator, _, given in query.terms:
        known: list[bool | None] = [values[each] for each in given] if operator in FOLDED else []
        if operator == "constant":
            values.append(given[0] if isinstance(given[0], bool) else None)
        elif operator == "not":
            values.append(None if known[0] is None else not known[0])
        else:
            values.append(False if False in known else True if {*known} == {True} else None)
    return any(values[each] is False for each in query.asserted)


def without_a_certificate(queries: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    """Yield the queries that have none, and whether another solver agrees."""
    for query in queries:
        if query["certificate"] is None:
            said = query["answer"] == "unsat" and query.get("agrees") == "cvc5"
            agrees = ": cvc5 agrees" if said else ""
            yield f"{query['name']} has no certificate{agrees}"


def kind_of(query: Mapping[str, Any]) -> str:
    """Return the kind of a query, which is the last word of its name: see docs/certificates.md."""
    kind: str = query["name"].rpartition("-")[2]
    return kind


def not_shown(
    theorems: Sequence[Mapping[str, Any]], queries: Iterable[Mapping[str, Any]]
) -> Iterator[str]:
    """Yield which theorems of a manifest have no proof in it: computed, or not shown."""
    if silent := unshown(theorems, queries):
        number = f"{len(silent)} of {counted(len(theorems), 'theorems')}"
        ask, them = ("asks", "it") if len(silent) == 1 else ("ask", "them")
        yield f"{number} {ask} for no proof, so nothing here shows {them}: {', '.join(silent)}"


def unshown(
    theorems: Iterable[Mapping[str, Any]], queries: Iterable[Mapping[str, Any]]
) -> list[str]:
    """List the theorems of a manifest that no query is to prove."""
    shown = {query["theorem"] for query in queries if kind_of(query) == "proof"}
    return [str(theorem["name"]) for theorem in theorems if theorem["name"] not in shown]


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


@certificates_command.command("compare")
@click.argument("folder", type=click.Path(path_type=Path), metavar="DIR")
@click.argument("other", type=click.Path(path_type=Path), metavar="OTHER")
@click.pass_context
def compare_command(context: click.Context, *, folder: Path, other: Path) -> None:
    """Compare the theorems and queries of two folders: one that you were given, and one that you made.

    Certificates may differ, so `check` the one that you were given as well. The exit status is 1 if
    anything else differs.
    """
    first, second = contents(folder), contents(other)
    differences = [*unlike(first, second, (str(folder), str(other)))]
    for line in differences:
        click.echo(visible(line))  # names of others stand in it
    queries = sum(kind == "query" for kind, _ in first)
    theorems = counted(sum(kind == "theorem" for kind, _ in first), "theorems")
    alike = f"the same: {theorems}, {counted(queries, 'queries')}"
    click.echo(f"{len(differences)} differ" if differences else alike)
    context.exit(1 if differences else 0)


def in_words(error: BaseException) -> str:
    """Say what is wrong with a manifest, where Python names a key or a type alone."""
    if isinstance(error, KeyError):
        return f"something in it has no {str(error.args[0])!r}"
    if isinstance(error, TypeError | AttributeError):
        return f"something in it is of another type ({error})"
    return str(error)


def contents(folder: Path) -> dict[tuple[str, str], Any]:
    """Return what a folder says of each theorem, and the answer and the text of each query, by name.

    Raises `UnusableCertificates`.
    """
    try:
        manifest = read_json(plain(folder / MANIFEST).read_text("utf-8"))
        told = {
            ("theorem", each["name"]): {key: each.get(key) for key in TOLD}
            for each in manifest["theorems"]
        }
        listed = [*manifest["theorems"], *manifest["queries"]]
        (name, times), *_ = Counter(each["name"] for each in listed).most_common(1) or [("", 1)]
        if times > 1:
            raise RefusedError(f"{name} is listed {times} times")
        texts = {
            ("query", each["name"]): (
                each["answer"],
                plain(file_of(folder, each["name"], "smt2")).read_bytes(),
            )
            for each in manifest["queries"]
        }
    except (
        *(RefusedError, OSError, ValueError),
        *(LookupError, TypeError, AttributeError),
    ) as error:
        raise UnusableCertificates(f"cannot read {str(folder)!r}: {in_words(error)}") from error
    if not told:
        raise UnusableCertificates(
            f"{str(folder)!r} lists no theorem, so there is nothing to compare"
        )
    return {("folder", MANIFEST): {key: manifest.get(key) for key in OF_ALL}, **told, **texts}


def unlike(
    first: Mapping[tuple[str, str], Any],
    second: Mapping[tuple[str, str], Any],
    names: tuple[str, str],
) -> Iterator[str]:
    """Yield in what the contents of two folders differ."""
    for kind, name in dict.fromkeys((*first, *second)):
        one, other = first.get((kind, name)), second.get((kind, name))
        if one is None or other is None:
            yield f"{name}: the {kind} is only in {names[one is None]}"
        elif kind == "query" and one != other:
            yield f"{name}: another {'answer' if one[1] == other[1] else 'text'}"
        elif one != other:
            keys = [key for key in one if one[key] != other[key]]
            yield f"{name}: another {', another '.join(keys)}"


@certificates_command.command("export")
@click.argument("folder", type=click.Path(path_type=Path), metavar="DIR")
@click.argument("output", metavar="OUTPUT")
def export_command(*, folder: Path, output: str) -> None:
    """Write the certificates of DIR for other checkers of proofs: NAME.cnf (DIMACS), NAME.lrat.

    OUTPUT must be a new folder, or an empty one. What follows from linear arithmetic is among the
    clauses, and the last line counts it: `certificates check` alone checks that. Models have no such
    form and are left out. No step is checked here; only that each file is what the manifest lists.
    """
    files, given = list[Path](), 0
    into = folder_for(output)
    if any(into.iterdir()):
        raise UnusableFile(f"{output!r} has other files: name a new folder, or an empty one")
    try:
        for each in all_exported(folder):
            for kind, text in (("cnf", each.clauses), ("lrat", each.steps)):
                files.append(into / f"{each.name}.{kind}")
                replace(files[-1], text)
            given += each.given
    except (
        *(RefusedError, OSError, ValueError, LookupError),
        *(TypeError, AttributeError, RecursionError),
    ) as error:
        for path in files:
            path.unlink(missing_ok=True)
        raise UnusableCertificates(f"cannot export {str(folder)!r}: {in_words(error)}") from error
    click.echo(
        f"{counted(len(files) // 2, 'proofs')}; {counted(given, 'clauses')} by linear arithmetic"
    )
