"""Pytest in another project, as its author starts it."""

from __future__ import annotations

PLUGIN = ("-p", "no:rulewright", "-p", "rulewright.conformance.pytest_plugin")
"""Loaded by its module, whether or not the installation has it registered already."""
ALONE = {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
"""Without the other plugins of the installation, which take seconds to load."""
