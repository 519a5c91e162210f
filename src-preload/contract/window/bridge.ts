/** What the preload exposes as `window.braid`, and the names of the channels beneath it. */

import type { CallResult } from "../domain/errors";
import type { CoreEvent } from "../domain/events";
import type { AttachRequest } from "../domain/feed";
import type { SessionId } from "../domain/ids";
import type { Boot, ShownAsText } from "./boot";
import type { CallInput, CallName, CallOutput } from "./calls";
import type { CommandId } from "./commands";

/** App-wide news as a window gets them: those of the core, and what concerns windows alone. */
export type AppEvent =
  | CoreEvent
  /** All of them, as they are now. */
  | { type: "shown-as-text"; sessions: ShownAsText[] }
  /** `sidecar_id`: with this sidecar of it beside (BR-4). */
  | { type: "show-session"; session_id: SessionId | null; workspace_root?: string; sidecar_id?: SessionId }
  /** Chosen in the application menu. */
  | { type: "command"; command: CommandId };

/** How main hands it to the preload: one argument of the page's process. */
export const BOOT_ARGUMENT = "--braid-boot=";

export interface BraidBridge {
  readonly boot: Boot;
  call<N extends CallName>(name: N, input: CallInput<N>): Promise<CallResult<CallOutput<N>>>;
  /** Asks for a feed; its port arrives as a `message` event on the window: `{type: PORT_MESSAGE, feed_id}` with one port. */
  attach(request: AttachRequest): void;
  /** Returns the function that stops listening. */
  onEvent(listener: (event: AppEvent) => void): () => void;
}

export const CHANNEL = {
  call: "braid:call",
  attach: "braid:attach",
  event: "braid:event",
  /** Main asks whether the page is alive, and the page says that it is. */
  alive: "braid:alive",
} as const;
export const PORT_MESSAGE = "braid:port";
