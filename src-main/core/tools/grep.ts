/** The tool `grep`: lines of files that match a regular expression. */
import { z } from "zod";
import type { Tool } from "../ports/tools";
import { defineTool } from "./define-tool";
import type { CheckedCalls } from "./files/checked-calls";
import { checkToRead } from "./files/read-place";
import { capped } from "./output-cap";
import { globPattern } from "./search/glob-pattern";
import { MatchCollector, matchesInWords } from "./search/matches";
import { recordsEndingWith } from "./search/records";
import { runRipgrep } from "./search/ripgrep";
import { placeOfSearch, type SearchPlace } from "./search/search-place";

const LIMIT = 100;
const MOST_LIMIT = 1000;
const MOST_CONTEXT = 20;
/** Bytes of one record of ripgrep, which holds a whole line. Parsing a longer one would be felt. */
const LONGEST_RECORD = 512 * 1024;

const without_nul = /^[^\0]*$/;

const schema = z.strictObject({
  pattern: z
    .string()
    .min(1)
    .max(10_000)
    .regex(without_nul, "It has a NUL character in it")
    .describe("A regular expression as Rust's regex has it: no look-around, no back-references."),
  path: z
    .string()
    .min(1)
    .optional()
    .describe("The folder or file to search; the session's folder if left out."),
  glob: z
    .string()
    .min(1)
    .max(1000)
    .regex(/^[^!]/, "A glob cannot leave files out: it begins with !. Write \\! for the character.")
    .optional()
    .describe("Only files with such names, as *.ts or src/**/*.css."),
  ignore_case: z.boolean().optional(),
  context: z.int().min(0).max(MOST_CONTEXT).optional().describe("Lines to show around each match."),
  limit: z.int().min(1).max(MOST_LIMIT).optional().describe(`Matching lines to show; ${LIMIT} if left out.`),
});

type Input = z.output<typeof schema>;

export const grepTool = ({ data_dir, checked }: { data_dir: string; checked: CheckedCalls }): Tool =>
  defineTool({
    name: "grep",
    description:
      "Finds lines that match a regular expression, by file and line number. Leaves out files that .gitignore names, binary files, hidden ones unless path or glob names them, and protected ones, as those with secrets, unless path names them.",
    schema,
    example: { pattern: "function \\w+Tool", path: "src", glob: "*.ts" },
    needs_workspace: true,
    check: async ({ path = ".", glob }, context) => {
      if (glob !== undefined) globPattern(glob);
      return checkToRead(path, context, { checked, data_dir });
    },
    run: async (input, context) => {
      const place = await placeOfSearch(input.path ?? ".", context, { checked, data_dir });
      return capped(data_dir, context, await foundInWords(input, place, context.signal));
    },
  });

async function foundInWords(input: Input, place: SearchPlace, signal: AbortSignal): Promise<string> {
  const glob = input.glob === undefined ? undefined : globPattern(input.glob);
  const collector = new MatchCollector({
    limit: input.limit ?? LIMIT,
    has_context: (input.context ?? 0) > 0,
    shown: place.shown,
    isWanted: (path) => glob === undefined || place.file !== undefined || glob.matches(path),
  });
  const end = await runRipgrep({
    arguments: argumentsFor(input, place.file, glob?.asks_for_hidden === true),
    folder: place.folder,
    signal,
    take: recordsEndingWith(10, LONGEST_RECORD, (record) => collector.take(record)),
  });
  return matchesInWords(collector.found(), end);
}

function argumentsFor(input: Input, file: string | undefined, has_hidden: boolean): string[] {
  const { pattern, ignore_case, context = 0 } = input;
  return [
    ...["--json", "--sort=path", `--context=${context}`],
    ...(ignore_case === true ? ["--ignore-case"] : []),
    ...(has_hidden ? ["--hidden"] : []),
    ...[`--regexp=${pattern}`, "--", file === undefined ? "./" : `./${file}`],
  ];
}
