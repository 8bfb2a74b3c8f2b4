// What a person does in the window, in order. Each step takes the place of the run and checks what it sees.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { until } from "./driver.mjs";
import { faster } from "./faster.mjs";
import { models } from "./models.mjs";

const COUNTED = "How many customers do we have?";
const GROUPED = "How many customers are there in each country?";
const LONG = "Show all order lines";

export const steps = [
  ["the first start shows both samples and opens one", firstStart],
  ["a question gets its answer", answered],
  ["how it was found is one press away", pipeline],
  ["the SQL of a candidate can be read", sqlPanel],
  ["the answer becomes a CSV file, byte for byte", exportGrouped],
  ["an export takes every row, not the first page", exportLong],
  ["a slow query is made faster, with proof, and a stop keeps what was found", faster],
  ["a question about nothing is declined", declined],
  ["a file that is no database, a missing one and a folder of nothing are named as such", badFiles],
  ["a folder of files opens as tables, and the files stay as they were", droppedFiles],
  ["a second start hands its file to the running window, and ends", secondStart],
  ["a server that is not there fails at its port, with what to try", noServer],
  ["no attempt to write gets through the locks", locks],
  ["the explorer shows what is known, and keeps a person's own words", explored],
  ["a model is told what it may see and no more, every word is in the ledger, and in airplane mode nothing goes", (place) => models({ ...place, ask, choose })],
  ["an empty database says that there is nothing to ask", emptyDatabase],
  ["Stop stops the engine in the middle of a query", stopped],
  ["closing the window stops it, too", closed],
  ["the basketball league answers, too", league],
  ["after a restart the same run is on the same screen", restart],
  ["everything is erased by two presses, and the next start is a first one", erased],
];

/** The answer to a query, read from the file by a program that shares no code with ours. */
function rows(place, sql) {
  const program = "import json,sqlite3,sys;print(json.dumps(sqlite3.connect('file:'+sys.argv[1]+'?mode=ro',uri=True).execute(sys.argv[2]).fetchall()))";
  const file = path.join(place.root, "sample-data", "harbor-goods.sqlite");
  return JSON.parse(execFileSync("python3", ["-c", program, file, sql], { encoding: "utf8", maxBuffer: 1 << 28 }));
}

const ESCAPE = "\uE00C";
const digits = (text) => text.replace(/[^\d]/g, "");

/** Chooses a database, and waits until it may be asked. */
async function choose(window, id) {
  await window.press(`connection-${id}`);
  await until(`${id} is ready to be asked`, () =>
    window.script(
      `const row = document.querySelector('[data-testid="connection-' + arguments[0] + '"]');
       return row?.getAttribute("aria-current") === "true" && !!row.querySelector(".condition.good");`,
      id,
    ),
  );
}

/** Asks, and waits for the end of the run; the state it ended in. */
export async function ask(window, question) {
  const before = await window.script(`return document.querySelector('[data-testid="run-state"]')?.dataset.run ?? ""`);
  await window.fill("question-input", question);
  await window.press("ask-button");
  return until(`an end to "${question}"`, () =>
    window.script(
      `const run = document.querySelector('[data-testid="run-state"]');
       return run && run.dataset.state !== "running" && run.dataset.run !== arguments[0] ? run.dataset.state : null`,
      before,
    ),
  );
}

async function firstStart(place) {
  place.window = await place.open();
  const { window } = place;
  await window.byId("connection-harbor-goods");
  assert.ok(await window.has("connection-northern-league"), "both samples are listed");
  await choose(window, "harbor-goods");
  await place.picture(path.join(place.shots, "first-start.png"));
}

async function answered({ window, picture, shots, root }) {
  assert.equal(await ask(window, COUNTED), "answered");
  const [[customers]] = rows({ root }, "SELECT COUNT(*) FROM customers");
  const sentence = await window.text("answer-sentence");
  assert.ok(digits(sentence).includes(String(customers)), `"${sentence}" names the ${customers} customers`);
  assert.equal(digits(await window.text("answer-headline")), String(customers));
  await picture(path.join(shots, "answered.png"));
}

