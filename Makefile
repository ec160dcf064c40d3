# The two commands that matter: `make play` and `make test`. `make` alone lists the others.

VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check
NPM_CI := npm ci --no-audit --no-fund --loglevel=error
COLAB := tests/browser/colab

BUNDLE := pyramid_widget/static/widget.js
BUNDLE_SOURCES := $(shell find js -type f -not -path '*/node_modules/*') $(wildcard pyramid_widget/messages/*.json)

.NOTPARALLEL:
.DELETE_ON_ERROR:
.PHONY: help play wheel test lint test-python test-js test-browser test-packaging bench clean

help: ## list what can be made
	@grep -E '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /make \1\t/' | expand -t 22

play: $(VENV)/.lab $(BUNDLE) ## set everything up and open the game in JupyterLab
	$(BIN)/jupyter lab $(if $(filter 0,$(shell id -u)),--allow-root) \
		--LabApp.default_url=/lab/tree/notebooks/play.ipynb --ServerApp.root_dir=$(CURDIR)

wheel: $(VENV)/.test $(BUNDLE) ## wheel and sdist with the board as the sources have it now, into dist/
	$(BIN)/python -m build

test: lint test-python test-js test-browser test-packaging ## set everything up and run every check

lint: $(VENV)/.test ## style and types of the Python code
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

test-python: $(VENV)/.test $(BUNDLE) ## engine and widget, property tests included
	$(BIN)/pytest --ignore=tests/browser --ignore=tests/packaging

test-js: js/node_modules/.stamp ## types and unit tests of the front end
	npm --prefix js run typecheck
	npm --prefix js test

test-browser: $(VENV)/.test $(BUNDLE) .venv-colab/.stamp $(COLAB)/dist/frame.bundle.js ## the game in real hosts
	CHROMIUM="$$($(BIN)/python -m tests.browser.chromium)" && export CHROMIUM && $(BIN)/pytest tests/browser

test-packaging: $(VENV)/.test $(BUNDLE) ## wheel and sdist, each opened in a clean environment without node
	$(BIN)/pytest tests/packaging

bench: $(VENV)/.test $(BUNDLE) ## measure, print a table, write it to benchmarks/results.md
	CHROMIUM="$$($(BIN)/python -m tests.browser.chromium)" && export CHROMIUM && $(BIN)/python -m benchmarks

clean: ## remove everything that was set up or built
	rm -rf $(VENV) .venv-colab js/node_modules $(COLAB)/node_modules $(COLAB)/dist pyramid_widget/static test-results dist

# The package is installed in editable form after the bundle is built, so pip need not build it again.
$(VENV)/.lab: pyproject.toml | $(BIN)/python $(BUNDLE)
	$(PIP) --editable '.[lab]'
	@touch $@

$(VENV)/.test: pyproject.toml | $(BIN)/python $(BUNDLE)
	$(PIP) --editable '.[lab,test]'
	@touch $@ $(VENV)/.lab

$(BIN)/python:
	python="$$(scripts/find-python)" && "$$python" -m venv $(VENV)

$(BUNDLE): $(BUNDLE_SOURCES) | js/node_modules/.stamp
	npm --prefix js run build

js/node_modules/.stamp: js/package.json js/package-lock.json
	scripts/need-node
	cd js && $(NPM_CI)
	@touch $@

.venv-colab/.stamp: $(COLAB)/requirements.txt pyproject.toml | $(BUNDLE)
	python="$$(scripts/find-python 3.12 3.13 3.11 3.10)" && "$$python" -m venv --clear .venv-colab
	.venv-colab/bin/python -m pip install --quiet --disable-pip-version-check --requirement $< --editable .
	@touch $@

$(COLAB)/dist/frame.bundle.js: $(COLAB)/frame.js $(COLAB)/package.json $(COLAB)/package-lock.json
	scripts/need-node
	cd $(COLAB) && $(NPM_CI) && npm run --silent build
