/** One attached window: packets go out, acknowledgements come in. A port that closes detaches, and never aborts a run (LY-3). */
import type { FeedPacket } from "../../../src-preload/contract/domain/feed";
import { toErrorInfo } from "../../core/braid-error";
import type { Sessions } from "../../core/session/sessions";
import { parseAck, parseAttachRequest } from "./parse";

/** The part of Electron's `MessagePortMain` that a feed needs. */
export interface FeedPort {
  postMessage(message: FeedPacket): void;
  on(event: "message", listener: (event: { data: unknown }) => void): unknown;
  on(event: "close", listener: () => void): unknown;
  start(): void;
  close(): void;
}

type FeedService = Pick<Sessions, "attach">;
type FeedHandle = ReturnType<FeedService["attach"]>;

export function openFeed(service: FeedService, port: FeedPort, request: unknown): void {
  let handle: FeedHandle | undefined;
  port.on("message", (event) => {
    const ack = parseAck(event.data);
    if (ack !== undefined) handle?.ack(ack.ack);
  });
  port.on("close", () => {
    handle?.detach();
    handle = undefined;
  });
  port.start();
  try {
    const { session_id } = parseAttachRequest(request);
    handle = service.attach(session_id, {
      post: (packet) => port.postMessage(packet),
      // The window sees its port close, knows that it lagged, and attaches again.
      closed: () => port.close(),
    });
  } catch (error) {
    port.postMessage({ type: "failed", seq: 1, error: toErrorInfo(error) });
  }
}
