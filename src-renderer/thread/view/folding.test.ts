import { describe, expect, it } from "vitest";
import type { MessageId } from "../../../src-preload/contract/domain/ids";
import { Folding, wholeOf } from "./folding";
import type { MessageCell } from "./message-cell";

const cells = (...ids: string[]) => ids.map((id) => ({ id }) as unknown as MessageCell);
const idsOf = (shown: readonly MessageCell[]) => shown.map(({ id }) => id);
const B = "b" as MessageId;

describe("a folded beginning", () => {
  it("leaves what comes after its last message, and asks for nothing before it", () => {
    const shown = new Folding().of({ cells: cells("a", "b", "c", "d"), more: true }, B);
    expect(idsOf(shown.cells)).toEqual(["c", "d"]);
    expect(shown.more).toBe(false);
  });

  it("has more to load as long as the fork is not reached", () => {
    expect(new Folding().of({ cells: cells("d"), more: true }, B).more).toBe(true);
    expect(new Folding().of({ cells: cells("d"), more: false }, B).more).toBe(false);
  });

  it("[BR-3] keeps the whole for what is told of the conversation, not drawn", () => {
    const all = cells("a", "b", "c");
    const folded = new Folding().of({ cells: all, more: true }, B);
    expect(wholeOf(folded)).toEqual({ cells: all, more: true });
    expect(wholeOf(new Folding().of({ cells: all, more: true }, undefined)).cells).toBe(all);
  });

  it("is the same array as long as nothing came or went, and all there is when it is unfolded", () => {
    const folding = new Folding();
    const all = cells("a", "b", "c");
    const { cells: first } = folding.of({ cells: all, more: false }, B);
    expect(folding.of({ cells: all, more: false }, B).cells).toBe(first);
    expect(idsOf(folding.of({ cells: cells("a", "b", "c", "d"), more: false }, B).cells)).toEqual(["c", "d"]);
    expect(folding.of({ cells: all, more: false }, "a" as MessageId).cells).not.toBe(first);
    expect(folding.of({ cells: all, more: true }, undefined)).toEqual({ cells: all, more: true });
  });
});
