// Unit tests stand beside what they test. Those that open SQLite find its binding through build/native-path.mjs,
// as the app does: `npm run test:unit` builds it first where the packaged one does not serve.
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["{src-main,src-preload,src-renderer,build,e2e}/**/*.test.{ts,tsx}"],
    environment: "node",
    testTimeout: 15_000,
  },
});
