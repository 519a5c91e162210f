import { expect, test } from "vitest";
import { seesPictures } from "./sees-pictures";

test.each([
  "llava:13b",
  "bakllava",
  "llava-hf/llava-1.5-7b-hf",
  "gemma3",
  "gemma3:4b",
  "google/gemma-3-27b-it",
  "qwen2.5vl:7b",
  "Qwen/Qwen2.5-VL-72B-Instruct",
  "qwen-vl-max",
  "qwen3-vl:235b-cloud",
  "mistralai/pixtral-12b",
  "llama3.2-vision",
  "meta-llama/Llama-3.2-11B-Vision-Instruct",
  "meta-llama/Llama-4-Scout-17B-16E-Instruct",
  "llama4:scout",
  "minicpm-v:8b",
  "openbmb/MiniCPM-V-2_6",
  "granite3.2-vision",
  "OpenGVLab/InternVL3-8B",
  "mistral-small3.1",
  "moondream",
  "zai-org/GLM-4.5V",
  "gpt-4o-2024-11-20",
  "claude-3-haiku-20240307",
  "anthropic/claude-3.5-sonnet",
  "claude-sonnet-9",
  "gemini-1.5-pro",
])("%s sees pictures", (id) => {
  expect(seesPictures(id)).toBe(true);
});

test.each([
  "llama3.2:3b",
  "llama3.3",
  "gemma3:1b",
  "gemma3:270m",
  "google/gemma-3-1b-it",
  "gemma3n:e4b",
  "gemma2",
  "qwen2.5:7b",
  "qwen3-coder",
  "mistral-small",
  "mistral-small3",
  "claude-3-5-haiku-20241022",
  "gpt-4o-audio-preview",
  "gpt-3.5-turbo",
  "deepseek-v3",
  "glm-4.5",
  "provisional-1",
  "revision",
  "llama-405b",
])("%s is not known to see any", (id) => {
  expect(seesPictures(id)).toBe(false);
});
