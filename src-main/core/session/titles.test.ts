import type {
  LanguageModelV3,
  LanguageModelV3GenerateResult,
  LanguageModelV3StreamPart,
} from "@ai-sdk/provider";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { SessionId } from "../../../src-preload/contract/domain/ids";
import type { FinishReason, StoredMessage } from "../../../src-preload/contract/domain/messages";
import type { ModelRef } from "../../../src-preload/contract/domain/models";
import { BraidError } from "../braid-error";
import type { AgentCall, TitleBasis } from "../ports/session-store";
import { Titles } from "./titles";

const ID = "ses_1" as SessionId;
const BIG: ModelRef = { provider_id: "p", model_id: "big", variant: "high" };
const SMALL: ModelRef = { provider_id: "p", model_id: "small" };

const message = (role: "user" | "assistant", text: string, finish_reason?: FinishReason) =>
  ({
    role,
    parts: [{ type: "text", text }],
    metadata:
      role === "user" ? {} : { model: BIG, ...(finish_reason === undefined ? {} : { finish_reason }) },
  }) as StoredMessage;

const exchange = (finish: FinishReason = "stop"): TitleBasis => ({
  title: "How do I retry?",
  messages: [message("user", "How do I retry?"), message("assistant", "Like so.", finish)],
});

const saying = (text: string): LanguageModelV3GenerateResult => ({
  content: [{ type: "text", text }],
  finishReason: { unified: "stop", raw: "stop" },
  usage: {
    inputTokens: { total: 90, noCache: 80, cacheRead: 10, cacheWrite: 0 },
    outputTokens: { total: 7, text: 4, reasoning: 3 },
  },
  warnings: [],
});

const cutOff = new BraidError("PROVIDER_REJECTED", "The connection was cut.");

const streamOf = ({ content, finishReason, usage }: LanguageModelV3GenerateResult) =>
  new ReadableStream<LanguageModelV3StreamPart>({
    start(controller) {
      controller.enqueue({ type: "stream-start", warnings: [] });
      controller.enqueue({ type: "text-start", id: "0" });
      for (const part of content)
        if (part.type === "text") controller.enqueue({ type: "text-delta", id: "0", delta: part.text });
      controller.enqueue({ type: "text-end", id: "0" });
      if (finishReason.unified === "error") controller.enqueue({ type: "error", error: cutOff });
      else controller.enqueue({ type: "finish", finishReason, usage });
      controller.close();
    },
  });

type Generate = LanguageModelV3["doGenerate"];

/** @param isStale true for a title whose words were taken back while it was made */
function titling(
  generate: Generate,
  basis: TitleBasis | undefined = exchange(),
  isStale: (title: string | undefined) => boolean = () => false,
) {
  const decided: (string | undefined)[] = [];
  const accounted: AgentCall[] = [];
  const failures: string[] = [];
  const titled: SessionId[] = [];
  const asked: Parameters<Generate>[0][] = [];
  const language_model: LanguageModelV3 = {
    specificationVersion: "v3",
    provider: "p",
    modelId: "small",
    supportedUrls: {},
    doGenerate: () => Promise.reject(new Error("not asked for")),
    doStream: async (options) => {
      asked.push(options);
      return { stream: streamOf(await generate(options)) };
    },
  };
  const titles = new Titles({
    store: {
      titleBasis: () => (decided.length === 0 ? basis : undefined),
      decideTitle: (_id, _basis, title) => {
        if (isStale(title)) return false;
        decided.push(title);
        return true;
      },
      accountCall: (call) => accounted.push(call),
    },
    models: {
      side_models: () => [SMALL],
      note_refusal: () => {},
      resolve: (ref) => ({ ref, language_model }),
    },
    clock: { now: () => 1000 },
    agent: { name: "title", manifest: "Name it." },
    onDecided: (id) => titled.push(id),
    onFailure: (sentence) => failures.push(sentence),
  });
  return { titles, decided, accounted, failures, titled, asked };
}

/** Also of the SDK, which is read when it is first needed. */
const settled = async () => {
  await vi.dynamicImportSettled();
  await vi.advanceTimersByTimeAsync(0);
};
const overloaded = () => Promise.reject(new BraidError("PROVIDER_STALLED", "The model went silent."));

