// The diagram, the health page and the glossary, in Chromium against the mock.
import { describe, expect, it } from "vitest";
import { choosePath, id, open, page } from "./scene";

async function pane(tab: string, path?: string) {
  if (path) {
    await choosePath(path);
    const name = /([^/]+)\.\w+$/.exec(path)?.[1] ?? "";
    await page.getByRole("heading", { level: 1, name: `Ask ${name}` }).waitFor();
  }
  await page.keyboard.press("Control+e");
  await id(`tab-${tab}`).click();
}

/** Once what was asked for has been drawn: until then a busy browser may tell the place before. */
const middle = (name: string) =>
  page.evaluate(async (table) => {
    for (let drawn = 0; drawn < 2; drawn++) await new Promise(requestAnimationFrame);
    const frame = document.querySelector(".canvas-frame")?.getBoundingClientRect();
    const node = document.querySelector(`[data-table="${table}"]`)?.getBoundingClientRect();
    if (!frame || !node) return null;
    return {
      x: node.x + node.width / 2 - frame.x - frame.width / 2,
      y: node.y + node.height / 2 - frame.y - frame.height / 2,
    };
  }, name);
const scale = async () => Number(await id("diagram").getAttribute("data-scale"));

/** Types part of a name and takes it from the list. */
async function take(field: string, part: string, name: string) {
  await id(field).fill(part);
  await page.getByRole("option", { name, exact: true }).waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
}

describe("the diagram", () => {
  it("shows every table and key; a search brings a table to the middle", async () => {
    await open();
    await pane("diagram");
    await id("diagram").waitFor();
    await expect.poll(() => page.locator(".node").count()).toBe(15);
    await expect.poll(() => page.locator(".link-line").count()).toBe(19);
    await expect.poll(() => page.locator(".link-line.inferred").count()).toBe(2);
    await take("diagram-search", "wareh", "warehouses");
    await id("chosen").getByText("warehouses").waitFor();
    // It moves there.
    await expect.poll(async () => Math.round((await middle("warehouses"))?.x ?? 99)).toBeCloseTo(0, 0);
    await expect.poll(async () => Math.round((await middle("warehouses"))?.y ?? 99)).toBeCloseTo(0, 0);
    await expect.poll(() => page.locator(".node.near").count()).toBe(3);
  });

  it("by keyboard: from table to table, nearer and farther, around one, and into it", async () => {
    await open();
    await pane("diagram");
    await id("diagram").focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    const chosen = await id("chosen").locator("b").textContent();
    expect(chosen).toBeTruthy();
    const before = await scale();
    await page.keyboard.press("+");
    await expect.poll(() => scale()).toBeGreaterThan(before);
    await page.keyboard.press("0");
    await expect.poll(() => scale()).toBeCloseTo(before, 2);
    const at = await middle(chosen ?? "");
    await page.keyboard.press("Shift+ArrowLeft");
    await expect.poll(async () => (await middle(chosen ?? ""))?.x).toBeCloseTo((at?.x ?? 0) + 90, 0);
    await page.keyboard.press("f");
    await id("around")
      .getByText(chosen ?? "")
      .waitFor();
    await page.keyboard.press("f");
    await id("around").waitFor({ state: "detached" });
    await page.locator(".node").nth(14).waitFor();
    await id("diagram").focus();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 2, name: chosen ?? "" }).waitFor();
  });

  it("by mouse: a click chooses, the wheel zooms, dragging moves", async () => {
    await open();
    await pane("diagram");
    await id("node-stock").click();
    await id("chosen").getByText("stock").waitFor();
    const before = await scale();
    await page.mouse.wheel(0, -240);
    await expect.poll(() => scale()).toBeGreaterThan(before);
    const at = await middle("stock");
    await page.mouse.move(640, 700);
    await page.mouse.down();
    await page.mouse.move(700, 660, { steps: 4 });
    await page.mouse.up();
    await expect.poll(async () => (await middle("stock"))?.x).toBeCloseTo((at?.x ?? 0) + 60, 0);
    expect((await middle("stock"))?.y).toBeCloseTo((at?.y ?? 0) - 40, 0);
    await expect.poll(() => id("chosen").getByText("stock").count()).toBe(1);
    await id("diagram-open").click();
    await page.getByRole("heading", { level: 2, name: "stock" }).waitFor();
  });

  it("says the same in words", async () => {
    await open();
    await pane("diagram");
    await id("form-list").click();
    const list = id("relations");
    await expect
      .poll(() => list.getByRole("heading").first().textContent())
      .toBe("19 links between 15 tables");
    await expect.poll(() => list.getByRole("listitem").count()).toBe(19);
    await expect.poll(() => list.textContent()).toContain("inferred, 94% sure");
  });

  it("776 tables: from afar the modules can be read, around one table all of it", async () => {
    await open();
    await pane("diagram", "/data/huge.sqlite");
    await id("diagram").waitFor();
    await expect.poll(() => page.locator(".world").getAttribute("data-far")).toBe("yes");
    const label = await page.locator(".group-name span").first().boundingBox();
    expect(label?.height).toBeGreaterThan(12);
    await take("diagram-search", "tax_header", "tax_header");
    await id("chosen").getByText("tax_header").waitFor();
    await id("diagram-around").click();
    await id("around").waitFor();
    const whole = page.getByRole("application", { name: /^Diagram of 776 tables/ });
    await whole.waitFor({ state: "detached" });
    await page.locator(".node").nth(20).waitFor();
    await id("around-all").click();
    await whole.waitFor();
    await expect.poll(() => page.locator(".node").count()).toBeLessThan(300);
  });
});

