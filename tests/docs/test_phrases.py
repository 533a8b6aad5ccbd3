"""Phrases that no native maintainer would write do not come back.

`phrases.json` has one regular expression for each, with what to write instead. White space in it
stands for any white space, across lines and comment signs too.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
CODE = ("rulewright", "spec", "impl", "proofs", "docs")
NOT_CODE = ("docs/*.md", "examples/*/README.md", "*.md", "tests/README.md")
ITSELF = "CONTRIBUTING.md"
"""Quotes bad phrases, as a warning."""
PHRASES: dict[str, str] = json.loads(Path(__file__).with_name("phrases.json").read_text("utf-8"))


def searched() -> list[Path]:
    """List the files whose text counts; the links to spec, impl and proofs are not followed."""
    code = {path.resolve() for folder in CODE for path in (ROOT / folder).rglob("*.py")}
    pages = {path for pattern in NOT_CODE for path in ROOT.glob(pattern) if path.name != ITSELF}
    templates = set((ROOT / "rulewright").rglob("*.j2"))
    return sorted(code | pages | templates)


def found(phrase: str, text: str) -> bool:
    """Return whether a phrase occurs in a text."""
    return bool(re.search(phrase.replace(" ", r"\s+(?:#\s*)?"), text))


@pytest.mark.parametrize("phrase", PHRASES)
def test_a_phrase_is_gone(phrase: str) -> None:
    """Write instead what `phrases.json` says beside it."""
    texts = {path: path.read_text("utf-8") for path in searched()}
    assert len(texts) > 200
    again = [str(path.relative_to(ROOT)) for path, text in texts.items() if found(phrase, text)]
    assert again == [], f"write: {PHRASES[phrase]}"


@pytest.mark.parametrize(
    "text", ["# it tells\n    # the rest", "It tells the\nrest.", "This page tells the rest."]
)
def test_a_phrase_is_noticed_across_lines(text: str) -> None:
    """In prose and in comments."""
    assert found("tells? the rest", text)
    assert not found("tells? the rest", "It explains the rest.")
