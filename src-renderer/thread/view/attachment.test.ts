import { beforeEach, describe, expect, it, vi } from "vitest";
import type { FeedEvent, Snapshot } from "../../../src-preload/contract/domain/feed";
import type { MessageId, OpId, SessionId } from "../../../src-preload/contract/domain/ids";
import type {
  BraidPart,
  Chunk,
  MessagePage,
  StoredMessage,
} from "../../../src-preload/contract/domain/messages";
import { type AttachedView, Attachment, type AttachmentOptions } from "./attachment";

const SESSION = "ses_1" as SessionId;
const idOf = (number: number) => `msg_${String(number).padStart(14, "0")}aaaaaaaaaaaa` as MessageId;
const stored = (number: number, text = `message ${number}`): StoredMessage => ({
  id: idOf(number),
  session_id: SESSION,
  role: number % 2 === 0 ? "assistant" : "user",
  metadata: {},
  parts: [{ type: "text", text }],
  created_at: 0,
});
const page = (numbers: number[], more = false): MessagePage => ({
  messages: numbers.map((number) => stored(number)),
  more,
});
const snapshot = (given: MessagePage): Snapshot => ({
  session: { id: SESSION, title: "One", agent: "chat", created_at: 0, updated_at: 0 },
  billing: {
    prompt_tokens: 0,
    completion_tokens: 0,
    reasoning_tokens: 0,
    cache_read: 0,
    cache_write: 0,
    total_tokens: 0,
    context_tokens: null,
    context_estimated: false,
    cost_usd: null,
  },
  page: given,
  status: { state: "idle" },
  queue: { items: [] },
  hidden: [],
  links: { forks: [] },
  sidecars: [],
  questions: [],
});
const chunks = (number: number, ...list: Chunk[]): FeedEvent => ({
  type: "chunks",
  message_id: idOf(number),
  chunks: list,
});
const start = (number: number): Chunk[] => [
  { type: "start", messageId: idOf(number) },
  { type: "text-start", id: "1" },
];
const say = (delta: string): Chunk => ({ type: "text-delta", id: "1", delta });
const end: Chunk[] = [
  { type: "text-end", id: "1" },
  { type: "message-metadata", messageMetadata: { finish_reason: "stop" } },
  { type: "finish" },
];

const textOf = (parts: readonly BraidPart[]) =>
  parts.map((part) => (part.type === "text" ? part.text : "")).join("");

function attachment(options: Partial<AttachmentOptions> = {}) {
  const seen: { view?: AttachedView; changes: number; calls: string[] } = { changes: 0, calls: [] };
  const given = new Attachment({
    session_id: SESSION,
    hold: false,
    earlier: () => Promise.reject(new Error("not asked for")),
    fetch: () => Promise.reject(new Error("not asked for")),
    known: () => undefined,
    events: {
      change: (view) => {
        seen.view = view;
        seen.changes += 1;
      },
      answered: (message) => void seen.calls.push(`answered ${textOf(message.parts)}`),
      stale: () => void seen.calls.push("stale"),
      failed: (error) => void seen.calls.push(`failed ${error.code}`),
    },
    ...options,
  });
  let seq = 0;
  const take = (...events: FeedEvent[]) => given.take({ type: "events", seq: ++seq, events });
  const open = (first: MessagePage) =>
    given.take({ type: "snapshot", seq: ++seq, snapshot: snapshot(first) });
  const shown = () =>
    seen.view?.cells.map((cell) => `${textOf(cell.get().message.parts)}${cell.get().live ? "▌" : ""}`);
  return { given, seen, take, open, shown };
}

let frames = new Map<number, () => void>();
/** Runs the callbacks of a frame, as the browser does before it paints. */
function frame(): void {
  const due = [...frames.values()];
  frames.clear();
  for (const callback of due) callback();
}

