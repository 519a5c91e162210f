import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { blobUrl } from "../../../../../src-preload/contract/domain/attachments";
import type { Row } from "../../session-rows";
import { chatGpt, claude, node, PNG, root, T, wholeTalk } from "../../testing/foreign";
import { Broken } from "../broken";
import type { Item } from "../items";
import { chatGptConversation } from "./chatgpt";
import { claudeConversation } from "./claude";
import { type Conversation, itemsOf } from "./conversation";
import { FilesBeside, keptText } from "./files";
import { inOrder } from "./in-order";

const nothing = new FilesBeside([]);
async function itemsIn(conversation: Conversation): Promise<Item[]> {
  const items: Item[] = [];
  for await (const item of itemsOf(conversation)) items.push(item);
  return items;
}
const messagesIn = (items: readonly Item[]) => items.flatMap((item) => (item.is === "message" ? [item] : []));
const partsOf = (item: Item & { is: "message" }) =>
  (item.own.chat_parts ?? []).map((row: Row) => JSON.parse(String(row.data_json)));
const chatGptItems = async (value: object, beside = nothing) =>
  itemsIn(await chatGptConversation(value as never, beside));
const claudeItems = async (value: object) => itemsIn(await claudeConversation(value as never));
const metadataOf = (item: Item & { is: "message" }) => JSON.parse(String(item.row.metadata_json));
const reason = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error) => (error instanceof Broken ? error.reason.key.replace("exchange:broken.", "") : String(error)),
  );

describe("[SE-6f] a conversation of ChatGPT's", () => {
  const beside = new FilesBeside([
    {
      name: "user-x/file-Abc123-cake.png",
      async *bytes() {
        yield PNG;
      },
    },
  ]);

  test("the way to the current node is shown; an edited question is a branch; dates, title and models are kept", async () => {
    const items = await chatGptItems(wholeTalk(), beside);
    expect(items.find(({ is }) => is === "session")).toMatchObject({
      row: { title: "A talk", created_at: T * 1000 },
    });
    const messages = messagesIn(items);
    expect(
      messages.map(({ row }) => [row.role, row.hidden_at !== null, Number(row.created_at) / 1000 - T]),
    ).toEqual([
      ["user", true, 1],
      ["assistant", true, 2],
      ["user", false, 10],
      ["assistant", false, 11],
    ]);
    expect(messages.map((one) => metadataOf(one).model?.model_id)).toEqual([
      undefined,
      "gpt-4o",
      undefined,
      "o3",
    ]);
    expect(items.flatMap((item) => (item.is === "op" ? [item.row.cause] : []))).toEqual(["rewind"]);
  });

  test("thoughts, the tool with its outcome, and words are one answer", async () => {
    const [, , , answer] = messagesIn(await chatGptItems(wholeTalk(), beside));
    if (answer === undefined) throw new Error("there is no answer");
    const parts = partsOf(answer).filter(({ type }) => type !== "step-start");
    expect(parts).toMatchObject([
      { type: "reasoning", text: "**Looking**\n\nA dot." },
      { type: "data-told", data: { kind: "reasoning_recap", text: "Thought for 3 seconds" } },
      { type: "dynamic-tool", toolName: "python", input: { code: "print(1)" }, output: { text: "1" } },
      { type: "text", text: "One dot." },
    ]);
  });

  test("custom instructions stand before the question that is shown; a picture is a kept file", async () => {
    const items = await chatGptItems(wholeTalk(), beside);
    const [file] = items.flatMap((item) => (item.is === "file" ? [item.file] : []));
    const [, , question] = messagesIn(items);
    if (question === undefined || file === undefined) throw new Error("something is missing");
    expect(file).toMatchObject({ media_type: "image/png", size: PNG.length });
    expect(partsOf(question)).toMatchObject([
      { type: "data-told", data: { kind: "custom-instructions", text: "I am a baker.\n\nBe short." } },
      { type: "file", url: blobUrl(file.sha256), filename: "cake.png", mediaType: "image/png" },
      { type: "text", text: "What is this?" },
      { type: "data-carried" },
    ]);
    expect(metadataOf(question).attachments).toMatchObject([{ sha256: file.sha256, size: PNG.length }]);
  });

  test("a picture that is not in the export, and a content of an unknown kind, are carried with a line to read", async () => {
    const [question] = messagesIn(await chatGptItems(wholeTalk()));
    expect(question).toBeDefined();
    const items = await chatGptItems(
      chatGpt([
        root(),
        node("q", "root", 1, {
          role: "user",
          content: {
            content_type: "multimodal_text",
            parts: [{ asset_pointer: "sediment://file_00ab" }, "hi"],
          },
        }),
        node("a", "q", 2, {
          role: "assistant",
          content: { content_type: "hologram", text: "in the air", depth: 3 },
        }),
      ]),
    );
    expect(messagesIn(items).map(partsOf)).toMatchObject([
      [{ type: "data-told", data: { kind: "file", text: "file_00ab" } }, { type: "text" }],
      [{ type: "data-told", data: { kind: "hologram", text: "in the air", content: { depth: 3 } } }],
    ]);
  });

  test("the same conversation is known by the same id each time", async () => {
    const [a, b] = [await chatGptItems(wholeTalk()), await chatGptItems(wholeTalk({ title: "Renamed" }))];
    const origin = (items: Item[]) =>
      items.flatMap((item) => (item.is === "session" ? [item.origin] : []))[0];
    expect(origin(a)).toBe(origin(b));
    expect(origin(await chatGptItems(wholeTalk({ conversation_id: "other" })))).not.toBe(origin(a));
  });

  test.each<[string, object, string | undefined]>([
    [
      "a circle",
      chatGpt([root(), node("a", "b", 1, { role: "user" }), node("b", "a", 1, { role: "user" })]),
      "cycle",
    ],
    ["a missing parent", chatGpt([root(), node("a", "gone", 1, { role: "user", text: "x" })]), "no-parent"],
    ["no words", chatGpt([root(), node("a", "root", 1, { role: "user" })]), "no-messages"],
    ["nothing", chatGpt([]), "no-messages"],
    [
      "a node called __proto__",
      JSON.parse(
        '{"mapping":{"__proto__":{"parent":null,"message":{"author":{"role":"user"},"content":{"parts":["x"]}}}}}',
      ),
      undefined,
    ],
    [
      "strange kinds everywhere",
      { mapping: { a: 1, b: { parent: 7, message: { author: 3, content: [1], create_time: "x" } } } },
      "no-messages",
    ],
    [
      "a date that is none",
      chatGpt([node("a", null, 1e300, { role: "user", text: "x" })], { create_time: -1 }),
      undefined,
    ],
  ])("with %s ends in a sentence or in messages, never otherwise", async (_, value, expected) => {
    expect(await reason(chatGptItems(value))).toBe(expected);
    expect(({} as Record<string, unknown>).parent).toBeUndefined();
  });
});

