#!/usr/bin/env bash
# Every check, one after the other. A failed part does not hide the parts after it. See `make test`.
set -uo pipefail
cd "$(dirname "$0")/.."

export TARGETS=--all-targets
logs="${CARGO_TARGET_DIR:-target}/checks"
mkdir -p "$logs"
names=() results=() seconds=() failed=()
passed=0 skipped=0

note() { names+=("$1") seconds+=("$2") results+=("$3"); }

part() { # NAME TARGET
  local began=$SECONDS status
  printf '\n== %s\n' "$1"
  make "$2" </dev/null 2>&1 | tee "$logs/$2.log"
  status=${PIPESTATUS[0]}
  if [ "$status" = 0 ]; then
    passed=$((passed + 1)) && note "$1" $((SECONDS - began)) passed
  else
    failed+=("$1") && note "$1" $((SECONDS - began)) FAILED
  fi
}

skip() { # NAME WHY
  printf '\n== %s: skipped, %s\n' "$1" "$2"
  skipped=$((skipped + 1)) && note "$1" 0 "skipped: $2"
}

part "front end build" ui
part "Rust format" fmt
part "front end lint" lint-ui
part "front end types" types
if cargo deny --version >/dev/null 2>&1; then part "cargo deny" deny; else skip "cargo deny" "it is not installed"; fi
part "program build" build
part "sample databases" samples
part "Rust tests" test-rust
part "front end tests" test-ui
part "first load" first-load
part "page tests" test-pages
part "real window" test-e2e
part "Rust lint" lint

printf '\n%-20s %8s  %s\n' part seconds result
for i in "${!names[@]}"; do
  printf '%-20s %8d  %s\n' "${names[$i]}" "${seconds[$i]}" "${results[$i]}"
done
printf '%-20s %8d\n\n' "all together" "$SECONDS"
for name in ${failed[@]+"${failed[@]}"}; do
  printf 'Failed: %s\n' "$name"
done
line="$passed passed, ${#failed[@]} failed"
[ "$skipped" = 0 ] || line="$line, $skipped skipped"
printf '%s\n' "$line"
[ "${#failed[@]}" = 0 ]
