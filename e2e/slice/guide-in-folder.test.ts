// The built-in model at work in a folder, with the tools and the questions that any model has.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { SessionId } from "../../src-preload/contract/domain/ids";
import { workFolder } from "../fixtures/work-folder";
import { query } from "./database";
import { removeSlice, type Slice, startSlice, textOf } from "./slice";

const MODEL = { provider_id: "builtin", model_id: "guide" };

let slice: Slice;
let folder: string;
beforeEach(async () => {
  folder = await workFolder({ "notes.txt": "First things first.\nTODO: the rest\n" });
  slice = await startSlice();
});
afterEach(() => removeSlice(slice));

const lastText = (session_id: SessionId) => textOf(slice.messages(session_id).at(-1));

test("the guide lists, reads and searches when it is asked to, and is answered by the handbook again", async () => {
  const { session } = slice.service.sessions.create({
    text: "list the files",
    model: MODEL,
    workspace_root: folder,
  });
  await slice.rest(session.id);
  expect(lastText(session.id)).toContain("notes.txt");
  for (const [text, answer] of [
    ["read notes.txt", "First things first."],
    ["find TODO", "TODO: the rest"],
    ["read gone.txt", "That did not work:"],
    ["How do I rename a session?", "Renaming a session"],
  ] as const) {
    slice.send({ session_id: session.id, text, model: MODEL });
    expect((await slice.rest(session.id)).metadata.finish_reason).toBe("stop");
    expect(lastText(session.id)).toContain(answer);
  }
  expect(slice.provider.requests).toHaveLength(0);
});

test("[PM-2] what the guide would change is asked first, done when allowed, and left when denied", async () => {
  const { session } = slice.service.sessions.create({
    text: 'write "Changed" to notes.txt',
    model: MODEL,
    workspace_root: folder,
  });
  const { id: session_id } = session;
  const watcher = slice.watch(session_id);
  const decide = async (decision: "once" | "deny") => {
    await watcher.until(() => watcher.status.state === "waiting");
    const [open] = query<{ id: string }>(
      slice,
      "SELECT data_json ->> 'id' AS id FROM chat_parts WHERE type = 'data-permission' ORDER BY id DESC LIMIT 1",
    );
    slice.service.permissions.reply({ session_id, approval_id: open?.id ?? "", decision });
    await watcher.rest();
  };
  await decide("deny");
  expect(lastText(session_id)).toBe("You did not allow it, so nothing was done.");
  expect(await readFile(join(folder, "notes.txt"), "utf8")).toContain("TODO");
  slice.send({ session_id, text: 'write "Changed" to notes.txt', model: MODEL });
  await decide("once");
  expect(await readFile(join(folder, "notes.txt"), "utf8")).toBe("Changed\n");
});
