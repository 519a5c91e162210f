/** The list of commands that run in the background, as the tool that starts them knows it. */
import type { SessionId } from "../../../src-preload/contract/domain/ids";

export interface StartedRun {
  session_id: SessionId;
  command: string;
  /** Ends the command with all of its processes. */
  stop(): void;
  /** Resolves when nothing of the command is left. Never rejects. */
  ended: Promise<unknown>;
}

export interface BackgroundRunList {
  /** Lists a command until it has ended. Returns its id. @throws Error for more than a session may have, in words for a model */
  add(run: StartedRun): string;
}
