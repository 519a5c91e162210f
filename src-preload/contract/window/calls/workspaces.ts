/** Folders in which sessions work. */

import * as z from "zod/mini";
import { none, path, session } from "../fields";

export interface WorkspaceOutputs {
  "workspace.choose": { path: string } | null;
  "workspace.recent": string[];
  "workspace.open": undefined;
  "workspace.check": { path: string };
  "workspace.names": string[];
}

export const workspaceSchemas = {
  /** Opens the system's dialog. Null where its user cancelled. */
  "workspace.choose": none,
  /** The folders of sessions, newest first. */
  "workspace.recent": none,
  /** Shows the folder of a session in the system's file manager. */
  "workspace.open": session,
  /** The real path of a folder that was dropped or named. Refused where it is no folder. */
  "workspace.check": z.strictObject({ path: path.check(z.minLength(1)) }),
  /** At most 50 names of the folder's files with `typed` in them, the likeliest first; `/` separates folders. */
  "workspace.names": z.strictObject({
    workspace_root: path.check(z.minLength(1)),
    typed: z.string().check(z.maxLength(200)),
  }),
} as const;
