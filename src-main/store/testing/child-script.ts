/** Scripts that tests run beside themselves. */
import { join } from "node:path";
import { inject } from "vitest";

declare module "vitest" {
  interface ProvidedContext {
    /** The folder in which `e2e/fixtures/child-scripts.ts` has bundled them. */
    childScripts: string;
  }
}

/** The path of a plain script, for tests that run it as a process or a thread. */
export const childScript = (name: string): string => join(inject("childScripts"), `${name}.js`);
