/** Notices a model that makes the same call again and again (RN-4). */
import type { ToolCall } from "./tool-call";

/** Identical calls in a row after which the model is warned, and after which the turn ends. */
const WARNED_AT = 3;
const STOPPED_AT = 6;

export const REPEATED =
  "You have made the same tool call with the same input three times in a row. Its result will not change. Do something else, or tell the user what is in your way.";

export type Repetition = "none" | "warn" | "stop";

/** Counts over the steps of one turn. */
export function createLoopGuard(): (calls: readonly Pick<ToolCall, "tool_name" | "input">[]) => Repetition {
  let last: string | undefined;
  let times = 0;
  return (calls) => {
    let found: Repetition = "none";
    for (const { tool_name, input } of calls) {
      const key = `${tool_name} ${JSON.stringify(input)}`;
      times = key === last ? times + 1 : 1;
      last = key;
      if (times >= STOPPED_AT) return "stop";
      if (times === WARNED_AT) found = "warn";
    }
    return found;
  };
}
