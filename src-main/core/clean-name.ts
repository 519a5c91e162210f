/** The name of a file as windows show it: it comes from a stranger, or from a disk. */
import { LONGEST_FILENAME } from "../../src-preload/contract/domain/attachments";

/** Drops folders, signs without a picture of their own, and signs that change the direction of writing. Keeps the ending of a long name. */
export function cleanName(filename: string): string {
  const name = filename
    .replace(/^.*[\\/]/, "")
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu, "")
    .trim();
  if (name.length <= LONGEST_FILENAME) return name || "file";
  return `${name.slice(0, LONGEST_FILENAME - 20)}…${name.slice(-19)}`.replace(/\p{Cs}/gu, "");
}