async function pipeline({ window, picture, shots }) {
  await window.press("show-pipeline");
  await window.byId("pipeline");
  await picture(path.join(shots, "steps.png"));
  await window.press("show-arena");
  await window.byId("stage");
  await window.script(`document.querySelector('[data-testid="arena-details"] summary').click()`);
  const stages = await window.idsLike("stage-");
  for (const stage of ["converse", "ground", "link", "generate", "evaluate", "repair", "select", "answer", "grade"]) {
    assert.ok(stages.includes(`stage-${stage}`), `the stage ${stage} is on screen`);
  }
  const candidates = await window.idsLike("candidate-");
  assert.ok(candidates.length >= 1, "there is at least one candidate");
  // Back to before anything was there, and to the end again.
  await window.script(scrubTo("0"));
  await until("the search is back at its beginning", async () => (await window.idsLike("candidate-")).length === 0);
  await window.script(scrubTo("1e9"));
  await until("the search is at its end", async () => (await window.idsLike("candidate-")).length === candidates.length);
  await picture(path.join(shots, "pipeline.png"));
}

/** Moves the scrubber as a hand would: the value set, and told. */
const scrubTo = (at) => `
  const slider = document.querySelector('[data-testid="scrub"]');
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value").set.call(slider, Math.min(${at}, slider.max));
  slider.dispatchEvent(new Event("input", { bubbles: true }));`;

async function sqlPanel({ window, picture, shots }) {
  await window.script(`document.querySelector('[data-testid^="candidate-"]')?.click()`);
  await window.byId("attempt-sql");
  await window.press("attempt-sql");
  await until("the panel has the SQL", async () => /SELECT/i.test(await window.text("sql-panel")));
  await picture(path.join(shots, "sql.png"));
  await window.keys("\uE00C");
  await until("Escape closes the panel", async () => !(await window.has("sql-panel")));
  await window.press("show-arena");
  await until("the search is away", async () => !(await window.has("stage")));
}

/** Exports the answer on screen through the system's own dialog; the bytes of the file. */
async function save({ window, display, home }, name) {
  const file = path.join(home, name);
  await window.press("export");
  await window.press("export-kind-csv");
  await window.press("csv-plain");
  await window.press("export-confirm");
  await display.saveAs("Export to CSV", file);
  await window.byId("export-done");
  assert.equal(await window.text("export-done-path"), file);
  const bytes = fs.readFileSync(file);
  assert.deepEqual(fs.readdirSync(home).filter((other) => other.includes(name) && other !== name), [], "no half file is left");
  await window.script(`[...document.querySelectorAll('[data-testid="export-done"] button')].at(-1).click()`);
  await until("the export's box closes", async () => !(await window.has("export-done")));
  return bytes;
}

async function exportGrouped(place) {
  const { window, picture, shots } = place;
  assert.equal(await ask(window, GROUPED), "answered");
  await picture(path.join(shots, "grouped.png"));
  const bytes = await save(place, "countries.csv");
  const text = bytes.toString("utf8");
  assert.ok(Buffer.from(text, "utf8").equals(bytes), "the file is UTF-8");
  assert.ok(text.endsWith("\n"), "the last line ends");
  const end = text.includes("\r\n") ? "\r\n" : "\n";
  const [header, ...lines] = text.slice(0, -end.length).split(end);
  assert.equal(header.split(",").length, 2, `two columns in ${header}`);
  const expected = rows(place, "SELECT country, COUNT(*) FROM customers GROUP BY country").map(csvLine);
  assert.deepEqual([...lines].sort(), expected.sort());
}

async function exportLong(place) {
  const { window } = place;
  assert.equal(await ask(window, LONG), "answered");
  const text = (await save(place, "lines.csv")).toString("utf8");
  const [[expected]] = rows(place, "SELECT COUNT(*) FROM order_lines");
  assert.equal(text.trimEnd().split("\n").length, expected + 1, "one line a row, and the header");
}

