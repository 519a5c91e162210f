/** The only reader of the preload's bridge: calls that reject with an `ErrorInfo`, feeds that acknowledge, the app's news. */

import type { AttachmentRef } from "../../src-preload/contract/domain/attachments";
import type { ErrorCode, ErrorInfo } from "../../src-preload/contract/domain/errors";
import type { FeedAck, FeedPacket } from "../../src-preload/contract/domain/feed";
import type { SessionId } from "../../src-preload/contract/domain/ids";
import type { Boot } from "../../src-preload/contract/window/boot";
import {
  type AppEvent,
  type BraidBridge,
  type DroppedFolder,
  PORT_MESSAGE,
} from "../../src-preload/contract/window/bridge";
import type { CallInput, CallName, CallOutput } from "../../src-preload/contract/window/calls";
import { inWords } from "./language/words";

declare global {
  interface Window {
    readonly braid: BraidBridge;
  }
}

/** A call that failed: `info` is for the person in front of the window, `message` for the log. */
export class CallError extends Error {
  readonly code: ErrorCode;

  constructor(readonly info: ErrorInfo) {
    super(`${info.code}: ${inWords(info.message)}`);
    this.name = "CallError";
    this.code = info.code;
  }
}

export function toErrorInfo(error: unknown): ErrorInfo {
  if (error instanceof CallError) return error.info;
  const message = error instanceof Error ? error.message : String(error);
  return {
    code: "INTERNAL",
    message: { key: "common:failed.message", params: { message } },
    hint: { key: "common:failed.hint" },
  };
}

/** @throws CallError */
export async function call<N extends CallName>(name: N, input: CallInput<N>): Promise<CallOutput<N>> {
  const result = await window.braid.call(name, input);
  if (result.ok) return result.value;
  throw new CallError(result.error);
}

/** Hands a file over that was dropped or pasted (AG-7), or a folder. @throws CallError */
export async function addFile(file: File): Promise<AttachmentRef | DroppedFolder> {
  const result = await window.braid.addFile(file);
  if (result.ok) return result.value;
  throw new CallError(result.error);
}

/** Returns the function that stops listening. */
export function onAppEvent(listener: (event: AppEvent) => void): () => void {
  return window.braid.onEvent(listener);
}

export interface FeedListener {
  /** The packet is acknowledged once the promise has resolved; the next packet waits for that. */
  packet(packet: FeedPacket): Promise<void>;
  /** Main closed the port: this window fell too far behind and has to attach again. */
  closed(): void;
}

const waiting = new Map<string, (port: MessagePort) => void>();

function receivePort(event: MessageEvent<unknown>): void {
  if (event.source !== window || event.origin !== window.location.origin) return;
  const data = event.data as { type?: unknown; feed_id?: unknown } | null;
  if (data?.type !== PORT_MESSAGE || typeof data.feed_id !== "string") return;
  const [port] = event.ports;
  const take = waiting.get(data.feed_id);
  waiting.delete(data.feed_id);
  if (port === undefined) return;
  if (take === undefined) port.close();
  else take(port);
}

if (typeof window !== "undefined") window.addEventListener("message", receivePort);

/** Asks for a session's feed (LY-4). Returns the function that detaches; the run goes on without this window (LY-3). */
export function attach(session_id: SessionId, listener: FeedListener): () => void {
  const feed_id = crypto.randomUUID();
  let detached = false;
  let open: MessagePort | undefined;

  waiting.set(feed_id, (port) => {
    open = port;
    if (detached) {
      port.close();
      return;
    }
    let turn = Promise.resolve();
    port.addEventListener("message", (event: MessageEvent<FeedPacket>) => {
      turn = turn.then(async () => {
        if (detached) return;
        await listener.packet(event.data);
        port.postMessage({ ack: event.data.seq } satisfies FeedAck);
      });
    });
    port.addEventListener("close", () => {
      if (!detached) listener.closed();
    });
    port.start();
  });
  window.braid.attach({ session_id, feed_id });

  return () => {
    detached = true;
    open?.close();
  };
}

/** The facts for the first paint. */
export const boot = (): Boot => window.braid.boot;
