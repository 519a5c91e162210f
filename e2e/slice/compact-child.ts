/** A process to kill: the composed core on a folder with one conversation, which it summarises. Says `begun` and, at the end, `done`. */
import { writeSync } from "node:fs";
import { compose } from "../../src-main/compose";

const [data_dir = "", resources_dir = ""] = process.argv.slice(2);

const app = await compose({ data_dir, resources_dir, env: process.env });
const [session] = app.sessions.list({ limit: 1 }).sessions;
if (session === undefined) throw new Error("there is no session");
const session_id = session.id;
const handle = app.sessions.attach(session_id, {
  post(packet) {
    const isOver = packet.type === "events" && packet.events.some((event) => event.type === "compacted");
    if (isOver) writeSync(1, "done\n");
    queueMicrotask(() => handle.ack(packet.seq));
  },
  closed() {},
});
writeSync(1, "begun\n");
app.compactions.start({ session_id });
