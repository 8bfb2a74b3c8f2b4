#!/usr/bin/env bash
# Brings what a build needs and a checkout does not hold: system libraries, npm packages, prebuilt native files.
# Says nothing and takes a moment when everything is there.
#
#   scripts/setup.sh [run|test|model]   run: what building and opening the program takes; test: what the checks take, too;
#                                       model: what building llama.cpp and running a small model takes, too
set -euo pipefail
cd "$(dirname "$0")/.."
what="${1:-test}"

say() { printf '%s\n' "$*" >&2; }

# Package, and a sign that it is there: a program, a pkg-config module, or a case below.
for_building=(
  "build-essential cmd:cc"
  "pkg-config cmd:pkg-config"
  "libwebkit2gtk-4.1-dev pc:webkit2gtk-4.1"
  "libssl-dev pc:openssl"
  "python3-pip pip"
)
for_checking=(
  "xvfb cmd:Xvfb"
  "webkit2gtk-driver cmd:WebKitWebDriver"
  "dbus cmd:dbus-run-session"
  "gnome-keyring cmd:gnome-keyring-daemon"
  "xdotool cmd:xdotool"
  "openbox cmd:openbox"
  "imagemagick cmd:import"
  "fonts-dejavu-core font"
  "chromium browser"
  "postgresql server"
)
for_models=(
  "cmake cmd:cmake"
  "libclang-dev libclang"
)

has() {
  case "$1" in
    cmd:*) command -v "${1#cmd:}" >/dev/null ;;
    pc:*) pkg-config --exists "${1#pc:}" 2>/dev/null ;;
    pip) node scripts/native.mjs --check 2>/dev/null || python3 -m pip --version >/dev/null 2>&1 ;;
    font) [ -e /usr/share/fonts/truetype/dejavu/DejaVuSans.ttf ] ;;
    # `libclang-cpp` is another library, which bindgen does not take. Without -q: the lists are read to their end.
    libclang) { compgen -G "/usr/lib/llvm-*/lib/libclang*.so*"; ldconfig -p; } | grep -E "libclang(-[0-9.]+)?\.so" ;;
    server) command -v initdb || compgen -G "/usr/lib/postgresql/*/bin/initdb" ;;
    browser) [ -n "${ASKWELL_CHROMIUM:-}" ] || command -v chromium-headless-shell || command -v chromium || command -v chromium-browser || command -v google-chrome ;;
  esac >/dev/null
}

system_libraries() {
  [ "$(uname -s)" = Linux ] || return 0
  local wanted=("${for_building[@]}") missing=() entry
  case "$what" in
    test) wanted+=("${for_checking[@]}") ;;
    model) wanted+=("${for_models[@]}") ;;
  esac
  for entry in "${wanted[@]}"; do
    has "${entry#* }" || missing+=("${entry%% *}")
  done
  [ "${#missing[@]}" -gt 0 ] || return 0
  # The shell is Chromium without its own window, smaller and quicker; not every release packs it.
  if apt-cache show chromium-headless-shell >/dev/null 2>&1; then missing=("${missing[@]/#chromium/chromium-headless-shell}"); fi
  local install="apt-get install -y --no-install-recommends ${missing[*]}"
  if ! command -v apt-get >/dev/null; then
    say "Missing on this system, by their Debian names: ${missing[*]}"
    say "Install your system's packages of these, then run the same command again."
    exit 1
  fi
  local as_root=()
  if [ "$(id -u)" != 0 ]; then
    if ! sudo -n true 2>/dev/null; then
      say "Some system libraries are missing. Run this, then the same command again:"
      say ""
      say "  sudo apt-get update && sudo $install"
      exit 1
    fi
    as_root=(sudo -n)
  fi
  say "Installing ${missing[*]}"
  "${as_root[@]}" apt-get update -qq
  # shellcheck disable=SC2086
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive $install -qq >/dev/null
}

programs() {
  local name hint
  while read -r name hint; do
    command -v "$name" >/dev/null || { say "$name is missing: $hint"; exit 1; }
  done <<'END'
cargo install Rust 1.90 or newer (https://rustup.rs)
node install Node 20 or newer (https://nodejs.org)
npm it comes with Node (Debian: apt install npm)
END
  [ "$(node -p 'Number(process.versions.node.split(".")[0]) >= 20')" = true ] ||
    { say "Node $(node -v) is too old; version 20 or newer is needed."; exit 1; }
}

npm_packages() {
  local stamp=ui/node_modules/.askwell now
  now="$(cat ui/package.json ui/package-lock.json <(node -p 'process.arch + process.version') | cksum)"
  [ "$(cat "$stamp" 2>/dev/null)" != "$now" ] || return 0
  say "Installing the front end's packages"
  (cd ui && npm ci --loglevel=error --no-audit --no-fund >&2)
  printf '%s' "$now" >"$stamp"
}

programs
system_libraries
npm_packages
node scripts/native.mjs
