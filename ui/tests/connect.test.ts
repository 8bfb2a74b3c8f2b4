// Connecting, in Chromium against the mock: the dialog, its test, passwords and dropped files.
import { describe, expect, it } from "vitest";
import { id, open, openSaved, page, tabTo, violations } from "./scene";

const URL_WITH_PASSWORD = "postgres://anna:geheim42@db.example.org:5433/shop?sslmode=require";

const active = () => page.evaluate(() => document.activeElement?.getAttribute("data-testid"));
const state = (step: string) => id(`step-${step}`).getAttribute("data-state");

async function dialog(kind: "sqlite" | "files" | "postgres" = "postgres") {
  await page.keyboard.press("Control+o");
  await id("connect-dialog").waitFor();
  await id(`kind-${kind}`).click();
}

async function fillServer(change: Record<string, string> = {}) {
  const fields = { host: "db.example.org", database: "shop", user: "anna", password: "x", ...change };
  for (const [field, text] of Object.entries(fields)) await id(`server-${field}`).fill(text);
}

/** Puts text on the clipboard's way into an element, as Ctrl+V would. */
async function paste(testid: string, text: string) {
  await id(testid).evaluate((element, pasted) => {
    const data = new DataTransfer();
    data.setData("text", pasted);
    (element as HTMLElement).focus();
    element.dispatchEvent(
      new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }),
    );
  }, text);
}

