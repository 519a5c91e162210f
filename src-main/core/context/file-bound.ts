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
/** Pages of PDFs that tools have read: Anthropic takes so many in a request to most of its models. Nobody counts those of the user's. */
export const MOST_PAGES = 100;
/**
 * The share of both bounds down to which older files are left out where one is crossed. The next files then leave the beginning of the
 * prompt as it is, and a provider finds it in its cache.
 */
const KEPT = 0.5;

/** The bytes of a kept file; undefined where it is not there any more. */
export type SizeOf = (sha256: string) => number | undefined;

type Prompt = readonly LanguageModelV3Message[];

/** Returns the files that a request leaves out: never one of the last message of the user that has files, and never the newest. */
export function filesLeftOut(prompt: Prompt, sizeOf: SizeOf): ReadonlySet<LanguageModelV3FilePart> {
  const all = filesIn(prompt);
  const own = all.findLast(({ message, part }) => message.role === "user" && !isOfTool(part))?.message;
  const out = new Set<LanguageModelV3FilePart>();
  let sent: Sent[] = [];
  for (const file of all) {
    const size = bytesOf(file.part, sizeOf);
    // In the place of one that is gone goes a line.
    if (size === undefined) continue;
    sent.push({ ...file, size, pages: pagesOfTool(file.part) });
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

/** A loop, because most of a hundred thousand messages have none. */
function filesIn(prompt: Prompt): FileInPrompt[] {
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

/** Undefined for a kept file that is gone. */
function bytesOf({ data }: LanguageModelV3FilePart, sizeOf: SizeOf): number | undefined {
  if (data instanceof Uint8Array) return data.length;
  const text = data instanceof URL ? data.href : data;
  const sha256 = sha256In(text);
  return sha256 === undefined ? text.length * (3 / 4) : sizeOf(sha256);
}
