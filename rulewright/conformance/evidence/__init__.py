"""The evidence: what was observed, held against the rules."""
