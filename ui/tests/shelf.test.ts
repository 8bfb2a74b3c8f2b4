// Models that can be downloaded, in Chromium against the mock: from the press to the use, by keyboard, and every way to fail.
import { describe, expect, it } from "vitest";
import { id, open, page, tabTo, violations } from "./scene";

const BIG = "qwen2.5-coder-7b";

async function openShelf(how = "", options?: Parameters<typeof open>[0], models = "none") {
  await open(options, { "mock.shelf": how, "mock.models": models });
  await page.keyboard.press("Control+,");
  await id("settings").waitFor();
  await id("settings-models").click();
  await id("shelf").waitFor();
}
const model = (name: string) => id(`model-${name}`);
const held = (name: string) => model(name).getAttribute("data-held");
const announced = (words: string) =>
  page.waitForFunction((w) => document.getElementById("announcer")?.textContent?.includes(w), words);

describe("the shelf", () => {
  it("says of each model what it needs, whether it fits and whom its licence leaves out", async () => {
    await openShelf();
    await expect
      .poll(() => model(BIG).textContent())
      .toContain("4.7 GB to download · about 5.7 GB of memory");
    await expect.poll(() => model(BIG).textContent()).toContain("Apache 2.0, free for everyone");
    await expect.poll(() => model("qwen2.5-coder-3b").textContent()).toContain("companies may not use it");
    await expect.poll(() => model("xiyansql-32b").textContent()).toContain("Too large");
    await expect.poll(() => model("omnisql-7b").textContent()).toContain("Size known once you press");
    expect(await id("shelf").textContent()).not.toContain("tokens a second");
    await expect.poll(() => id("shelf-place").textContent()).toContain("huggingface.co");
    await expect
      .poll(() => id("shelf-place").textContent())
      .toContain("/home/me/Askwell/models, where 214 GB is free");
  });

  it("measures this computer on a press, and only then names a speed", async () => {
    await openShelf();
    await id("shelf-measure").click();
    await announced("This computer is measured.");
    await expect.poll(() => model(BIG).textContent()).toContain("at most 6.7 tokens a second here");
    await expect
      .poll(() => id("shelf-machine").textContent())
      .toContain("It reads 31 GB of it a second, as measured");
    await id("shelf-measure").click();
    await id("shelf-measure-stop").click();
    await announced("Stopped.");
    await expect.poll(() => id("shelf").getAttribute("data-doing")).toBe("nothing");
  });

  it("says what it does not know, and that a list cannot be read", async () => {
    await openShelf("bare");
    await expect.poll(() => id("shelf-machine").textContent()).toContain("does not say how much memory");
    await openShelf("broken");
    await page.getByText("What is kept of downloads cannot be read.").waitFor();
  });
});

