/** A `fetch` that lets only event streams through: the SDK skips lines it cannot read, and a page of HTML would look like silence (RN-10). */
import { BraidError } from "../core/braid-error";

/** A field of the event-stream format, a comment, or nothing. A byte order mark may come first. */
const FIELD = /^(?:\u00ef\u00bb\u00bf)?(?:$|:|data(?::|$)|event(?::|$)|id(?::|$)|retry(?::|$))/;
/** Enough of a line to tell, and to show. */
const PREFIX = 80;

/** Answers to requests that did not ask for a stream, and refusals, pass untouched. */
export function fetchEventStreams(fetchAny: typeof fetch): typeof fetch {
  return async (input, init) => {
    const response = await fetchAny(input, init);
    const asked = typeof init?.body === "string" && /"stream"\s*:\s*true/.test(init.body);
    if (!response.ok || response.body === null || !asked) return response;
    const { status, statusText, headers } = response;
    return new Response(response.body.pipeThrough(onlyEventLines()), { status, statusText, headers });
  };
}

/** Passes the bytes on as they are; fails at the first line that is no part of an event stream, after what came before it. */
function onlyEventLines(): TransformStream<Uint8Array, Uint8Array> {
  let line = "";
  const check = (whole: string) => {
    if (!FIELD.test(whole)) throw notAnEvent(whole);
  };
  return new TransformStream({
    transform(bytes, controller) {
      // Byte for byte: only the beginnings of lines matter, and those are ASCII.
      const lines = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
        .toString("latin1")
        .split(/\r\n|\n|\r/);
      for (const [index, text] of lines.entries()) {
        line = (line + text.slice(0, PREFIX)).slice(0, PREFIX);
        if (index === lines.length - 1) break;
        check(line);
        line = "";
      }
      controller.enqueue(bytes);
    },
    // Half a field at the very end is a cut connection, not a wrong format: the SDK tells that one itself.
    flush() {
      if (line !== "" && !FIELDS.some((field) => field.startsWith(line))) check(line);
    },
  });
}

const FIELDS = ["data:", "event:", "id:", "retry:"];

function notAnEvent(line: string): BraidError {
  const shown = Buffer.from(line, "latin1").toString("utf8");
  return new BraidError(
    "PROVIDER_BAD_STREAM",
    `The provider sent a line that is no part of an answer: “${shown}”`,
    {
      hint: "Check the provider's base_url and type; a proxy or a login page may be in the way. What had arrived is kept.",
    },
  );
}
