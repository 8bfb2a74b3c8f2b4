import { describe, expect, it } from "vitest";
import { pieces, wordsUnder } from "./spans";

const bytes = (text: string) => new TextEncoder().encode(text).length;

describe("pieces", () => {
  it("cuts at byte offsets although letters take several bytes", () => {
    const text = "Zürich 🏖️ für Łódź";
    const start = bytes("Zürich 🏖️ für ");
    expect(pieces(text, [{ start, end: start + bytes("Łódź") }])).toEqual([
      { text: "Zürich 🏖️ für ", marks: [] },
      { text: "Łódź", marks: [0] },
    ]);
  });
  it("loses no letter, whatever the spans", () => {
    const text = "how many orders?";
    for (let start = 0; start < 16; start++) {
      for (let end = 0; end < 20; end++) {
        expect(
          pieces(text, [
            { start, end },
            { start: 4, end: 8 },
          ])
            .map((p) => p.text)
            .join(""),
        ).toBe(text);
      }
    }
  });
  it("gives overlapping spans both marks where they meet", () => {
    expect(
      pieces("abcd", [
        { start: 0, end: 3 },
        { start: 2, end: 4 },
      ]),
    ).toEqual([
      { text: "ab", marks: [0] },
      { text: "c", marks: [0, 1] },
      { text: "d", marks: [1] },
    ]);
  });
  it("ignores a span inside a letter or outside the text", () => {
    expect(
      pieces("é", [
        { start: 1, end: 2 },
        { start: 0, end: 9 },
      ]),
    ).toEqual([{ text: "é", marks: [] }]);
  });
  it("an empty question has no pieces", () => expect(pieces("", [{ start: 0, end: 0 }])).toEqual([]));
});

describe("words under spans", () => {
  const under = (text: string, ...spans: [number, number][]) =>
    wordsUnder(
      text,
      spans.map(([start, end]) => ({ start, end })),
    );
  it("are cut at byte offsets, in the order of the spans", () => {
    const from = bytes("Zürich 🏖️ für ");
    expect(under("Zürich 🏖️ für Łódź", [from, from + bytes("Łódź")], [0, bytes("Zürich")])).toEqual([
      "Łódź",
      "Zürich",
    ]);
  });
  it("are said once", () =>
    expect(under("big and big", [0, 3], [8, 11], [0, 7])).toEqual(["big", "big and"]));
  it("are none where a span is empty, backwards, in a letter or outside the text", () => {
    expect(under("éa b", [0, 0], [3, 1], [1, 3], [0, 1], [2, 99], [3, 4])).toEqual([]);
  });
});
