/** Where the end of a conversation is in view: its end mark notes that, and the app tells main what is read. */
import type { SessionId } from "../../src-preload/contract/domain/ids";
import { perThread } from "./per-thread";

/** Whose end is in view in a thread, covered or not. */
export const endOf = perThread<{ session_id: SessionId | undefined }>(() => ({ session_id: undefined }));
