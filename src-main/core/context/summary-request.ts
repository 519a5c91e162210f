/** Builds the request to the summariser (CP-5): the turns as marked text, in parts or without their middle where they are too long (CP-6). Pure. */

import { compactionOf } from "../../../src-preload/contract/domain/compaction";
import { isLeftSummary } from "../../../src-preload/contract/domain/left-summary";
import type { BraidMessage, BraidPart } from "../../../src-preload/contract/domain/messages";
import { nameOfFile } from "../../../src-preload/contract/domain/tool-pictures";
import { betweenMarks, framed, marked, withoutMarks } from "./marks";
import { isTool, outputWords, type ToolPart, toolName, withoutMiddle } from "./part-text";

const SPEAKERS = [
  "user-said",
  "assistant-said",
  "tool-call",
  "tool-output",
  "left-out",
  "left-turns",
] as const;

/** Something that was said or done. Its text holds no marks. */
export interface Entry {
  mark: (typeof SPEAKERS)[number];
  text: string;
}

/** One turn, or a part of one. */
export type TurnText = readonly Entry[];

/** Characters of a call's input: names and paths stand at its beginning. */
const MAX_INPUT = 300;
/** Characters that stay of each end of a tool's output. */
const OUTPUT_ENDS = 1000;

/**
 * The turns as text, without reasoning, and without a summary: that goes before them as it is. Reads them one by one, as a caller takes
 * them: all at once would hold a key up.
 */
export function* turnTexts(
  messages: readonly Pick<BraidMessage, "role" | "parts">[],
): Generator<TurnText, undefined> {
  let turn: Entry[] = [];
  for (const message of messages) {
    if (message.role === "system" || compactionOf(message) !== undefined) continue;
    if (message.role === "user") {
      if (turn.length > 0) yield turn;
      turn = [];
    }
    turn.push(...message.parts.flatMap((part) => entriesOf(part, message.role === "user")));
  }
  if (turn.length > 0) yield turn;
}

function entriesOf(part: BraidPart, byUser: boolean): Entry[] {
  const mark = byUser ? "user-said" : "assistant-said";
  if (part.type === "text") return entry(mark, part.text.trim());
  if (part.type === "file") return entry(mark, `[file ${nameOfFile(part) ?? ""} ${part.mediaType}]`);
  if (isLeftSummary(part)) return entry("left-turns", part.data.summary.trim());
  if (!isTool(part)) return [];
  return [
    ...entry(
      "tool-call",
      oneLine(`${toolName(part)} ${shortInput(part)}${WITHOUT_RESULT[part.state] ?? ""}`),
    ),
    ...entry("tool-output", withoutMiddle(resultOf(part), OUTPUT_ENDS)),
  ];
}

const entry = (mark: Entry["mark"], text: string): Entry[] =>
  text === "" ? [] : [{ mark, text: withoutMarks(text) }];

const WITHOUT_RESULT: Partial<Record<ToolPart["state"], string>> = {
  "input-streaming": " (the call was not finished)",
  "input-available": " (no result)",
  "approval-requested": " (no result)",
  "approval-responded": " (no result)",
  "output-denied": " (refused)",
};

function resultOf(part: ToolPart): string {
  if (part.state === "output-available") return outputWords(part.output);
  return part.state === "output-error" ? `error: ${part.errorText}` : "";
}

function shortInput({ input }: ToolPart): string {
  const words = outputWords(input);
  return words.length <= MAX_INPUT ? words : `${words.slice(0, MAX_INPUT)}…`;
}

const oneLine = (text: string): string => text.replace(/\s+/g, " ");

export interface RequestExtras {
  /** The summary that the new one replaces, word for word. */
  earlier?: string | undefined;
  /** The words of a user that ask for a certain summary. */
  focus?: string | undefined;
  /** The sections that code appends to the summary (`carriedOver`). */
  carried?: string | undefined;
}

/** The summariser's input. */
export function summaryRequest(
  turns: readonly TurnText[],
  { earlier = "", focus = "", carried = "" }: RequestExtras,
): string {
  const blocks = [
    earlier.trim() === "" ? "" : marked("earlier-summary", earlier),
    framed("turns-to-summarise", turns.flat().map(rendered).join("\n")),
    carried === "" ? "" : marked("carried-over", carried),
    focus.trim() === "" ? "" : marked("summary-focus", focus.trim()),
    "Write the summary now.",
  ];
  return blocks.filter((block) => block !== "").join("\n\n");
}

const rendered = ({ mark, text }: Entry): string => framed(mark, text);

