"""Check a folder: queries, their certificates, and a manifest that lists them with their digests."""

import hashlib
import json
from collections import Counter
from pathlib import Path

from .answers import check
from .text import RefusedError

MANIFEST, FORMAT = "manifest.json", 1


def summary(folder: Path) -> tuple[list[str], bool]:
    """Check a folder; return lines to print, and whether every query has a certificate that is right.

    Raises `RefusedError` if it has no manifest of this format.
    """
    try:
        manifest = json.loads((folder / MANIFEST).read_text("utf-8"))
        queries = {query["name"]: query for query in manifest["queries"]}
        if manifest["format"] != FORMAT or len(queries) < len(manifest["queries"]):
            raise RefusedError(f"{MANIFEST} is not of format {FORMAT}, or names a query twice")
        wrong, listed, found = [], {MANIFEST}, Counter[str]()
        for name, query in queries.items():
            stamps = {f"{name}.smt2": query["query"], f"{name}.certificate": query["certificate"]}
            files = {file: stamp for file, stamp in stamps.items() if stamp is not None}
            listed |= files.keys()
            try:
                contents = [_content(folder, file, stamp) for file, stamp in files.items()]
                if len(contents) == len(stamps):
                    check(contents[0], query["answer"], contents[1])
                found[query["answer"] if len(contents) == len(stamps) else "without"] += 1
            except (RefusedError, OSError, ValueError) as error:
                wrong.append(f"{name}: {error}")
        unlisted = {path.name for path in folder.iterdir()} - listed
        wrong += [f"{name}: not listed" for name in unlisted]
    except (OSError, ValueError, LookupError, TypeError, AttributeError) as error:
        raise RefusedError(f"no readable {MANIFEST} in {str(folder)!r}: {error!r}") from error
    shown = f"{found['unsat']} unsat with a certificate, {found['sat']} sat with a model"
    right = bool(queries) and not wrong and not found["without"]
    verdict = "all right" if right else f"{len(wrong)} wrong" if queries else "nothing to check"
    return [*sorted(wrong), f"{shown}, {found['without']} without: {verdict}"], right


def _content(folder: Path, file: str, stamp: str) -> str:
    content = (folder / Path(file).name).read_bytes()
    if hashlib.sha256(content).hexdigest() != stamp:
        raise RefusedError(f"{file} is not the file that the manifest lists")
    return content.decode()
