import { describe, expect, it } from "vitest";
import type { MessageId, SessionId } from "../../../src-preload/contract/domain/ids";
import { entryOf, isFiltered, matching } from "./matching";

const entry = (name: string, words: string, title = "A talk") =>
  entryOf({
    message_id: `msg_${name}` as MessageId,
    session_id: "ses_1" as SessionId,
    name,
    words,
    title,
    created_at: 1,
    role: "user",
    hidden: false,
  });
const all = [
  entry("Entscheidung", "We take the Café on the corner", "Größe"),
  entry("todo", "Ask about the décor"),
  entry("todo later", "Nothing"),
];
const found = (typed: string, more: { name?: string; inTitles?: boolean } = {}) =>
  matching(all, { typed, inTitles: false, ...more }).map(({ name }) => name);

describe("[SE-11c] the filter of labels", () => {
  it("finds labels and first words, whatever their case and accents", () => {
    expect(found("ENTSCH")).toEqual(["Entscheidung"]);
    expect(found("cafe")).toEqual(["Entscheidung"]);
    expect(found("DÉCOR")).toEqual(["todo"]);
    expect(found("todo")).toEqual(["todo", "todo later"]);
  });

  it("wants every word, in any place and order", () => {
    expect(found("corner entscheidung")).toEqual(["Entscheidung"]);
    expect(found("todo corner")).toEqual([]);
  });

  it("looks through titles where several sessions are listed", () => {
    expect(found("grosse")).toEqual([]);
    expect(found("grosse", { inTitles: true })).toEqual(["Entscheidung"]);
  });

  it("shows one label alone, which is not one that begins like it", () => {
    expect(found("", { name: "todo" })).toEqual(["todo"]);
    expect(found("nothing", { name: "todo" })).toEqual([]);
  });

  it("is none for blanks", () => {
    expect(isFiltered({ typed: "  ", inTitles: true })).toBe(false);
    expect(isFiltered({ typed: "", name: "todo", inTitles: true })).toBe(true);
    expect(matching(all, { typed: "  ", inTitles: true })).toBe(all);
  });
});
