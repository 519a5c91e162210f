/** An answer that is complete is complete: whatever its server does with the connection afterwards, the turn ends, and is asked once. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { ownTime } from "../fixtures/own-time";
import { ending, type Script, type Step } from "../fixtures/provider/script";
import { removeSlice, type Slice, startSlice, textOf } from "./slice";

/** 250 on a machine that has nothing else to do. */
const SOON_MS = 1500;

/** The last words of each wire. */
const LAST: Record<string, Step[]> = {
  "openai-compatible": [{ raw: "data: [DONE]\n\n" }],
  anthropic: [{ raw: 'event: message_stop\ndata: {"type":"message_stop"}\n\n' }],
  openai: [],
  google: [],
};
const TYPES = Object.keys(LAST);

let slice: Slice;
beforeEach(async () => {
  slice = await startSlice();
  const providers = TYPES.map((type) => ({
    id: type,
    type,
    ...(type === "openai" ? { api: "responses" } : {}),
    base_url: slice.provider.baseUrl,
    api_key_env: "SCRIPTED_KEY",
    models: [{ id: "big" }],
  }));
  await writeFile(join(slice.data_dir, "settings.json"), JSON.stringify({ providers }));
});
afterEach(() => removeSlice(slice));

async function answered(type: string, script: Script) {
  slice.provider.enqueue(script);
  const { session } = slice.service.sessions.create({
    text: "Hello?",
    model: { provider_id: type, model_id: "big" },
  });
  await slice.provider.reached("finished");
  const finished = ownTime();
  slice.provider.open("finished");
  const answer = await slice.rest(session.id);
  return { answer, took: ownTime() - finished };
}

const said: Step[] = [{ text: "All of it." }, ...ending("stop", { input: 30, output: 4 })];
const pings: Step[] = Array<Step[]>(500)
  .fill([{ ping: true }, { delayMs: 20 }])
  .flat();

describe.each(TYPES)("%s", (type) => {
  const last = LAST[type] ?? [];
  test.each([
    ["leaves the connection open", [{ gate: "never" }]],
    ["goes on with pings", pings],
    ["goes on talking", last.length === 0 ? pings : [{ text: "More." }, { gate: "never" }]],
  ] as [string, Step[]][])("[RN-8] its server %s", async (_, after) => {
    const { answer, took } = await answered(type, [...said, ...last, { gate: "finished" }, ...after]);
    expect(textOf(answer)).toBe("All of it.");
    expect(answer.metadata).toMatchObject({ finish_reason: "stop", usage: { input: 30, output: 4 } });
    expect(answer.metadata.error).toBeUndefined();
    expect(took).toBeLessThan(SOON_MS);
    expect(slice.provider.requests).toHaveLength(1);
    expect((await slice.provider.requests[0]?.closed)?.by).toBe("client");
  });
});

test("[RN-8] [TK-1] usage that comes a while after the finish is read", async () => {
  const { answer } = await answered("openai-compatible", [
    { text: "All of it." },
    { finish: "stop" },
    { gate: "finished" },
    { delayMs: 600 },
    { usage: { input: 30, output: 4 } },
  ]);
  expect(answer.metadata).toMatchObject({ finish_reason: "stop", usage: { input: 30, output: 4 } });
});

test("[RN-8] who says why it finished, and then nothing at all, has finished", async () => {
  const { answer } = await answered("openai-compatible", [
    { text: "All of it." },
    { finish: "length" },
    { gate: "finished" },
    { gate: "never" },
  ]);
  expect(textOf(answer)).toBe("All of it.");
  expect(answer.metadata).toMatchObject({ finish_reason: "length", estimated: true });
  expect(slice.provider.requests).toHaveLength(1);
});

test("[RN-8] a server that ends its answer itself is let: the connection can be used again", async () => {
  const closed = new Set<unknown>();
  for (const text of ["One", "Two", "Three"]) {
    slice.provider.enqueue([{ text }, ...ending()]);
    const { session } = slice.service.sessions.create({
      text,
      model: { provider_id: "anthropic", model_id: "big" },
    });
    await slice.rest(session.id);
    closed.add(await slice.provider.requests.at(-1)?.closed.then(({ by }) => by));
  }
  expect([...closed]).toEqual(["provider"]);
});

test("[RN-3] Anthropic's pause goes on: the turn has another step, with what was said so far", async () => {
  slice.provider.enqueue(
    [{ text: "Let me look. " }, ...ending("pause_turn")],
    [{ text: "Here it is." }, ...ending()],
  );
  const { session } = slice.service.sessions.create({
    text: "Hello?",
    model: { provider_id: "anthropic", model_id: "big" },
  });
  const answer = await slice.rest(session.id);
  expect(textOf(answer)).toBe("Let me look. Here it is.");
  expect(answer.metadata.finish_reason).toBe("stop");
  const messages = slice.provider.requests[1]?.body.messages as { role: string }[];
  expect(messages.map(({ role }) => role)).toEqual(["user", "assistant"]);
});

test.each([
  [
    "openai-compatible",
    [
      { text: "Yes." },
      { finish: "stop" },
      {
        event: {
          choices: [],
          usage: { prompt_tokens: "30", completion_tokens: "4", total_tokens: "34" },
        },
      },
    ],
  ],
  [
    "anthropic",
    [
      {
        raw: `data: {"type":"message_start","message":{"id":"m","type":"message","role":"assistant","model":"big","content":[],"usage":{"input_tokens":"30","output_tokens":"1"}}}\n\n`,
      },
      {
        raw: `data: {"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}\n\n`,
      },
      {
        raw: `data: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"Yes."}}\n\n`,
      },
      { raw: `data: {"type":"content_block_stop","index":0}\n\n` },
      {
        raw: `data: {"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":{"output_tokens":"4"}}\n\n`,
      },
      { raw: `data: {"type":"message_stop"}\n\n` },
    ],
  ],
] as [string, Script][])("[TK-1] [RN-10] %s: usage that comes as texts is read", async (type, script) => {
  const { answer } = await answered(type, [{ gate: "finished" }, ...script]);
  expect(answer.metadata.error).toBeUndefined();
  expect(answer.metadata).toMatchObject({ finish_reason: "stop", usage: { input: 30, output: 4 } });
});
