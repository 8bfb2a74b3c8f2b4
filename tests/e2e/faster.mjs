// A slow query of the samples is made faster in the window. In: the place of the run. Out: checks of what is said of it, and
// that the database is as it was.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { until } from "./driver.mjs";

/** It compares each parcel with the average of its carrier, worked out again for every parcel. */
const SLOW = "sample-data/slow/harbor-goods/shipped-late.sql";

export const text = (window, testid) =>
  window.script(`return document.querySelector('[data-testid="' + arguments[0] + '"]')?.textContent ?? ""`, testid);

const state = (window) => window.script(`return document.querySelector('[data-testid="faster"]')?.dataset.state ?? ""`);

/** Pastes the slow query and waits for what comes of it; `stop`: as soon as something faster is known. */
export async function makeFaster(window, root, stop) {
  await window.press("toolbar-faster");
  // The driver types no line breaks.
  await window.fill("faster-sql", fs.readFileSync(path.join(root, SLOW), "utf8").replace(/\s+/g, " "));
  await window.press("faster-start");
  await until("something faster is known", async () => {
    if ((await state(window)) === "done") return true;
    return (await text(window, "faster-best")).includes("times as fast");
  }, 240_000);
  if (stop && (await state(window)) === "working") await window.press("faster-stop");
  await until("it is proven and measured", async () => (await state(window)) === "done", 300_000);
}

export async function faster({ window, picture, shots, root }) {
  const file = path.join(root, "sample-data", "harbor-goods.sqlite");
  const sum = () => createHash("sha256").update(fs.readFileSync(file)).digest("hex");
  const before = sum();
  await makeFaster(window, root, true);
  const won = await text(window, "faster-won");
  assert.match(won, /\d times faster/);
  assert.match(won, /in \d+ runs of each/);
  assert.match(won, /The same [\d,]+ rows on your data, and the same on \d+ small made-up databases\./);
  const marked = await window.script(`return document.querySelectorAll(".faster-code ins").length`);
  assert.ok(marked > 0, "the differences are marked");
  await picture(path.join(shots, "faster.png"));
  assert.equal(sum(), before, "the database is as it was");
  await window.press("faster-another");
  await window.press("faster-close");
}
