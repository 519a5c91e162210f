/** The tools that Braid brings (AG-1). */
import { resolve } from "node:path";
import { walkPathNow } from "../permissions/walk-path";
import type { BackgroundRunList } from "../ports/background-runs";
import type { Connections } from "../ports/connections";
import type { Helpers } from "../ports/helpers";
import type { Tool, ToolSource } from "../ports/tools";
import { bashTool } from "./bash";
import { findShell } from "./command/environment";
import { editTool } from "./edit";
import { createCheckedCalls } from "./files/checked-calls";
import { createOwnChanges } from "./files/own-changes";
import { globTool } from "./glob";
import { grepTool } from "./grep";
import { questionTool } from "./question";
import { readTool } from "./read";
import { taskTool } from "./task";
import { todoTool } from "./todo";
import { webFetchTool } from "./web-fetch";
import { writeTool } from "./write";

export interface ToolFolders {
  /** Absent: nobody does tasks. */
  helpers?: Helpers;
  /** Braid's own data: whole outputs are kept there. */
  data_dir: string;
  connections: Connections;
  /** The user's home. */
  home: string;
  /** Lists what runs in the background. */
  runs: BackgroundRunList;
  /** Absent: this computer's. */
  platform?: NodeJS.Platform;
}

/**
 * Returns the tools of a session with a folder, always in the same order, because a prompt is cached by its first bytes. A session without a
 * folder is a chat: it has none. Where no command can run, no model is offered `bash`, and nobody is asked for it.
 */
export function builtInTools({
  home,
  helpers,
  runs,
  connections,
  platform,
  ...folders
}: ToolFolders): ToolSource {
  // Real paths are compared with it: a link may lead to it.
  const data_dir = walkPathNow(resolve(folders.data_dir)).path;
  const checked = createCheckedCalls();
  const own = createOwnChanges();
  const toolsOf = (canRun: boolean): Tool[] => [
    readTool({ data_dir, checked }),
    writeTool({ data_dir, checked, own }),
    editTool({ data_dir, checked, own }),
    globTool({ data_dir, checked }),
    grepTool({ data_dir, checked }),
    ...(canRun ? [bashTool({ data_dir, home, runs })] : []),
    webFetchTool({ data_dir, connections }),
    todoTool(),
    ...(helpers === undefined ? [] : [taskTool({ data_dir, helpers })]),
    questionTool(),
  ];
  const by_name: Promise<ReadonlyMap<string, Tool>> = findShell(platform).then(
    (shell) => new Map(toolsOf(shell !== undefined).map((tool) => [tool.name, tool])),
  );
  const none: ReadonlyMap<string, Tool> = new Map();
  return async ({ workspace_root }) => (workspace_root === undefined ? none : await by_name);
}
