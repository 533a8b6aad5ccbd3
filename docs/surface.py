"""Record the public names of the library in `surface.json`: signature, and line of the changelog.

Run as `python docs/surface.py`. New and changed names are recorded with an empty line, which has to be
filled in from CHANGELOG.md by hand; `tests/packaging/test_public_surface.py` refuses an empty one.
"""  # noqa: INP001

from __future__ import annotations

import inspect
import json
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import attrs

FILE = Path(__file__).with_name("surface.json")
PUBLIC = (
    "rulewright",
    "rulewright.author",
    "rulewright.author.boards",
    "rulewright.author.bulk",
    "rulewright.author.compiled",
    "rulewright.conformance",
    "rulewright.proofs",
    "rulewright.testing",
)
"""The import paths that people are to use."""


def surface() -> dict[str, str]:
    """Return what is public by its dotted name: the signature, and of a class those of its methods."""
    return {
        f"{path}.{name}": shape(getattr(module, name))
        for path in PUBLIC
        for module in (import_module(path),)
        for name in sorted(module.__all__)
    }


def shape(thing: Any) -> str:
    """Write what a caller relies on: kinds, parameters with their defaults, public members."""
    if isinstance(thing, ModuleType):
        names = (name for name in vars(thing) if not name.startswith("_"))
        return f"module: {' '.join(sorted(n for n in names if callable(getattr(thing, n))))}"
    if inspect.isclass(thing):
        base = next((each for each in thing.__mro__[1:] if each is not object), None)
        of = f"({base.__name__})" if base is not None and issubclass(thing, Exception) else ""
        return f"class{of}{parameters(thing)}: {' '.join(members(thing))}".rstrip(": ")
    if callable(thing):
        return f"function{parameters(thing)}"
    return f"value: {type(thing).__name__}"


def parameters(thing: Any) -> str:
    """Write parameters by name, with a default marked; nothing where Python cannot say."""
    try:
        found = inspect.signature(thing).parameters.values()
    except (TypeError, ValueError):
        return ""
    marks = {inspect.Parameter.VAR_POSITIONAL: "*", inspect.Parameter.VAR_KEYWORD: "**"}
    shown, keyword_only = [], False
    for each in found:
        if each.kind is each.KEYWORD_ONLY and not keyword_only:
            shown.append("*")
            keyword_only = True
        keyword_only |= each.kind is each.VAR_POSITIONAL
        default = "" if each.default is each.empty else "=..."
        shown.append(f"{marks.get(each.kind, '')}{each.name}{default}")
    return f"({', '.join(shown)})"


def members(thing: type) -> Iterator[str]:
    """Yield the public attributes and methods that a class defines or inherits from ours."""
    ours = [each for each in thing.__mro__ if each.__module__.startswith("rulewright")]
    names = {name for each in ours for name in vars(each) if not name.startswith("_")}
    if attrs.has(thing):
        names |= {field.name for field in attrs.fields(thing) if not field.name.startswith("_")}
    for name in sorted(names):
        found = inspect.getattr_static(thing, name, None)
        yield f"{name}{parameters(found)}" if inspect.isfunction(found) else name


def recorded() -> dict[str, dict[str, str]]:
    """Read what is recorded."""
    found: dict[str, dict[str, str]] = json.loads(FILE.read_text("utf-8"))
    return found


def refreshed(known: dict[str, dict[str, str]], now: dict[str, str]) -> dict[str, dict[str, str]]:
    """Record what is public now; what is new, changed or gone has yet to be announced."""
    kept = {
        name: known[name] if known.get(name, {}).get("is") == form else {"is": form, "said": ""}
        for name, form in now.items()
    }
    gone = {
        name: entry if entry["is"] == GONE else {"is": GONE, "said": ""}
        for name, entry in known.items()
        if name not in now
    }
    return dict(sorted({**kept, **gone}.items()))


GONE = "removed"


def main() -> int:
    """Write the record, and list what the changelog has yet to say."""
    entries = refreshed(recorded() if FILE.exists() else {}, surface())
    FILE.write_text(json.dumps(entries, indent=1, ensure_ascii=False) + "\n", "utf-8")
    silent = [name for name, entry in entries.items() if not entry["said"]]
    for name in silent:
        print(f"{name}: write the line of the changelog that announces it")
    return 1 if silent else 0


if __name__ == "__main__":
    sys.exit(main())
