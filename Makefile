# Two commands for newcomers, `make demo` and `make test`; both make their own environment in .venv.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.ONESHELL:
.DEFAULT_GOAL := help

# The newest Python that is new enough; PYTHON=... on the command line overrides it.
PYTHON ?= $(shell for p in python3.14 python3.13 python3.12 python3.11 python3 python; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && { echo $$p; break; }; done)
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/ready
KERNEL := $(VENV)/kernel

.PHONY: help demo test lint types check kernel catalogues docs bench shots clean

help: ## List the commands.
	@grep -E '^[a-z]+:.*## ' Makefile | sed -E 's/^([a-z]+):.*## /make \1	/' | expand -t 14

$(READY): pyproject.toml hatch_build.py
	@if [ -z "$(PYTHON)" ]; then echo "Python 3.11 or newer is needed." >&2; exit 1; fi
	echo "Making $(VENV) with $(PYTHON) ..."
	# Some systems ship Python without ensurepip; their own pip then fills the environment.
	$(PYTHON) -m venv $(VENV) 2>/dev/null || {
		$(PYTHON) -m venv --clear --without-pip $(VENV)
		$(PYTHON) -m pip --python $(BIN)/python install --quiet pip
	}
	# The kernel is compiled by the next rule, which compiles only what has changed.
	TAROK_PBN_NATIVE=off $(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	touch $(READY)

$(KERNEL): $(READY) CMakeLists.txt $(wildcard native/*.?pp)
	@$(BIN)/python -m tools.kernel
	touch $(KERNEL)

demo: $(READY) ## Check the samples and make pages of them in out/.
	@$(BIN)/tarok check samples --exclude wrong
	echo
	echo "The next ones are wrong on purpose; each finding says what is wrong, where and why:"
	echo
	$(BIN)/tarok check --exit-zero $$(find samples -type d -name wrong ! -empty)
	echo
	$(BIN)/tarok html samples -o out
	echo "Open the pages in out/ in a browser, such as $$(find out -name '*.html' | sort | head -n 1)."

test: $(KERNEL) lint types check ## Lint, types, and all tests with the examples of the documents.

lint: $(READY) ## Ruff.
	@$(BIN)/ruff check .

types: $(READY) ## Mypy, strict.
	@$(BIN)/mypy

check: $(KERNEL) ## Pytest on two cores.
	@$(BIN)/pytest -q -n 2

kernel: $(READY) ## Compile the native kernel in place, and of it only what has changed.
	@$(BIN)/python -m tools.kernel

catalogues: $(READY) ## Extract, update and compile the texts of tarok_pbn/locale.
	@$(BIN)/python -m tools.catalogues

docs: $(READY) ## Make the generated documents and the outputs in README and docs anew.
	@$(BIN)/tarok explain --markdown > docs/findings.md
	$(BIN)/tarok schema > docs/schema/tpbn-1.0.json
	$(BIN)/python -m tests.examples
	$(BIN)/python -m tests.test_convert_docs

bench: $(READY) ## Measure speed; prints a table.
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev,bench]'
	# the package as a wheel has it, beside plain Python
	rm -rf build/compiled
	TAROK_PBN_COMPILE=require $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps \
		--target build/compiled .
	$(BIN)/python -m bench

shots: $(READY) ## Pictures of a page of each game on a screen, a phone and paper, in out/shots.
	@$(BIN)/python -m tools.shots

clean: ## Remove the environment and everything made.
	@rm -rf $(VENV) out build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis tarok_pbn/_kernel.*
