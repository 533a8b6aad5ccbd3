"""Certificates as the files that other checkers of proofs read: clauses in DIMACS, steps in LRAT.

The steps are those of the certificate, with the hints that they need. What follows from linear
arithmetic stands among the clauses, at their end: a checker of LRAT takes it as given, and only ours
checks it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from pathlib import Path

from attrs import frozen

from rulewright.certificates.clauses import Encoding
from rulewright.certificates.folder import MANIFEST
from rulewright.certificates.text import Assertions, RefusedError, read_json

FARKAS = "farkas"


@frozen
class Exported:
    """One certificate of `unsat` in the formats of other checkers."""

    name: str
    clauses: str
    """The clauses, in DIMACS."""
    steps: str
    """What follows from them, in LRAT, up to the empty clause."""
    given: int
    """How many of the clauses follow from linear arithmetic, and are not of the query."""


def exported(name: str, text: str, certificate: str) -> Exported:
    """Turn the certificate of a query into clauses and steps.

    Raises `RefusedError` or `ValueError` where it is not one. What arithmetic shows is not checked.
    """
    sums, *lines = certificate.splitlines()
    clauses = list(Encoding(Assertions(text), sums).clauses)
    farkas = [line for line in lines if line.startswith(FARKAS)]
    if lines[: len(farkas)] != farkas:
        raise ValueError(f"{name}: a step of arithmetic comes after one of propagation")
    for line in farkas:
        words = line.split()[1:]
        clauses.append(tuple(map(int, words[: words.index("0")])))
    variables = max(abs(literal) for clause in clauses for literal in (*clause, 1))
    head = f"p cnf {variables} {len(clauses)}"
    body = (" ".join(map(str, (*clause, 0))) for clause in clauses)
    known = {number: frozenset(clause) for number, clause in enumerate(clauses, start=1)}
    steps = "".join(step(known, line) for line in lines[len(farkas) :])
    return Exported(name, "\n".join((head, *body)) + "\n", steps, len(farkas))


def step(known: dict[int, frozenset[int]], line: str) -> str:
    """Return a step as LRAT has it, and add its clause to those known.

    Each hint leaves one literal, the last one none: ours may have others, which say nothing.
    """
    number, *rest = map(int, line.split())
    end = rest.index(0)
    clause, needed = rest[:end], needed_hints(known, rest[:end], rest[end + 1 :])
    known[number] = frozenset(clause)
    return " ".join(map(str, (number, *clause, 0, *needed, 0))) + "\n"


def needed_hints(
    known: Mapping[int, frozenset[int]], clause: Sequence[int], hints: Iterable[int]
) -> list[int]:
    """List the hints up to the contradiction, but those that are satisfied already."""
    false, needed = set(clause), list[int]()
    for hint in hints:
        left = known.get(hint, false) - false
        if hint not in known or len(left) > 1:
            raise RefusedError(f"no clause {hint}, or it leaves several literals")
        if left and -min(left) in false:
            continue
        needed.append(hint)
        if not left:
            return needed
        false.add(-min(left))
    raise RefusedError("the hints of a step do not lead to a contradiction")


def file_of(folder: Path, name: str, kind: str) -> Path:
    """Return the file of a query in a folder; raises `ValueError` if the name leads elsewhere."""
    if Path(name).name != name:
        raise ValueError(f"no name of a query: {name!r}")
    return folder / f"{name}.{kind}"


def plain(path: Path) -> Path:
    """Return the path of a plain file; raises `ValueError` for what might never end, as a pipe."""
    if not path.is_file():
        raise ValueError(f"no plain file: {path.name}")
    return path


def all_exported(folder: Path) -> Iterator[Exported]:
    """Turn all certificates of `unsat` in a folder that `prove --certify` wrote; see `exported`.

    Raises `ValueError` for a file that is not the one whose digest the manifest lists.
    """
    manifest = read_json(plain(folder / MANIFEST).read_text("utf-8"))
    for query in manifest["queries"]:
        if query["answer"] == "unsat" and query["certificate"] is not None:
            name = query["name"]
            kinds = {"smt2": query["query"], "certificate": query["certificate"]}
            paths = {file_of(folder, name, kind): stamp for kind, stamp in kinds.items()}
            text, certificate = (listed(path, stamp) for path, stamp in paths.items())
            yield exported(name, text, certificate)


def listed(path: Path, stamp: str) -> str:
    """Read a file; raises `ValueError` if it is not the one whose digest a manifest lists."""
    content = plain(path).read_bytes()
    if sha256(content).hexdigest() != stamp:
        raise ValueError(f"{path.name} is not what the manifest lists")
    return content.decode()
