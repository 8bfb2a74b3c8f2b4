import { afterEach, describe, expect, it } from "vitest";
import { COMMANDS, isOwn, keysOf, pressed, setKeys, shortcut } from "../app/commands";
import { hindrance, keysIn } from "./keys";

const held = (key: string, more: object = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  altKey: false,
  target: null,
  ...more,
});

afterEach(() => {
  for (const { id } of COMMANDS) setKeys(id, null);
});

describe("keys for a command", () => {
  it("are read from a press, and none while only Ctrl is held", () => {
    expect(keysIn(held("Control", { ctrlKey: true }))).toBeNull();
    expect(keysIn(held("e", { ctrlKey: true }))).toEqual(["Ctrl", "E"]);
    expect(keysIn(held("E", { metaKey: true, shiftKey: true }))).toEqual(["Ctrl", "Shift", "E"]);
    expect(keysIn(held("?", { shiftKey: true }))).toEqual(["?"]);
  });

  it("are refused where they are needed for something else, with the reason", () => {
    expect(hindrance("explore", ["Ctrl", "C"])).toContain("copies");
    expect(hindrance("explore", ["Ctrl", "K"])).toContain("All commands");
    expect(hindrance("explore", ["E"])).toContain("Hold Ctrl");
    expect(hindrance("explore", ["Ctrl", "Alt", "E"])).toContain("Alt");
    expect(hindrance("explore", ["Ctrl", "ArrowLeft"])).toContain("caret");
    expect(hindrance("explore", ["Tab"])).toContain("Hold Ctrl");
    expect(hindrance("explore", ["Ctrl", "E"])).toBeNull();
    expect(hindrance("explore", ["Ctrl", "Shift", "X"])).toBeNull();
    expect(hindrance("explore", ["!"])).toBeNull();
  });

  it("do what they stand for from then on, and the old ones nothing, until they are as at first", () => {
    setKeys("explore", ["Ctrl", "B"]);
    expect([keysOf("explore").join(), shortcut("explore"), isOwn("explore")]).toEqual([
      "Ctrl,B",
      "Ctrl+B",
      true,
    ]);
    expect(pressed(held("b", { ctrlKey: true }))).toBe("explore");
    expect(pressed(held("e", { ctrlKey: true }))).toBeNull();
    expect(hindrance("how", ["Ctrl", "B"])).toContain("Explore the data");
    expect(hindrance("how", ["Ctrl", "E"])).toBeNull();
    setKeys("commands", ["Ctrl", "G"]);
    expect(pressed(held("P", { ctrlKey: true, shiftKey: true }))).toBeNull();
    setKeys("explore", null);
    expect(pressed(held("e", { ctrlKey: true }))).toBe("explore");
    expect(isOwn("explore")).toBe(false);
  });
});