describe("a server", () => {
  it("by keyboard alone, from Ctrl+O to the first question", async () => {
    await open();
    await page.keyboard.press("Control+o");
    await id("connect-dialog").waitFor();
    // The path can be typed at once; the kinds stand before it.
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute("data-testid")))
      .toBe("open-url");
    await page.keyboard.press("Shift+Tab");
    for (let n = 0; n < 3; n++) await page.keyboard.press("ArrowDown");
    await tabTo("server-host");
    await page.keyboard.type("db.example.org");
    await tabTo("server-database");
    await page.keyboard.type("shop");
    await tabTo("server-user");
    await page.keyboard.type("anna");
    await tabTo("server-password");
    await page.keyboard.type("x");
    await tabTo("server-tls");
    await page.keyboard.press("Enter");
    await page.keyboard.press("End");
    await page.keyboard.press("Enter");
    await page.getByText("that it is this very host").first().waitFor();
    await tabTo("connect-name");
    await page.keyboard.type("Company");
    await page.keyboard.press("Tab");
    for (let n = 0; n < 6; n++) await page.keyboard.press("ArrowRight");
    await page.getByText("Mark: Blue").waitFor();
    await tabTo("connect-test");
    await page.keyboard.press("Enter");
    await page.locator("[data-testid=test][data-ended=passed]").waitFor();
    await tabTo("open-confirm");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: "Ask Company" }).waitFor();
    await expect.poll(() => id("connection-shop").textContent()).toContain("Blue");
    await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
  });

  it("a pasted address fills the fields, and its password is drawn nowhere", async () => {
    await open();
    await page.keyboard.press("Control+o");
    await paste("open-url", URL_WITH_PASSWORD);
    await page.getByText("Filled in below, the password in its own field.").waitFor();
    await expect.poll(() => id("server-host").inputValue()).toBe("db.example.org");
    await expect.poll(() => id("server-port").inputValue()).toBe("5433");
    await expect.poll(() => id("server-user").inputValue()).toBe("anna");
    await expect.poll(() => id("server-tls").textContent()).toContain("Always encrypt");
    await expect.poll(() => id("open-url").inputValue()).toBe("");
    const password = id("server-password");
    await expect.poll(() => password.inputValue()).toBe("geheim42");
    await expect.poll(() => password.getAttribute("type")).toBe("password");
    await page.getByRole("button", { name: "Show password" }).click();
    await expect.poll(() => password.getAttribute("type")).toBe("text");
    await id("open-confirm").click();
    await page.getByRole("heading", { level: 1, name: "Ask shop" }).waitFor();
    await id("show-about").click();
    expect(await page.content()).not.toContain("geheim42");
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain("geheim42");
  });

  it("an address pasted into the server's field is understood, too; one that is none says so", async () => {
    await open();
    await dialog();
    await paste("server-host", URL_WITH_PASSWORD);
    await page.getByText("Filled in below").waitFor();
    await expect.poll(() => id("server-database").inputValue()).toBe("shop");
    await id("open-url").fill("mysql://db.example.org/shop");
    await id("open-url").press("Enter");
    await page.getByText("Askwell does not know databases of this kind.").waitFor();
    await expect.poll(() => id("open-url").inputValue()).toBe("mysql://db.example.org/shop");
    await expect.poll(() => id("server-database").inputValue()).toBe("shop");
  });

  it.each([
    ["name", { host: "nowhere" }, "There is no host called nowhere."],
    ["port", { host: "refused" }, "Nothing answers at port 5432 of refused."],
    ["login", { password: "wrong" }, "The server does not accept this password for anna."],
    ["database", { database: "missing" }, "The server has no database called missing."],
    ["read", { user: "blind" }, "blind may not read a single table"],
  ])("the step that fails is named: %s", async (step, change, message) => {
    await open();
    await dialog();
    await fillServer(change);
    await id("connect-test").click();
    await id("test").getByText(message).waitFor();
    await expect.poll(() => state(step)).toBe("failed");
    const before = ["name", "port", "tls", "login", "database", "read"];
    for (const passed of before.slice(0, before.indexOf(step))) expect(await state(passed)).toBe("passed");
    for (const [field, text] of Object.entries(change))
      await expect.poll(() => id(`server-${field}`).inputValue()).toBe(text);
    await expect
      .poll(() => page.getByRole("heading", { level: 1, includeHidden: true }).textContent())
      .toContain("Harbor Goods");
  });

  it("Enter connects where all steps pass, and shows the one that does not", async () => {
    await open();
    await dialog();
    await fillServer({ password: "wrong" });
    await id("server-password").press("Enter");
    await id("test").getByText("does not accept this password").waitFor();
    await id("server-password").fill("right");
    await expect.poll(() => id("test").count()).toBe(0);
    await id("server-password").press("Enter");
    await page.getByRole("heading", { level: 1, name: "Ask shop" }).waitFor();
  });

  it("encryption that is refused is told, with the authority's file to choose", async () => {
    await open();
    await page.keyboard.press("Control+o");
    await paste("open-url", "postgres://anna:x@selfsigned/shop?sslmode=verify-full");
    await page.getByText("Filled in below").waitFor();
    await id("connect-test").click();
    await id("test").getByText("an authority that this system does not trust").waitFor();
    await page.getByRole("button", { name: "Choose the authority's file" }).click();
    await expect.poll(() => id("server-authorities").inputValue()).toBe("/etc/ssl/company-authority.pem");
  });

  it("a slow step is seen at work and can be stopped", async () => {
    await open();
    await dialog();
    await fillServer({ host: "slow" });
    await id("connect-test").click();
    await page.locator("[data-testid=step-port][data-state=now]").waitFor();
    await id("connect-stop").click();
    await page.locator("[data-testid=test][data-ended=stopped]").waitFor();
    await id("connect-test").waitFor();
  });

  it("an SSH server that nobody vouched for shows its fingerprint and waits for trust", async () => {
    await open();
    await dialog();
    await fillServer();
    await id("tunnel").click();
    await id("ssh-host").fill("new.example.org");
    await id("ssh-user").fill("anna");
    await id("ssh-key").click();
    await expect.poll(() => id("open-confirm").getAttribute("aria-disabled")).toBe("true");
    await page.getByRole("button", { name: "Choose the key file" }).click();
    await id("open-confirm").click();
    await expect.poll(() => id("fingerprint").textContent()).toMatch(/^SHA256:/);
    await id("trust-server").click();
    await page.getByRole("heading", { level: 1, name: "Ask shop" }).waitFor();
    await id("show-about").click();
    await page.getByText("the SSH server new.example.org, as anna").waitFor();
  });
});

