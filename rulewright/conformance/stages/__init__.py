"""The stages of a run, one module each: what is asked of an engine."""
