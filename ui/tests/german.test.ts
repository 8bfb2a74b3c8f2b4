// The window in German: chosen in the settings or spoken by the system, and no English of ours left on its screens.
import { describe, expect, it } from "vitest";
import de from "../src/text/de";
import en from "../src/text/en";
import { flat } from "../src/text/flat";
import { ask, id, open, openArena, page, violations } from "./scene";

const german = new Map(flat(de));
const said = new Set(german.values());
/** English messages without parts, which German says in other words; a prompt is called "answer" in any language. */
const english = new Set(
  flat(en)
    .filter(
      ([key, text]) =>
        key !== "answer.export.fileName" && !/[{<]/.test(text) && german.get(key) !== text && !said.has(text),
    )
    .map(([, text]) => text),
);

/** Every text on the page and every name that a screen reader says, that is an English message word for word. */
async function left(): Promise<string[]> {
  const all = await page.evaluate(() => {
    const found: string[] = [];
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walk.nextNode(); node; node = walk.nextNode()) found.push(node.textContent?.trim() ?? "");
    for (const element of document.querySelectorAll("[aria-label],[placeholder],[title]")) {
      for (const name of ["aria-label", "placeholder", "title"]) found.push(element.getAttribute(name) ?? "");
    }
    return found;
  });
  return [...new Set(all.filter((text) => english.has(text)))];
}

const GERMAN = { locale: "de-DE" };
const lang = () => page.evaluate(() => document.documentElement.lang);

describe("in German", () => {
  it("the window speaks it where the system does, from the question to the whole search", async () => {
    await open(GERMAN);
    await expect.poll(() => lang()).toBe("de");
    expect(await left()).toEqual([]);
    await ask("Who are our best customers?");
    expect(await left()).toEqual([]);
    await openArena();
    expect(await left()).toEqual([]);
    expect(await violations()).toEqual([]);
  });

  it("so do the explorer, the pinned answers, the search for a faster query, and what the program is", async () => {
    await open(GERMAN);
    for (const [keys, testid] of [
      ["Control+e", "explore"],
      ["Control+d", "pins"],
      ["Control+m", "faster"],
    ] as const) {
      await page.keyboard.press(keys);
      await id(testid).waitFor();
      expect(await left()).toEqual([]);
      await page.keyboard.press("Escape");
    }
    await page.keyboard.press("Control+i");
    await id("about").waitFor();
    expect(await left()).toEqual([]);
  });

  it("and every page of the settings, the palette and the sheet of shortcuts", async () => {
    await open(GERMAN);
    await page.keyboard.press("Control+,");
    await id("settings-general").waitFor();
    const tabs = await page.locator("[role=tab][data-testid^=settings-]").all();
    expect(tabs.length).toBe(10);
    for (const tab of tabs) {
      await tab.click();
      await expect.poll(() => page.locator("[role=tabpanel]").textContent()).not.toBe("");
      await page.waitForTimeout(200);
      expect(await left()).toEqual([]);
    }
    await page.keyboard.press("Escape");
    await page.locator(".examples .chip:not([aria-disabled])").first().waitFor();
    await page.locator("body").click({ position: { x: 700, y: 20 } });
    await page.keyboard.press("?");
    await page.getByRole("dialog").waitFor();
    expect(await left()).toEqual([]);
    await page.keyboard.press("Escape");
    await page.keyboard.press("Control+k");
    await page.getByRole("dialog").waitFor();
    expect(await left()).toEqual([]);
  });

  it("is chosen by keyboard, holds once the window is loaded anew, and is left again", async () => {
    await open();
    await expect.poll(() => lang()).toBe("en");
    await page.keyboard.press("Control+,");
    await id("general-pane").waitFor();
    await id("choice-en").focus();
    await page.keyboard.press("ArrowDown");
    await id("language-now").focus();
    await page.keyboard.press("Enter");
    await expect.poll(lang).toBe("de");
    await page.locator(".examples .chip:not([aria-disabled])").first().waitFor();
    await page.keyboard.press("Control+,");
    await page.getByRole("radio", { name: "English" }).waitFor();
    expect(await left()).toEqual([]);
    await id("choice-en").click();
    await id("language-now").click();
    await expect.poll(lang).toBe("en");
    await page.locator(".examples .chip:not([aria-disabled])").first().waitFor();
  });

  it("a German window on a German computer writes numbers as Germans do", async () => {
    await open(GERMAN);
    await ask("Who are our best customers?");
    await expect.poll(() => page.locator("main").textContent()).toMatch(/\d\.\d{3}/);
  });
});
