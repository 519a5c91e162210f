/**
 * Tells the core that bytes come from a provider. Some of them no part of the stream tells of: pings, and thoughts that are not shown. The
 * SDK stands between a call and its request, so that the listener travels beside the call.
 */
import { AsyncLocalStorage } from "node:async_hooks";

const listeners = new AsyncLocalStorage<() => void>();

/** Makes a call of a model. `onBytes` is called for each piece that its provider sends. */
export const hearingBytes = <T>(onBytes: () => void, call: () => T): T => listeners.run(onBytes, call);

/** Returns the function that a request calls for each piece of its answer; undefined where nobody listens. Ask before the request is made. */
export const bytesListener = (): (() => void) | undefined => listeners.getStore();
