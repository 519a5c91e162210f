/** The words that readable formats put beside what was said, in the language of the window that exports. */
export interface ExportWords {
  language: string;
  you: string;
  assistant: string;
  model: string;
  reasoning: string;
  tool: string;
  input: string;
  output: string;
  failed: string;
  summary: string;
  hidden: string;
  sidecar: string;
  attachment: string;
}
