# Each target makes its own environment on first use. Options of `rulewright verify`: make verify VERIFY=--quick
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
VERIFY ?= minoa
GAMES ?=
CERTIFY ?=
PYTEST ?=

.DEFAULT_GOAL := help
.PHONY: help verify test soak lint docs compiled bench clean

help:  ## list the targets
	@sed -n 's/^\([a-z]*\):.*##/\1:/p' Makefile

$(READY): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || \
	  { echo "rulewright needs Python 3.11 or newer, '$(PYTHON)' is not: make PYTHON=python3.12" >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev,docs,certify,crosscheck,openspiel,pettingzoo,gymnasium,web]'
	@touch $@

verify: $(READY)  ## the main job: theorems, lockstep, recorded games, small boards, symmetries
	$(BIN)/rulewright verify $(VERIFY)

# Three tests at a time for two cores: some wait for a browser, or for an engine's time to be up.
test: lint  ## everything that must hold of the code; pytest comes last
	$(BIN)/pytest -n 3 $(PYTEST)

soak: $(READY)  ## the tests that take many minutes
	$(BIN)/pytest -n 2 -m soak $(PYTEST)

lint: $(READY)  ## style, types and import contracts
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy --strict -p rulewright
	$(BIN)/lint-imports --no-logo

docs: $(READY)  ## build the documentation; a warning is an error; CERTIFY=--certify checks all proofs
	$(BIN)/python docs/verdicts.py $(CERTIFY) $(GAMES)
	$(BIN)/python -m sphinx -q -W --keep-going -b html docs docs/_build/html

compiled: $(READY)  ## compile ahead what most tests of the games run
	$(BIN)/python tests/compile_ahead.py

bench: $(READY)  ## measure the engines side by side
	$(BIN)/python benchmarks/speed.py

clean:  ## remove everything that was made, the environment included
	rm -rf $(VENV) build dist docs/_build docs/generated .mypy_cache .ruff_cache .pytest_cache \
	  .import_linter_cache .hypothesis *.egg-info
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
