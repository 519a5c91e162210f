/** The place of the data folders of tests. */
import { tmpdir } from "node:os";

/** In memory, where `e2e/fixtures/data-in-memory.ts` has found room; else with other temporary files. */
export const dataRoot = (): string => process.env.BRAID_TEST_DATA ?? tmpdir();
