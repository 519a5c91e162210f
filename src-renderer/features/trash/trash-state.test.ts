import { describe, expect, it, vi } from "vitest";
import type { SessionId } from "../../../src-preload/contract/domain/ids";
import type { TrashedSession, TrashPage } from "../../../src-preload/contract/domain/trash";

vi.stubGlobal("document", { documentElement: {} });
const { followTrash, trash, withNewest } = await import("./trash-state");

const session = (n: number): TrashedSession => ({
  id: `ses_${n}` as SessionId,
  title: `Session ${n}`,
  updated_at: n,
  deleted_at: n,
});
/** From `first` down to `last`, with more after that or not. */
const down = (first: number, last: number) =>
  Array.from({ length: first - last + 1 }, (_, at) => session(first - at));
const cursor = (n: number) => ({ deleted_at: n, id: session(n).id });
const page = (first: number, last: number, more = last > 1): TrashPage => ({
  sessions: down(first, last),
  count: first,
  ...(more ? { next: cursor(last) } : {}),
});
const numbers = (sessions: readonly TrashedSession[]) => sessions.map(({ deleted_at }) => deleted_at);

it("[SE-6c] [DB-10] an import may bring sessions into the open trash", async () => {
  let tell: (event: { type: string }) => void = () => undefined;
  let count = 0;
  const call = async () => ({ ok: true, value: page(count, 1, false) });
  const onEvent = (listener: typeof tell) => {
    tell = listener;
    return () => undefined;
  };
  vi.stubGlobal("window", { braid: { call, onEvent } });
  followTrash();
  await vi.waitFor(() => expect(trash.getState().reached).toBe(true), 30_000);
  expect(trash.getState().count).toBe(0);
  count = 2;
  tell({ type: "sessions-arrived" });
  await vi.waitFor(() => expect(trash.getState().count).toBe(2), 30_000);
});

describe("[DB-10] the newest page of the trash", () => {
  it("is put before what is there, which goes on where it went on", () => {
    const state = withNewest({ sessions: down(5, 2), next: cursor(2) }, page(6, 4));
    expect(numbers(state.sessions)).toEqual([6, 5, 4, 3, 2]);
    expect(state.next).toEqual(cursor(2));
    expect(state.count).toBe(6);
  });

  it("stands alone where it does not reach what is there: what is between them would be missing", () => {
    const state = withNewest({ sessions: down(3, 2), next: cursor(2) }, page(9, 7));
    expect(numbers(state.sessions)).toEqual([9, 8, 7]);
    expect(state.next).toEqual(cursor(7));
  });

  it("is all there is, where nothing follows it", () => {
    const state = withNewest({ sessions: down(5, 2), next: cursor(2) }, page(2, 1));
    expect(numbers(state.sessions)).toEqual([2, 1]);
    expect(state.next).toBeUndefined();
  });
});
