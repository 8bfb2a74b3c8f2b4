// Opens the page that `built.ts` serves in Chromium.
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { inject } from "vitest";

// As `scripts/setup.sh` looks for them; the first is Chromium without its own window.
const BROWSERS = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"];

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
  /** A page with `stored` alone in its storage; what it complains of is kept in `troubles`. */
  open(
    options?: BrowserContextOptions,
    stored?: Record<string, string>,
  ): Promise<{ page: Page; troubles: string[]; done: () => Promise<void> }>;
  close(): Promise<void>;
}

const VIEWPORT = { width: 1280, height: 800 };

function executable(): string {
  const folders = (process.env.PATH ?? "").split(delimiter);
  const paths = BROWSERS.flatMap((name) => folders.map((folder) => join(folder, name)));
  const found = process.env.ASKWELL_CHROMIUM ?? paths.find((path) => existsSync(path));
  if (!found)
    throw new Error(`None of ${BROWSERS.join(", ")} is on the PATH; ASKWELL_CHROMIUM says where one is.`);
  return found;
}

export async function stage(): Promise<Stage> {
  const address = inject("page");
  const url = `${address}/?beat=2`;
  const browser: Browser = await chromium.launch({
    executablePath: executable(),
    args: FLAGS,
  });
  const troubles: string[] = [];
  const newPage = async (options: BrowserContextOptions) => {
    const context = await browser.newContext({
      viewport: VIEWPORT,
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
    async open(options = {}, stored = {}) {
      troubles.length = 0;
      // A new context loads and compiles every script again; for another size or colour the usual one will do.
      const { viewport = VIEWPORT, colorScheme = "light", ...others } = options;
      const own = Object.keys(others).length > 0;
      usual ??= own ? null : await newPage({});
      const page = own || !usual ? await newPage(options) : usual;
      // A page at rest hears no late answer to the test before, and has the storage of the one to come.
      await page.goto(`${address}/resting.html`);
      await page.evaluate((all) => {
        localStorage.clear();
        for (const [name, value] of Object.entries(all)) localStorage.setItem(name, value);
      }, stored);
      await page.setViewportSize(viewport ?? VIEWPORT);
      await page.emulateMedia({ colorScheme });
      await page.goto(url);
      return { page, troubles, done: async () => (own ? page.context().close() : undefined) };
    },
    async close() {
      await browser.close();
    },
  };
}
