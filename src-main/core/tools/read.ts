/** The tool `read`: lines of a text file, a picture, a PDF, or the entries of a folder. */
import { constants, type FileHandle, stat } from "node:fs/promises";
import { z } from "zod";
import type { ToolResult } from "../../../src-preload/contract/domain/tools";
import { openChecked } from "../permissions/open-checked";
import type { ResolvedPath } from "../permissions/paths";
import type { Tool, ToolCallContext } from "../ports/tools";
import { encodingOf } from "../text-encoding";
import { defineTool } from "./define-tool";
import { type CheckedCalls, resolveAgain } from "./files/checked-calls";
import { fileError } from "./files/file-error";
import { binaryKind, LOOKED_AT } from "./files/file-kind";
import { type LinesRead, readLines } from "./files/line-reader";
import { listFolder } from "./files/list-folder";
import { isPdf, showPdf } from "./files/pdf";
import { pictureType, showPicture } from "./files/picture";
import { checkToRead, placeToRead } from "./files/read-place";
import { counted, shownName, sizeInWords } from "./whole-text";

const MOST_LINES = 2000;
const MOST_CHARACTERS = 50_000;
/** UTF-16 units of a line. */
const LINE_LENGTH = 2000;

const schema = z.strictObject({
  path: z.string().min(1).describe("The file or folder, absolute or from the session's folder."),
  offset: z.int().min(1).optional().describe("The first line to read, from 1."),
  limit: z.int().min(1).max(MOST_LINES).optional().describe(`Lines to read; ${MOST_LINES} if left out.`),
});

type Input = z.output<typeof schema>;

export const readTool = ({ data_dir, checked }: { data_dir: string; checked: CheckedCalls }): Tool =>
  defineTool({
    name: "read",
    description:
      "Reads a text file, with line numbers, shows an image (PNG, JPEG, GIF, WebP) or a PDF, or lists a folder. Each line begins with its number and a tab, which are no part of the file. Use offset and limit to read on in a long file.",
    schema,
    example: { path: "src/index.ts", offset: 1, limit: 200 },
    needs_workspace: true,
    check: ({ path }, context) => checkToRead(path, context, { checked, data_dir }),
    run: async (input, context) => {
      const { workspace_root, signal, show } = context;
      const resolved = await placeToRead(input.path, context, { checked, data_dir });
      try {
        if ((await stat(resolved.path)).isDirectory())
          return await folderText(resolved, input, workspace_root);
        const file = await openChecked(resolved, constants.O_RDONLY);
        try {
          return { text: await fileText(file, input, { signal, show }) };
        } finally {
          await file.close();
        }
      } catch (error) {
        throw fileError(error, shownName(input.path));
      }
    },
  });

async function folderText(
  resolved: ResolvedPath,
  { path }: Input,
  workspace_root: string,
): Promise<ToolResult> {
  const text = await listFolder(resolved.path);
  // A folder is opened by its name: another one may have taken its place just before.
  await resolveAgain(workspace_root, path, resolved);
  return { text: `${shownName(path)} is a folder.\n${text}` };
}

async function fileText(
  file: FileHandle,
  input: Input,
  { signal, show }: Pick<ToolCallContext, "signal" | "show">,
): Promise<string> {
  const { size } = await file.stat();
  const { buffer, bytesRead } = await file.read(Buffer.alloc(LOOKED_AT), 0, LOOKED_AT, 0);
  const start = buffer.subarray(0, bytesRead);
  const { encoding, mark } = encodingOf(start);
  if (bytesRead === mark) return "The file is empty.";
  const kind = encoding === "utf-8" ? binaryKind(start) : undefined;
  const media_type = kind === undefined ? undefined : pictureType(start);
  if (media_type !== undefined) return await showPicture(file, { path: input.path, media_type, size }, show);
  if (isPdf(start)) return await showPdf(file, { path: input.path, size }, { signal, show });
  const path = shownName(input.path);
  if (kind !== undefined)
    return `${path} is ${kind} of ${sizeInWords(size)}. It cannot be shown as text, and its bytes are not shown.`;
  const from = input.offset ?? 1;
  const wanted = { from, most: input.limit ?? MOST_LINES, most_characters: MOST_CHARACTERS };
  const read = await readLines(file, { ...wanted, line_length: LINE_LENGTH, start: mark, encoding, signal });
  if (read.lines.length === 0)
    throw new Error(
      `${path} has ${counted(read.total ?? 0, "line")}; there is none at offset ${from}. Use a smaller offset.`,
    );
  const notes = [
    ...notesOf(read, size),
    ...(encoding === "utf-8" ? [] : [`The file is ${encoding.toUpperCase()}.`]),
  ];
  const text = read.lines
    .map((line) => `${line.number}\t${line.text}${line.is_cut ? " […]" : ""}`)
    .join("\n");
  return notes.length === 0 ? text : `${text}\n\n(${notes.join(" ")})`;
}

function notesOf(
  { lines, has_more, has_crlf, is_replaced, has_endless, total }: LinesRead,
  size: number,
): string[] {
  const last = lines.at(-1)?.number ?? 0;
  const notes: string[] = [];
  if (has_endless === true)
    notes.push(`Line ${last} is so long that its end was not looked for; the file has ${sizeInWords(size)}.`);
  else if (has_more)
    notes.push(`More follows: read on with offset ${last + 1}. The file has ${sizeInWords(size)}.`);
  else if ((lines[0]?.number ?? 1) > 1) notes.push(`The file ends here, with line ${total}.`);
  if (lines.some(({ is_cut }) => is_cut))
    notes.push(`Lines of more than ${counted(LINE_LENGTH, "character")} are cut where […] stands.`);
  if (has_crlf) notes.push("Its lines end with CRLF, shown as LF.");
  if (is_replaced) notes.push("It is not valid UTF-8: bytes that are none are shown as \uFFFD.");
  return notes;
}