beforeEach(() => {
  frames = new Map();
  let last = 0;
  vi.stubGlobal("requestAnimationFrame", (callback: () => void) => {
    last += 1;
    frames.set(last, callback);
    return last;
  });
  vi.stubGlobal("cancelAnimationFrame", (id: number) => frames.delete(id));
});

describe("[LY-4] an attachment", () => {
  it("shows the snapshot at once, and everything after it in order", async () => {
    const { open, take, shown, seen } = attachment();
    await open(page([1, 2]));
    expect(shown()).toEqual(["message 1", "message 2"]);
    await take({ type: "caught-up" }, { type: "message", message: stored(3) });
    await take(chunks(4, ...start(4), say("hel")));
    await take(chunks(4, say("lo"), ...end), { type: "settled", message_id: idOf(4) });
    expect(shown()).toEqual(["message 1", "message 2", "message 3", "hello"]);
    expect(seen.calls).toEqual(["answered hello"]);
  });

  it("[PR-2] marks outputs of a settled message, and of the live one until and after its end", async () => {
    const { open, take, seen } = attachment();
    await open(page([1, 2]));
    await take({ type: "caught-up" }, chunks(4, ...start(4), say("hello")));
    const pruned = [{ index: 0, level: "middle" as const, auto: true, at: 1 }];
    await take({ type: "pruned", message_id: idOf(2), pruned });
    await take(
      { type: "pruned", message_id: idOf(4), pruned },
      { type: "pruned", message_id: idOf(9), pruned },
    );
    frame();
    const marks = () => seen.view?.cells.map((cell) => cell.get().message.pruned?.length);
    expect(marks()).toEqual([undefined, 1, 1]);
    await take(chunks(4, ...end), { type: "settled", message_id: idOf(4) });
    expect(marks()).toEqual([undefined, 1, 1]);
    await take({ type: "pruned", message_id: idOf(4), pruned: [] });
    expect(marks()).toEqual([undefined, 1, 0]);
  });

  it("has taken a packet in when it says so: what is acknowledged has been reduced", async () => {
    const { open, take, shown } = attachment();
    await open(page([1]));
    await take(chunks(2, ...start(2)), { type: "caught-up" });
    await take(chunks(2, ...Array.from({ length: 100 }, () => say("a"))));
    frame();
    expect(shown()).toEqual(["message 1", `${"a".repeat(100)}▌`]);
  });

  it("shows what came at most once a frame", async () => {
    const { open, take, shown, seen } = attachment();
    await open(page([1]));
    await take(chunks(2, ...start(2)), { type: "caught-up" });
    const row = vi.fn();
    seen.view?.cells[1]?.subscribe(row);
    for (const word of ["one ", "two ", "three"]) await take(chunks(2, say(word)));
    expect(row).not.toHaveBeenCalled();
    frame();
    expect(row).toHaveBeenCalledTimes(1);
    expect(shown()).toEqual(["message 1", "one two three▌"]);
  });

  it("wakes no row but the live one, and keeps its cell when it settles", async () => {
    const { open, take, seen } = attachment();
    await open(page([1]));
    await take({ type: "caught-up" }, chunks(2, ...start(2)));
    const before = seen.view?.cells;
    const { changes } = seen;
    const settledRow = vi.fn();
    before?.[0]?.subscribe(settledRow);
    await take(chunks(2, say("word")));
    await take(chunks(2, ...end), { type: "settled", message_id: idOf(2) });
    expect(seen.changes).toBe(changes);
    expect(seen.view?.cells).toBe(before);
    expect(settledRow).not.toHaveBeenCalled();
    expect(before?.[1]?.get()).toMatchObject({
      live: false,
      message: { metadata: { finish_reason: "stop" } },
    });
  });

  it("that attaches again shows nothing before it has caught up: no visible collapse", async () => {
    const { open, take, shown, seen } = attachment({ hold: true });
    await open(page([1]));
    await take(chunks(2, ...start(2), say("all of ")));
    expect(seen.changes).toBe(0);
    await take(chunks(2, say("it")), { type: "caught-up" });
    expect(shown()).toEqual(["message 1", "all of it▌"]);
  });

  it("that attaches again reaches back as far as the window did", async () => {
    const asked: string[] = [];
    const earlier = (before: MessageId) => {
      asked.push(before);
      return Promise.resolve(before === idOf(7) ? page([5, 6], true) : page([3, 4], true));
    };
    const { open, take, shown, seen } = attachment({ hold: true, reach: idOf(4), earlier });
    await open(page([7, 8], true));
    await take({ type: "caught-up" });
    expect(asked).toEqual([idOf(7), idOf(5)]);
    expect(shown()).toEqual([3, 4, 5, 6, 7, 8].map((number) => `message ${number}`));
    expect(seen.view?.more).toBe(true);
  });

  it("that comes back to a place shows nothing before the words around it are there", async () => {
    const outline = (number: number): StoredMessage => ({ ...stored(number), parts: [], away: true });
    const earlier = () => Promise.resolve({ messages: [1, 2, 3, 4, 5, 6].map(outline), more: false });
    const fetched: [string[], number][] = [];
    const { open, take, shown } = attachment({
      hold: true,
      place: idOf(3),
      earlier,
      fetch: (wanted, all) => {
        fetched.push([wanted.map(({ id }) => id), all.length]);
        for (const cell of wanted) cell.set(stored(Number(cell.id.slice(4, 18))), false);
        return Promise.resolve();
      },
    });
    await open(page([7, 8], true));
    await take({ type: "caught-up" });
    expect(fetched).toEqual([[[1, 2, 3, 4, 5, 6, 7, 8].map(idOf), 8]]);
    expect(shown()).toEqual([1, 2, 3, 4, 5, 6, 7, 8].map((number) => `message ${number}`));
  });

  it("keeps the words that the window has of what it reaches back to", async () => {
    const outline = (number: number): StoredMessage => ({ ...stored(number), parts: [], away: true });
    const earlier = () => Promise.resolve({ messages: [outline(1), outline(2)], more: false });
    const { open, take, shown } = attachment({
      hold: true,
      reach: idOf(1),
      earlier,
      known: (id) => (id === idOf(2) ? stored(2, "known") : undefined),
    });
    await open(page([3], true));
    await take({ type: "caught-up" });
    expect(shown()).toEqual(["", "known", "message 3"]);
  });

  it("[RN-7] takes a hidden attempt out and goes on with the next one", async () => {
    const { open, take, shown } = attachment();
    await open(page([1]));
    await take({ type: "caught-up" }, chunks(2, ...start(2), say("half"), ...end));
    await take(
      { type: "settled", message_id: idOf(2) },
      { type: "hidden", message_ids: [idOf(2)], op_id: "top_1" as OpId },
      chunks(4, ...start(4), say("whole")),
    );
    await take(chunks(4, ...end), { type: "settled", message_id: idOf(4) });
    expect(shown()).toEqual(["message 1", "whole"]);
  });

  it("asks to attach again when it is told to, or when the chunks make no sense", async () => {
    const told = attachment();
    await told.open(page([1]));
    await told.take({ type: "reset" });
    expect(told.seen.calls).toContain("stale");
    const odd = attachment();
    await odd.open(page([1]));
    await odd.take(
      { type: "caught-up" },
      chunks(2, ...start(2), { type: "text-delta", id: "?", delta: "?" }),
    );
    await odd.take(chunks(2, ...end), { type: "settled", message_id: idOf(2) });
    expect(odd.seen.calls).toContain("stale");
  });

  it("says nothing more once it is closed", async () => {
    const { given, open, take, seen } = attachment();
    await open(page([1]));
    given.close();
    const { changes } = seen;
    await take(chunks(2, ...start(2)), { type: "caught-up" }, { type: "message", message: stored(3) });
    expect(seen.changes).toBe(changes);
  });

  it("passes on why there is nothing to attach to", async () => {
    const { given, seen } = attachment();
    await given.take({ type: "failed", seq: 1, error: { code: "SESSION_NOT_FOUND", message: "gone" } });
    expect(seen.calls).toEqual(["failed SESSION_NOT_FOUND"]);
  });
});

