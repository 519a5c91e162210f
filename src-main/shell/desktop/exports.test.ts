import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import type { ExportFormat } from "../../../src-preload/contract/domain/exchange";
import type { Exchange, ExportOutcome } from "../../core/ports/exchange";
import { freshFolder } from "../../store/testing/stores";

type Answer = { canceled: boolean; filePath: string };

/** The system's dialog: it is open until `answered` resolves. */
const system = vi.hoisted(() => ({
  asked: vi.fn<() => void>(),
  answered: Promise.resolve({ canceled: false, filePath: "" }),
}));
vi.mock("electron", () => ({
  app: { getPath: () => "/documents" },
  shell: {},
  session: {},
  protocol: {},
  BrowserWindow: { getFocusedWindow: () => null },
  dialog: {
    showSaveDialog: () => {
      system.asked();
      return system.answered;
    },
  },
}));
const { createExports } = await import("./exports");

const work_id = crypto.randomUUID();
const OUTCOME: ExportOutcome = { sessions: 1, size: 5, missing: 0 };
const PLAN = { sessions: 1, messages: 2, attachments: 0, zip: false, title: "Postcards" };

/** A promise that a test settles. */
function later<T>() {
  let resolve: (value: T) => void = () => undefined;
  let reject: (error: unknown) => void = () => undefined;
  const promise = new Promise<T>((...settle) => {
    [resolve, reject] = settle;
  });
  return { promise, resolve, reject };
}

/** Exports whose steps a test ends one by one: the plan, the dialog, the writing. */
function setUp() {
  const folder = freshFolder();
  const planned = later<typeof PLAN>();
  const answered = later<Answer>();
  const result = later<ExportOutcome>();
  const cancelled = () => Object.assign(new Error("cancelled"), { code: "CANCELLED" });
  const cancel = vi.fn(() => result.reject(cancelled()));
  const plan = { result: planned.promise, cancel: () => planned.reject(cancelled()) };
  const asking = later<void>();
  const writing = later<void>();
  const write = vi.fn<Exchange["export"]>(() => {
    writing.resolve();
    return { result: result.promise, cancel };
  });
  system.asked.mockReset().mockImplementation(asking.resolve);
  system.answered = answered.promise;
  const exports = createExports({
    data_dir: folder,
    exchange: { plan: () => plan, export: write } as Partial<Exchange> as Exchange,
    onProgress: () => undefined,
    save: async () => undefined,
  });
  const include = { hidden: false, sidecars: false, reasoning: true, tools: true, attachments: true };
  const begin = (format: ExportFormat = "markdown") =>
    exports.export({ work_id, sessions: "all", format, include, words: {} });
  return {
    ...{ exports, begin, write, cancel, folder },
    asking: asking.promise,
    writing: writing.promise,
    written: () => result.resolve(OUTCOME),
    failed: (code: string) => result.reject(Object.assign(new Error("failed"), { code })),
    counted: () => planned.resolve(PLAN),
    chosen: () => answered.resolve({ canceled: false, filePath: join(folder, "Postcards.md") }),
  };
}

test("[SE-6] cancelled while it is counted, an export asks for no place and writes nothing", async () => {
  const { exports, begin, counted, chosen, written, write } = setUp();
  const exported = begin();
  exports.cancel(work_id);
  // Its counting has not ended by itself.
  expect(await exported).toBeNull();
  for (const goOn of [counted, chosen, written]) goOn();
  expect(system.asked).not.toHaveBeenCalled();
  expect(write).not.toHaveBeenCalled();
});

test("[SE-6] cancelled while the system asks for a place, an export writes nothing", async () => {
  const { exports, begin, counted, chosen, written, asking, write } = setUp();
  const exported = begin();
  counted();
  await asking;
  exports.cancel(work_id);
  for (const goOn of [chosen, written]) goOn();
  expect(await exported).toBeNull();
  expect(write).not.toHaveBeenCalled();
});

test.each(["markdown", "pdf"] as const)(
  "[SE-6] cancelled while it is written, an export as %s ends",
  async (format) => {
    const { exports, begin, counted, chosen, writing, cancel, folder } = setUp();
    const exported = begin(format);
    counted();
    chosen();
    await writing;
    exports.cancel(work_id);
    expect(await exported).toBeNull();
    expect(cancel).toHaveBeenCalledOnce();
    expect(readdirSync(folder)).toEqual([]);
  },
);

test("[SE-6] an export that has ended is not under way any more, whatever its end", async () => {
  const { exports, begin, counted, chosen, written, asking, cancel } = setUp();
  const cancelled = begin();
  counted();
  await asking;
  exports.cancel(work_id);
  for (const goOn of [chosen, written]) goOn();
  expect(await cancelled).toBeNull();
  expect(await begin()).toMatchObject({ ...OUTCOME, name: "Postcards.md" });
  exports.cancel(work_id);
  expect(cancel).not.toHaveBeenCalled();
});

test("[SE-6] a name that is too long for the disk is told as that", async () => {
  const { begin, counted, chosen, writing, failed } = setUp();
  const exported = begin();
  counted();
  chosen();
  await writing;
  failed("ENAMETOOLONG");
  await expect(exported).rejects.toMatchObject({
    info: { message: { key: "exchange:not-written.long-name.message" } },
  });
});
