/**
 * Tells a model of the user's files (AG-7), and of those that it has made. A picture or a PDF stays a part where the model reads its kind;
 * `withBytes` puts the bytes in when the prompt is sent. A text goes as words. Anything else goes as a line that names it. The same files
 * give the same bytes: a blob never changes. A line also names a picture whose beginning is damaged, or that has more bytes (`LARGEST_PICTURE`) or
 * pixels than providers take, unless the model itself has made it: a provider would refuse each later request of the session.
 */
import type {
  LanguageModelV3FilePart,
  LanguageModelV3Message,
  LanguageModelV3Prompt,
  LanguageModelV3TextPart,
} from "@ai-sdk/provider";
import {
  kindOf,
  LARGEST_PICTURE,
  LONGEST_PICTURE_SIDE,
  LONGEST_TOLD,
  type ReadableKind,
  sha256In,
  TEXT,
} from "../../../src-preload/contract/domain/attachments";
import type { BraidMessage, BraidPart } from "../../../src-preload/contract/domain/messages";
import type { ResolvedModel } from "../ports/models";
import type { Store } from "../ports/store";
import { wordsOf } from "../text-encoding";
import { nextTurn } from "../time-slice";
import { isTooLong, pixelsOf } from "../tools/files/pixels";
import { sizeInWords } from "../tools/whole-text";
import { bytesOf, type FileFacts, filesIn, filesLeftOut } from "./file-bound";
import { marked, withoutMarks } from "./marks";
import { countPages, pagesOfKept } from "./pdf-page-counts";

type FilePart = Extract<BraidPart, { type: "file" }>;

export interface FileReader {
  /** The kinds that the model reads. */
  reads: readonly ReadableKind[];
  /** The first `most` bytes. Undefined where the file is not there any more. */
  read(sha256: string, most?: number): Promise<Buffer | undefined>;
}

/** Reads the files that a prompt names when it is sent. */
export interface KeptFiles extends Pick<FileReader, "read">, FileFacts {}

export const keptFiles = (store: Pick<Store, "blob" | "readBlob">): KeptFiles => ({
  read: store.readBlob,
  sizeOf: (sha256) => store.blob(sha256)?.size,
  pagesOf: pagesOfKept,
});

export const fileReader = (
  store: Pick<Store, "readBlob">,
  { reads = [] }: Pick<ResolvedModel, "reads">,
): FileReader => ({ reads, read: store.readBlob });

/** For a model that reads no file, and for messages without files of the user. */
export const NO_FILES: FileReader = { reads: [], read: () => Promise.resolve(undefined) };

/** Bytes that hold so many characters, whatever they are. */
const MOST_BYTES = 4 * LONGEST_TOLD;

/** An address of elsewhere may stand in an imported session. Nobody fetches it: its owner would learn who reads the session. */
export const isHere = ({ url }: FilePart): boolean => sha256In(url) !== undefined || /^data:/i.test(url);

const isFile = (part: BraidPart): part is FilePart => part.type === "file";

/** Returns the message itself where it has no files. */
export function toldFiles<M extends BraidMessage>(message: M, files: FileReader): M | Promise<M> {
  if (message.role !== "user" || !message.parts.some(isFile)) return message;
  return withToldFiles(message, files);
}

async function withToldFiles<M extends BraidMessage>(message: M, files: FileReader): Promise<M> {
  const parts: BraidPart[] = [];
  for (const part of message.parts) parts.push(isFile(part) ? await told(part, message, files) : part);
  return { ...message, parts };
}

async function told(
  part: FilePart,
  { metadata }: BraidMessage,
  { reads, read }: FileReader,
): Promise<BraidPart> {
  if (!isHere(part)) return line(named(part), ELSEWHERE);
  const kind = kindOf(part.mediaType);
  if (kind !== undefined && reads.includes(kind)) return part;
  const sha256 = sha256In(part.url);
  const size = metadata?.attachments?.find((file) => file.sha256 === sha256)?.size;
  if (part.mediaType !== TEXT || sha256 === undefined)
    return line(named(part, size), "the model cannot read it");
  const bytes = await read(sha256, MOST_BYTES);
  if (bytes === undefined) return line(named(part, size), GONE);
  const { text, encoding } = wordsOf(bytes, bytes.length >= MOST_BYTES);
  const { text: name } = line(named(part, size), encoding === "windows-1252" ? GUESSED : undefined);
  return { type: "text", text: `${name}\n${shownText(text, size === undefined || size <= bytes.length)}` };
}

const GONE = "it is not on this computer any more";
const ELSEWHERE = "it is not on this computer";
const GUESSED = "it was read as Windows-1252, and has another encoding if its words make no sense";

/** The name comes from a stranger: as JSON it stays on its line, and it opens and closes no marks. */
const named = (
  { filename = "", mediaType }: { filename?: string | undefined; mediaType: string },
  size?: number,
): string =>
  [withoutMarks(JSON.stringify(filename)), mediaType, ...(size === undefined ? [] : [`${size} bytes`])].join(
    ", ",
  );

