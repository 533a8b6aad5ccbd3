"""One referee for all tests of a module that asks nothing bad of it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from common.foreign import EXAMPLES
from common.referee import RefereeClient, refereed


@pytest.fixture(scope="package")
def referee() -> Iterator[RefereeClient]:
    """A referee with our games and the examples."""
    with refereed(games=str(EXAMPLES)) as client:
        yield client
