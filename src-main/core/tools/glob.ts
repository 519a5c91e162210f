/** The tool `glob`: files by name, the newest first. */
import { z } from "zod";
import type { Tool } from "../ports/tools";
import { defineTool } from "./define-tool";
import type { CheckedCalls } from "./files/checked-calls";
import { checkToRead } from "./files/read-place";
import { capped } from "./output-cap";
import { globPattern } from "./search/glob-pattern";
import { recordsEndingWith } from "./search/records";
import { runRipgrep } from "./search/ripgrep";
import { placeOfSearch, type SearchPlace } from "./search/search-place";
import { counted, shownName } from "./whole-text";

const MOST_SHOWN = 500;
/** Bytes of a name: a longer one is that of no file. */
const LONGEST_PATH = 65_536;

const schema = z.strictObject({
  pattern: z
    .string()
    .min(1)
    .max(1000)
    .regex(/^[^!]/, "A glob cannot leave files out: it begins with !. Write \\! for the character.")
    .regex(/^(?!(.*\/)?\.\.(\/|$))/, 'A glob cannot go up with "..". Name the folder in path.')
    .describe("For example **/*.ts, src/{app,ui}/*.css, or package.json for such a file at any depth."),
  path: z.string().min(1).optional().describe("The folder to search; the session's folder if left out."),
});

export const globTool = ({ data_dir, checked }: { data_dir: string; checked: CheckedCalls }): Tool =>
  defineTool({
    name: "glob",
    description:
      "Finds files by their names, the newest first. Leaves out files that .gitignore names, and hidden ones unless the pattern names them (.github/**).",
    schema,
    example: { pattern: "src/**/*.ts" },
    needs_workspace: true,
    check: async ({ pattern, path = "." }, context) => {
      globPattern(pattern);
      return checkToRead(path, context, { checked, data_dir });
    },
    run: async ({ pattern, path = "." }, context) => {
      const place = await placeOfSearch(path, context, { checked, data_dir });
      if (place.file !== undefined)
        throw new Error(`${shownName(path)} is a file. Name a folder, or use read.`);
      const inside = pattern.startsWith(`${place.folder}/`)
        ? pattern.slice(place.folder.length + 1)
        : pattern;
      return capped(data_dir, context, await foundInWords(inside, place, context.signal));
    },
  });

async function foundInWords(pattern: string, place: SearchPlace, signal: AbortSignal): Promise<string> {
  const glob = globPattern(pattern);
  const shown: string[] = [];
  let more = 0;
  let hidden = 0;
  const takeName = (name: string): false => {
    const path = process.platform === "win32" ? name.replaceAll("\\", "/") : name;
    if (!glob.matches(path)) return false;
    const line = place.shown(path);
    // Not even the number tells of files that a rule keeps.
    if (line === undefined) hidden += place.canBeAskedFor(path) ? 1 : 0;
    else if (shown.length < MOST_SHOWN) shown.push(line);
    else more++;
    return false;
  };
  const end = await runRipgrep({
    arguments: ["--files", "--null", "--sortr=modified", ...(glob.asks_for_hidden ? ["--hidden"] : [])],
    folder: place.folder,
    signal,
    take: recordsEndingWith(0, LONGEST_PATH, (bytes) => takeName(bytes?.toString("utf8") ?? "")),
  });
  const notes: string[] = [];
  if (more > 0) notes.push(`${counted(more, "more file")} left out: use a narrower pattern.`);
  if (hidden > 0) notes.push(`${counted(hidden, "protected file")} left out: name its path to ask for it.`);
  if (end === "late") notes.push("The search took too long and was ended: name a folder in path.");
  if (shown.length === 0 && pattern.includes("["))
    notes.push("[ab] stands for one of its characters: write \\[ for a bracket.");
  if (shown.length === 0) notes.unshift("No file matches.");
  return [...shown, ...(notes.length === 0 ? [] : [`(${notes.join(" ")})`])].join("\n");
}
