// A model behind the window: a server on the loopback that speaks OpenAI's protocol, and what a person does with it. In:
// the place of the run. Out: checks of what the server was sent, beside what the window says of it.
import assert from "node:assert/strict";
import http from "node:http";
import path from "node:path";
import { until } from "./driver.mjs";

/** Two queries of one result, columns of which one does not exist, and otherwise what no stage can use. */
function reply(request) {
  const form = JSON.stringify(request.response_format ?? request.tools ?? "");
  if (form.includes("literals")) return JSON.stringify({ literals: [], schema_references: [] });
  if (form.includes("column")) {
    const column = (name) => ({ table: "customers", column: name });
    return JSON.stringify({ columns: [column("region_id"), column("moods")], fields: [column("region_id"), column("moods")], sketch: "" });
  }
  if (form.length > 2) return JSON.stringify({ winner: "A", reason: "It counts what was asked." });
  return "-- reading: customers of each region, counted\nSELECT region_id, COUNT(*) AS customers FROM customers GROUP BY region_id";
}

/** What was sent is kept: the bodies of every request for a completion, in order. */
export async function serve() {
  const bodies = [];
  const server = http.createServer((request, response) => {
    const chunks = [];
    request.on("data", (chunk) => chunks.push(chunk));
    request.on("end", () => {
      response.setHeader("content-type", "application/json");
      if (request.method !== "POST") return response.end(JSON.stringify({ object: "list", data: [{ id: "small", object: "model" }] }));
      const body = Buffer.concat(chunks).toString("utf8");
      bodies.push(body);
      const message = { role: "assistant", content: reply(JSON.parse(body)) };
      response.end(JSON.stringify({
        id: "1", object: "chat.completion", created: 1, model: "small",
        choices: [{ index: 0, message, finish_reason: "stop" }],
        usage: { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 },
      }));
    });
  });
  await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
  return { bodies, address: `http://127.0.0.1:${server.address().port}/v1`, close: () => new Promise((done) => {
    server.close(done);
    // A connection that was opened and never used would keep it for minutes.
    server.closeAllConnections();
  }) };
}

/** Adds the server as a provider, and takes it into use. */
export async function addProvider(window, address) {
  await window.press("show-settings");
  await window.press("settings-models");
  await window.press("provider-add");
  await window.press("kind-open_ai_compatible");
  await window.fill("provider-address", address);
  await window.fill("provider-name", "Loopback");
  await window.fill("provider-model", "small");
  await window.press("provider-save");
  await until("the provider is kept", async () => !(await window.has("provider-dialog")));
  await until("it serves every tier", () =>
    window.script(`return ["fast", "powerful", "reasoning"].every((t) => document.querySelector('[data-testid="tier-model-' + t + '"]')?.value === "small")`),
  );
}

export async function setLevel(window, level) {
  await window.press("settings-privacy");
  await window.press(`level-${level}`);
  await until("the prompts of this level are shown", () => window.has("preview-text"));
  await window.press("privacy-save");
  await until("the level is in force", () => window.script(`return /is in force/.test(document.querySelector('[data-testid="privacy-pane"]').innerText)`));
}

/** Cells of the sample database that a question about regions could bring into a prompt. */
const CELLS = ["Germany", "United Kingdom", "Sales Representative"];

export async function models({ window, picture, shots, ask, choose }) {
  const server = await serve();
  try {
    await choose(window, "harbor-goods");
    await addProvider(window, server.address);
    assert.equal(server.bodies.length, 0, "nothing is sent before it may be");
    await setLevel(window, "names");
    await picture(path.join(shots, "privacy.png"));
    await window.press("settings-close");
    assert.equal(await ask(window, "How many customers does each region have?"), "answered");
    const sent = server.bodies.length;
    assert.ok(sent >= 3, `${sent} requests`);
    for (const cell of CELLS) assert.ok(server.bodies.every((body) => !body.includes(cell)), `${cell} left at the level of names`);
    assert.ok(server.bodies.some((body) => body.includes("region_id")), "names left");
    await picture(path.join(shots, "with-model.png"));

    await window.press("show-settings");
    await window.press("settings-ledger");
    const head = await until("the ledger is read", () => window.text("ledger-count"));
    assert.match(head, new RegExp(`\\b${sent} requests`), "the ledger has every request, and no other");
    await picture(path.join(shots, "ledger.png"));
    await window.press("settings-close");

    await window.press("airplane");
    await window.byId("airplane-line");
    assert.equal(await ask(window, "How many employees does each region have?"), "answered");
    assert.equal(server.bodies.length, sent, "nothing is sent in airplane mode");
    assert.match(await window.script(`return document.querySelector("article.answer").innerText`), /No model gave a reply/);
    await picture(path.join(shots, "airplane.png"));
    await window.press("airplane");

    await window.press("show-settings");
    await setLevel(window, "nothing");
    await window.press("settings-close");
    assert.equal(await ask(window, "How many orders are there?"), "answered");
    assert.equal(server.bodies.length, sent, "nothing is sent where a model may see nothing");
  } finally {
    await server.close();
  }
}
