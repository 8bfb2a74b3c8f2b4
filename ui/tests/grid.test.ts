// Grids: sorted, filtered, searched and summed up over all rows; columns moved about. In Chromium against the mock.
import { describe, expect, it } from "vitest";
import { ask, id, open, page, violations } from "./scene";

const grid = () => id("result-grid");
const lines = async (options?: Parameters<typeof open>[0]) => {
  await open(options);
  await ask("Show all order lines");
  await grid().focus();
};
const names = () => grid().getByRole("columnheader").locator(".grid-name").allTextContents();
const header = (name: string) =>
  grid()
    .getByRole("columnheader")
    .filter({ has: page.getByText(name, { exact: true }) });
const menu = async (name: string, act: string) => {
  await header(name).click({ button: "right" });
  await id(`column-${act}`).click();
};
/** The texts of a column, from the top, of the rows that are drawn. */
const column = (name: string) =>
  grid().evaluate((e, wanted) => {
    const heads = [...e.querySelectorAll("[role=columnheader]")];
    const at = heads.find((h) => h.querySelector(".grid-name")?.textContent === wanted)?.ariaColIndex;
    return [...e.querySelectorAll(`[role=gridcell][aria-colindex="${at}"]`)].map((c) => c.textContent);
  }, name);

describe("rows", () => {
  it("are sorted over all by a press on the heading, the other way by the next, and not by the third", async () => {
    await lines();
    await header("quantity").click();
    await expect.poll(() => header("quantity").getAttribute("aria-sort")).toBe("ascending");
    await expect.poll(async () => (await column("quantity")).slice(0, 3)).toEqual(["1", "1", "1"]);
    await header("quantity").click();
    await expect.poll(async () => (await column("quantity")).slice(0, 3)).toEqual(["48", "48", "48"]);
    await expect.poll(() => id("row-count").textContent()).toBe("First 1,000 of 3,212 rows.");
    await header("quantity").click();
    await expect.poll(() => header("quantity").getAttribute("aria-sort")).toBe("none");
    await expect.poll(async () => (await column("order_id"))[0]).toBe("10000");
  });

  it("are filtered over all, and how many of how many is said and taken away again by one press", async () => {
    await lines();
    await menu("company_name", "filter");
    await id("filter-value").fill("casa");
    await page.keyboard.press("Enter");
    await expect
      .poll(() => id("filter-count").textContent())
      .toMatch(/^\d{3} of 3,212 rows · filter on company_name$/);
    expect(new Set(await column("company_name"))).toEqual(new Set(["Casa Etxeberria"]));
    await menu("quantity", "filter");
    await id("filter-test").selectOption("between");
    await id("filter-value").fill("5");
    await id("filter-high").fill("6");
    await id("filter-apply").click();
    await expect.poll(() => id("filter-count").textContent()).toContain("filter on company_name, quantity");
    expect(new Set(await column("quantity"))).toEqual(new Set(["5", "6"]));
    expect(await violations()).toEqual([]);
    await id("export").click();
    await expect.poll(() => id("export-whole").textContent()).toMatch(/^Only the \d+ rows that pass/);
    await page.keyboard.press("Escape");
    await id("clear-filters").click();
    await expect.poll(() => id("filter-bar").count()).toBe(0);
    await expect.poll(() => id("row-count").textContent()).toBe("First 1,000 rows. There are more.");
  });

  it("that a value does not fit say so in words, and stay", async () => {
    await lines();
    await menu("quantity", "filter");
    await id("filter-value").fill("many");
    await id("filter-apply").click();
    await page.getByText("This column holds numbers").waitFor();
    // The rows are still all of them, so nothing calls them filtered.
    await expect.poll(() => id("clear-filters").count()).toBe(0);
    await expect.poll(() => id("row-count").textContent()).toBe("First 1,000 rows. There are more.");
    await id("drop-view").click();
    await expect.poll(() => id("filter-bar").count()).toBe(0);
    expect((await column("quantity")).length).toBeGreaterThan(5);
  });

  it("are searched beyond those that are here, from hit to hit, with its number", async () => {
    await lines();
    await page.keyboard.press("Control+f");
    await page.getByLabel("Find in these rows").fill("11,0");
    await page.getByLabel("Find in these rows").fill("11050");
    await expect.poll(() => id("find-count").textContent()).toBe("3");
    await page.keyboard.press("Enter");
    await expect.poll(() => id("find-count").textContent()).toBe("1 of 3");
    await expect.poll(() => grid().locator(".grid-td.active").textContent()).toBe("11050");
    await page.keyboard.press("Enter");
    await expect.poll(() => id("find-count").textContent()).toBe("2 of 3");
    await page.keyboard.press("Shift+Enter");
    await expect.poll(() => id("find-count").textContent()).toBe("1 of 3");
  });
});

