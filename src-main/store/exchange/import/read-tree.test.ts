import { describe, expect, test } from "vitest";
import { pictureMetadata } from "../../../../src-preload/contract/domain/tool-pictures";
import { treePieces } from "../formats/tree";
import type { Row, Whole } from "../session-rows";
import type { Item } from "./items";
import { readTree } from "./read-tree";

const T = "2026-02-16T10:20:30.000Z";
const header = (more = {}) => ({
  type: "session",
  version: 3,
  id: "1f9d",
  timestamp: T,
  cwd: "/work",
  title: "A talk",
  ...more,
});
const user = (id: string, parentId: string | null, text: string) => ({
  ...{ type: "message", id, parentId, timestamp: T },
  message: { role: "user", content: text, timestamp: 1 },
});
const answer = (id: string, parentId: string | null, text: string, more = {}) => ({
  ...{ type: "message", id, parentId, timestamp: T },
  message: { role: "assistant", provider: "acme", model: "one", content: [{ type: "text", text }], ...more },
});
const file =
  (...lines: object[]) =>
  () => [lines.map((line) => `${JSON.stringify(line)}\n`).join("")];

async function itemsIn(text: () => Iterable<string>): Promise<Item[]> {
  const items: Item[] = [];
  for await (const item of readTree(text)) items.push(item);
  return items;
}
const messagesIn = (items: readonly Item[]) => items.flatMap((item) => (item.is === "message" ? [item] : []));
const data = (row: Row) => JSON.parse(String(row.data_json));
const said = ({ own }: Whole) =>
  (own.chat_parts ?? []).map((row) => data(row).text ?? data(row).output?.text ?? data(row).type).join("|");

test("[SE-6d] the way to the last entry is shown; a branch that was left is a timeline of its own", async () => {
  const items = await itemsIn(
    file(
      header(),
      user("a", null, "a"),
      answer("b", "a", "b"),
      user("c", "b", "left"),
      answer("d", "c", "left too"),
      user("e", "b", "e"),
    ),
  );
  expect(items[0]).toMatchObject({ is: "session", row: { title: "A talk", workspace_root: "/work" } });
  const messages = messagesIn(items);
  expect(messages.map((one) => [said(one), one.row.hidden_at !== null])).toEqual([
    ["a", false],
    ["b", false],
    ["left", true],
    ["left too", true],
    ["e", false],
  ]);
  const ops = items.filter(({ is }) => is === "op") as (Item & { is: "op" })[];
  expect(ops).toHaveLength(1);
  expect(ops[0]?.own.chat_timeline_forks).toMatchObject([{ after_id: messages[1]?.row.id, turns: 1 }]);
  for (const one of messages.slice(2, 4))
    expect(one.own.chat_message_hides).toMatchObject([{ op_id: ops[0]?.row.id }]);
});

test.each<[string, object[], string]>([
  [
    "the first words of its user",
    [answer("a", null, "Hello."), user("b", "a", "  Mend it.\nNow.")],
    "Mend it.",
  ],
  [
    "words in blocks",
    [{ ...user("a", null, ""), message: { role: "user", content: [{ type: "text", text: "Look" }] } }],
    "Look",
  ],
  [
    "its last name",
    [user("a", null, "Hi"), { type: "session_info", id: "b", parentId: "a", name: "Tea" }],
    "Tea",
  ],
  ["nothing", [answer("a", null, "Hello.")], "…"],
])("[SE-6d] a tree without a title is called by %s", async (_, lines, title) => {
  const [session] = await itemsIn(file(header({ title: undefined }), ...lines));
  expect(session).toMatchObject({ is: "session", row: { title } });
});

test("[SE-6d] steps and results of tools are one answer, with its model and usage", async () => {
  const call = { type: "toolCall", id: "c1", name: "bash", arguments: { n: 1 } };
  const usage = { input: 100, output: 20, cacheRead: 3, cacheWrite: 4, cost: { total: 0.5 } };
  const result = {
    role: "toolResult",
    toolCallId: "c1",
    toolName: "bash",
    content: [{ type: "text", text: "done" }],
    isError: false,
  };
  const items = await itemsIn(
    file(
      header(),
      user("a", null, "go"),
      answer("b", "a", "I look.", {
        content: [{ type: "thinking", thinking: "hm" }, call],
        usage,
        stopReason: "toolUse",
      }),
      { type: "message", id: "c", parentId: "b", timestamp: T, message: result },
      answer("d", "c", "Done.", { usage, stopReason: "stop" }),
    ),
  );
  const [, whole] = messagesIn(items);
  expect(messagesIn(items)).toHaveLength(2);
  expect((whole?.own.chat_parts ?? []).map(({ type }) => type)).toEqual([
    "reasoning",
    "dynamic-tool",
    "step-start",
    "text",
  ]);
  expect(data(whole?.own.chat_parts?.[1] ?? {})).toMatchObject({
    state: "output-available",
    input: { n: 1 },
    output: { text: "done" },
  });
  expect(JSON.parse(String(whole?.row.metadata_json))).toMatchObject({
    model: { provider_id: "acme", model_id: "one" },
    usage: { input: 200, output: 40, cache_read: 6, cache_write: 8 },
    cost_usd: 1,
    finish_reason: "stop",
  });
});

