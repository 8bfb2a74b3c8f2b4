// Models in Chromium against the mock: the first choice, providers, tiers, spending, airplane mode, describing.
import { describe, expect, it } from "vitest";
import { ask, id, open, openArena, page, tabTo, violations } from "./scene";

/** With a provider set up: "none", "cloud", "local" or "mixed". */
async function openWith(models: string, options?: Parameters<typeof open>[0]) {
  await open(options, { "mock.models": models });
}
async function settings(pane: "models" | "spending" | "privacy" | "ledger" = "models") {
  await page.keyboard.press("Control+,");
  await id("settings").waitFor();
  await id(`settings-${pane}`).click();
}
const probe = (step: string) => id(`probe-${step}`).getAttribute("data-state");
async function dialog(kind: string) {
  await settings();
  await id("provider-add").click();
  await id(`kind-${kind}`).click();
}
const ended = (how: string) => page.locator(`[data-testid=test][data-ended=${how}]`).waitFor();
const saved = () => page.waitForFunction(() => !document.querySelector("[data-testid=save-bar]"));

describe("the first choice", () => {
  it("explains three ways, begins with no model, and a question needs no answer to it", async () => {
    await open();
    const choice = id("first-choice");
    for (const way of ["none", "local", "cloud"]) expect(await id(`way-${way}`).count()).toBe(1);
    await expect.poll(() => id("way-none").getAttribute("data-used")).toBe("true");
    await expect.poll(() => choice.textContent()).toContain("without a language model");
    await ask("How many customers are in france?");
    await expect.poll(() => choice.count()).toBe(0);
    await id("new-question").click();
    await id("choose-none").click();
    await choice.waitFor({ state: "detached" });
    await settings();
    await expect.poll(() => id("way-none").getAttribute("data-used")).toBe("true");
    await expect.poll(() => id("way-keep").count()).toBe(0);
  });

  it("leads to the cloud's dialog, or to what is on this computer", async () => {
    await open();
    await id("choose-cloud").click();
    await id("provider-dialog").waitFor();
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    await id("choose-local").click();
    await id("found").getByText("tiny-instruct-q8", { exact: true }).waitFor();
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute("data-testid")))
      .toBe("found");
  });
});

