# `make demo` and `make test` set up everything they need in .venv.
PYTHON ?= $(shell for p in python3.12 python3.11 python3.10 python3.13 python3.14 python3.15 python3; do \
	$$p -c 'import venv, ensurepip' 2>/dev/null && echo $$p && break; done)
VENV ?= .venv
# Seen from any folder; quoted wherever it is run, as the path may have spaces.
BIN := $(if $(filter /%,$(VENV)),,$(CURDIR)/)$(VENV)/bin
OLDEST_PYTHON ?= python3.10

.PHONY: demo test test-min lint types smoke docs linkcheck dist release clean

demo: $(VENV)/.demo
	cd example_project && rm -rf .scrapy output && "$(BIN)/scrapy" crawl news && "$(BIN)/python" check.py

test: $(VENV)/.test
	"$(BIN)/python" -m pytest -q -n auto --dist loadfile --no-loadscope-reorder

# The oldest versions that pyproject.toml allows, on the oldest Python.
test-min: $(VENV)/bin/python
	"$(BIN)/python" -m pip install --quiet uv
	"$(BIN)/uv" venv --quiet --clear --python $(OLDEST_PYTHON) $(VENV)-min
	"$(BIN)/uv" pip install --quiet --python $(VENV)-min --resolution lowest-direct \
		--compile-bytecode --group test --editable '.[redis]'
	$(VENV)-min/bin/python -m pytest -q -n auto --dist loadfile
	# This extra wants a newer lxml than the package.
	"$(BIN)/uv" pip install --quiet --python $(VENV)-min --resolution lowest-direct \
		--compile-bytecode --group test --editable '.[redis,trafilatura]'
	$(VENV)-min/bin/python -m pytest -q -n auto --dist loadfile tests/extract tests/plugin/test_settings.py

lint: $(VENV)/.lint
	"$(BIN)/ruff" check .
	"$(BIN)/ruff" format --check .
	"$(BIN)/zizmor" --offline --quiet .github
	@if command -v actionlint >/dev/null; then actionlint; fi

types: $(VENV)/.lint $(VENV)/.test
	"$(BIN)/mypy"

smoke: $(VENV)/.test
	"$(BIN)/python" -m benchmarks.smoke

# Into site/, from docs/ and the docstrings. A broken link or anchor is an error.
docs: $(VENV)/.docs
	"$(BIN)/python" -m sphinx -q -W --keep-going -b html docs site

# The links to other sites too; needs the network.
linkcheck: $(VENV)/.docs
	"$(BIN)/python" -m sphinx -q -W --keep-going -b linkcheck docs site/.linkcheck

# sdist and wheel, into dist/, tried in an environment that has nothing else.
dist: $(VENV)/.dist $(VENV)/.test $(VENV)/.lint
	rm -rf dist
	"$(BIN)/python" -m build
	"$(BIN)/python" -m twine check --strict dist/*
	"$(BIN)/check-wheel-contents" dist/*.whl
	"$(BIN)/python" .ci/check_dist.py

# The version that CHANGELOG.md calls unreleased, as a commit and a tag; pushing the tag publishes it.
release: $(VENV)/.pip
	"$(BIN)/python" -m pip install --quiet --group release
	"$(BIN)/bump-my-version" bump stage \
		--current-version "$$(sed -n 's/^__version__ = "\(.*\)"/\1/p' scrapy_neardup/__init__.py)"

$(VENV)/bin/python:
	@test -n "$(PYTHON)" || { echo "No Python with venv was found: install one of 3.10 to 3.15" \
		"(on Debian and Ubuntu: apt install python3-venv), or name it with PYTHON=..."; exit 1; }
	$(PYTHON) -m venv $(VENV)

# Dependency groups need pip 25.1, and $(VENV) may have been made by hand with the pip of its Python.
$(VENV)/.pip: $(VENV)/bin/python
	"$(BIN)/python" -m pip install --quiet --upgrade pip
	touch $@

$(VENV)/.demo: $(VENV)/.pip pyproject.toml $(wildcard $(foreach at,* */* */*/*,scrapy_neardup/$(at)/*.pyx scrapy_neardup/$(at)/*.pxd))
	"$(BIN)/python" -m pip install --quiet --editable .
	touch $@

$(VENV)/.test: $(VENV)/.demo
	"$(BIN)/python" -m pip install --quiet --group test
	touch $@

$(VENV)/.lint: $(VENV)/.pip pyproject.toml
	"$(BIN)/python" -m pip install --quiet --group lint
	touch $@

$(VENV)/.docs: $(VENV)/.demo
	"$(BIN)/python" -m pip install --quiet --group docs
	touch $@

$(VENV)/.dist: $(VENV)/.pip pyproject.toml
	"$(BIN)/python" -m pip install --quiet --group dist
	touch $@

clean:
	rm -rf $(VENV) $(VENV)-min dist site example_project/.scrapy example_project/output
