// Changes the program in one place after the other (mutants.tsv) and runs the tests that should see it; a change that none
// sees is a survivor, and the exit code says whether there are any. `node scripts/mutants.mjs [WORD]`: only lines with WORD.
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const word = process.argv[2] ?? "";
const lines = readFileSync(join(root, "scripts/mutants.tsv"), "utf8").split("\n");
const mutants = lines.filter((line) => line !== "" && !line.startsWith("#") && line.includes(word));
const survivors = [];

function passes(crate, tests) {
  try {
    const run = ["test", "--locked", "-q", "-p", crate, "--lib", "--", tests];
    execFileSync("cargo", run, { cwd: root, stdio: "pipe", timeout: 900_000, env: { ...process.env, ASKWELL_FUZZ_SECONDS: "1" } });
    return true;
  } catch (error) {
    // What does not compile was never tried.
    if (`${error.stderr}`.includes("could not compile")) throw new Error(`does not compile:\n${error.stderr}`);
    return false;
  }
}

for (const line of mutants) {
  const [crate, tests, file, before, after = ""] = line.split("\t");
  const path = join(root, file);
  const whole = readFileSync(path, "utf8");
  const at = whole.indexOf(before);
  const said = `${file}: ${before.trim()} -> ${after.trim() || "(nothing)"}`;
  if (at < 0) {
    console.log(`stale     ${said}`);
    survivors.push(said);
    continue;
  }
  let survived = false;
  try {
    writeFileSync(path, whole.slice(0, at) + after + whole.slice(at + before.length));
    survived = passes(crate, tests);
    console.log(`${survived ? "SURVIVED " : "killed   "} ${said}`);
  } catch (error) {
    console.log(`no change ${said}\n${error.message.slice(0, 600)}`);
    survived = true;
  } finally {
    writeFileSync(path, whole);
  }
  if (survived) survivors.push(said);
}
console.log(`${mutants.length} changes, ${mutants.length - survivors.length} seen by a test`);
process.exitCode = survivors.length > 0 ? 1 : 0;
