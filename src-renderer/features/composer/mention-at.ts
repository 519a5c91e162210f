/** Finds the `@` whose name is being typed. Pure. */

/** Characters before the caret in which an `@` is looked for. */
const LONGEST = 200;

/** Finds the name that ends at the caret. An `@` within a word, as in an address, begins none. */
export function mentionAt(text: string, caret: number): { from: number; typed: string } | undefined {
  const start = Math.max(0, caret - LONGEST);
  const [, typed] = /(?<![^\s("'[])@([^\s@]*)$/u.exec(text.slice(start, caret)) ?? [];
  return typed === undefined ? undefined : { from: caret - typed.length - 1, typed };
}
