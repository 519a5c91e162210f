/** A process to kill: the composed core, one question asked, and every packet a window would have been sent written to stdout at once. */
import { writeSync } from "node:fs";
import { compose } from "../../src-main/compose";
import type { Tool } from "../../src-main/core/ports/tools";

const [data_dir = "", resources_dir = "", text = "Hello?"] = process.argv.slice(2);

/** For who wants to kill a turn while a tool runs. */
const stuck: Tool = {
  name: "stuck",
  description: "Never answers.",
  input_schema: { type: "object", properties: {} },
  execute: () => new Promise(() => {}),
};

const app = await compose({ data_dir, resources_dir, env: process.env, tools: [stuck] });
const { session } = app.sessions.create({ text });
const handle = app.sessions.attach(session.id, {
  post(packet) {
    // Synchronous: what the parent reads is what had left this process when it died.
    writeSync(1, `${JSON.stringify(packet)}\n`);
    queueMicrotask(() => handle.ack(packet.seq));
  },
  closed() {},
});
