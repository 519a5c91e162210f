import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { childScript } from "../../src-main/store/testing/child-script";
import type { MessageId, SessionId } from "../../src-preload/contract/domain/ids";
import { startProvider } from "../fixtures/provider/provider";
import { reply, type Step } from "../fixtures/provider/script";
import { workFolder } from "../fixtures/work-folder";
import { query } from "./database";
import { KEY, RESOURCES, removeSlice, restartSlice, type Slice, startSlice, writeSettings } from "./slice";

let slice: Slice;
let folder: string;
beforeEach(async () => {
  folder = await workFolder();
  slice = await startSlice({ compose: { compare_file: pathToFileURL(childScript("compare-worker")) } });
  slice.service.permissions.setMode({ workspace_root: folder, mode: "edits" });
});
afterEach(() => removeSlice(slice));

let calls = 0;
const call = (name: string, input: unknown): Step => {
  calls += 1;
  return { tool: { id: `call_${calls}`, name, input } };
};
const write = (path: string, content: string): Step => call("write", { path, content });
const edit = (path: string, old_text: string, new_text: string): Step =>
  call("edit", { path, edits: [{ old_text, new_text }] });

const at = (name: string): string => join(folder, name);
const put = (name: string, content: string | Buffer): void => writeFileSync(at(name), content);
/** The text of a file; undefined where there is none. */
const text = (name: string): string | undefined =>
  existsSync(at(name)) ? readFileSync(at(name), "utf8") : undefined;

interface Asked {
  session_id: SessionId;
  message_id: MessageId;
}

/** One turn, in which the model calls these, one step each. */
async function turn(steps: Step[], session_id?: SessionId): Promise<Asked> {
  slice.provider.enqueue(...steps.map((step) => reply(step)), reply("Done."));
  const asked =
    session_id === undefined
      ? slice.service.sessions.create({ text: "Go.", workspace_root: folder })
      : { session: { id: session_id }, message: slice.send({ session_id, text: "Go on." }) };
  const id = asked.session.id;
  await slice.rest(id);
  if (asked.message === undefined) throw new Error("no message was stored");
  return { session_id: id, message_id: asked.message.id };
}

const states = async (asked: Asked): Promise<Record<string, string>> => {
  const { files } = await slice.service.changes.list(asked);
  return Object.fromEntries(files.map(({ path, state }) => [path.slice(folder.length + 1), state]));
};

const task = (): Step => call("task", { description: "Do it", prompt: "Edit.", agent: "general" });
const bash = (command: string): Step => call("bash", { command });
const said = (words: string): Step => ({ text: words });

