// The side panel: the SQL of an attempt, to be changed and run without touching the answer.
import { describe, expect, it } from "vitest";
import { ask, id, open, openArena, page, violations } from "./scene";

const FRANCE = "How many customers are in france?";

/** The panel is open, and its text can be changed. */
async function openPanel(options?: Parameters<typeof open>[0]) {
  await open(options);
  await ask(FRANCE);
  await id("show-sql").click();
  await page.locator(".cm-content").waitFor();
}

const text = async () => (await page.locator(".cm-line").allTextContents()).join("\n");

async function write(sql: string) {
  await page.locator(".cm-content").focus();
  await page.keyboard.press("Control+a");
  await page.keyboard.insertText(sql);
}

describe("SQL in the side panel", () => {
  it("runs as it stands by Ctrl+Enter, its rows under it, and the answer stays as it was", async () => {
    await openPanel();
    await page.locator(".cm-content").focus();
    await page.keyboard.press("Control+Enter");
    await expect.poll(() => id("sql-result").getByRole("gridcell").allTextContents()).toEqual(["71"]);
    // No question was asked by the key that asks elsewhere.
    await expect.poll(() => id("asked").textContent()).toBe(FRANCE);
    await expect.poll(() => id("answer-headline").textContent()).toBe("71");
    expect(await violations()).toEqual([]);
  });

  it("can be changed, undone, laid out and brought back", async () => {
    await openPanel({ colorScheme: "dark" });
    const before = await text();
    await expect.poll(() => id("sql-reset").count()).toBe(0);
    await write("SELECT l.order_id FROM order_lines AS l ORDER BY l.order_id");
    await id("sql-run").click();
    await expect.poll(() => id("sql-result").getByRole("columnheader").count()).toBeGreaterThan(3);
    await id("sql-format").click();
    await expect.poll(text).toContain("\n");
    await page.locator(".cm-content").focus();
    await page.keyboard.type(" -- mine");
    await page.keyboard.press("Control+z");
    await expect.poll(text).not.toContain("mine");
    await id("sql-format").click();
    await write("SELECT 1");
    await id("sql-reset").click();
    await expect.poll(text).toBe(before);
    await expect.poll(() => id("answer-headline").textContent()).toBe("71");
    expect(await violations()).toEqual([]);
  });

  it("comes back as it was after a change alone, and after being laid out", async () => {
    await openPanel();
    const before = await text();
    await write("SELECT 1");
    await id("sql-reset").click();
    await expect.poll(text).toBe(before);
    await write("SELECT l.order_id FROM order_lines AS l");
    await id("sql-format").click();
    await expect.poll(text).toContain("\n");
    await id("sql-reset").click();
    await expect.poll(text).toBe(before);
  });

  it("that would write is refused, and says so where it stands", async () => {
    await openPanel();
    await write("DELETE FROM customers");
    await id("sql-run").click();
    await id("sql-panel").getByText("This statement does more than read.").waitFor();
    await expect.poll(() => id("sql-result").count()).toBe(0);
  });

  it("completes the names of tables and of their columns", async () => {
    await openPanel();
    await write("SELECT * FROM cust");
    await page.keyboard.type("o");
    await page.locator(".cm-tooltip-autocomplete").getByText("customers", { exact: true }).waitFor();
    await page.keyboard.press("Escape");
    await page.locator(".cm-tooltip-autocomplete").waitFor({ state: "detached" });
    await expect.poll(() => id("sql-panel").count()).toBe(1);
  });

  it("goes from attempt to attempt, and marks the one whose SQL it shows", async () => {
    await openPanel();
    await openArena();
    const marked = () => page.locator(".attempt-node.marked").getAttribute("data-testid");
    await expect.poll(marked).toBe("candidate-c1");
    await id("sql-after").click();
    await expect.poll(marked).toBe("candidate-c2");
    await expect.poll(text).toContain("COUNT(customer_id)");
    await id("sql-before").click();
    await expect.poll(marked).toBe("candidate-c1");
    await expect.poll(() => id("sql-before").getAttribute("aria-disabled")).toBe("true");
  });

  it("is made wider and narrower by the keyboard, and its heading stays whole", async () => {
    await openPanel();
    const width = () => id("sql-panel").evaluate((e) => e.getBoundingClientRect().width);
    const before = await width();
    await id("panel-edge").focus();
    await page.keyboard.press("ArrowLeft");
    await expect.poll(width).toBeGreaterThan(before + 20);
    for (let n = 0; n < 8; n++) await page.keyboard.press("ArrowRight");
    await expect.poll(width).toBeLessThan(before);
    const cut = await page.locator(".panel-title").evaluate((e) => e.scrollWidth - e.clientWidth);
    expect(cut).toBeLessThanOrEqual(0);
    expect(await violations()).toEqual([]);
  });
});

