#!/usr/bin/env bash
# Opens the window of the built program; see `make run`.
set -euo pipefail
cd "$(dirname "$0")/.."

if [ "$(uname -s)" = Linux ] && [ -z "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ]; then
  cat >&2 <<'END'
There is no display to open a window on (neither DISPLAY nor WAYLAND_DISPLAY is set).
  On a desktop:              run `make run` in a terminal there.
  Over SSH:                  connect with `ssh -X`, or set DISPLAY.
  On a machine without one:  `make cli` builds the command line program, which needs no window;
                             `make test` drives the real window on a virtual display.
END
  exit 1
fi
if [ "${1:-}" != --check ]; then
  exec "${CARGO_TARGET_DIR:-target}/debug/askwell"
fi
