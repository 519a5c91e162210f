import { realpath } from "node:fs/promises";
import { isNetworkPath } from "../context/network-path";

/** The real path of a folder: what a path leads to is compared with it. A folder that is not there keeps its name. */
export async function realFolder(workspace_root: string | undefined): Promise<string | undefined> {
  if (workspace_root === undefined || isNetworkPath(workspace_root, process.platform)) return workspace_root;
  return await realpath(workspace_root).catch(() => workspace_root);
}
