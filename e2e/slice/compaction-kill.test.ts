/** A process that dies in the middle of a compaction leaves the old view or the new one, never something between. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { compose } from "../../src-main/compose";
import { childScript } from "../../src-main/store/testing/child-script";
import { compactionOf } from "../../src-preload/contract/domain/compaction";
import type { SessionId } from "../../src-preload/contract/domain/ids";
import { reply } from "../fixtures/provider/script";
import { broken } from "./invariants";
import { KEY, RESOURCES, removeSlice, Slice, startSlice, textOf } from "./slice";
import { Crashes } from "./watch-writes";

const MOMENTS = 20;
const TURNS = 40;

let base: Slice;
let session_id: SessionId;
let root: string;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "braid-compact-kill-"));
  base = await startSlice();
  base.provider.respond(() => reply("An answer with some words. ".repeat(50)));
  base.provider.summary(() => reply("A summary."));
  ({ session_id } = base.ask("Question 1"));
  await base.rest(session_id);
  for (let n = 2; n <= TURNS; n++) {
    base.send({ session_id, text: `Question ${n}` });
    await base.rest(session_id);
  }
  await base.app.close();
});
afterAll(async () => {
  await removeSlice(base);
  await rm(root, { recursive: true, force: true });
});

/** The compaction in a process, with the moment at which it began. */
async function compacting(data_dir: string) {
  const child = spawn(process.execPath, [childScript("compact-child"), data_dir, RESOURCES], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, SCRIPTED_KEY: KEY },
  });
  const exited = once(child, "exit");
  const lines = createInterface({ input: child.stdout });
  const done = new Promise<void>((resolve) => lines.on("line", (line) => line === "done" && resolve()));
  await once(lines, "line");
  const begun = performance.now();
  const kill = async () => {
    child.kill("SIGKILL");
    await exited;
  };
  return { child, begun, done, kill };
}

/** Kills it right after its end. Returns how long it ran. */
async function killedAtEnd(data_dir: string): Promise<number> {
  const { begun, done, kill } = await compacting(data_dir);
  await done;
  const ran = performance.now() - begun;
  await kill();
  return ran;
}

/** Resolves once the process stands still: it does so in a moment of its own. */
async function stopped(child: ChildProcess): Promise<void> {
  child.kill("SIGSTOP");
  const state = () => readFileSync(`/proc/${child.pid}/stat`, "latin1").split(") ")[1]?.[0];
  await vi.waitUntil(() => state() === "T", { interval: 1, timeout: 30_000 });
}

/**
 * Returns the folders as kills after these milliseconds would leave them. One process stands still at each of the moments while it is copied, and goes on: a kill
 * takes nothing back that was written, so the copies are what as many processes would leave.
 */
async function killedAfter(data_dir: string, moments: readonly number[]): Promise<Crashes<undefined>> {
  const crashes = new Crashes<undefined>(join(root, "crashes"));
  const { child, begun, kill } = await compacting(data_dir);
  let stood = 0;
  try {
    for (const ms of moments) {
      await wait(Math.max(0, ms - (performance.now() - begun - stood)));
      const since = performance.now();
      await stopped(child);
      crashes.take(data_dir, undefined);
      child.kill("SIGCONT");
      stood += performance.now() - since;
    }
  } finally {
    await kill();
  }
  return crashes;
}

async function viewOf(data_dir: string): Promise<"old" | "new"> {
  const slice = new Slice(
    await compose({ data_dir, resources_dir: RESOURCES, env: { SCRIPTED_KEY: KEY } }),
    base.provider,
    data_dir,
  );
  try {
    expect(broken(slice)).toEqual([]);
    const messages = slice.app.sessions.messages({
      session_id,
      before: "msg_~" as never,
      limit: 200,
    }).messages;
    const [first] = messages;
    const isNew = first !== undefined && compactionOf(first) !== undefined;
    expect(messages.length).toBe(isNew ? 5 : 2 * TURNS);
    slice.send({ session_id, text: "And now?" });
    expect(textOf(await slice.rest(session_id))).toMatch(/^An answer/);
    return isNew ? "new" : "old";
  } finally {
    await slice.app.close();
  }
}

test("[SV-5, CP-3d, Z-4b, Z-8] kill -9 at twenty moments of a compaction: the old view or the new one, and the next send works", async () => {
  const copied = async (name: string) => {
    const data_dir = join(root, name);
    await cp(base.data_dir, data_dir, { recursive: true });
    return data_dir;
  };
  const whole = await copied("whole");
  const duration = await killedAtEnd(whole);
  expect(await viewOf(whole)).toBe("new");
  const moments = Array.from({ length: MOMENTS }, (_, n) => ((n + Math.random()) / MOMENTS) * duration);
  const crashes = await killedAfter(await copied("killed"), moments);
  const views: string[] = [];
  for (const { data_dir } of crashes.all) views.push(await viewOf(data_dir));
  expect(views).toContain("old");
});