test("[SE-6d] every entry is carried, unknown ones too, and goes out again", async () => {
  const odd = [
    { type: "model_change", id: "m", parentId: null, timestamp: T, model: "acme/one" },
    { type: "thinking_level_change", id: "t", parentId: "m", timestamp: T, thinkingLevel: "high" },
    { type: "from_tomorrow", id: "u", parentId: "b", timestamp: T, payload: { deep: [1, { two: 2 }] } },
    { type: "label", id: "l", parentId: "u", timestamp: T, targetId: "a", label: "here" },
  ];
  const [model, level, ...rest] = odd;
  const items = await itemsIn(
    file(header(), model ?? {}, level ?? {}, user("a", "t", "a"), answer("b", "a", "b"), ...rest),
  );
  const messages = messagesIn(items);
  expect(messages).toHaveLength(2);
  const session = items[0] as Item & { is: "session" };
  const rows = { row: { parent_id: null, model_json: null, ...session.row }, own: {}, ops: [], messages };
  const lines = [...treePieces(rows, () => undefined)].map((line) => JSON.parse(line));
  const firstSaid = lines.find(({ message }) => message?.role === "user");
  for (const { id: _, parentId: __, ...entry } of odd)
    expect(lines).toContainEqual(
      expect.objectContaining("targetId" in entry ? { ...entry, targetId: firstSaid.id } : entry),
    );
});

test("[SE-11b] labels are read: the last of an entry counts; what cannot be one is carried", async () => {
  const label = (id: string, parentId: string, targetId: string, more: object) => ({
    ...{ type: "label", id, parentId, timestamp: "2026-03-01T00:00:00.000Z", targetId },
    ...more,
  });
  const long = "x".repeat(80);
  const items = await itemsIn(
    file(
      header(),
      user("a", null, "a"),
      answer("b", "a", "b"),
      label("c", "b", "a", { label: "first" }),
      label("d", "c", "a", { label: " second\n thought " }),
      label("e", "d", "b", { label: "one, two", names: ["one", "two", "one"] }),
      label("f", "e", "a", { label: long }),
      label("g", "f", "nobody", { label: "lost" }),
      user("h", "g", "h"),
      label("i", "h", "h", { label: "gone" }),
      label("j", "i", "h", {}),
    ),
  );
  const messages = messagesIn(items);
  const made = Date.parse("2026-03-01T00:00:00.000Z");
  const labels = messages.map(({ own }) =>
    own.message_labels?.map(({ name, created_at }) => [name, created_at]),
  );
  expect(labels).toEqual([
    [[long.slice(0, 60), made]],
    [
      ["one", made],
      ["two", made],
    ],
    [],
  ]);
  const kept = messages.flatMap(({ own }) =>
    (own.chat_parts ?? []).flatMap((row) => data(row).data?.entry?.id ?? []),
  );
  expect(kept).toEqual(["c", "d", "f", "g", "i", "j"]);
});

test("[SE-6d] a summary hides what comes before the first kept entry", async () => {
  const items = await itemsIn(
    file(
      header(),
      user("a", null, "a"),
      answer("b", "a", "b"),
      user("c", "b", "c"),
      {
        type: "compaction",
        id: "d",
        parentId: "c",
        timestamp: T,
        summary: "So far.",
        firstKeptEntryId: "c",
        tokensBefore: 9,
      },
      answer("e", "d", "e"),
    ),
  );
  const messages = messagesIn(items);
  expect(messages.map(({ row }) => row.hidden_at !== null)).toEqual([true, true, false, false, false]);
  const [op] = items.filter(({ is }) => is === "op") as (Item & { is: "op" })[];
  expect(op?.row.cause).toBe("compaction");
  expect(data(messages[3]?.own.chat_parts?.[0] ?? {}).data).toMatchObject({
    summary: "So far.",
    tail_start_id: messages[2]?.row.id,
    op_id: op?.row.id,
    turns: 1,
  });
});

