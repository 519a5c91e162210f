/** Decides which paths lead to another computer as soon as somebody looks at them. */
import { win32 } from "node:path";

/** A disk of this computer, spelled at length. */
const LOCAL_DISK = /^\\\\[?.]\\[a-z]:(\\|$)/i;

/**
 * On Windows, `\\server\share` and its other spellings. A mere check whether such a path exists offers that server the user's name and a
 * hash of their password. Two separators at the front mean another computer, or a device, unless they spell out a local disk.
 */
export function isNetworkPath(path: string, platform: NodeJS.Platform = process.platform): boolean {
  if (platform !== "win32") return false;
  const spelled = path.trimStart().replaceAll("/", win32.sep);
  if (spelled.startsWith("\\??\\")) return true;
  return spelled.startsWith("\\\\") && !LOCAL_DISK.test(spelled);
}
