import {
  appendFileSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { open } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { saying } from "../../e2e/fixtures/saying";
import { openSettings } from "./settings-file";
import { writeFileDurably } from "./write-file-durably";

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "braid-settings-"));
  file = join(folder, "settings.json");
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

const BIG = { provider_id: "builtin", model_id: "big" };

describe("reading", () => {
  test("a missing file means the defaults and stays missing", () => {
    const settings = openSettings(file);
    expect(settings.run().max_steps).toBe(50);
    expect(settings.recorder()).toEqual({
      save_on: "chunk",
      save_buffer_ms: 16,
      save_buffer_size: 65536,
      event_log: false,
    });
    expect(settings.compaction().tail_budget_pct).toBe(0.25);
    expect(settings.problems()).toEqual([]);
    expect(readdirSync(folder)).toEqual([]);
  });

  test("a change applies to the next question, without anybody watching", () => {
    const settings = openSettings(file);
    writeFileSync(file, '{"run": {"max_steps": 7}}');
    expect(settings.run().max_steps).toBe(7);
    appendFileSync(file, " // a remark");
    expect(settings.run().max_steps).toBe(7);
    writeFileSync(file, '{"run": {"max_steps": "x"}}');
    expect(settings.problems().map(({ path }) => path)).toEqual(["run.max_steps"]);
    rmSync(file);
    expect([settings.run().max_steps, settings.problems()]).toEqual([50, []]);
  });

  test("the providers are the same array until the file says something else", () => {
    writeFileSync(file, '{"providers": [{"id": "o", "type": "ollama"}]}');
    const settings = openSettings(file);
    const before = settings.providers();
    expect(settings.reload()).toBe(false);
    expect(settings.providers()).toBe(before);
    writeFileSync(file, '{"providers": [{"id": "p", "type": "ollama"}]}');
    expect(settings.providers()).not.toBe(before);
  });

  test("a file that cannot be read is reported", () => {
    mkdirSync(file);
    const settings = openSettings(file);
    expect(settings.run().max_steps).toBe(50);
    expect(settings.problems()).toEqual([
      { path: "settings.json", message: saying("is a folder; the defaults apply") },
    ]);
  });

  test("a file that is broken, or cannot be read any more, changes nothing until it is mended", () => {
    writeFileSync(file, '{"providers": [{"id": "o", "type": "ollama"}]}');
    const settings = openSettings(file);
    const before = settings.providers();
    writeFileSync(file, '{"providers": [{"id": "o", "ty');
    expect(settings.providers()).toBe(before);
    expect(settings.problems()[0]?.message).toEqual(saying("the settings stay as they were"));
    rmSync(file);
    mkdirSync(file);
    expect(settings.providers()).toBe(before);
    expect(settings.problems()).toEqual([
      { path: "settings.json", message: saying("is a folder; the settings stay as they were") },
    ]);
    rmSync(file, { recursive: true });
    writeFileSync(file, "{}");
    expect([settings.providers(), settings.problems()]).toEqual([[], []]);
  });

  test("a byte order mark is no mistake", () => {
    writeFileSync(file, '\uFEFF{"run": {"max_steps": 7}}');
    const settings = openSettings(file);
    expect([settings.run().max_steps, settings.problems()]).toEqual([7, []]);
  });
});

describe("[CP-8] the settings of compaction", () => {
  const OF_LOCAL = { provider_id: "local", model_id: "big" };
  const usual = {
    auto: true,
    reserve_tokens: 20_000,
    tail_turns: 2,
    tail_budget_pct: 0.25,
    min_turns_between: 2,
    retry_on_transient: 2,
    retry_block_ms: 60_000,
    smart_recovery: { prune_tool_outputs: true, chunked_summarize: true, drop_middle: true },
    prepare: false,
    prune_at: 0.3,
    clear_at: 0.5,
  };

  test("[CP-8, CP-9, PR-1] are the usual ones where the file says nothing", () => {
    const settings = openSettings(file);
    expect(settings.compaction(OF_LOCAL)).toEqual(usual);
    expect(settings.compaction()).toEqual(usual);
  });

  test("[CP-8a] are the model's own, then those of all models, then the usual ones", () => {
    const own = { reserve_tokens: 500, smart_recovery: { drop_middle: false } };
    const all = { reserve_tokens: 9000, tail_turns: 4, smart_recovery: { chunked_summarize: false } };
    const models = [{ id: "big", compaction: own }, { id: "small" }];
    const provider = { id: "local", type: "ollama", models };
    writeFileSync(file, JSON.stringify({ providers: [provider], compaction: all }));
    const settings = openSettings(file);
    expect(settings.problems()).toEqual([]);
    expect(settings.compaction(OF_LOCAL)).toEqual({
      ...usual,
      reserve_tokens: 500,
      tail_turns: 4,
      smart_recovery: { prune_tool_outputs: true, chunked_summarize: false, drop_middle: false },
    });
    const global = {
      ...usual,
      reserve_tokens: 9000,
      tail_turns: 4,
      smart_recovery: { ...usual.smart_recovery, chunked_summarize: false },
    };
    expect(settings.compaction()).toEqual(global);
    expect(settings.compaction({ ...OF_LOCAL, model_id: "small" })).toEqual(global);
    expect(settings.compaction({ ...OF_LOCAL, provider_id: "other" })).toEqual(global);
  });
});

