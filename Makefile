# Everything a clone needs: `make demo` first, then `make test`.
SHELL := /bin/bash
.DEFAULT_GOAL := help
PYTHON ?= $(shell for p in python3.13 python3.12 python3.11 python3; do \
  "$$p" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && { echo "$$p"; break; }; done)
RUN := .venv/bin
LOCK = uv pip compile --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header --no-annotate -q pyproject.toml

.PHONY: help demo test bench bench-synthesis bench-mutation faults soak docs recording lock clean sandbox

help: ## show this list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /  make \1\t/' | expand -t 24

demo: .venv/.run sandbox ## set up and watch three scripted knights build a small project
	@$(RUN)/roundtable demo

test: .venv/.dev .vendor/.done .vendor/corpus/.done sandbox ## set up, run every gate and every test
	$(RUN)/ruff format --check .
	$(RUN)/ruff check .
	$(RUN)/mypy
	PYTHONPATH=src $(RUN)/lint-imports
	REQUIRE_SANDBOX=$${CI:+1} $(RUN)/pytest -n auto

bench: .venv/.dev ## print the benchmarks with this machine's data
	$(RUN)/python -m benchmarks

bench-synthesis: .venv/.bench sandbox ## replay stored answers of real models: does the merge beat the best of them?
	$(RUN)/python -m benchmarks.synthesis

bench-mutation: .venv/.dev sandbox ## plant bugs in three candidates: does the merge come out clean?
	$(RUN)/python -m benchmarks.mutation

faults: .venv/.dev ## put every adapter through every fault and write docs/faults.md
	$(RUN)/python -m benchmarks.faults

soak: .venv/.dev ## the long runs: kill -9 at 200 random points, and others
	$(RUN)/pytest -m soak -n 0 -s

recording: .venv/.dev sandbox ## record the demo anew for the README
	$(RUN)/python -m docs.recording

docs: .venv/.dev ## write the generated pages of docs/ anew
	$(RUN)/python -m docs.generate

lock: ## resolve the lock files anew (needs uv)
	$(LOCK) --group build -o requirements/run.lock
	$(LOCK) --group dev -o requirements/dev.lock
	uv pip compile --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header --no-annotate -q --group pyproject.toml:bench -c requirements/dev.lock -o requirements/bench.lock

# Model code is run in bubblewrap or not at all. Where it can be installed without asking, it is.
sandbox:
	@if [ "$$(uname)" = Linux ] && ! command -v bwrap >/dev/null; then \
	  if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	    echo "Installing bubblewrap, the sandbox for generated code (once) …"; \
	    { apt-get install -y -qq bubblewrap || { apt-get update -qq && apt-get install -y -qq bubblewrap; }; } \
	      >/dev/null 2>&1 || echo "bubblewrap could not be installed: generated code will be read, not run"; \
	  else echo "bubblewrap is not installed: generated code will be read, not run (Debian: apt-get install bubblewrap)"; fi; \
	fi

# The vendors' own commands, pinned, for the tests that run them against servers on loopback.
.vendor/.done: tests/vendor/package.json tests/vendor/package-lock.json
	@mkdir -p .vendor && cp $^ .vendor/
	@if command -v npm >/dev/null; then \
	  echo "Fetching the vendors' commands into .vendor (once) …"; \
	  npm ci --prefix .vendor --no-audit --no-fund --loglevel=error && touch $@; \
	else echo "npm is not installed: tests of the vendors' commands will say that they were not run"; fi

# Real code of many hands, pinned, which the tests cut into units and join again.
.vendor/corpus/.done: tests/corpus/archives.toml | .venv/.dev
	@$(RUN)/python -m tests.corpus.fetch

# What the stored answers of the yardstick import.
.venv/.bench: requirements/bench.lock | .venv/.dev
	@$(RUN)/python -m pip install -q --disable-pip-version-check --require-hashes -r requirements/bench.lock
	@touch $@

clean: ## remove the environment and caches
	rm -rf .venv .vendor .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache dist build

.venv/bin/python:
	@test -n "$(PYTHON)" || { echo "Roundtable needs Python 3.11 or newer; set PYTHON=/path/to/python3" >&2; exit 1; }
	@$(PYTHON) -m venv .venv || { echo "Python's venv module is missing; on Debian: apt-get install python3-venv" >&2; rm -rf .venv; exit 1; }

.venv/.run: requirements/run.lock pyproject.toml | .venv/bin/python
	@echo "Setting up Roundtable in .venv (once) …"
	@$(RUN)/python -m pip install -q --disable-pip-version-check --require-hashes -r requirements/run.lock
	@$(RUN)/python -m pip install -q --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@

.venv/.dev: requirements/dev.lock pyproject.toml | .venv/bin/python
	@echo "Setting up the tools for development in .venv (once) …"
	@$(RUN)/python -m pip install -q --disable-pip-version-check --require-hashes -r requirements/dev.lock
	@$(RUN)/python -m pip install -q --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@ .venv/.run