/** Reads a summariser's input back, for a model that is a program. Undefined for other texts. */
export function readSummaryRequest(
  prompt: string,
): { earlier: string; entries: Entry[]; focus: string } | undefined {
  const [turns] = betweenMarks("turns-to-summarise", prompt);
  if (turns === undefined) return undefined;
  const spoken = new RegExp(`^<(${SPEAKERS.join("|")})>\\n([\\s\\S]*?)\\n</\\1>$`, "gm");
  return {
    earlier: betweenMarks("earlier-summary", prompt)[0] ?? "",
    entries: [...turns.matchAll(spoken)].map(([, mark, text = ""]) => ({
      mark: mark as Entry["mark"],
      text,
    })),
    focus: betweenMarks("summary-focus", prompt)[0] ?? "",
  };
}

/** `budget`: what the turns may take of a request, beside all else in it; in the unit of `sizeOf`. */
export interface Room {
  budget: number;
  sizeOf: (text: string) => number;
}

/**
 * The turns in parts that each fit the budget, in order. Ends a part between two turns where a turn fits one, else between two entries.
 * Cuts a text that is too long by itself.
 */
export function chunksOf(turns: readonly TurnText[], room: Room): TurnText[][] {
  const chunks: TurnText[][] = [];
  let left = 0;
  const add = (turn: TurnText) => {
    const size = sizeOfAll(turn, room);
    if (size <= left) chunks.at(-1)?.push(turn);
    else chunks.push([turn]);
    left = (size <= left ? left : room.budget) - size;
  };
  for (const turn of turns) {
    if (sizeOfAll(turn, room) <= room.budget) add(turn);
    else for (const piece of turn.flatMap((one) => piecesOf(one, room))) add([piece]);
  }
  return chunks;
}

const sizeOfAll = (entries: readonly Entry[], { sizeOf }: Room): number =>
  entries.reduce((sum, one) => sum + sizeOf(`${rendered(one)}\n`), 0);

/** Characters. A budget for which such a text is too long has no room for marks. */
const SMALLEST = 16;

function piecesOf(entry: Entry, room: Room): Entry[] {
  const { mark, text } = entry;
  if (text.length <= SMALLEST || sizeOfAll([entry], room) <= room.budget) return [entry];
  const at = middleOf(text);
  return [text.slice(0, at), text.slice(at)].flatMap((half) => piecesOf({ mark, text: half }, room));
}

/** A line's end in the middle half of a text, else its middle. Splits no character. */
function middleOf(text: string): number {
  const middle = text.length >> 1;
  const line = text.lastIndexOf("\n", middle);
  if (line >= middle >> 1) return line + 1;
  return /[\ud800-\udbff]/.test(text.charAt(middle - 1)) ? middle + 1 : middle;
}

/** The beginning's share of the kept text. The beginning names the subject, the end the state of the work. */
const BEGINNING = 1 / 4;

/** The turns without their middle: as much of their beginning and end as fits, and between them words that say what is missing. */
export function droppedMiddle(turns: readonly TurnText[], { budget, sizeOf }: Room): TurnText[] {
  const all = turns.flat();
  if (sizeOfAll(all, { budget, sizeOf }) <= budget) return [...turns];
  const room = Math.max(0, budget - sizeOfAll([leftOut(all)], { budget, sizeOf }));
  const first = taken(all, { budget: room * BEGINNING, sizeOf }, "beginning");
  const spent = sizeOfAll(first.entries, { budget, sizeOf });
  const last = taken(first.rest, { budget: room - spent, sizeOf }, "end");
  return [first.entries, [leftOut(last.rest)], last.entries].filter(({ length }) => length > 0);
}

function leftOut(entries: readonly Entry[]): Entry {
  const characters = entries.reduce((sum, { text }) => sum + text.length, 0);
  const asked = entries.filter(({ mark }) => mark === "user-said").length;
  return {
    mark: "left-out",
    text: `${characters} characters of the conversation are left out here, with words of the user in ${asked} places: all of it is too long to be read at once.`,
  };
}

/** Takes entries from one end while they fit, and of the next one a piece. */
function taken(all: readonly Entry[], room: Room, end: "beginning" | "end") {
  const rest = [...all];
  const entries: Entry[] = [];
  let { budget } = room;
  const [next, put, back] =
    end === "beginning"
      ? [() => rest.shift(), (one: Entry) => entries.push(one), (...some: Entry[]) => rest.unshift(...some)]
      : [() => rest.pop(), (one: Entry) => entries.unshift(one), (...some: Entry[]) => rest.push(...some)];
  for (let one = next(); one !== undefined; one = next()) {
    const pieces = piecesOf(one, { ...room, budget });
    const piece = end === "beginning" ? pieces.shift() : pieces.pop();
    const size = piece === undefined ? 0 : sizeOfAll([piece], room);
    if (piece !== undefined && size <= budget) {
      put(piece);
      budget -= size;
      if (pieces.length === 0) continue;
      back(...pieces);
    } else back(one);
    break;
  }
  return { entries, rest };
}
