// Builds the page with its mock and serves it on a free port, once for all files of page tests.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build, preview } from "vite";
import type { TestProject } from "vitest/node";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

declare module "vitest" {
  interface ProvidedContext {
    /** Where the page is served, without a path. */
    page: string;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // Of this run alone: two beside each other would build over each other's page.
  const out = mkdtempSync(join(tmpdir(), "askwell-pages-"));
  // Vitest says "test", and React would then be built with its slow checks.
  process.env.NODE_ENV = "production";
  await build({
    root: ROOT,
    mode: "mock",
    logLevel: "error",
    build: { outDir: out, emptyOutDir: true, reportCompressedSize: false },
  });
  // Where a page is between two tests: nothing runs there, and the storage is at hand.
  writeFileSync(join(out, "resting.html"), '<link rel="icon" href="data:,">');
  const server = await preview({
    root: ROOT,
    logLevel: "error",
    build: { outDir: out },
    preview: { host: "127.0.0.1", port: 0, strictPort: false },
  });
  const address = server.httpServer.address();
  if (address === null || typeof address === "string") throw new Error("The preview server has no port.");
  project.provide("page", `http://127.0.0.1:${address.port}`);
  return async () => {
    await server.close();
    rmSync(out, { recursive: true, force: true });
  };
}