const cell = (row: number, col: number) =>
  grid().locator(`[role=row][aria-rowindex="${row + 2}"] [aria-colindex="${col + 1}"]`);
const copied = () => page.evaluate(() => (window as unknown as { copied?: string }).copied ?? null);
/** What is copied is kept by the page: the browser's own clipboard asks for permission. */
const keepCopies = () =>
  page.evaluate(() => {
    Object.defineProperty(navigator, "clipboard", {
      configurable: true,
      value: { writeText: async (text: string) => Object.assign(window, { copied: text }) },
    });
  });

describe("the menu of a value", () => {
  it("keeps the rows that have it, and leaves out those that have others, one after the other", async () => {
    await lines();
    const name = (await column("company_name"))[0] ?? "";
    await cell(0, 2).click({ button: "right" });
    await expect.poll(() => id("cell-only").textContent()).toBe(`Show only rows with “${name}”`);
    expect(await violations()).toEqual([]);
    await id("cell-only").click();
    await expect
      .poll(() => id("filter-count").textContent())
      .toMatch(/^\d{3} of 3,212 rows · filter on company_name$/);
    expect(new Set(await column("company_name"))).toEqual(new Set([name]));
    await id("clear-filters").click();
    await expect.poll(() => id("filter-bar").count()).toBe(0);
    for (const _ of [1, 2]) {
      await cell(0, 2).click({ button: "right" });
      await id("cell-without").click();
      await expect.poll(() => id("filter-count").textContent()).toMatch(/^[\d,]+ of 3,212 rows/);
    }
    await expect.poll(() => page.locator(".filter-chip").count()).toBe(2);
    expect(await column("company_name")).not.toContain(name);
    await page.getByRole("button", { name: `Take away: company_name is not ${name}` }).click();
    await expect.poll(() => page.locator(".filter-chip").count()).toBe(1);
    await expect.poll(async () => (await column("company_name"))[0]).toBe(name);
  });

  it("opens by keyboard where the active cell is, copies, sorts and shows it in full", async () => {
    await lines();
    await keepCopies();
    await page.keyboard.press("Shift+ArrowRight");
    await page.keyboard.press("ContextMenu");
    await page.getByRole("menu", { name: "Value of line_no" }).waitFor();
    await page.getByRole("menuitem", { name: "Copy with column names" }).press("Enter");
    await expect.poll(copied).toBe("order_id\tline_no\n10000\t1");
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute("role"))).toBe("grid");
    await page.keyboard.press("Shift+F10");
    const [below, at] = [await id("cell-copy").boundingBox(), await cell(0, 1).boundingBox()];
    expect(below && at && below.y >= at.y + at.height && Math.abs(below.x - at.x) < 24).toBe(true);
    await page.keyboard.press("Escape");
    await expect.poll(() => id("cell-copy").count()).toBe(0);
    await page.keyboard.press("Shift+F10");
    await id("cell-down").press("Enter");
    await expect.poll(() => header("line_no").getAttribute("aria-sort")).toBe("descending");
    await page.keyboard.press("Shift+F10");
    await id("cell-inspect").press("Enter");
    await page.getByRole("dialog", { name: "Value of line_no" }).waitFor();
    await page.keyboard.press("Escape");
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute("role"))).toBe("grid");
  });

  it("opens where the pointer is, and what is chosen around it stays so", async () => {
    await lines();
    await keepCopies();
    await cell(1, 1).click();
    await cell(2, 2).click({ modifiers: ["Shift"] });
    const box = await cell(2, 1).boundingBox();
    await cell(2, 1).click({ button: "right", position: { x: 40, y: 20 } });
    const menu = await page.locator(".cell-menu").boundingBox();
    expect(Math.abs((menu?.x ?? 0) - (box?.x ?? 0) - 40)).toBeLessThan(12);
    await id("cell-copy").click();
    await expect.poll(async () => (await copied())?.split("\n").length).toBe(2);
    await cell(5, 0).click({ button: "right" });
    await id("cell-copy").click();
    await expect.poll(copied).toBe(await cell(5, 0).textContent());
  });
});

