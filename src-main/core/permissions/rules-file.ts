/** The rules that a folder brings with it: `.braid/permissions.json`. A folder may come from anywhere, so its rules may only narrow (PM-1). */

import { open } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { PERMISSIONS, type PermissionRule } from "../../../src-preload/contract/domain/permissions";
import { isNetworkPath } from "../context/network-path";

/** Bytes. A longer file is not read: its rules would be thousands. */
const LONGEST = 256 * 1024;
const MOST_RULES = 1000;

const rule = z.object({
  permission: z.enum(PERMISSIONS),
  pattern: z.string().min(1).max(20_000),
  action: z.enum(["deny", "ask"]),
});

/** Never throws: a file that cannot be read brings no rules, and without rules Braid asks. */
export async function rulesOfFile(workspace_root: string): Promise<PermissionRule[]> {
  if (isNetworkPath(workspace_root, process.platform)) return [];
  try {
    const { rules } = JSON.parse(await start(join(workspace_root, ".braid", "permissions.json")));
    if (!Array.isArray(rules)) return [];
    return rules.slice(0, MOST_RULES).flatMap((given): PermissionRule[] => {
      const { data } = rule.safeParse(given);
      return data === undefined ? [] : [{ ...data, source: "workspace" }];
    });
  } catch {
    return [];
  }
}

/** @throws for a file that is not there, or too long */
async function start(file: string): Promise<string> {
  const handle = await open(file, "r");
  try {
    const stat = await handle.stat();
    if (!stat.isFile() || stat.size > LONGEST) throw new Error("not read");
    return await handle.readFile("utf8");
  } finally {
    await handle.close();
  }
}
