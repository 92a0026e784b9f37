# Everything a newcomer needs, with nothing installed but python3 and make.

PYTHON ?= python3
SEED ?= 1

venv := .venv
ready := $(venv)/.ready
bin := $(venv)/bin
# Each a file, or a folder with a file of rules; a game is called like it.
files := $(sort $(wildcard spec/games/*.qed spec/games/*/rules.qed))
games := $(sort $(notdir $(patsubst %/rules,%,$(files:.qed=))))
looks := $(games:%=look-at-%)
# A game, how many players, and seconds for each question.
drafts := werewolf_village:12:5 stool_pigeon:2:5
# Games with texts in both languages, and so with a rulebook worth printing.
complete := $(sort $(basename $(basename $(notdir $(wildcard spec/games/*.ja.toml)))) \
  $(notdir $(patsubst %/,%,$(dir $(wildcard spec/games/*/ja.toml)))))

.DEFAULT_GOAL := help
.PHONY: help verify $(looks) verify-all odds reports docs print test test-site test-site-all test-all bench clean

help:
	@echo 'make verify     set up, then check, test, play and quickly prove every shipped game'
	@echo 'make verify-all prove all that the checklists of the complete games ask, at every player count (two hours)'
	@echo 'make odds       play 20,000 games of every shipped game at each player count, and record how they come out'
	@echo 'make reports    write the generated half of the reports again, from the verdicts beside the games'
	@echo 'make docs       set up, then make the site of all shipped games in site/ (about a minute)'
	@echo 'make test       set up, then run the tests that take seconds, ruff and mypy'
	@echo 'make print      set up, then print the complete games: rulebooks, summaries, cards as PDF, in build/print/'
	@echo 'make test-site  the tests of the site in a real browser, and of print (installs Chromium and fonts where it may)'
	@echo 'make test-site-all  the same with 200 games of every table, step by step (20 minutes)'
	@echo 'make test-all   the same as test with the slow tests as well, 20,000 random claims among them (hours)'
	@echo 'make bench      measure how fast things are, and fill in docs/benchmarks.md (some minutes)'
	@echo 'make clean      remove everything that was built, the virtual environment too'
	@echo
	@echo 'Set PYTHON=... to choose the Python (3.11 or newer), SEED=... to play other games.'

# The stamp is newer than pyproject.toml exactly when the environment holds what it asks for.
$(ready): pyproject.toml
	@command -v $(PYTHON) >/dev/null 2>&1 || { \
	  echo 'qedeck needs Python 3.11 or newer, and "$(PYTHON)" was not found.' >&2; \
	  echo 'Install Python, or name yours: make PYTHON=/path/to/python3.11' >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo "qedeck needs Python 3.11 or newer; $(PYTHON) is $$($(PYTHON) -V 2>&1)." >&2; \
	  echo 'If a newer one is installed, name it: make PYTHON=python3.12' >&2; exit 1; }
	@$(PYTHON) -c 'import venv, ensurepip' 2>/dev/null || { \
	  echo 'This Python cannot make virtual environments.' >&2; \
	  echo 'On Debian and Ubuntu: sudo apt install python3-venv' >&2; exit 1; }
	@$(bin)/python -m pip --version >/dev/null 2>&1 || { \
	  echo 'Making the virtual environment $(venv) ...'; $(PYTHON) -m venv --clear $(venv); }
	@echo 'Installing qedeck and what it needs into $(venv) (about a minute) ...'
	@$(bin)/python -m pip install --quiet --disable-pip-version-check -e '.[dev]'
	@touch $@

# Two games at a time, each told in one piece; then the first game is proved, as far as that is quick: what stays open
# (exit code 3) is listed and no failure.
verify: $(ready)
	@$(MAKE) --no-print-directory --output-sync=target --jobs 2 $(looks)
	@echo 'Every shipped game checks, passes its examples and plays to an end.'
	$(bin)/qedeck verify werewolves_and_robbers --quick --once --seconds 20 || [ $$? = 3 ]

# The head of a game says "players 3 to 5", "players 2", or, in a variant, nothing.
$(looks): look-at-%: $(ready)
	@set -e; game=$*; file=$(firstword $(filter %/$*.qed %/$*/rules.qed,$(files))); \
	echo "== $$game"; \
	$(bin)/qedeck check --quiet "$$game"; \
	$(bin)/qedeck test --quiet "$$game"; \
	low=$$(sed -n 's/^  players  *\([0-9][0-9]*\).*/\1/p' "$$file" | head -n 1); \
	high=$$(sed -n 's/^  players  *[0-9][0-9]*  *to  *\([0-9][0-9]*\).*/\1/p' "$$file" | head -n 1); \
	if [ -z "$$low" ]; then $(bin)/qedeck run "$$game" --games 2 --seed $(SEED); exit; fi; \
	for count in $$low $${high:-$$low}; do \
	  $(bin)/qedeck run "$$game" --players "$$count" --games 2 --seed $(SEED); \
	done

