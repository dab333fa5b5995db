# Needs Python 3.11 or newer, make and a network that reaches PyPI; everything else is set up by `make setup`.
# `make` alone lists what there is.

PYTHON ?= python3
JOBS ?= 2
MINUTES ?= 5
STROKES ?= 1e6
TURNS ?= 3
PART ?=
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.set-up
BUILD := build
DB := $(BUILD)/demo.duckdb
CHART := $(BUILD)/breaks.png

export PIP_DISABLE_PIP_VERSION_CHECK := 1

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help setup demo test test-all fuzz bench bench-all lint format docs lock clean

help: ## this list
	@sed -n 's/^\([a-z-]*\):[^#]*## \(.*\)/  make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 18

setup: $(STAMP) ## the exact locked packages and the project itself, in .venv

# The stamp is newer than the lock and pyproject.toml as long as the environment is what they say.
$(STAMP): requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo "tenball-stats needs Python 3.11 or newer; '$(PYTHON)' is $$($(PYTHON) --version 2>&1 || true)." >&2; \
	  echo "Name another one:  make PYTHON=/path/to/python3.12 $(or $(MAKECMDGOALS),setup)" >&2; exit 1; }
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@echo "Installing the locked packages into $(VENV) (once; takes a minute or two) ..."
	@$(BIN)/python -m pip install --quiet --require-hashes -r requirements.lock
	@$(BIN)/python -m pip install --quiet --no-deps --no-build-isolation --editable .
	@touch $@

demo: $(STAMP) ## read data/ into a fresh database, print the break table, draw the chart
	@rm -rf $(DB) $(DB).wal $(CHART) && mkdir -p $(BUILD)
	$(BIN)/tenball ingest data --db $(DB) --edition csi --edition pl --edition ru --edition es
	$(BIN)/tenball stats breaks --db $(DB) --until 2015
	$(BIN)/tenball chart breaks --db $(DB) --until 2015 --out $(CHART)
	@test -s $(CHART) && echo "The chart is in $(CHART), the database in $(DB)."

test: $(STAMP) ## the tests, without those marked slow
	$(BIN)/python -m pytest -n $(JOBS) --dist worksteal -m "not slow"

test-all: $(STAMP) ## all tests, the slow ones too
	HYPOTHESIS_PROFILE=thorough $(BIN)/python -m pytest -n $(JOBS) --dist worksteal

fuzz: $(STAMP) ## damaged files through the readers, for MINUTES=5; what fails is kept in build/fuzz
	$(BIN)/python tests/log/fuzz.py --minutes $(MINUTES) --folder $(BUILD)/fuzz

# What is measured against belongs to no other environment: it is installed here, when it is wanted.
$(STAMP)-bench: $(STAMP)
	@$(BIN)/python -m pip install --quiet "pip>=25.1"
	@$(BIN)/python -m pip install --quiet --group bench
	@touch $@

bench: $(STAMP)-bench ## what it costs, against others, into benchmarks/RESULTS.md; PART="stats ingest" STROKES=1e6 TURNS=3
	$(BIN)/python -m benchmarks.run --strokes $(STROKES) --turns $(TURNS) $(PART)

bench-all: $(STAMP)-bench ## the same, and what 10 and 20 million strokes cost (an hour, 10 GB of disk)
	$(BIN)/python -m benchmarks.run --strokes $(STROKES) --turns $(TURNS) --all $(PART)

lint: $(STAMP) ## ruff and mypy
	$(BIN)/python -m ruff check .
	$(BIN)/python -m ruff format --check .
	$(BIN)/python -m mypy

format: $(STAMP) ## what ruff can put right by itself
	$(BIN)/python -m ruff check --fix-only --quiet .
	$(BIN)/python -m ruff format .

docs: $(STAMP) ## write again the pages of docs/ that are made from the code and the tests
	$(BIN)/python tools/make_docs.py
	$(BIN)/python tests/clause_coverage.py

lock: ## choose new exact versions for requirements.lock (needs a network)
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet uv
	$(BIN)/python -m uv pip compile --quiet --upgrade --no-config --universal --python-version 3.11 --group dev \
	  --extra cluster --extra fast --extra notebooks pyproject.toml --generate-hashes --no-header -o requirements.lock

clean: ## what the commands above made, but for .venv
	rm -rf $(BUILD) dist .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find . -name __pycache__ -not -path './$(VENV)/*' -prune -exec rm -rf {} +
