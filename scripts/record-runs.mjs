// Records runs of the real engine for the mock of the front end: node scripts/record-runs.mjs PROGRAM, where PROGRAM is the
// askwell-cli to run. Out: one file of events a question, as the window would get them.
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const TO = path.join(ROOT, "ui/src/backend/mock/recorded");
const QUESTIONS = {
  plain: "How many customers do we have?",
  many: "What is the average order value by country?",
  parts: "How many suppliers are there, and which country has the most customers?",
  difference: "How many orders were there in 2023 and in 2024, and what is the difference?",
};

const program = process.argv[2];
if (!program) throw new Error("Which program? node scripts/record-runs.mjs target/release/askwell-cli");
const workspace = fs.mkdtempSync(path.join(os.tmpdir(), "askwell-record-"));
try {
  for (const [name, question] of Object.entries(QUESTIONS)) {
    const database = path.join(ROOT, "sample-data/harbor-goods.sqlite");
    const args = ["--workspace", workspace, "ask", "--json", "--anew", "--database", database, question];
    const lines = execFileSync(program, args, { encoding: "utf8", maxBuffer: 1 << 28 }).trim().split("\n");
    const events = lines.filter((line) => "artifact" in JSON.parse(line));
    fs.writeFileSync(path.join(TO, `${name}.jsonl`), `${events.join("\n")}\n`);
    process.stdout.write(`${name}: ${events.length} events\n`);
  }
} finally {
  fs.rmSync(workspace, { recursive: true });
}
