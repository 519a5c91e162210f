// Unit tests stand beside what they test. Those that open SQLite find its binding through build/native-path.mjs,
// as the app does: `npm run test:unit` builds it first where the packaged one does not serve.
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["{src-main,src-preload,src-renderer,build,e2e}/**/*.test.{ts,tsx}"],
    environment: "node",
    // A worker for each core. By itself the runner keeps one core free, and on a machine of two then uses one.
    maxWorkers: "100%",
    // For what hangs: a machine that is three times as slow, or has as much to do, is no failure. A check that is polled is no limit of
    // time either, nor is what a file begins and ends with (by default one second, and ten).
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 10_000 } },
  },
});
