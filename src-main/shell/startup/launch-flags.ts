/** Reads the flags of a launch: the data folder, the workspace, the smoke test. */
import { resolve } from "node:path";
import { parseArgs } from "node:util";

export interface LaunchFlags {
  /** Absolute; absent for the default place. */
  data_dir?: string;
  /** Absolute. */
  workspace_root?: string;
  /** The file for the picture of a smoke test; absent for an ordinary launch. */
  smoke_file?: string;
}

/** Ignores flags that are not ours (Chromium's, Playwright's). */
export function parseLaunchFlags(argv: string[], env: { BRAID_DATA_DIR?: string }, cwd: string): LaunchFlags {
  const { values } = parseArgs({
    args: argv.slice(1),
    options: { "data-dir": { type: "string" }, workspace: { type: "string" }, smoke: { type: "string" } },
    strict: false,
    allowPositionals: true,
  });
  const path = (value: unknown) =>
    typeof value === "string" && value !== "" ? resolve(cwd, value) : undefined;
  const data_dir = path(values["data-dir"]) ?? path(env.BRAID_DATA_DIR);
  const workspace_root = path(values.workspace);
  const smoke_file = path(values.smoke);
  return {
    ...(data_dir === undefined ? {} : { data_dir }),
    ...(workspace_root === undefined ? {} : { workspace_root }),
    ...(smoke_file === undefined ? {} : { smoke_file }),
  };
}
