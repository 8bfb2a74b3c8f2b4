// Both languages say the same things, and nothing is kept that no screen says.
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { chooseNumbers } from "../format/numbers";
import { t } from ".";
import "./en/exploreMore";
import de from "./de";
import en from "./en";
import { flat, type Tree } from "./flat";

const english = flat(en);
const german = new Map(flat(de));
const marks = (text: string) => [...text.matchAll(/\{\{[^}]*\}\}|<\/?\w+\/?>/g)].map((m) => m[0]).sort();

const SOURCES = fileURLToPath(new URL("..", import.meta.url));
const files = fs
  .readdirSync(SOURCES, { recursive: true, encoding: "utf8" })
  .filter((name) => /\.tsx?$/.test(name) && !/\.test\.ts$|^text|mock/.test(name))
  .map((name) => ({ name, text: fs.readFileSync(path.join(SOURCES, name), "utf8") }));
const sources = files.map((file) => file.text).join("\n");

/** Each file of English messages with its groups, as "room.group". */
const parts = fs
  .readdirSync(path.join(SOURCES, "text/en"))
  .filter((name) => name.endsWith(".json"))
  .map((file) => {
    const name = file.replace(/\.json$/, "");
    const groups = Object.keys(
      JSON.parse(fs.readFileSync(path.join(SOURCES, "text/en", file), "utf8")) as Tree,
    );
    return {
      name,
      groups: groups.map((g) => `${name.replace(/More$/, "")}.${g.replace(/_(one|other)$/, "")}`),
    };
  });

describe("messages", () => {
  it("are the same in both languages", () => {
    expect([...german.keys()].sort()).toEqual(english.map(([key]) => key).sort());
  });

  it("name the same parts in both languages", () => {
    const unlike = english.filter(
      ([key, text]) => JSON.stringify(marks(text)) !== JSON.stringify(marks(german.get(key) ?? "")),
    );
    expect(unlike.map(([key]) => key)).toEqual([]);
  });

  it("are all said somewhere", () => {
    // A key put together from parts is looked for by what stands before its first part.
    const made = [...sources.matchAll(/`([a-z]\w*\.[\w.]*)\$\{/g)].map((m) => m[1] as string);
    const said = (key: string) => {
      const whole = key.replace(/_(zero|one|two|few|many|other)$/, "");
      return sources.includes(`"${whole}"`) || made.some((start) => whole.startsWith(start));
    };
    expect(english.map(([key]) => key).filter((key) => !said(key))).toEqual([]);
  });

  it("are loaded by the files that say them", () => {
    const missing = files.flatMap(({ name, text }) =>
      parts
        .filter((part) => part.name !== "common" && !text.includes(`text/en/${part.name}";`))
        .filter((part) =>
          part.groups.some((g) => new RegExp(`["\`]${g.replace(".", "\\.")}["\`.$]`).test(text)),
        )
        .map((part) => `${name}: ${part.name}`),
    );
    expect(missing).toEqual([]);
  });

  it("count, and write their numbers as the window does", () => {
    const said = () => [1, 2_000].map((count) => t("common.rows", { count }));
    chooseNumbers("comma");
    expect(said()).toEqual(["1 row", "2,000 rows"]);
    chooseNumbers("point");
    expect(said()).toEqual(["1 row", "2.000 rows"]);
    chooseNumbers("system");
    expect([1, 2].map((count) => t("explore.description.over", { count }))).toEqual([
      "1 character too many",
      "2 characters too many",
    ]);
  });
});
