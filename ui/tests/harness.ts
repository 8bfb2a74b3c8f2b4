// Builds the page with its mock, serves it on a free port, and opens it in Chromium.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { build, type PreviewServer, preview } from "vite";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
/** Of this run alone: two beside each other would build over each other's page. */
const OUT = mkdtempSync(join(tmpdir(), "askwell-pages-"));

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
  // Vitest says "test", and React would then be built with its slow checks.
  process.env.NODE_ENV = "production";
  await build({
    root: ROOT,
    mode: "mock",
    logLevel: "error",
    build: { outDir: OUT, emptyOutDir: true, reportCompressedSize: false },
  });
  const server: PreviewServer = await preview({
    root: ROOT,
    logLevel: "error",
    build: { outDir: OUT },
    preview: { host: "127.0.0.1", port: 0, strictPort: false },
  });
  const address = server.httpServer.address();
  if (address === null || typeof address === "string") throw new Error("The preview server has no port.");
  const url = `http://127.0.0.1:${address.port}/?beat=2`;
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
      await server.close();
      rmSync(OUT, { recursive: true, force: true });
    },
  };
}