describe("the tabs of the side panel", () => {
  it("tell the result and the standing, and stay the same from attempt to attempt", async () => {
    await openPanel();
    await id("panel-tab-sql").focus();
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => id("panel-result").getByRole("gridcell").allTextContents()).toEqual(["71"]);
    expect(await violations()).toEqual([]);
    await id("panel-tab-standing").click();
    const own = id("panel-standing").locator("tr[aria-current=true]");
    await expect.poll(() => own.textContent()).toMatch(/^A the answer71/);
    await expect.poll(() => id("panel-standing").textContent()).toContain("3 of 4 agree.");
    expect(await violations()).toEqual([]);
    for (let n = 0; n < 3; n++) await id("sql-after").click();
    await expect.poll(() => own.textContent()).toMatch(/^B/);
    await expect.poll(() => id("panel-standing").textContent()).toContain("no other attempt did");
  });

  it("say what decided where results were compared", async () => {
    await open();
    await ask("Who are our best customers this year?");
    await id("show-sql").click();
    await id("panel-tab-standing").click();
    const standing = id("panel-standing");
    await expect.poll(() => standing.textContent()).toContain("Ahead of result B");
    await expect.poll(() => standing.textContent()).toContain("Fewer joins leave less room for a mistake.");
  });

  it("keep what was typed, and say that no model was asked where none was", async () => {
    await openPanel({ colorScheme: "dark" });
    await write("SELECT 1 AS mine");
    await id("panel-tab-prompt").click();
    await expect.poll(() => id("panel-prompt").textContent()).toContain("No model was asked to write it.");
    await expect.poll(() => id("panel-prompt").locator(".calls").count()).toBe(0);
    expect(await violations()).toEqual([]);
    await id("panel-tab-sql").click();
    await expect.poll(text).toBe("SELECT 1 AS mine");
  });
});

describe("the plan of a statement", () => {
  const rows = () => id("panel-plan").getByRole("row");

  it("is said in plain words, opens and closes by keyboard, and makes up no figure that the engine lacks", async () => {
    await openPanel();
    await id("panel-tab-plan").click();
    await expect.poll(() => rows().count()).toBe(6);
    await expect
      .poll(() => id("plan-says").textContent())
      .toContain("measures neither the rows nor the time");
    const told = (await id("panel-plan").textContent()) ?? "";
    expect(told).toContain("Reads all 60,114 rows of orders");
    expect(told).not.toContain("0 ms");
    await expect.poll(() => id("panel-plan").locator(".plan-figure").count()).toBe(0);
    await rows().nth(2).focus();
    await page.keyboard.press("ArrowLeft");
    await expect.poll(() => rows().count()).toBe(5);
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => rows().count()).toBe(6);
    expect(await violations()).toEqual([]);
  });

  it("has rows and time where the engine measures them, and says where most of the time went", async () => {
    await open({ colorScheme: "dark" });
    await id("connection-northern-league").click();
    await page.getByRole("heading", { level: 1, name: "Ask Northern League" }).waitFor();
    await page.locator(".examples .chip:not([aria-disabled])").first().click();
    await page.locator("[data-testid=run-state][data-state=answered]").waitFor();
    await id("show-sql").click();
    await id("panel-tab-plan").click();
    await page
      .getByRole("row", { name: "Reads all 41,200 rows of box_scores, 41,200 rows, 6.2 ms" })
      .waitFor();
    await page.getByRole("row", { name: "Reads all 212 rows of players, 212 rows, under 0.1 ms" }).waitFor();
    await expect.poll(() => id("plan-slowest").textContent()).toContain("joins rows where player_id = id");
    expect(await violations()).toEqual([]);
  });

  it("is of the SQL as it was changed, can be stopped, and says why there is none", async () => {
    await openPanel();
    await write("SELECT 'slow'");
    await id("panel-tab-plan").click();
    await id("plan-stop").click();
    await id("panel-plan").getByText("Stopped. There is no plan yet.").waitFor();
    await id("panel-tab-sql").click();
    await write("DELETE FROM customers");
    await id("panel-tab-plan").click();
    await id("panel-plan").getByText("This statement does more than read.").waitFor();
    await id("panel-plan").getByText("Of the SQL as you changed it.").waitFor();
    expect(await violations()).toEqual([]);
  });
});
