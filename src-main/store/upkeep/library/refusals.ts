/** Refusals of the backups' page in words, and failures of its jobs. What a job met in a backup says nothing about today's library. */
import { BraidError } from "../../../core/braid-error";
import { codeOf, toStoreError } from "../../database/errors";

type Refusal = "gone" | "own-folder" | "recovering" | "no-backup" | "newer" | "damaged";

export const refused = (why: Refusal, cause?: unknown): BraidError =>
  new BraidError(
    "INVALID_INPUT",
    { key: `backups:refused.${why}.message` },
    { hint: { key: `backups:refused.${why}.hint` }, ...(cause === undefined ? {} : { cause }) },
  );

type Refusals = readonly (readonly [code: string, why: Refusal])[];

const OF_A_BACKUP: Refusals = [
  ["NO_BACKUP", "no-backup"],
  ["NEWER_BACKUP", "newer"],
  ["DAMAGED_BACKUP", "damaged"],
  ["ENOENT", "gone"],
];
/** The codes of SQLite, where a job reads nothing but a backup. */
const OF_SQLITE: Refusals = [
  ["SQLITE_CORRUPT", "damaged"],
  ["SQLITE_NOTADB", "damaged"],
];

/** The refusal of a backup by a job that also works on today's library; undefined for all other failures. */
export function refusalOf(error: unknown, refusals: Refusals = OF_A_BACKUP): BraidError | undefined {
  const why = refusals.find(([begin]) => codeOf(error).startsWith(begin))?.[1];
  return why && refused(why, error);
}

/** Puts the failure of a job that reads a backup into words. */
export function toldIn<T>(result: Promise<T>): Promise<T> {
  return result.catch((error: unknown) => {
    if (codeOf(error) === "CANCELLED") throw error;
    throw refusalOf(error, [...OF_A_BACKUP, ...OF_SQLITE]) ?? toStoreError(error, "backups");
  });
}
