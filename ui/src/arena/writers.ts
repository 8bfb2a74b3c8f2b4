// Who wrote an attempt, for people: a name, and a colour and a shape that tell it apart without each other.
import type { Candidate } from "../contract";
import { t } from "../text";
import "../text/en/arena";

export type Shape = "circle" | "square" | "triangle" | "diamond" | "hexagon" | "pentagon" | "star" | "cross";

export interface Writer {
  key: string;
  name: string;
  shape: Shape;
  /** Of the custom properties in arena.css. */
  colour: string;
  /** Whether a language model is asked for it. */
  model?: true;
}

const READER: Writer = {
  key: "reader",
  name: t("arena.writer.reader"),
  shape: "circle",
  colour: "var(--w-1)",
};
const RULES: Writer = { key: "rules", name: t("arena.writer.rules"), shape: "square", colour: "var(--w-2)" };

/** By the beginning of a generator's name; a name of the built-in engine is one of many ways to build a query. */
const BY_START: readonly [string, Writer][] = [
  [
    "whole_",
    { key: "whole", name: t("arena.writer.whole"), shape: "triangle", colour: "var(--w-4)", model: true },
  ],
  [
    "trained_",
    { key: "trained", name: t("arena.writer.trained"), shape: "diamond", colour: "var(--w-3)", model: true },
  ],
  [
    "steps_",
    { key: "steps", name: t("arena.writer.steps"), shape: "hexagon", colour: "var(--w-6)", model: true },
  ],
  [
    "skeleton_",
    {
      key: "skeleton",
      name: t("arena.writer.skeleton"),
      shape: "pentagon",
      colour: "var(--w-5)",
      model: true,
    },
  ],
  [
    "reasoning_",
    {
      key: "reasoning",
      name: t("arena.writer.reasoning"),
      shape: "triangle",
      colour: "var(--w-3)",
      model: true,
    },
  ],
  [
    "standard_",
    {
      key: "standard",
      name: t("arena.writer.standard"),
      shape: "diamond",
      colour: "var(--w-4)",
      model: true,
    },
  ],
  [
    "complex_",
    { key: "complex", name: t("arena.writer.complex"), shape: "hexagon", colour: "var(--w-5)", model: true },
  ],
  ["icl_", { key: "icl", name: t("arena.writer.icl"), shape: "pentagon", colour: "var(--w-6)", model: true }],
  [
    "again_",
    { key: "again", name: t("arena.writer.again"), shape: "triangle", colour: "var(--w-6)", model: true },
  ],
  ["conversation", { key: "turn", name: t("arena.writer.turn"), shape: "cross", colour: "var(--w-7)" }],
  ["verified", { key: "verified", name: t("arena.writer.verified"), shape: "star", colour: "var(--w-8)" }],
];

function writerOf(name: string): Writer {
  if (name === "reader") return READER;
  return BY_START.find(([start]) => name.startsWith(start))?.[1] ?? RULES;
}

/** All that came to the same query, each once. */
export function writersOf(candidate: Candidate): Writer[] {
  const names = candidate.generator.split(", ");
  const found = names.map(writerOf);
  const seen = new Map(found.map((writer) => [writer.key, writer]));
  return [...seen.values()];
}

/** The writer by whose colour an attempt goes: the one named first. */
export function leadWriter(candidate: Candidate): Writer {
  return writersOf(candidate)[0] ?? RULES;
}