describe("[CP-3] a summary that takes the place of earlier turns", () => {
  const summary = (number: number, tail: number): StoredMessage => ({
    ...stored(number),
    role: "assistant",
    metadata: { synthetic: true, finish_reason: "stop" },
    parts: [{ type: "data-compaction", data: { summary: "S", tail_start_id: idOf(tail), op_id: "top_1" } }],
  });
  const compacted = (message: StoredMessage): FeedEvent => ({ type: "compacted", message, hidden: [] });
  const numbers = ({ view }: { view?: AttachedView }) => view?.cells.map(({ id }) => Number(id.slice(4, 18)));

  it("stands first, before the tail, and nothing earlier is left to load", async () => {
    const { open, take, seen } = attachment();
    await open(page([1, 2, 4, 5]));
    await take({ type: "caught-up" }, compacted(summary(3, 4)));
    expect([numbers(seen), seen.view?.more]).toEqual([[3, 4, 5], false]);
    expect(seen.view?.cells[0]?.get().message.parts[0]?.type).toBe("data-compaction");
  });

  it("takes the place of an earlier one, and brings the markers that are still there", async () => {
    const { open, take, seen } = attachment();
    const hidden = [{ op_id: "top_2" as OpId, after: idOf(8), turns: 1, hidden_at: 0 }];
    await open(page([4, 5, 6, 8]));
    await take({ type: "caught-up" }, compacted(summary(3, 4)));
    await take({ type: "compacted", message: summary(7, 8), hidden });
    expect([numbers(seen), seen.view?.hidden]).toEqual([[7, 8], hidden]);
  });

  it("leaves the live message where it is, with the words that follow", async () => {
    const { open, take, shown, seen } = attachment();
    await open(page([1, 4]));
    await take({ type: "caught-up" }, chunks(5, ...start(5), say("hel")));
    const live = seen.view?.cells.at(-1);
    await take(compacted(summary(3, 4)), chunks(5, say("lo"), ...end));
    await take({ type: "settled", message_id: idOf(5) });
    expect(seen.view?.cells.at(-1)).toBe(live);
    expect(shown()).toEqual(["", "message 4", "hello"]);
  });

  it("comes with its page where the tail is not loaded yet", async () => {
    const { given, open, take, seen } = attachment();
    await open(page([8, 9], true));
    await take({ type: "caught-up" }, compacted(summary(3, 4)));
    expect([numbers(seen), seen.view?.more]).toEqual([[8, 9], true]);
    given.prepend({ messages: [summary(3, 4), stored(4), stored(5)], more: false });
    expect([numbers(seen), seen.view?.more]).toEqual([[3, 4, 5, 8, 9], false]);
  });

  it("stands first where the loaded messages begin with the tail", async () => {
    const { open, take, seen } = attachment();
    await open(page([4, 5], true));
    await take({ type: "caught-up" }, compacted(summary(3, 4)));
    expect([numbers(seen), seen.view?.more]).toEqual([[3, 4, 5], false]);
  });

  it("keeps out what a page brings that was asked for before", async () => {
    const { given, open, take, seen } = attachment();
    await open(page([8, 9], true));
    await take({ type: "caught-up" }, compacted(summary(3, 4)));
    given.prepend(page([1, 2, 4, 5], true));
    expect([numbers(seen), seen.view?.more]).toEqual([[3, 4, 5, 8, 9], false]);
    given.prepend(page([1, 2], true));
    expect([numbers(seen), seen.view?.more]).toEqual([[3, 4, 5, 8, 9], false]);
  });
});
