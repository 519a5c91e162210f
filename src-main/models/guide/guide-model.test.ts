import { join } from "node:path";
import type {
  LanguageModelV3Prompt,
  LanguageModelV3StreamPart,
  LanguageModelV3ToolResultPart,
} from "@ai-sdk/provider";
import { afterEach, describe, expect, test, vi } from "vitest";
import { listOfCommands } from "../../language/list-of-commands";
import { createGuideModel } from "./guide-model";
import { readHandbook } from "./handbook";
import { english } from "./speech";
import { countTokens } from "./words";

const resources_dir = join(import.meta.dirname, "../../../resources");
const speech = { ...english, commands: listOfCommands };
const fast = createGuideModel({ resources_dir, words_per_second: Infinity, speech });
const unhurried = createGuideModel({ resources_dir, words_per_second: 60 });

/** Alternating user and assistant messages, the user's first. */
function conversation(...texts: string[]): LanguageModelV3Prompt {
  return texts.map((text, index) => ({
    role: index % 2 === 0 ? "user" : "assistant",
    content: [{ type: "text", text }],
  }));
}

async function ask(...texts: string[]): Promise<string> {
  const { content } = await fast.doGenerate({ prompt: conversation(...texts) });
  return content.map((part) => (part.type === "text" ? part.text : "")).join("");
}

async function partsOf(
  stream: ReadableStream<LanguageModelV3StreamPart>,
): Promise<LanguageModelV3StreamPart[]> {
  const parts: LanguageModelV3StreamPart[] = [];
  for await (const part of stream) parts.push(part);
  return parts;
}

const textOf = (parts: LanguageModelV3StreamPart[]) =>
  parts.map((part) => (part.type === "text-delta" ? part.delta : "")).join("");

afterEach(() => {
  vi.useRealTimers();
});

describe("in a folder", () => {
  const tools = ["glob", "read", "bash"].map(
    (name) => ({ type: "function", name, inputSchema: {} }) as const,
  );
  const asked = conversation("read README.md");
  const answered = (output: LanguageModelV3ToolResultPart["output"]): LanguageModelV3Prompt => [
    ...asked,
    { role: "assistant", content: [{ type: "tool-call", toolCallId: "a", toolName: "read", input: {} }] },
    { role: "tool", content: [{ type: "tool-result", toolCallId: "a", toolName: "read", output }] },
  ];
  const said = async (prompt: LanguageModelV3Prompt) => {
    const { stream } = await fast.doStream({ prompt, tools });
    return textOf(await partsOf(stream));
  };

  test("a plain request is a tool call, in the stream as at once", async () => {
    const { stream } = await fast.doStream({ prompt: asked, tools });
    const parts = await partsOf(stream);
    const call = { type: "tool-call", toolCallId: "call_1", toolName: "read", input: '{"path":"README.md"}' };
    expect(parts).toContainEqual(call);
    expect(parts.at(-1)).toMatchObject({ type: "finish", finishReason: { unified: "tool-calls" } });
    const { content, finishReason } = await fast.doGenerate({ prompt: asked, tools });
    expect([content, finishReason.unified]).toEqual([[call], "tool-calls"]);
  });

  test("without a folder, or for a tool that is not there, the handbook is asked", async () => {
    expect(await ask("read README.md")).not.toBe("");
    expect(await said(conversation("find TODO"))).not.toBe("");
  });

  test("a result is quoted, however many lines and marks it has", async () => {
    expect(await said(answered({ type: "text", value: "one\n```\ntwo" }))).toBe(
      "This is what `read` gave:\n\n````\none\n```\ntwo\n````",
    );
    const long = await said(answered({ type: "text", value: "line\n".repeat(50) }));
    expect(long.match(/^line$/gm)).toHaveLength(30);
    expect(long).toContain("and 20 more lines");
    expect(await said(answered({ type: "text", value: "line\n".repeat(31) }))).toContain("and 1 more line:");
  });

  test("a failure and a refusal are said", async () => {
    expect(await said(answered({ type: "error-text", value: "No such file." }))).toContain("No such file.");
    const refused = "The user refused this call, and it did not run. Do not try it again.";
    expect(await said(answered({ type: "error-text", value: refused }))).toContain("You did not allow it");
    expect(await said(answered({ type: "execution-denied" }))).toContain("You did not allow it");
  });

  test("the next request is a new call; a question goes to the handbook again", async () => {
    const before = answered({ type: "text", value: "words" });
    const next = [...before, ...conversation("list the files")];
    const { content } = await fast.doGenerate({ prompt: next, tools });
    expect(content).toMatchObject([{ toolName: "glob", toolCallId: "call_2" }]);
    expect(await said([...before, ...conversation("How do I rename a session?")])).toContain("Renaming");
  });
});

