#!/usr/bin/env bash
# Runs a command while a real llama.cpp server with the small model of the tests listens on 127.0.0.1; its address is in
# ASKWELL_LLAMA_SERVER. The server comes from a Python package that carries it, in an environment of its own.
#
#   scripts/llama-server.sh COMMAND ...
set -euo pipefail
cd "$(dirname "$0")/.."
version=2026.10.11549
home=target/llama-server
model=src-tauri/native/test/smollm2-135m-instruct-q4_1.gguf

[ -f "$model" ] || { echo "The model is missing: node scripts/native.mjs --test-model" >&2; exit 1; }
if [ "$(cat "$home/version" 2>/dev/null)" != "$version" ]; then
  rm -rf "$home"
  python3 -m venv "$home"
  "$home/bin/pip" install --quiet --no-deps --only-binary=:all: "xllamacpp==$version"
  echo "$version" >"$home/version"
fi

port="$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')"
"$home/bin/python" - "$model" "$port" >"$home/log" 2>&1 <<'END' &
import sys, threading
import xllamacpp

params = xllamacpp.CommonParams()
params.model.path = sys.argv[1]
params.model_alias = {"small"}
params.n_ctx = 4096
params.n_parallel = 1
params.port = int(sys.argv[2])
server = xllamacpp.Server(params)
threading.Event().wait()
END
server=$!
trap 'kill "$server" 2>/dev/null || true' EXIT

for _ in $(seq 300); do
  if python3 - "$port" 2>/dev/null <<'END'; then break; fi
import sys, urllib.request
urllib.request.build_opener(urllib.request.ProxyHandler({})).open(f"http://127.0.0.1:{sys.argv[1]}/health", timeout=5)
END
  kill -0 "$server" 2>/dev/null || { cat "$home/log" >&2; exit 1; }
  sleep 1
done
ASKWELL_LLAMA_SERVER="http://127.0.0.1:$port" "$@"
