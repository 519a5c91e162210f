import { randomBytes } from "node:crypto";
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { listedRuns } from "../../../../e2e/fixtures/listed-runs";
import type { SessionId } from "../../../../src-preload/contract/domain/ids";
import { runInBackground } from "./background";
import { runFolder } from "./run-files";

let folder = "";
let data_dir = "";
let list = listedRuns();

beforeEach(async () => {
  const root = await realpath(await mkdtemp(join(tmpdir(), "braid-background-")));
  folder = join(root, "work");
  data_dir = join(root, "data");
  await mkdir(folder);
  list = listedRuns();
});
afterEach(() => rm(join(folder, ".."), { recursive: true, force: true }));

const MINUTE_MS = 60_000;
const SOON_MS = 20;

const start = (command: string, first_look_ms: number, signal = new AbortController().signal) =>
  runInBackground(
    { command, folder, home: folder, data_dir },
    list,
    {
      session_id: "ses_one" as SessionId,
      workspace_root: folder,
      signal,
      tool_call_id: "call",
      report: () => {},
    },
    first_look_ms,
  );

/** The path that the words of a result name. */
const pathIn = (text: string): string => /Read (\S+) to see/.exec(text)?.[1] ?? "";
const running = (): Promise<string[]> => readdir(runFolder(data_dir)).catch(() => []);
const keptFiles = async () => await readdir(join(data_dir, "tool-outputs", "ses_one")).catch(() => []);

it("[AG-1] a command in the background goes on after its call; the model reads its output in a file, and its end", async () => {
  const { text, command } = await start(
    "echo begun; until [ -e go ]; do sleep 0.02; done; echo over; exit 3",
    SOON_MS,
  );
  expect(text).toContain("[It runs on in the background as b1. Read ");
  expect(command).toBeUndefined();
  const output = () => readFile(pathIn(text), "utf8");
  await expect.poll(output).toBe("begun\n");
  await writeFile(join(folder, "go"), "");
  await list.runs[0]?.ended;
  await expect.poll(output).toBe("begun\nover\n\n[It ended with exit code 3.]\n");
});

it("[AG-1] one that is stopped leaves nothing of its tree, and says so in its file", async () => {
  const seconds = `9${randomBytes(4).readUInt32BE()}`;
  const { text } = await start(`(setsid sleep ${seconds} &) ; sleep ${seconds}`, SOON_MS);
  await expect.poll(running).not.toEqual([]);
  list.runs[0]?.stop();
  await list.runs[0]?.ended;
  expect(await running()).toEqual([]);
  const lines = await Promise.all(
    (await readdir("/proc"))
      .filter((name) => /^\d+$/.test(name))
      .map((pid) => readFile(`/proc/${pid}/cmdline`, "latin1").catch(() => "")),
  );
  expect(lines.filter((line) => line.includes(seconds) && !line.includes("vitest"))).toEqual([]);
  await expect.poll(() => readFile(pathIn(text), "utf8")).toBe("\n[It was stopped.]\n");
});

it("[AG-1] one that ends at once is told as any other, and leaves no file", async () => {
  const { text, command } = await start("echo no such server >&2; exit 4", MINUTE_MS);
  expect(text).toBe("no such server\n\n[It ended with exit code 4.]");
  expect(command).toEqual({ code: 4 });
  expect(await keptFiles()).toEqual([]);
});

it("[AB-1] a call that is stopped before it has ended stops its command", async () => {
  const stop = new AbortController();
  const call = start("sleep 1000", MINUTE_MS, stop.signal);
  await expect.poll(() => list.runs).toHaveLength(1);
  stop.abort(new Error("Stopped."));
  await expect(call).rejects.toThrow("Stopped.");
  expect(await running()).toEqual([]);
});

it("one that may not be listed is not left running", async () => {
  const full = {
    add: () => {
      throw new Error("8 commands run already.");
    },
  };
  const context = { session_id: "ses_one" as SessionId, tool_call_id: "call", report: () => {} };
  const call = runInBackground({ command: "sleep 1000", folder, home: folder, data_dir }, full, {
    ...context,
    signal: new AbortController().signal,
  });
  await expect(call).rejects.toThrow("8 commands run already.");
  expect(await running()).toEqual([]);
});
