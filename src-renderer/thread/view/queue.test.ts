import { describe, expect, it } from "vitest";
import type { QueueId } from "../../../src-preload/contract/domain/ids";
import type { Queue, QueuedMessage } from "../../../src-preload/contract/domain/queue";
import { withChange } from "./queue";

const item = (name: string, excerpt = name): QueuedMessage => ({
  id: name as QueueId,
  excerpt,
  updated_at: 1,
});
const [a, b, c] = [item("a"), item("b"), item("c")];
const queue: Queue = { items: [a, b], paused: { why: "stopped" } };

describe("[QU-1] a change of the queue", () => {
  it("puts a new one last, and a changed one in its place; the others stay the same objects", () => {
    expect(withChange(queue, { kind: "put", item: c }).items).toEqual([a, b, c]);
    // A message that is put back waits where it did before.
    expect(withChange({ items: [b] }, { kind: "put-back", items: [a, c] }).items).toEqual([a, b, c]);
    const changed = withChange(queue, { kind: "put", item: item("a", "other") });
    expect(changed).toEqual({ items: [item("a", "other"), b], paused: { why: "stopped" } });
    expect(changed.items[1]).toBe(b);
  });

  it("takes one away, or all, and says whether it stands still", () => {
    expect(withChange(queue, { kind: "removed", id: a.id })).toEqual({
      items: [b],
      paused: { why: "stopped" },
    });
    expect(withChange(queue, { kind: "cleared" })).toEqual({ items: [] });
    expect(withChange(queue, { kind: "paused" })).toEqual({ items: [a, b] });
    const pause = {
      why: "model",
      problem: { id: a.id, error: { code: "MODEL_NOT_FOUND", message: "gone" } },
    } as const;
    expect(withChange(queue, { kind: "paused", pause }).paused).toBe(pause);
  });
});
