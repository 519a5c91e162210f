/** Files of messages (AG-7, DB-9, DB-10), through the composed core, a real database and a scripted provider on both wires. */
import { createHash } from "node:crypto";
import { readdir, realpath, rm } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import type { AttachmentRef } from "../../src-preload/contract/domain/attachments";
import type { SessionId } from "../../src-preload/contract/domain/ids";
import { pictureBytes, png } from "../fixtures/picture-bytes";
import { refusal, reply } from "../fixtures/provider/script";
import { query, tamper } from "./database";
import {
  removeSlice,
  restartSlice,
  type Slice,
  type SliceOptions,
  startSlice,
  textOf,
  type WireType,
} from "./slice";
import { expectWellFormed, messagesOf } from "./well-formed";

let slice: Slice;
afterEach(() => removeSlice(slice));

const BOTH = { big: ["image", "pdf"], other: [] } as const;
const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
const PDF = Buffer.from("%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n");

async function* whole(bytes: Buffer) {
  yield bytes;
}

const add = (bytes: Buffer | string, name: string): Promise<AttachmentRef> =>
  slice.app.attachments.add(whole(Buffer.from(bytes)), name);

async function started(options: SliceOptions = {}): Promise<void> {
  slice = await startSlice({ reads: BOTH, models: ["other"], ...options });
  slice.provider.respond(() => reply("I see."));
}

async function ask(text: string, attachments: AttachmentRef[]): Promise<SessionId> {
  const { session } = slice.app.sessions.create({ text, attachments });
  await slice.rest(session.id);
  return session.id;
}

async function keptFiles(): Promise<string[]> {
  const names = await readdir(join(slice.data_dir, "blobs"), { recursive: true });
  return names.filter((name) => /[0-9a-f]{64}$/.test(name)).map((name) => name.slice(-64));
}

/** The user's first message, as the provider got it in its last request. */
const sent = (): string =>
  JSON.stringify(messagesOf(slice.provider.requests.at(-1)).find(({ role }) => role === "user"))
    // Marks of what a provider may keep stand at the end of a prompt, and wander with it.
    .replace(/,"cache_control":\{[^}]*\}/g, "");

describe.each<WireType>(["openai-compatible", "anthropic"])("on the %s wire", (wire) => {
  test("[AG-7b] [DB-9a] pictures and PDFs go as bytes, texts as words, anything else by its name; after a restart too", async () => {
    await started({ wire });
    const files = [
      await add(PNG, "photo.png"),
      await add(PDF, "paper.pdf"),
      await add("The note.", "note.txt"),
      await add(Buffer.from([80, 75, 3, 4, 0]), "box.zip"),
    ];
    expect(files.map(({ media_type }) => media_type)).toEqual([
      "image/png",
      "application/pdf",
      "text/plain",
      "application/octet-stream",
    ]);
    const session_id = await ask("What is this?", files);
    const first = sent();
    expect(first).toContain(PNG.toString("base64"));
    expect(first).toContain(PDF.toString("base64"));
    expect(first).toContain(
      String.raw`[file: \"note.txt\", text/plain, 9 bytes]\n<attached-file>\nThe note.\n</attached-file>`,
    );
    expect(first).toContain(
      String.raw`[file: \"box.zip\", application/octet-stream, 5 bytes; the model cannot read it]`,
    );
    expect(first.indexOf("box.zip")).toBeLessThan(first.indexOf("What is this?"));
    expect(await keptFiles()).toHaveLength(4);
    const rows = query<{ data_json: string }>(slice, "SELECT data_json FROM chat_parts WHERE type = 'file'");
    expect(rows).toHaveLength(4);
    for (const { data_json } of rows) expect(data_json).not.toContain("base64");
    slice = await restartSlice(slice);
    slice.provider.respond(() => reply("Still."));
    slice.send({ session_id, text: "And now?" });
    await slice.rest(session_id);
    expect(sent()).toBe(first);
    expectWellFormed(slice.provider.requests);
    expect(slice.messages(session_id)[0]?.metadata.attachments).toEqual(files);
  });

  test("[AG-7d] a model that reads no pictures is told their names, and another one in the same session gets them", async () => {
    await started({ wire });
    const photo = await add(PNG, "photo.png");
    const session_id = await ask("Look.", [photo]);
    slice.send({ session_id, text: "You?", model: { provider_id: "scripted", model_id: "other" } });
    await slice.rest(session_id);
    expect(sent()).toContain("the model cannot read it");
    expect(sent()).not.toContain(PNG.toString("base64"));
  });

  test("[AG-7] a picture whose end is missing is refused with what to do, and leaves the others alone", async () => {
    await started({ wire });
    for (const [type, picture] of Object.entries(pictureBytes)) {
      const bytes = picture(40, 30);
      expect(await add(bytes, "photo")).toMatchObject({ media_type: type });
      await expect(add(bytes.subarray(0, -6), "photo"), type).rejects.toMatchObject({
        info: {
          code: "INVALID_INPUT",
          message: expect.objectContaining({ key: "attachment.damaged.message" }),
          hint: expect.objectContaining({ key: "attachment.damaged.hint" }),
        },
      });
    }
  });

  test("[AG-7] a message of files alone is sent, and names its session", async () => {
    await started({ wire });
    const session_id = await ask("", [await add(PNG, "photo.png")]);
    expect(sent()).toContain(PNG.toString("base64"));
    expectWellFormed(slice.provider.requests);
    expect(slice.app.sessions.read({ session_id }).session.title).toBe("photo.png");
  });
});

