// Writes ui/src/settings/licences.json: name, version and licence of every package that Cargo.lock names, of those of
// ui/package-lock.json that the window loads, and of the native files. Ours are not in it.
// node scripts/licences.mjs; cargo reads what it has fetched, and nothing is downloaded.
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const OUT = `${ROOT}ui/src/settings/licences.json`;

const metadata = JSON.parse(
  execFileSync("cargo", ["metadata", "--format-version", "1", "--locked", "--all-features"], {
    cwd: ROOT,
    maxBuffer: 1 << 28,
  }).toString(),
);
const rust = metadata.packages
  .filter((one) => one.source !== null)
  .map((one) => [one.name, one.version, one.license ?? (one.license_file ? "in its own file" : "not named")]);

const lock = JSON.parse(fs.readFileSync(`${ROOT}ui/package-lock.json`, "utf8"));
const npm = Object.entries(lock.packages)
  .filter(([path, one]) => path !== "" && !one.dev)
  .map(([path, one]) => [path.split("node_modules/").at(-1), one.version, one.license ?? "not named"]);

// Native files come prebuilt, by no lock file.
const native = fs.readFileSync(`${ROOT}scripts/native.tsv`, "utf8");
const pinned = (what) => native.match(what)?.[1] ?? "";
const prebuilt = [
  ["DuckDB", pinned(/@duckdb\/node-bindings[^@]*@(\d+\.\d+\.\d+)/), "MIT"],
  ["ONNX Runtime", pinned(/onnxruntime==(\S+)/), "MIT"],
  // Its notice stands in the file of the words, src-tauri/reader/words/english.txt.
  ["SCOWL", "2016", "SCOWL"],
  ["all-MiniLM-L6-v2", pinned(/all-minilm-l6-v2==(\S+)/), "Apache-2.0"],
];

const once = new Map([...rust, ...npm, ...prebuilt].map((one) => [`${one[0]}\u0000${one[1]}`, one]));
const sorted = [...once.values()].sort((a, b) => (`${a[0]} ${a[1]}` < `${b[0]} ${b[1]}` ? -1 : 1));
fs.writeFileSync(OUT, `[\n${sorted.map((one) => JSON.stringify(one)).join(",\n")}\n]\n`);
process.stdout.write(`${sorted.length} packages\n`);
