# The two commands: `make run` opens the program, `make test` checks everything. The rest are their parts.
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DELETE_ON_ERROR:
MAKEFLAGS += --no-print-directory --no-builtin-rules

export CARGO_TARGET_DIR ?= $(CURDIR)/target
# One package selection and one feature set everywhere; another one would compile the shared crates again.
CARGO_SCOPE := --workspace --features desktop,custom-protocol --locked
# The parts without the window.
CARGO_CORE := -p askwell-contract -p askwell-sql -p askwell-reader -p askwell-io -p askwell-engine -p askwell-cli
# Programs alone to open the window; everything to check it, so that nothing is compiled twice.
TARGETS ?= --bins
BIN := $(CARGO_TARGET_DIR)/debug
UI_SOURCES := $(shell find ui/src ui/public ui/index.html ui/vite.config.ts ui/tsconfig.json ui/package-lock.json -type f 2>/dev/null)
SAMPLE_SOURCES := $(shell find src-tauri/cli/sample -type f 2>/dev/null)
SAMPLES := sample-data/harbor-goods.sqlite sample-data/northern-league.duckdb

test-rust test-e2e pictures: TARGETS := --all-targets

.PHONY: run test setup cli ui samples build fmt lint lint-ui types deny licences test-rust test-postgres test-local-llm test-llama-server test-ui first-load test-pages test-e2e fuzz oracles soak kills mutants contract format bundle pictures speed help

help: ## this list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

run: ## set up, build and open the program on the sample databases
	@scripts/run.sh --check
	@scripts/setup.sh run
	@$(MAKE) -s build samples
	@scripts/run.sh

test: ## set up, then every check there is, with a table of how long each took
	@scripts/setup.sh test
	@scripts/test.sh

setup: ## bring system libraries, npm packages and native files, where missing
	@scripts/setup.sh test

cli: ## build the release command line program; the last line is its path
	@scripts/setup.sh run
	@cargo build --release --locked -p askwell-cli >&2
	@echo "$(CARGO_TARGET_DIR)/release/askwell-cli"

ui: ui/dist/index.html ## build the front end
ui/dist/index.html: $(UI_SOURCES)
	cd ui && npm run --silent build
	@touch $@

build: ui ## build the debug program, the front end inside
	cargo build $(CARGO_SCOPE) $(TARGETS)

samples: $(SAMPLES) ## make the sample databases
$(SAMPLES) &: $(SAMPLE_SOURCES) | build
	@rm -f $(SAMPLES)
	$(BIN)/askwell-cli sample sample-data
	@touch $(SAMPLES)

fmt: ## is the Rust formatted?
	cargo fmt --all -- --check -l

lint: ui ## clippy, warnings denied
	cargo clippy $(CARGO_SCOPE) --all-targets --quiet -- -D warnings

lint-ui: ## the front end's linter and formatter
	cd ui && npm run --silent lint && npm run --silent format:check

types: ## the front end's type check
	cd ui && npm run --silent typecheck

deny: ## licences, advisories, sources of the Rust packages
	cargo deny --workspace --all-features check --hide-inclusion-graph bans licenses sources
	if cargo deny --workspace fetch db; then cargo deny --workspace --all-features check --hide-inclusion-graph --disable-fetch advisories; \
	  else echo "Advisories not checked: their database cannot be fetched from here."; fi

# Tests wait for runners, servers and files: one more than there are processors keeps these busy.
test-rust: build samples ## unit, property, conformance, literate and tidiness tests
	if command -v cargo-nextest >/dev/null; then cargo nextest run $(CARGO_SCOPE) --no-fail-fast --failure-output immediate-final --test-threads $$(( $$(getconf _NPROCESSORS_ONLN) + 1 )); else cargo test $(CARGO_SCOPE) --no-fail-fast; fi

test-postgres: ## the suite of the three engines on PostgreSQL alone; ASKWELL_POSTGRES_BIN says which version
	@node scripts/native.mjs
	cargo test --locked -p askwell-io --lib -- postgres

test-local-llm: ## a small model, run in process (builds llama.cpp: minutes, cmake and libclang)
	@scripts/setup.sh model
	@node scripts/native.mjs --test-model
	cargo test --locked -p askwell-io --features local-llm --lib -- llm::local

test-llama-server: ## a real llama.cpp server with a small model, asked over its interface
	@node scripts/native.mjs --test-model
	@scripts/llama-server.sh cargo test --locked -p askwell-io --lib -- --ignored real_llama_server

fuzz: ## every machine that looks for faults, for FUZZ_SECONDS each (600)
	ASKWELL_FUZZ_SECONDS=$(or $(FUZZ_SECONDS),600) cargo test --locked $(CARGO_CORE) --lib -- fuzz --nocapture --test-threads=2

oracles: ## our changes of statements beside the engines, ORACLE_TRIES statements a claim and engine (1,000)
	ASKWELL_ORACLE_TRIES=$(or $(ORACLE_TRIES),1000) cargo test --locked $(CARGO_CORE) --lib -- oracles

soak: samples ## questions for a long time: SOAK_QUESTIONS of them (10,000), a model that fails one in five, PostgreSQL with ASKWELL_SOAK_POSTGRES
	ASKWELL_SOAK_QUESTIONS=$(or $(SOAK_QUESTIONS),10000) cargo test --locked $(CARGO_CORE) --test soak -- --ignored --nocapture

kills: ## kill runners at KILL_POINTS points an engine (500) of questions and exports
	ASKWELL_KILL_POINTS=$(or $(KILL_POINTS),500) cargo test $(CARGO_SCOPE) --test askwell -- killed --nocapture

mutants: ## change the program in one place after the other; each change has to fail a test
	node scripts/mutants.mjs

test-ui: ## the front end's unit tests
	cd ui && npm run --silent test

first-load: ui ## how much script the window loads before the first press; fails above the limit
	node scripts/first-load.mjs

test-pages: ## the front end in Chromium, against a mock of the contract
	cd ui && npm run --silent test:pages

test-e2e: build samples ## the real window on a virtual display, from first start to a CSV on disk
	node tests/e2e/run.mjs

speed: build samples ## how fast the real window is and what memory it takes; fails above a limit
	node scripts/window.mjs

licences: ## write ui/src/settings/licences.json, which the settings show, from the lock files
	node scripts/licences.mjs

contract: ui ## write ui/src/contract.ts from the Rust types
	ASKWELL_WRITE_CONTRACT=1 cargo test $(CARGO_SCOPE) --test askwell --quiet -- bindings

format: ## format everything
	cargo fmt --all
	cd ui && npm run --silent format

pictures: build samples ## take the pictures of the README from the real window
	node tests/e2e/run.mjs --pictures docs

bundle: ## installable packages of this platform, models in files among what they can use
	@scripts/setup.sh model
	cargo build --release --locked -p askwell-cli
	PATH="$(CURDIR)/src-tauri/native/lib:$$PATH" $(CARGO_TARGET_DIR)/release/askwell-cli sample sample-data
	ui/node_modules/.bin/tauri build --ci --features local-llm
