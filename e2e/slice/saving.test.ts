import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import type { Tool } from "../../src-main/core/ports/tools";
import { startProvider } from "../fixtures/provider/provider";
import { reply, type Step } from "../fixtures/provider/script";
import { openBeside, query } from "./database";
import { removeSlice, type Slice, startSlice, textOf, type WireType, writeSettings } from "./slice";
import { Window } from "./window";

let slice: Slice;
afterEach(() => removeSlice(slice));

const WIRES: WireType[] = ["openai-compatible", "anthropic"];
const count: Tool = {
  name: "count",
  description: "Counts.",
  input_schema: { type: "object", properties: {} },
  execute: async () => 1,
};

const SAVED =
  "SELECT data_json ->> '$.text' AS text FROM chat_parts_view WHERE type IN ('text', 'reasoning') AND message_id > ? ORDER BY message_id, \"index\"";
/** The answer's words as another program reads them now. */
const savedText = (after = ""): string =>
  query<{ text: string }>(slice, SAVED, after)
    .map(({ text }) => text)
    .join("");

/** Words that come one by one, at a pace at which timers fire. */
const slowly = (words: string): Step[] =>
  words.split(/(?<= )/).flatMap((text): Step[] => [{ text }, { delayMs: 1 }]);

describe.each(WIRES)("on the %s wire", (wire) => {
  test("[SV-2a] whatever a window was sent, another connection to the database sees already", async () => {
    slice = await startSlice({ wire, tools: [count], recorder: { save_buffer_ms: 2 } });
    slice.provider.enqueue(
      [
        { reasoning: "Let me " },
        { reasoning: "see. " },
        ...slowly("one two three four five "),
        ...reply({ tool: { id: "a", name: "count", input: {} } }),
      ],
      [...slowly("six seven eight nine ten "), ...reply("done")],
    );
    const { session_id, message } = slice.ask();
    const database = openBeside(slice.data_dir);
    const saved = database.prepare<[string], { text: string }>(SAVED);
    const behind: string[] = [];
    const window = new Window(slice, session_id, "soon", ({ text }) => {
      // Within the very call that posts the packet.
      const there = saved
        .all(message.id)
        .map((row) => row.text)
        .join("");
      if (!there.startsWith(text)) behind.push(`sent “${text}”, saved “${there}”`);
    });
    await slice.rest(session_id);
    database.close();
    expect(window.packets.length).toBeGreaterThan(8);
    expect(window.text).toBe("Let me see. one two three four five six seven eight nine ten done");
    expect(behind).toEqual([]);
  });
});

test.each([
  ["chunk", "one two ", "one two three four "],
  ["step", "", "one two "],
  ["turn", "", "one two "],
])(
  "[SV-2d] save_on %s: in the middle of the first step “%s” is saved, in the middle of the second “%s”; the end has it all",
  async (save_on, first, second) => {
    // Between the steps, `turn` saves as well: what comes before a tool call is saved at its start (SV-9).
    slice = await startSlice({ recorder: { save_on } });
    slice.provider.enqueue(
      [{ text: "one two " }, { gate: "first" }, ...reply({ tool: { id: "a", name: "count", input: "{" } })],
      [{ text: "three four " }, { gate: "second" }, ...reply("five")],
    );
    const { session_id, message } = slice.ask();
    const watcher = slice.watch(session_id);
    await watcher.until(() => watcher.text === "one two ");
    expect(savedText(message.id)).toBe(first);
    slice.provider.open("first");
    await watcher.until(() => watcher.text === "one two three four ");
    expect(savedText(message.id)).toBe(second);
    slice.provider.open("second");
    await watcher.rest();
    expect(savedText(message.id)).toBe("one two three four five");
    expect(slice.messages(session_id).map(textOf)).toEqual(["Hello?", "one two three four five"]);
  },
);

test("a settings.json that changes while a turn runs applies to the next one", async () => {
  const other = await startProvider();
  try {
    slice = await startSlice({ tools: [count], run: { max_steps: 5 } });
    const call = (id: string): Step => ({ tool: { id, name: "count", input: {} } });
    slice.provider.enqueue([{ gate: "changed" }, ...reply(call("a"))], reply(call("b")), reply("Done."));
    other.enqueue(reply(call("c")));
    const { session_id } = slice.ask();
    await slice.provider.reached("changed");
    await writeSettings(slice.data_dir, other.baseUrl, { run: { max_steps: 1 } });
    slice.provider.open("changed");
    expect((await slice.rest(session_id)).metadata.finish_reason).toBe("stop");
    slice.send({ session_id, text: "And now?" });
    expect((await slice.rest(session_id)).metadata.finish_reason).toBe("tool-limit");
    expect([slice.provider.requests.length, other.requests.length]).toEqual([3, 1]);
  } finally {
    await other.close();
  }
});

test("a settings.json that is broken while the app runs changes nothing; mended, it counts again", async () => {
  slice = await startSlice();
  slice.provider.enqueue(
    [{ text: "Half, " }, { gate: "broken" }, ...reply("whole.")],
    reply("As before."),
    reply("Mended."),
  );
  const { session_id } = slice.ask();
  const watcher = slice.watch(session_id);
  await watcher.until(() => watcher.text !== "");
  writeFileSync(join(slice.data_dir, "settings.json"), '{"providers": [{"id": "scripted", "type"');
  slice.provider.open("broken");
  expect(textOf(await slice.rest(session_id))).toBe("Half, whole.");
  expect(slice.app.info().settings_problems).not.toEqual([]);
  slice.send({ session_id, text: "And now?" });
  expect(textOf(await slice.rest(session_id))).toBe("As before.");
  await writeSettings(slice.data_dir, slice.provider.baseUrl);
  slice.send({ session_id, text: "And after?" });
  expect(textOf(await slice.rest(session_id))).toBe("Mended.");
  expect(slice.app.info().settings_problems).toEqual([]);
});