// Read once: a module that arrives while time stands still would come too late.
beforeAll(() => Promise.all([import("./said-title"), import("../run/failure")]));
beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe("[SE-4] a title", () => {
  it("[TK-1] is asked of the small model, from the first exchange, and accounted apart", async () => {
    const made = titling(() => Promise.resolve(saying("Retries")));
    made.titles.consider(ID);
    await settled();
    expect(made).toMatchObject({ decided: ["Retries"], titled: [ID], failures: [] });
    expect(made.accounted).toEqual([
      {
        session_id: ID,
        agent: "title",
        model: SMALL,
        usage: { input: 80, output: 4, reasoning: 3, cache_read: 10, cache_write: 0 },
        estimated: false,
        now: 1000,
      },
    ]);
    expect(made.asked[0]?.prompt).toEqual([
      { role: "system", content: "Name it." },
      expect.objectContaining({
        role: "user",
        content: [
          expect.objectContaining({
            text: "<question>\nHow do I retry?\n</question>\n\n<answer>\nLike so.\n</answer>",
          }),
        ],
      }),
    ]);
  });

  it.each([
    ["nothing has been answered", { ...exchange(), messages: [message("user", "How do I retry?")] }],
    ["the answer was stopped", exchange("aborted")],
    ["the answer failed", exchange("error")],
    ["the answer was cut", exchange("interrupted")],
    ["its user has named it before this app knew how to note that", { ...exchange(), title: "Mine" }],
  ])("is not asked for while %s", async (_, basis) => {
    const made = titling(() => Promise.resolve(saying("Retries")), basis);
    made.titles.consider(ID);
    await settled();
    expect(made).toMatchObject({ asked: [], decided: [] });
  });

  it("is asked for by the names of its files, where the question has no words", async () => {
    const files = ["cat.png", "dog.png"].map((filename) => ({
      sha256: "",
      media_type: "",
      filename,
      size: 1,
    }));
    const asked: StoredMessage = { ...message("user", ""), metadata: { attachments: files } };
    const answered = message("assistant", "Two animals.", "stop");
    const made = titling(() => Promise.resolve(saying("Animals")), {
      title: "cat.png",
      messages: [asked, answered],
    });
    made.titles.consider(ID);
    await settled();
    expect(made.decided).toEqual(["Animals"]);
    expect(JSON.stringify(made.asked[0]?.prompt)).toContain("cat.png\\ndog.png");
    const named = titling(() => Promise.resolve(saying("Animals")), {
      title: "Mine",
      messages: [asked, answered],
    });
    named.titles.consider(ID);
    await settled();
    expect(named).toMatchObject({ asked: [], decided: [] });
  });

  it("is tried once more where trying again can help, and then never again", async () => {
    const made = titling(overloaded);
    made.titles.consider(ID);
    await vi.advanceTimersByTimeAsync(5000);
    expect(made.asked).toHaveLength(2);
    expect(made).toMatchObject({ decided: [undefined], titled: [ID], accounted: [] });
    expect(made.failures).toEqual(["The model went silent.", "The model went silent."]);
    made.titles.consider(ID);
    await vi.advanceTimersByTimeAsync(5000);
    expect(made.asked).toHaveLength(2);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("is not tried again where that cannot help", async () => {
    const made = titling(() => Promise.reject(new BraidError("PROVIDER_AUTH", "No key.")));
    made.titles.consider(ID);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(made).toMatchObject({ decided: [undefined], failures: ["No key."] });
    expect(made.asked).toHaveLength(1);
  });

  it("that says nothing is asked for once more, and both are paid for", async () => {
    const made = titling(() => Promise.resolve(saying("***")));
    made.titles.consider(ID);
    await settled();
    expect(made.asked).toHaveLength(2);
    expect(made.accounted).toHaveLength(2);
    expect(made.decided).toEqual([undefined]);
  });

  it("[TK-5a] that broke off was paid for as well: by an estimate, once it had said something", async () => {
    const brokenOff = (text: string) =>
      titling(() =>
        Promise.resolve({ ...saying(text), finishReason: { unified: "error", raw: undefined } } as const),
      );
    const [half, silent] = [brokenOff("Retries, and then"), brokenOff("")];
    for (const { titles } of [half, silent]) titles.consider(ID);
    await settled();
    expect(half).toMatchObject({ decided: [undefined], failures: ["The connection was cut."] });
    expect(half.accounted).toMatchObject([
      { agent: "title", model: SMALL, estimated: true, usage: { output: 5, reasoning: 0 } },
    ]);
    expect(half.accounted[0]?.usage.input).toBeGreaterThan(10);
    expect(silent.accounted).toEqual([]);
  });

  it("is asked for again where a turn has ended while it was made, and its words were taken back", async () => {
    let answer = (_text: string) => {};
    const generate = () =>
      new Promise<LanguageModelV3GenerateResult>((resolve) => {
        answer = (text) => resolve(saying(text));
      });
    const made = titling(generate, exchange(), (title) => title === "Stale");
    made.titles.consider(ID);
    await settled();
    made.titles.consider(ID);
    await settled();
    expect(made.asked).toHaveLength(1);
    answer("Stale");
    await settled();
    expect(made.asked).toHaveLength(2);
    answer("Fresh");
    await settled();
    expect(made).toMatchObject({ decided: ["Fresh"], titled: [ID] });
    expect(vi.getTimerCount()).toBe(0);
  });

  it("has 20 seconds, whatever the model does", async () => {
    const made = titling(() => new Promise(() => {}));
    made.titles.consider(ID);
    await vi.advanceTimersByTimeAsync(19_999);
    expect(made.decided).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(made.decided).toEqual([undefined]);
    expect(made.asked[0]?.abortSignal?.aborted).toBe(true);
    expect(made.failures.at(-1)).toContain("20 s");
    expect(vi.getTimerCount()).toBe(0);
  });

  it("is given up when its user names the session", async () => {
    const made = titling(() => new Promise(() => {}));
    made.titles.consider(ID);
    await settled();
    made.titles.drop(ID);
    await settled();
    expect(made).toMatchObject({ decided: [], titled: [], failures: [] });
    expect(made.asked[0]?.abortSignal?.aborted).toBe(true);
  });

  it("is given up when the app closes, and nothing touches the store after that", async () => {
    const made = titling(() => new Promise(() => {}));
    made.titles.consider(ID);
    await settled();
    await made.titles.close();
    expect(made).toMatchObject({ decided: [], failures: [] });
    made.titles.consider(ID);
    await settled();
    expect(made.asked).toHaveLength(1);
    expect(vi.getTimerCount()).toBe(0);
  });
});
