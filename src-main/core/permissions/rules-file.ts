/** The rules that a folder brings with it: `.braid/permissions.json`. A folder may come from anywhere, so its rules may only narrow (PM-1). */

import { constants } from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod/mini";
import { PERMISSIONS, type PermissionRule } from "../../../src-preload/contract/domain/permissions";
import { isNetworkPath } from "../context/network-path";

/** Bytes. A longer file is not read: its rules would be thousands. */
const LONGEST = 256 * 1024;
const MOST_RULES = 1000;

const rule = z.object({
  permission: z.enum(PERMISSIONS),
  pattern: z.string().check(z.minLength(1), z.maxLength(20_000)),
  action: z.enum(["deny", "ask", "allow"]),
});

/** Asks for everything: what a damaged file wanted to forbid is not known. */
const ASK_ALL: PermissionRule[] = PERMISSIONS.map((permission) => ({
  permission,
  pattern: permission === "read" || permission === "edit" ? "**" : "*",
  action: "ask",
  source: "workspace",
}));

/** Never throws. No file: no rules. A file that cannot be read, or an entry that cannot be understood: everything is asked. */
export async function rulesOfFile(workspace_root: string): Promise<PermissionRule[]> {
  if (isNetworkPath(workspace_root, process.platform)) return [];
  try {
    const text = await readStart(join(workspace_root, ".braid", "permissions.json"));
    return text === undefined ? [] : rulesIn(text);
  } catch {
    return ASK_ALL;
  }
}

/** @throws for a text that is no list of rules. Entries that would allow something are left out. */
function rulesIn(text: string): PermissionRule[] {
  const { rules } = z.object({ rules: z.array(rule).check(z.maxLength(MOST_RULES)) }).parse(JSON.parse(text));
  return rules.flatMap(({ action, ...said }) =>
    action === "allow" ? [] : [{ ...said, action, source: "workspace" as const }],
  );
}

/** Undefined where there is no file. @throws for what is no file, or too long a one. A pipe is not waited for. */
async function readStart(file: string): Promise<string | undefined> {
  const handle = await open(file, constants.O_RDONLY | constants.O_NONBLOCK).catch((error) => {
    if (error.code === "ENOENT" || error.code === "ENOTDIR") return undefined;
    throw error;
  });
  if (handle === undefined) return undefined;
  try {
    const stat = await handle.stat();
    if (!stat.isFile() || stat.size > LONGEST) throw new Error("This is no file of rules.");
    return await handle.readFile("utf8");
  } finally {
    await handle.close();
  }
}
