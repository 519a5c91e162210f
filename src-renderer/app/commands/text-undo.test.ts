import { expect, it } from "vitest";
import { isUsers } from "./text-undo";

it.each([
  { when: "nobody has written in it", text: "", known: undefined, own: false },
  { when: "a stored draft stands in it, unchanged", text: "a draft", known: undefined, own: false },
  { when: "one writes in it", text: "a word", known: "a word", own: true },
  { when: "its user has emptied it, and may want that back", text: "", known: "", own: true },
  { when: "its message was sent", text: "", known: "a word", own: false },
  { when: "something was put at the caret since", text: "a word, quoted", known: "a word", own: true },
])("[RW-7] Ctrl+Z is a composer's own: $own, where $when", ({ text, known, own }) => {
  expect(isUsers(text, known)).toBe(own);
});
