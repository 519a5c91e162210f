/** Collects the matches that ripgrep tells as JSON, and writes them down for a model. */
import { z } from "zod";
import { counted, headOf, tailOf } from "../whole-text";
import type { RipgrepEnd } from "./ripgrep";

/** Matching lines after which nobody counts on. */
const MOST_COUNTED = 10_000;
/** UTF-16 units of a line that are shown, and of those the ones before its first match. */
const LINE_LENGTH = 500;
const BEFORE_MATCH = 100;

/** Names and lines that are no UTF-8 come as bytes. */
const text = z.union([z.object({ text: z.string() }), z.object({ bytes: z.string() })]);
const begin = z.object({ data: z.object({ path: text }) });
const record = z.object({
  type: z.enum(["match", "context"]),
  data: z.object({
    path: text,
    lines: text,
    line_number: z.int(),
    submatches: z.array(z.object({ start: z.int() })),
  }),
});

interface FoundLine {
  number: number;
  text: string;
  is_match: boolean;
}

export interface Found {
  files: { path: string; lines: FoundLine[] }[];
  /** Matching lines that are shown. */
  matches: number;
  /** Matching lines that are not shown because there are too many. */
  more: number;
  /** Lines too long to be looked at. */
  endless: number;
}

interface Wanted {
  limit: number;
  has_context: boolean;
  /**
   * `path` is relative to the folder that is searched. Undefined: the file is protected. Then nothing of it may be told, also no count: with
   * a search for each beginning of a secret, counts would spell it.
   */
  shown(path: string): string | undefined;
  isWanted(path: string): boolean;
}

type TextOrBytes = z.output<typeof text>;

const decoded = (value: TextOrBytes): string =>
  "text" in value ? value.text : Buffer.from(value.bytes, "base64").toString("utf8");

export class MatchCollector {
  readonly #wanted: Wanted;
  readonly #found: Found = { files: [], matches: 0, more: 0, endless: 0 };
  /** Names repeat from line to line. */
  #last: { path: string; shown: string | undefined; is_wanted: boolean } | undefined;

  constructor(wanted: Wanted) {
    this.#wanted = wanted;
  }

  found = (): Found => this.#found;

  /** Takes one record of ripgrep's; undefined stands for one that was too long. Returns true where there are more than anybody reads. */
  take(bytes: Buffer | undefined): boolean {
    if (bytes === undefined) this.#takeEndless();
    else if (startsAs(bytes, "begin")) {
      const parsed = begin.safeParse(JSON.parse(bytes.toString("utf8")));
      if (parsed.success) this.#lookAt(parsed.data.data.path);
    } else if (startsAs(bytes, "match") || startsAs(bytes, "context")) {
      const parsed = record.safeParse(JSON.parse(bytes.toString("utf8")));
      if (parsed.success) this.#takeLine(parsed.data);
    }
    return this.#found.more + this.#found.matches >= MOST_COUNTED;
  }

  /** A line too long belongs to the file that has begun. */
  #takeEndless(): void {
    if (this.#last?.is_wanted === true && this.#last.shown !== undefined) this.#found.endless++;
  }

  #takeLine({ type, data }: z.output<typeof record>): void {
    const { shown, is_wanted } = this.#lookAt(data.path);
    if (!is_wanted || shown === undefined) return;
    const is_match = type === "match";
    if (this.#found.matches >= this.#wanted.limit && is_match) this.#found.more++;
    if (this.#found.more > 0) return;
    if (is_match) this.#found.matches++;
    const bytes = Buffer.from(decoded(data.lines), "utf8");
    const before = bytes.subarray(0, data.submatches[0]?.start ?? 0).toString("utf8").length;
    const line = { number: data.line_number, text: lineText(bytes.toString("utf8"), before), is_match };
    const file = this.#found.files.at(-1);
    if (file?.path === shown) file.lines.push(line);
    else this.#found.files.push({ path: shown, lines: [line] });
  }

  #lookAt(named: TextOrBytes): { shown: string | undefined; is_wanted: boolean } {
    const given = decoded(named).replace(/^\.[\\/]/, "");
    const path = process.platform === "win32" ? given.replaceAll("\\", "/") : given;
    if (this.#last?.path === path) return this.#last;
    this.#last = { path, shown: this.#wanted.shown(path), is_wanted: this.#wanted.isWanted(path) };
    return this.#last;
  }
}

/** A record begins with its type: the others, as that of a file's end, are not parsed. */
const startsAs = (bytes: Buffer, type: string): boolean =>
  bytes.subarray(0, 24).toString("latin1").startsWith(`{"type":"${type}"`);

/** Returns the part of a line around its first match, without the line end. */
function lineText(line: string, match_at: number): string {
  const whole = line.replace(/\r?\n$/, "");
  const from =
    whole.length > LINE_LENGTH
      ? Math.max(0, Math.min(match_at - BEFORE_MATCH, whole.length - LINE_LENGTH))
      : 0;
  const shown = headOf(tailOf(whole, whole.length - from), LINE_LENGTH);
  return `${from > 0 ? "[…] " : ""}${shown}${from + LINE_LENGTH < whole.length ? " […]" : ""}`;
}

export function matchesInWords(found: Found, end: RipgrepEnd): string {
  const files = found.files.map(({ path, lines }) => `${path}\n${linesInWords(lines)}`);
  const notes = notesOf(found, end);
  return [...files, ...(notes.length === 0 ? [] : [`(${notes.join(" ")})`])].join("\n\n");
}

function linesInWords(lines: readonly FoundLine[]): string {
  const has_context = lines.some(({ is_match }) => !is_match);
  const shown = lines.map(({ number, text, is_match }, at) => {
    const is_gap = has_context && at > 0 && (lines[at - 1]?.number ?? 0) + 1 < number;
    return `${is_gap ? "--\n" : ""}${number}${is_match ? ":" : "-"}${text}`;
  });
  return shown.join("\n");
}

function notesOf(found: Found, end: RipgrepEnd): string[] {
  const notes: string[] = [];
  if (found.matches === 0 && end === "done") notes.push("No line matches.");
  if (found.more > 0) {
    const at_least = end === "enough" ? "at least " : "";
    notes.push(
      `${at_least}${counted(found.more, "more matching line")} left out: narrow the search, or raise limit.`,
    );
  }
  if (found.endless > 0) notes.push(`${counted(found.endless, "line")} too long to be shown left out.`);
  if (end === "late") notes.push("The search took too long and was ended: name a folder in path, or a glob.");
  return notes;
}