describe("finding a name", () => {
  it("by mouse, twenty times: what is clicked is what is chosen", async () => {
    await open();
    await pane("diagram", "/data/huge.sqlite");
    await id("diagram").waitFor();
    const names = ["tax_header", "sales_item", "ledger_status", "payroll_note"];
    for (let n = 0; n < 20; n++) {
      const name = names[n % names.length] ?? "";
      await id("diagram-search").fill("");
      // Key by key, so that the list is narrowed while the mouse is on its way.
      await id("diagram-search").pressSequentially(name.slice(0, 5));
      await page.getByRole("option", { name, exact: true }).click();
      await id("chosen").getByText(name, { exact: true }).waitFor();
      await expect.poll(() => id("diagram-search").inputValue()).toBe(name);
    }
  }, 90_000);

  it("says how many more there are, what is called nothing, and keeps what was chosen", async () => {
    await open();
    await pane("diagram", "/data/huge.sqlite");
    await take("diagram-search", "tax_header", "tax_header");
    await id("chosen").getByText("tax_header").waitFor();
    await id("diagram-search").fill("");
    await page.getByText("726 more: type part of the name.").waitFor();
    await id("diagram-search").fill("nothing like this");
    await page.getByText("Nothing is called that.").waitFor();
    await page.keyboard.press("Tab");
    await expect.poll(() => id("diagram-search").inputValue()).toBe("tax_header");
  });
});