describe("saving the default model", () => {
  test("[SV-11] writes that and leaves the rest as typed, for its user alone", async () => {
    writeFileSync(file, '{\n  // mine\n  "run": { "max_steps": 7 }, // few\n  "unknown": 1\n}\n', {
      mode: 0o644,
    });
    const settings = openSettings(file);
    await settings.saveDefaultModel(BIG);
    expect(settings.default_model()).toEqual(BIG);
    const text = readFileSync(file, "utf8");
    expect(text).toContain("// mine");
    expect(text).toContain('"run": { "max_steps": 7 }, // few');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder)).toEqual(["settings.json"]);
  });

  test("[SV-11] makes the file where there is none; of two at once the later one stays", async () => {
    const settings = openSettings(file);
    const other = { provider_id: "builtin", model_id: "other", variant: "low" };
    await Promise.all([settings.saveDefaultModel(BIG), settings.saveDefaultModel(other)]);
    expect(settings.default_model()).toEqual(other);
    expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({ default_model: other });
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  test("a file with a syntax error is left to its user", async () => {
    const broken = '{"run": {"max_steps": 7}';
    writeFileSync(file, broken);
    const settings = openSettings(file);
    await expect(settings.saveDefaultModel(BIG)).rejects.toMatchObject({
      code: "INVALID_INPUT",
      info: { hint: saying("settings.json:1:25") },
    });
    expect(readFileSync(file, "utf8")).toBe(broken);
  });
});

describe("[SV-11] writing durably", () => {
  test("[SV-11a] the new text is synced before the name changes, and the folder after", async () => {
    writeFileSync(file, "old");
    const seen: { target: string; entries: number }[] = [];
    await watchSyncs(() =>
      seen.push({ target: readFileSync(file, "utf8"), entries: readdirSync(folder).length }),
    );
    await writeFileDurably(file, "new");
    expect(seen).toEqual([
      { target: "old", entries: 2 },
      { target: "new", entries: 1 },
    ]);
  });

  test("who reads meanwhile sees the old text or the new one, whole", async () => {
    const texts = ["a", "b", "c", "d", "e", "f"].map((letter) => letter.repeat(2_000_000));
    writeFileSync(file, texts[0] ?? "");
    let writing = true;
    const written = (async () => {
      for (const text of texts) await writeFileDurably(file, text);
      writing = false;
    })();
    let reads = 0;
    while (writing) {
      expect(texts).toContain(readFileSync(file, "utf8"));
      reads++;
      await new Promise((resolve) => setImmediate(resolve));
    }
    await written;
    expect(reads).toBeGreaterThan(5);
  });

  test("a failure leaves the old file and nothing beside it", async () => {
    mkdirSync(file);
    await expect(writeFileDurably(file, "new")).rejects.toMatchObject({ syscall: "rename" });
    expect(readdirSync(folder)).toEqual(["settings.json"]);
    await expect(writeFileDurably(join(folder, "no/such/folder"), "new")).rejects.toMatchObject({
      code: "ENOENT",
    });
  });

  test("a file may have the longest name that a disk takes", async () => {
    const longest = `${"語".repeat(83)}.jsonl`;
    expect(Buffer.byteLength(longest)).toBe(255);
    await writeFileDurably(join(folder, longest), "new");
    expect(readdirSync(folder)).toEqual([longest]);
  });

  test("a symbolic link stays one", async () => {
    const target = join(folder, "elsewhere.json");
    writeFileSync(target, "old");
    symlinkSync(target, file);
    await writeFileDurably(file, "new");
    expect(lstatSync(file).isSymbolicLink()).toBe(true);
    expect(readFileSync(target, "utf8")).toBe("new");
  });
});

/** Looks on at each sync; the sync itself is done. */
async function watchSyncs(look: () => void): Promise<void> {
  const handle = await open(folder, "r");
  const prototype = Object.getPrototypeOf(handle);
  const sync: () => Promise<void> = prototype.sync;
  await handle.close();
  vi.spyOn(prototype, "sync").mockImplementation(function (this: typeof handle) {
    look();
    return sync.call(this);
  });
}
