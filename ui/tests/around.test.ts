// Databases, keyboard, contrast and width, in Chromium against the mock.
import { describe, expect, it } from "vitest";
import { ask, choosePath, id, open, openArena, over, page, tabTo, violations } from "./scene";

describe("databases", () => {
  it("trouble with a file is said in the dialog, and what was open stays open", async () => {
    await open();
    const troubles = {
      "/data/locked.duckdb": "Another program has this database open.",
      "/data/missing.sqlite": "There is no file at this place.",
      "/data/notadb.txt": "This file is not a SQLite or DuckDB database.",
    };
    await id("open-database").click();
    for (const [path, message] of Object.entries(troubles)) {
      await id("open-url").fill(path);
      await id("open-confirm").click();
      await page.getByText(message).waitFor();
    }
    await page.keyboard.press("Escape");
    await expect.poll(() => id("connection-harbor-goods").getAttribute("aria-current")).toBe("true");
    await expect.poll(() => page.getByRole("heading", { level: 1 }).textContent()).toContain("Harbor Goods");
  });

  it("odd names are drawn, columns have their keys and values, and a search finds columns", async () => {
    await open();
    await choosePath("/data/odd.sqlite");
    await page.getByRole("row", { name: "select" }).waitFor();
    await expect.poll(() => page.getByRole("row", { name: "العملاء" }).count()).toBe(1);
    await id("connection-harbor-goods").click();
    await page.getByRole("heading", { level: 1, name: "Ask Harbor Goods" }).waitFor();
    await page.getByRole("row", { name: "customers" }).click();
    await page.getByRole("row", { name: "country" }).click();
    const card = page.getByRole("region", { name: "Column country" });
    await expect.poll(() => card.textContent()).toContain("Germany");
    await page.getByLabel("Search tables and columns").fill("carrier");
    await page.getByRole("row", { name: "carrier" }).waitFor();
    await expect.poll(() => page.getByRole("row", { name: "customers" }).count()).toBe(0);
  });

  it("one without tables says that there is nothing to ask", async () => {
    await open();
    await choosePath("/data/empty.sqlite");
    await page.getByText("This database has no tables yet").first().waitFor();
    await expect.poll(() => id("ask-button").getAttribute("aria-disabled")).toBe("true");
  });

  it("a file dropped on the window is opened; one that cannot be says why", async () => {
    await open();
    const drop = (detail: object) =>
      page.evaluate((d) => window.dispatchEvent(new CustomEvent("mock-drop", { detail: d })), detail);
    await drop({ is: "over" });
    await page.getByText("Drop files or a folder to open them").waitFor();
    await drop({ is: "dropped", paths: ["/data/night-market.sqlite"] });
    await id("connection-night-market").waitFor();
    await drop({ is: "dropped", paths: ["/data/locked.duckdb"] });
    await page.getByText("Another program has this database open.").waitFor();
  });

  it("the last one is open again after a restart, in the colours chosen", async () => {
    await open();
    await id("connection-northern-league").click();
    await page.getByRole("heading", { level: 1, name: "Ask Northern League" }).waitFor();
    await id("theme-menu").focus();
    await page.keyboard.press("Enter");
    await page.getByRole("menuitemradio", { name: "As the system", checked: true }).waitFor();
    expect(await violations()).toEqual([]);
    await page.keyboard.press("End");
    await page.keyboard.press("Enter");
    await page.reload();
    await page.getByRole("heading", { level: 1, name: "Ask Northern League" }).waitFor();
    await expect.poll(() => page.evaluate(() => document.documentElement.dataset.theme)).toBe("dark");
  });
});

