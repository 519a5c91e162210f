/** The object that the preload exposes as `window.braid`, and the names of its channels. */

import type { AttachmentRef } from "../domain/attachments";
import type { CallResult } from "../domain/errors";
import type { CoreEvent } from "../domain/events";
import type { AttachRequest } from "../domain/feed";
import type { SessionId } from "../domain/ids";
import type { Boot, ShownAsText } from "./boot";
import type { CallInput, CallName, CallOutput } from "./calls";
import type { CommandId } from "./commands";

/** App-wide news for a window: the core's, and those about windows alone. */
export type AppEvent =
  | CoreEvent
  /** All of these sessions, as they are now. */
  | { type: "shown-as-text"; sessions: ShownAsText[] }
  /** `sidecar_id`: also shows this sidecar beside the session (BR-4). */
  | { type: "show-session"; session_id: SessionId | null; workspace_root?: string; sidecar_id?: SessionId }
  /** A command that was chosen in the application menu. */
  | { type: "command"; command: CommandId };

/** Main hands the boot facts to the preload in this argument of the page's process. */
export const BOOT_ARGUMENT = "--braid-boot=";

/** A `File` of the page, as far as the preload reads it. Main knows the type of no page. */
export interface PageFile {
  readonly name: string;
  readonly size: number;
  slice(from: number, to: number): { arrayBuffer(): Promise<ArrayBuffer> };
}

/** A folder is no attachment: a session works in it (RN-2). */
export interface DroppedFolder {
  folder: string;
}

export interface BraidBridge {
  readonly boot: Boot;
  call<N extends CallName>(name: N, input: CallInput<N>): Promise<CallResult<CallOutput<N>>>;
  /**
   * Takes in a file that was dropped or pasted (AG-7), or tells the path of a folder. The page hands the file itself over: it can name no
   * other.
   */
  addFile(file: PageFile): Promise<CallResult<AttachmentRef | DroppedFolder>>;
  /** Asks for a feed. Its port arrives as a `message` event on the window: `{type: PORT_MESSAGE, feed_id}` with one port. */
  attach(request: AttachRequest): void;
  /** Returns the function that stops listening. */
  onEvent(listener: (event: AppEvent) => void): () => void;
}

export const CHANNEL = {
  call: "braid:call",
  attach: "braid:attach",
  file: "braid:file",
  event: "braid:event",
  /** Main asks whether the page is alive, and the page says that it is. */
  alive: "braid:alive",
} as const;
export const PORT_MESSAGE = "braid:port";
