// How fast the real window is, and how much memory it takes: node scripts/window.mjs [the program]. In: the program (release,
// where there is one, else debug) and the sample databases. Out: a line a figure with its limit; fails above one.
//
// The window stands on a display of its own, in an empty account, as tests/e2e has it. What is kept of a question with
// 50,000 events is a real run, whose middle is said again and again.
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { startDisplay } from "../tests/e2e/display.mjs";
import { openWindow, until } from "../tests/e2e/driver.mjs";

const LIMITS = { start: 1_500, idle: 250, paint: 100, replay: 300 };
const EVENTS = 50_000;
const QUESTION = "How many customers are there in each country?";
/** Until what a start leaves behind is done and given back. */
const REST_MS = 8_000;

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const target = path.resolve(root, process.env.CARGO_TARGET_DIR ?? "target");
const built = ["release", "debug"].map((kind) => path.join(target, kind, "askwell"));
const binary = process.argv[2] ? path.resolve(process.argv[2]) : built.find((file) => fs.existsSync(file));
if (!binary) throw new Error("There is no program; `make build` makes one.");

const home = fs.mkdtempSync(path.join(os.tmpdir(), "askwell-window-"));
const display = await startDisplay(home);
let over = false;
console.log(`${binary}, ${os.cpus().length} × ${os.cpus()[0].model}, load ${os.loadavg()[0].toFixed(1)}`);
try {
  // The first start makes what later ones find; it is no start that a person waits for twice.
  await close(await ready(await openWindow(display, binary)));
  const began = performance.now();
  const window = await ready(await openWindow(display, binary));
  tell("start to usable", performance.now() - began, LIMITS.start, "ms");
  await pause(REST_MS);
  tell("idle, with the web view's processes (PSS)", memory(), LIMITS.idle, "MB");
  tell("asking to first paint", await painted(window), LIMITS.paint, "ms");
  await until("the answer", () => window.script(`return document.querySelector('[data-testid="run-state"]')?.dataset.state === "answered"`));
  const run = await window.script(`return document.querySelector('[data-testid="run-state"]').dataset.run`);
  await close(window);
  swell(run);
  const again = await ready(await openWindow(display, binary));
  tell(`a saved run of ${EVENTS.toLocaleString("en")} events to its answer on screen`, await replayed(again, run), LIMITS.replay, "ms");
  await close(again);
} finally {
  await display.stop();
  await pause(500);
  fs.rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
}
process.exitCode = over ? 1 : 0;

function tell(what, value, limit, unit) {
  over ||= value > limit;
  console.log(`${String(Math.round(value)).padStart(7)} ${unit}  ${what} (limit ${limit}${value > limit ? ", over it" : ""})`);
}

/** A database is open and a question can be typed. */
async function ready(window) {
  await until("the window can be asked", () =>
    window.script(`const box = document.querySelector('[data-testid="question-input"]');
      return !!box && !box.disabled && box.getAttribute("aria-disabled") !== "true" && document.activeElement === box;`),
  );
  return window;
}

/** The program in this account; the same file in other roles runs below it. */
function running() {
  return fs.readdirSync("/proc").filter((name) => /^\d+$/.test(name)).map(Number).filter((pid) => {
    try {
      return fs.readlinkSync(`/proc/${pid}/exe`) === binary && fs.readFileSync(`/proc/${pid}/environ`, "utf8").includes(home);
    } catch {
      return false;
    }
  });
}

/** A start beside a program that is ending would hand itself over to it. */
async function close(window) {
  await window.close();
  await until("the program has ended", () => running().length === 0, 20_000);
}

/** Of the program and all that it started, each page counted once: a page that three share is a third of one for each. */
function memory() {
  const parents = new Map();
  for (const pid of fs.readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    try {
      const stat = fs.readFileSync(`/proc/${pid}/stat`, "utf8");
      parents.set(Number(pid), Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]));
    } catch {
      // It has ended meanwhile.
    }
  }
  const ours = new Set(running());
  for (let grown = true; grown; ) {
    grown = false;
    for (const [pid, parent] of parents) if (ours.has(parent) && !ours.has(pid)) grown = !!ours.add(pid);
  }
  let kilobytes = 0;
  let web = 0;
  for (const pid of ours) {
    const [, name] = /^Name:\s+(.*)$/m.exec(fs.readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
    const [, share] = /^Pss:\s+(\d+)/m.exec(fs.readFileSync(`/proc/${pid}/smaps_rollup`, "utf8")) ?? [];
    console.log(`         ${(Number(share) / 1_000).toFixed(0).padStart(5)} MB  ${name}`);
    kilobytes += Number(share);
    if (name.startsWith("WebKit")) web += Number(share);
  }
  console.log(`         ${(web / 1_000).toFixed(0).padStart(5)} MB  of it in WebKit's own processes`);
  return kilobytes / 1_000;
}

/** From the press to the frame after the run stands on screen. */
async function painted(window) {
  await window.fill("question-input", QUESTION);
  await window.script(`
    window.__painted = null;
    let began = 0;
    document.querySelector('[data-testid="ask-button"]').addEventListener("click", () => { began = performance.now(); }, true);
    new MutationObserver((_, watch) => {
      if (!began || !document.querySelector('[data-testid="run-state"]')) return;
      watch.disconnect();
      requestAnimationFrame(() => requestAnimationFrame(() => { window.__painted = performance.now() - began; }));
    }).observe(document.body, { subtree: true, childList: true });`);
  await window.press("ask-button");
  return until("the run is painted", () => window.script("return window.__painted"));
}

/** The run's own events, those in the middle told again until there are as many as are wanted. */
function swell(run) {
  const found = execFileSync("find", [home, "-name", `${run}~log`], { encoding: "utf8" }).trim();
  const lines = fs.readFileSync(found, "utf8").trimEnd().split("\n");
  // The shortest, so that what is measured is the number of events and not the rows in them.
  const short = Math.min(...lines.slice(1, -1).map((line) => line.length));
  const middle = lines.findIndex((line, at) => at > 0 && line.length === short);
  const more = Array.from({ length: EVENTS - lines.length }, () => lines[middle]);
  const events = [...lines.slice(0, middle + 1), ...more, ...lines.slice(middle + 1)];
  const numbered = events.map((line, seq) => line.replace(/"seq":\d+/, `"seq":${seq}`));
  fs.writeFileSync(found, `${numbered.join("\n")}\n`);
}

async function replayed(window, run) {
  await window.press("history-tab");
  await window.byId(`history-${run}`);
  await window.script(
    `window.__shown = null;
    const began = performance.now();
    new MutationObserver((_, watch) => {
      if (!document.querySelector('[data-testid="answer-sentence"]')) return;
      watch.disconnect();
      requestAnimationFrame(() => requestAnimationFrame(() => { window.__shown = performance.now() - began; }));
    }).observe(document.body, { subtree: true, childList: true });
    document.querySelector('[data-testid="history-' + arguments[0] + '"]').click();`,
    run,
  );
  return until("the saved run is on screen", () => window.script("return window.__shown"));
}
