/** The words that name a session whose file has no title for it. */
import { fieldsOf } from "../readable";

const LONGEST = 80;

/** The first line of a message's content, which is a text or a list of blocks; empty where it has no words. */
export function firstWords(content: unknown): string {
  const blocks: readonly unknown[] = Array.isArray(content) ? content : [content];
  for (const block of blocks) {
    const text = typeof block === "string" ? block : fieldsOf(block).text;
    if (typeof text === "string" && text.trim() !== "")
      return text.trim().split("\n", 1)[0]?.slice(0, LONGEST) ?? "";
  }
  return "";
}
