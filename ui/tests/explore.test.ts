// What is known of a database: preparing, tables, keys, descriptions, in Chromium against the mock.
import { describe, expect, it } from "vitest";
import { ask, choosePath, id, open, openSaved, over, page, violations } from "./scene";

async function explore(path?: string) {
  if (path) {
    await choosePath(path);
    const name = /([^/]+)\.\w+$/.exec(path)?.[1] ?? "";
    await page.getByRole("heading", { level: 1, name: `Ask ${name}` }).waitFor();
  }
  await id("toolbar-explore").click();
  await id("explore").waitFor();
}
const table = async (name: string) => {
  await id(`table-${name}`).click();
  await page.getByRole("heading", { level: 2, name }).waitFor();
  await id("table-tab-about").click();
};

describe("preparing", () => {
  it("is seen, waits, ends and goes on, and a question can be asked meanwhile", async () => {
    await open();
    await choosePath("/data/slow-harbor.sqlite");
    const pane = id("preparing");
    await pane.waitFor();
    await expect.poll(() => pane.textContent()).toMatch(/Reading the tables.*\d+ of 15 tables/);
    await expect.poll(() => pane.textContent()).toContain("an answer uses the tables that are ready by then");
    await ask("How many customers are in france?");
    await expect.poll(() => id("answer-headline").textContent()).toBe("71");
    await id("prepare-pause").click();
    await page.locator("[data-testid=preparing][data-state=paused]").waitFor();
    await page.locator(".connection.current").getByText("paused").waitFor();
    await id("prepare-pause").click();
    await page.locator("[data-testid=preparing][data-state=running]").waitFor();
    await id("prepare-stop").click();
    await page.locator("[data-testid=preparing][data-state=stopped]").waitFor();
    await expect.poll(() => pane.textContent()).toContain("nothing more is read until you go on");
    await ask("Who are our best customers?");
    await explore();
    await table("returns");
    await page.getByText("Not read: preparing was stopped. You can resume it at any time.").first().waitFor();
    // Turning to another database and back does not begin it again.
    await page.keyboard.press("Escape");
    await id("connection-harbor-goods").click();
    await page.getByRole("heading", { level: 1, name: "Ask Harbor Goods" }).waitFor();
    await id("connection-slow-harbor").click();
    await page.locator("[data-testid=preparing][data-state=stopped]").waitFor();
    await explore();
    await table("returns");
    await id("prepare-again").press("Enter");
    await page.locator("[data-testid=preparing][data-state=running]").waitFor();
    await page.getByText("Rows are told apart by").waitFor();
    await page.getByText("Describing the tables").waitFor();
    await expect.poll(() => id("prepare-stop").count()).toBe(0);
    await page.getByText("Building the search index").waitFor();
    await pane.waitFor({ state: "detached" });
    // Fifteen tables that take their time, twice.
  });
});

describe("descriptions from files", () => {
  it("are shown before anything is kept, all that does not fit is said, and one press undoes it", async () => {
    await open();
    await explore();
    await id("import-descriptions").click();
    await id("import-found").waitFor();
    const dialog = id("import-dialog");
    await expect.poll(() => id("import-found").textContent()).toBe("2 descriptions fit this database.");
    await expect.poll(() => dialog.textContent()).toContain("customers.country");
    await expect.poll(() => dialog.textContent()).toContain("3 names without any words");
    await dialog.getByText("Not in this database: 2").click();
    await dialog.getByText("wholesalers").waitFor();
    await dialog.getByText("Not usable: 1").click();
    await dialog.getByText("its words stand in another file").waitFor();
    expect(await violations()).toEqual([]);
    await id("import-keep").click();
    await id("imported").waitFor();
    await id("import-undo").click();
    await expect.poll(() => id("import-undone").textContent()).toContain("2 descriptions taken back");
    await page.keyboard.press("Escape");
    await id("import-descriptions").click();
    await id("import-keep").click();
    await id("import-close").click();
    await table("customers");
    await page.getByText("Shops that buy from us", { exact: true }).first().waitFor();
  });
});

