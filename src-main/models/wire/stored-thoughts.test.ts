import { expect, test } from "vitest";
import { placeOfThoughts, withThoughts } from "./stored-thoughts";

test.each([
  ["https://api.deepseek.com/v1", "anything"],
  ["https://api.moonshot.cn/v1", "anything"],
  ["https://api.z.ai/api/paas/v4", "glm-4.7"],
  ["https://openrouter.ai/api/v1", "moonshotai/kimi-k2.5"],
  ["http://127.0.0.1:8000/v1", "deepseek-ai/DeepSeek-V4-Pro"],
])("%s with %s wants thoughts back in their field", (address, model_id) => {
  expect(placeOfThoughts(address, model_id)).toBe("field");
});

test.each([
  ["https://api.groq.com/openai/v1", "openai/gpt-oss-120b"],
  ["https://api.groq.com/openai/v1", "deepseek-r1-distill-llama-70b"],
  ["https://api.groq.com/openai/v1", "moonshotai/kimi-k2-instruct"],
  ["https://api.cerebras.ai/v1", "zai-glm-4.7"],
  ["https://api.mistral.ai/v1", "magistral-medium-latest"],
  ["https://notdeepseek.com/v1", "anything"],
  ["https://openrouter.ai/api/v1", "minimax/minimax-text-01"],
  ["https://notminimax.io/v1", "anything"],
  ["", "anything"],
])("%s with %s gets none", (address, model_id) => {
  expect(placeOfThoughts(address, model_id)).toBeUndefined();
});

test.each([
  ["https://api.minimax.io/v1", "anything"],
  ["https://api.minimaxi.com/v1", "anything"],
  ["https://openrouter.ai/api/v1", "minimax/minimax-m2.5"],
  ["http://127.0.0.1:8000/v1", "MiniMaxAI/MiniMax-M2"],
  ["https://api.groq.com/openai/v1", "minimax-m3"],
  ["https://bedrock.example/v1", "minimax.minimax-m2"],
])("%s with %s wants thoughts back in tags", (address, model_id) => {
  expect(placeOfThoughts(address, model_id)).toBe("content");
});

test("where thoughts go back in tags, they stand in front of the words, and where there are none nothing does", () => {
  const call = { role: "assistant", content: null, tool_calls: [{}] };
  const answer = { role: "assistant", content: "Yes." };
  const question = { role: "user", content: "Well?" };
  const thoughtful = [
    { ...call, reasoning_content: "Hm." },
    { ...answer, reasoning_content: "So." },
  ];
  expect(withThoughts([question, ...thoughtful, call, answer], "content")).toEqual([
    question,
    { ...call, content: "<think>\nHm.\n</think>\n\n" },
    { ...answer, content: "<think>\nSo.\n</think>\n\nYes." },
    call,
    answer,
  ]);
});

test("where thoughts are needed, a call that has none gets a blank, and a plain answer nothing", () => {
  const call = { role: "assistant", tool_calls: [{}] };
  const answer = { role: "assistant" };
  expect(withThoughts([call, answer], "field")).toEqual([{ ...call, reasoning_content: " " }, answer]);
  expect(withThoughts([{ ...call, reasoning_content: "Hm." }, answer], undefined)).toEqual([call, answer]);
});
