# `make run` and `make test` are all a fresh machine needs: Python 3.11, 3.12 or 3.13 with venv and pip, and make.
# Choose the interpreter with PYTHON=python3.13 (the first time, or after `make clean`).

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
PYTEST := $(BIN)/python -m pytest -q
PARALLEL := -n auto --maxprocesses 4 --dist loadfile

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help install install-dev run demo ladder examples test test-slow lint format coverage wheel-check bench soak calibrate lock clean

help: ## this list
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/make \1\t\2/p' Makefile | expand -t 20

# ---- installation ---------------------------------------------------------------------------------------------------
# Pinned, hashed requirements first, then the project itself without its dependencies: everyone gets the same versions,
# and pip refuses a file whose hash differs. The stamps are newer than what they were made from, or make installs anew
# (after a `git pull` that moved pyproject.toml or a requirements file: only what changed).

RUNTIME := $(VENV)/.installed-runtime
DEV := $(VENV)/.installed-dev

$(BIN)/python:
	@$(PYTHON) -c 'import sys; v = sys.version_info[:2]; (3, 11) <= v < (3, 14) or sys.exit("Python 3.11, 3.12 or 3.13 is needed, $(PYTHON) is %d.%d: make … PYTHON=python3.13" % v)'
	$(PYTHON) -m venv $(VENV)

$(RUNTIME): pyproject.toml requirements.txt | $(BIN)/python
	@echo "installing into $(VENV) (about a minute the first time)"
	$(PIP) install --require-hashes -r requirements.txt
	$(PIP) install --no-deps --editable .
	@touch $@

# requirements-dev.txt holds the runtime's pins too (tests/tooling checks it), so one installation serves both.
$(DEV): pyproject.toml requirements.txt requirements-dev.txt | $(BIN)/python
	@echo "installing into $(VENV), with what tests and lint need (about a minute the first time)"
	$(PIP) install --require-hashes -r requirements-dev.txt
	$(PIP) install --no-deps --editable .
	@touch $(RUNTIME) $@

install: $(RUNTIME) ## .venv with the project
install-dev: $(DEV) ## .venv with the project and what tests and lint need

# ---- the program ----------------------------------------------------------------------------------------------------

DEMO := konflikt-coins conquian-draws lonja-seats spite_malice-length
# Conquian's players are close, and quick: five times the matches tell them apart. Players that search take minutes more.
DEEP := --players all,search[rollout=tuned]
LADDERS := "konflikt $(DEEP):50" "conquian --matches 20000 $(DEEP):200" "lonja $(DEEP):200" \
	"spite_malice --set match_points=1 $(DEEP):50 --search-matches 100"

run: $(RUNTIME) ## the main job: Konflikt with 4 seats, coin supplies 0 to 24; ends with the paths of run and report
	$(BIN)/balance sweep konflikt --seats 4 --vary coin_supply=0:24:4

demo: $(RUNTIME) ## a study of each game, a few hundred matches a variant: each ends with the paths of run and report
	for study in $(DEMO); do $(BIN)/balance sweep data/studies/$$study.toml --matches 200 || exit; done

ladder: $(RUNTIME) ## who plays best: all players of the four games against each other
	for asked in $(LADDERS); do $(BIN)/balance ladder $$asked || exit; done

# In a folder of its own: the reports then name their runs as anybody's would be named.
examples: $(DEV) ## the example reports of docs/examples, and the picture of README.md (needs chromium)
	folder=$$(mktemp -d) && cd $$folder \
		&& $(CURDIR)/$(BIN)/balance sweep konflikt --seats 4 --vary first_turn_picks=1,2 --matches 2000 --log rounds \
		&& $(CURDIR)/$(BIN)/balance compare lonja --seats 2 --tweak line_tie=split --matches 2000 --log rounds \
		&& $(CURDIR)/$(BIN)/balance report lonja-001 --pdf \
		&& cp data/runs/konflikt-001/report.html $(CURDIR)/docs/examples/konflikt-first-turn.html \
		&& cp data/runs/lonja-001/report.html $(CURDIR)/docs/examples/lonja-ties.html \
		&& cp data/runs/lonja-001/report.pdf $(CURDIR)/docs/examples/lonja-ties.pdf \
		&& rm -r $$folder
	$(BIN)/python docs/examples/picture.py

bench: $(DEV) ## the speed figures, as ratios measured side by side
	$(BIN)/python tests/bench/bench.py

soak: $(DEV) ## runs, and faults injected in them, for SOAK_MINUTES (15): load held, faults survived, bytes lost
	$(BIN)/python -m tests.soak.soak

calibrate: $(RUNTIME) ## the whole calibration, minutes: writes docs/calibration.md, and what reports say of it
	@mkdir -p docs
	$(BIN)/balance calibrate --out docs/calibration.md --out balance/calibration/last.json

# ---- checks ---------------------------------------------------------------------------------------------------------

test: $(DEV) ## the tests, on up to four cores
	$(PYTEST) $(PARALLEL) -m "not slow" $(ARGS)

test-slow: $(DEV) ## the slow tests
	$(PYTEST) $(PARALLEL) -m slow --durations=5 $(ARGS)

lint: $(DEV) ## ruff, mypy, import-linter
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache --no-logo

format: $(DEV) ## let ruff sort imports and format
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

coverage: $(DEV) ## which lines no test runs (compiled rules excepted)
	$(BIN)/coverage erase
	$(BIN)/coverage run -m pytest -q $(ARGS)
	$(BIN)/coverage combine --quiet
	$(BIN)/coverage report

wheel-check: $(DEV) ## a wheel in a clean environment outside the checkout: `balance sweep` works
	$(BIN)/python tests/tooling/wheel_check.py

# ---- upkeep ---------------------------------------------------------------------------------------------------------
# Resolved for every platform and Python the project supports, from pyproject.toml alone. Existing pins stay unless
# asked otherwise: make lock UPGRADE=--upgrade (or UPGRADE="--upgrade-package numpy").

LOCK = "$$tools/bin/uv" pip compile pyproject.toml --quiet --universal --python-version 3.11 --generate-hashes \
	--no-emit-index-url --no-emit-find-links --no-sources --custom-compile-command "make lock" $(UPGRADE)

lock: ## write requirements.txt and requirements-dev.txt anew from pyproject.toml
	tools=$$(mktemp -d) && trap 'rm -rf "$$tools"' EXIT && \
	$(PYTHON) -m venv "$$tools" && "$$tools/bin/pip" install --quiet uv && \
	$(LOCK) -o requirements.txt && \
	$(LOCK) --extra cluster --extra test --extra dev --constraint requirements.txt -o requirements-dev.txt

clean: ## remove .venv, caches and built files (runs in data/runs stay)
	rm -rf $(VENV) build dist htmlcov .coverage* .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	find sims balance reports tests -name __pycache__ -prune -exec rm -rf {} +
