/** A process to kill: the composed core, one question asked, and every packet a window would have been sent written to stdout at once. */
import { writeSync } from "node:fs";
import { compose } from "../../src-main/compose";
import { createInProcessCounter } from "../../src-main/models/tokens/in-process";

const [data_dir = "", resources_dir = "", text = "Hello?"] = process.argv.slice(2);

const counter = createInProcessCounter();
const app = await compose({ data_dir, resources_dir, env: process.env, counter });
const { session } = app.sessions.create({ text });
const handle = app.sessions.attach(session.id, {
  post(packet) {
    // Synchronous: what the parent reads is what had left this process when it died.
    writeSync(1, `${JSON.stringify(packet)}\n`);
    queueMicrotask(() => handle.ack(packet.seq));
  },
  closed() {},
});
