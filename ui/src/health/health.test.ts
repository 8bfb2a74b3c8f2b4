import { describe, expect, it } from "vitest";
import { harbor } from "../backend/mock/catalogs";
import { notesOf } from "../backend/mock/notes";
import { grouped, WEIGHTS } from "./health";

describe("notes in groups", () => {
  it("every note is in exactly one group, the weightiest first, in the order it came", () => {
    const notes = notesOf(harbor);
    const made = grouped(notes);
    expect([...made.values()].flat().flatMap((g) => g.notes)).toHaveLength(notes.length);
    expect([...made.keys()]).toEqual(WEIGHTS.map((w) => w.weight));
    expect(made.get("wrong")?.map((g) => g.kind)).toEqual(["orphaned_key", "near_duplicates"]);
    expect(made.get("care")?.[0]?.notes.map((n) => n.table)).toEqual(["orders", "customers"]);
  });

  it("a weight without notes is left out", () => {
    expect([...grouped(notesOf(harbor).filter((n) => n.kind === "one_value")).keys()]).toEqual(["known"]);
    expect(grouped([]).size).toBe(0);
  });
});
