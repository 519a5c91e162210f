/**
 * Remembers how many pages the PDFs have that users attached: a request takes a hundred of them. Each is counted when it is first sent, because
 * an attached file may be of any size, and nobody waits for it before. A hash names the same bytes for ever, so nothing is forgotten for
 * being old.
 */
import type { LanguageModelV3FilePart } from "@ai-sdk/provider";
import { sha256In } from "../../../src-preload/contract/domain/attachments";
import { MOST_PAGES } from "./file-bound";

/** Hashes and numbers alone: a hundred bytes each. */
const MOST_KNOWN = 10_000;
const known = new Map<string, number>();
const NEVER = new AbortController().signal;

/** None where they are not counted yet. */
export const pagesOfKept = (sha256: string): number => known.get(sha256) ?? 0;

/** Counts the PDFs among these files that nobody has counted. Never rejects. */
export async function countPages(
  files: Iterable<LanguageModelV3FilePart>,
  read: (sha256: string) => Promise<Buffer | undefined>,
): Promise<void> {
  for (const { mediaType, data } of files) {
    const sha256 = data instanceof URL && mediaType === "application/pdf" ? sha256In(data.href) : undefined;
    if (sha256 === undefined || known.has(sha256)) continue;
    const pages = await pagesNow(await read(sha256));
    if (pages === undefined) continue;
    if (known.size >= MOST_KNOWN) known.clear();
    known.set(sha256, pages);
  }
}

/** Undefined where the file is not there. */
async function pagesNow(bytes: Buffer | undefined): Promise<number | undefined> {
  if (bytes === undefined) return undefined;
  const { pagesOf } = await import("../tools/files/pdf-pages");
  // A file that cannot be counted goes along: its provider tells what is wrong with it.
  return await pagesOf(bytes, MOST_PAGES, NEVER).catch(() => 0);
}
