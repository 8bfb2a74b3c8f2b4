// Answers that leave the window: rows in every form, charts as pictures.
import { describe, expect, it } from "vitest";
import { ask, id, open, page, violations } from "./scene";

/** What the last export asked the backend for. */
const written = () => page.evaluate(() => JSON.parse(localStorage.getItem("mock.exported") ?? "null"));

async function exporting(question = "Show all order lines") {
  await open();
  await ask(question);
  await id("export").click();
  await id("export-dialog").waitFor();
}

async function to(path: string) {
  await id("export-path").fill(path);
  await id("export-confirm").click();
}

describe("exporting", () => {
  it("offers a tile for each form, Excel first, and the file takes the form's ending", async () => {
    await exporting();
    await expect.poll(() => page.getByRole("radio").count()).toBe(7);
    await id("export-path").fill("/exports/lines.csv");
    await page.getByRole("radio", { name: /^Excel/ }).focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => id("export-path").inputValue()).toBe("/exports/lines.html");
    expect(await violations()).toEqual([]);
    await id("export-confirm").click();
    await id("export-done").waitFor();
    expect((await written()).format.kind).toBe("report");
  });

  it("writes all rows of a CSV file with the chosen options and says where they are", async () => {
    await exporting();
    await id("export-kind-csv").click();
    await expect.poll(() => id("csv-says").textContent()).toContain("Commas between columns, numbers as 1.5");
    await id("csv-elsewhere").click();
    await expect
      .poll(() => id("csv-says").textContent())
      .toContain("Semicolons between columns, numbers as 1,5");
    await id("csv-more").locator("summary").click();
    await id("export-null").fill("a;b");
    await expect.poll(() => id("export-confirm").getAttribute("aria-disabled")).toBe("true");
    await id("export-null").fill("NULL");
    await expect.poll(() => id("csv-says").textContent()).toContain("Your own choice");
    await to("/exports/lines.csv");
    await id("export-done").waitFor();
    await expect.poll(() => id("export-done").textContent()).toContain("3,212 rows");
    await expect.poll(() => id("export-done-path").textContent()).toBe("/exports/lines.csv");
    const { format, asked } = await written();
    expect(format.options).toEqual({
      delimiter: ";",
      header: true,
      encoding: "utf8_bom",
      decimal_comma: true,
      null: "NULL",
      guard_formulas: true,
    });
    // Where it came from is told by the run.
    expect(asked).toBe(await id("run-state").getAttribute("data-run"));
  });

  it("asks for a place where none is given, and a full disk is said and can be tried again", async () => {
    await exporting();
    await to("/full/lines.xlsx");
    await page.getByText("The disk is full.").waitFor();
    await to("");
    await id("export-done").waitFor();
    await expect.poll(() => id("export-done-path").textContent()).toBe("/exports/show-all-order-lines.xlsx");
  });

  it("shows how far it is of how many, Esc stops it, and Done has the focus after one that is over", async () => {
    await exporting();
    await to("/exports/slow.xlsx");
    await id("export-stop").waitFor();
    await expect.poll(() => id("export-at").textContent()).toMatch(/^500 of 3,212 rows|^1,000 of 3,212/);
    await expect.poll(() => page.getByRole("progressbar").getAttribute("max")).toBe("3212");
    await page.keyboard.press("Escape");
    await page.getByText("Stopped. No file was left behind.").waitFor();
    await to("/exports/lines.xlsx");
    await id("export-done").waitFor();
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute("data-testid")))
      .toBe("export-finish");
    await page.keyboard.press("Enter");
    await id("export-done").waitFor({ state: "detached" });
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute("data-testid")))
      .toBe("export");
  });

  it("opens the file and shows it in its folder, says what the form could not hold, and when no program takes it", async () => {
    await exporting();
    await to("/exports/long-noviewer.xlsx");
    await id("export-done").waitFor();
    await expect.poll(() => id("export-done").textContent()).toContain("longer than the 32,767 characters");
    await id("export-folder").click();
    await page.getByText("This system has no program that took the file.").waitFor();
    await id("export-path").waitFor({ state: "detached" });
    await id("export-finish").click();
    await id("export").click();
    await to("/exports/lines.xlsx");
    await id("export-done").waitFor();
    await id("export-open").click();
    await expect.poll(() => id("problem").count()).toBe(0);
    expect(await violations()).toEqual([]);
  });

  it("its buttons are in sight in a window zoomed to 200%", async () => {
    await open({ viewport: { width: 640, height: 400 } });
    await ask("Show all order lines");
    await id("export").click();
    await id("export-kind-csv").click();
    await id("csv-more").locator("summary").click();
    const seen = await id("export-confirm").evaluate((e) => {
      const { top, bottom } = e.getBoundingClientRect();
      return (
        top >= 0 && bottom <= innerHeight && document.elementFromPoint(innerWidth / 2, bottom - 4) !== null
      );
    });
    expect(seen).toBe(true);
  });
});

