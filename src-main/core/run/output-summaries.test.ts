import { describe, expect, test } from "vitest";
import type { Chunk } from "../../../src-preload/contract/domain/messages";
import { takeLastSummaries, takeSummaries } from "./output-summaries";
import type { ReadySummary, TurnContext } from "./turn-context";

const ready = (tool_call_id: string, after_steps: number, freed = 900): ReadySummary => ({
  summary: { tool_call_id, summary: "short", kept_path: "/kept" },
  after_steps,
  freed,
});

function turnWith(steps: number, ...summaries: ReadySummary[]) {
  const pushed: Chunk[] = [];
  const turn = {
    steps,
    output_summaries: summaries,
    writer: { push: (chunk: Chunk) => pushed.push(chunk) },
    context_tokens: 5000,
    sent_tokens: 4000 as number | undefined,
    estimated: false,
  };
  const idsOf = () => pushed.map((chunk) => ("id" in chunk ? chunk.id : undefined));
  return { turn: turn as unknown as TurnContext, idsOf };
}

describe("[RN-6, RN-5b] summaries that are ready", () => {
  test("an output that came after the last step has been read by nobody: its summary waits for one more step", () => {
    const { turn, idsOf } = turnWith(2, ready("read", 1), ready("unread", 2, 100));
    expect(takeSummaries(turn)).toBe(900);
    expect(idsOf()).toEqual(["read"]);
    expect(turn.sent_tokens).toBeUndefined();
    expect(takeSummaries(turn)).toBe(0);
    turn.steps = 3;
    expect(takeSummaries(turn)).toBe(100);
    expect(idsOf()).toEqual(["read", "unread"]);
    expect(turn.output_summaries).toEqual([]);
  });

  test("without one the provider's count holds", () => {
    const { turn } = turnWith(1, ready("unread", 1));
    expect(takeSummaries(turn)).toBe(0);
    takeLastSummaries(turn);
    expect(turn).toMatchObject({ sent_tokens: 4000, context_tokens: 5000, estimated: false });
  });

  test("[TK-3] at a turn's end, what fills the window is an estimate", () => {
    const { turn } = turnWith(2, ready("a", 1), ready("b", 1, 9000));
    takeLastSummaries(turn);
    expect(turn).toMatchObject({ context_tokens: 0, estimated: true });
    expect(turn.sent_tokens).toBeUndefined();
  });
});
