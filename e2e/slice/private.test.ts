/** Private sessions (SE-10): the same service in memory alone, without hooks, folders and files. */
import { readdirSync, readFileSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import type { Tool } from "../../src-main/core/ports/tools";
import { reply } from "../fixtures/provider/script";
import { KEY, removeSlice, Slice, startSlice, textOf } from "./slice";

let slice: Slice;
afterEach(() => removeSlice(slice));

const look: Tool = {
  name: "look",
  description: "Looks.",
  input_schema: { type: "object", properties: {} },
  execute: async () => ({ text: "seen" }),
};

/** The private sessions of the same app. */
const privately = async () =>
  new Slice({ ...slice.app, ...(await slice.app.privately()).service }, slice.provider, slice.data_dir);

/** All bytes of the data folder. */
const allFiles = (): string =>
  readdirSync(slice.data_dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), "latin1"))
    .join("\n");

const heard = (): string[] => {
  const lines = readFileSync(join(slice.data_dir, "heard.jsonl"), "utf8").trim().split("\n");
  return lines.map((line) => JSON.parse(line).session_id);
};

test("[SE-10a] all of it works in memory: turns, files, finding, going back, branches; no file has a word, no hook hears of it, no tool is offered", async () => {
  slice = await startSlice({ tools: [look], compose: { env: { SCRIPTED_KEY: KEY } } });
  const file = join(slice.data_dir, "settings.json");
  const hooks = [{ on: "message.user", run: `printf '%s\\n' "$(cat)" >> heard.jsonl` }];
  await writeFile(file, JSON.stringify({ ...JSON.parse(await readFile(file, "utf8")), hooks }));
  slice.provider.respond(() => reply("A quince-barometer."));
  const hidden = await privately();
  async function* bytes() {
    yield Buffer.from("a tangerine-sextant");
  }
  const note = await hidden.app.attachments.add(bytes(), "note.txt");
  const { session } = hidden.app.sessions.create({ text: "A mulberry-harpsichord?", attachments: [note] });
  const answer = await hidden.rest(session.id);
  expect(textOf(answer)).toBe("A quince-barometer.");
  const [asked] = slice.provider.requests;
  expect(asked?.rawBody).toContain("tangerine-sextant");
  expect(asked?.body).not.toHaveProperty("tools");

  const { session_id } = answer;
  expect(await hidden.app.sessions.find({ session_id, text: "barometer" })).toMatchObject({
    matches: [{ message_id: answer.id, count: 1 }],
  });
  const branch = await hidden.app.branches.branch({
    parent_session_id: session_id,
    from_message_id: answer.id,
  });
  expect(hidden.messages(branch.id)).toHaveLength(2);
  expect(slice.app.sessions.list({ limit: 10 }).sessions).toEqual([]);
  expect(() => slice.app.sessions.read({ session_id })).toThrow();

  const ordinary = slice.ask("An ordinary question.");
  await slice.rest(ordinary.session_id);
  await expect.poll(() => heard()).toEqual([ordinary.session_id]);
  await slice.app.close();
  expect(allFiles()).toContain("An ordinary question.");
  for (const word of ["mulberry-harpsichord", "tangerine-sextant"]) expect(allFiles()).not.toContain(word);
});

test("[SE-10a] private words would be lost while a session is there, archived or not, or a draft", async () => {
  slice = await startSlice({});
  const { service, hasWords } = await slice.app.privately();
  const { sessions, drafts, trash } = service;
  expect(hasWords()).toBe(false);
  slice.provider.respond(() => reply("A quince-barometer."));
  const hidden = await privately();
  const { session_id } = await hidden.rest(sessions.create({ text: "A mulberry-harpsichord?" }).session.id);
  expect(hasWords()).toBe(true);
  sessions.archive({ session_id });
  expect(hasWords()).toBe(true);
  trash.put({ session_id });
  expect(hasWords()).toBe(false);
  const place = { kind: "composer", session_id: null } as const;
  drafts.save({ place, text: "An unsent word" }, "a window");
  expect(hasWords()).toBe(true);
});
