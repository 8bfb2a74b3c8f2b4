import { describe, expect, it } from "vitest";
import { harbor } from "../backend/mock/catalogs";
import { company } from "../backend/mock/company";
import { profileOf } from "../backend/mock/profiles";
import type { Catalog } from "../contract";
import { distinctWords, nullWords, sampled, sampleWords } from "./words";

const profile = (catalog: Catalog, table: string) => {
  const found = catalog.tables.find((t) => t.name === table);
  if (!found) throw new Error(table);
  return profileOf(found);
};
const column = (catalog: Catalog, table: string, name: string) => {
  const found = profile(catalog, table).columns.find((c) => c.column === name);
  if (!found) throw new Error(name);
  return found;
};

describe("a number is never silently partial", () => {
  it("a count is a count, an estimate has its error, a sample is a lower bound", () => {
    const exact = column(harbor, "customers", "country");
    expect(distinctWords(exact, false)).toBe("10");
    const estimated = { ...exact, distinct: 60_114, distinct_exact: false, distinct_error: 0.0081 };
    expect(distinctWords(estimated, false)).toBe("about 60,100 ± 0.8%");
    expect(distinctWords(estimated, true)).toContain("of the rows read");
    expect(distinctWords({ ...exact, distinct_exact: false }, true)).toBe("at least 10");
  });

  it("a table of which not all was read says how much was", () => {
    expect(sampled(profile(harbor, "orders"))).toBe(false);
    expect(sampleWords(profile(harbor, "orders"))).toBeNull();
    expect(sampleWords(profile(company, "orders"))).toBe("from a sample: 50,000 of 1,249,833 rows");
  });

  it("few NULLs are not none, and nearly all are not all", () => {
    expect(nullWords(0, 1000)).toBe("none");
    expect(nullWords(1, 1000)).toBe("under 1%");
    expect(nullWords(70, 1000)).toBe("7%");
    expect(nullWords(999, 1000)).toBe("over 99%");
    expect(nullWords(1000, 1000)).toBe("all");
    expect(nullWords(0, 0)).toBe("none");
  });
});
