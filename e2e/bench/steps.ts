/** Compares a further step of a turn after 100,000 visible messages with the first step, which reads them all. */
import type { SessionService } from "../../src-main/core/session/session-service";
import type { SessionId } from "../../src-preload/contract/domain/ids";
import { sessionId } from "../fixtures/many-rows";
import { ownTime } from "../fixtures/own-time";
import { answer, call, createCore, openDatabaseFolder } from "./core";
import { type Line, median, never, timeRatio } from "./lines";
import { interleaved, watchThread } from "./measure";

const MESSAGES = 100_000;
const STEPS = 6;
const ROUNDS = 3;

export async function steps(): Promise<Line[]> {
  const database = await openDatabaseFolder({ sessions: 1, messages: MESSAGES });
  const session_id = sessionId(0);
  let ready = 0;
  let waits: number[] = [];
  // The model is asked: the time since the question was stored, or since the tool before has answered, is what the step cost.
  const stream = () => {
    waits.push(ownTime() - ready);
    return waits.length < STEPS ? call("look", `call_${waits.length}`) : answer(1);
  };
  const look = {
    name: "look",
    description: "Looks.",
    input_schema: { type: "object" as const },
    execute: async () => {
      ready = ownTime();
      return { seen: waits.length };
    },
  };
  const service = createCore(database, stream, [look]);
  const { turns } = await interleaved(ROUNDS, {
    turns: async () => {
      waits = [];
      service.queue.send({ session_id, text: "Go on." });
      const watch = watchThread();
      ready = ownTime();
      await rest(service, session_id);
      const held = watch.stop();
      const [first = Number.NaN, ...further] = waits;
      if (further.length !== STEPS - 1) throw new Error(`The turn had ${waits.length} steps.`);
      return { first, further: median(further), held };
    },
  });
  await database.close();
  const what = "after 100,000 visible messages";
  return [
    timeRatio(
      `what a step sends, ${what}: a further step / the first of its turn`,
      turns.map(({ further }) => further),
      turns.map(({ first }) => first),
      0.1,
    ),
    never(
      `time the input thread is held by a turn of ${STEPS} steps, ${what}`,
      turns.map(({ held }) => held),
      16,
    ),
  ];
}

/** Resolves when the turn is over. */
function rest(service: SessionService, session_id: SessionId): Promise<void> {
  return new Promise((resolve, reject) => {
    const handle = service.sessions.attach(session_id, {
      post: (packet) => {
        setImmediate(() => handle.ack(packet.seq));
        if (packet.type !== "events") return;
        for (const event of packet.events) {
          if (event.type !== "status" || event.status.state === "busy") continue;
          setImmediate(() => handle.detach());
          if (event.status.state === "idle") resolve();
          else reject(new Error(JSON.stringify(event.status.message ?? event.status.state)));
        }
      },
      closed: () => reject(new Error("The window was let go.")),
    });
  });
}
