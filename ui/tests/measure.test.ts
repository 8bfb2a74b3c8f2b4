// Measuring on a person's own questions, in Chromium against the mock.
import { describe, expect, it } from "vitest";
import { ask, id, open, page, tabTo, violations } from "./scene";

async function measurePane(options?: Parameters<typeof open>[0], own = true) {
  await open(options, own ? { "mock.measured": "yes" } : {});
  await id("toolbar-explore").click();
  // What the pointer rests on tells of itself, over the tabs.
  await page.mouse.move(5, 500);
  await id("tab-measure").click();
  await id("measure").waitFor();
}

const doing = (is: string) => page.locator(`[data-testid=measure][data-doing=${is}]`).waitFor();

describe("measuring", () => {
  it("says why it cannot begin, and begins once an answer was said to be right", async () => {
    await measurePane(undefined, false);
    await expect
      .poll(() => id("measure").textContent())
      .toContain("Press “This is right” under the answers you have checked.");
    await expect.poll(() => id("measure-start").getAttribute("aria-disabled")).toBe("true");
    await page.keyboard.press("Escape");
    await ask("How many customers are in france?");
    await page.getByRole("button", { name: "This is right", exact: true }).click();
    await id("toolbar-explore").click();
    await id("tab-measure").click();
    await expect.poll(() => id("measure").textContent()).toContain("1 question of yours has an answer");
    await id("measure-start").click();
    await expect.poll(() => id("measure-result").textContent()).toContain("0 of 1 right");
  });

  it("shows how far it is, what is right, and what changed since the time before; by keyboard alone", async () => {
    await measurePane();
    await tabTo("measure-start");
    await page.keyboard.press("Enter");
    await doing("measuring");
    await expect.poll(() => id("measure").textContent()).toMatch(/\d of 8 questions asked, \d right/);
    await doing("resting");
    const result = id("measure-result");
    await expect.poll(() => result.textContent()).toContain("7 of 8 right");
    await expect.poll(() => result.textContent()).toContain("So few questions say little");
    await expect.poll(() => result.textContent()).toContain("The built-in engine alone");
    const first = page.locator(".measure-question").first();
    await expect.poll(() => first.getAttribute("data-right")).toBe("false");
    await first.locator("summary").focus();
    await page.keyboard.press("Enter");
    await page.getByText("FROM shipments").waitFor();
    await id("measure-start").click();
    await doing("resting");
    await expect
      .poll(() => id("measure-change").textContent())
      .toBe("1 question won and 1 question lost since the time before, which may be chance.");
    await expect
      .poll(() => page.locator(".measure-mark").allTextContents())
      .toEqual(["was right before", "was wrong before"]);
    // Another page of the explorer and back: it is still there.
    await id("tab-health").click();
    await id("tab-measure").click();
    await result.waitFor();
  });

  it("is stopped, and nothing of it is kept", async () => {
    await measurePane();
    await id("measure-start").click();
    await id("measure-stop").click();
    await doing("resting");
    await expect.poll(() => id("measure-result").count()).toBe(0);
  });

  it.each(["light", "dark"] as const)(
    "%s, wide and narrow: nothing is wrong for assistive technology, and nothing scrolls sideways",
    async (colorScheme) => {
      for (const width of [1280, 760]) {
        await measurePane({ colorScheme, viewport: { width, height: 900 } });
        for (let n = 0; n < 2; n++) {
          await id("measure-start").click();
          await doing("measuring");
          await doing("resting");
        }
        expect(await violations()).toEqual([]);
        const sideways = await page.evaluate(() =>
          Math.max(...[...document.querySelectorAll(".scrolls")].map((e) => e.scrollWidth - e.clientWidth)),
        );
        expect(sideways).toBe(0);
        const shots = process.env.ASKWELL_SHOTS;
        if (shots) await page.screenshot({ path: `${shots}/measure-${colorScheme}-${width}.png` });
      }
    },
    60_000,
  );
});