describe("the explorer", () => {
  it("is one click or one key away, and the question is as it was", async () => {
    await open();
    await ask("How many customers are in france?");
    await page.keyboard.press("Control+e");
    await id("explore").waitFor();
    await expect
      .poll(() => page.getByRole("heading", { level: 1 }).textContent())
      .toBe("Explore Harbor Goods");
    await page.keyboard.press("Escape");
    await expect.poll(() => id("answer-headline").textContent()).toBe("71");
    // Whoever presses twice presses nothing else.
    const pressed = await id("toolbar-explore").boundingBox();
    await explore();
    const under = ({ x, y, width, height }: { x: number; y: number; width: number; height: number }) =>
      document.elementFromPoint(x + width / 2, y + height / 2)?.closest("button")?.outerHTML ?? null;
    expect(pressed && (await page.evaluate(under, pressed))).toBeNull();
    await id("explore-close").click();
    await expect.poll(() => id("answer-headline").textContent()).toBe("71");
  });

  it("a search finds names, columns and descriptions", async () => {
    await open();
    await explore();
    const found = async (words: string) => {
      await id("explore-search").fill(words);
      await page.getByText(`with “${words}”`).waitFor();
      return page.locator(".table-row-name").allTextContents();
    };
    await expect.poll(() => found("shipm")).toEqual(["shipments"]);
    await expect.poll(() => found("carrier")).toEqual(["shipments"]);
    await expect.poll(() => page.locator(".table-row-says.found").textContent()).toBe("carrier");
    await expect.poll(() => found("clients")).toEqual(["customers"]);
    await id("explore-search").fill("nothing like this");
    await page.getByText("Nothing is called or described as “nothing like this”.").waitFor();
  });

  it("a table has its grain, rows, freshness and its columns as cards", async () => {
    await open();
    await explore();
    await table("customers");
    const detail = id("table-detail");
    const text = await detail.textContent();
    expect(text).toContain("640 rows");
    expect(text).toContain("one per customer");
    expect(text).toContain("2026-10-29");
    const card = id("column-customer_id");
    await expect
      .poll(() => card.getByRole("img", { name: /Histogram from 1 to 640, most between/ }).count())
      .toBe(1);
    await id("column-search").fill("since");
    await expect
      .poll(() => id("column-customer_since").getByTestId("disguise").textContent())
      .toBe("dates written as text");
    await expect
      .poll(() => id("column-customer_since").locator(".shape").textContent())
      .toBe("\\d{4}-\\d{2}-\\d{2}");
    await id("column-search").fill("contact");
    await expect.poll(() => id("column-contact_name").locator(".null-place").textContent()).toBe("7%");
    await id("column-search").fill("nation");
    const country = id("column-country");
    await expect.poll(() => country.getByRole("list").textContent()).toContain("Germany");
    await country.getByRole("button", { name: "More about country" }).click();
    await expect.poll(() => country.textContent()).toContain("Also called nation, land");
  });

  it("what is estimated or from a sample says so on the table and on each card", async () => {
    await openSaved();
    await id("connection-company-shop").click();
    await page.getByRole("heading", { level: 1, name: "Ask Company shop" }).waitFor();
    await explore();
    await table("orders");
    await expect.poll(() => id("table-detail").textContent()).toContain("about 1,200,000 rows, estimated");
    await expect.poll(() => id("sample-note").textContent()).toContain("50,000 of 1,249,833 rows");
    const card = id("column-order_id");
    await expect.poll(() => card.locator(".tag.sample").count()).toBe(1);
    await expect.poll(() => card.textContent()).toContain("about 50,000 ± 0.8% of the rows read");
    await table("currency_rates");
    await expect.poll(() => id("unread").textContent()).toContain("The other server refused the login.");
  });

  it("a description is edited in place, is the person's then, and can be taken back", async () => {
    await open();
    await explore();
    await table("customers");
    await page.getByRole("button", { name: "Edit the description of the table customers" }).click();
    await id("description-short").fill("x".repeat(201));
    await page.getByText("1 character too many").waitFor();
    await expect.poll(() => id("description-save").getAttribute("aria-disabled")).toBe("true");
    await id("description-short").fill("unsaveable");
    await id("description-save").click();
    await page.getByText("The workspace cannot be written.").waitFor();
    await id("description-short").fill("Shops that buy from us");
    await page.keyboard.press("Control+Enter");
    await id("table-detail").locator(".author.person").waitFor();
    await id("table-customers").getByText("Shops that buy from us").waitFor();
    await table("orders");
    await table("customers");
    await expect
      .poll(() => id("table-detail").locator(".described-short").first().textContent())
      .toContain("Shops that buy from us");
    await page.getByRole("button", { name: "Edit the description of the table customers" }).click();
    await id("description-take-back").click();
    await id("description-form").waitFor({ state: "detached" });
    await expect.poll(() => id("table-detail").locator(".author").first().textContent()).toBe("by rules");
    // A column's words, by keyboard; Escape leaves the form and not the page.
    await page.getByRole("button", { name: "Edit the description of customer_id" }).press("Enter");
    await page.waitForFunction(() => document.activeElement?.matches("[data-testid=description-short]"));
    await page.keyboard.press("Escape");
    await id("description-form").waitFor({ state: "detached" });
    await expect.poll(() => id("explore").count()).toBe(1);
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute("aria-label")))
      .toBe("Edit the description of customer_id");
  });

  it("an inferred key is accepted, rejected, and that undone; the diagram follows", async () => {
    await open();
    await explore();
    await table("shipments");
    const key = id("key-shipments.order_id");
    await expect.poll(() => key.textContent()).toContain("inferred, 94% sure");
    await expect.poll(() => key.textContent()).toContain("Same name and type");
    const stands = (standing: string) =>
      page.locator(`[data-testid="key-shipments.order_id"][data-standing=${standing}]`).waitFor();
    await key.getByTestId("key-accept").click();
    await stands("accepted");
    await key.getByTestId("key-undo").click();
    await stands("inferred");
    await key.getByTestId("key-reject").press("Enter");
    await stands("rejected");
    await page.getByRole("button", { name: "Go to orders" }).press("Enter");
    await page.waitForFunction(() => document.activeElement?.textContent === "orders");
    await table("shipments");
    await id("show-in-diagram").press("Enter");
    await page.waitForFunction(() => document.activeElement?.matches("[data-testid=diagram]"));
    await id("chosen").getByText("1 related table").waitFor();
    await expect.poll(() => page.locator(".link-line.rejected").count()).toBe(0);
    await id("form-list").click();
    await expect.poll(() => page.locator(".relation.rejected").textContent()).toContain("rejected by you");
  });

  it("what cannot be read is said in each pane, and one without tables has nothing to explore", async () => {
    await open();
    await explore("/data/broken.sqlite");
    for (const tab of ["tables", "diagram", "health", "glossary"]) {
      await id(`tab-${tab}`).click();
      await page
        .getByRole("tabpanel")
        .getByText("What was learned of this database cannot be read.")
        .waitFor();
    }
    await page.keyboard.press("Escape");
    await choosePath("/data/empty.sqlite");
    await page.getByText("This database has no tables yet").first().waitFor();
    await id("toolbar-explore").click();
    await page.getByText("nothing to explore").waitFor();
  });
});

