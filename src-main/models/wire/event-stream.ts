/**
 * The gate of an event stream. Only whole lines of the format pass: the SDK skips lines that it cannot read, and a page of HTML would look
 * like silence (RN-10). Events are bounded in size and structure, and the stream ends when its answer is complete.
 */
import { BraidError } from "../../core/braid-error";
import { say } from "../../core/say";
import { createAnswerEnd, type Patience, type Wire } from "./answer-end";
import type { Gate } from "./bounded-body";
import { createJsonSize, DEEPEST, type JsonSize } from "./json-size";
import { bytesOf, latin1Of, utf8Of } from "./latin1";
import { withRefusalText } from "./refusal-text";
import { tooDeep, tooLong } from "./too-much";
import { withUsageNumbers } from "./usage-numbers";

/** A field of the event-stream format, a comment, or an empty line. A byte order mark may come first. */
const FIELD = /^(?:\u00ef\u00bb\u00bf)?(?:$|:|data(?::|$)|event(?::|$)|id(?::|$)|retry(?::|$))/;
const FIELDS = ["data:", "event:", "id:", "retry:"];
const DATA = /^(?:\u00ef\u00bb\u00bf)?data:/;
/** Characters of a line: enough to recognise a field, and to show in an error. */
const PREFIX = 80;
/** Values of one event; each costs the adapter that checks it some microseconds. */
const MOST_VALUES = 50_000;

const NOTHING = new Uint8Array();

/** @param longest bytes of one event, and so of a line. */
export const createEventGate = (wire: Wire, longest: number): Gate => new EventGate(wire, longest);

class EventGate implements Gate {
  wrong: Error | undefined;
  /** The current line, as latin1. */
  private line = "";
  /** True where the last piece ended in a carriage return. */
  private returned = false;
  /** Bytes of the current event. */
  private size = 0;
  private json: JsonSize = createJsonSize();
  private readonly answer;

  constructor(
    private readonly wire: Wire,
    private readonly longest: number,
  ) {
    this.answer = createAnswerEnd(wire);
  }

  get patience(): Patience | undefined {
    return this.answer.patience;
  }

  take(bytes: Uint8Array): Uint8Array {
    if (this.answer.complete) return NOTHING;
    const all = latin1Of(bytes);
    // The second half of a line end that was cut in two: no line of its own.
    const half = this.returned && all.startsWith("\n") ? "\n" : "";
    this.returned = all.endsWith("\r");
    const text = all.slice(half.length);
    let passed = half;
    let start = 0;
    for (const { 0: end, index } of text.matchAll(/\r\n|\n|\r/g)) {
      if (!this.grow(text.slice(start, index))) break;
      const line = this.endLine();
      if (line === undefined) break;
      passed += line + end;
      start = index + end.length;
      if (this.answer.complete) return bytesOf(passed);
    }
    if (this.wrong === undefined && !this.answer.complete) this.grow(text.slice(start));
    return passed === "" ? NOTHING : bytesOf(passed);
  }

  /** Half a field at the very end is a cut connection, not a wrong format: the SDK reports that itself. */
  end(): Uint8Array {
    // Events end with a blank line. A server that has declared its answer complete may leave the last one out.
    if (this.answer.patience !== undefined) return bytesOf("\n\n");
    const cut = FIELDS.some((field) => field.startsWith(this.line));
    if (!cut && !FIELD.test(this.line.slice(0, PREFIX))) throw notAnEvent(this.line);
    return bytesOf(this.line);
  }

  /** Adds to the current line. Returns false where it must not go on. */
  private grow(piece: string): boolean {
    const before = this.line.length;
    this.size += piece.length;
    this.line += piece;
    if (before < PREFIX && this.line.length >= PREFIX && !FIELD.test(this.line.slice(0, PREFIX)))
      this.wrong ??= notAnEvent(this.line);
    this.json.add(piece);
    if (this.size > this.longest) this.wrong ??= tooLong(this.longest);
    if (this.json.levels > DEEPEST || this.json.values > MOST_VALUES) this.wrong ??= tooDeep();
    return this.wrong === undefined;
  }

  /** The line to pass; undefined where it must not pass. */
  private endLine(): string | undefined {
    const { line } = this;
    this.line = "";
    if (!FIELD.test(line.slice(0, PREFIX))) {
      this.wrong ??= notAnEvent(line);
      return undefined;
    }
    if (line === "") {
      this.size = 0;
      this.json = createJsonSize();
    }
    if (!DATA.test(line)) return line;
    const data = line.slice(line.indexOf(":") + 1);
    this.answer.see(data);
    const mended = withUsageNumbers(this.wire === "chat" ? withRefusalText(data) : data);
    return mended === data ? line : `data:${mended}`;
  }
}

function notAnEvent(line: string): BraidError {
  const shown = utf8Of(line.slice(0, PREFIX));
  return new BraidError("PROVIDER_BAD_STREAM", say("stream.line.message"), {
    hint: say("stream.line.hint"),
    mend: "address",
    details: shown,
  });
}