test("[AG-7d] a session goes on after a picture that Anthropic would refuse in each request", async () => {
  await started({ wire: "anthropic" });
  // 5 MB as base64.
  slice.provider.respond(({ rawBody }) => (rawBody.length > 5_000_000 ? refusal(400) : reply("I see.")));
  const large = Buffer.concat([png(40, 30), Buffer.alloc(4_000_000)]);
  const session_id = await ask("Look.", [
    await add(large, "photo.png"),
    await add(png(9000, 10), "panorama.png"),
    await add(PNG, "small.png"),
  ]);
  const first = sent();
  for (const name of ["photo.png", "panorama.png"])
    expect(first).toContain(String.raw`[file: \"${name}\", image/png; the model cannot read it, because`);
  expect(first).toContain(PNG.toString("base64"));
  slice.send({ session_id, text: "And now?" });
  await slice.rest(session_id);
  expect(sent()).toBe(first);
  expect(
    slice
      .messages(session_id)
      .filter(({ role }) => role === "assistant")
      .map(textOf),
  ).toEqual(["I see.", "I see."]);
});

describe("[DB-9a] [DB-10] the bytes", () => {
  test("[DB-10d] are kept once, also in a branch, and go with the last session that uses them", async () => {
    await started();
    const photo = await add(PNG, "photo.png");
    expect(await add(PNG, "again.png")).toEqual({ ...photo, filename: "again.png" });
    const session_id = await ask("Look.", [photo]);
    const from_message_id = slice.messages(session_id).at(-1)?.id;
    if (from_message_id === undefined) throw new Error("no answer");
    const branch = await slice.app.branches.branch({ parent_session_id: session_id, from_message_id });
    slice.app.trash.put({ session_id });
    await slice.app.trash.empty({});
    expect(await keptFiles()).toEqual([photo.sha256]);
    slice.send({ session_id: branch.id, text: "And?" });
    await slice.rest(branch.id);
    expect(sent()).toContain(PNG.toString("base64"));
    slice.app.trash.put({ session_id: branch.id });
    await slice.app.trash.empty({});
    expect(await keptFiles()).toEqual([]);
    expect(query(slice, "SELECT 1 FROM blobs")).toEqual([]);
  });

  test("that nobody sent are swept at a start, a day later, and those of a draft stay", async () => {
    await started();
    const [left, drafted] = [await add("left", "left.txt"), await add("drafted", "drafted.txt")];
    const place = { kind: "composer", session_id: null } as const;
    slice.app.drafts.save({ place, text: "", attachments: [drafted] }, "main");
    tamper(slice, "UPDATE blobs SET created_at = 1");
    slice = await restartSlice(slice);
    expect(slice.app.drafts.read(null, "main", [])).toEqual([{ place, text: "", attachments: [drafted] }]);
    await expect.poll(keptFiles).toEqual([drafted.sha256]);
    expect(left.sha256).not.toBe(drafted.sha256);
  });

  test("of a file that is not there any more are told of, and the turn goes on", async () => {
    await started();
    const photo = await add(PNG, "photo.png");
    await rm(join(slice.data_dir, "blobs"), { recursive: true });
    const session_id = await ask("Look.", [photo]);
    expect(sent()).toContain("it is not on this computer any more");
    expect(textOf(slice.messages(session_id).at(-1))).toBe("I see.");
  });
});

