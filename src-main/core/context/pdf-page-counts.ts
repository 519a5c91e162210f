/**
 * Remembers how many pages the PDFs have that users attached: a request takes a hundred of them. Each is counted when it is first sent, because
 * an attached file may be of any size, and nobody waits for it before. A hash names the same bytes for ever, so nothing is forgotten for
 * being old.
 */
import type { LanguageModelV3FilePart } from "@ai-sdk/provider";
import { sha256In } from "../../../src-preload/contract/domain/attachments";
import { pagesOfTool } from "../../../src-preload/contract/domain/tool-pictures";
import { type FileFacts, MOST_FILE_BYTES, MOST_PAGES } from "./file-bound";

/** Hashes and numbers alone: a hundred bytes each. */
const MOST_KNOWN = 10_000;
const known = new Map<string, number>();

/** None where they are not counted yet. */
export const pagesOfKept = (sha256: string): number => known.get(sha256) ?? 0;

interface Kept extends Pick<FileFacts, "sizeOf"> {
  read(sha256: string): Promise<Buffer | undefined>;
}

/**
 * Counts the PDFs among these files that nobody has counted: not those of tools, which were counted when they were read, and none that leaves
 * no room for another file by its bytes alone. Ends early where `signal` is aborted.
 */
export async function countPages(
  files: Iterable<LanguageModelV3FilePart>,
  { sizeOf, read }: Kept,
  signal: AbortSignal,
): Promise<void> {
  for (const part of files) {
    if (signal.aborted) return;
    const { mediaType, data } = part;
    const sha256 = data instanceof URL && mediaType === "application/pdf" ? sha256In(data.href) : undefined;
    if (sha256 === undefined || known.has(sha256) || pagesOfTool(part) > 0) continue;
    if ((sizeOf(sha256) ?? 0) > MOST_FILE_BYTES) continue;
    const pages = await pagesNow(await read(sha256), signal);
    if (signal.aborted) return;
    if (pages === undefined) continue;
    if (known.size >= MOST_KNOWN) known.clear();
    known.set(sha256, pages);
  }
}

/** Undefined where the file is not there. */
async function pagesNow(bytes: Buffer | undefined, signal: AbortSignal): Promise<number | undefined> {
  if (bytes === undefined) return undefined;
  const { pagesOf } = await import("../tools/files/pdf-pages");
  // A file that cannot be counted goes along: its provider tells what is wrong with it.
  return await pagesOf(bytes, MOST_PAGES, signal).catch(() => 0);
}
