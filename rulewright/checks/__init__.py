"""The checks that `rulewright verify` runs, for any game."""