describe("[SE-6f] a conversation of Claude's", () => {
  const nobody = "00000000-0000-4000-8000-000000000000";
  const said = (uuid: string, sender: string, parent: string | undefined, more: object = {}) => ({
    ...{ uuid, sender, created_at: `2025-03-01T10:00:0${uuid.length}.000000Z`, text: uuid },
    ...{ content: [{ type: "text", text: uuid }], attachments: [], files: [] },
    ...(parent === undefined ? {} : { parent_message_uuid: parent }),
    ...more,
  });

  test("another try is a branch; without parents it is one row", async () => {
    const tree = claude([
      said("q", "human", nobody),
      said("a1", "assistant", "q"),
      said("a22", "assistant", "q"),
      said("q222", "human", "a22"),
    ]);
    const shown = messagesIn(await claudeItems(tree)).map((one) => [
      partsOf(one)[0].text,
      one.row.hidden_at !== null,
    ]);
    expect(shown).toEqual([
      ["q", false],
      ["a1", true],
      ["a22", false],
      ["q222", false],
    ]);
    const row = claude([said("q", "human", undefined), said("a1", "assistant", undefined)]);
    expect(messagesIn(await claudeItems(row)).map(({ row: { hidden_at } }) => hidden_at)).toEqual([
      null,
      null,
    ]);
  });

  test("thinking, tools with outcomes, and the texts of attachments are kept", async () => {
    const items = await claudeItems(
      claude([
        said("q", "human", nobody, {
          attachments: [
            { file_name: "notes.txt", file_type: "txt", file_size: 5, extracted_content: "hello" },
          ],
          files: [{ file_name: "scan.pdf" }],
        }),
        said("a1", "assistant", "q", {
          content: [
            { type: "thinking", thinking: "hm" },
            { type: "tool_use", id: "t1", name: "web_search", input: { query: "x" } },
            {
              type: "tool_result",
              tool_use_id: "t1",
              content: [{ type: "text", text: "found" }],
              is_error: false,
            },
            { type: "text", text: "Done." },
            { type: "token_budget" },
          ],
        }),
      ]),
    );
    const kept = await keptText("hello");
    expect(items[0]).toMatchObject({ is: "file", file: { sha256: kept?.sha256, media_type: "text/plain" } });
    const [question, answer] = messagesIn(items).map((one) =>
      partsOf(one).filter(({ type }) => type !== "step-start"),
    );
    expect(question).toMatchObject([
      { type: "text", text: "q" },
      { type: "file", filename: "notes.txt" },
      { type: "data-told", data: { kind: "file", text: "scan.pdf" } },
    ]);
    expect(answer).toMatchObject([
      { type: "reasoning", text: "hm" },
      { type: "dynamic-tool", toolName: "web_search", toolCallId: "t1", output: { text: "found" } },
      { type: "text", text: "Done." },
      { type: "data-told", data: { kind: "token_budget" } },
    ]);
  });

  test("a message that is there twice, or follows one that is not there, is told", async () => {
    expect(await reason(claudeItems(claude([said("q", "human", nobody), said("q", "human", nobody)])))).toBe(
      "twice",
    );
    expect(await reason(claudeItems(claude([said("q", "human", "gone")])))).toBe("no-parent");
    expect(await reason(claudeItems(claude([])))).toBe("no-messages");
  });
});

