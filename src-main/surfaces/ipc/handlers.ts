/** One handler a call, a line or two each: the contract on one side, the session service (LY-2) and its neighbours on the other. */
import type { CallInput, CallName, CallOutput } from "../../../src-preload/contract/window/calls";
import type { CallingWindow, HandlersOf, IpcContext } from "./context";
import { agentHandlers } from "./handlers/agents";
import { appHandlers } from "./handlers/app";
import { attachmentHandlers } from "./handlers/attachments";
import { backgroundRunHandlers } from "./handlers/background-runs";
import { backupsHandlers } from "./handlers/backups";
import { branchHandlers } from "./handlers/branches";
import { changesHandlers } from "./handlers/changes";
import { compactionHandlers } from "./handlers/compaction";
import { contextHandlers } from "./handlers/context";
import { exchangeHandlers } from "./handlers/exchange";
import { handbookHandlers } from "./handlers/handbook";
import { labelHandlers } from "./handlers/labels";
import { logHandlers } from "./handlers/log";
import { modelHandlers } from "./handlers/models";
import { permissionHandlers } from "./handlers/permissions";
import { privateHandlers } from "./handlers/private";
import { promptHistoryHandlers } from "./handlers/prompt-history";
import { promptHandlers } from "./handlers/prompts";
import { providerHandlers } from "./handlers/providers";
import { pruneHandlers } from "./handlers/pruning";
import { queueHandlers } from "./handlers/queue";
import { searchHandlers } from "./handlers/search";
import { sessionHandlers } from "./handlers/sessions";
import { settingsHandlers } from "./handlers/settings";
import { storageHandlers } from "./handlers/storage";
import { timelineHandlers } from "./handlers/timeline";
import { workspaceHandlers } from "./handlers/workspaces";

type Handlers = HandlersOf<string>;

export function createHandlers(context: IpcContext) {
  return {
    ...appHandlers(context),
    ...agentHandlers(context),
    ...sessionHandlers(context),
    ...settingsHandlers(context),
    ...providerHandlers(context),
    ...modelHandlers(context),
    ...storageHandlers(context),
    ...backupsHandlers(context),
    ...timelineHandlers(context),
    ...branchHandlers(context),
    ...compactionHandlers(context),
    ...promptHandlers(context),
    ...contextHandlers(context),
    ...pruneHandlers(context),
    ...queueHandlers(context),
    ...permissionHandlers(context),
    ...changesHandlers(context),
    ...workspaceHandlers(context),
    ...handbookHandlers(context),
    ...attachmentHandlers(context),
    ...backgroundRunHandlers(context),
    ...exchangeHandlers(context),
    ...searchHandlers(context),
    ...labelHandlers(context),
    ...promptHistoryHandlers(context),
    ...privateHandlers(context),
    ...logHandlers(),
  } satisfies Handlers;
}

/** Calls the handler of that name. `input` has been parsed. @throws BraidError */
export async function answer<N extends CallName>(
  handlers: Handlers,
  name: N,
  input: CallInput<N>,
  window: CallingWindow,
): Promise<CallOutput<N>> {
  return await handlers[name](input, window);
}
