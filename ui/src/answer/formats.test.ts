import { describe, expect, it } from "vitest";
import { preset } from "./csv";
import { FORMS, fileName, formatFor, withEnding } from "./formats";

describe("the file's name", () => {
  it("comes from the question, in any script, with nothing a file system refuses", () => {
    expect(fileName("How many customers are in France?", "csv")).toBe("how-many-customers-are-in-france.csv");
    expect(fileName("../../etc/passwd", "md")).toBe("etc-passwd.md");
    expect(fileName("كم عدد العملاء؟", "csv")).toBe("كم-عدد-العملاء.csv");
    expect(fileName("???", "xlsx")).toBe("answer.xlsx");
    expect(fileName("x".repeat(300), "csv").length).toBeLessThan(70);
  });
  it("takes the ending of the form that is chosen, and keeps every other part", () => {
    expect(withEnding("/a.b/rows.csv", "xlsx")).toBe("/a.b/rows.xlsx");
    expect(withEnding("/a/report.v2", "json")).toBe("/a/report.v2");
    expect(withEnding("", "json")).toBe("");
  });
});

describe("the forms", () => {
  it("each have an ending of their own", () => {
    expect(new Set(FORMS.map((f) => f.ending)).size).toBe(FORMS.length);
  });
  it("carry what they need and nothing else", () => {
    expect(formatFor("json", preset("plain"), "<svg/>")).toEqual({ kind: "json" });
    expect(formatFor("report", preset("plain"), "<svg/>")).toEqual({ kind: "report", chart: "<svg/>" });
    expect(formatFor("csv", preset("plain"), null)).toMatchObject({
      kind: "csv",
      options: { delimiter: "," },
    });
  });
});