describe("the files of a message", () => {
  test("that the store does not have refuse it, and nothing is stored", async () => {
    await started();
    const unknown = {
      sha256: createHash("sha256").update("?").digest("hex"),
      media_type: "x",
      filename: "a",
      size: 1,
    };
    const refused = expect.objectContaining({ code: "INVALID_INPUT" });
    expect(() => slice.app.sessions.create({ text: "Look.", attachments: [unknown] })).toThrow(refused);
    expect(query(slice, "SELECT 1 FROM chat_sessions")).toEqual([]);
    const session_id = await ask("Hello?", []);
    expect(() => slice.app.queue.send({ session_id, text: "", attachments: [unknown] })).toThrow(refused);
    expect(slice.messages(session_id)).toHaveLength(2);
  });

  test("[AG-7a] go along up to ten; an eleventh refuses the message, and nothing is stored", async () => {
    await started();
    const files = await Promise.all(Array.from({ length: 11 }, (_, at) => add(`${at}`, `${at}.txt`)));
    expect(() => slice.app.sessions.create({ text: "Look.", attachments: files })).toThrow(
      expect.objectContaining({
        info: expect.objectContaining({ message: { key: "attachment.too-many", params: { most: 10 } } }),
      }),
    );
    expect(query(slice, "SELECT 1 FROM chat_sessions")).toEqual([]);
    const session_id = await ask("Look.", files.slice(0, 10));
    const [{ parts } = { parts: [] }] = slice.messages(session_id);
    expect(parts.filter(({ type }) => type === "file")).toHaveLength(10);
  });

  test("say what the store says of them, whatever a window says", async () => {
    await started();
    const photo = await add(PNG, "photo.png");
    const lied = { ...photo, media_type: "text/html", size: 7, filename: "../\u202egnp.exe" };
    const session_id = await ask("Look.", [lied]);
    expect(slice.messages(session_id)[0]).toMatchObject({
      metadata: { attachments: [{ ...photo, filename: "gnp.exe" }] },
      parts: [{ type: "file", mediaType: "image/png", filename: "gnp.exe" }, { type: "text" }],
    });
  });

  test("[QU-1] wait with it in the queue, can be changed there, and are sent with it", async () => {
    await started();
    const [photo, note] = [await add(PNG, "photo.png"), await add("The note.", "note.txt")];
    slice.provider.respond(() => undefined);
    slice.provider.enqueue(reply({ gate: "go" }, "I see."), reply("Both."));
    const { session } = slice.app.sessions.create({ text: "Wait." });
    const session_id = session.id;
    const sentOrQueued = slice.app.queue.send({ session_id, text: "", attachments: [photo] });
    if (!("queued" in sentOrQueued)) throw new Error("it was sent");
    const { id } = sentOrQueued.queued;
    expect(slice.app.queue.of(session_id).items).toMatchObject([{ excerpt: "", filenames: ["photo.png"] }]);
    slice.app.queue.edit({ session_id, id, text: "Both?", attachments: [photo, note] });
    expect(slice.app.queue.read({ session_id, id })).toMatchObject({ attachments: [photo, note] });
    slice.app.queue.edit({ session_id, id, text: "Both, please." });
    const { removal } = slice.app.queue.remove({ session_id, id });
    slice.app.queue.putBack({ session_id, removal });
    const watcher = slice.watch(session_id);
    slice.provider.open("go");
    await watcher.until(() => slice.messages(session_id).length === 4);
    await slice.rest(session_id);
    const asked = slice.messages(session_id)[2];
    expect(asked?.metadata.attachments).toEqual([photo, note]);
    expect(asked && textOf(asked)).toBe("Both, please.");
  });

  test("[RW-1c] [RW-2] come along in a rewind, or are changed by it; the same ones are a try again", async () => {
    await started();
    const [photo, note] = [await add(PNG, "photo.png"), await add("The note.", "note.txt")];
    const session_id = await ask("Look.", [photo]);
    const first = slice.messages(session_id)[0];
    if (first === undefined) throw new Error("no message");
    const rewind = async (changed: { text?: string; attachments?: AttachmentRef[] }) => {
      const message_id = slice.messages(session_id)[0]?.id ?? first.id;
      slice.app.timeline.rewind({ session_id, message_id, ...changed });
      await slice.rest(session_id);
      return slice.messages(session_id)[0];
    };
    expect((await rewind({ text: "Look.", attachments: [photo] }))?.id).toBe(first.id);
    const reworded = await rewind({ text: "Look again." });
    expect(reworded?.id).not.toBe(first.id);
    expect(reworded?.metadata.attachments).toEqual([photo]);
    expect(sent()).toContain(PNG.toString("base64"));
    const changed = await rewind({ attachments: [note] });
    expect(changed?.metadata.attachments).toEqual([note]);
    expect(changed && textOf(changed)).toBe("Look again.");
    expect(sent()).not.toContain(PNG.toString("base64"));
    expect((await rewind({ text: "Alone.", attachments: [] }))?.parts).toMatchObject([
      { type: "text", text: "Alone." },
    ]);
  });

  test("[DB-12d] a message in a folder names its files, its agent, and what finds the files of the folder as they were", async () => {
    await started();
    const note = await add("The note.", "note.txt");
    const workspace_root = await realpath(slice.data_dir);
    const { session } = slice.app.sessions.create({ text: "Look.", attachments: [note], workspace_root });
    await slice.rest(session.id);
    const [row] = query<{ id: string; metadata_json: string }>(
      slice,
      "SELECT id, metadata_json FROM chat_messages WHERE role = 'user'",
    );
    expect(JSON.parse(row?.metadata_json ?? "{}")).toEqual({
      model: { provider_id: "scripted", model_id: "big" },
      agent: "code",
      attachments: [note],
      snapshot_id: row?.id,
    });
  });

  test("[TK-3f] count in a draft as its model will read them: a text with its words, a picture as one", async () => {
    await started();
    const model = { provider_id: "scripted", model_id: "big" };
    const measured = (text: string, attachments: AttachmentRef[] = []) =>
      slice.app.context.measure({ model, text, attachments }, "main");
    const words = "A sentence about nothing. ".repeat(400);
    const note = await add(words, "note.txt");
    const alone = await measured("Look.");
    const withNote = await measured("Look.", [note]);
    const typed = await measured(`Look. ${words}`);
    expect(Math.abs(withNote - typed)).toBeLessThan(0.1 * typed);
    const withBoth = await measured("Look.", [note, await add(PNG, "photo.png")]);
    expect(withBoth - withNote).toBeGreaterThan(1000);
    expect(await measured("", [note])).toBeGreaterThan(withNote - alone - 10);
    const gone = { ...note, sha256: "0".repeat(64) };
    await expect(measured("Look.", [gone])).rejects.toMatchObject({ code: "INVALID_INPUT" });
  });

  test("[TK-3] count as attachments in what fills the window", async () => {
    await started();
    const session_id = await ask("Look.", [await add(PNG, "photo.png")]);
    const counted = await slice.app.context.read(
      {
        session_id,
        model: { provider_id: "scripted", model_id: "big" },
      },
      "main",
    );
    // The provider counts the whole; the parts share it.
    expect(counted.parts.attachments).toBeGreaterThan(counted.parts.turns);
  });
});
