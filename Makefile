# Everything a clone needs: `make demo` first, then `make test`.
SHELL := /bin/bash
.DEFAULT_GOAL := help
PYTHON ?= $(shell for p in python3.13 python3.12 python3.11 python3; do \
  "$$p" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && { echo "$$p"; break; }; done)
RUN := .venv/bin
LOCK = uv pip compile --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header --no-annotate -q pyproject.toml
PIP = $(RUN)/python -m pip install -q --disable-pip-version-check
# The web client: npm by the system's Node, else by one that is fetched into .venv.
NPM = $(RUN)/python hatch_build.py npm
CLIENT := src/roundtable/_web/.stamp
CLIENT_SOURCES := requirements/browser.lock $(wildcard web/*.html web/*.json web/*.ts) \
  $(shell find web/public web/src ! -name '*.test.*' ! -path 'web/src/testing/*')
# What Python projects find in the browser, beyond Python's own library; their needs come with them.
IN_BROWSER := fastapi httpx httpx2 pytest pytest-asyncio python-multipart

# Tests wait for others about a third of their time, so there is one process more than cores.
PROCESSES ?= $(shell echo $$(($$(nproc 2>/dev/null || echo 2) + 1)))

# One environment, one pip at a time; only what `test` prepares, once that stands, is done side by side.
ifeq ($(filter prepared,$(MAKECMDGOALS)),)
.NOTPARALLEL:
endif
.PHONY: help demo serve client containers test prepared gates web-test bench bench-web bench-synthesis bench-mutation faults soak docs recording lock clean sandbox browser

help: ## show this list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /  make \1\t/' | expand -t 24

demo: .venv/.run sandbox ## set up and watch three scripted knights build a small project
	@$(ENGINE) $(RUN)/roundtable demo

serve: .venv/.run client sandbox ## set up and open the table in a browser
	@$(RUN)/roundtable serve

client: $(CLIENT) ## build the web client, where its sources have changed
	@:

test: .venv/.dev client ## set up, run every gate and every test
	@$(MAKE) --no-print-directory --jobs=2 --output-sync=target prepared
	$(ENGINE) REQUIRE_SANDBOX=$${REQUIRE_SANDBOX:-$${CI:+1}} \
	  REQUIRE_BROWSER=$${REQUIRE_BROWSER:-$${CI:+1}} REQUIRE_CONTAINERS=$${REQUIRE_CONTAINERS:-$${CI:+1}} \
	  $(RUN)/pytest -n $(PROCESSES)

prepared: containers gates web-test .vendor/.done .vendor/corpus/.done

gates: .venv/.dev
	$(RUN)/ruff format --check .
	$(RUN)/ruff check .
	$(RUN)/mypy
	PYTHONPATH=src $(RUN)/lint-imports

web-test: .venv/.dev client ## the gates and tests of the web client alone
	$(NPM) run --silent types
	$(NPM) run --silent lint
	$(NPM) run --silent format:check
	$(NPM) run --silent test

bench: .venv/.dev ## print the benchmarks with this machine's data
	$(RUN)/python -m benchmarks

bench-web: .venv/.dev client browser ## the web app in a real browser: streaming, first screen, Stop, a long diff
	$(RUN)/python -m benchmarks product streaming

bench-synthesis: .venv/.bench sandbox ## replay stored answers of real models: does the merge beat the best of them?
	$(RUN)/python -m benchmarks.synthesis

bench-mutation: .venv/.dev sandbox ## plant bugs in three candidates: does the merge come out clean?
	$(RUN)/python -m benchmarks.mutation

faults: .venv/.dev ## put every adapter through every fault and write docs/faults.md
	$(RUN)/python -m benchmarks.faults

soak: .venv/.dev client containers ## the long runs: kill -9 at 200 random points, 50 cancelled runs, and others
	$(ENGINE) $(RUN)/pytest -m soak -n 0 -s

recording: .venv/.dev sandbox ## record the demo anew for the README
	$(RUN)/python -m docs.recording

docs: .venv/.dev client ## write the generated pages of docs/ and the client's types anew
	$(RUN)/python -m docs.generate
	$(NPM) run --silent api

lock: ## resolve the lock files anew (needs uv)
	$(LOCK) --group build -o requirements/run.lock
	$(LOCK) --group dev -o requirements/dev.lock
	$(LOCK:pyproject.toml=) --group pyproject.toml:bench -c requirements/dev.lock -o requirements/bench.lock
	$(LOCK:pyproject.toml=) --group pyproject.toml:web -o requirements/web.lock
	$(RUN)/python hatch_build.py lock $(IN_BROWSER)

# Model code is run in bubblewrap or not at all. Where it can be installed without asking, it is.
sandbox:
	@if [ "$$(uname)" = Linux ] && ! command -v bwrap >/dev/null; then \
	  if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	    echo "Installing bubblewrap, the sandbox for generated code (once) …"; \
	    { apt-get install -y -qq bubblewrap || { apt-get update -qq && apt-get install -y -qq bubblewrap; }; } \
	      >/dev/null 2>&1 || echo "bubblewrap could not be installed: generated code will be read, not run"; \
	  else echo "bubblewrap is not installed: generated code will be read, not run (Debian: apt-get install bubblewrap)"; fi; \
	fi

# The tests of the web app drive Debian's Chromium. Where it can be installed without asking, it is.
browser: | sandbox # one after the other: there is one apt
	@if [ "$$(uname)" = Linux ] && ! command -v chromium >/dev/null; then \
	  if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	    echo "Installing Chromium, for the tests of the web app (once) …"; \
	    { apt-get install -y -qq chromium || { apt-get update -qq && apt-get install -y -qq chromium; }; } \
	      >/dev/null 2>&1 || echo "chromium could not be installed: the tests in a browser will say that they were not run"; \
	  else echo "chromium is not installed: the tests in a browser will say that they were not run (Debian: apt-get install chromium)"; fi; \
	fi

# Container tests use the engine that is here. Where there is none, and a script beside the project
# knows how to bring one up, it does.
CONTAINERS := $(wildcard ../shared/ci/containers.sh)
ENGINE = if [ -f .vendor/engine ]; then . .vendor/engine; fi;
containers: | browser
	@if [ -n "$(CONTAINERS)" ] && [ "$$(id -u)" = 0 ]; then \
	  echo "Bringing up a container engine, for the tests of runs (once) …"; \
	  mkdir -p .vendor; bash $(CONTAINERS) >.vendor/engine.log 2>&1 && grep '^export DOCKER_HOST=' .vendor/engine.log >.vendor/engine \
	    || { rm -f .vendor/engine; echo "no engine came up: see .vendor/engine.log"; }; \
	elif ! docker info >/dev/null 2>&1; then \
	  echo "no container engine: the tests of runs will say that they were not run"; fi

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
	@$(PIP) --require-hashes -r requirements/bench.lock
	@touch $@

clean: ## remove the environment and caches
	rm -rf .venv .vendor web/node_modules src/roundtable/_web .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache dist build

.venv/bin/python:
	@test -n "$(PYTHON)" || { echo "Roundtable needs Python 3.11 or newer; set PYTHON=/path/to/python3" >&2; exit 1; }
	@$(PYTHON) -m venv .venv || { echo "Python's venv module is missing; on Debian: apt-get install python3-venv" >&2; rm -rf .venv; exit 1; }

# The client is built by a rule of its own, below, so it is left out here.
.venv/.run: requirements/run.lock pyproject.toml | .venv/bin/python
	@echo "Setting up Roundtable in .venv (once) …"
	@$(PIP) --require-hashes -r requirements/run.lock
	@ROUNDTABLE_WEB=skip $(PIP) --no-deps --no-build-isolation -e .
	@touch $@

.venv/.dev: requirements/dev.lock pyproject.toml | .venv/bin/python
	@echo "Setting up the tools for development in .venv (once) …"
	@$(PIP) --require-hashes -r requirements/dev.lock
	@ROUNDTABLE_WEB=skip $(PIP) --no-deps --no-build-isolation -e .
	@touch $@ .venv/.run

$(CLIENT): $(CLIENT_SOURCES) hatch_build.py | .venv/.run
	@$(RUN)/python hatch_build.py has-node || { \
	  echo "Node is not installed: fetching it into .venv, to build the web client (once) …"; \
	  $(PIP) --require-hashes -r requirements/web.lock; }
	@$(RUN)/python hatch_build.py
