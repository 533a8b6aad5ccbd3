"""The verdict: what explains the evidence, and the shortest game that shows each deviation."""