describe("health", () => {
  it("says in plain words what is wrong, the weightiest first, and leads to the column", async () => {
    await open();
    await pane("health");
    await id("health").waitFor();
    const headings = await id("health").getByRole("heading", { level: 2 }).allTextContents();
    expect(headings).toEqual(["Can make an answer wrong", "Needs some care", "Good to know"]);
    await expect.poll(() => id("health-near_duplicates").textContent()).toContain("NORTHFREIGHT");
    await expect
      .poll(() => id("health-number_in_text").textContent())
      .toContain("about 1,100 rows, from a sample");
    await page.getByRole("button", { name: "Go to customers.notes" }).click();
    await page.getByRole("heading", { level: 2, name: "customers" }).waitFor();
    const seen = id("column-notes");
    await seen.waitFor();
    await page.waitForFunction(() => document.activeElement?.textContent === "notes");
    const box = await seen.boundingBox();
    expect(box && box.y > 80 && box.y < 700).toBe(true);
  });

  it("nothing to worry about is said, and so is a list that is not whole yet", async () => {
    await open();
    await page.keyboard.press("Control+e");
    await page.keyboard.press("Escape");
    await id("connection-northern-league").click();
    await page.getByRole("heading", { level: 1, name: "Ask Northern League" }).waitFor();
    await pane("health");
    await page.getByText("Nothing to worry about").waitFor();
    await page.keyboard.press("Escape");
    await pane("health", "/data/slow-harbor.sqlite");
    await page.getByText("Some tables are still being read, so this list may grow.").waitFor();
  });

  it("hundreds of notes of a kind begin with a few", async () => {
    await open();
    await pane("health", "/data/huge.sqlite");
    await id("health-stale").waitFor();
    await expect.poll(() => page.locator(".health-note").count()).toBe(5);
    await page.getByRole("button", { name: "Show all 776" }).click();
    await expect.poll(() => page.locator(".health-note").count()).toBe(776);
  });
});

describe("the glossary", () => {
  it("a term is added with its meaning, kept, edited and removed", async () => {
    await open();
    await pane("glossary");
    await id("term-add").press("Enter");
    await expect.poll(() => id("term-save").getAttribute("aria-disabled")).toBe("true");
    await page.waitForFunction(() => document.activeElement?.matches("[data-testid=term-name]"));
    await page.keyboard.type("Holland");
    await id("meaning-value").click({ force: true });
    await take("term-table", "cust", "customers");
    await take("term-column", "count", "country");
    await id("term-value").fill("Netherlands");
    await id("term-save").click();
    await page.getByText("“Netherlands” in customers.country").nth(1).waitFor();
    await id("tab-tables").click();
    await id("explore-close").click();
    await pane("glossary");
    await expect.poll(() => id("term-Holland").count()).toBe(1);
    await page.getByRole("button", { name: "Remove Holland" }).click();
    await expect.poll(() => id("term-Holland").count()).toBe(0);
    await id("undo").click();
    await id("term-Holland").waitFor();
    await page.getByRole("button", { name: "Remove Holland" }).click();
    await id("term-Holland").waitFor({ state: "detached" });
  });

  it("what means nothing is refused beside the term, and what was saved before stays", async () => {
    await open();
    await pane("glossary");
    await page.getByRole("button", { name: "Edit revenue" }).click();
    await id("term-sql").fill("SUM(price; 1)");
    await id("term-save").click();
    await expect.poll(() => id("term-revenue").getByTestId("refused").textContent()).toContain("Not saved.");
    await expect.poll(() => id("term-sql").inputValue()).toBe("SUM(price; 1)");
    // Leaving the tab and coming back does not lose what was written.
    await id("tab-health").click();
    await id("tab-glossary").click();
    await expect.poll(() => id("term-sql").inputValue()).toBe("SUM(price; 1)");
    await id("term-cancel").click();
    await id("term-revenue").getByText("SUM(quantity * unit_price").waitFor();
    await page.keyboard.press("Escape");
    await pane("glossary");
    await id("term-revenue").getByText("SUM(quantity * unit_price").waitFor();
  });

  it("two terms of one name are not let through", async () => {
    await open();
    await pane("glossary");
    await id("term-add").click();
    await id("term-name").fill("Revenue");
    await id("term-definition").fill("Something else");
    await id("term-save").hover();
    await expect.poll(() => id("term-save").getAttribute("aria-disabled")).toBe("true");
    // What somebody wrote is given up by Cancel alone.
    await page.keyboard.press("Escape");
    await expect.poll(() => id("term-name").inputValue()).toBe("Revenue");
    await id("term-cancel").click();
    await expect.poll(() => id("term-form").count()).toBe(0);
  });
});
