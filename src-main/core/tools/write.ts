/** The tool `write`: the whole content of a file. */
import { z } from "zod";
import { needOfPath, type ResolvedPath } from "../permissions/paths";
import type { Tool } from "../ports/tools";
import { defineTool } from "./define-tool";
import { type CheckedCalls, resolveAgain, resolveIn } from "./files/checked-calls";
import { diffOf, unknownDiff } from "./files/file-diff";
import { fileError, withFileErrors } from "./files/file-error";
import { decoded, encoded, type FileText, readBounded } from "./files/file-text";
import { MISSING } from "./files/fingerprint";
import type { OwnChanges } from "./files/own-changes";
import { counted, shownName } from "./whole-text";

/** UTF-16 units: more than any model writes in one answer. */
const MOST_CHARACTERS = 5_000_000;
/** Bytes of an old file that is read for the diff. */
const MOST_COMPARED = 1_000_000;

const schema = z.strictObject({
  path: z
    .string()
    .min(1)
    .regex(/[^/\\]$/, "The path ends with a slash, as that of a folder. Name a file.")
    .describe("The file, absolute or from the session's folder."),
  content: z.string().max(MOST_CHARACTERS).describe("The whole new content."),
});

interface Deps {
  /** Braid's own data, a real path. */
  data_dir: string;
  checked: CheckedCalls;
  own: OwnChanges;
}

export const writeTool = ({ data_dir, checked, own }: Deps): Tool =>
  defineTool({
    name: "write",
    description:
      "Writes a file: makes it with its folders, or replaces its whole content. To change a part of a file, use edit.",
    schema,
    example: { path: "src/hello.ts", content: 'console.log("Hello");\n' },
    needs_workspace: true,
    check: async ({ path, content }, context) => {
      const { workspace_root } = context;
      const resolved = await resolveIn(workspace_root, path, data_dir);
      const needs = [needOfPath("edit", resolved)];
      // A file on another computer is not looked at before the user has agreed.
      if (resolved.network === true) {
        checked.remember(context, { path: resolved.path });
        return { needs };
      }
      const old = await withFileErrors(shownName(path), () => oldContent(resolved));
      checked.remember(context, { path: resolved.path, state: old.state });
      return { needs, diffs: [await diffWith(old, resolved.path, asFile(old, content).text)] };
    },
    run: async ({ path, content }, context) => {
      const { workspace_root, keep } = context;
      const seen = checked.recall(context);
      try {
        const resolved = await resolveAgain(workspace_root, path, seen);
        const make = async () => {
          const old = await oldContent(resolved);
          const file = asFile(old, content);
          const result = {
            created: old.state === MISSING,
            diff: await diffWith(old, resolved.path, file.text),
            kept: keptInWords(file, content),
          };
          return { content: encoded(file), result };
        };
        const { created, diff, kept } = await own.apply({
          given: path,
          workspace_root,
          resolved,
          seen,
          keep,
          make,
        });
        const size = `${counted(content.length, "character")}`;
        const text = `${created ? "Made" : "Replaced"} ${shownName(path)}: ${size}.${kept}`;
        return { text, diffs: [diff] };
      } catch (error) {
        throw fileError(error, shownName(path));
      }
    },
  });

interface OldContent {
  state: string;
  /** Absent where the file is missing, too large to compare, or no text. */
  file?: FileText;
}

async function oldContent(resolved: ResolvedPath): Promise<OldContent> {
  if (!resolved.exists) return { state: MISSING };
  const { state, bytes } = await readBounded(resolved, MOST_COMPARED);
  const file = bytes === undefined ? undefined : decoded(bytes);
  return { state, ...(file === undefined ? {} : { file }) };
}

/**
 * Returns the new content as its file has it: with the encoding, the mark and the line ends of the old one, because a model sees none of
 * them and its user is shown no change of them.
 */
function asFile({ file }: OldContent, content: string): FileText {
  if (file === undefined) return { text: content, encoding: "utf-8", has_mark: false };
  const hasReturns = /\r\n/.test(file.text) && !/(?<!\r)\n/.test(file.text);
  const text = hasReturns && !content.includes("\r") ? content.replaceAll("\n", "\r\n") : content;
  return { ...file, text: file.has_mark ? text.replace(/^\uFEFF/, "") : text };
}

/** Tells the model what of the old file differs from what it wrote. Empty where nothing does. */
function keptInWords({ text, encoding, has_mark }: FileText, content: string): string {
  const kept = [
    ...(text.includes("\r\n") && !content.includes("\r") ? ["CRLF line ends"] : []),
    ...(encoding === "utf-8" ? [] : [`${encoding.toUpperCase()} encoding`]),
    ...(encoding === "utf-8" && has_mark && !content.startsWith("\uFEFF") ? ["byte order mark"] : []),
  ];
  return kept.length === 0 ? "" : ` It keeps its ${kept.join(" and ")}.`;
}

const diffWith = async ({ state, file }: OldContent, path: string, text: string) =>
  state !== MISSING && file === undefined ? unknownDiff(path) : await diffOf(path, file?.text, text);
