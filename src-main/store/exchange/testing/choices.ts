/** Words and choices of an export, for tests. */

export const WORDS = {
  language: "en",
  you: "You",
  assistant: "Model",
  model: "Model",
  reasoning: "Reasoning",
  tool: "Tool",
  input: "Input",
  output: "Output",
  failed: "Failed",
  summary: "Summary",
  instructions: "Instructions",
  imported: "Imported",
  shortened: "Summary of an output",
  word: "Your word",
  hidden: "hidden",
  sidecar: "Aside",
  attachment: "Attachment",
  labels: "Labels",
  branch_of: "Branch of",
  tokens_in: "tokens in",
  tokens_out: "out",
};

export const ALL = { hidden: true, sidecars: true, reasoning: true, tools: true, attachments: true };
