"""The report's pages, read by axe-core."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from common.accessibility import violations

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("browser")]


@pytest.mark.parametrize(
    ("name", "scheme"),
    [
        ("index", "light"),
        ("dreieck", "dark"),
        pytest.param("minoa", "light", marks=pytest.mark.soak),
        pytest.param("minoa", "dark", marks=pytest.mark.soak),
        pytest.param("nonaga", "light", marks=pytest.mark.soak),
        pytest.param("ari", "dark", marks=pytest.mark.soak),
    ],
)
def test_axe_finds_nothing_serious(browser: Any, site: Path, name: str, scheme: str) -> None:
    """With every fold open."""
    tab = browser.new_page(viewport={"width": 1280, "height": 900}, color_scheme=scheme)
    tab.goto((site / f"{name}.html").as_uri())
    tab.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })")
    assert violations(tab) == []
    tab.close()


def test_axe_is_no_formality(browser: Any) -> None:
    """A picture without a text, and a button without a name, are found."""
    tab = browser.new_page()
    tab.set_content(
        "<!doctype html><html lang=en><title>x</title><main><h1>x</h1>"
        "<img src='data:,'><button></button></main>"
    )
    assert {each.split(" (")[0] for each in violations(tab)} == {"image-alt", "button-name"}
    tab.close()
