"""rulewright verifies the rules of abstract board games."""

from importlib.metadata import version

__version__ = version("rulewright")
