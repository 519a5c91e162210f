import { expect, it, vi } from "vitest";
import type { CallResult } from "../../../src-preload/contract/domain/errors";

/** Calls that are answered by hand. */
const asked: { name: string; input: { work_id: string }; answer: (result: CallResult<unknown>) => void }[] =
  [];
const heard = new Set<(event: unknown) => void>();
vi.stubGlobal("document", { documentElement: {} });
vi.stubGlobal("window", {
  addEventListener: () => undefined,
  braid: {
    call: (name: string, input: { work_id: string }) =>
      new Promise((answer) => asked.push({ name, input, answer })),
    onEvent: (listener: (event: unknown) => void) => {
      heard.add(listener);
      return () => heard.delete(listener);
    },
  },
});
const { makeBackup, making, underWay } = await import("./making");
/** By default the runner waits for one second, which a busy machine may need for a turn. */
const until = (check: () => void) => vi.waitFor(check, 30_000);
const names = () => asked.map(({ name }) => name);

it("[SV-8] a backup under way is taken up again, and no second one is begun", async () => {
  expect(underWay()).toBeUndefined();
  const end = makeBackup();
  const [first] = asked;
  expect(makeBackup()).toBe(end);
  expect(underWay()).toBe(end);
  const { work_id } = first?.input ?? {};
  for (const listener of heard) listener({ type: "exchange-progress", work_id, share: 0.5 });
  expect(making.progress.getState()).toMatchObject({ underWay: true, share: 0.5 });
  making.cancel();
  expect(names()).toEqual(["backups.make", "backups.cancel"]);
  expect(asked[1]?.input).toEqual({ work_id });
  first?.answer({ ok: true, value: null });
  await end;
  await until(() => expect(underWay()).toBeUndefined());
  expect(heard.size).toBe(0);
});

it("[SV-8] a backup that failed tells it to whoever waits, and another can be made", async () => {
  asked.length = 0;
  const end = makeBackup();
  asked[0]?.answer({ ok: false, error: { code: "INTERNAL", message: "no" } });
  await expect(end).rejects.toMatchObject({ code: "INTERNAL" });
  await until(() => expect(underWay()).toBeUndefined());
  void makeBackup();
  expect(names()).toEqual(["backups.make", "backups.make"]);
});
