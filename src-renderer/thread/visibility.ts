/** Knows whether the end of a conversation is in view. The end mark notes that, and the app tells main which sessions are read. */
import type { SessionId } from "../../src-preload/contract/domain/ids";
import { perThread } from "./per-thread";

/** The session whose end is in view in a thread, covered or not. */
export const endOf = perThread<{ session_id: SessionId | undefined }>(() => ({ session_id: undefined }));