describe("[RW-5] the files that turns changed", () => {
  test("[AG-2] are also those that a helper changed, and a helper of that one", async () => {
    for (const name of ["a.txt", "b.txt", "c.txt"]) put(name, "as it was\n");
    const before = await turn([write("c.txt", "kept\n")]);
    const inner = [task(), write("b.txt", "wrecked\n"), bash("echo hello"), said("Well."), said("Ok.")];
    const asked = await turn([task(), write("a.txt", "wrecked\n"), ...inner], before.session_id);
    expect([text("a.txt"), text("b.txt")]).toEqual(["wrecked\n", "wrecked\n"]);
    const counted = await slice.service.changes.count(asked);
    expect(counted).toMatchObject({ files: 2, commands: true });
    const { session_id } = asked;
    slice.service.timeline.rewind({ ...asked, text: "Other." });
    await slice.rest(session_id);
    const [op_id] = slice.look(session_id).hidden.map((turns) => turns.op_id);
    const gone = await slice.service.changes.count({ session_id, op_id: op_id ?? expect.fail() });
    expect(gone).toMatchObject({ files: 2, commands: true });
    const back = await slice.service.changes.restore({ session_id, message_id: gone.from ?? expect.fail() });
    expect(back.left).toEqual([]);
    expect(["a.txt", "b.txt", "c.txt"].map(text)).toEqual(["as it was\n", "as it was\n", "kept\n"]);
  });

  test("[RN-7] of an answer that was tried again belong to the new attempt", async () => {
    put("a.txt", "as it was\n");
    slice.provider.enqueue(
      reply(write("a.txt", "changed\n")),
      [{ text: "I wrote" }, { reset: true }],
      reply("I wrote once."),
      reply("Anew."),
    );
    const { session, message } = slice.service.sessions.create({ text: "Go.", workspace_root: folder });
    const session_id = session.id;
    await slice.rest(session_id);
    expect(query(slice, "SELECT cause FROM chat_timeline_ops")).toEqual([{ cause: "retry" }]);
    const message_id = message?.id ?? expect.fail();
    slice.service.timeline.rewind({ session_id, message_id, text: "Other." });
    await slice.rest(session_id);
    const [op_id] = slice.look(session_id).hidden.map((turns) => turns.op_id);
    const gone = await slice.service.changes.count({ session_id, op_id: op_id ?? expect.fail() });
    expect(gone).toMatchObject({ files: 1 });
  });

  test("[RW-5b, DB-12] go back to what they were before a turn, and forth again", async () => {
    put("a.txt", "one\n");
    chmodSync(at("a.txt"), 0o755);
    const first = await turn([
      edit("a.txt", "one", "two"),
      edit("a.txt", "two", "three"),
      write("new/b.txt", "b"),
    ]);
    const second = await turn([write("a.txt", "four\n"), edit("new/b.txt", "b", "bb")], first.session_id);
    const said = slice.messages(first.session_id).filter(({ role }) => role === "user");
    expect(said.map(({ metadata }) => metadata.snapshot_id)).toEqual([first.message_id, second.message_id]);
    // Once per turn and file.
    expect(query(slice, "SELECT path FROM file_changes ORDER BY id")).toEqual(
      ["a.txt", "new/b.txt", "a.txt", "new/b.txt"].map((name) => ({ path: at(name) })),
    );

    const back = await slice.service.changes.restore(second);
    expect(back.left).toEqual([]);
    expect([text("a.txt"), text("new/b.txt")]).toEqual(["three\n", "b"]);
    await slice.service.changes.undoRestore({ ...first, restore_id: back.restore_id ?? expect.fail() });
    expect([text("a.txt"), text("new/b.txt")]).toEqual(["four\n", "bb"]);

    // All turns of the session begin with the first that changed a file.
    const { session_id } = first;
    const answer = slice.messages(session_id).find(({ role }) => role === "assistant")?.id;
    const whole = { from: answer, files: 2, commands: false };
    expect(await slice.service.changes.count({ session_id })).toEqual(whole);
    expect(await slice.service.changes.list({ session_id, message_id: answer ?? expect.fail() })).toEqual(
      await slice.service.changes.list(first),
    );

    const { files, commands } = await slice.service.changes.list(first);
    expect(commands).toBe(false);
    expect(files).toEqual([
      { path: at("a.txt"), change: "changed", state: "as-left" },
      { path: at("new/b.txt"), change: "created", state: "as-left" },
    ]);
    const all = await slice.service.changes.restore(first);
    expect(all.restored.sort()).toEqual([at("a.txt"), at("new/b.txt")]);
    expect([text("a.txt"), text("new/b.txt")]).toEqual(["one\n", undefined]);
    expect(statSync(at("a.txt")).mode & 0o777).toBe(0o755);
    expect(await slice.service.changes.count(first)).toEqual({ files: 0, commands: false });
    expect(await slice.service.changes.count({ session_id })).toEqual({ ...whole, files: 0 });

    expect((await slice.service.changes.list(first)).undoable).toBe(all.restore_id);
    await slice.service.changes.undoRestore({ ...first, restore_id: all.restore_id ?? expect.fail() });
    expect([text("a.txt"), text("new/b.txt")]).toEqual(["four\n", "bb"]);
    expect((await slice.service.changes.list(first)).undoable).toBeUndefined();
  });

  test("[RW-5a] stay as they are when their turns are hidden, and are counted there", async () => {
    put("a.txt", "one");
    const first = await turn([write("a.txt", "two")]);
    const second = await turn([write("a.txt", "three"), write("b.txt", "b")], first.session_id);
    slice.provider.enqueue(reply("Otherwise."));
    slice.service.timeline.rewind({ ...second, text: "Something else." });
    await slice.rest(first.session_id);
    expect([text("a.txt"), text("b.txt")]).toEqual(["three", "b"]);
    const [hidden] = slice.look(first.session_id).hidden ?? [];
    const { session_id } = first;
    const counted = await slice.service.changes.count({ session_id, op_id: hidden?.op_id ?? expect.fail() });
    expect(counted).toMatchObject({ files: 2, commands: false });
    await slice.service.changes.restore({ session_id, message_id: counted.from ?? expect.fail() });
    expect([text("a.txt"), text("b.txt")]).toEqual(["two", undefined]);
    expect(
      (await slice.service.changes.count({ session_id, op_id: hidden?.op_id ?? expect.fail() })).files,
    ).toBe(0);
    expect((await slice.service.changes.count(first)).files).toBe(1);
  });

  test("are left alone where they are not as the last turn left them, each with the reason", async () => {
    const names = ["changed", "gone", "link", "kept", "same", "folder"];
    for (const name of names) put(name, `${name} before`);
    const asked = await turn([...names, "made"].map((name) => write(name, `${name} after`)));
    put("changed", "by somebody else");
    for (const name of ["gone", "link", "made", "folder"]) rmSync(at(name));
    put("target", "link after");
    symlinkSync(at("target"), at("link"));
    symlinkSync(tmpdir(), at("folder"));
    put("same", "same before");
    const found = await states(asked);
    const left = { changed: "changed", gone: "missing", link: "link", folder: "link" };
    expect(found).toEqual({ ...left, kept: "as-left", same: "as-before", made: "as-before" });
    const outcome = await slice.service.changes.restore(asked);
    expect(outcome.restored).toEqual([at("kept")]);
    expect(
      Object.fromEntries(outcome.left.map(({ path, why }) => [path.slice(folder.length + 1), why])),
    ).toEqual(left);
    expect([text("changed"), text("target"), text("kept")]).toEqual([
      "by somebody else",
      "link after",
      "kept before",
    ]);
  });

  test("say where something else changed them between two changes, and keep that as well", async () => {
    put("a.txt", "one");
    const first = await turn([write("a.txt", "two")]);
    put("a.txt", "mine");
    await turn([write("a.txt", "three")], first.session_id);
    const { files } = await slice.service.changes.list(first);
    expect(files).toEqual([{ path: at("a.txt"), change: "changed", state: "as-left", others: true }]);
    await slice.service.changes.restore(first);
    expect(text("a.txt")).toBe("one");
  });

  test("one by one, and the undo takes back the last one that was not undone", async () => {
    put("a.txt", "one");
    put("b.txt", "one");
    const asked = await turn([write("a.txt", "two"), write("b.txt", "two")]);
    const restored = async (...paths: string[]) =>
      (await slice.service.changes.restore({ ...asked, paths })).restored;
    // Nothing but what these turns have recorded is a file of theirs.
    put("other.txt", "mine");
    expect(await restored(at("other.txt"), "/etc/passwd", "a.txt", `${at("sub")}/../a.txt`)).toEqual([]);
    expect(await restored(at("b.txt"))).toEqual([at("b.txt")]);
    expect([text("a.txt"), text("b.txt"), text("other.txt")]).toEqual(["two", "one", "mine"]);
    expect(await restored(at("a.txt"))).toEqual([at("a.txt")]);
    expect(await states(asked)).toEqual({});
    for (const expected of [
      ["two", "one"],
      ["two", "two"],
    ]) {
      const { undoable } = await slice.service.changes.list(asked);
      await slice.service.changes.undoRestore({ ...asked, restore_id: undoable ?? expect.fail() });
      expect([text("a.txt"), text("b.txt")]).toEqual(expected);
    }
    expect((await slice.service.changes.list(asked)).undoable).toBeUndefined();
    expect(await states(asked)).toEqual({ "a.txt": "as-left", "b.txt": "as-left" });
  });

  test("[PM-4] are compared with what they were, and nothing else is read", async () => {
    const names = ["changed", "others", "gone", "link", "same", "binary", "unreadable", "damaged"];
    for (const name of names) put(name, `${name} before\n`);
    put("binary", Buffer.from([0xff, 0xd8, 0xff]));
    const first = await turn([...names, "made"].map((name) => write(name, `${name} after\n`)));
    await turn([edit("changed", "after", "after all")], first.session_id);
    put("others", "by somebody else");
    for (const name of ["gone", "link"]) rmSync(at(name));
    put("target", "link after\n");
    symlinkSync(at("target"), at("link"));
    put("same", "same before\n");
    chmodSync(at("unreadable"), 0o000);
    const [{ sha256 } = expect.fail()] = query<{ sha256: string }>(
      slice,
      `SELECT before_sha256 AS sha256 FROM file_changes WHERE path LIKE '%damaged'`,
    );
    writeFileSync(join(slice.data_dir, "blobs", sha256.slice(0, 2), sha256), "bad");
    const of = async (path: string) => await slice.service.changes.diff({ ...first, path });

    expect(await of(at("changed"))).toEqual({
      diff: {
        path: at("changed"),
        patch: "@@ -1,1 +1,1 @@\n-changed before\n+changed after all",
        added: 1,
        removed: 1,
      },
    });
    expect(await of(at("made"))).toMatchObject({ diff: { added: 1, removed: 0, created: true } });
    const reasons = {
      others: "changed",
      gone: "missing",
      link: "link",
      same: "same",
      binary: "no-text",
      damaged: "not-kept",
      // The superuser may read everything.
      ...(process.getuid?.() === 0 ? {} : { unreadable: "unreadable" }),
    };
    for (const [name, none] of Object.entries(reasons))
      expect([name, await of(at(name))]).toEqual([name, { none }]);

    // These turns changed none of these.
    for (const path of [at("target"), "/etc/passwd", "changed", `${folder}/./changed`, folder, ""])
      expect(await of(path)).toEqual({ none: "same" });

    rmSync(folder, { recursive: true });
    expect(await of(at("changed"))).toEqual({ none: "no-folder" });
    expect(await of(at("made"))).toEqual({ none: "no-folder" });
    await expect(
      slice.service.changes.diff({
        ...first,
        message_id: "msg_00000000000000000000000000" as MessageId,
        path: at("changed"),
      }),
    ).rejects.toMatchObject({ code: "MESSAGE_NOT_FOUND" });
  });

  test("that are larger than 10 MB are changed and not kept, and it says so", async () => {
    put("large.bin", Buffer.alloc(10_000_001, 1));
    const asked = await turn([write("large.bin", "small"), write("large.bin", "smaller")]);
    expect(text("large.bin")).toBe("smaller");
    expect(await states(asked)).toEqual({ "large.bin": "not-kept" });
    expect((await slice.service.changes.count(asked)).files).toBe(1);
    expect((await slice.service.changes.restore(asked)).left).toEqual([
      { path: at("large.bin"), why: "not-kept" },
    ]);
    expect(text("large.bin")).toBe("smaller");
  });

  test("are not changed where what they were cannot be kept", async () => {
    put("a.txt", "one");
    writeFileSync(join(slice.data_dir, "blobs"), "in the way");
    const asked = await turn([write("a.txt", "two"), write("b.txt", "new")]);
    // A new file has no earlier content to keep.
    expect([text("a.txt"), text("b.txt")]).toEqual(["one", "new"]);
    const told = JSON.stringify(slice.provider.requests[1]?.body);
    expect(told).toContain("could not keep what a.txt was");
    expect(await states(asked)).toEqual({ "b.txt": "as-left" });
    // Nor does a restore remove what it could not give back.
    const outcome = await slice.service.changes.restore(asked);
    expect(outcome.restored).toEqual([]);
    expect(outcome.left.map(({ path }) => path)).toEqual([at("b.txt")]);
    expect(text("b.txt")).toBe("new");
  });

  test("stay whole where the kept content was damaged", async () => {
    put("a.txt", "one");
    const asked = await turn([write("a.txt", "two")]);
    const [row] = query<{ sha256: string }>(slice, "SELECT before_sha256 AS sha256 FROM file_changes");
    const { sha256 } = row ?? expect.fail();
    writeFileSync(join(slice.data_dir, "blobs", sha256.slice(0, 2), sha256), "bad");
    expect((await slice.service.changes.restore(asked)).left).toEqual([
      { path: at("a.txt"), why: "not-kept" },
    ]);
    expect(text("a.txt")).toBe("two");
  });

  test("may be others too where a command ran", async () => {
    slice.provider.enqueue(reply(call("bash", { command: "touch made-by-command" })), reply("Done."));
    const { session, message } = slice.service.sessions.create({ text: "Go.", workspace_root: folder });
    const watcher = slice.watch(session.id);
    await watcher.until(() => watcher.status.state === "waiting");
    const [open] = query<{ id: string }>(
      slice,
      "SELECT data_json ->> '$.id' AS id FROM chat_parts WHERE type = 'data-permission'",
    );
    const asked = { session_id: session.id, message_id: message?.id ?? expect.fail() };
    // The session's turn has not ended.
    await expect(slice.service.changes.restore(asked)).rejects.toMatchObject({ code: "SESSION_BUSY" });
    slice.service.permissions.reply({ ...asked, approval_id: open?.id ?? expect.fail(), decision: "once" });
    await watcher.rest();
    expect(existsSync(at("made-by-command"))).toBe(true);
    expect(await slice.service.changes.count(asked)).toEqual({ files: 0, commands: true });
  });

  test("cost a chat without a folder nothing", async () => {
    slice.provider.enqueue(reply("Hello."));
    const { session_id, message } = slice.ask();
    await slice.rest(session_id);
    expect(message.metadata).not.toHaveProperty("snapshot_id");
    const asked = { session_id, message_id: message.id };
    expect(await slice.service.changes.count(asked)).toEqual({ files: 0, commands: false });
    expect(await slice.service.changes.list(asked)).toEqual({ files: [], commands: false });
  });

  test("nothing else runs in the session meanwhile, and it is free again", async () => {
    put("a.txt", "one");
    const asked = await turn([write("a.txt", "two")]);
    const restoring = slice.service.changes.restore(asked);
    expect(() => slice.send({ ...asked, text: "Go on." })).toThrow(
      expect.objectContaining({ code: "SESSION_BUSY" }),
    );
    await restoring;
    await turn([write("a.txt", "three")], asked.session_id);
    expect(text("a.txt")).toBe("three");
  });

  test("[DB-10] what is kept goes with its session", async () => {
    put("a.txt", "one");
    const { session_id } = await turn([write("a.txt", "two")]);
    expect(query(slice, "SELECT count(*) AS rows FROM blobs")).toEqual([{ rows: 1 }]);
    slice = await restartSlice(slice);
    expect(query(slice, "SELECT count(*) AS rows FROM blobs")).toEqual([{ rows: 1 }]);
    slice.service.trash.put({ session_id });
    await slice.service.trash.remove({ session_id });
    slice = await restartSlice(slice);
    expect(query(slice, "SELECT count(*) AS rows FROM file_changes")).toEqual([{ rows: 0 }]);
    expect(query(slice, "SELECT count(*) AS rows FROM blobs")).toEqual([{ rows: 0 }]);
  });
});

