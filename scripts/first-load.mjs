// How much script the window loads before anything can be pressed: node scripts/first-load.mjs, after `make ui`. Out: the
// files and their size as sent compressed. Fails above the limit.
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const DIST = fileURLToPath(new URL("../ui/dist", import.meta.url));
const LIMIT = 250_000;

const page = fs.readFileSync(path.join(DIST, "index.html"), "utf8");
/** What the page names, and what these name at their heads: all of it is fetched before the first of it runs. */
const named = [...page.matchAll(/<(?:script|link)[^>]+(?:src|href)="\/?([^"]+\.js)"/g)].map((found) => found[1]);
/** And the window and its door to the engine, which are loaded by the first lines that run. */
const door = fs.readdirSync(path.join(DIST, "assets")).filter((name) => /^(open|tauri)-.*\.js$/.test(name));
const waiting = [...named, ...door.map((name) => `assets/${name}`)];
const seen = new Map();
while (waiting.length > 0) {
  const name = waiting.pop();
  if (seen.has(name)) continue;
  const text = fs.readFileSync(path.join(DIST, name), "utf8");
  seen.set(name, gzipSync(text, { level: 9 }).length);
  for (const [, other] of text.matchAll(/(?:^|[;}\s])(?:import|export)\b[^"'()]*?["']\.\/([^"']+\.js)["']/g)) {
    waiting.push(path.posix.join(path.posix.dirname(name), other));
  }
}
const whole = [...seen.values()].reduce((sum, size) => sum + size, 0);
for (const [name, size] of seen) process.stdout.write(`${String(size).padStart(8)}  ${name}\n`);
process.stdout.write(`${String(whole).padStart(8)}  bytes of script, compressed, before the first press; the limit is ${LIMIT}\n`);
if (whole > LIMIT) process.exitCode = 1;
