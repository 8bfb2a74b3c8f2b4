// The real window, from the first start on an empty account to a CSV file on disk. Run by `make test-e2e`.
//
//   node tests/e2e/run.mjs [--pictures DIR]
//
// In: the debug program with the front end inside it, and the sample databases. Out: one line a step, pictures in
// target/e2e, exit code 1 if a step failed.
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { startDisplay } from "./display.mjs";
import { openWindow } from "./driver.mjs";
import { pictures } from "./pictures.mjs";
import { steps } from "./steps.mjs";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..", "..");
const target = path.resolve(root, process.env.CARGO_TARGET_DIR ?? "target");
const binary = path.join(target, "debug", "askwell");
const shots = path.join(target, "e2e");
const [flag, picturesTo] = process.argv.slice(2);

for (const [file, how] of [[binary, "make build"], [path.join(root, "sample-data", "harbor-goods.sqlite"), "make samples"]]) {
  if (!fs.existsSync(file)) refuse(`${file} is missing; \`${how}\` makes it.`);
}
for (const program of ["Xvfb", "WebKitWebDriver", "xdotool", "openbox", "import", "python3", "dbus-daemon"]) {
  try {
    execFileSync("which", [program], { stdio: "ignore" });
  } catch {
    refuse(`${program} is missing; \`make setup\` installs it.`);
  }
}

fs.rmSync(shots, { recursive: true, force: true });
fs.mkdirSync(shots, { recursive: true });
const home = fs.mkdtempSync(path.join(os.tmpdir(), "askwell-e2e-"));
const display = await startDisplay(home);
const open = () => openWindow(display, binary);
let failed = 0;
try {
  if (flag === "--pictures") await pictures({ open, picture: display.picture, to: path.resolve(picturesTo), root });
  else await everyStep();
} finally {
  await display.stop();
  if (failed) fs.copyFileSync(path.join(home, "program.log"), path.join(shots, "program.log"));
  await remove(home);
}
process.exit(failed ? 1 : 0);

async function everyStep() {
  const place = { root, home, shots, display, open, binary, picture: display.picture, window: null };
  let done = 0;
  for (const [name, step] of steps) {
    const began = Date.now();
    try {
      await step(place);
      done += 1;
      console.log(`ok    ${name} (${Date.now() - began} ms)`);
    } catch (error) {
      failed += 1;
      console.log(`FAIL  ${name}: ${error.message}`);
      display.everything(path.join(shots, `failed-${failed}.png`));
      // What follows needs what went before.
      break;
    }
  }
  await place.window?.close().catch(() => undefined);
  console.log(`${done} of ${steps.length} steps`);
}

/** WebKit's own processes end a moment after the window, and write until then. */
async function remove(folder) {
  for (let tries = 20; tries > 0; tries -= 1) {
    try {
      return fs.rmSync(folder, { recursive: true, force: true });
    } catch (error) {
      if (tries === 1) console.error(`${folder} is left behind: ${error.message}`);
      await pause(250);
    }
  }
}

function refuse(message) {
  console.error(message);
  process.exit(1);
}