# Exit code 3 says that something is not decided, 1 that a draft breaks a claim: the reports say what, and the others go on.
verify-all: $(ready)
	@mkdir -p build
	$(bin)/qedeck verify werewolves_and_robbers --seconds 120 --record --report docs/reports/werewolves_and_robbers.md || [ $$? = 3 ]
	$(bin)/qedeck verify wolf_and_hound -k WH-P- --seconds 60 --record --report docs/reports/wolf_and_hound.md || [ $$? -le 3 ]
	$(bin)/qedeck verify sharp_knives -k knives-change-nothing --seconds 60 --record || [ $$? -le 3 ]
	$(bin)/qedeck verify wolf_and_hound_match -k match --seconds 60 --record || [ $$? -le 3 ]
	$(bin)/qedeck verify wolf_and_hound_meat_and_bone -k the-rule-is-in-the-book --seconds 60 --record || [ $$? -le 3 ]
	@for draft in $(drafts); do \
	  game=$${draft%%:*}; rest=$${draft#*:}; players=$${rest%:*}; seconds=$${rest#*:}; \
	  $(bin)/qedeck verify "$$game" --own --players "$$players" --seconds "$$seconds" --report "build/$$game.md" \
	    || [ $$? -le 3 ] || exit 1; \
	done

# What was played by these rules already is kept: a second time takes seconds.
odds: $(ready)
	@for game in $(filter-out %_two_flocks,$(games)); do \
	  $(bin)/qedeck simulate "$$game" --games 20000 --record > /dev/null || [ $$? = 1 -o $$? = 3 ] || exit 1; \
	done

# The generated half of each report, from what was recorded: asks nothing.
reports: $(ready)
	$(bin)/qedeck verify werewolves_and_robbers --recorded --report docs/reports/werewolves_and_robbers.md || [ $$? -le 3 ]
	$(bin)/qedeck verify wolf_and_hound --recorded --report docs/reports/wolf_and_hound.md || [ $$? -le 3 ]

docs: $(venv)/.docs
	$(bin)/qedeck docs build --out site

$(venv)/.docs: $(ready)
	@$(bin)/python -m pip install --quiet --disable-pip-version-check -e '.[docs]'
	@touch $@

# The complete games and their variants, one folder each: about a minute.
print: $(venv)/.print
	@set -e; for game in $(complete); do $(bin)/qedeck docs print "$$game" --out "build/print/$$game"; done

$(venv)/.print: $(ready)
	@$(bin)/python -m pip install --quiet --disable-pip-version-check -e '.[print]'
	@fc-list 2>/dev/null | grep -q 'CJK JP' || { [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && \
	  apt-get update -qq && apt-get install -y -qq fonts-noto-cjk; } || \
	  echo 'The Japanese pages need Japanese type: sudo apt install fonts-noto-cjk' >&2
	@touch $@

test: $(ready)
	$(bin)/python -m pytest -q -n auto --dist worksteal --durations 10 -m 'not slow and not browser and not paper'
	@echo 'The tests in a browser and those on paper are left out: make test-site runs them.'
	$(bin)/ruff check .
	$(bin)/mypy

# A browser, Japanese type, playwright, and axe for what people need who do not see the page or have no mouse.
test-site: $(venv)/.site-test build/tested
	QEDECK_SITE=build/tested $(bin)/python -m pytest -q -n auto --dist worksteal -rs --durations 10 tests/site -m '(browser or paper) and not slow'

# The whole site, made once for all tests.
.PHONY: build/tested
build/tested: $(venv)/.docs
	$(bin)/qedeck docs build --out $@

# The picture in the README, of the site that make docs made.
docs/site.png: $(venv)/.site-test
	$(bin)/python -m tests.site.picture site docs/site.png

test-site-all: $(venv)/.site-test build/tested
	QEDECK_SITE=build/tested $(bin)/python -m pytest -q -n auto --dist worksteal -rs --durations 10 tests/site -m 'browser or paper'

$(venv)/.site-test: $(venv)/.docs
	@command -v chromium >/dev/null || command -v chromium-browser >/dev/null || [ -n "$$CHROMIUM" ] || { \
	  [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && apt-get update -qq && \
	    apt-get install -y -qq chromium fonts-noto-cjk; } || { \
	  echo 'The tests of the site need Chromium and Japanese type: sudo apt install chromium fonts-noto-cjk' >&2; \
	  echo 'Where Chromium is elsewhere: make test-site CHROMIUM=/path/to/chromium' >&2; exit 1; }
	@$(bin)/python -m pip install --quiet --disable-pip-version-check -e '.[site-test]'
	@mkdir -p $(venv)/axe && cd $(venv)/axe && { [ -f package/axe.min.js ] || { command -v npm >/dev/null && \
	  npm pack --silent --fetch-retries=1 --fetch-retry-mintimeout=2000 axe-core@4 >/dev/null && tar xzf axe-core-*.tgz package/axe.min.js; } || \
	  echo 'Without npm (or a network) the pages are not held against axe: apt install npm'; }
	@touch $@

test-all: $(ready)
	$(bin)/python -m pytest -q -n auto --dist worksteal --hypothesis-profile hunt -m 'not browser and not paper'
	$(bin)/ruff check .
	$(bin)/mypy

bench: $(venv)/.bench
	@set -e; for bench in frontend tables site; do \
	  echo "== tests/bench/bench_$$bench.py"; $(bin)/python -m tests.bench.bench_$$bench; \
	done

$(venv)/.bench: $(ready)
	@$(bin)/python -m pip install --quiet --disable-pip-version-check -e '.[bench,docs,site-test]'
	@touch $@

clean:
	rm -rf $(venv) build dist site .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