describe("passwords", () => {
  it("without a keychain the choice is off and says why; a passphrase is asked twice", async () => {
    await open();
    await page.evaluate(() => localStorage.setItem("mock.keychain", "off"));
    await dialog();
    await fillServer();
    await page.getByText("This system has no keychain that answers").waitFor();
    await expect.poll(() => page.getByRole("radio", { name: /keychain/ }).isDisabled()).toBe(true);
    await expect
      .poll(() => page.getByRole("radio", { name: /Until Askwell is closed/ }).isChecked())
      .toBe(true);
    await id("choice-passphrase").click();
    await id("keep-passphrase").fill("one");
    await id("keep-again").fill("two");
    await expect.poll(() => id("open-confirm").getAttribute("aria-disabled")).toBe("true");
    await id("keep-again").fill("one");
    await id("open-confirm").click();
    await page.getByRole("heading", { level: 1, name: "Ask shop" }).waitFor();
    await id("show-about").click();
    await page.getByText("Kept encrypted under your passphrase").waitFor();
  });

  it("a connection that needs its password asks for it and goes on", async () => {
    await openSaved();
    await id("connection-shop-test").click();
    await id("unlock").waitFor();
    await expect.poll(() => active()).toBe("unlock-password");
    await page.keyboard.type("wrong");
    await page.keyboard.press("Enter");
    await page.getByText("does not accept this password").waitFor();
    await id("unlock-password").fill("right");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: "Ask Shop, for testing" }).waitFor();
  });

  it("one that is sealed asks for its passphrase", async () => {
    await openSaved();
    await id("connection-payroll").click();
    await id("unlock-passphrase").fill("wrong");
    await page.keyboard.press("Enter");
    await page.getByText("This is not the passphrase.").waitFor();
    await id("unlock-passphrase").fill("right");
    await id("unlock-open").click();
    await page.getByRole("heading", { level: 1, name: "Ask Payroll" }).waitFor();
  });
});

describe("files", () => {
  const drop = (paths: string[]) =>
    page.evaluate(
      (all) => window.dispatchEvent(new CustomEvent("mock-drop", { detail: { is: "dropped", paths: all } })),
      paths,
    );

  it("three dropped on the window are one database, and it says how each was read", async () => {
    await open();
    await drop(["/data/visitors.csv", "/data/old.tsv", "/data/budget.xlsx"]);
    await id("see-sources").click();
    const rows = id("sources").locator("tbody tr");
    await expect.poll(() => rows.count()).toBe(3);
    await expect
      .poll(() => rows.nth(0).textContent())
      .toContain("UTF-8, split at comma, names in the first row");
    await expect
      .poll(() => rows.nth(1).textContent())
      .toContain("windows-1252, split at tab, no row of names");
    await expect.poll(() => rows.nth(2).textContent()).toContain("sheet “2024”");
    await expect.poll(() => page.getByRole("row", { name: "budget_2024" }).first().isVisible()).toBe(true);
  });

  it("are gathered in the dialog, dropped or chosen, and one can be taken away again", async () => {
    await open();
    await dialog("files");
    await drop(["/data/a.csv", "/data/b.csv"]);
    await page.getByRole("list", { name: "Chosen files" }).getByText("b.csv", { exact: true }).waitFor();
    await id("pick-folder").click();
    const files = page.getByRole("list", { name: "Chosen files" }).getByRole("listitem");
    await expect.poll(() => files.count()).toBe(3);
    await page.getByRole("button", { name: "Take a.csv away" }).click();
    await expect.poll(() => files.count()).toBe(2);
    await expect.poll(() => page.getByText("Drop files or a folder to open them").count()).toBe(0);
  });

  it("from the desktop, one dropped is opened", async () => {
    await open();
    await page.evaluate(() => {
      const data = new DataTransfer();
      data.items.add(new File(["a,b"], "prices.csv"));
      for (const type of ["dragover", "drop"])
        window.dispatchEvent(new DragEvent(type, { dataTransfer: data, cancelable: true }));
    });
    await page.getByRole("heading", { level: 1, name: /Ask prices/ }).waitFor();
  });
});

