import { expect, test } from "vitest";
import { needsThoughts, withThoughts } from "./stored-thoughts";

test.each([
  ["https://api.deepseek.com/v1", "anything"],
  ["https://api.moonshot.cn/v1", "anything"],
  ["https://api.z.ai/api/paas/v4", "glm-4.7"],
  ["https://openrouter.ai/api/v1", "moonshotai/kimi-k2.5"],
  ["http://127.0.0.1:8000/v1", "deepseek-ai/DeepSeek-V4-Pro"],
])("%s with %s wants thoughts back", (address, model_id) => {
  expect(needsThoughts(address, model_id)).toBe(true);
});

test.each([
  ["https://api.groq.com/openai/v1", "openai/gpt-oss-120b"],
  ["https://api.groq.com/openai/v1", "deepseek-r1-distill-llama-70b"],
  ["https://api.groq.com/openai/v1", "moonshotai/kimi-k2-instruct"],
  ["https://api.cerebras.ai/v1", "zai-glm-4.7"],
  ["https://api.mistral.ai/v1", "magistral-medium-latest"],
  ["https://notdeepseek.com/v1", "anything"],
  ["", "anything"],
])("%s with %s gets none", (address, model_id) => {
  expect(needsThoughts(address, model_id)).toBe(false);
});

test("where thoughts are needed, a call that has none gets a blank, and a plain answer nothing", () => {
  const call = { role: "assistant", tool_calls: [{}] };
  const answer = { role: "assistant" };
  expect(withThoughts([call, answer], true)).toEqual([{ ...call, reasoning_content: " " }, answer]);
  expect(withThoughts([{ ...call, reasoning_content: "Hm." }, answer], false)).toEqual([call, answer]);
});
