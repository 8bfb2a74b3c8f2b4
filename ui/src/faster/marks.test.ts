import { describe, expect, it } from "vitest";
import { meant, sides, tokens } from "./marks";

const marked = (pieces: { text: string; marked: boolean }[]) =>
  pieces.filter((p) => p.marked).map((p) => p.text);

describe("the differences between two statements", () => {
  it("take a column with its table for the same column, whatever the layout", () => {
    const { before, after } = sides(
      "SELECT id FROM orders WHERE total > 5",
      "select\n  orders.id\nFROM orders\nWHERE orders.total > 7",
    );
    expect(marked(before)).toEqual(["5"]);
    expect(marked(after)).toEqual(["7"]);
  });

  it("keep every character of both", () => {
    const [a, b] = ["SELECT 'it''s' -- x\nFROM \"odd table\"", 'SELECT 1.5, a."b c" FROM t'];
    const found = sides(a, b);
    expect(found.before.map((p) => p.text).join("")).toBe(a);
    expect(found.after.map((p) => p.text).join("")).toBe(b);
  });

  it("mark a run of words as one, and no line break", () => {
    const { after } = sides("SELECT a FROM t", "SELECT a FROM t\nWHERE a IS NOT NULL\nLIMIT 5");
    expect(marked(after)).toEqual(["WHERE a IS NOT NULL", "LIMIT 5"]);
  });

  it("read numbers, texts and quoted names whole", () => {
    expect(tokens("a.b='x y' 1.5")).toEqual(["a.b", "=", "'x y'", " ", "1.5"]);
    expect([meant('o."Shop"'), meant("1.5"), meant("'A'"), meant("SELECT")]).toEqual([
      "shop",
      "1.5",
      "'A'",
      "select",
    ]);
  });
});