describe("a column", () => {
  it("is told about over all rows", async () => {
    await lines();
    await menu("disc_pct", "facts");
    const facts = id("facts-dialog");
    await expect
      .poll(() => facts.textContent())
      .toMatch(/Rows3,212Empty459 \(14%\)Distinct4Least0Greatest15Mean/);
    await expect.poll(() => facts.getByRole("listitem").count()).toBe(4);
    expect(await violations()).toEqual([]);
    await page.keyboard.press("Escape");
    await expect.poll(() => facts.count()).toBe(0);
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute("role"))).toBe("grid");
  });

  it("is hidden, brought back, moved and frozen, all of it by keyboard", async () => {
    await lines();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Shift+F10");
    await id("column-hide").waitFor();
    expect(await violations()).toEqual([]);
    await id("column-hide").press("Enter");
    await expect.poll(names).not.toContain("line_no");
    await id("columns-button").press("Enter");
    await page.getByRole("checkbox", { name: "line_no" }).press(" ");
    await page.keyboard.press("Escape");
    await expect.poll(async () => (await names()).slice(0, 2)).toEqual(["order_id", "line_no"]);
    await grid().focus();
    await page.keyboard.press("Alt+Shift+ArrowLeft");
    await expect.poll(async () => (await names()).slice(0, 2)).toEqual(["line_no", "order_id"]);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Shift+F10");
    await id("cell-column").press("Enter");
    await id("column-freeze").press("Enter");
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute("role"))).toBe("grid");
    await page.keyboard.press("End");
    await expect.poll(() => grid().evaluate((e) => e.scrollLeft)).toBeGreaterThan(0);
    const sight = await header("line_no").boundingBox();
    const box = await grid().boundingBox();
    expect(sight && box && sight.x >= box.x && sight.x < box.x + 80).toBe(true);
  });

  it("is dragged wider and fits again", async () => {
    await lines();
    const before = await header("note").boundingBox();
    await grid().focus();
    await page.keyboard.press("End");
    await page.keyboard.press("Alt+ArrowRight");
    await expect
      .poll(async () => (await header("note").boundingBox())?.width)
      .toBe((before?.width ?? 0) + 24);
    await menu("note", "fit");
    await expect.poll(async () => (await header("note").boundingBox())?.width).toBe(before?.width);
  });
});

describe("a table's rows", () => {
  it("come first in the explorer, in the same grid", async () => {
    await open();
    await id("toolbar-explore").click();
    await id("table-order_lines").click();
    await expect.poll(() => id("table-row-count").textContent()).toBe("First 1,000 of 3,212 rows");
    await header("unit_price").click();
    await expect.poll(() => header("unit_price").getAttribute("aria-sort")).toBe("ascending");
    await menu("company_name", "filter");
    await id("filter-value").fill("oy");
    await page.keyboard.press("Enter");
    await expect
      .poll(() => id("filter-count").textContent())
      .toMatch(/of 3,212 rows · filter on company_name/);
    expect(await violations()).toEqual([]);
    await id("table-tab-about").click();
    await page.getByText("One row is").waitFor();
  });
});
