/** Folders in which sessions work. */
import { done, type HandlersOf, type IpcContext } from "../context";

export const workspaceHandlers = ({
  permissions,
  sessions,
  shell: { systemActions },
}: IpcContext): HandlersOf<"workspace"> => ({
  "workspace.choose": (_, window) => window.chooseFolder(),
  "workspace.recent": () => permissions.recentFolders(),
  "workspace.open": async (input) => {
    const { workspace_root } = sessions.read(input).session;
    return done(workspace_root === undefined ? undefined : await systemActions.openFolder(workspace_root));
  },
  "workspace.check": async ({ path }) => ({ path: await systemActions.realFolder(path) }),
  "workspace.names": ({ workspace_root, typed }) => systemActions.namesIn(workspace_root, typed),
});
