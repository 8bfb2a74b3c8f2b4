// The settings' own pages: general, shortcuts, data, about, in Chromium against the mock.
import { describe, expect, it } from "vitest";
import { ask, id, open, page, tabTo, violations } from "./scene";

type Pane = "general" | "keys" | "data" | "program";
const TABS: Record<Pane, string> = {
  general: "general",
  keys: "shortcuts",
  data: "data",
  program: "program",
};

async function openAt(pane: Pane, options?: Parameters<typeof open>[0], own = "") {
  await open(options);
  await page.evaluate((how) => localStorage.setItem("mock.own", how), own);
  await page.keyboard.press("Control+,");
  await id(`settings-${TABS[pane]}`).click();
  await id(`${pane}-pane`).waitFor();
}
const theme = () => page.evaluate(() => document.documentElement.dataset.theme);

describe("general", () => {
  it("has the colours as three choices, by keyboard, and they last", async () => {
    await openAt("general");
    await page.getByRole("radio", { name: /^As the system Light or dark/ }).focus();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await expect.poll(theme).toBe("dark");
    await page.reload();
    await id("question-input").waitFor();
    await expect.poll(() => theme()).toBe("dark");
  });

  it("writes numbers as they were chosen, in answers, too", async () => {
    await openAt("general");
    await id("choice-point").click();
    await page.keyboard.press("Escape");
    await ask("Who are our best customers?");
    await page.locator(".segment", { hasText: "Table" }).click();
    await id("result-grid").waitFor();
    await expect.poll(() => id("result-grid").textContent()).toMatch(/\d\.\d{3},\d{2}/);
    await page.keyboard.press("Control+,");
    await id("choice-comma").click();
    await page.keyboard.press("Escape");
    await page.locator(".segment", { hasText: "Table" }).click();
    await expect.poll(() => id("result-grid").textContent()).toMatch(/\d,\d{3}\.\d{2}/);
  });

  it("keeps limits, says what is wrong with them, and what could not be saved", async () => {
    await openAt("general");
    await expect.poll(() => id("bounds-save").getAttribute("aria-disabled")).toBe("true");
    await id("bounds-seconds").fill("0");
    await page.getByText("The time is a whole number of seconds").waitFor();
    await id("bounds-seconds").fill("3,599");
    await id("bounds-save").click();
    await page.getByText("There is no room left on the disk.").waitFor();
    await id("bounds-seconds").fill("120");
    await id("bounds-save").click();
    await expect.poll(() => id("bounds-save").getAttribute("aria-disabled")).toBe("true");
    await page.keyboard.press("Escape");
    await page.keyboard.press("Control+,");
    await expect.poll(() => id("bounds-seconds").inputValue()).toBe("120");
    await id("bounds-first").click();
    await expect.poll(() => id("bounds-seconds").inputValue()).toBe("30");
  });
});

describe("shortcuts", () => {
  it("are changed by pressing others, a clash is told, and they come back", async () => {
    await openAt("keys");
    await tabTo("key-question");
    await page.keyboard.press("Enter");
    await id("keys-input").waitFor();
    await page.keyboard.press("Control+k");
    await page.getByRole("alert").getByText("already “All commands”").waitFor();
    await page.keyboard.press("Control+Shift+b");
    await expect.poll(() => id("keys-of-question").textContent()).toBe("CtrlShiftB");
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute("data-testid")))
      .toBe("key-question");
    await page.keyboard.press("Control+l");
    await id("keys-pane").waitFor();
    await page.keyboard.press("Control+Shift+b");
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute("data-testid")))
      .toBe("question-input");
    await page.reload();
    await id("question-input").waitFor();
    await page.keyboard.press("Control+k");
    await expect.poll(() => id("command-question").textContent()).toContain("CtrlShiftB");
    await page.keyboard.press("Escape");
    await page.keyboard.press("Control+,");
    await id("settings-shortcuts").click();
    await id("keys-first").click();
    await expect.poll(() => id("keys-of-question").textContent()).toBe("CtrlL");
  });

  it("the sheet of them leads here", async () => {
    await open();
    await page.locator("body").click({ position: { x: 700, y: 760 } });
    await page.keyboard.press("?");
    await id("shortcuts-change").click();
    await id("keys-pane").waitFor();
  });
});

