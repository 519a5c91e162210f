import { expect, it } from "vitest";
import { inWordsOf, type Translate } from "./sentence";

const t: Translate = ([first], { replace }) => `${first} ${JSON.stringify(replace)}`;

it("a gap may have any name, also that of the sentence's own field", () => {
  const words = inWordsOf(t, { key: "exchange:broken.misplaced", params: { key: "chat_sessions", line: 3 } });
  expect(words).toContain('"key":"chat_sessions","line":3');
  expect(inWordsOf(t, { key: "a.b" })).toBe('a.b {"sentence":"a.b"}');
  expect(inWordsOf(t, "as it is")).toBe("as it is");
});