const line = (name: string, why?: string): { type: "text"; text: string } => ({
  type: "text",
  text: why === undefined ? `[file: ${name}]` : `[file: ${name}; ${why}]`,
});

function shownText(text: string, is_end: boolean): string {
  const shown = text.slice(0, LONGEST_TOLD).replace(/[\ud800-\udbff]$/, "");
  const isWhole = shown.length === text.length && is_end;
  const content = marked("attached-file", shown);
  return isWhole
    ? content
    : `${content}\n[the rest of the file is left out: only its first ${shown.length} characters are shown]`;
}

/**
 * Puts a line in the place of each picture that has too many bytes, and of each file that a request has no room for (see `filesLeftOut`).
 * A picture that the model itself has made is never too large. Returns the prompt itself where all go along.
 */
export function fittingFiles<Message extends LanguageModelV3Message>(
  prompt: readonly Message[],
  facts: FileFacts,
): readonly Message[] {
  const isLarge = (part: LanguageModelV3FilePart) =>
    kindOf(part.mediaType) === "image" && (bytesOf(part, facts) ?? 0) > LARGEST_PICTURE;
  // A picture that stays behind takes no room from others.
  const told = withLines(prompt, new Set(filesIn(prompt.filter(isGiven)).filter(isLarge)), TOO_LARGE);
  return withLines(told, filesLeftOut(told, facts), NO_ROOM);
}

/** Told to the model. Its own message goes back as it was: a picture there may be signed, and a line would speak in its voice. */
const isGiven = ({ role }: LanguageModelV3Message): boolean => role !== "assistant";

function withLines<Message extends LanguageModelV3Message>(
  prompt: readonly Message[],
  out: ReadonlySet<LanguageModelV3FilePart>,
  why: string,
): readonly Message[] {
  if (out.size === 0) return prompt;
  const isOut = (part: { type: string }): part is LanguageModelV3FilePart =>
    isFileOfPrompt(part) && out.has(part);
  return prompt.map((message) => {
    if (typeof message.content === "string" || !message.content.some(isOut)) return message;
    return {
      ...message,
      content: message.content.map((part) => (isOut(part) ? line(named(part), why) : part)),
    };
  });
}

/**
 * Puts the bytes of kept files into a prompt that is sent now, and a line in the place of each that it has no room for. Returns the prompt
 * itself where it has no files.
 */
export async function withBytes(
  prompt: LanguageModelV3Prompt,
  files: KeptFiles,
  signal = NEVER,
): Promise<LanguageModelV3Prompt> {
  const { read } = files;
  await countPages(filesIn(prompt), files, signal);
  const fitting = fittingFiles(prompt, files);
  let sent = fitting === prompt ? prompt : [...fitting];
  for (const [at, message] of fitting.entries()) {
    if (typeof message.content === "string" || !message.content.some(isFileOfPrompt)) continue;
    if (sent === prompt) sent = prompt.slice();
    const content = await Promise.all(
      message.content.map((part) =>
        isFileOfPrompt(part) && isNamed(part) ? filled(part, read, isGiven(message)) : part,
      ),
    );
    sent[at] = { ...message, content } as LanguageModelV3Message;
  }
  return sent;
}

const NEVER = new AbortController().signal;

const TOO_LARGE = `the model cannot read it, because models take pictures of at most ${sizeInWords(LARGEST_PICTURE)} and ${LONGEST_PICTURE_SIDE} pixels a side; the user can attach a smaller copy`;
const DAMAGED =
  "the model cannot read it, because it is damaged; the user can attach it again from a whole file";
const NO_ROOM =
  "left out of this request, because newer files fill it; it can be read again, or the user can attach it again";

const isFileOfPrompt = (part: { type: string }): part is LanguageModelV3FilePart => part.type === "file";

/** A kept file in a prompt: the user's, or one that the model itself has made. */
type NamedFile = LanguageModelV3FilePart & { data: URL };

const isNamed = (part: LanguageModelV3FilePart): part is NamedFile =>
  part.data instanceof URL && sha256In(part.data.href) !== undefined;

async function filled(
  part: NamedFile,
  read: FileReader["read"],
  is_bounded: boolean,
): Promise<LanguageModelV3FilePart | LanguageModelV3TextPart> {
  const bytes = await read(sha256In(part.data.href) ?? "");
  if (bytes === undefined) return line(named(part), GONE);
  if (is_bounded && kindOf(part.mediaType) === "image") {
    // Its end was checked when it was kept. What was kept before that check has been sent to providers all the while.
    const pixels = pixelsOf(bytes, part.mediaType);
    if (pixels === undefined) return line(named(part), DAMAGED);
    if (isTooLong(pixels)) return line(named(part), TOO_LARGE);
  }
  return { ...part, data: await base64(bytes) };
}

/** Bytes; a multiple of three, so that pieces join. Turning one into letters takes less than a millisecond. */
const PIECE = 3 * 256 * 1024;

async function base64(bytes: Buffer): Promise<string> {
  const pieces: string[] = [];
  for (let at = 0; at < bytes.length; at += PIECE) {
    if (at > 0) await nextTurn();
    pieces.push(bytes.toString("base64", at, at + PIECE));
  }
  return pieces.join("");
}
