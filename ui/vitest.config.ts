import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    projects: [
      { test: { name: "unit", include: ["src/**/*.test.ts"], environment: "node" } },
      {
        test: {
          name: "pages",
          include: ["tests/*.test.ts"],
          environment: "node",
          globalSetup: "tests/built.ts",
          // Each file has a browser of its own, and a page waits more than it works.
          maxWorkers: 3,
          testTimeout: 120_000,
          hookTimeout: 180_000,
          // What the page says is waited for: no assertion depends on which frame it was asked in.
          expect: { poll: { timeout: 15_000 } },
          // A browser on a machine that builds beside it drops a frame now and then: once more, and the report says so.
          retry: process.env.CI ? 1 : 0,
        },
      },
    ],
  },
});
