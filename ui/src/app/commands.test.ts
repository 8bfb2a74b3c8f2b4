import { describe, expect, it } from "vitest";
import { COMMANDS, pressed } from "./commands";

const press = (key: string, held: Partial<Record<"ctrlKey" | "metaKey" | "shiftKey", boolean>> = {}) =>
  pressed({ key, ctrlKey: false, metaKey: false, shiftKey: false, target: null, ...held });

describe("a key that is pressed", () => {
  it("is one command, with Shift another one, and none without Ctrl", () => {
    expect(press("j", { ctrlKey: true })).toBe("how");
    expect(press("J", { ctrlKey: true, shiftKey: true })).toBe("search");
    expect(press("d", { metaKey: true })).toBe("pins");
    expect([press("j"), press("d"), press("k", { ctrlKey: true, shiftKey: true })]).toEqual([
      null,
      null,
      null,
    ]);
    expect(press("l", { ctrlKey: true })).toBe("question");
    expect([press("k", { ctrlKey: true }), press("P", { ctrlKey: true, shiftKey: true })]).toEqual([
      "commands",
      "commands",
    ]);
    expect(press("?", { shiftKey: true })).toBe("shortcuts");
  });

  it("stands for one command alone", () => {
    const keys = COMMANDS.map((command) => command.keys.join(" "));
    expect(new Set(keys).size).toBe(keys.length);
  });
});
