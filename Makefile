# make run     serves Manilla on this computer, with a demo championship the first time
# make test    runs the tests     (PYTEST_ARGS="tests/core -x" chooses)
# make lint    checks style and types
# make coverage   shows that the tests of the rules reach every line and branch of scoring/
# make bench   prints measurements
#
# Every target sets up what it needs. PORT=8001 chooses another port, PYTHON=… another Python.

SHELL := /bin/bash
PORT ?= 8000
PYTHON ?= python3
PYTEST_ARGS ?=
export PORT PYTHON

catalogues := $(patsubst %.po,%.mo,$(wildcard locale/*/LC_MESSAGES/*.po locale/variants/*/LC_MESSAGES/*.po))
in_venv := .venv/bin/python -m

.NOTPARALLEL:
.PHONY: run test lint coverage bench translations
.DEFAULT_GOAL := run

run: .venv/ready-to-run translations
	@scripts/serve

test: .venv/ready-to-develop translations
	@$(in_venv) pytest --numprocesses auto --dist worksteal $(PYTEST_ARGS)

lint: .venv/ready-to-develop
	@$(in_venv) ruff check .
	@$(in_venv) ruff format --check .
	@$(in_venv) mypy

coverage: .venv/ready-to-develop
	@$(in_venv) pytest tests/scoring --quiet --cov=scoring --cov-report=term-missing:skip-covered

bench: .venv/ready-to-develop translations
	@set -e; for script in $(wildcard benchmarks/*.py); do echo "== $$script"; PYTHONPATH=. .venv/bin/python $$script; done

translations: $(catalogues)

%.mo: %.po | .venv/ready-to-run
	@$(in_venv) babel.messages.frontend --quiet compile --input-file $< --output-file $@

.venv/ready-to-run: requirements.txt
	@scripts/environment requirements.txt
	@touch $@

.venv/ready-to-develop: requirements-dev.txt requirements.txt
	@scripts/environment requirements-dev.txt
	@touch $@ .venv/ready-to-run
