"""Code that several tests share. Python finds it through `pythonpath` in pyproject.toml."""
