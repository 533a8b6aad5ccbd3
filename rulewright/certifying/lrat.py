"""Certificates as the files that other checkers of proofs read: clauses in DIMACS, steps in LRAT.

The steps are those of the certificate. What follows from linear arithmetic stands among the clauses, at
their end: a checker of LRAT takes it as given, and only ours checks it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

from attrs import frozen

from rulewright.certificates.clauses import Encoding
from rulewright.certificates.folder import MANIFEST
from rulewright.certificates.text import Assertions

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

    Raises `RefusedError` or `ValueError` where it is not one. Nothing is checked.
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
    steps = "".join(map(step, lines[len(farkas) :]))
    return Exported(name, "\n".join((head, *body)) + "\n", steps, len(farkas))


def step(line: str) -> str:
    """Return a step as LRAT has it: no 0 stands among its hints, as ours may have after all of them."""
    words = line.split()
    end = words.index("0") + 1
    return " ".join((*words[:end], *(each for each in words[end:] if each != "0"), "0")) + "\n"


def file_of(folder: Path, name: str, kind: str) -> Path:
    """Return the file of a query in a folder; raises `ValueError` if the name leads elsewhere."""
    if Path(name).name != name:
        raise ValueError(f"no name of a query: {name!r}")
    return folder / f"{name}.{kind}"


def all_exported(folder: Path) -> Iterator[Exported]:
    """Turn all certificates of `unsat` in a folder that `prove --certify` wrote; see `exported`.

    Raises `ValueError` for a file that is not the one whose digest the manifest lists.
    """
    manifest = json.loads((folder / MANIFEST).read_text("utf-8"))
    for query in manifest["queries"]:
        if query["answer"] == "unsat" and query["certificate"] is not None:
            name = query["name"]
            kinds = {"smt2": query["query"], "certificate": query["certificate"]}
            paths = {file_of(folder, name, kind): stamp for kind, stamp in kinds.items()}
            text, certificate = (listed(path, stamp) for path, stamp in paths.items())
            yield exported(name, text, certificate)


def listed(path: Path, stamp: str) -> str:
    """Read a file; raises `ValueError` if it is not the one whose digest a manifest lists."""
    content = path.read_bytes()
    if sha256(content).hexdigest() != stamp:
        raise ValueError(f"{path.name} is not what the manifest lists")
    return content.decode()
