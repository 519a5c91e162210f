import type { LanguageModelV3Message, LanguageModelV3Prompt } from "@ai-sdk/provider";
import { describe, expect, it } from "vitest";
import { FILE_TOKENS } from "../../../src-preload/contract/domain/context";
import type { TokenCounter } from "../ports/token-counter";
import { countableMessage, countableTool, MESSAGE_TOKENS, type PromptTool, rawTokens } from "./raw-tokens";

const IMAGE = { type: "file", mediaType: "image/png", data: "AAAA" } as const;
const result = (output: unknown) =>
  ({
    role: "tool",
    content: [{ type: "tool-result", toolCallId: "1", toolName: "read", output }],
  }) as LanguageModelV3Message;

/** Counts characters, and remembers what it was asked. */
function characterCounter() {
  const asked: string[][] = [];
  const counter: TokenCounter = {
    count: async (texts) => {
      asked.push([...texts]);
      return texts.map(({ length }) => length);
    },
    close: async () => {},
  };
  return { counter, asked };
}

describe("[TK-3] what is counted of a message", () => {
  it.each<[string, LanguageModelV3Message, string[], number]>([
    ["the system prompt", { role: "system", content: "Be kind." }, ["Be kind."], 0],
    [
      "words, and a file by a fixed number",
      { role: "user", content: [{ type: "text", text: "Look:" }, IMAGE] },
      ["Look:"],
      FILE_TOKENS,
    ],
    [
      "thoughts without their signature, words, and the input of a tool",
      {
        role: "assistant",
        content: [
          { type: "reasoning", text: "Hm.", providerOptions: { acme: { signature: "c2lnbmVk" } } },
          { type: "text", text: "I look." },
          { type: "tool-call", toolCallId: "call_1", toolName: "read", input: { path: "a" } },
        ],
      },
      ["Hm.", "I look.", "read", '{"path":"a"}'],
      0,
    ],
    ["a tool's words", result({ type: "text", value: "found" }), ["read", "found"], 0],
    ["a tool's error", result({ type: "error-text", value: "gone" }), ["read", "gone"], 0],
    ["a tool's data", result({ type: "json", value: { n: 1 } }), ["read", '{"n":1}'], 0],
    ["a tool's error as data", result({ type: "error-json", value: [1] }), ["read", "[1]"], 0],
    ["why a tool did not run", result({ type: "execution-denied", reason: "no" }), ["read", "no"], 0],
    [
      "a tool's words and images",
      result({
        type: "content",
        value: [
          { type: "text", text: "see" },
          { type: "image-data", data: "AAAA", mediaType: "image/png" },
        ],
      }),
      ["read", "see"],
      FILE_TOKENS,
    ],
  ])("is %s", (_, message, texts, fixed) => {
    expect(countableMessage(message)).toEqual({ texts, fixed: fixed + MESSAGE_TOKENS });
  });

  it.each<[string, PromptTool, string[]]>([
    [
      "a tool's name, description and schema",
      { type: "function", name: "read", description: "Reads.", inputSchema: { type: "object" } },
      ["read", "Reads.", '{"type":"object"}', ""],
    ],
    [
      "a provider's own tool",
      { type: "provider", id: "acme.search", name: "search", args: {} },
      ["acme.search", "{}"],
    ],
  ])("is %s", (_, tool, texts) => {
    expect(countableTool(tool)).toEqual({ texts, fixed: 0 });
  });
});

describe("[TK-3] the raw tokens of a prompt", () => {
  const messages: LanguageModelV3Prompt = [
    { role: "system", content: "Be kind." },
    { role: "user", content: [{ type: "text", text: "Look:" }, { type: "text", text: "" }, IMAGE] },
  ];

  it("are those of its tools, its system prompt and its messages, asked for at once", async () => {
    const { counter, asked } = characterCounter();
    const tools: PromptTool[] = [{ type: "function", name: "read", inputSchema: {} }];
    const sum = "read".length + "{}".length + "Be kind.".length + "Look:".length;
    expect(await rawTokens(counter, { messages, tools })).toBe(sum + FILE_TOKENS + 2 * MESSAGE_TOKENS);
    expect(asked).toEqual([["read", "{}", "Be kind.", "Look:"]]);
  });

  it("are not asked for once nobody wants them", async () => {
    const { counter, asked } = characterCounter();
    await expect(rawTokens(counter, { messages }, AbortSignal.abort(new Error("stopped")))).rejects.toThrow(
      "stopped",
    );
    expect(asked).toEqual([]);
  });
});
