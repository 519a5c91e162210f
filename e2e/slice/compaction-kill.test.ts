/** A process that dies in the middle of a compaction leaves the old view or the new one, never something between. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, expect, test } from "vitest";
import { compose } from "../../src-main/compose";
import { childScript } from "../../src-main/store/testing/child-script";
import { compactionOf } from "../../src-preload/contract/domain/compaction";
import type { SessionId } from "../../src-preload/contract/domain/ids";
import { reply } from "../fixtures/provider/script";
import { broken } from "./invariants";
import { KEY, RESOURCES, removeSlice, Slice, startSlice, textOf } from "./slice";

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

/** Runs the compaction in a process and kills that `ms` after its beginning; without `ms` right after its end. Returns how long it ran. */
async function killed(data_dir: string, ms?: number): Promise<number> {
  const child = spawn(process.execPath, [childScript("compact-child"), data_dir, RESOURCES], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, SCRIPTED_KEY: KEY },
  });
  const exited = once(child, "exit");
  let begun = 0;
  for await (const line of createInterface({ input: child.stdout })) {
    if (line === "begun") {
      begun = performance.now();
      if (ms !== undefined) setTimeout(() => child.kill("SIGKILL"), ms);
    } else child.kill("SIGKILL");
  }
  await exited;
  return performance.now() - begun;
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
  const duration = await killed(whole);
  expect(await viewOf(whole)).toBe("new");
  const views: string[] = [];
  for (let n = 0; n < MOMENTS; n++) {
    const data_dir = await copied(String(n));
    await killed(data_dir, ((n + Math.random()) / MOMENTS) * duration);
    views.push(await viewOf(data_dir));
  }
  expect(views).toContain("old");
});
