// Unit tests stand beside what they test. Those that open SQLite find its binding through build/native-path.mjs,
// as the app does: `npm run test:unit` builds it first where the packaged one does not serve.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

const TESTS = ["src-main", "src-preload", "src-renderer", "build", "e2e"].flatMap((folder) =>
  readdirSync(join(import.meta.dirname, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => /\.test\.tsx?$/.test(name))
    .map((name) => join(folder, name)),
);

/**
 * A file that puts another module, global or clock in the place of one, or changes the whole process, has a process of its own: what files
 * before it left under way would meet that clock, or be counted by it. All others share one for each core: starting it and loading the sources anew took a fifth of the time.
 */
const CHANGES_ITS_PROCESS = /\b(vi\.(mock|stubGlobal|useFakeTimers)|holdTimers)\(|\bprocess\.(umask|chdir)\(/;
const isAlone = (file: string): boolean =>
  CHANGES_ITS_PROCESS.test(readFileSync(join(import.meta.dirname, file), "utf8"));

/** Files of whole turns take seconds, most others milliseconds: those come last, so that no core waits long for the other at the end. */
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ project, moduleId }: TestSpecification) =>
      project.name === "alone" || moduleId.includes("/e2e/slice/");
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

const common = {
  environment: "node",
  // For what hangs: a machine that is ten times as slow, or has as much to do, is no failure. A check that is polled is no limit of
  // time either, nor is what a file begins and ends with (by default one second, and ten).
  testTimeout: 180_000,
  hookTimeout: 180_000,
  expect: { poll: { timeout: 30_000 } },
};

export default defineConfig({
  test: {
    globalSetup: ["e2e/fixtures/data-in-memory.ts", "e2e/fixtures/child-scripts.ts"],
    sequence: { sequencer: LongFirst },
    // A worker for each core. By itself the runner keeps one core free, and on a machine of two then uses one.
    maxWorkers: "100%",
    projects: [
      { test: { ...common, name: "alone", include: TESTS.filter(isAlone) } },
      {
        test: {
          ...common,
          name: "together",
          include: TESTS.filter((file) => !isAlone(file)),
          isolate: false,
        },
      },
    ],
  },
});