describe("a download", () => {
  it("by keyboard alone, from the press to a provider that serves the tiers", async () => {
    await openShelf();
    await tabTo(`get-${BIG}`, 60);
    await page.keyboard.press("Enter");
    const bar = page.getByRole("progressbar", { name: "Downloading Qwen2.5-Coder 7B" });
    await bar.waitFor();
    await page.waitForFunction(() =>
      document
        .querySelector("[data-testid=shelf-progress] progress")
        ?.getAttribute("aria-valuetext")
        ?.includes(" of 4.7 GB"),
    );
    await announced("Qwen2.5-Coder 7B is downloaded and checked.");
    await expect.poll(() => held(BIG)).toBe("whole");
    await tabTo(`use-${BIG}`, 60);
    await page.keyboard.press("Enter");
    await announced("Qwen2.5-Coder 7B answers from now on.");
    await id("provider-qwen2-5-coder-7b").waitFor();
    await expect.poll(() => id("tier-model-powerful").inputValue()).toBe(BIG);
    await expect.poll(() => id("way-local").getAttribute("data-used")).toBe("true");
    await expect.poll(() => id(`use-${BIG}`).textContent()).toBe("In your providers");
  });

  it("leaves the models that serve already as they are", async () => {
    await openShelf("", undefined, "cloud");
    await id("get-qwen2.5-coder-1.5b").click();
    await id("use-qwen2.5-coder-1.5b").click();
    await announced("Choose below what it does.");
    await expect.poll(() => id("tier-model-powerful").inputValue()).toBe("claude-sonnet-4-6");
  });

  it("goes on while the settings are closed, is stopped with its part kept, and is gone on with", async () => {
    await openShelf("long");
    await id(`get-${BIG}`).click();
    await page.waitForFunction(() =>
      document.querySelector("[data-testid=shelf-progress-says]")?.textContent?.includes("a second"),
    );
    await id("get-omnisql-7b").hover();
    await page.getByRole("tooltip").getByText("One model at a time").waitFor();
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    await id("settings").waitFor({ state: "detached" });
    await page.keyboard.press("Control+,");
    await id("settings-models").click();
    await id("shelf-stop").click();
    await announced("Stopped.");
    await expect.poll(() => held(BIG)).toBe("part");
    await page.evaluate(() => localStorage.setItem("mock.shelf", ""));
    await page.getByRole("button", { name: "Go on downloading Qwen2.5-Coder 7B" }).click();
    await expect.poll(() => held(BIG), { timeout: 10_000 }).toBe("whole");
  });

  it.each([
    ["full", "There is no room left", "part"],
    ["wrong", "its SHA-256 differs. Nothing of it was kept.", "nothing"],
  ])("that fails says so beside the model: %s", async (how, words, left) => {
    await openShelf(how);
    await id(`get-${BIG}`).click();
    await model(BIG).getByText(words).waitFor();
    await expect.poll(() => held(BIG)).toBe(left);
    await expect.poll(() => id(`get-${BIG}`).getAttribute("aria-disabled")).toBe(null);
  });

  it("whose connection breaks says that it goes on", async () => {
    await openShelf("cut");
    await id(`get-${BIG}`).click();
    await id("shelf-progress").getByText("It goes on in a moment").waitFor();
    await expect.poll(() => held(BIG), { timeout: 10_000 }).toBe("whole");
  });

  it("is not begun in airplane mode, and the button says why", async () => {
    await openShelf("", undefined, "cloud");
    await page.keyboard.press("Escape");
    await id("airplane").click();
    await page.keyboard.press("Control+,");
    await id("settings-models").click();
    await id(`get-${BIG}`).hover();
    await page.getByRole("tooltip").getByText("Airplane mode is on, so nothing is downloaded.").waitFor();
    await id(`get-${BIG}`).focus();
    await page.keyboard.press("Enter");
    await expect.poll(() => held(BIG)).toBe("nothing");
    await expect.poll(() => id("shelf").getAttribute("data-doing")).toBe("nothing");
  });

  it("where this build runs no files, what opens them is said, with what answers here first", async () => {
    await openShelf("elsewhere");
    await id("shelf-elsewhere").waitFor();
    await id("get-omnisql-7b").click();
    const openers = id("elsewhere-omnisql-7b");
    await openers.getByText("(answers here)").waitFor();
    await expect.poll(() => openers.locator(".shelf-opener-name").first().textContent()).toContain("Ollama");
    await expect
      .poll(() => openers.textContent())
      .toContain('llama-server -m "/home/me/Askwell/models/OmniSQL-7B-Q4_K_M.gguf"');
    await expect.poll(() => id("use-omnisql-7b").count()).toBe(0);
  });
});

describe("where models come from and go to", () => {
  it("is changed, refused with words, and as at first again", async () => {
    await openShelf();
    await id("shelf-change").click();
    await id("shelf-pick").click();
    await expect.poll(() => id("shelf-into").inputValue()).toBe("/data/models");
    await id("shelf-from").fill("http://mirror.example.org");
    await id("shelf-save").click();
    await page.getByText("it must start with https://, unless it is on this computer.").waitFor();
    await id("shelf-from").fill("https://mirror.example.org");
    await page.keyboard.press("Enter");
    await expect
      .poll(() => id("shelf-place").textContent())
      .toContain("mirror.example.org and go to /data/models");
    await id("shelf-change").click();
    await id("shelf-reset").click();
    await expect.poll(() => id("shelf-place").textContent()).toContain("huggingface.co and go to /home/me");
  });
});

describe("for everyone", () => {
  it.each(["light", "dark"] as const)(
    "axe finds nothing, %s",
    async (colorScheme) => {
      await openShelf("elsewhere", { colorScheme });
      await id("get-omnisql-7b").click();
      await id("elsewhere-omnisql-7b").waitFor();
      await id("shelf-change").click();
      await id("shelf-from").fill("ftp://mirror.example.org");
      await id("shelf-save").click();
      await page.getByText("it must start with https://").waitFor();
      await page.evaluate(() => localStorage.setItem("mock.shelf", "long"));
      await id(`get-${BIG}`).click();
      await id("shelf-progress").waitFor();
      expect(await violations()).toEqual([]);
    },
    120_000,
  );

  it("760 pixels wide: nothing scrolls sideways", async () => {
    await openShelf("elsewhere", { viewport: { width: 760, height: 900 } });
    await id("get-omnisql-7b").click();
    await id("elsewhere-omnisql-7b").waitFor();
    await id("shelf-change").click();
    const wide = await page.evaluate(() =>
      Math.max(
        ...[document.documentElement, ...document.querySelectorAll("main, .explore-panel")].map(
          (e) => e.scrollWidth - e.clientWidth,
        ),
      ),
    );
    expect(wide).toBe(0);
  });
});
