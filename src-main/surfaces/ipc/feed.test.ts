import { describe, expect, it } from "vitest";
import type { FeedPacket } from "../../../src-preload/contract/domain/feed";
import { BraidError } from "../../core/braid-error";
import type { Sessions } from "../../core/session/sessions";
import { type FeedPort, openFeed } from "./feed";

const SESSION = `ses_${"0".repeat(14)}${"a".repeat(12)}`;
const REQUEST = { session_id: SESSION, feed_id: "f" };

function fakePort() {
  const listeners: { message?: (event: { data: unknown }) => void; close?: () => void } = {};
  const posted: FeedPacket[] = [];
  const port: FeedPort & { closed: boolean } = {
    closed: false,
    postMessage: (packet) => void posted.push(packet),
    on: (event: "message" | "close", listener: (event: { data: unknown }) => void) => {
      listeners[event] = listener as never;
    },
    start: () => undefined,
    close: () => {
      port.closed = true;
      listeners.close?.();
    },
  };
  return { port, posted, listeners };
}

function fakeService() {
  const calls: string[] = [];
  let sink: Parameters<Sessions["attach"]>[1] | undefined;
  const attach: Sessions["attach"] = (session_id, given) => {
    calls.push(`attach ${session_id}`);
    sink = given;
    return { ack: (seq) => void calls.push(`ack ${seq}`), detach: () => void calls.push("detach") };
  };
  return { service: { attach }, calls, sink: () => sink };
}

describe("a feed's port", () => {
  it("carries packets out and acknowledgements in", () => {
    const { port, posted, listeners } = fakePort();
    const { service, calls, sink } = fakeService();
    openFeed(service, port, REQUEST);
    sink()?.post({ type: "events", seq: 1, events: [] });
    listeners.message?.({ data: { ack: 1 } });
    expect(posted).toEqual([{ type: "events", seq: 1, events: [] }]);
    expect(calls).toEqual([`attach ${SESSION}`, "ack 1"]);
  });

  it("takes nothing else for an acknowledgement", () => {
    const { port, listeners } = fakePort();
    const { service, calls } = fakeService();
    openFeed(service, port, REQUEST);
    for (const data of [undefined, "1", { ack: "1" }, { ack: -1 }, { ack: 1, abort: true }])
      listeners.message?.({ data });
    expect(calls).toEqual([`attach ${SESSION}`]);
  });

  it("[LY-3] detaches when it closes, once, and aborts nothing", () => {
    const { port } = fakePort();
    const { service, calls } = fakeService();
    openFeed(service, port, REQUEST);
    port.close();
    port.close();
    expect(calls).toEqual([`attach ${SESSION}`, "detach"]);
  });

  it("closes when the feed closes a window that lagged", () => {
    const { port } = fakePort();
    const { service, sink } = fakeService();
    openFeed(service, port, REQUEST);
    sink()?.closed();
    expect(port.closed).toBe(true);
  });

  it("tells what failed in the only way a window hears it", () => {
    const { port, posted } = fakePort();
    const attach = () => {
      throw new BraidError("SESSION_NOT_FOUND", "This session does not exist.");
    };
    openFeed({ attach }, port, REQUEST);
    openFeed({ attach }, port, { session_id: "x" });
    expect(posted.map((packet) => packet.type === "failed" && packet.error.code)).toEqual([
      "SESSION_NOT_FOUND",
      "INVALID_INPUT",
    ]);
  });
});
