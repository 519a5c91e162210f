/** Puts the store's verbs together from its areas, over one connection, and calls them through a function that handles their failures. */
import type { SessionId } from "../../src-preload/contract/domain/ids";
import type { BlobStore } from "../core/ports/blob-store";
import type { LabelStore } from "../core/ports/label-store";
import type { PromptHistoryStore } from "../core/ports/prompt-history-store";
import type { Store } from "../core/ports/store";
import { appStateVerbs } from "./database/app-state";
import type { Connection } from "./database/connection";
import { newestIdVerbs } from "./database/newest-id";
import { draftVerbs } from "./sessions/drafts";
import { familyVerbs } from "./sessions/families";
import { importedVerbs } from "./sessions/imported";
import { permissionVerbs } from "./sessions/permissions";
import { queueVerbs } from "./sessions/queue";
import { removalVerbs } from "./sessions/removals";
import { sessionListVerbs } from "./sessions/session-list";
import { sessionVerbs } from "./sessions/sessions";
import { taskVerbs } from "./sessions/tasks";
import { trashedVerbs } from "./sessions/trashed";
import { agentCallVerbs } from "./transcript/agent-calls";
import { type BlobRows, blobRows } from "./transcript/blob-rows";
import { compactionVerbs } from "./transcript/compactions";
import { copyVerbs } from "./transcript/copies";
import { fileChangeVerbs } from "./transcript/file-changes";
import { frameRows } from "./transcript/frames";
import { hidingVerbs } from "./transcript/hiding-ops";
import { historyVerbs } from "./transcript/history";
import { leftSummaryVerbs } from "./transcript/left-summaries";
import { messageVerbs } from "./transcript/messages";
import { pruneVerbs } from "./transcript/prune-marks";
import { costVerbs } from "./transcript/supplied-costs";
import { systemPromptVerbs } from "./transcript/system-prompts";
import { timelineVerbs } from "./transcript/timeline";
import { todoVerbs } from "./transcript/todos";
import { turnVerbs } from "./transcript/turns";
import { undoVerbs } from "./transcript/undo";

/** The calls for things that users make by hand beside the conversation. No start waits for them. */
export type HandMade = LabelStore & Pick<PromptHistoryStore, "removePrompt">;

/**
 * The verbs that main answers at once. The reading thread answers the rest (`reader/readings.ts`); the bytes of blobs are files
 * (`transcript/blobs.ts`).
 */
export type Verbs = Omit<
  Store,
  | "close"
  | "search"
  | "find"
  | "transcriptText"
  | "usage"
  | "sharedBeginning"
  | "searchPrompts"
  | keyof HandMade
  | keyof BlobStore
> &
  BlobRows & {
    /** Runs verbs whose code is read when they are first needed. */
    using<T>(work: (connection: Connection) => T): T;
  };

export function verbsOf(connection: Connection): Verbs {
  const writer = frameRows(connection);
  const messages = messageVerbs(connection, writer);
  const timeline = timelineVerbs(connection, writer, messages);
  return {
    ...sessionVerbs(connection, writer),
    ...sessionListVerbs(connection),
    ...messages,
    ...turnVerbs(connection, writer),
    ...timeline,
    ...hidingVerbs(connection),
    ...todoVerbs(connection),
    ...undoVerbs(connection),
    ...copyVerbs(connection),
    ...compactionVerbs(connection, timeline.hiddenTurns),
    ...leftSummaryVerbs(connection),
    ...pruneVerbs(connection),
    ...removalVerbs(connection),
    ...importedVerbs(connection),
    ...familyVerbs(connection),
    ...trashedVerbs(connection),
    ...systemPromptVerbs(connection),
    ...agentCallVerbs(connection),
    ...costVerbs(connection),
    using: (work) => work(connection),
    ...blobRows(connection),
    ...fileChangeVerbs(connection),
    ...appStateVerbs(connection),
    ...newestIdVerbs(connection),
    ...draftVerbs(connection),
    ...historyVerbs(connection),
    ...queueVerbs(connection),
    ...permissionVerbs(connection, writer),
    ...taskVerbs(connection),
  };
}

/** Makes verbs of these names, which hand their arguments to `perform`. The caller states the type that they make. */
export function through<Of extends object>(
  names: readonly (string & keyof Of)[],
  perform: (name: string & keyof Of, args: readonly unknown[]) => unknown,
): Of {
  const each = names.map((name) => [name, (...args: unknown[]) => perform(name, args)]);
  return Object.fromEntries(each) as Of;
}

/**
 * The session that a call is about, so that damage is told with its title. Finds it in the first argument: an id, a `session_id`, or the
 * frame in it. Undefined for a call about no session, or about two.
 */
export function sessionOf([first, second]: readonly unknown[]): SessionId | undefined {
  if (isSessionId(first)) return isSessionId(second) ? undefined : first;
  if (typeof first !== "object" || first === null) return undefined;
  if ("session_id" in first) return isSessionId(first.session_id) ? first.session_id : undefined;
  if ("frame" in first) return sessionOf([first.frame]);
  return "end" in first ? sessionOf([first.end]) : undefined;
}

const isSessionId = (value: unknown): value is SessionId =>
  typeof value === "string" && value.startsWith("ses_");
