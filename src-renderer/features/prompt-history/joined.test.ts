import { expect, it } from "vitest";
import type { MessageId, SessionId } from "../../../src-preload/contract/domain/ids";
import { joined } from "./joined";

const page = (...texts: string[]) =>
  texts.map((text, at) => ({
    id: `${text}${at}` as MessageId,
    session_id: "s" as SessionId,
    text,
    created_at: at,
  }));
const texts = (entries: readonly { text: string }[]) => entries.map(({ text }) => text);

it("[SE-5b] pages are joined, a text at the seam is one entry", () => {
  expect(texts(joined(page("a", "b"), page("b", "c", "b")))).toEqual(["a", "b", "c", "b"]);
  expect(texts(joined([], page("a")))).toEqual(["a"]);
  expect(texts(joined(page("a"), []))).toEqual(["a"]);
});