test("[RW-5, SV-9] a process that dies between the keeping and the change leaves the file, and what is kept of it", async () => {
  put("a.txt", "one");
  const provider = await startProvider();
  const data_dir = await mkdtemp(join(tmpdir(), "braid-killed-"));
  try {
    await writeSettings(data_dir, provider.baseUrl);
    provider.enqueue(reply(write("a.txt", "two")));
    const child = spawn(process.execPath, [childScript("change-child"), data_dir, RESOURCES, folder], {
      stdio: ["ignore", "ignore", "inherit"],
      env: { ...process.env, SCRIPTED_KEY: KEY },
    });
    const [, signal] = await once(child, "exit");
    expect(signal).toBe("SIGKILL");
    expect(text("a.txt")).toBe("one");
    const rows = query<{ session_id: SessionId; message_id: MessageId; sha256: string }>(
      { data_dir },
      "SELECT session_id, message_id, before_sha256 AS sha256 FROM file_changes",
    );
    expect(rows).toHaveLength(1);
    const [{ sha256, ...asked }] = [rows[0] ?? expect.fail()];
    expect(readFileSync(join(data_dir, "blobs", sha256.slice(0, 2), sha256), "utf8")).toBe("one");
    const again = await startSlice({ data_dir, base_url: provider.baseUrl });
    try {
      expect((await again.service.changes.list(asked)).files).toMatchObject([{ state: "as-before" }]);
      expect(await again.service.changes.restore(asked)).toEqual({ restored: [], left: [] });
    } finally {
      await again.close();
    }
  } finally {
    await provider.close();
    await rm(data_dir, { recursive: true, force: true });
  }
});
