/** A `fetch` that takes the key out of answers: some servers repeat it in an error, and errors end up in the database and in logs. */
import type { Fetch } from "../../core/ports/connections";

/** Characters. A shorter key is a stand-in for servers that want none ("test", "ollama"), and may be a word of an answer. */
const SHORTEST_SECRET = 12;

export function redactingFetch(key: string, fetchAny: Fetch): Fetch {
  if (key.length < SHORTEST_SECRET) return fetchAny;
  return async (input, init) => {
    const response = await fetchAny(input, init);
    const headers = [...response.headers].filter(([, value]) => !value.includes(key));
    return new Response(response.body?.pipeThrough(withoutKey(key)) ?? null, {
      // 599 stands for a made-up status such as 999: that is still a refusal, but `Response` does not accept it.
      status: Math.min(response.status, 599),
      statusText: response.statusText,
      headers,
    });
  };
}

/** Replaces the key, even where two pieces share it. Holds back only what may be its beginning. */
function withoutKey(key: string): TransformStream<Uint8Array, Uint8Array> {
  let held = "";
  return new TransformStream({
    transform(bytes, controller) {
      // Works byte for byte, because a key is ASCII.
      const piece = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
      const text = (held + piece).replaceAll(key, "[key]");
      const rest = text.length - beginningOf(key, text);
      held = text.slice(rest);
      if (rest > 0) controller.enqueue(Buffer.from(text.slice(0, rest), "latin1"));
    },
    flush(controller) {
      if (held !== "") controller.enqueue(Buffer.from(held, "latin1"));
    },
  });
}

/** How many characters at the end of `text` may be the beginning of `key`. */
function beginningOf(key: string, text: string): number {
  let length = Math.min(key.length - 1, text.length);
  while (length > 0 && !text.endsWith(key.slice(0, length))) length--;
  return length;
}