describe("large ones", () => {
  it("776 tables: only what is seen is drawn, and the last one is reached", async () => {
    await open();
    await explore("/data/huge.sqlite");
    await id("table-count").getByText("776 tables").waitFor();
    await page.locator(".table-row").first().waitFor();
    await expect.poll(() => page.locator(".table-row").count()).toBeLessThan(60);
    await page.locator(".table-row").first().click();
    const last = id("table-projects_status_4");
    for (let n = 0; n < 12 && (await last.count()) === 0; n++) {
      await page.keyboard.press("End");
      await page.waitForTimeout(120);
    }
    await expect.poll(() => last.count()).toBe(1);
    await expect.poll(() => page.locator(".table-row").count()).toBeLessThan(60);
    await id("explore-search").fill("archive_plan");
    await id("table-archive_plan").waitFor();
  });

  it("10,000 columns: few cards are drawn, and a far one is found and led to", async () => {
    await open();
    await explore("/data/huge.sqlite");
    await table("purchasing_header");
    await page.getByRole("heading", { name: "10,000 columns" }).waitFor();
    await page.locator(".profile-card").first().waitFor();
    await expect.poll(() => page.locator(".profile-card").count()).toBeLessThan(25);
    await id("table-detail").evaluate((e) => e.scrollTo(0, e.scrollHeight));
    await id("column-reading_9999").waitFor();
    await id("column-search").fill("reading_7777");
    await id("column-reading_7777").waitFor();
    await expect.poll(() => page.locator(".profile-card").count()).toBe(1);
    await page.keyboard.press("Escape");
    await id("explore-close").click();
    await page.getByLabel("Search tables and columns").fill("reading_7777");
    await page.getByRole("row", { name: "reading_7777" }).click();
    await page.getByRole("button", { name: "All that is known of it" }).click();
    await page.waitForFunction(() => document.activeElement?.textContent === "reading_7777");
    const box = await id("column-reading_7777").boundingBox();
    expect(box && box.y > 60 && box.y < 700).toBe(true);
  });
});

