// A database's page, its self-test, and what the list of tables says, in Chromium against the mock.
import { describe, expect, it } from "vitest";
import { ask, choosePath, id, open, openSaved, page, violations } from "./scene";

const checked = (state: string) => page.locator(`[data-testid=lock-check][data-state=${state}]`).waitFor();

describe("about a database", () => {
  it("is reached and left by keyboard, and the question is as it was", async () => {
    await openSaved();
    await id("connection-company-shop").press("Enter");
    await page.getByRole("heading", { level: 1, name: "Ask Company shop" }).waitFor();
    await id("more-company-shop").press("Enter");
    await page.keyboard.press("Enter");
    await id("about").waitFor();
    const text = await id("about").textContent();
    expect(text).toContain("PostgreSQL 15.14");
    expect(text).toContain("postgres://anna@db.example.org:5432/shop");
    expect(text).toContain("This login could change 6 of the 8 tables; Askwell will not.");
    expect(text).toContain("5 tables with a primary key, 2 links declared, 2 inferred from the data");
    expect(text).toContain("5 tables, 1 view, 1 materialised view, 1 foreign table, about 6,300,000 rows");
    await page.keyboard.press("Escape");
    await expect.poll(() => id("about").count()).toBe(0);
    await ask("How many customers are in france?");
    await page.keyboard.press("Control+i");
    await id("about").waitFor();
    await page.keyboard.press("Control+i");
    await expect.poll(() => id("answer-headline").textContent()).toBe("71");
  });

  it("what a server's administrator alone can bound is said, with SQL to copy for a login that only reads", async () => {
    await openSaved();
    await id("connection-company-shop").press("Enter");
    await page.getByRole("heading", { level: 1, name: "Ask Company shop" }).waitFor();
    await page.keyboard.press("Control+i");
    await id("on-server").waitFor();
    const text = await id("on-server").textContent();
    expect(text).toContain("only its administrator can bound");
    await page.getByText("A login that can only read", { exact: true }).click();
    await page.getByText("CREATE ROLE askwell_reader").waitFor();
    await id("copy-reader").click();
    await expect.poll(() => id("copy-reader").textContent()).toBe("Copied");
    expect(await violations()).toEqual([]);
  });

  it("the self-test says how many got through, what held, and shows each attempt", async () => {
    await open();
    await id("show-about").click();
    await id("lock-start").click();
    await checked("running");
    await checked("done");
    await expect.poll(() => id("verdict").textContent()).toContain("0 of 124 got through");
    await expect.poll(() => id("verdict").textContent()).toContain("the same after as before");
    await expect.poll(() => page.locator(".attempt").count()).toBe(124);
    await id("sieve-limits").click();
    await expect.poll(() => page.locator(".attempt").count()).toBe(20);
    await page.getByLabel("Search attempts").fill("memory");
    await expect.poll(() => page.locator(".attempt").count()).toBe(10);
    await page.getByLabel("Search attempts").fill("");
    await id("sieve-through").click();
    await page.getByText("Nothing got through.").waitFor();
    await id("about-close").click();
    await id("show-about").click();
    await expect.poll(() => id("verdict").count()).toBe(1);
  });

  it("what gets through is said loudly", async () => {
    await open();
    await choosePath("/data/leaky.sqlite");
    await page.getByRole("heading", { level: 1, name: "Ask leaky" }).waitFor();
    await id("show-about").click();
    await id("lock-start").click();
    await checked("done");
    await expect.poll(() => id("verdict").textContent()).toContain("1 of 124 got through");
    await expect.poll(() => id("verdict").textContent()).toContain("not the same as before");
    await id("sieve-through").click();
    await expect.poll(() => page.locator(".attempt").count()).toBe(1);
  });

  it("it can be stopped and claims nothing then; one that cannot begin says why", async () => {
    await open();
    await choosePath("/data/slow.sqlite");
    await page.getByRole("heading", { level: 1, name: "Ask slow" }).waitFor();
    await id("show-about").click();
    await id("lock-start").click();
    await page.locator(".lock-last").waitFor();
    await id("lock-stop").click();
    await checked("stopped");
    await expect.poll(() => id("lock-check").textContent()).toContain("The rest has not been tried");
    await expect.poll(() => id("verdict").count()).toBe(0);
    await choosePath("/data/empty.sqlite");
    await page.getByText("This database has no tables yet").first().waitFor();
    await id("show-about").click();
    await id("lock-start").click();
    await checked("failed");
    await page.getByText("This database has no tables to attack.").waitFor();
  });
});

describe("the tables of a server", () => {
  it("have their kinds and schemas, and estimates are said to be about so many", async () => {
    await openSaved();
    await id("connection-company-shop").click();
    const row = (name: string) => page.getByRole("row", { name, exact: true });
    await row("orders").waitFor();
    await expect.poll(() => row("products").textContent()).toContain("about 12,000");
    await expect.poll(() => row("open_orders").getByLabel("view", { exact: true }).count()).toBe(1);
    await expect.poll(() => row("monthly_revenue").getByLabel("materialised view").count()).toBe(1);
    await expect.poll(() => row("currency_rates").getByLabel("table of another server").count()).toBe(1);
    await expect.poll(() => row("invoices").textContent()).toContain("finance.invoices");
    await row("orders").click();
    await row("status").click();
    const card = page.getByRole("region", { name: "Column status" });
    await expect
      .poll(() => card.getByRole("list", { name: "Labels, in their order" }).textContent())
      .toContain("packed");
    await expect.poll(() => card.textContent()).toContain("Index with ordered_at: orders_status_idx");
  });
});

describe("for everyone", () => {
  it.each(["light", "dark"] as const)(
    "axe finds nothing on the page, %s",
    async (colorScheme) => {
      await openSaved({ colorScheme });
      await id("connection-company-shop").click();
      await page.getByRole("row", { name: "orders", exact: true }).click();
      await page.getByRole("row", { name: "status" }).click();
      await id("show-about").click();
      expect(await violations()).toEqual([]);
      await id("lock-start").click();
      await checked("done");
      expect(await violations()).toEqual([]);
    },
    60_000,
  );

  it("760 pixels wide: the page does not scroll sideways", async () => {
    await open({ viewport: { width: 760, height: 900 } });
    await id("show-about").click();
    await id("lock-start").click();
    await checked("done");
    const sideways = await page.locator("main").evaluate((e) => e.scrollWidth - e.clientWidth);
    expect(sideways).toBe(0);
  });
});