describe("what it answers", () => {
  test.each([
    ["How do I add an API key?", "Entering a key"],
    ["where are my conversations stored", "Where your data is kept"],
    ["What happens if the app crashes while it is answering?", "After a crash or a power cut"],
    ["power outage", "After a crash or a power cut"],
    ["What happens when I close the window?", "When you close the window"],
    ["How do I rename a session?", "Renaming a session"],
    ["can i archive old chats", "Archiving a session"],
    ["how do i create a new session", "Sessions"],
    ["How do I use Claude?", "Adding a provider"],
    ["connect to a local openai compatible server", "A server of your own"],
    ["it says 429, what now?", "Rate limits"],
    ["I get 401 unauthorized", "Errors that are not retried"],
    ["The model hangs and nothing happens", "When the model goes silent"],
    ["Are my messages encrypted?", "Encryption and file permissions"],
    ["what data is sent to the provider", "What a provider receives"],
    ["What does save_on turn risk?", "Settings for saving: recorder"],
    ["my settings.json has a syntax error", "Mistakes in the settings"],
    ["How do I stop an answer", "Stop and continue"],
    ["the disk is full", "The disk is full"],
    ["my databse is corrupted", "A damaged database"],
    ["Can I open two windows?", "Several windows"],
    ["How much does it cost?", "What a session cost"],
    ["How do I make a backup?", "Backups"],
    ["use another data folder", "Using another data folder"],
    ["Why is my model greyed out?", "A model is missing or cannot be chosen"],
    ['What does "Shown as text" mean?', "Shown as text"],
    ["what does the button Draw it do", "Shown as text"],
    ["Why is my diagram shown as text?", "Shown as text"],
    ["why does my code have no colours", "Code in answers"],
    ["What does Shown as text after a failure mean?", "Shown as text after a failure"],
    ["how do I attach a file", "Attaching files"],
  ])("%s → %s", async (question, heading) => {
    const answer = await ask(question);
    expect(/^# (.+)$/m.exec(answer)?.[1]).toBe(heading);
    expect(answer).toMatch(/^This is what the handbook says under /);
    expect(answer.match(/^#+ /gm)?.length).toBeLessThanOrEqual(3);
  });

  test.each([
    "What is the capital of France?",
    "Write me a poem about the sea",
    "How do I cook rice?",
    "Translate this sentence into German please",
    "what is the weather today",
    "Explain quantum entanglement",
  ])("%s → it says that it does not know, what it is, and what to do", async (question) => {
    const answer = await ask(question);
    expect(answer).toContain("I found nothing about that");
    expect(answer).toContain("not a language model");
    expect(answer).toContain("settings.json");
  });

  test.each(["Hello!", "who are you?", "What can you do?", "help", "Thanks!", "", "🙂"])(
    "%j → it introduces itself",
    async (question) => {
      const answer = await ask(question);
      expect(answer).toContain("I am the guide");
      expect(answer).toContain("- [Providers and keys](");
      const [spoken = ""] = answer.split("**You can ask me about:**");
      expect(spoken.length, "a greeting gets no lecture").toBeLessThan(1_000);
    },
  );

  test("a short follow-up is read with the question before it", async () => {
    const answer = await ask("Where is the data folder?", "It is…", "How can I change it?");
    expect(answer).toContain("# Using another data folder\n");
    expect(await ask("How can I change it?")).not.toBe(answer);
  });

  test("a long question stands alone", async () => {
    const question = "How do I rename or archive a session?";
    expect(await ask("Where is the data folder?", "It is…", question)).toBe(await ask(question));
  });

  test("it names what else there is to read", async () => {
    expect(await ask("How do I stop an answer?")).toMatch(/\*\*See also:\*\*\n\n- .+ › .+/);
  });

  test("the whole handbook is printed on request, and only then", async () => {
    const whole = await ask("Print the whole handbook");
    for (const { heading, body } of readHandbook(resources_dir, "en", listOfCommands())) {
      expect(whole).toContain(heading);
      expect(whole).toContain(body);
    }
    expect(await ask("Tell me everything!")).toBe(whole);
    expect((await ask("Tell me everything about rate limits")).length).toBeLessThan(whole.length / 3);
  });

  test("a missing handbook is an error with a hint", async () => {
    const model = createGuideModel({ resources_dir: join(resources_dir, "none"), words_per_second: 60 });
    const answer = Promise.resolve(model.doGenerate({ prompt: conversation("Hello") }));
    await expect(answer).rejects.toMatchObject({
      code: "INTERNAL",
      info: { hint: { key: "guide.missing.hint" } },
    });
  });
});

describe("how it streams", () => {
  const prompt = conversation("How do I rename a session?");

  test("as a language model does, and the text is that of doGenerate", async () => {
    const parts = await partsOf((await fast.doStream({ prompt })).stream);
    const types = parts.map(({ type }) => type).filter((type, index, all) => type !== all[index - 1]);
    expect(types).toEqual([
      "stream-start",
      "response-metadata",
      "text-start",
      "text-delta",
      "text-end",
      "finish",
    ]);
    const generated = await fast.doGenerate({ prompt });
    expect(generated.content).toEqual([{ type: "text", text: textOf(parts) }]);
    expect(parts.at(-1)).toEqual({
      type: "finish",
      usage: generated.usage,
      finishReason: { unified: "stop", raw: "stop" },
    });
  });

  test("the same prompt gives the same chunks, whatever was asked between", async () => {
    const first = await partsOf((await fast.doStream({ prompt })).stream);
    await ask("Something else");
    const other = createGuideModel({ resources_dir, words_per_second: Infinity, speech });
    expect(await partsOf((await fast.doStream({ prompt })).stream)).toEqual(first);
    expect(await partsOf((await other.doStream({ prompt })).stream)).toEqual(first);
  });

  test("usage counts what was given and what was said, in its own tokens", async () => {
    const { usage } = await fast.doGenerate({ prompt });
    const answer = await ask("How do I rename a session?");
    expect(countTokens("How do I rename a session?")).toBe(7);
    expect(usage.inputTokens).toEqual({ total: 7, noCache: 7, cacheRead: 0, cacheWrite: 0 });
    expect(usage.outputTokens).toEqual({
      total: countTokens(answer),
      text: countTokens(answer),
      reasoning: 0,
    });
    const longer = await fast.doGenerate({ prompt: [{ role: "system", content: "Be kind." }, ...prompt] });
    expect(longer.usage.inputTokens.total).toBe(10);
  });

  test("words come at the pace that was set", async () => {
    vi.useFakeTimers();
    const { stream } = await unhurried.doStream({ prompt });
    let [words, said] = [0, ""];
    const reading = (async () => {
      for await (const part of stream)
        if (part.type === "text-delta") {
          words += part.delta.trim().split(/\s+/).length;
          said += part.delta;
        }
    })();
    await vi.advanceTimersByTimeAsync(500);
    expect(words).toBe(30);
    await vi.advanceTimersByTimeAsync(60_000);
    await reading;
    const { content } = await unhurried.doGenerate({ prompt });
    const text = content.map((part) => (part.type === "text" ? part.text : "")).join("");
    expect(said).toBe(text);
  });
});

describe("how it is aborted", () => {
  const prompt = conversation("Print the whole handbook");

  test("at once, in the middle of a wait, with the reason that fetch would give", async () => {
    vi.useFakeTimers();
    const controller = new AbortController();
    const { stream } = await unhurried.doStream({ prompt, abortSignal: controller.signal });
    const reader = stream.getReader();
    for (const type of ["stream-start", "response-metadata", "text-start"]) {
      expect((await reader.read()).value?.type).toBe(type);
    }
    const next = reader.read();
    controller.abort();
    await expect(next).rejects.toMatchObject({ name: "AbortError" });
    await expect(reader.read()).rejects.toBe(controller.signal.reason);
    expect(vi.getTimerCount()).toBe(0);
  });

  test("before it has begun", async () => {
    const abortSignal = AbortSignal.abort();
    for (const call of [unhurried.doStream, unhurried.doGenerate]) {
      await expect(Promise.resolve(call({ prompt, abortSignal }))).rejects.toMatchObject({
        name: "AbortError",
      });
    }
  });

  test("a reader that goes away leaves no timer", async () => {
    vi.useFakeTimers();
    const { stream } = await unhurried.doStream({ prompt });
    const reader = stream.getReader();
    for (let read = 0; read < 3; read++) await reader.read();
    const next = reader.read();
    await reader.cancel();
    await next;
    expect(vi.getTimerCount()).toBe(0);
  });

  test("after its end, nothing happens", async () => {
    const controller = new AbortController();
    const { stream } = await fast.doStream({ prompt, abortSignal: controller.signal });
    expect((await partsOf(stream)).at(-1)?.type).toBe("finish");
    controller.abort();
  });
});
