import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { begin, type Run } from "../run/reduce";
import { Parts } from "./Parts";

const parts = [
  { question: "Which country has the most customers?", needs: [] },
  { question: "What did they buy?", needs: [0] },
];

function drawn(change: Partial<Run>): string {
  const plan = { question: "", evidence: "", follows: null, parts };
  return renderToStaticMarkup(createElement(Parts, { run: { ...begin("r", ""), plan, ...change } }));
}

describe("a turn in parts", () => {
  it("shows each part, and whose rows it is about", () => {
    const declined = { message: "Nothing here is called buy.", missing: [], suggestions: [] };
    const html = drawn({ parts: { 1: { ...begin("r.2", ""), declined } } });
    expect(html.match(/data-testid="part"/g)).toHaveLength(2);
    expect(html).toContain("(about the rows of 1)");
    expect(html).toContain("Under way");
    expect(html).toContain("Nothing here is called buy.");
  });

  it("says of a part that was never begun that it was not reached", () => {
    expect(drawn({ state: "stopped" }).match(/>Not reached\.</g)).toHaveLength(2);
  });

  it("says how its parts were put together, with a query only where one says all of them", () => {
    const answer = (by: "beside" | "list") =>
      ({
        sentence: "",
        sql: "SELECT 1 AS all_of_it",
        combined: { by, says: "", how: "Side by side by country." },
      }) as never;
    const beside = drawn({ answer: answer("beside") });
    expect(beside).toContain("Side by side by country.");
    expect(beside).toContain("all_of_it");
    expect(drawn({ answer: answer("list") })).not.toContain("all_of_it");
    expect(drawn({})).not.toContain("together");
  });

  it("is not there where one thing was asked", () => {
    expect(drawn({ plan: { question: "", evidence: "", follows: null, parts: [] } })).toBe("");
    expect(drawn({ plan: null })).toBe("");
  });
});
