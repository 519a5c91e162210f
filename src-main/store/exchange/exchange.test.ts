import { expect, it, vi } from "vitest";
import type { SessionId } from "../../../src-preload/contract/domain/ids";
import type { Recovery } from "../../../src-preload/contract/domain/storage";
import { BraidError } from "../../core/braid-error";
import type { JobName } from "../upkeep/jobs/jobs";
import type { RunJob } from "../upkeep/jobs/run-job";
import { JobError } from "../upkeep/jobs/run-job";
import { createExchange } from "./exchange";

it("[SV-8] two windows that bring the same session back, or commit an import, begin one job at a time", async () => {
  const begun: { name: JobName; end: (output: unknown) => void }[] = [];
  const run = ((name: JobName) => {
    const result = new Promise((resolve) => begun.push({ name, end: resolve }));
    return { result, cancel: () => undefined };
  }) as unknown as RunJob;
  const live = { assertInPlace: () => undefined, failureOutside: () => new Error() };
  const exchange = createExchange({
    file: "braid.db",
    clock: { now: () => 0 },
    run,
    live,
    recoverer: { recovery: () => undefined },
    onImported: async () => undefined,
  } as unknown as Parameters<typeof createExchange>[0]);
  const nobody = () => undefined;
  const shown = { sessions: 0, broken: 0 };
  const seen = { backup: "a.db", session_id: "ses_1" as SessionId, again: false };

  const both = [exchange.bringBack(seen, nobody), exchange.bringBack({ ...seen }, nobody)];
  await vi.waitFor(() => expect(begun.map(({ name }) => name)).toEqual(["bring-back"]), 30_000);
  const back = { is: "back", session_ids: ["ses_2"], missing: 0 };
  begun[0]?.end(back);
  expect(await both[0]?.result).toEqual(back);
  await vi.waitFor(() => expect(begun).toHaveLength(2), 30_000);
  begun[1]?.end({ is: "there", session_id: "ses_2", trashed: false });
  expect(await both[1]?.result).toMatchObject({ is: "there" });

  const imports = [exchange.import(["/a.json"], shown, nobody), exchange.import(["/a.json"], shown, nobody)];
  const names = ["bring-back", "bring-back", "import"];
  await vi.waitFor(() => expect(begun.map(({ name }) => name)).toEqual(names), 30_000);
  begun[2]?.end({ session_ids: ["ses_3"] });
  expect(await imports[0]?.result).toEqual({ session_ids: ["ses_3"] });
  await vi.waitFor(() => expect(begun).toHaveLength(4), 30_000);
  begun[3]?.end({ session_ids: [] });
  expect(await imports[1]?.result).toEqual({ session_ids: [] });
});

const LIBRARY = new BraidError("STORE_UNAVAILABLE", "the library");

/** An exchange whose threads fail so. */
const failing = (code: string) =>
  createExchange({
    file: "braid.db",
    clock: { now: () => 0 },
    run: () => ({ result: Promise.reject(new JobError("/var/tmp", code)), cancel: () => undefined }),
    live: { assertInPlace: () => undefined, failureOutside: () => LIBRARY },
    recoverer: { recovery: () => undefined },
    onImported: async () => undefined,
  });

it("[SE-6e] a full temporary folder is not told as a full library", async () => {
  const { result } = failing("TEMPORARY").planImport(["tree.jsonl"], () => undefined);
  await expect(result).rejects.toMatchObject({
    info: { message: { key: "exchange:no-room.message", params: { folder: "/var/tmp" } } },
  });
  await expect(failing("SQLITE_FULL").planImport(["tree.jsonl"], () => undefined).result).rejects.toBe(
    LIBRARY,
  );
});

it("[SE-6e] a disk that fills up while something comes in is told as that, and not as a file that cannot be read", async () => {
  const nobody = () => undefined;
  const bring = (code: string) => failing(code).import(["/a.zip"], { sessions: 1, broken: 0 }, nobody).result;
  await expect(bring("ENOSPC")).rejects.toBe(LIBRARY);
  await expect(bring("EACCES")).rejects.toMatchObject({ code: "EACCES" });
  const seen = { backup: "a.db", session_id: "ses_1" as SessionId, again: false };
  await expect(failing("ENOSPC").bringBack(seen, nobody).result).rejects.toBe(LIBRARY);
});

it("[SV-8] while a recovery runs nothing is brought into the file that it replaces", async () => {
  const states: Recovery["state"][] = [{ is: "running", how: "salvage", step: "reading", share: 0 }];
  const run = vi.fn(() => ({ result: Promise.resolve(), cancel: () => undefined }));
  const { adopt, ...exchange } = createExchange({
    file: "braid.db",
    clock: { now: () => 0 },
    run: run as unknown as RunJob,
    live: { assertInPlace: () => undefined, failureOutside: () => LIBRARY },
    recoverer: { recovery: () => states.map((state) => ({ state }) as Recovery)[0] },
    onImported: async () => undefined,
  });
  const nobody = () => undefined;
  const shown = { sessions: 0, broken: 0 };
  const told = expect.objectContaining({ message: { key: "exchange:recovering.message" } });
  const seen = { backup: "a.db", session_id: "ses_1" as SessionId, again: false };
  const memory = { session_ids: [], image: new Uint8Array(), files: new Map() };
  expect(() => exchange.import(["/a.json"], shown, nobody)).toThrow(expect.objectContaining({ info: told }));
  expect(() => exchange.bringBack(seen, nobody)).toThrow(expect.objectContaining({ info: told }));
  await expect(adopt(memory)).rejects.toMatchObject({ info: told });
  expect(run).not.toHaveBeenCalled();
  states.pop();
  await adopt(memory);
  expect(run).toHaveBeenCalledOnce();
});
