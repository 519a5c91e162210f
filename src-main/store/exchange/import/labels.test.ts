import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { fuzzRuns } from "../../../../e2e/fixtures/fuzz-runs";
import type { ExportFormat } from "../../../../src-preload/contract/domain/exchange";
import type { SessionId } from "../../../../src-preload/contract/domain/ids";
import { freshFolder, opened } from "../../testing/stores";
import { tick, wholeTurn } from "../../testing/talk";
import { exportSessions } from "../export";
import { ALL, WORDS } from "../testing/choices";
import { importSessions } from "./import";

const alone = { isCancelled: () => false, onProgress: () => undefined };
const TURNS = 3;
type Format = Exclude<ExportFormat, "pdf">;

const name = fc
  .string({ unit: "grapheme", maxLength: 12 })
  .map((text) => text.normalize("NFC").replace(/\s+/g, " ").trim())
  .filter((text) => text !== "");
const labels = fc.array(fc.record({ at: fc.nat({ max: 2 * TURNS - 1 }), name }), { maxLength: 8 });

async function exported(file: string, session_id: SessionId, format: Format): Promise<string> {
  const target = join(freshFolder(), format === "tree" ? "out.jsonl" : "out.json");
  await exportSessions({ file, sessions: [session_id], format, include: ALL, target, words: WORDS }, alone);
  return target;
}

/** The names of each message, in the order of the messages. */
async function namesIn(store: ReturnType<typeof opened>["store"], session_id: SessionId) {
  const found = await store.labelsOf(session_id);
  return store
    .visibleMessages(session_id)
    .map(({ id }) => found.flatMap((label) => (label.message_id === id ? label.name : [])).sort());
}

test.each(["archive", "tree"] as const)("[SE-11b] labels come back from an export: %s", async (format) => {
  const [here, there] = [opened(), opened()];
  await fc.assert(
    fc.asyncProperty(labels, async (made) => {
      const { session_id } = wholeTurn(here.store);
      for (let n = 1; n < TURNS; n++) wholeTurn(here.store, session_id);
      const messages = here.store.visibleMessages(session_id);
      for (const { at, name } of made) {
        const { id } = messages[at] ?? expect.fail();
        await here.store.addLabel({ session_id, message_id: id, name, now: tick() });
      }
      const path = await exported(here.file, session_id, format);
      const { session_ids } = await importSessions({ file: there.file, paths: [path], now: tick() }, alone);
      const [copy] = session_ids;
      expect(await namesIn(there.store, copy as SessionId)).toEqual(await namesIn(here.store, session_id));
    }),
    { numRuns: fuzzRuns(6) },
  );
});

test("[SE-11b] Markdown and HTML name the labels of a message", async () => {
  const { store, file } = opened();
  const turn = wholeTurn(store);
  for (const name of ["a <b>", "to_read"])
    await store.addLabel({ session_id: turn.session_id, message_id: turn.message_id, name, now: tick() });
  const text = async (format: Format) => readFileSync(await exported(file, turn.session_id, format), "utf8");
  expect(await text("markdown")).toContain(" · Labels: a \\<b\\>, to\\_read\n");
  expect(await text("html")).toContain(">Labels: a &lt;b&gt;, to_read</span></header>");
});
