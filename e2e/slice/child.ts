/** A process to kill: the composed core, one question asked, and every packet a window would have been sent written to stdout at once. */
import { writeSync } from "node:fs";
import { compose } from "../../src-main/compose";

const [data_dir = "", resources_dir = "", text = "Hello?"] = process.argv.slice(2);

const app = await compose({ data_dir, resources_dir, env: process.env });
const { session } = app.service.create({ text });
const handle = app.service.attach(session.id, {
  post(packet) {
    // Synchronous: what the parent reads is what had left this process when it died.
    writeSync(1, `${JSON.stringify(packet)}\n`);
    queueMicrotask(() => handle.ack(packet.seq));
  },
  closed() {},
});
