import { existsSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { ask, freshFolder, opened } from "../../testing/stores";
import { chatGpt, claude, node, PNG, root, wholeTalk, zipOf } from "../testing/foreign";
import type { WorkContext } from "../work";
import { importSessions } from "./import";
import { planImport } from "./reading";

const alone: WorkContext = { isCancelled: () => false, onProgress: () => undefined };
const NOW = Date.now();
const imported = (file: string, ...paths: string[]) => importSessions({ file, paths, now: NOW }, alone);
const planned = (file: string, ...paths: string[]) => planImport({ file, paths, now: NOW }, alone);
const at = (name: string) => join(freshFolder(), name);
const written = (name: string, text: string | Uint8Array): string => {
  const file = at(name);
  writeFileSync(file, text);
  return file;
};
const talk = (n: number) =>
  chatGpt([root(), node("q", "root", 1, { role: "user", text: `question ${n}` })], {
    conversation_id: `talk ${n}`,
    title: `Talk ${n}`,
  });

test("[SE-6f] ChatGPT's zip: conversations in parts, with a picture, known when it comes again", async () => {
  const { file } = opened();
  const path = await zipOf(at("chatgpt.zip"), {
    "conversations-000.json": JSON.stringify([wholeTalk()]),
    "conversations-001.json": JSON.stringify([talk(1), talk(2)]),
    "file-Abc123-cake.png": PNG,
    "chat.html": "<p>",
    "user.json": "{}",
  });
  const plan = await planned(file, path);
  expect(plan.sessions.map(({ title, messages }) => [title, messages])).toEqual([
    ["A talk", 4],
    ["Talk 1", 1],
    ["Talk 2", 1],
  ]);
  expect(plan).toMatchObject({
    broken: [],
    files: [{ name: "chatgpt.zip", sessions: 3, there: 0, broken: 0 }],
    left: { names: ["chat.html", "user.json"], count: 2 },
  });
  expect((await imported(file, path)).session_ids).toHaveLength(3);
  const [blob] = ask(file, "SELECT sha256, media_type FROM blobs");
  expect(blob).toMatchObject({ media_type: "image/png" });
  const sha256 = String(blob?.sha256);
  expect(existsSync(join(dirname(file), "blobs", sha256.slice(0, 2), sha256))).toBe(true);
  expect((await imported(file, path)).session_ids).toEqual([]);
  expect((await planned(file, path)).files).toMatchObject([{ sessions: 0, there: 3 }]);
});

test("[SE-6f] Claude's zip, and a bare conversations.json", async () => {
  const { file } = opened();
  const said = { uuid: "q", sender: "human", text: "hello", created_at: "2025-03-01T10:00:00Z" };
  const path = await zipOf(at("claude.zip"), {
    "conversations.json": JSON.stringify([claude([said])]),
    "projects.json": "[]",
    "users.json": "[]",
  });
  expect(await planned(file, path)).toMatchObject({
    sessions: [{ title: "A Claude talk", messages: 1 }],
    left: { count: 2 },
  });
  const bare = written("conversations.json", JSON.stringify([talk(1)], null, 2));
  expect((await imported(file, path, bare)).session_ids).toHaveLength(2);
});

test("[SE-6f] a folder: files of a known kind, an unpacked export with its pictures, and what is left alone", async () => {
  const { file } = opened();
  const folder = freshFolder();
  mkdirSync(join(folder, "chatgpt", "pictures"), { recursive: true });
  mkdirSync(join(folder, ".hidden"));
  const files: Readonly<Record<string, string | Buffer>> = {
    "chatgpt/conversations.json": JSON.stringify([wholeTalk(), talk(1)]),
    "chatgpt/user.json": '{"id":"user-x"}',
    "chatgpt/pictures/file-Abc123-cake.png": PNG,
    "notes.txt": "mine",
    "again.json": JSON.stringify([talk(1)]),
    "broken.json": `${JSON.stringify([talk(2)]).slice(0, -2)}`,
    ".hidden/conversations.json": JSON.stringify([talk(4)]),
  };
  for (const [name, bytes] of Object.entries(files)) writeFileSync(join(folder, name), bytes);
  await zipOf(join(folder, "more.zip"), { "conversations.json": JSON.stringify([talk(3)]) });
  const elsewhere = written("conversations.json", JSON.stringify([talk(5)]));
  symlinkSync(elsewhere, join(folder, "link.json"));
  const plan = await planned(file, folder);
  expect(plan.sessions.map(({ title }) => title)).toEqual(["Talk 1", "A talk", "Talk 3"]);
  expect(plan.files.map(({ name, sessions }) => [name, sessions])).toEqual([
    ["again.json", 1],
    ["broken.json", 0],
    [join("chatgpt", "conversations.json"), 1],
    ["more.zip", 1],
  ]);
  expect(plan.broken).toMatchObject([{ name: "broken.json", reason: { key: "exchange:broken.cut" } }]);
  expect([...plan.left.names].sort()).toEqual([join("chatgpt", "user.json"), "notes.txt"]);
  expect((await imported(file, folder)).session_ids).toHaveLength(3);
  expect(ask(file, "SELECT media_type FROM blobs")).toEqual([{ media_type: "image/png" }]);
});

describe("[SE-6f] [SE-6e] a hostile export is told in a sentence, and what is sound beside it can come", () => {
  const list = (...elements: (object | string)[]) =>
    `[${elements.map((one) => (typeof one === "string" ? one : JSON.stringify(one))).join(",\n")}]`;
  const circle = chatGpt([root(), node("a", "b", 1, { role: "user" }), node("b", "a", 1, { role: "user" })]);
  const deep = `{"mapping":{},"deep":${"[".repeat(100_000)}${"]".repeat(100_000)}}`;

  test.each<[string, string | Uint8Array, string[], string]>([
    ["a circle beside a sound one", list(talk(1), circle), ["Talk 1"], "cycle"],
    ["the same conversation twice", list(talk(1), talk(1)), ["Talk 1"], "session-twice"],
    ["something else between", list(talk(1), { hello: 1 }, talk(2)), ["Talk 1", "Talk 2"], "unknown"],
    ["a list of something else", list({ hello: 1 }, talk(1)), [], "unknown"],
    ["deep nesting", list(talk(1), deep), ["Talk 1"], "too-deep"],
    [
      "an element that is no JSON",
      list(talk(1), '{"mapping":nonsense}', talk(2)),
      ["Talk 1", "Talk 2"],
      "no-json",
    ],
    ["the end missing", list(talk(1), talk(2)).slice(0, -9), ["Talk 1"], "cut"],
    ["nothing in it", "[]", [], "empty"],
    ["NUL blocks", `${list(talk(1)).slice(0, -1)},${"\0".repeat(4096)}]`, [], "encoding"],
    ["UTF-16", Buffer.from(list(talk(1)), "utf16le"), [], "encoding"],
    ["Latin-1", Buffer.from(list(chatGpt([], { title: "é" })), "latin1"), [], "encoding"],
    ["a date in the future", list(talk(1), { ...talk(2), create_time: 1e12 }), ["Talk 1"], "future"],
  ])("%s", async (_, text, sound, reason) => {
    const { file } = opened();
    const path = written("conversations.json", text);
    const plan = await planned(file, path);
    expect(plan.sessions.map(({ title }) => title)).toEqual(sound);
    expect(plan.broken.map((one) => one.reason)).toMatchObject([{ key: `exchange:broken.${reason}` }]);
    expect((await imported(file, path)).session_ids).toHaveLength(sound.length);
    expect(ask(file, "SELECT title FROM chat_sessions").map(({ title }) => title)).toEqual(sound);
  });

  test("a file that changes while it is imported leaves nothing", async () => {
    const { file } = opened();
    const path = written("conversations.json", list(talk(1), talk(2)));
    let asked = 0;
    const isCancelled = () => {
      asked += 1;
      if (asked === 4) writeFileSync(path, list(talk(1), talk(3), talk(2)));
      return false;
    };
    await expect(
      importSessions({ file, paths: [path], now: NOW }, { ...alone, isCancelled }),
    ).rejects.toMatchObject({
      code: "BROKEN",
    });
    expect(ask(file, "SELECT id FROM chat_sessions")).toEqual([]);
  });
});
