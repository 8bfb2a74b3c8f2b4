// Brings the native files of native.tsv into src-tauri/native. Every file is checked against its SHA-256 before it is
// used; one that was checked before is known again by its size and time of change. Registries are reached through
// their own clients (npm, pip), so mirrors and proxies configured there apply.
//
//   node scripts/native.mjs [--check] [--test-model]
//     --check: fetch nothing, exit 1 if a file is missing or wrong; --test-model: also the small model of the tests
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const native = process.env.ASKWELL_NATIVE ?? path.join(root, "src-tauri", "native");
const cache = path.join(process.env.XDG_CACHE_HOME || path.join(os.homedir(), ".cache"), "askwell", "native");
const stampFile = path.join(root, "target", "native-stamp.json");
const platform = `${{ linux: "linux", darwin: "macos", win32: "windows" }[process.platform]}-${process.arch}`;

const rows = fs
  .readFileSync(path.join(root, "scripts", "native.tsv"), "utf8")
  .split(/\r?\n/)
  .filter((line) => line && !line.startsWith("#"))
  .map((line) => {
    const [on, to, registry, name, wheel, inside, sha256] = line.split("\t");
    return { on, to, registry, name, wheel, inside, sha256 };
  })
  .filter((row) => ["any", platform, ...(process.argv.includes("--test-model") ? ["test"] : [])].includes(row.on));

if (!rows.some((row) => row.on === platform)) {
  fail(`There are no prebuilt native files for ${platform}; see scripts/native.tsv.`);
}

const stamps = readStamps();
const missing = rows.filter((row) => !isRight(row, path.join(native, row.to)));
if (missing.length && process.argv.includes("--check")) {
  fail(`Missing or wrong: ${missing.map((row) => row.to).join(", ")}. Run \`make setup\`.`);
}
for (const row of missing.filter((row) => !fromCache(row))) {
  if (!isRight(row, path.join(native, row.to))) fetchPackage(row);
}
fs.mkdirSync(path.dirname(stampFile), { recursive: true });
fs.writeFileSync(stampFile, JSON.stringify(stamps, null, 1));

function fail(message) {
  console.error(message);
  process.exit(1);
}

function readStamps() {
  try {
    return JSON.parse(fs.readFileSync(stampFile, "utf8"));
  } catch {
    return {};
  }
}

function hash(file) {
  return createHash("sha256").update(fs.readFileSync(file)).digest("hex");
}

function isRight(row, file) {
  if (!fs.existsSync(file)) return false;
  const { size, mtimeMs } = fs.statSync(file);
  const mark = `${row.sha256} ${size} ${mtimeMs}`;
  if (stamps[path.join(native, row.to)] === mark) return true;
  if (hash(file) !== row.sha256) return false;
  stamps[path.join(native, row.to)] = mark;
  return true;
}

/** Into place whole or not at all: a kill in the middle leaves no half library under a library's name. */
function place(file, row) {
  const target = path.join(native, row.to);
  fs.mkdirSync(path.dirname(target), { recursive: true });
  const part = `${target}.part`;
  fs.copyFileSync(file, part);
  fs.renameSync(part, target);
  if (!isRight(row, target)) fail(`${row.to} changed while it was being copied; run the setup again.`);
}

function fromCache(row) {
  const kept = path.join(cache, row.sha256);
  if (!fs.existsSync(kept) || hash(kept) !== row.sha256) return false;
  place(kept, row);
  return true;
}

/** Downloads one package and takes every file of it that is still missing. */
function fetchPackage(row) {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), "askwell-native-"));
  try {
    console.error(`Fetching ${row.name} (${row.registry})`);
    if (row.registry === "npm") unpackNpm(row, dir);
    else unpackPypi(row, dir);
    for (const other of missing.filter((other) => other.name === row.name && other.wheel === row.wheel)) {
      const file = path.join(dir, ...other.inside.split("/"));
      const found = fs.existsSync(file) ? hash(file) : "nothing";
      if (found !== other.sha256) {
        fail(`${other.inside} of ${other.name} should hash to ${other.sha256} and gives ${found}. It is not used.`);
      }
      keep(file, other);
      place(file, other);
    }
  } finally {
    fs.rmSync(dir, { recursive: true, force: true });
  }
}

function keep(file, row) {
  try {
    fs.mkdirSync(cache, { recursive: true });
    const part = path.join(cache, `${row.sha256}.${process.pid}.part`);
    fs.copyFileSync(file, part);
    fs.renameSync(part, path.join(cache, row.sha256));
  } catch (error) {
    console.error(`Not kept for next time: ${error.message}`);
  }
}

function unpackNpm(row, dir) {
  run("npm", ["pack", "--silent", row.name], dir);
  const archive = fs.readdirSync(dir).find((name) => name.endsWith(".tgz"));
  run("tar", ["-xzf", archive, row.inside], dir);
}

function unpackPypi(row, dir) {
  const python = pythonWithPip();
  // The library inside a wheel does not depend on the Python it is wrapped for; one version is named so that every
  // machine takes the same file.
  const exact = row.wheel === "-" ? [] : ["--implementation", "cp", "--python-version", "3.12", "--platform", row.wheel];
  run(python, ["-m", "pip", "download", "--quiet", "--no-deps", "--only-binary=:all:", ...exact, "-d", ".", row.name], dir);
  const wheel = fs.readdirSync(dir).find((name) => name.endsWith(".whl"));
  run(python, ["-m", "zipfile", "-e", wheel, "."], dir);
}

function pythonWithPip() {
  for (const python of ["python3", "python"]) {
    try {
      execFileSync(python, ["-m", "pip", "--version"], { stdio: "ignore" });
      return python;
    } catch {
      // The next name.
    }
  }
  return fail("Python with pip is needed to fetch ONNX Runtime and the embedding model (Debian, Ubuntu: apt install python3-pip).");
}

function run(program, args, cwd) {
  const windows = process.platform === "win32" && program === "npm";
  try {
    execFileSync(windows ? "npm.cmd" : program, args, { cwd, shell: windows, stdio: ["ignore", "pipe", "inherit"] });
  } catch {
    fail(`\`${program} ${args.join(" ")}\` did not work. Is the package registry reachable?`);
  }
}
