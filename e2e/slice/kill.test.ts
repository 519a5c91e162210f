import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, expect, test } from "vitest";
import { compose } from "../../src-main/compose";
import { createInProcessCounter } from "../../src-main/models/tokens/in-process";
import { childScript } from "../../src-main/store/testing/child-script";
import { placeEmptyDatabase } from "../../src-main/store/testing/empty-database";
import type { FeedPacket } from "../../src-preload/contract/domain/feed";
import type { SessionId } from "../../src-preload/contract/domain/ids";
import { type ScriptedProvider, startProvider } from "../fixtures/provider/provider";
import { ending, reply, type Step } from "../fixtures/provider/script";
import { KEY, RESOURCES, Slice, textOf, writeSettings } from "./slice";

let provider: ScriptedProvider;
beforeAll(async () => {
  provider = await startProvider();
  // By what is asked, not by turn: a child may die before its request has left.
  provider.respond(({ rawBody }) => (rawBody.includes("And now?") ? reply("Still here.") : answer));
});
afterAll(() => provider.close());

/** Half a second of an answer with everything in it: reasoning, text, a cut emoji, a tool's input. */
const words = (count: number): Step[] =>
  Array.from({ length: count }, (_, n): Step[] => [
    { text: n % 7 === 0 ? "\ud83d" : `word${n} ` },
    { delayMs: 2 },
  ]).flat();
const answer: Step[] = [
  { reasoning: "Let me think. " },
  { delayMs: 5 },
  { reasoning: "Yes." },
  ...words(150),
  ...ending(),
];

interface Killed {
  session_id: SessionId | undefined;
  /** All text a window was sent, by kind. */
  text: string;
  reasoning: string;
}

/** Runs a child on `data_dir`, kills it with -9 at the given moment, and tells what had left it. */
async function killAt(data_dir: string, { packets, ms }: { packets: number; ms: number }): Promise<Killed> {
  const child = spawn(process.execPath, [childScript("child"), data_dir, RESOURCES], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, SCRIPTED_KEY: KEY },
  });
  const exited = once(child, "exit");
  const killed: Killed = { session_id: undefined, text: "", reasoning: "" };
  let seen = 0;
  for await (const line of createInterface({ input: child.stdout })) {
    // A line cut by the kill itself never reached a window whole.
    if (!line.endsWith("}")) continue;
    const packet: FeedPacket = JSON.parse(line);
    take(packet, killed);
    seen += 1;
    // A fast machine may send the whole answer in fewer packets.
    if (seen === packets || isEnd(packet)) setTimeout(() => child.kill("SIGKILL"), ms);
  }
  await exited;
  return killed;
}

const isEnd = (packet: FeedPacket): boolean =>
  packet.type === "events" &&
  packet.events.some((event) => event.type === "status" && event.status.state === "idle");

function take(packet: FeedPacket, killed: Killed): void {
  if (packet.type === "snapshot") killed.session_id = packet.snapshot.session.id;
  if (packet.type !== "events") return;
  for (const event of packet.events) {
    if (event.type !== "chunks") continue;
    for (const chunk of event.chunks) {
      if (chunk.type === "text-delta") killed.text += chunk.delta;
      if (chunk.type === "reasoning-delta") killed.reasoning += chunk.delta;
    }
  }
}

/** An answer has a few more; on a slow machine many more. */
const PACKETS = 28;
/** One in each part of the answer, wherever in it. */
const PARTS = 4;
const MOMENTS = Array.from({ length: PARTS }, (_, part) => ({
  packets: 1 + Math.floor(((part + Math.random()) * PACKETS) / PARTS),
  ms: Math.floor(Math.random() * 12),
}));

test.each(MOMENTS)(
  "[SV-5a] kill -9 after packet $packets and $ms ms: every word that was sent is there, and the next send works",
  async (moment) => {
    const data_dir = await mkdtemp(join(tmpdir(), "braid-kill-"));
    placeEmptyDatabase(join(data_dir, "braid.db"));
    await writeSettings(data_dir, provider.baseUrl);
    const killed = await killAt(data_dir, moment);
    const slice = new Slice(
      await compose({
        ...{ data_dir, resources_dir: RESOURCES, env: { SCRIPTED_KEY: KEY } },
        counter: createInProcessCounter(),
      }),
      provider,
      data_dir,
    );
    try {
      const session_id = killed.session_id ?? slice.service.sessions.list({ limit: 1 }).sessions[0]?.id;
      if (session_id === undefined) throw new Error("the session is gone");
      const [question, cut] = slice.messages(session_id);
      expect(textOf(question)).toBe("Hello?");
      expect(textOf(cut).startsWith(killed.text)).toBe(true);
      const reasoning = cut?.parts.map((part) => (part.type === "reasoning" ? part.text : "")).join("");
      expect(reasoning?.startsWith(killed.reasoning)).toBe(true);
      expect(cut?.metadata.finish_reason).toMatch(/^(interrupted|stop)$/);
      expect(slice.service.sessions.status({ session_id })).toEqual({ state: "idle" });
      slice.send({ session_id, text: "And now?" });
      expect(textOf(await slice.rest(session_id))).toBe("Still here.");
    } finally {
      await slice.app.close();
      await rm(data_dir, { recursive: true, force: true });
    }
  },
);
