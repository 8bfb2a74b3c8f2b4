// The pictures of the README, taken from the real window. In: a way to open it. Out: PNG files, light and dark.
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { until } from "./driver.mjs";
import { makeFaster } from "./faster.mjs";
import { addProvider, serve, setLevel } from "./models.mjs";
import { ask } from "./steps.mjs";

const QUESTION = "How many customers are there in each country?";

export async function pictures({ open, picture, to, root }) {
  fs.mkdirSync(to, { recursive: true });
  const window = await open();
  try {
    await window.resize(1360, 860);
    await window.press("connection-harbor-goods");
    await window.fill("question-input", QUESTION);
    await window.press("ask-button");
    await until("the answer", () => window.script(`return document.querySelector('[data-testid="run-state"]')?.dataset.state === "answered" && !!document.querySelector('[data-testid="chart-picture"] svg')`));
    for (const theme of ["light", "dark"]) {
      await turnTo(window, theme);
      await take(window, picture, path.join(to, `answer-${theme}.png`));
      await window.press("show-pipeline");
      await window.byId("pipeline");
      if (!(await window.has("arena"))) await window.press("show-arena");
      await until("the search", () => window.script(`
        const part = document.querySelector('[data-testid="stage"]')?.closest("section");
        part?.scrollIntoView();
        return !!part;`));
      await take(window, picture, path.join(to, `pipeline-${theme}.png`));
      await window.press("show-pipeline");
      await until("the pipeline is away", async () => !(await window.has("pipeline")));
      await window.script("document.querySelector('main').scrollTo(0, 0)");
      await locks(window);
      await take(window, picture, path.join(to, `locks-${theme}.png`));
      await window.press("about-close");
      await window.press("toolbar-explore");
      await window.press("tab-tables");
      await window.press("table-customers");
      await until("the table's rows", () => window.script(`return document.querySelectorAll('[data-testid="table-rows"] [role=gridcell]').length > 2`));
      await take(window, picture, path.join(to, `rows-${theme}.png`));
      await window.press("table-tab-about");
      await until("the table's card", () => window.script(`return document.querySelectorAll('[data-testid="table-detail"] svg').length > 2`));
      await take(window, picture, path.join(to, `explorer-${theme}.png`));
      await window.press("explore-close");
    }
    await makeFaster(window, root, false);
    for (const theme of ["light", "dark"]) {
      await turnTo(window, theme);
      await take(window, picture, path.join(to, `faster-${theme}.png`));
    }
    await window.press("faster-close");
  } finally {
    await window.close();
  }
  await talk(open, picture, to);
  await withModel(open, picture, to);
}

const TURNS = ["How many orders were placed in 2024?", "and the year before?", "by channel", "as a share"];
const UNCLEAR = "Who is the best customer?";
const SEVERAL = "How many orders were placed in 2024, and how many returns were there in 2024?";

/** A thread of four turns, a question that is asked back, and one that is taken apart. */
async function talk(open, picture, to) {
  const window = await open();
  try {
    await window.resize(1360, 1000);
    await window.press("connection-harbor-goods");
    for (const turn of TURNS) await ask(window, turn);
    await inBoth(window, picture, to, "thread");
    await ask(window, UNCLEAR);
    await inBoth(window, picture, to, "asks-back");
    await ask(window, SEVERAL);
    await inBoth(window, picture, to, "plan");
  } finally {
    await window.close();
  }
}

async function inBoth(window, picture, to, name) {
  for (const theme of ["light", "dark"]) {
    await turnTo(window, theme);
    await take(window, picture, path.join(to, `${name}-${theme}.png`));
  }
}

/** What a model would be told. A server on the loopback stands in for one, for the length of the pictures. */
async function withModel(open, picture, to) {
  const window = await open();
  const server = await serve();
  try {
    await window.resize(1360, 860);
    await window.press("connection-harbor-goods");
    await addProvider(window, server.address);
    await setLevel(window, "names");
    await window.press("preview-generate_standard");
    for (const theme of ["light", "dark"]) {
      await turnTo(window, theme);
      await take(window, picture, path.join(to, `privacy-${theme}.png`));
    }
  } finally {
    await server.close();
    await window.close();
  }
}

async function turnTo(window, theme) {
  await window.press("theme-menu");
  await window.press(`theme-${theme}`);
  await until(theme, () => window.script("return document.documentElement.dataset.theme === arguments[0]", theme));
}

async function locks(window) {
  await window.press("show-about");
  // The page is loaded when it is opened; what was found on it a moment ago may be another element by now.
  const there = (id) => window.script(`return document.querySelector('[data-testid="${id}"]') !== null`);
  await until("the page is open", () => there("lock-check"));
  if (!(await there("verdict"))) await window.press("lock-start");
  await until("the self-test is over", () => window.script(`return document.querySelector('[data-testid="lock-check"]')?.dataset.state === "done"`), 120_000);
  // From its heading on: above it stands where the file lies, which is nobody's business.
  await window.script(`document.querySelector('[data-testid="lock-check"]').scrollIntoView({ block: "start" })`);
}

/** 256 colours are enough for a screen of text, and a third of the size. */
async function take(window, picture, file) {
  await window.script("document.activeElement?.blur()");
  // What the page holds is on the screen one frame later, and on a busy machine that can be a while.
  await window.script("window.drawn = false; requestAnimationFrame(() => requestAnimationFrame(() => { window.drawn = true; }))");
  await until("it is drawn", () => window.script("return window.drawn"));
  await pause(400);
  await picture(file);
  execFileSync("convert", [file, "-strip", "-dither", "None", "-colors", "256", "-define", "png:compression-level=9", `PNG8:${file}`]);
  const kilobytes = Math.round(fs.statSync(file).size / 1024);
  if (kilobytes > 300) throw new Error(`${file} is ${kilobytes} KB; 300 are enough for a README`);
  console.log(`${file}: ${kilobytes} KB`);
}
