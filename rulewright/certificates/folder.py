"""Check a folder: queries, their certificates, and a manifest that lists them with their digests."""

from collections import Counter
from hashlib import sha256
from pathlib import Path

from .answers import check
from .text import RefusedError, demand, read_json

MANIFEST, FORMAT = "manifest.json", 1


def summary(folder: Path) -> tuple[list[str], bool]:
    """Check a folder; return lines to print, and whether every query has a certificate that is right.

    Raises `RefusedError` if it has no manifest of this format.
    """
    try:
        manifest = read_json(_content(folder, MANIFEST))
        queries = {query["name"]: query for query in manifest["queries"]}
        asked = Counter(query["theorem"] for query in manifest["queries"])
        told = Counter({each["name"]: each["queries"] for each in manifest["theorems"]})
        demand(repr(manifest["format"]) == repr(FORMAT), f"not of format {FORMAT}")
        demand(asked == told and len(queries) == len(manifest["queries"]), "queries do not add up")
        wrong, known, found, right = [], {MANIFEST}, Counter[str](), set()
        for name, query in queries.items():
            stamps = {f"{name}.smt2": query["query"], f"{name}.certificate": query["certificate"]}
            files = {file: stamp for file, stamp in stamps.items() if stamp is not None}
            known |= files.keys()
            same = repr(query["answer"]), *stamps.values()  # what was right once is right again
            try:
                contents = [_content(folder, file, stamp) for file, stamp in files.items()]
                if None not in same and same not in right:
                    check(contents[0], query["answer"], contents[1])
                    right.add(same)
                found["without" if None in same else query["answer"]] += 1
            except (RefusedError, OSError, RecursionError, ValueError) as error:
                wrong.append(f"{name}: {error}")
        wrong += [f"{one}: not listed" for one in {each.name for each in folder.iterdir()} - known]
    except (RefusedError, OSError, ValueError, LookupError, TypeError, AttributeError) as error:
        raise RefusedError(f"no readable {MANIFEST} in {str(folder)!r}: {error!r}") from error
    shown = f"{found['unsat']} unsat with a certificate, {found['sat']} sat with a model"
    holds = found["unsat"] > 0 and not wrong and not found["without"]
    verdict = f"{len(wrong)} wrong" if wrong else "all right" if holds else "not all right"
    return [*sorted(wrong), f"{shown}, {found['without']} without: {verdict}"], holds


def _content(folder: Path, file: str, stamp: str | None = None) -> str:
    path = folder / file
    demand(path.name == file and path.is_file(), f"no plain file in this folder: {file[:60]}")
    content = path.read_bytes()
    demand(stamp in (None, sha256(content).hexdigest()), f"{file} is not what the manifest lists")
    return content.decode()
