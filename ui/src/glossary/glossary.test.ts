import { describe, expect, it } from "vitest";
import { harbor } from "../backend/mock/catalogs";
import type { Backend } from "../backend/backend";
import { termsOf } from "../backend/mock/notes";
import type { Term } from "../contract";
import {
  asKind,
  countable,
  EMPTY,
  incomplete,
  keepTerm,
  type Line,
  linesOf,
  meaningWords,
  nextId,
  settled,
  wanted,
} from "./glossary";

const lines = linesOf(termsOf(harbor));
const [open, revenue] = termsOf(harbor);
if (!open || !revenue) throw new Error("terms");
const bad: Term = { ...revenue, meaning: { kind: "formula", table: "order_lines", sql: "SUM(" } };

describe("saving the glossary", () => {
  it("sends every term with the edited one in its place, or without the removed one", () => {
    expect(wanted(lines, 1, bad)).toHaveLength(lines.length);
    expect(wanted(lines, 1, bad)[1]).toEqual(bad);
    expect(wanted(lines, 1, null).map((t) => t.name)).not.toContain(revenue.name);
  });

  it("an edit that was refused keeps what was saved, the writing and the reason", () => {
    const after = settled(lines, 1, bad, [{ name: revenue.name, why: "A bracket is missing." }]);
    expect(after[1]).toEqual({ id: 1, saved: revenue, draft: bad, why: "A bracket is missing." });
    expect(after[0]).toEqual(lines[0]);
  });

  it("a term that was valid once and is not any more is marked, although another was edited", () => {
    const after = settled(lines, 1, revenue, [{ name: open.name, why: "The table orders is gone." }]);
    expect(after[0]).toEqual({ id: 0, saved: null, draft: open, why: "The table orders is gone." });
    expect(after[1]?.draft).toBeNull();
  });

  it("a removed term is gone, and one being written stays", () => {
    const writing: Line = { id: nextId(lines), saved: null, draft: EMPTY, why: null };
    const after = settled([...lines, writing], 0, null, []);
    expect(after.map((l) => l.id)).toEqual([1, 2, 3]);
    expect(after.at(-1)).toEqual(writing);
  });
});

describe("what can be saved", () => {
  it.each([
    [EMPTY, "Give it a name first."],
    [{ ...EMPTY, name: "x" }, "Say what it means first."],
    [{ ...EMPTY, name: " REVENUE ", definition: "d" }, "There is already a term with this name."],
    [{ ...EMPTY, name: "x", meaning: asKind("value", { kind: "words" }) }, "Choose a table first."],
    [
      { ...EMPTY, name: "x", meaning: asKind("column", { kind: "table", table: "t" }) },
      "Choose a column first.",
    ],
    [
      { ...EMPTY, name: "x", meaning: asKind("filter", { kind: "table", table: "t" }) },
      "Write the SQL first.",
    ],
    [{ ...EMPTY, name: "x", definition: "d" }, null],
  ])("%o: %s", (term, why) => {
    expect(incomplete(term, lines, 9)).toBe(why);
  });

  it("another kind keeps the table, the column and the SQL it had", () => {
    expect(asKind("formula", open.meaning)).toEqual({ ...open.meaning, kind: "formula" });
    expect(asKind("value", { kind: "column", table: "t", column: "c" })).toEqual({
      kind: "value",
      table: "t",
      column: "c",
      value: "",
    });
  });
});

describe("a condition without SQL", () => {
  const rows = asKind("rows", { kind: "value", table: "orders", column: "total", value: "100" });

  it("keeps what it shares with the kind before, and is said in words", () => {
    expect(rows).toEqual({ kind: "rows", table: "orders", column: "total", holds: "is", value: "100" });
    expect(meaningWords(rows).says).toBe("rows of orders whose total is “100”");
  });

  it("can be counted once it is whole", () => {
    expect(countable(rows)).toBe(true);
    expect(countable(asKind("rows", { kind: "table", table: "orders" }))).toBe(false);
    expect(countable({ kind: "column", table: "orders", column: "total" })).toBe(false);
    expect(
      incomplete({ ...EMPTY, name: "x", meaning: { ...rows, value: " " } as Term["meaning"] }, [], 0),
    ).toBe("Say which value it is compared with.");
  });
});

describe("keeping one term from beside an answer", () => {
  /** Refuses terms of these names, as the engine does: the others are saved. */
  const workspace = (kept: Term[], ...refuses: string[]) => {
    let saved = kept;
    const backend = {
      glossary: async () => saved,
      saveGlossary: async (_: string, terms: Term[]) => {
        saved = terms.filter((one) => !refuses.includes(one.name) || kept.includes(one));
        return terms
          .filter((one) => !saved.includes(one))
          .map(({ name }) => ({ name, why: "It means nothing." }));
      },
    } as unknown as Backend;
    return { backend, saved: () => saved };
  };

  it("takes the place of the one of its name, however that is written", async () => {
    const { backend, saved } = workspace([open, revenue]);
    const name = open.name.toLocaleUpperCase();
    expect(await keepTerm(backend, "a", name, (old) => old && { ...old, definition: "New." })).toBeNull();
    expect(saved()).toEqual([revenue, { ...open, definition: "New." }]);
    expect(await keepTerm(backend, "a", open.name, () => null)).toBeNull();
    expect(saved()).toEqual([revenue]);
  });

  it("loses nothing that stood there before when it is refused", async () => {
    const { backend, saved } = workspace([open, revenue], revenue.name);
    expect(await keepTerm(backend, "a", revenue.name, () => bad)).toBe("It means nothing.");
    expect(saved()).toEqual([open, revenue]);
  });
});
