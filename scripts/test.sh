#!/usr/bin/env bash
# Every check, one after the other but for the lint, which compiles while the real window waits. A failed part does not hide
# the parts after it. See `make test`.
set -uo pipefail
cd "$(dirname "$0")/.."

export TARGETS=--all-targets
logs="${CARGO_TARGET_DIR:-target}/checks"
mkdir -p "$logs"
names=() results=() seconds=() failed=()
passed=0 skipped=0

note() { names+=("$1") seconds+=("$2") results+=("$3"); }

ended() { # NAME SECONDS STATUS
  if [ "$3" = 0 ]; then
    passed=$((passed + 1)) && note "$1" "$2" passed
  else
    failed+=("$1") && note "$1" "$2" FAILED
  fi
}

part() { # NAME TARGET, then what else make is told
  local began=$SECONDS status
  printf '\n== %s\n' "$1"
  make "${@:2}" </dev/null 2>&1 | tee "$logs/$2.log"
  status=${PIPESTATUS[0]}
  ended "$1" $((SECONDS - began)) "$status"
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
linting=$SECONDS
# Cargo builds one thing at a time in a folder: what the window needs has been built, and is not looked at again.
{ make lint </dev/null >"$logs/lint.log" 2>&1; echo "$?" >"$logs/lint.status"; echo "$SECONDS" >"$logs/lint.ended"; } &
part "real window" test-e2e -o build -o samples
wait
printf '\n== %s\n' "Rust lint"
cat "$logs/lint.log"
ended "Rust lint" $(($(cat "$logs/lint.ended") - linting)) "$(cat "$logs/lint.status")"

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