describe("data", () => {
  it("says where everything is, and erases it with a second press", async () => {
    await openAt("data");
    await expect.poll(() => id("own-folder").textContent()).toContain("io.askwell.desktop");
    await expect.poll(() => id("own-size").textContent()).toContain("MB");
    await id("erase").click();
    const dialog = id("erase-dialog");
    await dialog.getByText("your databases and files").waitFor();
    await page.keyboard.press("Escape");
    await expect.poll(() => dialog.count()).toBe(0);
    await page.evaluate(() => localStorage.setItem("askwell.theme", "dark"));
    await id("erase").click();
    await id("erase-confirm").click();
    await dialog.getByText("Everything was erased.").waitFor();
    await page.keyboard.press("Escape");
    await dialog.getByText("Everything was erased.").waitFor();
    await expect.poll(() => page.evaluate(() => localStorage.length)).toBe(0);
    await id("start-again").click();
    await page.locator(".examples .chip").first().waitFor();
  });

  it("erases nothing while another window is open, and names what stays", async () => {
    await openAt("data", undefined, "held");
    await id("erase").click();
    await id("erase-confirm").click();
    await id("erase-dialog").getByText("Another window or command of Askwell is open.").waitFor();
    await page.evaluate(() => localStorage.setItem("mock.own", "stuck"));
    await id("erase-confirm").click();
    await id("erase-dialog").getByText("The password of Shop is still in the system’s keychain.").waitFor();
  });

  it("that cannot be read or shown says so", async () => {
    await openAt("data", undefined, "hidden");
    await id("own-open").click();
    await page.getByText("This system has no program that took it.").waitFor();
    await page.evaluate(() => localStorage.setItem("mock.own", "broken"));
    await id("settings-general").click();
    await id("settings-data").click();
    await page.getByText("The folder cannot be read.").waitFor();
  });
});

describe("about", () => {
  it("has the version, and the licence of everything it is built from", async () => {
    await openAt("program");
    await expect.poll(() => id("version").textContent()).toContain("0.1.0");
    await id("licence-search").fill("react-dom");
    await page.getByRole("cell", { name: "react-dom", exact: true }).waitFor();
    await page
      .getByRole("row", { name: /^react-dom .* MIT$/ })
      .first()
      .waitFor();
    await id("licence-search").fill("no such thing");
    await page.getByText("Nothing has “no such thing”").waitFor();
  });
});

describe("files that the program is started with", () => {
  it("are opened, one by its path and several together, and trouble is told", async () => {
    await open();
    const give = (paths: string[]) =>
      page.evaluate((p) => window.dispatchEvent(new CustomEvent("mock-given", { detail: p })), paths);
    await page.keyboard.press("Control+,");
    await give(["/data/night-market.sqlite"]);
    await page.getByRole("heading", { level: 1, name: /night-market/ }).waitFor();
    await give(["/data/locked.duckdb"]);
    await page.getByText("Another program has this database open.").waitFor();
  });
});

describe("for everyone", () => {
  it.each(["light", "dark"] as const)(
    "axe finds nothing, %s",
    async (colorScheme) => {
      await openAt("general", { colorScheme });
      for (const [pane, tab] of Object.entries(TABS)) {
        await id(`settings-${tab}`).click();
        await id(`${pane}-pane`).waitFor();
        if (pane === "keys") await id("key-how").click();
        expect(await violations()).toEqual([]);
      }
    },
    60_000,
  );

  it("760 pixels wide: no page scrolls sideways", async () => {
    await openAt("general", { viewport: { width: 760, height: 900 } });
    for (const [pane, tab] of Object.entries(TABS)) {
      await id(`settings-${tab}`).click();
      await id(`${pane}-pane`).waitFor();
      const over = await page.evaluate(() =>
        Math.max(
          ...[document.documentElement, ...document.querySelectorAll("main, .explore-panel")].map(
            (e) => e.scrollWidth - e.clientWidth,
          ),
        ),
      );
      expect([pane, over]).toEqual([pane, 0]);
    }
  });
});
