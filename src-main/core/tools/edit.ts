/** The tool `edit`: exact replacements in a file. */
import { z } from "zod";
import { needOfPath, type ResolvedPath } from "../permissions/paths";
import type { Checked, Tool } from "../ports/tools";
import { defineTool } from "./define-tool";
import { type CheckedCalls, resolveAgain, resolveIn } from "./files/checked-calls";
import { applyEdits, EditMisfit } from "./files/edits";
import { diffOf } from "./files/file-diff";
import { fileError, withFileErrors } from "./files/file-error";
import { decoded, encoded, type FileText, readBounded, tooLarge } from "./files/file-text";
import { changedMeanwhile, type OwnChanges } from "./files/own-changes";
import { counted, shownName } from "./whole-text";

/** Bytes of a file. */
const MOST_BYTES = 10_000_000;
const MOST_EDITS = 200;

const edit = z
  .strictObject({
    old_text: z
      .string()
      .min(1)
      .regex(/^\P{Surrogate}*$/u, "It holds half a character")
      .describe("The exact text to replace, which must be in the file once."),
    new_text: z.string().describe("The text to put in its place."),
    replace_all: z.boolean().optional().describe("Replace it wherever it is."),
  })
  .refine(({ old_text, new_text }) => old_text !== new_text, "old_text and new_text are the same");

const schema = z.strictObject({
  path: z.string().min(1).describe("The file, absolute or from the session's folder."),
  edits: z.array(edit).min(1).max(MOST_EDITS).describe("Replacements, one after the other."),
});

interface Deps {
  /** Braid's own data, a real path. */
  data_dir: string;
  checked: CheckedCalls;
  own: OwnChanges;
}

export const editTool = ({ data_dir, checked, own }: Deps): Tool =>
  defineTool({
    name: "edit",
    description:
      "Replaces exact texts in a file: all edits or, where one does not fit, none. Read the file first; take old_text from it without the line numbers, with the same white space, and long enough to be there once.",
    schema,
    example: { path: "src/hello.ts", edits: [{ old_text: '"Hello"', new_text: '"Hello, world"' }] },
    needs_workspace: true,
    check: async ({ path, edits }, context) => {
      const { workspace_root, signal } = context;
      const resolved = await resolveIn(workspace_root, path, data_dir);
      const reads = needOfPath("read", resolved);
      const needs = [reads, needOfPath("edit", resolved)];
      // A file on another computer is not looked at before the user has agreed.
      if (resolved.network === true) {
        checked.remember(context, { path: resolved.path });
        return { needs };
      }
      const { state, file } = await withFileErrors(shownName(path), () => readText(resolved, path));
      try {
        const { text } = await applyEdits(file.text, edits, signal);
        checked.remember(context, { path: resolved.path, state });
        return { needs, diffs: [await diffOf(resolved.path, file.text, text)] } satisfies Checked;
      } catch (error) {
        if (!(error instanceof EditMisfit)) throw error;
        // The words of a misfit tell lines of the file: the model gets them once it may read it, and its user is asked for no change.
        checked.remember(context, { path: resolved.path, only_reads: true });
        return { needs: [reads] };
      }
    },
    run: async ({ path, edits }, context) => {
      const { workspace_root, signal, keep } = context;
      const seen = checked.recall(context);
      try {
        const resolved = await resolveAgain(workspace_root, path, seen);
        const make = async () => {
          const { file } = await readText(resolved, path);
          const { text, places } = await applyEdits(file.text, edits, signal);
          if (seen.only_reads === true) throw changedMeanwhile(path);
          const diff = await diffOf(resolved.path, file.text, text);
          return { content: encoded({ ...file, text }), result: { diff, places } };
        };
        const change = {
          given: path,
          workspace_root,
          resolved,
          seen,
          keep,
          make,
          bears_own_changes: true as const,
        };
        const { diff, places } = await own.apply(change);
        const lines =
          diff.patch === "" ? "" : `, ${counted(diff.added, "line")} added and ${diff.removed} removed`;
        return { text: `Changed ${shownName(path)} at ${counted(places, "place")}${lines}.`, diffs: [diff] };
      } catch (error) {
        throw fileError(error, shownName(path));
      }
    },
  });

async function readText(resolved: ResolvedPath, path: string): Promise<{ state: string; file: FileText }> {
  const { state, size, bytes } = await readBounded(resolved, MOST_BYTES);
  if (bytes === undefined) throw tooLarge(shownName(path), size, MOST_BYTES);
  const file = decoded(bytes);
  if (file !== undefined) return { state, file };
  throw new Error(
    `${shownName(path)} is no UTF-8 or UTF-16 text: an edit would damage it. Nothing was changed.`,
  );
}