describe("a provider", () => {
  it("by keyboard alone, from Ctrl+comma to tiers that are filled", async () => {
    await open();
    await page.keyboard.press("Control+,");
    await tabTo("settings-general");
    await page.keyboard.press("ArrowRight");
    await tabTo("provider-add");
    await page.keyboard.press("Enter");
    await id("provider-dialog").waitFor();
    for (
      let n = 0;
      n < 5 && (await page.locator("[data-testid=kind-anthropic]:focus-within").count()) === 0;
      n++
    )
      await page.keyboard.press("Tab");
    await page.keyboard.press("ArrowDown");
    await tabTo("provider-key");
    await page.keyboard.type("sk-planted-7");
    await tabTo("provider-test");
    await page.keyboard.press("Enter");
    await ended("passed");
    await tabTo("provider-save");
    await page.keyboard.press("Enter");
    await id("provider-google-gemini").waitFor();
    await expect.poll(() => id("tier-model-fast").inputValue()).toBe("gemini-2.5-flash");
    await expect.poll(() => id("tier-model-powerful").inputValue()).toBe("gemini-2.5-pro");
    await expect.poll(() => id("way-cloud").getAttribute("data-used")).toBe("true");
    expect(await page.content()).not.toContain("sk-planted-7");
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain("sk-planted-7");
  });

  it.each([
    ["key", { key: "wrong" }, "does not accept this key"],
    ["key", { name: "far" }, "does not serve this country"],
    ["model", { model: "unknown" }, "has no model called unknown"],
    ["text", { name: "poor" }, "has no credit left"],
    ["text", { name: "busy" }, "too many requests"],
    ["form", { name: "mute" }, "not of the form"],
  ])("the step that fails is named: %s, %j", async (step, change, message) => {
    await open();
    await dialog("anthropic");
    for (const [field, text] of Object.entries({ key: "k", ...change }))
      await id(`provider-${field}`).fill(text);
    await id("provider-test").click();
    await id("test").getByText(message).waitFor();
    await ended("failed");
    await expect.poll(() => probe(step)).toBe("failed");
    const before = ["reach", "key", "model", "text", "form"];
    for (const passed of before.slice(0, before.indexOf(step))) expect(await probe(passed)).toBe("passed");
  });

  it("a server that is not there is named, and a changed field makes the test old", async () => {
    await open();
    await dialog("open_ai_compatible");
    await id("provider-address").fill("http://nowhere.example.org/v1");
    await id("provider-model").fill("any");
    await page.getByText("what is sent to it leaves this one").waitFor();
    await id("provider-test").click();
    await id("test").getByText("There is nothing at http://nowhere.example.org/v1.").waitFor();
    await id("provider-address").fill("http://localhost:1234/v1");
    await expect.poll(() => id("test").count()).toBe(0);
    await page.getByText("On this computer: what is sent to it does not leave it.").waitFor();
  });

  it("buttons that wait say why; saving that fails keeps what was typed", async () => {
    await open();
    await dialog("anthropic");
    await id("provider-save").hover();
    await page.getByRole("tooltip").getByText("Paste the key first.").waitFor();
    await id("provider-name").fill("unsaved");
    await id("provider-key").fill("k");
    await id("provider-save").click();
    await page.getByText("The keychain did not take the key.").waitFor();
    await expect.poll(() => id("provider-key").inputValue()).toBe("k");
  });

  it("without a keychain the key is kept otherwise, and that is said", async () => {
    await open();
    await page.evaluate(() => localStorage.setItem("mock.keychain", "off"));
    await dialog("anthropic");
    await page.getByText("This system has no keychain that answers").waitFor();
    await expect
      .poll(() => page.getByRole("radio", { name: "Until Askwell is closed" }).isChecked())
      .toBe(true);
    await id("provider-key").fill("k");
    await id("choice-passphrase").click();
    await id("provider-passphrase").fill("one");
    await id("provider-again").fill("two");
    await expect.poll(() => id("provider-save").getAttribute("aria-disabled")).toBe("true");
    await id("provider-again").fill("one");
    await id("provider-save").click();
    await page.getByText("key encrypted under your passphrase").waitFor();
  });

  it("a sealed key is unlocked in its place; a wrong passphrase says so", async () => {
    await openWith("mixed");
    await settings();
    await id("unlock-gateway").fill("wrong");
    await id("unlock-confirm-gateway").click();
    await page.getByText("This is not the passphrase.").waitFor();
    await id("unlock-gateway").fill("right");
    await page.keyboard.press("Enter");
    await page.getByText("Its key is encrypted.").waitFor({ state: "detached" });
  });

  it("what is found on this computer is one press away, and a file serves all tiers", async () => {
    await open();
    await settings();
    await page.getByRole("button", { name: "Add tiny-instruct-q8" }).click();
    await expect.poll(() => id("provider-address").inputValue()).toBe("/models/tiny-instruct-q8.gguf");
    await expect.poll(() => id("provider-key").count()).toBe(0);
    await id("provider-test").click();
    await ended("passed");
    await expect.poll(() => id("probe-key").textContent()).toContain("None is needed.");
    await id("provider-save").click();
    await id("provider-dialog").waitFor({ state: "detached" });
    await expect.poll(() => id("tier-model-reasoning").inputValue()).toBe("tiny-instruct-q8");
    await expect.poll(() => id("way-local").getAttribute("data-used")).toBe("true");
    await expect
      .poll(() => page.getByRole("button", { name: "Add tiny-instruct-q8" }).getAttribute("aria-disabled"))
      .toBe("true");
  });

  it("leaves with its key, and its tiers are empty then", async () => {
    await openWith("mixed");
    await settings();
    await page.getByRole("button", { name: "Remove Ollama" }).click();
    await id("remove-confirm").click();
    await id("provider-ollama").waitFor({ state: "detached" });
    await expect.poll(() => id("tier-fast").textContent()).toContain("Served by Powerful: claude-sonnet-4-6");
    await id("way-none-use").click();
    await page.getByText("None: the built-in engine works without one.").first().waitFor();
    await expect.poll(() => id("provider-anthropic").count()).toBe(1);
  });
});