describe("by keyboard alone", () => {
  it("from a question to its SQL and back", async () => {
    await open();
    await page.keyboard.press("Control+l");
    await page.keyboard.type("Who are our best customers?");
    await page.keyboard.press("Control+Enter");
    await over("answered");
    await page.keyboard.press("Control+j");
    await id("pipeline").waitFor();
    for (let n = 0; n < 90; n++) {
      await page.keyboard.press("Tab");
      if ((await page.evaluate(() => document.activeElement?.getAttribute("data-testid"))) === "show-arena")
        break;
    }
    await page.keyboard.press("Enter");
    await id("stage").waitFor();
    await tabTo("column-words");
    for (const key of ["ArrowRight", "ArrowRight", "ArrowDown", "Enter"]) await page.keyboard.press(key);
    await tabTo("attempt-sql");
    await page.keyboard.press("Enter");
    await id("sql-panel").waitFor();
    await page.keyboard.press("Escape");
    await expect.poll(() => id("sql-panel").count()).toBe(0);
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute("data-testid")))
      .toBe("attempt-sql");
    await page.keyboard.press("?");
    await id("shortcuts").waitFor();
    await page.keyboard.press("Escape");
    await expect.poll(() => id("shortcuts").count()).toBe(0);
  });

  it("every stop of the Tab key can be seen and has a name", async () => {
    await open();
    await ask("Who are our best customers?");
    await openArena();
    await id("candidate-c2").click();
    const nameless: string[] = [];
    const unseen: string[] = [];
    for (let n = 0; n < 70; n++) {
      await page.keyboard.press("Tab");
      const stop = await page.evaluate(() => {
        const e = document.activeElement as HTMLElement | null;
        if (!e || e === document.body) return null;
        const style = getComputedStyle(e);
        const around = e.closest(".question, .search, .grid-pane") as HTMLElement | null;
        const ring =
          style.outlineStyle !== "none" ||
          (around !== null && getComputedStyle(around).boxShadow !== "none") ||
          (around !== null && getComputedStyle(around).outlineStyle !== "none");
        const name =
          e.getAttribute("aria-label") ||
          e.getAttribute("aria-labelledby") ||
          e.textContent?.trim() ||
          e.getAttribute("placeholder");
        return { what: e.outerHTML.slice(0, 120), ring, name };
      });
      if (stop && !stop.name) nameless.push(stop.what);
      if (stop && !stop.ring) unseen.push(stop.what);
    }
    expect(nameless).toEqual([]);
    expect(unseen).toEqual([]);
  });
});

describe("for everyone", () => {
  it.each(["light", "dark"] as const)(
    "axe finds nothing in %s",
    async (colorScheme) => {
      await open({ colorScheme });
      expect(await violations()).toEqual([]);
      await ask("Who are our best customers this year?");
      await openArena();
      await id("candidate-c1").click();
      await id("attempt-sql").click();
      await page.locator(".cm-content").waitFor();
      expect(await violations()).toEqual([]);
      await page.keyboard.press("Escape");
      await ask("show everything");
      await id("export").click();
      await page.getByRole("dialog").waitFor();
      expect(await violations()).toEqual([]);
      await page.keyboard.press("Escape");
      await ask("fail", "failed");
      await id("history-tab").click();
      expect(await violations()).toEqual([]);
    },
    60_000,
  );

  it("760 pixels wide: nothing scrolls sideways, the sides are drawers", async () => {
    await open({ viewport: { width: 760, height: 900 } });
    const sideways = () =>
      page.evaluate(() => {
        const main = document.querySelector("main") as HTMLElement;
        return Math.max(
          document.documentElement.scrollWidth - innerWidth,
          main.scrollWidth - main.clientWidth,
        );
      });
    expect(await sideways()).toBe(0);
    await ask("Who are our best customers this year?");
    await openArena();
    await page.locator(".chart-place svg").waitFor();
    expect(await sideways()).toBe(0);
    await id("show-sql").click();
    await page.getByRole("dialog", { name: "SQL" }).waitFor();
    await page.keyboard.press("Escape");
    await expect.poll(() => id("sql-panel").count()).toBe(0);
    await ask("10,000 columns");
    expect(await sideways()).toBe(0);
    await id("open-drawer").click();
    await id("connection-northern-league").click();
    await page.getByRole("heading", { level: 1, name: "Ask Northern League" }).waitFor();
    await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
  });

  it("2,560 pixels wide: the answer takes most of the middle, its sentence stays as narrow as it reads well", async () => {
    await open({ viewport: { width: 2560, height: 1300 } });
    await ask("Who are our best customers this year?");
    await page.locator(".chart-place svg").waitFor();
    const width = async (what: string) => (await page.locator(what).first().boundingBox())?.width ?? 0;
    expect((await width(".answer")) / (await width("main"))).toBeGreaterThan(0.6);
    await expect.poll(() => width(".chart-place svg")).toBeGreaterThan(1_200);
    await expect.poll(() => width(".sentence")).toBeLessThan(760);
  });
});