test("[SE-6f] any tree comes in an order in which parents come first and the way to the leaf last", () => {
  const trees = fc
    .array(fc.tuple(fc.nat(), fc.nat({ max: 50 })), { minLength: 1, maxLength: 40 })
    .map((seeds) =>
      seeds.map(([parent, time], at) => ({ id: `${at}`, parent: at === 0 ? null : `${parent % at}`, time })),
    );
  fc.assert(
    fc.property(trees, fc.nat(), (tree, seed) => {
      const shuffled = [...tree].sort(
        (a, b) => ((Number(a.id) * 7919 + seed) % 13) - ((Number(b.id) * 7919 + seed) % 13),
      );
      const parents = new Set(tree.map(({ parent }) => parent));
      const leaves = tree.filter(({ id }) => !parents.has(id));
      const leaf = leaves[seed % leaves.length]?.id ?? "";
      const order = inOrder(shuffled, leaf);
      expect(order).toHaveLength(tree.length);
      const places = new Map(order.map(({ id }, at) => [id, at]));
      for (const { id, parent } of order)
        if (parent !== null) expect(places.get(parent)).toBeLessThan(places.get(id) ?? -1);
      expect(order.at(-1)?.id).toBe(leaf);
    }),
  );
});

test("[SE-6f] three hundred thousand messages under none, and fifty thousand notes in a row, are read", async () => {
  const many = Array.from({ length: 300_000 }, (_, at) => ({ id: `${at}`, parent: null, time: at }));
  expect(inOrder(many, "7").at(-1)?.id).toBe("7");
  const note = (at: number) => ({
    ...{ id: `${at}`, parent: at === 0 ? null : `${at - 1}`, time: at, said: [] },
    carried: [{ type: "part" as const, part: { type: "data-told", data: { text: `${at}` } } }],
  });
  const question = {
    ...{ id: "asked", parent: "49999", time: 50_000, carried: [] },
    said: [{ role: "user" as const, content: [{ type: "text", text: "At last" }] }],
  };
  const messages = [...Array.from({ length: 50_000 }, (_, at) => note(at)), question];
  const told = {
    from: "chatgpt",
    provider: "openai",
    id: "1",
    title: "",
    created_at: 1,
    rest: {},
    files: [],
  };
  const items = await itemsIn({ ...told, messages, leaf: "asked" });
  const [message] = messagesIn(items);
  expect(message?.own.chat_parts).toHaveLength(50_001);
});
