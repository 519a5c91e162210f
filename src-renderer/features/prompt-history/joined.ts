/** Joins pages of the prompt history. */
import type { SentPrompt } from "../../../src-preload/contract/domain/prompt-history";

/** A text that ends one page and begins the next is one entry, the newer. */
export function joined(earlier: readonly SentPrompt[], more: readonly SentPrompt[]): readonly SentPrompt[] {
  const [first, ...rest] = more;
  if (first === undefined) return earlier;
  return first.text === earlier.at(-1)?.text ? [...earlier, ...rest] : [...earlier, ...more];
}
