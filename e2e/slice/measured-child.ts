/** The composed core in a process of its own, asked by its parent: what each question has cost of memory, and how long it held the thread. */

import { existsSync, readFileSync } from "node:fs";
import { compose } from "../../src-main/compose";
import { inEnglish } from "../../src-main/core/english";
import type { FeedPacket } from "../../src-preload/contract/domain/feed";
import type { SessionId } from "../../src-preload/contract/domain/ids";
import type { StoredMessage } from "../../src-preload/contract/domain/messages";
import type { ModelRef } from "../../src-preload/contract/domain/models";

export interface Asked {
  text: string;
  model: ModelRef;
  /** Waits for the title, too. */
  titled: boolean;
}

export interface Measured {
  /** Bytes, the most there were. */
  memory: number;
  /** Milliseconds: the longest that nothing else had its turn, as far as the thread worked in them and not others on the machine. */
  held: number;
  finish_reason: string;
  code: string | undefined;
  message: string | undefined;
  characters: number;
  parts: number;
  title: string;
}

const [data_dir = "", resources_dir = ""] = process.argv.slice(2);
const TICK_MS = 5;
const OF_THREAD = "/proc/thread-self/schedstat";

/** Milliseconds that the main thread has worked; of the whole process where only Linux's file would tell more. */
function workedMs(): number {
  if (existsSync(OF_THREAD)) return Number(readFileSync(OF_THREAD, "utf8").split(" ")[0]) / 1e6;
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function startMeasuring(): () => { memory: number; held: number } {
  let [memory, held] = [0, 0];
  let [time, worked] = [performance.now(), workedMs()];
  const look = () => {
    const [now, workedNow] = [performance.now(), workedMs()];
    held = Math.max(held, Math.min(now - time, workedNow - worked) - TICK_MS);
    memory = Math.max(memory, process.memoryUsage.rss());
    [time, worked] = [now, workedNow];
  };
  const timer = setInterval(look, TICK_MS);
  return () => {
    look();
    clearInterval(timer);
    return { memory, held };
  };
}

let onTitleFailure = () => {};
const app = await compose({
  data_dir,
  resources_dir,
  env: process.env,
  onTitleFailure: () => onTitleFailure(),
});

async function ask({ text, model, titled }: Asked): Promise<Measured> {
  // Memory that earlier questions have left is none of this one's cost.
  global.gc?.();
  const stop = startMeasuring();
  const { session } = app.sessions.create({ text, model });
  const named = new Promise<void>((resolve) => {
    if (!titled) resolve();
    onTitleFailure = resolve;
    app.sessions.events.on((event) => {
      if (event.type === "session-changed" && event.session.id === session.id && event.session.title !== text)
        resolve();
    });
  });
  await new Promise<void>((resolve) => {
    const handle = app.sessions.attach(session.id, {
      post(packet) {
        queueMicrotask(() => handle.ack(packet.seq));
        if (packet.type !== "events") return;
        for (const event of packet.events)
          if (event.type === "status" && ["idle", "error"].includes(event.status.state)) resolve();
      },
      closed() {},
    });
  });
  await named;
  const measured = stop();
  const last = lastMessage(session.id);
  const { finish_reason = "none", error } = last?.metadata ?? {};
  const said = last?.parts.map((part) =>
    "text" in part && typeof part.text === "string" ? part.text.length : 0,
  );
  return {
    ...measured,
    finish_reason,
    code: error?.code,
    message: error === undefined ? undefined : inEnglish(error.message),
    characters: said?.reduce((sum, length) => sum + length, 0) ?? 0,
    parts: last?.parts.length ?? 0,
    title: app.sessions.read({ session_id: session.id }).session.title,
  };
}

function lastMessage(session_id: SessionId): StoredMessage | undefined {
  let last: StoredMessage | undefined;
  const take = (packet: FeedPacket) => {
    if (packet.type === "snapshot") last = packet.snapshot.page.messages.at(-1);
  };
  app.sessions.attach(session_id, { post: take, closed() {} }).detach();
  return last;
}

process.on("message", (asked: Asked) => {
  void ask(asked).then((measured) => process.send?.(measured));
});
process.on("disconnect", () => process.exit());
process.send?.("ready");
