/** Folders in which sessions work: their real path, and a clear answer where there is none. */
import { realpath, stat } from "node:fs/promises";
import { BraidError } from "../core/braid-error";
import { isNetworkPath } from "../core/context/network-path";
import { say } from "../core/say";

/** @throws BraidError `INVALID_INPUT` for a path that is no folder, or one on another computer, which a look would tell who asks */
export async function realWorkspace(path: string): Promise<string> {
  const refused = (cause?: unknown) =>
    new BraidError("INVALID_INPUT", say("workspace.no-folder.message", { path }), {
      hint: say("workspace.no-folder.hint"),
      cause,
    });
  if (isNetworkPath(path)) throw refused();
  const real = await realpath(path).catch((error) => {
    throw refused(error);
  });
  if (!(await stat(real)).isDirectory()) throw refused();
  return real;
}
