"""Check a folder: queries, their certificates, and a manifest that lists them with their digests."""

import hashlib
import json
from collections import Counter
from pathlib import Path

from .answers import check
from .text import RefusedError

MANIFEST, FORMAT = "manifest.json", 1


def summary(folder: Path) -> tuple[list[str], bool]:
    """Check a folder; return lines to print, and whether nothing was wrong with anything.

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
            except RefusedError as error:
                wrong.append(f"{name}: {error}")
        wrong += [
            f"{path.name}: not listed" for path in folder.iterdir() if path.name not in listed
        ]
    except (OSError, ValueError, LookupError, TypeError, AttributeError) as error:
        raise RefusedError(f"no readable {MANIFEST} in {str(folder)!r}: {error!r}") from error
    verdict = f"{len(wrong)} wrong" if wrong else "all right" if queries else "nothing to check"
    line = f"{found['unsat']} unsat with a certificate, {found['sat']} sat with a model, "
    return [*sorted(wrong), f"{line}{found['without']} without: {verdict}"], verdict == "all right"


def _content(folder: Path, file: str, stamp: str) -> str:
    try:
        content = (folder / Path(file).name).read_bytes()
        if hashlib.sha256(content).hexdigest() == stamp:
            return content.decode()
    except (OSError, ValueError) as error:
        raise RefusedError(f"cannot read {file}: {error}") from error
    raise RefusedError(f"{file} is not the file that the manifest lists")
