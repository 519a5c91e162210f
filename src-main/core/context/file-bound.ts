/**
 * Bounds the files of one request: providers refuse more, and would refuse each later request of the session as well. The newest go along,
 * in place of an older one stands a line. Pure. See `docs/decisions/a-request-holds-twenty-files.md`.
 */
import type { LanguageModelV3FilePart, LanguageModelV3Message } from "@ai-sdk/provider";
import { sha256In } from "../../../src-preload/contract/domain/attachments";
import { isOfTool, pagesOfTool } from "../../../src-preload/contract/domain/tool-pictures";

export const MOST_FILES = 20;
/** 18.7 MB as base64. */
export const MOST_FILE_BYTES = 14_000_000;
/** Pages of PDFs: Anthropic takes so many in a request to most of its models. */
export const MOST_PAGES = 100;
/**
 * The share of both bounds down to which older files are left out where one is crossed. The next files then leave the beginning of the
 * prompt as it is, and a provider finds it in its cache.
 */
const KEPT = 0.5;

/** Sizes and pages of kept files, by their hashes. */
export interface FileFacts {
  /** Bytes; undefined where it is not there any more. */
  sizeOf(sha256: string): number | undefined;
  /** Pages of a PDF; none where nobody has counted them. */
  pagesOf(sha256: string): number;
}

type Prompt = readonly LanguageModelV3Message[];

/** Returns the files that a request leaves out: never one of the last message of the user that has files, and never the newest. */
export function filesLeftOut(prompt: Prompt, facts: FileFacts): ReadonlySet<LanguageModelV3FilePart> {
  const all = placedFiles(prompt);
  const own = all.findLast(({ message, part }) => message.role === "user" && !isOfTool(part))?.message;
  const out = new Set<LanguageModelV3FilePart>();
  let sent: Sent[] = [];
  for (const file of all) {
    const size = bytesOf(file.part, facts);
    // A file that is gone counts for nothing: a line stands in its place.
    if (size === undefined) continue;
    sent.push({ ...file, size, pages: pagesIn(file.part, facts) });
    if (isWithin(sent, 1)) continue;
    for (const older of sent.slice(0, -1)) {
      if (isWithin(sent, KEPT)) break;
      if (older.message === own) continue;
      out.add(older.part);
      sent = sent.filter((one) => one !== older);
    }
  }
  return out;
}

interface FileInPrompt {
  message: LanguageModelV3Message;
  part: LanguageModelV3FilePart;
}

interface Sent extends FileInPrompt {
  size: number;
  pages: number;
}

export const filesIn = (prompt: Prompt): LanguageModelV3FilePart[] =>
  placedFiles(prompt).map(({ part }) => part);

/** A loop, because most of a hundred thousand messages have none. */
function placedFiles(prompt: Prompt): FileInPrompt[] {
  const found: FileInPrompt[] = [];
  for (const message of prompt) {
    if (typeof message.content === "string") continue;
    for (const part of message.content) if (part.type === "file") found.push({ message, part });
  }
  return found;
}

const isWithin = (sent: readonly Sent[], share: number): boolean =>
  sent.length <= share * MOST_FILES &&
  sum(sent, ({ size }) => size) <= share * MOST_FILE_BYTES &&
  sum(sent, ({ pages }) => pages) <= share * MOST_PAGES;

const sum = (sent: readonly Sent[], of: (file: Sent) => number): number =>
  sent.reduce((all, file) => all + of(file), 0);

/** The bytes of a file in a prompt; undefined for a kept file that is gone. */
export function bytesOf({ data }: LanguageModelV3FilePart, { sizeOf }: FileFacts): number | undefined {
  if (data instanceof Uint8Array) return data.length;
  const text = textOf(data);
  const sha256 = sha256In(text);
  return sha256 === undefined ? text.length * (3 / 4) : sizeOf(sha256);
}

/** A tool has counted those of the PDF that it read; those of an attached one are remembered by its hash. */
function pagesIn(part: LanguageModelV3FilePart, { pagesOf }: FileFacts): number {
  if (part.mediaType !== "application/pdf" || part.data instanceof Uint8Array) return 0;
  const sha256 = sha256In(textOf(part.data));
  return pagesOfTool(part) || (sha256 === undefined ? 0 : pagesOf(sha256));
}

const textOf = (data: string | URL): string => (data instanceof URL ? data.href : data);
