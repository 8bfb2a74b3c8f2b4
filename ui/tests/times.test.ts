// How times are counted, in Chromium against the mock.
import { describe, expect, it } from "vitest";
import { id, open, page, tabTo, violations } from "./scene";

async function times() {
  await page.keyboard.press("Control+,");
  await id("settings").waitFor();
  await id("settings-times").click();
  await id("fiscal-start").waitFor();
}
const says = () => id("fiscal-says").textContent();
const checked = (value: string) => id(`choice-${value}`).locator("input").isChecked();

describe("how times are counted", () => {
  it("is chosen by keyboard, kept, and there after coming back", async () => {
    await open();
    await times();
    await expect.poll(() => says()).toContain("calendar year");
    await id("settings-times").focus();
    await tabTo("fiscal-start");
    await page.keyboard.press("Enter");
    await page.keyboard.press("A");
    await page.keyboard.press("p");
    await page.keyboard.press("Enter");
    await page.getByText("FY2025 is April 2024 to March 2025").waitFor();
    await id("choice-sunday").click();
    await id("choice-data_end").click();
    await page.waitForFunction(() => localStorage.getItem("mock.calendar")?.includes("data_end"));
    await page.reload();
    await page.locator(".examples .chip:not([aria-disabled])").first().waitFor();
    await times();
    await expect.poll(() => says()).toContain("April 2024");
    expect([await checked("sunday"), await checked("data_end"), await checked("monday")]).toEqual([
      true,
      true,
      false,
    ]);
  });

  it("stays as it was where it cannot be saved, and can be set anew where it cannot be read", async () => {
    await open();
    await times();
    await id("fiscal-start").click();
    await page.getByRole("option", { name: "December" }).click();
    await page.getByText("There is no room left on the disk.").waitFor();
    await expect.poll(() => says()).toContain("calendar year");
    await page.evaluate(() => localStorage.setItem("mock.calendar", "broken"));
    await page.reload();
    await page.locator(".examples .chip:not([aria-disabled])").first().waitFor();
    await times();
    await page.getByText("The settings of times cannot be read.").waitFor();
    await id("choice-saturday").click();
    await page.waitForFunction(() => localStorage.getItem("mock.calendar")?.includes("saturday"));
  });

  it.each([
    ["light", 1280],
    ["dark", 760],
  ] as const)("axe finds nothing, %s, %i wide", async (colorScheme, width) => {
    await open({ colorScheme, viewport: { width, height: 800 } });
    await times();
    expect(await violations()).toEqual([]);
    const spills = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
    expect(spills).toBe(false);
  });
});
