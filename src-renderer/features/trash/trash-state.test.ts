import { describe, expect, it, vi } from "vitest";
import type { CallResult } from "../../../src-preload/contract/domain/errors";
import type { SessionId } from "../../../src-preload/contract/domain/ids";
import type { TrashedSession, TrashPage } from "../../../src-preload/contract/domain/trash";

vi.stubGlobal("document", { documentElement: {} });
/** Pages of the trash that are answered by hand. */
const asked: ((result: CallResult<TrashPage>) => void)[] = [];
let hear: (event: { type: string }) => void = () => undefined;
vi.stubGlobal("window", {
  addEventListener: () => undefined,
  braid: {
    call: () => new Promise((resolve) => asked.push(resolve)),
    onEvent: (listener: typeof hear) => {
      hear = listener;
      return () => undefined;
    },
  },
});
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
/** However busy this computer is. */
const until = (check: () => void) => vi.waitFor(check, 30_000);
const numbers = (sessions: readonly TrashedSession[]) => sessions.map(({ deleted_at }) => deleted_at);

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

describe("[DB-10] the first load of the trash", () => {
  const answer = (value: TrashPage) => asked.shift()?.({ ok: true, value });

  it("that fails leaves room for the list that comes later", async () => {
    followTrash(session(1).id);
    asked.shift()?.({ ok: false, error: { code: "INTERNAL", message: "no" } });
    await until(() => expect(trash.getState()).toMatchObject({ reached: true, loaded: false }));
    expect(trash.getState().failure).toMatchObject({ message: "no" });
    hear({ type: "sessions-removed" });
    answer(page(2, 1));
    await until(() => expect(numbers(trash.getState().sessions)).toEqual([2, 1]));
  });

  it("that was overtaken still goes on as far as the wanted session", async () => {
    followTrash(session(1).id);
    hear({ type: "sessions-removed" });
    answer(page(3, 3));
    await until(() => expect(asked).toHaveLength(1));
    expect(trash.getState()).toMatchObject({ reached: false, loaded: false });
    answer(page(4, 3));
    await until(() => expect(asked).toHaveLength(1));
    answer(page(2, 1));
    await until(() => expect(trash.getState().reached).toBe(true));
    expect(numbers(trash.getState().sessions)).toEqual([4, 3, 2, 1]);
  });

  it("[SE-6c] is not the last: an import may bring sessions into the open trash", async () => {
    followTrash();
    answer(page(0, 1, false));
    await until(() => expect(trash.getState()).toMatchObject({ reached: true, count: 0 }));
    hear({ type: "sessions-arrived" });
    await until(() => expect(asked).toHaveLength(1));
    answer(page(2, 1));
    await until(() => expect(trash.getState().count).toBe(2));
  });
});
