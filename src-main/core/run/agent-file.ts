/** Reads the file of an agent (AG-8): a front matter of a few fields, each on its own line, and the instructions below it. */
import {
  AGENT_NAME,
  type AgentFields,
  type AgentLimits,
  LONGEST_DESCRIPTION,
  LONGEST_INSTRUCTIONS,
} from "../../../src-preload/contract/domain/agents";
import { THINKING_LEVELS } from "../../../src-preload/contract/domain/models";
import type { CodedSentence, SentenceParams } from "../../../src-preload/contract/domain/sentence";
import { inEnglish } from "../english";
import { type SentenceKey, say } from "../say";

/** A line that a field begins. Values are plain text: this is no YAML, and has no quotes, lists or comments. */
const FIELD = /^([a-z_]+):[ \t]*(.*?)[ \t]*$/;
export const FENCE = "---";
const TOOL = /^(?:\*|-?[a-z][a-z0-9_]*)$/;
/** The value of `tools` that stands for no tool at all. */
export const NO_TOOLS = "none";

/** Says in a sentence why a file is no agent, with the line where there is one. */
export class AgentFileWrong extends Error {
  constructor(
    file: string,
    readonly reason: CodedSentence,
  ) {
    super(`The agent file ${file}.md is wrong: ${inEnglish(reason)}`);
    this.name = "AgentFileWrong";
  }
}

interface Field {
  value: string;
  line: number;
}

type Wrong = (key: Reason, params?: SentenceParams) => AgentFileWrong;
type Reason = SentenceKey extends infer Key
  ? Key extends `agents:file.${infer Name}`
    ? Name
    : never
  : never;

/**
 * Returns the agent of a file. A file without a front matter is instructions alone: its agent has all tools.
 * @throws AgentFileWrong names the file, the line or field, and what is wrong
 */
export function parseAgentFile(name: string, text: string): AgentFields {
  const wrong: Wrong = (key, params) => new AgentFileWrong(name, say(`agents:file.${key}`, params));
  const lines = text.replace(/^\uFEFF/, "").split(/\r?\n/);
  const isPlain = lines[0]?.trimEnd() !== FENCE;
  const end = isPlain ? -1 : lines.findIndex((line, at) => at > 0 && line.trimEnd() === FENCE);
  if (end < 0 && !isPlain) throw wrong("no-end");
  const manifest = lines
    .slice(end + 1)
    .join("\n")
    .trim();
  if (manifest === "") throw wrong("no-instructions");
  if (manifest.length > LONGEST_INSTRUCTIONS) throw wrong("too-long", { most: LONGEST_INSTRUCTIONS });
  if (isPlain) return { name, manifest, limits: {} };
  const fields = fieldsOf(lines.slice(1, end), wrong);
  if (fields.get("name")?.value !== name) throw wrong("name", { name });
  return { name, manifest, limits: limitsOf(fields, wrong), ...detailsOf(fields, wrong) };
}

const KNOWN: readonly string[] = [
  ...["name", "description", "extends", "tools"],
  ...["model", "thinking", "max_steps", "token_budget"],
];

function fieldsOf(lines: readonly string[], wrong: Wrong): ReadonlyMap<string, Field> {
  const fields = new Map<string, Field>();
  for (const [at, text] of lines.entries()) {
    if (text.trim() === "") continue;
    const [, field = "", value = ""] = FIELD.exec(text) ?? [];
    // The first line of the file is the fence.
    const line = at + 2;
    if (field === "") throw wrong("no-field", { line, text: text.slice(0, 100) });
    if (!KNOWN.includes(field)) throw wrong("unknown", { field, line });
    if (fields.has(field)) throw wrong("twice", { field, line });
    if (value === "") throw wrong("empty", { field, line });
    fields.set(field, { value, line });
  }
  return fields;
}

function detailsOf(
  fields: ReadonlyMap<string, Field>,
  wrong: Wrong,
): Omit<AgentFields, "name" | "manifest" | "limits"> {
  const read = <T>(field: string, into: (given: Field) => T): Partial<Record<string, T>> => {
    const given = fields.get(field);
    return given === undefined ? {} : { [field]: into(given) };
  };
  return {
    ...read("description", ({ value, line }) => {
      if (value.length > LONGEST_DESCRIPTION) throw wrong("description", { line, most: LONGEST_DESCRIPTION });
      return value;
    }),
    ...read("tools", ({ value, line }) => toolsOf(value, line, wrong)),
    ...read("model", ({ value, line }) => {
      // A model's own name may hold slashes: the provider's ends at the first.
      const at = value.indexOf("/");
      if (at < 1 || at === value.length - 1) throw wrong("model", { line, value });
      return { provider_id: value.slice(0, at), model_id: value.slice(at + 1) };
    }),
    ...read("thinking", ({ value, line }) => {
      const level = THINKING_LEVELS.find((known) => known === value);
      if (level === undefined) throw wrong("thinking", { line, value, levels: THINKING_LEVELS.join(", ") });
      return level;
    }),
    ...read("extends", ({ value, line }) => {
      if (!AGENT_NAME.test(value)) throw wrong("extends", { line, value });
      return value;
    }),
  };
}

/** Digits of the largest number that a limit may be. */
const DIGITS = { max_steps: 4, token_budget: 9 } as const;

function limitsOf(fields: ReadonlyMap<string, Field>, wrong: Wrong): AgentLimits {
  const limits: AgentLimits = {};
  for (const field of ["max_steps", "token_budget"] as const) {
    const given = fields.get(field);
    if (given === undefined) continue;
    const { value, line } = given;
    const isNumber = /^[1-9]\d*$/.test(value) && value.length <= DIGITS[field];
    if (!isNumber) throw wrong("number", { field, line, value, most: "9".repeat(DIGITS[field]) });
    limits[field] = Number(value);
  }
  return limits;
}

function toolsOf(given: string, line: number, wrong: Wrong): string[] {
  if (given === NO_TOOLS) return [];
  const tools = given.split(",").map((tool) => tool.trim());
  for (const tool of tools) if (!TOOL.test(tool)) throw wrong("tool", { tool, line });
  return tools;
}
