/** Makes the names in a folder durable. */
import { open } from "node:fs/promises";

/**
 * Syncs a folder, which holds the names of its files: without this a power cut may take back a rename. Windows cannot open a folder, and
 * need not.
 */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === "win32") return;
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