describe("names", () => {
  it("in Arabic, with quotes, or too long for a line stay in their place", async () => {
    await open({ viewport: { width: 760, height: 900 } });
    await page.keyboard.press("Control+o");
    await id("open-url").fill("/data/odd.sqlite");
    await id("open-confirm").click();
    await page.getByRole("heading", { level: 1, name: "Ask odd" }).waitFor();
    await explore();
    await table("العملاء");
    await expect.poll(() => page.getByRole("heading", { level: 4, name: "المعرف" }).count()).toBe(1);
    await id("all-tables").click();
    await table("📦 parcels");
    await page.getByText("a very long column name that goes on and on").first().waitFor();
    const sideways = await id("table-detail").evaluate((e) => e.scrollWidth - e.clientWidth);
    expect(sideways).toBe(0);
  });
});

describe("for everyone", () => {
  it.each(["light", "dark"] as const)(
    "axe finds nothing in any pane, %s",
    async (colorScheme) => {
      await open({ colorScheme });
      await explore();
      await table("shipments");
      expect(await violations()).toEqual([]);
      await page.getByRole("button", { name: "Edit the description of the table shipments" }).click();
      expect(await violations()).toEqual([]);
      await id("tab-diagram").click();
      await id("diagram").waitFor();
      expect(await violations()).toEqual([]);
      await id("form-list").click();
      await id("tab-health").click();
      await id("health").waitFor();
      expect(await violations()).toEqual([]);
      await id("tab-glossary").click();
      await id("term-add").click();
      expect(await violations()).toEqual([]);
    },
    60_000,
  );

  it("760 pixels wide: no pane scrolls sideways, and a table has a way back to the list", async () => {
    await open({ viewport: { width: 760, height: 900 } });
    await explore();
    const sideways = () =>
      page.evaluate(() =>
        Math.max(
          ...[
            document.documentElement,
            ...document.querySelectorAll("main, .explore-panel, .table-scroll"),
          ].map((e) => e.scrollWidth - e.clientWidth),
        ),
      );
    expect(await sideways()).toBe(0);
    await table("shipments");
    expect(await sideways()).toBe(0);
    await id("all-tables").press("Enter");
    await page.waitForFunction(() => document.activeElement?.matches("[data-testid=explore-search]"));
    await id("table-customers").waitFor();
    for (const tab of ["diagram", "health", "glossary"]) {
      await id(`tab-${tab}`).click();
      await page.waitForTimeout(200);
      expect(await sideways()).toBe(0);
    }
    await page.keyboard.press("Escape");
    await ask("How many customers are in france?");
    await over("answered");
  });
});
