import { describe, expect, it } from "vitest";
import type { Changes, RunMark } from "../contract";
import { cautions, keyWords, summary, when } from "./words";

const AT = new Date(2026, 4, 3, 9, 5).getTime();
const LATER = new Date(2026, 5, 20, 9, 5).getTime();

const mark = (started: number, rows: number | null, headline: string | null = null): RunMark => ({
  run: `run-${started}`,
  started,
  sentence: "A sentence.",
  headline,
  rows,
});

const changes = (change: Partial<Changes>): Changes => ({
  earlier: mark(AT, 10),
  later: mark(LATER, 52),
  columns: [
    { name: "company", kind: "text" },
    { name: "sales", kind: "real" },
  ],
  key: [0],
  rows: [],
  new: 42,
  gone: 0,
  changed: 3,
  same: 7,
  cut: false,
  other_query: false,
  columns_new: [],
  columns_gone: [],
  ...change,
});

describe("what changed", () => {
  it("is said by the number of rows, and not where that is not known", () => {
    expect(summary(changes({}), "en-GB")).toBe("42 more rows since 3 May.");
    expect(summary(changes({ later: mark(LATER, 9) }), "en-GB")).toBe("1 fewer row since 3 May.");
    expect(summary(changes({ later: mark(LATER, 10) }), "en-GB")).toBe("As many rows as on 3 May.");
    expect(summary(changes({ earlier: mark(AT, null) }), "en-GB")).toBe("Compared with 3 May.");
  });

  it("is nothing where all rows are as they were, and of a result that was cut only what was kept is said", () => {
    const none = { new: 0, changed: 0 };
    expect(summary(changes(none), "en-GB")).toBe(
      "Nothing has changed since 3 May: all rows are as they were.",
    );
    expect(summary(changes({ ...none, cut: true }), "en-GB")).toMatch(/^Of the rows that were kept/);
  });

  it("of a single figure is the figure before and the difference", () => {
    const one = changes({
      earlier: mark(AT, 1, "9"),
      later: mark(LATER, 1, "12"),
      columns: [{ name: "count", kind: "integer" }],
      key: [],
      rows: [{ fate: "changed", cells: [12], was: [{ column: 0, cell: 9 }] }],
      new: 0,
      changed: 1,
      same: 0,
    });
    expect(summary(one, "en-GB")).toBe("12, after 9 on 3 May: +3.");
    expect(summary({ ...one, changed: 0, rows: [] }, "en-GB")).toBe("The same as on 3 May.");
  });

  it("has the hour where both runs are of one day, and the year where they are not of one year", () => {
    expect(when(AT, AT + 3_600_000, "en-GB")).toBe("3 May, 9:05");
    expect(when(AT, AT + 400 * 86_400_000, "en-GB")).toBe("3 May 2026");
  });

  it("warns of what a difference may come from instead", () => {
    expect(cautions(changes({}))).toEqual([]);
    const all = changes({ other_query: true, cut: true, key: null, columns_new: ["site"] });
    expect(cautions(all)).toHaveLength(4);
    expect(keyWords(all)).toBeNull();
    expect(keyWords(changes({}))).toBe("Rows are put beside each other by company.");
  });
});
