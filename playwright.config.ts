// End-to-end tests drive the built app in a real Electron window (`npm run test:e2e` sees to the build,
// the runtime and a display). Never retried: a test that fails sometimes has found something.
import { defineConfig } from "@playwright/test";

export default defineConfig({
  testDir: "e2e",
  testMatch: "**/*.spec.ts",
  globalSetup: "./e2e/fixtures/global-setup.ts",
  outputDir: "test-results",
  workers: 2, // each has a display of its own: build/e2e.mjs
  fullyParallel: true,
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [["list"]],
  use: { actionTimeout: 10_000, trace: "retain-on-failure" },
});