describe("a chart", () => {
  const kind = () => id("chart").getAttribute("data-kind");

  it("is drawn in another way by the keyboard, and says what it shows", async () => {
    await open();
    await ask("sales by month in 2024");
    await page.locator(".chart-place svg").waitFor();
    await expect.poll(kind).toBe("line");
    await expect
      .poll(() => id("chart-picture").getAttribute("aria-label"))
      .toContain("Line: sales by month, 12 in all. From Jan 2024 to Dec 2024 it rises");
    // The kinds are one stop of the Tab key, entered at either end.
    const at = () => page.evaluate(() => document.activeElement?.getAttribute("data-testid") ?? "");
    const isKind = async () => /^chart-(line|bar|area|stacked|scatter|pie)$/.test(await at());
    for (let n = 0; n < 60 && !(await isKind()); n++) await page.keyboard.press("Shift+Tab");
    for (let n = 0; n < 6 && (await at()) !== "chart-line"; n++) await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
    await expect.poll(kind).toBe("bar");
    await expect.poll(() => page.locator(".chart-place svg path[aria-roledescription=bar]").count()).toBe(12);
    expect(await violations()).toEqual([]);
  });

  it("has short labels that lie flat, and compact numbers", async () => {
    await open();
    await ask("sales by month in 2024");
    await page.locator(".chart-place svg").waitFor();
    const labels = page.locator(".chart-place svg .role-axis-label text");
    const said = await labels.evaluateAll((all) =>
      all.filter((e) => e.getAttribute("opacity") !== "0").map((e) => e.textContent),
    );
    expect(said).toContain("Jan 2024");
    expect(said).toContain("300k");
    const slanted = await labels.evaluateAll(
      (all) => all.filter((e) => /rotate/.test(e.getAttribute("transform") ?? "")).length,
    );
    expect(slanted).toBe(0);
  });

  it("tells what a mark stands for, name and value on one line", async () => {
    await open();
    await ask("Who are our best customers this year?");
    const bar = page.locator(".chart-place svg path[aria-roledescription=bar]").first();
    await bar.hover();
    const lines = page.locator(".chart-tip p");
    await lines.first().waitFor();
    await expect
      .poll(() => lines.allTextContents())
      .toEqual(["Company nameAlster Kontor GmbH", "Total sales412,880.5"]);
    const heights = await lines.evaluateAll((all) => all.map((e) => e.getBoundingClientRect().height));
    expect(Math.max(...heights)).toBeLessThan(24);
  });

  it("is saved as PNG and SVG in the way it is drawn, and goes into the report", async () => {
    await open();
    await ask("sales by month in 2024");
    await id("chart-bar").click();
    const take = async (what: string) => {
      await id("chart-take").click();
      await id(what).click();
      await id("export-done").waitFor();
      await id("export-finish").click();
      return written();
    };
    const png = await take("chart-png");
    expect([png.path, png.head.slice(1, 4)]).toEqual(["/exports/sales-by-month-in-2024.png", "PNG"]);
    expect(png.bytes).toBeGreaterThan(10_000);
    expect((await take("chart-svg")).head).toMatch(/^<svg/);
    await id("export").click();
    await id("export-kind-report").click();
    await to("/exports/report.html");
    await id("export-done").waitFor();
    const { chart } = (await written()).format;
    expect(chart).toMatch(/^<svg/);
    expect(chart).toContain('aria-roledescription="bar"');
    expect(chart).toContain("Sales by month, 2024");
  });

  it("is changed by the keyboard: order, how many, colour, fields, and all of it taken back", async () => {
    await open({ permissions: ["clipboard-read", "clipboard-write"] });
    await ask("Who are our best customers this year?");
    const says = () => id("chart-picture").getAttribute("aria-label");
    await expect.poll(says).toContain("10 in all");
    const choose = async (what: string, name: RegExp) => {
      await id(what).focus();
      await page.keyboard.press("Enter");
      await page.getByRole("option", { name }).waitFor();
      await page.getByRole("option", { name }).click();
    };
    await id("chart-change").focus();
    await page.keyboard.press("Enter");
    await id("chart-change-dialog").waitFor();
    // The popover's own hidden button to close it lies outside the dialog; that is the library's way.
    const found = (await violations()).filter(
      (one) => !one.startsWith('region: <div style="display: contents'),
    );
    expect(found).toEqual([]);
    await choose("change-top", /^The 5 highest/);
    await expect.poll(says).toContain("the 5 highest of 10");
    await expect.poll(() => id("chart-of").textContent()).toContain("the 5 highest of 10");
    await choose("change-sort", /^Lowest first/);
    await expect.poll(says).toContain("the 5 lowest of 10");
    await page.getByRole("radio", { name: "Blue" }).focus();
    await page.keyboard.press("Space");
    const blue = await page.evaluate(() =>
      getComputedStyle(document.documentElement).getPropertyValue("--c-c").trim(),
    );
    const bar = page.locator(".chart-place svg path[aria-roledescription=bar]").first();
    await expect.poll(() => bar.getAttribute("fill")).toBe(blue);
    await id("change-undo").click();
    await expect.poll(says).toContain("10 in all");
    await page.keyboard.press("Escape");
    await id("chart-take").click();
    await id("chart-spec").click();
    await expect
      .poll(() => page.evaluate(() => navigator.clipboard.readText()))
      .toContain("https://vega.github.io/schema/vega-lite/v6.json");
  });

  it("its data goes to the clipboard as a table", async () => {
    await open({ permissions: ["clipboard-read", "clipboard-write"] });
    await ask("sales by month in 2024");
    await id("chart-take").click();
    await id("chart-data").click();
    await expect
      .poll(() => page.evaluate(() => navigator.clipboard.readText()))
      .toMatch(/^Month\tSales\n2024-01\t184220\.4\n/);
    await id("chart-take").click();
    await id("chart-copy").click();
    await expect
      .poll(() =>
        page.evaluate(async () => (await navigator.clipboard.read()).flatMap((item) => [...item.types])),
      )
      .toEqual(["image/png"]);
  });
});
