import { expect, it } from "vitest";
import { company } from "../backend/mock/company";
import { keyFacts } from "../sidebar/keys";
import { keyCounts, keySentence, readAs } from "./facts";

it("declared and inferred keys are counted apart", () => {
  expect(keyCounts(company)).toEqual({ primary: 5, declared: 2, inferred: 2 });
  expect(keySentence({ primary: 1, declared: 1, inferred: 0 })).toBe(
    "1 table with a primary key, 1 link declared, none inferred",
  );
  expect(keySentence({ primary: 0, declared: 0, inferred: 0 })).toBe("None declared, none inferred");
});

it("a file says how it was read, in as many words as its format has", () => {
  const csv = {
    path: "/a.csv",
    format: "CSV",
    sheet: null,
    encoding: "UTF-16LE",
    delimiter: ";",
    header: false,
  };
  expect(readAs(csv)).toEqual(["UTF-16LE", "split at semicolon", "no row of names"]);
  const parquet = { ...csv, format: "Parquet", encoding: null, delimiter: null, header: null };
  expect(readAs(parquet)).toEqual([]);
  expect(readAs({ ...parquet, sheet: "May", header: true })).toEqual([
    "sheet “May”",
    "names in the first row",
  ]);
});

it("a column says which keys and indexes it is in, a unique index once", () => {
  const table = (name: string) =>
    company.tables.find((t) => t.name === name) as (typeof company.tables)[number];
  expect(keyFacts(table("orders"), "status")).toEqual(["Index with ordered_at: orders_status_idx"]);
  expect(keyFacts(table("products"), "sku")).toEqual(["Unique index: products_sku_key"]);
  expect(keyFacts(table("order_items"), "line")).toEqual(["Primary key with order_id"]);
  expect(keyFacts(table("orders"), "total")).toEqual([]);
});
