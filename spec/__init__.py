"""What the rules say: one specification for each game, as formulas that run and that Z3 reads."""