describe("the settings", () => {
  it("offer the models of a provider, and take one that nobody has heard of", async () => {
    await openWith("cloud");
    await settings();
    // A list closes when the page scrolls under it, as it does to show a field at its edge.
    await page.getByRole("button", { name: "Add tiny-instruct-q8" }).waitFor();
    await id("tier-fast").evaluate((e) => e.scrollIntoView({ block: "center" }));
    const offered = page.getByRole("button", { name: "Models offered: Model for Fast" });
    const sonnet = page.getByRole("option", { name: "Claude Sonnet 4.6" });
    await offered.click();
    await page.getByRole("option", { name: "Claude Opus 4.6" }).getByText("price unknown").waitFor();
    // A list that a late scroll closed under the pointer is opened again, as a person would.
    await expect
      .poll(
        async () => {
          if (!(await sonnet.isVisible())) await offered.click();
          await sonnet.click();
          return id("tier-model-fast").inputValue();
        },
        { timeout: 30_000 },
      )
      .toBe("claude-sonnet-4-6");
    await id("tier-model-reasoning").fill("claude-of-tomorrow");
    await id("settings-save").click();
    await saved();
    await expect.poll(() => id("tier-model-reasoning").inputValue()).toBe("claude-of-tomorrow");
    await page.keyboard.press("Control+,");
    await settings();
    await expect.poll(() => id("tier-model-reasoning").inputValue()).toBe("claude-of-tomorrow");
  });

  it("say what a question takes at each effort, as far as it was measured", async () => {
    await openWith("cloud");
    await settings();
    const takes = async (effort: string) => id(`takes-${effort}`).textContent();
    await id("takes-quick").waitFor();
    await expect.poll(() => takes("auto")).toBe("About 2.6–24 s and $0.011–$0.42 a question.");
    await expect.poll(() => takes("quick")).toBe("About 5.2–7.1 s and $0.021–$0.026 a question.");
    await expect.poll(() => takes("careful")).toBe("About 5.2–11 s and $0.021–$0.084 a question.");
    await expect.poll(() => takes("thorough")).toContain("is shown once it has been tried");
    const careful = page.getByRole("radio", { name: /^Careful .*About 5\.2–11 s and/ });
    await expect.poll(() => careful.count()).toBe(1);
  });

  it("are saved together, can be undone, and say what is wrong", async () => {
    await openWith("cloud");
    await settings("spending");
    await id("budget-day").fill("plenty");
    await id("save-bar").getByText("A limit is an amount in dollars").waitFor();
    await expect.poll(() => id("settings-save").getAttribute("aria-disabled")).toBe("true");
    await id("settings-undo").click();
    await expect.poll(() => id("budget-day").inputValue()).toBe("2");
    // What is being edited on one page is neither saved nor lost with another.
    await id("budget-day").fill("5");
    await id("settings-models").click();
    await id("mask-emails").click();
    await page.getByText("Sent as they are.").waitFor();
    await id("cache-hours").fill("13");
    const save = page.locator("[data-testid=settings-save]:visible");
    await save.click();
    await page
      .locator("[data-testid=save-bar]:visible")
      .getByText("The settings could not be written.")
      .waitFor();
    await id("cache-hours").fill("12");
    await save.click();
    await page.locator("[data-testid=save-bar]:visible").waitFor({ state: "hidden" });
    await expect.poll(() => page.getByRole("checkbox", { name: "E-mail addresses" }).isChecked()).toBe(false);
    await id("settings-spending").click();
    await expect.poll(() => id("budget-day").inputValue()).toBe("5");
    await save.click();
    await saved();
    await id("settings-models").click();
    await expect.poll(() => page.getByRole("checkbox", { name: "E-mail addresses" }).isChecked()).toBe(false);
    await expect.poll(() => id("cache-hours").inputValue()).toBe("12");
  });

  it("sums say what they do not know, and prices can be entered", async () => {
    await openWith("mixed");
    await settings("spending");
    const spent = await id("spent").textContent();
    expect(spent).toContain("at least $0.42");
    expect(spent).toContain("3 calls of today is not known");
    await id("price-add").click();
    await page.waitForFunction(() => document.activeElement?.getAttribute("data-testid") === "price-model-1");
    await page.keyboard.type("claude-of-tomorrow");
    await expect.poll(() => id("save-bar").textContent()).toContain("in dollars a million tokens");
    for (const field of ["input", "cached", "output"]) await id(`price-${field}-1`).fill("1,5");
    await id("settings-save").click();
    await saved();
    await expect.poll(() => id("price-output-1").inputValue()).toBe("1.5");
  });

  it("that cannot be read say so, and there is no switch that would lie", async () => {
    await openWith("broken");
    await settings();
    await id("models-pane").waitFor({ state: "detached" });
    const pane = page.getByRole("tabpanel", { name: "Models" });
    await pane.getByText("The settings of models cannot be read.").waitFor();
    await expect.poll(() => id("airplane").count()).toBe(0);
  });
});

