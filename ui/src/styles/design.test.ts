// What DESIGN.md says of weights, colours and motion, held against every style.
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const FOLDER = fileURLToPath(new URL(".", import.meta.url));
const styles = readdirSync(FOLDER)
  .filter((name) => name.endsWith(".css") && name !== "tokens.css")
  .map((name) => ({ name, lines: readFileSync(`${FOLDER}${name}`, "utf8").split("\n") }));

const offences = (shape: RegExp, unless?: RegExp) =>
  styles.flatMap(({ name, lines }) =>
    lines.flatMap((line, n) =>
      shape.test(line) && !unless?.test(line) ? [`${name}:${n + 1}: ${line.trim()}`] : [],
    ),
  );

describe("every style", () => {
  it("has its weights from the three of the base", () => {
    expect(styles.length).toBeGreaterThan(30);
    expect(offences(/font-weight:/, /var\(--weight(-mid|-bold)?\)|inherit/)).toEqual([]);
  });

  it("has its colours from the base", () => {
    expect(offences(/#[0-9a-f]{3,8}\b|\brgba?\(|\bhsla?\(/i)).toEqual([]);
  });

  it("moves as long as the base says, or not at all", () => {
    expect(offences(/(^|[\s,(])[\d.]+m?s\b/, /\b0\.01ms\b/)).toEqual([]);
  });

  it("has its classes to itself, whichever file is loaded when", () => {
    const owners = new Map<string, Set<string>>();
    for (const { name, lines } of styles)
      for (const [, selectors = ""] of lines
        .join("\n")
        .replace(/\/\*.*?\*\//gs, "")
        .matchAll(/([^{}]+)\{/g))
        for (const [, owned] of selectors.matchAll(/(?:^|,)\s*\.([\w-]+)\s*(?=,|$)/g))
          owners.set(owned ?? "", (owners.get(owned ?? "") ?? new Set()).add(name));
    const shared = [...owners].filter(([, files]) => files.size > 1).map(([owned]) => owned);
    expect(shared).toEqual([]);
  });
});
