/** A `fetch` that lets only event streams through: the SDK skips lines it cannot read, and a page of HTML would look like silence (RN-10). */
import { BraidError } from "../core/braid-error";
import { t } from "../core/language/language";

/** A field of the event-stream format, a comment, or nothing. A byte order mark may come first. */
const FIELD = /^(?:\u00ef\u00bb\u00bf)?(?:$|:|data(?::|$)|event(?::|$)|id(?::|$)|retry(?::|$))/;
/** Enough of a line to tell, and to show. */
const PREFIX = 80;

/** Answers to requests that did not ask for a stream, and refusals, pass untouched. */
export function fetchEventStreams(fetchAny: typeof fetch): typeof fetch {
  return async (input, init) => {
    const response = await fetchAny(input, init);
    const asked =
      (typeof init?.body === "string" && /"stream"\s*:\s*true/.test(init.body)) ||
      // Google is asked by the address.
      (typeof input === "string" && input.endsWith("?alt=sse"));
    if (!response.ok || response.body === null || !asked) return response;
    const { status, statusText, headers } = response;
    return new Response(response.body.pipeThrough(onlyEventLines()), { status, statusText, headers });
  };
}

/** Passes the bytes on as they are; fails at the first line that is no part of an event stream, after what came before it. */
function onlyEventLines(): TransformStream<Uint8Array, Uint8Array> {
  let line = "";
  /** The number of bytes up to the first wrong line, or undefined if all lines are right. */
  const findWrong = (bytes: Uint8Array): number | undefined => {
    // Byte for byte: only the beginnings of lines matter, and those are ASCII.
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
    let start = 0;
    for (const { 0: end, index } of text.matchAll(/\r\n|\n|\r/g)) {
      line = (line + text.slice(start, Math.min(index, start + PREFIX))).slice(0, PREFIX);
      if (!FIELD.test(line)) return start;
      line = "";
      start = index + end.length;
    }
    line = (line + text.slice(start, start + PREFIX)).slice(0, PREFIX);
    return undefined;
  };
  return new TransformStream({
    async transform(bytes, controller) {
      const wrong = findWrong(bytes);
      controller.enqueue(wrong === undefined ? bytes : bytes.subarray(0, wrong));
      if (wrong === undefined) return;
      // A stream that fails drops what still waits in it and in all that read from it: let that arrive first.
      await new Promise((resolve) => setImmediate(resolve));
      throw notAnEvent(line);
    },
    // Half a field at the very end is a cut connection, not a wrong format: the SDK tells that one itself.
    flush() {
      const cut = FIELDS.some((field) => field.startsWith(line));
      if (!cut && !FIELD.test(line)) throw notAnEvent(line);
    },
  });
}

const FIELDS = ["data:", "event:", "id:", "retry:"];

function notAnEvent(line: string): BraidError {
  const shown = Buffer.from(line, "latin1").toString("utf8");
  return new BraidError("PROVIDER_BAD_STREAM", t("stream.line.message", { line: shown }), {
    hint: t("stream.line.hint"),
  });
}
