/** The words of a call's line that are the model's: its object, and the newest line of its output. */
import {
  inputOfCall,
  nameOfCall,
  type ToolPart,
} from "../../../../../src-preload/contract/domain/call-texts";
import { relativeTo } from "../../../../platform/paths";
import { visible } from "../../../../platform/visible";
import { fieldsOf, type KnownTool, knownTool, resultOf } from "./call";

/** The characters of an input on the line. The opened part has all of it. */
const BRIEF = 160;
/** The characters of an input that is still coming in which its object is looked for. */
const BEGINNING = 1_000;
const MOST_FIELDS = 20;

/** The fields that name the object of a tool's call, the first that is there. */
const OBJECTS: Record<KnownTool, readonly string[]> = {
  read: ["path", "file_path"],
  write: ["path", "file_path"],
  edit: ["path", "file_path"],
  glob: ["pattern"],
  grep: ["pattern"],
  bash: ["command"],
  web_fetch: ["url"],
  todo: [],
  question: [],
  task: ["description"],
};

const isPath = (tool: KnownTool): boolean => OBJECTS[tool].includes("path");

const oneLine = (text: string): string => text.replace(/\s+/g, " ").trim();

/** Returns the first line of a command, with a mark where more follows. */
export function firstLine(text: string): string {
  const all = text.trim();
  const end = all.search(/[\r\n]/);
  const line = end < 0 ? all : all.slice(0, end).trimEnd();
  if (line.length > BRIEF) return `${line.slice(0, BRIEF)}…`;
  return end < 0 ? line : `${line} …`;
}

/** Finds a field in the beginning of an input that has not come as a whole. */
function fieldInBeginning(text: string, names: readonly string[]): string | undefined {
  for (const name of names) {
    const [, found] =
      new RegExp(`"${name}"\\s*:\\s*"((?:[^"\\\\]|\\\\.)*)`).exec(text.slice(0, BEGINNING)) ?? [];
    if (found === undefined) continue;
    try {
      return JSON.parse(`"${found}"`) as string;
    } catch {
      return found;
    }
  }
  return undefined;
}

function objectOfKnown(part: ToolPart, tool: KnownTool): string {
  const names = OBJECTS[tool];
  const fields = fieldsOf(part.input);
  const given = names.map((name) => fields[name]).find((value) => typeof value === "string");
  if (typeof given === "string") return given;
  return fieldInBeginning(inputOfCall(part), names) ?? "";
}

/** Returns the input of an unknown tool's call on one line: its values, without braces. */
function brief(part: ToolPart): string {
  const { input } = part;
  if (part.state === "input-streaming" || typeof input !== "object" || input === null)
    return oneLine(inputOfCall(part).slice(-BRIEF));
  const values = Object.values(input).slice(0, MOST_FIELDS);
  const texts = values.map((value) => (typeof value === "string" ? value : (JSON.stringify(value) ?? "")));
  return oneLine(texts.map((text) => text.slice(0, BRIEF)).join("  ")).slice(0, BRIEF);
}

/** Returns the object of a call, e.g. the file that is read. `folder`: that of the session. */
export function objectOf(part: ToolPart, folder: string | undefined): string {
  const tool = knownTool(nameOfCall(part));
  if (tool === undefined) return visible(brief(part));
  const given = objectOfKnown(part, tool).slice(0, 4_096);
  const object = isPath(tool) ? relativeTo(folder, given) : given;
  return visible(tool === "bash" ? firstLine(object) : oneLine(object).slice(0, 2 * BRIEF));
}

/** Returns the newest line of the output of a call that runs. */
export function newestLine(part: ToolPart): string {
  const text = (resultOf(part)?.text ?? "").slice(-2 * BRIEF).trimEnd();
  return visible(
    oneLine(text.slice(Math.max(text.lastIndexOf("\n"), text.lastIndexOf("\r")) + 1)).slice(0, BRIEF),
  );
}
