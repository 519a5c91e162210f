/**
 * The one `fetch` that every request to a provider goes through: it is led nowhere else, brings no key back, and hands on no more than
 * anybody should take in. What arrives was said by a stranger, who may be broken, or mean it.
 */
import type { Wire } from "./answer-end";
import { type Gate, throughGate } from "./bounded-body";
import { createEventGate } from "./event-stream";
import { redactingFetch } from "./redacting-fetch";
import { fetchSameOrigin } from "./same-origin-fetch";
import { createJsonGate, createRefusalGate } from "./whole-body";

const MEGABYTE = 1024 * 1024;
/** Of a stream: a picture may be one event. */
const LONGEST_EVENT = 16 * MEGABYTE;
const LONGEST_JSON = 8 * MEGABYTE;
const LONGEST_REFUSAL = 64 * 1024;
/** True of the bytes that were sent, not of those handed on. */
const ABOUT_BYTES = ["content-encoding", "content-length", "transfer-encoding"];

/** @param wire what an answer would be written in; a list of models is the same JSON in all. */
export function providerFetch(key: string | undefined, wire: Wire): typeof fetch {
  const fetchAny = redactingFetch(key ?? "", fetchSameOrigin);
  return async (input, init) => {
    const response = await fetchAny(input, init);
    if (response.body === null) return response;
    const { status, statusText } = response;
    const headers = [...response.headers].filter(([name]) => !ABOUT_BYTES.includes(name));
    const body = throughGate(response.body, gateFor(response.ok, asksForStream(input, init), wire));
    return new Response(body, { status, statusText, headers });
  };
}

function gateFor(ok: boolean, streams: boolean, wire: Wire): Gate {
  if (!ok) return createRefusalGate(LONGEST_REFUSAL);
  return streams ? createEventGate(wire, LONGEST_EVENT) : createJsonGate(LONGEST_JSON);
}

/** Google is asked by the address. */
const asksForStream = (input: Parameters<typeof fetch>[0], init: RequestInit | undefined): boolean =>
  (typeof init?.body === "string" && /"stream"\s*:\s*true/.test(init.body)) ||
  (typeof input === "string" && input.endsWith("?alt=sse"));
