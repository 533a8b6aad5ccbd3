"""Makes the certificates that `rulewright.certificates` checks; nothing here needs to be trusted."""
