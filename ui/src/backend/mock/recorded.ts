// Runs of the real engine, event by event, as scripts/record-runs.mjs wrote them down.
import type { Event, Header } from "../../contract";
import difference from "./recorded/difference.jsonl?raw";
import many from "./recorded/many.jsonl?raw";
import parts from "./recorded/parts.jsonl?raw";
import plain from "./recorded/plain.jsonl?raw";
import type { Step } from "./script";

const CALLS: readonly [RegExp, string][] = [
  [/suppliers are there, and which/i, parts],
  [/in 2023 and in 2024/i, difference],
  [/customers do we have/i, plain],
  [/average order value/i, many],
];

/** The steps of the recorded run that a question calls, under its own header; null: none was recorded for it. */
export function recordedSteps(question: string, header: Header, beat: number): Step[] | null {
  const text = CALLS.find(([words]) => words.test(question))?.[1];
  if (text === undefined) return null;
  const events = text
    .trim()
    .split("\n")
    .map((line): Event => JSON.parse(line));
  return events
    .filter((event) => event.artifact.kind !== "finished")
    .map(({ stage, artifact }) => ({
      pause: beat,
      stage,
      artifact: artifact.kind === "started" ? { kind: "started", value: header } : artifact,
    }));
}
