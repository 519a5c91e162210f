/** The names of Braid's tools, for the form of an agent (AG-8). */

/** The tools that a form offers, in its order. */
export const TOOL_NAMES = [
  ...(["read", "glob", "grep", "edit", "write", "bash"] as const),
  ...(["web_fetch", "todo", "question", "task"] as const),
] as const;