/** RFC 4180, written a second time. */
function csvLine(row) {
  return row
    .map((cell) => (cell === null ? "" : /[",\r\n]/.test(String(cell)) ? `"${String(cell).replaceAll('"', '""')}"` : String(cell)))
    .join(",");
}

async function declined({ window, picture, shots }) {
  assert.equal(await ask(window, "What is the meaning of life?"), "declined");
  assert.ok((await window.text("declined")).length > 20);
  assert.ok(!(await window.has("answer-sentence")), "there is no answer beside it");
  await picture(path.join(shots, "declined.png"));
}

/** Opens by path; what the window says about it. */
async function refused(window, url) {
  await window.fill("open-url", url);
  await window.press("open-confirm");
  return window.text("problem");
}

async function badFiles({ window, picture, home, shots }) {
  const notes = path.join(home, "notes.sqlite");
  fs.writeFileSync(notes, "Milk, bread, a present for the captain.\n".repeat(200));
  const bare = path.join(home, "bare");
  fs.mkdirSync(bare, { recursive: true });
  await window.press("open-database");
  const seen = [];
  for (const [url, says] of [[notes, /not a|no (SQLite )?database/i], [path.join(home, "nowhere.sqlite"), /not|no file/i], [bare, /folder|no (files|tables)/i]]) {
    const problem = await until(`a new problem for ${url}`, async () => {
      const text = await refused(window, url);
      return seen.includes(text) ? null : text;
    });
    seen.push(problem);
    assert.match(problem, says);
    assert.doesNotMatch(problem, /panicked|stack backtrace|unwrap|Err\(/);
  }
  await picture(path.join(shots, "not-a-database.png"));
  await seenByKeys(window);
}

const TAB = "\uE004";

/** In a dialog the focus goes from part to part by the keys, and each shows it. */
async function seenByKeys(window) {
  for (let part = 0; part < 8; part += 1) {
    await window.keys(TAB);
    const bare = await window.script(`
      const e = document.activeElement;
      const ringed = [e, e.parentElement, e.closest("label")].some((x) => x && getComputedStyle(x).outlineStyle !== "none");
      return ringed || !e.closest('[data-testid="connect-dialog"]') ? null : e.outerHTML.slice(0, 120);`);
    assert.equal(bare, null, "what has the focus shows it");
  }
}

async function droppedFiles({ window, picture, home, shots }) {
  const folder = path.join(home, "museum");
  fs.mkdirSync(folder, { recursive: true });
  const files = {
    "visitors.csv": "day;visitors\n01.02.2025;120\n02.02.2025;75\n03.02.2025;205\n",
    "paintings.json": JSON.stringify([{ title: "Harbour at dawn", year: 1871 }, { title: "Two chairs", year: 1902 }]),
  };
  for (const [name, text] of Object.entries(files)) fs.writeFileSync(path.join(folder, name), text);
  // In the dialog that could not open what was asked before: this takes its place.
  await window.fill("open-url", folder);
  await window.press("open-confirm");
  const id = await until("the folder is open", () => current(window, "museum"));
  await choose(window, id);
  assert.equal(await ask(window, "What is the total number of visitors?"), "answered");
  assert.equal(digits(await window.text("answer-headline")), "400");
  await picture(path.join(shots, "museum.png"));
  for (const [name, text] of Object.entries(files)) assert.equal(fs.readFileSync(path.join(folder, name), "utf8"), text);
  assert.deepEqual(fs.readdirSync(folder).sort(), Object.keys(files).sort());
}

async function secondStart({ window, display, binary, home }) {
  const file = path.join(home, "ferries.csv");
  fs.writeFileSync(file, "day;cars\n01.02.2025;12\n02.02.2025;30\n");
  assert.equal(await display.start(binary, [file]), 0);
  const id = await until("the file is open", () => current(window, "ferries"));
  await choose(window, id);
  assert.equal(await ask(window, "What is the total number of cars?"), "answered");
  assert.equal(digits(await window.text("answer-headline")), "42");
}

async function noServer({ window, picture, shots }) {
  await window.press("open-database");
  await window.press("kind-postgres");
  // Port 1 is nobody's.
  for (const [field, text] of [["host", "127.0.0.1"], ["port", "1"], ["database", "shop"], ["user", "anna"]]) await window.fill(`server-${field}`, text);
  await window.press("connect-test");
  await until("the test has failed", () => window.script(`return document.querySelector('[data-testid="test"]')?.dataset.ended === "failed"`));
  assert.equal(await window.script(`return document.querySelector('[data-testid="step-port"]').dataset.state`), "failed");
  assert.match(await window.text("test"), /Nothing listens on port 1/);
  await picture(path.join(shots, "no-server.png"));
  await window.keys(ESCAPE);
  await until("the dialog is away", async () => !(await window.has("connect-dialog")));
}

async function locks(place) {
  const { window, picture, shots } = place;
  await choose(window, "harbor-goods");
  const file = path.join(place.root, "sample-data", "harbor-goods.sqlite");
  const before = fs.readFileSync(file);
  await window.press("show-about");
  await window.press("lock-start");
  await until("the self-test is over", () => window.script(`return document.querySelector('[data-testid="lock-check"]')?.dataset.state === "done"`), 120_000);
  assert.match(await window.text("verdict"), /\b0 of [1-9]\d\d got through/);
  await picture(path.join(shots, "locks.png"));
  await window.press("about-close");
  assert.ok(before.equals(fs.readFileSync(file)), "the database's file is the same, byte for byte");
}

const OWN = "Everybody who ever bought from us.";

async function explored({ window, picture, shots }) {
  await window.press("toolbar-explore");
  await window.press("table-customers");
  await until("the table's rows are there", () => window.script(`return /^480 rows$/.test(document.querySelector('[data-testid="table-row-count"]')?.innerText ?? "")`));
  await window.press("table-tab-about");
  await until("the table is described", () => window.script(`return /one row per customer/i.test(document.querySelector('[data-testid="table-detail"]')?.innerText ?? "")`));
  await window.press("description-edit");
  await window.fill("description-short", OWN);
  await window.press("description-save");
  await until("the words are the person's", () => window.script(`return document.querySelector('[data-testid="table-detail"]').innerText.includes(arguments[0])`, OWN));
  await picture(path.join(shots, "explorer.png"));
  await window.press("tab-diagram");
  await until("every table is drawn", () => window.script(`return document.querySelectorAll(".node").length === 15`));
  await picture(path.join(shots, "diagram.png"));
  await window.press("tab-health");
  await until("the data's health is told", () => window.script(`return document.querySelectorAll('[data-testid="health"] li').length > 3`));
  await picture(path.join(shots, "health.png"));
  await window.press("explore-close");
}

async function emptyDatabase({ window, home }) {
  const empty = path.join(home, "empty.sqlite");
  execFileSync("python3", ["-c", "import sqlite3,sys;c=sqlite3.connect(sys.argv[1]);c.execute('PRAGMA user_version=1');c.commit()", empty]);
  await window.press("open-database");
  await window.fill("open-url", empty);
  await window.press("open-confirm");
  await until("the window says that there are no tables", () => window.script(`return /no tables/i.test(document.querySelector("main").innerText)`));
}

const SLOW = "How many meetings are there?";

/** A view of three billion rows: to count them takes far longer than anyone waits. */
async function stopped({ window, home }) {
  const slow = path.join(home, "slow.sqlite");
  const make = `import sqlite3,sys
c = sqlite3.connect(sys.argv[1])
c.execute("create table people(id integer primary key, name text)")
c.executemany("insert into people(name) values(?)", [(f"Name {i}",) for i in range(1500)])
c.execute("create view meetings as select a.name as guest, b.name as host from people a, people b, people c")
c.commit()`;
  execFileSync("python3", ["-c", make, slow]);
  await window.press("open-database");
  await window.fill("open-url", slow);
  await window.press("open-confirm");
  await choose(window, await until("the slow database is open", () => current(window, "slow")));
  await begin(window);
  const began = Date.now();
  await window.press("stop-button");
  await until("the run has stopped", async () => (await window.script(RUN_STATE)) === "stopped");
  assert.ok(Date.now() - began < 5_000, `stopping took ${Date.now() - began} ms`);
  assert.ok(!(await window.has("answer-sentence")), "nothing is claimed");
}

async function closed(place) {
  const id = await current(place.window, "slow");
  // A conversation of its own, so that the history has a line for each run.
  await place.window.press("new-question");
  await begin(place.window);
  await place.display.closeWindow("Askwell");
  await place.window.close().catch(() => undefined);

  place.window = await until("the program can be opened again", place.open, 20_000);
  const { window } = place;
  await choose(window, id);
  await window.press("history-tab");
  const marks = await until("the history has both runs", async () => {
    const labels = await window.script(`return [...document.querySelectorAll('[data-testid^="history-"] svg[aria-label]')].map((e) => e.getAttribute("aria-label"))`);
    return labels.length === 2 && labels;
  });
  assert.deepEqual(marks, ["stopped", "stopped"]);
}

const RUN_STATE = `return document.querySelector('[data-testid="run-state"]')?.dataset.state`;

/** Asks what takes too long, and waits until the engine is at it. */
async function begin(window) {
  await window.fill("question-input", SLOW);
  await window.press("ask-button");
  await until("the query runs", () =>
    window.script(`return /\\d+ of \\d+/.test(document.querySelector('[data-testid="stage-words"]')?.innerText ?? "")`),
  );
}

/** The id of the open database, if its name is this one. */
const current = (window, name) =>
  window.script(
    `const row = document.querySelector('[data-testid^="connection-"][aria-current="true"]');
     return row?.innerText.includes(arguments[0]) ? row.dataset.testid.slice("connection-".length) : null`,
    name,
  );

async function league({ window, picture, shots }) {
  await choose(window, "northern-league");
  assert.equal(await ask(window, "How many players are there?"), "answered");
  assert.match(await window.text("answer-headline"), /\d/);
  await picture(path.join(shots, "league.png"));
}

/** The answer and how it was found, in words, as the screen has them once all of it is drawn. */
const screen = (window) =>
  until("everything is drawn", async () => {
    // The questions to go on with come when the answer is there already.
    if (!(await window.has("follow-up"))) return null;
    const text = await window.script(
      `return [...document.querySelectorAll('[data-testid="run-state"] > :not(.saved-line)')].map((e) => e.innerText).join("\\n")`,
    );
    return /Drawing the chart|Laying out|Formatting/.test(text) ? null : text;
  });

/** Opens the way to the answer. A chart that is drawn late moves the button away from under the pointer: then once more. */
async function openPipeline(window) {
  await until("the way to the answer is open", async () => {
    if (await window.has("pipeline")) return true;
    await window.press("show-pipeline");
    return null;
  });
}

async function restart(place) {
  const before = place.window;
  await choose(before, "harbor-goods");
  assert.equal(await ask(before, GROUPED), "answered");
  await openPipeline(before);
  const asAsked = await screen(before);
  await before.close();

  place.window = await place.open();
  const after = place.window;
  await choose(after, "harbor-goods");
  await after.press("history-tab");
  const [latest] = await until("the history has runs", async () => {
    const runs = (await after.idsLike("history-")).filter((id) => id !== "history-tab");
    return runs.length > 0 && runs;
  });
  await after.press(latest);
  await after.byId("answer-sentence");
  await openPipeline(after);
  assert.equal(await screen(after), asAsked);
  await place.picture(path.join(place.shots, "replayed.png"));
}

async function erased(place) {
  const { window, home, shots, root } = place;
  const sample = path.join(root, "sample-data", "harbor-goods.sqlite");
  const before = fs.readFileSync(sample);
  await window.press("show-settings");
  await window.press("settings-data");
  await window.press("erase");
  await place.picture(path.join(shots, "erase.png"));
  await window.press("erase-confirm");
  await window.byId("start-again");
  await place.picture(path.join(shots, "erased.png"));
  const kept = written(path.join(home, "data"), GROUPED);
  assert.deepEqual(kept, [], "no file has the question any more");
  // The program ends and starts itself again, out of the driver's sight: the window manager closes what came back.
  await window.script(`document.querySelector('[data-testid="start-again"]').click()`).catch(() => undefined);
  await window.close().catch(() => undefined);
  place.window = null;
  await place.display.closeAgain("Askwell");

  place.window = await until("the program can be opened again", place.open, 20_000);
  await choose(place.window, "harbor-goods");
  const others = (await place.window.idsLike("connection-")).sort();
  assert.deepEqual(others, ["connection-harbor-goods", "connection-northern-league"], "the samples alone are listed");
  await place.window.press("history-tab");
  await until("the history is empty", () => place.window.script(`return /are kept here/.test(document.querySelector(".history")?.innerText ?? "")`));
  assert.ok(before.equals(fs.readFileSync(sample)), "the database is as it was");
  await place.picture(path.join(shots, "first-again.png"));
}

/** Files below a folder that have these words in them. */
function written(folder, words) {
  const files = fs.readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.map((entry) => path.join(entry.parentPath ?? entry.path, entry.name)).filter((file) => fs.readFileSync(file).includes(words));
}
