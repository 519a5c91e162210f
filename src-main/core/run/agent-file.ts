/** Reads the file of an agent (AG-8): a front matter of a few fields, each on its own line, and the instructions below it. */
import type { Agent } from "./agent";

/** A line that a field begins. Values are plain text: this is no YAML, and has no quotes, lists or comments. */
const FIELD = /^([a-z_]+):[ \t]*(.*?)[ \t]*$/;
const FENCE = "---";
const TOOL = /^(?:\*|-?[a-z][a-z0-9_]*)$/;

type Fields = ReadonlyMap<string, string>;

/**
 * Returns the agent of a file. A file without a front matter is instructions alone: its agent has all tools.
 * @throws Error that names the file, the line or field, and what is wrong
 */
export function parseAgentFile(name: string, text: string): Agent {
  const lines = text.replace(/^\uFEFF/, "").split(/\r?\n/);
  if (lines[0]?.trimEnd() !== FENCE) return { name, manifest: text.trim(), limits: {} };
  const end = lines.findIndex((line, at) => at > 0 && line.trimEnd() === FENCE);
  if (end < 0) throw wrong(name, `the front matter has no end: a line "${FENCE}" is missing`);
  const fields = fieldsOf(name, lines.slice(1, end));
  const manifest = lines
    .slice(end + 1)
    .join("\n")
    .trim();
  if (manifest === "") throw wrong(name, "there are no instructions below the front matter");
  if (fields.get("name") !== name) throw wrong(name, `the field "name" must be "${name}", as the file is`);
  const [description, tools] = [fields.get("description"), fields.get("tools")];
  return {
    name,
    manifest,
    limits: limitsOf(name, fields),
    ...(description === undefined ? {} : { description }),
    ...(tools === undefined ? {} : { tools: toolsOf(name, tools) }),
  };
}

const KNOWN: readonly string[] = ["name", "description", "tools", "max_steps"];

function fieldsOf(name: string, lines: readonly string[]): Fields {
  const fields = new Map<string, string>();
  for (const [at, line] of lines.entries()) {
    if (line.trim() === "") continue;
    const [, field = "", value = ""] = FIELD.exec(line) ?? [];
    // The first line of the file is the fence.
    if (field === "") throw wrong(name, `line ${at + 2} is no field: "${line}"`);
    if (!KNOWN.includes(field)) throw wrong(name, `nobody knows the field "${field}" (line ${at + 2})`);
    if (fields.has(field)) throw wrong(name, `the field "${field}" is there twice`);
    if (value === "") throw wrong(name, `the field "${field}" is empty`);
    fields.set(field, value);
  }
  return fields;
}

function limitsOf(name: string, fields: Fields): Agent["limits"] {
  const given = fields.get("max_steps");
  if (given === undefined) return {};
  if (!/^[1-9]\d{0,3}$/.test(given))
    throw wrong(name, `"max_steps" must be a number from 1 to 9999, not "${given}"`);
  return { max_steps: Number(given) };
}

function toolsOf(name: string, given: string): string[] {
  const tools = given.split(",").map((tool) => tool.trim());
  for (const tool of tools)
    if (!TOOL.test(tool)) throw wrong(name, `"tools" holds "${tool}", which is no name of a tool`);
  return tools;
}

const wrong = (name: string, why: string): Error => new Error(`The agent file ${name}.md is wrong: ${why}.`);
