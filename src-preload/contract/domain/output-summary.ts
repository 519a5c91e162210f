/** Summaries of long outputs of tools, which models read in their place (RN-6). Each is a part of the message that holds the call. */

/** The data of a part `data-output-summary`, whose id is that of the call (Z-2). */
export interface OutputSummary {
  tool_call_id: string;
  /** Plain text, as hostile as the output: a model wrote it from there. */
  summary: string;
  /** The file with the whole output, which models can read on. */
  kept_path: string;
}

export interface OutputSummaryPart {
  type: "data-output-summary";
  id: string;
  data: OutputSummary;
}

/** Checks the shape: the database may be damaged. A part without it changes nothing. */
export function isOutputSummary(part: { type: string }): part is OutputSummaryPart {
  if (part.type !== "data-output-summary" || !("data" in part)) return false;
  const { data } = part;
  if (typeof data !== "object" || data === null) return false;
  const { tool_call_id, summary, kept_path } = data as Record<keyof OutputSummary, unknown>;
  return [tool_call_id, summary, kept_path].every((text) => typeof text === "string");
}