describe("airplane mode", () => {
  it("is seen and heard in the main window, and holds what would go out", async () => {
    await openWith("cloud");
    const plane = page.getByRole("switch", { name: "Airplane mode" });
    await expect.poll(() => plane.getAttribute("aria-checked")).toBe("false");
    await tabTo("airplane", 60);
    await page.keyboard.press("Space");
    await id("airplane-line").waitFor();
    await expect.poll(() => plane.getAttribute("aria-checked")).toBe("true");
    await expect.poll(() => plane.textContent()).toContain("Airplane mode on");
    await page.waitForFunction(() =>
      document.getElementById("announcer")?.textContent?.includes("Airplane mode is on"),
    );
    await ask("Who are our best customers?");
    await openArena();
    await id("column-attempts").click();
    const calls = id("calls-attempts");
    await calls.locator("summary").first().click();
    await expect.poll(() => calls.textContent()).toContain("not sent: airplane mode");
    await expect.poll(() => calls.textContent()).toContain("stayed on this computer");
    await page.keyboard.press("Control+e");
    await id("describe-by-model").hover();
    await page.getByRole("tooltip").getByText("Airplane mode is on").waitFor();
    await plane.click();
    await id("airplane-line").waitFor({ state: "detached" });
  });
});

describe("calls of a run", () => {
  it("stand where they belong, one press below, failures in words", async () => {
    await openWith("cloud");
    await ask("Who are our best customers?");
    await expect.poll(() => id("show-pipeline").textContent()).toContain("8 model calls");
    await openArena();
    await id("column-matches").click();
    const words = id("calls-matches");
    await expect
      .poll(() => words.textContent())
      .toMatch(/2 model calls · .* tokens · \$0\.0071 · .* · left this computer/);
    await words.locator("summary").first().press("Enter");
    await words.getByText("kept reply").waitFor();
    await id("column-attempts").click();
    await id("calls-attempts").locator("summary").first().click();
    await id("calls-attempts").getByText("provider overloaded").waitFor();
    await id("column-end").click();
    await id("calls-end").locator("summary").first().click();
    await id("calls-end").getByRole("cell", { name: "price unknown" }).first().waitFor();
    await id("call-texts").locator("summary").click();
    await id("call-texts")
      .getByText(/nothing was sent for them|Instructions/)
      .first()
      .waitFor();
  });

  it("are none where no model is set", async () => {
    await openWith("none");
    await ask("Who are our best customers?");
    await openArena();
    await id("column-attempts").click();
    await page.getByRole("table", { name: "Attempts" }).waitFor();
    await expect.poll(() => page.locator(".calls").count()).toBe(0);
    expect(await id("show-pipeline").textContent()).not.toContain("model call");
  });
});