test("[SE-6d] version 1 is a list, and version 2 called a hook's message otherwise", async () => {
  const bare = ({ id: _, parentId: __, ...rest }: Record<string, unknown>) => rest;
  const { version: _, ...one } = header();
  const first = await itemsIn(
    file(one, bare(user("a", null, "a")), bare(answer("b", "a", "b")), {
      type: "compaction",
      timestamp: T,
      summary: "S",
      firstKeptEntryIndex: 1,
    }),
  );
  expect(messagesIn(first).map((m) => [said(m).split("|")[0], m.row.hidden_at !== null])).toEqual([
    ["a", true],
    ["b", false],
    ["data-compaction", false],
  ]);
  const hook = { ...user("a", null, ""), message: { role: "hookMessage", content: "said by a hook" } };
  const second = await itemsIn(file(header({ version: 2 }), hook));
  expect(said(messagesIn(second)[0] as Item & Whole)).toContain("said by a hook");
});

describe("[SE-6e] a broken tree is refused", () => {
  test("each broken line is told with its number", async () => {
    const text = () => [
      `${JSON.stringify(header())}\n{"type":\n${JSON.stringify(user("a", "nowhere", "a"))}\nnonsense\n${JSON.stringify(user("a", null, "twice"))}\n`,
    ];
    const failure = await itemsIn(text).catch((error) => error);
    expect([failure, ...failure.more].map(({ line, reason }) => [line, reason.key.split(".")[1]])).toEqual([
      [2, "no-json"],
      [3, "no-parent"],
      [4, "no-json"],
      [5, "twice"],
    ]);
  });

  test.each([
    ["a newer version", file(header({ version: 4 })), "newer-tree"],
    ["no header", file(user("a", null, "a")), "unknown"],
    ["nothing", () => [""], "unknown"],
    ["a cycle", file(header(), user("a", "b", "a"), user("b", "a", "b")), "no-parent"],
  ])("%s", async (_, text, reason) => {
    await expect(itemsIn(text)).rejects.toMatchObject({ reason: { key: `exchange:broken.${reason}` } });
  });
});

test("[SE-6f] a question, an answer and a result of two hundred thousand blocks are read", async () => {
  const MANY = 200_000;
  const blocks = (block: object) => Array.from({ length: MANY }, () => block);
  const message = (id: string, parentId: string | null, more: object) => ({
    ...{ type: "message", id, parentId, timestamp: T },
    message: { provider: "acme", model: "one", ...more },
  });
  const items = await itemsIn(
    file(
      header(),
      message("a", null, { role: "user", content: blocks({ type: "text", text: "a" }) }),
      message("b", "a", { role: "assistant", content: blocks({ type: "text", text: "b" }) }),
      message("c", "b", { role: "toolResult", toolCallId: "1", content: blocks({ type: "strange" }) }),
    ),
  );
  const counts = messagesIn(items).map(({ own }) => own.chat_parts?.length);
  // The result stands with its answer, as a call of its own.
  expect(counts).toEqual([MANY, 2 * MANY + 1]);
});

test("[SE-6d] the picture of a tool goes out in its result, and comes back behind its call", async () => {
  const call = { type: "tool-read", toolCallId: "c1", state: "output-available", input: {} };
  const picture = {
    type: "file",
    mediaType: "image/png",
    url: "blob:1",
    providerMetadata: pictureMetadata({ tool_call_id: "c1", filename: "a.png" }),
  };
  const parts = [
    { ...call, output: { text: "An image." } },
    picture,
    { type: "step-start" },
    { type: "text", text: "ok" },
  ];
  const row = {
    id: "msg_1",
    role: "assistant",
    metadata_json: "{}",
    hidden_at: null,
    created_at: 1,
    updated_at: 1,
  };
  const chat_parts = parts.map((one) => ({ type: one.type, data_json: JSON.stringify(one) }));
  const session = {
    row: {
      id: "ses_1",
      title: "A talk",
      model_json: null,
      parent_id: null,
      workspace_root: null,
      created_at: 1,
      updated_at: 1,
    },
    own: {},
    ops: [],
    messages: [{ row, own: { chat_parts } }],
  };
  const lines = [...treePieces(session, () => "AAAA")];
  const results = lines
    .map((line) => JSON.parse(line))
    .filter(({ message }) => message?.role === "toolResult");
  expect(results.map(({ message }) => message.content)).toEqual([
    [
      { type: "text", text: "An image." },
      { type: "image", data: "AAAA", mimeType: "image/png", filename: "a.png" },
    ],
  ]);
  const [back] = messagesIn(await itemsIn(() => [lines.join("")]));
  const read = (back?.own.chat_parts ?? []).map(data);
  expect(read.map(({ type }) => type)).toEqual(["dynamic-tool", "file", "step-start", "text"]);
  expect(read[1]).toMatchObject({
    url: "data:image/png;base64,AAAA",
    providerMetadata: picture.providerMetadata,
  });
});
