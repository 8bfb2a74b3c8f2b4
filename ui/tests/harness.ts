// Opens the page that `built.ts` serves in Chromium.
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { inject } from "vitest";

const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

export interface Stage {
  /** A page with nothing stored, of its own where it has options; what it complains of is kept in `troubles`. */
  open(
    options?: BrowserContextOptions,
  ): Promise<{ page: Page; troubles: string[]; done: () => Promise<void> }>;
  close(): Promise<void>;
}

export async function stage(): Promise<Stage> {
  const url = `${inject("page")}/?beat=2`;
  const browser: Browser = await chromium.launch({
    executablePath: process.env.ASKWELL_CHROMIUM ?? "/usr/bin/chromium",
    args: FLAGS,
  });
  const troubles: string[] = [];
  const newPage = async (options: BrowserContextOptions) => {
    const context = await browser.newContext({
      viewport: { width: 1280, height: 800 },
      locale: "en-GB",
      colorScheme: "light",
      reducedMotion: "reduce",
      ...options,
    });
    // Ends a wait for what never comes; a busy machine is slower than any wait worth asserting.
    context.setDefaultTimeout(30_000);
    const page = await context.newPage();
    page.on("console", (message) => {
      if (message.type() === "error" || message.type() === "warning") troubles.push(message.text());
    });
    page.on("pageerror", (error) => troubles.push(String(error)));
    return page;
  };
  let usual: Page | null = null;
  return {
    async open(options) {
      troubles.length = 0;
      if (options) {
        const page = await newPage(options);
        await page.goto(url);
        return { page, troubles, done: () => page.context().close() };
      }
      if (usual) await usual.evaluate(() => localStorage.clear());
      usual ??= await newPage({});
      // A page at rest hears no late answer to the test before.
      await usual.goto("about:blank");
      await usual.goto(url);
      return { page: usual, troubles, done: async () => undefined };
    },
    async close() {
      await browser.close();
    },
  };
}