describe("describing with a model", () => {
  const why = async (words: string) => {
    await id("toolbar-explore").click();
    // What is under the pointer now has a tooltip of its own.
    await page.mouse.move(5, 400);
    await id("describe-by-model").hover();
    await page.getByRole("tooltip").getByText(words).waitFor();
    await expect.poll(() => id("describe-by-model").getAttribute("aria-disabled")).toBe("true");
  };
  it("says why it cannot: no model, or nothing may be seen", async () => {
    await openWith("none");
    await why("No model is set up.");
    await openWith("cloud");
    await why("A model may see nothing of Harbor Goods.");
  });

  it("is estimated first, shows how far it is, can be stopped, and says what came of it", async () => {
    await openWith("cloud");
    await settings("privacy");
    await id("level-profile").click();
    await id("privacy-save").click();
    await page.getByText("“Figures and shapes” is in force.").waitFor();
    await page.keyboard.press("Control+e");
    await id("describe-by-model").click();
    const estimate = await id("describe-estimate").textContent();
    expect(estimate).toMatch(/about 12.*tokens|about 12/);
    expect(estimate).toContain("about $0.053");
    expect(estimate).toContain("Figures and shapes");
    await id("describe-start").click();
    await page
      .getByText(/\d+ of 15 tables/)
      .first()
      .waitFor();
    await id("describe-stop").click();
    await page.getByText(/^Stopped: \d+ of 94 columns described, for \$0\.0031\.$/).waitFor();
    await id("describe-again").click();
    await id("describe-start").click();
    await page.getByText(/^92 of 94 columns/).waitFor();
    await expect
      .poll(() => id("described").textContent())
      .toContain("92 of 94 columns described, for $0.071");
    await page.getByText("2 columns kept their words").waitFor();
    await id("describe-close").click();
    await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
  });
});

describe("for everyone", () => {
  it.each(["light", "dark"] as const)(
    "axe finds nothing, %s",
    async (colorScheme) => {
      await open({ colorScheme });
      await id("first-choice").waitFor();
      expect(await violations()).toEqual([]);
      await openWith("mixed", { colorScheme });
      await id("airplane").click();
      await id("airplane-line").waitFor();
      await settings("spending");
      await id("budget-day").fill("3");
      expect(await violations()).toEqual([]);
      await id("settings-models").click();
      await id("provider-add").click();
      await id("provider-key").fill("wrong");
      await id("provider-test").click();
      await ended("failed");
      expect(await violations()).toEqual([]);
      await page.keyboard.press("Escape");
      await page.keyboard.press("Escape");
      await ask("Who are our best customers?");
      await openArena();
      await id("column-attempts").click();
      await id("calls-attempts").locator("summary").first().click();
      expect(await violations()).toEqual([]);
    },
    60_000,
  );

  it("760 pixels wide: nothing scrolls sideways, and the switch still says its state", async () => {
    await openWith("mixed", { viewport: { width: 760, height: 900 } });
    await expect.poll(() => id("airplane").textContent()).toContain("Off");
    await settings("spending");
    await id("price-add").click();
    const sideways = () =>
      page.evaluate(() =>
        Math.max(
          ...[document.documentElement, ...document.querySelectorAll("main, .explore-panel")].map(
            (e) => e.scrollWidth - e.clientWidth,
          ),
        ),
      );
    expect(await sideways()).toBe(0);
    await id("settings-models").click();
    expect(await sideways()).toBe(0);
    await id("provider-add").click();
    await id("provider-dialog").waitFor();
    expect(await sideways()).toBe(0);
  });
});
