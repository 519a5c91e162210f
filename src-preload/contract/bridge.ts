/** What the preload exposes as `window.braid`, and the names of the channels beneath it. */
import type { CallInput, CallName, CallOutput } from "./calls";
import type { ListedSession } from "./calls/sessions";
import type { Recovery } from "./calls/storage";
import type { CommandId } from "./commands";
import type { CallResult, ErrorInfo } from "./errors";
import type { AttachRequest } from "./feed";
import type { SessionId } from "./ids";
import type { Boot, SessionStatus, SessionSummary, SettingsProblem, ShownAsText } from "./types";

/** App-wide news: the list and the settings; everything of one session travels on its own feed. */
export type AppEvent =
  /** `above`: what it was branched from, as a list has it; absent where there is nothing. */
  | { type: "session-changed"; session: SessionSummary; above?: ListedSession[] }
  /** It is in the trash now. */
  | { type: "session-removed"; session_id: SessionId }
  /** It is in the trash no more: it was restored, or is gone for good. */
  | { type: "trash-left"; session_id: SessionId }
  /** Something about the asides of this session has changed (BR-4). */
  | { type: "asides-changed"; session_id: SessionId }
  | { type: "status-changed"; session_id: SessionId; status: SessionStatus }
  | { type: "settings-changed"; problems: SettingsProblem[] }
  /** All of them, as they are now. */
  | { type: "shown-as-text"; sessions: ShownAsText[] }
  /** `aside_id`: with this aside of it beside (BR-4). */
  | { type: "show-session"; session_id: SessionId | null; workspace_root?: string; aside_id?: SessionId }
  /** Chosen in the application menu. */
  | { type: "command"; command: CommandId }
  | { type: "trouble"; error: ErrorInfo }
  /** How the way back after damage goes (SV-8); null once it is settled. */
  | { type: "recovery-changed"; recovery: Recovery | null };

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
