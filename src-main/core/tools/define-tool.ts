/** Makes a tool of a schema and a function: checks the model's input, and measures the time (AG-1). */
import type { JSONSchema7 } from "@ai-sdk/provider";
import { z } from "zod";
import type { ToolResult } from "../../../src-preload/contract/domain/tools";
import type { CheckContext, Checked, Tool, ToolCallContext, ToolPlace } from "../ports/tools";
import { headOf } from "./whole-text";

type InFolder<Needs extends boolean> = Needs extends true ? { workspace_root: string } : unknown;

/** Where `check` works. With `needs_workspace` the folder is surely there. */
export type CheckPlace<Needs extends boolean = false> = CheckContext & InFolder<Needs>;
export type RunContext<Needs extends boolean = false> = ToolCallContext & InFolder<Needs>;

export interface ToolDefinition<Schema extends z.ZodObject, Needs extends boolean> {
  name: string;
  /** The tool's description for the model. */
  description: string;
  schema: Schema;
  /** Shown to a model whose input was wrong. */
  example?: z.input<Schema>;
  /** The tool works in the session's folder and cannot be called without one. */
  needs_workspace?: Needs;
  check?(input: z.output<Schema>, place: CheckPlace<Needs>): Promise<Checked>;
  run(input: z.output<Schema>, context: RunContext<Needs>): Promise<ToolResult>;
}

/** @throws never itself; the tool's `check` and `execute` throw errors whose texts are for the model */
export function defineTool<Schema extends z.ZodObject, Needs extends boolean = false>(
  definition: ToolDefinition<Schema, Needs>,
): Tool {
  const { name, description, check } = definition;
  const input_schema = schemaForModel(definition.schema);
  const parsed = (input: unknown): z.output<Schema> => parsedInput(definition, input_schema, input);
  const inFolder = <Place extends ToolPlace>(place: Place): Place & InFolder<Needs> => {
    if (definition.needs_workspace === true && place.workspace_root === undefined) throw noFolder(name);
    return place as Place & InFolder<Needs>;
  };
  return {
    name,
    description,
    input_schema,
    ...(check === undefined
      ? {}
      : { check: async (input, place) => check.call(definition, parsed(input), inFolder(place)) }),
    execute: async (input, context) => {
      const begun = performance.now();
      const result = await definition.run(parsed(input), inFolder(context));
      return { ...result, ms: Math.round(performance.now() - begun) };
    },
  };
}

const noFolder = (name: string): Error =>
  new Error(`This session has no folder, so the tool "${name}" has nothing to work on. Answer without it.`);

/**
 * Leaves out what says nothing to a model, which pays for each word: the version of the schema language and the bounds of every number.
 * Patterns stay ours, because some providers refuse a schema whose regular expressions are not their own.
 */
function schemaForModel(schema: z.ZodObject): JSONSchema7 {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    target: "draft-7",
    io: "input",
    override: ({ jsonSchema }) => {
      delete jsonSchema.pattern;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
    },
  });
  return rest as JSONSchema7;
}

/** More would not help the model: it mends what it reads, and tries again. */
const MOST_ISSUES = 5;

function parsedInput<Schema extends z.ZodObject>(
  { name, schema, example }: Pick<ToolDefinition<Schema, boolean>, "name" | "schema" | "example">,
  { required = [] }: JSONSchema7,
  input: unknown,
): z.output<Schema> {
  const parsed = schema.safeParse(withoutNulls(input, required), { reportInput: true });
  if (parsed.success) return parsed.data;
  const { issues } = parsed.error;
  const lines = issues.slice(0, MOST_ISSUES).map((issue) => `- ${issueLine(issue)}`);
  if (issues.length > MOST_ISSUES) lines.push(`- and ${issues.length - MOST_ISSUES} more`);
  if (example !== undefined) lines.push(`An input that works: ${JSON.stringify(example)}`);
  throw new Error(`The input of the tool "${name}" is wrong, and nothing was done.\n${lines.join("\n")}`);
}

/** Some models write `null` for each field that they leave out. */
function withoutNulls(input: unknown, required: readonly string[]): unknown {
  if (typeof input !== "object" || input === null || Array.isArray(input)) return input;
  return Object.fromEntries(
    Object.entries(input).filter(([key, value]) => value !== null || required.includes(key)),
  );
}

function issueLine({ path, message, ...issue }: z.core.$ZodIssue): string {
  const field = path.length === 0 ? "the whole input" : `\`${path.map(String).join(".")}\``;
  if (issue.code === "unrecognized_keys") return `${field}: ${cut(message)}. Leave it out.`;
  // Zod names the type that it got only where the type is wrong.
  const said = message.replace(/, received \w+$/, "");
  return `${field}: ${cut(said)}; received ${inWords(issue.input)}`;
}

/** Characters of a name or value that a message repeats. */
const MOST_REPEATED = 200;

const cut = (text: string): string =>
  text.length > MOST_REPEATED ? `${headOf(text, MOST_REPEATED)}…` : text;

/** Returns a short description: the value may be a file of megabytes. */
function inWords(value: unknown): string {
  if (value === undefined) return "nothing";
  if (typeof value === "string") return `the text ${JSON.stringify(cut(value))}`;
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value !== "object" || value === null) return String(value);
  return `an object with ${cut(Object.keys(value).join(", ")) || "no fields"}`;
}
