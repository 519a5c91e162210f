// End-to-end tests drive the built app in a real Electron window (`npm run test:e2e` sees to the build,
// the runtime and a display). Never retried: a test that fails sometimes has found something.
import { defineConfig } from "@playwright/test";

/** Where it is about noon now: a list that says "Today" at one moment says it at the next as well. The name has the sign that nobody expects. */
function zoneOfNoon(): string {
  const ahead = 12 - new Date().getUTCHours();
  return `Etc/GMT${ahead < 0 ? "+" : "-"}${Math.abs(ahead)}`;
}

// Unless somebody asks for another; inherited by the workers, and by the app.
process.env.TZ ??= zoneOfNoon();

export default defineConfig({
  testDir: "e2e",
  testMatch: "**/*.spec.ts",
  globalSetup: "./e2e/fixtures/global-setup.ts",
  outputDir: "test-results",
  workers: 2, // an app keeps more than a core busy, so on two cores a third worker costs 8 %; each has a display of its own: build/e2e.mjs
  fullyParallel: true,
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  // For what hangs, as in vitest.config.ts: each wait in a test has its own, shorter limit. A machine that is loaded takes ten times as long.
  timeout: 300_000,
  expect: { timeout: 45_000 },
  reporter: [["list"]],
  // Pictures of each frame cost a tenth of a test's time; a failed test's trace has the page at each action without them.
  use: { actionTimeout: 45_000, trace: { mode: "retain-on-failure", screenshots: false, sources: false } },
});
