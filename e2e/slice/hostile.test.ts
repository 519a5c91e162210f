/**
 * Streams that nobody should take in, over real HTTP, against the core in a process of its own: what each costs of memory, and for how
 * long it holds the thread that everything else waits for. Both are far more where one of the bounds is missing.
 */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { childScript } from "../../src-main/store/testing/child-script";
import {
  type HostileAnswer,
  type HostileServer,
  startHostileServer,
} from "../fixtures/provider/hostile-server";
import { asksForTitle } from "../fixtures/provider/title-requests";
import type { Asked, Measured } from "./measured-child";
import { KEY, RESOURCES } from "./slice";

const MEGABYTE = 1024 * 1024;
/** The whole process, with its code and its database. */
const MOST_MEMORY = 600 * MEGABYTE;
/**
 * Milliseconds of CPU time of this thread, where the system tells it. The end of an answer of 32 MB takes a tenth of a second on a slow
 * machine; where a bound is missing, it takes many.
 */
const LONGEST_HELD_MS = 400;

function* endless(piece: string | Uint8Array, before = ""): Iterable<string | Uint8Array> {
  if (before !== "") yield before;
  while (true) yield piece;
}

const chat = (delta: object, finish: string | null = null) =>
  `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;
const chatEnd = `${chat({}, "stop")}data: [DONE]\n\n`;
const google = (parts: object[]) =>
  `data: ${JSON.stringify({ candidates: [{ content: { parts } }] })}\r\n\r\n`;
const words = "words and words ".repeat(4096);
const zipped = { "content-encoding": "gzip" };
const tool = (input: string, index = 0) => ({
  tool_calls: [{ index, id: `call_${index}`, function: { name: "read", arguments: input } }],
});
const answer = [chat({ content: "An answer." }), chatEnd];
/** A thousandth of what it becomes: of one line without end. */
const zippedLine = gzipSync(Buffer.alloc(16 * MEGABYTE, "x"));

const FIRST = "an answer as any other";

interface Case {
  name: string;
  answer: HostileAnswer;
  finish: string;
  code?: string;
  provider?: "chat" | "google";
  /** The small model's answer. */
  title?: HostileAnswer;
  /** Braid asks for a title of the answer, too: the title is measured with the rest. */
  titled?: true;
}

const cases: Case[] = [
  {
    name: "a comment line without end",
    answer: { pieces: endless(words, ":") },
    finish: "error",
    code: "PROVIDER_BAD_STREAM",
  },
  {
    name: "a line of data without end",
    answer: { pieces: endless(words, "data: ") },
    finish: "error",
    code: "PROVIDER_BAD_STREAM",
  },
  {
    name: "one event of lines without end",
    answer: { pieces: endless(`data: ${words}\n`) },
    finish: "error",
    code: "PROVIDER_BAD_STREAM",
  },
  {
    name: "a refusal without end",
    answer: { status: 400, pieces: endless(words) },
    finish: "error",
    code: "PROVIDER_REJECTED",
  },
  {
    name: "a line without end, zipped",
    answer: { headers: zipped, pieces: endless(zippedLine) },
    finish: "error",
    code: "PROVIDER_BAD_STREAM",
  },
  {
    name: "a refusal without end, zipped",
    answer: { status: 400, headers: zipped, pieces: endless(zippedLine) },
    finish: "error",
    code: "PROVIDER_REJECTED",
  },
  {
    name: "text without end",
    answer: { pieces: endless(chat({ content: words.repeat(4) })) },
    finish: "length",
    titled: true,
  },
  {
    name: "thoughts without end",
    answer: { pieces: endless(chat({ reasoning_content: words })) },
    finish: "length",
  },
  { name: "a call without end", answer: { pieces: endless(chat(tool(words))) }, finish: "length" },
  {
    name: "6,000 attachments",
    provider: "google",
    answer: {
      pieces: Array(6).fill(
        google(Array(1000).fill({ inlineData: { mimeType: "image/png", data: "iVBORw0KGgo=" } })),
      ),
    },
    finish: "length",
  },
  {
    name: "1,500 calls in one step",
    answer: {
      pieces: Array.from({ length: 1500 }, (_, n) => chat(tool("{}", n))),
    },
    finish: "length",
  },
  {
    name: "5,200 pieces of thought and text",
    answer: { pieces: Array(2600).fill(chat({ reasoning_content: "Hm." }) + chat({ content: "Well." })) },
    finish: "length",
  },
  {
    name: "an event of five million lists",
    answer: { pieces: [`data: {"choices":[`, ...Array(150).fill("[],".repeat(33_000)), "[]]}\n\n"] },
    finish: "error",
    code: "PROVIDER_BAD_STREAM",
  },
  {
    name: "an event of 20,000 levels",
    answer: { pieces: [`data: {"choices":${"[".repeat(20_000)}${"]".repeat(20_000)}}\n\n`] },
    finish: "error",
    code: "PROVIDER_BAD_STREAM",
  },
  {
    name: "the input of a call of 20,000 levels",
    answer: { pieces: [chat(tool(`{"a":${"[".repeat(20_000)}${"]".repeat(20_000)}}`)), chatEnd] },
    finish: "error",
    code: "PROVIDER_BAD_STREAM",
  },
  {
    name: "a title without end",
    answer: { pieces: answer },
    title: { pieces: endless(words) },
    finish: "stop",
  },
  {
    name: "a title of marks",
    answer: { pieces: answer },
    title: {
      pieces: [
        JSON.stringify({
          choices: [{ message: { role: "assistant", content: `*_[Title](${"`*_".repeat(500_000)}` } }],
        }),
      ],
    },
    finish: "stop",
  },
];

let server: HostileServer;
let child: ChildProcess;
let folder: string;
beforeAll(async () => {
  server = await startHostileServer((question) => {
    if (question.includes(FIRST)) return { pieces: answer };
    const found = cases.find(({ name }) => question.includes(`"${name}`) || question.includes(`${name}\\n`));
    if (found === undefined) throw new Error("nobody knows this question");
    if (asksForTitle(question)) return found.title ?? { status: 404, pieces: [] };
    return found.answer;
  });
  folder = await mkdtemp(join(tmpdir(), "braid-hostile-"));
  const access = { base_url: server.url, api_key_env: "SCRIPTED_KEY", models: [{ id: "big" }] };
  const settings = {
    providers: [
      { id: "chat", type: "openai-compatible", ...access },
      { id: "google", type: "google", ...access },
    ],
    run: { max_retries: 0, first_chunk_timeout_ms: 30_000, stall_timeout_ms: 30_000 },
  };
  await writeFile(join(folder, "settings.json"), JSON.stringify(settings));
  child = fork(childScript("measured-child"), [folder, RESOURCES], {
    env: { ...process.env, SCRIPTED_KEY: KEY },
    execArgv: ["--expose-gc"],
  });
  await once(child, "message");
  // The first answer of all loads the code that reads answers.
  await measure({ text: FIRST, model: { provider_id: "chat", model_id: "big" }, titled: false });
});
afterAll(async () => {
  child.disconnect();
  await once(child, "exit");
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

async function measure(asked: Asked): Promise<Measured> {
  const measured = once(child, "message");
  child.send(asked);
  const [result] = await measured;
  return result as Measured;
}

test.each(cases)("[RN-10e] $name: ended, told, in bounded memory, the thread free", async (day) => {
  const asked = {
    text: day.name,
    model: { provider_id: day.provider ?? "chat", model_id: "big" },
    titled: day.titled ?? day.title !== undefined,
  };
  const { memory, held, finish_reason, code, message, characters, parts, title } = await measure(asked);
  if (code !== undefined) expect.soft(message).toMatch(/^[A-Z].{10,}[^:]$/);
  expect.soft(characters).toBeLessThanOrEqual(33 * MEGABYTE);
  expect.soft(parts).toBeLessThanOrEqual(5001);
  expect.soft(title.length).toBeLessThanOrEqual(161);
  expect.soft({ finish_reason, code }).toEqual({ finish_reason: day.finish, code: day.code });
  expect.soft(memory).toBeLessThan(MOST_MEMORY);
  // A missing bound holds the thread each time; a collection of garbage on a crowded machine does so once.
  const again = async () => (await measure({ ...asked, titled: false })).held;
  const isNoise = held >= LONGEST_HELD_MS && day.title === undefined && (await again()) < LONGEST_HELD_MS;
  if (!isNoise) expect.soft(held).toBeLessThan(LONGEST_HELD_MS);
  // Whoever is not listened to any more is told so by a closed connection.
  await server.left();
});
