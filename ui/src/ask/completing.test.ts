import { describe, expect, it } from "vitest";
import { AT_MOST, folded, type Named, offers, pieces, spoken, taken } from "./completing";

const named = (kind: Named["kind"], ...texts: string[]): Named[] =>
  texts.map((text) => ({ kind, text, where: "" }));
const texts = (text: string, known: Named[], caret = text.length) =>
  offers(text, caret, known).map((offer) => offer.text);

describe("the words at the caret", () => {
  it("are the last four at most, and none in the middle of a word or behind a space", () => {
    const words = (text: string, caret = text.length) => pieces(text, caret).map((piece) => piece.words);
    expect(words("Orders from New Yo")).toEqual(["Orders from New Yo", "New Yo", "Yo"]);
    expect(words("one two three four five")).toEqual([
      "two three four five",
      "three four five",
      "four five",
      "five",
    ]);
    expect(words("orders ")).toEqual([]);
    expect(words("orders", 3)).toEqual([]);
    expect(words("o")).toEqual([]);
    expect(words("how many")).toEqual([]);
    expect(words("sales, cust")).toEqual(["sales, cust", "cust"]);
  });

  it("are compared without case, accents and marks", () => {
    expect(folded("Łódź – Café_au-lait")).toBe("łodz cafe au lait");
    expect(spoken("order_items")).toBe("order items");
    expect(spoken("OrderItems")).toBe("order items");
    expect(spoken("Tracking No")).toBe("Tracking No");
    expect(spoken("العملاء")).toBe("العملاء");
  });
});

describe("what is offered", () => {
  it("begins with the words, or one of its words does; what is typed in full is not offered", () => {
    const known = named("table", "orders", "order lines", "reorders", "old orders");
    expect(texts("how many ord", known)).toEqual(["orders", "order lines", "old orders"]);
    expect(texts("how many orders", known)).toEqual(["old orders"]);
  });

  it("fits as many of the typed words as it can", () => {
    const known = named("value", "York", "Yorkshire", "New York", "New Yorkton");
    const found = offers("in New Yor", 10, known);
    expect(found.map((offer) => offer.text)).toEqual(["New York", "New Yorkton", "York", "Yorkshire"]);
    expect(taken("in New Yor", found[0] as never)).toEqual({ text: "in New York", caret: 11 });
    expect(taken("in New Yor", found[2] as never)).toEqual({ text: "in New York", caret: 11 });
  });

  it("what stands behind the caret stays", () => {
    const [first] = offers("top cust by revenue", 8, named("table", "customers"));
    expect(taken("top cust by revenue", first as never)).toEqual({
      text: "top customers by revenue",
      caret: 13,
    });
  });

  it("an earlier question takes the place of all, and only at its end", () => {
    const known = named("question", "Revenue by month", "Orders by month");
    const [first] = offers("rev", 3, known);
    expect(taken("rev", first as never).text).toBe("Revenue by month");
    expect(texts("rev by year", known, 3)).toEqual([]);
    expect(texts("Revenue by month", known)).toEqual([]);
  });

  it("is at most eight, of each kind some, in one order of kinds", () => {
    const many = (kind: Named["kind"]) =>
      named(kind, ...Array.from({ length: 9 }, (_, n) => `sa${kind}${n}`));
    const known = [...many("question"), ...many("value"), ...many("column"), ...many("table")];
    const found = offers("sa", 2, known).map((offer) => offer.kind);
    expect(found).toEqual(["table", "table", "column", "column", "value", "value", "question", "question"]);
    const few = [...many("value"), ...named("table", "sales")];
    const kinds = offers("sa", 2, few).map((offer) => offer.kind);
    expect(kinds.length).toBe(AT_MOST);
    expect(kinds.filter((kind) => kind === "value").length).toBe(7);
  });

  it("is each thing once", () => {
    expect(texts("cou", named("column", "country", "country", "Country"))).toEqual(["country"]);
    expect(texts("fra", named("value", "France", "FRANCE"))).toEqual(["France", "FRANCE"]);
  });
});
