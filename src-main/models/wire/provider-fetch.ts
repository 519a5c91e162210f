/**
 * The one `fetch` for every request to a provider. It follows no redirect elsewhere, brings no key back, and hands on a bounded answer. The
 * answer comes from a stranger, who may be broken, or hostile.
 */
import type { Fetch } from "../../core/ports/connections";
import { bytesListener } from "../../core/ports/wire-bytes";
import type { Wire } from "./answer-end";
import { type Gate, throughGate } from "./bounded-body";
import { createEventGate } from "./event-stream";
import { redactingFetch } from "./redacting-fetch";
import { sameOriginFetch } from "./same-origin-fetch";
import { createJsonGate, createRefusalGate } from "./whole-body";

const MEGABYTE = 1024 * 1024;
/** Bytes of one event of a stream: an event may hold a picture. */
const LONGEST_EVENT = 16 * MEGABYTE;
const LONGEST_JSON = 8 * MEGABYTE;
const LONGEST_REFUSAL = 64 * 1024;
/** Headers that describe the bytes as they were sent, not as they are handed on. */
const ABOUT_BYTES = ["content-encoding", "content-length", "transfer-encoding"];

/**
 * @param fetchOut leads out of main
 * @param wire the wire of an answer; a list of models is the same JSON in all
 */
export function providerFetch(fetchOut: Fetch, key: string | undefined, wire: Wire): Fetch {
  const fetchAny = redactingFetch(key ?? "", sameOriginFetch(fetchOut));
  return async (input, init) => {
    const onBytes = bytesListener();
    const response = await fetchAny(input, init);
    if (response.body === null) return response;
    const { status, statusText } = response;
    const headers = [...response.headers].filter(([name]) => !ABOUT_BYTES.includes(name));
    const body = throughGate(response.body, gateFor(response.ok, asksForStream(input, init), wire), onBytes);
    return new Response(body, { status, statusText, headers });
  };
}

function gateFor(ok: boolean, streams: boolean, wire: Wire): Gate {
  if (!ok) return createRefusalGate(LONGEST_REFUSAL);
  return streams ? createEventGate(wire, LONGEST_EVENT) : createJsonGate(LONGEST_JSON);
}

/** Recognises a request for a stream by its body; Google's by its address. */
const asksForStream = (input: Parameters<Fetch>[0], init: RequestInit | undefined): boolean =>
  (typeof init?.body === "string" && /"stream"\s*:\s*true/.test(init.body)) ||
  (typeof input === "string" && input.endsWith("?alt=sse"));
