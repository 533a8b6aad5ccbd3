"""The built documentation, read by axe-core."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from common.accessibility import violations

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("documentation")]
PAGES = ("index", "conformance", "referee", "protocol", "reference", "generated/minoa/rules")
"""Pages of every kind: prose, sessions, pictures, JSON, Python, and one made from the registry."""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious(browser: Any, site: Path, scheme: str) -> None:
    """Neither in the pages, nor in the navigation that the theme makes."""
    tab = browser.new_page(viewport={"width": 1280, "height": 900}, color_scheme=scheme)
    for name in PAGES:
        tab.goto((site / f"{name}.html").as_uri())
        assert violations(tab) == [], name
    tab.close()


@pytest.mark.soak
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious_on_any_page(browser: Any, site: Path, scheme: str) -> None:
    """Every page, however long."""
    tab = browser.new_page(viewport={"width": 1280, "height": 900}, color_scheme=scheme)
    pages = sorted(site.rglob("*.html"))
    assert len(pages) > 40
    for page in pages:
        tab.goto(page.as_uri())
        assert violations(tab) == [], page.name
    tab.close()