describe("the list", () => {
  it("a connection is edited with what it had, and its kept password stays", async () => {
    await openSaved();
    await id("more-company-shop").press("Enter");
    await page.getByRole("menuitem", { name: "Edit…" }).click();
    await expect.poll(() => id("server-host").inputValue()).toBe("db.example.org");
    await expect.poll(() => id("server-password").inputValue()).toBe("");
    await expect.poll(() => page.getByRole("radio", { name: "Red" }).isChecked()).toBe(true);
    await id("connect-name").fill("Company shop, live");
    await id("open-confirm").click();
    await page.getByRole("heading", { level: 1, name: "Ask Company shop, live" }).waitFor();
  });

  it("asks before it forgets, and says what goes and what stays", async () => {
    await openSaved();
    await id("more-payroll").press("Enter");
    await page.getByRole("menuitem", { name: /Remove/ }).click();
    await expect.poll(() => id("forget-dialog").textContent()).toContain("its password wherever it is kept");
    await page.keyboard.press("Escape");
    await expect.poll(() => id("connection-payroll").count()).toBe(1);
    await id("more-payroll").press("Enter");
    await page.getByRole("menuitem", { name: /Remove/ }).click();
    await id("forget-confirm").click();
    await id("connection-payroll").waitFor({ state: "detached" });
  });

  it("a sample can be looked at, neither edited nor removed", async () => {
    await open();
    await id("more-harbor-goods").press("Enter");
    await expect.poll(() => page.getByRole("menuitem").allTextContents()).toEqual(["About this database"]);
    await page.keyboard.press("Escape");
    await expect.poll(() => active()).toBe("more-harbor-goods");
  });
});

describe("for everyone", () => {
  it.each(["light", "dark"] as const)(
    "axe finds nothing in the dialog and the prompt, %s",
    async (colorScheme) => {
      await openSaved({ colorScheme });
      await page.keyboard.press("Control+o");
      expect(await violations()).toEqual([]);
      await id("kind-files").click();
      await id("pick-file").click();
      expect(await violations()).toEqual([]);
      await id("kind-postgres").click();
      await fillServer({ password: "wrong" });
      await id("tunnel").click();
      await id("ssh-host").fill("new");
      await id("ssh-user").fill("anna");
      await id("connect-test").click();
      await id("fingerprint").waitFor();
      expect(await violations()).toEqual([]);
      await id("trust-server").click();
      await page.locator("[data-testid=test][data-ended=failed]").waitFor();
      expect(await violations()).toEqual([]);
      await page.keyboard.press("Escape");
      await id("connection-shop-test").click();
      await id("unlock").waitFor();
      expect(await violations()).toEqual([]);
    },
    60_000,
  );

  it("760 pixels wide: the dialog's fields and buttons are all within the window", async () => {
    await open({ viewport: { width: 760, height: 560 } });
    await dialog();
    await id("tunnel").click();
    const wide = await id("connect-dialog").evaluate((e) =>
      Math.max(...[...e.querySelectorAll("*")].map((x) => x.getBoundingClientRect().right)),
    );
    expect(wide).toBeLessThanOrEqual(760);
    for (const name of ["connect-test", "open-confirm"]) {
      const box = await id(name).boundingBox();
      expect((box?.y ?? 999) + (box?.height ?? 0)).toBeLessThanOrEqual(560);
    }
  });
});
