import { describe, expect, it } from "vitest";
import type { Catalog } from "../contract";
import { meanings } from "./means";

const table = (name: string, ...columns: string[]) =>
  ({ name, columns: columns.map((column) => ({ name: column })) }) as Catalog["tables"][number];
const catalog = (...tables: Catalog["tables"]) => ({ tables }) as Catalog;

describe("what a word can mean", () => {
  it("are columns by their tables, tables, and the values that were found", () => {
    const all = meanings(catalog(table("orders", "total"), table("shops", "town")), [
      { table: "shops", column: "town", value: "Ypres" },
    ]);
    expect([...all.keys()]).toEqual([
      "Ypres (town of shops)",
      "total of orders",
      "town of shops",
      "orders",
      "shops",
    ]);
    expect(all.get("Ypres (town of shops)")).toEqual({
      kind: "value",
      table: "shops",
      column: "town",
      value: "Ypres",
    });
    expect(all.get("orders")).toEqual({ kind: "table", table: "orders" });
  });

  it("columns of the only table go by their own name, also where the table is called the same", () => {
    const all = meanings(catalog(table("price", "price", "size")), []);
    expect([...all.keys()]).toEqual(["price", "size"]);
    expect(all.get("price")).toEqual({ kind: "column", table: "price", column: "price" });
  });
});
