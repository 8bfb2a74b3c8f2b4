// A workload of the command line, read in the window, in Chromium against the mock.
import { describe, expect, it } from "vitest";
import { id, open, page, tabTo, violations } from "./scene";

const state = (is: string) => page.locator(`[data-testid=workload][data-state=${is}]`).waitFor();

async function opened(fault: string | null = null, options?: Parameters<typeof open>[0]) {
  await open(options);
  if (fault) await page.evaluate((is) => localStorage.setItem("mock.workload", is), fault);
  await page.keyboard.press("Control+m");
  await id("workload-open").click();
}

const query = (name: string) => id("workload-query").filter({ hasText: name });

describe("a workload", () => {
  it("shows the leaderboard of all states, each state, and what was tried of a query", async () => {
    await opened();
    await state("ready");
    await expect
      .poll(() => id("workload").getByRole("tab").allTextContents())
      .toEqual(["All states", "State 0", "State 1"]);
    const first = id("workload").getByRole("table", { name: "Leaderboard of all states" });
    await first.getByText("The number of rows of shipments").waitFor();
    await expect
      .poll(() => id("workload").textContent())
      .toContain("3 of 5 queries are faster on harbor-goods.");
    const rows = await first
      .locator("tbody tr")
      .evaluateAll((all) => all.map((row) => row.getAttribute("data-status")));
    expect(rows).toEqual(["WIN", "ERROR", "NEUTRAL", "WIN", "WIN"]);
    await id("workload").getByRole("tab", { name: "State 0" }).click();
    await query("shipped-late").click();
    await page.locator("[data-testid=workload-one][data-state=ready]").waitFor();
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.textContent))
      .toBe("shipped-late, state 0");
    await expect.poll(() => query("shipped-late").getAttribute("aria-pressed")).toBe("true");
    await expect.poll(() => id("workload-one").textContent()).toContain("times faster.");
    expect((await page.locator(".faster-code ins").allTextContents()).join(" ").length).toBeGreaterThan(0);
    await id("faster-parts").locator("summary").click();
    await page.getByText("works anew for every row").waitFor();
    await id("workload-tried").locator("> summary").click();
    await expect.poll(() => id("workload-tried").locator(".faster-way").count()).toBe(3);
    // One that was refused says why.
    await query("drawn-by-lot").click();
    await id("workload-one").getByText("random").first().waitFor();
    await expect.poll(() => id("workload-tried").count()).toBe(0);
  });

  it("goes through it by keyboard alone, and back to where it was opened", async () => {
    await open();
    await page.keyboard.press("Control+m");
    await tabTo("workload-open");
    await page.keyboard.press("Enter");
    await state("ready");
    await page.getByRole("tab", { name: "All states" }).focus();
    await page.keyboard.press("ArrowRight");
    await page.getByRole("table", { name: "Leaderboard of state 0" }).waitFor();
    await tabTo("workload-query");
    await page.keyboard.press("Enter");
    await page.locator("[data-testid=workload-one][data-state=ready]").waitFor();
    await id("workload-close").focus();
    await page.keyboard.press("Enter");
    await id("faster-sql").waitFor();
    await page.waitForFunction(() => document.activeElement?.getAttribute("data-testid") === "workload-open");
  });

  it("says what is still to come, and when nothing is finished", async () => {
    await opened("half");
    await page.getByRole("tab", { name: "State 1, unfinished" }).click();
    await page.getByText("Still to come: orders-by-status, parcels-of-each-order, shipped-late.").waitFor();
    await page.evaluate(() => localStorage.setItem("mock.workload", "empty"));
    await id("workload-again").click();
    await id("workload-empty").waitFor();
    await page.evaluate(() => localStorage.removeItem("mock.workload"));
    await id("workload-again").click();
    await page.getByRole("tab", { name: "All states" }).waitFor();
  });

  it("says what is wrong with the folder, and reads it again", async () => {
    await opened("broken");
    await state("failed");
    await page.getByText("“config.json” of this workload cannot be read.").waitFor();
    await page.evaluate(() => localStorage.setItem("mock.workload", "gone"));
    await page.getByRole("button", { name: "Try again" }).click();
    await state("ready");
    await query("shipped-late").click();
    await page.getByText("This query is not in the folder any more.").waitFor();
    await page.evaluate(() => localStorage.removeItem("mock.workload"));
    await page.getByRole("button", { name: "Try again" }).click();
    await page.locator("[data-testid=workload-one][data-state=ready]").waitFor();
  });

  it.each([
    ["light", 1280],
    ["dark", 760],
    ["dark", 1280],
  ] as const)("axe finds nothing and nothing spills, %s, %i wide", async (colorScheme, width) => {
    await opened(null, { colorScheme, viewport: { width, height: 900 } });
    await state("ready");
    const look = async (name: string) => {
      expect(await violations()).toEqual([]);
      const spills = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
      expect(spills).toBe(false);
      const folder = process.env.ASKWELL_LOOK;
      if (folder) await page.screenshot({ path: `${folder}/workload-${name}-${colorScheme}-${width}.png` });
    };
    await look("board");
    await page.getByRole("tab", { name: "State 0" }).click();
    await query("parcels-of-each-order").click();
    await page.locator("[data-testid=workload-one][data-state=ready]").waitFor();
    await id("faster-parts").locator("summary").click();
    await id("workload-tried").locator("> summary").click();
    await id("workload-one").scrollIntoViewIfNeeded();
    await look("query");
  });
});
